//! The certificate of a search of an expression: what was asked for, how many pairs of each kind there are, and all cases.

use super::counts::Counts;
use super::request::Request;
use crate::certificate::ExactCounts;
use crate::plane::{PlaneCase, hex};
use crate::shape::{ROUNDING, Shape};
use crate::summary::Summary;
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_base::engine::ENGINE;
use tmd_certificate::emitted;
use tmd_functions::language::{Format, SurfaceSpec};

/// The kind of the certificate. Version 1 left out powers of negative numbers with integer exponents.
const SHAPE: Shape = Shape {
    kind: "expression",
    schema: 2,
    of: "an expression of two numbers",
    options: "--range-x A,B --range-y C,D",
};

/// The certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpressionCertificate {
    /// Its kind.
    pub kind: String,
    /// Version of its shape.
    pub schema: u32,
    /// Version of the engine: [`ENGINE`].
    pub engine: u32,
    /// The function, as the canonical text of an expression of x and y.
    pub function: String,
    /// The format of x, of y and of the results.
    pub format: Format,
    /// The range of x.
    pub range_x: String,
    /// The range of y.
    pub range_y: String,
    /// Which roundings count: all.
    pub rounding: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing, that are not nearer than 2^-44.
    pub bits: u32,
    /// How many pairs are in reach: values of at least half of the least breakpoint that do not overflow.
    pub pairs: u64,
    /// How many values are breakpoints.
    pub exact: ExactCounts,
    /// How many are nearer to a breakpoint than 2^-44, and none.
    pub next: u64,
    /// Of how many it is not known whether they are breakpoints, exactly as near as the threshold, or whether there is a value: they are among
    /// those in reach.
    pub undecided: u64,
    /// One of these, if there are any: x and y, as hexadecimal floats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_undecided: Option<[String; 2]>,
    /// The cases, ascending by x and then by y.
    pub cases: Vec<PlaneCase>,
}

impl ExpressionCertificate {
    /// What a search has found of what was asked for, with cases of so many identical bits.
    pub(super) fn new(
        request: &Request,
        bits: u32,
        counts: &Counts,
        cases: Vec<PlaneCase>,
    ) -> ExpressionCertificate {
        ExpressionCertificate {
            kind: SHAPE.kind.to_owned(),
            schema: SHAPE.schema,
            engine: ENGINE,
            function: request.function.canonical(),
            format: request.format.clone(),
            range_x: request.range_x.clone(),
            range_y: request.range_y.clone(),
            rounding: ROUNDING.to_owned(),
            bits,
            pairs: counts.pairs,
            exact: counts.exact,
            next: counts.next,
            undecided: counts.undecided,
            first_undecided: counts.first_undecided.map(|pair| pair.map(hex)),
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
    pub fn parse(name: &str, text: &[u8]) -> Result<ExpressionCertificate, Diag> {
        SHAPE.parse(name, text, |own: &Self| &own.format)
    }

    /// What it says was asked for.
    ///
    /// # Errors
    /// If nothing of the kind can be asked for.
    pub fn request(&self) -> Result<Request, Diag> {
        SHAPE.check(self.schema, &self.rounding)?;
        let function = SurfaceSpec::parse_given(&self.function, None)?;
        let ranges = [&*self.range_x, &*self.range_y];
        Request::new(function, self.format.clone(), ranges, Some(self.bits))
    }

    /// How hard its pairs are.
    pub fn summary(&self) -> Summary<PlaneCase> {
        let told = self.exact.all().saturating_add(self.next).saturating_add(self.undecided);
        Summary::new(&self.cases, self.pairs.saturating_sub(told), self.format.precision)
    }
}
