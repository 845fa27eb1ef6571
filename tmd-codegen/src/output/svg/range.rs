//! Panels over the range: pieces and spans, lengths by stage, degrees.

use super::axis::{Scale, labels, power_of_two, ticks, upright};
use super::canvas::{Anchor, Area, COLOURS, Canvas, DARK, FOLLOWS, GREY, LIGHT, REFUSED, SMALL};
use crate::plan::{Image, Plan, SearchSpan, Span, Way, Work};
use crate::spec::{Segment, hexfloat};
use std::collections::BTreeSet;
use std::ops::Range;

/// Pixels between the axes of two panels.
const BETWEEN: f64 = 46.0;
/// Pixels of the strip that shows the spans.
const STRIP: f64 = 14.0;
/// Pixels of what is too small to be seen.
const DOT: f64 = 0.5;

/// The range as an axis: inputs are equally far apart, whatever their exponent.
struct Inputs<'a> {
    plan: &'a Plan,
    scale: Scale,
    /// Inputs before each segment.
    before: Vec<f64>,
}

impl<'a> Inputs<'a> {
    fn new(plan: &'a Plan, area: Area) -> Self {
        let mut sum = 0.0;
        let before = plan
            .segments
            .iter()
            .map(|segment| {
                let own = sum;
                sum += segment.count as f64;
                own
            })
            .collect();
        Inputs { plan, scale: Scale::new((0.0, sum), (area.x, area.right())), before }
    }

    fn x(&self, segment: usize, index: u64) -> f64 {
        self.scale.at(self.before[segment] + index as f64)
    }

    fn ends(&self, segment: usize, inputs: &Range<u64>) -> (f64, f64) {
        (self.x(segment, inputs.start), self.x(segment, inputs.end))
    }

    /// Borders of segments and pieces with their inputs.
    fn borders(&self) -> Vec<(f64, String)> {
        let mut borders: Vec<(f64, String)> = vec![];
        for (index, (segment, pieces)) in
            self.plan.segments.iter().zip(&self.plan.pieces).enumerate()
        {
            let starts = pieces.iter().map(|piece| piece.inputs.start);
            for start in [0].into_iter().chain(starts) {
                borders.push((self.x(index, start), label(segment, start)));
            }
        }
        if let Some((index, segment)) = self.plan.segments.iter().enumerate().next_back() {
            borders.push((self.x(index, segment.count), label(segment, segment.count)));
        }
        borders.dedup();
        borders
    }
}

/// An input for readers: in decimal where that is short and exact, else as a hexadecimal float.
pub(super) fn input(segment: &Segment, index: u64) -> String {
    let x = segment.x(index);
    let decimal = x.to_f64().to_string();
    let is_exact = rug::Rational::from_f64(x.to_f64()).is_some_and(|value| value == x);
    match is_exact && decimal.len() <= 10 {
        true => decimal,
        false => hexfloat::print(&rug::Integer::from(&segment.first + index), segment.ulp),
    }
}

/// An input for an axis: in decimal where that is short and exact, else as a power of two if it is one, else to seven digits.
pub(super) fn label(segment: &Segment, index: u64) -> String {
    let text = input(segment, index);
    let Some((sign, number)) = text.split_once("0x1") else { return text };
    match number.strip_prefix('p').and_then(|exponent| exponent.parse().ok()) {
        Some(exponent) => format!("{sign}{}", power_of_two(exponent)),
        None => digits(segment.x(index).to_f64()),
    }
}

/// A number to seven digits.
fn digits(x: f64) -> String {
    match x.abs() {
        1e-3..1e7 => {
            let whole = x.abs().log10().floor().max(0.0) as usize;
            let text = format!("{x:.*}", 6 - whole.min(6));
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.6e}"),
    }
}

/// Draws the panels one below the other from `top`; returns where they end.
pub(super) fn panels(canvas: &mut Canvas, plan: &Plan, left: f64, right: f64, top: f64) -> f64 {
    let area = |y: f64, height: f64| Area { x: left, y, width: right - left, height };
    let y = top + BETWEEN;
    let exponents_area = area(y, 110.0);
    exponents(canvas, plan, exponents_area);
    let y = legend(canvas, plan, exponents_area);
    if plan.searches().next().is_none() {
        return y;
    }
    let lengths_area = area(y + BETWEEN, 150.0);
    let y = lengths(canvas, plan, lengths_area);
    let degrees_area = area(y + BETWEEN, 70.0);
    degrees(canvas, plan, degrees_area);
    degrees_area.bottom() + BETWEEN
}

