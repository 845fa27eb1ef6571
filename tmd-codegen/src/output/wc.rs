//! The cases as a `.wc` file: one C99 hexadecimal float a line, for those who test libraries.

use super::Results;
use super::certificate::run_entry;
use super::json::{Case, InverseCase, case, inverse_case};
use super::runs;
use crate::confirm::CaseKind;
use crate::request::Rounding;

/// The text of the file.
pub fn text(results: Results<'_>) -> String {
    let mut lines: Vec<String> = head(results).into_iter().map(comment).collect();
    lines.extend(results.report.cases().map(|finding| finding.x.clone()));
    lines.push(String::new());
    lines.join("\n")
}

fn comment(text: String) -> String {
    // One line each, whatever the function's text holds.
    match text.is_empty() {
        true => "#".to_owned(),
        false => format!("# {}", text.replace(['\n', '\r'], " ")),
    }
}

fn head(results: Results<'_>) -> Vec<String> {
    let Results { plan, report, command, .. } = results;
    let cases: Vec<Case> = report.findings.iter().filter_map(case).collect();
    let of_kind = |kind| cases.iter().filter(|case| case.kind == kind).count();
    let units = match plan.request.rounding {
        Rounding::Directed => "units in the last place of f(x)",
        Rounding::Nearest | Rounding::All => "half units in the last place of f(x)",
    };
    let mut lines = vec![
        format!("hard-to-round inputs of {}", plan.spec.canonical()),
        format!("made by: {command}"),
        format!("range: {} (half-open)", plan.request.range.text),
        format!("input format: {} ({} bits)", plan.input.name, plan.input.precision),
        format!("output format: {} ({} bits)", plan.output.name, plan.output.precision),
        format!("rounding: {}", plan.request.rounding),
        format!("threshold: |f(x) / w cmod 1| < 2^-{}, w in {units}", plan.bits),
    ];
    lines.extend(coverage(results));
    lines.extend(runs::decided(plan).iter().map(|run| format!("decided at once: {run}")));
    lines.push(format!(
        "cases: {}, nearest {}, directed {}",
        cases.len(),
        of_kind(CaseKind::Nearest),
        of_kind(CaseKind::Directed)
    ));
    for InverseCase { case, near } in report.inverse.iter().filter_map(inverse_case) {
        lines.push(format!("inverse function, {}: {} near {near}", case.kind.name(), case.x));
    }
    for run in report.runs.iter().map(|run| runs::whole(plan, run)) {
        lines.push(run.to_string());
    }
    for (finding, kind) in report.exact() {
        lines.push(format!("exact {}: {}", kind.name(), finding.x));
    }
    for finding in report.unknown() {
        lines.push(format!("undecided: {}", finding.x));
    }
    lines
}

fn coverage(results: Results<'_>) -> Vec<String> {
    let Results { plan, report, .. } = results;
    let (covered, all) = (report.inputs(), plan.inputs());
    if results.is_complete() {
        return vec![format!("coverage: complete, {all} inputs")];
    }
    let mut lines = vec![format!("coverage: INCOMPLETE, {covered} of {all} inputs")];
    for gap in report.gaps(plan) {
        let inputs = gap.inputs.end - gap.inputs.start;
        let run = run_entry(plan, &gap);
        lines.push(format!("gap: {} to {} ({inputs} inputs)", run.first, run.last));
    }
    lines
}
