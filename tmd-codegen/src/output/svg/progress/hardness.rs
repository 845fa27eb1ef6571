//! How hard the cases are over the range: a dot each, the harder the higher.

use super::{Frame, legend, nothing};
use crate::output::svg::axis::{Scale, labels, power_of_two, ticks, upright};
use crate::output::svg::canvas::{Area, COLOURS, Canvas, DARK, GREY, REFUSED};
use crate::verdict::CaseKind;
use std::collections::BTreeMap;

/// Cases over the range, and what lies between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardness {
    /// Identical bits from which on an input is a case.
    pub bits: u32,
    /// The cases.
    pub dots: Vec<Dot>,
    /// Inputs of which there are no single cases.
    pub stretches: Vec<Stretch>,
    /// How many of the cases are expected by chance.
    pub expected: f64,
}

/// A case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The input.
    pub x: f64,
    /// −log2 of its distance from a breakpoint, whose whole part are the identical bits, and the kind of breakpoint; none if it is
    /// nearer than can be measured.
    pub hardness: Option<(f64, CaseKind)>,
}

impl Dot {
    fn bits(&self) -> Option<f64> {
        self.hardness.map(|(bits, _)| bits)
    }

    fn kind(&self) -> Option<CaseKind> {
        self.hardness.map(|(_, kind)| kind)
    }
}

/// Neighbouring inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The first input.
    pub first: f64,
    /// The last input.
    pub last: f64,
    /// What they are.
    pub part: Part,
}

/// What inputs are that are no single cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// In a run in closed form.
    Run,
    /// Not searched.
    NotSearched,
}

impl Part {
    fn look(self) -> (&'static str, &'static str) {
        match self {
            Part::Run => (DARK, "in runs"),
            Part::NotSearched => (REFUSED, "not searched"),
        }
    }
}

/// Pixels between negative and positive inputs, where 0 is.
const GAP: f64 = 28.0;
/// Pixels of the plot.
const HEIGHT: f64 = 240.0;
/// Identical bits beyond the threshold that have room: harder ones are next to a constant, and would make the axis endless.
const MOST_BITS: f64 = 64.0;
/// Pixels of the strip for stretches.
const STRIP: f64 = 7.0;
/// Pixels a dot is wide, and one of many.
const DOTS: [f64; 2] = [3.2, 2.0];
/// Dots that are many.
const MANY: usize = 4000;
/// Cases that are many for one binade.
const MANY_OF_BINADE: usize = 8;
/// Pixels of what is too small to be seen.
const LEAST: f64 = 0.5;

/// The kinds of cases with their colours and names; those above lie on those below.
const KINDS: [(Option<CaseKind>, &str, &str, &str); 3] = [
    (Some(CaseKind::Nearest), COLOURS[5], "nearest", "hard to round to nearest"),
    (Some(CaseKind::Directed), COLOURS[0], "directed", "hard to round in a direction"),
    (None, GREY, "beyond", "harder than is measured"),
];

/// e + m − 1 of |x| = m·2^e, 1 ≤ m < 2; none of 0. Of all binades each takes the same room, and so do neighbours in it.
fn binades(x: f64) -> Option<f64> {
    if x == 0.0 {
        return None;
    }
    // Subnormal numbers get their exponent, too.
    let (x, below) = if x.abs() < f64::MIN_POSITIVE { (x * 2f64.powi(60), 60.0) } else { (x, 0.0) };
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as f64 - 1023.0;
    let fraction = (bits & ((1 << 52) - 1)) as f64 / (1u64 << 52) as f64;
    Some(exponent + fraction - below)
}

/// The binades of some inputs: of negative and of positive ones, from the least to the end of the largest; none if there are none.
fn ends(xs: impl Iterator<Item = f64> + Clone) -> [Option<(f64, f64)>; 2] {
    [true, false].map(|is_negative| {
        let own = xs.clone().filter(|x| (*x < 0.0) == is_negative).filter_map(binades);
        let (low, high) = own.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
            (low.min(at.floor()), high.max(at.floor() + 1.0))
        });
        (low < high).then_some((low, high))
    })
}

