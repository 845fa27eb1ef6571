//! Words of a function of binary32 encodings that have 32 bits: vectors of them take half the room, and encodings come and go as they
//! are.

use crate::ir::{BinU, Kernel, Op, Scalar, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Words whose high halves are 0.
const SHORT: std::ops::Range<u64> = 0..1 << 32;

/// Which words of a kernel are kept as 32 bits: encodings, and what is made of them by operations that keep high halves 0.
#[derive(Default)]
pub(super) struct Shorts {
    kept: BTreeSet<Value>,
    /// Constants below 2^32, in every lane: they are written as what reads them takes them.
    constants: BTreeMap<Value, u64>,
}

impl Shorts {
    /// Those of a kernel whose argument is one of them.
    pub(super) fn of(kernel: &Kernel) -> Shorts {
        let mut shorts = Shorts::default();
        let mut words: BTreeMap<Value, u64> = BTreeMap::new();
        for stmt in &kernel.body {
            let Stmt::Let(outs, op) = stmt else { continue };
            match op {
                Op::ConstU(word) => {
                    words.insert(outs[0], *word);
                }
                Op::Splat(a) => {
                    let word = words.get(a).filter(|word| SHORT.contains(*word));
                    shorts.constants.extend(word.map(|word| (outs[0], *word)));
                }
                _ if shorts.is_short(kernel, op) => {
                    shorts.kept.insert(outs[0]);
                }
                _ => {}
            }
        }
        shorts
    }

    /// Whether an operation has a form for 32 bits, and short operands of which one is no constant.
    fn is_short(&self, kernel: &Kernel, op: &Op) -> bool {
        let fit = |all: &[Value]| {
            all.iter().all(|v| self.kept.contains(v) || self.constants.contains_key(v))
                && all.iter().any(|v| self.kept.contains(v))
        };
        match op {
            Op::Argument(_) => kernel.passes == Scalar::Word,
            Op::Narrowed(_) => true,
            Op::BinU(BinU::And | BinU::Or | BinU::Xor | BinU::Min, a, b) | Op::CmpU(_, a, b) => {
                fit(&[*a, *b])
            }
            Op::Shr(a, k) => *k < 32 && fit(&[*a]),
            Op::Select(_, a, b) => fit(&[*a, *b]),
            _ => false,
        }
    }

    /// Whether a word, or the words that a comparison reads, are kept as 32 bits.
    pub(super) fn has(&self, value: Value) -> bool {
        self.kept.contains(&value)
    }

    /// A constant that can be written for either.
    pub(super) fn constant(&self, value: Value) -> Option<u64> {
        self.constants.get(&value).copied()
    }

    /// Whether an operation reads words of 32 bits: it is done on them, or makes a number of them.
    pub(super) fn reads(&self, op: &Op, out: Value) -> bool {
        matches!(op, Op::Widened(_)) || (self.has(out) && !matches!(op, Op::Narrowed(_)))
    }
}
