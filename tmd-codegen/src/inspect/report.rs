//! An inspection as text.

use super::machine::{MachineKernel, Outcome};
use super::outline::Step;
use super::profile::{Loop, LoopKind};
use super::{Inspection, Stage, machine};
use crate::ir::{Live, Stmt};
use crate::table::Table;
use crate::target::Registers;
use crate::text::{count, grouped, many, plural, wrap};
use std::fmt::Write;

/// Columns of the text.
pub(super) const WIDTH: usize = 110;

/// The optional parts of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// The source, with the number of its step in front of each line.
    pub source: bool,
    /// The machine code, if it was asked for.
    pub machine: Option<Outcome>,
    /// The machine code itself, too.
    pub asm: bool,
}

/// The whole text.
pub fn report(inspection: &Inspection, parts: &Parts) -> String {
    let Inspection { plan, kernel, bundle, file, stages, .. } = inspection;
    let manifest = &bundle.manifest;
    let kernels = plan.kernels.len();
    let mut text = format!(
        "{} on {}: kernel {kernel} of {kernels}, {} for {}\n",
        manifest.function,
        plan.request.range.interval(),
        file,
        manifest.target,
    );
    let _ = writeln!(text, "{}", manifest.command);
    let names: Vec<&str> = bundle.files.keys().map(String::as_str).collect();
    let _ = writeln!(text, "files: {}", names.join(", "));
    if kernels > 1 {
        let _ = writeln!(text, "--kernel 0 to {} shows the others", kernels - 1);
    }
    for stage in stages {
        text.push('\n');
        text.push_str(&stage_text(inspection, stage, parts));
    }
    text
}

fn stage_text(inspection: &Inspection, stage: &Stage, parts: &Parts) -> String {
    let Inspection { plan, kernel, text: file, registers, .. } = inspection;
    let lanes = stage.kernel.lanes;
    let mut lines = vec![rule(&format!(
        "stage {}: {} lines {}-{}, described in lines {}-{}",
        stage.index,
        file,
        stage.outline.lines.start,
        stage.outline.lines.end - 1,
        stage.outline.comment.start,
        stage.outline.comment.end - 1,
    ))];
    lines.extend(plan.describe_stage(*kernel, stage.index));
    lines.push(String::new());
    lines.extend(indented(&steps(stage).to_string()));
    lines.push(String::new());
    lines.extend(wrap(
        "operations  ",
        &format!("each loop body once: {}", of_lanes(&stage.counts.to_string(), registers)),
        WIDTH,
    ));
    lines.extend(wrap("live        ", &live(stage.live, lanes, registers), WIDTH));
    let rows = loops(stage);
    if !rows.is_empty() {
        lines.push(format!(
            "loops       measured in the interpreter on {} of {}, {} in lock step",
            many(stage.profile.parts.into(), "part"),
            many(stage.profile.items as u128, "item"),
            plural(lanes, "lane"),
        ));
        lines.extend(rows);
    }
    lines.extend(machine(stage, parts));
    if parts.source {
        lines.push(String::new());
        lines.extend(source(stage, text_of(inspection)));
    }
    lines.join("\n") + "\n"
}

/// A heading across the page.
pub(super) fn rule(title: &str) -> String {
    let rest = WIDTH.saturating_sub(title.chars().count() + 4);
    format!("── {title} {}", "─".repeat(rest))
}

fn text_of(inspection: &Inspection) -> &str {
    inspection.bundle.files.get(&inspection.text).map_or("", String::as_str)
}

fn indented(text: &str) -> Vec<String> {
    text.lines().map(|line| format!("  {line}")).collect()
}

/// The words for lanes that are threads.
fn of_lanes(text: &str, registers: &Registers) -> String {
    match registers {
        Registers::Threads => text
            .replace("per vector", "of each thread")
            .replace("shared by all lanes", "the same in all threads of an item"),
        Registers::Vectors(_) | Registers::Portable => text.to_owned(),
    }
}

fn steps(stage: &Stage) -> Table {
    let all = stage.profile.operations(&stage.kernel, 0..stage.kernel.body.len()).max(1);
    let mut table = Table::new(&["lines", "step", "", "lane ops", "shared", "live", "of all run"]);
    for (number, step) in stage.outline.steps.iter().enumerate() {
        let run = stage.profile.operations(&stage.kernel, step.statements.clone());
        table.row([
            span(step),
            format!("{:>2}", number),
            format!("{}{}", "  ".repeat(step.depth), step.name),
            format!("{:>8}", step.counts.total(true)),
            format!("{:>6}", step.counts.total(false)),
            format!("{:>4}", step.live.varying),
            share(run, all),
        ]);
    }
    table
}

