//! The second search of angles: an angle is near to a breakpoint if the quotient y/x is in the interval between two tangents, and all fractions of
//! that are taken. Of most breakpoints, `blocks.rs` shows that there are none.
//!
//! Let p be the precision. A quotient below 2^-p with a hard angle is a breakpoint, and the angle is next to it: these are counted. All
//! other angles are near to breakpoints from 2^-p to π (docs/mathematics.md).

use super::blocks::{BLOCK, Block};
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

impl Met {
    fn all(parts: Vec<Met>) -> Met {
        let sum = |of: fn(&Met) -> u64| parts.iter().map(of).sum();
        Met { cases: sum(|met| met.cases), quotients: sum(|met| met.quotients) }
    }
}

impl Claim {
    /// Searches near all breakpoints, or, if a number is given, near so many that are drawn: what this says, in words.
    pub(crate) fn search_angles(
        &self,
        sample: u64,
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
        if sample == 0 || sample >= all {
            // A binade has a multiple of that.
            let blocks = all / BLOCK as u64;
            let parts = spread(blocks, "blocks of breakpoints", |index, met: &mut Met| {
                self.block(&breakpoints, first + index as i64 * BLOCK, met)
            })?;
            let Met { quotients, .. } = Met::all(parts);
            return Ok(format!(
                "proved: near all {all} breakpoints from 2^-{} to 4, {quotients} quotients were judged: no case is\n              left out",
                ask.precision
            ));
        }
        let drawn: Vec<i64> = (0..sample).map(|_| first + random.below(all) as i64).collect();
        let parts = spread(sample, "breakpoints searched again", |index, met: &mut Met| {
            self.near(breakpoints.parts(drawn[index as usize]), met)
        })?;
        let Met { quotients, cases } = Met::all(parts);
        let share = 100.0 * sample as f64 / all as f64;
        Ok(format!(
            "sampled, not proved: near {sample} of {all} breakpoints (seed {seed}) all quotients were\n              taken: {quotients}, among them \
             {cases} cases, none left out; this shows a case that is missing with a probability of\n              some {share:.2} % only"
        ))
    }

    /// Finds the quotients whose angles are close to breakpoints of a block, which begins with an ordinal.
    fn block(&self, breakpoints: &Breakpoints, first: i64, met: &mut Met) -> Checked<()> {
        let (m, e) = breakpoints.parts(first + BLOCK / 2);
        let block = Block::new(m, e, self.ask.bits);
        if matches!(block, Block::Beyond) {
            return Ok(());
        }
        let is_meant = |i: &i64| match &block {
            Block::Smooth(tangents) => tangents.may_be_near(*i, self.ask.precision),
            _ => true,
        };
        for i in (-BLOCK / 2..BLOCK / 2).filter(is_meant) {
            self.near((m + i, e), met)?;
        }
        Ok(())
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
