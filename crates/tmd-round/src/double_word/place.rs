//! The row of an argument, and its distance from the row's centre, as statements of a kernel.

use super::arithmetic::{Arithmetic, Emitted};
use super::period::{MOST_TRANSLATED, Period};
use super::scheme::{Scheme, TINY, WIDTH, one};
use super::taken::{RAISED, Taken};
use crate::finish::fraction_bits;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Value};

/// An argument that has found its row.
pub(super) struct Placed {
    /// Index of the row.
    pub(super) row: Value,
    /// x less the row's centre: exact, or the first word of it.
    pub(super) t: Value,
    /// What an equation took away.
    pub(super) taken: Taken,
    /// A second word of the distance.
    pub(super) rest_of_t: Option<Value>,
    /// What the polynomial is multiplied by.
    pub(super) factor: Option<Value>,
    /// A word that has the sign of the result, where there is more than one.
    pub(super) sign: Option<Value>,
}

impl Placed {
    pub(super) fn new(row: Value, t: Value, taken: Taken) -> Placed {
        Placed { row, t, taken, rest_of_t: None, factor: None, sign: None }
    }
}

/// Words that are added to exponents so that none is negative: a multiple of all steps of scalings.
const STEPS_ZERO: u64 = 840 * 3;

/// The rows that arguments are led to.
pub(super) struct Grid {
    /// How an argument finds its row.
    pub(super) scheme: Scheme,
    /// Whether one sign of arguments stands for both; of whole formats.
    pub(super) parity: Option<Parity>,
    /// log2 of the rows of a binade, or of an interval of length 1.
    pub(super) cuts: u32,
    /// Whether subnormal arguments are served.
    pub(super) with_subnormal: bool,
}

impl Grid {
    /// Where an argument is, from its bits, those without their sign, and itself.
    pub(super) fn placed(&self, b: &mut Builder, [bits, size]: [Value; 2], x: Value) -> Placed {
        let placed = match self.scheme {
            Scheme::Range { .. } => return self.in_range(b, size),
            Scheme::Translation => return self.translated(b, x),
            Scheme::Turns(parity) => return self.turned(b, [bits, size], parity),
            Scheme::Exponential { .. } => return self.in_periods(b, x),
            Scheme::Scaling(step) => {
                let own = self.normal(b, size);
                self.scaled(b, own, step.x, step.f)
            }
            Scheme::Shift(by) => {
                let own = self.normal(b, size);
                self.shifted(b, own, by)
            }
        };
        let is_odd = self.parity == Some(Parity::Odd);
        Placed { sign: is_odd.then(|| sign(b, bits)), ..placed }
    }

    /// [`normal`], where there are subnormal arguments.
    fn normal(&self, b: &mut Builder, size: Value) -> [Value; 2] {
        match self.with_subnormal {
            true => normal(b, size),
            false => [size, b.word(0)],
        }
    }

    fn in_range(&self, b: &mut Builder, size: Value) -> Placed {
        b.comment("the nearest centre");
        let (row, t) = self.nearest(b, size);
        Placed::new(row, t, Taken::Nothing)
    }

    /// The row of a number's bits, and the distance from its centre.
    fn nearest(&self, b: &mut Builder, bits: Value) -> (Value, Value) {
        let shift = fraction_bits(WIDTH) - self.cuts;
        let half = b.word(1 << (shift - 1));
        let raised = b.add(bits, half);
        let index = b.shr(raised, shift);
        let first = b.word(self.scheme.rows(self.cuts).start);
        let row = b.sub(index, first);
        let row = b.named("row", row);
        let centre = b.shl(index, shift);
        let centre = b.from_bits(centre);
        let x = b.from_bits(bits);
        let t = b.sub(x, centre);
        (row, b.named("t", t))
    }

