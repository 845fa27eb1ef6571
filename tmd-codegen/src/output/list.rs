//! What there is to choose from.

use super::table::Table;
use crate::load::INTERPRETER;
use crate::spec::functions;
use crate::target;

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
