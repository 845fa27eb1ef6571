//! The values of a function at all numbers of a format, as far as rounding needs them.

use crate::encoding::Encoding;
use crate::limit::{self, Limit};
use rayon::prelude::*;
use rug::float::{Round, Special};
use rug::{Float, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_runtime::RoundingMode;

/// The first precision that values are enclosed with.
const FIRST_PRECISION: u32 = 96;
/// The last one: what cannot be told from a breakpoint then would have to be known exactly.
const LAST_PRECISION: u32 = 1 << 14;

/// The same for values at ±∞.
const LAST_LIMIT_PRECISION: u32 = 1 << 12;

/// A value of a function. Breakpoints are the numbers of the format that are not negative, and the midpoints between
/// neighbours: breakpoint 2m is the number with encoding m, 2m + 1 the midpoint after it. The last one is the midpoint after
/// the largest number, from which on everything is rounded to ∞, where it is not rounded down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// No number.
    Nan,
    /// ±∞ itself.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// A breakpoint or its opposite; 0 with its sign.
    Exact {
        /// Its sign.
        negative: bool,
        /// The breakpoint.
        breakpoint: u32,
    },
    /// A number between two neighbours.
    Between {
        /// The breakpoint below its size; beyond the last one, that.
        breakpoint: u32,
        /// About the number, with its sign.
        near: f64,
    },
}

impl Value {
    /// The value with the other sign.
    pub fn opposite(self) -> Value {
        match self {
            Value::Nan => Value::Nan,
            Value::Infinite { negative } => Value::Infinite { negative: !negative },
            Value::Exact { negative, breakpoint } => {
                Value::Exact { negative: !negative, breakpoint }
            }
            Value::Between { breakpoint, near } => Value::Between { breakpoint, near: -near },
        }
    }

    /// The encoding of the correctly rounded value at an argument.
    pub fn rounded(self, encoding: &Encoding, argument: u32, mode: RoundingMode) -> u32 {
        let signed = |negative: bool, size: u32| size | if negative { encoding.sign() } else { 0 };
        let is_away = |negative: bool| match mode {
            RoundingMode::Up => !negative,
            RoundingMode::Down => negative,
            RoundingMode::Nearest | RoundingMode::Zero => false,
        };
        match self {
            // A NaN is handed on, quiet.
            Value::Nan if encoding.size(argument) > encoding.infinity() => {
                argument | encoding.quiet()
            }
            Value::Nan => encoding.nan(),
            Value::Infinite { negative } => signed(negative, encoding.infinity()),
            Value::Exact { negative, breakpoint } => {
                let below = breakpoint / 2;
                let to_nearest = mode == RoundingMode::Nearest && below % 2 == 1;
                let is_midpoint = breakpoint % 2 == 1;
                let moves = is_midpoint && (is_away(negative) || to_nearest);
                signed(negative, below + u32::from(moves))
            }
            Value::Between { breakpoint, near } => {
                let negative = near < 0.0;
                let to_nearest = mode == RoundingMode::Nearest && breakpoint % 2 == 1;
                let moves = is_away(negative) || to_nearest;
                signed(negative, breakpoint / 2 + u32::from(moves))
            }
        }
    }
}

/// A breakpoint as a number; ∞ beyond the last one.
pub fn number(encoding: &Encoding, breakpoint: u32) -> f64 {
    if breakpoint > last(encoding) {
        return f64::INFINITY;
    }
    let of = |m: u32| encoding.at(m).to_f64();
    match breakpoint % 2 {
        0 => of(breakpoint / 2),
        _ => f64::midpoint(of(breakpoint / 2), of(breakpoint / 2 + 1)),
    }
}

/// The last breakpoint.
pub fn last(encoding: &Encoding) -> u32 {
    2 * encoding.infinity() - 1
}

/// The values at all encodings, in their order.
///
/// # Errors
/// If a value cannot be told from a breakpoint.
pub fn values(spec: &FunctionSpec, encoding: &Encoding) -> Result<Vec<Value>, Diag> {
    let asked = Asked { spec, encoding };
    encoding.all().into_par_iter().map(|bits| asked.value(bits)).collect()
}

/// A function that is asked for values at numbers of a format.
pub struct Asked<'a> {
    /// The function.
    pub spec: &'a FunctionSpec,
    /// The format of arguments and results.
    pub encoding: &'a Encoding,
}

