//! The certificate of a search: what was asked for, what was covered, by which plan, under which bounds,
//! and what was found. `tmd-codegen verify` checks every word of it (see [`crate::verify`]).
//!
//! It holds nothing of the machine's paths, the date or the program's version: the same search gives
//! the same certificate, up to the devices that it ran on.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use tmd_cases::case_run::CaseRun;
use tmd_cases::findings::{Finding, Sorted};
use tmd_design::bound::{BoundName, Status};
use tmd_design::decided::{Decision, Motion, Refusal};
use tmd_design::design::KernelPlan;
use tmd_design::obligation::ObligationName;
use tmd_functions::language::Relation;
use tmd_request::profile::Profile;

/// Version of the certificate's shape.
pub const SCHEMA: u32 = 5;

/// Canaries for each kernel of a unit: as many as the widest vector or warp has lanes.
pub const PLANTED: u64 = 32;

/// The certificate of a search: everything that its results rest on. `L` is what a list of findings is: one in memory, or
/// one that is made while the certificate is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate<L = Vec<Finding>> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The command that reproduces the search.
    pub command: String,
    /// The options of the request, by name, with `bits` even where the plan chose them.
    pub request: BTreeMap<String, String>,
    /// The profile that the plan was chosen by, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// The version of what computed it ([`tmd_base::engine::ENGINE`]).
    pub engine: u32,
    /// SHA-256 of the plan, by that engine.
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
    /// Whether all inputs of the range were covered and decided, those of the inverse function included.
    pub complete: bool,
    /// Inputs of the range.
    pub inputs: u128,
    /// Inputs that were covered.
    pub covered_inputs: u128,
    /// The inputs that were covered.
    pub covered: Vec<RunEntry>,
    /// The inputs that were not covered; empty for a complete search.
    pub gaps: Vec<RunEntry>,
    /// Inputs that were examined one by one, without kernels.
    pub examined_directly: u64,
    /// Parts tested, by stage.
    pub tested: Vec<u64>,
    /// Parts that survived, by stage.
    pub survivors: Vec<u64>,
    /// Inputs that reached the confirmation.
    pub candidates: u64,
    /// Confirmed cases, those that follow from others included, and those of the runs below not.
    pub cases: usize,
    /// Inputs in runs of cases.
    pub cases_in_runs: u128,
    /// The findings of the inverse function, if it was searched.
    pub inverse: Option<InverseEntry>,
    /// Inputs whose value is a breakpoint.
    pub exact_cases: usize,
    /// Whether none of these is listed, because they are more than [`MOST_EXACT`] and a formula counts them
    /// ([`tmd_functions::language::roots::Roots`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact_by_formula: bool,
    /// Inputs that could not be decided.
    pub unknown: usize,
    /// The kernels: stages, words, thresholds.
    pub kernels: Vec<KernelPlan>,
    /// The bounds of each span that kernels searched.
    pub spans: Vec<SpanEntry>,
    /// Spans that are solved in closed form, with their bounds.
    pub drifts: Vec<DriftEntry>,
    /// Inputs that need no search.
    pub decided: Vec<DecidedEntry>,
    /// Spans of which every input is examined by itself.
    pub direct: Vec<RunEntry>,
    /// Inputs that were not searched, because their cases follow from those of others by an equation of the function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<FollowEntry>,
    /// Inputs that were not searched, because their cases are among those of a function that f comes near to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asymptote: Option<AsymptoteEntry>,
    /// Spans that cannot be searched, and were left out; they are gaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedEntry>,
    /// The record of each unit, for a search in units.
    pub units: Vec<UnitEntry>,
    /// The devices that the kernels ran on.
    pub devices: Vec<String>,
    /// The findings; left out where they stand beside the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundEntry<L>>,
    /// SHA-256 of all the rest, see [`Certificate::digest_of_rest`]: against accidents, not against forgers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// How much was found of the inverse function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InverseEntry {
    /// Confirmed cases.
    pub cases: usize,
    /// Inputs whose value is a breakpoint.
    pub exact_cases: usize,
    /// Inputs that could not be decided.
    pub unknown: usize,
}

