//! The results of a search for people.

use super::few::Few;
use super::number::{count, lg, percent, seconds, short};
use super::runs::{self, Apart};
use super::summary::{Binade, Hardest, Hardness, Summary};
use crate::certify::run_entry;
use crate::design::Check;
use crate::diag::Diag;
use crate::findings::{Finding, Part, Sorted};
use crate::listed::{InverseCase, InverseNear, case, inverse_case, inverse_near};
use crate::plan::{Followed, Plan, Work};
use crate::request::Rounding;
use crate::results::Results;
use crate::table::Table;
use crate::verdict::CaseKind;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most cases that are printed in full.
const MOST_CASES: usize = Few::FIRST;
/// The number of the hardest that are printed if there are more.
const HARDEST: usize = 20;
/// The most binades that are printed.
const MOST_BINADES: usize = 24;
/// Most exact cases, undecided inputs and gaps that are printed.
const MOST_OTHERS: usize = 20;

/// The whole text.
///
/// # Errors
/// If a file of findings cannot be read.
pub fn text(results: Results<'_>) -> Result<String, Diag> {
    let mut out = String::new();
    let apart = Apart::new(results.plan, results.report)?;
    for part in [
        head(results),
        cases(results, &apart)?,
        inverse(results)?,
        others(results, &apart),
        account(results),
    ] {
        if !part.is_empty() {
            let separator = if out.is_empty() { "" } else { "\n" };
            // Writing to a string does not fail.
            let _ = write!(out, "{separator}{part}");
        }
    }
    Ok(out)
}

fn head(results: Results<'_>) -> String {
    let Results { plan, report, .. } = results;
    let request = &plan.request;
    let coverage = match (results.is_covered(), report.undecided()) {
        (true, 0) => format!("{}, all covered", count(plan.inputs())),
        (true, undecided) => {
            format!("{}, all covered, {} UNDECIDED", count(plan.inputs()), count(undecided))
        }
        (false, _) => format!("{} covered of {}", count(report.inputs()), count(plan.inputs())),
    };
    let chosen = if plan.bits_chosen { ", chosen by the plan" } else { "" };
    let bits = plan.bits;
    let what = match request.rounding {
        Rounding::Directed => {
            format!("f(x) within 2^-{bits} units in the last place of a float{chosen}")
        }
        Rounding::Nearest => {
            format!("f(x) within 2^-{bits} half units in the last place of a midpoint{chosen}")
        }
        Rounding::All => format!(
            "f(x) within 2^-{bits} half units in the last place of a float or a midpoint{chosen}"
        ),
    };
    let mut table = Table::new(&["function", &plan.spec.canonical()]);
    let mut line = |name: &str, text: String| table.row([name.to_owned(), text]);
    line("range", request.range.interval());
    line("inputs", coverage);
    for Followed { formula, inputs, .. } in plan.followed() {
        line("not searched", format!("{}, which follow by {formula}", count(inputs)));
    }
    if let Some(refused) = plan.refused_line() {
        line("LEFT OUT", refused);
    }
    line("formats", format!("{} to {}", plan.input.name, plan.output.name));
    line("rounding", request.rounding.to_string());
    line("a case is", what);
    table.to_string()
}

fn cases(results: Results<'_>, apart: &Apart) -> Result<String, Diag> {
    let plan = results.plan;
    let all = apart.isolated.count();
    // Those that stand for the others, if they are too many to be shown.
    let shown = if all > MOST_CASES { &apart.searched } else { &apart.isolated };
    let searched = shown.count();
    let summary = Summary::new(results, apart)?;
    let of_kind = |kind| match kind {
        CaseKind::Nearest => apart.nearest,
        CaseKind::Directed => all - apart.nearest,
    };
    let counts: Vec<String> = [CaseKind::Nearest, CaseKind::Directed]
        .into_iter()
        .filter(|&kind| wanted(plan.request.rounding, kind))
        .map(|kind| format!("{} {}", of_kind(kind), kind.name()))
        .collect();
    let mut out = format!("{all} cases ({}); {}\n", counts.join(", "), summary.chance);
    if searched < all {
        let more = all - searched;
        let _ = writeln!(out, "{more} of them follow from the {searched} others");
    }
    out.push_str(&hardness(plan, &summary, results.report.undecided()));
    if all > 0 {
        out.push('\n');
        out.push_str(&case_table(shown));
        if all > MOST_CASES {
            let what = match (searched < all, searched > MOST_CASES) {
                (false, _) => format!("These are the {HARDEST} hardest"),
                (true, true) => {
                    format!("These are the {HARDEST} hardest of those that were searched")
                }
                (true, false) => "These are those that were searched".to_owned(),
            };
            let _ = writeln!(out, "{what}; --cases FILE or --json FILE writes all {all}.");
        }
    }
    let runs: Vec<String> = apart.runs.iter().map(ToString::to_string).collect();
    let title = "runs of neighbours (f is close to a constant or to a multiple of x)";
    let runs = some(title, runs);
    if !runs.is_empty() {
        let _ = write!(out, "\n{runs}");
    }
    Ok(out)
}

