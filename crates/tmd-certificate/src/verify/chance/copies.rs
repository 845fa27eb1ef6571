//! How often the same fractions of g come again among some inputs.
//!
//! If log2(2x) = log2(x) + 1, exp2(x + 1) = 2·exp2(x) or sinpi(x + 1) = -sinpi(x), or if a composition has such an equation that nobody
//! has told of, then the fractions at x and at its image are the same but for their sign. That is seen at a few inputs: by chance, they
//! do not agree to 40 bits.

use super::super::claim::Claim;
use super::super::counts::Searched;
use super::super::oracle::Oracle;
use super::super::tiling::Tiling;
use rug::{Float, Rational};
use std::collections::{BTreeMap, BTreeSet};

/// Fractions that agree so well are the same.
const SAME: f64 = 1e-12;
/// Fractions so close to 0 or 1/2 say nothing.
const PLAIN: f64 = 1e-6;
/// Steps that are tried, as powers of two.
const STEPS: std::ops::RangeInclusive<i32> = -20..=12;
/// Powers of two that inputs are multiplied by.
const SCALES: std::ops::RangeInclusive<i32> = 1..=4;
/// Inputs at which fractions are compared.
const SAMPLES: usize = 5;

/// A function: an enclosure of its value at an input, with some bits.
pub(super) type Value<'v> = &'v dyn Fn(&Rational, u32) -> Option<(Float, Float)>;

/// What makes fractions come again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Copies {
    /// They do at -x.
    negated: bool,
    /// They do at a power of two times x.
    scaled: bool,
    /// They do at x and the step, and x less the step.
    step: Option<Rational>,
    /// They may from behind, about a point that is not known.
    mirrored: bool,
}

impl Copies {
    /// What is seen of a function at some of the pieces. A composition may be even or odd about any point.
    pub(super) fn seen(
        claim: &Claim<'_>,
        tiling: &Tiling<'_>,
        value: Value<'_>,
        pieces: &[&Searched<'_>],
    ) -> Copies {
        let oracle = Oracle::new(claim);
        let fraction = |x: &Rational| {
            let bits = x.numer().significant_bits() + x.denom().significant_bits();
            let prec = bits + claim.breakpoint_precision().unsigned_abs() + 96;
            let (low, high) = value(x, prec)?;
            let (exponent, other) = oracle.exponents(&low, &high);
            let g = |end: Float| end >> oracle.spacing(exponent);
            let (low, high) = (g(low), g(high));
            let is_known = exponent == other && exponent <= claim.output.emax;
            let is_narrow = Float::with_val(53, &high - &low) < SAME / 4.0;
            let fraction = Float::with_val(53, &low - low.clone().round()).to_f64().abs();
            (is_known && is_narrow && (PLAIN..0.5 - PLAIN).contains(&fraction)).then_some(fraction)
        };
        let every = pieces.len().div_ceil(SAMPLES).max(1);
        let inside = |piece: &&Searched<'_>| {
            let length = piece.inputs.end - piece.inputs.start;
            // At no simple share of it.
            let index = piece.inputs.start + length / 21 * 13 + length % 21 / 2;
            let x = tiling.x(piece.span.run.segment, index)?;
            Some((fraction(&x)?, x))
        };
        let samples: Vec<(f64, Rational)> =
            pieces.iter().copied().step_by(every).filter_map(|piece| inside(&piece)).collect();
        let comes_again = |image: &dyn Fn(&Rational) -> Rational| {
            let same = |(own, x): &(f64, Rational)| {
                fraction(&image(x)).is_some_and(|other| (own - other).abs() < SAME)
            };
            samples.iter().any(same)
        };
        let steps = STEPS
            .map(|e| if e < 0 { Rational::from((1, 1 << -e)) } else { Rational::from(1 << e) });
        let is_step = |step: &Rational| {
            comes_again(&|x| Rational::from(x + step)) || comes_again(&|x| Rational::from(x - step))
        };
        Copies {
            negated: comes_again(&|x| Rational::from(-x)),
            scaled: SCALES.into_iter().any(|k| {
                comes_again(&|x| Rational::from(x << k)) || comes_again(&|x| Rational::from(x >> k))
            }),
            step: steps.into_iter().find(is_step),
            mirrored: claim.spec.function_of_x().is_none(),
        }
    }

    /// How often one fraction may come among the inputs of some pieces.
    pub(super) fn among(
        &self,
        claim: &Claim<'_>,
        tiling: &Tiling<'_>,
        pieces: &[&Searched<'_>],
    ) -> f64 {
        let ends = |piece: &&Searched<'_>| {
            let ends = [piece.inputs.start, piece.inputs.end - 1];
            ends.map(|index| tiling.x(piece.span.run.segment, index).unwrap_or_default())
        };
        let has = |is_one: fn(&Rational) -> bool| pieces.iter().flat_map(ends).any(|x| is_one(&x));
        let signs = self.negated && has(|x| *x < 0) && has(|x| *x > 0);
        // Each half of a period may be like the other, from behind.
        let halves = self.mirrored || self.step.is_some();
        let factor = |twice: bool| if twice { 2.0 } else { 1.0 };
        // Binades come again where results are spaced alike; subnormal results are spaced as no others are.
        let mut binades: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
        for piece in pieces {
            binades.entry(piece.span.spacing).or_default().insert(piece.span.run.segment);
        }
        let alike = binades.values().map(BTreeSet::len).max().filter(|_| self.scaled);
        let least = Oracle::new(claim).spacing(claim.output.emin);
        let normal = || pieces.iter().filter(|piece| piece.span.spacing > least).map(ends);
        let periods = self.step.as_ref().map_or(1.0, |step| overlaps(normal(), step));
        factor(signs) * factor(halves) * alike.unwrap_or(1) as f64 * periods
    }
}

/// How many of some intervals, at most, have a number that is the same modulo a step.
fn overlaps(intervals: impl Iterator<Item = [Rational; 2]>, step: &Rational) -> f64 {
    let (mut always, mut ends) = (0.0, vec![]);
    let rest = |x: &Rational| {
        let steps = Rational::from(x / step).floor();
        x - steps * step
    };
    for [first, last] in intervals {
        always += (Rational::from(&last - &first) / step).floor().to_f64();
        let (first, last) = (rest(&first), rest(&last));
        // An interval that passes a multiple of the step is there from the beginning, too.
        always += f64::from(u8::from(first > last));
        ends.push((first, 1));
        ends.push((last, -1));
    }
    // Where one begins at the end of another, both have the number.
    ends.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    let sums = ends.iter().scan(0, |sum, (_, change)| {
        *sum += change;
        Some(*sum)
    });
    let most = sums.max().unwrap_or(0).max(0);
    (always + f64::from(most)).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_copies_as_intervals_that_have_a_number_modulo_the_step() {
        let count = |intervals: &[[i32; 2]]| {
            let quarters = |x: i32| Rational::from((x, 4));
            overlaps(intervals.iter().map(|ends| ends.map(quarters)), &Rational::from(2))
        };
        assert_eq!(count(&[]), 1.0);
        assert_eq!(count(&[[0, 3]]), 1.0);
        // From 1/2 to 1 and from 5/2 to 3; from -1/2, that is 3/2, to 1/4.
        assert_eq!(count(&[[2, 4], [10, 12]]), 2.0);
        assert_eq!(count(&[[2, 4], [-2, 1]]), 1.0);
        assert_eq!(count(&[[2, 4], [-2, 2]]), 2.0);
        // Three steps and a half.
        assert_eq!(count(&[[0, 28]]), 4.0);
        assert_eq!(count(&[[6, 34]]), 4.0);
    }
}