/// How many binades these are.
fn length(ends: &[Option<(f64, f64)>; 2]) -> f64 {
    ends.iter().flatten().map(|(low, high)| high - low).sum()
}

impl Hardness {
    /// The binades from the first to the last that have many cases, if these are less than half of those that have some.
    pub fn dense(&self) -> Option<Hardness> {
        let binade = |x: f64| Some((x < 0.0, binades(x)?.floor() as i64));
        let mut counts: BTreeMap<(bool, i64), usize> = BTreeMap::new();
        for place in self.dots.iter().filter_map(|dot| binade(dot.x)) {
            *counts.entry(place).or_default() += 1;
        }
        let has_many = |x: &f64| {
            binade(*x).is_some_and(|place| counts.get(&place).is_some_and(|n| *n >= MANY_OF_BINADE))
        };
        let xs = self.dots.iter().map(|dot| dot.x);
        let dense = ends(xs.clone().filter(has_many));
        let is_inside = |dot: &&Dot| {
            let ends = dense[usize::from(dot.x > 0.0)];
            binades(dot.x).zip(ends).is_some_and(|(at, (low, high))| low <= at && at < high)
        };
        let is_worth = length(&dense) > 0.0 && 2.0 * length(&dense) < length(&ends(xs));
        is_worth.then(|| Hardness {
            dots: self.dots.iter().filter(is_inside).copied().collect(),
            stretches: self.stretches.iter().filter(|own| own.part == Part::Run).copied().collect(),
            ..*self
        })
    }
}

/// The inputs of one sign, from binade to binade.
#[derive(Clone, Copy, Debug)]
struct Side {
    low: f64,
    high: f64,
    scale: Scale,
}

impl Side {
    fn at(&self, binades: f64) -> f64 {
        self.scale.at(binades.clamp(self.low, self.high))
    }

    fn holds(&self, binades: f64) -> bool {
        (self.low..=self.high).contains(&binades)
    }
}

/// The axis: negative inputs, 0 where there are inputs of both signs or 0 is one, positive inputs; of each sign the binades that have cases, or were not searched.
struct Inputs {
    /// Of negative and of positive inputs.
    sides: [Option<Side>; 2],
    zero: Option<f64>,
}

impl Inputs {
    fn new(dots: &[Dot], stretches: &[Stretch], area: Area) -> Inputs {
        let left_out = stretches.iter().filter(|stretch| stretch.part == Part::NotSearched);
        let shown = dots.iter().map(|dot| dot.x);
        let shown = shown.chain(left_out.flat_map(|stretch| [stretch.first, stretch.last]));
        let ends = ends(shown);
        let has_gap = ends.iter().all(Option::is_some) || dots.iter().any(|dot| dot.x == 0.0);
        let gap = if has_gap { GAP } else { 0.0 };
        let pixels = (area.width - gap) / length(&ends).max(1.0);
        let [negative, positive] = ends;
        let before = area.x + pixels * length(&[negative, None]);
        let after = area.right() - pixels * length(&[None, positive]);
        let side = |(low, high), to| Side { low, high, scale: Scale::new((low, high), to) };
        Inputs {
            sides: [
                negative.map(|ends| side(ends, (before, area.x))),
                positive.map(|ends| side(ends, (after, area.right()))),
            ],
            zero: has_gap.then_some((before + after) / 2.0),
        }
    }

    fn side(&self, x: f64) -> Option<&Side> {
        self.sides[usize::from(x > 0.0)].as_ref()
    }

    /// The place of an input that is on the axis.
    fn at(&self, x: f64) -> Option<f64> {
        match binades(x) {
            None => self.zero,
            Some(binades) => self.side(x).map(|side| side.at(binades)),
        }
    }

    /// From where to where the inputs of one sign of a stretch go.
    fn ends(&self, stretch: &Stretch, is_negative: bool) -> Option<(f64, f64)> {
        let Stretch { first, last, .. } = *stretch;
        let (near, far) = if is_negative { (last.min(0.0), first) } else { (first.max(0.0), last) };
        let far = binades(far).filter(|_| (far < 0.0) == is_negative)?;
        let near = binades(near).unwrap_or(f64::NEG_INFINITY);
        let side = self.sides[usize::from(!is_negative)].as_ref()?;
        let is_there = side.holds(near) || side.holds(far) || (near < side.low && far > side.high);
        let (a, b) = (side.at(near), side.at(far));
        is_there.then(|| (a.min(b), a.max(b)))
    }

