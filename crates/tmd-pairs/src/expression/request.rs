//! What is asked for: a function of two numbers, a small format, ranges of both arguments, and a threshold.

use crate::plane::{self, CASES};
use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::{Expr, ExprKind, Format, Segment, SurfaceSpec};

/// Nearer than 2^-`FAR` to a breakpoint, no value is by chance: among 2^32 pairs, one in a thousand such searches would have one. Such
/// values are next to something simple, and mostly very many; they are counted.
pub(super) const FAR: u32 = 44;

/// A search of all pairs of numbers x and y of a format in two ranges, 0 and negative numbers included. All roundings count.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function.
    pub function: SurfaceSpec,
    /// The format of x, of y and of the results.
    pub format: Format,
    /// The range of x, as it was given.
    pub range_x: String,
    /// The range of y.
    pub range_y: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing, that are not next to a breakpoint: none with 44 bits.
    pub bits: u32,
    x: Vec<Segment>,
    y: Vec<Segment>,
}

impl Request {
    /// A request; the threshold is chosen by chance where none is given.
    ///
    /// # Errors
    /// If the function is none of x and y, the format is too large, a range is none, or the threshold is out of range.
    pub fn new(
        function: SurfaceSpec,
        format: Format,
        ranges: [&str; 2],
        bits: Option<u32>,
    ) -> Result<Request, Diag> {
        check_variables(&function)?;
        if !plane::is_small(&format) {
            let message = format!(
                "--precision {}: not a format of which all pairs are searched",
                format.name
            );
            return Err(Diag::new(DiagKind::Unsupported, message).help(
                "give binary16, bfloat16 or at most 11 bits; in binary32 there are pow, compound, atan2, atan2pi and hypot",
            ));
        }
        let [x, y] = [("--range-x", ranges[0]), ("--range-y", ranges[1])]
            .map(|(name, range)| plane::segments(name, range, &format));
        let (x, y) = (x?, y?);
        let [range_x, range_y] = ranges.map(str::to_owned);
        let mut request = Request { function, format, range_x, range_y, bits: FAR, x, y };
        let least = request.format.precision + 2;
        request.bits = bits.unwrap_or_else(|| request.bits_by_chance(least));
        match (least..=FAR).contains(&request.bits) {
            true => Ok(request),
            false => {
                let message = format!("--bits {}: out of range", request.bits);
                Err(Diag::new(DiagKind::Range, message).help(format!("give {least} to {FAR}")))
            }
        }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        let count = |all: &[Segment]| all.iter().map(|segment| segment.count).sum::<u64>();
        count(&self.x).saturating_mul(count(&self.y))
    }

    /// The numbers x, ascending.
    pub(super) fn xs(&self) -> Vec<f64> {
        plane::numbers(&self.x)
    }

    /// The numbers y.
    pub(super) fn ys(&self) -> Vec<f64> {
        plane::numbers(&self.y)
    }

    /// Whether a pair is one that is searched.
    pub(super) fn is_searched(&self, x: &Rational, y: &Rational) -> bool {
        let has = |all: &[Segment], own: &Rational| {
            all.iter().any(|segment| segment.index_of(own).is_some())
        };
        has(&self.x, x) && has(&self.y, y)
    }

    /// The least threshold by which chance gives few cases.
    fn bits_by_chance(&self, least: u32) -> u32 {
        let pairs = self.pairs() as f64;
        let is_enough = |bits: &u32| pairs * 2f64.powi(1 - bits.cast_signed()) <= CASES;
        (least..FAR).find(is_enough).unwrap_or(FAR)
    }

    /// The command that searches the same.
    pub fn command(&self) -> String {
        let Request { function, format, range_x, range_y, bits, .. } = self;
        let (function, name) = (function.canonical(), format.option());
        format!(
            "tmd-codegen search \"{function}\" --range-x {range_x} --range-y {range_y} --precision {name} --bits {bits}"
        )
    }
}

/// Makes sure that both variables occur.
fn check_variables(function: &SurfaceSpec) -> Result<(), Diag> {
    let has = |variable| has(&function.expr, &variable);
    let (missing, way_out) = match [has(ExprKind::X), has(ExprKind::Y)] {
        [true, true] => return Ok(()),
        [true, false] => ("y", "give --range instead of --range-x and --range-y"),
        [false, _] => ("x", "call the variable x, and give --range"),
    };
    let text = &function.text;
    let message = format!("a function of two numbers without {missing}");
    Err(Diag::new(DiagKind::Option, message)
        .at("function", text.clone(), 0..text.len(), "depends on one number at most")
        .help(format!("for a function of one number, {way_out}")))
}

/// Whether a variable is part of an expression.
pub(super) fn has(expr: &Expr, variable: &ExprKind) -> bool {
    expr.kind == *variable || expr.children().any(|part| has(part, variable))
}
