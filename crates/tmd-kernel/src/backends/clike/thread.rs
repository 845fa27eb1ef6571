//! A kernel as a single thread reads it.

use crate::ir::{BinM, Kernel, Kind, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};
use tmd_base::narrow;

/// The kernel without [`Op::Splat`]: to a thread, what fills all lanes is the value itself. A splat
/// stays, as a copy, where it keeps what a variable was before it was given another value.
///
/// Shapes mean nothing in the result, which only a printer for threads may read. With it goes which statement of
/// the kernel each of its own was.
pub(super) fn of_a_lane(mut kernel: Kernel) -> (Kernel, Vec<usize>) {
    let mut origins = vec![];
    let mut instead: BTreeMap<Value, Value> = BTreeMap::new();
    let mut truths: BTreeSet<Value> = BTreeSet::new();
    let body = std::mem::take(&mut kernel.body);
    let last_set = last_set(&body);
    for (at, stmt) in body.iter().enumerate() {
        let stmt = stmt.map_reads(|v| instead.get(&v).copied().unwrap_or(v));
        if let Stmt::Let(outs, op) = &stmt {
            if *op == Op::ConstM(true) {
                truths.insert(outs[0]);
            }
            if let Some(value) = stands_for(op, &truths)
                && !(last_set.get(&value).is_some_and(|last| *last > at)
                    && needs_copy(&kernel, &body, at, outs[0], value))
            {
                instead.insert(outs[0], value);
                continue;
            }
        }
        kernel.body.push(stmt);
        origins.push(at);
    }
    (without_gaps(kernel), origins)
}

/// The value that the operation merely hands on.
fn stands_for(op: &Op, truths: &BTreeSet<Value>) -> Option<Value> {
    match op {
        Op::Splat(value) => Some(*value),
        Op::BinM(BinM::And, truth, value) | Op::BinM(BinM::And, value, truth)
            if truths.contains(truth) =>
        {
            Some(*value)
        }
        _ => None,
    }
}

/// Numbers the values that are left from 0.
fn without_gaps(mut kernel: Kernel) -> Kernel {
    let mut numbers: BTreeMap<Value, Value> = BTreeMap::new();
    let defined: BTreeSet<Value> = kernel.body.iter().flat_map(defines).collect();
    let mut infos = vec![];
    for value in defined {
        numbers.insert(value, Value(narrow::to_u32(infos.len())));
        infos.push(kernel.values[value.0 as usize].clone());
    }
    kernel.values = infos;
    let number = |value: Value| numbers.get(&value).copied().unwrap_or(value);
    for stmt in &mut kernel.body {
        *stmt = stmt.map_reads(number);
        match stmt {
            Stmt::Let(outs, _) => outs.iter_mut().for_each(|out| *out = number(*out)),
            Stmt::Declare(variable, _) | Stmt::Set(variable, _) => *variable = number(*variable),
            _ => {}
        }
    }
    kernel
}

fn defines(stmt: &Stmt) -> Vec<Value> {
    match stmt {
        Stmt::Let(outs, _) => outs.clone(),
        Stmt::Declare(variable, _) => vec![*variable],
        _ => vec![],
    }
}

/// The last statement that gives each variable another value.
fn last_set(body: &[Stmt]) -> BTreeMap<Value, usize> {
    let sets = body.iter().enumerate().filter_map(|(at, stmt)| match stmt {
        Stmt::Set(variable, _) => Some((*variable, at)),
        _ => None,
    });
    sets.collect()
}

/// Is `value`, which statement `at` copies to `copy`, changed before the copy is read for the last
/// time?
fn needs_copy(kernel: &Kernel, body: &[Stmt], at: usize, copy: Value, value: Value) -> bool {
    let changes = |stmt: &Stmt| matches!(stmt, Stmt::Set(variable, _) if *variable == value);
    kernel.values[value.0 as usize].kind == Kind::Variable
        && body[at..last_read(body, at, copy)].iter().any(changes)
}

/// Index of the last statement that may read what statement `at` defines: if one in a block further
/// down does, the end of that block, since the block may be a loop.
fn last_read(body: &[Stmt], at: usize, value: Value) -> usize {
    let (mut last, mut depth, mut read_in_block) = (at, 0, false);
    for (index, stmt) in body.iter().enumerate().skip(at + 1) {
        if stmt.reads().contains(&value) {
            last = index;
            read_in_block |= depth > 0;
        }
        match stmt {
            stmt if stmt.opens() => depth += 1,
            // Values are not read beyond the block that they are defined in.
            Stmt::End if depth == 0 => break,
            Stmt::End => {
                depth -= 1;
                if depth == 0 && std::mem::take(&mut read_in_block) {
                    last = index;
                }
            }
            _ => {}
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use crate::backends::clike::thread::*;
    use crate::ir::Builder;

    fn splats(kernel: Kernel) -> usize {
        let (kernel, _) = of_a_lane(kernel);
        kernel.body.iter().filter(|stmt| matches!(stmt, Stmt::Let(_, Op::Splat(_)))).count()
    }

    /// A uniform variable that fills lanes, is changed if `change`, and is read after that.
    fn kernel(change: bool) -> Kernel {
        let mut b = Builder::new("stage0", 4);
        let (one, all) = (b.word(1), b.truth(true));
        let variable = b.variable("x", one);
        let filled = b.varying(variable);
        if change {
            let more = b.add(variable, one);
            b.set(variable, more);
        }
        b.emit(all, filled);
        b.finish()
    }

    #[test]
    fn a_changed_variable_is_copied() {
        assert_eq!(splats(kernel(false)), 0);
        assert_eq!(splats(kernel(true)), 1);
    }

    #[test]
    fn a_variable_that_a_loop_changes_after_reading_the_copy_is_copied() {
        let mut b = Builder::new("stage0", 4);
        let (one, all) = (b.word(1), b.truth(true));
        let variable = b.variable("x", one);
        let filled = b.varying(variable);
        b.repeat(2, |b| {
            b.emit(all, filled);
            let more = b.add(variable, one);
            b.set(variable, more);
        });
        assert_eq!(splats(b.finish()), 1);
    }

    #[test]
    fn a_variable_that_is_copied_and_changed_in_every_round_is_read_itself() {
        let mut b = Builder::new("stage0", 4);
        let (one, all) = (b.word(1), b.truth(true));
        let variable = b.variable("x", one);
        b.repeat(2, |b| {
            let filled = b.varying(variable);
            b.emit(all, filled);
            let more = b.add(variable, one);
            b.set(variable, more);
        });
        assert_eq!(splats(b.finish()), 0);
    }
}
