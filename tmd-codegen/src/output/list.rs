//! Lists of functions, targets and devices, and of the worst reductions.

use super::number::lg;
use crate::diag::Diag;
use crate::load::INTERPRETER;
use crate::pairs::plane;
use crate::phases;
use crate::spec::format::FormatName;
use crate::spec::functions;
use crate::table::Table;
use crate::target;
use std::collections::BTreeMap;

/// The formats that every function is tested on: `tests/tests/whole_formats.rs`, `brute_force.rs`,
/// `tests/examples/published.rs`.
const TRIED: &str = "binary16, bfloat16, binary32, binary64";
/// Functions that are tested on x87's format, too.
const ON_X87: [&str; 3] = ["exp", "sin", "cbrt"];
/// The functions of x and a constant integer n, by name, other names, meaning, domain and exact cases.
const OF_INTEGERS: [(&str, &str, &str, &str, &str); 3] = [
    (
        "powi(x, n)",
        "pow, pown",
        "x to the power n",
        "all real x; not 0 for n < 0",
        "all rational x",
    ),
    (
        "rootn(x, n)",
        "",
        "the n-th root",
        "x >= 0, for odd n all x",
        "n-th powers of rational numbers",
    ),
    (
        "compound(x, n)",
        "",
        "1 + x to the power n",
        "all real x; not -1 for n < 0",
        "all rational x",
    ),
];

/// All functions with their domains and exact cases.
pub fn functions() -> String {
    let mut table =
        Table::new(&["function", "also", "meaning", "domain", "exact cases", "tried on"]);
    for function in functions::all() {
        let x87 = if ON_X87.contains(&function.name) { ", x87" } else { "" };
        table.row([
            function.name.to_owned(),
            function.aliases.join(", "),
            function.meaning.to_owned(),
            function.domain.to_owned(),
            function.exact_cases.to_owned(),
            format!("{TRIED}{x87}"),
        ]);
    }
    for (name, also, meaning, domain, exact) in OF_INTEGERS {
        table.row([name, also, meaning, domain, exact, TRIED].map(str::to_owned));
    }
    let mut text = table.to_string();
    let of_numbers = plane::Function::ALL.map(plane::Function::text).join(", ");
    text.push_str(&format!(
        "\nOf two numbers, for all pairs (--range-x, --range-y): {of_numbers}\n"
    ));
    text.push_str(
        "\nCompose them in Rust syntax, with + - * /, numbers, parameters (--param) and pi:\n\
         exp(x) * sin(x), ln(1 + x.powi(2)), 1 / sqrt(x)\n\n\
         Tried on: all numbers of binary16 and bfloat16 against brute force; parts of binary32 and slices of\n\
         binary64 (and x87) against brute force and published cases.\n",
    );
    text
}

/// All targets.
pub fn targets() -> String {
    let mut table = Table::new(&["target", "what it is"]);
    for target in target::targets() {
        table.row([target.name().to_owned(), target.about().to_owned()]);
    }
    table.row([INTERPRETER.to_owned(), "interpreted, slow, on any machine; for search".to_owned()]);
    table.to_string()
}

/// All devices of this machine, and what is missing.
pub fn devices() -> String {
    let mut table = Table::new(&["target", "device", "what it is"]);
    let mut number = BTreeMap::new();
    for device in tmd_runtime::devices() {
        let name = match device.is_numbered {
            true => {
                let number = number.entry(device.target).or_insert(0u32);
                *number += 1;
                format!("{}: {}", *number - 1, device.name)
            }
            false if device.name.is_empty() => "none".to_owned(),
            false => device.name,
        };
        table.row([device.target.to_owned(), name, device.detail]);
    }
    table.row([INTERPRETER.to_owned(), "cpu".to_owned(), "any machine, slowly".to_owned()]);
    format!(
        "{table}\n--target chooses the target; --simd a level of targets that the CPU runs, --device one of the others by \
         number or part of its name.\n"
    )
}

/// In each binade of binary64 from 2^8 on, the number that is nearest to a multiple of π/2.
///
/// # Errors
/// None: the format is one of ours.
pub fn reductions() -> Result<String, Diag> {
    let mut table = Table::new(&["binade", "nearest to a multiple of pi/2", "distance"]);
    for own in phases::reductions(&FormatName::parse("--precision", "binary64")?.format()?)? {
        table.row([format!("2^{}", own.exponent), own.x, lg(own.distance)]);
    }
    Ok(table.to_string())
}
