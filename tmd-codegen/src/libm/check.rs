//! The check: values of a library beside correctly rounded ones.

use super::Number;
use super::functions::Known;
use crate::round::direction;
use crate::spec::format::Format;
use crate::spec::hexfloat;
use crate::spec::truth::{ODD_BITS, Truth};
use crate::table::Table;
use rug::Float;
use serde::Serialize;
use tmd_base::text::grouped;
use tmd_runtime::RoundingMode;

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
    /// Arguments whose value could not be told from a number next to it: they were not tried.
    pub unknown: usize,
    /// For each mode that was tried its name and how many results are not correct.
    pub wrong: Vec<(&'static str, usize)>,
    /// All of them, the worst first.
    pub worst: Vec<Misrounded>,
    /// How many of these are shown.
    #[serde(skip)]
    pub most: usize,
}

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The function.
    pub known: &'a Known,
    /// What it is called in the library.
    pub symbol: &'a str,
    /// The type of arguments and results.
    pub number: Number,
    /// The modes.
    pub modes: &'a [RoundingMode],
}

/// Checks a function at some arguments; `call` gives the library's value.
pub fn check(
    checked: Checked<'_>,
    inputs: &[Float],
    call: impl Fn(RoundingMode, &Float) -> Float,
) -> Check {
    let Checked { known, symbol, number, modes } = checked;
    let format = number.format();
    let (mut tried, mut unknown) = (0, 0);
    let mut wrong: Vec<(&'static str, usize)> = modes.iter().map(|mode| (mode.name(), 0)).collect();
    let mut worst: Vec<Misrounded> = vec![];
    for x in inputs {
        let truth = match known.truth(x) {
            Truth::None => continue,
            Truth::Unknown => {
                unknown += 1;
                continue;
            }
            Truth::Odd(truth) => truth,
        };
        tried += 1;
        for (mode, count) in modes.iter().zip(&mut wrong) {
            let correct = format.rounded(&truth, direction(*mode));
            let got = call(*mode, x);
            if got == correct {
                continue;
            }
            count.1 += 1;
            let ulps = ulps(&format, &got, &truth, &correct);
            let [input, got, correct] = [x, &got, &correct].map(shown);
            let (function, mode) = (symbol.to_owned(), mode.name());
            worst.push(Misrounded { function, mode, input, got, correct, ulps });
        }
    }
    worst.sort_by(|a, b| b.ulps.total_cmp(&a.ulps));
    Check { function: symbol.to_owned(), tried, unknown, wrong, worst, most: MOST }
}

/// Results that are shown, unless it is said how many.
const MOST: usize = 5;

/// |got - truth| in units in the last place of the correct result.
fn ulps(format: &Format, got: &Float, truth: &Float, correct: &Float) -> f64 {
    if !got.is_finite() || !correct.is_finite() {
        return f64::INFINITY;
    }
    // Subnormal numbers, and 0, have the units of the smallest normal ones.
    let ulp = correct.get_exp().map_or(format.least_ulp(), |exponent| {
        (exponent - format.precision.cast_signed()).max(format.least_ulp())
    });
    let unit = Float::with_val(ODD_BITS, 1) << ulp;
    ((Float::with_val(ODD_BITS, got) - truth).abs() / unit).to_f64()
}

fn shown(x: &Float) -> String {
    let exact = x.to_rational().and_then(|x| hexfloat::print_rational(&x));
    exact.unwrap_or_else(|| x.to_f64().to_string())
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Check { function, tried, unknown, wrong, worst, most } = self;
        let tried = grouped(*tried as u128);
        let count = |(mode, count): &(&str, usize)| {
            format!("{} of {tried} in {mode}", grouped(*count as u128))
        };
        let counts: Vec<String> = wrong.iter().map(count).collect();
        writeln!(f, "{function}: wrong: {}", counts.join(", "))?;
        if *unknown > 0 {
            let unknown = grouped(*unknown as u128);
            writeln!(
                f,
                "values at {unknown} other arguments could not be told: not checked there"
            )?;
        }
        if worst.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&["input", "got", "correct", "ulps", "mode"]);
        for of in worst.iter().take(*most) {
            let ulps = format!("{:.4}", of.ulps);
            table.row([of.input.clone(), of.got.clone(), of.correct.clone(), ulps, of.mode.into()]);
        }
        write!(f, "{table}")
    }
}
