//! Pieces: maximal runs of inputs on which the exponent of f(x) is constant, so that the breakpoint
//! spacing w is.
//!
//! A run is accepted when an enclosure of f over it lies in one binade (its upper end included: a
//! power of two is a breakpoint of the binades on both sides). A run on which f is monotone is cut
//! exactly where the exponent changes; any other run is halved. What comes down to single inputs is
//! examined one by one.

use crate::diag::{Diag, DiagKind};
use crate::interval::{EvalError, Interval};
use crate::spec::{Format, FunctionSpec, Segment};
use rug::Float;
use std::ops::Range;

/// A run of inputs of one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Indices in the segment.
    pub inputs: Range<u64>,
    /// e with 2^e ≤ |f| ≤ 2^(e+1) on the run; `None` for inputs that are examined one by one.
    pub exponent: Option<i32>,
}

/// More pieces than this mean that the range is not suited to the method.
const MOST_PIECES: usize = 5_000;
/// More inputs than this that must be examined one by one, too.
const MOST_SINGLES: u64 = 1 << 17;

/// Enclosures of functions at single inputs are refined up to this precision.
pub(crate) const MOST_PRECISION: u32 = 8192;

/// Cuts a segment into pieces.
pub(crate) fn cut(
    spec: &FunctionSpec,
    segment: &Segment,
    output: &Format,
) -> Result<Vec<Piece>, Diag> {
    let mut cutter = Cutter { spec, segment, pieces: vec![], singles: 0 };
    let mut open: Vec<Range<u64>> = std::iter::once(0..segment.count).collect();
    while let Some(run) = open.pop() {
        cutter.step(run, &mut open)?;
        if cutter.singles > MOST_SINGLES {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!(
                    "{} is zero, or no enclosure tells it from zero, on too many inputs",
                    spec.canonical()
                ),
            )
            .help(
                "write the function so that it is not identically zero, or give a shorter range",
            ));
        }
        if cutter.pieces.len() > MOST_PIECES {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!("f changes its exponent more than {MOST_PIECES} times on the range"),
            )
            .help("give a shorter range"));
        }
    }
    for piece in &cutter.pieces {
        if let Some(exponent) = piece.exponent {
            check_exponent(spec, segment, piece.inputs.start, exponent, output)?;
        }
    }
    Ok(cutter.pieces)
}

/// Refuses results that overflow the output format or fall below its smallest normal number.
pub(crate) fn check_exponent(
    spec: &FunctionSpec,
    segment: &Segment,
    input: u64,
    exponent: i32,
    output: &Format,
) -> Result<(), Diag> {
    let near = segment.x_float(input, 53).to_f64();
    let place = |what: &str| {
        Diag::new(
            DiagKind::Range,
            format!("{} {what} {} near x = {near:e}", spec.canonical(), output.name),
        )
    };
    if exponent > output.emax {
        return Err(place("overflows").help(format!(
            "choose a range on which |f| stays below 2^{}",
            i64::from(output.emax) + 1
        )));
    }
    if exponent < output.emin {
        return Err(place("falls below the smallest normal number of")
            .help(format!("choose a range on which |f| stays above 2^{}", output.emin)));
    }
    Ok(())
}

struct Cutter<'a> {
    spec: &'a FunctionSpec,
    segment: &'a Segment,
    pieces: Vec<Piece>,
    singles: u64,
}

