//! What no kernel searched: inputs that overflow or have no value, runs in closed form, inputs that were examined one by one.

mod seen;

use crate::cases::{Alike, CaseRun, Found, little, within};
use crate::centred::expand;
use crate::derivatives::Claims;
use crate::function::{Expr, Shape};
use crate::inputs::Inputs;
use crate::interval::{Gap, Interval};
use crate::inverse::Inverse;
use crate::json::Value;
use crate::model::Model;
use crate::number::{lg, power_of_two};
use crate::request::Request;
use crate::stop::{Checked, Progress};
use crate::tiling::{Run, Tiling, Work};
use crate::truth::Truth;
use rug::float::Round;
use rug::{Float, Integer, Rational};
use std::ops::Range;

/// Runs that need more parts are given up.
const MOST_PARTS: u64 = 1 << 20;
/// Searches examine fewer inputs than this one by one: two formats of 32 bits.
const MOST_DIRECT: u64 = 1 << 33;
/// The most parts of a run on which g' is enclosed.
const MOST_SLOPES: u32 = 4096;
/// The most bits that signs of derivatives are sought with.
const MOST_BITS: u32 = 1 << 14;

/// Bits beyond those of inputs, fewer than the 64 that searches take first for the slope of a drift.
const FEWER_AT_SLOPES: u32 = 48;
/// A share of a slope, as a power of two, far below what enclosures of searches can be wider than those here.
const STEADY: u32 = 16;

/// "Next to 0" is below 2^-64 of half the least number.
const NEXT_TO_ZERO: i32 = 64;

/// Proves that no input of a run is a case: it overflows, or f has no value, or it is next to 0.
pub(crate) fn decided(request: &Request, place: &str, run: &Run, decision: &str) -> Checked<()> {
    let overflows = match decision {
        "overflow" => true,
        "undefined" if all_poles(request, run) => return Ok(()),
        "undefined" => false,
        "vanishes" => {
            return ensure!(
                vanishes(request, run),
                "{place}: it is not proved that f is next to 0, or has no value"
            );
        }
        other => return cannot!("{place}: the decision `{other:.30}` is not known here"),
    };
    let prec = request.segments[run.segment].bits() + 80;
    let beyond = Float::with_val(53, power_of_two(request.output.emax + 1));
    let (mut open, mut parts) = (vec![run.inputs.clone()], 0);
    let mut progress = Progress::new();
    while let Some(part) = open.pop() {
        parts += 1;
        progress.tell(place, parts.into(), MOST_PARTS.into());
        let value = expand(&request.expr, &request.hull(run.segment, &part, prec), 0);
        let holds = match value {
            Ok(value) => overflows && value[0].mig() >= beyond,
            Err(gap) => !overflows && gap == Gap::Everywhere,
        };
        if holds {
            continue;
        }
        if part.end - part.start == 1 {
            let truth = request.truth(&request.segments[run.segment].x(part.start));
            let fits = truth == if overflows { Truth::Overflow } else { Truth::Undefined };
            ensure!(fits, "{place}: {decision} is not so at input {}", part.start)?;
            continue;
        }
        ensure!(parts < MOST_PARTS, "{place}: {decision} cannot be proved")?;
        let middle = part.start + (part.end - part.start) / 2;
        open.extend([middle..part.end, part.start..middle]);
    }
    Ok(())
}

/// Whether f is Γ or log|Γ| itself and the inputs of a run are integers below 1, so that f has no value.
fn all_poles(request: &Request, run: &Run) -> bool {
    let segment = &request.segments[run.segment];
    is_gamma(&request.expr).is_some()
        && segment.ulp >= 0
        && segment.x(run.inputs.end - 1) <= Rational::new()
}

/// Whether f is Γ itself and the inputs of a run are so far below 0 that its values are next to 0 between its poles.
///
/// An input is a multiple of 2^u, u < 0, so that |sin πx| ≥ 2^(1 + u) where it is no integer; and Γ(1 - x) ≥ n! for an integer n
/// with 1 ≤ n ≤ |x|. By the reflection formula |Γ(x)| = π/(|sin πx|·Γ(1 - x)) < 2^(1 - u)/n!.
fn vanishes(request: &Request, run: &Run) -> bool {
    /// Enough for all formats.
    const MOST: u32 = 5000;
    let segment = &request.segments[run.segment];
    let nearest = -segment.x(run.inputs.end - 1);
    let whole = nearest.floor().numer().to_u32().map(|n| n.min(MOST)).filter(|n| *n >= 1);
    let (Some(false), Some(n), true) = (is_gamma(&request.expr), whole, segment.ulp < 0) else {
        return false;
    };
    let below = Rational::from(Integer::from(Integer::factorial(n)));
    let bound = power_of_two(1 - segment.ulp) / below;
    let least = request.spacing(request.output.emin);
    bound <= power_of_two(least - NEXT_TO_ZERO)
}

