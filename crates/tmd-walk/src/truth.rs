//! The values of a function at all numbers of a format, as far as rounding needs them.

use crate::encoding::Encoding;
use crate::limit::{self, Limit};
use crate::softplus;
use rayon::prelude::*;
use rug::float::{Round, Special};
use rug::{Float, Rational};
use std::cell::LazyCell;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_runtime::RoundingMode;

/// The first precision that values are enclosed with.
const FIRST_PRECISION: u32 = 96;
/// The last one, of those that are doubled: what cannot be told from a breakpoint then would have to be known exactly.
const LAST_PRECISION: u32 = FIRST_PRECISION << 7;
/// The same for values that are not f's own, but what its operations give.
const LAST_LIMIT_PRECISION: u32 = FIRST_PRECISION << 5;

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
/// The ends come first: a value that cannot be told is found there in a moment, as a rule, since it is one that stays next to 0, to
/// another limit or to a line, and thousands of others would be enclosed as finely as it in vain.
///
/// # Errors
/// If a value cannot be told from a breakpoint.
pub fn values(spec: &FunctionSpec, encoding: &Encoding) -> Result<Vec<Value>, Diag> {
    let asked = Asked { spec, encoding };
    for size in encoding.ends() {
        asked.value(size)?;
        asked.value(size | encoding.sign())?;
    }
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
                (true, false) => self.limit(Special::Infinity, "∞")?,
                (true, true) => self.limit(Special::NegInfinity, "-∞")?,
            });
        };
        // The sign of 0 counts for what is special only.
        let special = || self.spec.special_value(&signed(&x, is_negative, FIRST_PRECISION));
        match self.spec.exact_value(&x) {
            Some(exact) if exact.is_zero() => {
                let negative = special().is_sign_negative();
                return Ok(Value::Exact { negative, breakpoint: 0 });
            }
            Some(exact) => return Ok(self.rational(&exact)),
            None => {}
        }
        let other = LazyCell::new(|| softplus::rewritten(self.spec));
        let mut prec = FIRST_PRECISION;
        while prec <= LAST_PRECISION {
            let at = Interval::from_rational(&x, prec);
            match self.spec.eval(&at) {
                Ok(g) => {
                    if let Some(value) = self.enclosed(&x, &g) {
                        return Ok(value);
                    }
                }
                // Proved to have no value: a pole, or outside the domain. That there is no enclosure proves nothing.
                Err(error) if error.everywhere => return self.valueless(&x, is_negative),
                Err(_) => {}
            }
            let enclosed = other.as_ref().and_then(|other| other.eval(&at).ok());
            if let Some(value) = enclosed.and_then(|g| self.enclosed(&x, &g)) {
                return Ok(value);
            }
            prec *= 2;
        }
        Err(self.unknown(&x))
    }

    /// What IEEE 754 has at a number other than 0 where f is known to have no value.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn without_value(&self, x: &Rational) -> Result<Value, Diag> {
        self.valueless(x, false)
    }

    fn valueless(&self, x: &Rational, is_negative: bool) -> Result<Value, Diag> {
        let special = self.spec.special_value(&signed(x, is_negative, FIRST_PRECISION));
        match special.is_finite() {
            // exp(1/x) at -0, for instance.
            true => self
                .by_operations(|prec| signed(x, is_negative, prec))
                .ok_or_else(|| self.unknown(x)),
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
            .help(
                "write it such that no part is next to a number there, as 1 / (1 + exp(-x)) for exp(x) / (1 + exp(x)), or give a simpler one",
            )
    }

    /// The value at ±∞, where most functions have a limit.
    fn limit(&self, x: Special, name: &str) -> Result<Value, Diag> {
        self.by_operations(|prec| Float::with_val(prec, x)).ok_or_else(|| self.unknown_at(name))
    }

    /// What f's operations give at a number of as many bits as are asked for, if that is told.
    fn by_operations(&self, x: impl Fn(u32) -> Float) -> Option<Value> {
        let mut prec = FIRST_PRECISION;
        while prec <= LAST_LIMIT_PRECISION {
            match limit::at(&self.spec.expr, &x(prec)) {
                Some(Limit::Special(value)) => {
                    let negative = value.is_sign_negative();
                    return Some(match value.is_zero() {
                        true => Value::Exact { negative, breakpoint: 0 },
                        false if value.is_nan() => Value::Nan,
                        false => Value::Infinite { negative },
                    });
                }
                // A point is the value itself, and not 0.
                Some(Limit::Real(g)) if g.is_point() => {
                    return g.lo().to_rational().map(|exact| self.rational(&exact));
                }
                Some(Limit::Real(g)) => {
                    if let Some(value) = self.one_sided(&g, || false) {
                        return Some(value);
                    }
                }
                None => {}
            }
            prec *= 2;
        }
        None
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

/// A number of a format as MPFR has it, which has it exactly; 0 with its sign.
fn signed(x: &Rational, is_negative: bool, prec: u32) -> Float {
    match x.is_zero() && is_negative {
        true => Float::with_val(prec, Special::NegZero),
        false => Float::with_val(prec, x),
    }
}

/// About a number that is not 0, and not 0 nor ∞.
fn near(number: &Float) -> f64 {
    let size = number.to_f64().abs().clamp(f64::MIN_POSITIVE, f64::MAX);
    if number.is_sign_negative() { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_functions::language::FormatName;

    fn encoding(format: &str) -> Encoding {
        let name = FormatName::parse("--precision", format).expect("a name");
        Encoding::of(name).expect("16 bits")
    }

    #[test]
    fn values_that_are_no_real_numbers_of_f_are_what_its_operations_give() {
        let encoding = encoding("binary16");
        let zero = |negative| Value::Exact { negative, breakpoint: 0 };
        let infinite = Value::Infinite { negative: false };
        let [plus_0, minus_0, plus, minus] = encoding.special();
        for (function, at, value) in [
            ("log(1 + exp(x))", minus, zero(false)),
            ("log(1 + exp(x))", plus, infinite),
            ("log(1 + 1 / (1 + x * x))", plus, zero(false)),
            ("sqrt(1 / x - 1)", plus, Value::Nan),
            ("exp(1 / x)", plus_0, infinite),
            ("exp(1 / x)", minus_0, zero(false)),
            ("1 / (1 + 1 / x)", minus_0, zero(true)),
        ] {
            let spec = FunctionSpec::parse(function).expect("a function");
            let asked = Asked { spec: &spec, encoding: &encoding };
            assert_eq!(asked.value(at).expect(function), value, "{function} at {at:#06x}");
        }
    }

    /// Next to x, where exp(x) is finite and where it is beyond all exponents, and next to 0.
    #[test]
    fn values_of_softplus_are_told_at_both_ends() {
        for format in ["binary16", "bfloat16"] {
            let encoding = encoding(format);
            let largest = encoding.infinity() - 1;
            for function in ["log(1 + exp(x))", "logp1(exp(x))", "x + log(1 + exp(-x))"] {
                let spec = FunctionSpec::parse(function).expect("a function");
                let asked = Asked { spec: &spec, encoding: &encoding };
                for (at, expected) in [(largest, 2 * largest), (largest | encoding.sign(), 0)] {
                    let value = asked.value(at);
                    let is_above = matches!(
                        value,
                        Ok(Value::Between { breakpoint, near })
                            if breakpoint == expected && near > 0.0
                    );
                    assert!(is_above, "{format}, {function} at {at:#06x}: {value:?}");
                }
            }
        }
    }

    /// Thousands of values of the same kind are not enclosed before.
    #[test]
    fn what_no_precision_tells_is_found_at_the_ends() {
        let spec = FunctionSpec::parse("x * (1 + erf(x / sqrt(2))) / 2").expect("a function");
        let diag = values(&spec, &encoding("binary16")).expect_err("next to x");
        assert!(diag.message.contains("at x = 6.5504e4 cannot be told"), "{diag:?}");
        let spec = FunctionSpec::parse("atan(x) - pi / 2").expect("a function");
        let diag = values(&spec, &encoding("binary16")).expect_err("0 at ∞");
        assert!(diag.message.contains("at x = ∞ cannot be told"), "{diag:?}");
    }
}
