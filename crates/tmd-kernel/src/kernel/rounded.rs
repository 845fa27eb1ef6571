//! Numbers with names, and integers that are nearest to numbers, for kernels that compute in binary64.

use crate::ir::{Builder, Value};
pub(super) use tmd_design::phases::WHOLE as ROUNDER;

/// A number with a name.
pub(super) fn constant(b: &mut Builder, name: &str, number: f64) -> Value {
    let value = b.float(number);
    b.named(name, value)
}

/// The integer nearest to x, or one of two that are, for |x| ≤ 2^51.
pub(super) fn rounded(b: &mut Builder, x: Value) -> Value {
    let rounder = constant(b, "rounder", ROUNDER);
    let up = b.add(x, rounder);
    b.sub(up, rounder)
}
