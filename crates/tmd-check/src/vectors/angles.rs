//! The second search of angles, near breakpoints that are drawn: an angle is near to a breakpoint if the quotient y/x is in the interval between
//! two tangents, and all fractions of that are taken.
//!
//! Let p be the precision. A quotient below 2^-p with a hard angle is a breakpoint, and the angle is next to it: these are counted. All
//! other angles are near to breakpoints from 2^-p to π (docs/mathematics.md).

use super::claim::Claim;
use super::fractions::within;
use super::shape::Shape;
use crate::interval::Interval;
use crate::pairs::breakpoints::{Breakpoints, bits};
use crate::pairs::threads::spread;
use crate::plane::ask::Ask;
use crate::sample::Random;
use crate::stop::Checked;
use rug::float::Constant;
use rug::{Float, Rational};

/// Bits of angles and tangents beyond those of ε and of the precision.
const MORE_BITS: u32 = 64;

/// What was met.
#[derive(Debug, Default)]
struct Met {
    /// Cases, which are all listed.
    cases: u64,
    /// Quotients that were judged or are listed.
    quotients: u64,
}

impl Claim {
    /// Searches near so many breakpoints, or near all if there are no more: what this says, in words.
    pub(crate) fn search_angles(
        &self,
        count: u64,
        random: &mut Random,
        seed: u64,
    ) -> Checked<String> {
        let ask = &self.ask;
        let breakpoints = Breakpoints::new(ask.format.with_midpoints(), ask.bits);
        let ends = (breakpoints.ordinal(1, -ask.precision), breakpoints.ordinal(1, 2));
        let (Some(first), Some(end)) = ends else {
            return cannot!("the breakpoints of the format cannot be counted: please report it");
        };
        let all = (end - first) as u64;
        let is_all = count >= all;
        let drawn: Vec<i64> = match is_all {
            true => vec![],
            false => (0..count).map(|_| first + random.below(all) as i64).collect(),
        };
        let place = |index: u64| if is_all { first + index as i64 } else { drawn[index as usize] };
        let what = "breakpoints searched again";
        let parts = spread(count.min(all), what, |index, met: &mut Met| {
            self.near(breakpoints.parts(place(index)), met)
        })?;
        let cases: u64 = parts.iter().map(|met| met.cases).sum();
        let quotients: u64 = parts.iter().map(|met| met.quotients).sum();
        if is_all {
            return Ok(format!(
                "proved: near all {all} breakpoints from 2^-{} to 4, {quotients} quotients were judged: no case is\n              left out",
                ask.precision
            ));
        }
        let share = 100.0 * count as f64 / all as f64;
        Ok(format!(
            "sampled, not proved: near {count} of {all} breakpoints (seed {seed}) all quotients were\n              taken: {quotients}, among them \
             {cases} cases, none left out; this shows a case that is missing with a probability of\n              some {share:.2} % only: \
             --sample N draws N breakpoints"
        ))
    }

    /// Finds the quotients whose angle is close to the breakpoint m·2^e, e its last place.
    fn near(&self, (m, e): (i64, i32), met: &mut Met) -> Checked<()> {
        let ask = &self.ask;
        let prec = ask.bits as u32 + 2 * ask.format.precision + MORE_BITS;
        let angle = Interval::int(m as i32, prec).shift(e);
        let off = Interval::int(1, prec).shift(e - ask.bits);
        let angle = angle.sub(&off).hull(&angle.add(&off));
        let pi = Interval::constant(Constant::Pi, prec);
        self.acute(&angle, &pi, false, met)?;
        self.acute(&pi.sub(&angle), &pi, true, met)
    }

    /// Finds those with an arctan |y/x| within an interval.
    fn acute(
        &self,
        angle: &Interval,
        pi: &Interval,
        is_negative: bool,
        met: &mut Met,
    ) -> Checked<()> {
        let right = pi.shift(-1);
        if angle.hi <= 0 || angle.lo >= right.hi {
            return Ok(());
        }
        if angle.lo <= 0 || angle.hi >= right.lo {
            return cannot!("a multiple of π/2 is next to a breakpoint: please report it");
        }
        let tangent = angle.rising(Float::tan_round);
        // From 1 to 2, where the denominators of quotients have no more bits than numbers.
        let e = tangent.lo.get_exp().unwrap_or_default() - 1;
        let rational = |end: &Float| end.to_rational().map(|end: Rational| end >> e);
        let (Some(low), Some(high)) = (rational(&tangent.lo), rational(&tangent.hi)) else {
            return cannot!("a tangent has no enclosure: please report it");
        };
        let mut fractions = vec![];
        within(&low, &high, (1 << self.ask.precision) - 1, &mut fractions);
        for (y, x) in fractions {
            let shape = Shape::new(self.ask.formula, is_negative, (x as i64, 0), (y as i64, e));
            if !is_short(&self.ask, &shape) {
                continue;
            }
            met.quotients += 1;
            met.cases += u64::from(self.cases.contains_key(&shape));
            self.is_listed(&shape)?;
        }
        Ok(())
    }
}

/// Whether there may be numbers with the quotient.
fn is_short(ask: &Ask, shape: &Shape) -> bool {
    bits(shape.a.max(shape.b)) <= ask.precision
}