fn span(step: &Step) -> String {
    format!("{:>4}-{}", step.lines.start, step.lines.end - 1)
}

fn share(part: u64, all: u64) -> String {
    match part {
        0 => "      -".to_owned(),
        _ => format!("{:>5.1} %", 100.0 * part as f64 / all as f64),
    }
}

/// The number of values that are live at the same time.
fn live(live: Live, lanes: usize, registers: &Registers) -> String {
    let Live { varying, masks, uniform } = live;
    let held = format!(
        "at most {varying} words or numbers a lane, {}, {}",
        plural(masks, "mask"),
        plural(uniform, "uniform value")
    );
    match registers {
        Registers::Vectors(bytes) => {
            let each = (8 * lanes).div_ceil(*bytes);
            format!(
                "{held}; a word of {lanes} lanes is {} of {bytes} bytes: {} of them",
                plural(each, "register"),
                varying * each
            )
        }
        Registers::Threads => {
            format!(
                "{held}; a word is 2 registers of a thread: {} of them",
                2 * (varying + uniform)
            )
        }
        Registers::Portable => held,
    }
}

fn loops(stage: &Stage) -> Vec<String> {
    stage
        .profile
        .loops
        .iter()
        .map(|block| {
            let line = stage.lines.statements.get(block.statement).copied().unwrap_or_default();
            let indent = "  ".repeat(block.depth);
            let rounds = block.rounds as f64 / block.entered.max(1) as f64;
            let what = match block.kind {
                LoopKind::Counted(times) => format!("for: {}", many(times.into(), "round")),
                LoopKind::Bounded(bound) if block.entered == 0 => {
                    format!("loop: at most {} rounds; not reached", count(bound))
                }
                LoopKind::Bounded(bound) => {
                    format!("loop: at most {} rounds; {rounds:.2} expected", grouped(bound.into()))
                }
                LoopKind::Conditional if block.entered == 0 => "if: not reached".to_owned(),
                LoopKind::Conditional => {
                    format!("if: taken {:.2} % of the time", 100.0 * rounds)
                }
                LoopKind::Gathered if block.entered == 0 => "gathered: not reached".to_owned(),
                LoopKind::Gathered => format!("gathered: {rounds:.3} vectors a round"),
            };
            let name = follower(stage, block);
            format!("  {line:>4}  {indent}{what}{name}")
        })
        .collect()
}

/// The purpose of a block: its first comment.
fn follower(stage: &Stage, block: &Loop) -> String {
    match &stage.kernel.body.get(block.statement + 1) {
        Some(Stmt::Comment(text)) => format!(" ({text})"),
        _ => String::new(),
    }
}

/// The lines about the machine code.
fn machine(stage: &Stage, parts: &Parts) -> Vec<String> {
    let kernels = match &parts.machine {
        None => return vec![],
        Some(Outcome::Missing(why)) => return wrap("machine     ", why, WIDTH),
        Some(Outcome::Machine(kernels)) => kernels,
    };
    // A program's entry point is called after its stage.
    let is_own = |kernel: &&MachineKernel| kernel.name.ends_with(&stage.kernel.name);
    let own: Vec<MachineKernel> = kernels.iter().filter(is_own).cloned().collect();
    if own.is_empty() {
        return vec!["machine     no function of its own".to_owned()];
    }
    let mut lines = vec!["machine".to_owned()];
    lines.extend(indented(&machine::table(&own)));
    if parts.asm {
        lines.push(String::new());
        lines.extend(indented(&machine::listing(&own)));
    }
    lines
}

/// The function's text, with the numbers of lines and of steps.
fn source(stage: &Stage, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = vec![];
    for (number, step) in stage.outline.steps.iter().enumerate() {
        for line in step.lines.clone() {
            let mark = if line == step.lines.start { format!("{number:>2}") } else { "  ".into() };
            out.push(format!("{line:>5} {mark} │ {}", lines[line - 1]).trim_end().to_owned());
        }
    }
    out
}
