//! The row of an argument of a function with f(x + 1) = -f(x) and f(-x) = ±f(x), as statements of a kernel.
//!
//! x is k halves and a rest r, |r| ≤ 1/4, both exact: multiples of 2 are taken away first, so that k is 0, 1 or 2. About a multiple of
//! 1/2 the function is odd or even, and is ±w·g(w) or ±h(w), where w = |r|; rows are of g and h. In the first case r may be
//! as small as x; where that is tiny, w is x times a power of two, and nothing on the way is subnormal.

use super::place::{Grid, Placed, normal, sign};
use super::scheme::{TINY, WIDTH, of_quarter};
use super::taken::{RAISED, Taken};
use crate::finish::fraction_bits;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Value};

/// Adding this to a smaller positive number and taking it away again leaves a multiple of 2; larger numbers are such multiples.
const TWOS: f64 = 9_007_199_254_740_992.0;
/// The same of multiples of 1/2.
const HALVES: f64 = TWOS / 4.0;

/// An argument as a multiple of 1/2 and a rest.
struct Turned {
    /// A word, of which the lowest bits are those of the multiple, 0, 1 or 2.
    halves: Value,
    /// Whether it is odd.
    is_odd: Value,
    /// The encoding of the rest.
    rest: Value,
    /// |rest|, a number.
    distance: Value,
    /// The sign of the argument, less multiples of 2.
    sign: Value,
}

impl Grid {
    /// Where an argument is, from its bits and those without their sign.
    pub(super) fn turned(
        &self,
        b: &mut Builder,
        [bits, size]: [Value; 2],
        parity: Parity,
    ) -> Placed {
        let turned = reduced(b, [bits, size]);
        let tiny = is_tiny(b, size);
        let sign = signed(b, bits, &turned, tiny, parity);
        let (w, taken) = match parity {
            Parity::Odd => {
                let (own, exponent) = enlarged(b, size);
                let none = b.word(RAISED);
                let exponent = b.select(tiny, exponent, none);
                let exponent = b.named("exponent", exponent);
                (b.select(tiny, own, turned.distance), Taken::Lowered(exponent))
            }
            Parity::Even => {
                // Its values at tiny arguments are between the same breakpoints.
                let own = b.float(TINY);
                (b.select(tiny, own, turned.distance), Taken::Nothing)
            }
        };
        b.comment(
            "the nearest multiple, which the sum's last places are; rows about a zero come first",
        );
        let magic = 2f64.powi((fraction_bits(WIDTH) - self.cuts) as i32);
        let number = b.float(magic);
        let sum = b.add(w, number);
        let centre = b.sub(sum, number);
        let t = b.sub(w, centre);
        let sum = b.bits(sum);
        let [first, second] = [0, of_quarter(self.cuts)].map(|row| b.word(row));
        let one = b.float(1.0);
        let (row, factor) = match parity {
            Parity::Odd => (b.select(turned.is_odd, second, first), [one, w]),
            Parity::Even => (b.select(turned.is_odd, first, second), [w, one]),
        };
        let zero = b.word(magic.to_bits());
        let multiple = b.sub(sum, zero);
        let row = b.add(row, multiple);
        let factor = b.select(turned.is_odd, factor[0], factor[1]);
        let (row, t) = (b.named("row", row), b.named("t", t));
        let factor = Some(b.named("factor", factor));
        Placed { factor, sign: Some(sign), ..Placed::new(row, t, taken) }
    }
}

fn reduced(b: &mut Builder, [bits, size]: [Value; 2]) -> Turned {
    b.comment("less a multiple of 2, from -1 to 1");
    let x = b.from_bits(size);
    let twos = b.float(TWOS);
    let x = b.min(x, twos);
    let sum = b.add(x, twos);
    let multiple = b.sub(sum, twos);
    let x = b.sub(x, multiple);
    let own = b.bits(x);
    let own = b.bits_xor(own, bits);
    let sign = sign(b, own);
    b.comment("the nearest multiple of 1/2, and the distance from it");
    let x = b.abs(x);
    let halves = b.float(HALVES);
    let sum = b.add(x, halves);
    let multiple = b.sub(sum, halves);
    let rest = b.sub(x, multiple);
    let distance = b.abs(rest);
    let distance = b.named("distance", distance);
    let halves = b.bits(sum);
    Turned { halves, is_odd: b.bit(halves, 0), rest: b.bits(rest), distance, sign }
}

/// Whether a size is not 0, but less than [`TINY`].
fn is_tiny(b: &mut Builder, size: Value) -> Value {
    let [one, most] = [1, TINY.to_bits() - 1].map(|word| b.word(word));
    let less = b.sub(size, one);
    b.lt(less, most)
}

