//! Directed rounding by error-free transformations, for targets that can only round to nearest.
//!
//! The nearest result r is computed, and the sign of what it lacks, exact - r, from sums, products and remainders that
//! are exact (Dekker 1971; Boldo and Daumas 2003 for remainders; Boldo and Muller 2011 for fused multiply-adds); where
//! that points in the lane's direction, the result is r's neighbour. Scaling by powers of 2 keeps the remainders from
//! underflow and overflow, so that every result is that of IEEE 754 for every operand.

use crate::ir::{Builder, Kernel, Op, Rounded, Stmt, Value, Width};
use std::collections::BTreeMap;

/// Replaces [`Op::Directed`] by operations that round to nearest.
pub fn by_errors(kernel: Kernel) -> Kernel {
    let width = kernel.width;
    let body = kernel.body.clone();
    let mut b = Builder::resumed(Kernel { body: vec![], ..kernel });
    let mut instead: BTreeMap<Value, Value> = BTreeMap::new();
    for stmt in body {
        let stmt = stmt.map_reads(|v| instead.get(&v).copied().unwrap_or(v));
        match stmt {
            Stmt::Let(outs, Op::Directed(kind, up, operands)) => {
                let mut lowering = Lowering { b: &mut b, scales: Scales::of(width), width };
                let value = lowering.operation(kind, up, &operands);
                let name = b.name_of(outs[0]);
                b.named(&name, value);
                instead.insert(outs[0], value);
            }
            other => b.push_stmt(other),
        }
    }
    b.finish()
}

/// Powers of 2 that scale what could underflow or overflow, as exponents.
#[derive(Clone, Copy, Debug)]
struct Scales {
    /// Half of what makes the product of two smallest numbers a number.
    half: i32,
    /// A product below may have a remainder below all numbers.
    product: i32,
    /// A quotient of a dividend below, or a root of a number below, may have a remainder below all numbers.
    dividend: i32,
    /// Divisors and factors from here on, or below the inverse, are scaled otherwise.
    moderate: i32,
    /// The scale of a root.
    root: i32,
    /// From here on sums of a product are scaled down,
    large: i32,
    /// by this;
    down: i32,
    /// terms below this are negligible there, and are not scaled.
    negligible: i32,
    /// Below they are scaled up.
    tiny: i32,
}

impl Scales {
    fn of(width: Width) -> Scales {
        match width {
            Width::W64 => Scales {
                half: 537,
                product: -900,
                dividend: -800,
                moderate: 400,
                root: 300,
                large: 1000,
                down: -200,
                negligible: -100,
                tiny: -700,
            },
            Width::W32 => Scales {
                half: 75,
                product: -97,
                dividend: -60,
                moderate: 40,
                root: 40,
                large: 110,
                down: -30,
                negligible: -20,
                tiny: -40,
            },
        }
    }
}

struct Lowering<'a> {
    b: &'a mut Builder,
    scales: Scales,
    width: Width,
}

