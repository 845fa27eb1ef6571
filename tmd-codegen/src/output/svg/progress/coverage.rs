//! The shares of the range that are done, damaged and left: columns over the inputs.

use super::{Frame, colour, states};
use crate::campaign::overview::UnitState;
use crate::output::svg::axis::{Scale, labels, upright};
use crate::output::svg::canvas::{Area, Canvas};
use crate::output::svg::range;
use crate::plan::Plan;
use crate::spec::Segment;
use std::ops::Range;

/// Columns at most.
fn most(frame: Frame) -> usize {
    if frame.is_narrow() { 80 } else { 240 }
}

/// Binades, or a part of one, with the inputs that are in each state.
#[derive(Clone, Debug)]
struct Column {
    segments: Range<usize>,
    /// The inputs of the segment, where there is only one.
    inputs: Range<u64>,
    done: f64,
    claimed: f64,
    damaged: f64,
    all: f64,
}

/// Columns of about the same number for every binade: a binade of subnormal numbers is as wide as any
/// other, whatever it holds.
fn columns(segments: &[Segment], most: usize) -> Vec<Column> {
    let new = |segments: Range<usize>, inputs: Range<u64>, all: f64| Column {
        segments,
        inputs,
        done: 0.0,
        claimed: 0.0,
        damaged: 0.0,
        all,
    };
    if segments.len() > most {
        let each = segments.len().div_ceil(most);
        return (0..segments.len())
            .step_by(each)
            .map(|start| {
                let end = (start + each).min(segments.len());
                let all = segments[start..end].iter().map(|segment| segment.count as f64).sum();
                new(start..end, 0..0, all)
            })
            .collect();
    }
    let parts = (most / segments.len().max(1)).max(1) as u64;
    let mut columns = vec![];
    for (index, segment) in segments.iter().enumerate() {
        let parts = parts.min(segment.count);
        let at =
            |part: u64| (u128::from(segment.count) * u128::from(part) / u128::from(parts)) as u64;
        for part in 0..parts {
            let inputs = at(part)..at(part + 1);
            let all = (inputs.end - inputs.start) as f64;
            columns.push(new(index..index + 1, inputs, all));
        }
    }
    columns
}

/// Adds the inputs of a unit's portion to the columns that they lie in.
fn add(columns: &mut [Column], state: UnitState, segment: usize, inputs: &Range<u64>) {
    let first = columns.partition_point(|column| {
        let is_before = !column.inputs.is_empty() && column.inputs.end <= inputs.start;
        column.segments.end <= segment || (column.segments.start == segment && is_before)
    });
    for column in &mut columns[first..] {
        if !column.segments.contains(&segment) {
            return;
        }
        let common = match column.inputs.is_empty() {
            true => inputs.clone(), // whole binades
            false => inputs.start.max(column.inputs.start)..inputs.end.min(column.inputs.end),
        };
        if common.is_empty() {
            return;
        }
        let count = (common.end - common.start) as f64;
        match state {
            UnitState::Done => column.done += count,
            UnitState::Claimed => column.claimed += count,
            UnitState::Damaged => column.damaged += count,
            UnitState::Left => {}
        }
    }
}

/// Draws runs of inputs, each of a state and in a segment.
pub(super) fn draw(
    plan: &Plan,
    runs: &[(UnitState, usize, Range<u64>)],
    frame: Frame,
) -> (Canvas, f64) {
    let mut columns = columns(&plan.segments, most(frame));
    for (state, segment, inputs) in runs {
        add(&mut columns, *state, *segment, inputs);
    }
    let mut canvas = Canvas::default();
    let area = Area { x: frame.left, y: 30.0, width: frame.right - frame.left, height: 120.0 };
    let scale = Scale::new((0.0, 100.0), (area.bottom(), area.y));
    let title = "% of the inputs searched";
    upright(&mut canvas, area, scale, &[0, 25, 50, 75, 100], title);
    let width = area.width / columns.len().max(1) as f64;
    for (number, column) in columns.iter().enumerate() {
        let x = area.x + width * number as f64;
        let mut bottom = area.bottom();
        let title = column.title(plan);
        let left = (column.all - column.done - column.claimed - column.damaged).max(0.0);
        for (count, state) in [
            (column.done, UnitState::Done),
            (column.damaged, UnitState::Damaged),
            (column.claimed, UnitState::Claimed),
            (left, UnitState::Left),
        ] {
            let height = (area.height * count / column.all.max(1.0)).clamp(0.0, bottom - area.y);
            if height > 0.0 {
                bottom -= height;
                let bar = Area { x, y: bottom, width, height };
                canvas.bar(bar, colour(state), "coverage", &title);
            }
        }
    }
    let places = borders(plan, &columns, area);
    labels(&mut canvas, area, &places, "x (every binade equally wide)");
    // Done and left may be told from each other, whether both are there or not.
    let mut shown: Vec<UnitState> = runs.iter().map(|(state, ..)| *state).collect();
    shown.extend([UnitState::Done, UnitState::Left]);
    let y = states(&mut canvas, frame, area.bottom() + 56.0, &shown);
    (canvas, y + 14.0)
}

impl Column {
    fn title(&self, plan: &Plan) -> String {
        let first = &plan.segments[self.segments.start];
        let last = &plan.segments[self.segments.end - 1];
        let (start, end) = match self.inputs.is_empty() {
            true => (range::input(first, 0), range::input(last, last.count)),
            false => (range::input(first, self.inputs.start), range::input(first, self.inputs.end)),
        };
        let done = 100.0 * self.done / self.all.max(1.0);
        format!("[{start}, {end}): {done:.1} % done")
    }
}

/// The borders of binades.
fn borders(plan: &Plan, columns: &[Column], area: Area) -> Vec<(f64, String)> {
    let x = |column: usize| area.x + area.width * column as f64 / columns.len().max(1) as f64;
    let mut borders: Vec<(f64, String)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.inputs.start == 0)
        .map(|(number, column)| (x(number), range::label(&plan.segments[column.segments.start], 0)))
        .collect();
    if let Some(last) = plan.segments.last() {
        borders.push((x(columns.len()), range::label(last, last.count)));
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use crate::request::Request;

    #[test]
    fn columns_hold_all_inputs_once() {
        for (function, range, precision) in [
            ("exp", "all", 11),
            ("exp", "1,2", 24),
            ("sin", "-3,5", 24),
            ("log", "2^-300,2^300", 24),
        ] {
            let mut request = Request::in_range(function, range);
            request.precision = precision.into();
            if range.contains("300") {
                request.input_precision = Some(53.into());
                request.precision = 53.into();
            }
            let plan = plan::make(&request).expect("plan");
            let most = most(Frame::WIDE);
            let mut columns = columns(&plan.segments, most);
            for span in &plan.spans {
                add(&mut columns, UnitState::Done, span.segment, &span.inputs);
            }
            for column in &columns {
                assert!((column.done / column.all - 1.0).abs() < 1e-9, "{column:?}");
            }
            assert!(columns.len() <= most);
        }
    }
}
