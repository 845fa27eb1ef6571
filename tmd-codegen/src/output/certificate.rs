//! The certificate of a search: what was covered, by which plan, under which bounds.
//!
//! It holds nothing of the machine's paths, the date or the program's version: the same search gives
//! the same certificate, up to the devices that it ran on.

use super::Results;
use super::json::inverse_case;
use crate::drift::RunKind;
use crate::plan::{Bound, Decision, Plan, SearchSpan, Span, Work};
use crate::search::Covered;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tmd_runtime::Counts;

/// Version of the certificate's shape.
pub const SCHEMA: u32 = 1;

/// What stands behind the results of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What reproduces the search.
    pub command: String,
    /// SHA-256 of the plan.
    pub plan_hash: String,
    /// The function, canonically.
    pub function: String,
    /// The range as it was asked for.
    pub range: String,
    /// The format of the inputs.
    pub input_format: FormatEntry,
    /// The format of the results.
    pub output_format: FormatEntry,
    /// Which roundings count.
    pub rounding: String,
    /// An input is a case when |g cmod 1| < 2^-epsilon_bits.
    pub epsilon_bits: u32,
    /// Whether all inputs of the range were covered.
    pub complete: bool,
    /// Inputs of the range.
    pub inputs: u128,
    /// Inputs that were covered.
    pub covered_inputs: u128,
    /// What was covered.
    pub covered: Vec<RunEntry>,
    /// What was not; empty for a complete search.
    pub gaps: Vec<RunEntry>,
    /// Inputs that were examined one by one, without kernels.
    pub examined_directly: u64,
    /// Parts tested, by stage.
    pub tested: Vec<u64>,
    /// Parts that survived, by stage.
    pub survivors: Vec<u64>,
    /// Inputs that reached the confirmation.
    pub candidates: u64,
    /// Confirmed cases; those of the runs below not counted.
    pub cases: usize,
    /// Inputs in runs of cases.
    pub cases_in_runs: u128,
    /// Confirmed cases of the inverse function, if they were searched.
    pub inverse_cases: Option<usize>,
    /// Inputs whose value is a breakpoint.
    pub exact_cases: usize,
    /// Inputs that could not be decided.
    pub unknown: usize,
    /// The bounds of each span that kernels searched.
    pub spans: Vec<SpanEntry>,
    /// Spans that are solved in closed form, with their bounds.
    pub drifts: Vec<DriftEntry>,
    /// Inputs that need no search.
    pub decided: Vec<DecidedEntry>,
    /// What the kernels ran on.
    pub devices: Vec<String>,
}

/// A number format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatEntry {
    /// What people call it.
    pub name: String,
    /// Significant bits.
    pub precision: u32,
    /// Exponent of the smallest normal binade.
    pub emin: i32,
    /// Exponent of the largest binade.
    pub emax: i32,
}

/// Consecutive inputs of one segment, the first and the last included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEntry {
    /// The first input.
    pub first: String,
    /// The last input.
    pub last: String,
    /// Index of the segment: a run of equally spaced inputs.
    pub segment: usize,
    /// Index of the first input in the segment.
    pub from_index: u64,
    /// One more than the index of the last.
    pub to_index: u64,
}

/// A span that kernels searched, with its bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpanEntry {
    /// Its inputs.
    #[serde(flatten)]
    pub run: RunEntry,
    /// Index of its kernel in the plan.
    pub kernel: usize,
    /// log2 of the breakpoint spacing.
    pub spacing: i32,
    /// log2 of the factor by which the kernels' threshold exceeds ε, for the cases of the inverse function.
    pub widening: u32,
    /// What was proved.
    pub bounds: Vec<BoundEntry>,
}

/// A span on which g(i) = step·i + h(i) with a slow drift h.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DriftEntry {
    /// Its inputs.
    #[serde(flatten)]
    pub run: RunEntry,
    /// log2 of the breakpoint spacing.
    pub spacing: i32,
    /// The integer by which g moves from input to input.
    pub step: String,
    /// How the drift moves.
    pub motion: String,
    /// How far it moves over the span.
    pub reach: BoundEntry,
}

/// Inputs that need no search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecidedEntry {
    /// The inputs.
    #[serde(flatten)]
    pub run: RunEntry,
    /// Why.
    pub decision: Decision,
}

