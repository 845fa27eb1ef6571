//! The head of an emitted kernel, and the rows that it shares with the plan's table.

use super::super::{Contract, Plan, SearchSpan, Span};
use super::text::{Row, layout};
use tmd_base::text::{count, grouped, share, wrap};
use tmd_design::bound::BoundName;
use tmd_design::design::{Check, Compaction};
use tmd_design::names::{lg, test, threshold, words};
use tmd_design::obligation::Obligation;
use tmd_request::request::Rounding;

/// Columns of an emitted line after `//! `.
const WIDTH: usize = 96;
/// Columns of a printed page.
pub(super) const PAGE: usize = 110;
/// The most spans that are listed one by one.
pub(super) const MOST_LISTED: usize = 8;

/// The lines that stand above every source of kernel `index`.
pub(super) fn describe(plan: &Plan, index: usize) -> Vec<String> {
    let spans: Vec<(&Span, &SearchSpan)> =
        plan.searches().filter(|(_, search)| search.kernel == index).collect();
    let mut lines = paragraph(
        "An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a \
         breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of \
         inputs; what survives the last one is a candidate, which the host confirms with MPFR.",
    );
    lines.push(String::new());
    lines.push("```text".into());
    let mut rows = request(plan);
    rows.extend(plan.refused_line().map(|line| Row::new(0, "NOT SEARCHED", line, "")));
    rows.extend(spans.iter().take(MOST_LISTED).map(|(s, search)| span(plan, s, search, 0)));
    if spans.len() > MOST_LISTED {
        rows.push(Row::new(0, "", format!("… and {} more spans", spans.len() - MOST_LISTED), ""));
    }
    lines.extend(layout(&rows, WIDTH));
    let Some((_, search)) = spans.first() else {
        lines.push("```".into());
        return lines;
    };
    let contract = Contract::new(plan, index);
    lines.push(String::new());
    lines.extend(layout(&geometry(plan, search), WIDTH));
    lines.push(String::new());
    lines.extend(layout(&derivatives(&contract), WIDTH));
    for (stage, of_stage) in contract.stages.iter().enumerate() {
        lines.push(String::new());
        let epsilon = lg(of_stage.epsilon);
        let title = match contract.spans {
            1 => format!("budget of stage {stage}: ε'' = {epsilon}, the sum of"),
            _ => format!("budget of stage {stage}: ε'' ≤ {epsilon} on each span; the largest"),
        };
        lines.extend(wrap("", &title, WIDTH));
        let bounds: Vec<Row> = of_stage.bounds.iter().map(|bound| Row::bound(1, bound)).collect();
        lines.extend(layout(&bounds, WIDTH));
        lines.extend(obligations(&of_stage.obligations, WIDTH));
    }
    lines.push("```".into());
    lines.push(String::new());
    if spans.len() > 1 {
        lines.extend(paragraph(
            "These are the kernel's bounds: each of its spans keeps to all of them, with the domains of \
             its own Taylor model. A term's argument is that of the span where it is largest.",
        ));
        lines.push(String::new());
    }
    lines.extend(paragraph(
        "A block shares one seed (the host makes it: `seed` holds the words of one stage). The first \
         stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the \
         items of the next; those of the last are inputs, counted from the block's first.",
    ));
    lines
}

/// A stage's numbers and the terms of its budget.
pub(super) fn describe_stage(plan: &Plan, kernel: usize, stage: usize) -> Vec<String> {
    let first = plan.searches().map(|(_, search)| search).find(|search| search.kernel == kernel);
    let Some(search) = first else { return vec![] };
    let Some(proved) = search.stages.get(stage) else { return vec![] };
    let mut lines = layout(&stage_rows(plan, search, stage), PAGE);
    let total = lg(proved.budget.total());
    lines.push(format!("budget: ε'' = {total}, the sum of"));
    lines.extend(layout(&super::bars::budget(&proved.budget), PAGE));
    lines.extend(obligations(&proved.budget.obligations, PAGE));
    lines
}

