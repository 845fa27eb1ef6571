//! Functions of binary32: values by a walk over the format, code by a reduction or by cells, and the proof by running it at every argument.

use crate::aim::Aim;
use crate::cells::{self, Cells, MOST_EXCEPTIONS, Place};
use crate::code::Code;
use crate::finish::Finish;
use crate::reduction::Reduction;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Kernel, Width};
use tmd_runtime::{RoundingMode, SingleFunctions};
use tmd_walk::Encoding;
use tmd_walk::widely;
use tmd_walk::{Asked, Value};
use tmd_walk::{BLOCK, Cell, Segment, Walk};

/// Numbers of every segment that are looked at before all others.
const FEW: u32 = 64;
/// Numbers that a thread looks at before it takes others.
const PART: u32 = 1 << 22;
/// If there are more, it is tried whether exact values can be told by their few bits.
const FEW_EXCEPTIONS: usize = 4;
/// A constant is moved by so many numbers at most.
const NUDGES: i64 = 12;

/// A function of binary32: its values, and what they are computed by.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The format.
    pub encoding: Encoding,
    pub(crate) walk: Walk,
    /// What values are computed by.
    pub code: Code,
}

impl Walked {
    /// Walks over the format, and finds a reduction or polynomials.
    ///
    /// # Errors
    /// If a value cannot be told from a breakpoint, or no polynomials will do.
    pub(crate) fn make(spec: &FunctionSpec, encoding: &Encoding) -> Result<Walked, Diag> {
        let walk = Walk::of(spec, encoding)?;
        let code = match Reduction::make(spec, encoding, &walk.dangerous(encoding))? {
            Some(reduction) => Code::Reduction(reduction),
            None => {
                let asked = Asked { spec, encoding };
                let cells = cells::make(&asked, walk.parity)?;
                Code::Cells(Box::new(repair(cells, &walk, encoding, spec)?))
            }
        };
        Ok(Walked { encoding: encoding.clone(), walk, code })
    }

    /// The arguments whose values are next to breakpoints, or equal to them.
    pub fn dangerous(&self) -> Vec<u32> {
        let encoding = &self.encoding;
        let finite = |at: &&u32| encoding.size(**at) < encoding.infinity();
        self.walk.single.keys().filter(finite).copied().collect()
    }

    /// The arguments whose values were enclosed by themselves, but for those whose values are breakpoints, and how many these are.
    pub(crate) fn near_breakpoints(&self) -> (Vec<u32>, u64) {
        let encoding = &self.encoding;
        let finite =
            self.walk.single.iter().filter(|(at, _)| encoding.size(**at) < encoding.infinity());
        let (near, exact): (Vec<_>, Vec<_>) =
            finite.partition(|(_, value)| !matches!(value, Value::Exact { .. }));
        (near.into_iter().map(|(at, _)| *at).collect(), exact.len() as u64)
    }

    /// The kernel of a mode for so many lanes.
    pub(crate) fn kernel(&self, mode: RoundingMode, lanes: usize) -> Kernel {
        let encoding = &self.encoding;
        let value = |at: &u32| Some((*at, self.walk.value(encoding, *at)?));
        let finish = Finish {
            encoding,
            width: Width::W64,
            marks: self.code.marks(encoding),
            results: self.code.results(),
            exceptions: self.code.exceptions(&[mode]).iter().filter_map(value).collect(),
        };
        finish.kernel(mode, lanes, |b, encoded, size| {
            self.code.computed(b, encoding, (encoded, size), mode)
        })
    }

    /// The correct result at an argument.
    ///
    /// # Errors
    /// If it cannot be told.
    pub(crate) fn correct(
        &self,
        spec: &FunctionSpec,
        argument: u32,
        mode: RoundingMode,
    ) -> Result<u32, Diag> {
        let encoding = &self.encoding;
        let value = match self.walk.value(encoding, argument) {
            Some(value) => value,
            None => Asked { spec, encoding }.value(argument)?,
        };
        Ok(value.rounded(encoding, argument, mode))
    }