    /// Powers of two, and 0, with their places from left to right.
    fn labels(&self, apart: f64) -> Vec<(f64, String)> {
        let powers = |side: Option<&Side>, sign: &str| -> Vec<(f64, String)> {
            let Some(side) = side else { return vec![] };
            let pixels = (side.at(side.high) - side.at(side.low)).abs();
            let mut powers = ticks(side.low, side.high, pixels, apart);
            // Both ends in any case; a neighbour of theirs has no room.
            let step = powers.get(1).map_or(1, |second| second - powers[0]);
            powers.retain(|power| {
                let power = *power as f64;
                let half = 0.6 * step as f64;
                power - side.low >= half && side.high - power >= half
            });
            powers.extend([side.low as i64, side.high as i64]);
            powers.sort_unstable();
            let name = |power: i64| if power == 0 { "1".to_owned() } else { power_of_two(power) };
            let place = |power: i64| (side.at(power as f64), format!("{sign}{}", name(power)));
            powers.into_iter().map(place).collect()
        };
        let [negative, positive] = &self.sides;
        let mut labels = powers(negative.as_ref(), "-");
        labels.reverse();
        labels.extend(self.zero.map(|zero| (zero, "0".to_owned())));
        labels.extend(powers(positive.as_ref(), ""));
        labels
    }
}

pub(super) fn draw(hardness: &Hardness, frame: Frame) -> (Canvas, f64) {
    let Hardness { bits, dots, stretches, expected } = hardness;
    if dots.is_empty() {
        return nothing(frame, "There are no single cases.");
    }
    let mut canvas = Canvas::default();
    let area = Area { x: frame.left, y: 34.0, width: frame.right - frame.left, height: HEIGHT };
    let strip = Area { y: area.bottom() + 4.0, height: STRIP, ..area };
    let low = f64::from(*bits);
    let most = low + MOST_BITS;
    let hardest = dots.iter().map(|dot| dot.bits().unwrap_or(most)).fold(low + 4.0, f64::max);
    let high = hardest.min(most).ceil() + 1.0;
    let scale = Scale::new((low, high), (area.bottom(), area.y));
    let inputs = Inputs::new(dots, stretches, area);
    let steps = ticks(low, high - 1.0, area.height, 24.0);
    upright(&mut canvas, area, scale, &steps, "identical bits after the rounding bit");
    let size = DOTS[usize::from(dots.len() > MANY)];
    for (kind, colour, class, _) in KINDS.iter().rev() {
        let own = dots.iter().filter(|dot| dot.kind() == *kind);
        let place =
            |dot: &Dot| Some((inputs.at(dot.x)?, scale.at(dot.bits().unwrap_or(high).min(high))));
        canvas.dots(own.filter_map(place), colour, size, class);
    }
    let has = |kind: &Option<CaseKind>| dots.iter().any(|dot| dot.kind() == *kind);
    let kinds = KINDS.iter().filter(|(kind, ..)| has(kind));
    let mut shown: Vec<(&str, &str)> = kinds.map(|(_, colour, _, text)| (*colour, *text)).collect();
    let by_chance = low + expected.max(1.0).log2();
    if *expected >= 1.0 && by_chance < high {
        let y = scale.at(by_chance);
        canvas.line(&[(area.x, y), (area.right(), y)], COLOURS[2], 1.5, "chance");
        shown.push((COLOURS[2], "by chance one case lies above"));
    }
    for part in [Part::Run, Part::NotSearched] {
        let own = stretches.iter().filter(|stretch| stretch.part == part);
        if bars(&mut canvas, &inputs, strip, part, own) {
            shown.push(part.look());
        }
    }
    let under = Area { height: strip.bottom() + 2.0 - area.y, ..area };
    let apart = if frame.is_narrow() { 64.0 } else { 72.0 };
    let title = if frame.is_narrow() { "x, binade by binade" } else { "x: binades equally wide" };
    labels(&mut canvas, under, &inputs.labels(apart), title);
    let y = legend(&mut canvas, frame, under.bottom() + 54.0, shown.into_iter());
    (canvas, y + 14.0)
}

