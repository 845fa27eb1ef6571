//! Pictures of a search or a campaign, complete or not: one SVG each, for a page.

mod coverage;
mod hardness;
mod histogram;
mod survivors;
mod throughput;

pub use hardness::{Dot, Hardness, Part, Stretch};

use super::canvas::{Anchor, Area, CHARACTER, Canvas, SMALL, text_area};
use crate::campaign::Campaign;
use crate::campaign::overview::{Overview, UnitState};
use crate::output::summary::Bin;
use crate::plan::Plan;
use crate::results::Results;
use crate::search::{Covered, Portion, Report};
use crate::text::wrap;
use std::ops::Range;

/// A picture in two forms: for a screen that is wide enough, and for a phone. The texts of both are of the same size.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The form for wide pages.
    pub wide: String,
    /// The form for narrow pages.
    pub narrow: String,
}

/// The width of a picture, and where its axes begin and end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    width: f64,
    /// The left end of axes, after their labels.
    left: f64,
    /// The right end of axes.
    right: f64,
}

impl Frame {
    const WIDE: Frame = Frame { width: 960.0, left: 60.0, right: 930.0 };
    /// Beside it a page of 400 pixels has its margins.
    const NARROW: Frame = Frame { width: 368.0, left: 50.0, right: 358.0 };

    fn is_narrow(self) -> bool {
        self == Frame::NARROW
    }
}

/// Colours of the states of units.
const STATES: [(UnitState, &str, &str); 4] = [
    (UnitState::Done, "#009e73", "done"),
    (UnitState::Claimed, "#56b4e9", "a worker is at it"),
    (UnitState::Damaged, "#d55e00", "damaged"),
    (UnitState::Left, super::canvas::LIGHT, "left"),
];

fn colour(state: UnitState) -> &'static str {
    STATES.iter().find(|(own, ..)| *own == state).map_or(super::canvas::LIGHT, |own| own.1)
}

/// Which colour is which state; returns where it ends.
fn states(canvas: &mut Canvas, frame: Frame, y: f64, states: &[UnitState]) -> f64 {
    let shown = STATES.iter().filter(|(state, ..)| states.contains(state));
    legend(canvas, frame, y, shown.map(|(_, colour, text)| (*colour, *text)))
}

/// A legend, with `y` the base line of its first row; returns that of its last.
fn legend<'a>(
    canvas: &mut Canvas,
    frame: Frame,
    mut y: f64,
    entries: impl Iterator<Item = (&'a str, &'a str)>,
) -> f64 {
    let mut x = frame.left;
    for (colour, text) in entries {
        let width = 15.0 + text_area(0.0, 0.0, Anchor::Start, SMALL, text).width + 20.0;
        if x > frame.left && x + width > frame.right {
            (x, y) = (frame.left, y + 18.0);
        }
        canvas.bar(Area { x, y: y - 9.0, width: 10.0, height: 10.0 }, colour, "legend", text);
        canvas.text(x + 15.0, y, Anchor::Start, SMALL, text);
        x += width;
    }
    y
}

/// A picture that only says why there is nothing to see.
fn nothing(frame: Frame, why: &str) -> (Canvas, f64) {
    let mut canvas = Canvas::default();
    let most = ((frame.width - 10.0) / (CHARACTER * SMALL)) as usize;
    let x = if frame.is_narrow() { 0.0 } else { frame.left };
    let mut y = 10.0;
    for line in wrap("", why, most) {
        y += 14.0;
        canvas.text(x, y, Anchor::Start, SMALL, &line);
    }
    (canvas, y + 16.0)
}

/// Both forms of a picture.
fn finished(title: &str, draw: impl Fn(Frame) -> (Canvas, f64)) -> Picture {
    let form = |frame: Frame| {
        let (canvas, height) = draw(frame);
        canvas.svg(frame.width, height.ceil(), title)
    };
    Picture { wide: form(Frame::WIDE), narrow: form(Frame::NARROW) }
}

/// How much of each binade a campaign has done.
pub fn coverage(campaign: &Campaign, overview: &Overview) -> Picture {
    covered(&campaign.plan, &runs(campaign, overview))
}

