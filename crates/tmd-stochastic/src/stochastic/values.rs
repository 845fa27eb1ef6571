//! Numbers that a kernel is run on, as they are given on the command line.

use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::Kernel;

/// The most elements of an array; indices up to there and somewhat beyond are exact.
const MOST_ELEMENTS: usize = 1 << 40;

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
    /// If one is missing, not known or no number.
    pub fn parse(text: &str, kernel: &Kernel) -> Result<Values, Diag> {
        const OPTION: &str = "--run";
        let width = kernel.width;
        let mut inputs = vec![vec![]; kernel.arrays.len()];
        let mut parameters = vec![None; kernel.parameters.len()];
        let mut at = 0;
        for part in text.split(',') {
            let span = at..at + part.len();
            at += part.len() + 1;
            let refuse = |kind, message: String, label: &str| {
                Err(Diag::new(kind, message)
                    .at(OPTION, text, span.clone(), label)
                    .help("give each argument its numbers: x=1.5,y=2 or x=1:2:3"))
            };
            let Some((name, numbers)) = part.split_once('=') else {
                return refuse(DiagKind::Syntax, format!("`{part}` gives nothing a value"), "no =");
            };
            let name = name.trim();
            if let Some(index) = kernel.parameters.iter().position(|known| known == name) {
                let Ok(word) = numbers.trim().parse::<u32>() else {
                    return refuse(DiagKind::Syntax, format!("{name} is an integer"), "no integer");
                };
                parameters[index] = Some(u64::from(word));
            } else if let Some(index) = kernel.arrays.iter().position(|known| known == name) {
                let numbers = numbers.split(':').map(|number| number.trim().parse::<f64>());
                match numbers.collect::<Result<Vec<f64>, _>>() {
                    Ok(numbers) => {
                        inputs[index] = numbers.iter().map(|x| [width.rounded(*x); 3]).collect();
                    }
                    Err(_) => {
                        let message = format!("{name} has numbers: {name}=1:2:3");
                        return refuse(DiagKind::Syntax, message, "no numbers");
                    }
                }
            } else {
                let message = format!("the kernel has no argument `{name}`");
                return refuse(DiagKind::UnknownName, message, "not known");
            }
        }
        let names = kernel.arrays.iter().zip(inputs.iter().map(Vec::is_empty));
        let words = kernel.parameters.iter().zip(parameters.iter().map(Option::is_none));
        if let Some((name, _)) = names.chain(words).find(|(_, is_missing)| *is_missing) {
            let message = format!("{OPTION} {text} says nothing of `{name}`");
            return Err(Diag::new(DiagKind::Option, message).help(format!("add {name}=…")));
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
                    .help("give the first and the one after the last: 1,9"))
            }
        }
    }
}
