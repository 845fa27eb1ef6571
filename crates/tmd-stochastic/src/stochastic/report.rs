//! The report of a run, for people and for programs.

use super::run::Outcome;
use serde::Serialize;
use tmd_base::text::{many, times};
use tmd_kernel::ir::Kernel;
use tmd_number::digits;

/// A run for people and for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Type of the numbers.
    pub number: String,
    /// The index of the first element.
    pub first: usize,
    /// For each element its results.
    pub elements: Vec<Vec<Shown>>,
    /// The anomalies that were counted, by line.
    pub anomalies: Vec<Anomaly>,
}

/// A result with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// Its right digits, or `@.0`.
    pub value: String,
    /// How many they are.
    pub digits: u32,
    /// The samples, as hexadecimal patterns of bits.
    pub samples: [String; 3],
}

/// Events at a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Anomaly {
    /// The line of the source, 0 if there is none.
    pub line: u32,
    /// The kind of anomaly.
    pub what: String,
    /// How often.
    pub count: u64,
}

impl Report {
    /// The report of a run.
    pub fn new(twin: &Kernel, outcome: &Outcome) -> Report {
        let width = outcome.width;
        let shown = |samples: [f64; 3]| Shown {
            value: digits::shown(width, samples),
            digits: digits::digits(width, samples),
            samples: samples
                .map(|x| format!("0x{:0w$x}", width.bits_of(x), w = width.bits() as usize / 4)),
        };
        let count = outcome.results.first().map_or(0, Vec::len);
        let elements =
            (0..count).map(|at| outcome.results.iter().map(|of| shown(of[at])).collect()).collect();
        let happened = twin.sites.iter().zip(&outcome.counts);
        let anomalies = happened
            .map(|(site, count)| Anomaly {
                line: site.line,
                what: site.what.clone(),
                count: *count,
            })
            .collect();
        let number = width.number_type().to_owned();
        Report { number, first: outcome.first, elements, anomalies }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, results) in (self.first..).zip(&self.elements) {
            let results: Vec<String> = results
                .iter()
                .map(|shown| {
                    format!("{} ({})", shown.value, many(u128::from(shown.digits), "digit"))
                })
                .collect();
            writeln!(f, "element {at}: {}", results.join(", "))?;
        }
        let happened: Vec<&Anomaly> = self.anomalies.iter().filter(|a| a.count > 0).collect();
        if happened.is_empty() {
            return match self.anomalies.is_empty() {
                true => writeln!(f, "nothing was looked for: see --detect"),
                false => writeln!(f, "no anomaly"),
            };
        }
        for Anomaly { line, what, count } in happened {
            writeln!(f, "line {line}: {what}, {}", times(*count))?;
        }
        Ok(())
    }
}
