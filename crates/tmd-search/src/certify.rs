//! The certificate that a search writes.

use crate::plan::{Plan, SearchSpan, Span, Work};
use crate::report::{Covered, Report, Taken};
use crate::results::Results;
use rug::Integer;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::ENGINE;
use tmd_base::narrow;
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::findings::{Finding, Findings, Part, Rows, Sorted};
use tmd_cases::verdict::Verdict;
use tmd_certificate::certificate::{
    AsymptoteEntry, BoundEntry, Certificate, DecidedEntry, DriftEntry, FollowEntry, FormatEntry,
    FoundEntry, FoundRun, InverseEntry, MOST_EXACT, MOST_FOLLOWING, ModelEntry, NotListed,
    ObligationEntry, RefusedEntry, RunEntry, SCHEMA, SpanEntry,
};
use tmd_design::bound::{Bound, Up};
use tmd_design::obligation::Obligation;
use tmd_functions::language::Relation;
use tmd_request::request::Rounding;
use tmd_runtime::Counts;

/// A list of findings that is made while a certificate is written.
pub type Listed<'a> = Rows<'a, Finding>;

/// The certificate of a search.
///
/// # Errors
/// If a file of findings cannot be read.
pub fn certificate(results: Results<'_>) -> Result<Certificate<Listed<'_>>, Diag> {
    let Results { plan, report, .. } = results;
    let Findings { of_f: Sorted { hard, exact, unknown }, .. } = report.sorted();
    let left_out = Rc::new(LeftOut::of(plan, report)?);
    let mut certificate = without_findings_but(results, &left_out);
    certificate.found = Some(FoundEntry {
        cases: listed(plan, &left_out, hard),
        inverse: report.inverse.all().rows(|finding| Some(finding.clone())),
        runs: report.runs.iter().map(|run| found_run(plan, run)).collect(),
        exact: listed(plan, &left_out, exact),
        unknown: listed(plan, &left_out, unknown),
    });
    certificate.digest = Some(certificate.digest_of_rest());
    Ok(certificate)
}

/// The certificate for a text that lists the findings itself.
///
/// # Errors
/// As [`certificate`]'s.
pub fn without_findings(results: Results<'_>) -> Result<Certificate<Listed<'_>>, Diag> {
    Ok(without_findings_but(results, &LeftOut::of(results.plan, results.report)?))
}

fn listed<'a>(plan: &'a Plan, left_out: &Rc<LeftOut>, part: Part<'a>) -> Listed<'a> {
    let left_out = left_out.clone();
    part.rows(move |finding| (!left_out.has(plan, finding)).then(|| finding.clone()))
}

fn without_findings_but<'a>(results: Results<'a>, left_out: &LeftOut) -> Certificate<Listed<'a>> {
    let Results { plan, report, command, units } = results;
    let Counts { tested, survivors, candidates } = report.counts.clone();
    let runs = |runs: &[Covered]| runs.iter().map(|run| run_entry(plan, run)).collect();
    let Findings { of_f, of_inverse } = report.sorted();
    let Sorted { hard, exact, unknown } = of_f;
    Certificate {
        schema: SCHEMA,
        command: command.to_owned(),
        request: request_options(plan),
        profile: plan.request.profile.is_some().then(|| plan.profile.clone()),
        engine: ENGINE,
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
        cases: hard.len(),
        cases_in_runs: report
            .runs
            .iter()
            .filter(|run| matches!(run.what, RunKind::Hard { .. }))
            .map(|run| u128::from(run.count()))
            .sum(),
        inverse: plan.request.with_inverse.then(|| InverseEntry::of(&of_inverse)),
        exact_cases: exact.len() + narrow::to_usize(report.exact_not_listed()),
        exact_by_formula: left_out.exact_by_formula,
        unknown: unknown.len(),
        kernels: plan.kernels.clone(),
        spans: plan.searches().map(|(span, search)| span_entry(plan, span, search)).collect(),
        drifts: plan.spans.iter().filter_map(|span| drift_entry(plan, span)).collect(),
        decided: plan.spans.iter().filter_map(|span| decided_entry(plan, span)).collect(),
        direct: plan.spans.iter().filter_map(|span| direct_entry(plan, span)).collect(),
        follows: follow_entries(plan, report, left_out),
        asymptote: report.taken.as_ref().map(|taken| asymptote_entry(plan, taken)),
        refused: plan.spans.iter().filter_map(|span| refused_entry(plan, span)).collect(),
        units: units.to_vec(),
        devices: report.devices.clone(),
        found: None,
        digest: None,
    }
}

