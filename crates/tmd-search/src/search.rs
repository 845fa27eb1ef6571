//! A search: the plan's units run on kernels, every candidate judged, everything accounted for.

use crate::asymptote;
use crate::by_phase::ByPhase;
use crate::drift;
use crate::follow;
use crate::inverse::InverseJudge;
pub use crate::plan::Portion;
use crate::plan::{DriftSpan, Examined, Plan, SearchSpan, Span, Work, pieces};
pub use crate::report::{Covered, Follows, Report, Taken, merge};
use crate::seed::DomainModel;
use rug::Rational;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_cases::confirm::Judge;
use tmd_cases::findings::{Finding, FindingList, Room, Sorter};
use tmd_cases::verdict::Verdict;
use tmd_functions::language::hexfloat;
use tmd_runtime::{Block, CpuConfig, Error, Job, Kernel, Options, Progress};

/// The room that findings have if nobody says otherwise; their file goes to the directory of compiled kernels.
pub fn room() -> Room {
    Room::in_folder(CpuConfig::from_env().cache_dir)
}

/// Runs a plan on its kernels (one for each of [`Plan::kernels`], in order).
///
/// An error or a stop ends the search early; the report then holds what was finished.
pub fn run(
    plan: &Plan,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Report {
    run_in(&room(), plan, kernels, options, progress)
}

/// As [`run`], with some room for findings.
pub fn run_in(
    room: &Room,
    plan: &Plan,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Report {
    let start = Instant::now();
    let mut report = run_portions_in(room, plan, &plan.portions(), kernels, options, progress);
    if report.error.is_none() {
        report.error = add_unsearched(plan, &mut report, room).err();
    }
    report.seconds = start.elapsed().as_secs_f64();
    report
}

/// Adds to a report what is not searched: the cases that are taken from a list, then what follows from all others.
///
/// # Errors
/// As those of [`asymptote::add`] and [`follow::add`].
pub fn add_unsearched(plan: &Plan, report: &mut Report, room: &Room) -> Result<(), Diag> {
    asymptote::add(plan, report, room)?;
    follow::add(plan, report, room)
}

/// Runs portions of a plan, each within its span. Spans that are solved in closed form are not to be cut.
pub fn run_portions(
    plan: &Plan,
    portions: &[Portion],
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Report {
    run_portions_in(&room(), plan, portions, kernels, options, progress)
}

/// As [`run_portions`], with some room for findings.
pub fn run_portions_in(
    room: &Room,
    plan: &Plan,
    portions: &[Portion],
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Report {
    let start = Instant::now();
    let mut report =
        Report { threads: options.thread_count(), devices: devices(kernels), ..Report::default() };
    if let Err(diag) = room.check(by_chance(plan, portions) / TOLERANCE) {
        return Report { error: Some(diag), ..report };
    }
    let job = SearchJob::new(plan, portions, room);
    let outcome = tmd_runtime::run(&job, kernels, options, progress);
    report.timing = outcome.timing;
    report.stopped = outcome.stopped;
    report.error = outcome.error.map(|error| job.diagnose(error));
    for result in outcome.results {
        let unit = &job.units[result.unit];
        report.covered.push(Covered { segment: unit.segment, inputs: unit.inputs.clone() });
        report.counts.add(&result.counts);
    }
    if report.error.is_none() {
        report.error = job.without_kernels(portions, &mut report, options, progress).err();
    }
    report.runs.sort_by_key(|run| (run.segment, run.inputs.start));
    merge(&mut report.covered);
    (report.findings, report.inverse) = job.into_findings();
    if report.stopped || report.error.is_some() {
        let dropped = report.drop_uncovered();
        report.error = report.error.or(dropped.err());
    }
    report.seconds = start.elapsed().as_secs_f64();
    report
}

/// How many times as many findings as there is room for must be expected before a search is refused: it is an estimate.
const TOLERANCE: f64 = 4.0;

/// Fewer findings say nothing about those to come.
const FEW: usize = 1 << 8;

/// The findings that chance would give where kernels search.
fn by_chance(plan: &Plan, portions: &[Portion]) -> f64 {
    let is_random = |portion: &&Portion| matches!(plan.spans[portion.span].work, Work::Search(_));
    let inputs = |portion: &Portion| narrow::about(portion.inputs.end - portion.inputs.start);
    plan.expected_among(portions.iter().filter(is_random).map(inputs).sum())
}

/// The measurements of a sample of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Inputs that were searched.
    pub inputs: u64,
    /// Thread seconds that they took, all included.
    pub seconds: f64,
    /// Hard-to-round cases among them.
    pub cases: u64,
}

/// Searches those inputs of a segment that kernels are planned for and that are in `pieces`, indices in
/// it.
///
/// # Errors
/// As [`run`]'s.
pub fn sample(
    plan: &Plan,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    segment: usize,
    pieces: &[Range<u64>],
) -> Result<Sample, Diag> {
    let portions: Vec<Portion> =
        pieces.iter().flat_map(|piece| plan.portions_of(segment, piece)).collect();
    let job = SearchJob::new(plan, &portions, &room());
    let outcome = tmd_runtime::run(&job, kernels, options, &());
    if let Some(error) = outcome.error {
        return Err(job.diagnose(error));
    }
    let mut sample = Sample::default();
    let mut covered = vec![];
    for result in outcome.results {
        sample.inputs += result.inputs;
        sample.seconds += result.seconds;
        let unit = &job.units[result.unit];
        covered.push((unit.segment, unit.inputs.clone()));
    }
    // Of f: the samples of `bench` ask for no inverse.
    let (mut found, _) = job.into_findings();
    found.retain_within(covered)?;
    sample.cases = found.sorted().hard.len() as u64;
    Ok(sample)
}

/// The devices that kernels run on, each once.
pub fn devices(kernels: &[Arc<dyn Kernel>]) -> Vec<String> {
    let mut names: Vec<String> = kernels.iter().map(|kernel| kernel.describe()).collect();
    names.sort();
    names.dedup();
    names
}

/// A run of inputs inside one domain.
struct Unit<'a> {
    segment: usize,
    span: &'a SearchSpan,
    inputs: Range<u64>,
    /// The inputs of its span that are searched.
    all: u64,
}

struct SearchJob<'a> {
    plan: &'a Plan,
    units: Vec<Unit<'a>>,
    epsilon: Rational,
    room: Room,
    found: Mutex<Found>,
    first_failure: Mutex<Option<Diag>>,
    /// Made when it is needed.
    by_phase: OnceLock<Result<Option<ByPhase>, Diag>>,
}

/// What was found, also in units that are not finished.
struct Found {
    of_f: Sorter,
    of_inverse: Sorter,
}

/// An input that is examined, with the inputs that are examined one after the other.
struct Place<'a> {
    segment: usize,
    spacing: i32,
    index: u64,
    /// The inputs of the unit, or of the span.
    among: &'a Range<u64>,
    /// The inputs of the span.
    all: u64,
}

