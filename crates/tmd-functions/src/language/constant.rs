//! Constants as users write them: `0.1`, `1e-3`, `0x1.8p+1`, `2^-20`, `-2^3`, `pi/2`, `exp(1)`.

use std::cmp::Ordering;
use std::ops::Range;

use rug::Rational;

use crate::interval::{EvalCause, EvalError, Interval};
use crate::language::decimal::{parse_decimal, parse_exponent};
use crate::language::expr::Expr;
use crate::language::params::Params;
use crate::language::{evaluate, hexfloat, parse};
use tmd_base::diag::{Diag, DiagKind};

/// Questions about an irrational constant are given up beyond this precision, in bits.
const MAX_DECISION_PRECISION: u32 = 1 << 15;

/// A real constant with the text it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// The purpose of the constant, such as `--range`; errors name it.
    pub name: String,
    /// The text as it was written.
    pub text: String,
    value: Value,
}

/// The value, exact where it can be.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Exact(Rational),
    /// An expression without `x` that is not known to be rational.
    Real(Expr),
}

impl Constant {
    /// Reads a constant: a decimal number, a hexadecimal float (C99), `2^k`, each with a sign if wanted, or an
    /// expression without `x`. `-2^3` is -8. Exponents are limited to ±100000.
    ///
    /// # Errors
    /// A [`Diag`] that points at the offending part; also when the expression has no value (`log(0)`).
    pub fn parse(name: &str, text: &str) -> Result<Self, Diag> {
        let fail = |kind, message: String, span: Range<usize>, label: &str| {
            Diag::new(kind, message).at(name, text, span, label)
        };
        let make = |value| Constant { name: name.to_string(), text: text.to_string(), value };

        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let unsigned = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
        let unsigned_at = start + trimmed.len() - unsigned.len();
        let signed = |v: Rational| if trimmed.starts_with('-') { -v } else { v };
        if text.len() > parse::MAX_TEXT {
            let message =
                format!("the constant has {} bytes, more than {}", text.len(), parse::MAX_TEXT);
            return Err(Diag::new(DiagKind::Unsupported, message));
        }
        if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
            let value = hexfloat::parse_value(trimmed).map_err(|(span, message)| {
                fail(DiagKind::Syntax, message, start + span.start..start + span.end, "here")
                    .help("hexadecimal floats look like `0x1.8p+1`")
            })?;
            return Ok(make(Value::Exact(value)));
        }
        if let Some(exponent) = power_of_two(unsigned) {
            let at = text.len() - text.trim_end().len();
            let place = text.len() - at - exponent.len()..text.len() - at;
            let k = parse_exponent(exponent)
                .map_err(|message| fail(DiagKind::Range, message, place, "this exponent"))?;
            // parse_exponent keeps |k| small.
            return Ok(make(Value::Exact(signed(Rational::from(1) << k as i32))));
        }
        if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            match parse_decimal(unsigned) {
                Ok(value) => return Ok(make(Value::Exact(signed(value)))),
                // Without any operator it can only have been meant as one number.
                Err(message) if unsigned.bytes().all(is_decimal_character) => {
                    let span = unsigned_at..unsigned_at + unsigned.len();
                    return Err(fail(DiagKind::Range, message, span, "this number"));
                }
                Err(_) => {}
            }
        }
        let expr = parse::parse_expr(name, text, &Params::default()).map_err(|d| match d.offending() {
            Some("^") => d.help("a power of two alone can be written `2^-20`; inside an expression write `powi(2, -20)`"),
            _ => d,
        })?;
        if let Some(x) = expr.find_x() {
            return Err(fail(
                DiagKind::Domain,
                "a constant cannot contain the variable `x`".to_string(),
                x.span.clone(),
                "the variable",
            )
            .help("write a number such as `0.5`, `2^-3`, `0x1.8p+1`, `pi/2` or `exp(1)`"));
        }
        let value = match evaluate::exact(&expr, &Rational::new()) {
            Some(exact) => Value::Exact(exact),
            None => Value::Real(expr),
        };
        let constant = make(value);
        constant.enclose(128).map_err(|e| constant.diagnose(&e))?;
        Ok(constant)
    }

    /// An exact number as a constant.
    pub fn from_rational(name: &str, value: &Rational) -> Self {
        let text = hexfloat::print_rational(value).unwrap_or_else(|| value.to_string());
        Constant { name: name.to_string(), text, value: Value::Exact(value.clone()) }
    }

    /// The exact value, where it is known to be rational.
    pub fn rational(&self) -> Option<Rational> {
        match &self.value {
            Value::Exact(value) => Some(value.clone()),
            Value::Real(_) => None,
        }
    }

    /// An enclosure computed with `prec` bits.
    ///
    /// # Errors
    /// If the expression has no value; [`Constant::parse`] has excluded that at 128 bits.
    pub fn enclose(&self, prec: u32) -> Result<Interval, EvalError> {
        let value = match &self.value {
            Value::Exact(value) => Interval::from_rational(value, prec),
            Value::Real(expr) => evaluate::eval(expr, &Interval::zero(prec))?,
        };
        match value.is_bounded() {
            true => Ok(value),
            false => Err(EvalError::new("evaluation", EvalCause::Unbounded, value)),
        }
    }

    /// An error report that points at this constant (or the given part of it).
    pub fn error(&self, kind: DiagKind, message: impl Into<String>, label: &str) -> Diag {
        let trimmed = self.text.trim();
        let start = self.text.len() - self.text.trim_start().len();
        let span = start..start + trimmed.len();
        Diag::new(kind, message).at(&self.name, &self.text, span, label)
    }

    /// An evaluation error of this constant, as a report.
    pub fn diagnose(&self, error: &EvalError) -> Diag {
        let span = error.span.clone().unwrap_or(0..self.text.len());
        let message = match error.cause {
            EvalCause::Unbounded => "the constant is too large".to_string(),
            _ => format!("the constant has no value: {error}"),
        };
        Diag::new(DiagKind::Domain, message)
            .at(&self.name, &self.text, span, error.cause.reason())
            .help("write a number such as `0.5`, `2^-3`, `0x1.8p+1`, `pi/2` or `exp(1)`")
    }

    /// Answers a question about an irrational constant from its enclosures, of doubling precision
    /// until one is narrow enough.
    ///
    /// # Errors
    /// If no enclosure decides: then the constant is, as far as anyone can tell, exactly at the
    /// place that the question asks about.
    pub(super) fn decide<T>(&self, question: impl Fn(&Interval) -> Option<T>) -> Result<T, Diag> {
        let mut prec = 128;
        while prec <= MAX_DECISION_PRECISION {
            let enclosure = self.enclose(prec).map_err(|e| self.diagnose(&e))?;
            if let Some(answer) = question(&enclosure) {
                return Ok(answer);
            }
            prec *= 2;
        }
        Err(self.undecided())
    }

    fn undecided(&self) -> Diag {
        self.error(
            DiagKind::Unsupported,
            format!("`{}` cannot be placed exactly among the inputs", self.text.trim()),
            "too close to call",
        )
        .help("if its value is a rational number, write that number")
    }

    /// Whether the constant is below, at or above 0.
    ///
    /// # Errors
    /// If that cannot be decided.
    pub fn sign(&self) -> Result<Ordering, Diag> {
        match &self.value {
            Value::Exact(value) => Ok(value.cmp0()),
            Value::Real(_) => self.decide(|x| match (x.contains_zero(), x.is_zero()) {
                (_, true) => Some(Ordering::Equal),
                (true, false) => None,
                (false, false) => {
                    Some(if *x.lo() > 0 { Ordering::Greater } else { Ordering::Less })
                }
            }),
        }
    }

    /// The order of two constants.
    ///
    /// # Errors
    /// If they are too close to be told apart.
    pub fn compare(&self, other: &Constant) -> Result<Ordering, Diag> {
        if let (Value::Exact(a), Value::Exact(b)) = (&self.value, &other.value) {
            return Ok(a.cmp(b));
        }
        let mut prec = 128;
        while prec <= MAX_DECISION_PRECISION {
            let a = self.enclose(prec).map_err(|e| self.diagnose(&e))?;
            let b = other.enclose(prec).map_err(|e| other.diagnose(&e))?;
            if a.hi() < b.lo() {
                return Ok(Ordering::Less);
            }
            if a.lo() > b.hi() {
                return Ok(Ordering::Greater);
            }
            prec *= 2;
        }
        Err(other
            .error(
                DiagKind::Range,
                format!("`{}` and `{}` cannot be told apart", self.text.trim(), other.text.trim()),
                "the same number?",
            )
            .help("write at least one of them as an exact number"))
    }
}

