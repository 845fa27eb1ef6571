//! A second search of a sample, or of everything: by another existence test, on another target or level; what is
//! examined directly by [`Oracle`]; what is solved in closed form solved again. It must find what is listed, no more
//! and no less.

use super::cases::{parallel, words};
use super::claim::Claim;
use super::counts::within;
use super::oracle::{Oracle, Truth};
use super::tiling::{Kind, Part, Tiling};
use super::{Options, Report, lie};
use crate::confirm::Verdict;
use crate::diag::Diag;
use crate::drift::CaseRun;
use crate::load::{self, INTERPRETER, LoadOptions, RUST_SIMD};
use crate::output::certificate::RunEntry;
use crate::plan::{self, Plan, Test, Work};
use crate::random::Random;
use crate::request::{Overrides, Request};
use crate::search::{self, Finding, Portion};
use std::collections::BTreeMap;
use std::ops::Range;
use tmd_runtime::Level;

/// Runs of inputs that a sample is made of, at most.
const WINDOWS: u64 = 16;
/// How much slower than the profile's device the second target is taken to be: portable code, or the interpreter.
const PORTABLE: f64 = 12.0;
/// See [`PORTABLE`].
const INTERPRETED: f64 = 3000.0;
/// Seconds that [`Oracle`] takes for an input.
const ORACLE: f64 = 4e-5;
/// A whole search of at most so many inputs is examined input by input.
const MOST_BRUTE: u128 = 1 << 20;
/// Distances that two searches find agree to this share of themselves.
const SAME: f64 = 1e-9;

/// Searches again and compares.
pub(super) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    plan: &Plan,
    options: &Options,
    report: &mut Report,
) -> Result<(), Diag> {
    let again = Again {
        claim,
        tiling,
        plan,
        options,
        parts: tiling.parts(&claim.cert.covered),
        oracle: Oracle::new(claim),
    };
    report.add("closed forms", again.drifts()?);
    if options.full && claim.cert.covered_inputs <= MOST_BRUTE {
        report.add("every input", again.every_input()?);
    } else {
        report.add("direct inputs", again.direct()?);
    }
    report.add("second search", again.search()?);
    Ok(())
}

struct Again<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    plan: &'a Plan,
    options: &'a Options,
    /// What was covered, cut where spans end.
    parts: Vec<Part>,
    oracle: Oracle<'a>,
}

/// Inputs of a segment.
struct Window {
    segment: usize,
    inputs: Range<u64>,
}

