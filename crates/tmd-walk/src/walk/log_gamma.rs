//! log|Γ| of negative arguments, by the distances from their poles: Γ(1 + z)·Γ(-z) = -π/sin πz (DLMF, the NIST Digital Library of
//! Mathematical Functions, 5.5.3), so that
//!
//! ```text
//!  log|Γ(-z)| = T - L,  T = log(π/|sin πz|),  L = log Γ(1 + z).
//! ```
//!
//! T depends on the distance from the next integer only; T and L follow polynomials.

use super::cell::Cell;
use super::near::{Polynomial, normal, polynomial};
use super::phase;
use crate::encoding::exponent;
use crate::widely::widely;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;

/// Bits of a number of binary32.
const BITS: i32 = 24;
/// log2 of the parts of a binade of z.
const PART_BITS: u32 = 5;
/// What a difference of two numbers of binary64 is off by at most, as a part of it, and as much for the sums of errors.
const ROUNDING: f64 = f64::EPSILON;

/// Values of log|Γ| at the negative multiples of powers of two.
#[derive(Clone, Debug)]
pub struct LogGamma {
    /// L on equal parts of binades of z, from the least on.
    logarithm: Vec<Option<Polynomial>>,
    /// T of the distance from the next integer, as [`phase::index`] counts.
    beside_pole: Vec<Option<Polynomial>>,
    /// Values that are less than so many half units in the last place from a breakpoint are not told.
    margin: f64,
}

impl LogGamma {
    /// The exponent of the least sizes.
    pub const LEAST: i32 = 3;

    /// Whether a function is log|Γ| itself, and not composed of it.
    pub fn is_of(spec: &FunctionSpec) -> bool {
        spec.function_of_x() == Some("lgamma")
    }

    /// For a function that [is log|Γ|](LogGamma::is_of). The cells of values that are less than `margin` half units in the last
    /// place from a breakpoint are open.
    pub fn of(spec: &FunctionSpec, margin: f64) -> Option<LogGamma> {
        if !LogGamma::is_of(spec) {
            return None;
        }
        let logarithm = FunctionSpec::parse("lgamma(1 + x)").ok()?;
        let beside_pole = FunctionSpec::parse("log(pi / sinpi(x))").ok()?;
        let parts = 1 << PART_BITS;
        let part = |at: i32| {
            let least = 2f64.powi(Self::LEAST + at / parts);
            let length = least / f64::from(parts);
            polynomial(&logarithm, least + length * f64::from(at % parts), length, 0.0, 0.0)
        };
        Some(LogGamma {
            logarithm: (0..(BITS - 1 - Self::LEAST) * parts).map(part).collect(),
            beside_pole: phase::polynomials(&beside_pole, 0.0),
            margin,
        })
    }

    /// The cells at -m·2^`exponent` for consecutive m, 1 to 2^24 - 1. None are told where m·2^`exponent` is less than
    /// 2^[`LogGamma::LEAST`].
    pub fn cells_of_multiples(&self, exponent: i32, first: u32, cells: &mut [Cell]) {
        let unit = 2f64.powi(exponent);
        widely(|| {
            for (multiple, cell) in (first..).zip(cells) {
                *cell = self.cell(f64::from(multiple) * unit);
            }
        });
    }

    /// The cell at -z, for a number z of at most 24 bits.
    #[inline(always)]
    fn cell(&self, z: f64) -> Cell {
        // Exact, like all that follows up to the polynomials: z is a number of few bits.
        let whole = z.floor();
        let fraction = z - whole;
        if fraction == 0.0 {
            return Cell::NAN;
        }
        let distance = fraction.min(1.0 - fraction);
        let above = exponent(z) - Self::LEAST;
        if above < 0 {
            return Cell::OPEN;
        }
        let part = (z.to_bits() >> (52 - PART_BITS)) & ((1 << PART_BITS) - 1);
        let place = (narrow::to_usize(above) << PART_BITS) + narrow::to_usize(part);
        let logarithm = self.logarithm.get(place).and_then(Option::as_ref);
        let beside = phase::index(distance).and_then(|at| self.beside_pole[at].as_ref());
        let (Some(logarithm), Some(beside)) = (logarithm, beside) else { return Cell::OPEN };
        let value =
            beside.value(distance - beside.centre()) - logarithm.value(z - logarithm.centre());
        let error = logarithm.error() + beside.error() + value.abs() * ROUNDING;
        normal(value, error, self.margin)
    }
}
