//! An evaluator: its leaves, and the errors of its values between their bounds.

use super::axis::{Scale, labels};
use super::canvas::{Anchor, Area, COLOURS, Canvas, SMALL, fitted};
use crate::approx::{Evaluator, Leaf};
use crate::diag::Diag;
use crate::rounded;
use rug::Rational;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 110.0;
const HEIGHT: f64 = 300.0;
/// Points of the curve, about.
const POINTS: usize = 1600;

/// All leaves side by side, each as wide as the others: the curve of errors, and the bound of each leaf above
/// and below.
///
/// # Errors
/// If the function has no value somewhere.
pub fn evaluator(evaluator: &Evaluator) -> Result<String, Diag> {
    let count = evaluator.leaves.len();
    let seen = evaluator.observed((POINTS / count).max(4))?;
    let mut canvas = Canvas::default();
    let title = format!(
        "{}: {} leaves of degree {}",
        evaluator.source.describe(),
        count,
        evaluator.degree()
    );
    canvas.text(LEFT, 30.0, Anchor::Start, 13.0, &fitted(&title, RIGHT - LEFT, 13.0));
    let what = match evaluator.source.is_known() {
        true => "bound proved for each leaf, and errors seen",
        false => "largest error at the samples of each leaf, and errors there",
    };
    let command = fitted(&evaluator.command(), RIGHT - LEFT, SMALL);
    canvas.text(LEFT, 50.0, Anchor::Start, SMALL, &command);
    canvas.text(LEFT, 70.0, Anchor::Start, SMALL, what);

    let bound = |leaf: &Leaf| leaf.approximation + leaf.rounding;
    let most = evaluator.leaves.iter().map(bound).fold(f64::MIN_POSITIVE, f64::max);
    let area = Area { x: LEFT, y: TOP, width: RIGHT - LEFT, height: HEIGHT };
    let down = Scale::new((most, -most), (area.y, area.bottom()));
    let across = Scale::new((0.0, count as f64), (area.x, area.right()));
    for (value, text) in [
        (most, rounded::up(most, 2)),
        (0.0, "0".into()),
        (-most, format!("-{}", rounded::up(most, 2))),
    ] {
        canvas.line(
            &[(area.x, down.at(value)), (area.right(), down.at(value))],
            "#dddddd",
            1.0,
            "grid",
        );
        canvas.text(area.x - 6.0, down.at(value) + 4.0, Anchor::End, SMALL, &text);
    }
    canvas.text(area.x, area.y - 10.0, Anchor::Start, SMALL, "value - f(x), absolute");
    for (index, leaf) in evaluator.leaves.iter().enumerate() {
        let [start, end] = [index, index + 1].map(|edge| across.at(edge as f64));
        canvas.line(&[(start, area.y), (start, area.bottom())], "#eeeeee", 1.0, "leaf");
        for sign in [1.0, -1.0] {
            let y = down.at(sign * bound(leaf));
            canvas.line(&[(start, y), (end, y)], COLOURS[1], 1.5, "bound");
        }
        let curve: Vec<(f64, f64)> = seen[index]
            .iter()
            .map(|point| (across.at(index as f64 + point.at), down.at(point.error)))
            .collect();
        canvas.line(&curve, COLOURS[0], 1.0, "error");
    }
    let start = |leaf: &Leaf| format!("{:.4}", Short(leaf.place.from.to_f64()));
    let mut places: Vec<(f64, String)> = evaluator
        .leaves
        .iter()
        .enumerate()
        .map(|(index, leaf)| (across.at(index as f64), start(leaf)))
        .collect();
    if let Some(last) = evaluator.leaves.last() {
        let end = Rational::to_f64(&last.place.to);
        places.push((area.right(), format!("{:.4}", Short(end))));
    }
    labels(&mut canvas, area, &places, "x at the start of each leaf; all leaves drawn alike");
    Ok(canvas.svg(WIDTH, TOP + HEIGHT + 60.0, &title))
}

/// A number in few characters.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(4);
        let size = self.0.abs();
        match size != 0.0 && !(1e-3..1e5).contains(&size) {
            true => write!(f, "{:.1e}", self.0),
            false => {
                let text = format!("{:.digits$}", self.0);
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::approx::{self, Request, Source};
    use crate::ir::Width;

    #[test]
    fn errors_lie_between_their_bounds() {
        for (function, range) in [("exp", "-1,1"), ("sqrt", "0,1"), ("sin", "0,20")] {
            let tolerance = "abs:1e-6".parse().expect("a tolerance");
            let request = Request::new(function, range, tolerance, Width::W64);
            let source = Source::function(function, None).expect("a function");
            let evaluator = approx::make(&request, source).expect("an evaluator");
            let picture = super::evaluator(&evaluator).expect("a picture");
            roxmltree::Document::parse(&picture).expect("XML");
            let leaves = evaluator.leaves.len();
            assert_eq!(picture.matches("class=\"bound\"").count(), 2 * leaves);
            assert_eq!(picture.matches("class=\"error\"").count(), leaves);
            for (leaf, seen) in evaluator.leaves.iter().zip(evaluator.observed(20).expect("errors"))
            {
                let bound = leaf.approximation + leaf.rounding;
                assert!(seen.iter().all(|point| point.error.abs() <= bound));
            }
        }
    }
}
