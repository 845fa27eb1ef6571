//! Fixed-point numbers of rows: how many fraction bits there are, and how products are rounded.
//!
//! A model's coefficients have `scale` fraction bits, and each may be off by two units of those. They are computed with [`GUARD`] more
//! bits, from the value at a domain's centre, which has [`VALUE`] more than that: F together. A value is enclosed once for a group of rows, or
//! for a row, in units of 2^`unit` in which it is at least 2^24 there; from there on it is multiplied by a ratio, at most [`MOST_STEPS`] times,
//! and changes by [`MOST_BINADES`] at most. So it is never below 2^9, a step rounds it by 2^-9·2^-F of itself, and a ratio, which is above 2^-8
//! and has F + [`RATIO`] bits, is off by 2^-23·2^-F of itself: all steps together are off by less than 2^5·2^-F of the value. In units of the
//! spacing it is below 2^27, so that this is less than 2^-8 of a unit of a coefficient's last place with [`GUARD`] bits.

use rug::Integer;
use tmd_functions::interval::Interval;

/// Bits of coefficients below those that a model keeps.
pub(super) const GUARD: u32 = 32;
/// Bits of a value below those of coefficients.
pub(super) const VALUE: u32 = 40;
/// Bits of a ratio below those of a value.
const RATIO: u32 = 32;
/// The most steps from one enclosure.
pub(super) const MOST_STEPS: u64 = 1 << 12;
/// The most binades that a value goes through from one enclosure.
pub(super) const MOST_BINADES: f64 = 15.0;

/// The fraction bits of a value, for a model's scale.
pub(super) fn value_bits(scale: u32) -> u32 {
    scale + GUARD + VALUE
}

/// The precision of enclosures, for a model's scale: the fraction bits of a ratio, 27 bits before them, and what the exponential function
/// loses for an exponent below 2^8.
pub(super) fn precision(scale: u32) -> u32 {
    value_bits(scale) + RATIO + 64
}

/// A value in units of 2^`unit`.
#[derive(Clone, Debug)]
pub(super) struct Value {
    scaled: Integer,
    unit: i32,
}

impl Value {
    /// A number that is enclosed to [`precision`], at least 2^24 in units of 2^`unit`, and below 2^27.
    pub(super) fn new(enclosed: &Interval, unit: i32, scale: u32) -> Value {
        Value { scaled: fixed(enclosed, value_bits(scale).cast_signed() - unit), unit }
    }

    /// Multiplies the value by a ratio.
    pub(super) fn step(&mut self, ratio: &Ratio) {
        self.scaled *= &ratio.scaled;
        self.scaled >>= ratio.bits;
    }

    /// The value in units of 2^`spacing`, with [`GUARD`] bits more than a model has.
    pub(super) fn in_units(&self, spacing: i32) -> Integer {
        shifted(&self.scaled, self.unit - spacing - VALUE.cast_signed())
    }
}

/// What a value is multiplied by in a step.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    scaled: Integer,
    bits: u32,
}

impl Ratio {
    /// A ratio that is enclosed to [`precision`].
    pub(super) fn new(enclosed: &Interval, scale: u32) -> Ratio {
        let bits = value_bits(scale) + RATIO;
        Ratio { scaled: fixed(enclosed, bits.cast_signed()), bits }
    }
}

/// The middle of an enclosure times 2^shift, as an integer.
pub(super) fn fixed(enclosed: &Interval, shift: i32) -> Integer {
    (enclosed.mid() << shift).to_integer().unwrap_or_default()
}

/// An integer times 2^shift, rounded down.
pub(super) fn shifted(number: &Integer, shift: i32) -> Integer {
    match u32::try_from(shift) {
        Ok(left) => Integer::from(number << left),
        Err(_) => Integer::from(number >> shift.unsigned_abs()),
    }
}
