//! What the checker of vectors is made of.

use crate::sample::Random;
use crate::vectors::fractions::within;
use rug::Rational;

/// Fractions of an interval are those that all denominators give.
#[test]
fn fractions_are_all_of_an_interval() {
    let mut random = Random(7);
    let mut all = 0;
    for round in 0..3000 {
        let most = 1 + random.below(40);
        let low = Rational::from((1 + random.below(300), 1 + random.below(97)));
        let width = if round % 4 == 0 { 0 } else { random.below(60) };
        let high = low.clone() + Rational::from((width, 1 + random.below(300)));
        let mut expected = vec![];
        for denominator in 1..=most {
            let ends = [Rational::from(&low * denominator), Rational::from(&high * denominator)];
            let [first, last] = [ends[0].clone().ceil(), ends[1].clone().floor()];
            let [first, last] = [first, last].map(|own| own.numer().to_u64().expect("small"));
            let is_lowest = |own: &u64| *Rational::from((*own, denominator)).denom() == denominator;
            expected.extend((first..=last).filter(is_lowest).map(|own| (own, denominator)));
        }
        let mut found = vec![];
        within(&low, &high, most, &mut found);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{low} to {high}, {most}");
        all += found.len();
    }
    assert!(all > 5000, "{all} fractions");
}
