//! Correctly rounded values of a function at binary64 numbers, by interval arithmetic over MPFR.

use crate::direction::direction;
use rug::float::Special;
use rug::{Float, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_runtime::RoundingMode;
use tmd_walk::limit::{self, Limit};

/// The first precision that values are enclosed with.
const FIRST_PRECISION: u32 = 160;
/// The last one.
const LAST_PRECISION: u32 = 1 << 13;

/// The correctly rounded values at a number other than 0, by mode in the order of [`RoundingMode::ALL`].
///
/// # Errors
/// If a value cannot be told from a breakpoint.
pub(super) fn values(spec: &FunctionSpec, x: f64) -> Result<[f64; 4], Diag> {
    let exact = Rational::from_f64(x).unwrap_or_default();
    if let Some(value) = spec.exact_value(&exact) {
        if value.is_zero() {
            return Ok([zero(spec, x); 4]);
        }
        return Ok(all(&Float::with_val(LAST_PRECISION, &value), &value));
    }
    let mut prec = FIRST_PRECISION;
    while prec <= LAST_PRECISION {
        if let Ok(g) = spec.eval(&Interval::from_rational(&exact, prec)) {
            let [low, high] = [g.lo(), g.hi()].map(|end| RoundingMode::ALL.map(|m| at(end, m)));
            // Ends may be breakpoints where f is none: what is rounded alike in all modes lies between two.
            if low == high && !g.contains_zero() {
                return Ok(low);
            }
        }
        prec *= 2;
    }
    let message = format!("{} at x = {x:e} cannot be told from a breakpoint", spec.canonical());
    Err(Diag::new(DiagKind::Unsupported, message)
        .at("function", spec.text.clone(), 0..spec.text.len(), "its value there is not known")
        .help("give a function that is simpler there, or another range"))
}

/// A value that is 0, with its sign.
fn zero(spec: &FunctionSpec, x: f64) -> f64 {
    let zero = spec.special_value(&Float::with_val(53, x));
    if zero.is_sign_negative() { -0.0 } else { 0.0 }
}

fn at(value: &Float, mode: RoundingMode) -> f64 {
    value.to_f64_round(direction(mode))
}

/// A rational value rounded; `near` is it, or next to it.
fn all(near: &Float, value: &Rational) -> [f64; 4] {
    RoundingMode::ALL.map(|mode| match near.to_rational().is_some_and(|near| near == *value) {
        true => at(near, mode),
        // It has no end in binary: what is left out is less than half of the last place of `near`.
        false => at(&Float::with_val_round(LAST_PRECISION, value, direction(mode)).0, mode),
    })
}

/// What a function has at ±0 and ±∞, where that is a number of the format, an infinity or a NaN: by their encodings.
///
/// # Errors
/// If it is none of these.
pub(super) fn special(spec: &FunctionSpec) -> Result<Vec<(u64, u64)>, Diag> {
    let ends = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY];
    let own = ends.map(|end| Some((end.to_bits(), special_at(spec, end)?.to_bits())));
    own.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| {
        let message = format!("{} has no simple value at 0 or ∞", spec.canonical());
        Diag::new(DiagKind::Unsupported, message)
            .at("function", spec.text.clone(), 0..spec.text.len(), "not known there")
            .help("give a range: --range 1,4")
    })
}

fn special_at(spec: &FunctionSpec, end: f64) -> Option<f64> {
    if end == 0.0 {
        let value = spec.exact_value(&Rational::new());
        if let Some(value) = value.filter(|value| !value.is_zero()) {
            let near = value.to_f64();
            return (Rational::from_f64(near)? == value).then_some(near);
        }
        return simple(&spec.special_value(&Float::with_val(53, end)));
    }
    let infinity = if end < 0.0 { Special::NegInfinity } else { Special::Infinity };
    match limit::at(&spec.expr, &Float::with_val(FIRST_PRECISION, infinity))? {
        Limit::Special(value) => simple(&value),
        Limit::Real(_) => None,
    }
}

fn simple(value: &Float) -> Option<f64> {
    if value.is_nan() {
        return Some(f64::from_bits(super::NAN));
    }
    (value.is_zero() || value.is_infinite()).then(|| value.to_f64())
}