/// Bars for stretches, those that touch each other made one; whether there are any.
fn bars<'a>(
    canvas: &mut Canvas,
    inputs: &Inputs,
    strip: Area,
    part: Part,
    stretches: impl Iterator<Item = &'a Stretch>,
) -> bool {
    let mut ends: Vec<(f64, f64)> = stretches
        .flat_map(|stretch| [true, false].map(|is_negative| inputs.ends(stretch, is_negative)))
        .flatten()
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f64, f64)> = vec![];
    for (from, to) in ends {
        match joined.last_mut().filter(|last| from - last.1 < LEAST) {
            Some(last) => last.1 = last.1.max(to),
            None => joined.push((from, to)),
        }
    }
    let (colour, name) = part.look();
    for (from, to) in &joined {
        let bar = Area { x: *from, width: (to - from).max(LEAST), ..strip };
        canvas.bar(bar, colour, "stretch", name);
    }
    !joined.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_the_order_of_the_format() {
        assert_eq!(binades(0.0), None);
        assert_eq!(
            (binades(1.0), binades(-1.5), binades(5e-324)),
            (Some(0.0), Some(0.5), Some(-1074.0))
        );
        let xs = [5e-324, 1e-323, 2e-308, f64::MIN_POSITIVE, 0.9, 1.0, 3.0, f64::MAX];
        let places = xs.map(|x| binades(x).expect("not 0"));
        assert!(places.is_sorted(), "{places:?}");
        let area = Area { x: 10.0, y: 0.0, width: 400.0, height: 10.0 };
        let dot = |x| Dot { x, hardness: None };
        let all = [-4.0, -0.5, 0.0, 0.25, 1.0];
        let inputs = Inputs::new(&all.map(dot), &[], area);
        let places = all.map(|x| inputs.at(x).expect("on the axis"));
        assert!(
            places.is_sorted() && places[0] >= area.x && places[4] <= area.right(),
            "{places:?}"
        );
        // Of one sign, the axis begins with the least binade.
        let texts = |xs: &[f64]| -> Vec<String> {
            let dots: Vec<Dot> = xs.iter().copied().map(dot).collect();
            Inputs::new(&dots, &[], area).labels(64.0).into_iter().map(|(_, text)| text).collect()
        };
        let [one, two] = [1, 2].map(power_of_two);
        assert_eq!(texts(&[1.0, 3.0]), ["1", &one, &two]);
        assert_eq!(texts(&[-1.0, 1.0]), [&format!("-{one}"), "-1", "0", "1", &one]);
        // A stretch over 0 has a part on either side; what lies beyond the axis has none.
        let stretch = |first, last| Stretch { first, last, part: Part::Run };
        let over = stretch(-100.0, 0.25);
        assert!(inputs.ends(&over, true).is_some() && inputs.ends(&over, false).is_some());
        let beyond = stretch(64.0, 128.0);
        assert!([true, false].iter().all(|sign| inputs.ends(&beyond, *sign).is_none()));
    }

    #[test]
    fn dense_binades_are_found() {
        let dot = |x| Dot { x, hardness: None };
        let many = (0..10).map(|k| 1.0 + f64::from(k) / 16.0);
        let powers = (1..40).map(|k| 2f64.powi(-k));
        let part = |part| Stretch { first: -8.0, last: -2.0, part };
        let stretches = vec![part(Part::NotSearched), part(Part::Run)];
        let hardness = |dots: Vec<Dot>| Hardness {
            bits: 9,
            dots,
            stretches: stretches.clone(),
            expected: 3.0,
        };
        let all = hardness(powers.clone().chain(many.clone()).map(dot).collect());
        let dense = all.dense().expect("a binade of many");
        assert_eq!((dense.dots.len(), dense.stretches.len()), (10, 1));
        assert_eq!(dense.dense(), None, "that is all of it");
        assert_eq!(hardness(powers.map(dot).collect()).dense(), None);
        assert_eq!(hardness(vec![dot(0.0)]).dense(), None);
    }
}
