//! Every unit as a cell, or several as one.

use super::{LEFT, RIGHT, colour, legend};
use crate::campaign::overview::{Overview, UnitState};
use crate::output::svg::canvas::{Anchor, Area, Canvas, SMALL};
use crate::text::plural;

/// Cells at most.
const MOST: usize = 1500;
/// Cells of a row.
const ROW: usize = 100;

pub(super) fn draw(overview: &Overview) -> (Canvas, f64) {
    grid(&overview.units)
}

pub(super) fn grid(units: &[UnitState]) -> (Canvas, f64) {
    let mut canvas = Canvas::default();
    let each = units.len().div_ceil(MOST).max(1);
    let title = match each {
        1 => format!("{}, in the order of the range", plural(units.len(), "unit")),
        _ => format!("{}, {each} a cell, in the order of the range", plural(units.len(), "unit")),
    };
    canvas.text(LEFT, 20.0, Anchor::Start, SMALL, &title);
    let size = (RIGHT - LEFT) / ROW as f64;
    let top = 32.0;
    let cells = units.chunks(each);
    let rows = cells.len().div_ceil(ROW).max(1);
    for (number, cell) in cells.enumerate() {
        let x = LEFT + size * (number % ROW) as f64;
        let y = top + size * (number / ROW) as f64;
        let area = Area { x, y, width: size - 1.0, height: size - 1.0 };
        canvas.bar(area, shade(cell), "unit", &tell(number * each, cell));
    }
    let bottom = top + size * rows as f64;
    legend(&mut canvas, bottom + 20.0, &super::STATES.map(|(state, ..)| state));
    (canvas, bottom + 34.0)
}

/// The shade of a cell. Damage shows if one unit has it, completion only if all units have it.
fn shade(cell: &[UnitState]) -> &'static str {
    let has = |state| cell.contains(&state);
    if has(UnitState::Damaged) {
        colour(UnitState::Damaged)
    } else if cell.iter().all(|state| *state == UnitState::Done) {
        colour(UnitState::Done)
    } else if has(UnitState::Claimed) {
        colour(UnitState::Claimed)
    } else if has(UnitState::Done) {
        "#99d8c7" // some of it
    } else {
        colour(UnitState::Left)
    }
}

fn tell(first: usize, cell: &[UnitState]) -> String {
    let name = match cell.len() {
        1 => format!("unit {first}"),
        count => format!("units {first} to {}", first + count - 1),
    };
    let counts: Vec<String> = super::STATES
        .iter()
        .map(|(state, _, text)| (cell.iter().filter(|own| *own == state).count(), *text))
        .filter(|(count, _)| *count > 0)
        .map(
            |(count, text)| {
                if cell.len() == 1 { text.to_owned() } else { format!("{count} {text}") }
            },
        )
        .collect();
    format!("{name}: {}", counts.join(", "))
}
