//! Removes values that no statement reads.

use crate::ir::{Kernel, Stmt, Value};

/// Drops definitions and assignments of values that are never read, until none is left.
pub(super) fn dead(mut kernel: Kernel) -> Kernel {
    let mut uses = Uses::of(&kernel);
    let mut is_dropped = vec![false; kernel.body.len()];
    let mut waiting: Vec<usize> = (0..kernel.body.len()).collect();
    while let Some(at) = waiting.pop() {
        if is_dropped[at] || !uses.is_useless(&kernel.body[at]) {
            continue;
        }
        is_dropped[at] = true;
        for value in kernel.body[at].reads() {
            let reads = &mut uses.reads[value.0 as usize];
            *reads -= 1;
            // Nothing reads it any more: what gives it a value may go, too.
            if *reads == 0 {
                waiting.extend(&uses.givers[value.0 as usize]);
            }
        }
    }
    let mut dropped = is_dropped.into_iter();
    kernel.body.retain(|_| dropped.next() != Some(true));
    kernel
}

/// The uses of each value.
struct Uses {
    /// How often it is read.
    reads: Vec<usize>,
    /// The statements that give it a value.
    givers: Vec<Vec<usize>>,
}

impl Uses {
    fn of(kernel: &Kernel) -> Uses {
        let count = kernel.values.len();
        let mut uses = Uses { reads: vec![0; count], givers: vec![vec![]; count] };
        for (at, stmt) in kernel.body.iter().enumerate() {
            for value in stmt.reads() {
                uses.reads[value.0 as usize] += 1;
            }
            for value in given(stmt) {
                uses.givers[value.0 as usize].push(at);
            }
        }
        uses
    }

    /// Whether the statement only gives values that nothing reads.
    fn is_useless(&self, stmt: &Stmt) -> bool {
        let values = given(stmt);
        !values.is_empty() && values.iter().all(|value| self.reads[value.0 as usize] == 0)
    }
}

/// The values that a statement defines or assigns.
fn given(stmt: &Stmt) -> &[Value] {
    match stmt {
        Stmt::Let(outs, _) => outs,
        Stmt::Declare(variable, _) | Stmt::Set(variable, _) => std::slice::from_ref(variable),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, Width};

    /// A chain of definitions that only the next one reads, of which the last is read or not.
    fn chain(length: usize, is_read: bool) -> Kernel {
        let mut b = Builder::function("f", 1, Width::W64);
        let first = b.state(0);
        let last = (0..length).fold(first, |value, _| b.add(value, first));
        if is_read {
            b.keep(0, last);
        }
        b.results(&[]);
        b.finish()
    }

    #[test]
    fn chains_that_nothing_reads_go_as_a_whole() {
        assert_eq!(dead(chain(5, true)).body.len(), chain(5, true).body.len());
        let rest = dead(chain(5, false)).body;
        assert!(matches!(rest[..], [Stmt::Return(_)]), "{rest:?}");
        // From the back: a pass that looks through the kernel again for each link takes minutes.
        assert_eq!(dead(chain(100_000, false)).body.len(), 1);
    }
}