impl InverseEntry {
    /// How many findings there are of each kind.
    pub fn of(findings: &Sorted<'_>) -> InverseEntry {
        let Sorted { hard, exact, unknown } = findings;
        InverseEntry { cases: hard.len(), exact_cases: exact.len(), unknown: unknown.len() }
    }

    pub(crate) fn add(&mut self, other: &InverseEntry) {
        let InverseEntry { cases, exact_cases, unknown } = other;
        self.cases += cases;
        self.exact_cases += exact_cases;
        self.unknown += unknown;
    }
}

/// Everything that was found, ascending.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundEntry<L = Vec<Finding>> {
    /// Hard-to-round cases.
    pub cases: L,
    /// Findings of the inverse function, in the order of the breakpoints.
    pub inverse: L,
    /// Long runs of inputs that are alike.
    pub runs: Vec<FoundRun>,
    /// Inputs whose value is a breakpoint.
    pub exact: L,
    /// Inputs that could not be decided.
    pub unknown: L,
}

/// A run of inputs that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundRun {
    /// The first input.
    pub first: String,
    /// The last input.
    pub last: String,
    /// The run: its inputs, and what they are.
    pub run: CaseRun,
}

/// A unit of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitEntry {
    /// Its number.
    pub number: usize,
    /// SHA-256 of the plan's hash and its inputs.
    pub id: String,
    /// Its inputs.
    pub runs: Vec<RunEntry>,
    /// Parts tested, by stage.
    pub tested: Vec<u64>,
    /// Parts that survived, by stage.
    pub survivors: Vec<u64>,
    /// Inputs that reached the confirmation.
    pub candidates: u64,
    /// Inputs that were examined one by one, without kernels.
    pub examined_directly: u64,
    /// Hard-to-round cases that were found in it.
    pub cases: usize,
    /// Exact cases.
    pub exact_cases: usize,
    /// Undecided inputs.
    pub unknown: usize,
    /// The findings of the inverse function.
    pub inverse: InverseEntry,
    /// Runs of inputs that are alike.
    pub case_runs: usize,
    /// Planted cases that its kernels found: all that were planted.
    pub canaries: u64,
    /// The devices that the kernels ran on.
    pub devices: Vec<String>,
}

/// A number format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatEntry {
    /// The usual name, such as `binary64`.
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
    /// The index after the last.
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
    /// The model that the bounds are computed from.
    pub model: ModelEntry,
    /// The bounds that were proved.
    pub bounds: Vec<BoundEntry>,
    /// What must hold of the stages that search by Farey arcs, and does.
    pub obligations: Vec<ObligationEntry>,
}

/// A Taylor model for each domain of a span, and its reduction to blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelEntry {
    /// Upper bounds of |g^(j)/j!| over the span, j = 0, 1, ….
    pub derivatives: Vec<f64>,
    /// A number below |g''/2| everywhere on the span, if g'' has no zero there.
    pub least_curvature: Option<f64>,
    /// Inputs of a domain.
    pub domain_inputs: u64,
    /// Degree of its Taylor polynomial.
    pub degree: usize,
    /// Coefficient j is known to 2^-coefficient_bits · r^-j, r half a domain.
    pub coefficient_bits: i32,
    /// Inputs of a block.
    pub block_inputs: u64,
    /// Degree of its polynomial P.
    pub block_degree: usize,
    /// Upper bounds of |P^(j)/j!| on a block.
    pub block_derivatives: Vec<f64>,
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
    pub motion: Motion,
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

/// Inputs whose cases follow from those of others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FollowEntry {
    /// The inputs.
    #[serde(flatten)]
    pub run: RunEntry,
    /// The input that stands for each.
    pub relation: Relation,
    /// The equations of the function that it rests on.
    pub equation: String,
    /// What was found of them and is not listed, because it is much.
    pub not_listed: NotListed,
}