/// Whether an expression is Γ(x), `false`, or log|Γ(x)|, `true`.
fn is_gamma(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Call(function, argument) if **argument == Expr::X => match function.shape {
            Shape::Gamma { log } => Some(log),
            _ => None,
        },
        _ => None,
    }
}

/// What encloses g' over a run: where g'' has one sign, it lies between its values at the ends.
fn slope(request: &Request, run: &Run, spacing: i32, prec: u32) -> Option<Interval> {
    let series = |inputs: &Range<u64>, order: usize| {
        request.coefficients(run.segment, inputs, order, spacing, prec).ok()
    };
    let Range { start, end } = run.inputs;
    let wide = series(&run.inputs, 2)?;
    let ends = [start, end - 1].map(|i| series(&(i..i + 1), 1));
    Some(match ends {
        [Some(first), Some(last)] if wide[2].has_one_sign() => {
            wide[1].meet(&first[1].hull(&last[1]))
        }
        _ => wide[1].clone(),
    })
}

/// Whether g' - m is known to [`STEADY`] of itself all over a run, with fewer bits than a search takes first: then a search has seen its sign,
/// and does not call the drift nearly constant.
fn is_steady(request: &Request, run: &Run, (step, spacing): (&Integer, i32)) -> bool {
    let prec = request.segments[run.segment].bits() + FEWER_AT_SLOPES;
    let Ok(series) = request.coefficients(run.segment, &run.inputs, 1, spacing, prec) else {
        return false;
    };
    let m = Interval::point(&Rational::from(step), prec.max(step.significant_bits()));
    let slope = series[1].sub(&m);
    Float::with_val(prec, slope.mag() - slope.mig()) < slope.mig() >> STEADY
}

/// Whether |g' - m| times the number of all inputs is at most a bound on each of some parts of a run.
fn within_parts(
    request: &Request,
    run: &Run,
    (step, spacing): (&Integer, i32),
    (prec, bound): (u32, &Rational),
) -> bool {
    let point = |number: Rational| Interval::point(&number, prec.max(64) + step.significant_bits());
    let (step, count) = (point(Rational::from(step)), point(Rational::from(run.count())));
    let (mut open, mut parts) = (vec![run.inputs.clone()], 0);
    while let Some(part) = open.pop() {
        parts += 1;
        let slope = request.coefficients(run.segment, &part, 1, spacing, prec);
        if slope.is_ok_and(|own| own[1].sub(&step).mul(&count).mag() <= *bound) {
            continue;
        }
        if part.end - part.start <= 2 || parts > MOST_SLOPES {
            return false;
        }
        // Both halves have the input in the middle: no number between inputs is left out.
        let middle = part.start + (part.end - part.start) / 2;
        open.extend([middle..part.end, part.start..middle + 1]);
    }
    true
}

/// A fraction, rounded up.
fn up(value: &Rational) -> Float {
    Float::with_val_round(64, value, Round::Up).0
}

/// A run on which g(i) = m·i + h(i) with a slow h.
pub(crate) struct Drift<'a> {
    request: &'a Request,
    place: String,
    run: Run,
    spacing: i32,
    step: Integer,
    /// Whether h rises or falls all the way.
    is_monotone: bool,
    /// Of an h that is only said to be nearly constant: how far it is said to move at most.
    little: Option<Rational>,
    /// Whether h is constant by algebra.
    is_constant: bool,
    /// How far h moves at most.
    reach: Float,
}