/// The exponent of f over the range, and who searches what.
fn exponents(canvas: &mut Canvas, plan: &Plan, area: Area) {
    let inputs = Inputs::new(plan, area);
    let known = plan.pieces.iter().flatten().filter_map(|piece| piece.image.exponent());
    let (low, high) = (known.clone().min().unwrap_or(0), known.max().unwrap_or(0));
    let (low, high) = (f64::from(low) - 0.5, f64::from(high) + 0.5);
    let curve = Area { height: area.height - STRIP - 8.0, ..area };
    let scale = Scale::new((low, high), (curve.bottom(), curve.y));
    let ticks = ticks(low, high, curve.height, 18.0);
    upright(canvas, curve, scale, &ticks, "exponent e of f(x): 2^e ≤ |f(x)| < 2^(e+1)");
    let mut dots = BTreeSet::new();
    for (segment, pieces) in plan.pieces.iter().enumerate() {
        for piece in pieces {
            let (x, end) = inputs.ends(segment, &piece.inputs);
            // Thousands of pieces may lie on one spot: the first stands for all.
            if end - x < DOT && !dots.insert((piece.image.exponent(), (x / DOT) as i64)) {
                continue;
            }
            let count = piece.inputs.end - piece.inputs.start;
            match piece.image {
                Image::Binade(e) => {
                    let y = scale.at(f64::from(e));
                    let bar = Area { x, y: y - 1.5, width: (end - x).max(DOT), height: 3.0 };
                    canvas.bar(bar, "#222222", "piece", &format!("e = {e}, {count} inputs"));
                }
                Image::Mixed
                | Image::Phased
                | Image::Overflow
                | Image::Undefined
                | Image::Vanishing
                | Image::Refused(_) => {
                    let bar =
                        Area { x, y: curve.y, width: (end - x).max(DOT), height: curve.height };
                    let title = format!("{count} inputs, no common exponent");
                    canvas.bar(bar, "#eeeeee", "piece", &title);
                }
            }
        }
    }
    let y = area.bottom() - STRIP;
    let mut bars: Vec<(Area, &str, String, u128)> = vec![];
    for span in &plan.spans {
        let (x, end) = inputs.ends(span.segment, &span.inputs);
        let (colour, who) = match &span.work {
            Work::Direct(_) => (GREY, "examined one by one".to_owned()),
            Work::Drift(_) => (DARK, "in closed form".to_owned()),
            Work::Decided(decision) => (LIGHT, format!("f {}", decision.name())),
            Work::Follows(_) => (FOLLOWS, "follows".to_owned()),
            Work::Refused(refusal) => (REFUSED, format!("not searched: {}", refusal.reason())),
            Work::Search(search) => {
                (COLOURS[search.kernel % COLOURS.len()], format!("kernel {}", search.kernel))
            }
        };
        let count = u128::from(span.inputs.end - span.inputs.start);
        // What is too small to be seen is drawn with its neighbour of the same kind.
        match bars.last_mut().filter(|bar| end - x < DOT && bar.2 == who) {
            Some((bar, _, _, all)) => {
                bar.width = (end - bar.x).max(DOT);
                *all += count;
            }
            None => {
                let bar = Area { x, y, width: (end - x).max(DOT), height: STRIP };
                bars.push((bar, colour, who, count));
            }
        }
    }
    for (bar, colour, who, count) in bars {
        canvas.bar(bar, colour, "span", &format!("{who}: {count} inputs"));
    }
    labels(canvas, area, &inputs.borders(), "x (inputs equally far apart)");
}

