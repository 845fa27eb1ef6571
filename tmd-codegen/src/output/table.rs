//! The results of a search for people.

use super::answer::{answer, isolated_precision};
use super::few::Few;
use super::found::{self, HARDEST};
use super::number::{counted, grouped_count, lg, number, percent, seconds, short};
use super::runs::{self, Apart, DecidedRun};
use super::structure::Structure;
use super::styled::{Style, Styled};
use super::summary::Summary;
use crate::certify::run_entry;
use crate::design::Check;
use crate::diag::Diag;
use crate::findings::{Finding, Part, Sorted};
use crate::listed::{InverseCase, InverseNear, inverse_case, inverse_near};
use crate::plan::Followed;
use crate::request::Rounding;
use crate::results::Results;
use crate::table::Table;
use crate::text::{grouped, many, plural};
use crate::verdict::CaseKind;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Most exact cases, undecided inputs and gaps that are printed.
const MOST_OTHERS: usize = 20;

/// The words of the field in this text and in the summary of a plan. `tmd-codegen explain` knows each.
pub const WORDS: &[&str] = &[
    "suffice",
    "correct rounding",
    "closed forms",
    "runs",
    "families",
    "hardest",
    "nearest",
    "directed",
    "identical bits",
    "rounding bit",
    "distance",
    "cases",
    "follow",
    "by chance",
    "units in the last place",
    "midpoint",
    "isolated",
    "family",
    "significand",
    "binades",
    "runs of neighbours",
    "exact cases",
    "breakpoint",
    "undecided",
    "decided at once",
    "complete",
    "stage",
    "intervals",
    "survivors",
    "candidates",
    "examined directly",
    "findings",
    "seeding",
    "kernels",
    "confirmation",
    "inverse function",
    "plan",
    "threshold",
    "pieces",
    "span",
    "Farey arcs",
    "existence test",
    "closed form",
    "one by one",
    "predicted time",
    "plan hash",
];

/// The answer to what a search asks.
#[derive(Clone, Debug)]
pub struct Answer {
    /// In words.
    pub lines: Vec<String>,
    /// The precision of f(x) that is enough outside closed forms, runs and families, if there are inputs outside.
    pub isolated_precision: Option<u64>,
}

impl Answer {
    /// What the results of a search answer.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn new(results: Results<'_>, summary: &Summary, apart: &Apart) -> Result<Answer, Diag> {
        let structure = Structure::new(results, apart)?;
        let text = answer(results, summary, apart, &structure).to_string();
        Ok(Answer {
            lines: text.lines().map(str::to_owned).collect(),
            isolated_precision: isolated_precision(results.plan, summary, apart, &structure),
        })
    }
}

/// The whole text: the answer first.
///
/// # Errors
/// If a file of findings cannot be read.
pub fn text(results: Results<'_>) -> Result<Styled, Diag> {
    let plan = results.plan;
    let apart = Apart::new(plan, results.report)?;
    let summary = Summary::new(results, &apart)?;
    let structure = Structure::new(results, &apart)?;
    let mut out = answer(results, &summary, &apart, &structure);
    out.append(found::counts(plan, &summary, &apart));
    for part in [
        head(results),
        found::histogram(&summary, &structure).into(),
        found::hardest(&apart, &structure),
        found::families(&structure).into(),
        found::runs(&apart),
        found::binades(plan, &structure.isolated).into(),
        inverse(results)?,
        others(results, &apart),
        account(results).into(),
    ] {
        out.paragraph(part);
    }
    Ok(out)
}

