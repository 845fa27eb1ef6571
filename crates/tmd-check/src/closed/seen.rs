//! What a search may state of the distances on a run of cases: what enclosures of its bits show, and nothing that is looser.

use super::{Drift, up};
use crate::cases::CaseRun;
use crate::interval::Interval;
use rug::{Float, Integer, Rational};

/// Fewer bits than searches spend on distances of runs, 4,000, by more than their enclosures can be wider than these; on whether
/// inputs are decided the second engine spent some 2,048.
const FEWER_BITS: u32 = 3800;
const FEWER_OF_SECOND: u32 = 1900;
/// Bits beyond those of inputs, fewer than the 256 that searches spend first on a drift that is constant, or nearly so, and more.
const FEWER_AT_FIRST: u32 = 160;
const MORE_AT_FIRST: u32 = 320;

impl Drift<'_> {
    /// Whether bounds of the distances on a run make it look neither harder nor less hard than a search may see it.
    ///
    /// A search states the ends of its enclosures of |h - k| at the first input of the run and at the last; these are narrower than
    /// 2^-20 of the distance, or have all bits that are spent. If h is nearly constant, it states those at the first input of the drift, of
    /// fewer bits, with the bound of what h moves on both sides; from there to the ends of the run h moves no farther. So it does if h is
    /// constant, where these bits show the distance.
    ///
    /// Of every second input it states what holds for all of them, with the others between: the ends may be inputs of either run.
    pub(super) fn is_tight(
        &self,
        run: &CaseRun,
        k: &Integer,
        told: [&Float; 2],
        [least, most]: [&Float; 2],
    ) -> bool {
        if self.is_constant && told[0].is_zero() && self.is_shown(run, k, self.all_bits()) {
            return false;
        }
        let bits = self.bits_at_ends(run, k);
        let Some(seen) = self.seen(run, k, bits) else { return true };
        let between = self.between(run).filter_map(|index| self.off(index, k, bits));
        let seen = between.filter(|off| off.lo > 0).fold(seen, |seen, off| seen.hull(&off));
        let moved = self.moved();
        let lower = Float::with_val(64, least.min_ref(&seen.mig()));
        let higher = Float::with_val(64, most.max_ref(&seen.mag()));
        let (from, to) = (lower * 0.999f64 - &moved, higher * 1.0001f64 + &moved);
        // The second engine stated ε, once, where its bits left a distance open.
        let is_open = || !self.is_flat() && self.request.engine == 2 && seen.mig().is_zero();
        *told[0] >= from && (*told[1] <= to || is_open())
    }

    /// Whether a search may leave it open if the inputs of a run are at breakpoints: its bits tell neither the first nor the last from them,
    /// or h moves as far as that.
    pub(super) fn is_open(&self, run: &CaseRun, k: &Integer) -> bool {
        let bits = match self.little {
            Some(_) => self.bits_at_ends(run, k),
            None => self.all_bits(),
        };
        self.seen(run, k, bits).is_none_or(|seen| seen.mig() <= self.moved())
    }

    /// How far h may be said to move from the first input of the drift, with the bound of that on top.
    fn moved(&self) -> Float {
        self.little.as_ref().map_or(Float::new(64), |little| up(little) * 2u32)
    }

    /// Whether h is constant, or said to be nearly so.
    fn is_flat(&self) -> bool {
        self.is_constant || self.little.is_some()
    }

    /// Fewer bits than a search spends on distances at the ends of runs: of an h that is constant all where its first ones do not show the
    /// distance, of one that is nearly so the first alone.
    fn bits_at_ends(&self, run: &CaseRun, k: &Integer) -> u32 {
        let at_first = |more: u32| self.request.segments[self.run.segment].bits() + more;
        let is_at_first = self.little.is_some()
            || (self.is_constant && self.is_shown(run, k, at_first(MORE_AT_FIRST)));
        if is_at_first { at_first(FEWER_AT_FIRST) } else { FEWER_BITS }
    }

    /// Fewer bits than a search spends on a distance where it needs all.
    fn all_bits(&self) -> u32 {
        if self.request.engine == 2 { FEWER_OF_SECOND } else { FEWER_BITS }
    }

    /// Whether so many bits show that h is not k at the ends of a run.
    fn is_shown(&self, run: &CaseRun, k: &Integer, bits: u32) -> bool {
        self.seen(run, k, bits).is_some_and(|seen| seen.mig() > 0)
    }

    /// What so many bits show of |h - k| at the first input of a run and at the last.
    fn seen(&self, run: &CaseRun, k: &Integer, bits: u32) -> Option<Interval> {
        Some(self.off(run.inputs.start, k, bits)?.hull(&self.off(run.last(), k, bits)?))
    }

    /// The inputs of the drift before a run of every second input, and at its end: those of the run between.
    fn between(&self, run: &CaseRun) -> impl Iterator<Item = u64> {
        let ends = [run.inputs.start.checked_sub(1), Some(run.inputs.end - 1)];
        let (is_of_half, all) = (run.stride == 2, self.run.inputs.clone());
        ends.into_iter().flatten().filter(move |index| is_of_half && all.contains(index))
    }

    /// What so many bits show of |h - k| at an input.
    fn off(&self, index: u64, k: &Integer, bits: u32) -> Option<Interval> {
        let k = Interval::point(&Rational::from(k), bits.max(k.significant_bits()));
        let place = (self.run.segment, index);
        let off = self.request.drift_at(place, &self.step, self.spacing, bits)?.sub(&k);
        Some(Interval { lo: off.mig(), hi: off.mag() })
    }
}
