//! What the project says: the only file here that reads reports.

use super::ask::Ask;
use super::kernels::{Kernels, Runner};
use crate::hex;
use crate::random::Random;
use crate::search::{self, Said};
use rug::Rational;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tmd_codegen::campaign::worker::{self, Work as Labour};
use tmd_codegen::campaign::{Campaign, kept, merge};
use tmd_codegen::diag::Diag;
use tmd_codegen::plan::{self, Plan, Work};
use tmd_codegen::search::Report;
use tmd_codegen::verdict::Verdict;
use tmd_runtime::{Kernel, Options, StageKind};

/// What a search says, by inputs.
pub(super) struct Answer {
    /// Of the inputs of f.
    pub(super) said: BTreeMap<Rational, Said>,
    /// Of the inverse function: its input y by the breakpoint that f⁻¹(y) is near to.
    pub(super) inverse: BTreeMap<Rational, (Rational, Verdict)>,
    /// Why it is not complete, if it is not.
    pub(super) incomplete: Option<String>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failed {
    /// It was said why, as it should be.
    Refused(String),
    /// No kernels are at hand.
    NoKernels,
    /// It should not happen.
    Broken(String),
}

/// The words of a panic.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Failed> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Failed::Broken(format!("it panics: {}", text.unwrap_or_default()))
    })
}

/// The plan of a search.
pub(super) fn plan(ask: &Ask) -> Result<Plan, Failed> {
    guarded(|| plan::make(&ask.request()))?.map_err(|diag| Failed::Refused(diag.message))
}

/// Inputs by how they are done, of a plan.
pub(super) fn ways(plan: &Plan) -> BTreeMap<String, u64> {
    let mut ways = BTreeMap::new();
    for span in &plan.spans {
        let count = span.inputs.end - span.inputs.start;
        let way = match &span.work {
            Work::Direct(_) => "one by one".to_owned(),
            Work::Drift(_) => "in closed form".to_owned(),
            Work::Decided(_) => "decided at once".to_owned(),
            Work::Follows(_) => "by equations".to_owned(),
            Work::Refused(_) => "not searched".to_owned(),
            Work::Search(search) => {
                let stages = &plan.kernels[search.kernel].stages;
                let name = |stage: &tmd_codegen::design::StagePlan| {
                    stage.test().map_or(StageKind::Walk.name(), |test| test.name())
                };
                stages.iter().map(name).collect::<Vec<_>>().join(", ")
            }
        };
        *ways.entry(way).or_default() += count;
    }
    ways
}

/// Inputs that kernels are planned for.
pub(super) fn in_kernels(plan: &Plan) -> u64 {
    let of = |span: &plan::Span| match &span.work {
        Work::Search(_) => span.inputs.end - span.inputs.start,
        _ => 0,
    };
    plan.spans.iter().map(of).sum()
}

/// How a search is run.
pub(super) struct Run<'a> {
    pub(super) kernels: &'a Kernels,
    pub(super) runner: Runner,
    pub(super) compile: bool,
    pub(super) threads: usize,
    pub(super) stop: Arc<AtomicBool>,
}

