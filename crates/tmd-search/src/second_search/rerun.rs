//! A second search of a sample, or of everything: by another existence test, on another target or level; what is
//! examined directly by [`Oracle`]; what is solved in closed form solved again. It must find what is listed, no more
//! and no less. How samples are drawn, and what they say: [`tmd_certificate::verify::sample`].

use crate::load::{INTERPRETER, LoadOptions, Loaded, RUST_SIMD};
use crate::plan::{Plan, Work};
use crate::search::Portion;
use crate::{load, plan, search};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_base::engine::ENGINE;
use tmd_base::narrow;
use tmd_base::random::Random;
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::findings::Finding;
use tmd_cases::verdict::Verdict;
use tmd_certificate::certificate::{NotListed, RunEntry};
use tmd_certificate::verify::cases::parallel;
use tmd_certificate::verify::claim::Claim;
use tmd_certificate::verify::counts::{slice, within};
use tmd_certificate::verify::inverse::InverseOracle;
use tmd_certificate::verify::oracle::{Oracle, Truth};
use tmd_certificate::verify::roots::Counted;
use tmd_certificate::verify::sample::{Clock, Drawn, Intervals, rounds};
use tmd_certificate::verify::tiling::{self, Kind, Tiling};
use tmd_certificate::verify::words::words;
use tmd_certificate::verify::{How, Report, lie};
use tmd_design::design::Test;
use tmd_request::profile::Profile;
use tmd_request::request::{Overrides, Request};
use tmd_runtime::Level;

/// How much slower than the built-in profile's device the second target is taken to be: portable code, or the interpreter.
const PORTABLE: f64 = 12.0;
/// See [`PORTABLE`].
const INTERPRETED: f64 = 3000.0;
/// A sample consists of so many intervals at least, if what they take is predicted well.
const LEAST_INTERVALS: f64 = 64.0;
/// Shorter intervals take hardly less time.
const SHORTEST: u64 = 1 << 12;
/// Inputs that are judged one by one are drawn so many at a time.
const AT_ONCE: u64 = 1 << 9;
/// The shares of the time after which no more drifts, and no more single inputs, are drawn.
const TIME_OF_DRIFTS: f64 = 0.25;
/// See [`TIME_OF_DRIFTS`].
const TIME_OF_INPUTS: f64 = 0.5;
/// A whole search of at most so many inputs is examined input by input.
const MOST_BRUTE: u128 = 1 << 20;
/// Distances that two searches find agree to this share of themselves.
const SAME: f64 = 1e-9;

/// Searches again and compares. Returns how much of each kind was searched, in windows that a case is in or is not.
pub(super) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    plan: &Plan,
    how: How,
    report: &mut Report,
) -> Result<Vec<Drawn>, Diag> {
    let portions = tiling.portions(&claim.cert.covered);
    let oracle = Oracle::new(claim);
    let inverse = InverseOracle::new(claim, tiling);
    let by_formula = Counted::check(claim, tiling)?;
    let again = Again { claim, tiling, by_formula, plan, how, portions, oracle, inverse };
    let mut drawn = vec![];
    let mut add = |what, (share, text): (Drawn, String)| {
        report.add(what, text);
        drawn.push(share);
    };
    add("closed forms", again.drifts()?);
    match how.full && claim.cert.covered_inputs <= MOST_BRUTE {
        true => add("every input", again.every_input()?),
        false => add("direct inputs", again.direct()?),
    }
    add("second search", again.search()?);
    Ok(drawn)
}

struct Again<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    by_formula: Counted<'a>,
    plan: &'a Plan,
    how: How,
    /// The inputs that were covered, cut where spans end.
    portions: Vec<tiling::Portion>,
    oracle: Oracle<'a>,
    inverse: InverseOracle<'a>,
}

/// A window: inputs of a segment that are searched again as a whole.
struct Window {
    segment: usize,
    inputs: Range<u64>,
}

