//! Axes: from numbers to pixels, and labels that leave each other room.

use super::canvas::{Anchor, Area, Canvas, SMALL, text_area};

/// A linear map from numbers to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// Maps the interval `from` to the interval `to`; an empty one to its middle.
    pub(super) fn new(from: (f64, f64), to: (f64, f64)) -> Self {
        Scale { from, to }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let ((a, b), (c, d)) = (self.from, self.to);
        match b - a {
            0.0 => (c + d) / 2.0,
            length => c + (value - a) / length * (d - c),
        }
    }
}

/// Whole numbers from `low` to `high`, few enough for labels so many pixels apart.
pub(super) fn ticks(low: f64, high: f64, pixels: f64, apart: f64) -> Vec<i64> {
    let most = (pixels / apart).max(1.0);
    let step = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024]
        .into_iter()
        .find(|step| (high - low) / *step as f64 <= most)
        .unwrap_or(4096);
    let first = (low / step as f64).ceil() as i64;
    let last = (high / step as f64).floor() as i64;
    (first..=last).map(|tick| tick * step).collect()
}

/// 10^k as people write it: in full where that is short, else with the exponent raised.
pub(super) fn power_of_ten(k: i64) -> String {
    match k {
        -3..0 => format!("0.{}1", "0".repeat(k.unsigned_abs() as usize - 1)),
        0..=6 => crate::text::grouped(10u128.pow(k as u32)),
        _ => format!("10{}", raised(k)),
    }
}

/// 2^k with the exponent raised.
pub(super) fn power_of_two(k: i64) -> String {
    format!("2{}", raised(k))
}

/// A whole number as an exponent.
fn raised(k: i64) -> String {
    let raise = |c: char| match c.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    };
    k.to_string().chars().map(raise).collect()
}

/// An upright axis on the left of `area`, with its ticks and what it shows above it.
pub(super) fn upright(canvas: &mut Canvas, area: Area, scale: Scale, ticks: &[i64], title: &str) {
    for tick in ticks {
        let y = scale.at(*tick as f64);
        canvas.line(&[(area.x, y), (area.right(), y)], "#dddddd", 1.0, "grid");
        canvas.text(area.x - 6.0, y + 4.0, Anchor::End, SMALL, &tick.to_string());
    }
    canvas.line(&[(area.x, area.y), (area.x, area.bottom())], "#222222", 1.0, "axis");
    canvas.text(area.x, area.y - 8.0, Anchor::Start, SMALL, title);
}

/// Labels below an axis, each with a tick: as many as have room, the first and the last in any case.
pub(super) fn labels(canvas: &mut Canvas, area: Area, places: &[(f64, String)], title: &str) {
    canvas.line(&[(area.x, area.bottom()), (area.right(), area.bottom())], "#222222", 1.0, "axis");
    let y = area.bottom() + 16.0;
    let anchor = |index: usize| match index {
        0 => Anchor::Start,
        _ if index + 1 == places.len() => Anchor::End,
        _ => Anchor::Middle,
    };
    let place = |index: usize| {
        let (x, text) = &places[index];
        let area = text_area(*x, y, anchor(index), SMALL, text);
        Area { x: area.x - 4.0, width: area.width + 8.0, ..area }
    };
    let mut taken: Vec<Area> = vec![];
    let order = [0, places.len().saturating_sub(1)].into_iter().chain(1..places.len());
    for index in order.filter(|index| *index < places.len()) {
        let own = place(index);
        if taken.iter().any(|other| own.meets(other)) {
            continue;
        }
        taken.push(own);
        let (x, text) = &places[index];
        canvas.line(&[(*x, area.bottom()), (*x, area.bottom() + 4.0)], "#222222", 1.0, "tick");
        canvas.text(*x, y, anchor(index), SMALL, text);
    }
    canvas.text(area.x + area.width / 2.0, y + 16.0, Anchor::Middle, SMALL, title);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_written_as_people_do() {
        for (k, text) in
            [(-3, "0.001"), (-1, "0.1"), (0, "1"), (4, "10,000"), (6, "1,000,000"), (12, "10¹²")]
        {
            assert_eq!(power_of_ten(k), text);
        }
        assert_eq!(power_of_ten(-5), "10⁻⁵");
        assert_eq!(power_of_two(-1074), "2⁻¹⁰⁷⁴");
    }

    #[test]
    fn ticks_are_few_and_inside() {
        assert_eq!(ticks(0.0, 4.0, 100.0, 20.0), [0, 1, 2, 3, 4]);
        assert_eq!(ticks(-100.0, 0.0, 300.0, 40.0), [-96, -80, -64, -48, -32, -16, 0]);
        assert_eq!(ticks(3.2, 3.4, 100.0, 20.0), [] as [i64; 0]);
        for (low, high) in [(0.0, 1.0), (-1074.0, 1023.0), (-3.0, 77.0)] {
            let ticks = ticks(low, high, 120.0, 18.0);
            assert!(ticks.len() <= 8, "{ticks:?}");
        }
    }

    #[test]
    fn scales_are_linear() {
        let scale = Scale::new((0.0, 10.0), (100.0, 0.0));
        assert_eq!((scale.at(0.0), scale.at(5.0), scale.at(10.0)), (100.0, 50.0, 0.0));
        assert_eq!(Scale::new((3.0, 3.0), (0.0, 10.0)).at(3.0), 5.0);
    }
}
