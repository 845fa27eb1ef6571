//! What is known of a function about a centre: bounds of its Taylor coefficients.

use rug::Float;
use rug::float::Round;

/// Bits of bounds.
pub(super) const PREC: u32 = 64;

/// Taylor coefficients of the function at a row's centre, and where they hold.
pub(super) struct Taylor {
    /// Bounds of |coefficient|, lower and upper, for each of the polynomial.
    pub(super) sizes: Vec<[Float; 2]>,
    /// Upper bounds of |coefficient - that of the code|.
    pub(super) deviations: Vec<Float>,
    /// An upper bound of the next one on the whole row.
    pub(super) next: Float,
    /// |t| is no larger.
    pub(super) reach: f64,
}

impl Taylor {
    /// Those of the function less its value at the centre.
    pub(super) fn without_constant(mut self) -> Taylor {
        self.sizes[0] = [up(0.0), up(0.0)];
        self.deviations[0] = up(0.0);
        self
    }

    /// Whether the constant of the code is the function's value.
    pub(super) fn is_exact(&self) -> bool {
        self.deviations[0].is_zero()
    }
}

/// An upper bound.
pub(super) fn up(number: f64) -> Float {
    Float::with_val_round(PREC, number, Round::Up).0
}
