//! Defines every constant once, before everything else.
//!
//! Constants that depend on the number of lanes are merged by name only: that two of them are equal for one
//! number of lanes does not make them the same.

use crate::ir::{Kernel, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Moves constants (also those in every lane) to the front and merges equal ones.
pub(super) fn share(mut kernel: Kernel) -> Kernel {
    let mut first: BTreeMap<String, Value> = BTreeMap::new();
    let mut replaced: BTreeMap<Value, Value> = BTreeMap::new();
    let mut constants = vec![];
    let mut listed: BTreeSet<Value> = BTreeSet::new();
    let mut rest = vec![];
    for stmt in std::mem::take(&mut kernel.body) {
        let stmt = stmt.map_reads(|v| replaced.get(&v).copied().unwrap_or(v));
        match &stmt {
            Stmt::Let(outs, op) if is_constant(op, &listed) => {
                let key = key(&kernel, outs[0], op);
                match first.get(&key) {
                    Some(&earlier) => {
                        replaced.insert(outs[0], earlier);
                    }
                    None => {
                        first.insert(key, outs[0]);
                        listed.insert(outs[0]);
                        constants.push(stmt);
                    }
                };
            }
            _ => rest.push(stmt),
        }
    }
    constants.append(&mut rest);
    Kernel { body: constants, ..kernel }
}

/// Bits and type of a constant as text; floats differ from words in their own notation.
fn key(kernel: &Kernel, value: Value, op: &Op) -> String {
    let info = &kernel.values[value.0 as usize];
    match info.by_lanes {
        true => format!("{} {op:?}", info.name),
        false => format!("{op:?}"),
    }
}

/// Whether the operation is a constant, given the values that are known to be one.
fn is_constant(op: &Op, listed: &BTreeSet<Value>) -> bool {
    match op {
        Op::ConstU(_) | Op::ConstF(_) | Op::ConstM(_) | Op::LaneU(_) => true,
        Op::Splat(a) => listed.contains(a),
        _ => false,
    }
}
