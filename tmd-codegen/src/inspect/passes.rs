//! A kernel after a pass, or the changes that the pass made.

use crate::diag::{Diag, DiagKind};
use crate::ir::{Kernel, Module, counts, verify};
use crate::kernel;
use crate::pass::{Pass, STANDARD};
use crate::plan::Plan;
use similar::TextDiff;
use std::fmt::Write;

/// How a pass is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassView {
    /// The representation after it.
    After,
    /// The changes that it made.
    Difference,
}

/// The name of the kernel as it is before the first pass.
const BUILDER: &str = "builder";

/// Lanes of the printed representation: those of portable code.
const LANES: usize = 8;

/// Unchanged lines around each change.
const CONTEXT: usize = 2;

/// Shows what a pass makes of the kernels of a plan, or of one stage.
///
/// # Errors
/// If there is no such pass; if a kernel is malformed, by a defect.
pub fn pass(
    plan: &Plan,
    index: usize,
    stage: Option<usize>,
    name: &str,
    view: PassView,
) -> Result<String, Diag> {
    let names: Vec<&str> = [BUILDER].into_iter().chain(STANDARD.map(|(name, _)| name)).collect();
    let Some(position) = names.iter().position(|known| *known == name) else {
        return Err(Diag::new(DiagKind::UnknownName, format!("there is no pass `{name}`"))
            .at("--pass", name, 0..name.len(), "unknown")
            .help(format!("in their order: {}", names.join(", "))));
    };
    let Module { kernels } = kernel::build(super::kernel(plan, index)?, LANES);
    let mut text = String::new();
    for (number, kernel) in kernels.into_iter().enumerate() {
        if stage.is_some_and(|stage| stage != number) {
            continue;
        }
        let before = run(kernel, &STANDARD[..position.saturating_sub(1)])?;
        let after = match position {
            0 => before.clone(),
            _ => run(before.clone(), &STANDARD[position - 1..position])?,
        };
        let _ = writeln!(text, "; {name}, stage {number}: {}", summary(&before, &after));
        match view {
            PassView::After => text.push_str(&undocumented(after).to_string()),
            PassView::Difference => text.push_str(&difference(before, after)),
        }
    }
    Ok(text)
}

fn run(kernel: Kernel, passes: &[(&str, Pass)]) -> Result<Kernel, Diag> {
    let kernel = passes.iter().fold(kernel, |kernel, (_, pass)| pass(kernel));
    verify(&kernel).map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
    Ok(kernel)
}

/// The comment above a function is the same before and after.
fn undocumented(kernel: Kernel) -> Kernel {
    Kernel { doc: vec![], ..kernel }
}

/// How many statements and operations there were and are.
fn summary(before: &Kernel, after: &Kernel) -> String {
    let of = |kernel: &Kernel| {
        let counts = counts(kernel);
        (kernel.body.len(), counts.total(true), counts.total(false))
    };
    let (b, a) = (of(before), of(after));
    format!(
        "{} statements become {}; operations of lanes {} become {}, shared ones {} become {}",
        b.0, a.0, b.1, a.1, b.2, a.2
    )
}

fn difference(before: Kernel, after: Kernel) -> String {
    let (before, after) = (undocumented(before).to_string(), undocumented(after).to_string());
    let diff = TextDiff::from_lines(&before, &after);
    let text = diff.unified_diff().context_radius(CONTEXT).header("before", "after").to_string();
    match text.is_empty() {
        true => "; nothing changes\n".to_owned(),
        false => text,
    }
}
