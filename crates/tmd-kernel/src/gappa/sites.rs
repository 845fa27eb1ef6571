//! Where the values of a kernel are that claims speak of: by their names, and by the operations that lead to them.

use crate::ir::{BinF, Cmp, Kernel, Op, Stmt, Value};
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};

/// The values of a kernel with their operations.
pub(super) struct Sites<'a> {
    pub(super) kernel: &'a Kernel,
    operations: BTreeMap<Value, &'a Op>,
}

impl<'a> Sites<'a> {
    pub(super) fn new(kernel: &'a Kernel) -> Self {
        let lets = kernel.body.iter().filter_map(|stmt| match stmt {
            Stmt::Let(outs, op) => Some((outs, op)),
            _ => None,
        });
        let operations = lets.flat_map(|(outs, op)| outs.iter().map(move |out| (*out, op)));
        Sites { kernel, operations: operations.collect() }
    }

    /// All values with their operations, in the order of the kernel's text.
    pub(super) fn all(&self) -> impl Iterator<Item = (Value, &'a Op)> + '_ {
        self.kernel.body.iter().filter_map(|stmt| match stmt {
            Stmt::Let(outs, op) => outs.first().map(|out| (*out, op)),
            _ => None,
        })
    }

    /// The name of a value; empty if it has none.
    pub(super) fn name(&self, value: Value) -> &'a str {
        &self.kernel.values[value.0 as usize].name
    }

    /// A value as it stands in the text of the representation.
    pub(super) fn shown(&self, value: Value) -> String {
        let name = self.name(value);
        format!("%{name}{}{}", if name.is_empty() { "" } else { "." }, value.0)
    }

    /// The operation of a value; none for a variable.
    pub(super) fn operation(&self, value: Value) -> Option<&'a Op> {
        self.operations.get(&value).copied()
    }

    /// The value that is spread over the lanes.
    pub(super) fn origin(&self, value: Value) -> Value {
        match self.operation(value) {
            Some(Op::Splat(of)) => self.origin(*of),
            _ => value,
        }
    }

    /// The number, if the value is a constant.
    pub(super) fn constant(&self, value: Value) -> Option<f64> {
        match self.operation(self.origin(value)) {
            Some(Op::ConstF(number)) => Some(*number),
            _ => None,
        }
    }

    /// All values of a name, variables included, as they are first named.
    fn every(&self, name: &str) -> Vec<Value> {
        let declared = self.kernel.body.iter().flat_map(|stmt| match stmt {
            Stmt::Let(outs, _) => outs.clone(),
            Stmt::Declare(variable, _) => vec![*variable],
            _ => vec![],
        });
        declared.filter(|value| self.name(*value) == name).collect()
    }

    /// The first value of a name.
    pub(super) fn first(&self, name: &str) -> Result<Value, Diag> {
        let found = self.every(name).first().map(|value| self.origin(*value));
        found.ok_or_else(|| changed(format!("it has no value named `{name}`")))
    }

    /// The last value of a name.
    pub(super) fn last(&self, name: &str) -> Result<Value, Diag> {
        let found = self.every(name).last().map(|value| self.origin(*value));
        found.ok_or_else(|| changed(format!("it has no value named `{name}`")))
    }

    fn is_not(&self, value: Value, wanted: &str) -> Diag {
        changed(format!("{} is not {wanted}", self.shown(value)))
    }

    /// (a, b, c) of c + a·b.
    pub(super) fn mul_add(&self, value: Value) -> Result<[Value; 3], Diag> {
        match self.operation(value) {
            Some(Op::FMulAdd(a, b, c)) => Ok([*a, *b, *c].map(|v| self.origin(v))),
            _ => Err(self.is_not(value, "a sum with a product")),
        }
    }

    /// (a, b, c) of c - a·b.
    pub(super) fn mul_sub(&self, value: Value) -> Result<[Value; 3], Diag> {
        match self.operation(value) {
            Some(Op::FMulSub(a, b, c)) => Ok([*a, *b, *c].map(|v| self.origin(v))),
            _ => Err(self.is_not(value, "a number less a product")),
        }
    }

    /// (a, b, c) of a·b - c.
    pub(super) fn mul_less(&self, value: Value) -> Result<[Value; 3], Diag> {
        match self.operation(value) {
            Some(Op::FMulLess(a, b, c)) => Ok([*a, *b, *c].map(|v| self.origin(v))),
            _ => Err(self.is_not(value, "a product less a number")),
        }
    }

    /// (a, b) of an operation on two numbers.
    pub(super) fn binary(&self, value: Value, wanted: BinF) -> Result<[Value; 2], Diag> {
        match self.operation(value) {
            Some(Op::BinF(op, a, b)) if *op == wanted => Ok([*a, *b].map(|v| self.origin(v))),
            _ => Err(self.is_not(value, &format!("an operation {wanted}"))),
        }
    }

    /// The word that a number is computed from, by steps with constants.
    pub(super) fn word(&self, value: Value) -> Result<Value, Diag> {
        match self.operation(value) {
            Some(Op::ToF64(word) | Op::ToF64Nearest(word)) => Ok(self.origin(*word)),
            Some(Op::BinF(_, a, b)) if self.constant(*b).is_some() => self.word(self.origin(*a)),
            _ => Err(self.is_not(value, "the number of a word")),
        }
    }

    /// (constant, b) of the comparison constant ≥ b, by the constant's name.
    pub(super) fn not_above(&self, name: &str) -> Result<[Value; 2], Diag> {
        let found = self.all().find_map(|(_, op)| match op {
            Op::CmpF(Cmp::Ge, a, b) if self.name(self.origin(*a)) == name => Some([*a, *b]),
            _ => None,
        });
        let found = found.ok_or_else(|| changed(format!("nothing is compared with `{name}`")))?;
        Ok(found.map(|v| self.origin(v)))
    }
}

/// A kernel that is not built as the claims expect.
fn changed(what: String) -> Diag {
    Diag::new(DiagKind::Internal, format!("a Gappa script does not fit the kernel: {what}"))
        .help("this is a defect of the generator: please report the request that shows it")
}
