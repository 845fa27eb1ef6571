//! A search from its plan to its results: kernels loaded, what is finished kept where it is a long one, and run.

use crate::progress::{Bar, Interrupt};
use crate::report;
use std::path::Path;
use tmd_codegen::campaign::{Campaign, kept, status};
use tmd_codegen::certificate::UnitEntry;
use tmd_codegen::diag::Diag;
use tmd_codegen::load::{self, LoadOptions, Loaded};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::search::{self, Report};
use tmd_runtime::{CpuConfig, Options};

/// Where what is finished is kept, so that the same command continues a search that was interrupted.
#[derive(Clone, Copy)]
pub(crate) enum Keep<'a> {
    /// In a campaign's folder.
    In(&'a Path),
    /// In a folder beside the compiled kernels, if the search is a long one.
    IfLong,
}

impl<'a> Keep<'a> {
    /// As the option `--campaign` says.
    pub(crate) fn of(campaign: Option<&'a Path>) -> Self {
        campaign.map_or(Keep::IfLong, Keep::In)
    }
}

/// A search that has ended or was stopped.
pub(crate) struct Searched {
    plan: Plan,
    report: Report,
    units: Vec<UnitEntry>,
    command: String,
    /// Whether the same command continues it.
    pub(crate) is_kept: bool,
}

impl Searched {
    /// Loads the kernels of a request's plan and searches with them.
    ///
    /// # Errors
    /// If kernels cannot be loaded, or the folder of a campaign cannot be used. What ends the search early is in its report.
    pub(crate) fn run(
        request: &Request,
        plan: Plan,
        load_options: &LoadOptions,
        threads: usize,
        keep: Keep<'_>,
        interrupt: &Interrupt,
    ) -> Result<Searched, Diag> {
        let command = request.command("search");
        let generate = request.command("gen");
        let Loaded { plan, kernels, note } =
            report::timed(&load::doing(&plan, load_options), "kernels loaded", || {
                load::load(plan, load_options, &generate)
            })?;
        if let Some(note) = note {
            report::note(&note);
        }
        let options = Options { threads, stop: interrupt.stop.clone() };
        let campaign = campaign(keep, request, &plan)?;
        let bar = Bar::new(plan.inputs_that_take_time(&plan.portions()));
        interrupt.begin();
        let (report, units) = match &campaign {
            None => (search::run(&plan, &kernels, &options, &bar), vec![]),
            Some(campaign) => {
                bar.begin_at(|| status::status(campaign).counted(campaign));
                kept::search(campaign, &kernels, &options, &bar)
            }
        };
        bar.clear();
        Ok(Searched { plan, report, units, command, is_kept: campaign.is_some() })
    }

    /// What it has found.
    pub(crate) fn results(&self) -> Results<'_> {
        let Searched { plan, report, units, command, .. } = self;
        Results { plan, report, command, units }
    }
}

/// The campaign that a search is kept in, if it is asked for or the search is a long one.
fn campaign(keep: Keep<'_>, request: &Request, plan: &Plan) -> Result<Option<Campaign>, Diag> {
    match keep {
        Keep::In(dir) => return kept::open(dir, request, plan).map(Some),
        Keep::IfLong if plan.predicted_seconds() <= kept::LONG => return Ok(None),
        Keep::IfLong => {}
    }
    match kept::open_own(&CpuConfig::from_env().cache_dir, request, plan) {
        Ok(campaign) => {
            let dir = campaign.dir.display();
            report::note(&format!(
                "what is finished is kept in {dir}: the same command continues it"
            ));
            Ok(Some(campaign))
        }
        // Nobody asked for it.
        Err(diag) => {
            let help = diag.help.as_deref().unwrap_or("`--campaign DIR` keeps it elsewhere");
            report::note(&format!(
                "{diag}: what is finished will not survive an interruption ({help})"
            ));
            Ok(None)
        }
    }
}
