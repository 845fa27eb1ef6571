//! The check: values of a library beside those of MPFR.

use super::functions::c_name;
use crate::ir::Width;
use crate::mpfr::Mpfr;
use crate::spec::hexfloat;
use crate::table::Table;
use rug::float::Round;
use rug::{Float, Rational};
use serde::Serialize;
use std::cmp::Ordering;
use tmd_runtime::RoundingMode;

/// Bits that values and errors are computed with.
const PREC: u32 = 160;
/// The exponent of a number below all of any width.
const BELOW_ALL: i32 = -100_000;

/// A result that is not the correctly rounded one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Misrounded {
    /// The function.
    pub function: String,
    /// The rounding mode.
    pub mode: &'static str,
    /// The argument, as a hexadecimal float.
    pub input: String,
    /// The library's result.
    pub got: String,
    /// The correctly rounded result.
    pub correct: String,
    /// |got - f(x)| in units in the last place of the correct result; infinite if one of both is no finite number.
    pub ulps: f64,
}

/// The outcome of checking a function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// Its name in the library.
    pub function: String,
    /// Arguments that were tried in each mode: those where the function has a value.
    pub tried: usize,
    /// For each mode its name and how many results are not correct.
    pub wrong: Vec<(&'static str, usize)>,
    /// The worst of them, the worst first.
    pub worst: Vec<Misrounded>,
}

/// Checks a function at some arguments; `call` gives the library's value, and `most` of the worst results are kept.
pub fn check(
    known: &Mpfr,
    width: Width,
    inputs: &[f64],
    most: usize,
    call: impl Fn(RoundingMode, f64) -> f64,
) -> Check {
    let function = c_name(known, width);
    let mut tried = 0;
    let mut wrong = RoundingMode::ALL.map(|mode| (mode.name(), 0));
    let mut worst: Vec<Misrounded> = vec![];
    for x in inputs {
        let Some(truth) = truth(known, *x) else { continue };
        tried += 1;
        for (mode, count) in RoundingMode::ALL.into_iter().zip(&mut wrong) {
            let correct = correct(known, width, *x, mode);
            let got = call(mode, *x);
            if got == correct {
                continue;
            }
            count.1 += 1;
            let ulps = ulps(width, got, &truth, correct);
            let place = worst.partition_point(|other| other.ulps >= ulps);
            if place < most {
                let [input, got, correct] = [*x, got, correct].map(shown);
                let function = function.clone();
                let mode = mode.name();
                worst.insert(place, Misrounded { function, mode, input, got, correct, ulps });
                worst.truncate(most);
            }
        }
    }
    Check { function, tried, wrong: wrong.to_vec(), worst }
}

/// f(x) in many digits, unless it has no value.
fn truth(known: &Mpfr, x: f64) -> Option<Float> {
    let mut y = Float::with_val(PREC, x);
    (known.round)(&mut y, Round::Nearest);
    (!y.is_nan()).then_some(y)
}

/// The value that is correct, subnormal numbers and overflow included.
fn correct(known: &Mpfr, width: Width, x: f64, mode: RoundingMode) -> f64 {
    let to = match mode {
        RoundingMode::Nearest => Round::Nearest,
        RoundingMode::Up => Round::Up,
        RoundingMode::Down => Round::Down,
        RoundingMode::Zero => Round::Zero,
    };
    let y = to_odd(known, x);
    match width {
        Width::W64 => y.to_f64_round(to),
        Width::W32 => f64::from(y.to_f32_round(to)),
    }
}

/// f(x) cut to many bits, with one more behind them if it goes on: no rounding to fewer bits can tell that from f(x)
/// (rounding to odd: Boldo and Melquiond 2008).
fn to_odd(known: &Mpfr, x: f64) -> Float {
    let mut y = Float::with_val(PREC, x);
    let cut = (known.round)(&mut y, Round::Zero);
    if cut == Ordering::Equal {
        return y;
    }
    // What is cut to 0 is positive if 0 lies below it.
    let is_negative = if y.is_zero() { cut == Ordering::Greater } else { y.is_sign_negative() };
    let exponent = y.get_exp().map_or(BELOW_ALL, |exponent| exponent - PREC as i32 - 1);
    let rest = Float::with_val(PREC, if is_negative { -1 } else { 1 }) << exponent;
    Float::with_val(PREC + 2, &y + &rest)
}

/// |got - truth| in units in the last place of the correct result.
fn ulps(width: Width, got: f64, truth: &Float, correct: f64) -> f64 {
    if !got.is_finite() || !correct.is_finite() {
        return f64::INFINITY;
    }
    // Subnormal numbers, and 0, have the units of the smallest normal ones.
    let least = match width {
        Width::W64 => f64::MIN_EXP,
        Width::W32 => f32::MIN_EXP,
    };
    let exponent = Float::with_val(width.precision(), correct).get_exp().unwrap_or(least);
    let unit = Float::with_val(PREC, 1) << (exponent.max(least) - width.precision() as i32);
    ((Float::with_val(PREC, got) - truth).abs() / unit).to_f64()
}

fn shown(x: f64) -> String {
    let exact = Rational::from_f64(x).and_then(|x| hexfloat::print_rational(&x));
    exact.unwrap_or_else(|| x.to_string())
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Check { function, tried, wrong, worst } = self;
        let counts: Vec<String> =
            wrong.iter().map(|(mode, count)| format!("{count} {mode}")).collect();
        writeln!(f, "{function}: of {tried} results not correctly rounded: {}", counts.join(", "))?;
        if worst.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&["input", "got", "correct", "ulps", "mode"]);
        for of in worst {
            let ulps = format!("{:.4}", of.ulps);
            table.row([of.input.clone(), of.got.clone(), of.correct.clone(), ulps, of.mode.into()]);
        }
        write!(f, "{table}")
    }
}
