//! What an entry of pairs holds, and how a search becomes one.

use super::listed::ListedPair;
use super::subject::{PairsCertificate, PairsSubject};
use crate::atlas::entry::{self, Outcome};
use crate::atlas::{Atlas, Took};
use crate::diag::Diag;
use crate::engine::ENGINE;
use crate::json;
use crate::output::pairs::{About, next_of_integer, next_of_numbers};
use crate::pairs::plane::PlaneCertificate;
use crate::pairs::vectors::VectorCertificate;
use crate::pairs::{Certificate, ExactCounts, NextCounts, Summary};
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
    /// How many pairs these are, where a case stands for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hard_pairs: Option<u64>,
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

/// How an entry was made. It differs from machine to machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsMade {
    /// How long it took.
    #[serde(flatten)]
    pub took: Took,
    /// The SHA-256 of the certificate, which `atlas remake --certificate FILE` writes again.
    pub certificate: String,
    /// The version of the engine that the certificate names. A later one may write another, of the same cases.
    #[serde(default = "entry::first_named")]
    pub engine: u32,
}

impl PairsEntry {
    /// How many pairs there are of each kind.
    pub fn about(&self) -> About {
        let next = match self.next {
            Next::OfInteger(next) if next == NextCounts::default() => None,
            Next::OfInteger(next) => Some(next_of_integer(next)),
            Next::OfNumbers(next) => Some(next_of_numbers(next)),
        };
        let hard_pairs = self.hard_pairs;
        About { hard_pairs, next, ..About::plain(self.pairs, self.cases, self.bits, self.exact) }
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
    pub fn new(certificate: &PairsCertificate, took: Took) -> Result<PairsRemade, Diag> {
        let (PairsCertificate::OfInteger(Certificate {
            format, rounding, bits, pairs, exact, ..
        })
        | PairsCertificate::OfNumbers(PlaneCertificate {
            format,
            rounding,
            bits,
            pairs,
            exact,
            ..
        })
        | PairsCertificate::OfVectors(VectorCertificate {
            format,
            rounding,
            bits,
            pairs,
            exact,
            ..
        })) = certificate;
        let (function, ranges, command, listed, summary, next) = match certificate {
            PairsCertificate::OfInteger(own) => {
                let request = own.request()?;
                (
                    request.family.to_string(),
                    Ranges::OfInteger { n: own.n },
                    request.command(),
                    own.cases.iter().cloned().map(ListedPair::OfInteger).collect::<Vec<_>>(),
                    own.summary().map(ListedPair::OfInteger),
                    Next::OfInteger(own.next),
                )
            }
            PairsCertificate::OfNumbers(own) => (
                own.function.clone(),
                Ranges::OfNumbers { range_x: own.range_x.clone(), range_y: own.range_y.clone() },
                own.request()?.command(),
                own.cases.iter().cloned().map(ListedPair::OfNumbers).collect(),
                own.summary().map(ListedPair::OfNumbers),
                Next::OfNumbers(own.next),
            ),
            PairsCertificate::OfVectors(own) => (
                own.function.clone(),
                Ranges::OfNumbers { range_x: "all".to_owned(), range_y: "all".to_owned() },
                own.request()?.command(),
                own.cases.iter().cloned().map(ListedPair::OfVectors).collect(),
                own.summary().map(ListedPair::OfVectors),
                Next::OfNumbers(own.next),
            ),
        };
        let hard_pairs = match certificate {
            PairsCertificate::OfVectors(own) => Some(own.hard_pairs()),
            _ => None,
        };
        let cases = bytes(&listed)?;
        let entry = PairsEntry {
            schema: SCHEMA,
            function,
            format: format.name.clone(),
            ranges,
            command,
            pairs: *pairs,
            rounding: rounding.clone(),
            bits: *bits,
            cases: listed.len(),
            hard_pairs,
            summary,
            exact: *exact,
            next,
            sha256: sha256_hex(&cases),
        };
        let certificate = sha256_hex(json::text(certificate)?.as_bytes());
        let made = PairsMade { took, certificate, engine: ENGINE };
        Ok(PairsRemade { entry, made, cases })
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

/// Cases as bytes, ascending by x and then by n or y: both as binary64 numbers, the lowest byte first.
fn bytes(cases: &[ListedPair]) -> Result<Vec<u8>, Diag> {
    let mut all = cases.iter().map(ListedPair::numbers).collect::<Result<Vec<_>, Diag>>()?;
    // Certificates of vectors have the hardest first.
    all.sort_by(|[a, b], [c, d]| a.total_cmp(c).then(b.total_cmp(d)));
    Ok(all.into_iter().flatten().flat_map(f64::to_le_bytes).collect())
}
