//! What the lanes that a [`Stmt::Gather`] puts off take along, and what such a block may do.

use super::live::ends;
use super::{Kernel, Op, Scalar, Shape, Stmt, Value};
use std::collections::BTreeSet;

/// The varying values from outside that the block of a [`Stmt::Gather`] reads, in the order of their first reading, without its
/// mask and without those that are the same in all lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gathered {
    /// Numbers that differ from round to round: a lane that is put off takes them along.
    pub(crate) queued: Vec<Value>,
    /// Values that stay as they are while the loop lasts: a lane that is put off finds them where it was.
    pub(crate) lasting: Vec<Value>,
}

impl Gathered {
    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = Value> + '_ {
        self.queued.iter().chain(&self.lasting).copied()
    }
}

/// What the block that the [`Stmt::Gather`] at `at` begins takes along.
pub(crate) fn gathered(kernel: &Kernel, at: usize) -> Gathered {
    let mut gathered = Gathered::default();
    let Some(begin) = loop_around(kernel, at) else { return gathered };
    let ends = ends(&kernel.body);
    let block = &kernel.body[at + 1..ends[at]];
    let Stmt::Gather { mask, .. } = kernel.body[at] else { return gathered };
    let mut known: BTreeSet<Value> = given(block).collect();
    known.insert(mask);
    let of_rounds: BTreeSet<Value> = given(&kernel.body[begin..ends[begin]]).collect();
    let spread = kernel.body[..begin].iter().filter_map(|stmt| match stmt {
        Stmt::Let(outs, Op::Splat(_)) => outs.first().copied(),
        _ => None,
    });
    known.extend(spread);
    for value in block.iter().flat_map(Stmt::reads) {
        if kernel.ty(value).shape == Shape::Uniform || !known.insert(value) {
            continue;
        }
        match of_rounds.contains(&value) {
            true => gathered.queued.push(value),
            false => gathered.lasting.push(value),
        }
    }
    gathered
}

/// Whether the [`Stmt::Gather`] at `at` keeps the rules that let its lanes be put off.
///
/// # Errors
/// What it does that it must not do.
pub(super) fn check(kernel: &Kernel, at: usize) -> Result<(), String> {
    let Stmt::Gather { mask, more } = kernel.body[at] else { return Ok(()) };
    let ends = ends(&kernel.body);
    let begin = loop_around(kernel, at).ok_or("lanes are gathered outside of a loop")?;
    let (block, round) = (at + 1..ends[at], begin + 1..ends[begin]);
    let given_there: BTreeSet<Value> = given(&kernel.body[block.clone()]).collect();
    let declared = |stmt: &Stmt| match stmt {
        Stmt::Let(outs, _) => outs.clone(),
        Stmt::Declare(variable, _) => vec![*variable],
        _ => vec![],
    };
    let declared: BTreeSet<Value> = kernel.body[block.clone()].iter().flat_map(declared).collect();
    if given_there != declared {
        return Err("a block of gathered lanes sets a variable of the others".into());
    }
    let of_rounds: BTreeSet<Value> = given(&kernel.body[round.clone()]).collect();
    for stmt in &kernel.body[block.clone()] {
        match stmt {
            Stmt::Gather { .. } => return Err("lanes are gathered among gathered ones".into()),
            Stmt::Keep(..) | Stmt::Count { .. } => {
                return Err("the state of lanes that are put off".into());
            }
            _ => {}
        }
        for value in stmt.reads() {
            let is_uniform = kernel.ty(value).shape == Shape::Uniform;
            if is_uniform && of_rounds.contains(&value) && !declared.contains(&value) {
                return Err(format!("value {} is of a round, for all its lanes", value.0));
            }
        }
    }
    let taken = gathered(kernel, at);
    let is_number = |value: &Value| kernel.ty(*value).scalar == Scalar::Number;
    let is_mask = |value: &Value| kernel.ty(*value).scalar == Scalar::Mask;
    if !taken.queued.iter().all(is_number) || taken.lasting.iter().any(is_mask) {
        return Err("only numbers are put off, and words that last".into());
    }
    // The loop must not be left while lanes wait.
    let mut index = round.start;
    while index < round.end {
        match &kernel.body[index] {
            Stmt::Gather { .. } if index != at => return Err("two blocks of gathered lanes".into()),
            Stmt::ExitUnlessAny(left) if *left == more && index > at => {}
            Stmt::ExitUnlessAny(_) | Stmt::ExitIfAny(_) => {
                return Err("lanes that wait are left behind".into());
            }
            _ => {}
        }
        index = if kernel.body[index].opens() { ends[index] + 1 } else { index + 1 };
    }
    let is_varying = |value: Value| kernel.ty(value).shape == Shape::Varying;
    match is_varying(mask) && is_varying(more) && !given_there.contains(&more) {
        true => Ok(()),
        false => Err("the masks of gathered lanes are not each lane's".into()),
    }
}

/// The loop that the statement at `at` stands directly in.
fn loop_around(kernel: &Kernel, at: usize) -> Option<usize> {
    let mut open = vec![];
    for (index, stmt) in kernel.body[..at].iter().enumerate() {
        match stmt {
            Stmt::End => {
                open.pop();
            }
            stmt if stmt.opens() => open.push(index),
            _ => {}
        }
    }
    open.pop().filter(|begin| matches!(kernel.body[*begin], Stmt::Loop { .. }))
}

/// The values that statements define or assign.
fn given(body: &[Stmt]) -> impl Iterator<Item = Value> + '_ {
    body.iter().flat_map(|stmt| match stmt {
        Stmt::Let(outs, _) => outs.clone(),
        Stmt::Declare(variable, _) | Stmt::Set(variable, _) => vec![*variable],
        _ => vec![],
    })
}

#[cfg(test)]
#[path = "gather_tests.rs"]
mod tests;
