//! All fractions of an interval whose denominators have a limit, by the simplest one of it and of what is left on both sides.

use rug::{Integer, Rational};

/// Finds the fractions from `low` > 0 to `high` with denominators up to `most`.
pub(crate) fn within(low: &Rational, high: &Rational, most: u64, found: &mut Vec<(u64, u64)>) {
    if low > high {
        return;
    }
    let Some((numerator, denominator)) = simplest(low, high, most) else { return };
    found.push((numerator, denominator));
    // No other one is nearer than that.
    let gap = Rational::from((Integer::from(1), Integer::from(denominator) * most));
    let own = Rational::from((numerator, denominator));
    within(low, &Rational::from(&own - &gap), most, found);
    within(&(own + gap), high, most, found);
}

/// The fraction of an interval with the least denominator, if that is at most `most`: where the continued fractions of both ends part, it
/// ends.
fn simplest(low: &Rational, high: &Rational, most: u64) -> Option<(u64, u64)> {
    let (mut a, mut b) = (low.numer().clone(), low.denom().clone());
    let (mut c, mut d) = (high.numer().clone(), high.denom().clone());
    let (mut before, mut last) = ((0u64, 1u64), (1u64, 0u64));
    let join = |term: &Integer, last: (u64, u64), before: (u64, u64)| {
        let term = term.to_u64()?;
        let of = |last: u64, before: u64| term.checked_mul(last)?.checked_add(before);
        Some((of(last.0, before.0)?, of(last.1, before.1)?))
    };
    loop {
        let (term, rest) = a.div_rem_floor(b.clone());
        let (other, above) = c.div_rem_floor(d.clone());
        if rest == 0 || term < other {
            let term = if rest == 0 { term } else { term + 1 };
            return join(&term, last, before).filter(|own| own.1 <= most);
        }
        (before, last) = (last, join(&term, last, before)?);
        if last.1 > most {
            return None;
        }
        (a, b, c, d) = (d, above, b, rest);
    }
}
