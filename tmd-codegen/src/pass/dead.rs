//! Removes what nothing reads.

use crate::ir::{Kernel, Stmt, Value};
use std::collections::BTreeSet;

/// Drops definitions and assignments of values that are never read, until none is left.
pub(super) fn dead(mut kernel: Kernel) -> Kernel {
    loop {
        let read: BTreeSet<Value> = kernel.body.iter().flat_map(Stmt::reads).collect();
        let before = kernel.body.len();
        kernel.body.retain(|stmt| match stmt {
            Stmt::Let(outs, _) => outs.iter().any(|out| read.contains(out)),
            Stmt::Declare(variable, _) | Stmt::Set(variable, _) => read.contains(variable),
            _ => true,
        });
        if kernel.body.len() == before {
            return kernel;
        }
    }
}