impl<'a> Drift<'a> {
    /// Proves what is claimed of a drift.
    pub(crate) fn check(
        request: &'a Request,
        number: usize,
        entry: &Value<'_>,
    ) -> Checked<Drift<'a>> {
        let place = format!("drift {number}");
        let run = request.run("drifts", entry)?;
        let spacing: i32 = entry.int_at("spacing")?;
        let text = entry.at("step")?.text()?;
        let step = text.parse::<Integer>().ok().filter(|_| text.len() < 10_000);
        let (Some(step), true) = (step, spacing.unsigned_abs() < 1 << 16) else {
            return refuse!("{place}: `{text:.40}` is no step, or its spacing none");
        };
        let claim = entry.at("reach")?;
        ensure!(
            claim.at("name")?.text()? == "reach of the drift"
                && claim.at("status")?.text()? == "proved"
                && claim.int_at::<u32>("stage")? == 0,
            "{place} has no reach"
        )?;
        let (told, motion) = (claim.at("value")?.binary64()?, entry.at("motion")?.text()?);
        let no_model = Model {
            derivatives: vec![],
            least_curvature: None,
            domain_inputs: 1,
            degree: 0,
            coefficient_bits: 0,
            block_inputs: 1,
            block_degree: 0,
            block_derivatives: vec![],
        };
        let claims = Claims { request, place: place.clone(), run: &run, spacing, model: &no_model };
        claims.prove(&mut Progress::new())?;
        let mut prec = request.segments[run.segment].bits() + 80;
        while prec <= MOST_BITS {
            let Some(slope) = slope(request, &run, spacing, prec) else { break };
            let slope = slope.sub(&Interval::point(
                &Rational::from(step.clone()),
                prec.max(step.significant_bits()),
            ));
            let count = Interval::point(&Rational::from(run.count()), prec.max(64));
            let reach = slope.mul(&count).mag();
            let (rises, falls) = (slope.lo > 0, slope.hi < 0);
            let is_constant = slope.lo.is_zero() && slope.hi.is_zero();
            let moves = match motion {
                "rising" => rises,
                "falling" => falls,
                "constant" => is_constant,
                "nearly constant" => {
                    told <= little(request) && !is_steady(request, &run, (&step, spacing))
                }
                _ => return refuse!("{place}: the motion `{motion:.20}` is none"),
            };
            let is_within =
                || within_parts(request, &run, (&step, spacing), (prec, &told)).then(|| up(&told));
            let reach = if reach <= told { Some(reach) } else { is_within() };
            if let (true, Some(reach)) = (moves, reach) {
                let is_monotone = rises || falls || is_constant;
                return Ok(Drift {
                    request,
                    place,
                    run,
                    spacing,
                    step,
                    is_monotone,
                    little: (motion == "nearly constant").then_some(told),
                    is_constant,
                    reach,
                });
            }
            prec *= 2;
        }
        refuse!("{place}: that it is {motion} and moves by at most {} cannot be proved", lg(&told))
    }

    /// h at an input, to better than ε.
    fn at(&self, index: u64, more: u32) -> Checked<Interval> {
        let segment = &self.request.segments[self.run.segment];
        let prec = segment.bits() + self.step.significant_bits() + self.request.bits + 160 + more;
        let at = (self.run.segment, index);
        match self.request.drift_at(at, &self.step, self.spacing, prec) {
            Some(h) => Ok(h),
            None => refuse!("{}: f has no value at input {index}", self.place),
        }
    }

    /// What holds h over inputs, from its values at the ends.
    fn hull(&self, ends: (&Interval, &Interval)) -> Interval {
        if self.is_monotone {
            return ends.0.hull(ends.1);
        }
        let reach = Interval { lo: -self.reach.clone(), hi: self.reach.clone() };
        ends.0.add(&reach)
    }

    /// The runs of inputs near an integer k, each with k, among some inputs.
    fn near(&self, inputs: &Range<u64>) -> Checked<Vec<(Range<u64>, Integer)>> {
        let mut near: Vec<(Range<u64>, Integer)> = vec![];
        let epsilon = self.request.epsilon_float();
        let (first, last) = (inputs.start, inputs.end - 1);
        let mut open = vec![(first, self.at(first, 0)?, last, self.at(last, 0)?)];
        let (mut parts, mut progress) = (0, Progress::new());
        while let Some((a, at_a, b, at_b)) = open.pop() {
            parts += 1;
            progress.tell(&self.place, parts, MOST_PARTS.into());
            let hull = self.hull((&at_a, &at_b));
            let prec = hull.prec();
            let Some(k) = hull.lo.to_integer() else { return refuse!("a drift has no value") };
            let off = hull.sub(&Interval::point(&Rational::from(k.clone()), prec));
            // k is the integer next to the lower end, at most half away; the one above is 1 further.
            let above = Float::with_val(prec, 1 - &epsilon);
            let is_far = off.lo >= epsilon && off.hi <= above || off.hi <= -epsilon.clone();
            if is_far {
                continue;
            }
            let is_near = off.mag() < epsilon;
            let is_case = is_near || (a == b && self.request.is_left_out(&self.x(a))?);
            if is_case {
                match near.last_mut() {
                    Some((run, own)) if run.end == a && *own == k => run.end = b + 1,
                    _ => near.push((a..b + 1, k)),
                }
            } else if a < b {
                if parts > u128::from(MOST_PARTS) {
                    return cannot!("{}: too many parts are close to ε", self.place);
                }
                let c = a + (b - a) / 2;
                let (at_c, at_d) = (self.at(c, 0)?, self.at(c + 1, 0)?);
                open.push((c + 1, at_d, b, at_b));
                open.push((a, at_a, c, at_c));
            }
        }
        Ok(near)
    }

    fn x(&self, index: u64) -> Rational {
        self.request.segments[self.run.segment].x(index)
    }

    /// Solves the drift and compares with what is listed. How many runs of inputs near integers there are.
    pub(crate) fn solve(&self, inputs: &Range<u64>, found: &Found) -> Checked<u64> {
        let near = self.near(inputs)?;
        let runs: Vec<&CaseRun> = found
            .runs
            .iter()
            .filter(|run| run.segment == self.run.segment && inputs.contains(&run.inputs.start))
            .collect();
        for run in &runs {
            let own = near.iter().find(|(own, _)| own.contains(&run.inputs.start));
            match own.filter(|(own, _)| own.contains(&run.last())) {
                Some((_, k)) => self.alike(run, k)?,
                None => {
                    return refuse!("{}: a run is not one of cases: {:?}", self.place, run.inputs);
                }
            }
        }
        // With an odd step the breakpoints of neighbours differ in kind.
        let stride = if self.step.is_odd() { 2 } else { 1 };
        for (own, k) in &near {
            for class in own.start..own.start + stride {
                if self.request.counts(&(Integer::from(&self.step * class) + k)) {
                    self.listed(own, (class, stride), &runs, found)?;
                }
            }
        }
        Ok(near.len() as u64)
    }

    /// Refuses unless every input of a class is listed, alone or in a run.
    fn listed(
        &self,
        own: &Range<u64>,
        (class, stride): (u64, u64),
        runs: &[&CaseRun],
        found: &Found,
    ) -> Checked<()> {
        let is_class = |index: u64| index % stride == class % stride;
        let singles = within(&found.own, self.run.segment, own).iter().map(|f| (f.at.1, f.at.1));
        let in_runs =
            runs.iter().filter(|run| run.stride == stride && own.contains(&run.inputs.start));
        let in_runs = in_runs.map(|run| (run.inputs.start, run.last()));
        let mut all: Vec<(u64, u64)> =
            singles.chain(in_runs).filter(|(from, _)| is_class(*from)).collect();
        all.sort_unstable();
        let mut next = class;
        for (from, to) in all {
            ensure!(
                from == next,
                "{}: see input {}, left out or listed twice",
                self.place,
                next.min(from)
            )?;
            next = to + stride;
        }
        // An input whose result overflows is none; there are few next to a breakpoint.
        let most = next.saturating_add(4096 * stride).min(own.end);
        while next < most && !self.request.is_left_out(&self.x(next))? {
            next += stride;
        }
        ensure!(next >= own.end, "{}: input {next} is a case that is not listed", self.place)
    }

    /// Whether all inputs of a run are what it says, k the integer that h is near to.
    fn alike(&self, run: &CaseRun, k: &Integer) -> Checked<()> {
        let place = format!("{}, the run from {} to {}", self.place, run.inputs.start, run.last());
        let breakpoint = Integer::from(&self.step * run.inputs.start) + k;
        let mut fits = run.kind == self.request.kind(&breakpoint)
            && self.request.counts(&breakpoint)
            && (run.stride == 2) == self.step.is_odd();
        let (least, most) = self.distances(run, k)?;
        let slack = |told: &Float| Float::with_val(64, told * 1e-9);
        let reaches = |told: &Float| {
            *told <= self.request.epsilon_float() && most <= Float::with_val(64, told + slack(told))
        };
        let misses = || {
            let all = self.request.hull(run.segment, &run.inputs, 256);
            // Where the line is flat, only one breakpoint is near.
            let breakpoint = Rational::from(k) << self.spacing;
            let is_beside = |value: &Interval| value.lo > breakpoint || value.hi < breakpoint;
            let is_missed = || {
                let value = expand(&self.request.expr, &all, 0);
                self.step.is_zero() && value.is_ok_and(|value| is_beside(&value[0]))
            };
            Inputs { all: &all, one: None }.miss_breakpoints(&self.request.expr) || is_missed()
        };
        fits &= match &run.alike {
            Alike::Hard { least: told, most: said } => {
                let is_below = Float::with_val(64, told - slack(told)) <= least;
                reaches(said)
                    && is_below
                    && self.is_tight(run, k, [told, said], [&least, &most])
                    && (!least.is_zero() || misses())
            }
            Alike::Unknown { most: said } => {
                reaches(said)
                    && self.is_tight(run, k, [&least, said], [&least, &most])
                    && self.is_open(run, k)
            }
            Alike::Exact => {
                let first = self.request.truth(&self.x(run.inputs.start));
                self.is_constant && matches!(first, Truth::Exact { .. })
            }
        };
        ensure!(fits, "{place}: its inputs are not as it says")
    }

    /// The least and the largest distance of h from k on a run.
    fn distances(&self, run: &CaseRun, k: &Integer) -> Checked<(Float, Float)> {
        let mut more = 0;
        loop {
            let off = |index: u64| -> Checked<Interval> {
                let h = self.at(index, more)?;
                let prec = h.prec();
                Ok(h.sub(&Interval::point(&Rational::from(k.clone()), prec)))
            };
            let (first, last) = (off(run.inputs.start)?, off(run.last())?);
            let mut all = self.hull((&first, &last));
            if !self.is_monotone {
                // Nor is h farther from where the drift begins, which may be a breakpoint itself, as cos 0 is.
                let begin = off(self.run.inputs.start)?;
                all = all.meet(&self.hull((&begin, &begin)));
            }
            let most = all.mag();
            let mut least = all.mig();
            let is_clear = |d: &Interval| !d.has_zero();
            if self.is_monotone
                && !self.is_constant
                && is_clear(&first)
                && is_clear(&last)
                && least.is_zero()
            {
                // h passes k between two inputs: the nearest are on either side.
                let (mut a, mut b) = (0, run.count() - 1);
                let (mut low, mut high) = (first.clone(), last.clone());
                while b - a > 1 {
                    let c = a + (b - a) / 2;
                    let middle = off(run.inputs.start + c * run.stride)?;
                    if middle.has_zero() {
                        break;
                    }
                    if (middle.lo > 0) == (low.lo > 0) {
                        (a, low) = (c, middle)
                    } else {
                        (b, high) = (c, middle)
                    }
                }
                if b - a <= 1 {
                    let (low, high) = (low.mig(), high.mig());
                    least = if low < high { low } else { high };
                }
            }
            let is_tight = |d: &Interval| Float::with_val(64, &d.hi - &d.lo) <= d.mig() >> 50u32;
            if (is_tight(&first) && is_tight(&last)) || more > MOST_BITS {
                return Ok((least, most));
            }
            more = more * 2 + 512;
        }
    }
}

