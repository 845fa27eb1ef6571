//! A finished list of an asymptote's cases, from which those of another function are taken.

use crate::certificate::{Certificate, FormatEntry};
use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::SOUND;
use tmd_base::hash::written_hex;

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
    /// If its search is not complete, it leaves cases out of its list, an engine made it that may have missed some, or it was changed.
    pub fn of_certificate(certificate: &Certificate) -> Result<Source, Diag> {
        let refuse = |why: &str| {
            let message = format!("the certificate of {} {why}", certificate.function);
            Err(Diag::new(DiagKind::Option, message).help(
                "give the certificate of a search that is complete and lists all its cases, as it was written; `verify` checks it",
            ))
        };
        if !SOUND.contains(&certificate.engine) {
            return refuse("is of an engine that may have missed cases");
        }
        if certificate.digest.as_deref() != Some(&certificate.digest_of_rest()) {
            return refuse("was changed: its digest is that of another");
        }
        let Some(found) = &certificate.found else { return refuse("lists no cases") };
        let ends = (certificate.covered.first(), certificate.covered.last());
        let is_complete = certificate.complete && certificate.unknown == 0;
        let (true, true, (Some(first), Some(last))) =
            (is_complete, certificate.gaps.is_empty(), ends)
        else {
            return refuse("is not of a complete search");
        };
        if certificate.follows.iter().any(|entry| entry.not_listed.cases > 0) {
            return refuse("only counts some of its cases");
        }
        if found.cases.len() != certificate.cases {
            return refuse("lists another number of cases than it states");
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

    /// SHA-256 of the list and of all that it claims, as JSON without spaces.
    pub fn hash(&self) -> String {
        // A hash takes whatever is written.
        written_hex(|out| Ok(serde_json::to_writer(out, self)?)).unwrap_or_default()
    }
}
