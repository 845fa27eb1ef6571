//! Inputs that were not searched since they follow from others: that they do, and that exactly what follows is listed.
//!
//! Let x' stand for x. If f(x') = ±2^m·f(x), and both or neither value is subnormal or overflows unless m = 0, then
//! f(x') is as far from the breakpoints around it as f(x), in units of their distance. So it is if f(x') = f(x) + c and c is an
//! even multiple of that distance, the same at both. Every finding at x must be one at x', and there must be as many as
//! the findings at all x' imply.

use crate::algebra::exact;
use crate::cases::{Alike, CaseRun, Found, Verdict, within};
use crate::centred::expand;
use crate::equations::{Change, Effect, effect, is_said};
use crate::grid::floor_log2;
use crate::interval::Interval;
use crate::json::Value;
use crate::number::{power_of_two, shown};
use crate::request::Request;
use crate::stop::Checked;
use crate::tiling::{Run, Tiling, Work};
use rug::{Integer, Rational};

/// Runs that take more parts to prove, and runs of cases of which more inputs are translated, are given up.
const MOST: u64 = 1 << 20;

/// As many findings that follow are listed; if there are more, none is.
const MOST_LISTED: u128 = 1 << 16;

/// Which input stands for each.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// ±2^exponent·x.
    Scaling { exponent: i32, negates: bool },
    /// x less a multiple of the step, from first/2 on, before first/2 + step.
    Translation { step: i32, first: i64 },
}

/// A run that follows.
struct Entry {
    run: Run,
    way: Way,
    /// Cases, exact cases and undecided inputs that are counted and not listed.
    not_listed: [u128; 3],
}

/// What findings are counted as.
fn class(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Hard { .. } => 0,
        Verdict::Exact => 1,
        Verdict::Unknown => 2,
    }
}

fn class_of(alike: &Alike) -> usize {
    match alike {
        Alike::Hard { .. } => 0,
        Alike::Exact => 1,
        Alike::Unknown { .. } => 2,
    }
}

/// Whether nothing else follows from what follows in a run: by translation, or by scaling if there are no translations.
fn is_last(all: &[Entry]) -> impl Fn(&Entry) -> bool + use<> {
    let is_translation = |entry: &Entry| matches!(entry.way, Way::Translation { .. });
    let has_translations = all.iter().any(is_translation);
    move |entry| is_translation(entry) || !has_translations
}

impl Way {
    fn read(value: &Value<'_>) -> Checked<Way> {
        match value.at("by")?.text()? {
            "scaling" => {
                value.only(&["by", "exponent", "negates"])?;
                let exponent: i32 = value.int_at("exponent")?;
                ensure!(exponent.abs() <= 1 << 16, "no format has a factor 2^{exponent}")?;
                Ok(Way::Scaling { exponent, negates: value.at("negates")?.flag()? })
            }
            "translation" => {
                value.only(&["by", "step", "first"])?;
                let (step, first): (i32, i64) = (value.int_at("step")?, value.int_at("first")?);
                let is_sane = (1..=1 << 12).contains(&step) && first.unsigned_abs() <= 1 << 40;
                ensure!(is_sane, "{step} from {first}/2 on is no translation")?;
                Ok(Way::Translation { step, first })
            }
            other => cannot!("inputs that follow by `{other:.30}` are not known here"),
        }
    }

    fn change(self) -> Change {
        match self {
            Way::Scaling { exponent, negates } => Change::Scale { exponent, negates },
            Way::Translation { step, .. } => Change::Add(step),
        }
    }

    /// What stands for x, and by how many steps it is below.
    fn back(self, x: &Rational) -> (Rational, Integer) {
        match self {
            Way::Scaling { exponent, negates } => {
                let scaled = x.clone() << exponent;
                (if negates { -scaled } else { scaled }, Integer::new())
            }
            Way::Translation { step, first } => {
                let from_first = x - Rational::from((first, 2));
                let n = (from_first / step).floor().numer().clone();
                (x - Rational::from(&n * step), n)
            }
        }
    }
}

impl CaseRun {
    fn holds(&self, at: (usize, u64)) -> bool {
        let is_in = self.segment == at.0 && self.inputs.contains(&at.1);
        is_in && (at.1 - self.inputs.start).is_multiple_of(self.stride)
    }
}

/// The check of what follows.
pub(crate) struct Follows<'a> {
    pub(crate) request: &'a Request,
    pub(crate) tiling: &'a Tiling,
    pub(crate) found: &'a Found,
}

