//! Pieces: maximal runs of inputs on which the exponent of f(x) is constant, so that the breakpoint
//! spacing w is.
//!
//! A run is accepted when an enclosure of f over it lies in one binade (its upper end included: a
//! power of two is a breakpoint of the binades on both sides). A run on which f is monotone is cut
//! exactly where the exponent changes; any other run is halved. What comes down to single inputs is
//! examined one by one.
//!
//! Below the smallest normal number of the output the spacing does not shrink any more, so that all
//! subnormal results, zero and both signs make one piece. Beyond its largest number every rounding is
//! decided, and so it is where f has no value.

use super::crossing::{Seen, Slope};
use super::crowd::{self, Crowd};
use crate::by_phase::ByPhase;
use rug::Float;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_cases::confirm::{MOST_JUDGING, MOST_SEPARATING};
use tmd_design::decided::{NEXT_TO_ZERO, Refusal};
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::few_bits;
use tmd_functions::language::most_precision;
use tmd_functions::language::told;
use tmd_functions::language::value_at;
use tmd_functions::language::{BesidePoles, beside_poles};
use tmd_functions::language::{Format, FunctionSpec, Segment};

/// A run of inputs of one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Indices in the segment.
    pub inputs: Range<u64>,
    /// The behaviour of f there.
    pub image: Image,
}

/// The behaviour of f on a run of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// 2^e ≤ |f| ≤ 2^(e+1). For the smallest exponent of the output format |f| ≤ 2^(e+1) only.
    Binade(i32),
    /// Inputs of several exponents, examined one by one.
    Mixed,
    /// Inputs of many exponents, examined one by one by their phases.
    Phased,
    /// |f| ≥ 2^(emax+1): the result overflows in every rounding. 2^(emax+1) itself is no breakpoint of any.
    Overflow,
    /// f has no value.
    Undefined,
    /// |f| is next to 0, and not 0, or f has no value: Γ between its poles.
    Vanishing,
    /// It cannot be told, or has no use.
    Refused(Refusal),
}

impl Image {
    /// The exponent, if it is one.
    pub fn exponent(self) -> Option<i32> {
        match self {
            Image::Binade(exponent) => Some(exponent),
            Image::Mixed
            | Image::Phased
            | Image::Overflow
            | Image::Undefined
            | Image::Vanishing
            | Image::Refused(_) => None,
        }
    }
}

/// Cuts inputs of a segment into pieces. Where there would be too many, or no end, all of them are one: decided at once if f is
/// next to 0, examined by their phases if that can be done, and refused if not. Where kernels need not be used
/// (`is_free`), phases are if they are best.
pub(crate) fn cut(
    spec: &FunctionSpec,
    segment: &Segment,
    inputs: &Range<u64>,
    output: &Format,
    is_free: bool,
) -> Vec<Piece> {
    let whole = |image| vec![Piece { inputs: inputs.clone(), image }];
    let beside = beside_poles(spec, segment);
    if beside == Some(BesidePoles::Poles) {
        return whole(Image::Undefined);
    }
    if is_free && ByPhase::is_best(spec, segment, output) {
        return whole(Image::Phased);
    }
    let mut cutter = Cutter::new(spec, segment, output, inputs.clone());
    let Some(refusal) = cutter.all() else { return cutter.pieces };
    whole(match beside {
        Some(BesidePoles::Below(lg)) if lg <= output.least_ulp() - 1 - NEXT_TO_ZERO => {
            Image::Vanishing
        }
        _ if ByPhase::serves(spec, segment, output) => Image::Phased,
        _ => Image::Refused(refusal),
    })
}

/// The pieces of the opposites of `count` inputs, where |f(-x)| = |f(x)|, from theirs.
pub(super) fn mirrored(pieces: &[Piece], count: u64) -> Vec<Piece> {
    let opposite = |piece: &Piece| Piece {
        inputs: count - piece.inputs.end..count - piece.inputs.start,
        image: piece.image,
    };
    pieces.iter().rev().map(opposite).collect()
}

