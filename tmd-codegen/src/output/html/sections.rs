//! The parts that the reports of a search and of a campaign have in common.

use super::page::Page;
use super::tables::{self, Rows};
use crate::diag::Diag;
use crate::output::answer::answer;
use crate::output::number::grouped_count;
use crate::output::runs::Apart;
use crate::output::structure::Structure;
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
        (
            "cases",
            format!("f(x) within 2^-{} of a breakpoint, in units of their spacing", plan.bits),
        ),
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

/// The beginning of a page: what was asked, and the answer as far as it is known.
pub(super) fn head(
    page: &mut Page,
    results: Results<'_>,
    apart: &Apart,
    summary: &Summary,
) -> Result<(), Diag> {
    let structure = Structure::new(results, apart)?;
    page.title(&title(results.plan));
    page.answer(&answer(results, summary, apart, &structure));
    Ok(())
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
        page.note(&format!("{}.", summary.chance));
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
        page.section("Inverse function", |page| records(page, &tables::INVERSE, rows, elsewhere));
    }
    Ok(())
}

/// A table, with a line for what it leaves out.
pub(super) fn table(page: &mut Page, heads: &[&str], rows: Rows, elsewhere: &str) {
    page.table(heads, &rows.rows);
    more(page, rows.more, elsewhere);
}

/// The same for long rows.
pub(super) fn records(page: &mut Page, heads: &[&str], rows: Rows, elsewhere: &str) {
    page.records(heads, &rows.rows);
    more(page, rows.more, elsewhere);
}

/// The line for what a table leaves out.
fn more(page: &mut Page, more: usize, elsewhere: &str) {
    if more > 0 {
        page.note(&format!("… and {more} more: {elsewhere}."));
    }
}

/// How many inputs are done.
pub(super) fn inputs(covered: u128, all: u128, undecided: u128) -> Vec<String> {
    let mut text = format!("{} of {} done", grouped_count(covered), grouped_count(all));
    if undecided > 0 {
        text.push_str(&format!(", {} UNDECIDED", grouped_count(undecided)));
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
    page.section("Plan", |page| page.large(&svg::picture(plan)));
}
