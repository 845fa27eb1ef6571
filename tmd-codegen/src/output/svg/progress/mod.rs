//! Pictures of a search or a campaign, complete or not: one SVG each, for a page.

mod coverage;
mod histogram;
mod survivors;
mod throughput;
mod units;

use super::canvas::{Anchor, Area, Canvas, SMALL};
use crate::campaign::Campaign;
use crate::campaign::overview::{Overview, UnitState};
use crate::output::summary::Bin;
use crate::plan::Plan;
use crate::results::Results;
use crate::search::{Covered, Portion, Report};
use std::ops::Range;

/// Pixels of a picture.
const WIDTH: f64 = 960.0;
/// The left end of axes, after their labels.
const LEFT: f64 = 60.0;
/// The right end of axes.
const RIGHT: f64 = 930.0;

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

/// Which colour is which state.
fn legend(canvas: &mut Canvas, y: f64, states: &[UnitState]) {
    let shown = STATES.iter().filter(|(state, ..)| states.contains(state));
    for (number, (_, colour, text)) in shown.enumerate() {
        let x = LEFT + 160.0 * number as f64;
        canvas.bar(Area { x, y: y - 9.0, width: 10.0, height: 10.0 }, colour, "legend", text);
        canvas.text(x + 15.0, y, Anchor::Start, SMALL, text);
    }
}

/// A picture that only says why there is nothing to see.
fn nothing(why: &str) -> (Canvas, f64) {
    let mut canvas = Canvas::default();
    canvas.text(LEFT, 24.0, Anchor::Start, SMALL, why);
    (canvas, 40.0)
}

fn finished((canvas, height): (Canvas, f64), title: &str) -> String {
    canvas.svg(WIDTH, height.ceil(), title)
}

/// How much of each binade a campaign has done.
pub fn coverage(campaign: &Campaign, overview: &Overview) -> String {
    covered(&campaign.plan, &runs(campaign, overview))
}

/// How much of each binade a search has done.
pub fn coverage_of_search(results: Results<'_>) -> String {
    let run = |run: &Covered| (UnitState::Done, run.segment, run.inputs.clone());
    covered(results.plan, &results.report.covered.iter().map(run).collect::<Vec<_>>())
}

fn covered(plan: &Plan, runs: &[(UnitState, usize, Range<u64>)]) -> String {
    finished(coverage::draw(plan, runs), "Coverage of the range")
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

/// The state of every unit.
pub fn units(overview: &Overview) -> String {
    finished(units::draw(overview), "Units")
}

/// Cases of each hardness beside what chance would give.
pub fn histogram(bins: &[Bin]) -> String {
    finished(histogram::draw(bins), "Cases by hardness")
}

/// The parts that each stage tested, and those that survived it.
pub fn survivors(report: &Report) -> String {
    finished(survivors::draw(report), "Survivors of each stage")
}

/// Inputs a second over time.
pub fn throughput(overview: &Overview) -> String {
    finished(throughput::draw(&overview.status.finished), "Throughput")
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
    pub(super) fn check((canvas, height): (Canvas, f64)) -> String {
        for (index, (area, text)) in canvas.texts.iter().enumerate() {
            let inside =
                area.x >= 0.0 && area.y >= 0.0 && area.right() <= WIDTH && area.bottom() <= height;
            assert!(inside, "{text:?} at {area:?} leaves the page of {height}");
            for (other, second) in &canvas.texts[..index] {
                assert!(!area.meets(other), "{text:?} lies on {second:?}");
            }
        }
        let svg = finished((canvas, height), "a < b");
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
            check(coverage::draw(&campaign.plan, &runs(&campaign, &overview)));
            for (number, state) in overview.units.iter_mut().enumerate() {
                *state = STATES[number % 4].0;
            }
            let svg = check(coverage::draw(&campaign.plan, &runs(&campaign, &overview)));
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
        check(histogram::draw(&[]));
        check(histogram::draw(&[bin(8, 0, 0.0)]));
        check(histogram::draw(&[bin(8, 3, 1e-9)]));
        for count in [2, 12, 113] {
            let bins: Vec<Bin> = (0..count)
                .map(|i| bin(4 + i, u64::MAX >> i.min(63), 2f64.powi(60 - i as i32)))
                .collect();
            let svg = check(histogram::draw(&bins));
            assert_eq!(svg.matches("class=\"cases\"").count(), bins.len());
        }
    }

    #[test]
    fn throughputs_have_room() {
        let finish = |time, inputs| Finish { time, inputs, predicted: 1.0 };
        check(throughput::draw(&[]));
        check(throughput::draw(&[finish(5, 7)]));
        check(throughput::draw(&[finish(5, 7), finish(5, 8)]));
        for step in [0, 1, 100, 100_000] {
            let mut all: Vec<Finish> =
                (0..500).map(|unit| finish(1 << 30 | (unit * step), 1 << 40)).collect();
            all.insert(0, finish(0, 1 << 40));
            all.push(finish(u64::MAX, u128::from(u64::MAX)));
            let svg = check(throughput::draw(&all));
            assert_eq!(svg.matches("class=\"cut\"").count(), 2);
        }
    }

    #[test]
    fn survivors_have_room() {
        let mut report = crate::search::Report::default();
        check(survivors::draw(&report));
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
        let svg = check(survivors::draw(&report));
        assert_eq!(svg.matches("class=\"stage\"").count(), 8);
    }

    #[test]
    fn units_have_room() {
        let states = STATES.map(|(state, ..)| state);
        for count in [0, 1, 100, 101, 1500, 1501, 1 << 20] {
            let all: Vec<UnitState> = (0..count).map(|unit| states[unit % 4]).collect();
            check(units::grid(&all));
        }
    }
}