    /// `bits` are those of a normal number, 2^1022 times as large if it is subnormal (`below` is 1022 then, else 0).
    fn scaled(&self, b: &mut Builder, [bits, below]: [Value; 2], x: i32, f: i32) -> Placed {
        b.comment("the exponent as a multiple of the equation's step and what is left");
        let steps = u64::from(x.unsigned_abs());
        let fraction = fraction_bits(WIDTH);
        let half = b.word(1 << (fraction - self.cuts - 1));
        let rounded = b.add(bits, half);
        let field = b.shr(rounded, fraction);
        let raised = b.word(STEPS_ZERO - one());
        let exponent = b.add(field, raised);
        let exponent = b.sub(exponent, below);
        // Exponents are below 2^13: ⌈2^26/steps⌉ is as good as 1/steps.
        let quotient = match steps {
            1 => exponent,
            _ => {
                let reciprocal = b.word((1_u64 << 26).div_ceil(steps));
                let product = b.mul(exponent, reciprocal);
                b.shr(product, 26)
            }
        };
        let quotient = b.named("multiple", quotient);
        let length = b.word(steps);
        let multiple = b.mul(quotient, length);
        let zero = b.word(STEPS_ZERO);
        let taken = b.sub(multiple, zero);
        let taken = b.add(taken, below);
        let taken = b.shl(taken, fraction);
        let reduced = b.sub(bits, taken);
        let (row, t) = self.nearest(b, reduced);
        let zero = b.word(STEPS_ZERO / steps);
        let count = b.sub(quotient, zero);
        let factor = b.word(i64::from(f).cast_unsigned());
        let exponent = b.mul(count, factor);
        Placed::new(row, t, Taken::Exponent(exponent))
    }

    fn shifted(&self, b: &mut Builder, [bits, below]: [Value; 2], by: i32) -> Placed {
        b.comment("the exponent, and a number about 1");
        let fraction = fraction_bits(WIDTH);
        let shift = fraction - self.cuts;
        let start = (self.scheme.rows(self.cuts).start << shift) - (1 << (shift - 1));
        // 1024 is added to the exponent, so that it is not negative.
        let start = b.word((1024_u64 << fraction).wrapping_sub(start));
        let raised = b.add(bits, start);
        let count = b.shr(raised, fraction);
        let zero = b.word(1024);
        let exponent = b.sub(count, zero);
        let taken = b.shl(exponent, fraction);
        let reduced = b.sub(bits, taken);
        let (row, t) = self.nearest(b, reduced);
        let [count, below] = [b.to_f64(count), b.to_f64(below)];
        let zero = b.float(1024.0);
        let k = b.sub(count, zero);
        let k = b.sub(k, below);
        let k = match by {
            1 => k,
            _ => {
                let by = b.float(by.into());
                b.mul(k, by)
            }
        };
        Placed::new(row, t, Taken::Added(b.named("k", k)))
    }

    fn translated(&self, b: &mut Builder, x: Value) -> Placed {
        let x = clamped(b, x);
        b.comment("the nearest multiple, which the sum's last places are");
        let magic = 1.5 * 2f64.powi((fraction_bits(WIDTH) - self.cuts) as i32);
        let number = b.float(magic);
        let sum = b.add(x, number);
        let centre = b.sub(sum, number);
        let t = b.sub(x, centre);
        let t = b.named("t", t);
        let (row, exponent) = self.of_multiple(b, sum, magic);
        Placed::new(row, t, Taken::Raised(exponent))
    }

    fn in_periods(&self, b: &mut Builder, x: Value) -> Placed {
        let Period { inverse, words, .. } = Period::of(self.cuts);
        let x = clamped(b, x);
        b.comment("the nearest multiple of a part of ln 2, which the sum's last places are");
        let magic = 1.5 * 2f64.powi(fraction_bits(WIDTH) as i32);
        let [number, inverse] = [magic, inverse].map(|number| b.float(number));
        let quotient = b.mul(x, inverse);
        let sum = b.add(quotient, number);
        let count = b.sub(sum, number);
        b.comment("the distance from it as a sum of two words");
        let [first, second, third] = [words[0], words[1], -words[2]].map(|word| b.float(word));
        let multiple = b.mul(count, first);
        let y = b.sub(x, multiple);
        let mut own = Emitted { b, t: count };
        let [product, of_product] = own.product(second);
        let opposite = own.b.neg(product);
        let [t, missing] = own.any_sum(y, opposite);
        let missing = b.sub(missing, of_product);
        let rest_of_t = b.fma(count, third, missing);
        let (t, rest_of_t) = (b.named("t", t), Some(b.named("rest_of_t", rest_of_t)));
        let (row, exponent) = self.of_multiple(b, sum, magic);
        Placed { rest_of_t, ..Placed::new(row, t, Taken::Raised(exponent)) }
    }

