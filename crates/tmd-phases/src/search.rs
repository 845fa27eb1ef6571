//! The search: pieces of the period in parts, parts in blocks, blocks in arcs; what may be a case is judged.

use crate::arcs::look;
use crate::block::{Block, Search};
use crate::boxes::{Found, LANES};
use crate::certificate::{Decided, PhaseCertificate};
use crate::count::count;
use crate::inputs::{Inputs, to_f64, units};
use crate::judge::{Judge, Judged};
use crate::lattice::Vector;
use crate::piece::{Piece, pieces};
use crate::request::Request;
use crate::visit::inputs_within;
use rayon::prelude::*;
use rug::{Complete, Integer};
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::Segment;
use tmd_runtime::Progress;

/// Parts of a piece hold about so many arcs: they are searched beside each other.
const ARCS_IN_PART: f64 = 1e6;
/// The most parts of a piece.
const MOST_PARTS: f64 = 65536.0;

/// Searches the arguments that have the phases, with all threads of the pool that it is called in. Progress is told in arguments.
///
/// # Errors
/// If a phase is too near to an end of the range, or a lattice is too skew.
pub fn search(request: &Request, progress: &dyn Progress) -> Result<PhaseCertificate, Diag> {
    search_by(request, |binade| binade.candidates(progress))
}

/// Searches the arguments, of which those of a binade that may be cases are found in some way.
pub(crate) fn search_by(
    request: &Request,
    candidates: impl Fn(&Binade<'_>) -> Result<Vec<u64>, Diag>,
) -> Result<PhaseCertificate, Diag> {
    let mut inputs = 0;
    let mut found = Decided::default();
    for segment in &request.segments {
        let binade = Binade::new(request, segment);
        inputs += binade.count()?;
        let candidates = candidates(&binade)?;
        let Decided { cases, undecided } = binade.decided(candidates)?;
        found.cases.extend(cases);
        found.undecided.extend(undecided);
    }
    Ok(PhaseCertificate::new(request, inputs, found))
}

/// A part of a piece.
#[derive(Clone)]
pub(crate) struct Part {
    /// log2 of the breakpoint spacing; none where each input is judged.
    pub(crate) spacing: Option<i32>,
    pub(crate) phases: Range<Integer>,
}

/// A part of a piece whose arcs are looked at in a lane.
struct Lane<'a> {
    search: Search<'a>,
    /// What is left of it.
    left: Range<Integer>,
    /// A basis where that begins.
    basis: Option<[Vector; 3]>,
}

impl Lane<'_> {
    /// The next block, if there is one.
    fn block(&mut self) -> Result<Option<Block>, Diag> {
        let Range { start, end } = &self.left;
        let is_left = start < end;
        is_left.then(|| self.search.block(start, end, self.basis.take())).transpose()
    }
}

/// The inputs of a binade with some phases.
pub(crate) struct Binade<'a> {
    request: &'a Request,
    segment: &'a Segment,
    pub(crate) inputs: Inputs,
    ends: [Integer; 2],
    /// Whether all arcs are cut, and none is solved for: tests do so.
    pub(crate) by_cutting: bool,
}

