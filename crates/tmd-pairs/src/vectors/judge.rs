//! The decision on a pair, by enclosures.

use super::certificate::VectorCase;
use super::request::Request;
use crate::grid::Grid;
use crate::near::{Breakpoints, Near};
use crate::plane::{Function, half_turns};
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_functions::interval::Interval;
use tmd_functions::language::{SurfaceSpec, hexfloat};

/// Decides on pairs.
pub(super) struct Judge {
    function: Function,
    spec: SurfaceSpec,
    breakpoints: Breakpoints,
}

impl Judge {
    pub(super) fn new(request: &Request) -> Result<Judge, Diag> {
        Ok(Judge {
            function: request.function,
            spec: request.function.spec()?,
            breakpoints: Breakpoints::new(Grid::breakpoints(&request.format), request.bits),
        })
    }

    /// Where the value of x and y lies.
    pub(super) fn near(&self, x: &Rational, y: &Rational) -> Near {
        let enclosed = |prec: u32| {
            let [x, y] = [x, y].map(|own| Interval::from_rational(own, prec));
            self.spec.eval(&x, &y).ok().filter(|value| *value.lo() > 0 && value.is_bounded())
        };
        self.breakpoints.near(enclosed, |value| self.is_value(value, x, y))
    }

    /// Whether a rational number is the value.
    fn is_value(&self, value: &Rational, x: &Rational, y: &Rational) -> bool {
        let square = |own: &Rational| Rational::from(own.square_ref());
        match self.function {
            Function::Hypot => square(value) == square(x) + square(y),
            Function::Atan2Pi => half_turns(x, y).as_ref() == Some(value),
            // By the theorem of Lindemann and Weierstrass, the angle of a rational tangent other than 0 is transcendental.
            _ => false,
        }
    }

    /// The case of a pair, which stands for so many, if it is hard.
    pub(super) fn case(&self, x: &Rational, y: &Rational, pairs: u64) -> Option<VectorCase> {
        let Near::Hard { kind, identical_bits, distance } = self.near(x, y) else { return None };
        let [x, y] = [x, y].map(|own| hexfloat::print_rational(own).unwrap_or_default());
        Some(VectorCase { x, y, pairs, kind, identical_bits, distance })
    }
}