/// The options of a plan's request by name, with the `bits` of the plan and no path: what makes the same plan again.
fn request_options(plan: &Plan) -> BTreeMap<String, String> {
    let mut options = plan.request.options().bits(plan.bits);
    options.remove("profile");
    options.by_name()
}

fn found_run(plan: &Plan, run: &CaseRun) -> FoundRun {
    let last = run.inputs.start + run.count().saturating_sub(1) * run.stride;
    let grid = &plan.segments[run.segment];
    FoundRun { first: grid.hex(run.inputs.start), last: grid.hex(last), run: run.clone() }
}

/// A run of inputs with its ends as hexadecimal floats.
pub fn run_entry(plan: &Plan, run: &Covered) -> RunEntry {
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
    let values = |bounds: &[Up]| bounds.iter().map(|bound| bound.value()).collect();
    let model = &search.model;
    SpanEntry {
        run: run_entry(plan, &Covered { segment: span.segment, inputs: span.inputs.clone() }),
        kernel: search.kernel,
        spacing: search.spacing,
        widening: search.widening,
        model: ModelEntry {
            derivatives: values(&search.derivatives.g),
            least_curvature: search.derivatives.curvature.map(|curvature| curvature.least),
            domain_inputs: model.domain_inputs,
            degree: model.degree,
            coefficient_bits: model.coefficient_bits,
            block_inputs: model.block_inputs,
            block_degree: model.block_degree,
            block_derivatives: values(&model.q),
        },
        bounds: bounds.collect(),
        obligations: search
            .obligations()
            .map(|(stage, one)| obligation_entry(stage, one))
            .collect(),
    }
}

fn obligation_entry(stage: usize, one: &Obligation) -> ObligationEntry {
    let Obligation { name, needed, had } = *one;
    ObligationEntry { stage, name, needed: needed.value(), had, why: name.why().to_owned() }
}

fn drift_entry(plan: &Plan, span: &Span) -> Option<DriftEntry> {
    let Work::Drift(drift) = &span.work else { return None };
    Some(DriftEntry {
        run: run_entry(plan, &Covered { segment: span.segment, inputs: span.inputs.clone() }),
        spacing: drift.spacing,
        step: drift.step.to_string(),
        motion: drift.motion,
        reach: bound_entry(0, &drift.reach),
    })
}

fn decided_entry(plan: &Plan, span: &Span) -> Option<DecidedEntry> {
    let Work::Decided(decision) = span.work else { return None };
    let run = Covered { segment: span.segment, inputs: span.inputs.clone() };
    Some(DecidedEntry { run: run_entry(plan, &run), decision })
}

fn direct_entry(plan: &Plan, span: &Span) -> Option<RunEntry> {
    let Work::Direct(_) = span.work else { return None };
    let run = Covered { segment: span.segment, inputs: span.inputs.clone() };
    Some(run_entry(plan, &run))
}

/// Findings that are left out of the lists of a certificate: of inputs that follow from others all, or none; and exact cases that a
/// formula counts, all or none.
struct LeftOut {
    by_span: BTreeMap<usize, NotListed>,
    /// Which spans that follow are meant: what other spans follow from stays.
    is_meant: fn(&Relation) -> bool,
    /// Whether all that follows in these spans is left out.
    following: bool,
    /// Whether all exact cases are.
    exact_by_formula: bool,
}

impl LeftOut {
    fn of(plan: &Plan, report: &Report) -> Result<LeftOut, Diag> {
        let is_translation = |relation: &Relation| matches!(relation, Relation::Translation { .. });
        let mut relations = plan.spans.iter().filter_map(|span| match &span.work {
            Work::Follows(relation) => Some(relation),
            _ => None,
        });
        let has_translations = relations.any(is_translation);
        let is_meant: fn(&Relation) -> bool =
            if has_translations { is_translation } else { |_| true };
        let by_formula = exact_by_formula(plan, report);
        let mut left_out = LeftOut {
            by_span: BTreeMap::new(),
            is_meant,
            following: false,
            exact_by_formula: by_formula.is_some(),
        };
        if report.follows.is_empty() && by_formula.is_none() {
            return Ok(left_out);
        }
        let (mut others, mut searched) = (0, Integer::new());
        let mut exact_by_span = BTreeMap::new();
        for finding in report.findings.iter() {
            let finding = finding?;
            if left_out.exact_by_formula && matches!(finding.verdict, Verdict::Exact(_)) {
                match plan.span_that_follows(finding.segment, finding.index) {
                    Some(span) => *exact_by_span.entry(span).or_insert(0) += 1,
                    None => searched += 1u32,
                }
                continue;
            }
            let Some(span) = left_out.span(plan, &finding) else { continue };
            let counted = left_out.by_span.entry(span).or_default();
            match finding.verdict {
                Verdict::Hard { .. } => counted.cases += 1,
                Verdict::Exact(_) => counted.exact_cases += 1,
                Verdict::Unknown(_) => counted.unknown += 1,
            }
            others += 1;
        }
        left_out.following = others > MOST_FOLLOWING;
        if !left_out.following {
            left_out.by_span.clear();
        }
        for (span, count) in exact_by_span {
            left_out.by_span.entry(span).or_default().exact_cases += count;
        }
        match by_formula {
            Some(wanted) if wanted != searched => Err(Diag::new(
                DiagKind::Internal,
                format!("{searched} exact cases were found, but {wanted} inputs have exact roots"),
            )),
            _ => Ok(left_out),
        }
    }

