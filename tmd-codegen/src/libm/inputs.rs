//! The arguments that a library is checked at.

use super::functions::Known;
use crate::cases::{Case, List};
use crate::diag::{Diag, DiagKind};
use crate::ir::Width;
use crate::random::Random;
use crate::spec::{FormatName, FunctionSpec};
use rug::Rational;

/// Random arguments: half of them of moderate size, where functions are used, half of any.
pub fn random(width: Width, count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|k| {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let fraction = 1.0 + random.unit();
            let exponent = match (k % 2, width) {
                (0, _) => random.below(36) as i32 - 26,
                (_, Width::W64) => random.below(2046) as i32 - 1022,
                (_, Width::W32) => random.below(254) as i32 - 126,
            };
            width.rounded(sign * fraction * 2f64.powi(exponent))
        })
        .collect()
}

/// The inputs of a list of cases, called `name` in messages, for functions of a width.
///
/// # Errors
/// If the list has none, says that it was made for another function or format, or has one that is no number of the width.
pub fn of_list(
    list: &List,
    name: &str,
    functions: &[Known],
    width: Width,
) -> Result<Vec<f64>, Diag> {
    functions.iter().try_for_each(|function| check_function(list, name, function))?;
    check_format(list, name, width, "input format")?;
    check_format(list, name, width, "output format")?;
    if list.cases.is_empty() {
        let message = match list.left_out {
            0 => format!("{name} has no cases: nothing would be checked"),
            count => format!("{name} has no cases, only {count} entries that are NaN or infinite"),
        };
        return Err(Diag::new(DiagKind::Range, message)
            .help("give a list with cases, or leave --cases out to check random arguments"));
    }
    let input = |(number, case): (usize, &Case)| {
        let x = width.rounded(case.x.to_f64());
        match Rational::from_f64(x).as_ref() == Some(&case.x) {
            true => Ok(x),
            false => Err(Diag::new(
                DiagKind::Range,
                format!(
                    "case {} of {name}: {} is not a number of type {}",
                    number + 1,
                    case.hex(),
                    width.number_type()
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
fn check_format(list: &List, name: &str, width: Width, what: &str) -> Result<(), Diag> {
    let Some(stated) = list.stated_format(what) else { return Ok(()) };
    let own = FormatName::Bits(width.precision()).format()?;
    match (stated.precision, stated.emax) == (own.precision, own.emax) {
        true => Ok(()),
        false => {
            let held = format!("{} as its {what}", stated.name);
            Err(foreign(name, &held, &format!("{} has {}", width.number_type(), own.name)))
        }
    }
}

fn foreign(name: &str, holds: &str, asked: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("{name} has {holds}, but {asked}")).help(
        "name the list's own function and --type; if its heading is wrong, take out the lines that say so",
    )
}
