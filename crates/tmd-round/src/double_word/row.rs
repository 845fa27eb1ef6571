//! A row of the table: a polynomial about a centre.

use super::taylor::{PREC as BOUND_PREC, Taylor, up};
use rug::float::Round;
use rug::{Float, Rational};
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::FunctionSpec;

/// Bits of the intervals that coefficients are enclosed by.
const PREC: u32 = 256;
/// Coefficients below this are taken for 0: no number on the way is to be subnormal.
const LEAST: f64 = f64::from_bits(123 << 52);

/// A polynomial in t = x - centre, lowest coefficients first.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The constant, a sum of three numbers.
    pub constant: [f64; 3],
    /// Coefficients that are sums of two numbers, from that of t on, the second at most half a unit in the last place of the first.
    pub leading: Vec<[f64; 2]>,
    /// Coefficients that are single numbers.
    pub rest: Vec<f64>,
}

/// How many coefficients a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Sums of two numbers, besides the constant.
    pub leading: usize,
    /// Single numbers.
    pub rest: usize,
}

impl Shape {
    /// Numbers of a row.
    pub const COLUMNS: usize = 16;

    /// The shapes of rows of all columns, those with fewest operations first.
    pub(super) const ALL: [Shape; 4] = [
        Shape { leading: 2, rest: 9 },
        Shape { leading: 3, rest: 7 },
        Shape { leading: 4, rest: 5 },
        Shape { leading: 5, rest: 3 },
    ];

    fn degree(self) -> usize {
        self.leading + self.rest
    }
}

/// Where a row's polynomial is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The centre.
    pub(super) centre: f64,
    /// The least and greatest x.
    pub(super) ends: [f64; 2],
    /// The argument is -x.
    pub(super) is_negative: bool,
}

impl Row {
    /// The Taylor polynomial of a function, rounded.
    ///
    /// # Errors
    /// If it has none.
    pub(super) fn of(spec: &FunctionSpec, place: &Place, shape: Shape) -> Result<Row, EvalError> {
        let taylor = coefficients(spec, place, shape.degree())?;
        let middles: Vec<Float> = taylor.iter().map(Interval::mid).collect();
        let (leading, rest) = middles[1..].split_at(shape.leading);
        Ok(Row {
            constant: words(&middles[0]),
            leading: leading.iter().map(words).collect(),
            rest: rest.iter().map(|c| words::<1>(c)[0]).collect(),
        })
    }

    /// Whether the constant is 0.
    pub(super) fn is_zero(&self) -> bool {
        self.constant == [0.0; 3]
    }

    /// The numbers as they lie in a row.
    pub(super) fn numbers(&self) -> Vec<f64> {
        let leading = self.leading.iter().flatten();
        self.constant.iter().chain(leading).chain(&self.rest).copied().collect()
    }

    /// The Taylor coefficients that it is compared with.
    ///
    /// # Errors
    /// If there are none.
    pub(super) fn taylor(&self, spec: &FunctionSpec, place: &Place) -> Result<Taylor, EvalError> {
        let own = std::iter::once(sum(&self.constant));
        let own = own.chain(self.leading.iter().map(|words| sum(words)));
        let own = own.chain(self.rest.iter().map(|c| exact(*c)));
        compared(spec, place, own.collect())
    }
}

/// The function's Taylor coefficients beside those of a polynomial, from the lowest one on.
///
/// # Errors
/// If there are none.
pub(super) fn compared(
    spec: &FunctionSpec,
    place: &Place,
    own: Vec<Rational>,
) -> Result<Taylor, EvalError> {
    let order = own.len();
    let enclosed = coefficients(spec, place, order - 1)?;
    let deviations = enclosed.iter().zip(own).map(|(enclosed, own)| {
        let deviation = enclosed.sub(&Interval::from_rational(&own, PREC));
        above(&deviation.mag())
    });
    let [first, last] = place.ends;
    let on_row = span(first, last, place.is_negative)?;
    let next = series(spec, &on_row, order, false)?.pop().map(|next| above(&next.mag()));
    let sizes = |c: &Interval| [below(&c.mig()), above(&c.mag())];
    Ok(Taylor {
        deviations: deviations.collect(),
        sizes: enclosed.iter().map(sizes).collect(),
        next: next.unwrap_or_else(|| up(f64::INFINITY)),
        // The differences are exact, as the arguments' are.
        reach: (last - place.centre).max(place.centre - first),
    })
}

/// A sum of words.
pub(super) fn sum(words: &[f64]) -> Rational {
    words.iter().map(|word| exact(*word)).sum()
}

/// A number.
pub(super) fn exact(number: f64) -> Rational {
    Rational::from_f64(number).unwrap_or_default()
}

fn above(number: &Float) -> Float {
    Float::with_val_round(BOUND_PREC, number, Round::Up).0
}

fn below(number: &Float) -> Float {
    Float::with_val_round(BOUND_PREC, number, Round::Down).0
}

/// A coefficient, or 0 for one that is too small to count.
fn kept(number: f64) -> f64 {
    if number.abs() < LEAST { 0.0 } else { number }
}

/// A number as a sum of so many, each rounded to nearest.
pub(super) fn words<const N: usize>(number: &Float) -> [f64; N] {
    let mut rest = number.clone();
    std::array::from_fn(|_| {
        let word = kept(rest.to_f64());
        rest -= word;
        word
    })
}

/// All numbers between two, or their opposites.
fn span(first: f64, last: f64, is_negative: bool) -> Result<Interval, EvalError> {
    let whole = Interval::from_f64(first, PREC)?.hull(&Interval::from_f64(last, PREC)?);
    Ok(if is_negative { whole.neg() } else { whole })
}

/// Taylor coefficients of f(x), or f(-x), in x.
fn series(
    spec: &FunctionSpec,
    at: &Interval,
    order: usize,
    is_negative: bool,
) -> Result<Vec<Interval>, EvalError> {
    let own = spec.series(at, order)?;
    let signed = |(k, c): (usize, Interval)| if is_negative && k % 2 == 1 { c.neg() } else { c };
    Ok(own.into_iter().enumerate().map(signed).collect())
}

/// Taylor coefficients at the centre, up to a degree.
pub(super) fn coefficients(
    spec: &FunctionSpec,
    place: &Place,
    degree: usize,
) -> Result<Vec<Interval>, EvalError> {
    let centre = span(place.centre, place.centre, place.is_negative)?;
    let mut found = series(spec, &centre, degree, place.is_negative)?;
    let x = exact(place.centre) * if place.is_negative { -1 } else { 1 };
    if let Some(value) = spec.exact_value(&x) {
        found[0] = Interval::from_rational(&value, PREC);
    }
    Ok(found)
}
