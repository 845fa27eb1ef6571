//! The steps of a kernel: where they stand in the emitted text, and what they cost.
//!
//! Every step begins with a comment, which the printers copy, so that the comments of the text and of the
//! intermediate representation are the same ones in the same order. What stands between two of them is the
//! same step in both.

use crate::diag::{Diag, DiagKind};
use crate::ir::{Counts, Kernel, Live, Stmt, counts_of, live, loop_comment};
use std::ops::Range;

/// Where a stage's function stands in a file, and its steps.
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
    /// What it does: its comment.
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

/// What comes before the first comment.
const BEGINNING: &str = "constants";

/// The outline of a kernel whose function stands in `text`.
///
/// # Errors
/// If the text does not hold the kernel: a defect of the generator.
pub fn outline(kernel: &Kernel, text: &str) -> Result<Outline, Diag> {
    let defect = |what: &str| {
        let message = format!("{} cannot be found in its text: {what}", kernel.name);
        Diag::new(DiagKind::Internal, message)
            .help("this is a defect of the generator: please report the request that shows it")
    };
    let lines: Vec<&str> = text.lines().collect();
    let (comment, function) =
        function(&lines, &kernel.name).ok_or_else(|| defect("there is no such function"))?;
    // The printers' own comments tell the bounds of loops.
    let of_loops: Vec<String> = (1..)
        .zip(kernel.loops())
        .map(|(number, (name, bound))| loop_comment(number, name, bound))
        .collect();
    let comments: Vec<usize> = function
        .clone()
        .filter(|line| {
            let comment = lines[line - 1].trim_start().strip_prefix("// ");
            comment.is_some_and(|comment| of_loops.iter().all(|own| comment != own))
        })
        .collect();
    let mut steps = steps(kernel);
    if comments.len() + 1 != steps.len() {
        return Err(defect("other comments"));
    }
    let starts: Vec<usize> = [function.start].into_iter().chain(comments).collect();
    let ends = starts.iter().skip(1).copied().chain([function.end]);
    for ((step, start), end) in steps.iter_mut().zip(&starts).zip(ends) {
        let printed = lines[start - 1].trim_start().trim_start_matches("// ");
        if step.name != BEGINNING && printed != step.name {
            return Err(defect(&format!("`{printed}` stands for `{}`", step.name)));
        }
        step.lines = *start..end;
    }
    Ok(Outline { lines: function, comment, steps })
}

/// The lines of a function's comment and of the function itself, from 1.
pub(super) fn function(lines: &[&str], name: &str) -> Option<(Range<usize>, Range<usize>)> {
    // Where all stages are one kernel, the later ones are functions for one thread.
    let heads = [format!(" {name}("), format!(" {name}_alone(")];
    let is_head = |line: &str| {
        let is_outside = !line.starts_with([' ', '/', '}', '#']) && !line.contains('=');
        is_outside && heads.iter().any(|head| line.contains(head))
    };
    let head = lines.iter().position(|line| is_head(line))?;
    let end = head + lines[head..].iter().position(|line| *line == "}")? + 1;
    // In C, tables of constants stand between the comment and the function.
    let above = lines[..head].iter().rposition(|line| line.ends_with("each loop body once:"));
    let begin = above.map_or(head, |above| {
        let is_comment = |line: &&&str| line.starts_with("//");
        above + 1 - lines[..=above].iter().rev().take_while(is_comment).count()
    });
    let after = lines[begin..head].iter().take_while(|line| line.starts_with("//")).count();
    Some((begin + 1..begin + after + 1, head + 1..end + 1))
}

/// The steps of a kernel, without lines.
fn steps(kernel: &Kernel) -> Vec<Step> {
    let live = live(kernel);
    let mut starts = vec![(0, BEGINNING.to_owned(), 0)];
    let mut depth = 0usize;
    for (at, stmt) in kernel.body.iter().enumerate() {
        match stmt {
            Stmt::For { .. } | Stmt::Loop { .. } | Stmt::IfAny(_) => depth += 1,
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
