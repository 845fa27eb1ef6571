//! The project's own search, from a request to what it found.

use crate::brute::{Case, Found};
use crate::engine::Engine;
use crate::hex;
use rug::Rational;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;
use tmd_codegen::case_run::RunKind;
use tmd_codegen::confirm::Judge;
use tmd_codegen::design::{Check, Division, KernelPlan, StagePlan, Test};
use tmd_codegen::diag::Diag;
use tmd_codegen::plan;
use tmd_codegen::plan::{Plan, Work};
use tmd_codegen::request::Request;
use tmd_codegen::search::{self, Report};
use tmd_codegen::spec::{Effect, Relation};
use tmd_codegen::verdict::Verdict;
use tmd_runtime::{Kernel, Options};

/// Every way to divide, the hybrid one with its extremes.
pub const DIVISIONS: [Division; 6] = [
    Division::Subtractive,
    Division::Native,
    Division::Hybrid(0),
    Division::Hybrid(3),
    Division::Hybrid(64),
    Division::Reciprocal,
];

/// A plan, with the diagnostic as the panic's message if there is none.
///
/// # Panics
/// If the request cannot be planned.
pub fn plan(request: &Request) -> Plan {
    plan::make(request).unwrap_or_else(|diag| panic!("{request:?}: {}", diag.render(false)))
}

/// How many inputs of some searches were done in which way: what a comparison with brute force is worth for
/// kernels depends on how many of them these were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// By kernels.
    pub kernels: u128,
    /// One by one.
    pub direct: u128,
    /// In closed form, or decided at once.
    pub closed: u128,
    /// Not at all: they follow from others.
    pub follow: u128,
}

impl Ways {
    /// Those of a plan.
    pub fn of(plan: &Plan) -> Ways {
        let inputs = |way| plan.inputs_by(way);
        Ways {
            kernels: inputs(|work| matches!(work, Work::Search(_))),
            direct: inputs(|work| matches!(work, Work::Direct(_))),
            closed: inputs(|work| matches!(work, Work::Drift(_) | Work::Decided(_))),
            follow: inputs(|work| matches!(work, Work::Follows(_))),
        }
    }

    /// Says how many there are, and checks that of all that kernels could have been given at least so many
    /// per cent were.
    ///
    /// # Panics
    /// If they were fewer.
    pub fn expect_kernels(&self, what: &str, per_cent: u128) {
        println!("{what}: {self}");
        let open = self.kernels + self.direct;
        assert!(self.kernels > 0, "{what}: no input went through a kernel");
        assert!(100 * self.kernels >= per_cent * open, "{what}: less than {per_cent} %: {self}");
    }
}

impl AddAssign for Ways {
    fn add_assign(&mut self, other: Ways) {
        self.kernels += other.kernels;
        self.direct += other.direct;
        self.closed += other.closed;
        self.follow += other.follow;
    }
}

impl fmt::Display for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ways { kernels, direct, closed, follow } = self;
        write!(
            f,
            "{kernels} inputs went through kernels, {direct} one by one, {closed} closed, {follow} follow"
        )
    }
}

/// A stage by arcs so that it reports arcs whose vertex is not near their packet; others as they are.
pub fn reporting_far(stage: &StagePlan) -> StagePlan {
    let mut stage = stage.clone();
    if let Check::Arcs(arcs) = &mut stage.check {
        arcs.far = Some(arcs.packet_inputs / 2);
    }
    stage
}

/// Does a kernel search by Farey arcs?
pub fn by_arcs(kernel: &KernelPlan) -> bool {
    kernel.stages.iter().any(|stage| stage.test() == Some(Test::Arcs))
}

/// Runs a plan to its end and checks that the report is complete: no error, no gap but what the plan refuses, each input
/// once.
///
/// # Panics
/// If it is not.
pub fn run(plan: &Plan, kernels: &[Arc<dyn Kernel>], threads: usize) -> Report {
    let options = Options { threads, ..Options::default() };
    let report = search::run(plan, kernels, &options, &());
    if let Some(diag) = &report.error {
        panic!("{}", diag.render(false));
    }
    assert!(!report.stopped);
    assert_eq!(report.missing(plan), []);
    assert_eq!(report.inputs() + plan.refused_inputs(), plan.inputs());
    report
}

/// What a report found, for comparison with [`crate::brute::search`].
///
/// # Panics
/// If an input is undecided, or an input does not read back.
pub fn found(report: &Report) -> Found {
    assert_eq!(report.unknown().len(), 0, "undecided inputs");
    let mut found = Found::default();
    for finding in report.findings.to_vec().expect("memory") {
        let x = hex::parse(&finding.x).unwrap_or_else(|| panic!("not a number: {}", finding.x));
        match finding.verdict {
            Verdict::Hard { identical_bits, kind, .. } => {
                found.cases.push(Case { x, kind, identical_bits });
            }
            Verdict::Exact(kind) => found.exact.push((x, kind)),
            Verdict::Unknown(_) => {}
        }
    }
    found
}

