//! What there is to choose from.

use super::table::Table;
use crate::load::{CUDA_HOST, INTERPRETER, RUST_SIMD};
use crate::spec::functions;
use crate::target;
use std::collections::BTreeMap;

/// All functions with their domains and exact cases.
pub fn functions() -> String {
    let mut table = Table::new(&["function", "also", "meaning", "domain", "exact cases"]);
    for function in functions::all() {
        table.row([
            function.name.to_owned(),
            function.aliases.join(", "),
            function.meaning.to_owned(),
            function.domain.to_owned(),
            function.exact_cases.to_owned(),
        ]);
    }
    let mut text = table.to_string();
    text.push_str(
        "\nCompose them in Rust syntax, with + - * / and powi(x, n), numbers and pi:\n\
         exp(x) * sin(x), ln(1 + x.powi(2)), 1 / sqrt(x)\n",
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
        // Levels of the CPU are chosen by name, others by number, too.
        let numbered =
            device.target != RUST_SIMD && !["", CUDA_HOST].contains(&device.name.as_str());
        let name = match numbered {
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
        "{table}\n--target chooses the target; --simd a level of rust-simd, --device one of the others by \
         number or part of its name.\n"
    )
}
