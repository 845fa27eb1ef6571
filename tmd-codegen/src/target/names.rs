//! Names for the values of a kernel: the builder's where it is unique, numbered otherwise.

use crate::ir::{Kernel, Op, Stmt, Value};
use crate::narrow;
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
        let mut taken: BTreeSet<String> = reserved.iter().map(|&name| name.to_owned()).collect();
        let mut used: BTreeMap<&str, u32> = reserved.iter().map(|name| (*name, 1)).collect();
        let constants: BTreeSet<Value> = kernel.body.iter().filter_map(constant).collect();
        let names = kernel
            .values
            .iter()
            .enumerate()
            .map(|(index, info)| {
                if constants.contains(&Value(narrow::to_u32(index))) {
                    return info.name.clone();
                }
                let count = used.entry(&info.name).or_default();
                // A number may be taken by a name that ends in one.
                loop {
                    *count += 1;
                    let name = match (info.name.as_str(), *count) {
                        ("", n) => format!("t{n}"),
                        (name, 1) => name.to_owned(),
                        (name, n) => format!("{name}_{n}"),
                    };
                    if taken.insert(name.clone()) {
                        return name;
                    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    #[test]
    fn every_name_is_given_once() {
        let mut b = Builder::new("stage0", 1);
        let x = b.seed(0);
        let wanted = ["q", "q_2", "q", "q", "", "t1", "t3", "", "", "word", "word"];
        let values: Vec<Value> = wanted
            .iter()
            .map(|name| {
                let value = b.add(x, x);
                b.named(name, value)
            })
            .collect();
        let names = Names::new(&b.finish(), &["word"]);
        let given: Vec<&str> = values.iter().map(|value| names.of(*value)).collect();
        let expected =
            ["q", "q_2", "q_3", "q_4", "t1", "t1_2", "t3", "t2", "t4", "word_2", "word_3"];
        assert_eq!(given, expected);
    }
}