impl Follows<'_> {
    /// Checks all runs. How many there are, how many inputs, and how many exact cases are counted and not listed.
    pub(crate) fn check(&self, certificate: &Value<'_>) -> Checked<[u128; 3]> {
        let list = certificate.find("follows").map_or(Ok(&[][..]), Value::list)?;
        let is_allowed = self.request.equations && !self.request.inverse;
        ensure!(
            list.is_empty() || is_allowed,
            "inputs are said to follow from others, which the request rules out"
        )?;
        let mut entries = vec![];
        for entry in list {
            let run = self.request.run("follows", entry)?;
            let way = Way::read(entry.at("relation")?)?;
            let text = entry.at("equation")?.text()?;
            let is_so = is_said(&self.request.expr, way.change(), text);
            ensure!(
                is_so,
                "{}: `{text:.80}` cannot be derived, or is not what {way:?} rests on",
                self.place(&run)
            )?;
            let counted = entry.at("not_listed")?;
            counted.only(&["cases", "exact_cases", "unknown"])?;
            let mut not_listed = [0; 3];
            for (n, name) in not_listed.iter_mut().zip(["cases", "exact_cases", "unknown"]) {
                *n = counted.int_at(name)?;
            }
            entries.push(Entry { run, way, not_listed });
        }
        let (mut sums, mut exact_alone) = ([0; 3], Integer::new());
        let is_last = is_last(&entries);
        for entry in &entries {
            let count = entry.run.count();
            let covered = self.tiling.covered_of(&entry.run);
            if covered == 0 && entry.not_listed == [0; 3] {
                continue;
            }
            let place = self.place(&entry.run);
            ensure!(covered == count, "{place}: {covered} of {count} are covered")?;
            let parts = self.representatives(entry, &entries, &place)?;
            self.distances(entry, &parts, &place)?;
            let exact = self.findings(entry, &parts, &place)?;
            if is_last(entry) {
                exact_alone += exact;
            }
            let own = [
                1,
                count.into(),
                entry.not_listed.iter().fold(0u128, |sum, n| sum.saturating_add(*n)),
            ];
            sums.iter_mut().zip(own).for_each(|(sum, n)| *sum += n);
        }
        self.left_out(&entries, &exact_alone)?;
        Ok(sums)
    }

    /// Cases and undecided inputs are counted and not listed only if they are too many, with the exact cases if these would be
    /// listed, which depends on how many follow from exact cases that are no run. Then nothing is listed of all the last runs.
    fn left_out(&self, all: &[Entry], exact_alone: &Integer) -> Checked<()> {
        let counts = |entry: &&Entry| entry.not_listed[0] > 0 || entry.not_listed[2] > 0;
        if !all.iter().any(|entry| counts(&entry)) {
            return Ok(());
        }
        let is_last = is_last(all);
        let (last, others): (Vec<_>, Vec<_>) = all.iter().partition(|entry| is_last(entry));
        let others = others.into_iter().find(counts).map(|entry| self.place(&entry.run));
        ensure!(
            others.is_none(),
            "{}: cases are only counted, though others follow from them",
            others.unwrap_or_default()
        )?;
        let sum = |class: usize| {
            last.iter().fold(0u128, |sum, entry| sum.saturating_add(entry.not_listed[class]))
        };
        // More exact cases are never listed, so that they are no reason; nor are those that are counted everywhere.
        let is_reason = *exact_alone <= MOST_LISTED && self.request.roots.is_none();
        let exact = if is_reason { sum(1) } else { 0 };
        let counted = [exact, sum(2)].into_iter().fold(sum(0), u128::saturating_add);
        ensure!(
            counted > MOST_LISTED,
            "{counted} findings that follow are only counted; unless they are more than {MOST_LISTED}, they are listed"
        )?;
        let has_listed = |entry: &&&Entry| {
            !within(&self.found.own, entry.run.segment, &entry.run.inputs).is_empty()
        };
        let listed = last.iter().find(has_listed).map(|entry| self.place(&entry.run));
        ensure!(
            listed.is_none(),
            "{}: some of their findings are listed, and others that follow are only counted",
            listed.unwrap_or_default()
        )
    }

    fn place(&self, run: &Run) -> String {
        let segment = &self.request.segments[run.segment];
        let [first, last] = [run.inputs.start, run.inputs.end - 1].map(|i| shown(&segment.x(i)));
        format!("the inputs from {first} to {last}, which follow from others")
    }

    /// All inputs from what stands for the first to what stands for the last: each is an input, covered, and does not follow
    /// itself; by translation they may follow by scaling.
    fn representatives(&self, entry: &Entry, all: &[Entry], place: &str) -> Checked<Vec<Run>> {
        let (request, input) = (self.request, &self.request.input);
        let grid = &request.segments[entry.run.segment];
        let (from, to, unit) = match entry.way {
            Way::Scaling { exponent, .. } => {
                let ends = [entry.run.inputs.start, entry.run.inputs.end - 1];
                let ends = ends.map(|i| input.ordinal(&entry.way.back(&grid.x(i)).0));
                let [Some(a), Some(b)] = ends else {
                    return refuse!("{place}: what stands for one of its ends is no number");
                };
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                (low, high + 1u32, grid.ulp + exponent)
            }
            Way::Translation { step, first } => {
                let low = Rational::from((first, 2));
                let high = Rational::from(&low + step);
                let unit = grid.ulp.min(step.trailing_zeros() as i32);
                let [from, to] = [&low, &high].map(|end| input.first_from(end));
                let is_inside = from > -input.end() && to < input.end();
                ensure!(is_inside, "{place}: what stands for them is no number")?;
                (from, to, unit)
            }
        };
        ensure!(
            request.range.start <= from && to <= request.range.end,
            "{place}: what stands for them is not in the range"
        )?;
        let mut parts = vec![];
        for (number, segment) in request.segments.iter().enumerate() {
            let at = |end: &Integer| {
                let index = Integer::from(end - &segment.ordinal);
                if index < 0 {
                    0
                } else {
                    index.to_u64().map_or(segment.count, |i| i.min(segment.count))
                }
            };
            let inputs = at(&from)..at(&to);
            if !inputs.is_empty() {
                parts.push(Run { segment: number, inputs });
            }
        }
        let is_fine = |part: &Run| request.segments[part.segment].ulp <= unit;
        ensure!(
            !parts.is_empty() && parts.iter().all(is_fine),
            "{place}: what stands for some of them is no input"
        )?;
        let is_covered = parts.iter().all(|part| self.tiling.covered_of(part) == part.count());
        ensure!(is_covered, "{place}: what stands for them was not covered")?;
        for (_, work) in self.tiling.portions(&parts) {
            let Work::Follows(other) = work else { continue };
            let is_sound = matches!(
                (entry.way, all[other].way),
                (Way::Translation { .. }, Way::Scaling { .. })
            );
            ensure!(is_sound, "{place}: what stands for them was not searched, it follows, too")?;
        }
        Ok(parts)
    }

    /// Whether something holds of f at all inputs of a run: of enclosures over finer and finer parts.
    fn holds(&self, run: &Run, holds: impl Fn(&Interval) -> bool) -> bool {
        let request = self.request;
        let segment = &request.segments[run.segment];
        let (mut open, mut parts) = (vec![run.inputs.clone()], 0);
        while let Some(part) = open.pop() {
            let is_one = part.end - part.start == 1;
            let prec = segment.bits() + if is_one { 1000 } else { 100 };
            let known = if is_one { exact(&request.expr, &segment.x(part.start)) } else { None };
            let value = match known {
                Some(value) => Some(Interval::point(&value, prec)),
                None => expand(&request.expr, &request.hull(run.segment, &part, prec), 0)
                    .ok()
                    .map(|value| value[0].clone()),
            };
            parts += 1;
            if value.as_ref().is_some_and(&holds) {
                continue;
            }
            if is_one || parts > MOST {
                return false;
            }
            let middle = part.start + (part.end - part.start) / 2;
            open.extend([middle..part.end, part.start..middle]);
        }
        true
    }

    /// Whether breakpoints are as far apart as it needs, and results overflow at both or at none.
    fn distances(&self, entry: &Entry, parts: &[Run], place: &str) -> Checked<()> {
        let (request, output) = (self.request, &self.request.output);
        let Some(effect) = effect(&request.expr, entry.way.change()) else {
            return refuse!("{place}: that f changes so cannot be derived");
        };
        let holds = match effect {
            Effect::Factor { exponent: 0, .. } => true,
            Effect::Factor { .. } => {
                let [least, beyond] = [output.emin, output.emax + 1].map(power_of_two);
                let is_normal = |v: &Interval| v.mig() >= least && v.mag() < beyond;
                parts.iter().chain([&entry.run]).all(|run| self.holds(run, is_normal))
            }
            Effect::Term(c) => self.holds(&entry.run, |v| {
                let moved = v.add(&Interval::int(c, v.prec()));
                let Some(most) = v.mag().max(&moved.mag()).to_rational() else { return false };
                if most.is_zero() {
                    return false;
                }
                // The binade, with both its ends: these are breakpoints of either distance.
                let top = floor_log2(&most);
                let exponent = if most == power_of_two(top) { top - 1 } else { top };
                let exponent = exponent.max(output.emin);
                let is_one = exponent == output.emin
                    || (v.mig() >= power_of_two(exponent) && moved.mig() >= power_of_two(exponent));
                let even = power_of_two(request.spacing(exponent) + 1);
                is_one && top <= output.emax && (Rational::from(c) / even).is_integer()
            }),
        };
        ensure!(
            holds,
            "{place}: that breakpoints are as far apart as it needs, and no result overflows, cannot be proved"
        )
    }

    /// Whether exactly what follows is listed. How many exact cases follow from those that are no run.
    fn findings(&self, entry: &Entry, parts: &[Run], place: &str) -> Checked<Integer> {
        let Entry { run, way, not_listed } = entry;
        let mut listed = *not_listed;
        for finding in within(&self.found.own, run.segment, &run.inputs) {
            let class = class(&finding.verdict);
            let (x, _) = way.back(&finding.x);
            let is_so = self.locate(&x).is_some_and(|at| self.is_found(at, class));
            ensure!(is_so, "{place}: {} does not follow", shown(&finding.x))?;
            listed[class] += 1;
        }
        let is_own =
            |own: &&CaseRun| own.segment == run.segment && run.inputs.contains(&own.inputs.start);
        let own: Vec<&CaseRun> = self.found.runs.iter().filter(is_own).collect();
        for (number, one) in own.iter().enumerate() {
            let meets = |other: &&CaseRun| {
                let apart = one.stride == 2
                    && other.stride == 2
                    && (one.inputs.start ^ other.inputs.start) & 1 == 1;
                !apart && one.inputs.start < other.inputs.end && other.inputs.start < one.inputs.end
            };
            let singles = within(&self.found.own, one.segment, &one.inputs);
            let is_twice =
                own[..number].iter().any(meets) || singles.iter().any(|f| one.holds(f.at));
            ensure!(!is_twice, "{place}: inputs of a run are listed twice")?;
            // Its first inputs and the last go back to one run; so do all, as far apart as they are.
            let second = (one.inputs.start + one.stride).min(one.last());
            let back = [one.inputs.start, second, one.last()]
                .map(|i| way.back(&self.request.segments[one.segment].x(i)));
            let at = back.each_ref().map(|(x, _)| self.locate(x));
            let is_same = back.iter().all(|(_, n)| *n == back[0].1)
                && self.found.runs.iter().any(|other| {
                    other.kind == one.kind
                        && other.alike == one.alike
                        && at.iter().all(|at| at.is_some_and(|at| other.holds(at)))
                });
            ensure!(
                is_same,
                "{place}: the run from input {} on does not follow from one",
                one.inputs.start
            )?;
            listed[class_of(&one.alike)] += u128::from(one.count());
        }
        let mut expected = [Integer::new(), Integer::new(), Integer::new()];
        let mut exact_alone = Integer::new();
        for part in parts {
            let segment = &self.request.segments[part.segment];
            for finding in within(&self.found.own, part.segment, &part.inputs) {
                let count = self.stands_for(entry, &finding.x);
                if matches!(finding.verdict, Verdict::Exact) {
                    exact_alone += &count;
                }
                expected[class(&finding.verdict)] += count;
            }
            for other in self.found.runs.iter().filter(|other| other.segment == part.segment) {
                let (first, apart, count) = self.on_grid(entry, other, part);
                let number = |j: u64| Integer::from(j) * &apart + &first;
                expected[class_of(&other.alike)] +=
                    match (way, count.to_u64().filter(|n| *n <= MOST)) {
                        (Way::Scaling { .. }, _) => count,
                        (_, Some(n)) => (0..n)
                            .map(|j| {
                                self.stands_for(entry, &(Rational::from(number(j)) << segment.ulp))
                            })
                            .sum(),
                        (_, None) => {
                            return cannot!("{place}: too many cases of a run stand for them");
                        }
                    };
            }
        }
        if let Some(roots) = self.request.roots {
            // Nothing is listed that they could follow from: where an input is exact, so is what stands for it.
            exact_alone = roots.of(&self.request.segments[run.segment], &run.inputs);
            expected[1].clone_from(&exact_alone);
        }
        let names = ["cases", "exact cases", "undecided inputs"];
        for ((name, listed), expected) in names.iter().zip(listed).zip(expected) {
            ensure!(expected == listed, "{place}: {expected} {name} follow, not {listed}")?;
        }
        Ok(exact_alone)
    }

    /// Segment and index of an input.
    fn locate(&self, x: &Rational) -> Option<(usize, u64)> {
        let ordinal = self.request.input.ordinal(x)?;
        let segments = &self.request.segments;
        let number =
            segments.partition_point(|segment| segment.ordinal <= ordinal).checked_sub(1)?;
        let index = Integer::from(&ordinal - &segments[number].ordinal).to_u64()?;
        (index < segments[number].count).then_some((number, index))
    }

    fn is_found(&self, at: (usize, u64), wanted: usize) -> bool {
        let singles = within(&self.found.own, at.0, &(at.1..at.1 + 1));
        let in_run = |run: &CaseRun| class_of(&run.alike) == wanted && run.holds(at);
        singles.iter().any(|f| class(&f.verdict) == wanted) || self.found.runs.iter().any(in_run)
    }

    /// For how many inputs of a run a number stands.
    fn stands_for(&self, entry: &Entry, x: &Rational) -> Integer {
        let (run, grid) = (&entry.run, &self.request.segments[entry.run.segment]);
        let [low, high] = [run.inputs.start, run.inputs.end - 1].map(|i| grid.x(i));
        match entry.way {
            Way::Scaling { exponent, negates } => {
                let (y, _) = Way::Scaling { exponent: -exponent, negates }.back(x);
                let is_one = low <= y && y <= high && (y >> grid.ulp).is_integer();
                Integer::from(u32::from(is_one))
            }
            Way::Translation { step, .. } => {
                // n with x + n·step a multiple of the unit: all those that are n₀ modulo a period.
                let down = (x.denom().significant_bits() as i32 - 1).max(-grid.ulp).max(0);
                let whole = (x.clone() << down).numer().clone();
                let (by, unit) =
                    (Integer::from(step) << down, Integer::from(1) << (grid.ulp + down));
                let common = Integer::from(by.gcd_ref(&unit));
                if !whole.is_divisible(&common) {
                    return Integer::new();
                }
                let period = unit / &common;
                let inverse = (by / &common).invert(&period).unwrap_or_default();
                let n = (-(whole / common) * inverse).div_rem_euc(period.clone()).1;
                let up_to = |end: Rational| {
                    let most = (end - x) / step - &n;
                    (most / &period).floor().numer().clone()
                };
                up_to(high) - up_to(low - power_of_two(grid.ulp) / 2u32)
            }
        }
    }

    /// The inputs of a run of cases, among others, that can stand for some of a run: the first, in spacings, the distance from
    /// one to the next, and how many.
    fn on_grid(&self, entry: &Entry, cases: &CaseRun, part: &Run) -> (Integer, Integer, Integer) {
        let grid = &self.request.segments[entry.run.segment];
        let segment = &self.request.segments[part.segment];
        let unit = match entry.way {
            Way::Scaling { exponent, .. } => grid.ulp + exponent,
            Way::Translation { step, .. } => grid.ulp.min(step.trailing_zeros() as i32),
        };
        let stride = Integer::from(cases.stride);
        let grid = Integer::from(1) << (unit - segment.ulp).max(0);
        let apart = grid.clone().max(stride.clone());
        let at = |index: u64| Integer::from(&segment.first + index);
        let start = at(cases.inputs.start);
        let least = at(cases.inputs.start.max(part.inputs.start));
        // All multiples of the larger distance are inputs of the run, or none is.
        let anchor = if grid == 1 { start.clone() } else { Integer::new() };
        let first = Integer::from(&anchor - &least).div_rem_euc(apart.clone()).1 + &least;
        let beyond = at(cases.inputs.end.min(part.inputs.end));
        let is_in = first < beyond && Integer::from(&first - &start).is_divisible(&stride);
        let count = if is_in { (beyond - 1u32 - &first) / &apart + 1u32 } else { Integer::new() };
        (first, apart, count)
    }
}