/// A word with the sign of the value: it changes from half to half, about a zero, and with the argument's if the function is odd.
/// That of a zero is what IEEE 754-2019 has in section 9.2: the argument's, or +.
fn signed(b: &mut Builder, bits: Value, turned: &Turned, tiny: Value, parity: Parity) -> Value {
    b.comment("the sign of the value");
    let half_turn = b.shr(turned.halves, 1);
    let half_turn = b.shl(half_turn, WIDTH.bits() - 1);
    let (none, zero) = (b.word(0), b.float(0.0));
    let is_off = b.lt(zero, turned.distance);
    match parity {
        Parity::Odd => {
            let own = b.select(turned.is_odd, none, turned.rest);
            let own = b.bits_xor(own, half_turn);
            let own = b.bits_xor(own, turned.sign);
            let is_off = b.or(is_off, tiny);
            let is_value = b.or(is_off, turned.is_odd);
            let own = b.select(is_value, own, bits);
            sign(b, own)
        }
        Parity::Even => {
            let all = b.word(u64::MAX);
            let opposite = b.bits_xor(turned.rest, all);
            let own = b.select(turned.is_odd, opposite, none);
            let own = b.bits_xor(own, half_turn);
            let is_zero = b.and_not(turned.is_odd, is_off);
            let own = b.select(is_zero, none, own);
            sign(b, own)
        }
    }
}

/// A tiny number times a power of two, from half of [`TINY`] on, and the exponent of what gives it back, more [`RAISED`].
fn enlarged(b: &mut Builder, size: Value) -> (Value, Value) {
    let [bits, below] = normal(b, size);
    b.comment("a tiny argument is multiplied by a power of two");
    let fraction = fraction_bits(WIDTH);
    let first = (TINY / 2.0).to_bits();
    let [mask, exponent] = [(1 << fraction) - 1, first].map(|word| b.word(word));
    let own = b.bits_and(bits, mask);
    let own = b.bits_or(own, exponent);
    let field = b.shr(bits, fraction);
    let zero = b.word(RAISED - (first >> fraction));
    let field = b.add(field, zero);
    (b.from_bits(own), b.sub(field, below))
}

#[cfg(test)]
mod tests {
    use super::super::place::tests::part;
    use super::super::scheme::Scheme;
    use super::*;
    use rug::float::Round;
    use rug::{Float, Rational};
    use tmd_base::random::Random;
    use tmd_functions::mpfr;

    const CUTS: u32 = 6;

    fn exact(x: f64) -> Rational {
        Rational::from_f64(x).expect("a number")
    }

    /// Numbers of all sizes of both signs, and multiples of small powers of two.
    fn arguments() -> Vec<f64> {
        let mut random = Random::new(11);
        let any = (0..4000).map(|at| match at % 4 {
            0 => f64::from_bits(random.next()),
            1 => (random.unit() - 0.5) * 2f64.powi(at % 120 - 66),
            2 => (random.next() >> (at % 60)) as f64 / 8.0,
            _ => f64::from_bits(random.next() >> (12 + at % 50)),
        });
        let own =
            [0.0, -0.0, TINY, -TINY, 0.5, -1.5, 2.0, -2.0, 3.0, 1e300, TWOS - 1.0, HALVES + 0.5];
        any.filter(|x| x.is_finite()).chain(own).collect()
    }

    #[test]
    fn arguments_are_where_the_function_says() {
        let x = arguments();
        for (parity, name) in [(Parity::Odd, "sinpi"), (Parity::Even, "cospi")] {
            let scheme = (Scheme::Turns(parity), CUTS);
            let rows = part(scheme, &x, |_, placed| placed.row);
            let t = part(scheme, &x, |b, placed| b.bits(placed.t));
            let factors = part(scheme, &x, |b, placed| b.bits(placed.factor.expect("one")));
            let signs = part(scheme, &x, |_, placed| placed.sign.expect("one"));
            let exponents = part(scheme, &x, |b, placed| match placed.taken {
                Taken::Lowered(exponent) => exponent,
                _ => b.word(RAISED),
            });
            let found = mpfr::find(name).expect("known");
            let mut tiny = 0;
            for (at, x) in x.iter().enumerate() {
                let mut y = Float::with_val(53, x);
                (found.round)(&mut y, Round::Nearest);
                assert_eq!(signs[at] != 0, y.is_sign_negative(), "{name}({x:e})");
                let place = Scheme::Turns(parity).place(rows[at], CUTS);
                let [t, factor] = [t[at], factors[at]].map(f64::from_bits);
                let w = exact(place.centre) + exact(t);
                let is_in = |x: f64| (place.ends[0]..=place.ends[1]).contains(&x);
                assert!(is_in(place.centre + t), "{x:e}: {t:e} about {:e}", place.centre);
                assert_eq!(
                    exact(factor),
                    if place.is_divided { w.clone() } else { 1.into() },
                    "{x:e}"
                );
                // How far it is from an integer, and from the nearest odd multiple of 1/2.
                let size = exact(x.abs());
                let from_integer = (size.clone().round() - size).abs();
                let from_half = Rational::from((1, 2)) - &from_integer;
                let is_of_integer = place.is_divided == (parity == Parity::Odd);
                let distance = if is_of_integer { from_integer } else { from_half };
                let is_tiny = *x != 0.0 && x.abs() < TINY;
                tiny += usize::from(is_tiny);
                if is_tiny && parity == Parity::Even {
                    assert!(w == exact(TINY) && !place.is_divided, "{x:e}");
                    continue;
                }
                let exponent = exponents[at] as i32 - RAISED as i32;
                assert!((exponent < 0) == is_tiny || x.abs() >= TINY / 2.0, "{x:e}: {exponent}");
                let scale = Float::with_val(64, 1) << exponent;
                assert_eq!(w * scale.to_rational().expect("a number"), distance, "{x:e}");
            }
            assert!(tiny > 1000 && tiny < x.len() / 2, "{tiny}");
        }
    }
}
