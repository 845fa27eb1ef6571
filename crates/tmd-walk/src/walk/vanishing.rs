//! Γ of numbers of binary32 below -64: next to 0, with a sign that changes from integer to integer, and no value at these.
//!
//! |Γ(x)| = π/(|sin πx|·Γ(1 - x)) with |sin πx| ≥ 2·δ for a distance δ from the next integer, which is 2^-17 or more, and
//! Γ(1 - x) > Γ(65) = 64! > 2^295: less than 2^-277.

use super::cell::Cell;
use tmd_functions::language::FunctionSpec;

/// The exponent of the numbers from which on values vanish.
pub(super) const LEAST: i32 = 6;

/// Whether a function is Γ.
pub(super) fn is_of(spec: &FunctionSpec) -> bool {
    spec.function_of_x() == Some("gamma")
}

/// The cells of negative numbers from an encoding on.
pub(super) fn cells(first: u32, cells: &mut [Cell]) {
    for (encoded, cell) in (first..).zip(cells) {
        let size = f64::from(f32::from_bits(encoded)).abs();
        let whole = size.trunc();
        // Positive between -2 and -1, -4 and -3, ….
        let negative = whole % 2.0 == 0.0;
        *cell = if whole == size { Cell::NAN } else { Cell::new(0, u64::from(negative)) };
    }
}
