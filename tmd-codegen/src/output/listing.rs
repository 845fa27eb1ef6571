//! The cases of a search as a list, with its heading.

use super::runs;
use crate::cases::{Case as Listed, Hardness, List, Source, counts, one_line};
use crate::certify::run_entry;
use crate::diag::{Diag, DiagKind};
use crate::findings::{Finding, Findings, Sorted};
use crate::listed::{InverseCase, InverseNear, inverse_case, inverse_near, near};
use crate::plan::{Followed, RefusedRun};
use crate::request::Rounding;
use crate::results::Results;
use crate::spec::format::Format;
use crate::text::noun;
use crate::verdict::CaseKind;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

/// The cases of a search, in memory however many there are.
///
/// # Errors
/// If an input is no hexadecimal float: a mistake of this program; if a file of findings cannot be read.
pub fn list(results: Results<'_>) -> Result<List, Diag> {
    let mut list = List::default();
    let source = Listing(results);
    source.about(&mut |line| {
        list.about.push(line);
        Ok(())
    })?;
    source.cases(&mut |case| {
        list.cases.push(case.clone());
        Ok(())
    })?;
    Ok(list)
}

/// The cases of a search, one after the other.
pub struct Listing<'a>(pub Results<'a>);

impl Source for Listing<'_> {
    fn about(&self, visit: &mut dyn FnMut(String) -> Result<(), Diag>) -> Result<(), Diag> {
        about(self.0, &mut |line| visit(one_line(line)))
    }

    fn cases(&self, visit: &mut dyn FnMut(&Listed) -> Result<(), Diag>) -> Result<(), Diag> {
        for finding in self.0.report.cases().iter() {
            let Finding { x, verdict, .. } = &*finding?;
            visit(&Listed::parse("the search", x, Hardness::of(verdict))?)?;
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.0.report.cases().len()
    }

    fn input_format(&self) -> Format {
        self.0.plan.input.clone()
    }
}

impl Serialize for Listing<'_> {
    /// The lines about the cases.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = serializer.serialize_seq(None)?;
        // An error of the serializer is no [`Diag`].
        let mut failure = None;
        let told = self.about(&mut |line| {
            lines.serialize_element(&line).map_err(|error| {
                failure = Some(error);
                Diag::new(DiagKind::Io, "the lines cannot be written")
            })
        });
        match (told, failure) {
            (Ok(()), _) => lines.end(),
            (Err(_), Some(error)) => Err(error),
            (Err(diag), None) => Err(S::Error::custom(diag)),
        }
    }
}

/// Which distances from breakpoints make a case, as headings of lists have it.
pub fn threshold(bits: u32, rounding: Rounding) -> String {
    let units = match rounding {
        Rounding::Directed => "units in the last place of f(x)",
        Rounding::Nearest | Rounding::All => "half units in the last place of f(x)",
    };
    format!("|f(x) / w cmod 1| < 2^-{bits}, w in {units}")
}

type Visit<'a> = dyn FnMut(String) -> Result<(), Diag> + 'a;

/// Visits the lines about a search.
fn about(results: Results<'_>, visit: &mut Visit<'_>) -> Result<(), Diag> {
    let Results { plan, report, command, .. } = results;
    let Findings { of_f: Sorted { hard, exact, unknown }, of_inverse } = report.sorted();
    let mut nearest = 0;
    for finding in hard.iter() {
        nearest += usize::from(finding?.verdict.kind() == CaseKind::Nearest);
    }
    let mut lines = vec![
        format!("function: {}", plan.spec.canonical()),
        format!("made by: {command}"),
        format!("range: {} (half-open)", plan.request.range.text),
        format!("input format: {} ({} bits)", plan.input.name, plan.input.precision),
        format!("output format: {} ({} bits)", plan.output.name, plan.output.precision),
        format!("rounding: {}", plan.request.rounding),
        format!("threshold: {}", threshold(plan.bits, plan.request.rounding)),
    ];
    lines.extend(coverage(results));
    lines.extend(runs::decided(plan).iter().map(|run| format!("decided at once: {run}")));
    let all = hard.len();
    lines.push(format!("cases: {}", counts(all, nearest, all - nearest)));
    lines.into_iter().try_for_each(&mut *visit)?;
    inverse(of_inverse, visit)?;
    for run in report.runs.iter().map(|run| runs::whole(plan, run)) {
        visit(run.to_string())?;
    }
    for finding in exact.iter() {
        let exact = near(&*finding?);
        visit(format!("exact {}: {}", exact.kind.name(), exact.x))?;
    }
    for finding in unknown.iter() {
        visit(format!("undecided: {}", finding?.x))?;
    }
    Ok(())
}

/// The findings of the inverse function.
fn inverse(found: Sorted<'_>, visit: &mut Visit<'_>) -> Result<(), Diag> {
    let Sorted { hard, exact, unknown } = found;
    for finding in hard.iter() {
        if let Some(InverseCase { case, near }) = inverse_case(&*finding?) {
            visit(format!("inverse function, {}: {} near {near}", case.kind.name(), case.x))?;
        }
    }
    for (what, part) in [("exact", exact), ("undecided", unknown)] {
        for finding in part.iter() {
            let InverseNear { input, near } = inverse_near(&*finding?);
            let kind = input.kind.name();
            visit(format!("inverse function, {what} {kind}: {} at {near}", input.x))?;
        }
    }
    Ok(())
}

fn coverage(results: Results<'_>) -> Vec<String> {
    let inputs = |n: u128| format!("{n} {}", noun(n, "input"));
    let Results { plan, report, .. } = results;
    let (covered, all) = (report.inputs(), plan.inputs());
    let first = match (results.is_covered(), report.undecided()) {
        (true, 0) => format!("coverage: complete, {}", inputs(all)),
        (true, undecided) => format!("coverage: all {}, {undecided} UNDECIDED", inputs(all)),
        (false, _) => format!("coverage: INCOMPLETE, {covered} of {}", inputs(all)),
    };
    let mut lines = vec![first];
    if let Some(taken) = &report.taken {
        let (all, by, list) = (inputs(taken.inputs()), taken.by(), &taken.list);
        lines.push(format!("not searched: {all}, {by}, SHA-256 {list}"));
    }
    if results.is_at_end() {
        for Followed { formula, inputs: all, .. } in plan.followed() {
            lines.push(format!("not searched: {}, which follow by {formula}", inputs(all)));
        }
        if report.exact_not_listed() > 0 {
            lines
                .push(format!("exact cases among them: {}, not listed", report.exact_not_listed()));
        }
    }
    for RefusedRun { first, last, inputs: all, refusal, .. } in plan.refused() {
        lines.push(format!("gap: {first} to {last} ({}): {}", inputs(all), refusal.reason()));
    }
    for gap in report.missing(plan) {
        let all = u128::from(gap.inputs.end - gap.inputs.start);
        let run = run_entry(plan, &gap);
        lines.push(format!("gap: {} to {} ({})", run.first, run.last, inputs(all)));
    }
    lines
}