/// How much of each binade a search has done.
pub fn coverage_of_search(results: Results<'_>) -> Picture {
    let run = |run: &Covered| (UnitState::Done, run.segment, run.inputs.clone());
    covered(results.plan, &results.report.covered.iter().map(run).collect::<Vec<_>>())
}

fn covered(plan: &Plan, runs: &[(UnitState, usize, Range<u64>)]) -> Picture {
    finished("Coverage of the range", |frame| coverage::draw(plan, runs, frame))
}

/// The runs of inputs of all units, with their states.
fn runs(campaign: &Campaign, overview: &Overview) -> Vec<(UnitState, usize, Range<u64>)> {
    let units = campaign.units.iter().zip(&overview.units);
    let runs = units.flat_map(|(unit, state)| {
        let segment = |portion: &Portion| campaign.plan.spans[portion.span].segment;
        unit.portions.iter().map(move |run| (*state, segment(run), run.inputs.clone()))
    });
    runs.collect()
}

/// Cases of each hardness beside what chance would give.
pub fn histogram(bins: &[Bin]) -> Picture {
    finished("Cases by hardness", |frame| histogram::draw(bins, frame))
}

/// How hard the cases are, over the range.
pub fn hardness(hardness: &Hardness) -> Picture {
    finished("Hardness over the range", |frame| hardness::draw(hardness, frame))
}

/// The parts that each stage tested, and those that survived it.
pub fn survivors(report: &Report) -> Picture {
    finished("Survivors of each stage", |frame| survivors::draw(report, frame))
}