/// The text of k in `2^k`, blanks allowed around `^`; only for an integer-like k, so that other
/// texts are read, and refused, as expressions.
fn power_of_two(text: &str) -> Option<&str> {
    let exponent = text.strip_prefix('2')?.trim_start().strip_prefix('^')?.trim();
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(exponent)
}

/// Characters of decimal numbers, signs apart: with a sign it may be an expression like `1-2`.
fn is_decimal_character(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'_')
}

#[cfg(test)]
mod tests {
    use crate::language::constant::*;
    use rug::Float;

    fn constant(text: &str) -> Constant {
        Constant::parse("--range", text).unwrap_or_else(|d| panic!("{}", d.render(false)))
    }

    #[test]
    fn exact_constants() {
        for (text, n, d) in [
            ("0.1", 1, 10),
            (" -1e-3 ", -1, 1000),
            ("+.5", 1, 2),
            (".5e-3", 1, 2000),
            ("0x1.0008p0", 0x10008, 0x10000),
            ("-0x1p-3", -1, 8),
            ("2^10", 1024, 1),
            ("2^-3", 1, 8),
            ("-2^3", -8, 1),
            ("- 2", -2, 1),
            ("3/4", 3, 4),
            ("1-2", -1, 1),
            ("1 + 2e-1", 6, 5),
            ("sqrt(9/4)", 3, 2),
            ("exp(0)", 1, 1),
            ("powi(2, -2)", 1, 4),
        ] {
            assert_eq!(constant(text).rational(), Some(Rational::from((n, d))), "{text}");
        }
        assert!(constant("2^100000").rational().is_some());
    }

