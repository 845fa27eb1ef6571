//! The bounds of derivatives that everything else rests on, and the spacing of breakpoints, proved at every real number of a
//! span: by enclosures of the Taylor coefficients on finer and finer parts.

use crate::algebra::exact;
use crate::centred::expand;
use crate::interval::{Gap, Interval};
use crate::model::Model;
use crate::number::{lg, power_of_two};
use crate::request::Request;
use crate::series::Series;
use crate::stop::{Checked, Progress};
use crate::tiling::Run;
use rug::{Float, Rational};
use std::ops::Range;

/// A span that needs more parts is not proved.
const MOST_PARTS: u64 = 1 << 16;
/// Into so many pieces is cut what is between two inputs.
const PIECES: [u32; 2] = [8, 64];
/// "At a power of two" is within this power of two of it: far below every ε, and far above what the last enclosures leave open.
const NEXT_TO_POWER: i32 = -1000;
/// The most bits that claims at one input, or at two, are proved with.
const MOST_BITS: u32 = 1 << 12;

impl Request {
    /// Enclosures of g^(j)/j! over inputs and between them, g counted in spacings 2^spacing, its argument in inputs.
    pub(crate) fn coefficients(
        &self,
        segment: usize,
        inputs: &Range<u64>,
        order: usize,
        spacing: i32,
        prec: u32,
    ) -> Result<Series, Gap> {
        self.coefficients_on(segment, &self.hull(segment, inputs, prec), order, spacing)
    }

    /// The same over any numbers of a segment.
    fn coefficients_on(
        &self,
        segment: usize,
        x: &Interval,
        order: usize,
        spacing: i32,
    ) -> Result<Series, Gap> {
        let series = expand(&self.expr, x, order)?;
        let ulp = self.segments[segment].ulp;
        let shift = |(j, c): (usize, &Interval)| {
            Some(c.shift(ulp.checked_mul(j as i32)?.checked_sub(spacing)?))
        };
        series.iter().enumerate().map(shift).collect::<Option<_>>().ok_or(Gap::Somewhere)
    }
}

/// What is claimed of a span.
pub(crate) struct Claims<'a> {
    pub(crate) request: &'a Request,
    pub(crate) place: String,
    pub(crate) run: &'a Run,
    pub(crate) spacing: i32,
    pub(crate) model: &'a Model,
}

