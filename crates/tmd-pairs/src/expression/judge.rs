//! The decision on a pair, by algebra and by enclosures.

use super::at_pair;
use super::request::{FAR, Request};
use crate::grid::{Grid, power_of_two};
use crate::near::{Breakpoints, Near, Seen};
use rug::Rational;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_functions::interval::Interval;
use tmd_functions::language::SurfaceSpec;
use tmd_functions::language::surface::Variable;

/// Bits of enclosures, rising.
const PRECISIONS: [u32; 3] = [128, 512, 2048];

/// What a pair is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// There is no value, or it is 0, too small, or too large.
    OutOfReach,
    /// It is not near to a breakpoint.
    Ordinary,
    /// It is one.
    Exact(CaseKind),
    /// It is nearer to one than 2^-44, but none.
    Next,
    /// It is hard to round.
    Hard {
        /// The kind of the breakpoint.
        kind: CaseKind,
        /// Identical bits after the rounding bit.
        identical_bits: u32,
        /// |g cmod 1|, in units of the breakpoint spacing.
        distance: Distance,
    },
    /// No enclosure tells it from a breakpoint, or from a distance that is exactly a power of two, or whether there is a value, and nothing is
    /// known that would.
    Undecided,
}

/// Decides on pairs.
pub(super) struct Judge {
    spec: SurfaceSpec,
    /// Whether it has functions of two numbers.
    has_pairs: bool,
    breakpoints: Breakpoints,
    /// Half of the least breakpoint.
    least: f64,
    /// The power of two above all numbers.
    end: f64,
    /// What is nearer to a breakpoint is next to it.
    far: f64,
}

impl Judge {
    pub(super) fn new(request: &Request) -> Judge {
        let grid = Grid::breakpoints(&request.format);
        let (emin, above) = grid.ends();
        Judge {
            spec: request.function.clone(),
            has_pairs: at_pair::has_pairs(&request.function.expr),
            least: power_of_two(grid.last_place(emin) - 1),
            end: power_of_two(above),
            far: power_of_two(-FAR.cast_signed()),
            breakpoints: Breakpoints::new(grid, request.bits),
        }
    }

    /// What the pair of x and y is.
    pub(super) fn outcome(&self, x: &Rational, y: &Rational) -> Outcome {
        let mut line = self.spec.on_line(Variable::Y, y);
        if self.has_pairs {
            match at_pair::at(&line, x) {
                Some(own) => line = own,
                None => return Outcome::Undecided,
            }
        }
        for (round, prec) in PRECISIONS.into_iter().enumerate() {
            let value = match line.eval(&Interval::from_rational(x, prec)) {
                Ok(value) => value,
                Err(error) if error.everywhere => return Outcome::OutOfReach,
                Err(_) => continue,
            };
            // Values beyond all numbers may be so large that no integer should be made of them.
            if value.mag() < self.least || value.mig() >= self.end {
                return Outcome::OutOfReach;
            }
            if value.is_point()
                && let Some(value) = value.lo().to_rational()
            {
                return self.exactly(&value.abs());
            }
            // Algebra is asked once, where the first enclosure does not tell.
            let exactly = || {
                let exact = if round == 0 { line.exact_value(x) } else { None };
                exact.map(|value| self.exactly(&value.abs()))
            };
            if value.contains_zero() {
                match exactly() {
                    Some(outcome) => return outcome,
                    None => continue,
                }
            }
            match self.breakpoints.seen(&value.abs()) {
                Seen::Told(near) => return Outcome::of(near),
                seen => {
                    if let Some(outcome) = exactly() {
                        return outcome;
                    }
                    if self.is_next(&seen) && line.is_no_float_at(x) {
                        return Outcome::Next;
                    }
                }
            }
        }
        Outcome::Undecided
    }

    fn exactly(&self, value: &Rational) -> Outcome {
        match value.is_zero() {
            true => Outcome::OutOfReach,
            false => Outcome::of(self.breakpoints.exactly(value)),
        }
    }

    /// Whether a value that is no breakpoint is nearer to one than what can be a case.
    fn is_next(&self, seen: &Seen) -> bool {
        match seen {
            Seen::Around { near, exponent, most, .. } => {
                *most < self.far
                    && self.breakpoints.is_in_reach(*exponent)
                    && self.breakpoints.is_breakpoint(near, *exponent)
            }
            _ => false,
        }
    }
}

impl Outcome {
    fn of(near: Near) -> Outcome {
        match near {
            Near::OutOfReach => Outcome::OutOfReach,
            Near::Ordinary => Outcome::Ordinary,
            Near::Exact(kind) => Outcome::Exact(kind),
            Near::Hard { identical_bits, .. } if identical_bits >= FAR => Outcome::Next,
            Near::Hard { kind, identical_bits, distance } => {
                Outcome::Hard { kind, identical_bits, distance }
            }
        }
    }
}
