//! `.wc`: a C99 hexadecimal float a line, as CORE-MATH's testers read them; comments begin with `#`.

use super::source::{self, Source, put};
use super::{Case, List, comments};
use std::io::Write;
use tmd_base::diag::Diag;

/// The special values that testers try besides numbers.
const SPECIAL: [&str; 3] = ["nan", "snan", "inf"];

pub(super) fn write(source: &dyn Source, out: &mut dyn Write) -> Result<(), Diag> {
    source::comments(source, "#", out)?;
    source.cases(&mut |case| put(out, &(case.hex() + "\n")))
}

/// Reads a file. NaNs and infinities are left out, and the list says how many there were.
pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let mut list = List::default();
    for (number, line) in text.lines().enumerate() {
        if let Some(comment) = comments::line(line, "#") {
            list.about.push(comment);
            continue;
        }
        let value = line.split('#').next().unwrap_or_default().trim();
        if value.is_empty() {
            continue;
        }
        match SPECIAL.contains(&value.trim_start_matches(['+', '-']).to_lowercase().as_str()) {
            true => list.left_out += 1,
            false => {
                list.cases.push(Case::parse(&format!("{name}, line {}", number + 1), value, None)?);
            }
        }
    }
    if list.left_out > 0 {
        let left_out = list.left_out;
        list.about.push(format!("left out: {left_out} lines that hold no number (nan, inf)"));
    }
    Ok(list)
}
