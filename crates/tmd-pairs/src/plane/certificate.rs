//! The certificate of a search of two numbers: what was asked for, how many pairs of each kind there are, and all cases.

use super::function::Function;
use super::request::Request;
use crate::certificate::ExactCounts;
use crate::shape::{ROUNDING, Shape};
use crate::summary::{HardPair, Summary};
use rug::Rational;
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_base::engine::ENGINE;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_certificate::emitted;
use tmd_functions::language::{Format, hexfloat};

/// The kind of the certificate.
const SHAPE: Shape =
    Shape { kind: "plane", schema: 1, of: "two numbers", options: "--range-x A,B --range-y C,D" };

/// A pair of numbers that is hard to round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneCase {
    /// x, as a hexadecimal float.
    pub x: String,
    /// y, likewise.
    pub y: String,
    /// The kind of breakpoint that the value is near to.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
}

impl PlaneCase {
    /// Its x and y.
    ///
    /// # Errors
    /// If they are no numbers.
    pub(crate) fn pair(&self) -> Result<[Rational; 2], Diag> {
        let number = |text: &str| hexfloat::parse("a case", text);
        Ok([number(&self.x)?, number(&self.y)?])
    }
}

impl HardPair for PlaneCase {
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
        [("x", self.x.clone()), ("y", self.y.clone())]
    }
}

/// The certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneCertificate {
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
    /// The range of x.
    pub range_x: String,
    /// The range of y.
    pub range_y: String,
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
    /// The cases, ascending by x and then by y.
    pub cases: Vec<PlaneCase>,
}

impl PlaneCertificate {
    /// What a search has found of what was asked for.
    pub(crate) fn new(
        request: &Request,
        pairs: u64,
        exact: ExactCounts,
        next: u64,
        cases: Vec<PlaneCase>,
    ) -> PlaneCertificate {
        PlaneCertificate {
            kind: SHAPE.kind.to_owned(),
            schema: SHAPE.schema,
            engine: ENGINE,
            function: request.function.text().to_owned(),
            format: request.format.clone(),
            range_x: request.range_x.clone(),
            range_y: request.range_y.clone(),
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
    pub fn parse(name: &str, text: &[u8]) -> Result<PlaneCertificate, Diag> {
        SHAPE.parse(name, text, |own: &Self| &own.format)
    }

    /// What it says was asked for.
    ///
    /// # Errors
    /// If nothing of the kind can be asked for.
    pub fn request(&self) -> Result<Request, Diag> {
        SHAPE.check(self.schema, &self.rounding)?;
        let function = Function::parse(&self.function)?;
        let ranges = [&*self.range_x, &*self.range_y];
        Request::new(function, self.format.clone(), ranges, Some(self.bits))
    }

    /// How hard its pairs are.
    pub fn summary(&self) -> Summary<PlaneCase> {
        let told = self.exact.all() + self.next;
        Summary::new(&self.cases, self.pairs.saturating_sub(told), self.format.precision)
    }
}
