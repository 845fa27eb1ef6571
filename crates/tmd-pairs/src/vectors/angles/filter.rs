//! Fractions near a number, by its continued fraction.
//!
//! By Legendre's theorem, a fraction N/D in lowest terms with |r - N/D| < 1/(2D²) is a convergent of r. With D < 2^p this is so for all that are within
//! 2^-(2p + 1). So only convergents are looked at: with r = c/2^63 in [1, 2) their remainders |D·c - N·2^63| fall, and their D rise.

use super::farey::Fraction;

/// The unit of numbers and radii.
const ONE: u64 = 1 << 63;

/// The radius, in units of 2^-63, below which fractions with D < 2^precision are convergents.
pub(super) fn radius_limit(precision: u32) -> u64 {
    1 << (62 - 2 * precision)
}

/// Finds the fractions N/D with D < 2^`precision` that are at most `radius` from a number r in [1, 2), both in units of 2^-63; the radius is below
/// [`radius_limit`]. There may be more with larger N.
#[inline]
pub(super) fn near(number: u64, radius: u64, precision: u32, mut found: impl FnMut(Fraction)) {
    let limit = 1u64 << precision;
    // No fraction is near whose remainder is more than this.
    let stop = radius << precision;
    let (mut before, mut remainder) = (ONE, number - ONE);
    let (mut last, mut denominator) = (0u64, 1u64);
    while remainder > stop {
        // Below 2^63/stop: the product has less than 64 bits, because stop ≥ 2^precision.
        let whole = before / remainder;
        (before, remainder) = (remainder, before - whole * remainder);
        (last, denominator) = (denominator, whole * denominator + last);
        if denominator >= limit {
            return;
        }
    }
    loop {
        if remainder <= radius * denominator {
            found([numerator(number, denominator), denominator]);
        }
        if remainder == 0 {
            return;
        }
        let whole = before / remainder;
        (before, remainder) = (remainder, before - whole * remainder);
        let next = whole.saturating_mul(denominator).saturating_add(last);
        (last, denominator) = (denominator, next);
        if denominator >= limit {
            return;
        }
    }
}

/// The N that is nearest to D·r.
fn numerator(number: u64, denominator: u64) -> u64 {
    let product = u128::from(number) * u128::from(denominator);
    let rounded = (product + u128::from(ONE / 2)) >> 63;
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::farey;
    use super::*;
    use rug::Rational;
    use tmd_base::random::Random;

    /// Numbers at random, next to fractions with few bits, and next to 1 and 2.
    #[test]
    fn they_are_those_of_the_interval() {
        let mut random = Random::new(5);
        let mut all = 0;
        for round in 0..20_000u64 {
            let precision = 6 + (round % 19) as u32;
            let radius = random.below(radius_limit(precision).min(1 << 40)).max(1);
            let below = |random: &mut Random, end: u64| 1 + random.below(end - 1);
            let number = match round % 5 {
                0 => ONE | random.next(),
                1 => ONE + random.below(2 * radius),
                2 => u64::MAX - random.below(2 * radius),
                _ => {
                    let denominator = below(&mut random, 1 << precision);
                    let numerator = denominator + random.below(denominator);
                    let near = (u128::from(numerator) << 63) / u128::from(denominator);
                    (near as u64).saturating_add(random.below(2 * radius)).max(ONE + radius)
                        - radius
                }
            };
            let mut found = vec![];
            near(number, radius, precision, |own| found.push(own));
            found.sort_by_key(|[a, b]| Rational::from((*a, *b)));
            let at = |own: u128| Rational::from((own, 1u128 << 63));
            let [low, high] =
                [u128::from(number - radius), u128::from(number) + u128::from(radius)];
            let expected = farey::between(&at(low), &at(high), (1 << precision) - 1);
            assert_eq!(found, expected, "{number:#x}, {radius:#x}, {precision} bits");
            all += found.len();
        }
        assert!(all > 5000, "{all} fractions");
    }
}
