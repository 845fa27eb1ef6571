//! Taylor coefficients, at numbers and over intervals.

use std::num::NonZeroU32;

use rug::Float;
use rug::float::Round;

use super::super::Interval;
use super::binomials::{over_factorial, times_binomial};
use super::bounds::{BOUND_BITS, around_zero, moduli, up};
use super::function::Bessel;
use super::values::{Kind, is_near, values};

/// How many terms of the shift are taken where the radius is not small.
const MANY_TERMS: usize = 20;
/// How many are where it is below 2^-[`SMALL_BITS`].
pub(super) const FEW_TERMS: usize = 4;
/// See [`FEW_TERMS`].
const SMALL_BITS: u32 = 10;
/// Terms that are left out are small enough if they are below 2^-`ENOUGH_BITS` of what is there.
const ENOUGH_BITS: u32 = 40;
/// The radius from which on all terms say less than the bounds.
const LARGEST_RADIUS: u32 = 8;

impl Bessel {
    /// The Taylor coefficients 0 ..= `order` over an interval, of positive numbers for Y.
    pub(super) fn coefficients(self, x: &Interval, order: usize) -> Vec<Interval> {
        let prec = x.prec();
        if x.is_point() && is_near(&x.lo) {
            return self.at_number(&x.lo, order, prec);
        }
        let terms = self.terms(x);
        let bounds = self.bounds(x, order + terms);
        if terms == 0 {
            return bounds.iter().map(|size| around_zero(size, prec)).collect();
        }
        let middle = x.mid();
        let offset = x.sub(&Interval::of_ends(prec, &middle, &middle));
        let radius = up(offset.mag());
        let mut powers = vec![Interval::one(prec)];
        let mut sizes = vec![Float::with_val(BOUND_BITS, 1)];
        for j in 1..=terms {
            // Even powers are not negative.
            let previous = &powers[j / 2];
            powers.push(if j % 2 == 0 { previous.sqr() } else { powers[j - 1].mul(&offset) });
            sizes.push(up(&sizes[j - 1] * &radius));
        }
        let at_middle = self.at_number(&middle, order + terms - 1, prec);
        let shifted = |k: usize| {
            let mut best = around_zero(&bounds[k], prec);
            let mut least: Option<Float> = None;
            let mut sum = Interval::zero(prec);
            for j in 0..terms {
                sum.accumulate(&times_binomial(&at_middle[k + j], k + j, j).mul(&powers[j]));
                let rest = up(&bounds[k + j + 1] * &sizes[j + 1]);
                let rest = times_binomial(&around_zero(&rest, BOUND_BITS), k + j + 1, j + 1);
                if least.as_ref().is_none_or(|least| rest.hi < *least) {
                    best = best.intersect(&sum.add(&rest)).unwrap_or(best);
                    least = Some(rest.hi.clone());
                }
                if rest.hi << ENOUGH_BITS <= sum.width() {
                    break;
                }
            }
            best
        };
        (0..=order).map(shifted).collect()
    }

    /// How many terms the shift from the middle takes; 0 where it is of no use.
    pub(super) fn terms(self, x: &Interval) -> usize {
        if x.is_point() {
            return if is_near(&x.lo) { 1 } else { 0 };
        }
        // What Taylor series of Y count by is the distance to 0, where that is small.
        let one = Float::with_val(BOUND_BITS, 1);
        let unit = match self.kind {
            Kind::First => one,
            Kind::Second => Float::with_val(BOUND_BITS, &x.lo).min(&one),
        };
        let radius = x.width() / 2u32;
        if !is_near(&x.mag()) || radius >= unit.clone() * LARGEST_RADIUS {
            0
        } else if radius < unit >> SMALL_BITS {
            FEW_TERMS
        } else {
            MANY_TERMS
        }
    }

