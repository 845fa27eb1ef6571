//! The error budget of a kernel: each term of ε'' as a bar on a logarithmic axis.

use super::axis::{Scale, ticks};
use super::canvas::{Anchor, Area, Canvas, SMALL, fitted};
use crate::bound::Status;
use crate::plan::{Plan, SearchSpan};
use tmd_design::lg::Lg;

/// Pixels of a row.
const ROW: f64 = 16.0;
/// Pixels for the names of the terms.
const NAMES: f64 = 310.0;
/// Pixels for the numbers behind the bars.
const NUMBERS: f64 = 70.0;
/// Terms below 2^this are drawn as the shortest bar.
const LEAST: f64 = -128.0;

const PROVED: &str = "#0072b2";
const GIVEN: &str = "#e69f00";
const SUM: &str = "#d55e00";

/// Draws the budgets of the kernel with the most inputs; returns where they end.
pub(super) fn panel(canvas: &mut Canvas, plan: &Plan, left: f64, right: f64, top: f64) -> f64 {
    let Some((kernel, search)) = largest(plan) else { return top };
    let mut y = top + 34.0;
    let of = match plan.kernels.len() {
        1 => String::new(),
        count => format!(" of {count}, the one with the most inputs"),
    };
    canvas.text(left, y, Anchor::Start, 13.0, &format!("Error budget, kernel {kernel}{of}"));
    let axis = Area { x: left + NAMES, y, width: right - left - NAMES - NUMBERS, height: 0.0 };
    let values = || search.stages.iter().flat_map(|stage| &stage.budget.bounds);
    let lowest = values()
        .map(|bound| bound.value.value())
        .filter(|value| *value > 0.0)
        .fold(0.0, |low: f64, value| low.min(value.log2()));
    let scale = Scale::new((lowest.max(LEAST) - 4.0, 0.0), (axis.x, axis.right()));
    let ticks = ticks(lowest.max(LEAST) - 4.0, 0.0, axis.width, 60.0);
    for (index, stage) in search.stages.iter().enumerate() {
        y += 26.0;
        let total = stage.budget.total().value();
        let (_, _, threshold) = plan.kernels[kernel].stages[index].threshold_text();
        let head = format!(
            "stage {index}: ε'' = {}, threshold 2ε'' = {threshold}",
            Lg(stage.budget.total())
        );
        canvas.text(left, y, Anchor::Start, SMALL, &fitted(&head, right - left, SMALL));
        let first = y + 6.0;
        let last = y + ROW * stage.budget.bounds.len() as f64 + 4.0;
        for tick in &ticks {
            let x = scale.at(*tick as f64);
            canvas.line(&[(x, first), (x, last)], "#dddddd", 1.0, "grid");
        }
        for bound in &stage.budget.bounds {
            y += ROW;
            canvas.text(
                left + 14.0,
                y,
                Anchor::Start,
                SMALL,
                &fitted(bound.name.name(), NAMES - 24.0, SMALL),
            );
            let value = bound.value.value();
            let lg = if value > 0.0 { value.log2() } else { f64::NEG_INFINITY };
            let end = if value > 0.0 { scale.at(lg.max(LEAST)) } else { axis.x };
            let colour = match bound.status {
                Status::Given => GIVEN,
                _ => PROVED,
            };
            let bar = Area { x: axis.x, y: y - 9.0, width: (end - axis.x).max(0.5), height: 11.0 };
            let text = Lg(bound.value).to_string();
            let title =
                format!("{} ≤ {text} ({}: {})", bound.name, bound.status.name(), bound.origin);
            canvas.bar(bar, colour, "bound", &title);
            canvas.text(right, y, Anchor::End, SMALL, &text);
        }
        let x = scale.at(total.log2());
        canvas.line(&[(x, first), (x, y + 4.0)], SUM, 1.5, "sum");
    }
    y += 18.0;
    for tick in ticks {
        canvas.text(scale.at(tick as f64), y, Anchor::Middle, SMALL, &format!("2^{tick}"));
    }
    y += 20.0;
    let legend = [(PROVED, "proved"), (GIVEN, "given"), (SUM, "the sum ε''")];
    for (number, (colour, text)) in legend.into_iter().enumerate() {
        let x = axis.x + 120.0 * number as f64;
        canvas.bar(Area { x, y: y - 9.0, width: 10.0, height: 10.0 }, colour, "legend", text);
        canvas.text(x + 15.0, y, Anchor::Start, SMALL, text);
    }
    canvas.text(left, y, Anchor::Start, SMALL, "in units of the breakpoint spacing w");
    y
}

/// The kernel that searches the most inputs, with the first of its spans.
fn largest(plan: &Plan) -> Option<(usize, &SearchSpan)> {
    let inputs = |kernel: usize| -> u128 {
        let own = plan.searches().filter(|(_, search)| search.kernel == kernel);
        own.map(|(span, _)| u128::from(span.inputs.end - span.inputs.start)).sum()
    };
    let kernel = (0..plan.kernels.len()).rev().max_by_key(|kernel| inputs(*kernel))?;
    plan.searches().find(|(_, search)| search.kernel == kernel).map(|(_, search)| (kernel, search))
}
