//! A finished list of an asymptote's cases, from which those of another function are taken.

use crate::certificate::{Certificate, FormatEntry};
use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::hash::sha256_hex;

/// A finished list of hard-to-round cases, with what it claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The function, canonically.
    pub function: String,
    /// The format of the inputs.
    pub input_format: FormatEntry,
    /// The format of the results.
    pub output_format: FormatEntry,
    /// Which roundings count.
    pub rounding: String,
    /// The list has all inputs of its range with |g cmod 1| < 2^-bits at which g is no breakpoint.
    pub bits: u32,
    /// The first and the last input of the range.
    pub range: [String; 2],
    /// Runs of cases in closed form, which are not in the list: their first and last inputs.
    pub runs: Vec<[String; 2]>,
    /// The list, ascending, as hexadecimal floats.
    pub cases: Vec<String>,
}

impl Source {
    /// The list of a certificate.
    ///
    /// # Errors
    /// If its search is not complete, or it leaves cases out of its list.
    pub fn of_certificate(certificate: &Certificate) -> Result<Source, Diag> {
        let refuse = |why: &str| {
            let message = format!("the search of {} {why}", certificate.function);
            Err(Diag::new(DiagKind::Option, message)
                .help("give the certificate of a search that is complete and lists all its cases"))
        };
        let Some(found) = &certificate.found else { return refuse("lists no cases") };
        let ends = (certificate.covered.first(), certificate.covered.last());
        let (true, (Some(first), Some(last))) = (certificate.complete, ends) else {
            return refuse("is not complete");
        };
        if certificate.follows.iter().any(|entry| entry.not_listed.cases > 0) {
            return refuse("only counts some of its cases");
        }
        Ok(Source {
            function: certificate.function.clone(),
            input_format: certificate.input_format.clone(),
            output_format: certificate.output_format.clone(),
            rounding: certificate.rounding.clone(),
            bits: certificate.epsilon_bits,
            range: [first.first.clone(), last.last.clone()],
            runs: found.runs.iter().map(|run| [run.first.clone(), run.last.clone()]).collect(),
            cases: found.cases.iter().map(|finding| finding.x.clone()).collect(),
        })
    }

    /// SHA-256 of the list, a line for each case.
    pub fn hash(&self) -> String {
        let lines: String = self.cases.iter().flat_map(|x| [x.as_str(), "\n"]).collect();
        sha256_hex(lines.as_bytes())
    }
}
