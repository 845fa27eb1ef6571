//! Numbers that a kernel is run on, as they are given on the command line.

use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::Kernel;

/// The most elements of an array; indices up to there and somewhat beyond are exact.
const MOST_ELEMENTS: usize = 1 << 40;

/// The option that they are given with.
const OPTION: &str = "--run";

/// Numbers that a kernel is run on.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// For each array of the kernel its numbers, as three equal samples each.
    pub inputs: Vec<Vec<[f64; 3]>>,
    /// The words that are the same for all elements.
    pub parameters: Vec<u64>,
}

impl Values {
    /// Reads `x=1:2:3,nx=4`: the numbers of each array and each parameter of a kernel.
    ///
    /// # Errors
    /// If one is missing, given twice, not known or no number; the message has what was written, and where.
    pub fn parse(text: &str, kernel: &Kernel) -> Result<Values, Diag> {
        let given = Given { text, kernel };
        let mut inputs = vec![vec![]; kernel.arrays.len()];
        let mut parameters = vec![None; kernel.parameters.len()];
        let mut seen: Vec<&str> = vec![];
        for part in text.split(',') {
            let Some((name, numbers)) = part.split_once('=') else {
                let what =
                    if part.trim().is_empty() { "nothing".into() } else { format!("`{part}`") };
                let message = format!("{what} gives no argument a value");
                return Err(given.refuse(DiagKind::Syntax, message, part, "no ="));
            };
            let name = name.trim();
            if seen.contains(&name) {
                let message = format!("`{name}` is given twice");
                return Err(given.refuse(DiagKind::Option, message, part, "again"));
            }
            seen.push(name);
            if let Some(index) = kernel.parameters.iter().position(|known| known == name) {
                parameters[index] = Some(given.integer(name, numbers)?);
            } else if let Some(index) = kernel.arrays.iter().position(|known| known == name) {
                let numbers = numbers.split(':').map(|number| given.number(name, number));
                inputs[index] = numbers.collect::<Result<_, _>>()?;
            } else {
                let all: Vec<&str> = given.arguments().collect();
                let message =
                    format!("the kernel has no argument `{name}`: it has {}", all.join(", "));
                return Err(given.refuse(DiagKind::UnknownName, message, part, "not known"));
            }
        }
        if let Some(missing) = given.arguments().find(|name| !seen.contains(name)) {
            let message = format!("{OPTION} {text} gives no value for `{missing}`");
            return Err(Diag::new(DiagKind::Option, message).help(format!("add {missing}=…")));
        }
        Ok(Values { inputs, parameters: parameters.into_iter().flatten().collect() })
    }

    /// The elements of a run: what `--elements` says, or all that every array has.
    ///
    /// # Errors
    /// If the text is no range.
    pub fn range(&self, text: Option<&str>) -> Result<Range<usize>, Diag> {
        let Some(text) = text else {
            return Ok(0..self.inputs.iter().map(Vec::len).min().unwrap_or(0));
        };
        let ends = text.split_once(',').map(|(from, to)| (from.parse(), to.parse()));
        match ends {
            Some((Ok(from), Ok(to))) if from < to && to <= MOST_ELEMENTS => Ok(from..to),
            _ => {
                let message = format!("--elements {text} is not a range of elements");
                Err(Diag::new(DiagKind::Option, message)
                    .at("--elements", text, 0..text.len(), "no range")
                    .help("give the first and the one after the last: 1,9"))
            }
        }
    }
}

/// The text of the option, and the kernel that it is for.
struct Given<'a> {
    text: &'a str,
    kernel: &'a Kernel,
}

impl Given<'_> {
    /// The names of all arguments.
    fn arguments(&self) -> impl Iterator<Item = &str> {
        self.kernel.arrays.iter().chain(&self.kernel.parameters).map(String::as_str)
    }

    /// A refusal of a part of the text, which is shown.
    fn refuse(&self, kind: DiagKind, message: String, part: &str, label: &str) -> Diag {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Diag::new(kind, message)
            .at(OPTION, self.text, start..start + part.len(), label)
            .help("give each argument its numbers: x=1.5,y=2 or x=1:2:3")
    }

    fn integer(&self, name: &str, text: &str) -> Result<u64, Diag> {
        text.trim().parse::<u32>().map(u64::from).map_err(|_| {
            let message =
                format!("`{text}` is no value of `{name}`, an integer from 0 to {}", u32::MAX);
            self.refuse(DiagKind::Syntax, message, text, "no such integer")
        })
    }

    /// Three equal samples of a number.
    fn number(&self, name: &str, text: &str) -> Result<[f64; 3], Diag> {
        let width = self.kernel.width;
        let Ok(exact) = text.trim().parse::<f64>() else {
            let message = format!("`{text}` is not a number, as in {name}=1:2.5:1e-3");
            return Err(self.refuse(DiagKind::Syntax, message, text, "no number"));
        };
        let number = width.rounded(exact);
        // `1e999` is one that no type holds; `inf` is meant.
        let is_meant = text.to_ascii_lowercase().contains("inf");
        if number.is_infinite() && !is_meant {
            let ty = width.number_type();
            let message = format!("`{text}` of `{name}` is beyond all numbers of {ty}");
            return Err(self.refuse(DiagKind::Range, message, text, "too large"));
        }
        Ok([number; 3])
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use tmd_kernel::ir::Width;

    #[test]
    fn refusals_show_what_was_written() {
        let text = "fn f(x: f32, a: &[f32], nx: usize, i: usize) -> f32 { x + a[i + nx] }";
        let kernel = parse("test", text, Width::W32).expect("a kernel");
        for (given, part, place) in [
            ("x=1,a=1:2:3", "gives no value for `nx`", ""),
            ("x=1,a=1:two:3,nx=1", "`two` is not a number, as in a=1:2.5:1e-3", "two"),
            ("x=1,a=1:2:,nx=1", "`` is not a number, as in a=1:2.5:1e-3", ""),
            ("x=1,a=1:2:3,nx=1.5", "`1.5` is no value of `nx`", "1.5"),
            ("x=1,a=1:2:3,nx=-1", "`-1` is no value of `nx`", "-1"),
            ("x=1,b=1:2:3,nx=1", "no argument `b`: it has x, a, nx", "b=1:2:3"),
            ("x=1,a=1:2:3,nx", "`nx` gives no argument", "nx"),
            ("x=1,x=2,a=1,nx=1", "`x` is given twice", "x=2"),
            ("x=1e39,a=1,nx=1", "`1e39` of `x` is beyond all numbers of f32", "1e39"),
            ("", "nothing gives no argument", ""),
        ] {
            let diag = Values::parse(given, &kernel).expect_err(given);
            assert!(diag.message.contains(part), "{given}: {}", diag.message);
            if !place.is_empty() {
                let found = &diag.source.as_ref().expect("a place").span;
                assert_eq!(&given[found.clone()], place, "{given}");
            }
        }
        let values = Values::parse("nx=2, a=1:2:-inf ,x=nan", &kernel).expect("values");
        assert_eq!((values.parameters, values.inputs[1][2]), (vec![2], [f64::NEG_INFINITY; 3]));
        for elements in ["3", "2,1", "a,b", "-1,2"] {
            let values = Values { inputs: vec![], parameters: vec![] };
            let diag = values.range(Some(elements)).expect_err(elements);
            assert!(diag.message.contains(elements) && diag.source.is_some());
        }
    }
}