/// How many steps inputs of a segment take to cut, and how many pieces they make, both up to some number.
fn count_within(
    spec: &FunctionSpec,
    segment: &Segment,
    inputs: Range<u64>,
    output: &Format,
    (most_steps, most_pieces): (u64, usize),
) -> (u64, usize) {
    let mut cutter = Cutter::new(spec, segment, output, inputs);
    while cutter.steps < most_steps && cutter.pieces.len() < most_pieces && cutter.step() {}
    (cutter.steps, cutter.pieces.len())
}

/// Why f has no value at any input of the segment that is asked for, if it has none.
pub(crate) fn undefined(spec: &FunctionSpec, segment: &Segment) -> Option<Diag> {
    let error = value_at(spec, segment, 0, segment.bits() + 64).err()?;
    Some(at_input(spec, segment, 0, &error))
}

pub(super) fn at_input(spec: &FunctionSpec, segment: &Segment, i: u64, error: &EvalError) -> Diag {
    let x = segment.x_float(i, 53).to_f64();
    let diag = spec.diagnose(error);
    let message = format!("{} at x = {x:e}: {}", spec.canonical(), diag.message);
    Diag { message, ..diag }
}

/// A run that is to be cut.
struct Open {
    inputs: Range<u64>,
    /// What is known of it, where f rises or falls all the way.
    slope: Option<Slope>,
}

impl Open {
    /// A run that nothing is known of.
    fn new(inputs: Range<u64>) -> Self {
        Open { inputs, slope: None }
    }
}

/// What a run is found to be.
enum Look {
    /// One piece.
    Whole(Image),
    /// f rises or falls all the way and keeps its sign.
    Monotone(Slope),
    /// Not to be told, unless it is cut before this index.
    Cut(u64),
}

struct Cutter<'a> {
    spec: &'a FunctionSpec,
    segment: &'a Segment,
    output: &'a Format,
    /// What is left, the first run last.
    open: Vec<Open>,
    pieces: Vec<Piece>,
    /// Runs that were looked at.
    steps: u64,
}

impl<'a> Cutter<'a> {
    fn new(
        spec: &'a FunctionSpec,
        segment: &'a Segment,
        output: &'a Format,
        run: Range<u64>,
    ) -> Self {
        Cutter { spec, segment, output, open: vec![Open::new(run)], pieces: vec![], steps: 0 }
    }

    /// Cuts all there is, unless that is refused.
    fn all(&mut self) -> Option<Refusal> {
        let Cutter { spec, segment, output, .. } = *self;
        let whole = self.open.first()?.inputs.clone();
        let crowd = Crowd { spec, segment, output, inputs: whole };
        if crowd.turns_between_inputs() {
            return Some(Refusal::NeverNarrow);
        }
        let count = |run, most| count_within(spec, segment, run, output, most);
        let (mut has_looked, mut looks) = (false, 0);
        while self.step() {
            if self.steps > crowd::MOST_STEPS {
                return Some(Refusal::NeverNarrow);
            }
            if self.pieces.len() > crowd::MOST_PIECES {
                return Some(Refusal::ManyExponents);
            }
            // Whether there is an end of it is seen elsewhere.
            if !has_looked && self.steps > crowd::MANY_STEPS {
                has_looked = true;
                if crowd.has_no_end(&count) {
                    return Some(Refusal::NeverNarrow);
                }
            }
            if crowd::MANY_PIECES.get(looks).is_some_and(|many| self.pieces.len() > *many) {
                if crowd.has_too_many(looks, &count) {
                    return Some(Refusal::ManyExponents);
                }
                looks += 1;
            }
        }
        None
    }

    /// Looks at the next run; false if nothing is left.
    fn step(&mut self) -> bool {
        let Some(Open { inputs: run, slope }) = self.open.pop() else { return false };
        self.steps += 1;
        match slope.map_or_else(|| self.look(&run), Look::Monotone) {
            Look::Whole(image) => self.push(run, image),
            Look::Monotone(slope) => match slope.end_of_class(&run, |i| self.seen_at(i)) {
                Some((end, next)) => {
                    self.push(run.start..end, image_of_class(slope.ends[0].class, self.output));
                    if end < run.end {
                        let slope = Some(slope.rest(end, next));
                        self.open.push(Open { inputs: end..run.end, slope });
                    }
                }
                None => self.cut_before(&run, middle(&run)),
            },
            Look::Cut(index) => self.cut_before(&run, index),
        }
        true
    }