impl Lowering<'_> {
    fn operation(&mut self, kind: Rounded, up: Value, operands: &[Value]) -> Value {
        match (kind, operands) {
            (Rounded::Add, [a, c]) => self.sum(up, *a, *c),
            (Rounded::Sub, [a, c]) => {
                let c = self.b.neg(*c);
                self.sum(up, *a, c)
            }
            (Rounded::Mul, [a, c]) => self.product(up, *a, *c),
            (Rounded::Div, [a, c]) => self.quotient(up, *a, *c),
            (Rounded::Fma, [a, c, d]) => self.fused(up, *a, *c, *d),
            (_, operands) => self.root(up, operands[0]),
        }
    }

    fn power(&mut self, exponent: i32) -> Value {
        self.b.float(2f64.powi(exponent))
    }

    /// |a| < 2^exponent.
    fn below(&mut self, a: Value, exponent: i32) -> Value {
        let (size, limit) = (self.b.abs(a), self.power(exponent));
        self.b.lt(size, limit)
    }

    /// 2^exponent where the mask holds, else 1.
    fn scale(&mut self, mask: Value, exponent: i32) -> Value {
        let (power, one) = (self.power(exponent), self.b.float(1.0));
        self.b.select(mask, power, one)
    }

    fn not(&mut self, mask: Value) -> Value {
        let all = self.b.truth(true);
        self.b.and_not(all, mask)
    }

    fn is_zero(&mut self, a: Value) -> Value {
        let zero = self.b.float(0.0);
        let (not_less, not_more) = (self.b.ge(a, zero), self.b.ge(zero, a));
        self.b.and(not_less, not_more)
    }

    /// The signs of numbers, combined, in a word of nothing else.
    fn signs(
        &mut self,
        numbers: &[Value],
        combine: fn(&mut Builder, Value, Value) -> Value,
    ) -> Value {
        let words: Vec<Value> = numbers.iter().map(|x| self.b.bits(*x)).collect();
        let all = words[1..].iter().fold(words[0], |all, word| combine(self.b, all, *word));
        let sign = self.b.word(self.width.sign());
        self.b.bits_and(all, sign)
    }

    /// r, or its neighbour in the lane's direction if that is where `lack` points: exact - r, or something of its sign.
    /// Away from 0 the bits of a number grow, and a result that has become 0 has the sign of the exact one.
    fn toward(&mut self, up: Value, r: Value, lack: Value) -> Value {
        let b = &mut *self.b;
        let zero = b.float(0.0);
        let (more, less) = (b.lt(zero, lack), b.lt(lack, zero));
        let above = b.and(more, up);
        let below = b.and_not(less, up);
        let moves = b.or(above, below);
        let bits = b.bits(r);
        let negative = b.bit(bits, self.width.bits() - 1);
        let outward = b.xor(above, negative);
        let one = b.word(1);
        let (grown, shrunk) = (b.add(bits, one), b.sub(bits, one));
        let moved = b.select(outward, grown, shrunk);
        let bits = b.select(moves, moved, bits);
        b.from_bits(bits)
    }

    /// A sum that is exactly 0 is -0 when rounded down, but for that of +0 and +0: one of `signs` is set, then.
    fn signed_zero(&mut self, up: Value, exact_zero: Value, result: Value, signs: Value) -> Value {
        let down = self.b.and_not(exact_zero, up);
        let zero = self.b.from_bits(signs);
        self.b.select(down, zero, result)
    }

    /// s and the rest of a + c, for |a| ≥ |c| or the other way round (Dekker's Fast2Sum): no overflow but of s itself,
    /// of which the rest tells.
    fn sum(&mut self, up: Value, a: Value, c: Value) -> Value {
        let s = self.b.add(a, c);
        let [size_a, size_c] = [a, c].map(|x| self.b.abs(x));
        let swap = self.b.lt(size_a, size_c);
        let large = self.b.select(swap, c, a);
        let small = self.b.select(swap, a, c);
        let taken = self.b.sub(s, large);
        let rest = self.b.sub(small, taken);
        let result = self.toward(up, s, rest);
        let zero = self.is_zero(s);
        let signs = self.signs(&[a, c], Builder::bits_or);
        self.signed_zero(up, zero, result, signs)
    }

    /// a·c - r is a number unless it underflows, and then it is one when a and c are scaled.
    fn product(&mut self, up: Value, a: Value, c: Value) -> Value {
        let r = self.b.mul(a, c);
        let small = self.below(r, self.scales.product);
        let k = self.scale(small, self.scales.half);
        let [a, c, scaled] = [a, c, r].map(|x| self.b.mul(x, k));
        let scaled = self.b.mul(scaled, k);
        let minus = self.b.neg(scaled);
        let lack = self.b.fma(a, c, minus);
        self.toward(up, r, lack)
    }

    /// a - r·c has the sign of exact - r, times that of c. Where a is small, so that it may underflow, all is scaled by
    /// 2^(2·half): r and c by half of that each, or only one of them if the other is far from 1.
    fn quotient(&mut self, up: Value, a: Value, c: Value) -> Value {
        let Scales { half, dividend, moderate, .. } = self.scales;
        let r = self.b.div(a, c);
        let small = self.below(a, dividend);
        let (low, not_high) = (self.below(c, -moderate), self.below(c, moderate));
        let high = self.not(not_high);
        let k = self.scale(small, half);
        // Twice for r where c is large, twice for c where it is small, once for each elsewhere.
        let (small_low, small_high) = (self.b.and(small, low), self.b.and(small, high));
        let (more_r, more_c) = (self.scale(small_high, half), self.scale(small_low, half));
        let (of_r, of_c) = (self.b.and_not(small, low), self.b.and_not(small, high));
        let (once_r, once_c) = (self.scale(of_r, half), self.scale(of_c, half));
        let scaled_r = self.b.mul(r, once_r);
        let scaled_r = self.b.mul(scaled_r, more_r);
        let scaled_c = self.b.mul(c, once_c);
        let scaled_c = self.b.mul(scaled_c, more_c);
        let scaled_a = self.b.mul(a, k);
        let scaled_a = self.b.mul(scaled_a, k);
        let minus = self.b.neg(scaled_r);
        let rest = self.b.fma(minus, scaled_c, scaled_a);
        let sign = self.signs(&[c], Builder::bits_xor);
        let rest = self.b.bits(rest);
        let lack = self.b.bits_xor(rest, sign);
        let lack = self.b.from_bits(lack);
        self.toward(up, r, lack)
    }

    /// a - r^2 has the sign of exact - r.
    fn root(&mut self, up: Value, a: Value) -> Value {
        let r = self.b.sqrt(a);
        let small = self.below(a, self.scales.dividend);
        let k = self.scale(small, self.scales.root);
        let scaled_r = self.b.mul(r, k);
        let scaled_a = self.b.mul(a, k);
        let scaled_a = self.b.mul(scaled_a, k);
        let minus = self.b.neg(scaled_r);
        let lack = self.b.fma(minus, scaled_r, scaled_a);
        self.toward(up, r, lack)
    }

    /// s = a + c and the rest (Knuth's 2Sum).
    fn two_sum(&mut self, a: Value, c: Value) -> (Value, Value) {
        let b = &mut *self.b;
        let s = b.add(a, c);
        let of_c = b.sub(s, a);
        let of_a = b.sub(s, of_c);
        let (rest_a, rest_c) = (b.sub(a, of_a), b.sub(c, of_c));
        (s, b.add(rest_a, rest_c))
    }

    /// The sign of a·c + d - r: with s + t = d - r exactly and g = a·c + s rounded, it is that of g + t by comparison,
    /// for rounding is monotonic, unless g = -t. Then a·c is near -s, and u + v = a·c, u + s, (v + t) and their sum are
    /// exact but for the last rounding, which keeps the sign.
    fn fused(&mut self, up: Value, a: Value, c: Value, d: Value) -> Value {
        let r = self.b.fma(a, c, d);
        let (a1, c1, d1, r1) = self.scaled(a, c, d, r);
        let minus_r = self.b.neg(r1);
        let (s, t) = self.two_sum(d1, minus_r);
        let g = self.b.fma(a1, c1, s);
        let minus_t = self.b.neg(t);

        let u = self.b.mul(a1, c1);
        let minus_u = self.b.neg(u);
        let v = self.b.fma(a1, c1, minus_u);
        let near = self.b.add(u, s);
        let (w, w_rest) = self.two_sum(v, t);
        let sum = self.b.add(near, w);
        let tie = self.b.add(sum, w_rest);

        let (plus, minus) = (self.b.float(1.0), self.b.float(-1.0));
        let (more, less) = (self.b.lt(minus_t, g), self.b.lt(g, minus_t));
        let lack = self.b.select(less, minus, tie);
        let lack = self.b.select(more, plus, lack);
        // Where nothing but the product is left, its sign: it may be below all numbers.
        let product_sign = self.signs(&[a, c], Builder::bits_xor);
        let one = self.b.bits(plus);
        let signed = self.b.bits_or(product_sign, one);
        let signed = self.b.from_bits(signed);
        let (no_a, no_c) = (self.is_zero(a), self.is_zero(c));
        let no_product = self.b.or(no_a, no_c);
        let zero = self.b.float(0.0);
        let of_product = self.b.select(no_product, zero, signed);
        let nothing_else = self.is_zero(s);
        let lack = self.b.select(nothing_else, of_product, lack);
        // An infinite r is above (below) what is finite; where a term is infinite, g is NaN.
        let largest = self.b.float(self.width.largest());
        let size = self.b.abs(s);
        let infinite = self.b.lt(largest, size);
        let lack = self.b.select(infinite, g, lack);

        let result = self.toward(up, r, lack);
        let (is_zero, no_lack) = (self.is_zero(r), self.is_zero(lack));
        let exact = self.b.and(is_zero, no_lack);
        let of_d = self.b.bits(d);
        let signs = self.b.bits_or(product_sign, of_d);
        let sign = self.b.word(self.width.sign());
        let signs = self.b.bits_and(signs, sign);
        self.signed_zero(up, exact, result, signs)
    }

    /// a, c, d and r, so that a·c + d - r has the same sign and nothing in it overflows or underflows.
    fn scaled(&mut self, a: Value, c: Value, d: Value, r: Value) -> (Value, Value, Value, Value) {
        let Scales { half, moderate, large, down, negligible, tiny, .. } = self.scales;
        let product = self.b.mul(a, c);
        let [size_a, size_c] = [a, c].map(|x| self.b.abs(x));
        let swap = self.b.lt(size_a, size_c);
        let (larger, smaller) = (self.b.select(swap, c, a), self.b.select(swap, a, c));

        let (low_p, low_d) = (self.below(product, large), self.below(d, large));
        let all_low = self.b.and(low_p, low_d);
        let is_large = self.not(all_low);
        let (tiny_p, tiny_d) = (self.below(product, tiny), self.below(d, tiny));
        let is_tiny = self.b.and(tiny_p, tiny_d);

        // Down: what is negligible is left as it is, so that its sign stays.
        let [slight_p, slight_d] = [product, d].map(|x| self.below(x, negligible));
        let (down_p, down_d) =
            (self.b.and_not(is_large, slight_p), self.b.and_not(is_large, slight_d));
        let (k_p, k_d) = (self.scale(down_p, down), self.scale(down_d, down));
        let k_r = self.scale(is_large, down);
        // Up: both factors, or the smaller one twice if the other has no room.
        let room = self.below(larger, moderate);
        let (both, twice) = (self.b.and(is_tiny, room), self.b.and_not(is_tiny, room));
        let (up_larger, up_more) = (self.scale(both, half), self.scale(twice, half));
        let up_once = self.scale(is_tiny, half);

        let larger = self.b.mul(larger, k_p);
        let larger = self.b.mul(larger, up_larger);
        let smaller = self.b.mul(smaller, up_once);
        let smaller = self.b.mul(smaller, up_more);
        let [d, r] = [(d, k_d), (r, k_r)].map(|(x, k)| {
            let x = self.b.mul(x, k);
            let x = self.b.mul(x, up_once);
            self.b.mul(x, up_once)
        });
        (larger, smaller, d, r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Element, element, verify};
    use tmd_base::random::Random;

    /// A kernel of one operation on three arrays, rounded up if bit 0 of the state is set.
    fn kernel(kind: Rounded, width: Width) -> Kernel {
        let mut b = Builder::function("one", 1, width);
        let operands: Vec<Value> = (0..kind.arity())
            .map(|k| {
                let array = b.array(&format!("x{k}"));
                let zero = b.word(0);
                b.load(array, zero)
            })
            .collect();
        let word = b.state(0);
        let up = b.bit(word, 0);
        let result = b.directed(kind, up, &operands);
        b.results(&[result]);
        b.finish()
    }

    /// Numbers of all sizes, and the edges.
    fn number(random: &mut Random, width: Width) -> u64 {
        let (bits, precision) = (width.bits(), width.precision());
        let fraction = precision - 1;
        let exponents = (1u64 << (bits - precision)) - 1;
        let word = random.below(u64::MAX) & u64::MAX >> (64 - bits);
        let sign = word & width.sign();
        let bias = exponents / 2;
        let near = |random: &mut Random, at: u64, by: u64| {
            (at + random.below(2 * by + 1)).saturating_sub(by).min(exponents - 1) << fraction
        };
        let fraction_bits = word & ((1 << fraction) - 1);
        match random.below(16) {
            0 => sign,
            1 => sign | exponents << fraction,
            2 => sign | ((exponents << fraction) - 1 - random.below(3)),
            3 => sign | (1 + random.below(3)),
            4 => sign | 1 << fraction | random.below(2),
            5 => sign | fraction_bits,
            6 => sign | near(random, bias, 2),
            7 => sign | near(random, exponents, 60) | fraction_bits,
            8 => sign | near(random, 0, 60) | fraction_bits,
            9 => sign | near(random, bias / 2, 30) | fraction_bits,
            10 => {
                sign | near(random, bias / 2 * 3, 30)
                    | fraction_bits & !0 << random.below(u64::from(fraction))
            }
            11 | 12 => sign | near(random, bias, 60) | fraction_bits,
            13 => {
                sign | near(random, bias, 3)
                    | fraction_bits & !0 << random.below(u64::from(fraction))
            }
            14 => sign | exponents << fraction | 1 << (fraction - 1),
            _ => word,
        }
    }

    #[test]
    fn errors_tell_the_neighbour_for_all_operands() {
        let mut random = Random::new(9);
        let count =
            std::env::var("TMD_DIRECTED").map_or(20_000, |text| text.parse().expect("a number"));
        for width in [Width::W64, Width::W32] {
            for kind in Rounded::ALL.iter().copied() {
                let direct = kernel(kind, width);
                let lowered = by_errors(direct.clone());
                for kernel in [&direct, &lowered] {
                    verify(kernel).expect("well formed");
                }
                for _ in 0..count {
                    let mut operands: Vec<Vec<u64>> =
                        (0..kind.arity()).map(|_| vec![number(&mut random, width)]).collect();
                    if kind == Rounded::Fma && random.below(2) == 0 {
                        // A term near the product.
                        let [a, c] = [0, 1].map(|k| width.number(operands[k][0]));
                        let near =
                            width.bits_of(-(a * c)).wrapping_add(random.below(5)).wrapping_sub(2);
                        operands[2] = vec![near & u64::MAX >> (64 - width.bits())];
                    }
                    for up in [0, 1] {
                        let at = Element { arrays: &operands, ..Element::default() };
                        let [wanted, found] = [&direct, &lowered].map(|kernel| {
                            element(kernel, at, &mut [up], &mut []).expect("a value")[0]
                        });
                        let none = |bits| width.number(bits).is_nan();
                        assert!(
                            wanted == found || none(wanted) && none(found),
                            "{kind:?} {width:?} up {up} {:x?}: {found:x} for {wanted:x}",
                            operands
                        );
                    }
                }
            }
        }
    }
}
