//! The cases of a search as a list, with its heading.

use super::runs;
use crate::cases::{Case as Listed, Hardness, List, counts, one_line};
use crate::certify::run_entry;
use crate::diag::Diag;
use crate::findings::{Finding, Findings, Sorted};
use crate::listed::{Case, InverseCase, InverseNear, case, inverse_case, inverse_near, near};
use crate::plan::{Followed, RefusedRun};
use crate::request::Rounding;
use crate::results::Results;
use crate::verdict::CaseKind;

/// The cases of a search.
///
/// # Errors
/// If an input is no hexadecimal float: a mistake of this program.
pub fn list(results: Results<'_>) -> Result<List, Diag> {
    let case =
        |finding: &Finding| Listed::parse("the search", &finding.x, Hardness::of(&finding.verdict));
    Ok(List {
        about: about(results),
        cases: results.report.cases().map(case).collect::<Result<_, _>>()?,
        left_out: 0,
    })
}

/// The lines about a search.
pub(crate) fn about(results: Results<'_>) -> Vec<String> {
    let Results { plan, report, command, .. } = results;
    let Findings { of_f: Sorted { hard, exact, unknown }, of_inverse } = report.sorted();
    let cases: Vec<Case> = hard.into_iter().filter_map(case).collect();
    let of_kind = |kind| cases.iter().filter(|case| case.kind == kind).count();
    let units = match plan.request.rounding {
        Rounding::Directed => "units in the last place of f(x)",
        Rounding::Nearest | Rounding::All => "half units in the last place of f(x)",
    };
    let mut lines = vec![
        format!("function: {}", plan.spec.canonical()),
        format!("made by: {command}"),
        format!("range: {} (half-open)", plan.request.range.text),
        format!("input format: {} ({} bits)", plan.input.name, plan.input.precision),
        format!("output format: {} ({} bits)", plan.output.name, plan.output.precision),
        format!("rounding: {}", plan.request.rounding),
        format!("threshold: |f(x) / w cmod 1| < 2^-{}, w in {units}", plan.bits),
    ];
    lines.extend(coverage(results));
    lines.extend(runs::decided(plan).iter().map(|run| format!("decided at once: {run}")));
    let (nearest, directed) = (of_kind(CaseKind::Nearest), of_kind(CaseKind::Directed));
    lines.push(format!("cases: {}", counts(cases.len(), nearest, directed)));
    lines.extend(inverse(of_inverse));
    for run in report.runs.iter().map(|run| runs::whole(plan, run)) {
        lines.push(run.to_string());
    }
    let exact = exact.into_iter().map(near);
    lines.extend(exact.map(|exact| format!("exact {}: {}", exact.kind.name(), exact.x)));
    lines.extend(unknown.into_iter().map(|finding| format!("undecided: {}", finding.x)));
    lines.into_iter().map(one_line).collect()
}

/// The findings of the inverse function.
fn inverse(found: Sorted<'_>) -> Vec<String> {
    let Sorted { hard, exact, unknown } = found;
    let hard = hard.into_iter().filter_map(inverse_case).map(|InverseCase { case, near }| {
        format!("inverse function, {}: {} near {near}", case.kind.name(), case.x)
    });
    let at = |what: &'static str| {
        move |finding| {
            let InverseNear { input, near } = inverse_near(finding);
            format!("inverse function, {what} {}: {} at {near}", input.kind.name(), input.x)
        }
    };
    let exact = exact.into_iter().map(at("exact"));
    let unknown = unknown.into_iter().map(at("undecided"));
    hard.chain(exact).chain(unknown).collect()
}

fn coverage(results: Results<'_>) -> Vec<String> {
    let Results { plan, report, .. } = results;
    let (covered, all) = (report.inputs(), plan.inputs());
    let first = match (results.is_covered(), report.undecided()) {
        (true, 0) => format!("coverage: complete, {all} inputs"),
        (true, undecided) => format!("coverage: all {all} inputs, {undecided} UNDECIDED"),
        (false, _) => format!("coverage: INCOMPLETE, {covered} of {all} inputs"),
    };
    let mut lines = vec![first];
    if results.is_at_end() {
        for Followed { formula, inputs, .. } in plan.followed() {
            lines.push(format!("not searched: {inputs} inputs, which follow by {formula}"));
        }
        if report.exact_not_listed() > 0 {
            lines
                .push(format!("exact cases among them: {}, not listed", report.exact_not_listed()));
        }
    }
    for RefusedRun { first, last, inputs, refusal, .. } in plan.refused() {
        lines.push(format!("gap: {first} to {last} ({inputs} inputs): {}", refusal.reason()));
    }
    for gap in report.missing(plan) {
        let inputs = gap.inputs.end - gap.inputs.start;
        let run = run_entry(plan, &gap);
        lines.push(format!("gap: {} to {} ({inputs} inputs)", run.first, run.last));
    }
    lines
}
