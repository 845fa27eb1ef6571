//! The search for the arguments whose results could be wrong.

use crate::request::{ALL, Request};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_certificate::certificate::Certificate;
use tmd_request::request::{self, EquationUse};
use tmd_runtime::Options;
use tmd_search::load::{self, LoadOptions, Loaded};
use tmd_search::plan;
use tmd_search::results::Results;
use tmd_search::{certify, search};

/// The name that certificates of searches have in messages here.
const NAME: &str = "the search's certificate";

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

/// The certificate of a search that has ended.
///
/// # Errors
/// If it has ended early or is not complete.
pub fn certificate(results: Results<'_>) -> Result<Certificate, Diag> {
    if let Some(diag) = &results.report.error {
        return Err(diag.clone());
    }
    if !results.is_complete() {
        let message = format!("the search of {} is not complete", results.plan.spec.canonical());
        let command = results.command;
        return Err(Diag::new(DiagKind::Unsupported, message).help(format!(
            "`{command} --certificate FILE` can be interrupted and continued; give its FILE by --search"
        )));
    }
    let text = tmd_base::json::text(&certify::certificate(results)?)?;
    tmd_certificate::verify::parse(NAME, text.as_bytes())
}

/// A search without anybody who waits for it.
///
/// # Errors
/// If a part of the range cannot be searched, kernels cannot be compiled, or as those of [`certificate`].
pub fn quietly(request: &request::Request) -> Result<Certificate, Diag> {
    let command = request.command("search");
    let options = LoadOptions { target: RUST_SIMD.to_owned(), ..LoadOptions::default() };
    let plan = plan::make(request)?;
    let Loaded { plan, kernels, .. } = load::load(plan, &options, &request.command("gen"))?;
    let report = search::run(&plan, &kernels, &Options::default(), &());
    certificate(Results { plan: &plan, report: &report, command: &command, units: &[] })
}
