//! Names for the values of a kernel: the builder's where it is unique, numbered otherwise.

use crate::ir::{Kernel, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Printed names of all values of one kernel.
pub struct Names {
    names: Vec<String>,
}

impl Names {
    /// Gives every value a name of its own: `q`, then `q_2`, …; `t1`, `t2`, … for unnamed ones.
    /// `reserved` names are never given out. Uniform constants are printed where they are used and
    /// take no name from the values that they fill.
    pub fn new(kernel: &Kernel, reserved: &[&str]) -> Self {
        let mut used: BTreeMap<&str, u32> = reserved.iter().map(|name| (*name, 1)).collect();
        let mut unnamed = 0;
        let constants: BTreeSet<Value> = kernel.body.iter().filter_map(constant).collect();
        let names = kernel
            .values
            .iter()
            .enumerate()
            .map(|(index, info)| {
                if constants.contains(&Value(index as u32)) {
                    return info.name.clone();
                }
                if info.name.is_empty() {
                    unnamed += 1;
                    return format!("t{unnamed}");
                }
                let count = used.entry(&info.name).or_default();
                *count += 1;
                match *count {
                    1 => info.name.clone(),
                    n => format!("{}_{n}", info.name),
                }
            })
            .collect();
        Names { names }
    }

    /// The name of a value.
    pub fn of(&self, value: Value) -> &str {
        &self.names[value.0 as usize]
    }
}

/// The value of a statement that defines a uniform constant.
fn constant(stmt: &Stmt) -> Option<Value> {
    match stmt {
        Stmt::Let(outs, Op::ConstU(_) | Op::ConstF(_) | Op::ConstM(_) | Op::Item | Op::Seed(_)) => {
            outs.first().copied()
        }
        _ => None,
    }
}
