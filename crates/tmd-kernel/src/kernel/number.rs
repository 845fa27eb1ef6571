//! The word of the existence tests: how a fraction of F bits is held and computed with.
//!
//! Lengths on the circle are integers below 2^F in units of 2^-F. Two holders: binary64 lanes with
//! F = 52 (every length that is formed stays below 2^53 and is exact), and
//! 64-bit integer lanes with F = 63 (so that the full circle, 2^63, still fits).

use crate::ir::{Builder, Value};
use tmd_base::narrow;
use tmd_design::design::TestWord;

/// How a word holds numbers.
pub(crate) trait Holds {
    /// The fraction held by the top word of a table, in units of 2^-F, rounded down.
    fn hold_fraction(self, b: &mut Builder, word: Value) -> Value;

    /// An integer constant below 2^63 (binary64 lanes: exact below 2^53).
    fn constant(self, b: &mut Builder, value: u64) -> Value;
}

impl Holds for TestWord {
    fn hold_fraction(self, b: &mut Builder, word: Value) -> Value {
        let fraction = b.shr(word, 64 - self.bits());
        match self {
            TestWord::F64 => b.to_f64(fraction),
            TestWord::U64 => fraction,
        }
    }

    fn constant(self, b: &mut Builder, value: u64) -> Value {
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
