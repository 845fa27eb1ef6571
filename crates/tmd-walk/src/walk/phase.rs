//! Values of periodic functions at the numbers of a binade, by their phases: x is a significand times a power of two, and so
//! its phase is one times a constant, modulo whole turns.

use super::cell::Cell;
use super::near::{Polynomial, polynomial};
use crate::encoding::{Encoding, exponent};
use crate::wave::Wave;
use crate::widely::widely;
use std::sync::Arc;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;

/// log2 of the parts that a binade of q is cut into.
const PART_BITS: u32 = 6;
/// Binades of q that there are polynomials for, from 1/2 downwards: hardly a number is nearer to a multiple of a quarter.
const BINADES: i32 = 40;
/// A quarter of a turn, as a phase.
const QUARTER: u128 = 1 << 126;

/// What values are told by from phases.
#[derive(Debug)]
pub struct Phases {
    wave: Wave,
    /// Polynomials of |q|, for even and for odd k.
    parts: [Vec<Option<Polynomial>>; 2],
    /// Whether these functions are odd.
    is_odd: [bool; 2],
    /// The cells where q is 0, for k modulo 4, and of G(1/2), for even and odd k, where they are not found by polynomials.
    at_zero: [Cell; 4],
    at_half: [Option<Cell>; 2],
}

/// The phases of the multiples of a power of two.
#[derive(Clone, Debug)]
pub struct Phased {
    /// The phase of the power of two, as a part of a turn, in units of 2^-128, rounded down.
    step: u128,
    /// Bits of a fraction.
    fraction_bits: u32,
    phases: Arc<Phases>,
}

impl Phases {
    /// The polynomials of a function. Values that are less than `margin` half units in the last place from a breakpoint are not
    /// told: their cells are open.
    ///
    /// # Errors
    /// If values are not known at multiples of a quarter.
    pub fn of(
        wave: Wave,
        spec: &FunctionSpec,
        encoding: &Encoding,
        margin: f64,
    ) -> Result<Phases, Diag> {
        let zeros = wave.at_zero(spec, encoding)?;
        let half = wave.at_half(encoding)?;
        Ok(Phases {
            parts: wave.parts.each_ref().map(|part| polynomials(part, margin)),
            is_odd: wave.is_odd(),
            at_zero: zeros.map_or([Cell::OPEN; 4], |own| own.map(Cell::exact)),
            at_half: half.map(|own| own.map(Cell::exact)),
            wave,
        })
    }

    /// The cell at a phase, in units of 2^-128 turns; it is up to 2^-101 quarters off if it is not exact.
    #[inline(always)]
    fn cell(&self, phase: u128) -> Cell {
        let k = phase.wrapping_add(QUARTER / 2) >> 126;
        // From -1/2 up to 1/2 of a quarter.
        let rest = phase.wrapping_sub(k << 126).cast_signed();
        let k = narrow::to_usize(k & 3);
        if rest == 0 {
            return self.at_zero[k];
        }
        let is_flipped = self.wave.is_negative[k] != (self.is_odd[k % 2] && rest < 0);
        let q = nearest(rest.unsigned_abs());
        if let (Some(cell), true) = (self.at_half[k % 2], rest.unsigned_abs() == QUARTER / 2) {
            return cell.flipped(is_flipped);
        }
        let Some(index) = index(q) else { return Cell::OPEN };
        match &self.parts[k % 2][index] {
            Some(polynomial) => polynomial.cell(q - polynomial.centre()).flipped(is_flipped),
            None => Cell::OPEN,
        }
    }
}

impl Phased {
    /// Those of the normal numbers with an exponent field.
    pub(super) fn of_binade(phases: &Arc<Phases>, field: u32, encoding: &Encoding) -> Phased {
        Phased::of(phases, narrow::to_i32(field) - 1 + encoding.least(), encoding)
    }

    /// Those of the multiples of 2^`exponent`.
    pub fn of(phases: &Arc<Phases>, exponent: i32, encoding: &Encoding) -> Phased {
        Phased {
            step: phases.wave.step(exponent),
            fraction_bits: encoding.fraction_bits(),
            phases: Arc::clone(phases),
        }
    }

    /// The cells of the numbers from an encoding on, which are of one binade.
    pub(super) fn cells(&self, first: u32, cells: &mut [Cell]) {
        let one = 1 << self.fraction_bits;
        self.cells_of_multiples((first & (one - 1)) | one, cells);
    }

    /// The cells of consecutive multiples, all less than 2^25: the error of the step is multiplied by as much.
    pub fn cells_of_multiples(&self, first: u32, cells: &mut [Cell]) {
        widely(|| {
            for (multiple, cell) in (first..).zip(cells) {
                *cell = self.phases.cell(self.step.wrapping_mul(multiple.into()));
            }
        });
    }
}

/// The number nearest to a phase other than 0, in quarters of a turn: that of its 64 leading bits, the last of which tells whether others
/// follow, which are too few to be told from a half.
#[inline(always)]
fn nearest(phase: u128) -> f64 {
    let zeros = phase.leading_zeros();
    let shifted = phase << zeros;
    let high = u64::try_from(shifted >> 64).unwrap_or_default();
    let leading = high | u64::from(shifted << 64 != 0);
    // 2^(64 - 126 - zeros).
    let unit = f64::from_bits(u64::from(1023 - 62 - zeros) << 52);
    leading as f64 * unit
}

/// The place of the polynomial for 0 < q ≤ 1/2.
pub(super) fn index(q: f64) -> Option<usize> {
    // 1/2 counts for what is below it.
    let q = q.min(0.5_f64.next_down());
    let binade = -2 - exponent(q);
    let part = (q.to_bits() >> (52 - PART_BITS)) & ((1 << PART_BITS) - 1);
    (binade < BINADES).then(|| (narrow::to_usize(binade) << PART_BITS) + narrow::to_usize(part))
}

/// The polynomials of all parts, see [`index`].
pub(super) fn polynomials(spec: &FunctionSpec, margin: f64) -> Vec<Option<Polynomial>> {
    let parts = 1 << PART_BITS;
    let of = |at: i32| {
        let (binade, part) = (at / parts, at % parts);
        let unit = 2f64.powi(-2 - binade);
        let length = unit / f64::from(parts);
        let from = unit + length * f64::from(part);
        // q is up to 2^-101 off, and then rounded to 53 bits.
        let off = (from + length) * 2f64.powi(-53) + 2f64.powi(-100);
        polynomial(spec, from, length, off, margin)
    };
    (0..BINADES * parts).map(of).collect()
}