impl Claims<'_> {
    fn order(&self) -> usize {
        (self.model.degree + 1).max(2)
    }

    fn precision(&self) -> u32 {
        self.request.segments[self.run.segment].bits() + 96
    }

    fn series(&self, inputs: &Range<u64>, order: usize) -> Result<Series, Gap> {
        self.series_at(inputs, order, self.precision())
    }

    fn series_at(&self, inputs: &Range<u64>, order: usize, prec: u32) -> Result<Series, Gap> {
        self.request.coefficients(self.run.segment, inputs, order, self.spacing, prec)
    }

    /// The coefficients at one input. Where its enclosure leaves the spacing open, the value is taken from algebra, if that tells it: it may
    /// be a power of two exactly, made of constants that no enclosure holds as points, as 0.1·x is for 1.25.
    fn series_at_one(&self, index: u64, order: usize, prec: u32) -> Result<Series, Gap> {
        let mut series = self.series_at(&(index..index + 1), order, prec)?;
        if self.unspaced(&series[0], false).is_some() {
            let x = self.request.segments[self.run.segment].x(index);
            if let Some(value) = exact(&self.request.expr, &x) {
                series[0] = Interval::point(&(value >> self.spacing), prec);
            }
        }
        Ok(series)
    }

    /// Proves the claims; how many parts it took.
    pub(crate) fn prove(&self, progress: &mut Progress) -> Checked<u64> {
        let exponent = self.spacing + self.request.breakpoint_bits() - 1;
        let output = &self.request.output;
        ensure!(
            (output.emin..=output.emax).contains(&exponent),
            "{}: results are not spaced by 2^{}",
            self.place,
            self.spacing
        )?;
        let (mut open, mut parts) = (vec![self.run.inputs.clone()], 0);
        let mut sign: Option<bool> = None;
        while let Some(part) = open.pop() {
            parts += 1;
            progress.tell(
                &format!("{}, parts of it enclosed", self.place),
                parts.into(),
                MOST_PARTS.into(),
            );
            if parts % 64 == 1 {
                self.refute(part.start)?;
            }
            match self.holding(&part) {
                Some(bend) => {
                    let rises = bend.lo > 0;
                    let is_one =
                        self.model.least_curvature.is_none() || sign.is_none_or(|s| s == rises);
                    ensure!(is_one, "{}: the curvature changes its sign", self.place)?;
                    sign = Some(rises);
                }
                None if part.end - part.start < 3 || parts > MOST_PARTS => {
                    return self.unproved(&part);
                }
                None => {
                    // Both halves have the input in the middle: no number between inputs is left out.
                    let middle = part.start + (part.end - part.start) / 2;
                    open.extend([middle..part.end, part.start..middle + 1]);
                }
            }
        }
        self.refute(self.run.inputs.end - 1)?;
        Ok(parts)
    }

    /// Whether all claims hold over a part: then the enclosure of the curvature. What cannot be cut gets more bits: values may be
    /// next to a power of two.
    fn holding(&self, part: &Range<u64>) -> Option<Interval> {
        let first = self.precision();
        let most = if part.end - part.start <= 2 { MOST_BITS } else { first };
        let precisions = std::iter::successors(Some(first), |prec| Some(prec * 2));
        precisions.take_while(|prec| *prec <= most).find_map(|prec| self.holding_at(part, prec))
    }

    fn holding_at(&self, part: &Range<u64>, prec: u32) -> Option<Interval> {
        let order = self.order();
        let wide = self.series_at(part, order + 1, prec).ok()?;
        if self.unmet(&wide, false).is_none() {
            return Some(wide[2].clone());
        }
        let ends = [part.start, part.end - 1].map(|i| self.series_at_one(i, order, prec));
        let [Ok(first), Ok(last)] = ends else { return None };
        let tight = between(wide, &first, &last, &Rational::from(part.end - 1 - part.start));
        let is_short = part.end - part.start <= 2;
        // The spacing is that of results at inputs: between two of them f may pass 0.
        let is_spaced = match is_short {
            true => [&first, &last].iter().all(|end| {
                self.unspaced(&end[0], false).is_none()
                    || (prec * 2 > MOST_BITS && self.is_at_power(&end[0]))
            }),
            false => self.unspaced(&tight[0], false).is_none(),
        };
        if is_spaced && self.unbounded(&tight, false).is_none() {
            return Some(tight[2].clone());
        }
        let pieces = PIECES.into_iter().filter(|_| is_spaced && is_short);
        pieces.filter_map(|pieces| self.between_two(part, pieces, prec)).next()
    }

    /// Whether the bounds of derivatives hold on so many equal pieces of what is between two inputs.
    fn between_two(&self, part: &Range<u64>, pieces: u32, prec: u32) -> Option<Interval> {
        let segment = self.run.segment;
        let [from, to] = [part.start, part.end - 1].map(|i| self.request.segments[segment].x(i));
        let step = Rational::from(&to - &from) / pieces;
        let at = |i: u32| Rational::from(&step * i) + &from;
        let on = |a: &Rational, b: &Rational, order: usize| {
            let x = Interval::between(a, b, prec);
            self.request.coefficients_on(segment, &x, order, self.spacing).ok()
        };
        let mut bend: Option<Interval> = None;
        for i in 0..pieces {
            let (a, b, order) = (at(i), at(i + 1), self.order());
            let (first, last) = (on(&a, &a, order)?, on(&b, &b, order)?);
            let tight =
                between(on(&a, &b, order + 1)?, &first, &last, &Rational::from((1, pieces)));
            if self.unbounded(&tight, false).is_some() {
                return None;
            }
            bend = Some(bend.map_or_else(|| tight[2].clone(), |bend| bend.hull(&tight[2])));
        }
        bend
    }

    /// What of the claims enclosures do not meet; with `for_certain` only what they contradict.
    fn unmet(&self, series: &[Interval], for_certain: bool) -> Option<String> {
        self.unspaced(&series[0], for_certain).or_else(|| self.unbounded(series, for_certain))
    }

    /// Whether g's value is not one of the binade of the spacing.
    fn unspaced(&self, value: &Interval, for_certain: bool) -> Option<String> {
        let p = self.request.breakpoint_bits();
        let power = |e: i32| Float::with_val(53, 1) << e;
        let (least, most) = match for_certain {
            true => (value.mag(), value.mig()),
            false => (value.mig(), value.mag()),
        };
        let is_least = self.spacing + p - 1 == self.request.output.emin;
        let is_off = most > power(p) || (!is_least && least < power(p - 1));
        is_off.then(|| format!("that breakpoints are 2^{} apart", self.spacing))
    }

    /// Whether g's value is so near to an end of the binade that the input is found whichever side it is on: the power of two is a
    /// breakpoint for both spacings, and nearer than any ε in either.
    fn is_at_power(&self, value: &Interval) -> bool {
        let p = self.request.breakpoint_bits();
        [p - 1, p].into_iter().any(|e| {
            let off = |end: &Float| Float::with_val(64, end - (Float::with_val(53, 1) << e)).abs();
            [value.mig(), value.mag()].iter().all(|end| off(end) < power_of_two(NEXT_TO_POWER))
        })
    }

    /// What of the bounds of derivatives does not hold.
    fn unbounded(&self, series: &[Interval], for_certain: bool) -> Option<String> {
        let size = |c: &Interval| if for_certain { c.mig() } else { c.mag() };
        let least = |c: &Interval| if for_certain { c.mag() } else { c.mig() };
        let bounds = &self.model.derivatives;
        let orders =
            if for_certain { series.len() } else { self.model.degree + 2 }.min(bounds.len());
        if let Some(j) = (1..orders).find(|&j| size(&series[j]) > bounds[j]) {
            return Some(format!("that |g^({j})/{j}!| is at most {}", lg(&bounds[j])));
        }
        let flat = self.model.least_curvature.as_ref().filter(|flat| least(&series[2]) < **flat);
        flat.map(|flat| format!("that |g''/2| is at least {}", lg(flat)))
    }

    /// Looks for a claim, of any order, that does not hold at an input.
    fn refute(&self, index: u64) -> Checked<()> {
        let order = self.model.derivatives.len().saturating_sub(1).max(2);
        let Ok(series) = self.series(&(index..index + 1), order) else { return Ok(()) };
        match self.unmet(&series, true) {
            None => Ok(()),
            Some(claim) => refuse!("{}: {claim} is not so at input {index}", self.place),
        }
    }

    fn unproved<T>(&self, part: &Range<u64>) -> Checked<T> {
        self.refute(part.start)?;
        let claim = match self.series(part, self.order()) {
            Ok(series) => self.unmet(&series, false).unwrap_or_default(),
            Err(_) => "that f and its derivatives have enclosures".to_owned(),
        };
        refuse!("{}: {claim} cannot be proved from input {} on", self.place, part.start)
    }
}

