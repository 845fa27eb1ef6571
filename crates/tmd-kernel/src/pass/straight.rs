//! Removes variables that are assigned in straight-line code only: their readers read the assigned values instead.

use crate::ir::{Kernel, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The kernel without variables that no loop and no conditional changes.
pub fn straightened(mut kernel: Kernel) -> Kernel {
    let kept = changed_in_blocks(&kernel.body);
    let mut now: BTreeMap<Value, Value> = BTreeMap::new();
    let body = std::mem::take(&mut kernel.body);
    for stmt in body {
        let stmt = stmt.map_reads(|v| now.get(&v).copied().unwrap_or(v));
        match stmt {
            Stmt::Declare(variable, value) | Stmt::Set(variable, value)
                if !kept.contains(&variable) && !kept.contains(&value) =>
            {
                now.insert(variable, value);
            }
            other => kernel.body.push(other),
        }
    }
    without_lost_values(kernel)
}

/// Drops values that variables are given in straight code and lose again before they are read.
fn without_lost_values(mut kernel: Kernel) -> Kernel {
    let mut body: Vec<Option<Stmt>> = vec![];
    // Where each variable got the value that nothing has read yet, and whether it was declared there.
    let mut unread: BTreeMap<Value, (usize, bool)> = BTreeMap::new();
    for stmt in std::mem::take(&mut kernel.body) {
        for value in stmt.reads() {
            unread.remove(&value);
        }
        let stmt = match stmt {
            Stmt::Set(variable, value) => match unread.remove(&variable) {
                Some((at, is_declared)) => {
                    body[at] = None;
                    unread.insert(variable, (body.len(), is_declared));
                    match is_declared {
                        true => Stmt::Declare(variable, value),
                        false => Stmt::Set(variable, value),
                    }
                }
                None => {
                    unread.insert(variable, (body.len(), false));
                    Stmt::Set(variable, value)
                }
            },
            Stmt::Declare(variable, value) => {
                unread.insert(variable, (body.len(), true));
                Stmt::Declare(variable, value)
            }
            other => {
                if other.opens() || other == Stmt::End {
                    unread.clear();
                }
                other
            }
        };
        body.push(Some(stmt));
    }
    kernel.body = body.into_iter().flatten().collect();
    kernel
}

/// Variables that are set in a block, and those that are ever given the value of such a one.
fn changed_in_blocks(body: &[Stmt]) -> BTreeSet<Value> {
    let mut kept = BTreeSet::new();
    let mut depth = 0;
    for stmt in body {
        match stmt {
            stmt if stmt.opens() => depth += 1,
            Stmt::End => depth -= 1,
            // One that is declared in a block begins anew in each round.
            Stmt::Set(variable, _) | Stmt::Declare(variable, _) if depth > 0 => {
                kept.insert(*variable);
            }
            _ => {}
        }
    }
    // The variables that each value is given to.
    let mut given: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    for stmt in body {
        if let Stmt::Declare(variable, value) | Stmt::Set(variable, value) = stmt {
            given.entry(*value).or_default().push(*variable);
        }
    }
    let mut waiting: Vec<Value> = kept.iter().copied().collect();
    while let Some(value) = waiting.pop() {
        for variable in given.get(&value).into_iter().flatten() {
            if kept.insert(*variable) {
                waiting.push(*variable);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, Element, Width, element, verify};

    #[test]
    fn only_what_blocks_change_stays_variable() {
        let mut b = Builder::function("f", 1, Width::W64);
        let (one, two) = (b.word(1), b.word(2));
        let first = b.varying_variable("first", one);
        let second = b.varying_variable("second", two);
        let sum = b.add(first, second);
        b.set(first, sum);
        b.repeat(3, |b| {
            let more = b.add(second, first);
            b.set(second, more);
        });
        b.set(first, second);
        b.keep(0, first);
        b.keep(1, second);
        b.results(&[]);
        let kernel = b.finish();
        let short = straightened(kernel.clone());
        let values = [&kernel, &short].map(|kernel| {
            verify(kernel).expect("well formed");
            let mut state = vec![0; 2];
            element(kernel, Element::default(), &mut state, &mut []).expect("values");
            state
        });
        assert_eq!(values[0], values[1]);
        assert_eq!(values[0], [11, 11]);

        let mut b = Builder::function("g", 1, Width::W64);
        let word = b.state(0);
        let variable = b.variable("v", word);
        let next = b.add(variable, variable);
        b.set(variable, next);
        b.keep(0, variable);
        b.results(&[]);
        let short = straightened(b.finish());
        assert!(!short.body.iter().any(|stmt| matches!(stmt, Stmt::Set(..) | Stmt::Declare(..))));
    }
}
