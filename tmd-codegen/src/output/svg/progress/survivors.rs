//! The parts that each stage tested, and those that survived it.

use super::{Frame, nothing};
use crate::output::svg::axis::{Scale, power_of_ten, ticks};
use crate::output::svg::canvas::{Anchor, Area, COLOURS, Canvas, DARK, SMALL};
use crate::search::Report;
use crate::text::{grouped, share};

/// Where the parts of a row are.
struct Row {
    height: f64,
    /// The left end of the bars: after the names, or below them.
    bars: f64,
    /// Their right end at most, before the numbers.
    end: f64,
    /// How far below the names they are.
    below: f64,
}

impl Row {
    fn of(frame: Frame) -> Row {
        match frame.is_narrow() {
            true => Row { height: 34.0, bars: 4.0, end: frame.right - 20.0, below: 15.0 },
            false => Row { height: 16.0, bars: 260.0, end: 700.0, below: 0.0 },
        }
    }
}

pub(super) fn draw(report: &Report, frame: Frame) -> (Canvas, f64) {
    let counts = &report.counts;
    if counts.tested.is_empty() {
        return nothing(frame, "No kernel has tested anything.");
    }
    let mut rows: Vec<(String, u64, String, &str)> = vec![];
    for (stage, tested) in counts.tested.iter().enumerate() {
        let survivors = counts.survivors.get(stage).copied().unwrap_or(0);
        let part = match tested {
            0 => String::new(),
            _ => format!(
                "{}, {}",
                grouped(survivors.into()),
                share(survivors as f64 / *tested as f64)
            ),
        };
        rows.push((
            format!("stage {stage} tested"),
            *tested,
            grouped((*tested).into()),
            COLOURS[0],
        ));
        rows.push((format!("stage {stage} survived"), survivors, part, COLOURS[1]));
    }
    let cases = report.cases().len() as u64;
    for (name, count) in [("judged with MPFR", counts.candidates), ("hard-to-round cases", cases)] {
        rows.push((name.to_owned(), count, grouped(count.into()), DARK));
    }
    let mut canvas = Canvas::default();
    let row = Row::of(frame);
    let top = 46.0;
    let bottom = top + row.height * rows.len() as f64;
    let most = rows.iter().map(|row| row.1).max().unwrap_or(1).max(10) as f64;
    let high = most.log10().ceil();
    let scale = Scale::new((0.0, high), (row.bars, row.end));
    canvas.text(row.bars, 14.0, Anchor::Start, SMALL, "number of parts or inputs (logarithmic)");
    for tick in ticks(0.0, high, row.end - row.bars, 70.0) {
        let x = scale.at(tick as f64);
        canvas.line(&[(x, top - 6.0), (x, bottom)], "#dddddd", 1.0, "grid");
        let anchor = if tick == 0 { Anchor::Start } else { Anchor::Middle };
        canvas.text(x, top - 10.0, anchor, SMALL, &power_of_ten(tick));
    }
    for (number, (name, count, text, colour)) in rows.iter().enumerate() {
        let y = top + row.height * number as f64;
        if frame.is_narrow() {
            canvas.text(row.bars, y + 10.0, Anchor::Start, SMALL, &format!("{name}: {text}"));
        } else {
            canvas.text(frame.left, y + 10.0, Anchor::Start, SMALL, name);
            canvas.text(row.end + 10.0, y + 10.0, Anchor::Start, SMALL, text);
        }
        // One is no nothing: it has a bar that can be seen.
        let width = match count {
            0 => 0.0,
            _ => (scale.at((*count as f64).log10()) - row.bars).max(2.0),
        };
        let bar = Area { x: row.bars, y: y + row.below, width, height: 12.0 };
        canvas.bar(bar, colour, "stage", &format!("{name}: {text}"));
    }
    (canvas, bottom + 14.0)
}
