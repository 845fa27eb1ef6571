//! The plan in about ten lines: what is searched, how, and how long that takes.

use super::super::{Examined, Followed, Plan, Way, Work};
use super::kernel::PAGE;
use super::text::{Row, layout};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use tmd_base::text::{grouped, many, on_cores, plural, whole};
use tmd_design::decided::Decision;
use tmd_design::design::{Check, KernelPlan};

/// Equations that are named; the others are counted.
const MOST_EQUATIONS: usize = 2;

/// The whole summary.
pub(super) fn summary(plan: &Plan) -> String {
    let request = &plan.request;
    let title = format!(
        "Plan: hard-to-round cases of {}, {} {}",
        plan.spec.canonical(),
        request.range.option,
        request.range.text
    );
    let mut rows = vec![
        Row::new(0, "formats", formats(plan), ""),
        Row::new(0, "inputs", inputs(plan), ""),
        Row::new(0, "threshold ε", threshold(plan), ""),
    ];
    rows.extend(kernels(plan));
    rows.extend(others(plan));
    rows.extend(follows(plan));
    rows.extend(taken(plan));
    rows.extend(refused(plan));
    rows.push(Row::new(0, "predicted time", on_cores(plan.predicted_seconds()), ""));
    rows.push(Row::new(0, "plan hash", &plan.hash()[..16], ""));
    let mut lines: Vec<String> = vec![title.chars().take(PAGE).collect()];
    lines.extend(layout(&rows, PAGE - 2).into_iter().map(|line| format!("  {line}")));
    lines.join("\n") + "\n"
}

fn formats(plan: &Plan) -> String {
    format!("{} to {}, rounding {}", plan.input.name, plan.output.name, plan.request.rounding)
}

fn inputs(plan: &Plan) -> String {
    let n = plan.inputs();
    let power = if n.is_power_of_two() { format!(" = 2^{}", n.ilog2()) } else { String::new() };
    let pieces: usize = plan.pieces.iter().map(Vec::len).sum();
    let pieces = many(pieces as u128, "piece");
    format!("{}{power}, in {pieces} on which the exponent of f is constant", grouped(n))
}

fn threshold(plan: &Plan) -> String {
    let chosen = if plan.bits_chosen { ", chosen by the plan" } else { "" };
    // Less than half a case is none.
    let expected = match plan.expected_cases() {
        ..0.5 => "hardly a case".to_owned(),
        expected if expected < 1.5 => "about 1 case".to_owned(),
        expected => format!("about {} cases", whole(expected)),
    };
    format!("2^-{} of the breakpoint spacing{chosen}; {expected} expected by chance", plan.bits)
}

/// What kernels search, and by what their first stages do.
fn kernels(plan: &Plan) -> Option<Row> {
    type Kind = fn(&Check) -> bool;
    let kinds: [(&str, Kind); 3] = [
        ("by Farey arcs", |check| matches!(check, Check::Arcs(_))),
        ("by an existence test on intervals", |check| matches!(check, Check::Exists { .. })),
        ("by comparing every input", |check| matches!(check, Check::Compare { .. })),
    ];
    let spans = plan.searches().count();
    let first = |kernel: &KernelPlan, kind: Kind| {
        kernel.stages.first().is_some_and(|stage| kind(&stage.check))
    };
    let told = kinds.into_iter().filter_map(|(words, kind)| {
        let kernels: Vec<_> = plan.kernels.iter().filter(|kernel| first(kernel, kind)).collect();
        let stages = kernels.iter().map(|kernel| kernel.stages.len());
        let (least, most) = (stages.clone().min()?, stages.max()?);
        Some(format!("{} {words}, in {}", kernels.len(), stage_count(least..=most)))
    });
    let told: Vec<String> = told.collect();
    let inputs = plan.inputs_by(|work| matches!(work, Work::Search(_)));
    (spans > 0).then(|| {
        let text = format!(
            "{}, for {} in {}: {}",
            plan.kernels.len(),
            many(inputs, "input"),
            many(spans as u128, "span"),
            told.join("; ")
        );
        Row::new(0, "kernels", text, "")
    })
}

fn stage_count(stages: RangeInclusive<usize>) -> String {
    match stages.start() == stages.end() {
        true => plural(*stages.end(), "stage"),
        false => format!("{} to {} stages", stages.start(), stages.end()),
    }
}

/// What is done without kernels.
fn others(plan: &Plan) -> Vec<Row> {
    let ways: [(&str, &str, Way); 6] = [
        ("closed form", "solved by bisection of the drift", |work| matches!(work, Work::Drift(_))),
        ("f overflows", "decided at once", |work| {
            matches!(work, Work::Decided(Decision::Overflow))
        }),
        ("f has no value", "decided at once", |work| {
            matches!(work, Work::Decided(Decision::Undefined))
        }),
        ("f is next to 0", "where it has a value: decided at once", |work| {
            matches!(work, Work::Decided(Decision::Vanishes))
        }),
        ("one by one", "examined with MPFR", |work| {
            matches!(work, Work::Direct(Examined::Exactly))
        }),
        (
            "by phase",
            "examined one by one in binary64, and with MPFR next to breakpoints",
            |work| matches!(work, Work::Direct(Examined::ByPhase)),
        ),
    ];
    let told = ways.into_iter().map(|(label, what, way)| (label, what, plan.inputs_by(way)));
    told.filter(|(_, _, inputs)| *inputs > 0)
        .map(|(label, what, inputs)| {
            Row::new(0, label, format!("{}, {what}", many(inputs, "input")), "")
        })
        .collect()
}

/// What follows from other inputs.
fn follows(plan: &Plan) -> Option<Row> {
    let groups = plan.followed();
    let inputs: u128 = groups.iter().map(|group| group.inputs).sum();
    let formulas: Vec<&str> = groups
        .iter()
        .take(MOST_EQUATIONS)
        .map(|Followed { formula, .. }| formula.as_str())
        .collect();
    let more = match groups.len().saturating_sub(MOST_EQUATIONS) {
        0 => String::new(),
        more => format!("; and by {}", plural(more, "more combination")),
    };
    (!groups.is_empty()).then(|| {
        let text = format!("{}, by {}{more}", many(inputs, "input"), formulas.join("; by "));
        Row::new(0, "follows", text, "")
    })
}

/// What kernels need not search, as a list has its cases.
fn taken(plan: &Plan) -> Option<Row> {
    let beyond = plan.beyond.as_ref()?;
    Some(Row::new(0, "from a list", format!("{}: not searched", beyond.line()), ""))
}

/// What cannot be searched, and why.
fn refused(plan: &Plan) -> Option<Row> {
    let line = plan.refused_line()?;
    let reasons: BTreeSet<&str> = plan.refused().iter().map(|run| run.refusal.reason()).collect();
    let reasons: Vec<&str> = reasons.into_iter().collect();
    Some(Row::new(0, "NOT SEARCHED", format!("{line}: {}", reasons.join("; ")), ""))
}