/// The cases of the inverse function.
fn inverse(results: Results<'_>) -> Result<String, Diag> {
    let Results { plan, report, .. } = results;
    if !plan.request.with_inverse {
        return Ok(String::new());
    }
    let Sorted { hard, exact, unknown } = report.sorted().of_inverse;
    let nearest = of_kind(hard, CaseKind::Nearest)?;
    let mut out = format!(
        "inverse function: {} cases ({nearest} nearest, {} directed), {} exact, {} undecided\n",
        hard.len(),
        hard.len() - nearest,
        exact.len(),
        unknown.len()
    );
    let few = Few::of(hard)?;
    let shown: Vec<&Finding> = match few.count() > MOST_CASES {
        true => few.hardest().take(HARDEST).collect(),
        false => few.first().collect(),
    };
    if few.count() > MOST_CASES {
        let _ = writeln!(out, "the {HARDEST} hardest; --json FILE writes all");
    }
    let mut table = Table::new(&["y", "distance", "identical bits", "kind", "near"]);
    for InverseCase { case, near } in shown.into_iter().filter_map(inverse_case) {
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
    let exact =
        first("exact cases of the inverse (its value is a breakpoint)", &Few::of(exact)?, at);
    let unknown = first(
        "undecided of the inverse (no precision tells its value from a breakpoint)",
        &Few::of(unknown)?,
        at,
    );
    Ok(out + &exact + &unknown)
}

fn of_kind(part: Part<'_>, kind: CaseKind) -> Result<usize, Diag> {
    let mut count = 0;
    for finding in part.iter() {
        count += usize::from(finding?.verdict.kind() == kind);
    }
    Ok(count)
}

/// The hardest cases, what they mean for a library, and how many there are of each hardness.
fn hardness(plan: &Plan, summary: &Summary, undecided: u128) -> String {
    let Summary { total, binades, chance, histogram } = summary;
    let mut out = String::new();
    let kinds = [(CaseKind::Nearest, &total.nearest), (CaseKind::Directed, &total.directed)];
    for (kind, hardest) in kinds {
        if let Some(Hardest { x, identical_bits, distance }) = hardest {
            let kind = kind.name();
            let _ = writeln!(
                out,
                "hardest {kind}: {x}, {identical_bits} identical bits after the rounding bit, distance {}",
                lg(*distance)
            );
        }
    }
    if let (Some(bits), Some(precision)) =
        (total.bits_after_rounding_bit, total.sufficient_precision)
    {
        let _ = writeln!(
            out,
            "{bits} bits after the rounding bit are enough for correct rounding{}: f(x) to {precision} bits",
            if undecided > 0 { ", but for undecided inputs" } else { "" }
        );
    }
    if histogram.iter().any(|bin| bin.cases > 0) {
        let mut table = match chance.everywhere {
            true => Table::new(&["identical bits", "cases", "by chance"]),
            false => Table::new(&["identical bits", "cases", "outside runs", "by chance"]),
        };
        for bin in histogram {
            let compared = (!chance.everywhere).then(|| bin.compared.to_string());
            let cells = [bin.identical_bits.to_string(), bin.cases.to_string()];
            table.row(cells.into_iter().chain(compared).chain([short(bin.expected)]));
        }
        let _ = write!(out, "\n{table}");
    }
    // Binades that follow from others as a whole have the same cases as those.
    let mut searched = vec![false; binades.len()];
    for span in plan.spans.iter().filter(|span| !matches!(span.work, Work::Follows(_))) {
        searched[span.segment] = true;
    }
    let known = binades.iter().zip(&searched);
    let known = known.filter(|(binade, searched)| **searched && binade.hardness.cases > 0);
    let known: Vec<_> = known.map(|(binade, _)| binade).collect();
    if known.len() > 1 {
        let _ = write!(out, "\n{}", binade_table(&known));
    }
    out
}

/// The hardest binades, in the order of x.
fn binade_table(known: &[&Binade]) -> String {
    let mut shown = known.to_vec();
    if shown.len() > MOST_BINADES {
        shown.sort_by_key(|binade| std::cmp::Reverse(binade.hardness.bits_after_rounding_bit));
        shown.truncate(MOST_BINADES);
    }
    shown.sort_by_key(|binade| {
        let e = binade.exponent;
        (!binade.negative, if binade.negative { -e } else { e })
    });
    let mut table =
        Table::new(&["binade of x", "cases", "hardest nearest", "", "hardest directed", ""]);
    for binade in &shown {
        let sign = if binade.negative { "-" } else { "" };
        let Hardness { cases, nearest, directed, .. } = &binade.hardness;
        let mut cells = vec![format!("{sign}2^{}", binade.exponent), cases.to_string()];
        for hardest in [nearest, directed] {
            let cell = hardest.as_ref().map(|h| (h.identical_bits.to_string(), h.x.clone()));
            let (bits, x) = cell.unwrap_or(("-".to_owned(), String::new()));
            cells.extend([bits, x]);
        }
        table.row(cells);
    }
    let mut out = table.to_string();
    if known.len() > shown.len() {
        let _ = writeln!(out, "and {} easier binades", known.len() - shown.len());
    }
    out
}

fn wanted(rounding: Rounding, kind: CaseKind) -> bool {
    match rounding {
        Rounding::All => true,
        Rounding::Nearest => kind == CaseKind::Nearest,
        Rounding::Directed => kind == CaseKind::Directed,
    }
}

/// All cases in the order of x, or the hardest ones.
fn case_table(few: &Few) -> String {
    let mut shown: Vec<&Finding> = match few.count() > MOST_CASES {
        true => few.hardest().take(HARDEST).collect(),
        false => few.first().collect(),
    };
    shown.sort_by_key(|finding| finding.place());
    let mut table = Table::new(&["x", "distance", "", "identical bits", "kind"]);
    for case in shown.into_iter().filter_map(case) {
        table.row([
            case.x.clone(),
            lg(case.distance),
            case.distance.brief(),
            case.identical_bits.to_string(),
            case.kind.name().to_owned(),
        ]);
    }
    table.to_string()
}

/// Exact and undecided inputs, and gaps.
fn others(results: Results<'_>, apart: &Apart) -> String {
    let Results { plan, report, .. } = results;
    let decided = runs::decided(plan).into_iter().map(|run| run.to_string());
    let refused = plan.refused().into_iter().map(|run| run.to_string());
    let gaps = report.missing(plan).into_iter().map(|gap| {
        let run = run_entry(plan, &gap);
        format!("{} to {}, {} inputs", run.first, run.last, gap.inputs.end - gap.inputs.start)
    });
    let counted = match report.exact_not_listed() {
        0 => String::new(),
        more => format!("exact cases that follow from others, not listed: {}\n", count(more)),
    };
    [
        first("exact cases (f(x) is a breakpoint)", &apart.exact, |finding| {
            format!("{} ({})", finding.x, finding.verdict.kind().name())
        }),
        counted,
        first("undecided (no precision tells f(x) from a breakpoint)", &apart.unknown, |finding| {
            finding.x.clone()
        }),
        some("decided at once (runs of inputs)", decided.collect()),
        some("NOT SEARCHED, for that cannot be done (ranges)", refused.collect()),
        some("NOT covered (runs of inputs)", gaps.collect()),
    ]
    .concat()
}

fn some(title: &str, items: Vec<String>) -> String {
    let count = items.len();
    lines(title, count, items.into_iter())
}

fn first(title: &str, few: &Few, item: impl Fn(&Finding) -> String) -> String {
    lines(title, few.count(), few.first().map(item))
}

fn lines(title: &str, count: usize, items: impl Iterator<Item = String>) -> String {
    if count == 0 {
        return String::new();
    }
    let mut out = format!("{title}: {count}\n");
    for item in items.take(MOST_OTHERS) {
        let _ = writeln!(out, "  {item}");
    }
    if count > MOST_OTHERS {
        let _ = writeln!(out, "  and {} more", count - MOST_OTHERS);
    }
    out
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
                tested.to_string(),
                survivors.to_string(),
                percent(survivors, tested),
            ]);
        }
        let _ = writeln!(out, "{table}");
    }
    let confirmed = report.findings.len();
    let _ = writeln!(
        out,
        "{} candidates checked with MPFR, {} inputs examined directly, {confirmed} findings",
        counts.candidates, report.direct
    );
    let _ = writeln!(
        out,
        "{} for {} inputs: {} inputs/s ({} thread{})",
        seconds(report.seconds),
        count(report.inputs()),
        short(results.inputs_per_second()),
        report.threads,
        if report.threads == 1 { "" } else { "s" }
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
            Check::Exists { .. } | Check::Arcs(_) => format!("intervals of {}", stage.part_inputs),
            Check::Compare { .. } => "single inputs".to_owned(),
        })
        .collect();
    match kinds.len() {
        1..=3 => kinds.into_iter().collect::<Vec<_>>().join(" or "),
        _ => "intervals of several lengths".to_owned(),
    }
}
