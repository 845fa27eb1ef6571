//! How an argument finds its row: by its exponent and fraction, or by the nearest multiple of a power of two; and what is left of
//! it where an equation of the function takes a part away.

use super::bound::Last;
use super::period::Period;
use super::row::{Argument, Place};
use crate::finish::{bias, fraction_bits};
use std::ops::Range;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::{Parity, Step};
use tmd_kernel::ir::Width;

/// The arithmetic.
pub(super) const WIDTH: Width = Width::W64;
/// What is smaller in size is taken for this where values are next to 1: they are between the same breakpoints. Where values are next
/// to a multiple of the argument, it is multiplied by a power of two, to half of this or more.
pub(super) const TINY: f64 = f64::from_bits((1023 - 60) << 52);
/// The significand that a logarithm's rows begin at: about √½, so that those next to 1 are on both sides.
const SHIFT_START: f64 = 181.0 / 256.0;

/// How arguments are reduced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    /// They are not: x, or -x, lies between two numbers.
    Range {
        /// The least size.
        first: f64,
        /// The greatest.
        last: f64,
        /// Whether x is negative.
        is_negative: bool,
    },
    /// By f(2^a·x) = 2^b·f(x), to about [1, 2^a).
    Scaling(Step),
    /// By f(2·x) = f(x) + b, to about [√½, √2).
    Shift(i32),
    /// By f(x + 1) = 2·f(x), to [0, 1).
    Translation,
    /// By f(x + 1) = -f(x) and f(-x) = ±f(x): f is 0 at 0 and odd about it, and even about 1/2, or the other way round. What
    /// is left is the distance from the nearest of these points, at most 1/4; and there are rows for both kinds of them.
    Turns(Parity),
    /// By exp(x + ln 2) = 2·exp(x), to what is left of a multiple of ln 2/2^cuts; x lies between two numbers.
    Exponential {
        /// The least, -∞ if all are served.
        first: f64,
        /// The greatest.
        last: f64,
    },
}

/// All numbers, for a function with f(x + ln 2) = 2·f(x).
pub(super) const ALL_OF_EXP: Scheme =
    Scheme::Exponential { first: f64::NEG_INFINITY, last: f64::INFINITY };

impl Scheme {
    /// The scheme for a whole format, if there is one.
    pub(super) fn of_all(spec: &FunctionSpec) -> Option<Scheme> {
        let equations = spec.equations();
        if let Some(step) = equations.scaling.filter(|step| (1..=8).contains(&step.x)) {
            return Some(Scheme::Scaling(step));
        }
        if let Some(step) = equations.shift.filter(|step| step.x == 1 && step.f != 0) {
            return Some(Scheme::Shift(step.f));
        }
        if is_exp(spec) {
            return Some(ALL_OF_EXP);
        }
        let translation = equations.translation?;
        match (translation.step, translation.negates) {
            (Step { x: 1, f: 1 }, false) => Some(Scheme::Translation),
            // An expression may have other signs where it is 0 than those of IEEE 754-2019, section 9.2.
            (Step { x: 1, f: 0 }, true) if spec.function_of_x().is_some() => {
                equations.parity.map(Scheme::Turns)
            }
            _ => None,
        }
    }

    /// Whether it serves all arguments.
    pub(super) fn is_whole(self) -> bool {
        match self {
            Scheme::Range { .. } => false,
            Scheme::Exponential { .. } => self == ALL_OF_EXP,
            _ => true,
        }
    }

    /// The place in the order of sizes (bits, less as many as leave `cuts` of the fraction) of the first row's centre, and how
    /// many rows there are. For translations these are multiples of 2^-cuts; for turns also, those about a zero first.
    pub(super) fn rows(self, cuts: u32) -> Range<u64> {
        let shift = fraction_bits(WIDTH) - cuts;
        let half = 1 << (shift - 1);
        let nearest = |x: f64| (x.to_bits() + half) >> shift;
        match self {
            Scheme::Range { first, last, .. } => nearest(first)..nearest(last) + 1,
            Scheme::Scaling(step) => {
                let first = nearest(1.0);
                first..first + (u64::from(step.x.unsigned_abs()) << cuts)
            }
            Scheme::Shift(_) => {
                let first = nearest(SHIFT_START);
                first..first + (1 << cuts)
            }
            Scheme::Translation | Scheme::Exponential { .. } => 0..1 << cuts,
            Scheme::Turns(_) => 0..2 * of_quarter(cuts),
        }
    }

    /// The numbers that a row serves.
    pub(super) fn place(self, row: u64, cuts: u32) -> Place {
        match self {
            Scheme::Translation => multiple(row, cuts),
            Scheme::Exponential { .. } => {
                let reach = Period::of(cuts).reach;
                let argument = Argument::FromLogarithm { multiple: row, cuts };
                Place { centre: 0.0, ends: [-reach, reach], argument, is_divided: false }
            }
            Scheme::Turns(parity) => {
                let is_about_zero = row < of_quarter(cuts);
                let place = multiple(row % of_quarter(cuts), cuts);
                let ends = [place.ends[0].max(0.0), place.ends[1].min(0.25)];
                let argument = match is_about_zero == (parity == Parity::Odd) {
                    true => Argument::Own,
                    false => Argument::FromHalf,
                };
                Place { ends, argument, is_divided: is_about_zero, ..place }
            }
            Scheme::Range { .. } | Scheme::Scaling(_) | Scheme::Shift(_) => {
                let shift = fraction_bits(WIDTH) - cuts;
                let half = 1 << (shift - 1);
                let centre = row << shift;
                let mut place = Place {
                    centre: f64::from_bits(centre),
                    ends: [centre - half, centre + half].map(f64::from_bits),
                    argument: Argument::Own,
                    is_divided: false,
                };
                if let Scheme::Range { first, last, is_negative } = self {
                    place.ends = [place.ends[0].max(first), place.ends[1].min(last)];
                    place.argument = if is_negative { Argument::Opposite } else { Argument::Own };
                }
                place
            }
        }
    }

    /// What happens to values at the end, so that the error is bounded for all arguments: of what is added 0, and the least other one,
    /// which is the worst (an error grows in proportion to it, and more slowly than the value).
    pub(super) fn last(self, cuts: u32) -> Vec<Last> {
        match self {
            Scheme::Exponential { .. } => {
                let Period { rest, error, .. } = Period::of(cuts);
                vec![Last::Grown { rest, error }]
            }
            Scheme::Shift(by) => {
                vec![Last::Added(0.0), Last::Added(f64::from(by.unsigned_abs()))]
            }
            Scheme::Turns(_) => vec![Last::Multiplied],
            _ => vec![Last::Added(0.0)],
        }
    }
}

/// The numbers that are nearest to a multiple of 2^-cuts.
fn multiple(of: u64, cuts: u32) -> Place {
    let unit = 2f64.powi(-(cuts as i32));
    let centre = of as f64 * unit;
    let ends = [centre - unit / 2.0, centre + unit / 2.0];
    Place { centre, ends, argument: Argument::Own, is_divided: false }
}

/// The multiples of 2^-cuts from 0 to 1/4.
pub(super) fn of_quarter(cuts: u32) -> u64 {
    (1 << (cuts - 2)) + 1
}

/// Whether a function is exp.
pub(super) fn is_exp(spec: &FunctionSpec) -> bool {
    spec.function_of_x() == Some("exp")
}

/// The exponent field of 1.
pub(super) fn one() -> u64 {
    u64::from(bias(WIDTH).unsigned_abs())
}
