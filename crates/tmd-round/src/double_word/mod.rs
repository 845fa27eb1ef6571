//! Functions of binary64: polynomials in double-word arithmetic, so accurate that a search lists every argument whose result could
//! be wrong.
//!
//! The proof has three parts. The computed sum of two words differs from f(x) by less than 2^-(bits + 54) of it, for every
//! argument: `DoubleWord::prove` bounds the error row by row. A search with a threshold of 2^-bits lists all arguments whose
//! values are nearer to a breakpoint than 2^-(bits + 54) of them: breakpoints are at least 2^-54 of a value apart, and those of
//! subnormal results are among those that exponents without end would have. All other sums lie between the same
//! breakpoints as the values, and are rounded alike in every mode. On the listed arguments the code is run (`check`).
//!
//! `scheme` and `place`, with `turns` and `period`, lead an argument to its row, `row` has the polynomials, `arithmetic` their
//! evaluation, `bound` its error, `result` rounds, `kernel` puts it together; `search` makes the list, `truth` has the correct results.
//! `fast` is a shorter path for most arguments.

mod arithmetic;
mod bound;
pub(crate) mod check;
pub mod entry;
pub mod fast;
mod kernel;
mod period;
mod place;
mod result;
mod row;
mod scheme;
pub mod search;
mod taken;
mod taylor;
mod truth;
mod turns;

pub use check::Listed;
pub use fast::FastPath;
pub use row::{Row, Shape};
pub use scheme::Scheme;

use crate::kernel::table_bytes;
use crate::request::ALL;
use bound::{Last, moved, plus, relative};
use rayon::prelude::*;
use rug::Float;
use scheme::is_exp;
use std::collections::BTreeMap;
use taylor::up;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::EvalError;
use tmd_functions::language::equations::Parity;
use tmd_functions::language::{Format, FunctionSpec, range};
use tmd_request::request::{RangeOption, RangeText};
use tmd_runtime::RoundingMode;

/// The encoding of ∞.
const INFINITY: u64 = 0x7ff << 52;
/// The bit that makes a NaN a quiet one.
const QUIET: u64 = 1 << 51;
/// A quiet NaN.
const NAN: u64 = INFINITY | QUIET;
/// Breakpoints are 2^-this of a value apart, or more.
const SPACING_BITS: u32 = 54;
/// One of 2^this listed arguments is nearer to a breakpoint than the error that is aimed at: so few may need results of their own.
const FINE_BITS: u32 = 12;
/// log2 of the rows of a binade, at least and at most.
const CUTS: std::ops::RangeInclusive<u32> = 4..=13;
/// Exponents of arguments and values of a range are no larger in size: no operation's result is subnormal.
const MOST_EXPONENT: i32 = 200;
/// From here on downwards, values of multiples of 2^x are less than half of the least number.
const NEXT_TO_NOTHING: f64 = -1080.0;
/// Arguments of this size, and smaller ones, have values that are next to f(0), where f(x + c) = 2·f(x).
const RUN: f64 = f64::from_bits((1023 - 56) << 52);
/// The same where f is even and f(x + 1) = -f(x).
const RUN_OF_TURNS: f64 = f64::from_bits((1023 - 30) << 52);

/// A function as polynomials in double-word arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleWord {
    /// How an argument finds its row.
    pub scheme: Scheme,
    /// Whether one sign of arguments stands for both; of whole formats.
    pub parity: Option<Parity>,
    /// The threshold of the search that the error is small enough for.
    pub bits: u32,
    /// log2 of the rows of a binade, or of an interval of length 1.
    pub cuts: u32,
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether sums next to a number are taken for it.
    pub snaps: bool,
}

/// Results that stand in the code, in each mode those that it needs: encodings of arguments and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrections(BTreeMap<RoundingMode, Vec<(u64, u64)>>);

