//! One text for all levels: the constants of kernels that differ with the number of lanes.

use crate::ir::{Kernel, Module, Op, Stmt};
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};

/// The number of lanes as a word, in the text.
pub(super) const STRIDE: &str = "STRIDE";

/// What a constant of the kernels is in terms of a level's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// This power of the number of lanes.
    Power(u32),
    /// This number divided by that of lanes, which divides it.
    Share(u64),
    /// The constant of this name.
    Named(String),
}

/// What the text has in the place of a kernel's constants: expressions of the level's own, by statement.
pub(super) type ByLanes = BTreeMap<usize, Expression>;

/// A constant of the levels.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// A word.
    Word(u64),
    /// A word for each lane.
    Words(Vec<u64>),
}

/// The kernels of all levels as one text has them.
pub(super) struct Shared {
    /// The expressions of each kernel.
    pub(super) by_lanes: Vec<ByLanes>,
    /// Constants that each level has its own of: their names, and the values of each level.
    pub(super) constants: BTreeMap<String, Vec<Constant>>,
}

impl Shared {
    /// Compares the kernels of the levels statement by statement.
    ///
    /// # Errors
    /// If they differ in more than constants.
    pub(super) fn new(levels: &[Module]) -> Result<Self, Diag> {
        let mut shared = Shared { by_lanes: vec![], constants: BTreeMap::new() };
        let count = levels.first().map_or(0, |module| module.kernels.len());
        for index in 0..count {
            let kernels: Option<Vec<&Kernel>> =
                levels.iter().map(|module| module.kernels.get(index)).collect();
            let by_lanes = kernels.and_then(|kernels| shared.kernel(&kernels));
            shared.by_lanes.push(by_lanes.ok_or_else(|| {
                let name = &levels[0].kernels[index].name;
                let message = format!("the levels' kernels {name} differ in more than constants");
                Diag::new(DiagKind::Internal, message).help(
                    "this is a defect of the generator: please report the request that shows it",
                )
            })?);
        }
        Ok(shared)
    }

    /// The expressions of a kernel; `None` if the levels differ in more than constants.
    fn kernel(&mut self, kernels: &[&Kernel]) -> Option<ByLanes> {
        let first = kernels[0];
        let is_alike = |kernel: &&Kernel| {
            kernel.values == first.values
                && kernel.body.len() == first.body.len()
                && kernel.seed_words == first.seed_words
                && kernel.doc == first.doc
        };
        if !kernels.iter().all(is_alike) {
            return None;
        }
        let lanes: Vec<u64> = kernels.iter().map(|kernel| kernel.lanes as u64).collect();
        let mut by_lanes = ByLanes::new();
        for (at, stmt) in first.body.iter().enumerate() {
            if kernels.iter().all(|kernel| kernel.body[at] == *stmt) {
                continue;
            }
            let stmts: Vec<&Stmt> = kernels.iter().map(|kernel| &kernel.body[at]).collect();
            by_lanes.insert(at, self.expression(first, &stmts, &lanes)?);
        }
        Some(by_lanes)
    }

    /// What stands for a constant that differs.
    fn expression(
        &mut self,
        kernel: &Kernel,
        stmts: &[&Stmt],
        lanes: &[u64],
    ) -> Option<Expression> {
        let name = |stmt: &Stmt| match stmt {
            Stmt::Let(outs, _) => kernel.values[outs[0].0 as usize].name.to_uppercase(),
            _ => String::new(),
        };
        let outs = |stmt: &Stmt| match stmt {
            Stmt::Let(outs, _) => outs.clone(),
            _ => vec![],
        };
        if !stmts.iter().all(|stmt| outs(stmt) == outs(stmts[0])) {
            return None;
        }
        let rounds = |stmt: &&Stmt| match stmt {
            Stmt::For { count } => Some(*count),
            _ => None,
        };
        let word = |stmt: &&Stmt| match stmt {
            Stmt::Let(_, Op::ConstU(word)) => Some(*word),
            _ => None,
        };
        let words = |stmt: &&Stmt| match stmt {
            Stmt::Let(_, Op::LaneU(words)) => Some(Constant::Words(words.clone())),
            _ => None,
        };
        if let Some(counts) = stmts.iter().map(rounds).collect::<Option<Vec<u64>>>() {
            let total = counts[0].checked_mul(lanes[0])?;
            let is_split = counts
                .iter()
                .zip(lanes)
                .all(|(&count, &lanes)| count.checked_mul(lanes) == Some(total));
            return is_split.then_some(Expression::Share(total));
        }
        if let Some(values) = stmts.iter().map(word).collect::<Option<Vec<u64>>>() {
            let is_power = |k: &u32| {
                values.iter().zip(lanes).all(|(&word, lanes)| lanes.checked_pow(*k) == Some(word))
            };
            return Some(match (1..16).find(is_power) {
                Some(k) => Expression::Power(k),
                None => {
                    self.named(&name(stmts[0]), values.into_iter().map(Constant::Word).collect())
                }
            });
        }
        let values = stmts.iter().map(words).collect::<Option<Vec<Constant>>>()?;
        Some(self.named(&name(stmts[0]), values))
    }

    /// The name that the levels have these values by: the wanted one, or one with a number.
    fn named(&mut self, wanted: &str, values: Vec<Constant>) -> Expression {
        let wanted = if wanted.is_empty() { "CONSTANT" } else { wanted };
        let names = std::iter::once(wanted.to_owned())
            .chain((2u32..).map(|number| format!("{wanted}_{number}")));
        for name in names {
            match self.constants.get(&name) {
                Some(others) if *others == values => return Expression::Named(name),
                Some(_) => {}
                None => {
                    self.constants.insert(name.clone(), values);
                    return Expression::Named(name);
                }
            }
        }
        Expression::Named(wanted.to_owned())
    }
}
