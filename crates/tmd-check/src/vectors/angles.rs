//! The second search of angles: an angle is near to a breakpoint if the quotient y/x is in the interval between two tangents, and all fractions of
//! that are taken. Of most breakpoints, `blocks.rs` shows that there are none. `swept.rs` says which breakpoints are meant.

use super::blocks::{BLOCK, Block};
use super::claim::Claim;
use super::fractions::within;
use super::shape::Shape;
use super::swept::Swept;
use crate::interval::Interval;
use crate::pairs::breakpoints::{Breakpoints, bits};
use crate::pairs::threads::spread;
use crate::plane::ask::{Ask, Formula};
use crate::sample::Random;
use crate::stop::Checked;
use rug::float::Constant;
use rug::{Float, Rational};
use std::iter::repeat_with;

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
        let swept = Swept::new(ask, &breakpoints)?;
        let (all, shown) = (swept.count(), swept.shown(ask.precision));
        if sample == 0 || sample >= all {
            // A binade has a multiple of that.
            let blocks = swept.ordinals() / BLOCK as u64;
            let parts = spread(blocks, "blocks of breakpoints", |index, met: &mut Met| {
                self.block(&breakpoints, &swept, swept.ordinal(index * BLOCK as u64), met)
            })?;
            let Met { quotients, .. } = Met::all(parts);
            return Ok(format!(
                "proved: near all {shown}, {quotients} quotients were judged: no case is\n              left out"
            ));
        }
        let draw = || breakpoints.parts(swept.ordinal(random.below(swept.ordinals())));
        let drawn: Vec<(i64, i32)> =
            repeat_with(draw).filter(|own| swept.has(*own)).take(sample as usize).collect();
        let parts = spread(sample, "breakpoints searched again", |index, met: &mut Met| {
            let own = drawn[index as usize];
            self.near(own, swept.halves(own), met)
        })?;
        let Met { quotients, cases } = Met::all(parts);
        let share = 100.0 * sample as f64 / all as f64;
        Ok(format!(
            "sampled, not proved: near {sample} of {shown} (seed {seed}) all quotients were\n              taken: {quotients}, among them \
             {cases} cases, none left out; this shows a case that is missing with a probability of\n              some {share:.2} % only"
        ))
    }

    /// Finds the quotients whose angles are close to breakpoints of a block, which begins with an ordinal.
    fn block(
        &self,
        breakpoints: &Breakpoints,
        swept: &Swept,
        first: i64,
        met: &mut Met,
    ) -> Checked<()> {
        let (m, e) = breakpoints.parts(first + BLOCK / 2);
        let halves = swept.halves((m, e));
        let block = Block::new(self.ask.formula, (m, e), self.ask.bits, halves > 0);
        if matches!(block, Block::Beyond) {
            return Ok(());
        }
        let is_meant = |i: &i64| match &block {
            Block::Smooth(tangents) => tangents.may_be_near(*i, self.ask.precision),
            _ => true,
        };
        for i in (-BLOCK / 2..BLOCK / 2).filter(is_meant) {
            if swept.has((m + i, e)) {
                self.near((m + i, e), halves, met)?;
            }
        }
        Ok(())
    }

    /// Finds the quotients whose angle is close to the breakpoint m·2^e, e its last place, or to one of its halves.
    fn near(&self, (m, e): (i64, i32), halves: i32, met: &mut Met) -> Checked<()> {
        let ask = &self.ask;
        let prec = ask.bits as u32 + 2 * ask.format.precision + MORE_BITS;
        let pi = Interval::constant(Constant::Pi, prec);
        let angle = Interval::int(m as i32, prec).shift(e);
        let off = Interval::int(1, prec).shift(e - ask.bits);
        let angle = angle.sub(&off).hull(&angle.add(&off));
        let angle = if ask.formula == Formula::Atan2Pi { angle.mul(&pi) } else { angle };
        if halves > 0 {
            let cube = angle.mul(&angle).mul(&angle);
            let ends = Interval { lo: angle.lo.clone(), hi: angle.add(&cube).hi };
            return self.quotients(&ends, halves, false, met);
        }
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
        self.quotients(&angle.rising(Float::tan_round), 0, is_negative, met)
    }

    /// Finds those with |y/x| within an interval, or within its halves.
    fn quotients(
        &self,
        interval: &Interval,
        halves: i32,
        is_negative: bool,
        met: &mut Met,
    ) -> Checked<()> {
        // From 1 to 2, where the denominators of quotients have no more bits than numbers.
        let e = interval.lo.get_exp().unwrap_or_default() - 1;
        let rational = |end: &Float| end.to_rational().map(|end: Rational| end >> e);
        let (Some(low), Some(high)) = (rational(&interval.lo), rational(&interval.hi)) else {
            return cannot!("a tangent has no enclosure: please report it");
        };
        let mut fractions = vec![];
        within(&low, &high, (1 << self.ask.precision) - 1, &mut fractions);
        for (y, x) in fractions {
            for e in e - halves..=e {
                let shape = Shape::new(self.ask.formula, is_negative, (x as i64, 0), (y as i64, e));
                if !is_short(&self.ask, &shape) {
                    continue;
                }
                met.quotients += 1;
                met.cases += u64::from(self.cases.contains_key(&shape));
                self.is_listed(&shape)?;
            }
        }
        Ok(())
    }
}

/// Whether there may be numbers with the quotient.
fn is_short(ask: &Ask, shape: &Shape) -> bool {
    bits(shape.a.max(shape.b)) <= ask.precision
}
