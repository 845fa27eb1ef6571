//! Inputs a second over the time that was worked.

use super::{Frame, nothing};
use crate::campaign::pace::{Finish, Timeline};
use crate::output::svg::axis::{Scale, labels, power_of_ten, ticks, upright};
use crate::output::svg::canvas::{Anchor, Area, COLOURS, Canvas, SMALL};

/// Bars at most.
const MOST: usize = 100;

pub(super) fn draw(finished: &[Finish], frame: Frame) -> (Canvas, f64) {
    if finished.len() < 2 {
        return nothing(
            frame,
            "Fewer than two units are done: there is no throughput to show yet.",
        );
    }
    let line = Timeline::new(finished);
    // Clocks tell whole seconds.
    let seconds = line.seconds().max(1.0);
    let count = MOST.min(finished.len() - 1).min(seconds as usize).max(1);
    let width = seconds / count as f64;
    let mut bins = vec![0.0; count];
    // The first only says when the others were begun.
    for (finish, at) in finished.iter().zip(&line.at).skip(1) {
        // Its inputs were searched before, so an end belongs to the bin that it ends.
        let bin = ((at / width).ceil() as usize).saturating_sub(1).min(count - 1);
        bins[bin] += finish.inputs as f64 / width;
    }
    let mut canvas = Canvas::default();
    let area = Area { x: frame.left, y: 34.0, width: frame.right - frame.left, height: 140.0 };
    let most = bins.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let power = most.log10().floor() as i32;
    // Not all in one power: the largest of 1e-300 and of 1e300 have no inverse.
    let high = (most / 10f64.powi(power)).ceil().max(1.0);
    let scale = Scale::new((0.0, high), (area.bottom(), area.y));
    let title = match power {
        0 => "inputs a second, all workers together".to_owned(),
        _ => format!("{} inputs a second, all workers", power_of_ten(power.into())),
    };
    upright(&mut canvas, area, scale, &ticks(0.0, high, area.height, 18.0), &title);
    let across = Scale::new((0.0, seconds), (area.x, area.right()));
    let pixels = area.width / count as f64;
    for (number, rate) in bins.iter().enumerate() {
        let y = scale.at(rate / 10f64.powi(power));
        let x = area.x + pixels * number as f64;
        let bar = Area { x, y, width: pixels * 0.94, height: (area.bottom() - y).max(0.0) };
        canvas.bar(bar, COLOURS[0], "rate", &format!("{rate:.2e} inputs a second"));
    }
    for cut in &line.cuts {
        let x = across.at(*cut);
        canvas.line(&[(x, area.y), (x, area.bottom())], COLOURS[5], 1.0, "cut");
    }
    let (unit, length) = match seconds {
        ..300.0 => ("seconds", 1.0),
        ..18_000.0 => ("minutes", 60.0),
        ..400_000.0 => ("hours", 3600.0),
        _ => ("days", 86_400.0),
    };
    let places: Vec<(f64, String)> = ticks(0.0, seconds / length, area.width, 60.0)
        .into_iter()
        .map(|tick| (across.at(tick as f64 * length), tick.to_string()))
        .collect();
    labels(&mut canvas, area, &places, &format!("{unit} of work since the first unit was done"));
    let y = area.bottom() + 54.0;
    if !line.cuts.is_empty() {
        let bar = Area { x: area.x, y: y - 9.0, width: 2.0, height: 10.0 };
        canvas.bar(bar, COLOURS[5], "legend", "a pause");
        let text = "a pause or a clock that jumped, cut out";
        canvas.text(area.x + 15.0, y, Anchor::Start, SMALL, text);
    }
    (canvas, y + 14.0)
}
