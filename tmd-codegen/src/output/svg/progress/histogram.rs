//! Cases of each hardness beside what chance would give, on a logarithmic scale.

use super::{Frame, legend, nothing};
use crate::output::summary::{Bin, MOST_BINS};
use crate::output::svg::axis::{Scale, power_of_ten, ticks};
use crate::output::svg::canvas::{Anchor, Area, COLOURS, Canvas, SMALL};

/// Expectations below 10^this are at the foot.
const LEAST: f64 = -3.0;

/// The names and colours of the legend.
const LEGEND: [(&str, &str); 3] = [
    (COLOURS[0], "cases"),
    (COLOURS[5], "expected by chance"),
    (COLOURS[2], "cases in closed forms or beside runs"),
];

pub(super) fn draw(bins: &[Bin], frame: Frame) -> (Canvas, f64) {
    let Some(first) = bins.first() else {
        return nothing(frame, "Nothing is known yet.");
    };
    // Harder ones are next to a constant, and would make the axis endless.
    let end = first.identical_bits.saturating_add(MOST_BINS);
    let bins = &bins[..bins.partition_point(|bin| bin.identical_bits <= end)];
    let last = bins.last().unwrap_or(first);
    let mut canvas = Canvas::default();
    let area = Area { x: frame.left, y: 34.0, width: frame.right - frame.left, height: 180.0 };
    let most = bins.iter().map(|bin| bin.expected.max(bin.cases as f64)).fold(1.0, f64::max);
    let least = bins.iter().map(|bin| bin.expected).fold(1.0, f64::min);
    let low = least.max(1e-3).log10().floor().clamp(LEAST, -1.0);
    let high = most.log10().ceil().max(1.0);
    let scale = Scale::new((low, high), (area.bottom(), area.y));
    for tick in ticks(low, high, area.height, 18.0) {
        let y = scale.at(tick as f64);
        canvas.line(&[(area.x, y), (area.right(), y)], "#dddddd", 1.0, "grid");
        canvas.text(area.x - 6.0, y + 4.0, Anchor::End, SMALL, &power_of_ten(tick));
    }
    canvas.text(area.x, area.y - 14.0, Anchor::Start, SMALL, "number of cases (logarithmic)");
    let from = f64::from(first.identical_bits);
    let across = Scale::new((from, f64::from(last.identical_bits) + 1.0), (area.x, area.right()));
    let width = across.at(from + 1.0) - area.x;
    let mut steps = vec![];
    for bin in bins {
        let x = across.at(f64::from(bin.identical_bits));
        let Bin { identical_bits, cases, compared, expected } = bin;
        let title = format!(
            "{identical_bits} identical bits: {cases} cases; {compared} where chance applies, {expected:.2} expected"
        );
        let bar = |number: u64| {
            let y = scale.at((number as f64).log10());
            Area { x: x + 0.12 * width, y, width: 0.76 * width, height: area.bottom() - y }
        };
        if *cases > *compared {
            canvas.bar(bar(*cases), COLOURS[2], "apart", &title);
        }
        if *compared > 0 {
            canvas.bar(bar(*compared), COLOURS[0], "cases", &title);
        }
        let y = scale.at(expected.max(1e-300).log10().clamp(low, high));
        steps.extend([(x, y), (x + width, y)]);
    }
    canvas.line(&steps, COLOURS[5], 2.0, "expected");
    canvas.line(&[(area.x, area.bottom()), (area.right(), area.bottom())], "#222222", 1.0, "axis");
    let y = area.bottom() + 16.0;
    for tick in ticks(from, f64::from(last.identical_bits), area.width, 40.0) {
        let x = across.at(tick as f64 + 0.5);
        canvas.text(x, y, Anchor::Middle, SMALL, &tick.to_string());
    }
    let middle = area.x + area.width / 2.0;
    canvas.text(middle, y + 16.0, Anchor::Middle, SMALL, "identical bits after the rounding bit");
    let has_apart = bins.iter().any(|bin| bin.cases > bin.compared);
    let shown = if has_apart { &LEGEND[..] } else { &LEGEND[..2] };
    let y = legend(&mut canvas, frame, y + 36.0, shown.iter().copied());
    (canvas, y + 14.0)
}
