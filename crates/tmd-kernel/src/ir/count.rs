//! Counts the operations of a kernel, as printed above every emitted function.

use super::{BinF, BinU, Kernel, Op, Shape, Stmt};
use std::collections::BTreeMap;
use std::fmt;

/// Operations by class, as they stand in the text of the kernel (each loop body once), for
/// uniform and varying values apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// (class, shape is varying) → number of operations.
    pub by_class: BTreeMap<(&'static str, bool), u64>,
}

/// Counts the operations of `kernel`.
pub fn counts(kernel: &Kernel) -> Counts {
    counts_of(kernel, &kernel.body)
}

/// Counts the operations of some statements of `kernel`.
pub fn counts_of(kernel: &Kernel, body: &[Stmt]) -> Counts {
    let mut counts = Counts::default();
    for stmt in body {
        if let Stmt::Let(outs, op) = stmt
            && let Some(class) = class(op)
        {
            let varying = kernel.ty(outs[0]).shape == Shape::Varying;
            *counts.by_class.entry((class, varying)).or_default() += 1;
        }
    }
    counts
}

/// The class that an operation is counted in; constants and splats are free.
fn class(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::ConstU(_)
        | Op::ConstF(_)
        | Op::ConstM(_)
        | Op::LaneU(_)
        | Op::Item
        | Op::Splat(_)
        | Op::Argument(_)
        | Op::State(_)
        | Op::Parameter(_)
        | Op::FromBits(_)
        | Op::Bits(_) => {
            return None;
        }
        Op::Seed(_) | Op::Load(..) => "loads",
        Op::Directed(..) => "directed operations",
        Op::Elementary(..) => "elementary functions",
        Op::BinU(BinU::And | BinU::Or | BinU::Xor, ..) | Op::Neg(_) | Op::Abs(_) => {
            "bitwise operations"
        }
        Op::Bit(..) => "tests of bits",
        Op::Sqrt(_) => "square roots",
        Op::BinU(BinU::Add | BinU::Sub, ..) | Op::BinF(BinF::Add | BinF::Sub, ..) => "adds",
        Op::BinU(BinU::Mul, ..) | Op::BinF(BinF::Mul, ..) => "multiplies",
        Op::BinU(BinU::Div, ..) | Op::BinF(BinF::Div, ..) => "divisions",
        Op::BinU(BinU::Min, ..) | Op::BinF(BinF::Min, ..) => "minima",
        Op::BinF(BinF::Max, ..) => "maxima",
        Op::AddCarry(..) | Op::SubBorrow(..) => "carries",
        Op::MulAdd(..) => "wide multiplies",
        Op::Lookup(..) => "look-ups",
        Op::Fma(..) | Op::FMulAdd(..) | Op::FMulSub(..) | Op::FMulLess(..) => "fused multiply-adds",
        Op::RecipBelow(_) | Op::RecipNear(_) => "reciprocal estimates",
        Op::SqrtNear(_) => "root estimates",
        Op::Shl(..) | Op::Shr(..) => "shifts",
        Op::CmpU(..) | Op::CmpF(..) => "comparisons",
        Op::Trunc(_)
        | Op::ToF64(_)
        | Op::ToF64Nearest(_)
        | Op::ToU64(_)
        | Op::Widened(_)
        | Op::Narrowed(_)
        | Op::Exponent(_)
        | Op::Significand(_) => "conversions",
        Op::BinM(..) => "mask operations",
        Op::Select(..) => "selects",
    })
}

impl Counts {
    /// All operations on varying values, or on uniform ones.
    pub fn total(&self, varying: bool) -> u64 {
        self.by_class.iter().filter(|((_, v), _)| *v == varying).map(|(_, n)| n).sum()
    }

    /// "12 adds, 3 selects", of varying values or of uniform ones.
    pub fn list(&self, varying: bool) -> String {
        let items: Vec<String> = self
            .by_class
            .iter()
            .filter(|((_, v), _)| *v == varying)
            .map(|((class, _), n)| format!("{n} {class}"))
            .collect();
        if items.is_empty() { "none".to_owned() } else { items.join(", ") }
    }
}

impl fmt::Display for Counts {
    /// "per vector: 12 adds, 3 selects; shared by all lanes: 5 wide multiplies".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "per vector: {}; shared by all lanes: {}", self.list(true), self.list(false))
    }
}