impl Again<'_> {
    fn portions(
        &self,
        is: fn(Kind) -> bool,
    ) -> impl Iterator<Item = (&tiling::Portion, &RunEntry)> {
        let own = move |portion: &&tiling::Portion| is(self.tiling.spans[portion.span].kind);
        self.portions
            .iter()
            .filter(own)
            .map(|portion| (portion, self.tiling.spans[portion.span].run))
    }

    fn random(&self, salt: u64) -> Random {
        Random::new(self.how.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(salt))
    }

    /// A clock for a share of the time, from now on.
    fn clock(&self, share: f64) -> Clock {
        let seconds = if self.how.full { f64::INFINITY } else { self.how.seconds * share };
        Clock::new(seconds)
    }

    /// Solves drifts again: all of them, as far as there is time.
    fn drifts(&self) -> Result<(Drawn, String), Diag> {
        let drifts: Vec<&tiling::Portion> =
            self.portions(|kind| matches!(kind, Kind::Drift(_))).map(|p| p.0).collect();
        let clock = self.clock(TIME_OF_DRIFTS);
        let drawn = rounds(drifts.len() as u64, 1, clock, self.random(1), |numbers| {
            numbers.iter().try_for_each(|number| self.drift(drifts[narrow::to_usize(*number)]))
        })?;
        let Drawn { windows, of } = drawn;
        Ok((drawn, format!("{windows} of {of} drifts solved again and spot-checked")))
    }

    fn drift(&self, claimed: &tiling::Portion) -> Result<(), Diag> {
        let portion = Portion { span: claimed.span, inputs: claimed.inputs.clone() };
        let report = search::run_portions(
            self.plan,
            std::slice::from_ref(&portion),
            &[],
            &tmd_runtime::Options::default(),
            &(),
        );
        if let Some(error) = report.error {
            return Err(error);
        }
        let segment = self.plan.spans[portion.span].segment;
        let own =
            |run: &&CaseRun| run.segment == segment && portion.inputs.contains(&run.inputs.start);
        let listed = self.claim.found.runs.iter().map(|run| &run.run);
        self.same_runs(listed.filter(own).collect(), report.runs.iter().filter(own).collect())?;
        let window = Window { segment, inputs: portion.inputs };
        self.same_findings(&window, &found(&report)?, &BTreeSet::new(), "bisection")?;
        self.look_inside(&window)
    }

    fn same_runs(&self, listed: Vec<&CaseRun>, found: Vec<&CaseRun>) -> Result<(), Diag> {
        if let Some(run) = found.iter().find(|run| !listed.iter().any(|own| self.is_so(own, run))) {
            let first = self.tiling.x_text(run.segment, run.inputs.start);
            return Err(lie(format!(
                "a run of {} inputs from {first} on is not listed as it is found",
                run.count()
            )));
        }
        match listed.iter().find(|own| !found.iter().any(|run| self.is_so(own, run))) {
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

    /// Whether a listed run is what was found, or left undecided by an engine before this one.
    fn is_so(&self, listed: &CaseRun, found: &CaseRun) -> bool {
        let may_be_open = self.claim.cert.engine < ENGINE;
        let what = match listed.what {
            RunKind::Unknown { .. } if may_be_open => listed.what,
            _ => found.what,
        };
        *listed == CaseRun { what, ..found.clone() }
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
        if self.plan.request.with_inverse {
            let here = within(self.claim.found, segment, &(index..index + 1));
            let listed = here.filter(|finding| finding.near.is_some()).last();
            self.inverse.truth(&x).compare(&self.tiling.x_text(segment, index), listed)?;
            if !self.is_number(segment, index) {
                return Ok(());
            }
        }
        let truth = self.oracle.truth(&x);
        let counts = |near| self.oracle.wants(self.oracle.kind(near));
        let wanted = match &truth {
            Truth::Ordinary | Truth::Overflow | Truth::Undefined => None,
            Truth::Hard { near, .. } => counts(near).then_some("a case"),
            Truth::Exact { near } => counts(near).then_some("exact"),
            Truth::Unclear { near, .. } => {
                counts(near).then_some("too close to a breakpoint to tell")
            }
            Truth::Untold => Some("one of which no precision tells whether it is a case"),
        };
        // With fewer bits the search may not have told that it is next to a breakpoint that does not count.
        let may_be_untold = matches!(truth, Truth::Unclear { .. });
        match (wanted, self.is_listed(segment, index)) {
            (Some(_), false) if self.is_counted(segment, index) => Ok(()),
            (Some("exact"), false) if self.by_formula.of(segment, &(index..index + 1)) == 1 => {
                Ok(())
            }
            (Some(what), false) => Err(lie(format!(
                "{} is {what}, but is not listed: a case was left out",
                self.tiling.x_text(segment, index)
            ))),
            (None, true) if !may_be_untold => Err(lie(format!(
                "{} is listed, but is not a case",
                self.tiling.x_text(segment, index)
            ))),
            _ => Ok(()),
        }
    }

    /// Whether an input's run follows from others, and has findings that are counted and not listed. How many, is checked by
    /// itself.
    fn is_counted(&self, segment: usize, index: u64) -> bool {
        self.claim.cert.follows.iter().any(|entry| {
            let inside = entry.run.from_index..entry.run.to_index;
            entry.not_listed != NotListed::default()
                && entry.run.segment == segment
                && inside.contains(&index)
        })
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
    fn every_input(&self) -> Result<(Drawn, String), Diag> {
        let inputs: Vec<(usize, u64)> = self
            .portions
            .iter()
            .flat_map(|portion| {
                let segment = self.tiling.spans[portion.span].run.segment;
                portion.inputs.clone().map(move |index| (segment, index))
            })
            .collect();
        parallel(&inputs, |&(segment, index)| self.one(segment, index))?;
        for (portion, run) in self.portions(|kind| matches!(kind, Kind::Direct(_))) {
            self.inverse_of(&[Window { segment: run.segment, inputs: portion.inputs.clone() }])?;
        }
        let all = inputs.len() as u64;
        Ok((Drawn { windows: all, of: all }, format!("{all} judged one by one")))
    }

    /// Judges a sample of the inputs that were examined directly, or all.
    fn direct(&self) -> Result<(Drawn, String), Diag> {
        let runs = self.portions(|kind| matches!(kind, Kind::Direct(_)));
        let runs = runs.map(|(portion, run)| (run.segment, portion.inputs.clone())).collect();
        let inputs = Intervals::new(runs, 1);
        let at_once = if self.how.full { u64::MAX } else { AT_ONCE };
        let clock = self.clock(TIME_OF_INPUTS);
        let drawn = rounds(inputs.count(), at_once, clock, self.random(2), |numbers| {
            let mut windows: Vec<Window> = numbers.iter().map(|n| window(&inputs, *n)).collect();
            windows.sort_by_key(|window| (window.segment, window.inputs.start));
            parallel(&windows, |window| self.one(window.segment, window.inputs.start))?;
            self.inverse_of(&windows)
        })?;
        let Drawn { windows, of } = drawn;
        Ok((drawn, format!("{windows} of {of} judged again")))
    }

    /// Searches inputs that are examined directly for the findings of the inverse function, and compares.
    fn inverse_of(&self, windows: &[Window]) -> Result<(), Diag> {
        if !self.claim.request.with_inverse {
            return Ok(());
        }
        let portions = portions(self.plan, windows);
        let report =
            search::run_portions(self.plan, &portions, &[], &tmd_runtime::Options::default(), &());
        if let Some(error) = report.error {
            return Err(error);
        }
        let found = found(&report)?;
        let none = BTreeSet::new();
        windows.iter().try_for_each(|window| self.same_findings(window, &found, &none, "the judge"))
    }

    /// Searches a sample of what kernels searched, or all of it, by another test.
    fn search(&self) -> Result<(Drawn, String), Diag> {
        let runs: Vec<(usize, Range<u64>)> = self
            .portions(|kind| matches!(kind, Kind::Search(_)))
            .map(|(portion, run)| (run.segment, portion.inputs.clone()))
            .collect();
        if runs.is_empty() {
            return Ok((Drawn { windows: 0, of: 0 }, "no kernel searched anything".into()));
        }
        // By the built-in profile, whatever the certificate says: times that are false would make short work of it.
        let (_, priced) = self.other_plan(RUST_SIMD)?;
        let price = Price::of(&priced, &runs);
        let by_interpreter = price.seconds * INTERPRETED <= self.how.seconds;
        let target = if by_interpreter { INTERPRETER } else { RUST_SIMD };
        let (test, plan) = self.other_plan(target)?;
        // Drawn, not chosen by the devices that the certificate names: those are only words.
        let level = match self.how.seed.is_multiple_of(2) {
            _ if by_interpreter => None,
            true => Some(Level::detect()),
            false => Some(Level::Portable),
        };
        let options = LoadOptions { target: target.to_owned(), level, ..LoadOptions::default() };
        let hash = plan.hash();
        let loaded = load::load(plan, &options, "tmd-codegen verify")?;
        if loaded.plan.hash() != hash {
            return Err(Diag::new(
                tmd_base::diag::DiagKind::NoCompiler,
                "the kernels of the second search cannot be compiled here",
            )
            .help("install a Rust compiler"));
        }
        let second = Second { again: self, loaded, by: test.name() };
        let intervals = match self.how.full {
            // Whole runs, of which none is left out.
            true => Intervals::new(runs, u64::MAX),
            false => Intervals::new(
                runs,
                price.interval(
                    self.how.seconds,
                    if by_interpreter { INTERPRETED } else { PORTABLE },
                ),
            ),
        };
        let at_once = if self.how.full { u64::MAX } else { rayon::current_num_threads() as u64 };
        let (mut inputs, mut findings) = (0, 0);
        let clock = self.clock(1.0);
        let drawn = rounds(intervals.count(), at_once, clock, self.random(3), |numbers| {
            let windows: Vec<Window> = numbers.iter().map(|n| window(&intervals, *n)).collect();
            inputs += windows.iter().map(Window::count).sum::<u128>();
            findings += second.search(&windows)?;
            Ok(())
        })?;
        let Drawn { windows, of } = drawn;
        let windows = match self.how.full {
            true => tmd_base::text::plural(narrow::to_usize(windows), "run"),
            false => format!(
                "{windows} of {of} intervals of {}",
                tmd_base::text::grouped(intervals.length().into())
            ),
        };
        let devices = match &search::devices(&second.loaded.kernels)[..] {
            [device] => device.clone(),
            devices => tmd_base::text::kernels(devices),
        };
        Ok((
            drawn,
            format!(
                "{} inputs in {windows}, by {} on {devices}: {findings} findings, the same",
                tmd_base::text::grouped(inputs),
                second.by,
            ),
        ))
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
            // With equations, inputs would not be searched that were.
            overrides: Overrides {
                test: Some(test),
                equations: self.claim.request.overrides.equations,
                ..Overrides::default()
            },
            target: target.to_owned(),
            ..self.claim.request.clone()
        };
        Ok((test, plan::make_by(&request, Profile::default())?))
    }

    /// The inputs of a window in runs that were found, each of which was judged, and is listed as it should be.
    fn listed_in_runs(&self, window: &Window, runs: &[CaseRun]) -> Result<BTreeSet<u64>, Diag> {
        let mut all = BTreeSet::new();
        for run in runs.iter().filter(|run| run.segment == window.segment) {
            let inputs =
                window.inputs.start.max(run.inputs.start)..window.inputs.end.min(run.inputs.end);
            let is_own = |i: &u64| (i - run.inputs.start).is_multiple_of(run.stride);
            for index in inputs.filter(is_own) {
                // So the first that is not listed ends this.
                self.one(window.segment, index)?;
                all.insert(index);
            }
        }
        Ok(all)
    }

    /// Compares the findings of a window with those that are listed, besides some that were compared. `all` must be in
    /// order.
    fn same_findings(
        &self,
        window: &Window,
        all: &[Finding],
        compared: &BTreeSet<u64>,
        by: &str,
    ) -> Result<(), Diag> {
        let key = |finding: &Finding| (finding.index, finding.near.is_some());
        let found = slice(all, window.segment, &window.inputs);
        let found: BTreeMap<_, &Finding> = found.iter().map(|f| (key(f), f)).collect();
        let listed: BTreeMap<_, &Finding> =
            within(self.claim.found, window.segment, &window.inputs).map(|f| (key(f), f)).collect();
        let mut exact = 0;
        for (place, finding) in &found {
            if self.by_formula.is_any() && matches!(finding.verdict, Verdict::Exact(_)) {
                exact += 1;
                continue;
            }
            let Some(said) = listed.get(place) else {
                return Err(lie(format!(
                    "{} is {}, found by {by}, but is not listed: a case was left out",
                    finding.x,
                    words(&finding.verdict)
                )));
            };
            let agree = same(&said.verdict, &finding.verdict)
                || (self.claim.cert.engine == 2 && bounds(&said.verdict, &finding.verdict));
            if said.x != finding.x || !agree {
                return Err(lie(format!(
                    "{} is listed as {}, but {by} finds {}: {}",
                    said.x,
                    words(&said.verdict),
                    finding.x,
                    words(&finding.verdict)
                )));
            }
        }
        let wanted = self.by_formula.of(window.segment, &window.inputs);
        if exact != wanted {
            return Err(lie(format!(
                "{by} finds {exact} exact cases from {} on, and a formula {wanted}",
                self.tiling.x_text(window.segment, window.inputs.start)
            )));
        }
        let is_found =
            |place: &(u64, bool)| found.contains_key(place) || compared.contains(&place.0);
        match listed.iter().find(|(place, _)| !is_found(place)) {
            None => Ok(()),
            Some((_, said)) => Err(lie(format!("{} is listed, but {by} does not find it", said.x))),
        }
    }
}

/// The second search's kernels, ready to run.
struct Second<'a> {
    again: &'a Again<'a>,
    loaded: Loaded,
    by: &'static str,
}