    /// The row, and the exponent more [`RAISED`], of a multiple that is the last places of a sum with a number.
    fn of_multiple(&self, b: &mut Builder, sum: Value, magic: f64) -> (Value, Value) {
        let sum = b.bits(sum);
        let raised = RAISED << self.cuts;
        let zero = b.word(magic.to_bits().wrapping_sub(raised));
        let multiple = b.sub(sum, zero);
        let exponent = b.shr(multiple, self.cuts);
        let mask = b.word((1 << self.cuts) - 1);
        let row = b.bits_and(multiple, mask);
        (b.named("row", row), b.named("exponent", exponent))
    }
}

/// The argument of a function of numbers, its bits, and those without their sign.
pub(super) fn argument(b: &mut Builder) -> (Value, [Value; 2]) {
    let x = b.argument(0);
    let bits = b.bits(x);
    let bits = b.named("bits", bits);
    let mask = b.word(WIDTH.sign() - 1);
    let size = b.bits_and(bits, mask);
    (x, [bits, b.named("size", size)])
}

/// An argument of a function with f(x + c) = 2·f(x), or one that stands for it.
fn clamped(b: &mut Builder, x: Value) -> Value {
    b.comment("the argument, neither too large nor too small");
    let [least, most] = [-MOST_TRANSLATED, MOST_TRANSLATED].map(|end| b.float(end));
    let x = b.max(x, least);
    let x = b.min(x, most);
    let bits = b.bits(x);
    let [sign, tiny] = [WIDTH.sign(), TINY.to_bits()].map(|word| b.word(word));
    let size = b.abs(x);
    let own = b.float(TINY);
    let is_tiny = b.lt(size, own);
    let sign = b.bits_and(bits, sign);
    let tiny = b.bits_or(tiny, sign);
    let tiny = b.from_bits(tiny);
    let x = b.select(is_tiny, tiny, x);
    b.named("at", x)
}

/// The sign of an encoding.
pub(super) fn sign(b: &mut Builder, bits: Value) -> Value {
    let sign = b.word(WIDTH.sign());
    b.bits_and(bits, sign)
}

/// The bits of a size as those of a normal number; of subnormal ones it is 2^1022 times as large, which is told as 1022.
pub(super) fn normal(b: &mut Builder, size: Value) -> [Value; 2] {
    b.comment("a subnormal argument is taken 2^1022 times as large");
    let fraction = fraction_bits(WIDTH);
    let least = b.word(1 << fraction);
    let is_subnormal = b.lt(size, least);
    let exponent = b.word(one() << fraction);
    let raised = b.bits_or(size, exponent);
    let raised = b.from_bits(raised);
    let less = b.float(1.0);
    let raised = b.sub(raised, less);
    let raised = b.bits(raised);
    let bits = b.select(is_subnormal, raised, size);
    let [below, zero] = [one() - 1, 0].map(|word| b.word(word));
    [b.named("bits_of_normal", bits), b.select(is_subnormal, below, zero)]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tmd_kernel::ir::call;

    /// A part of what the statements compute, for many arguments.
    pub(in super::super) fn part(
        (scheme, cuts): (Scheme, u32),
        x: &[f64],
        of: impl Fn(&mut Builder, Placed) -> Value,
    ) -> Vec<u64> {
        let own = Grid { scheme, parity: None, cuts, with_subnormal: true };
        let mut builder = Builder::function_of_words("part", x.len(), WIDTH);
        let b = &mut builder;
        let bits = b.argument(0);
        let mask = b.word(WIDTH.sign() - 1);
        let size = b.bits_and(bits, mask);
        let x_number = b.from_bits(bits);
        let placed = own.placed(b, [bits, size], x_number);
        let part = of(b, placed);
        b.result(part);
        let bits: Vec<u64> = x.iter().map(|x| x.to_bits()).collect();
        call(&builder.finish(), &bits).expect("results")
    }
}