/// Inputs whose cases were taken from a finished list of an asymptote's ([`tmd_functions::language::Asymptote`] has the proof). They
/// are parts of spans that kernels could have searched, and are among the covered inputs, but in no unit, and no part of them was tested.
/// The command of the certificate is that of a search without the list, which finds the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AsymptoteEntry {
    /// The asymptote g, canonically.
    pub function: String,
    /// The list has all inputs of its range with |g cmod 1| < 2^-bits at which g is not exact, for formats and roundings as f's.
    pub bits: u32,
    /// The first and the last input of the list's range.
    pub range: [String; 2],
    /// How many.
    pub cases: usize,
    /// SHA-256 of the list and of all that it claims ([`crate::source::Source::hash`]).
    pub list: String,
    /// The inputs of f.
    pub runs: Vec<RunEntry>,
}

/// The most findings of inputs that follow from others which a certificate lists: what follows from the rest of it need not
/// be said. If there are more, none of them is listed.
pub const MOST_FOLLOWING: usize = 1 << 16;

/// The most exact cases of a root that a certificate lists, those that follow from others not counted. Every square is one of a square
/// root, so that 2^53 inputs have 47 million. Those of the cube root in binary64, 104,033, are still listed: a correctly rounded function
/// is tried at each.
pub const MOST_EXACT: u32 = 1 << 17;

/// Findings that are counted and not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotListed {
    /// Confirmed cases.
    pub cases: u128,
    /// Inputs whose value is a breakpoint.
    pub exact_cases: u128,
    /// Inputs that could not be decided.
    pub unknown: u128,
}

impl NotListed {
    /// Both together.
    pub fn plus(self, other: NotListed) -> NotListed {
        NotListed {
            cases: self.cases.saturating_add(other.cases),
            exact_cases: self.exact_cases.saturating_add(other.exact_cases),
            unknown: self.unknown.saturating_add(other.unknown),
        }
    }
}

/// Inputs that cannot be searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RefusedEntry {
    /// The inputs.
    #[serde(flatten)]
    pub run: RunEntry,
    /// Why, as the planner says: nothing rests on it.
    pub reason: Refusal,
}

/// One bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundEntry {
    /// The stage that it belongs to.
    pub stage: usize,
    /// The name of the bounded quantity.
    pub name: BoundName,
    /// The upper bound.
    pub value: f64,
    /// How far it can be relied on.
    pub status: Status,
    /// The argument.
    pub origin: String,
}

/// One obligation: what must hold so that a search by Farey arcs evaluates every case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObligationEntry {
    /// The stage that it belongs to.
    pub stage: usize,
    /// Its name.
    pub name: ObligationName,
    /// What is needed, rounded up.
    pub needed: f64,
    /// What is had, rounded down.
    pub had: f64,
    /// What breaks without it.
    pub why: String,
}

impl<L> Certificate<L> {
    /// The inputs whose cases were taken from an asymptote's.
    pub fn taken_runs(&self) -> &[RunEntry] {
        self.asymptote.as_ref().map_or(&[], |entry| &entry.runs)
    }
}

impl<L: Clone + Serialize> Certificate<L> {
    /// SHA-256 of the certificate's JSON, without spaces, as it is without its digest.
    pub fn digest_of_rest(&self) -> String {
        let rest = Certificate { digest: None, ..self.clone() };
        // What cannot be written now cannot be written later either, where it is told.
        tmd_base::hash::written_hex(|out| Ok(serde_json::to_writer(out, &rest)?))
            .unwrap_or_default()
    }
}

impl From<&tmd_functions::language::Format> for FormatEntry {
    fn from(format: &tmd_functions::language::Format) -> Self {
        FormatEntry {
            name: format.name.clone(),
            precision: format.precision,
            emin: format.emin,
            emax: format.emax,
        }
    }
}

/// The id of a unit: SHA-256 of its plan's hash and of its runs of inputs, each with the index of its segment,
/// neighbours joined.
pub fn unit_id(plan_hash: &str, runs: impl Iterator<Item = (usize, Range<u64>)>) -> String {
    let runs = runs.map(|(segment, run)| format!(" {segment}:{}-{}", run.start, run.end));
    let text: String = iter::once(plan_hash.to_owned()).chain(runs).collect();
    tmd_base::hash::sha256_hex(text.as_bytes())
}
