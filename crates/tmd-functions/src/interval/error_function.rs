//! The error function and its complement. Next to a limit, 1, -1 or 2, the leading bits are known, and only those of the difference,
//! erfc(|x|), have to be computed, by its asymptotic series: in a thousandth of the time that MPFR takes for the sum.

use super::{Interval, ends};
use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;

/// More bits of the difference than decide the rounding, but for one argument in 2^20.
const SPARE: u32 = 20;
/// log2(e), rounded down: exp(-y) has so many leading zeros for each unit of y.
const BITS: f64 = 1.44;
/// Where the series is used: before, it has too few bits, and beyond, everything is known by inequalities.
const SIZES: std::ops::Range<f64> = 3.0..65536.0;

impl Interval {
    /// The error function.
    pub fn erf(&self) -> Interval {
        let prec = self.prec();
        self.rising(|x| ends::at("erf", x, prec, erf))
    }

    /// 1 less the error function.
    pub fn erfc(&self) -> Interval {
        let prec = self.prec();
        self.falling(|x| ends::at("erfc", x, prec, erfc))
    }
}

/// erf(x), rounded down, and how that compares with it: for x > 0 it is 1 - erfc(x), and erf(-x) = -erf(x).
fn erf(x: &Float, prec: u32) -> (Float, Ordering) {
    let near_limit = difference(x, prec).and_then(|[low, high]| match x.is_sign_negative() {
        false => agreed([rounded(prec, 1 - &high), rounded(prec, 1 - &low)]),
        true => agreed([rounded(prec, &low - 1u32), rounded(prec, &high - 1u32)]),
    });
    near_limit.unwrap_or_else(|| Float::with_val_round(prec, x.erf_ref(), Round::Down))
}

/// erfc(x), likewise: for negative x it is 2 - erfc(-x).
fn erfc(x: &Float, prec: u32) -> (Float, Ordering) {
    let difference = if x.is_sign_negative() { difference(x, prec) } else { None };
    let near_limit = difference
        .and_then(|[low, high]| agreed([rounded(prec, 2 - &high), rounded(prec, 2 - &low)]));
    near_limit.unwrap_or_else(|| Float::with_val_round(prec, x.erfc_ref(), Round::Down))
}

/// Two numbers with erfc(|x|) strictly between them, as close as so many bits of the limit less erfc(|x|) need; `None` if that is not
/// easier, or the series has fewer. As erfc(|x|) < exp(-x²) (Abramowitz and Stegun 7.1.13), the first x²·log2(e) bits are those of the limit.
fn difference(x: &Float, prec: u32) -> Option<[Float; 2]> {
    let size = x.to_f64().abs();
    if !SIZES.contains(&size) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 12 to 2^33, of which more than there are bits is no use"
    )]
    let known = (size * size * BITS) as u32;
    // Where so many bits show nothing but the limit, MPFR knows it at once.
    let bits = prec.checked_sub(known).filter(|bits| *bits > 0)? + SPARE;
    if bits > known { None } else { asymptotic(&x.clone().abs(), bits) }
}

/// Two numbers with erfc(x) strictly between them, of which so many bits agree, or nearly; `None` if the series has fewer. It is
/// exp(-x²)/(x·√π) times the sum of (-1)^n·(2n - 1)!!/(2x²)^n, which lies between each partial sum and the next, for every x > 0
/// (Abramowitz and Stegun 7.1.23 and 7.1.24); the terms fall up to about n = x², where they are exp(-x²).
fn asymptotic(x: &Float, bits: u32) -> Option<[Float; 2]> {
    // The roundings of so many terms cost a few bits, and an error of x² is one of as much in proportion.
    let prec = bits + 40;
    let x = Interval {
        lo: Float::with_val_round(prec, x, Round::Down).0,
        hi: Float::with_val_round(prec, x, Round::Up).0,
    };
    let square = x.sqr();
    let twice = square.shifted(1);
    let enough = Float::with_val(53, 1) >> bits;
    let (mut term, mut sum) = (Interval::one(prec), Interval::one(prec));
    for n in 1.. {
        let next = term.mul_i64(2 * n - 1).div(&twice).ok()?;
        if next.hi >= term.lo {
            return None;
        }
        let after = if n % 2 == 1 { sum.sub(&next) } else { sum.add(&next) };
        if next.hi < enough {
            sum = sum.hull(&after);
            break;
        }
        (term, sum) = (next, after);
    }
    let scale = x.mul(&Interval::pi(prec).sqrt().ok()?);
    let Interval { mut lo, mut hi } = sum.mul(&square.neg().exp()).div(&scale).ok()?;
    lo.next_down();
    hi.next_up();
    Some([lo, hi])
}

fn rounded<T>(prec: u32, value: T) -> Float
where
    Float: rug::ops::AssignRound<T, Round = Round, Ordering = Ordering>,
{
    Float::with_val_round(prec, value, Round::Down).0
}

/// The rounding of what lies strictly between two numbers that are rounded to the same: it is below that.
fn agreed([low, high]: [Float; 2]) -> Option<(Float, Ordering)> {
    (low == high).then_some((low, Ordering::Less))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The narrowest enclosures are those of MPFR's own sums, on both sides of where the series has enough bits.
    #[test]
    fn as_mpfr_rounds() {
        let mut by_series = 0;
        for n in 1..300 {
            for sign in [1, -1] {
                let x: Float = Float::with_val(53, sign * n) / 13;
                for prec in [2, 64, 128, 192, 320, 640] {
                    let mpfr = Float::with_val_round(prec, x.erf_ref(), Round::Down);
                    assert_eq!(erf(&x, prec), mpfr, "erf {x} {prec}");
                    let mpfr = Float::with_val_round(prec, x.erfc_ref(), Round::Down);
                    assert_eq!(erfc(&x, prec), mpfr, "erfc {x} {prec}");
                    by_series += i32::from(difference(&x, prec).is_some());
                }
            }
        }
        assert!(by_series > 350, "{by_series}");
        for x in [f64::INFINITY, f64::NEG_INFINITY, 0.0, 1e300] {
            let x = Float::with_val(53, x);
            let limit = Float::with_val_round(64, x.erf_ref(), Round::Down);
            assert_eq!(erf(&x, 64), limit, "{x}");
        }
    }

    #[test]
    fn as_many_bits_agree_as_are_asked_for() {
        for (x, bits) in [(3.5, 12), (6.0, 40), (20.0, 100), (20.0, 520), (500.0, 4000)] {
            let x = Float::with_val(53, x);
            let [low, high] = asymptotic(&x, bits).expect("enough terms");
            let off = Float::with_val(64, &high - &low) / &low;
            let most = Float::with_val(64, 1) >> (bits - 2);
            assert!(off < most, "{x}: {off} for {bits} bits");
            let exact = Float::with_val(bits + 64, x.erfc_ref());
            assert!(low < exact && exact < high, "{x}");
        }
        assert!(asymptotic(&Float::with_val(53, 3), 40).is_none());
    }
}