impl<'a> SearchJob<'a> {
    fn new(plan: &'a Plan, portions: &[Portion], room: &Room) -> Self {
        let mut units = vec![];
        for portion in portions {
            let span = &plan.spans[portion.span];
            let Work::Search(search) = &span.work else { continue };
            let all = portion.inputs.end - portion.inputs.start;
            let mut start = portion.inputs.start;
            while start < portion.inputs.end {
                let end = portion.inputs.end.min(start + search.model.domain_inputs);
                units.push(Unit { segment: span.segment, span: search, inputs: start..end, all });
                start = end;
            }
        }
        SearchJob {
            plan,
            units,
            epsilon: plan.epsilon(),
            room: room.clone(),
            found: Mutex::new(Found { of_f: Sorter::new(room), of_inverse: Sorter::new(room) }),
            first_failure: Mutex::new(None),
            by_phase: OnceLock::new(),
        }
    }

    /// The findings of f and of the inverse function.
    fn into_findings(self) -> (FindingList, FindingList) {
        let Found { of_f, of_inverse } =
            self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        (of_f.finish(), of_inverse.finish())
    }

    fn judge(&self, segment: usize, spacing: i32) -> Judge<'_> {
        Judge {
            spec: &self.plan.spec,
            segment: &self.plan.segments[segment],
            spacing,
            rounding: self.plan.request.rounding,
            epsilon: &self.epsilon,
            emax: self.plan.output.emax,
        }
    }

    /// Examines an input; `marks` are as many as were found among its inputs.
    fn examine(&self, place: &Place<'_>, marks: &mut Vec<()>) -> Result<(), Diag> {
        let Place { segment, spacing, index, .. } = *place;
        let judge = self.judge(segment, spacing);
        let diagnose = |error| self.plan.spec.diagnose(&error);
        let mut note = |finding| {
            marks.push(());
            match self.found(finding)? {
                true => self.check_room(place, marks.len()),
                false => Ok(()),
            }
        };
        if self.plan.request.with_inverse {
            let Plan { input, output, .. } = self.plan;
            let inverse = InverseJudge { judge: &judge, input, output };
            if let Some(case) = inverse.judge(index).map_err(diagnose)? {
                let near = Some(self.x(segment, index));
                let x = hexfloat::print(&case.y, spacing);
                note(Finding { segment, index, x, verdict: case.verdict, near })?;
            }
            if !inverse.is_input(index) {
                return Ok(());
            }
        }
        let Some(verdict) = judge.judge(index).map_err(diagnose)? else { return Ok(()) };
        let x = self.x(segment, index);
        note(Finding { segment, index, x, verdict, near: None })
    }

    /// Notes down an input of which it is not even told what breakpoints its value is between.
    fn untold(&self, segment: usize, index: u64) -> Result<(), Diag> {
        let x = self.x(segment, index);
        if self.plan.request.with_inverse {
            let message = format!("no precision tells the exponent of f(x) at x = {x}");
            return Err(Diag::new(DiagKind::Domain, message)
                .help("search without --with-inverse, or give a range without that input"));
        }
        let verdict = Verdict::untold(self.plan.request.rounding);
        self.found(Finding { segment, index, x, verdict, near: None }).map(|_| ())
    }

    fn x(&self, segment: usize, index: u64) -> String {
        self.plan.segments[segment].hex(index)
    }

    /// Notes a finding down; returns whether memory was full.
    fn found(&self, finding: Finding) -> Result<bool, Diag> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match finding.near {
            None => found.of_f.push(finding),
            Some(_) => found.of_inverse.push(finding),
        }
    }

    /// Refuses to go on if what was found among some inputs says that the rest of the span has too much.
    fn check_room(&self, place: &Place<'_>, found: usize) -> Result<(), Diag> {
        if found < FEW {
            return Ok(());
        }
        let share =
            narrow::about(found as u64) / narrow::about(place.index + 1 - place.among.start);
        self.room.check(share * narrow::about(place.all) / TOLERANCE)
    }

    /// Searches the spans that need no kernel.
    fn without_kernels(
        &self,
        portions: &[Portion],
        report: &mut Report,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<(), Diag> {
        for Portion { span, inputs } in portions {
            let span = &self.plan.spans[*span];
            if options.stop.load(Ordering::Relaxed) {
                report.stopped = true;
                return Ok(());
            }
            let count = inputs.end - inputs.start;
            match &span.work {
                // What follows is made from all the rest, see `follow`.
                Work::Search(_) | Work::Follows(_) | Work::Refused(_) => continue,
                Work::Decided(_) => {}
                Work::Drift(drift) => self.drift(span, drift, report)?,
                Work::Direct(examined) => {
                    let segment = span.segment;
                    let is_done = match examined {
                        Examined::Exactly => {
                            self.direct(segment, inputs, inputs.clone(), report, options)?
                        }
                        Examined::ByPhase => {
                            let left = self.left_by_phase(segment, inputs, options)?;
                            self.direct(segment, inputs, left, report, options)?
                        }
                    };
                    if !is_done {
                        return Ok(());
                    }
                    report.direct += count;
                }
            }
            report.covered.push(Covered { segment: span.segment, inputs: inputs.clone() });
            if span.work.takes_time() {
                progress.advance(count);
            }
        }
        Ok(())
    }

    /// The inputs of a portion that may be cases, by their phases.
    fn left_by_phase(
        &self,
        segment: usize,
        inputs: &Range<u64>,
        options: &Options,
    ) -> Result<Vec<u64>, Diag> {
        let Plan { spec, output, segments, .. } = self.plan;
        let by_phase = self.by_phase.get_or_init(|| ByPhase::of(spec, output, self.plan.margin()));
        let by_phase = by_phase.as_ref().map_err(Diag::clone)?;
        // Without phases none is ruled out.
        let Some(by_phase) = by_phase else { return Ok(inputs.clone().collect()) };
        let of_part = |part: Range<u64>| by_phase.left(&segments[segment], &part);
        let mut left = in_threads(inputs, options.thread_count(), of_part);
        left.sort_unstable();
        Ok(left)
    }

    /// Examines some inputs of a portion one by one; false if it was stopped before their end.
    fn direct(
        &self,
        number: usize,
        inputs: &Range<u64>,
        examined: impl IntoIterator<Item = u64>,
        report: &mut Report,
        options: &Options,
    ) -> Result<bool, Diag> {
        let plan = self.plan;
        let segment = &plan.segments[number];
        let mut marks = vec![];
        for index in examined {
            if options.stop.load(Ordering::Relaxed) {
                report.stopped = true;
                return Ok(false);
            }
            let class = pieces::class_at(&plan.spec, segment, index, &plan.output)
                .map_err(|error| plan.spec.diagnose(&error))?;
            let Some(class) = class else {
                self.untold(number, index)?;
                continue;
            };
            if class <= plan.output.emax {
                let spacing = class + 1 - narrow::to_i32(plan.breakpoint_precision());
                let all = inputs.end - inputs.start;
                let place = Place { segment: number, spacing, index, among: inputs, all };
                self.examine(&place, &mut marks)?;
            }
        }
        Ok(true)
    }

    fn drift(&self, span: &Span, drift: &DriftSpan, report: &mut Report) -> Result<(), Diag> {
        let found = self.solve(span, drift)?;
        for (index, verdict) in found.singles {
            let (segment, x) = (span.segment, self.x(span.segment, index));
            self.found(Finding { segment, index, x, verdict, near: None })?;
        }
        report.runs.extend(found.runs);
        Ok(())
    }

    fn solve(&self, span: &Span, drift: &DriftSpan) -> Result<drift::Found, Diag> {
        let judge = self.judge(span.segment, drift.spacing);
        drift::solve(&judge, span.segment, &span.inputs, drift)
            .map_err(|error| self.plan.spec.diagnose(&error))
    }
}

