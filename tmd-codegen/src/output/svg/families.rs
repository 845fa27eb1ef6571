//! The picture of the times of kernel families.

use super::axis::Scale;
use super::canvas::{Anchor, Area, COLOURS, Canvas, SMALL};
use crate::design::Test;
use crate::families::{Families, Row};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 30.0;
/// The left end of the bars, after the names.
const BARS: f64 = 330.0;
/// Their right end at most, before the numbers.
const RIGHT: f64 = 760.0;
const ROW: f64 = 16.0;

/// A bar a kernel, by inputs a second on a logarithmic scale.
pub fn families(families: &Families) -> String {
    let mut canvas = Canvas::default();
    let title = format!("Kernel families: {}", families.profile.device);
    canvas.text(LEFT, 30.0, Anchor::Start, 13.0, &title);
    let rates = || families.rows.iter().map(Row::rate);
    let low = rates().fold(f64::INFINITY, f64::min).log10().floor();
    let high = rates().fold(0.0, f64::max).log10().ceil();
    let scale = Scale::new((low, high), (BARS, RIGHT));
    let top = 62.0;
    let bottom = top + ROW * families.rows.len() as f64;
    canvas.text(BARS, 30.0, Anchor::Start, SMALL, "inputs a second, as long as nothing survives");
    for power in low as i32..=high as i32 {
        let x = scale.at(f64::from(power));
        canvas.line(&[(x, top - 8.0), (x, bottom)], "#dddddd", 1.0, "grid");
        canvas.text(x, top - 12.0, Anchor::Middle, SMALL, &format!("1e{power}"));
    }
    for (index, row) in families.rows.iter().enumerate() {
        let y = top + ROW * index as f64;
        let name = format!("{}, 2^{}", row.family(), row.inputs.ilog2());
        canvas.text(LEFT, y + 9.0, Anchor::Start, SMALL, &name);
        let area = Area { x: BARS, y, width: scale.at(row.rate().log10()) - BARS, height: 10.0 };
        let numbers = format!("{:.2e}  {:.2} ns", row.rate(), row.nanoseconds);
        canvas.bar(area, colour(row), "family", &format!("{name}: {numbers}"));
        canvas.text(RIGHT + 10.0, y + 9.0, Anchor::Start, SMALL, &numbers);
    }
    canvas.svg(WIDTH, bottom + 20.0, &title)
}

/// A colour a test.
fn colour(row: &Row) -> &'static str {
    match row.test.map(|test| test.test) {
        Some(Test::RegularCut) => COLOURS[0],
        Some(Test::Regular) => COLOURS[4],
        Some(Test::Lefevre) => COLOURS[1],
        Some(Test::Shared) => COLOURS[2],
        Some(Test::Arcs) => COLOURS[5],
        None => COLOURS[3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Division, TestPlan, TestWord};
    use crate::profile::Profile;

    #[test]
    fn no_text_lies_on_another() {
        let row = |division, nanoseconds| Row {
            test: Some(TestPlan { test: Test::RegularCut, division, word: TestWord::F64 }),
            inputs: 1 << 16,
            nanoseconds,
            built_in: 1.0,
        };
        let rows = vec![row(Division::Subtractive, 100.0), row(Division::Hybrid(3), 0.01)];
        let families = Families { rows, profile: Profile::default() };
        let picture = super::families(&families);
        assert_eq!(picture.matches("class=\"family\"").count(), 2);
        assert!(picture.contains("regular-cut, hybrid 3, f64, 2^16"));
        // Names end before bars begin.
        let longest = families.rows.iter().map(|row| row.family().len() + 6).max().unwrap_or(0);
        assert!(LEFT + longest as f64 * super::super::canvas::CHARACTER * SMALL < BARS);
    }
}