    fn cut_before(&mut self, run: &Range<u64>, index: u64) {
        self.open.extend([index..run.end, run.start..index].map(Open::new));
    }

    /// What can be told of a run.
    fn look(&self, run: &Range<u64>) -> Look {
        let is_single = run.end - run.start == 1;
        let x = self.segment.interval(run.clone(), self.precision());
        let enclosed = self.spec.eval_over(&x).and_then(|value| match image(&value, self.output) {
            Some(image) => Ok((Some(image), None)),
            None => {
                let (value, slope) = self.enclose(run, &x, value)?;
                Ok((image(&value, self.output), slope))
            }
        });
        match enclosed {
            Ok((Some(image), _)) => Look::Whole(image),
            Ok((None, _)) if is_single => Look::Whole(Image::Mixed),
            Ok((None, slope)) => {
                self.slope(run, slope).map_or(Look::Cut(middle(run)), Look::Monotone)
            }
            Err(error) if error.everywhere => Look::Whole(Image::Undefined),
            Err(_) if is_single => Look::Whole(self.single(run.start)),
            Err(error) => Look::Cut(self.beside_gap(run, &error).unwrap_or(middle(run))),
        }
    }

    /// A run on which f is monotone and keeps its sign, by its derivative; `None` if that is not known.
    fn slope(&self, run: &Range<u64>, slope: Option<Interval>) -> Option<Slope> {
        if slope?.contains_zero() || self.changes_sign(run).ok()? {
            return None;
        }
        Some(Slope::new([self.seen_at(run.start)?, self.seen_at(run.end - 1)?]))
    }

    /// The cut beside an input at which f is known to have no value: the run up to it and the rest are easier than any halves.
    fn beside_gap(&self, run: &Range<u64>, error: &EvalError) -> Option<u64> {
        let gap = self.segment.index_of(error.gap.as_ref()?)?;
        run.contains(&gap).then(|| gap.max(run.start + 1))
    }

    /// Decides about one input at which f has no enclosure at the usual precision.
    fn single(&self, i: u64) -> Image {
        match value_at(self.spec, self.segment, i, self.precision()) {
            Ok(_) => Image::Mixed,
            Err(error) if error.everywhere => Image::Undefined,
            Err(_) => Image::Refused(Refusal::Untold),
        }
    }

    fn push(&mut self, inputs: Range<u64>, image: Image) {
        if let Some(last) = self.pieces.last_mut()
            && last.image == image
            && last.inputs.end == inputs.start
        {
            last.inputs.end = inputs.end;
            return;
        }
        self.pieces.push(Piece { inputs, image });
    }

    fn precision(&self) -> u32 {
        self.segment.bits() + 64
    }

    /// Enclosures of f and, where it has one, of f' over a run, from that of f: also by the mean value form.
    fn enclose(
        &self,
        run: &Range<u64>,
        x: &Interval,
        direct: Interval,
    ) -> Result<(Interval, Option<Interval>), EvalError> {
        let Ok(series) = self.spec.series_over(x, 1) else { return Ok((direct, None)) };
        let centre = Interval::from_rational(&self.segment.x(middle(run)), few_bits(self.segment));
        let mean = self.spec.eval(&centre)?.add(&series[1].mul(&x.sub(&centre)));
        // Both enclose the same values, so that they do meet.
        let value = direct.intersect(&mean).unwrap_or(direct);
        Ok((value, Some(series[1].clone())))
    }

    fn changes_sign(&self, run: &Range<u64>) -> Result<bool, EvalError> {
        let negative = |i| told(self.spec, self.segment, i, sign).map(|s| s.unwrap_or(true));
        Ok(negative(run.start)? != negative(run.end - 1)?)
    }

    /// What is seen at an input, if anything is.
    fn seen_at(&self, i: u64) -> Option<Seen> {
        seen_at(self.spec, self.segment, i, self.output).ok()?
    }
}