impl Second<'_> {
    /// Searches windows and compares what is found; how much that is.
    fn search(&self, windows: &[Window]) -> Result<usize, Diag> {
        let Second { again, loaded: Loaded { plan, kernels, .. }, by } = self;
        let portions = portions(plan, windows);
        let run = tmd_runtime::Options::default();
        let report = search::run_portions(plan, &portions, kernels, &run, &());
        if let Some(error) = report.error {
            return Err(error);
        }
        let found = found(&report)?;
        let mut count = 0;
        for window in windows {
            // What this plan solves in closed form the other searched with kernels, and listed one by one.
            let in_runs = again.listed_in_runs(window, &report.runs)?;
            again.same_findings(window, &found, &in_runs, by)?;
            count += slice(&found, window.segment, &window.inputs).len() + in_runs.len();
        }
        Ok(count)
    }
}

/// The time that a search is predicted to take, by the built-in profile, on its device.
struct Price {
    /// In all.
    seconds: f64,
    /// For an input where inputs take most.
    most: f64,
}

impl Price {
    fn of(plan: &Plan, runs: &[(usize, Range<u64>)]) -> Price {
        let portions = runs.iter().flat_map(|(segment, inputs)| plan.portions_of(*segment, inputs));
        let mut price = Price { seconds: 0.0, most: 0.0 };
        for portion in portions {
            let seconds = plan.portion_seconds(&portion);
            let inputs = portion.inputs.end - portion.inputs.start;
            price.seconds += seconds;
            price.most = price.most.max(seconds / narrow::about(inputs));
        }
        price
    }

