//! Tables of known cases: one C99 hexadecimal float at the start of a line, `#` comments.

use crate::hex;
use rug::Rational;
use std::path::Path;

/// The inputs of a table in `tests/data`, ascending.
///
/// # Panics
/// If the table is missing or malformed.
pub fn read(name: &str) -> Vec<Rational> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut inputs: Vec<Rational> = text
        .lines()
        .filter_map(|line| line.split('#').next()?.split_whitespace().next())
        .map(|word| hex::parse(word).unwrap_or_else(|| panic!("{}: {word}", path.display())))
        .collect();
    inputs.sort();
    inputs
}