fn head(results: Results<'_>) -> Styled {
    let Results { plan, report, .. } = results;
    let request = &plan.request;
    let all = grouped_count(plan.inputs());
    let coverage = match (results.is_covered(), report.undecided()) {
        (true, 0) => format!("{all}, complete"),
        (true, undecided) => format!("{all}, complete except for {} UNDECIDED", grouped(undecided)),
        (false, _) => format!("{} of {all}", grouped_count(report.inputs())),
    };
    let chosen = if plan.bits_chosen { ", chosen by the plan" } else { "" };
    let (units, breakpoint) = match request.rounding {
        Rounding::Directed => ("units", "a float"),
        Rounding::Nearest => ("half units", "a midpoint"),
        Rounding::All => ("half units", "a float or a midpoint"),
    };
    let what =
        format!("f(x) within 2^-{} {units} in the last place of {breakpoint}{chosen}", plan.bits);
    let mut table = Table::new(&["function", &plan.spec.canonical()]);
    let mut line = |name: &str, text: String| table.row([name.to_owned(), text]);
    line("range", request.range.interval());
    line("inputs", coverage);
    for Followed { formula, inputs, .. } in plan.followed() {
        line("follow", format!("{}, by {formula}", grouped_count(inputs)));
    }
    if let Some(taken) = &report.taken {
        line("taken", format!("{}, {}", grouped_count(taken.inputs()), taken.by()));
    }
    line("formats", format!("{} to {}", plan.input.name, plan.output.name));
    line("rounding", request.rounding.to_string());
    line("cases", what);
    let mut out = Styled::from(table.to_string());
    if let Some(refused) = plan.refused_line() {
        out.line(Style::Warning, format!("LEFT OUT: {refused}"));
    }
    out
}

/// The cases of the inverse function.
fn inverse(results: Results<'_>) -> Result<Styled, Diag> {
    let Results { plan, report, .. } = results;
    if !plan.request.with_inverse {
        return Ok(Styled::default());
    }
    let Sorted { hard, exact, unknown } = report.sorted().of_inverse;
    let nearest = of_kind(hard, CaseKind::Nearest)?;
    let mut out = format!(
        "inverse function: {} ({} nearest, {} directed), {} exact, {} undecided\n",
        many(hard.len() as u128, "case"),
        number(nearest),
        number(hard.len() - nearest),
        number(exact.len()),
        number(unknown.len())
    );
    let few = Few::of(hard)?;
    if few.count() > HARDEST {
        let _ = writeln!(out, "the {HARDEST} hardest; --json FILE writes all");
    }
    let mut table = Table::new(&["y", "distance", "identical bits", "kind", "near"]);
    for InverseCase { case, near } in few.hardest().take(HARDEST).filter_map(inverse_case) {
        table.row([
            case.x.clone(),
            lg(case.distance),
            case.identical_bits.to_string(),
            case.kind.name().to_owned(),
            near.clone(),
        ]);
    }
    if few.count() > 0 {
        let _ = write!(out, "{table}");
    }
    let at = |finding: &Finding| {
        let InverseNear { input, near } = inverse_near(finding);
        format!("{} at {near} ({})", input.x, input.kind.name())
    };
    let mut out = Styled::from(out);
    let exact_title = "exact cases of the inverse (its value is a breakpoint)";
    let unknown_title = "undecided of the inverse (no precision tells its value from a breakpoint)";
    first(&mut out, Style::Plain, exact_title, &Few::of(exact)?, at);
    first(&mut out, Style::Warning, unknown_title, &Few::of(unknown)?, at);
    Ok(out)
}

fn of_kind(part: Part<'_>, kind: CaseKind) -> Result<usize, Diag> {
    let mut count = 0;
    for finding in part.iter() {
        count += usize::from(finding?.verdict.kind() == kind);
    }
    Ok(count)
}

