//! exp(x) = 2^(k/2^cuts)·exp(r), r = x - k·ln 2/2^cuts: the constants, and how accurate r is as a sum of two words.
//!
//! ln 2/2^cuts is a sum of three numbers, l + m + n (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980). l has
//! so few bits that k·l is a number. So is y = x - k·l, if k is not 0: y is a multiple of the smaller one of the last places of x and
//! of l, and less than 2^53 times as large, because it is at most about ln 2/2^(cuts + 1), and x is no less; that is near no power
//! of two. k·m = p + q as a sum of two numbers, and y - p = t + d. What is rounded is (d - q) - k·n, the second word of r.

use super::bound::{plus, times};
use super::taylor::{PREC as BOUND_PREC, up};
use rug::Float;
use rug::float::{Constant, Round};

/// No arguments beyond this size are served where f(x + c) = 2·f(x): values are above or below all numbers there.
pub(super) const MOST_TRANSLATED: f64 = 1100.0;
/// Bits of the logarithm.
const PREC: u32 = 400;
/// |k| < 2^(this + cuts).
const COUNT_BITS: u32 = 11;
/// Bits of a number.
const BITS: u32 = 53;

/// What arguments are reduced by.
#[derive(Clone, Debug)]
pub(super) struct Period {
    /// About 2^cuts/ln 2.
    pub(super) inverse: f64,
    /// ln 2/2^cuts as a sum.
    pub(super) words: [f64; 3],
    /// The first word of r is no larger in size.
    pub(super) reach: f64,
    /// The second word is no larger.
    pub(super) rest: f64,
    /// Both together differ from r by no more.
    pub(super) error: f64,
}

impl Period {
    pub(super) fn of(cuts: u32) -> Period {
        let unit = Float::with_val(PREC, Constant::Log2) >> cuts;
        let first = Float::with_val(BITS - COUNT_BITS - cuts, &unit).to_f64();
        let left = Float::with_val(PREC, &unit - first);
        let second = left.to_f64();
        let left = left - second;
        let third = left.to_f64();
        let left = above(&(left - third)) + (up(1.0) >> (PREC - 8));
        let count = up(1.0) << (COUNT_BITS + cuts);
        debug_assert!(above(&(Float::with_val(PREC, MOST_TRANSLATED) / &unit)) < count);
        // The quotient is off by less than k·2^-51, and so is 1/2 where it is rounded to an integer; a word's rounding is less.
        let half = (up(1.0) >> 1) + (up(1.0) >> (BITS - COUNT_BITS - cuts - 3));
        let reach = times(above(&unit), &half);
        let of_second = times(up(second.abs()), &count);
        let of_third = times(up(third.abs()), &count);
        let difference = plus(reach.clone(), &(of_second << 1)) >> BITS;
        let rest = plus(difference.clone() << 1, &of_third);
        let rounded = plus(difference, &rest) >> BITS;
        let error = plus(times(left, &count), &rounded);
        let number = |bound: &Float| bound.to_f64_round(Round::Up);
        Period {
            inverse: Float::with_val(PREC, unit.recip_ref()).to_f64(),
            words: [first, second, third],
            reach: number(&reach),
            rest: number(&(rest << 1)),
            error: number(&error),
        }
    }
}

fn above(number: &Float) -> Float {
    Float::with_val_round(BOUND_PREC, number, Round::Up).0.abs()
}

#[cfg(test)]
mod tests {
    use super::super::place::tests::part;
    use super::super::scheme::{ALL_OF_EXP, TINY};
    use super::super::taken::{RAISED, Taken};
    use super::*;
    use tmd_base::random::Random;

    /// What is left of arguments, beside MPFR.
    #[test]
    fn arguments_are_reduced_as_accurately_as_is_said() {
        for cuts in [4, 9, 13] {
            let period = Period::of(cuts);
            let mut random = Random::new(cuts.into());
            let x: Vec<f64> = (0..20_000)
                .map(|at| match at % 3 {
                    0 => (random.unit() - 0.5) * 2.0 * MOST_TRANSLATED,
                    1 => (random.unit() - 0.5) * 2f64.powi(-(at % 30)),
                    // Next to the middle between two multiples.
                    _ => (f64::from(at / 20 - 500) + 0.5) * period.words[0] + random.unit() / 1e12,
                })
                .filter(|x| x.abs() >= TINY)
                .collect();
            let scheme = (ALL_OF_EXP, cuts);
            let rows = part(scheme, &x, |_, placed| placed.row);
            let t = part(scheme, &x, |b, placed| b.bits(placed.t));
            let rests = part(scheme, &x, |b, placed| b.bits(placed.rest_of_t.expect("one")));
            let exponents = part(scheme, &x, |_, placed| match placed.taken {
                Taken::Raised(exponent) => exponent,
                _ => panic!("a power of two is taken away"),
            });
            let unit = Float::with_val(PREC, Constant::Log2) >> cuts;
            let (mut most_off, mut most_rest) = (0.0_f64, 0.0_f64);
            for (at, x) in x.iter().enumerate() {
                let [t, rest] = [t[at], rests[at]].map(f64::from_bits);
                let exponent = exponents[at] as i64 - RAISED as i64;
                let multiple = (exponent << cuts) + rows[at] as i64;
                let exact = Float::with_val(PREC, *x) - Float::with_val(PREC, &unit * multiple);
                let off = (exact - t - rest).to_f64().abs();
                assert!(t.abs() <= period.reach, "{x:e}: {t:e}");
                assert!(rest.abs() <= period.rest, "{x:e}: {rest:e}");
                assert!(off <= period.error, "{x:e}: off by {off:e}");
                (most_off, most_rest) = (most_off.max(off), most_rest.max(rest.abs()));
            }
            let Period { rest, error, .. } = period;
            println!("{cuts}: 2^{:.1}, bounded by 2^{:.1}", most_off.log2(), error.log2());
            assert!(most_off * 64.0 > error && most_rest * 64.0 > rest);
        }
    }
}