/// Applies something to parts of some inputs in so many threads, one part each.
fn in_threads(
    inputs: &Range<u64>,
    threads: usize,
    of_part: impl Fn(Range<u64>) -> Vec<u64> + Sync,
) -> Vec<u64> {
    let length = (inputs.end - inputs.start).div_ceil(threads.max(1) as u64).max(1);
    std::thread::scope(|scope| {
        let starts = inputs.clone().step_by(narrow::to_usize(length));
        let parts = starts.map(|start| start..inputs.end.min(start + length));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| of_part(part))).collect();
        let own = running.into_iter().map(|thread| thread.join());
        own.flat_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Calls `visit` for each block that kernels search, with the index of its segment; the block's tag is
/// the index of its first input there.
///
/// # Errors
/// If a seed cannot be made, or what `visit` returns.
pub fn visit_blocks(
    plan: &Plan,
    visit: &mut dyn FnMut(usize, Block) -> Result<(), Diag>,
) -> Result<(), Diag> {
    let job = SearchJob::new(plan, &plan.portions(), &room());
    (0..job.units.len()).try_for_each(|unit| {
        let segment = job.units[unit].segment;
        job.blocks(unit, &mut |block| visit(segment, block).map_err(|diag| job.failure(diag)))
            .map_err(|error| job.take_failure().unwrap_or_else(|| error.into()))
    })
}

/// The inputs that may be cases and that no kernel is given: those that are examined one by one, and what
/// is found in closed form.
///
/// # Errors
/// If f is not defined at one of them.
pub(crate) fn visited_without_kernels(plan: &Plan) -> Result<Vec<Covered>, Diag> {
    let job = SearchJob::new(plan, &plan.portions(), &room());
    let mut inputs = vec![];
    for span in &plan.spans {
        let segment = span.segment;
        match &span.work {
            Work::Search(_) | Work::Decided(_) | Work::Follows(_) | Work::Refused(_) => {}
            Work::Direct(_) => inputs.push(Covered { segment, inputs: span.inputs.clone() }),
            Work::Drift(drift) => {
                let found = job.solve(span, drift)?;
                let single =
                    |(index, _): (u64, Verdict)| Covered { segment, inputs: index..index + 1 };
                inputs.extend(found.singles.into_iter().map(single));
                // Of a run of every second input the others come along.
                inputs.extend(
                    found.runs.into_iter().map(|run| Covered { segment, inputs: run.inputs }),
                );
            }
        }
    }
    merge(&mut inputs);
    Ok(inputs)
}

impl SearchJob<'_> {
    fn take_failure(&self) -> Option<Diag> {
        self.first_failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The report of an error: of the job's own as it was made; where a block is told, its first input.
    fn diagnose(&self, error: Error) -> Diag {
        let first = match &error {
            Error::LoopBound { unit: Some(unit), block: Some(first), .. } => {
                Some(self.x(self.units[*unit].segment, *first))
            }
            _ => None,
        };
        let mut diag = self.take_failure().unwrap_or_else(|| error.into());
        if let Some(first) = first {
            diag.message += &format!(" (the block of inputs from {first} on)");
        }
        diag
    }

    /// Keeps the first diagnostic whole; the runtime only carries its message.
    fn failure(&self, diag: Diag) -> Error {
        let error = Error::job(&diag.message);
        let mut first = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(diag);
        error
    }
}

impl Job for SearchJob<'_> {
    /// A mark for each finding: the findings themselves are sorted in [`SearchJob::found`].
    type Found = ();

    fn units(&self) -> usize {
        self.units.len()
    }

    fn unit_inputs(&self, unit: usize) -> u64 {
        let inputs = &self.units[unit].inputs;
        inputs.end - inputs.start
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Unit { segment, span, inputs, .. } = &self.units[unit];
        let segment = &self.plan.segments[*segment];
        let kernel = &self.plan.kernels[span.kernel];
        let model = DomainModel::new(&self.plan.spec, segment, span, inputs)
            .map_err(|diag| self.failure(diag))?;
        let kernel = (kernel, span.kernel);
        model.visit_blocks(&span.model, kernel, inputs, |first| first, visit)
    }

    fn confirm(
        &self,
        unit: usize,
        block: &Block,
        candidates: &[u64],
        marks: &mut Vec<()>,
    ) -> Result<(), Error> {
        let Unit { segment, span, inputs, all } = &self.units[unit];
        for &candidate in candidates.iter().filter(|&&candidate| candidate < block.inputs) {
            let index = block.tag + candidate;
            let (segment, spacing, all) = (*segment, span.spacing, *all);
            let place = Place { segment, spacing, index, among: inputs, all };
            self.examine(&place, marks).map_err(|diag| self.failure(diag))?;
        }
        Ok(())
    }
}
