//! Bounds as people read them.

use crate::bound::Up;
use crate::rounded;
use rug::Float;
use std::fmt;

/// A bound shown as a power of two, "2^-20.33", rounded up.
pub(crate) struct Lg(pub(crate) Up);

impl fmt::Display for Lg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&rounded::power_up(&Float::with_val(53, self.0.value())))
    }
}