    /// Upper bounds of the sizes of the Taylor coefficients 0 ..= `order` all over the interval.
    fn bounds(self, x: &Interval, order: usize) -> Vec<Float> {
        let one = Float::with_val(BOUND_BITS, 1);
        let divided = |size: &Float, by: usize| up(size / by as u64);
        match self.kind {
            Kind::First => {
                let next = |(k, size): &(usize, Float)| Some((k + 1, divided(size, k + 1)));
                let all = std::iter::successors(Some((0, one)), next);
                all.map(|(_, size)| size).take(order + 1).collect()
            }
            Kind::Second => {
                let n = self.order as usize;
                let nearest = Float::with_val_round(BOUND_BITS, &x.lo, Round::Down).0;
                let mut zero = Vec::from(moduli(&x.lo));
                for k in 0..(n + order).saturating_sub(1) {
                    let mut near = up(&zero[k + 1] * (k as u64 + 1).pow(2));
                    if let Some(before) = k.checked_sub(1) {
                        near = up(&near + &zero[before]);
                    }
                    let near = up(&near / &nearest);
                    zero.push(divided(&up(&near + &zero[k]), (k + 1) * (k + 2)));
                }
                match n {
                    0 => zero.truncate(order + 1),
                    _ => zero = (1..=order + 1).map(|k| up(&zero[k] * k as u64)).collect(),
                }
                zero
            }
        }
    }

    /// The Taylor coefficients 0 ..= `order` at a number.
    pub(super) fn at_number(self, x: &Float, order: usize, prec: u32) -> Vec<Interval> {
        let needed = self.needed(order);
        if self.kind == Kind::First && x.clone().abs() < needed as u64 {
            return self.combine(&values(self.kind, x, needed, prec), order, prec);
        }
        let inverse = Interval::one(prec).div(&Interval::of_ends(prec, x, x));
        let Ok(inverse) = inverse else {
            return self.combine(&values(self.kind, x, needed, prec), order, prec);
        };
        let n = self.order as usize;
        let mut zero = vec![self.kind.at(0, x, prec), self.kind.at(1, x, prec).neg()];
        for k in 0..(n + order).saturating_sub(1) {
            let square = (k as i64 + 1).pow(2);
            let mut near = zero[k + 1].mul_i64(square);
            if let Some(before) = k.checked_sub(1) {
                near.accumulate(&zero[before]);
            }
            let mut sum = near.mul(&inverse);
            sum.accumulate(&zero[k]);
            // Orders are far below 2^16.
            let divisor = NonZeroU32::MIN.saturating_add(((k + 1) * (k + 2)) as u32 - 1);
            zero.push(sum.neg().div_u32(divisor));
        }
        match n {
            0 => zero.truncate(order + 1),
            _ => zero = (1..=order + 1).map(|k| zero[k].mul_i64(-(k as i64))).collect(),
        }
        zero
    }

    /// How many of C_0, C_1, … the coefficients 0 ..= `order` are made of.
    fn needed(self, order: usize) -> usize {
        self.order as usize + order + 1
    }

    /// 2^-k/k!·Σ_(i=0..k) (-1)^i·C(k, i)·C_(n-k+2i) for k = 0 ..= `order`, from C_0, C_1, …
    fn combine(self, values: &[Interval], order: usize, prec: u32) -> Vec<Interval> {
        let n = self.order as usize;
        let coefficient = |k: usize| {
            let mut sum = Interval::zero(prec);
            for i in 0..=k {
                let m = (n + 2 * i).abs_diff(k);
                let is_mirrored = n + 2 * i < k;
                let is_negative = (i % 2 == 1) != (is_mirrored && m % 2 == 1);
                let term = times_binomial(&values[m], k, i);
                sum.accumulate(&if is_negative { term.neg() } else { term });
            }
            // k is far below 2^31.
            sum.mul(&over_factorial(k, prec)).shifted(-(k as i32))
        };
        (0..=order).map(coefficient).collect()
    }
}
