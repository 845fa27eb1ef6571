//! The functions: sin, cos and tan, and what is made of them, of an argument and of its phase.

use crate::function::{Expr, Params, find, parse};
use crate::interval::{Gap, Interval};
use crate::json::Value;
use crate::number::decimal;
use crate::series::expand_parts;
use crate::stop::Checked;
use rug::float::{Constant, Round};
use rug::{Float, Rational};

/// Periods are read that have numerators and denominators up to this.
const MOST: u32 = 1 << 16;
/// So many bits do not tell whether there is a value only if this program is wrong.
const MOST_BITS: u32 = 1 << 14;

/// A periodic function.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    /// The name, or the text, in certificates.
    pub(crate) name: String,
    /// The period, in multiples of π.
    pub(crate) half_turns: Rational,
    of_argument: Expr,
    of_phase: Expr,
    simple: Option<Simple>,
}

/// A function that is made of no others.
#[derive(Clone, Copy, Debug)]
enum Simple {
    Sin,
    Cos,
    Tan,
}

impl Wave {
    /// Reads the function of a certificate. That of sin, cos and tan states no period, as it is known.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Wave> {
        let name = value.at("function")?.text()?;
        match (value.find("half_turns"), simple(name)) {
            (None, Some(_)) => Wave::simple(name),
            (Some(stated), None) => Wave::with_period(name, &read_period(stated.text()?)?),
            (None, None) => cannot!("the function `{name:.40}` of phases states no period"),
            (Some(_), Some(_)) => cannot!("the period of {name} is known, and not stated"),
        }
    }

    /// sin, cos or tan.
    pub(crate) fn simple(name: &str) -> Checked<Wave> {
        let half_turns = if name == "tan" { 1 } else { 2 };
        Wave::with_period(name, &Rational::from(half_turns))
    }

    /// A function with a period, which is proved: x ↦ x + P·π adds k·P·π to each k·x + c·π that x stands in.
    pub(crate) fn with_period(name: &str, half_turns: &Rational) -> Checked<Wave> {
        let of_argument = parse(name, &Params::new())?;
        let of_phase = turned(&of_argument, half_turns)?;
        if !of_argument.has_x() {
            return cannot!("the function `{name:.80}` is constant");
        }
        let (name, half_turns) = (name.to_owned(), half_turns.clone());
        let simple = simple(&name);
        Ok(Wave { name, half_turns, of_argument, of_phase, simple })
    }

    /// Whether it is made of others.
    pub(crate) fn is_made(&self) -> bool {
        self.simple.is_none()
    }

    /// The period.
    pub(crate) fn period(&self, prec: u32) -> Interval {
        Interval::constant(Constant::Pi, prec).mul(&Interval::point(&self.half_turns, prec))
    }

    /// The function of a phase, which is a part of the period.
    pub(crate) fn of_phase(&self) -> &Expr {
        &self.of_phase
    }

    /// The size of the value at an argument. Of sin, cos and tan, MPFR rounds right, whatever the argument is.
    pub(crate) fn size(&self, x: &Float, prec: u32) -> Result<Interval, Gap> {
        let rounded = |simple: Simple, round| match simple {
            Simple::Sin => Float::with_val_round(prec, x.sin_ref(), round).0,
            Simple::Cos => Float::with_val_round(prec, x.cos_ref(), round).0,
            Simple::Tan => Float::with_val_round(prec, x.tan_ref(), round).0,
        };
        let value = match self.simple {
            Some(own) => Interval { lo: rounded(own, Round::Down), hi: rounded(own, Round::Up) },
            None => {
                // All bits of the argument.
                let prec = prec.max(x.prec());
                let x = Interval { lo: Float::with_val(prec, x), hi: Float::with_val(prec, x) };
                let mut values = expand_parts(&self.of_argument, &x, 0)?;
                values.swap_remove(0)
            }
        };
        Ok(Interval { lo: value.mig(), hi: value.mag() })
    }

    /// Whether there is no value at an argument.
    pub(crate) fn is_without_value(&self, x: &Float) -> Checked<bool> {
        let mut prec = 128;
        while prec <= MOST_BITS {
            match self.size(x, prec) {
                Ok(_) => return Ok(false),
                Err(Gap::Everywhere) => return Ok(true),
                Err(Gap::Somewhere) => prec *= 2,
            }
        }
        cannot!("2^14 bits do not tell whether {} has a value at an argument", self.name)
    }
}

/// The one of these, if a name is its.
fn simple(name: &str) -> Option<Simple> {
    match name {
        "sin" => Some(Simple::Sin),
        "cos" => Some(Simple::Cos),
        "tan" => Some(Simple::Tan),
        _ => None,
    }
}

/// Reads a period: an integer, or a fraction.
fn read_period(text: &str) -> Checked<Rational> {
    let (numer, denom) = text.split_once('/').unwrap_or((text, "1"));
    let whole = |part: &str| {
        let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
        decimal(part).filter(|own| is_plain && own.is_integer() && *own > 0 && *own <= MOST)
    };
    match (whole(numer), whole(denom)) {
        (Some(numer), Some(denom)) => Ok(numer / denom),
        _ => cannot!("the period `{text:.40}` cannot be read"),
    }
}