    /// The span of a finding, if what is found in it may be left out.
    fn span(&self, plan: &Plan, finding: &Finding) -> Option<usize> {
        let span = plan.span_that_follows(finding.segment, finding.index)?;
        let is_meant = |work: &Work| matches!(work, Work::Follows(own) if (self.is_meant)(own));
        is_meant(&plan.spans[span].work).then_some(span)
    }

    fn has(&self, plan: &Plan, finding: &Finding) -> bool {
        let is_exact = matches!(finding.verdict, Verdict::Exact(_));
        (self.exact_by_formula && is_exact)
            || (self.following && self.span(plan, finding).is_some())
    }
}

/// How many exact cases a formula counts among the inputs that do not follow from others, if these are too many to list.
fn exact_by_formula(plan: &Plan, report: &Report) -> Option<Integer> {
    let request = &plan.request;
    if request.with_inverse || request.rounding == Rounding::Nearest || report.taken.is_some() {
        return None;
    }
    let is_exact = |run: &CaseRun| matches!(run.what, RunKind::Exact);
    let roots = plan.spec.exact_roots(&plan.input, &plan.output)?;
    let in_span = |span: &Span| -> Integer {
        let covered = report.covered.iter().filter(|run| run.segment == span.segment);
        let parts = covered.map(|run| {
            run.inputs.start.max(span.inputs.start)..run.inputs.end.min(span.inputs.end)
        });
        parts.map(|part| roots.count(&plan.segments[span.segment], &part)).sum()
    };
    let searched = plan.spans.iter().filter(|span| !matches!(span.work, Work::Follows(_)));
    let count: Integer = searched.map(in_span).sum();
    (count > MOST_EXACT && !report.runs.iter().any(is_exact)).then_some(count)
}

fn follow_entries(plan: &Plan, report: &Report, left_out: &LeftOut) -> Vec<FollowEntry> {
    let equations = plan.spec.equations();
    let exact = report.follows.iter().map(|follows| (follows.span, follows.exact_not_listed));
    let exact: BTreeMap<usize, u128> = exact.collect();
    let entry = |(number, span): (usize, &Span)| {
        let Work::Follows(relation) = span.work else { return None };
        let run = Covered { segment: span.segment, inputs: span.inputs.clone() };
        Some(FollowEntry {
            run: run_entry(plan, &run),
            relation,
            equation: relation.formula(&equations),
            not_listed: NotListed {
                exact_cases: exact.get(&number).copied().unwrap_or_default(),
                ..NotListed::default()
            }
            .plus(left_out.by_span.get(&number).copied().unwrap_or_default()),
        })
    };
    plan.spans.iter().enumerate().filter_map(entry).collect()
}

fn asymptote_entry(plan: &Plan, taken: &Taken) -> AsymptoteEntry {
    let Taken { function, bits, range, cases, list, runs } = taken;
    AsymptoteEntry {
        function: function.clone(),
        bits: *bits,
        range: range.clone(),
        cases: *cases,
        list: list.clone(),
        runs: runs.iter().map(|run| run_entry(plan, run)).collect(),
    }
}

fn refused_entry(plan: &Plan, span: &Span) -> Option<RefusedEntry> {
    let Work::Refused(reason) = span.work else { return None };
    let run = Covered { segment: span.segment, inputs: span.inputs.clone() };
    Some(RefusedEntry { run: run_entry(plan, &run), reason })
}

fn bound_entry(stage: usize, bound: &Bound) -> BoundEntry {
    BoundEntry {
        stage,
        name: bound.name,
        value: bound.value.value(),
        status: bound.status,
        origin: bound.origin.clone(),
    }
}
