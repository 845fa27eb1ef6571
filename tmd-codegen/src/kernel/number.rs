//! The word of the existence tests: how a fraction of F bits is held and computed with.
//!
//! Lengths on the circle are integers below 2^F in units of 2^-F. Two holders: binary64 lanes with
//! F = 52 (every length that is formed stays below 2^53 and is exact), and
//! 64-bit integer lanes with F = 63 (so that the full circle, 2^63, still fits).

use crate::design::TestWord;
use crate::ir::{Builder, Value};
use crate::narrow;

impl TestWord {
    /// The fraction held by the top word of a table, in units of 2^-F, rounded down.
    pub(crate) fn hold_fraction(self, b: &mut Builder, word: Value) -> Value {
        let fraction = b.shr(word, 64 - self.bits());
        match self {
            TestWord::F64 => b.to_f64(fraction),
            TestWord::U64 => fraction,
        }
    }

    /// An integer constant below 2^63 (binary64 lanes: exact below 2^53).
    pub(crate) fn constant(self, b: &mut Builder, value: u64) -> Value {
        let constant = match self {
            TestWord::F64 => b.float(narrow::exact(value)),
            TestWord::U64 => b.word(value),
        };
        match value {
            0 => b.named("zero", constant),
            1 => b.named("one", constant),
            _ => constant,
        }
    }
}
