//! A plan as data: segments, pieces, spans and kernels.

use super::budget::{Derivatives, ModelBudget};
use super::drift::DriftSpan;
use super::pieces::Piece;
use super::stage::ChainStage;
use super::taken::Beyond;
use rug::Rational;
use serde::Serialize;
use std::ops::Range;
use tmd_base::narrow;
use tmd_design::bound::{Bound, Up};
use tmd_design::decided::{Decision, Refusal};
use tmd_design::design::KernelPlan;
use tmd_design::obligation::Obligation;
use tmd_functions::language::{Format, FunctionSpec, Relation, Segment, segment_from};
use tmd_request::profile::Profile;
use tmd_request::request::{Request, Rounding};

/// A plan: what is searched, by which kernels, and why nothing can be missed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The request that it answers.
    pub request: Request,
    /// The function.
    pub spec: FunctionSpec,
    /// The format of the inputs.
    pub input: Format,
    /// The format of the results.
    pub output: Format,
    /// Report |g cmod 1| < 2^-bits.
    pub bits: u32,
    /// Whether `bits` was chosen by the plan.
    pub bits_chosen: bool,
    /// Runs of equally spaced inputs.
    pub segments: Vec<Segment>,
    /// Pieces of each segment, in order.
    pub pieces: Vec<Vec<Piece>>,
    /// All inputs, in order.
    pub spans: Vec<Span>,
    /// The distinct kernels that the spans use.
    pub kernels: Vec<KernelPlan>,
    /// The profile that predictions are made by.
    pub profile: Profile,
    /// Inputs whose cases are taken from those of an asymptote, if any: they are not searched. No part of the plan's hash.
    pub beyond: Option<Beyond>,
}

/// A part of a piece that is planned as one.
#[derive(Clone, Debug)]
pub struct Span {
    /// Index of its segment.
    pub segment: usize,
    /// Its inputs, as indices in the segment.
    pub inputs: Range<u64>,
    /// How it is done.
    pub work: Work,
}

/// How a span is done.
#[derive(Clone, Debug)]
pub enum Work {
    /// Every input is examined by itself.
    Direct(Examined),
    /// Kernels search it.
    Search(Box<SearchSpan>),
    /// Bisection solves it: g is an integer multiple of the index plus a slow drift.
    Drift(Box<DriftSpan>),
    /// It is decided at once: no input is a case.
    Decided(Decision),
    /// Its cases follow from those of other inputs of the plan.
    Follows(Relation),
    /// It cannot be searched, and is left out.
    Refused(Refusal),
}

/// How inputs are examined one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examined {
    /// With MPFR.
    Exactly,
    /// By their phases in binary64, and with MPFR where that does not rule out that they are cases.
    ByPhase,
}

impl Work {
    /// Whether inputs are searched that are done in this way: that they do not follow from others and are not refused.
    pub fn is_searched(&self) -> bool {
        !matches!(self, Work::Follows(_) | Work::Refused(_))
    }

    /// Whether inputs take time one by one, so that progress counts them: closed forms are solved at once, however long they are.
    pub fn takes_time(&self) -> bool {
        matches!(self, Work::Search(_) | Work::Direct(_))
    }
}

/// The inputs that follow from others by the same equations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// The equations.
    pub formula: String,
    /// How many spans.
    pub runs: usize,
    /// How many inputs.
    pub inputs: u128,
}

/// A question about how a span is done.
pub type Way = fn(&Work) -> bool;

/// The plan of a span that is searched by kernels.
#[derive(Clone, Debug)]
pub struct SearchSpan {
    /// Exponent of f on the span.
    pub exponent: i32,
    /// log2 of the breakpoint spacing w.
    pub spacing: i32,
    /// Bounds of g's derivatives on the span.
    pub(crate) derivatives: Derivatives,
    /// log2 of the factor by which kernels search for more than the threshold ε, so that they find the cases of
    /// the inverse function, too; 0 if these are not asked for.
    pub widening: u32,
    /// Index of its kernel in [`Plan::kernels`].
    pub kernel: usize,
    /// Domains and blocks.
    pub model: ModelBudget,
    /// Stages with their budgets.
    pub stages: Vec<ChainStage>,
    /// Predicted nanoseconds an input, one core.
    pub cost: f64,
}

impl Plan {
    /// Number of inputs.
    pub fn inputs(&self) -> u128 {
        self.segments.iter().map(|segment| u128::from(segment.count)).sum()
    }

    /// Precision of the breakpoints: p, or p + 1 where midpoints count.
    pub fn breakpoint_precision(&self) -> u32 {
        self.request.rounding.breakpoint_precision(&self.output)
    }

    /// ε = 2^-bits as a rational.
    pub fn epsilon(&self) -> Rational {
        Rational::from(1) >> self.bits
    }

