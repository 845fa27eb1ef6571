//! What an equation takes away from an argument, and a value is given back.

use tmd_kernel::ir::Value;

/// What is added to exponents of factors that may be negative.
pub(super) const RAISED: u64 = 1 << 12;

/// What an equation took away from an argument, to be given to the value.
#[derive(Clone, Copy)]
pub(super) enum Taken {
    /// Nothing.
    Nothing,
    /// The value is multiplied by a power of two, all results being normal: its exponent, a word that may be negative.
    Exponent(Value),
    /// The same, where results may be too large or too small: the exponent, more [`RAISED`].
    Raised(Value),
    /// The same, where results may be too small: the exponent, which is not above 0, more [`RAISED`].
    Lowered(Value),
    /// This is added, a number.
    Added(Value),
}
