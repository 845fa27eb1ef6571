//! A plan for many functions at once: those whose derivatives keep to the same bounds, as the rows of a function of two numbers do.

use super::budget::Derivatives;
use super::chain;
use super::make::{choices, format, kernel_plan, split_range};
use super::planned::{Plan, SearchSpan, Span, Work, threshold_epsilon};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_request::profile::Profile;
use tmd_request::request::Request;

/// Why a domain is short: every domain is a part of the work that is small enough for several cores.
const DOMAINS: u64 = 16;

/// A plan with one kernel, for runs of inputs in domains of at most `longest`, a power of two, of any function g with these bounds; `None`
/// where there is no proof. The request is for one of the functions, in one binade, with a threshold: it stands for the others in the heads of
/// emitted files.
///
/// What holds of the plan's one span holds of a run of another function, too, if its model has the planned degree and
/// its coefficients are known as exactly as [`ModelBudget::scale`](super::ModelBudget::scale) says; and if the bounds hold from the
/// inputs of the run to the centre of their domain, g'' being bounded from below on the run.
///
/// # Errors
/// If the request is none.
pub fn alike(
    request: &Request,
    derivatives: Derivatives,
    longest: u64,
    profile: &Profile,
) -> Result<Option<Plan>, Diag> {
    let spec = request.spec()?;
    let output = format("--precision", request.precision)?;
    // Numbers below 0 may end at the first of another binade.
    let mut segments = split_range(request, &output)?;
    segments.truncate(1);
    let Some(bits) = request.bits else { return Ok(None) };
    let epsilon = threshold_epsilon(bits, 0);
    let count = longest * DOMAINS;
    let choices = choices(request, profile)?.reporting_far();
    let chain = chain::best(&derivatives, count, epsilon, &choices);
    let Some(chain) = chain else { return Ok(None) };
    let kernel = kernel_plan(&chain);
    // Units of the spacing are those of the member's values from 1 to 2; no number of the kernel depends on it.
    let spacing = 1 - narrow::to_i32(request.rounding.breakpoint_precision(&output));
    let search = SearchSpan {
        exponent: 0,
        spacing,
        derivatives,
        widening: 0,
        kernel: 0,
        model: chain.model,
        stages: chain.stages,
        cost: chain.cost,
    };
    let work = Work::Search(Box::new(search));
    Ok(Some(Plan {
        request: request.clone(),
        input: output.clone(),
        output,
        bits,
        bits_chosen: false,
        segments,
        pieces: vec![vec![]],
        spans: vec![Span { segment: 0, inputs: 0..count, work }],
        kernels: vec![kernel],
        profile: profile.clone(),
        spec,
        beyond: None,
    }))
}
