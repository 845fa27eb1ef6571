//! The picture of a plan.

use super::canvas::{Anchor, Canvas, fitted};
use super::{budget, range, time};
use crate::plan::Plan;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 930.0;

/// The plan as an SVG picture: pieces and spans over the range, lengths and degrees, the error budget, the
/// predicted time. The same text for the same plan.
pub fn picture(plan: &Plan) -> String {
    let (canvas, height) = draw(plan);
    canvas.svg(WIDTH, height, &title(plan))
}

fn title(plan: &Plan) -> String {
    let (function, range) = (plan.spec.canonical(), plan.request.range.interval());
    format!("Plan for {function} on {range}")
}

fn draw(plan: &Plan) -> (Canvas, f64) {
    let mut canvas = Canvas::default();
    let title = fitted(&title(plan), RIGHT - LEFT, 15.0);
    canvas.text(LEFT, 30.0, Anchor::Start, 15.0, &title);
    let mut command = plan.request.command("plan");
    command = fitted(&command, RIGHT - LEFT, 11.0);
    canvas.text(LEFT, 50.0, Anchor::Start, 11.0, &command);
    let y = range::panels(&mut canvas, plan, LEFT, RIGHT, 46.0);
    let y = budget::panel(&mut canvas, plan, LEFT, RIGHT, y);
    let y = time::panel(&mut canvas, plan, LEFT, RIGHT, y);
    (canvas, (y + 30.0).ceil())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use crate::request::Options;
    use std::collections::BTreeSet;

    /// Plans that differ as much as plans can.
    fn plans() -> Vec<Plan> {
        let long = format!("{}x", "exp(x) + sin(x) * ".repeat(12));
        [
            Options::new("exp").binade("1,2").bits(44),
            Options::new("exp").binade("128,256"),
            Options::new("exp").range("1,0x1.0008p0").input_precision(54).rounding("directed"),
            Options::new("x*x - 2").range("1,2").precision(11),
            Options::new("sin").range("0.01,3").precision(16),
            Options::new("sin").range("-4,-3.2").precision(24).rounding("nearest"),
            Options::new("log").range("0.5,2").precision(24),
            Options::new("log").range("0.5,2"),
            Options::new("exp").range("1,0x1.0000000002p0"),
            Options::new("exp").range("2^-10,2^9").precision(32),
            Options::new(&long).range("1,1.25").precision(16),
            Options::new("sqrt").range("1/64,300").precision(11),
            Options::new("sin").range("all").precision("bfloat16"),
        ]
        .iter()
        .map(|options| plan::make(&options.request().expect("request")).expect("plan"))
        .collect()
    }

    #[test]
    fn texts_have_room() {
        for plan in plans() {
            let (canvas, height) = draw(&plan);
            let name = title(&plan);
            assert!(canvas.texts.len() > 5, "{name}");
            for (index, (area, text)) in canvas.texts.iter().enumerate() {
                let inside = area.x >= 0.0
                    && area.y >= 0.0
                    && area.right() <= WIDTH
                    && area.bottom() <= height;
                assert!(inside, "{name}: {text:?} at {area:?} leaves the page");
                for (other, second) in &canvas.texts[..index] {
                    assert!(!area.meets(other), "{name}: {text:?} lies on {second:?}");
                }
            }
        }
    }

    /// Everything that the plan has is drawn, and nothing else.
    #[test]
    fn pictures_show_the_plan() {
        for plan in plans() {
            let svg = picture(&plan);
            assert_eq!(svg, picture(&plan));
            let document = roxmltree::Document::parse(&svg).expect("XML");
            let count = |class: &str| {
                let is_one = |node: &roxmltree::Node| node.attribute("class") == Some(class);
                document.descendants().filter(is_one).count()
            };
            // What is too small to be seen may stand for its neighbours.
            let titles = |class: &'static str| {
                let nodes = document.descendants();
                let bars = nodes.filter(move |node| node.attribute("class") == Some(class));
                bars.filter_map(|bar| bar.first_element_child()?.text().map(str::to_owned))
            };
            let exponents = plan.pieces.iter().flatten().filter_map(|piece| piece.image.exponent());
            let drawn: BTreeSet<String> = titles("piece")
                .filter_map(|title| Some(title.strip_prefix("e = ")?.split_once(',')?.0.to_owned()))
                .collect();
            assert_eq!(drawn, exponents.map(|e| e.to_string()).collect());
            assert!(count("piece") <= plan.pieces.iter().map(Vec::len).sum::<usize>());
            let inputs = titles("span").map(|title| -> u128 {
                let words = title.strip_suffix(" inputs").expect("inputs").rsplit(' ').next();
                words.expect("a number").parse().expect("a number")
            });
            assert_eq!(inputs.sum::<u128>(), plan.inputs());
            assert!(count("span") <= plan.spans.len() && svg.len() < 1 << 21, "{}", svg.len());
            let kernels = plan.kernels.len();
            let bounds: Vec<usize> = plan
                .searches()
                .map(|(_, search)| search.stages.iter().map(|s| s.budget.bounds.len()).sum())
                .collect();
            assert!(bounds.is_empty() || bounds.contains(&count("bound")), "{bounds:?}");
            let stages = |kernel: usize| plan.kernels[kernel].stages.len() + 2;
            let most = (0..kernels).map(stages).max().unwrap_or(0);
            assert!(count("time") <= 12 * most && (kernels == 0) == (count("time") == 0));
            for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
                for name in ["width", "height"] {
                    let value: f64 = node.attribute(name).expect("a size").parse().expect("number");
                    assert!(value.is_finite() && value >= 0.0, "{name} = {value}");
                }
            }
        }
    }

    /// The parts of the predicted time are all of it.
    #[test]
    fn costs_add_up() {
        for plan in plans() {
            for (_, search) in plan.searches() {
                let total = plan.costs(search).total();
                assert!((total / search.cost - 1.0).abs() < 1e-9, "{total} {}", search.cost);
            }
        }
    }

    /// The picture in the documents is today's.
    #[test]
    fn the_example_is_fresh() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/plan-exp.svg");
        let svg = picture(&plans()[2]);
        if std::env::var_os("TMD_BLESS").is_some() {
            std::fs::write(&path, &svg).expect("write");
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(golden, svg, "TMD_BLESS=1 draws it anew");
    }
}