/// Exact and undecided inputs, and gaps.
fn others(results: Results<'_>, apart: &Apart) -> Styled {
    let Results { plan, report, .. } = results;
    let decided = runs::decided(plan).into_iter().map(|run| {
        let DecidedRun { first, last, inputs, decision } = run;
        format!("{first} to {last}, {}: f {}", counted(inputs, "input"), decision.name())
    });
    let refused = plan.refused().into_iter().map(|run| run.to_string());
    let gaps = report.missing(plan).into_iter().map(|gap| {
        let run = run_entry(plan, &gap);
        let inputs = many((gap.inputs.end - gap.inputs.start).into(), "input");
        format!("{} to {}, {inputs}", run.first, run.last)
    });
    let mut out = Styled::default();
    first(&mut out, Style::Plain, "exact cases (f(x) is a breakpoint)", &apart.exact, |finding| {
        format!("{} ({})", finding.x, finding.verdict.kind().name())
    });
    if report.exact_not_listed() > 0 {
        let more = grouped_count(report.exact_not_listed());
        out.plain(&format!("exact cases that follow from others, not listed: {more}\n"));
    }
    let unknown = "undecided (no precision tells f(x) from a breakpoint)";
    first(&mut out, Style::Warning, unknown, &apart.unknown, |finding| finding.x.clone());
    some(&mut out, Style::Plain, "decided at once (runs of inputs)", decided.collect());
    some(
        &mut out,
        Style::Warning,
        "NOT SEARCHED, because they cannot be (ranges)",
        refused.collect(),
    );
    some(&mut out, Style::Warning, "NOT covered (runs of inputs)", gaps.collect());
    out
}

fn some(out: &mut Styled, style: Style, title: &str, items: Vec<String>) {
    lines(out, style, title, items.len(), items.into_iter());
}

fn first(
    out: &mut Styled,
    style: Style,
    title: &str,
    few: &Few,
    item: impl Fn(&Finding) -> String,
) {
    lines(out, style, title, few.count(), few.first().map(item));
}

fn lines(
    out: &mut Styled,
    style: Style,
    title: &str,
    count: usize,
    items: impl Iterator<Item = String>,
) {
    if count == 0 {
        return;
    }
    out.line(style, format!("{title}: {}", number(count)));
    for item in items.take(MOST_OTHERS) {
        out.plain(&format!("  {item}\n"));
    }
    if count > MOST_OTHERS {
        out.plain(&format!("  and {} more\n", number(count - MOST_OTHERS)));
    }
}

/// The survivors of each stage, and the time that it took.
fn account(results: Results<'_>) -> String {
    let Results { plan, report, .. } = results;
    let mut out = String::new();
    let counts = &report.counts;
    if !counts.tested.is_empty() {
        let mut table = Table::new(&["stage", "what", "tested", "survivors", "share"]);
        for (stage, (&tested, &survivors)) in
            counts.tested.iter().zip(&counts.survivors).enumerate()
        {
            table.row([
                stage.to_string(),
                stage_kind(results, stage),
                grouped(tested.into()),
                grouped(survivors.into()),
                percent(survivors, tested),
            ]);
        }
        let _ = writeln!(out, "{table}");
    }
    let _ = writeln!(
        out,
        "{} checked with MPFR, {} examined directly, {}",
        many(counts.candidates.into(), "candidate"),
        many(report.direct.into(), "input"),
        many(report.findings.len() as u128, "finding")
    );
    let _ = writeln!(
        out,
        "{} for {}: {} inputs/s ({})",
        seconds(report.seconds),
        counted(report.inputs(), "input"),
        short(results.inputs_per_second()),
        plural(report.threads, "thread")
    );
    let kernels: f64 = report.timing.stages.iter().fold(0.0, |sum, seconds| sum + seconds);
    let _ = writeln!(
        out,
        "thread time: seeding {}, kernels {}, confirmation {}",
        seconds(report.timing.seeding),
        seconds(kernels),
        seconds(report.timing.confirm)
    );
    for device in &report.devices {
        let _ = writeln!(out, "ran on {device}");
    }
    let _ = writeln!(out, "plan {}", plan.hash());
    out
}

/// The kind of the stage of that number.
fn stage_kind(results: Results<'_>, stage: usize) -> String {
    let stages = results.plan.kernels.iter().filter_map(|kernel| kernel.stages.get(stage));
    let kinds: BTreeSet<String> = stages
        .map(|stage| match &stage.check {
            Check::Exists { .. } | Check::Arcs(_) => {
                format!("intervals of {}", grouped(stage.part_inputs.into()))
            }
            Check::Compare { .. } => "single inputs".to_owned(),
        })
        .collect();
    match kinds.len() {
        1..=3 => kinds.into_iter().collect::<Vec<_>>().join(" or "),
        _ => "intervals of several lengths".to_owned(),
    }
}
