//! The arguments that a library is checked at.

use super::Number;
use super::functions::Known;
use crate::cases::{Case, List};
use crate::diag::{Diag, DiagKind};
use crate::random::Random;
use crate::spec::FunctionSpec;
use rug::Float;
use rug::float::Round;
use tmd_base::narrow;

/// Random arguments: half of them of moderate size, where functions are used, half of any.
pub fn random(number: Number, count: usize, seed: u64) -> Vec<Float> {
    let mut random = Random::new(seed);
    let format = number.format();
    let binades = u64::from((format.emax - format.emin).unsigned_abs()) + 1;
    // 2^-26 to 2^10; the short formats have less.
    let least = (-26).max(format.least_ulp());
    let moderate = u64::from((format.emax.min(10) - least).unsigned_abs());
    (0..count)
        .map(|k| {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            let mut fraction = Float::with_val(128, 1.0 + random.unit());
            if format.precision > f64::MANTISSA_DIGITS {
                fraction += Float::with_val(128, random.unit()) >> f64::MANTISSA_DIGITS;
            }
            let exponent = match k % 2 {
                0 => narrow::to_i32(random.below(moderate)) + least,
                _ => narrow::to_i32(random.below(binades)) + format.emin,
            };
            format.rounded(&((fraction * sign) << exponent), Round::Nearest)
        })
        .collect()
}

/// The inputs of a list of cases, called `name` in messages, for functions of a type.
///
/// # Errors
/// If the list has none, says that it was made for another function or format, or has one that is no number of the type.
pub fn of_list(
    list: &List,
    name: &str,
    functions: &[Known],
    number: Number,
) -> Result<Vec<Float>, Diag> {
    functions.iter().try_for_each(|function| check_function(list, name, function))?;
    check_format(list, name, number, "input format")?;
    check_format(list, name, number, "output format")?;
    if list.cases.is_empty() {
        let message = match list.left_out {
            0 => format!("{name} has no cases: nothing would be checked"),
            count => format!("{name} has no cases, only {count} entries that are NaN or infinite"),
        };
        return Err(Diag::new(DiagKind::Range, message)
            .help("give a list with cases, or leave --cases out to check random arguments"));
    }
    let format = number.format();
    let input = |(index, case): (usize, &Case)| {
        // Only a number of the format is not changed by both.
        let cut = Float::with_val(format.precision, &case.x);
        let x = format.rounded(&cut, Round::Nearest);
        match x.to_rational().as_ref() == Some(&case.x) {
            true => Ok(x),
            false => Err(Diag::new(
                DiagKind::Range,
                format!(
                    "case {} of {name}: {} is not a number of type {number}",
                    index + 1,
                    case.hex()
                ),
            )),
        }
    };
    list.cases.iter().enumerate().map(input).collect()
}

/// Refuses a list of another function, whose cases are not special for this one.
fn check_function(list: &List, name: &str, function: &Known) -> Result<(), Diag> {
    let Some(stated) = list.stated("function") else { return Ok(()) };
    let canonical = |text: &str| FunctionSpec::parse(text).map(|spec| spec.canonical());
    let asked = function.spec.canonical();
    match canonical(stated).is_ok_and(|stated| stated == asked) {
        true => Ok(()),
        false => {
            Err(foreign(name, &format!("cases of {stated}"), &format!("{asked} is to be checked")))
        }
    }
}

/// Refuses a list with another format of arguments or results.
fn check_format(list: &List, name: &str, number: Number, what: &str) -> Result<(), Diag> {
    let Some(stated) = list.stated_format(what) else { return Ok(()) };
    let own = number.format();
    match (stated.precision, stated.emax) == (own.precision, own.emax) {
        true => Ok(()),
        false => {
            let held = format!("{} as its {what}", stated.name);
            Err(foreign(name, &held, &format!("{number} has {}", own.name)))
        }
    }
}

fn foreign(name: &str, holds: &str, asked: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("{name} has {holds}, but {asked}")).help(
        "name the list's own function and --type; if its heading is wrong, take out the lines that say so",
    )
}