/// The obligations of a stage, a row each.
pub(super) fn obligations(obligations: &[Obligation], width: usize) -> Vec<String> {
    if obligations.is_empty() {
        return vec![];
    }
    let title = "obligations, so that every input near an integer is evaluated: needed ≤ had";
    let rows: Vec<Row> = obligations.iter().map(|one| Row::obligation(1, one)).collect();
    wrap("", title, width).into_iter().chain(layout(&rows, width)).collect()
}

fn paragraph(text: &str) -> Vec<String> {
    wrap("", text, WIDTH)
}

/// The rows about the request.
pub(super) fn request(plan: &Plan) -> Vec<Row> {
    let precision = plan.breakpoint_precision();
    let (what, breakpoints) = match plan.request.rounding {
        Rounding::Directed => ("directed", "the numbers of that precision"),
        Rounding::Nearest => ("to nearest", "the midpoints (and numbers, which are dropped)"),
        Rounding::All => ("all", "numbers and midpoints"),
    };
    let bits = match plan.bits_chosen {
        true => "chosen for a few hundred cases",
        false => "given",
    };
    vec![
        Row::new(0, "function f", plan.spec.canonical(), "given"),
        Row::new(
            0,
            "input format",
            format!("{}, p_in = {}", plan.input.name, plan.input.precision),
            "given",
        ),
        Row::new(
            0,
            "output format",
            format!(
                "{}, p = {}, rounding {what}: breakpoints have {precision} bits, {breakpoints}",
                plan.output.name, plan.output.precision
            ),
            "given",
        ),
        Row::new(
            0,
            BoundName::Threshold.name(),
            format!("2^-{} of the breakpoint spacing w", plan.bits),
            bits,
        ),
    ]
}

/// A span: its inputs and the scale of f on it.
pub(super) fn span(plan: &Plan, span: &Span, search: &SearchSpan, depth: usize) -> Row {
    let segment = &plan.segments[span.segment];
    let (from, to) = (segment.hex(span.inputs.start), segment.hex(span.inputs.end));
    let text = format!(
        "[{from}, {to}): {} inputs, h = 2^{}; 2^{} ≤ |f| ≤ 2^{}, w = 2^{}",
        count(span.inputs.end - span.inputs.start),
        segment.ulp,
        search.exponent,
        search.exponent + 1,
        search.spacing
    );
    Row::new(depth, "inputs", text, "proved")
}

/// The largest derivatives, a row.
fn derivatives(contract: &Contract) -> Vec<Row> {
    let bounds: Vec<String> = contract.derivatives.iter().map(|&bound| lg(bound)).collect();
    let text = format!(
        "|P^(j)/j!| ≤ {} for j = 2, 3, … and the polynomial P of a block",
        bounds.join(", ")
    );
    vec![Row::new(0, "derivatives", text, "proved: by interval Taylor arithmetic")]
}

/// Domains, blocks and stages.
pub(super) fn geometry(plan: &Plan, search: &SearchSpan) -> Vec<Row> {
    let stages = 0..search.stages.len();
    let stages = stages.flat_map(|stage| stage_rows(plan, search, stage));
    domains(search).into_iter().chain(stages).collect()
}

/// Domains and blocks.
fn domains(search: &SearchSpan) -> Vec<Row> {
    let model = &search.model;
    vec![
        Row::new(
            0,
            "domain",
            format!(
                "{} inputs, Taylor model of degree {}",
                count(model.domain_inputs),
                model.degree
            ),
            "longest that is proved, up to 2^40 (or a block) and a 16th of the work; least degree that is proved",
        ),
        Row::new(
            0,
            "block",
            format!(
                "{} inputs with one seed, polynomial of degree {}",
                count(model.block_inputs),
                model.block_degree
            ),
            "length chosen by cost, least degree that is proved",
        ),
    ]
}

