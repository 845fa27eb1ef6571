//! The number of live values at each statement: a kernel needs registers for these.

use super::{Kernel, Op, Scalar, Shape, Stmt, Value};
use std::ops::Range;
use tmd_base::narrow;

/// Values that are alive at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Live {
    /// Varying words and numbers.
    pub varying: usize,
    /// Varying masks.
    pub masks: usize,
    /// Uniform values.
    pub uniform: usize,
}

impl Live {
    /// The larger of each.
    pub fn max(self, other: Live) -> Live {
        Live {
            varying: self.varying.max(other.varying),
            masks: self.masks.max(other.masks),
            uniform: self.uniform.max(other.uniform),
        }
    }
}

/// The values that are alive just after each statement of a verified kernel: those that exist by then and
/// are read later. Constants do not count, in all lanes or in one: they are part of an instruction, or are
/// loaded from memory where registers run out.
pub fn live(kernel: &Kernel) -> Vec<Live> {
    let mut counts = vec![Live::default(); kernel.body.len()];
    for (value, range) in ranges(kernel) {
        let ty = kernel.ty(value);
        for count in &mut counts[range] {
            match (ty.shape, ty.scalar) {
                (Shape::Uniform, _) => count.uniform += 1,
                (Shape::Varying, Scalar::Mask) => count.masks += 1,
                (Shape::Varying, Scalar::Word | Scalar::Number) => count.varying += 1,
            }
        }
    }
    counts
}

/// The statements after which each value is alive: from the one that makes it to before its last read. What
/// is made before a loop and read in it is needed in the next round, too, up to the loop's end.
fn ranges(kernel: &Kernel) -> Vec<(Value, Range<usize>)> {
    let mut born = vec![None; kernel.values.len()];
    let mut last = vec![0; kernel.values.len()];
    let mut is_constant = vec![false; kernel.values.len()];
    let ends = ends(&kernel.body);
    let mut loops: Vec<(usize, usize)> = vec![];
    for (at, stmt) in kernel.body.iter().enumerate() {
        loops.retain(|(_, end)| *end > at);
        for value in stmt.reads() {
            let value = value.0 as usize;
            let start = born[value].unwrap_or(0);
            let outer = loops.iter().find(|(begin, _)| *begin > start);
            last[value] = last[value].max(outer.map_or(at, |(_, end)| *end));
        }
        match stmt {
            Stmt::Let(outs, op) => {
                for out in outs {
                    born[out.0 as usize] = Some(at);
                    is_constant[out.0 as usize] = match op {
                        Op::Splat(value) => is_constant[value.0 as usize],
                        Op::ConstU(_) | Op::ConstF(_) | Op::ConstM(_) | Op::LaneU(_) => true,
                        _ => false,
                    };
                }
            }
            Stmt::Declare(variable, _) => born[variable.0 as usize] = Some(at),
            Stmt::For { .. } | Stmt::Loop { .. } => loops.push((at, ends[at])),
            _ => {}
        }
    }
    let values = (0..kernel.values.len()).filter(|value| !is_constant[*value]);
    values
        .filter_map(|value| {
            let start = born[value]?;
            (last[value] > start).then(|| (Value(narrow::to_u32(value)), start..last[value]))
        })
        .collect()
}

/// For each opening statement the index of its end.
pub(super) fn ends(body: &[Stmt]) -> Vec<usize> {
    let mut ends = vec![0; body.len()];
    let mut open = vec![];
    for (index, stmt) in body.iter().enumerate() {
        match stmt {
            stmt if stmt.opens() => open.push(index),
            Stmt::End => {
                if let Some(start) = open.pop() {
                    ends[start] = index;
                }
            }
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    fn peak(kernel: &Kernel) -> Live {
        live(kernel).into_iter().fold(Live::default(), Live::max)
    }

    #[test]
    fn a_sum_needs_its_operands() {
        let mut b = Builder::new("sum", 4);
        let words: Vec<_> = (0..5).map(|i| b.seed(i)).collect();
        let sum = words[1..].iter().fold(words[0], |sum, word| b.add(sum, *word));
        let lanes = b.varying(sum);
        let all = b.truth(true);
        let all = b.varying(all);
        b.emit(all, lanes);
        let kernel = b.finish();
        // Five words are loaded before the first addition; the mask is a constant.
        assert_eq!(peak(&kernel), Live { varying: 1, masks: 0, uniform: 5 });
    }

    #[test]
    fn what_a_loop_reads_lives_to_its_end() {
        let mut b = Builder::new("loop", 4);
        let (a, c) = (b.seed(0), b.seed(1));
        let sum = b.variable("sum", a);
        b.repeat(8, |b| {
            let early = b.add(sum, c);
            let first = b.add(early, early);
            let second = b.add(first, first);
            b.set(sum, second);
        });
        let lanes = b.varying(sum);
        let all = b.truth(true);
        let all = b.varying(all);
        b.emit(all, lanes);
        let kernel = b.finish();
        let in_loop: Vec<usize> = live(&kernel)
            .into_iter()
            .zip(&kernel.body)
            .filter(|(_, stmt)| matches!(stmt, Stmt::Let(_, Op::BinU(..))))
            .map(|(live, _)| live.uniform)
            .collect();
        // The variable, the word that is added in every round, and one intermediate result.
        assert_eq!(in_loop, [3, 3, 3]);
    }
}
