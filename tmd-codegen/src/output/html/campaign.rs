//! The report of a campaign.

use super::date::utc;
use super::page::Page;
use super::sections::{self, records};
use super::tables;
use crate::campaign::Campaign;
use crate::campaign::overview::Overview;
use crate::campaign::status::Status;
use crate::diag::Diag;
use crate::output::runs::Apart;
use crate::output::summary::Summary;
use crate::output::svg;
use crate::results::Results;

/// A campaign as a page, complete or not: how far it is, what was found, who found it, and the plan. One
/// file, without scripts and without a network.
///
/// # Errors
/// If a file of findings cannot be read.
pub fn campaign(campaign: &Campaign, overview: &Overview) -> Result<String, Diag> {
    let plan = &campaign.plan;
    let title = sections::title(plan);
    let command = plan.request.command("search");
    let results = Results { plan, report: &overview.report, command: &command, units: &[] };
    let apart = Apart::new(plan, &overview.report)?;
    let mut summary = Summary::new(results, &apart)?;
    if overview.records.is_empty() {
        summary.histogram.clear();
    }
    let mut page = Page::default();
    sections::head(&mut page, results, &apart, &summary)?;
    page.note("Hardest-to-round cases: the report of a campaign.");
    page.facts(&head(campaign, overview));
    page.section("Coverage", |page| {
        page.picture(&svg::progress::coverage(campaign, overview));
    });
    page.section("Throughput", |page| page.picture(&svg::progress::throughput(overview)));
    sections::found(&mut page, results, &apart, &summary, "`campaign merge` writes all")?;
    sections::survivors(&mut page, results);
    page.section("Workers", |page| {
        records(page, &tables::WORKERS, tables::workers(overview), "they have done less");
    });
    page.section("Troubles", |page| {
        records(page, &tables::TROUBLES, tables::troubles(overview), "the journals have all");
    });
    sections::plan(&mut page, plan);
    Ok(page.html(&title))
}

/// The head of the page: what is searched, how far it is, and what is known.
fn head(campaign: &Campaign, overview: &Overview) -> Vec<Vec<String>> {
    let plan = &campaign.plan;
    let status = &overview.status;
    let mut rows = sections::request(plan);
    rows.push(sections::inputs(status.covered, status.inputs, status.undecided));
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    row("units", units(status));
    row("time left", left(status));
    if let Some(last) = status.finished.last() {
        row("last unit done", utc(last.time));
    }
    row("cases so far", status.cases.to_string());
    row("plan", campaign.charter.plan.clone());
    row("directory", campaign.dir.display().to_string());
    rows
}

fn units(status: &Status) -> String {
    let (done, damaged) = (status.done.len(), status.damaged.len());
    let at_work = status.workers.values().filter(|worker| worker.claims.is_some()).count();
    format!(
        "{done} of {} done, {damaged} damaged, {} left; {} at work",
        status.units,
        status.units - done,
        crate::text::plural(at_work, "worker")
    )
}

fn left(status: &Status) -> String {
    if status.is_complete() {
        return "none: complete".to_owned();
    }
    let core = format!("{} predicted", crate::text::on_cores(status.left));
    match status.seconds_left() {
        Some(seconds) => {
            format!(
                "about {} at the pace of the last units ({core})",
                crate::text::duration(seconds)
            )
        }
        None => core,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::journal::{Event, Journal};
    use crate::campaign::overview::{UnitState, overview};
    use crate::campaign::worker::{self, Work};
    use crate::campaign::{claim, record};
    use crate::load::{self, INTERPRETER, LoadOptions};
    use crate::request::Request;
    use std::path::Path;

    fn request(range: &str) -> Request {
        let mut request = Request::in_range("exp", range);
        request.precision = 12.into();
        request.target = INTERPRETER.to_owned();
        request
    }

    fn work(campaign: &Campaign, most: usize) {
        let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
        let loaded = load::load(campaign.plan.clone(), &options, "test").expect("kernels");
        let work = Work { most, ..Work::default() };
        worker::run(campaign, &loaded.kernels, &work, &()).expect("searched");
    }

    fn check(campaign: &Campaign, wanted: &[&str]) -> String {
        let overview = overview(campaign);
        let html = super::campaign(campaign, &overview).expect("memory");
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        roxmltree::Document::parse_with_options(&html, options).expect("XML");
        for part in
            ["exp(x)", "Coverage", "time left", "Plan", &campaign.charter.plan].iter().chain(wanted)
        {
            assert!(html.contains(part), "{part} is missing");
        }
        assert!(!html.contains("<script") && !html.contains("href"));
        html
    }

    fn create(dir: &Path, range: &str) -> Campaign {
        let plan = crate::plan::make(&request(range)).expect("plan");
        let seconds = plan.predicted_seconds() / 1e4;
        Campaign::create(dir, &request(range), seconds).expect("campaign")
    }

    #[test]
    fn reports_are_whole_at_every_stage() {
        for range in ["all", "0.01,2"] {
            let dir = tempfile::tempdir().expect("directory");
            let campaign = create(&dir.path().join("c"), range);
            let count = campaign.units.len();
            assert!(count > 3, "{range}: {count}");
            let html = check(&campaign, &["Nothing is known yet", "Fewer than two"]);
            assert!(!html.contains("Workers"));

            work(&campaign, count / 2);
            // One is damaged, and one is claimed by somebody whose name is not meant well.
            let path = record::path(&campaign.dir, 0);
            std::fs::write(&path, "no record").expect("write");
            let claims = campaign.dir.join(claim::FOLDER);
            let last = count - 1;
            std::fs::write(claims.join(format!("{last:07}")), "<b>evil</b> 3").expect("write");
            std::fs::write(claims.join("9999999"), "nobody 3").expect("write");
            let mut journal = Journal::open(&campaign.dir, "other");
            journal.note(Event::Rejected { unit: 1, why: "a & b < c".to_owned() });
            let seen = overview(&campaign);
            assert_eq!(seen.units[0], UnitState::Damaged);
            assert_eq!(seen.units[last], UnitState::Claimed);
            check(
                &campaign,
                &["&lt;b&gt;evil", "unit 1 rejected", "a &amp; b &lt; c", "1 damaged", "cut short"],
            );
            std::fs::remove_dir_all(&claims).expect("remove");
            std::fs::create_dir(&claims).expect("create");

            work(&campaign, usize::MAX);
            let html = check(&campaign, &["none: complete", "put aside", "hard-to-round cases"]);
            assert!(html.contains(&format!("{count} of {count} done, 0 damaged")));
        }
    }
}