/// A stage's numbers.
fn stage_rows(plan: &Plan, search: &SearchSpan, index: usize) -> Vec<Row> {
    let mut rows = vec![];
    let kernel = &plan.kernels[search.kernel];
    let n_given = plan.request.overrides.interval.is_some();
    if let (Some(stage), Some(proved)) = (kernel.stages.get(index), search.stages.get(index)) {
        let (parts, part) = (grouped(stage.parts.into()), count(stage.part_inputs));
        let items = count(stage.items);
        let (item, origin) = match index {
            0 if kernel.stages.len() == 1 => ("run", "chosen by cost"),
            0 => (
                "packet",
                if n_given { "N given, packet chosen by cost" } else { "chosen by cost" },
            ),
            1 => ("interval", "κ chosen by cost"),
            _ => ("sub-interval", "κ chosen by cost"),
        };
        let text = match (&stage.check, index) {
            (Check::Exists { .. }, 0) => format!(
                "{item} of {} inputs = {parts} intervals of N = {part}; {items} of them a block",
                count(stage.item_inputs())
            ),
            (Check::Exists { .. }, _) => format!(
                "{item} of {} inputs = κ = {parts} sub-intervals of {part}",
                count(stage.item_inputs())
            ),
            (Check::Arcs(arcs), _) => format!(
                "item of {} inputs = {} packets of T = {}; parts of {part}; {items} items a block",
                count(stage.item_inputs()),
                stage.item_inputs() / arcs.packet_inputs,
                count(arcs.packet_inputs)
            ),
            (Check::Compare { .. }, 0) => {
                format!(
                    "{item} of {} inputs, each compared; {items} of them a block",
                    count(stage.item_inputs())
                )
            }
            (Check::Compare { .. }, _) => {
                format!("{item} of {} inputs, each compared", count(stage.item_inputs()))
            }
        };
        rows.push(Row::new(0, format!("stage {index}"), text, origin));
        let least = "least that are proved to cost little";
        let bits: Vec<String> = std::iter::once(&stage.value)
            .chain(&stage.differences)
            .map(|q| format!("{}", 64 * q.words))
            .collect();
        let (title, tables) = match &stage.check {
            Check::Arcs(arcs) => (
                "polynomial",
                format!(
                    "degree 3 in binary64 on a packet; moved to it with {} fraction bits; orders Q \
                     = ∛({}/|g''|) < 2^{}",
                    bits.join(", "),
                    arcs.contract.order_cubed.value(),
                    arcs.order_bits
                ),
            ),
            _ => (
                "tables",
                format!(
                    "degree {}; values {}{}; moved to an item with {} fraction bits",
                    proved.budget.degree,
                    words(stage.value_words),
                    match stage.slope_words {
                        0 => String::new(),
                        n => format!(", slopes {}", words(n)),
                    },
                    bits.join(", ")
                ),
            ),
        };
        rows.push(Row::new(1, title, tables, least));
        let (hex, fraction, power) = threshold(stage);
        let how = match &stage.check {
            Check::Exists { test: planned, .. } => test(planned),
            Check::Arcs(_) => {
                "Farey arcs: the inputs next to each rational slope, solved for".into()
            }
            Check::Compare { .. } => "comparison of every input".into(),
        };
        let chosen = match (&stage.check, plan.request.overrides.test.is_some()) {
            (Check::Exists { .. } | Check::Arcs(_), true) => "given",
            (Check::Exists { .. } | Check::Arcs(_), false) => "chosen by cost",
            (Check::Compare { .. }, _) => "",
        };
        rows.push(Row::new(1, "check", how, chosen));
        rows.push(Row::new(
            1,
            "threshold 2ε''",
            format!("{hex}·2^-{fraction} = {power}"),
            "proved: the budget below, doubled and rounded up",
        ));
        rows.push(Row::new(
            1,
            "survivors",
            format!("{} of the parts", share(proved.survival)),
            "predicted",
        ));
        let (gathered, why) = match stage.compaction {
            Compaction::Atomic => ("by an atomic addition each", "few are expected"),
            Compaction::Scan => ("by a prefix sum over a group", "many are expected"),
        };
        rows.push(Row::new(1, "gathered", format!("{gathered} (on GPUs)"), why));
    }
    rows
}
