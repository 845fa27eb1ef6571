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

use rug::Float;
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::most_precision;
use tmd_functions::language::refined;
use tmd_functions::language::value_at;
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
    /// |f| ≥ 2^(emax+1): the result overflows in every rounding. 2^(emax+1) itself is no breakpoint of any.
    Overflow,
    /// f has no value.
    Undefined,
}

impl Image {
    /// The exponent, if it is one.
    pub fn exponent(self) -> Option<i32> {
        match self {
            Image::Binade(exponent) => Some(exponent),
            Image::Mixed | Image::Overflow | Image::Undefined => None,
        }
    }
}

/// The most pieces of a segment: a range with more is not suited to the method.
const MOST_PIECES: usize = 5_000;
/// The most steps of a cut, for the same reason.
const MOST_STEPS: u64 = 1 << 18;

/// Cuts inputs of a segment into pieces.
pub(crate) fn cut(
    spec: &FunctionSpec,
    segment: &Segment,
    inputs: &Range<u64>,
    output: &Format,
) -> Result<Vec<Piece>, Diag> {
    let mut cutter = Cutter { spec, segment, output, pieces: vec![] };
    let mut open = vec![inputs.clone()];
    let mut steps = 0;
    while let Some(run) = open.pop() {
        cutter.step(run, &mut open)?;
        steps += 1;
        if steps > MOST_STEPS {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!(
                    "no enclosure of {} is narrow enough, or there are poles between all inputs, near x = {:e}",
                    spec.canonical(),
                    segment.x_float(cutter.reached(), 53).to_f64()
                ),
            )
            .help(
                "give a shorter range; where inputs are so far apart that f turns between them, as \
                 sin does for huge ones, no polynomial follows it and the method does not apply",
            ));
        }
        if cutter.pieces.len() > MOST_PIECES {
            let x = segment.x_float(cutter.reached(), 53).to_f64();
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!(
                    "{} changes its exponent more than {MOST_PIECES} times up to x = {x:e}",
                    spec.canonical()
                ),
            )
            .help(match segment.ulp >= -1 {
                true => {
                    "inputs are as far apart here as a periodic function turns: no polynomial follows it, and no \
                     search of this kind applies; give a range of smaller inputs with --range"
                }
                false => {
                    "give a shorter range; for a periodic function stay where a binade holds few periods, and \
                     search some of the periods beyond by --range"
                }
            }));
        }
    }
    Ok(cutter.pieces)
}

/// Why f has no value at any input of the segment that is asked for, if it has none.
pub(crate) fn undefined(spec: &FunctionSpec, segment: &Segment) -> Option<Diag> {
    let error = value_at(spec, segment, 0, segment.bits() + 64).err()?;
    Some(at_input(spec, segment, 0, &error))
}

fn at_input(spec: &FunctionSpec, segment: &Segment, i: u64, error: &EvalError) -> Diag {
    let x = segment.x_float(i, 53).to_f64();
    let diag = spec.diagnose(error);
    let message = format!("{} at x = {x:e}: {}", spec.canonical(), diag.message);
    Diag { message, ..diag }
}

struct Cutter<'a> {
    spec: &'a FunctionSpec,
    segment: &'a Segment,
    output: &'a Format,
    pieces: Vec<Piece>,
}