/// One bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundEntry {
    /// The stage that it belongs to.
    pub stage: usize,
    /// What is bounded.
    pub name: String,
    /// The upper bound.
    pub value: f64,
    /// How far it can be relied on.
    pub status: String,
    /// The argument.
    pub origin: String,
}

impl Certificate {
    /// The certificate of a search.
    pub fn new(results: Results<'_>) -> Self {
        let Results { plan, report, command } = results;
        let Counts { tested, survivors, candidates } = report.counts.clone();
        let runs = |runs: &[Covered]| runs.iter().map(|run| run_entry(plan, run)).collect();
        Certificate {
            schema: SCHEMA,
            command: command.to_owned(),
            plan_hash: plan.hash(),
            function: plan.spec.canonical(),
            range: plan.request.range.text.clone(),
            input_format: FormatEntry::from(&plan.input),
            output_format: FormatEntry::from(&plan.output),
            rounding: plan.request.rounding.to_string(),
            epsilon_bits: plan.bits,
            complete: results.is_complete(),
            inputs: plan.inputs(),
            covered_inputs: report.inputs(),
            covered: runs(&report.covered),
            gaps: runs(&report.gaps(plan)),
            examined_directly: report.direct,
            tested,
            survivors,
            candidates,
            cases: report.cases().count(),
            cases_in_runs: report
                .runs
                .iter()
                .filter(|run| matches!(run.what, RunKind::Hard { .. }))
                .map(|run| u128::from(run.count()))
                .sum(),
            inverse_cases: plan
                .request
                .with_inverse
                .then(|| report.inverse.iter().filter_map(inverse_case).count()),
            exact_cases: report.exact().count(),
            unknown: report.unknown().count(),
            spans: plan.searches().map(|(span, search)| span_entry(plan, span, search)).collect(),
            drifts: plan.spans.iter().filter_map(|span| drift_entry(plan, span)).collect(),
            decided: plan.spans.iter().filter_map(|span| decided_entry(plan, span)).collect(),
            devices: report.devices.clone(),
        }
    }
}

impl From<&crate::spec::Format> for FormatEntry {
    fn from(format: &crate::spec::Format) -> Self {
        FormatEntry {
            name: format.name.clone(),
            precision: format.precision,
            emin: format.emin,
            emax: format.emax,
        }
    }
}

/// A run of inputs with its ends as hexadecimal floats.
pub(super) fn run_entry(plan: &Plan, run: &Covered) -> RunEntry {
    let Covered { segment, inputs: Range { start, end } } = run.clone();
    let grid = &plan.segments[segment];
    RunEntry {
        first: grid.hex(start),
        last: grid.hex(end.saturating_sub(1).max(start)),
        segment,
        from_index: start,
        to_index: end,
    }
}

fn span_entry(plan: &Plan, span: &Span, search: &SearchSpan) -> SpanEntry {
    let bounds = search.bounds().map(|(stage, bound)| bound_entry(stage, bound));
    SpanEntry {
        run: run_entry(plan, &Covered { segment: span.segment, inputs: span.inputs.clone() }),
        kernel: search.kernel,
        spacing: search.spacing,
        widening: search.widening,
        bounds: bounds.collect(),
    }
}

fn drift_entry(plan: &Plan, span: &Span) -> Option<DriftEntry> {
    let Work::Drift(drift) = &span.work else { return None };
    Some(DriftEntry {
        run: run_entry(plan, &Covered { segment: span.segment, inputs: span.inputs.clone() }),
        spacing: drift.spacing,
        step: drift.step.to_string(),
        motion: drift.motion.name().to_owned(),
        reach: bound_entry(0, &drift.reach),
    })
}

fn decided_entry(plan: &Plan, span: &Span) -> Option<DecidedEntry> {
    let Work::Decided(decision) = span.work else { return None };
    let run = Covered { segment: span.segment, inputs: span.inputs.clone() };
    Some(DecidedEntry { run: run_entry(plan, &run), decision })
}

fn bound_entry(stage: usize, bound: &Bound) -> BoundEntry {
    BoundEntry {
        stage,
        name: bound.name.clone(),
        value: bound.value.value(),
        status: bound.status.name().to_owned(),
        origin: bound.origin.clone(),
    }
}