/// The function of the phase t of x = P·π·t, if P·π is a period.
fn turned(expr: &Expr, half_turns: &Rational) -> Checked<Expr> {
    if !expr.has_x() {
        return Ok(expr.clone());
    }
    let part = |own: &Expr| Ok(Box::new(turned(own, half_turns)?));
    Ok(match expr {
        Expr::X => return cannot!("x stands outside sin, cos and tan: no period is proved"),
        // The square of what changes its sign does not change.
        Expr::Powi(a, n) if n % 2 == 0 => {
            let base = match wave(a, half_turns, 1)? {
                Some(base) => base,
                None => turned(a, half_turns)?,
            };
            Expr::Powi(Box::new(base), *n)
        }
        Expr::Call(function, a) => match wave(expr, half_turns, 2)? {
            Some(own) => own,
            None => Expr::Call(function, part(a)?),
        },
        Expr::Neg(a) => Expr::Neg(part(a)?),
        Expr::Powi(a, n) => Expr::Powi(part(a)?, *n),
        Expr::Rootn(a, n) => Expr::Rootn(part(a)?, *n),
        Expr::Add(a, b) => Expr::Add(part(a)?, part(b)?),
        Expr::Sub(a, b) => Expr::Sub(part(a)?, part(b)?),
        Expr::Mul(a, b) => Expr::Mul(part(a)?, part(b)?),
        Expr::Div(a, b) => Expr::Div(part(a)?, part(b)?),
        Expr::Const(_) | Expr::Pi => expr.clone(),
    })
}

/// Where an expression is sin, cos or tan of k·x + c·π: the same of the phase, if so many half turns change nothing. Of sin and cos, an integer multiple
/// of `turn` half turns does not; of tan, one of half turns.
fn wave(expr: &Expr, half_turns: &Rational, turn: u32) -> Checked<Option<Expr>> {
    let Expr::Call(function, argument) = expr else { return Ok(None) };
    let (of_turns, turn) = match function.names[0] {
        "sin" => ("sinpi", turn),
        "cos" => ("cospi", turn),
        "tan" => ("tanpi", 1),
        _ => return Ok(None),
    };
    // Of an argument that is periodic itself, nothing more is asked.
    if !has_bare_x(argument) {
        return Ok(None);
    }
    let Some([k, c, rest]) = linear(argument) else {
        return cannot!("an argument of {} is no multiple of x", function.names[0]);
    };
    if !rest.is_zero() {
        return cannot!("an argument of {} is shifted by no multiple of π", function.names[0]);
    }
    let turns = k * half_turns;
    let is_period = Rational::from(&turns / turn).is_integer();
    ensure!(is_period, "{half_turns}·π is no period: {turns}·π changes a {}", function.names[0])?;
    let Some(function) = find(of_turns) else {
        return cannot!("{of_turns} is not known: please report it");
    };
    let product = Expr::Mul(Box::new(Expr::Const(turns)), Box::new(Expr::X));
    let sum = Expr::Add(Box::new(product), Box::new(Expr::Const(c)));
    Ok(Some(Expr::Call(function, Box::new(sum))))
}

/// Whether an x stands outside sin, cos and tan.
fn has_bare_x(expr: &Expr) -> bool {
    match expr {
        Expr::X => true,
        Expr::Call(function, _) if ["sin", "cos", "tan"].contains(&function.names[0]) => false,
        _ => expr.parts().into_iter().any(has_bare_x),
    }
}

/// The numbers of k·x + c·π + d, if an expression is that by its operations.
fn linear(expr: &Expr) -> Option<[Rational; 3]> {
    let zero = Rational::new;
    let constant = |expr: &Expr| {
        let [k, c, rest] = linear(expr)?;
        (k.is_zero() && c.is_zero()).then_some(rest)
    };
    let times = |own: [Rational; 3], by: &Rational| own.map(|part| part * by);
    Some(match expr {
        Expr::X => [Rational::from(1), zero(), zero()],
        Expr::Pi => [zero(), Rational::from(1), zero()],
        Expr::Const(value) => [zero(), zero(), value.clone()],
        Expr::Neg(a) => linear(a)?.map(|part| -part),
        Expr::Add(a, b) => {
            let ([k, c, d], [l, e, f]) = (linear(a)?, linear(b)?);
            [k + l, c + e, d + f]
        }
        Expr::Sub(a, b) => {
            let ([k, c, d], [l, e, f]) = (linear(a)?, linear(b)?);
            [k - l, c - e, d - f]
        }
        Expr::Mul(a, b) => match constant(a) {
            Some(by) => times(linear(b)?, &by),
            None => times(linear(a)?, &constant(b)?),
        },
        Expr::Div(a, b) => times(linear(a)?, &constant(b).filter(|by| !by.is_zero())?.recip()),
        Expr::Call(..) | Expr::Powi(..) | Expr::Rootn(..) => return None,
    })
}