    /// The length of intervals, so many of which take some seconds that they are a sample.
    fn interval(&self, seconds: f64, slower: f64) -> u64 {
        let length = seconds / LEAST_INTERVALS / (self.most * slower).max(f64::MIN_POSITIVE);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a length that is chosen: it may be cut"
        )]
        let length = length as u64;
        length.max(SHORTEST)
    }
}

impl Window {
    fn count(&self) -> u128 {
        u128::from(self.inputs.end - self.inputs.start)
    }
}

fn window(intervals: &Intervals, number: u64) -> Window {
    let (segment, inputs) = intervals.get(number);
    Window { segment, inputs }
}

/// The findings of a report, in order.
fn found(report: &search::Report) -> Result<Vec<Finding>, Diag> {
    let mut all = [report.findings.to_vec()?, report.inverse.to_vec()?].concat();
    all.sort_by_key(Finding::place);
    Ok(all)
}

/// Whether two verdicts are the same up to the last bits of a distance.
fn same(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (
            Verdict::Hard { distance: d, identical_bits: i, kind: k },
            Verdict::Hard { distance, identical_bits, kind },
        ) => d.is_about(*distance, SAME) && i == identical_bits && k == kind,
        _ => a == b,
    }
}

/// Whether a case is told by a bound, as the second engine did where this one tells more bits.
fn bounds(told: &Verdict, known: &Verdict) -> bool {
    match (told, known) {
        (
            Verdict::Hard { distance: d, identical_bits: i, kind: k },
            Verdict::Hard { distance, identical_bits, kind },
        ) => d >= distance && i <= identical_bits && k == kind,
        _ => false,
    }
}

/// Windows cut where the spans of a plan end; of spans that it solves in closed form all, once.
fn portions(plan: &Plan, windows: &[Window]) -> Vec<Portion> {
    let cut = |window: &Window| plan.portions_of(window.segment, &window.inputs);
    let mut drifts = BTreeSet::new();
    let wanted = windows.iter().flat_map(cut).filter_map(|portion| {
        let span = &plan.spans[portion.span];
        match span.work {
            Work::Search(_) | Work::Direct(_) => Some(portion),
            Work::Drift(_) => drifts
                .insert(portion.span)
                .then(|| Portion { span: portion.span, inputs: span.inputs.clone() }),
            Work::Decided(_) | Work::Follows(_) | Work::Refused(_) => None,
        }
    });
    wanted.collect()
}
