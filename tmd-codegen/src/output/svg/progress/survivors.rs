//! The parts that each stage tested, and those that survived it.

use super::{LEFT, RIGHT, nothing};
use crate::output::svg::axis::{Scale, ticks};
use crate::output::svg::canvas::{Anchor, Area, COLOURS, Canvas, DARK, SMALL};
use crate::search::Report;
use crate::text::share;

/// The left end of the bars, after the names.
const BARS: f64 = 260.0;
/// Their right end at most, before the numbers.
const NUMBERS: f64 = 700.0;
const ROW: f64 = 16.0;

pub(super) fn draw(report: &Report) -> (Canvas, f64) {
    let counts = &report.counts;
    if counts.tested.is_empty() {
        return nothing("No kernel has tested anything.");
    }
    let mut rows: Vec<(String, u64, String, &str)> = vec![];
    for (stage, tested) in counts.tested.iter().enumerate() {
        let survivors = counts.survivors.get(stage).copied().unwrap_or(0);
        let part = match tested {
            0 => String::new(),
            _ => format!("{survivors}, {}", share(survivors as f64 / *tested as f64)),
        };
        rows.push((format!("stage {stage}: tested"), *tested, tested.to_string(), COLOURS[0]));
        rows.push((format!("stage {stage}: survived"), survivors, part, COLOURS[1]));
    }
    let cases = report.cases().len() as u64;
    for (name, count) in [("judged with MPFR", counts.candidates), ("hard-to-round cases", cases)] {
        rows.push((name.to_owned(), count, count.to_string(), DARK));
    }
    let mut canvas = Canvas::default();
    let top = 46.0;
    let bottom = top + ROW * rows.len() as f64;
    let most = rows.iter().map(|row| row.1).max().unwrap_or(1).max(10) as f64;
    let high = most.log10().ceil();
    let scale = Scale::new((0.0, high), (BARS, NUMBERS));
    canvas.text(BARS, 14.0, Anchor::Start, SMALL, "number of parts or inputs");
    for tick in ticks(0.0, high, NUMBERS - BARS, 50.0) {
        let x = scale.at(tick as f64);
        canvas.line(&[(x, top - 6.0), (x, bottom)], "#dddddd", 1.0, "grid");
        canvas.text(x, top - 10.0, Anchor::Middle, SMALL, &format!("1e{tick}"));
    }
    for (number, (name, count, text, colour)) in rows.iter().enumerate() {
        let y = top + ROW * number as f64;
        canvas.text(LEFT, y + 10.0, Anchor::Start, SMALL, name);
        // One is no nothing: it has a bar that can be seen.
        let width = match count {
            0 => 0.0,
            _ => (scale.at((*count as f64).log10()) - BARS).max(2.0),
        };
        let bar = Area { x: BARS, y, width: width.min(RIGHT - BARS), height: 12.0 };
        canvas.bar(bar, colour, "stage", &format!("{name}: {text}"));
        canvas.text(NUMBERS + 10.0, y + 10.0, Anchor::Start, SMALL, text);
    }
    (canvas, bottom + 14.0)
}
