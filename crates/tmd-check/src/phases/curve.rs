//! The values next to a phase as a polynomial, which tells of nearly all arguments that they are far from breakpoints.

use super::ask::Ask;
use super::rows::Row;
use crate::interval::Interval;
use crate::series::expand_parts;
use crate::stop::Checked;
use rug::{Float, Integer, Rational};
use std::ops::Range;

/// The degree of the polynomials.
const DEGREE: usize = 6;
/// The terms from the square on.
const BENDS: usize = DEGREE - 1;
/// Bits with which coefficients are enclosed.
const PREC: u32 = 192;
/// How large the linear term may be, in spacings of breakpoints, as a power of two: so that PREC bits leave 2^-90 of it.
const MOST_SLOPE: i32 = 100;
/// How large the sum of all further terms may be, in spacings.
const MOST_BEND: f64 = 16_777_216.0;
/// More than binary64 is off by, in spacings: see [`Line::is_near`].
const ROUNDED: f64 = 1.0 / 1_048_576.0;
/// What a polynomial may be off by besides.
const MOST_OFF: f64 = 1.0 / 65_536.0;
/// Arguments of a row that have a line of their own.
const LINE: u64 = 1 << 20;
/// Arguments that are looked at together.
const SIDE_BY_SIDE: u64 = 16;
/// Added to a number below 2^51 and taken off again, it leaves the nearest integer: binary64 has no bits below 1 there.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The values on an interval of phases, in spacings of breakpoints.
pub(crate) struct Curve {
    /// In the middle, but for an integer.
    middle_value: Float,
    /// How much it grows by from the middle to an end.
    slope: Float,
    /// The further coefficients of s, which is -1 and 1 at the ends of the interval: of s², s³, …
    bends: [f64; BENDS],
    /// How far from an integer a case may seem to be.
    reach: f64,
    middle: Integer,
    half: Integer,
}

/// The values along a part of a row.
struct Line<'a> {
    curve: &'a Curve,
    /// The first value without its bend, but for an integer, and what the next one has more, likewise.
    value: [f64; 2],
    /// The first place from -1 to 1, and what the next one has more.
    place: [f64; 2],
}

impl Curve {
    /// That of an interval of phases, in units of 2^-bits of a period; none if the spacing is not the same all over it, or the polynomial is not good enough.
    pub(crate) fn new(ask: &Ask, phases: &Range<Integer>, bits: u32) -> Checked<Option<Curve>> {
        let phase = |own: &Integer| Rational::from(own) >> bits;
        let half = (Integer::from(&phases.end - &phases.start) >> 1u32) + 1u32;
        let middle = Integer::from(&phases.start + &half);
        let expr = ask.wave.of_phase();
        // A little beyond the end, too.
        let end = Integer::from(&middle + &half);
        let all = Interval::between(&phase(&phases.start), &phase(&end), PREC);
        let (Ok(all), Ok(center)) = (
            expand_parts(expr, &all, DEGREE + 1),
            expand_parts(expr, &Interval::point(&phase(&middle), PREC), DEGREE),
        ) else {
            return Ok(None);
        };
        // The values by Taylor's theorem, where parts that cancel make the others too wide.
        let step = Interval::between(&phase(&Integer::from(-&half)), &phase(&half), PREC);
        let taylor =
            center.iter().rev().fold(all[DEGREE + 1].clone(), |sum, own| sum.mul(&step).add(own));
        let Some(spacing) = ask.spacing(&all[0].meet(&taylor)) else { return Ok(None) };
        let mut power = Interval::int(1, PREC).shift(-spacing);
        let share = Interval::point(&phase(&half), PREC);
        let mut terms = vec![];
        // What is left by Taylor's theorem, and what terms are not known to.
        let mut off = 0.0;
        for coefficient in &center {
            let term = coefficient.mul(&power);
            off += Float::with_val(PREC, &term.hi - &term.lo).to_f64();
            terms.push(term.lo);
            power = power.mul(&share);
        }
        off += all[DEGREE + 1].mul(&power).mag().to_f64();
        let mut bends = [0.0; BENDS];
        for (bend, term) in bends.iter_mut().zip(&terms[2..]) {
            *bend = term.to_f64();
        }
        let bend: f64 = bends.iter().map(|own| own.abs()).sum();
        let is_flat = terms[1].get_exp().is_none_or(|e| e < MOST_SLOPE);
        if off > MOST_OFF || bend > MOST_BEND || !is_flat {
            return Ok(None);
        }
        // Sums of numbers that are not negative are right to a part of 2^-50.
        let reach = 2f64.powi(-ask.bits) + off * 1.001 + ROUNDED;
        let (middle_value, slope) = (fraction(&terms[0]), terms[1].clone());
        Ok(Some(Curve { middle_value, slope, bends, reach, middle, half }))
    }

    /// Tells which arguments of a row may be cases, by their places in it. Phases grow by `step` along the row.
    pub(crate) fn near(&self, row: &Row, step: &Integer, mut each: impl FnMut(u64)) {
        let mut start = 0;
        while start < row.length {
            let line = self.line(&(Integer::from(step * start) + &row.phase), step);
            let length = LINE.min(row.length - start);
            line.near(length, |u| each(start + u));
            start += length;
        }
    }

    /// The values from a phase of the interval on.
    fn line(&self, phase: &Integer, step: &Integer) -> Line<'_> {
        let share = |own: &Integer| Float::with_val(PREC, own) / &self.half;
        let (first, step) = (share(&Integer::from(phase - &self.middle)), share(step));
        let value = Float::with_val(PREC, &first * &self.slope) + &self.middle_value;
        let more = Float::with_val(PREC, &step * &self.slope);
        Line {
            curve: self,
            value: [value, more].map(|own| fraction(&own).to_f64()),
            place: [first, step].map(|own| own.to_f64()),
        }
    }
}

impl Line<'_> {
    /// Tells who of the first arguments may be cases. Whether one of several may be is told without branches, so that they are looked at
    /// side by side; places beyond the end do no harm.
    fn near(&self, length: u64, mut each: impl FnMut(u64)) {
        let mut start = 0;
        while start < length {
            if (start..start + SIDE_BY_SIDE).fold(false, |any, u| any | self.is_near(u)) {
                let end = length.min(start + SIDE_BY_SIDE);
                (start..end).filter(|u| self.is_near(*u)).for_each(&mut each);
            }
            start += SIDE_BY_SIDE;
        }
    }

    /// Whether an argument may be a case.
    ///
    /// Both parts of the line's value are known to 2^-54 and a little more, so that with u < 2^20 the line is off by less than 2^-32.
    /// |place|, |u·step| ≤ 2, so that s is off by at most 2^-50, and the bend by that times the sum of k·|term k|, at most
    /// 6·2^24: 2^-23. Each of some 12 operations on the bend rounds a number of at most 2^24 spacings, by 2^-29, and rounding its
    /// terms is not more. The phases themselves are off by less than 2^-192 of a period, which is a part of 2^-139 of an interval of
    /// 2^-53, and the slope is less than 2^100.
    fn is_near(&self, u: u64) -> bool {
        let u = u as f64;
        let s = self.place[0] + u * self.place[1];
        let bend = self.curve.bends.iter().rev().fold(0.0, |sum, term| sum * s + term) * (s * s);
        let value = self.value[0] + u * self.value[1] + bend;
        let nearest = (value + TO_INTEGER) - TO_INTEGER;
        (value - nearest).abs() <= self.curve.reach
    }
}

/// What a number is more or less than the nearest integer.
fn fraction(number: &Float) -> Float {
    Float::with_val(number.prec(), number - number.clone().round())
}
