//! erf and erfc next to 1, -1 and 2, from what they lack there: erfc(|x|) < exp(-x²) < 2^-k, k = ⌊1.44·x²⌋, so that of n bits all but
//! n - k are known. MPFR would compute all of them, which takes a thousand times as long.

use rug::Float;
use rug::Integer;
use rug::float::{Constant, Round};
use std::cmp::Ordering;

/// So many bits more than the rounding needs, but for few numbers.
const MORE: u32 = 24;
/// And so many besides that roundings cost.
const LOST: u32 = 48;

/// The error function and its complement, rounded as MPFR's are.
pub(crate) trait NearLimits {
    fn near_one_erf_round(&mut self, round: Round) -> Ordering;
    fn near_two_erfc_round(&mut self, round: Round) -> Ordering;
}

impl NearLimits for Float {
    fn near_one_erf_round(&mut self, round: Round) -> Ordering {
        let limit = if *self > 0 { 1 } else { -1 };
        from_limit(self, limit, round).unwrap_or_else(|| self.erf_round(round))
    }

    fn near_two_erfc_round(&mut self, round: Round) -> Ordering {
        let known = if *self < 0 { from_limit(self, 2, round) } else { None };
        known.unwrap_or_else(|| self.erfc_round(round))
    }
}

/// Replaces x by what is erfc(|x|) away from a limit, nearer to 0, if few bits of erfc(|x|) tell how it is rounded.
fn from_limit(x: &mut Float, limit: i32, round: Round) -> Option<Ordering> {
    let order = match round {
        Round::Down => Ordering::Less,
        Round::Up => Ordering::Greater,
        _ => return None,
    };
    let size = x.to_f64().abs();
    if !(3.0..=16384.0).contains(&size) {
        return None;
    }
    let known = (1.44 * size * size) as u32;
    // Fewer bits are those of the limit, as MPFR sees at once.
    let bits = x.prec().checked_sub(known).filter(|bits| *bits > 0)? + MORE;
    if bits > known {
        return None; // The series has no more than these.
    }
    let lacks = lacking(&x.clone().abs(), bits)?;
    let value = |lacks: &Float| {
        let lacks = if limit > 0 { -lacks.clone() } else { lacks.clone() };
        Float::with_val_round(x.prec(), &lacks + limit, round).0
    };
    // The value is strictly between these two before they are rounded.
    let [one, other] = [value(&lacks[0]), value(&lacks[1])];
    if one != other {
        return None;
    }
    *x = one;
    Some(order)
}

/// erfc(x) is strictly between these two, of which about so many bits agree; `None` if its asymptotic series, exp(-x²)/(x·√π) times
/// 1 - 1/(2x²) + 1·3/(2x²)² - …, has fewer: of two sums next to each other one is above, the other below.
fn lacking(x: &Float, bits: u32) -> Option<[Float; 2]> {
    let square = x.to_rational()?.square();
    let (numer, denom) = square.clone().into_numer_denom();
    let twice = numer << 1u32;
    // In units of 2^-prec. Each term is rounded down, by less than a unit more than the one before, as the factors are below 1.
    let prec = bits + LOST;
    let mut term = Integer::from(1) << prec;
    let mut sum = term.clone();
    let mut count = 0u32;
    loop {
        count += 1;
        let factor = Integer::from(&denom * (2 * count - 1));
        if factor >= twice {
            return None;
        }
        term = term * factor / &twice;
        if count % 2 == 1 {
            sum -= &term;
        } else {
            sum += &term;
        }
        if term.significant_bits() + bits <= prec {
            break;
        }
    }
    // The error of a term is at most its number, and what is left out at most the last term and its error.
    let off = Integer::from(count) * (count + 1) + &term + count;
    let ends = [Integer::from(&sum - &off), sum + off];
    let inner = [Round::Down, Round::Up];
    let outer = [Round::Up, Round::Down];
    let end = |i: usize| {
        let series = Float::with_val_round(prec, &ends[i], inner[i]).0 >> prec;
        let exponent = -Float::with_val_round(prec, &square, outer[i]).0;
        let bell = Float::with_val_round(prec, exponent.exp_ref(), inner[i]).0;
        let pi = Float::with_val_round(prec, Constant::Pi, outer[i]).0;
        let root = Float::with_val_round(prec, pi.sqrt_ref(), outer[i]).0;
        let scale = Float::with_val_round(prec, &root * x, outer[i]).0;
        let product = Float::with_val_round(prec, &series * &bell, inner[i]).0;
        Float::with_val_round(prec, &product / &scale, inner[i]).0
    };
    let (mut low, mut high) = (end(0), end(1));
    low.next_down();
    high.next_up();
    Some([low, high])
}