/// The index in the middle of a run.
fn middle(run: &Range<u64>) -> u64 {
    run.start + (run.end - run.start) / 2
}

/// The exponent e of f(x_i), 2^e ≤ |f(x_i)| < 2^(e+1), but at least emin of the output format and at most
/// emax + 1, which stands for all that overflows. A value that cannot be told from a power of two at
/// the highest precision counts as that power; if it is known to be no such number, as less. None where no precision tells
/// whether there are breakpoints between: a part of f overflows, or all its bits cancel.
pub(crate) fn class_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    output: &Format,
) -> Result<Option<i32>, EvalError> {
    Ok(seen_at(spec, segment, i, output)?.map(|seen| seen.class))
}

/// [`class_at`], and about |f(x_i)|.
fn seen_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    output: &Format,
) -> Result<Option<Seen>, EvalError> {
    let class = |end: &Float| match end.get_exp() {
        Some(exponent) => (exponent - 1).clamp(output.emin, output.emax + 1),
        None if end.is_infinite() => output.emax + 1,
        None => output.emin,
    };
    if let Some(exact) = spec.exact_value(&segment.x(i)) {
        // Exact for a power of two; otherwise the truncated value has the same exponent.
        let value = Float::with_val_round(64, &exact, rug::float::Round::Zero).0;
        return Ok(Some(Seen { class: class(&value), size: value.abs() }));
    }
    let decided = told(spec, segment, i, |value| {
        let (low, high) = (class(&value.mig()), class(&value.mag()));
        (low == high).then(|| Seen { class: low, size: value.mag() })
    })?;
    if decided.is_some() {
        return Ok(decided);
    }
    // The classes of the ends: one, or those beside a power of two, where the enclosure is narrower than a quarter of the
    // breakpoints' spacing, so that none but the power can be inside.
    let bits = narrow::to_i32(output.precision);
    let ends = |prec| {
        let value = value_at(spec, segment, i, prec)?;
        let (low, high) = (value.mig(), value.mag());
        let classes = (class(&low), class(&high));
        let width = Float::with_val_round(64, &high - &low, rug::float::Round::Up).0;
        let is_narrow = width <= Float::with_val(2, 1) << (classes.0 - bits - 2);
        let is_told = classes.0 == classes.1 || (classes.1 - classes.0 == 1 && is_narrow);
        Ok(is_told.then_some((classes, high)))
    };
    let most = most_precision(segment);
    if spec.is_no_float_at(&segment.x(i)) {
        // f is not the power: as many bits as a judge spends tell the side, or, where they do not, the lower one bounds distances.
        let told = ends((2 * most).max(MOST_SEPARATING))?;
        return Ok(told.map(|(classes, size)| Seen { class: classes.0, size }));
    }
    let told = match ends(most)? {
        // Terms of f cancel: the judge spends as many bits.
        None if most < MOST_JUDGING => ends(MOST_JUDGING)?,
        told => told,
    };
    // That results overflow must be proved.
    let told = told.filter(|(classes, _)| classes.0 == classes.1 || classes.1 <= output.emax);
    Ok(told.map(|(classes, size)| Seen { class: classes.1, size }))
}

/// The image that a class of [`class_at`] stands for.
fn image_of_class(class: i32, output: &Format) -> Image {
    if class > output.emax { Image::Overflow } else { Image::Binade(class) }
}

fn sign(value: &Interval) -> Option<bool> {
    (!value.contains_zero()).then(|| value.hi().is_sign_negative())
}

/// The image that all values of an enclosure have in common.
fn image(value: &Interval, output: &Format) -> Option<Image> {
    let power = |exponent: i32| Float::with_val(2, 1) << exponent;
    let (small, large) = (value.mig(), value.mag());
    if large <= power(output.emin + 1) {
        return Some(Image::Binade(output.emin));
    }
    if small >= power(output.emax + 1) {
        return Some(Image::Overflow);
    }
    let exponent = small.get_exp()? - 1;
    (large <= power(exponent + 1)).then_some(Image::Binade(exponent))
}

#[cfg(test)]
#[path = "pieces_tests.rs"]
mod tests;
