//! The certificate of a search of pairs: what was asked for, how many pairs of each kind there are, and all cases.

use crate::family::{Family, Request};
use crate::shape::{ROUNDING, Shape};
use crate::summary::{HardPair, Summary};
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_base::engine::ENGINE;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_certificate::emitted;
use tmd_functions::language::Format;

/// The kind of the certificate.
const SHAPE: Shape = Shape { kind: "pairs", schema: 1, of: "pairs", options: "--range-n A,B" };

/// A pair that is hard to round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCase {
    /// The number, as a hexadecimal float.
    pub x: String,
    /// The integer.
    pub n: i32,
    /// The kind of breakpoint that the value is near to.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
}

impl HardPair for PairCase {
    fn kind(&self) -> CaseKind {
        self.kind
    }

    fn identical_bits(&self) -> u32 {
        self.identical_bits
    }

    fn distance(&self) -> Distance {
        self.distance
    }

    fn arguments(&self) -> [(&'static str, String); 2] {
        [("x", self.x.clone()), ("n", self.n.to_string())]
    }
}

/// How many values are breakpoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactCounts {
    /// Midpoints of two numbers.
    pub nearest: u64,
    /// Numbers of the format.
    pub directed: u64,
}

impl ExactCounts {
    pub(crate) fn add(&mut self, kind: CaseKind) {
        match kind {
            CaseKind::Nearest => self.nearest += 1,
            CaseKind::Directed => self.directed += 1,
        }
    }

    pub(crate) fn join(&mut self, other: ExactCounts) {
        self.nearest += other.nearest;
        self.directed += other.directed;
    }

    /// All of them.
    pub fn all(self) -> u64 {
        self.nearest.saturating_add(self.directed)
    }
}

/// How many values of (1 + x)^n are next to a simple breakpoint, at most an eighth of the spacing away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextCounts {
    /// To 1, as |n·x| ≤ 2^-(p + 4).
    pub one: u64,
    /// To x^n, which is a breakpoint, as x ≥ |n|·2^(p + 4).
    pub power: u64,
}

/// The certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Its kind.
    pub kind: String,
    /// Version of its shape.
    pub schema: u32,
    /// Version of the engine: [`ENGINE`].
    pub engine: u32,
    /// The function's name.
    pub function: String,
    /// The format of x and of the results.
    pub format: Format,
    /// The first and the last n.
    pub n: [i32; 2],
    /// Which roundings count: all.
    pub rounding: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many pairs are in reach: of these, each is exact, next to something, a case, or ordinary.
    pub pairs: u64,
    /// How many are exact.
    pub exact: ExactCounts,
    /// How many are next to something.
    pub next: NextCounts,
    /// The cases, ascending by x and then by n.
    pub cases: Vec<PairCase>,
}

impl Certificate {
    /// What a search has found of what was asked for.
    pub(crate) fn new(
        request: &Request,
        pairs: u64,
        exact: ExactCounts,
        next: NextCounts,
        cases: Vec<PairCase>,
    ) -> Certificate {
        Certificate {
            kind: SHAPE.kind.to_owned(),
            schema: SHAPE.schema,
            engine: ENGINE,
            function: request.family.name().to_owned(),
            format: request.format.clone(),
            n: request.n,
            rounding: ROUNDING.to_owned(),
            bits: request.bits,
            pairs,
            exact,
            next,
            cases,
        }
    }

    /// Whether a file is meant to be one.
    pub fn is_meant(text: &[u8]) -> bool {
        emitted::is_of_kind(text, SHAPE.kind)
    }

    /// Reads one.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(name: &str, text: &[u8]) -> Result<Certificate, Diag> {
        SHAPE.parse(name, text, |own: &Self| &own.format)
    }

    /// What it says was asked for.
    ///
    /// # Errors
    /// If nothing of the kind can be asked for.
    pub fn request(&self) -> Result<Request, Diag> {
        SHAPE.check(self.schema, &self.rounding)?;
        let family = Family::parse(&self.function)?;
        let request = Request { family, format: self.format.clone(), n: self.n, bits: self.bits };
        request.check()?;
        Ok(request)
    }

    /// How hard its pairs are.
    pub fn summary(&self) -> Summary<PairCase> {
        let told = self.exact.all() + self.next.one + self.next.power;
        Summary::new(&self.cases, self.pairs.saturating_sub(told), self.format.precision)
    }
}
