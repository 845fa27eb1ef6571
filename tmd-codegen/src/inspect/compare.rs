//! Two kernels side by side: what differs as a table, what is equal as a list.

use super::profile::LoopKind;
use super::{Choice, Inspection, inspect};
use crate::diag::Diag;
use crate::request::Request;
use crate::table::Table;
use crate::text::{duration, grouped, share};
use std::collections::BTreeMap;

/// A row's value: text, and a number where a ratio has a meaning.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    text: String,
    number: Option<f64>,
}

impl Cell {
    fn text(text: impl Into<String>) -> Self {
        Cell { text: text.into(), number: None }
    }

    fn count(number: u64) -> Self {
        Cell { text: grouped(number.into()), number: Some(number as f64) }
    }

    fn number(number: f64, text: impl Into<String>) -> Self {
        Cell { text: text.into(), number: Some(number) }
    }
}

/// The figures of a kernel, in order.
type Rows = Vec<(String, Cell)>;

/// Compares the kernels of two requests, each with the words by which it differs.
///
/// # Errors
/// As [`inspect`].
pub fn compare(sides: [(&str, &Request); 2], choice: &Choice) -> Result<String, Diag> {
    let rows = |request: &Request| inspect(request, choice).map(|inspection| rows(&inspection));
    let (a, b) = (rows(sides[0].1)?, rows(sides[1].1)?);
    let head = |(words, _): (&str, &Request)| match words.trim() {
        "" => "as it is".to_owned(),
        words => words.to_owned(),
    };
    let mut table = Table::new(&["", &head(sides[0]), &head(sides[1]), "ratio"]);
    let of_b: BTreeMap<&str, &Cell> = b.iter().map(|(name, cell)| (name.as_str(), cell)).collect();
    let mut same = vec![];
    let mut add = |name: &str, a: Option<&Cell>, b: Option<&Cell>| {
        if a == b {
            same.push(name.to_owned());
            return;
        }
        let shown = |cell: Option<&Cell>| cell.map_or("-".to_owned(), |cell| cell.text.clone());
        let number = |cell: Option<&Cell>| cell.and_then(|cell| cell.number);
        let ratio = match (number(a), number(b)) {
            (Some(a), Some(b)) if a > 0.0 => format!("{:.2}", b / a),
            _ => String::new(),
        };
        table.row([name.to_owned(), shown(a), shown(b), ratio]);
    };
    for (name, cell) in &a {
        add(name, Some(cell), of_b.get(name.as_str()).copied());
    }
    for (name, cell) in b.iter().filter(|(name, _)| !a.iter().any(|(known, _)| known == name)) {
        add(name, None, Some(cell));
    }
    let mut text = table.to_string();
    for line in collapsed(&same) {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// The names of rows that are equal on both sides, a line a stage.
fn collapsed(names: &[String]) -> Vec<String> {
    let mut by_stage: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names {
        let (stage, name) = name.split_once(": ").unwrap_or(("in all", name));
        by_stage.entry(stage).or_default().push(name);
    }
    let lines = by_stage.into_iter().flat_map(|(stage, names)| {
        crate::text::wrap(&format!("the same {stage}: "), &names.join(", "), super::report::WIDTH)
    });
    lines.collect()
}

fn rows(inspection: &Inspection) -> Rows {
    let Inspection { plan, kernel, bundle, file, text, .. } = inspection;
    let seconds = plan.predicted_seconds();
    let lines = |text: &String| text.lines().count() as u64;
    let mut rows: Rows = vec![
        ("target".into(), Cell::text(&bundle.manifest.target)),
        ("file".into(), Cell::text(file)),
        ("lines of it".into(), Cell::count(bundle.files.get(text).map_or(0, lines))),
        ("kernels".into(), Cell::count(plan.kernels.len() as u64)),
        ("predicted time".into(), Cell::number(seconds, duration(seconds))),
        ("stages".into(), Cell::count(plan.kernels[*kernel].stages.len() as u64)),
    ];
    let first = plan.searches().map(|(_, search)| search).find(|search| search.kernel == *kernel);
    for stage in &inspection.stages {
        let planned = &plan.kernels[*kernel].stages[stage.index];
        let mut row = |name: &str, cell: Cell| {
            rows.push((format!("stage {}: {name}", stage.index), cell));
        };
        row("inputs of a part", Cell::count(planned.part_inputs));
        row("parts", Cell::count(planned.parts));
        let (threshold, bits, lg) = planned.threshold_text();
        row("threshold 2ε''", Cell::text(format!("{threshold}·2^-{bits} = {lg}")));
        if let Some(proved) = first.and_then(|search| search.stages.get(stage.index)) {
            row("survivors", Cell::number(proved.survival, share(proved.survival)));
        }
        row("lanes", Cell::count(stage.kernel.lanes as u64));
        let rounds = stage.profile.loops.iter().find_map(|block| match block.kind {
            LoopKind::Bounded(_) if block.entered > 0 => {
                Some(block.rounds as f64 / block.entered as f64)
            }
            _ => None,
        });
        if let Some(rounds) = rounds {
            row("rounds expected", Cell::number(rounds, format!("{rounds:.2}")));
        }
        let run = stage.profile.operations(&stage.kernel, 0..stage.kernel.body.len());
        let each = run as f64 * stage.kernel.lanes as f64 / stage.profile.parts.max(1) as f64;
        row("lane operations run, a part", Cell::number(each, format!("{each:.1}")));
        for ((class, varying), count) in &stage.counts.by_class {
            let whose = if *varying { "of lanes" } else { "shared" };
            row(&format!("{class} {whose}"), Cell::count(*count));
        }
        row("live words a lane", Cell::count(stage.live.varying as u64));
        row("live masks", Cell::count(stage.live.masks as u64));
        row("live uniform values", Cell::count(stage.live.uniform as u64));
    }
    rows
}