    #[test]
    fn irrational_constants() {
        let half_pi = constant("pi/2");
        assert_eq!(half_pi.rational(), None);
        let x = half_pi.enclose(200).unwrap();
        assert!(
            x.width() < 1e-50
                && x.contains(&(Float::with_val(400, rug::float::Constant::Pi) / 2u32))
        );
        assert_eq!(half_pi.sign().unwrap(), Ordering::Greater);
        assert_eq!(constant("-exp(1)").sign().unwrap(), Ordering::Less);
        assert_eq!(half_pi.compare(&constant("1.5707963267948966")).unwrap(), Ordering::Greater);
        assert_eq!(constant("exp(1)").compare(&constant("pi")).unwrap(), Ordering::Less);
        assert!(constant("sin(pi)").sign().is_err());
        assert!(constant("pi").compare(&constant("pi")).is_err());
    }

    #[test]
    fn errors_point_at_the_offending_part() {
        for (text, part) in [
            ("2^999999", "999999"),
            (" -2^-100001 ", "-100001"),
            ("1e200000", "1e200000"),
            ("0x1p200000", "200000"),
            ("0x1.zp0", "z"),
            ("x + 1", "x"),
            ("3^2", "^"),
            ("1 + 2^3", "^"),
            ("log(0)", "log(0)"),
            ("1 / (1 - 1)", "1 / (1 - 1)"),
            ("exp(exp(100))", "exp(exp(100))"),
            ("pii", "pii"),
            ("", ""),
            ("1.2.3", "1.2.3"),
        ] {
            let diag = Constant::parse("--range", text).expect_err(text);
            assert_eq!(diag.offending(), Some(part), "{text}\n{}", diag.render(false));
            assert_eq!(diag.source.unwrap().name, "--range");
        }
    }

    #[test]
    fn made_from_numbers() {
        let c = Constant::from_rational("start", &Rational::from((3, 2)));
        assert_eq!(c.text, "0x1.8p+0");
        assert_eq!(constant(&c.text).rational(), c.rational());
    }
}