/// Coefficients between two numbers that are so many inputs apart, from those at both and from wide enclosures with one order more: by
/// the mean value theorem, as (j + 1)·c_(j+1) is the derivative of c_j.
fn between(wide: Series, first: &Series, last: &Series, length: &Rational) -> Series {
    let mut tight = wide;
    for j in (0..first.len()).rev() {
        let prec = tight[j].prec();
        let most = tight[j + 1].mul(&Interval::point(&(Rational::from(j + 1) * length), prec));
        let change = most.hull(&Interval::int(0, prec));
        let from_ends = first[j].add(&change).meet(&last[j].sub(&change));
        if from_ends.is_sound() {
            tight[j] = tight[j].meet(&from_ends);
        }
    }
    tight.truncate(first.len());
    tight
}

/// A bound of the size of all of a span's g', and one input to either side, for inverse functions.
pub(crate) fn steepest(request: &Request, run: &Run, spacing: i32, prec: u32) -> Option<Rational> {
    let count = request.segments[run.segment].count;
    let inputs = run.inputs.start.saturating_sub(1)..(run.inputs.end + 1).min(count);
    let step = ((inputs.end - inputs.start) / 64).max(1);
    let mut most = Rational::new();
    let mut start = inputs.start;
    while start < inputs.end {
        let end = start.saturating_add(step + 1).min(inputs.end);
        let series = request.coefficients(run.segment, &(start..end), 1, spacing, prec).ok()?;
        if series[1].has_zero() {
            return None;
        }
        most = most.max(series[1].mag().to_rational()?);
        start = start.saturating_add(step);
    }
    Some(most)
}