/// Examines inputs one by one: all, or as many as `most` at random. How many were, and how many were not.
pub(crate) fn direct(
    request: &Request,
    tiling: &Tiling,
    found: &Found,
    most: u64,
    mut random: impl FnMut(u64) -> u64,
) -> Checked<(u64, u64)> {
    let portions = tiling.portions(&tiling.covered);
    let own = portions.iter().filter(|(_, work)| matches!(work, Work::Direct(_)));
    let runs: Vec<&Run> = own.map(|(run, _)| run).collect();
    let all: u64 = runs.iter().fold(0, |sum, run| sum.saturating_add(run.count()));
    ensure!(
        all <= MOST_DIRECT,
        "{all} inputs are said to be examined one by one, more than any search examines so"
    )?;
    let (mut progress, mut done) = (Progress::new(), 0u64);
    let mut examine = |run: &Run, index: u64| -> Checked<()> {
        done += 1;
        progress.tell("inputs examined one by one", done.into(), all.min(most).into());
        let x = request.segments[run.segment].x(index);
        let is_listed = !within(&found.own, run.segment, &(index..index + 1)).is_empty();
        ensure!(
            is_listed || !request.is_left_out(&x)?,
            "input {index} of segment {} is a case that is not listed",
            run.segment
        )?;
        if request.inverse {
            Inverse { request }.compare((run.segment, index), &x, &found.inverse)?;
        }
        Ok(())
    };
    if all <= most {
        for run in &runs {
            for index in run.inputs.clone() {
                examine(run, index)?;
            }
        }
    } else {
        for _ in 0..most {
            let mut place = random(all);
            for run in &runs {
                if place < run.count() {
                    examine(run, run.inputs.start + place)?;
                    break;
                }
                place -= run.count();
            }
        }
    }
    Ok((all.min(most), all - all.min(most)))
}