impl Again<'_> {
    fn parts(&self, is: fn(Kind) -> bool) -> impl Iterator<Item = (&Part, &RunEntry)> {
        let own = move |part: &&Part| is(self.tiling.spans[part.span].kind);
        self.parts.iter().filter(own).map(|part| (part, self.tiling.spans[part.span].run))
    }

    fn random(&self, salt: u64) -> Random {
        Random::new(self.options.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(salt))
    }

    /// Solves drifts again: all of them, as far as the time allows.
    fn drifts(&self) -> Result<String, Diag> {
        let mut left = if self.options.full { f64::INFINITY } else { self.options.seconds };
        let mut drifts: Vec<&Part> =
            self.parts(|kind| matches!(kind, Kind::Drift(_))).map(|p| p.0).collect();
        let all = drifts.len();
        let mut random = self.random(1);
        // In an order that nobody could foresee who has not the seed.
        for at in (1..drifts.len()).rev() {
            drifts.swap(at, random.below(at as u64 + 1) as usize);
        }
        let mut portions = vec![];
        for part in drifts {
            left -= self.plan.span_seconds(&self.plan.spans[part.span]);
            if left < 0.0 {
                break;
            }
            portions.push(Portion { span: part.span, inputs: part.inputs.clone() });
        }
        let report =
            search::run_portions(self.plan, &portions, &[], &tmd_runtime::Options::default(), &());
        if let Some(error) = report.error {
            return Err(error);
        }
        for portion in &portions {
            let segment = self.plan.spans[portion.span].segment;
            let own = |run: &&CaseRun| {
                run.segment == segment && portion.inputs.contains(&run.inputs.start)
            };
            let listed = self.claim.found.runs.iter().map(|run| &run.run);
            self.same_runs(listed.filter(own).collect(), report.runs.iter().filter(own).collect())?;
            let window = Window { segment, inputs: portion.inputs.clone() };
            self.same_findings(&window, &report.findings, "bisection")?;
            self.look_inside(&window)?;
        }
        Ok(format!("{} of {all} drifts solved again, and looked into at random", portions.len()))
    }

    fn same_runs(&self, listed: Vec<&CaseRun>, found: Vec<&CaseRun>) -> Result<(), Diag> {
        if let Some(run) = found.iter().find(|run| !listed.contains(run)) {
            let first = self.tiling.x_text(run.segment, run.inputs.start);
            return Err(lie(format!(
                "a run of {} inputs from {first} on is not listed as it is found",
                run.count()
            )));
        }
        match listed.iter().find(|run| !found.contains(run)) {
            None => Ok(()),
            Some(run) => {
                let first = self.tiling.x_text(run.segment, run.inputs.start);
                Err(lie(format!(
                    "a run of {} inputs from {first} on is listed, but not found",
                    run.count()
                )))
            }
        }
    }

    /// Judges some inputs of a drift at random.
    fn look_inside(&self, window: &Window) -> Result<(), Diag> {
        let mut random = self.random(window.inputs.start ^ window.segment as u64);
        let count = window.inputs.end - window.inputs.start;
        for _ in 0..16 {
            let index = window.inputs.start + random.below(count);
            self.one(window.segment, index)?;
        }
        Ok(())
    }

    /// Compares what is listed of an input with what it is.
    fn one(&self, segment: usize, index: u64) -> Result<(), Diag> {
        let Some(x) = self.tiling.x(segment, index) else { return Ok(()) };
        if self.plan.request.with_inverse && !self.is_number(segment, index) {
            return Ok(());
        }
        let truth = self.oracle.truth(&x);
        let wanted = match &truth {
            Truth::Ordinary | Truth::Overflow | Truth::Undefined => None,
            Truth::Hard { near, .. } => Some(("a case", near)),
            Truth::Exact { near } => Some(("exact", near)),
            Truth::Unclear { near, .. } => Some(("too close to a breakpoint to tell", near)),
        };
        let wanted = wanted.filter(|(_, near)| self.oracle.wants(self.oracle.kind(near)));
        match (wanted, self.is_listed(segment, index)) {
            (Some((what, _)), false) => Err(lie(format!(
                "{} is {what}, but is not listed: a case was left out",
                self.tiling.x_text(segment, index)
            ))),
            (None, true) => Err(lie(format!(
                "{} is listed, but is no case",
                self.tiling.x_text(segment, index)
            ))),
            _ => Ok(()),
        }
    }

    fn is_number(&self, segment: usize, index: u64) -> bool {
        let midpoints = self.claim.input.precision
            != self
                .claim
                .request
                .input_precision
                .unwrap_or(self.claim.request.precision)
                .format()
                .map_or(self.claim.input.precision, |format| format.precision);
        !midpoints || self.tiling.grid(segment).is_some_and(|grid| (grid.first + index).is_even())
    }

    fn is_listed(&self, segment: usize, index: u64) -> bool {
        let found = self.claim.found;
        let here = index..index + 1;
        let single = within(found, segment, &here).any(|finding| finding.near.is_none());
        let in_run = |run: &CaseRun| {
            run.segment == segment
                && run.inputs.contains(&index)
                && (index - run.inputs.start).is_multiple_of(run.stride)
        };
        single || found.runs.iter().any(|run| in_run(&run.run))
    }

    /// Judges every input.
    fn every_input(&self) -> Result<String, Diag> {
        let inputs: Vec<(usize, u64)> = self
            .parts
            .iter()
            .flat_map(|part| {
                let segment = self.tiling.spans[part.span].run.segment;
                part.inputs.clone().map(move |index| (segment, index))
            })
            .collect();
        parallel(&inputs, |&(segment, index)| self.one(segment, index))?;
        Ok(format!("{} judged one by one", inputs.len()))
    }

    /// Judges a sample of the inputs that were examined directly, or all.
    fn direct(&self) -> Result<String, Diag> {
        let parts: Vec<_> = self.parts(|kind| matches!(kind, Kind::Direct(_))).collect();
        let sizes: Vec<u64> =
            parts.iter().map(|(part, _)| part.inputs.end - part.inputs.start).collect();
        let all: u64 = sizes.iter().sum();
        let most = (self.options.seconds / ORACLE) as u64;
        let inputs: Vec<(usize, u64)> = if self.options.full || all <= most {
            let every = parts
                .iter()
                .flat_map(|(part, run)| part.inputs.clone().map(|index| (run.segment, index)));
            every.collect()
        } else {
            let mut random = self.random(2);
            let ends: Vec<u64> = sizes
                .iter()
                .scan(0, |sum, n| {
                    *sum += n;
                    Some(*sum)
                })
                .collect();
            let pick = |number: u64| {
                let at = ends.partition_point(|end| *end <= number);
                let (part, run) = parts[at];
                (run.segment, part.inputs.start + number - (ends[at] - sizes[at]))
            };
            (0..most).map(|_| pick(random.below(all))).collect()
        };
        parallel(&inputs, |&(segment, index)| self.one(segment, index))?;
        Ok(format!("{} of {all} judged again", inputs.len()))
    }

    /// Searches a sample of what kernels searched, or all of it, by another test.
    fn search(&self) -> Result<String, Diag> {
        let of_kernels = || self.parts(|kind| matches!(kind, Kind::Search(_)));
        let seconds: f64 = of_kernels().map(|(part, _)| self.seconds(part)).sum();
        if of_kernels().next().is_none() {
            return Ok("no kernel searched anything".into());
        }
        let by_interpreter = seconds * INTERPRETED <= self.options.seconds;
        let slower = if by_interpreter { INTERPRETED } else { PORTABLE };
        let windows = match self.options.full || seconds * slower <= self.options.seconds {
            true => of_kernels()
                .map(|(part, run)| Window { segment: run.segment, inputs: part.inputs.clone() })
                .collect(),
            false => self.windows(self.options.seconds / slower / seconds),
        };
        let target = if by_interpreter { INTERPRETER } else { RUST_SIMD };
        let (test, plan) = self.other_plan(target)?;
        let portions = portions(&plan, &windows);
        let level = match self
            .claim
            .cert
            .devices
            .iter()
            .any(|name| name.contains(Level::Portable.as_str()))
        {
            true => Level::detect(),
            false => Level::Portable,
        };
        let level = Some(level).filter(|_| !by_interpreter);
        let options = LoadOptions { target: target.to_owned(), level, ..LoadOptions::default() };
        let hash = plan.hash();
        let loaded = load::load(plan, &options, "tmd-codegen verify")?;
        if loaded.plan.hash() != hash {
            return Err(Diag::new(
                crate::diag::DiagKind::NoCompiler,
                "the kernels of the second search cannot be compiled here",
            )
            .help("install a Rust compiler"));
        }
        let run = tmd_runtime::Options::default();
        let report = search::run_portions(&loaded.plan, &portions, &loaded.kernels, &run, &());
        if let Some(error) = report.error {
            return Err(error);
        }
        let found: Vec<Finding> = [report.findings, report.inverse].concat();
        let mut inputs = 0;
        for window in &windows {
            inputs += u128::from(window.inputs.end - window.inputs.start);
            self.same_findings(window, &found, test.name())?;
        }
        Ok(format!(
            "{} inputs in {}, by {} on {}: {} findings, the same",
            plan::grouped(inputs),
            plan::plural(windows.len(), "run"),
            test.name(),
            report.devices.join(", "),
            found.len()
        ))
    }

    /// Predicted seconds of a part by the plan's own kernels.
    fn seconds(&self, part: &Part) -> f64 {
        self.plan.portion_seconds(&Portion { span: part.span, inputs: part.inputs.clone() })
    }

    /// Runs of inputs at random that make a share of all work, in different units as chance has it.
    fn windows(&self, share: f64) -> Vec<Window> {
        let parts: Vec<_> = self.parts(|kind| matches!(kind, Kind::Search(_))).collect();
        let seconds: Vec<f64> = parts.iter().map(|(part, _)| self.seconds(part)).collect();
        let all: f64 = seconds.iter().sum();
        let mut random = self.random(3);
        let mut windows: BTreeMap<(usize, u64), u64> = BTreeMap::new();
        for _ in 0..WINDOWS {
            let mut at = random.unit() * all;
            let chosen = seconds
                .iter()
                .position(|own| {
                    at -= own;
                    at < 0.0
                })
                .unwrap_or(0);
            let (part, run) = parts[chosen];
            let count = part.inputs.end - part.inputs.start;
            let wanted = count as f64 * share * all
                / WINDOWS as f64
                / seconds[chosen].max(f64::MIN_POSITIVE);
            let length = (wanted as u64).clamp(1 << 12, u64::MAX).min(count);
            let start = part.inputs.start + random.below(count - length + 1);
            windows.insert((run.segment, start), start + length);
        }
        // Overlapping ones become one.
        let mut apart: Vec<Window> = vec![];
        for ((segment, start), end) in windows {
            match apart
                .last_mut()
                .filter(|last| last.segment == segment && last.inputs.end >= start)
            {
                Some(last) => last.inputs.end = last.inputs.end.max(end),
                None => apart.push(Window { segment, inputs: start..end }),
            }
        }
        apart
    }

    /// A plan of the same request with another test than that of its kernels.
    fn other_plan(&self, target: &str) -> Result<(Test, Plan), Diag> {
        let kernels = self.plan.kernels.iter().flat_map(|kernel| &kernel.stages);
        let used: Vec<Test> = kernels.filter_map(|stage| stage.test()).collect();
        let by_arcs = used.contains(&Test::Arcs);
        let test = match used.contains(&Test::RegularCut) && !by_arcs {
            true => Test::Lefevre,
            false => Test::RegularCut,
        };
        let request = Request {
            overrides: Overrides { test: Some(test), ..Overrides::default() },
            target: target.to_owned(),
            ..self.claim.request.clone()
        };
        let profile = self.claim.cert.profile.clone().unwrap_or_default();
        Ok((test, plan::make_by(&request, profile)?))
    }

    /// Compares the findings of a window with those that are listed.
    fn same_findings(&self, window: &Window, found: &[Finding], by: &str) -> Result<(), Diag> {
        let key = |finding: &Finding| (finding.index, finding.near.is_some());
        let inside = |finding: &&Finding| {
            finding.segment == window.segment && window.inputs.contains(&finding.index)
        };
        let found: BTreeMap<_, &Finding> =
            found.iter().filter(inside).map(|f| (key(f), f)).collect();
        let listed: BTreeMap<_, &Finding> =
            within(self.claim.found, window.segment, &window.inputs).map(|f| (key(f), f)).collect();
        for (place, finding) in &found {
            let Some(said) = listed.get(place) else {
                return Err(lie(format!(
                    "{} is {}, found by {by}, but is not listed: a case was left out",
                    finding.x,
                    words(&finding.verdict)
                )));
            };
            if said.x != finding.x || !same(&said.verdict, &finding.verdict) {
                return Err(lie(format!(
                    "{} is listed as {}, but {by} finds {}: {}",
                    said.x,
                    words(&said.verdict),
                    finding.x,
                    words(&finding.verdict)
                )));
            }
        }
        match listed.iter().find(|(place, _)| !found.contains_key(place)) {
            None => Ok(()),
            Some((_, said)) => Err(lie(format!("{} is listed, but {by} does not find it", said.x))),
        }
    }
}

/// The same, but for the last bits of a distance.
fn same(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (
            Verdict::Hard { distance: d, identical_bits: i, kind: k },
            Verdict::Hard { distance, identical_bits, kind },
        ) => d.is_about(*distance, SAME) && i == identical_bits && k == kind,
        _ => a == b,
    }
}

/// Windows cut where the spans of a plan end, without what is solved in closed form.
fn portions(plan: &Plan, windows: &[Window]) -> Vec<Portion> {
    let is_open =
        |portion: &Portion| matches!(plan.spans[portion.span].work, Work::Search(_) | Work::Direct);
    let cut = |window: &Window| plan.portions_of(window.segment, &window.inputs);
    windows.iter().flat_map(cut).filter(is_open).collect()
}
