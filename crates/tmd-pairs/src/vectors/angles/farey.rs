//! All fractions in an interval whose denominators have a limit.

use rug::{Integer, Rational};

/// A numerator and a denominator without a common factor.
pub(super) type Fraction = [u64; 2];

/// All fractions from `low` > 0 to `high` with denominators up to `most`, ascending.
pub(super) fn between(low: &Rational, high: &Rational, most: u64) -> Vec<Fraction> {
    let (mut before, mut own) = around(low, most);
    let mut found = vec![];
    while own[1] != 0 && Rational::from((own[0], own[1])) <= *high {
        found.push(own);
        // Neighbours a/b < c/d in the order of all fractions have c·b - a·d = 1, and the next one is (k·c - a)/(k·d - b) with the
        // largest k that the limit allows.
        let k = (most + before[1]) / own[1];
        let next = [k * own[0] - before[0], k * own[1] - before[1]];
        (before, own) = (own, next);
    }
    found
}

/// The last fraction below `low` and the first one that is not below it; 1/0 if that has no limit.
///
/// The two are the ends of an interval of the Stern-Brocot tree: as long as its denominators' sum is within the limit, the end below goes as far towards
/// the other as it stays below, and then the other one likewise.
fn around(low: &Rational, most: u64) -> (Fraction, Fraction) {
    let (mut below, mut above): (Fraction, Fraction) = ([0, 1], [1, 0]);
    // How far a fraction is from `low`, times both denominators; not negative.
    let off = |[numerator, denominator]: Fraction| {
        let own = Integer::from(low.denom() * numerator);
        (own - Integer::from(low.numer() * denominator)).abs()
    };
    let limit = |from: Fraction, step: Fraction| match step[1] {
        0 => u64::MAX,
        places => (most - from[1]) / places,
    };
    let times =
        |quotient: Integer, limit: u64| quotient.to_u64().map_or(limit, |own| own.min(limit));
    while below[1] + above[1] <= most {
        // Below while t·off(above) < off(below).
        let (of_below, of_above) = (off(below), off(above));
        let t = match of_above == 0 {
            true => limit(below, above),
            false => times((of_below - 1u32) / &of_above, limit(below, above)),
        };
        below = [below[0] + t * above[0], below[1] + t * above[1]];
        if below[1] + above[1] > most {
            break;
        }
        // Not below while t·off(below) ≤ off(above).
        let t = times(of_above / off(below), limit(above, below));
        above = [above[0] + t * below[0], above[1] + t * below[1]];
    }
    (below, above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_base::random::Random;

    #[test]
    fn they_are_those_of_all_fractions() {
        let mut random = Random::new(3);
        let mut all = 0;
        for round in 0..2000 {
            let most = 1 + random.below(40);
            let low = Rational::from((1 + random.below(300), 1 + random.below(97)));
            // Ends that are fractions within the limit, and points.
            let high = match round % 4 {
                0 => low.clone(),
                _ => low.clone() + Rational::from((random.below(60), 1 + random.below(300))),
            };
            let mut expected = vec![];
            for denominator in 1..=most {
                let first = Rational::from(&low * denominator).ceil().numer().to_u64();
                let last = Rational::from(&high * denominator).floor().numer().to_u64();
                let (Some(first), Some(last)) = (first, last) else { panic!("too large") };
                let is_lowest =
                    |own: &u64| *Rational::from((*own, denominator)).denom() == denominator;
                expected.extend((first..=last).filter(is_lowest).map(|own| [own, denominator]));
            }
            expected.sort_by_key(|[a, b]| Rational::from((*a, *b)));
            assert_eq!(between(&low, &high, most), expected, "{low} to {high}, {most}");
            all += expected.len();
        }
        assert!(all > 5000, "{all} fractions");
    }
}
