//! What is said about a list: where it comes from, what counts as a case, and what was covered.

use super::List;
use crate::confirm::CaseKind;
use crate::findings::{Findings, Sorted};
use crate::output::Results;
use crate::output::certificate::run_entry;
use crate::output::json::{Case, InverseCase, InverseNear, case, inverse_case, inverse_near, near};
use crate::output::runs;
use crate::request::Rounding;
use crate::spec::format::{Format, FormatName};

/// What every list says, and what is said where nobody knows.
const ALWAYS: [&str; 4] = ["input format", "rounding", "threshold", "coverage"];

/// What is said of what is not known.
pub(super) const NOT_STATED: &str = "not stated by the source";

/// The lines about a search.
pub(crate) fn of_search(results: Results<'_>) -> Vec<String> {
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

/// What was found of the inverse function.
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

/// How many cases there are of each kind.
pub(super) fn counts(all: usize, nearest: usize, directed: usize) -> String {
    format!("{all}, nearest {nearest}, directed {directed}")
}

fn coverage(results: Results<'_>) -> Vec<String> {
    let Results { plan, report, .. } = results;
    let (covered, all) = (report.inputs(), plan.inputs());
    if results.is_covered() {
        return vec![match report.undecided() {
            0 => format!("coverage: complete, {all} inputs"),
            undecided => format!("coverage: all {all} inputs, {undecided} UNDECIDED"),
        }];
    }
    let mut lines = vec![format!("coverage: INCOMPLETE, {covered} of {all} inputs")];
    for gap in report.gaps(plan) {
        let inputs = gap.inputs.end - gap.inputs.start;
        let run = run_entry(plan, &gap);
        lines.push(format!("gap: {} to {} ({inputs} inputs)", run.first, run.last));
    }
    lines
}

/// A line stays one, whatever a function's text holds.
pub(super) fn one_line(text: String) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Says that nothing is known of what every list must say.
pub(super) fn complete(list: &mut List) {
    for name in ALWAYS {
        if list.about(name).is_none() {
            list.about.push(format!("{name}: {NOT_STATED}"));
        }
    }
}

/// The format in a line's text: "binary64 (53 bits)", "12 bits with the exponents of binary16 (12 bits)".
pub(super) fn format(text: Option<&str>) -> Option<Format> {
    let text = text?;
    let Some((name, bits)) = text.rsplit_once(" (") else {
        return FormatName::parse("input format", text).ok()?.format().ok();
    };
    let named = FormatName::parse("input format", name);
    let bits = || bits.strip_suffix(" bits)")?.parse().ok().map(FormatName::Bits);
    named.ok().or_else(bits)?.format().ok()
}

pub(super) fn binary64() -> Format {
    Format { precision: 53, emin: -1022, emax: 1023, name: "binary64".to_owned() }
}