impl Cutter<'_> {
    fn step(&mut self, run: Range<u64>, open: &mut Vec<Range<u64>>) -> Result<(), Diag> {
        let is_single = run.end - run.start == 1;
        let mut halve = |run: Range<u64>| {
            let middle = run.start + (run.end - run.start) / 2;
            open.push(middle..run.end);
            open.push(run.start..middle);
        };
        let (value, slope) = match self.enclose(&run) {
            Ok(enclosed) => enclosed,
            Err(error) if error.everywhere => {
                self.push(run, Image::Undefined);
                return Ok(());
            }
            Err(_) if is_single => return self.single(run),
            Err(_) => {
                halve(run);
                return Ok(());
            }
        };
        if let Some(image) = image(&value, self.output) {
            self.push(run, image);
        } else if is_single {
            self.push(run, Image::Mixed);
        } else if slope.is_some_and(|slope| !slope.contains_zero()) && !self.changes_sign(&run)? {
            let (class, _) = self.class_at(run.start)?;
            let end = self.end_of_class(&run, class)?;
            self.push(run.start..end, image_of_class(class, self.output));
            if end < run.end {
                open.push(end..run.end);
            }
        } else {
            halve(run);
        }
        Ok(())
    }

    /// Decides about one input at which f has no enclosure at the usual precision.
    fn single(&mut self, run: Range<u64>) -> Result<(), Diag> {
        match value_at(self.spec, self.segment, run.start, self.precision()) {
            Ok(_) => self.push(run, Image::Mixed),
            Err(error) if error.everywhere => self.push(run, Image::Undefined),
            Err(error) => return Err(at_input(self.spec, self.segment, run.start, &error)),
        }
        Ok(())
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

    /// The first input that is not in a piece yet.
    fn reached(&self) -> u64 {
        self.pieces.last().map_or(0, |piece| piece.inputs.end)
    }

    fn precision(&self) -> u32 {
        self.segment.bits() + 64
    }

    /// Enclosures of f and, where it has one, of f' over a run; f also by the mean value form.
    fn enclose(&self, run: &Range<u64>) -> Result<(Interval, Option<Interval>), EvalError> {
        let prec = self.precision();
        let x = self.segment.interval(run.clone(), prec);
        let direct = self.spec.eval(&x)?;
        let Ok(series) = self.spec.series(&x, 1) else { return Ok((direct, None)) };
        let middle = run.start + (run.end - run.start) / 2;
        let centre = Interval::from_rational(&self.segment.x(middle), prec);
        let mean = self.spec.eval(&centre)?.add(&series[1].mul(&x.sub(&centre)));
        // Both enclose the same values, so that they do meet.
        let value = direct.intersect(&mean).unwrap_or(direct);
        Ok((value, Some(series[1].clone())))
    }

    fn changes_sign(&self, run: &Range<u64>) -> Result<bool, Diag> {
        let negative = |i| self.refined(i, sign).map(|s| s.unwrap_or(true));
        Ok(negative(run.start)? != negative(run.end - 1)?)
    }

    /// The first index after `run.start` at which the class is another; f is monotone.
    ///
    /// It is where log2 |f| passes an integer: tried next to where a line through two places passes it, and on the other side
    /// of that, so that what is left shrinks from both ends; every third time in the middle.
    fn end_of_class(&self, run: &Range<u64>, class: i32) -> Result<u64, Diag> {
        let (mut inside, mut outside) = (run.start, run.end - 1);
        let ((_, mut low), (last, mut high)) = (self.class_at(inside)?, self.class_at(outside)?);
        if last == class {
            return Ok(run.end);
        }
        let passed = f64::from(if high > low { class + 1 } else { class });
        let mut is_inside_new = None;
        for step in 1.. {
            let left = outside - inside;
            if left <= 1 {
                break;
            }
            let share = (passed - low) / (high - low);
            let of_left = |share: f64| {
                narrow::whole((share * narrow::about(left)).floor().min(2f64.powi(62)))
            };
            let offset = match is_inside_new {
                _ if step % 3 == 0 || !(0.0..=1.0).contains(&share) => left / 2,
                None => of_left(share),
                Some(true) => of_left(2.0 * share) + 1,
                Some(false) => left.saturating_sub(of_left(2.0 * (1.0 - share)) + 1),
            };
            let place = inside + offset.clamp(1, left - 1);
            let (at, height) = self.class_at(place)?;
            if at == class {
                (inside, low) = (place, height);
            } else {
                (outside, high) = (place, height);
            }
            is_inside_new = Some(at == class);
        }
        Ok(outside)
    }

    /// The class at an input, and log2 |f| or what stands for it.
    fn class_at(&self, i: u64) -> Result<(i32, f64), Diag> {
        class_and_height(self.spec, self.segment, i, self.output)
            .map_err(|error| at_input(self.spec, self.segment, i, &error))
    }

    fn refined<T>(
        &self,
        i: u64,
        decide: impl Fn(&Interval) -> Option<T>,
    ) -> Result<Option<T>, Diag> {
        refined(self.spec, self.segment, i, decide)
            .map_err(|error| at_input(self.spec, self.segment, i, &error))
    }
}

/// The exponent e of f(x_i), 2^e ≤ |f(x_i)| < 2^(e+1), but at least emin of the output format and at most
/// emax + 1, which stands for all that overflows. A value that cannot be told from a power of two at
/// the highest precision counts as that power.
pub(crate) fn class_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    output: &Format,
) -> Result<i32, EvalError> {
    class_and_height(spec, segment, i, output).map(|(class, _)| class)
}

/// [`class_at`], and about log2 |f(x_i)|; NaN where that is not finite.
fn class_and_height(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    output: &Format,
) -> Result<(i32, f64), EvalError> {
    let class = |end: &Float| match end.get_exp() {
        Some(exponent) => (exponent - 1).clamp(output.emin, output.emax + 1),
        None if end.is_infinite() => output.emax + 1,
        None => output.emin,
    };
    let known = |class: i32, end: &Float| (class, height(end));
    if let Some(exact) = spec.exact_value(&segment.x(i)) {
        // Exact for a power of two; otherwise the truncated value has the same exponent.
        let value = Float::with_val_round(64, &exact, rug::float::Round::Zero).0;
        return Ok(known(class(&value), &value));
    }
    let decided = refined(spec, segment, i, |value| {
        let (low, high) = (class(&value.mig()), class(&value.mag()));
        (low == high).then(|| known(low, &value.mag()))
    })?;
    match decided {
        Some(decided) => Ok(decided),
        None => {
            let value = value_at(spec, segment, i, most_precision(segment))?.mag();
            Ok(known(class(&value), &value))
        }
    }
}

/// About log2 of the size of a number.
fn height(value: &Float) -> f64 {
    match value.get_exp() {
        Some(exponent) => {
            f64::from(exponent) + (Float::with_val(64, value) >> exponent).to_f64().abs().log2()
        }
        None => f64::NAN,
    }
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
