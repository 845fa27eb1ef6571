//! The values next to a phase as a polynomial, which tells of nearly all arguments that they are far from breakpoints.

use super::ask::Ask;
use super::rows::Row;
use crate::interval::Interval;
use crate::series::expand;
use crate::stop::Checked;
use rug::{Float, Integer, Rational};
use std::ops::Range;

/// The degree of the polynomials.
const DEGREE: usize = 6;
/// Bits with which coefficients are enclosed.
const PREC: u32 = 160;
/// How large the sum of all terms may be, but for the constant one, in spacings of breakpoints.
const MOST_SPACINGS: f64 = 16_777_216.0;
/// More than binary64 is off by, in spacings: see [`Curve::is_near`].
const ROUNDED: f64 = 1.0 / 1_048_576.0;
/// What a polynomial may be off by besides.
const MOST_OFF: f64 = 1.0 / 65_536.0;
/// Arguments that are looked at together.
const SIDE_BY_SIDE: u64 = 16;
/// Added to a number below 2^51 and taken off again, it leaves the nearest integer: binary64 has no bits below 1 there.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The values on an interval of phases, in spacings of breakpoints but for an integer.
pub(crate) struct Curve {
    /// The coefficients of s, which is -1 and 1 at the ends of the interval.
    terms: [f64; DEGREE + 1],
    /// How far from an integer a case may seem to be.
    reach: f64,
    middle: Integer,
    half: Integer,
}

impl Curve {
    /// That of an interval of phases, in units of 2^-bits of a period; none if the spacing is not the same all over it, or the polynomial is not good enough.
    pub(crate) fn new(ask: &Ask, phases: &Range<Integer>, bits: u32) -> Checked<Option<Curve>> {
        let phase = |own: &Integer| Rational::from(own) >> bits;
        let half = (Integer::from(&phases.end - &phases.start) >> 1u32) + 1u32;
        let middle = Integer::from(&phases.start + &half);
        let expr = ask.wave.of_phase()?;
        // A half unit beyond the end, too.
        let end = Integer::from(&middle + &half);
        let all = Interval::between(&phase(&phases.start), &phase(&end), PREC);
        let (Ok(all), Ok(center)) = (
            expand(&expr, &all, DEGREE + 1),
            expand(&expr, &Interval::point(&phase(&middle), PREC), DEGREE),
        ) else {
            return Ok(None);
        };
        let Some(spacing) = ask.spacing(&all[0]) else { return Ok(None) };
        let mut power = Interval::int(1, PREC).shift(-spacing);
        let reach = Interval::point(&phase(&half), PREC);
        let mut terms = [0.0; DEGREE + 1];
        let (mut off, mut sum) = (0.0, 0.0);
        for (k, (term, coefficient)) in terms.iter_mut().zip(&center).enumerate() {
            let mut own = coefficient.mul(&power);
            if k == 0 {
                let near = own.lo.clone().round();
                own = own.sub(&Interval { lo: near.clone(), hi: near });
            }
            *term = own.lo.to_f64();
            off += Float::with_val(PREC, &own.hi - &own.lo).to_f64();
            sum += if k == 0 { 0.0 } else { term.abs() };
            power = power.mul(&reach);
        }
        // What is left by Taylor's theorem.
        off += all[DEGREE + 1].mul(&power).mag().to_f64();
        let is_good = off <= MOST_OFF && sum <= MOST_SPACINGS;
        // Sums of numbers that are not negative are right to a part of 2^-50.
        let reach = 2f64.powi(-ask.bits) + off * 1.001 + ROUNDED;
        Ok(is_good.then_some(Curve { terms, reach, middle, half }))
    }

    /// Tells which arguments of a row may be cases, by their places in it. Phases grow by `step` along the row.
    pub(crate) fn near(&self, row: &Row, step: &Integer, mut each: impl FnMut(u64)) {
        let share = |own: &Integer| Float::with_val(64, own) / &self.half;
        let first = share(&Integer::from(&row.phase - &self.middle)).to_f64();
        let step = share(step).to_f64();
        // Whether one of several is near is told without branches, so that they are looked at side by side. Places beyond the end do no harm.
        let mut start = 0;
        while start < row.length {
            let end = row.length.min(start + SIDE_BY_SIDE);
            let is_near = |u: u64| self.is_near(first + u as f64 * step);
            if (start..start + SIDE_BY_SIDE).fold(false, |any, u| any | is_near(u)) {
                (start..end).filter(|u| is_near(*u)).for_each(&mut each);
            }
            start = end;
        }
    }

    /// Whether there may be a case at a place from -1 to 1.
    ///
    /// In a row, |first|, |step·u| ≤ 2, so that s is off by at most 2^-50, and the value by that times the sum of k·|term k|, at most 6·2^24: 2^-23.
    /// Each of the 12 operations rounds a number of at most 2^24 spacings, by 2^-29. Rounding the terms is not more, and the phases
    /// themselves are off by 2^-192 of a period, where an interval has at least 2^-53.
    fn is_near(&self, s: f64) -> bool {
        let value = self.terms.iter().rev().fold(0.0, |sum, term| sum * s + term);
        let nearest = (value + TO_INTEGER) - TO_INTEGER;
        (value - nearest).abs() <= self.reach
    }
}