impl Corrections {
    /// Those of a mode.
    pub fn of(&self, mode: RoundingMode) -> &[(u64, u64)] {
        self.0.get(&mode).map_or(&[], Vec::as_slice)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl DoubleWord {
    /// The shortest table with polynomials that are accurate enough, and their errors, which are proved.
    ///
    /// # Errors
    /// If there is no scheme for the range, or no table.
    pub fn fitted(
        spec: &FunctionSpec,
        range: &str,
        bits: u32,
        most_bytes: u64,
    ) -> Result<(DoubleWord, Errors), Diag> {
        let (mut failing, mut enough) = (None, None);
        for (scheme, parity) in reductions_of(spec, range)? {
            for cuts in CUTS {
                let rows = scheme.rows(cuts);
                let count = narrow::to_usize(rows.end - rows.start);
                if table_bytes(count, Shape::COLUMNS) > most_bytes {
                    break;
                }
                for shape in Shape::ALL {
                    let made = rows
                        .clone()
                        .into_par_iter()
                        .map(|row| Row::of(spec, &scheme.place(row, cuts), shape));
                    let made: Result<Vec<Row>, EvalError> = made.collect();
                    let rows = match made {
                        Ok(rows) => rows,
                        Err(error) => {
                            failing = Some(spec.diagnose(&error));
                            continue;
                        }
                    };
                    let snaps = matches!(scheme, Scheme::Scaling(_));
                    let own = DoubleWord { scheme, parity, bits, cuts, rows, snaps };
                    match own.prove(spec) {
                        Ok(errors) if errors.are_fine(bits) => return Ok((own, errors)),
                        Ok(errors) => enough = Some((own, errors)),
                        Err(diag) => failing = Some(diag),
                    }
                }
            }
        }
        if let Some(own) = enough {
            return Ok(own);
        }
        Err(failing.unwrap_or_else(|| {
            let message = format!(
                "{}: no table of {most_bytes} bytes serves --range {range}",
                spec.canonical()
            );
            Diag::new(DiagKind::Range, message)
                .at("--range", range, 0..range.len(), "too long, or it is not smooth here")
                .help("give a shorter range, or more bytes by --table-budget")
        }))
    }

    /// Bytes of its table.
    pub(crate) fn bytes(&self) -> u64 {
        table_bytes(self.rows.len(), Shape::COLUMNS)
    }

    /// The coefficients of a row.
    fn shape(&self) -> Shape {
        let first = &self.rows[0];
        Shape { leading: first.leading.len(), rest: first.rest.len() }
    }

    /// A sum is taken for its first word if the second one is less than 2^-this of it.
    fn snap_bits(&self) -> i32 {
        (self.bits + SPACING_BITS + FINE_BITS - 1).cast_signed()
    }

    /// The error must be less than 2^-this of the value.
    fn allowed_bits(&self) -> u32 {
        let least = self.bits + SPACING_BITS;
        if self.snaps { least + FINE_BITS - 1 } else { least }
    }

    /// What the error must be less than, as a part of the value.
    fn allowed(&self) -> Float {
        up(1.0) >> self.allowed_bits()
    }

    /// Proves that the sum of two words is accurate enough for all arguments; the errors of rows, as parts of the value.
    ///
    /// # Errors
    /// If it is not; the message names a row.
    pub(crate) fn prove(&self, spec: &FunctionSpec) -> Result<Errors, Diag> {
        let places: Vec<u64> = self.scheme.rows(self.cuts).collect();
        let errors = places.into_par_iter().zip(&self.rows).map(|(place, row)| {
            let place = self.scheme.place(place, self.cuts);
            let unproved = |why: String| {
                let message = format!(
                    "{} between {:e} and {:e}: {why}",
                    spec.canonical(),
                    place.ends[0],
                    place.ends[1]
                );
                Diag::new(DiagKind::Range, message).help(
                    "give a range where the function is smooth, and 0 only at numbers of few bits, or more bytes by --table-budget",
                )
            };
            let taylor = row.taylor(spec, &place).map_err(|error| unproved(error.to_string()))?;
            let last = self.scheme.last(self.cuts).into_iter();
            let errors = last.map(|last| relative(row, &taylor, last));
            let mut error = errors.fold(up(0.0), |most, error| most.max(&error));
            if place.is_divided && place.centre == 0.0 {
                // Arguments next to 0 stand for each other.
                error = plus(error, &moved(&taylor, scheme::TINY));
            }
            match error < self.allowed() {
                true => Ok(error),
                false => Err(unproved(format!(
                    "an error of 2^{:.1} of the value is proved, 2^-{} is needed",
                    error.to_f64().log2(),
                    self.allowed_bits()
                ))),
            }
        });
        let errors = errors.collect::<Result<_, Diag>>()?;
        self.prove_scale(spec)?;
        Ok(Errors(errors))
    }

    /// Proves what sums are multiplied by, or begin with: no value is subnormal, or beyond all numbers, where this is not provided for;
    /// and arguments next to 0 may stand for each other.
    fn prove_scale(&self, spec: &FunctionSpec) -> Result<(), Diag> {
        let refuse = |why: &str| {
            let message = format!("{}: {why}", spec.canonical());
            Err(Diag::new(DiagKind::Unsupported, message).help("give another range"))
        };
        let sizes = || self.rows.iter().map(|row| row.constant[0].abs());
        let (least, most) = (2f64.powi(-MOST_EXPONENT), 2f64.powi(MOST_EXPONENT));
        // At a row's ends values are within its error of twice or half the constant, or f is 0 at the centre.
        if sizes().any(|size| size >= most || (size < least && size != 0.0)) {
            return refuse("values are too large or too small");
        }
        match self.scheme {
            Scheme::Range { .. } | Scheme::Shift(_) => Ok(()),
            Scheme::Turns(_) => self.prove_turns(spec).or_else(|why| refuse(&why)),
            Scheme::Scaling(step) => {
                let steps = 1075 / step.x + 1;
                match step.f.abs() * steps <= 1000 - MOST_EXPONENT {
                    true => Ok(()),
                    false => refuse("values leave the format"),
                }
            }
            Scheme::Translation | Scheme::Exponential { .. } => {
                // exp, exp2(x) and multiples of it: f(0) is a number, and all between 0 and f(0) ± 2^-56·f'(0) is next to it.
                let row = &self.rows[0];
                let [constant, low, _] = row.constant;
                let slope = row.leading[0][0].abs();
                let mut moving = row.clone();
                moving.constant = [0.0; 3];
                let place = self.scheme.place(0, self.cuts);
                let taylor = row.taylor(spec, &place).map_err(|error| spec.diagnose(&error))?;
                let is_exact = taylor.is_exact();
                let is_near = relative(&moving, &taylor.without_constant(), Last::Added(0.0))
                    < 2f64.powi(-20);
                let spacing = 2f64.powi(tmd_walk::exponent(constant) - 54);
                let is_number = low == 0.0 && is_exact;
                match is_near && is_number && slope * RUN * 1.01 < spacing {
                    true if (0.25..4.0).contains(&constant) => Ok(()),
                    _ => refuse("its value at 0 is not a number near 1, or it is too steep there"),
                }
            }
        }
    }

    /// Proves that the values at 0 and 1/2 are what is computed, and that all arguments of [`RUN_OF_TURNS`] and less have values next
    /// to that at 0, where f is even.
    fn prove_turns(&self, spec: &FunctionSpec) -> Result<(), String> {
        let at = scheme::of_quarter(self.cuts);
        let row = &self.rows[at as usize];
        let place = self.scheme.place(at, self.cuts);
        let taylor = row.taylor(spec, &place).map_err(|error| error.to_string())?;
        let [constant, low, last] = row.constant;
        if !taylor.is_exact() || (low, last) != (0.0, 0.0) || !(0.25..4.0).contains(&constant) {
            return Err("its value at 0, or at 1/2, is not a number near 1".into());
        }
        let is_next = moved(&taylor, RUN_OF_TURNS) < 2f64.powi(-(SPACING_BITS.cast_signed()));
        let mut moving = row.clone();
        moving.constant = [0.0; 3];
        let error = relative(&moving, &taylor.without_constant(), Last::Multiplied);
        match is_next && error < 2f64.powi(-20) {
            true => Ok(()),
            false => Err("it is too steep at 0, or at 1/2".into()),
        }
    }

    /// Whether it is for a function and a range, by equations that the function has.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn is_for(&self, spec: &FunctionSpec, range: &str) -> Result<(), String> {
        let own = reductions_of(spec, range).map_err(|diag| diag.message)?;
        match own.contains(&(self.scheme, self.parity)) {
            true => Ok(()),
            false => Err("arguments are reduced in another way than the function's".into()),
        }
    }

    /// What it is, in words.
    pub(crate) fn told(&self) -> String {
        let Shape { leading, rest } = self.shape();
        format!(
            "{} polynomials of degree {}, {leading} coefficients in two words and the constant in three",
            self.rows.len(),
            leading + rest
        )
    }

    /// Whether it can be built; it [is for](DoubleWord::is_for) its range.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn sound(&self) -> Result<(), String> {
        let is_served = CUTS.contains(&self.cuts) && {
            let rows = self.scheme.rows(self.cuts);
            rows.end - rows.start == self.rows.len() as u64
        };
        if !is_served {
            return Err(format!("{} rows do not serve the arguments", self.rows.len()));
        }
        let is_of_columns = |row: &Row| row.numbers().len() == Shape::COLUMNS;
        let shape = self.shape();
        let is_of_shape = |row: &Row| {
            row.leading.len() == shape.leading && !row.leading.is_empty() && !row.rest.is_empty()
        };
        if !self.rows.iter().all(|row| is_of_columns(row) && is_of_shape(row)) {
            return Err("rows are not of one length".into());
        }
        if !(20..=60).contains(&self.bits) {
            return Err(format!("a search for {} identical bits is of no use", self.bits));
        }
        let mut numbers = self.rows.iter().flat_map(Row::numbers);
        match numbers.all(|number| number == 0.0 || number.is_normal()) {
            true => Ok(()),
            false => Err("a coefficient is no normal number".into()),
        }
    }
}