/// Inputs a second over time.
pub fn throughput(overview: &Overview) -> Picture {
    finished("Throughput", |frame| throughput::draw(&overview.status.finished, frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::overview::overview;
    use crate::campaign::pace::Finish;
    use crate::distance::Distance;
    use crate::findings::Finding;
    use crate::plan;
    use crate::request::Request;
    use crate::verdict::{CaseKind, Verdict};
    use tmd_runtime::Counts;

    /// No text lies on another or leaves the page, and every bar has a size.
    fn check(draw: impl Fn(Frame) -> (Canvas, f64)) -> String {
        check_form(&draw, Frame::NARROW);
        check_form(&draw, Frame::WIDE)
    }

    fn check_form(draw: &impl Fn(Frame) -> (Canvas, f64), frame: Frame) -> String {
        let (canvas, height) = draw(frame);
        for (index, (area, text)) in canvas.texts.iter().enumerate() {
            let inside = area.x >= 0.0
                && area.y >= 0.0
                && area.right() <= frame.width
                && area.bottom() <= height;
            assert!(inside, "{text:?} at {area:?} leaves the page of {height}");
            for (other, second) in &canvas.texts[..index] {
                assert!(!area.meets(other), "{text:?} lies on {second:?}");
            }
        }
        let svg = canvas.svg(frame.width, height.ceil(), "a < b");
        let document = roxmltree::Document::parse(&svg).expect("XML");
        for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
            for name in ["x", "y", "width", "height"] {
                // The ground of the page has no place.
                let value: f64 = node.attribute(name).unwrap_or("0").parse().expect("number");
                assert!(value.is_finite() && value >= 0.0, "{name} = {value}");
            }
        }
        svg
    }

    #[test]
    fn coverages_have_room() {
        for range in ["1,2", "0.3,5", "-0.01,0.01", "all"] {
            let mut request = Request::in_range("exp", range);
            request.precision = 11.into();
            let dir = tempfile::tempdir().expect("directory");
            let seconds = plan::make(&request).expect("plan").predicted_seconds() / 40.0;
            let campaign = Campaign::create(dir.path(), &request, seconds).expect("campaign");
            let mut overview = overview(&campaign);
            check(|frame| coverage::draw(&campaign.plan, &runs(&campaign, &overview), frame));
            for (number, state) in overview.units.iter_mut().enumerate() {
                *state = STATES[number % 4].0;
            }
            let svg =
                check(|frame| coverage::draw(&campaign.plan, &runs(&campaign, &overview), frame));
            assert!(overview.units.iter().all(|state| svg.contains(colour(*state))));
        }
    }

    #[test]
    fn histograms_have_room() {
        let bin = |identical_bits, cases, expected| Bin {
            identical_bits,
            cases,
            compared: cases,
            expected,
        };
        check(|frame| histogram::draw(&[], frame));
        check(|frame| histogram::draw(&[bin(8, 0, 0.0)], frame));
        check(|frame| histogram::draw(&[bin(8, 3, 1e-9)], frame));
        for count in [2, 12, 113] {
            let bins: Vec<Bin> = (0..count)
                .map(|i| bin(4 + i, u64::MAX >> i.min(63), 2f64.powi(60 - i as i32)))
                .collect();
            let svg = check(|frame| histogram::draw(&bins, frame));
            assert_eq!(svg.matches("class=\"cases\"").count(), bins.len());
        }
    }

    #[test]
    fn hardnesses_have_room() {
        let dot = |x: f64, bits: Option<f64>| Dot {
            x,
            hardness: bits.map(|bits| (bits, CaseKind::Nearest)),
        };
        let stretch = |first, last, part| Stretch { first, last, part };
        let dots = |all: &[f64]| all.iter().map(|x| dot(*x, Some(x.abs() % 7.0 + 24.5))).collect();
        let hardness = |dots: Vec<Dot>| Hardness {
            bits: 24,
            dots,
            stretches: vec![
                stretch(-1.0, 2.0, Part::Run),
                stretch(3.0, f64::MAX, Part::NotSearched),
                stretch(0.0, 5e-324, Part::Run),
            ],
            expected: 300.0,
        };
        check(|frame| hardness::draw(&hardness(vec![]), frame));
        check(|frame| hardness::draw(&hardness(vec![dot(0.0, None)]), frame));
        check(|frame| hardness::draw(&hardness(vec![dot(1.0, Some(1e9))]), frame));
        let all: [&[f64]; 4] = [
            &[1.0],
            &[-3e300, -5e-324, 0.0, 5e-324, 1.5, f64::MAX],
            &[0.5, 0.75, 0.9],
            &[-2.0, -1.0, 1e-3, 1e3],
        ];
        for xs in all {
            let svg = check(|frame| hardness::draw(&hardness(dots(xs)), frame));
            let drawn = svg.lines().find(|line| line.contains("class=\"nearest\"")).expect("dots");
            assert_eq!(drawn.matches("h0").count(), xs.len(), "{drawn}");
        }
    }

    #[test]
    fn throughputs_have_room() {
        let finish = |time, inputs| Finish { time, inputs, predicted: 1.0 };
        check(|frame| throughput::draw(&[], frame));
        check(|frame| throughput::draw(&[finish(5, 7)], frame));
        check(|frame| throughput::draw(&[finish(5, 7), finish(5, 8)], frame));
        for step in [0, 1, 100, 100_000] {
            let mut all: Vec<Finish> =
                (0..500).map(|unit| finish(1 << 30 | (unit * step), 1 << 40)).collect();
            all.insert(0, finish(0, 1 << 40));
            all.push(finish(u64::MAX, u128::from(u64::MAX)));
            let svg = check(|frame| throughput::draw(&all, frame));
            assert_eq!(svg.matches("class=\"cut\"").count(), 2);
        }
    }

    #[test]
    fn survivors_have_room() {
        let mut report = crate::search::Report::default();
        check(|frame| survivors::draw(&report, frame));
        report.counts = Counts {
            tested: vec![u64::MAX, 1 << 40, 12],
            survivors: vec![1 << 40, 12, 0],
            candidates: 12,
        };
        let verdict = Verdict::Hard {
            distance: Distance::try_from(1e-9).expect("positive"),
            identical_bits: 30,
            kind: CaseKind::Nearest,
        };
        let finding = Finding { segment: 0, index: 0, x: "0x1p0".to_owned(), verdict, near: None };
        report.findings = vec![finding].into();
        let report: Report = report;
        let svg = check(|frame| survivors::draw(&report, frame));
        assert_eq!(svg.matches("class=\"stage\"").count(), 8);
    }
}
