//! `.wc`: a C99 hexadecimal float, or a whole number, a line, as CORE-MATH's testers read them; comments begin with `#`.

use super::source::{self, Source, put};
use super::{Case, List, comments};
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};

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
        if SPECIAL.contains(&value.trim_start_matches(['+', '-']).to_lowercase().as_str()) {
            list.left_out += 1;
        } else if let Ok(whole) = value.parse::<i64>() {
            // Testers' lists have lines such as `-0` and `+1`, which a C library reads as well.
            list.cases.push(Case { x: whole.into(), hardness: None, results: None });
        } else if value.contains([',', ';']) || value.split_whitespace().nth(1).is_some() {
            let message = format!("{name}, line {}: more than one number", number + 1);
            return Err(Diag::new(DiagKind::Syntax, message)
                .help("lists of functions of one number are read, with one number a line; lists of pairs are not"));
        } else {
            list.cases.push(Case::parse(&format!("{name}, line {}", number + 1), value, None)?);
        }
    }
    if list.left_out > 0 {
        let left_out = list.left_out;
        list.about.push(format!("left out: {left_out} lines that hold no number (nan, inf)"));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_testers_are_read() {
        let text = "+0\n-2\n0x1.8p+1 # hard\n-inf\nsnan\n\n# function: exp\n";
        let list = read("by hand", text).expect("a list");
        let inputs: Vec<f64> = list.cases.iter().map(|case| case.x.to_f64()).collect();
        assert_eq!((inputs, list.left_out), (vec![0.0, -2.0, 3.0], 2));
        assert_eq!(list.about("function"), Some("exp"));
        for bad in ["1.5", "0x", "+ 1", "one"] {
            assert!(read("by hand", bad).is_err(), "{bad}");
        }
    }
}