/// Which colour is whose; returns where it ends.
fn legend(canvas: &mut Canvas, plan: &Plan, area: Area) -> f64 {
    let kernels = plan.kernels.len();
    let mut entries: Vec<(&str, String)> =
        (0..kernels.min(COLOURS.len())).map(|k| (COLOURS[k], format!("kernel {k}"))).collect();
    let others: [(&str, &str, Way); 5] = [
        (GREY, "one by one", |work| matches!(work, Work::Direct(_))),
        (DARK, "closed form", |work| matches!(work, Work::Drift(_))),
        (LIGHT, "decided at once", |work| matches!(work, Work::Decided(_))),
        (FOLLOWS, "follows by an equation", |work| matches!(work, Work::Follows(_))),
        (REFUSED, "not searched", |work| matches!(work, Work::Refused(_))),
    ];
    for (colour, text, way) in others {
        if plan.spans.iter().any(|span| way(&span.work)) {
            entries.push((colour, text.to_owned()));
        }
    }
    let y = area.bottom() + 56.0;
    let mut x = area.x;
    for (colour, text) in &entries {
        let bar = Area { x, y: y - 9.0, width: 10.0, height: 10.0 };
        canvas.bar(bar, colour, "legend", text);
        canvas.text(x + 15.0, y, Anchor::Start, SMALL, text);
        x += 105.0;
    }
    if kernels > COLOURS.len() {
        let more = format!("… of {kernels}");
        canvas.text(x, y, Anchor::Start, SMALL, &more);
    }
    y
}

/// A quantity of a span's search.
type Quantity = fn(&Span, &SearchSpan) -> Option<f64>;

fn lg(count: u64) -> Option<f64> {
    Some((count.max(1) as f64).log2())
}

/// Lengths of domains, blocks, items and parts over the range; returns where it ends.
fn lengths(canvas: &mut Canvas, plan: &Plan, area: Area) -> f64 {
    let curves: [(&str, Quantity); 6] = [
        ("domain", |_, search| lg(search.model.domain_inputs)),
        ("block", |_, search| lg(search.model.block_inputs)),
        ("item", |_, search| lg(search.stages.first()?.geometry.item_inputs)),
        ("N, stage 0", |_, search| lg(search.stages.first()?.geometry.part_inputs)),
        ("part, stage 1", |_, search| lg(search.stages.get(1)?.geometry.part_inputs)),
        ("part, stage 2", |_, search| lg(search.stages.get(2)?.geometry.part_inputs)),
    ];
    curves_over(canvas, plan, area, &curves, "inputs (base-2 logarithm) of a …")
}

/// Degrees over the range.
fn degrees(canvas: &mut Canvas, plan: &Plan, area: Area) {
    let curves: [(&str, Quantity); 3] = [
        ("Taylor model", |_, search| Some(search.model.degree as f64)),
        ("block", |_, search| Some(search.model.block_degree as f64)),
        ("tables, stage 0", |_, search| Some(search.stages.first()?.budget.degree as f64)),
    ];
    curves_over(canvas, plan, area, &curves, "degree of the polynomial of a …");
}

/// Step curves of quantities of the spans, with a legend below; returns where it ends.
fn curves_over(
    canvas: &mut Canvas,
    plan: &Plan,
    area: Area,
    curves: &[(&str, Quantity)],
    title: &str,
) -> f64 {
    let inputs = Inputs::new(plan, area);
    let values = |quantity: Quantity| {
        plan.searches().filter_map(move |(span, search)| Some((span, quantity(span, search)?)))
    };
    let all: Vec<f64> = curves.iter().flat_map(|(_, q)| values(*q)).map(|(_, v)| v).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min) - 1.0;
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max) + 1.0;
    let scale = Scale::new((low, high), (area.bottom(), area.y));
    upright(canvas, area, scale, &ticks(low, high, area.height, 18.0), title);
    canvas.line(&[(area.x, area.bottom()), (area.right(), area.bottom())], "#222222", 1.0, "axis");
    let y = area.bottom() + 18.0;
    let mut x = area.x;
    for (number, (name, quantity)) in curves.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let mut drawn = false;
        for (span, value) in values(*quantity) {
            let (start, end) = inputs.ends(span.segment, &span.inputs);
            // Curves of equal value lie side by side.
            let y = scale.at(value) + 2.2 * (number as f64 - curves.len() as f64 / 2.0);
            let bar = Area { x: start, y, width: (end - start).max(0.5), height: 2.2 };
            canvas.bar(bar, colour, "curve", &format!("{name}: {value}"));
            drawn = true;
        }
        if drawn {
            let bar = Area { x, y: y - 9.0, width: 10.0, height: 10.0 };
            canvas.bar(bar, colour, "legend", name);
            canvas.text(x + 15.0, y, Anchor::Start, SMALL, name);
            x += 145.0;
        }
    }
    y
}