/// Upper bounds of the rows' errors, as parts of the values.
#[derive(Clone, Debug)]
pub struct Errors(Vec<Float>);

impl Errors {
    /// Whether few of the arguments that a search lists are nearer to a breakpoint than the error of their row. Next to zeros of
    /// the function there are always some.
    fn are_fine(&self, bits: u32) -> bool {
        let aim = up(1.0) >> (bits + SPACING_BITS + FINE_BITS);
        let coarse = self.0.iter().filter(|error| **error >= aim).count();
        coarse <= self.0.len() / 16
    }

    /// All are less than 2^ this.
    pub fn exponent(&self) -> i32 {
        self.0.iter().filter_map(Float::get_exp).max().unwrap_or(i32::MIN)
    }
}

/// How arguments of a range can be reduced, and whether one sign of them stands for both; the best way first.
fn reductions_of(spec: &FunctionSpec, range: &str) -> Result<Vec<(Scheme, Option<Parity>)>, Diag> {
    let parity = |scheme: Scheme| if scheme.is_whole() { spec.equations().parity } else { None };
    Ok(schemes_of(spec, range)?.into_iter().map(|scheme| (scheme, parity(scheme))).collect())
}

/// The schemes for a range, as it was written.
fn schemes_of(spec: &FunctionSpec, text: &str) -> Result<Vec<Scheme>, Diag> {
    let refuse = |message: String, label: &str, help: &str| {
        Diag::new(DiagKind::Unsupported, message)
            .at("--range", text, 0..text.len(), label)
            .help(help)
    };
    if text == ALL {
        return Scheme::of_all(spec).map(|scheme| vec![scheme]).ok_or_else(|| {
            refuse(
                format!(
                    "{} has no equation that reduces all arguments of binary64",
                    spec.canonical()
                ),
                "too many to search, too",
                "give a range of a few binades: --range 1,4",
            )
        });
    }
    let [first, last] = ends(text)?;
    let reduced = is_exp(spec).then_some(Scheme::Exponential { first, last });
    let is_negative = last < 0.0;
    let (first, last) = if is_negative { (-last, -first) } else { (first, last) };
    let exponents = -MOST_EXPONENT..=MOST_EXPONENT;
    let is_near = |x: f64| x > 0.0 && exponents.contains(&tmd_walk::exponent(x));
    if !is_near(first) || !is_near(last) {
        if let Some(scheme) = reduced {
            return Ok(vec![scheme]);
        }
        return Err(refuse(
            format!(
                "--range {text} must lie on one side of 0, with 2^-{MOST_EXPONENT} ≤ |x| ≤ 2^{MOST_EXPONENT}"
            ),
            "not such a range",
            "give one as 1,4",
        ));
    }
    let own = Scheme::Range { first, last, is_negative };
    Ok(std::iter::once(own).chain(reduced).collect())
}

/// The first and last number of a range of binary64.
fn ends(text: &str) -> Result<[f64; 2], Diag> {
    let range = RangeText { option: RangeOption::Range, text: text.to_owned() };
    let (from, to) = range.ends()?;
    let format = Format::of_precision(53)?;
    let segments = range::split(&from, &to, &format)?;
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
        return Err(Diag::new(DiagKind::Range, format!("--range {text} has no numbers")).at(
            "--range",
            text,
            0..text.len(),
            "empty",
        ));
    };
    let [a, b] = [first.x(0), last.x(last.count - 1)].map(|x| x.to_f64());
    Ok([a.min(b), a.max(b)])
}
