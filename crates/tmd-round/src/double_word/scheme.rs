//! How an argument finds its row: by its exponent and fraction, or by the nearest multiple of a power of two; and what is left of
//! it where an equation of the function takes a part away.

use super::row::Place;
use crate::finish::{bias, fraction_bits};
use std::ops::Range;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Step;
use tmd_kernel::ir::Width;

/// The arithmetic.
pub(super) const WIDTH: Width = Width::W64;
/// Translations serve no arguments beyond this size: values are above or below all numbers there.
pub(super) const MOST_TRANSLATED: f64 = 1100.0;
/// What is smaller in size is taken for this where values are next to 1: they are between the same breakpoints.
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
}

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
        let translation = equations.translation.filter(|own| !own.negates);
        let step = translation.map(|own| (own.step.x, own.step.f));
        (step == Some((1, 1))).then_some(Scheme::Translation)
    }

    /// Whether it serves all arguments.
    pub(super) fn is_whole(self) -> bool {
        !matches!(self, Scheme::Range { .. })
    }

    /// The place in the order of sizes (bits, less as many as leave `cuts` of the fraction) of the first row's centre, and how
    /// many rows there are. For translations these are multiples of 2^-cuts.
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
            Scheme::Translation => 0..1 << cuts,
        }
    }

    /// The numbers that a row serves.
    pub(super) fn place(self, row: u64, cuts: u32) -> Place {
        if self == Scheme::Translation {
            let unit = 2f64.powi(-(cuts as i32));
            let centre = row as f64 * unit;
            return Place {
                centre,
                ends: [centre - unit / 2.0, centre + unit / 2.0],
                is_negative: false,
            };
        }
        let shift = fraction_bits(WIDTH) - cuts;
        let half = 1 << (shift - 1);
        let centre = row << shift;
        let mut ends = [f64::from_bits(centre - half), f64::from_bits(centre + half)];
        let mut is_negative = false;
        if let Scheme::Range { first, last, is_negative: own } = self {
            ends = [ends[0].max(first), ends[1].min(last)];
            is_negative = own;
        }
        Place { centre: f64::from_bits(centre), ends, is_negative }
    }

    /// Sizes of what is added to values, of which the error is bounded: 0, and the least other one, which is the worst (an error
    /// grows in proportion to it, and more slowly than the value).
    pub(super) fn added(self) -> Vec<f64> {
        match self {
            Scheme::Shift(by) => vec![0.0, f64::from(by.unsigned_abs())],
            _ => vec![0.0],
        }
    }
}

/// The exponent field of 1.
pub(super) fn one() -> u64 {
    u64::from(bias(WIDTH).unsigned_abs())
}
