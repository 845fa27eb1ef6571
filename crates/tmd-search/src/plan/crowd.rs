//! Inputs on which f turns too often: seen at a few places, before all of them are cut in vain.
//!
//! What is refused is named and not searched, so that nothing rests on these looks. They must not refuse what can be
//! cut: near a zero or a pole a function has hundreds of pieces, but not at all of these places.

use rug::Float;
use std::ops::Range;
use tmd_functions::interval::Interval;
use tmd_functions::language::{Format, FunctionSpec, Segment};

/// The most pieces of a segment: a range with more is not suited to the method.
pub(super) const MOST_PIECES: usize = 5_000;
/// The most steps of a cut, for the same reason.
pub(super) const MOST_STEPS: u64 = 1 << 18;

/// Places that are looked at.
const PLACES: u64 = 5;
/// Inputs are looked at when cutting them has taken so many steps.
pub(super) const MANY_STEPS: u64 = 48;
/// And when it has made so many pieces: first at few inputs, and when there are more pieces at more.
pub(super) const MANY_PIECES: [usize; 2] = [256, 1024];
/// Inputs are refused if they are expected to need so many times more than there may be.
const MARGIN: u64 = 4;
/// log2 of the share of the inputs that a place has where pieces are counted, and how many halves more pieces than there may be
/// they are to show: the more inputs, the fewer.
const SHARES: [(u32, u64); 2] = [(10, 2 * MARGIN), (5, 3)];
/// Fewer inputs are cut in any case.
const LEAST: u64 = 1 << 20;

/// How many steps inputs take to cut, and how many pieces they make, both up to some number.
type CountWithin<'a> = dyn Fn(Range<u64>, (u64, usize)) -> (u64, usize) + 'a;

/// Inputs of a segment that are to be cut.
pub(super) struct Crowd<'a> {
    /// The function.
    pub spec: &'a FunctionSpec,
    /// The segment.
    pub segment: &'a Segment,
    /// The format of the results.
    pub output: &'a Format,
    /// The inputs.
    pub inputs: Range<u64>,
}

impl Crowd<'_> {
    fn count(&self) -> u64 {
        self.inputs.end - self.inputs.start
    }

    /// The runs that are looked at, 2^-`lg` of the inputs each.
    fn places(&self, lg: u32) -> impl Iterator<Item = Range<u64>> {
        let (first, count) = (self.inputs.start, self.count());
        (0..PLACES).map(move |k| {
            let start = first + count / (2 * PLACES) * (2 * k + 1);
            start..start + (count >> lg)
        })
    }

    /// Whether f changes by a quarter of its value or more from one input to the next, at all places but one: it has as
    /// many exponents as there are inputs, or nearly.
    pub(super) fn turns_between_inputs(&self) -> bool {
        let Crowd { spec, segment, output, .. } = self;
        let prec = segment.bits() + 64;
        let turns = |run: &Range<u64>| {
            let x = Interval::from_rational(&segment.x(run.start), prec);
            let Ok(series) = spec.series_over(&x, 1) else { return false };
            let (value, slope) = (series[0].mag(), series[1].mig());
            // What overflows, or is as small as the smallest numbers, makes one piece whatever it does.
            let normal = output.emin + 2..=output.emax;
            value.get_exp().is_some_and(|exponent| normal.contains(&exponent))
                && slope << segment.ulp >= Float::with_val(prec, &value) >> 2
        };
        let turning = self.places(20).filter(turns).count() as u64;
        self.count() >= LEAST && turning >= PLACES - 1
    }

    /// Whether cutting is not expected to end: at every place a small part takes its share of the steps, many times.
    pub(super) fn has_no_end(&self, count_within: &CountWithin<'_>) -> bool {
        const LG: u32 = 16;
        let most = (MARGIN * MOST_STEPS) >> LG;
        self.count() >= LEAST
            && self.places(LG).all(|run| count_within(run, (most, usize::MAX)).0 >= most)
    }

    /// Whether too many pieces are expected by those at some places, no one of which decides alone; by the first look at
    /// them, or by the second.
    pub(super) fn has_too_many(&self, look: usize, count_within: &CountWithin<'_>) -> bool {
        let (lg, halves) = SHARES[look];
        let most = (halves * MOST_PIECES as u64 * PLACES) >> (lg + 1);
        let at_a_place = most / 3;
        let count = |run| count_within(run, (4 * at_a_place, at_a_place as usize)).1 as u64;
        self.count() >= LEAST && self.places(lg).map(count).sum::<u64>() >= most
    }
}