impl Run<'_> {
    fn options(&self) -> Options {
        Options { threads: self.threads, stop: Arc::clone(&self.stop) }
    }

    fn load(&self, plan: &Plan) -> Result<(Plan, Vec<Arc<dyn Kernel>>), Failed> {
        let loaded = guarded(|| self.kernels.load(plan, self.runner, self.compile))?;
        loaded.map_err(Failed::Broken)?.ok_or(Failed::NoKernels)
    }

    /// Searches at once.
    pub(super) fn search(&self, plan: &Plan) -> Result<Answer, Failed> {
        let (plan, kernels) = self.load(plan)?;
        let report = guarded(|| tmd_codegen::search::run(&plan, &kernels, &self.options(), &()))?;
        answer(&plan, &report)
    }

    /// Searches as a campaign in `dir` that is left off twice: after some units, and by a stop.
    pub(super) fn campaign(
        &self,
        ask: &Ask,
        plan: &Plan,
        dir: &Path,
        random: &mut Random,
    ) -> Result<(Answer, usize), Failed> {
        let refused = |diag: Diag| Failed::Refused(diag.message);
        let (_, kernels) = self.load(plan)?;
        let parts = (2 + random.below(6)) as f64;
        let request = ask.request();
        let seconds = plan.predicted_seconds() / parts;
        let campaign = guarded(|| Campaign::create(dir, &request, seconds))?.map_err(refused)?;
        let units = campaign.units.len();
        let most = 1 + random.below(units as u64) as usize;
        let some = Labour { options: self.options(), most, ..Labour::default() };
        guarded(|| worker::run(&campaign, &kernels, &some, &()))?.map_err(worker_failed)?;
        // Stopped as soon as something is done.
        let stopped =
            Labour { options: Options { threads: 1, ..Options::default() }, ..Labour::default() };
        let stop = Stopper(Arc::clone(&stopped.options.stop));
        let campaign = guarded(|| Campaign::open(dir))?.map_err(refused)?;
        guarded(|| worker::run(&campaign, &kernels, &stopped, &stop))?.map_err(worker_failed)?;
        let rest = Labour { options: self.options(), ..Labour::default() };
        guarded(|| worker::run(&campaign, &kernels, &rest, &()))?.map_err(worker_failed)?;
        let merged = guarded(|| merge::merge(&campaign))?.map_err(refused)?;
        Ok((answer(&campaign.plan, &merged.report)?, units))
    }

    /// Asks a finished campaign in `dir` for another search; an answer, if it does not refuse.
    pub(super) fn reuse(&self, ask: &Ask, plan: &Plan, dir: &Path) -> Result<Answer, Failed> {
        let (_, kernels) = self.load(plan)?;
        let campaign = guarded(|| kept::open(dir, &ask.request(), plan))?;
        let campaign = campaign.map_err(|diag| Failed::Refused(diag.message))?;
        let (report, _) = guarded(|| kept::search(&campaign, &kernels, &self.options(), &()))?;
        answer(&campaign.plan, &report)
    }
}

/// A worker that misses what it planted itself has found a defect; all else it says as a search does.
fn worker_failed(diag: Diag) -> Failed {
    match diag.message.contains("planted") {
        true => Failed::Broken(diag.message),
        false => Failed::Refused(diag.message),
    }
}

/// Stops a search at the first block that is done.
struct Stopper(Arc<AtomicBool>);

impl tmd_runtime::Progress for Stopper {
    fn advance(&self, _inputs: u64) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

fn answer(plan: &Plan, report: &Report) -> Result<Answer, Failed> {
    if let Some(diag) = &report.error {
        return Err(Failed::Refused(diag.message.clone()));
    }
    let gaps = report.gaps(plan);
    let incomplete = match (report.stopped, gaps.is_empty(), report.inputs() == plan.inputs()) {
        (true, ..) => Some("it takes too long and was stopped".to_owned()),
        (_, false, _) => Some(format!("gaps: {gaps:?}")),
        (.., false) => Some(format!("{} of {} inputs are covered", report.inputs(), plan.inputs())),
        _ => None,
    };
    let said = guarded(|| search::said(plan, report))?;
    let mut inverse = BTreeMap::new();
    for finding in report.inverse.to_vec().expect("memory") {
        let near = finding.near.as_deref().and_then(hex::parse);
        let (Some(y), Some(near)) = (hex::parse(&finding.x), near) else {
            return Err(Failed::Broken(format!("not two numbers: {finding:?}")));
        };
        if inverse.insert(near, (y, finding.verdict.clone())).is_some() {
            return Err(Failed::Broken(format!("the breakpoint comes twice: {finding:?}")));
        }
    }
    Ok(Answer { said, inverse, incomplete })
}
