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
    /// The function's argument at x.
    pub(super) argument: Argument,
    /// Whether values are divided by x, and are 0 where x is.
    pub(super) is_divided: bool,
}

/// A function's argument at x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// It is x.
    Own,
    /// It is -x.
    Opposite,
    /// It is 1/2 - x.
    FromHalf,
    /// It is multiple·ln 2/2^cuts + x.
    FromLogarithm {
        /// See above.
        multiple: u64,
        /// See above.
        cuts: u32,
    },
}

impl Argument {
    /// The argument at x.
    pub(super) fn at(self, x: f64) -> Result<Interval, EvalError> {
        let x = Interval::from_rational(&self.of_rational(x), PREC);
        let Argument::FromLogarithm { multiple, cuts } = self else { return Ok(x) };
        let part = Interval::from_rational(&(Rational::from(multiple) >> cuts), PREC);
        Ok(Interval::from_f64(2.0, PREC)?.log()?.mul(&part).add(&x))
    }

    /// The argument at x, or all of it but a multiple of a logarithm.
    fn of_rational(self, x: f64) -> Rational {
        match self {
            Argument::Own | Argument::FromLogarithm { .. } => exact(x),
            Argument::Opposite => -exact(x),
            Argument::FromHalf => Rational::from((1, 2)) - exact(x),
        }
    }

    /// The argument at x, if it is known to be rational.
    fn rational(self, x: f64) -> Option<Rational> {
        let is_so = !matches!(self, Argument::FromLogarithm { multiple: 1.., .. });
        is_so.then(|| self.of_rational(x))
    }

    /// All arguments between two x.
    fn between(self, [first, last]: [f64; 2]) -> Result<Interval, EvalError> {
        Ok(self.at(first)?.hull(&self.at(last)?))
    }

    /// Taylor coefficients in x, from those in the argument.
    fn in_x(self, own: Vec<Interval>) -> Vec<Interval> {
        let falls = matches!(self, Argument::Opposite | Argument::FromHalf);
        let signed = |(k, c): (usize, Interval)| if falls && k % 2 == 1 { c.neg() } else { c };
        own.into_iter().enumerate().map(signed).collect()
    }
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

    /// How many of the lowest coefficients are 0, the function's as well: none, one or two.
    pub(super) fn zeros(&self, taylor: &Taylor) -> usize {
        let own = std::iter::once(self.constant == [0.0; 3]);
        let own = own.chain(self.leading.first().map(|words| *words == [0.0; 2]));
        let of_f = taylor.sizes.iter().map(|[_, most]| most.is_zero());
        own.zip(of_f).take_while(|(own, of_f)| *own && *of_f).count()
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
    let degree = own.len() - 1;
    let enclosed = coefficients(spec, place, degree)?;
    let deviations = enclosed.iter().zip(own).map(|(enclosed, own)| {
        let deviation = enclosed.sub(&Interval::from_rational(&own, PREC));
        above(&deviation.mag())
    });
    let [first, last] = place.ends;
    // A quotient's k-th coefficient is an average of the function's next one between 0 and x: f(x)/x = ∫f'(s·x) ds from 0 to 1.
    let (from, order) = if place.is_divided { (0.0, 1) } else { (first, 0) };
    let on_row = place.argument.between([from, last])?;
    let next = spec.series(&on_row, degree + 1 + order)?.pop();
    let next = next.map(|next| above(&next.mag()));
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

/// Taylor coefficients at the centre, up to a degree.
pub(super) fn coefficients(
    spec: &FunctionSpec,
    place: &Place,
    degree: usize,
) -> Result<Vec<Interval>, EvalError> {
    let order = degree + usize::from(place.is_divided);
    let own = spec.series(&place.argument.at(place.centre)?, order)?;
    let mut found = place.argument.in_x(own);
    let rational = place.argument.rational(place.centre);
    if let Some(value) = rational.and_then(|at| spec.exact_value(&at)) {
        found[0] = Interval::from_rational(&value, PREC);
    }
    if place.is_divided { divided(found, place.centre) } else { Ok(found) }
}

/// Taylor coefficients of f(x)/x, where f is 0 at 0.
fn divided(mut own: Vec<Interval>, centre: f64) -> Result<Vec<Interval>, EvalError> {
    if centre == 0.0 {
        own.remove(0);
        return Ok(own);
    }
    own.pop();
    let centre = Interval::from_f64(centre, PREC)?;
    let mut found: Vec<Interval> = vec![];
    for c in own {
        let c = found.last().map_or(c.clone(), |last| c.sub(last));
        found.push(c.div(&centre)?);
    }
    Ok(found)
}