impl Cutter<'_> {
    fn step(&mut self, run: Range<u64>, open: &mut Vec<Range<u64>>) -> Result<(), Diag> {
        if run.end - run.start == 1 {
            // Must be defined there at all.
            value_at(self.spec, self.segment, run.start, self.precision())
                .map_err(|error| self.undefined(run.start, &error))?;
            self.singles += 1;
            self.push(run, None);
            return Ok(());
        }
        let mut halve = |run: Range<u64>| {
            let middle = run.start + (run.end - run.start) / 2;
            open.push(middle..run.end);
            open.push(run.start..middle);
        };
        let Ok((value, slope)) = self.enclose(&run) else {
            halve(run);
            return Ok(());
        };
        if let Some(exponent) = common_exponent(&value) {
            self.push(run, Some(exponent));
        } else if !slope.contains_zero() && !self.changes_sign(&run)? {
            let exponent = self.exponent_at(run.start)?;
            let end = self.end_of_exponent(&run, exponent)?;
            self.push(run.start..end, Some(exponent));
            if end < run.end {
                open.push(end..run.end);
            }
        } else {
            halve(run);
        }
        Ok(())
    }

    fn push(&mut self, inputs: Range<u64>, exponent: Option<i32>) {
        if let Some(last) = self.pieces.last_mut()
            && last.exponent == exponent
            && last.inputs.end == inputs.start
        {
            last.inputs.end = inputs.end;
            return;
        }
        self.pieces.push(Piece { inputs, exponent });
    }

    fn precision(&self) -> u32 {
        self.segment.first.significant_bits() + 64
    }

    /// Enclosures of f and f' over a run; f also by the mean value form.
    fn enclose(&self, run: &Range<u64>) -> Result<(Interval, Interval), EvalError> {
        let prec = self.precision();
        let x = self.segment.interval(run.clone(), prec);
        let series = self.spec.series(&x, 1)?;
        let middle = run.start + (run.end - run.start) / 2;
        let centre = Interval::from_rational(&self.segment.x(middle), prec);
        let mean = self.spec.eval(&centre)?.add(&series[1].mul(&x.sub(&centre)));
        // Both enclose the same values, so that they do meet.
        let value = series[0].intersect(&mean).unwrap_or_else(|| series[0].clone());
        Ok((value, series[1].clone()))
    }

    fn changes_sign(&self, run: &Range<u64>) -> Result<bool, Diag> {
        let negative = |i| self.refined(i, sign).map(|s| s.unwrap_or(true));
        Ok(negative(run.start)? != negative(run.end - 1)?)
    }

    /// The first index after `run.start` at which the exponent is another; f is monotone.
    fn end_of_exponent(&self, run: &Range<u64>, exponent: i32) -> Result<u64, Diag> {
        let (mut inside, mut outside) = (run.start, run.end);
        while outside - inside > 1 {
            let middle = inside + (outside - inside) / 2;
            if self.exponent_at(middle)? == exponent { inside = middle } else { outside = middle }
        }
        Ok(outside)
    }

    /// The exponent of f at one input. A value that cannot be told from a power of two at the highest
    /// precision counts as that power.
    fn exponent_at(&self, i: u64) -> Result<i32, Diag> {
        exponent_at(self.spec, self.segment, i).map_err(|error| self.undefined(i, &error))
    }

    fn refined<T>(
        &self,
        i: u64,
        decide: impl Fn(&Interval) -> Option<T>,
    ) -> Result<Option<T>, Diag> {
        refined(self.spec, self.segment, i, decide).map_err(|error| self.undefined(i, &error))
    }

    fn undefined(&self, i: u64, error: &EvalError) -> Diag {
        let x = self.segment.x_float(i, 53).to_f64();
        let diag = self.spec.diagnose(error);
        let message = format!("{} at x = {x:e}: {}", self.spec.canonical(), diag.message);
        Diag { message, ..diag }
    }
}

/// The value at one input, at a precision.
pub(crate) fn value_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    prec: u32,
) -> Result<Interval, EvalError> {
    spec.eval(&Interval::from_rational(&segment.x(i), prec))
}

/// Raises the precision until `decide` has an answer; `None` if it never has.
pub(crate) fn refined<T>(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    decide: impl Fn(&Interval) -> Option<T>,
) -> Result<Option<T>, EvalError> {
    let mut prec = segment.first.significant_bits() + 64;
    while prec <= MOST_PRECISION {
        let answer = decide(&value_at(spec, segment, i, prec)?);
        if answer.is_some() {
            return Ok(answer);
        }
        prec *= 2;
    }
    Ok(None)
}

/// e with 2^e ≤ |f(x_i)| < 2^(e+1). A value that cannot be told from a power of two at the highest
/// precision counts as that power; zero as the lowest exponent.
pub(crate) fn exponent_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
) -> Result<i32, EvalError> {
    if let Some(exact) = spec.exact_value(&segment.x(i)) {
        // Exact for a power of two; otherwise the truncated value has the same exponent.
        let (value, _) = Float::with_val_round(64, &exact, rug::float::Round::Zero);
        return Ok(value.get_exp().map_or(i32::MIN, |e| e - 1));
    }
    let exponent = refined(spec, segment, i, |value| {
        let (low, high) = (value.mig(), value.mag());
        let (low, high) = (low.get_exp()?, high.get_exp()?);
        (low == high).then_some(high - 1)
    })?;
    match exponent {
        Some(exponent) => Ok(exponent),
        None => {
            let value = value_at(spec, segment, i, MOST_PRECISION)?;
            Ok(value.mag().get_exp().map_or(i32::MIN, |e| e - 1))
        }
    }
}

fn sign(value: &Interval) -> Option<bool> {
    (!value.contains_zero()).then(|| value.hi().is_sign_negative())
}

/// e with 2^e ≤ |v| ≤ 2^(e+1) for all v of the enclosure.
fn common_exponent(value: &Interval) -> Option<i32> {
    if value.contains_zero() {
        return None;
    }
    let low = value.mig().get_exp()?;
    let limit = Float::with_val(2, 1) << low;
    (value.mag() <= limit).then_some(low - 1)
}