    /// Computes the results of all arguments with emitted code, and compares them with what they have to be; how many there are.
    ///
    /// # Errors
    /// If the code cannot be compiled, or a result is wrong.
    pub(crate) fn check(
        &self,
        spec: &FunctionSpec,
        modes: &[RoundingMode],
        functions: &SingleFunctions,
    ) -> Result<u64, Diag> {
        let encoding = &self.encoding;
        let run = Run { walked: self, spec, encoding, modes, functions };
        let segments = &self.walk.segments;
        // What is quite wrong is seen at once.
        let few = |segment: &Segment| run.part(segment, 0, segment.count.min(FEW));
        segments.par_iter().try_for_each(|segment| few(segment).map(drop))?;
        let mut parts = vec![];
        for segment in segments {
            let starts = (0..segment.count).step_by(narrow::to_usize(PART));
            parts.extend(starts.map(|from| (segment, from, segment.count.min(from + PART))));
        }
        let counts = parts.into_par_iter().map(|(segment, from, to)| run.part(segment, from, to));
        let counted = counts.try_reduce(|| 0, |a, b| Ok(a + b))?;
        let nans = encoding.sign() - 1 - encoding.infinity();
        let mut others = encoding.special().to_vec();
        let nans = (1..=nans).map(|more| encoding.infinity() + more);
        others.extend(nans.flat_map(|at| [at, at | encoding.sign()]));
        let blocks = others.par_chunks(narrow::to_usize(BLOCK));
        let counted_others =
            blocks.map(|block| run.others(block)).try_reduce(|| 0, |a, b| Ok(a + b))?;
        Ok(counted + counted_others)
    }
}

/// Moves constants so that what is computed at dangerous arguments is rounded well, and lists the arguments where this fails.
fn repair(
    cells: Cells,
    walk: &Walk,
    encoding: &Encoding,
    spec: &FunctionSpec,
) -> Result<Cells, Diag> {
    let mut cells = repaired(cells, walk, encoding);
    if cells.exceptions.len() > FEW_EXCEPTIONS {
        let snapping = repaired(Cells { snaps: true, ..cells.clone() }, walk, encoding);
        if snapping.exceptions.len() < cells.exceptions.len() {
            cells = snapping;
        }
    }
    let count = cells.exceptions.len();
    if count <= MOST_EXCEPTIONS {
        return Ok(cells);
    }
    let text = &spec.text;
    let message = format!(
        "{}: {count} arguments would need results of their own; {MOST_EXCEPTIONS} are allowed",
        spec.canonical()
    );
    Err(Diag::new(DiagKind::Unsupported, message)
        .at(
            "function",
            text.clone(),
            0..text.len(),
            "too many of its values are numbers of the format, or nearly",
        )
        .help("give a function whose values are not"))
}

fn repaired(mut cells: Cells, walk: &Walk, encoding: &Encoding) -> Cells {
    let mut of_pieces: BTreeMap<usize, Vec<Dangerous>> = BTreeMap::new();
    for (at, value) in &walk.single {
        let Some(place) = cells.place(encoding, *at) else { continue };
        let value = if place.is_flipped { value.opposite() } else { *value };
        let own = Dangerous { at: *at, place, aim: Aim::of(value, encoding) };
        of_pieces.entry(place.piece).or_default().push(own);
    }
    let mut exceptions = vec![];
    for (piece, own) in of_pieces {
        let wrong = |moved: &cells::Piece| -> Vec<u32> {
            let is_wrong =
                |one: &&Dangerous| !one.aim.accepts(cells.finished(one.place, moved, encoding));
            own.iter().filter(is_wrong).map(|one| one.at).collect()
        };
        let steps = std::iter::once(0).chain((1..=NUDGES).flat_map(|n| [n, -n]));
        let mut best: Option<(cells::Piece, Vec<u32>)> = None;
        for step in steps {
            let moved = cells.pieces[piece].moved(step);
            let failing = wrong(&moved);
            if best.as_ref().is_none_or(|(_, least)| failing.len() < least.len()) {
                best = Some((moved, failing));
            }
            if best.as_ref().is_some_and(|(_, least)| least.is_empty()) {
                break;
            }
        }
        if let Some((moved, failing)) = best {
            cells.pieces[piece] = moved;
            exceptions.extend(failing);
        }
    }
    // Opposites of those that are in segments follow.
    if walk.parity.is_some() {
        let own = exceptions.iter().filter(|at| !encoding.special().contains(at));
        let opposites: Vec<u32> = own.map(|at| at | encoding.sign()).collect();
        exceptions.extend(opposites);
    }
    exceptions.sort_unstable();
    exceptions.dedup();
    Cells { exceptions, ..cells }
}

/// An argument whose value is next to a breakpoint.
struct Dangerous {
    at: u32,
    /// Where its value is found.
    place: Place,
    /// What that has to be, before its sign.
    aim: Aim,
}

/// A run of emitted code over the format.
struct Run<'a> {
    walked: &'a Walked,
    spec: &'a FunctionSpec,
    encoding: &'a Encoding,
    modes: &'a [RoundingMode],
    functions: &'a SingleFunctions,
}

