//! The certificate of a search of vectors: what was asked for, how many pairs of each kind there are, and all cases.

use super::request::Request;
use crate::certificate::ExactCounts;
use crate::plane::Function;
use crate::shape::{ROUNDING, Shape};
use crate::summary::{HardPair, Summary};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use tmd_base::diag::Diag;
use tmd_base::engine::ENGINE;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_certificate::emitted;
use tmd_functions::language::Format;

/// The kind of the certificate.
const SHAPE: Shape =
    Shape { kind: "vectors", schema: 1, of: "vectors", options: "--range-x all --range-y all" };

/// Pairs of numbers that are hard to round, one of which is given. The others are its multiples (for a length: by powers of two) and, for a
/// length, the same with x and y exchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorCase {
    /// x of one pair, as a hexadecimal float.
    pub x: String,
    /// y of that pair.
    pub y: String,
    /// How many pairs of the format there are.
    pub pairs: u64,
    /// The kind of breakpoint that the values are near to.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
}

impl VectorCase {
    /// The order of lists: by distance, and then by x and y.
    pub(super) fn order(&self, other: &VectorCase) -> Ordering {
        let of_pairs = || (&self.x, &self.y).cmp(&(&other.x, &other.y));
        self.distance.cmp(&other.distance).then_with(of_pairs)
    }
}

impl HardPair for VectorCase {
    fn kind(&self) -> CaseKind {
        self.kind
    }

    fn identical_bits(&self) -> u32 {
        self.identical_bits
    }

    fn distance(&self) -> Distance {
        self.distance
    }

    fn stands_for(&self) -> Option<u64> {
        Some(self.pairs)
    }

    fn arguments(&self) -> [(&'static str, String); 2] {
        [("x", self.x.clone()), ("y", self.y.clone())]
    }
}

/// The certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorCertificate {
    /// Its kind.
    pub kind: String,
    /// Version of its shape.
    pub schema: u32,
    /// Version of the engine: [`ENGINE`].
    pub engine: u32,
    /// The function with its arguments.
    pub function: String,
    /// The format of x, of y and of the results.
    pub format: Format,
    /// Which roundings count: all.
    pub rounding: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many pairs are in reach: values of at least half of the least breakpoint that do not overflow.
    pub pairs: u64,
    /// How many values are breakpoints.
    pub exact: ExactCounts,
    /// How many are as near to a breakpoint as cases are because they are next to a simple one.
    pub next: u64,
    /// The cases, ascending by distance, and then by x and y.
    pub cases: Vec<VectorCase>,
}

impl VectorCertificate {
    /// What a search has found of what was asked for.
    pub(super) fn new(
        request: &Request,
        counts: Counts,
        cases: Vec<VectorCase>,
    ) -> VectorCertificate {
        let Counts { pairs, exact, next } = counts;
        VectorCertificate {
            kind: SHAPE.kind.to_owned(),
            schema: SHAPE.schema,
            engine: ENGINE,
            function: request.function.text().to_owned(),
            format: request.format.clone(),
            rounding: ROUNDING.to_owned(),
            bits: request.bits,
            pairs,
            exact,
            next,
            cases,
        }
    }

    /// The counts that it states.
    pub(super) fn counts(&self) -> Counts {
        Counts { pairs: self.pairs, exact: self.exact, next: self.next }
    }

    /// How many pairs the cases stand for.
    pub fn hard_pairs(&self) -> u64 {
        self.cases.iter().map(|case| case.pairs).fold(0, u64::saturating_add)
    }

    /// Whether a file is meant to be one.
    pub fn is_meant(text: &[u8]) -> bool {
        emitted::is_of_kind(text, SHAPE.kind)
    }

    /// Reads one.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(name: &str, text: &[u8]) -> Result<VectorCertificate, Diag> {
        SHAPE.parse(name, text, |own: &Self| &own.format)
    }

    /// What it says was asked for.
    ///
    /// # Errors
    /// If nothing of the kind can be asked for.
    pub fn request(&self) -> Result<Request, Diag> {
        SHAPE.check(self.schema, &self.rounding)?;
        let function = Function::parse(&self.function)?;
        Request::new(function, self.format.clone(), ["all", "all"], Some(self.bits))
    }

    /// How hard its pairs are.
    pub fn summary(&self) -> Summary<VectorCase> {
        let told = self.exact.all() + self.next;
        Summary::new(&self.cases, self.pairs.saturating_sub(told), self.format.precision)
    }
}

/// How many pairs of each kind there are, by closed forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// In reach.
    pub(super) pairs: u64,
    /// Of these, exact.
    pub(super) exact: ExactCounts,
    /// Next to a simple breakpoint.
    pub(super) next: u64,
}
