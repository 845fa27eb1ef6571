//! Names for the values of a kernel: the builder's where it is unique, numbered otherwise.

use crate::ir::{Kernel, Value};
use std::collections::BTreeMap;

/// Printed names of all values of one kernel.
pub struct Names {
    names: Vec<String>,
}

impl Names {
    /// Gives every value a name of its own: `q`, then `q_2`, …; `t1`, `t2`, … for unnamed ones.
    /// `reserved` names are never given out.
    pub fn new(kernel: &Kernel, reserved: &[&str]) -> Self {
        let mut used: BTreeMap<&str, u32> = reserved.iter().map(|name| (*name, 1)).collect();
        let mut unnamed = 0;
        let names = kernel
            .values
            .iter()
            .map(|info| {
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
