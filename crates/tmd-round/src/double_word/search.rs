//! The search for the arguments whose results could be wrong.

use crate::request::{ALL, Request};
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_certificate::certificate::Certificate;
use tmd_request::request::{self, EquationUse};
use tmd_runtime::{Kernel, Options, Progress};
use tmd_search::plan::{self, Plan};
use tmd_search::results::Results;
use tmd_search::{certify, load, search};

/// The name that certificates of searches have in messages here.
const NAME: &str = "the search's certificate";

/// A search that is planned.
pub struct Search {
    plan: Plan,
    kernels: Vec<Arc<dyn Kernel>>,
    command: String,
}

/// What a function's search is of.
pub(crate) fn request(of: &Request) -> request::Request {
    let mut own = request::Request::in_range(&of.function, &of.range);
    own.param.clone_from(&of.param);
    own.bits = Some(of.bits);
    if of.range != ALL {
        // Code for a range makes no use of equations.
        own.overrides.equations = EquationUse::Off;
    }
    own
}

impl Search {
    /// Plans it, and makes its kernels.
    ///
    /// # Errors
    /// If a part of the range cannot be searched, or kernels cannot be compiled.
    pub fn of(request: &request::Request) -> Result<Search, Diag> {
        let command = request.command("search");
        let plan = plan::make(request)?;
        let options =
            load::LoadOptions { target: RUST_SIMD.to_owned(), ..load::LoadOptions::default() };
        let load::Loaded { plan, kernels, .. } =
            load::load(plan, &options, &request.command("gen"))?;
        Ok(Search { plan, kernels, command })
    }

    /// Predicted seconds on one core.
    pub fn seconds(&self) -> f64 {
        self.plan.predicted_seconds()
    }

    /// Inputs that are searched.
    pub fn inputs(&self) -> u128 {
        self.plan.searched_inputs()
    }

    /// Runs it.
    ///
    /// # Errors
    /// If it ends early.
    pub fn run(&self, options: &Options, progress: &dyn Progress) -> Result<Certificate, Diag> {
        let Search { plan, kernels, command } = self;
        let mut report = search::run(plan, kernels, options, progress);
        if let Some(diag) = report.error.take() {
            return Err(diag);
        }
        let results = Results { plan, report: &report, command, units: &[] };
        if !results.is_complete() {
            let message = format!("the search of {} is not complete", plan.spec.canonical());
            return Err(Diag::new(DiagKind::Unsupported, message).help(format!(
                "`{command} --certificate FILE` can be interrupted and continued; give its FILE by --search"
            )));
        }
        let text = tmd_base::json::text(&certify::certificate(results)?)?;
        tmd_certificate::verify::parse(NAME, text.as_bytes())
    }
}

/// A search without anybody who waits for it.
///
/// # Errors
/// As those of [`Search`].
pub fn quietly(request: &request::Request) -> Result<Certificate, Diag> {
    Search::of(request)?.run(&Options::default(), &())
}