impl Asked<'_> {
    /// The value at an encoding.
    ///
    /// # Errors
    /// If it cannot be told from a breakpoint.
    pub fn value(&self, bits: u32) -> Result<Value, Diag> {
        let is_negative = bits & self.encoding.sign() != 0;
        let Some(x) = self.encoding.number(bits) else {
            return Ok(match (self.encoding.size(bits) == self.encoding.infinity(), is_negative) {
                (false, _) => Value::Nan,
                (true, false) => self.limit(Special::Infinity)?,
                (true, true) => self.limit(Special::NegInfinity)?,
            });
        };
        // The sign of 0 counts for what is special only.
        let special = || self.special(&x, is_negative);
        match self.spec.exact_value(&x) {
            Some(exact) if exact.is_zero() => {
                let negative = special().is_sign_negative();
                return Ok(Value::Exact { negative, breakpoint: 0 });
            }
            Some(exact) => return Ok(self.rational(&exact)),
            None => {}
        }
        let mut prec = FIRST_PRECISION;
        while prec <= LAST_PRECISION {
            match self.spec.eval(&Interval::from_rational(&x, prec)) {
                Ok(g) => {
                    if let Some(value) = self.enclosed(&x, &g) {
                        return Ok(value);
                    }
                }
                // Proved to have no value: a pole, or outside the domain. That there is no enclosure proves nothing.
                Err(error) if error.everywhere => return self.valueless(&x, &special()),
                Err(_) => {}
            }
            prec *= 2;
        }
        Err(self.unknown(&x))
    }

    fn special(&self, x: &Rational, is_negative: bool) -> Float {
        let x = match x.is_zero() && is_negative {
            true => Float::with_val(FIRST_PRECISION, Special::NegZero),
            false => Float::with_val(FIRST_PRECISION, x),
        };
        self.spec.special_value(&x)
    }

    /// What IEEE 754 has at a number other than 0 where f is known to have no value.
    ///
    /// # Errors
    /// If that is a number.
    pub fn without_value(&self, x: &Rational) -> Result<Value, Diag> {
        self.valueless(x, &self.special(x, false))
    }

    fn valueless(&self, x: &Rational, special: &Float) -> Result<Value, Diag> {
        match special.is_finite() {
            true => Err(self.unknown(x)),
            false if special.is_nan() => Ok(Value::Nan),
            false => Ok(Value::Infinite { negative: special.is_sign_negative() }),
        }
    }

    fn unknown(&self, x: &Rational) -> Diag {
        self.unknown_at(&format!("{:e}", x.to_f64()))
    }

    fn unknown_at(&self, x: &str) -> Diag {
        let function = self.spec.canonical();
        let message = format!("{function} at x = {x} cannot be told from a breakpoint");
        Diag::new(DiagKind::Unsupported, message)
            .at(
                "function",
                self.spec.text.clone(),
                0..self.spec.text.len(),
                "its value there is not known exactly",
            )
            .help("give a function that is simpler there")
    }

    /// The value at ±∞, where most functions have a limit.
    fn limit(&self, x: Special) -> Result<Value, Diag> {
        let mut prec = FIRST_PRECISION;
        while prec <= LAST_LIMIT_PRECISION {
            match limit::at(&self.spec.expr, &Float::with_val(prec, x)) {
                Some(Limit::Special(value)) => {
                    let negative = value.is_sign_negative();
                    return Ok(match value.is_zero() {
                        true => Value::Exact { negative, breakpoint: 0 },
                        false if value.is_nan() => Value::Nan,
                        false => Value::Infinite { negative },
                    });
                }
                Some(Limit::Real(g)) => {
                    let exact = g.lo().to_rational().filter(|_| g.lo() == g.hi());
                    if let Some(exact) = exact.filter(|exact| !exact.is_zero()) {
                        return Ok(self.rational(&exact));
                    }
                    if let Some(value) = self.one_sided(&g, || false) {
                        return Ok(value);
                    }
                }
                None => {}
            }
            prec *= 2;
        }
        Err(self.unknown_at("±∞"))
    }

    /// A value that is known exactly, and is not 0.
    fn rational(&self, value: &Rational) -> Value {
        // Rounded towards 0: on the same side of all breakpoints, or one.
        let size = Float::with_val_round(256, value, Round::Zero).0.abs();
        let breakpoint = self.breakpoint_below(&size);
        let negative = *value < 0;
        let itself = Rational::from_f64(number(self.encoding, breakpoint));
        match itself.is_some_and(|itself| itself == value.clone().abs()) {
            true => Value::Exact { negative, breakpoint },
            false => Value::Between { breakpoint, near: near(&Float::with_val(64, value)) },
        }
    }

    /// What an enclosure of the value at x tells. One that ends at a breakpoint tells as much if f(x) is proved to be none.
    fn enclosed(&self, x: &Rational, g: &Interval) -> Option<Value> {
        self.one_sided(g, || self.spec.is_irrational_at(x) || self.spec.is_no_float_at(x))
    }

    /// What an enclosure on one side of 0 tells.
    pub fn one_sided(&self, g: &Interval, is_none: impl FnOnce() -> bool) -> Option<Value> {
        let [least, most] = match (*g.lo() >= 0, *g.hi() <= 0) {
            (true, _) => [g.lo(), g.hi()],
            (_, true) => [g.hi(), g.lo()],
            _ => return None,
        };
        self.between(least, most, is_none)
    }

    /// A number between two of one sign, of which the first is not larger in size.
    fn between(
        &self,
        least: &Float,
        most: &Float,
        is_none: impl FnOnce() -> bool,
    ) -> Option<Value> {
        let (small, large) = (least.clone().abs(), most.clone().abs());
        let below = self.breakpoint_below(&small);
        // Values are finite: beyond the last breakpoint there is no other.
        let high = number(self.encoding, below + 1);
        let touches = small == number(self.encoding, below) || (large == high && high.is_finite());
        let is_between = large <= high && (!touches || is_none());
        is_between.then(|| Value::Between { breakpoint: below, near: near(most) })
    }

    /// The last breakpoint that is not above a positive number.
    fn breakpoint_below(&self, size: &Float) -> u32 {
        let (encoding, last) = (self.encoding, last(self.encoding));
        if *size >= number(encoding, last) {
            return last;
        }
        let emin = encoding.format.emin;
        let exponent = size.get_exp().map_or(emin, |exponent| (exponent - 1).max(emin));
        // As many half units, the leading bit of normal numbers counted.
        let count = Float::with_val(size.prec(), size >> encoding.spacing(exponent)).floor();
        let count = count.to_u32_saturating().unwrap_or_default();
        count + (narrow::to_u32(exponent - emin) << encoding.format.precision)
    }
}

/// About a number that is not 0, and not 0 nor ∞.
fn near(number: &Float) -> f64 {
    let size = number.to_f64().abs().clamp(f64::MIN_POSITIVE, f64::MAX);
    if number.is_sign_negative() { -size } else { size }
}
