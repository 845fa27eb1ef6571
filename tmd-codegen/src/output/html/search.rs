//! The report of a search.

use super::page::Page;
use super::sections;
use crate::diag::Diag;
use crate::output::number::seconds;
use crate::output::runs::Apart;
use crate::output::summary::Summary;
use crate::output::svg;
use crate::results::Results;

/// A search as a page, complete or not: what was covered, what was found, where the time went, and the plan. One file,
/// without scripts and without a network.
///
/// # Errors
/// If a file of findings cannot be read.
pub fn search(results: Results<'_>) -> Result<String, Diag> {
    let Results { plan, report, .. } = results;
    let apart = Apart::new(plan, report)?;
    let summary = Summary::new(results, &apart)?;
    let title = sections::title(plan);
    let mut page = Page::default();
    sections::head(&mut page, results, &apart, &summary)?;
    page.note("Hardest-to-round cases: the report of a search.");
    let mut head = sections::request(plan);
    head.push(sections::inputs(report.inputs(), plan.inputs(), report.undecided()));
    head.push(vec!["plan".to_owned(), plan.hash()]);
    head.push(vec!["command".to_owned(), results.command.to_owned()]);
    page.facts(&head);
    if let Some(error) = &report.error {
        page.note(&format!("The search ended early: {error}."));
    }
    page.section("Coverage", |page| page.picture(&svg::progress::coverage_of_search(results)));
    page.section("Throughput", |page| {
        page.table(&["of kernels' thread time", "#share", "#time"], &times(results));
        page.note(&throughput(results));
    });
    let elsewhere = "--cases FILE or --json FILE writes all";
    sections::found(&mut page, results, &apart, &summary, elsewhere)?;
    sections::survivors(&mut page, results);
    sections::plan(&mut page, plan);
    Ok(page.html(&title))
}

/// The threads' time by what it was spent on.
fn times(results: Results<'_>) -> Vec<Vec<String>> {
    let timing = &results.report.timing;
    let stages = timing.stages.iter().enumerate();
    let parts: Vec<(String, f64)> = [("seeding".to_owned(), timing.seeding)]
        .into_iter()
        .chain(stages.map(|(stage, seconds)| (format!("stage {stage}"), *seconds)))
        .chain([("confirmation by MPFR".to_owned(), timing.confirm)])
        .collect();
    let all: f64 = parts.iter().map(|(_, seconds)| seconds).sum();
    if all == 0.0 {
        return vec![]; // all was examined one by one
    }
    let row = |(name, spent): &(String, f64)| {
        let share = format!("{:.1} %", 100.0 * spent / all);
        vec![name.clone(), share, seconds(*spent)]
    };
    parts.iter().map(row).collect()
}

fn throughput(results: Results<'_>) -> String {
    let report = results.report;
    let devices = match report.devices.is_empty() {
        true => String::new(),
        false => format!(" on {}", report.devices.join(", ")),
    };
    format!(
        "{:.2e} inputs/s: {}, {}{devices}. Planning and compilation are not counted.",
        results.inputs_per_second(),
        seconds(report.seconds),
        crate::text::plural(report.threads, "thread"),
    )
}
