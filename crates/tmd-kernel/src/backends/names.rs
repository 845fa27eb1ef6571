//! Names for the values of a kernel: the builder's where it is unique, numbered otherwise.

use crate::ir::{Kernel, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};
use tmd_base::narrow;

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
        // Functions of numbers have their constants' names from their tables' makers.
        let is_stage = kernel.seed_words > 0;
        let of_constants = if is_stage { names_of_constants(kernel) } else { BTreeMap::new() };
        let constants: BTreeSet<Value> = kernel.body.iter().filter_map(constant).collect();
        let names = kernel
            .values
            .iter()
            .enumerate()
            .map(|(index, info)| {
                if constants.contains(&Value(narrow::to_u32(index))) {
                    return info.name.clone();
                }
                let value = Value(narrow::to_u32(index));
                let wanted = of_constants.get(&value).unwrap_or(&info.name).as_str();
                let count = used.entry(wanted).or_default();
                // A number may be taken by a name that ends in one.
                loop {
                    *count += 1;
                    let name = match (wanted, *count) {
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

/// k of a number ±2^k, if it is one.
pub(crate) fn exponent(number: f64) -> Option<i32> {
    let exponent = i32::try_from(number.to_bits() >> 52 & 0x7ff).ok()?;
    let is_power = number.is_normal() && number.to_bits() << 12 == 0;
    is_power.then_some(exponent - 1023)
}

/// What an unnamed constant is called after: its value, if there is a word for it.
fn after_value(op: &Op) -> Option<String> {
    let power = |sign: &str, k: i32| match k {
        0.. => format!("{sign}pow2_{k}"),
        _ => format!("{sign}pow2_m{}", -k),
    };
    match op {
        Op::ConstU(0) => Some("zero".into()),
        Op::ConstU(1) => Some("one".into()),
        Op::ConstU(word) if word.is_power_of_two() => Some(power("", narrow::to_i32(word.ilog2()))),
        Op::ConstF(number) => {
            let sign = if number.is_sign_negative() { "minus_" } else { "" };
            match (number.abs(), exponent(*number)) {
                (0.0, _) => Some(format!("{sign}zero")),
                (0.5, _) => Some(format!("{sign}half")),
                (1.0, _) => Some(format!("{sign}one")),
                (2.0, _) => Some(format!("{sign}two")),
                (3.0, _) => Some(format!("{sign}three")),
                (_, Some(k)) => Some(power(sign, k)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What the unnamed values that are constants in every lane are called.
fn names_of_constants(kernel: &Kernel) -> BTreeMap<Value, String> {
    let mut constants: BTreeMap<Value, String> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for stmt in &kernel.body {
        match stmt {
            Stmt::Let(outs, Op::Splat(constant)) => {
                let is_unnamed = kernel.values[outs[0].0 as usize].name.is_empty();
                if let Some(name) = constants.get(constant).filter(|_| is_unnamed) {
                    names.insert(outs[0], name.clone());
                }
            }
            Stmt::Let(outs, op) => {
                constants.extend(after_value(op).map(|name| (outs[0], name)));
            }
            _ => {}
        }
    }
    names
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
    use crate::backends::names::*;
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