impl<'a> Binade<'a> {
    pub(crate) fn new(request: &'a Request, segment: &'a Segment) -> Binade<'a> {
        Binade {
            request,
            segment,
            inputs: Inputs::new(|prec| request.function.period(prec), segment),
            ends: request.ends.each_ref().map(units),
            by_cutting: false,
        }
    }

    /// The phases, in units: from, to.
    pub(crate) fn ends(&self) -> &[Integer; 2] {
        &self.ends
    }

    pub(crate) fn count(&self) -> Result<u64, Diag> {
        count(&self.inputs, &self.ends)
    }

    /// Whether an input has one of the phases.
    pub(crate) fn is_meant(&self, index: u64) -> bool {
        let phase = self.inputs.phase(index);
        self.ends[0] <= phase && phase < self.ends[1]
    }

    /// The parts of all pieces that have some of the phases.
    ///
    /// # Errors
    /// If pieces cannot be told.
    pub(crate) fn all_parts(&self) -> Result<Vec<Part>, Diag> {
        let Request { function, format, .. } = self.request;
        let [from, to] = self.ends.clone();
        let pieces = pieces(function.of_phase(), format, &(from..to), self.inputs.count)?;
        Ok(pieces.iter().flat_map(parts).collect())
    }

    /// The inputs that may be cases, ascending.
    pub(crate) fn candidates(&self, progress: &dyn Progress) -> Result<Vec<u64>, Diag> {
        let run = |parts: &[Part]| {
            let found = self.convoy(parts);
            self.tell(progress, parts);
            found
        };
        let results: Vec<Result<Found, Diag>> =
            self.all_parts()?.par_chunks(LANES).map(run).collect();
        let mut candidates = vec![];
        for found in results {
            candidates.extend(found?.candidates);
        }
        candidates.sort_unstable();
        candidates.dedup();
        Ok(candidates)
    }

    /// Tells of parts that are done, in arguments.
    pub(crate) fn tell(&self, progress: &dyn Progress, parts: &[Part]) {
        let length = |part: &Part| to_f64(&(&part.phases.end - &part.phases.start).complete());
        let length: f64 = parts.iter().map(length).sum();
        progress.advance(narrow::whole((length * narrow::about(self.inputs.count)).floor()));
    }

    /// What is searched where the breakpoint spacing is such a power of two.
    pub(crate) fn searched(&self, spacing: i32) -> Search<'_> {
        let epsilon = 2f64.powi(-self.request.bits.cast_signed());
        let spec = self.request.function.of_phase();
        Search { spec, inputs: &self.inputs, spacing, epsilon }
    }

    /// Looks at parts of pieces, as many as there are lanes, side by side. Those without a spacing are visited.
    pub(crate) fn convoy(&self, parts: &[Part]) -> Result<Found, Diag> {
        let mut found = Found::default();
        let all = 0..self.inputs.count;
        let mut lanes: [Option<Lane>; LANES] = Default::default();
        for (Part { spacing, phases }, lane) in parts.iter().zip(&mut lanes) {
            match spacing {
                None => found.candidates.extend(inputs_within(&self.inputs, &all, phases)),
                Some(spacing) => {
                    let search = self.searched(*spacing);
                    *lane = Some(Lane { search, left: phases.clone(), basis: None });
                }
            }
        }
        loop {
            let mut blocks: [Option<Block>; LANES] = Default::default();
            for (lane, block) in lanes.iter_mut().zip(&mut blocks) {
                *block = lane.as_mut().map(Lane::block).transpose()?.flatten();
            }
            if blocks.iter().all(Option::is_none) {
                return Ok(found);
            }
            let ends = look(&blocks, &self.inputs, self.by_cutting, &mut found);
            for ((lane, block), end) in lanes.iter_mut().zip(&blocks).zip(ends) {
                let (Some(lane), Some(block), Some((basis, end))) = (lane, block, end) else {
                    continue;
                };
                let from = &mut lane.left.start;
                if end > *from {
                    (lane.basis, *from) = (Some(basis), end);
                    continue;
                }
                // The lattice is too skew: the inputs of one arc, one by one.
                let end = (&*from + &block.arc).complete();
                let from = std::mem::replace(from, end.clone());
                found.candidates.extend(inputs_within(&self.inputs, &all, &(from..end)));
            }
        }
    }

    /// What is found of candidates.
    pub(crate) fn decided(&self, candidates: Vec<u64>) -> Result<Decided, Diag> {
        let judge = Judge::new(self.request);
        let judged: Vec<Result<(u64, Judged), Diag>> = candidates
            .into_par_iter()
            .filter(|index| self.is_meant(*index))
            .map(|index| Ok((index, judge.judged(self.segment, index)?)))
            .filter(|judged| !matches!(judged, Ok((_, Judged::Ordinary))))
            .collect();
        let mut decided = Decided::default();
        for judged in judged {
            match judged? {
                (_, Judged::Ordinary) => {}
                (_, Judged::Case(case)) => decided.cases.push(case),
                (index, Judged::Undecided) => decided.undecided.push(self.segment.hex(index)),
            }
        }
        Ok(decided)
    }
}

/// A piece in parts that are searched beside each other.
fn parts(piece: &Piece) -> Vec<Part> {
    let Piece { phases, spacing, arcs } = piece;
    let parts = match spacing {
        None => 1,
        Some(_) => (arcs / ARCS_IN_PART).ceil().clamp(1.0, MOST_PARTS) as u32,
    };
    let length = (&phases.end - &phases.start).complete();
    let at = |part: u32| &phases.start + (&length * part).complete() / parts;
    (0..parts).map(|part| Part { spacing: *spacing, phases: at(part)..at(part + 1) }).collect()
}
