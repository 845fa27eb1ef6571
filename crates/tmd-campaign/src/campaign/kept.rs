//! A long search kept in a campaign of its own, so that what was finished survives whatever ends it early.

use super::merge::{Gathered, Merged};
use super::worker::Work;
use super::{CHARTER, Campaign, merge, worker};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::UnitEntry;
use tmd_request::request::Request;
use tmd_runtime::{Kernel, Options, Progress};
use tmd_search::asymptote;
use tmd_search::plan::{self, Plan};
use tmd_search::search;
use tmd_search::search::Report;

/// A search that is predicted to take more seconds than this on one core is kept without being asked to.
pub const LONG: f64 = 600.0;
/// Predicted seconds of a unit on one core: what is lost at most of each thread's work.
const UNIT_SECONDS: f64 = 30.0;
/// The number of units above which units are made longer instead.
const UNITS: f64 = 100_000.0;

/// The default folder of a long search: below the directory of compiled kernels, by its plan.
pub fn place(cache: &Path, plan: &Plan) -> PathBuf {
    let name = plan.hash()[..16].to_owned();
    let name = match &plan.beyond {
        None => name,
        Some(beyond) => format!("{name}-{:.16}", beyond.source.hash()),
    };
    cache.join("campaigns").join(name)
}

/// Opens the campaign that a long search is kept in if nobody says where, or begins it. What is found there is believed,
/// so no other user may have had a hand in it.
///
/// # Errors
/// As [`open`]'s; if another user could have put something there.
pub fn open_own(cache: &Path, request: &Request, plan: &Plan) -> Result<Campaign, Diag> {
    let dir = place(cache, plan);
    if let Some(campaigns) = dir.parent() {
        tmd_runtime::closed_directory(campaigns)?;
    }
    if dir.exists() {
        tmd_runtime::check_owners(&dir)?;
    }
    open(&dir, request, plan)
}

/// Opens the campaign of a search in a directory, or begins it.
///
/// # Errors
/// As [`Campaign::create`]'s and [`Campaign::open`]'s; if there is a campaign of another search, or of other kernels.
pub fn open(dir: &Path, request: &Request, plan: &Plan) -> Result<Campaign, Diag> {
    let campaign = found_or_begun(dir, request, plan)?;
    let list = plan.beyond.as_ref().map(|beyond| beyond.source.hash());
    match campaign.charter.plan == plan.hash() && campaign.charter.asymptote == list {
        true => Ok(campaign),
        false => Err(Diag::new(
            DiagKind::Option,
            format!(
                "{} is a campaign of another search, of other kernels, or with another list of an asymptote's: `{}`",
                dir.display(),
                campaign.plan.request.command("search")
            ),
        )
        .help("`tmd-codegen campaign status DIR` shows it; give another --campaign DIR")),
    }
}

fn found_or_begun(dir: &Path, request: &Request, plan: &Plan) -> Result<Campaign, Diag> {
    if dir.join(CHARTER).exists() {
        return Campaign::open(dir);
    }
    let seconds = UNIT_SECONDS.max(plan.predicted_seconds() / UNITS);
    // Made elsewhere first: another process may begin the same search.
    let unfinished = dir.with_extension(format!("{}.new", std::process::id()));
    // Of the request's own kernels.
    let own = || match &plan.beyond {
        Some(beyond) => plan::make(request)?.beyond(beyond.source.clone()),
        None => plan::make(request),
    };
    let campaign = Campaign::begin(&unfinished, own, seconds)?;
    if campaign.charter.plan != plan.hash() {
        let _ = fs::remove_dir_all(&unfinished); // nobody else knows of it
        let message =
            "precompiled kernels are those of another plan, which no campaign is kept for";
        return Err(Diag::new(DiagKind::NoCompiler, message)
            .help("install a Rust compiler, or leave --campaign out"));
    }
    match fs::rename(&unfinished, dir) {
        Ok(()) => Ok(Campaign { dir: dir.to_owned(), ..campaign }),
        Err(error) => {
            // What is left there is of no use to anybody.
            let _ = fs::remove_dir_all(&unfinished);
            match dir.join(CHARTER).exists() {
                true => Campaign::open(dir),
                false => Err(super::io("make a campaign in", dir, &error)),
            }
        }
    }
}

/// Searches what is left of a campaign, and reports all of it, with what was done in each unit. An error or a
/// stop ends it early; the report then holds what was finished, now or before.
pub fn search(
    campaign: &Campaign,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> (Report, Vec<UnitEntry>) {
    let work = Work { options: options.clone(), ..Work::default() };
    let merged = worker::run(campaign, kernels, &work, progress).and_then(|done| {
        // Stopped, where it is not complete.
        done.complete.then(|| merge::merge(campaign)).transpose()
    });
    let (report, units) = match merged {
        Ok(Some(Merged { report, units })) => (report, units),
        Ok(None) => {
            let (report, units) = part(campaign);
            (Report { stopped: true, ..report }, units)
        }
        Err(error) => {
            let (report, units) = part(campaign);
            (Report { error: Some(error), ..report }, units)
        }
    };
    (Report { threads: options.thread_count(), ..report }, units)
}

/// The finished units of a campaign that is not complete.
fn part(campaign: &Campaign) -> (Report, Vec<UnitEntry>) {
    let Gathered { mut report, units, .. } = merge::gather(campaign);
    search::merge(&mut report.covered);
    if report.error.is_none() {
        report.error = asymptote::add(&campaign.plan, &mut report, &search::room()).err();
    }
    (report, units)
}