impl Run<'_> {
    /// Checks the arguments of a segment from one place to another, and their opposites where these follow.
    fn part(&self, segment: &Segment, mut from: u32, to: u32) -> Result<u64, Diag> {
        let signs = if self.walked.walk.parity.is_some() { 2 } else { 1 };
        let all = u64::from(to - from) * signs;
        let block = narrow::to_usize(BLOCK.min(to - from));
        let (mut x, mut y, mut cells) = (vec![0; block], vec![0; block], vec![Cell::OPEN; block]);
        let one = segment.one();
        while from < to {
            let count = narrow::to_usize((to - from).min(BLOCK));
            let (x, y, cells) = (&mut x[..count], &mut y[..count], &mut cells[..count]);
            for (place, x) in (segment.first + from..).zip(&mut *x) {
                *x = place;
            }
            if one.is_none() {
                segment.cells(from, cells);
            }
            let compare = |x: &[u32], y: &mut [u32], flipped: bool| match one {
                Some(value) => {
                    self.compare_all(x, y, if flipped { value.opposite() } else { value })
                }
                None => self.compare(x, y, cells, flipped),
            };
            compare(x, y, false)?;
            if let Some(parity) = self.walked.walk.parity {
                for x in &mut *x {
                    *x |= self.encoding.sign();
                }
                compare(x, y, parity == Parity::Odd)?;
            }
            from = to.min(from + BLOCK);
        }
        Ok(all)
    }

    /// Compares results with those that one value has.
    fn compare_all(&self, x: &[u32], y: &mut [u32], value: Value) -> Result<(), Diag> {
        for (function, mode) in self.modes.iter().enumerate() {
            self.functions.call(function, x, y);
            let correct = value.rounded(self.encoding, 0, *mode);
            for (x, y) in x.iter().zip(&*y).filter(|(_, y)| **y != correct) {
                self.check(*x, *mode, *y)?;
            }
        }
        Ok(())
    }

    fn compare(&self, x: &[u32], y: &mut [u32], cells: &[Cell], flipped: bool) -> Result<(), Diag> {
        for (function, mode) in self.modes.iter().enumerate() {
            self.functions.call(function, x, y);
            let differs = differing(*mode, cells, flipped, y);
            for at in differs {
                self.check(x[at], *mode, y[at])?;
            }
        }
        Ok(())
    }

    /// Checks a result by the value of its own.
    fn check(&self, x: u32, mode: RoundingMode, result: u32) -> Result<(), Diag> {
        let correct = self.walked.correct(self.spec, x, mode)?;
        if correct == result {
            return Ok(());
        }
        Err(self.encoding.wrong(&self.spec.canonical(), mode, x, (result, correct)))
    }

    /// Checks arguments that are in no segment.
    fn others(&self, x: &[u32]) -> Result<u64, Diag> {
        let mut y = vec![0; x.len()];
        for (function, mode) in self.modes.iter().enumerate() {
            self.functions.call(function, x, &mut y);
            for (x, y) in x.iter().zip(&y) {
                if self.encoding.size(*x) > self.encoding.infinity() {
                    let quiet = x | self.encoding.quiet();
                    if *y != quiet {
                        let message = format!("a NaN, {x:#010x}, gives {y:#010x}");
                        return Err(Diag::new(DiagKind::Internal, message));
                    }
                } else {
                    self.check(*x, *mode, *y)?;
                }
            }
        }
        Ok(x.len() as u64)
    }
}

/// The places of results that are not, or not known to be, those of cells in a mode.
fn differing(mode: RoundingMode, cells: &[Cell], flipped: bool, y: &[u32]) -> Vec<usize> {
    let expected = |cell: &Cell| {
        let negative = u64::from(cell.is_negative() != flipped);
        let step = match mode {
            RoundingMode::Nearest => u64::from(cell.breakpoint() & 1),
            RoundingMode::Zero => 0,
            RoundingMode::Up => (1 - negative) & cell.is_above(),
            RoundingMode::Down => negative & cell.is_above(),
        };
        (u64::from(cell.breakpoint() >> 1) + step) | (negative << 31)
    };
    let is_wrong = |(cell, y): (&Cell, &u32)| expected(cell) != u64::from(*y) || cell.is_open();
    // Almost none is.
    if !widely(|| cells.iter().zip(y).fold(false, |any, pair| any | is_wrong(pair))) {
        return vec![];
    }
    cells.iter().zip(y).enumerate().filter(|(_, pair)| is_wrong(*pair)).map(|(at, _)| at).collect()
}
