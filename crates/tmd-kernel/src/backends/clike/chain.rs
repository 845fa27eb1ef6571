//! Carry chains: consecutive statements that together are one operation on multi-word numbers.
//!
//! The carry of a machine lives for one instruction only, so a chain must be printed as a whole if
//! the machine's own carries are to be used.

use crate::ir::{Kernel, Op, Stmt, Value};
use std::collections::BTreeMap;

/// A chain of so many words, least word first.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Chain {
    /// sums = a + b.
    Add { a: Vec<Value>, b: Vec<Value>, sums: Vec<Value> },
    /// less = a < b: the borrow of a - b, whose differences nobody reads.
    Less { a: Vec<Value>, b: Vec<Value>, less: Value },
}

impl Chain {
    /// Number of words.
    pub(super) fn words(&self) -> usize {
        match self {
            Chain::Add { a, .. } | Chain::Less { a, .. } => a.len(),
        }
    }
}

/// How often each value is read.
pub(super) fn reads(kernel: &Kernel) -> BTreeMap<Value, usize> {
    let mut reads = BTreeMap::new();
    for value in kernel.body.iter().flat_map(Stmt::reads) {
        *reads.entry(value).or_default() += 1;
    }
    reads
}

/// The chain of two words or more that begins with the first of `body`.
pub(super) fn begins(body: &[Stmt], reads: &BTreeMap<Value, usize>) -> Option<Chain> {
    let used = |value: Value| reads.get(&value).copied().unwrap_or(0);
    let (mut a, mut b, mut words, mut carry) = (vec![], vec![], vec![], None);
    let adds = matches!(body.first()?, Stmt::Let(_, Op::AddCarry(..)));
    for stmt in body {
        let Stmt::Let(outs, op) = stmt else { break };
        let (&x, &y, &carry_in) = match op {
            Op::AddCarry(x, y, c) if adds => (x, y, c),
            Op::SubBorrow(x, y, c) if !adds => (x, y, c),
            _ => break,
        };
        // The carry must come from the word before, and be read here only.
        if carry_in != carry || carry.is_some_and(|carry| used(carry) != 1) {
            break;
        }
        a.push(x);
        b.push(y);
        words.push(outs[0]);
        carry = Some(outs[1]);
        if used(outs[1]) != 1 {
            break;
        }
    }
    let last = carry?;
    match () {
        _ if a.len() < 2 => None,
        _ if adds && used(last) == 0 => Some(Chain::Add { a, b, sums: words }),
        _ if !adds && words.iter().all(|&word| used(word) == 0) => {
            Some(Chain::Less { a, b, less: last })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::backends::clike::chain::*;
    use crate::ir::Builder;
    use crate::kernel::multiword;

    fn numbers(b: &mut Builder, words: usize) -> (Vec<Value>, Vec<Value>) {
        let mut number = |first: usize| (0..words).map(|i| b.seed(first + i)).collect();
        (number(0), number(words))
    }

    fn first_chain(kernel: &Kernel) -> Option<Chain> {
        let start = kernel
            .body
            .iter()
            .position(|stmt| matches!(stmt, Stmt::Let(_, Op::AddCarry(..) | Op::SubBorrow(..))))?;
        begins(&kernel.body[start..], &reads(kernel))
    }

    #[test]
    fn additions_and_comparisons_are_chains() {
        for words in 2..=8 {
            let mut b = Builder::new("stage0", 1);
            let (x, y) = numbers(&mut b, words);
            let sum = multiword::add(&mut b, &x, &y);
            let all = b.truth(true);
            for word in &sum {
                b.emit(all, *word);
            }
            let kernel = b.finish();
            assert_eq!(first_chain(&kernel), Some(Chain::Add { a: x, b: y, sums: sum }));

            let mut b = Builder::new("stage0", 1);
            let (x, y) = numbers(&mut b, words);
            let less = multiword::less_than(&mut b, &x, &y);
            let zero = b.word(0);
            b.emit(less, zero);
            let kernel = b.finish();
            assert_eq!(first_chain(&kernel), Some(Chain::Less { a: x, b: y, less }));
        }
    }

    #[test]
    fn what_else_reads_a_carry_breaks_the_chain() {
        let mut b = Builder::new("stage0", 1);
        let (x, y) = numbers(&mut b, 2);
        let (low, carry) = b.add_carry(x[0], y[0], None);
        let (high, out) = b.add_carry(x[1], y[1], Some(carry));
        b.emit(carry, low);
        b.emit(out, high);
        assert_eq!(first_chain(&b.finish()), None);
    }
}