    /// The threshold in half units in the last place of results. Where only midpoints or only numbers are breakpoints, ε counts
    /// whole units.
    pub(crate) fn margin(&self) -> f64 {
        let halves = self.output.precision + 1 - self.breakpoint_precision();
        2f64.powi(narrow::to_i32(halves) - narrow::to_i32(self.bits))
    }

    /// The index of the span of an input.
    pub fn span_of(&self, segment: usize, index: u64) -> Option<usize> {
        let at = (segment, index);
        let span = self.spans.partition_point(|span| (span.segment, span.inputs.end) <= at);
        let holds = |span: &Span| span.segment == segment && span.inputs.contains(&index);
        self.spans.get(span).is_some_and(holds).then_some(span)
    }

    /// The index of the span of an input, if that follows from others.
    pub fn span_that_follows(&self, segment: usize, index: u64) -> Option<usize> {
        let follows = |span: &usize| matches!(self.spans[*span].work, Work::Follows(_));
        self.span_of(segment, index).filter(follows)
    }

    /// The input that an input follows from at last, if both are in the plan.
    pub fn source_of(&self, segment: usize, index: u64) -> Option<(usize, u64)> {
        let mut at = (segment, index);
        while let Work::Follows(relation) = &self.spans[self.span_of(at.0, at.1)?].work {
            let x = relation.representative(&self.segments[at.0].x(at.1));
            let segment = segment_from(&self.segments, &x);
            at = (segment, self.segments.get(segment)?.index_of(&x)?);
        }
        Some(at)
    }

    /// Inputs that are searched: neither left to equations nor refused.
    pub fn searched_inputs(&self) -> u128 {
        self.inputs_by(Work::is_searched)
    }

    /// Inputs that cannot be searched, and are left out.
    pub fn refused_inputs(&self) -> u128 {
        self.inputs_by(|work| matches!(work, Work::Refused(_)))
    }

    /// What follows from other inputs, by the equations that it rests on.
    pub fn followed(&self) -> Vec<Followed> {
        let equations = self.spec.equations();
        let mut groups: Vec<Followed> = vec![];
        for span in &self.spans {
            let Work::Follows(relation) = &span.work else { continue };
            let formula = relation.formula(&equations);
            let inputs = u128::from(span.inputs.end - span.inputs.start);
            match groups.iter_mut().find(|group| group.formula == formula) {
                Some(group) => {
                    group.runs += 1;
                    group.inputs += inputs;
                }
                None => groups.push(Followed { formula, runs: 1, inputs }),
            }
        }
        groups
    }

    /// Inputs of the spans that are done in a way.
    pub fn inputs_by(&self, way: Way) -> u128 {
        let spans = self.spans.iter().filter(|span| way(&span.work));
        spans.map(|span| u128::from(span.inputs.end - span.inputs.start)).sum()
    }

    /// Inputs that no closed form and no decision accounts for: chance applies to them, but for exact cases and
    /// what lies beside runs, which only the search tells.
    pub fn open_inputs(&self) -> u128 {
        self.inputs_by(|work| matches!(work, Work::Direct(_) | Work::Search(_)))
    }

    /// Cases to be expected among [`Plan::open_inputs`] if the fractions of g were random.
    pub fn expected_cases(&self) -> f64 {
        self.expected_among(narrow::about(self.open_inputs()))
    }

    /// Cases to be expected among so many inputs if the fractions of g were random.
    pub fn expected_among(&self, inputs: f64) -> f64 {
        let share = match self.request.rounding {
            Rounding::Nearest => 0.5,
            Rounding::Directed | Rounding::All => 1.0,
        };
        // Midpoints are no inputs of f.
        let share = if has_midpoints(&self.request) { share / 2.0 } else { share };
        share * inputs * (1.0 - f64::from(self.bits)).exp2()
    }
}

impl SearchSpan {
    /// The threshold that the kernels search for, for a request of so many bits.
    pub fn epsilon(&self, bits: u32) -> Up {
        threshold_epsilon(bits, self.widening)
    }

    /// All bounds, stage by stage.
    pub fn bounds(&self) -> impl Iterator<Item = (usize, &Bound)> {
        self.stages
            .iter()
            .enumerate()
            .flat_map(|(stage, s)| s.budget.bounds.iter().map(move |bound| (stage, bound)))
    }

    /// All obligations, stage by stage.
    pub fn obligations(&self) -> impl Iterator<Item = (usize, &Obligation)> {
        self.stages
            .iter()
            .enumerate()
            .flat_map(|(stage, s)| s.budget.obligations.iter().map(move |one| (stage, one)))
    }
}

/// The threshold that kernels search for.
pub(super) fn threshold_epsilon(bits: u32, widening: u32) -> Up {
    Up::pow2(narrow::to_i32(widening) - narrow::to_i32(bits))
}

/// Whether midpoints of inputs are searched, too: they are breakpoints of the inverse function.
pub(super) fn has_midpoints(request: &Request) -> bool {
    request.with_inverse && request.rounding != Rounding::Directed
}
