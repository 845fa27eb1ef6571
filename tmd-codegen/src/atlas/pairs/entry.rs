//! What an entry of pairs holds, and how a search becomes one.

use super::subject::{PairsCertificate, PairsFunction, PairsSubject};
use crate::atlas::Atlas;
use crate::atlas::entry::{self, Outcome};
use crate::diag::Diag;
use crate::distance::Distance;
use crate::json;
use crate::output::pairs::{About, Asked, next_of_integer, next_of_numbers};
use crate::pairs::plane::PlaneCase;
use crate::pairs::{ExactCounts, HardPair, NextCounts, PairCase, Summary};
use crate::spec::hexfloat;
use crate::verdict::CaseKind;
use serde::{Deserialize, Serialize};
use tmd_base::hash::sha256_hex;

/// The layout of these files.
pub(super) const SCHEMA: u32 = 1;

/// What the cases of an entry are, and all that is known beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsEntry {
    /// The layout of this description.
    pub schema: u32,
    /// The function.
    pub function: String,
    /// The format of the numbers and of the results.
    pub format: String,
    /// Which pairs were searched.
    #[serde(flatten)]
    pub ranges: Ranges,
    /// The search that finds the cases.
    pub command: String,
    /// How many pairs have a value in reach. All of them are covered and decided.
    pub pairs: u64,
    /// Which roundings count.
    pub rounding: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many cases there are in the list.
    pub cases: usize,
    /// The hardest of each kind, the precision that is enough, and the histogram.
    #[serde(flatten)]
    pub summary: Summary<ListedPair>,
    /// How many values are breakpoints.
    pub exact: ExactCounts,
    /// How many are next to a simple breakpoint, and not listed.
    pub next: Next,
    /// The SHA-256 of the file of cases.
    pub sha256: String,
}

/// Which pairs were searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Ranges {
    /// All numbers with the integers of a range.
    OfInteger {
        /// The first and the last.
        n: [i32; 2],
    },
    /// The numbers of two ranges.
    OfNumbers {
        /// That of x.
        range_x: String,
        /// That of y.
        range_y: String,
    },
}

/// How many values are next to a simple breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Next {
    /// Of a number and an integer.
    OfInteger(NextCounts),
    /// Of two numbers.
    OfNumbers(u64),
}

/// A case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ListedPair {
    /// Of a number and an integer.
    OfInteger(PairCase),
    /// Of two numbers.
    OfNumbers(PlaneCase),
}

/// How an entry was made. It differs from machine to machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsMade {
    /// Seconds from start to end.
    pub seconds: f64,
    /// Threads that were used.
    pub threads: usize,
    /// The SHA-256 of the certificate, which `atlas remake --certificate FILE` writes again.
    pub certificate: String,
}

impl PairsEntry {
    /// How many pairs there are of each kind.
    pub fn about(&self) -> About {
        let next = match self.next {
            Next::OfInteger(next) if next == NextCounts::default() => None,
            Next::OfInteger(next) => Some(next_of_integer(next)),
            Next::OfNumbers(next) => Some(next_of_numbers(next)),
        };
        let PairsEntry { pairs, cases, bits, exact, .. } = self;
        About { pairs: *pairs, cases: *cases, bits: *bits, exact: *exact, next }
    }

    /// What was asked for, of the subject of this entry.
    pub fn asked(&self, subject: &PairsSubject) -> Asked {
        match (subject.function, &self.ranges) {
            (PairsFunction::OfInteger(family), Ranges::OfInteger { n }) => {
                Asked::of_integer(family, subject.format, *n)
            }
            (PairsFunction::OfNumbers(function), Ranges::OfNumbers { range_x, range_y }) => {
                Asked::of_numbers(function, subject.format, [range_x, range_y])
            }
            (function, _) => Asked::of_other(&function.to_string(), subject.format),
        }
    }
}

impl ListedPair {
    /// Its two arguments.
    ///
    /// # Errors
    /// If one is no number; all are.
    pub fn numbers(&self) -> Result<[f64; 2], Diag> {
        let number = |text: &str| hexfloat::parse("a case", text).map(|own| own.to_f64());
        Ok(match self {
            ListedPair::OfInteger(case) => [number(&case.x)?, f64::from(case.n)],
            ListedPair::OfNumbers(case) => [number(&case.x)?, number(&case.y)?],
        })
    }
}

