//! The parts that the reports of a search and of a campaign have in common.

use super::page::Page;
use super::tables::{self, Rows};
use crate::diag::Diag;
use crate::output::number::count;
use crate::output::runs::Apart;
use crate::output::summary::Summary;
use crate::output::svg;
use crate::plan::Plan;
use crate::results::Results;

/// The rows about the request.
pub(super) fn request(plan: &Plan) -> Vec<Vec<String>> {
    [
        ("function", plan.spec.canonical()),
        ("range", plan.request.range.interval()),
        ("formats", format!("{} to {}", plan.input.name, plan.output.name)),
        ("rounding", plan.request.rounding.to_string()),
        ("ε", format!("2^-{} of the breakpoint spacing", plan.bits)),
    ]
    .into_iter()
    .chain(plan.refused_line().map(|line| ("NOT SEARCHED", line)))
    .map(|(name, text)| vec![name.to_owned(), text])
    .collect()
}

/// The title of a page.
pub(super) fn title(plan: &Plan) -> String {
    format!("{} on {}", plan.spec.canonical(), plan.request.range.interval())
}

/// The precision that is enough for correct rounding, as far as it is known.
pub(super) fn sufficient(summary: &Summary, is_complete: bool) -> Option<Vec<String>> {
    let bits = summary.total.sufficient_precision?;
    let so_far = if is_complete { "" } else { ", so far" };
    Some(vec!["enough for correct rounding".to_owned(), format!("f(x) to {bits} bits{so_far}")])
}

/// The findings: how many cases of each hardness, the hardest, runs, exact and undecided inputs, and the inverse
/// function.
/// `elsewhere` tells where all are.
pub(super) fn found(
    page: &mut Page,
    results: Results<'_>,
    apart: &Apart,
    summary: &Summary,
    elsewhere: &str,
) -> Result<(), Diag> {
    let Results { plan, report, .. } = results;
    page.section("Cases by hardness", |page| {
        page.picture(&svg::progress::histogram(&summary.histogram));
        page.note("Isolated cases only: neighbours that are cases for the same reason are reported as runs.");
        page.note(&format!("{} cases; {}.", summary.total.cases, summary.chance));
    });
    page.section("Hardest cases", |page| {
        table(page, &tables::CASES, tables::cases(apart), elsewhere);
    });
    page.section("Runs of cases", |page| {
        table(page, &tables::RUNS, tables::runs(apart), elsewhere);
    });
    for (title, list) in [("Undecided inputs", &apart.unknown), ("Exact cases", &apart.exact)] {
        page.section(title, |page| table(page, &tables::NEAR, tables::near(list), elsewhere));
    }
    if plan.request.with_inverse {
        let rows = tables::inverse(&report.sorted().of_inverse)?;
        page.section("Inverse function", |page| table(page, &tables::INVERSE, rows, elsewhere));
    }
    Ok(())
}

/// A table, with a line for what it leaves out.
pub(super) fn table(page: &mut Page, heads: &[&str], rows: Rows, elsewhere: &str) {
    page.table(heads, &rows.rows);
    if rows.more > 0 {
        page.note(&format!("… and {} more: {elsewhere}.", rows.more));
    }
}

/// How many inputs are done.
pub(super) fn inputs(covered: u128, all: u128, undecided: u128) -> Vec<String> {
    let mut text = format!("{} of {} done", count(covered), count(all));
    if undecided > 0 {
        text.push_str(&format!(", {} UNDECIDED", count(undecided)));
    }
    vec!["inputs".to_owned(), text]
}

/// The survivors of each stage.
pub(super) fn survivors(page: &mut Page, results: Results<'_>) {
    page.section("Survivors of each stage", |page| {
        page.picture(&svg::progress::survivors(results.report));
    });
}

/// The plan.
pub(super) fn plan(page: &mut Page, plan: &Plan) {
    page.section("Plan", |page| page.picture(&svg::picture(plan)));
}
