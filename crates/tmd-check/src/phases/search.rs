//! The second search: of all arguments that have the phases, or of those in windows of phases that are drawn at random.

use super::ask::Part;
use super::claim::Claim;
use super::curve::Curve;
use super::rows::Basis;
use crate::pairs::threads::spread;
use crate::sample::Random;
use crate::stop::Checked;
use rug::Integer;
use std::ops::Range;

/// About how many arguments have phases of a window, as a power of two.
const LG_WINDOW: u32 = 19;
/// So few arguments are judged one by one.
const FEW: u64 = 32;
/// About how many nanoseconds of one processor the search of all arguments may take.
const MOST_TIME: f64 = 274_877_906_944.0;
/// About how many an argument takes, and one that is judged.
const EACH: f64 = 5.0;
const JUDGED: f64 = 20_000.0;
/// So many windows are drawn if nothing else is asked for and there are too many for all.
pub(crate) const DRAWN: u64 = 1 << 13;

/// What a search has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Arguments.
    pub(crate) arguments: u64,
    /// Of those, arguments that polynomials did not decide.
    pub(crate) judged: u64,
    pub(crate) cases: u64,
}

/// A search.
pub(crate) struct Search<'a> {
    claim: &'a Claim,
    fields: Vec<Field<'a>>,
}

/// A part of the arguments, cut into windows of phases.
struct Field<'a> {
    part: &'a Part,
    /// How many windows it has.
    windows: u64,
    /// How many windows it and those before it have.
    until: u64,
    basis: Basis,
    /// The phases of the listed cases, ascending.
    listed: Vec<Integer>,
}

impl<'a> Search<'a> {
    /// The search of what is claimed.
    pub(crate) fn new(claim: &'a Claim) -> Search<'a> {
        let mut until = 0;
        let field = |part: &'a Part| {
            let turns = &part.turns;
            let windows = (turns.within >> LG_WINDOW) + 1;
            until += windows;
            let length = Integer::from(&turns.ends[1] - &turns.ends[0]) / windows + 1u32;
            let own = claim.numbers().filter_map(|x| Some(turns.phase(part.index(x)?)));
            let mut listed: Vec<Integer> = own.collect();
            listed.sort();
            Field { part, windows, until, basis: Basis::new(turns, &length), listed }
        };
        Search { claim, fields: claim.ask.parts.iter().map(field).collect() }
    }

    /// How many windows there are.
    pub(crate) fn windows(&self) -> u64 {
        self.fields.last().map_or(0, |field| field.until)
    }

    /// Whether all arguments can be searched in a few minutes.
    pub(crate) fn is_short(&self) -> bool {
        let judged = 2f64.powi(1 - self.claim.ask.bits) + 2f64.powi(-19);
        self.claim.ask.inputs() as f64 * (EACH + JUDGED * judged) < MOST_TIME
    }

    /// Searches all arguments: there are as many as were counted, and no case is missing.
    pub(crate) fn all(&self) -> Checked<Met> {
        let met = self.spread(self.windows(), |index| index)?;
        let (arguments, cases) = (self.claim.ask.inputs(), self.claim.cases() as u64);
        match (met.arguments, met.cases) == (arguments, cases) {
            true => Ok(met),
            false => cannot!("the second search met {met:?}: please report it"),
        }
    }

    /// Draws some windows, none twice, and searches all arguments with phases of them.
    pub(crate) fn drawn(&self, count: u64, random: &mut Random) -> Checked<Met> {
        let all = self.windows();
        let drawn: Vec<u64> = random.windows(count.min(all), all)?.into_iter().collect();
        self.spread(drawn.len() as u64, |index| drawn[index as usize])
    }

    fn spread(&self, count: u64, window: impl Fn(u64) -> u64 + Sync) -> Checked<Met> {
        let met = spread(count, "windows of phases searched again", |index, met: &mut Met| {
            self.window(window(index), met)
        })?;
        Ok(met.into_iter().fold(Met::default(), Met::and))
    }

    /// Searches a window.
    fn window(&self, index: u64, met: &mut Met) -> Checked<()> {
        let field = &self.fields[self.fields.partition_point(|field| field.until <= index)];
        let phases = field.phases(index - (field.until - field.windows));
        let mut own = Met::default();
        self.look(field.part, &field.basis, &phases, &mut own)?;
        // What is listed must be among what was met, or that is not to be relied on.
        let below = |end: &Integer| field.listed.partition_point(|phase| phase < end);
        let listed = below(&phases.end) - below(&phases.start);
        if own.cases != listed as u64 {
            return cannot!("the second search missed cases of a window: please report it");
        }
        *met = met.and(own);
        Ok(())
    }

    /// Searches the arguments with phases of an interval, in halves where no polynomial follows the function.
    fn look(
        &self,
        part: &Part,
        basis: &Basis,
        phases: &Range<Integer>,
        met: &mut Met,
    ) -> Checked<()> {
        let (ask, turns) = (&self.claim.ask, &part.turns);
        let length = Integer::from(&phases.end - &phases.start);
        let mut near = vec![];
        if ask.wave.is_made() && ask.is_beyond(phases, turns.bits) {
            met.arguments += basis.rows(turns, phases).map(|row| row.length).sum::<u64>();
            return Ok(());
        }
        if turns.about(&length) < FEW {
            for row in basis.rows(turns, phases) {
                met.arguments += row.length;
                near.extend((0..row.length).map(|u| (row.index, u)));
            }
        } else if let Some(curve) = Curve::new(ask, phases, turns.bits)? {
            for row in basis.rows(turns, phases) {
                met.arguments += row.length;
                curve.near(&row, basis.phase(), |u| near.push((row.index, u)));
            }
        } else {
            let half = length >> 1u32;
            let middle = Integer::from(&phases.start + &half);
            let basis = Basis::new(turns, &half);
            self.look(part, &basis, &(phases.start.clone()..middle.clone()), met)?;
            return self.look(part, &basis, &(middle..phases.end.clone()), met);
        }
        for (index, u) in near {
            let index = index + u as i64 * basis.index();
            met.judged += 1;
            met.cases += u64::from(self.claim.is_listed(part.ordinal(index))?);
        }
        Ok(())
    }
}

impl Field<'_> {
    /// The phases of a window.
    fn phases(&self, index: u64) -> Range<Integer> {
        let [from, to] = &self.part.turns.ends;
        let length = Integer::from(to - from);
        let end = |index: u64| Integer::from(&length * index) / self.windows + from;
        end(index)..end(index + 1)
    }
}

impl Met {
    fn and(self, other: Met) -> Met {
        Met {
            arguments: self.arguments + other.arguments,
            judged: self.judged + other.judged,
            cases: self.cases + other.cases,
        }
    }
}
