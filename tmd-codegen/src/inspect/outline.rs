//! The steps of a kernel: where they stand in the emitted text, and what they cost.
//!
//! Every step begins with a comment, which the printers copy. Where they have put it they tell themselves.

use crate::ir::{Counts, Kernel, Live, Stmt, counts_of, live};
use crate::target::KernelLines;
use std::ops::Range;

/// The place of a stage's function in a file, and its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Lines of the function, from 1, the last one excluded.
    pub lines: Range<usize>,
    /// Lines of its comment above.
    pub comment: Range<usize>,
    /// The steps, in the order of the text.
    pub steps: Vec<Step>,
}

/// A run of statements that does one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The comment that says what it does.
    pub name: String,
    /// Its nesting in loops and conditionals.
    pub depth: usize,
    /// Lines of the file, from 1, the last one excluded.
    pub lines: Range<usize>,
    /// Statements of the kernel's body.
    pub statements: Range<usize>,
    /// Operations, each once.
    pub counts: Counts,
    /// The most values that are alive together.
    pub live: Live,
}

/// The name of the statements before the first comment.
const BEGINNING: &str = "constants";

/// The outline of a kernel that a printer has put in these lines.
pub fn outline(kernel: &Kernel, lines: &KernelLines) -> Outline {
    let mut steps = steps(kernel);
    let start = |step: &Step| match step.statements.start {
        // What comes before the first comment begins with the function's head.
        0 if step.name == BEGINNING => lines.function.start,
        statement => lines.statements.get(statement).copied().unwrap_or(lines.function.end),
    };
    let starts: Vec<usize> = steps.iter().map(start).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.function.end]);
    for ((step, start), end) in steps.iter_mut().zip(&starts).zip(ends) {
        step.lines = *start..end;
    }
    Outline { lines: lines.function.clone(), comment: lines.comment.clone(), steps }
}

/// The steps of a kernel, without lines.
fn steps(kernel: &Kernel) -> Vec<Step> {
    let live = live(kernel);
    let mut starts = vec![(0, BEGINNING.to_owned(), 0)];
    let mut depth = 0usize;
    for (at, stmt) in kernel.body.iter().enumerate() {
        match stmt {
            stmt if stmt.opens() => depth += 1,
            Stmt::End => depth = depth.saturating_sub(1),
            Stmt::Comment(text) => starts.push((at, text.clone(), depth)),
            _ => {}
        }
    }
    let ends = starts.iter().skip(1).map(|(at, ..)| *at).chain([kernel.body.len()]);
    let ranges: Vec<Range<usize>> =
        starts.iter().zip(ends).map(|((at, ..), end)| *at..end).collect();
    starts
        .into_iter()
        .zip(ranges)
        .map(|((_, name, depth), statements)| Step {
            name,
            depth,
            lines: 0..0,
            counts: counts_of(kernel, &kernel.body[statements.clone()]),
            live: live[statements.clone()].iter().copied().fold(Live::default(), Live::max),
            statements,
        })
        .collect()
}