/// From a request to what was found, and in which way.
///
/// # Errors
/// If the request cannot be planned.
pub fn search(request: &Request, engine: Engine, threads: usize) -> Result<(Found, Ways), Diag> {
    let plan = plan::make(request)?;
    let report = run(&plan, &engine.kernels(&plan), threads);
    Ok((all_found(&plan, &report), Ways::of(&plan)))
}

/// As [`found`], with the inputs of runs.
///
/// # Panics
/// As [`found`], and if a run is not what it says.
pub fn all_found(plan: &Plan, report: &Report) -> Found {
    let mut all = found(report);
    write_out_runs(plan, report, &mut all);
    all
}

/// Adds the inputs of the runs that a drift decided, each judged by itself.
fn write_out_runs(plan: &Plan, report: &Report, found: &mut Found) {
    let epsilon = plan.epsilon();
    for run in &report.runs {
        let own = plan
            .spans
            .iter()
            .find(|span| span.segment == run.segment && span.inputs.contains(&run.inputs.start));
        let segment = &plan.segments[run.segment];
        let judge = Judge {
            spec: &plan.spec,
            segment,
            spacing: match &own.expect("a run belongs to a span").work {
                Work::Drift(drift) => drift.spacing,
                Work::Follows(relation) => {
                    spacing_of_follower(plan, relation, &segment.x(run.inputs.start))
                }
                work => panic!("{run:?} is not in closed form: {work:?}"),
            },
            rounding: plan.request.rounding,
            epsilon: &epsilon,
            emax: plan.output.emax,
        };
        for index in run.indices() {
            let x = segment.x(index);
            match judge.judge(index).expect("f is defined") {
                Some(Verdict::Hard { identical_bits, kind, .. }) => {
                    assert!(matches!(run.what, RunKind::Hard { .. }), "{run:?}");
                    found.cases.push(Case { x, kind, identical_bits });
                }
                Some(Verdict::Exact(kind)) => {
                    assert_eq!(run.what, RunKind::Exact);
                    found.exact.push((x, kind));
                }
                verdict => panic!("{run:?}: {verdict:?}"),
            }
        }
    }
    found.cases.sort();
    found.exact.sort();
}

/// The breakpoint spacing where a run follows from a drift.
fn spacing_of_follower(plan: &Plan, relation: &Relation, x: &Rational) -> i32 {
    let representative = relation.representative(x);
    let drift = plan.spans.iter().find_map(|span| match &span.work {
        Work::Drift(drift) => {
            let segment = &plan.segments[span.segment];
            let ends = [span.inputs.start, span.inputs.end - 1].map(|index| segment.x(index));
            (ends[0] <= representative && representative <= ends[1]).then_some(drift)
        }
        _ => None,
    });
    let moved = match relation.effect(&plan.spec.equations()) {
        Some(Effect::Factor(factor)) => i32::try_from(factor).expect("a small factor"),
        Some(Effect::Term(_) | Effect::FactorOfStep(0)) => 0,
        effect => panic!("runs do not follow by {effect:?}"),
    };
    drift.expect("a run follows from a drift").spacing - moved
}

/// What the search says of an input.
#[derive(Debug, PartialEq)]
pub struct Said {
    /// The verdict; of a run of hard cases, for all of them.
    pub verdict: Verdict,
    /// Bounds of the distance, from a run.
    pub bounds: Option<(f64, f64)>,
}

/// All findings by input, runs written out.
///
/// # Panics
/// If an input does not read back or comes twice.
pub fn said(plan: &Plan, report: &Report) -> BTreeMap<Rational, Said> {
    let mut all = BTreeMap::new();
    for finding in report.findings.to_vec().expect("memory") {
        let x = hex::parse(&finding.x).expect("a number");
        let said = Said { verdict: finding.verdict.clone(), bounds: None };
        assert!(all.insert(x, said).is_none(), "{} twice", finding.x);
    }
    for run in &report.runs {
        let (verdict, bounds) = match run.what {
            RunKind::Hard { least, most } => {
                let verdict = Verdict::Hard { distance: most, identical_bits: 0, kind: run.kind };
                (verdict, Some((least.to_f64(), most.to_f64())))
            }
            RunKind::Exact => (Verdict::Exact(run.kind), None),
            RunKind::Unknown { .. } => (Verdict::Unknown(run.kind), None),
        };
        let segment = &plan.segments[run.segment];
        for index in run.indices() {
            let x = segment.x(index);
            let said = Said { verdict: verdict.clone(), bounds };
            assert!(all.insert(x, said).is_none(), "index {index} twice");
        }
    }
    all
}
