//! Defines every constant once, before everything else.
//!
//! Constants that depend on the number of lanes are merged by name only: that two of them are equal for one
//! number of lanes does not make them the same.

use crate::ir::{Kernel, Op, Stmt, Value};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Moves constants (also those in every lane) to the front and merges equal ones.
pub(super) fn share(mut kernel: Kernel) -> Kernel {
    let mut first: BTreeMap<Key, Value> = BTreeMap::new();
    let mut replaced: BTreeMap<Value, Value> = BTreeMap::new();
    let mut constants = vec![];
    let mut listed: BTreeSet<Value> = BTreeSet::new();
    let mut rest = vec![];
    for stmt in std::mem::take(&mut kernel.body) {
        let stmt = stmt.map_reads(|v| replaced.get(&v).copied().unwrap_or(v));
        let constant = match &stmt {
            Stmt::Let(outs, op) => constant(op, &listed).map(|constant| (outs[0], constant)),
            _ => None,
        };
        let Some((value, constant)) = constant else {
            rest.push(stmt);
            continue;
        };
        let info = &kernel.values[value.0 as usize];
        let name = info.by_lanes.then(|| info.name.clone());
        match first.entry((name, constant)) {
            Entry::Occupied(earlier) => {
                replaced.insert(value, *earlier.get());
            }
            Entry::Vacant(place) => {
                place.insert(value);
                listed.insert(value);
                constants.push(stmt);
            }
        }
    }
    constants.append(&mut rest);
    Kernel { body: constants, ..kernel }
}

/// What makes two constants one: the name of those that depend on the number of lanes, and what they are.
type Key = (Option<String>, Constant);

/// A constant, by its bits.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Constant {
    Word(u64),
    Number(u64),
    Truth(bool),
    Lanes(Vec<u64>),
    /// Another constant, in every lane.
    Splat(Value),
}

/// The constant that an operation is, given the values that are known to be one.
fn constant(op: &Op, listed: &BTreeSet<Value>) -> Option<Constant> {
    match op {
        Op::ConstU(word) => Some(Constant::Word(*word)),
        Op::ConstF(number) => Some(Constant::Number(number.to_bits())),
        Op::ConstM(truth) => Some(Constant::Truth(*truth)),
        Op::LaneU(words) => Some(Constant::Lanes(words.clone())),
        Op::Splat(of) if listed.contains(of) => Some(Constant::Splat(*of)),
        _ => None,
    }
}
