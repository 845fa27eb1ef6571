//! The report of a verification, for people and for programs.

use super::claim::Claim;
use super::sample::Statement;
use crate::certificate::Certificate;
use serde::Serialize;
use std::fmt;

/// Whether the search of a certificate has covered the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Coverage {
    /// All of it.
    Complete,
    /// Not all inputs were searched, or not all were decided; the certificate says which are missing.
    #[default]
    Incomplete,
}

/// The report of a verification: the checks in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Each check: of what, and how.
    pub checks: Vec<(&'static str, String)>,
    /// The seed of the samples.
    pub seed: u64,
    /// Whether the search was complete. An evaluator's certificate covers its range, or is refused.
    pub coverage: Coverage,
    /// The statement of the second search about missing cases; `None` for an evaluator, in which none can be missing.
    pub statement: Option<Statement>,
    /// The list of another function's that a part of the inputs rests on, if there is one.
    pub rests_on: Option<RestsOn>,
}

/// A list that inputs rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestsOn {
    /// The function of the list.
    pub function: String,
    /// It has all cases to 2^-bits.
    pub bits: u32,
    /// Its SHA-256.
    pub list: String,
    /// Whether it was at hand, so that what was taken from it could be compared.
    pub compared: bool,
}

impl Report {
    pub(super) fn new(seed: u64) -> Report {
        Report { seed, ..Report::default() }
    }

    /// The report on an evaluator's certificate, which is about its whole range.
    pub fn of_evaluator(seed: u64) -> Report {
        Report { coverage: Coverage::Complete, ..Report::new(seed) }
    }

    /// Adds a check.
    pub fn add(&mut self, what: &'static str, how: String) {
        self.checks.push((what, how));
    }

    pub(super) fn covers(&mut self, claim: &Claim<'_>) {
        let complete = claim.cert.complete;
        self.coverage = if complete { Coverage::Complete } else { Coverage::Incomplete };
        if !complete {
            let coverage = "incomplete: the certificate says so itself, and what is missing";
            self.add("coverage", coverage.into());
        }
    }

    pub(super) fn rests_on(&mut self, certificate: &Certificate, compared: bool) {
        self.rests_on = certificate.asymptote.as_ref().map(|entry| RestsOn {
            function: entry.function.clone(),
            bits: entry.bits,
            list: entry.list.clone(),
            compared,
        });
    }

    pub(super) fn states(&mut self, statement: Statement) {
        self.add("missing cases", statement.to_string());
        self.statement = Some(statement);
    }

    /// The report as an object of JSON: `accepted` (true), `coverage` (`complete` or `incomplete`), `search` (`full`,
    /// `sampled` or `none`), `seed`; `share`, `confidence` and `missing` as in [`Statement`], where there is one; and
    /// `checks`, each with `what` and `how`; `rests_on` as in [`RestsOn`], where a part rests on a list.
    pub fn json(&self) -> serde_json::Value {
        let checks: Vec<_> = self
            .checks
            .iter()
            .map(|(what, how)| serde_json::json!({ "what": what, "how": how }))
            .collect();
        let mut json = serde_json::json!({
            "accepted": true, "coverage": self.coverage, "search": "none", "seed": self.seed,
        });
        if let (Some(object), Some(statement)) = (json.as_object_mut(), &self.statement)
            && let Ok(serde_json::Value::Object(own)) = serde_json::to_value(statement)
        {
            object.extend(own);
        }
        json["checks"] = checks.into();
        if let Some(own) = &self.rests_on {
            json["rests_on"] = serde_json::json!(own);
        }
        json
    }
}

impl fmt::Display for Report {
    /// A line for each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.checks.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
        for (what, how) in &self.checks {
            writeln!(f, "{what:width$}  {how}")?;
        }
        Ok(())
    }
}