impl HardPair for ListedPair {
    fn kind(&self) -> CaseKind {
        match self {
            ListedPair::OfInteger(case) => case.kind(),
            ListedPair::OfNumbers(case) => case.kind(),
        }
    }

    fn identical_bits(&self) -> u32 {
        match self {
            ListedPair::OfInteger(case) => case.identical_bits(),
            ListedPair::OfNumbers(case) => case.identical_bits(),
        }
    }

    fn distance(&self) -> Distance {
        match self {
            ListedPair::OfInteger(case) => case.distance(),
            ListedPair::OfNumbers(case) => case.distance(),
        }
    }

    fn arguments(&self) -> [(&'static str, String); 2] {
        match self {
            ListedPair::OfInteger(case) => case.arguments(),
            ListedPair::OfNumbers(case) => case.arguments(),
        }
    }
}

impl PairsMade {
    /// Seconds that all cores together have searched.
    pub fn core_seconds(&self) -> f64 {
        self.seconds * self.threads as f64
    }
}

/// What a search makes of an entry.
#[derive(Clone, Debug)]
pub struct PairsRemade {
    /// The description.
    pub entry: PairsEntry,
    /// How it was made.
    pub made: PairsMade,
    /// The bytes of the file of cases.
    pub cases: Vec<u8>,
}

impl PairsRemade {
    /// The entry of a search with its time.
    ///
    /// # Errors
    /// If a case is no number; all are.
    pub fn new(
        certificate: &PairsCertificate,
        seconds: f64,
        threads: usize,
    ) -> Result<PairsRemade, Diag> {
        let (entry, cases) = match certificate {
            PairsCertificate::OfInteger(own) => {
                let request = own.request()?;
                let cases = own.cases.iter().cloned().map(ListedPair::OfInteger);
                let cases = bytes(cases)?;
                let entry = PairsEntry {
                    schema: SCHEMA,
                    function: request.family.to_string(),
                    format: own.format.name.clone(),
                    ranges: Ranges::OfInteger { n: own.n },
                    command: request.command(),
                    pairs: own.pairs,
                    rounding: own.rounding.clone(),
                    bits: own.bits,
                    cases: own.cases.len(),
                    summary: own.summary().map(ListedPair::OfInteger),
                    exact: own.exact,
                    next: Next::OfInteger(own.next),
                    sha256: sha256_hex(&cases),
                };
                (entry, cases)
            }
            PairsCertificate::OfNumbers(own) => {
                let (range_x, range_y) = (own.range_x.clone(), own.range_y.clone());
                let cases = own.cases.iter().cloned().map(ListedPair::OfNumbers);
                let cases = bytes(cases)?;
                let entry = PairsEntry {
                    schema: SCHEMA,
                    function: own.function.clone(),
                    format: own.format.name.clone(),
                    ranges: Ranges::OfNumbers { range_x, range_y },
                    command: own.request()?.command(),
                    pairs: own.pairs,
                    rounding: own.rounding.clone(),
                    bits: own.bits,
                    cases: own.cases.len(),
                    summary: own.summary().map(ListedPair::OfNumbers),
                    exact: own.exact,
                    next: Next::OfNumbers(own.next),
                    sha256: sha256_hex(&cases),
                };
                (entry, cases)
            }
        };
        let certificate = sha256_hex(json::text(certificate)?.as_bytes());
        Ok(PairsRemade { entry, made: PairsMade { seconds, threads, certificate }, cases })
    }

    /// Puts it into an atlas. How it was made is only noted where the entry is new or changes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(&self, atlas: &Atlas, subject: &PairsSubject) -> Result<Outcome, Diag> {
        let path = |ending: &str| atlas.pairs_path(subject, ending);
        entry::stored(path, &json::text(&self.entry)?, &self.cases, &json::text(&self.made)?)
    }
}

/// Cases as bytes: both arguments as binary64 numbers, the lowest byte first.
fn bytes(cases: impl Iterator<Item = ListedPair>) -> Result<Vec<u8>, Diag> {
    let mut all = vec![];
    for case in cases {
        for number in case.numbers()? {
            all.extend(number.to_le_bytes());
        }
    }
    Ok(all)
}
