//! The four operations and integer powers, each the tightest enclosure at its precision.

use rug::float::{Round, Special};
use rug::ops::{AddAssignRound, AssignRound, DivAssignRound, MulAssignRound, Pow};
use rug::{Assign, Float};

use super::{EvalCause, EvalError, Interval};

/// The side of zero that an interval lies on; an end that is 0 does not cross it.
enum Side {
    /// No number in the interval is negative.
    Right,
    /// No number in the interval is positive, and some are negative.
    Left,
    /// Both signs occur.
    Across,
}

fn side(x: &Interval) -> Side {
    if x.lo >= 0 {
        Side::Right
    } else if x.hi <= 0 {
        Side::Left
    } else {
        Side::Across
    }
}

/// A product of two ends. Zero times an unbounded end is zero: the unbounded end stands for
/// large finite numbers.
fn product(prec: u32, a: &Float, b: &Float, round: Round) -> Float {
    let mut result = Float::new(prec);
    assign_product(&mut result, (a, b), round);
    result
}

/// [`product`], in place.
fn assign_product(place: &mut Float, (a, b): (&Float, &Float), round: Round) {
    if a.is_zero() || b.is_zero() {
        place.assign(Special::Zero);
    } else {
        place.assign_round(a * b, round);
    }
}

impl Interval {
    /// `self + other`.
    pub fn add(&self, other: &Interval) -> Interval {
        let prec = self.prec().max(other.prec());
        Interval {
            lo: Float::with_val_round(prec, &self.lo + &other.lo, Round::Down).0,
            hi: Float::with_val_round(prec, &self.hi + &other.hi, Round::Up).0,
        }
    }

    /// Adds `other`, which has no larger precision, in place: long sums take no memory.
    pub(super) fn accumulate(&mut self, other: &Interval) {
        self.lo.add_assign_round(&other.lo, Round::Down);
        self.hi.add_assign_round(&other.hi, Round::Up);
    }

    /// Becomes `k` times another of the same precision.
    pub(super) fn assign_scaled(&mut self, other: &Interval, k: u64) {
        self.lo.assign_round(&other.lo * k, Round::Down);
        self.hi.assign_round(&other.hi * k, Round::Up);
    }

    /// Multiplies by `numerator/denominator`, in place.
    pub(super) fn rescale(&mut self, numerator: u32, denominator: std::num::NonZeroU32) {
        self.scale(numerator);
        self.lo.div_assign_round(denominator.get(), Round::Down);
        self.hi.div_assign_round(denominator.get(), Round::Up);
    }

    /// Multiplies by `other` in place, where no number of either is negative.
    pub(super) fn multiply_positive(&mut self, other: &Interval) {
        self.lo.mul_assign_round(&other.lo, Round::Down);
        self.hi.mul_assign_round(&other.hi, Round::Up);
    }

    /// Multiplies by `k`, in place.
    pub(super) fn scale(&mut self, k: u32) {
        self.lo.mul_assign_round(k, Round::Down);
        self.hi.mul_assign_round(k, Round::Up);
    }

    /// `self - other`, the two taken as independent: `x - x` is not `[0, 0]`.
    pub fn sub(&self, other: &Interval) -> Interval {
        let prec = self.prec().max(other.prec());
        Interval {
            lo: Float::with_val_round(prec, &self.lo - &other.hi, Round::Down).0,
            hi: Float::with_val_round(prec, &self.hi - &other.lo, Round::Up).0,
        }
    }

    /// `self · 2^shift`, exactly.
    pub fn shifted(&self, shift: i32) -> Interval {
        Interval { lo: self.lo.clone() << shift, hi: self.hi.clone() << shift }
    }

    /// `-self`, exactly.
    pub fn neg(&self) -> Interval {
        Interval { lo: -self.hi.clone(), hi: -self.lo.clone() }
    }

    /// `self · other`.
    pub fn mul(&self, other: &Interval) -> Interval {
        let prec = self.prec().max(other.prec());
        let mut image = Interval::zero(prec);
        image.set_product(self, other);
        image
    }

    /// Becomes `a · b`, rounded to its own precision, in place: long sums of products take no memory.
    pub(super) fn set_product(&mut self, a: &Interval, b: &Interval) {
        let (lo, hi) = match (side(a), side(b)) {
            (Side::Right, Side::Right) => ((&a.lo, &b.lo), (&a.hi, &b.hi)),
            (Side::Right, Side::Left) => ((&a.hi, &b.lo), (&a.lo, &b.hi)),
            (Side::Right, Side::Across) => ((&a.hi, &b.lo), (&a.hi, &b.hi)),
            (Side::Left, Side::Right) => ((&a.lo, &b.hi), (&a.hi, &b.lo)),
            (Side::Left, Side::Left) => ((&a.hi, &b.hi), (&a.lo, &b.lo)),
            (Side::Left, Side::Across) => ((&a.lo, &b.hi), (&a.lo, &b.lo)),
            (Side::Across, Side::Right) => ((&a.lo, &b.hi), (&a.hi, &b.hi)),
            (Side::Across, Side::Left) => ((&a.hi, &b.lo), (&a.lo, &b.lo)),
            (Side::Across, Side::Across) => {
                let prec = self.prec();
                let lo = |c, d| product(prec, c, d, Round::Down);
                let hi = |c, d| product(prec, c, d, Round::Up);
                self.lo = lo(&a.lo, &b.hi).min(&lo(&a.hi, &b.lo));
                self.hi = hi(&a.lo, &b.lo).max(&hi(&a.hi, &b.hi));
                return;
            }
        };
        assign_product(&mut self.lo, lo, Round::Down);
        assign_product(&mut self.hi, hi, Round::Up);
    }

    /// `self / other`.
    ///
    /// # Errors
    /// If 0 is in `other`.
    pub fn div(&self, other: &Interval) -> Result<Interval, EvalError> {
        match side(other) {
            _ if other.contains_zero() => {
                Err(EvalError::outside("division", EvalCause::DivisionByZero, other))
            }
            Side::Left => Ok(self.neg().over_positive(&other.neg())),
            Side::Right | Side::Across => Ok(self.over_positive(other)),
        }
    }

    /// `self / b` for `b > 0`. The lower end of `b` is finite and not 0, the upper one divides
    /// only ends on the side of 0, which are finite: no quotient is a NaN.
    fn over_positive(&self, b: &Interval) -> Interval {
        let prec = self.prec().max(b.prec());
        let by_lo = if self.lo >= 0 { &b.hi } else { &b.lo };
        let by_hi = if self.hi >= 0 { &b.lo } else { &b.hi };
        Interval {
            lo: Float::with_val_round(prec, &self.lo / by_lo, Round::Down).0,
            hi: Float::with_val_round(prec, &self.hi / by_hi, Round::Up).0,
        }
    }

    /// `self²`, tight: never negative.
    pub fn sqr(&self) -> Interval {
        let (small, large) = (self.mig(), self.mag());
        Interval {
            lo: Float::with_val_round(self.prec(), small.square_ref(), Round::Down).0,
            hi: Float::with_val_round(self.prec(), large.square_ref(), Round::Up).0,
        }
    }

    /// `1 - self²` by its factors, whose roundings are small beside the product near ±1 too.
    pub fn one_minus_square(&self) -> Interval {
        let at = |end: Float| {
            let end = Interval { lo: end.clone(), hi: end };
            let one = Interval::one(self.prec());
            one.sub(&end).mul(&one.add(&end))
        };
        // It falls as |x| rises.
        Interval { lo: at(self.mag()).lo, hi: at(self.mig()).hi }
    }

    /// `self^n`, tight also for even powers across 0; `x^0` is 1 (also at 0).
    ///
    /// # Errors
    /// If `n` is negative and 0 is inside.
    pub fn powi(&self, n: i32) -> Result<Interval, EvalError> {
        if n < 0 && self.contains_zero() {
            return Err(EvalError::outside("negative power", EvalCause::DivisionByZero, self));
        }
        // An even power depends on |x| only; after that, x^n is monotone on the interval.
        let even = n % 2 == 0;
        let base = if even { &self.abs() } else { self };
        let (at_lo, at_hi) = if n >= 0 { (&base.lo, &base.hi) } else { (&base.hi, &base.lo) };
        let power = |end: &Float, round| Float::with_val_round(self.prec(), end.pow(n), round).0;
        Ok(Interval { lo: power(at_lo, Round::Down), hi: power(at_hi, Round::Up) })
    }

    /// `self · k` for a machine integer, with a single rounding of each end.
    pub fn mul_i64(&self, k: i64) -> Interval {
        let (lo, hi) = if k >= 0 { (&self.lo, &self.hi) } else { (&self.hi, &self.lo) };
        if k == 0 {
            return Interval::zero(self.prec());
        }
        Interval {
            lo: Float::with_val_round(self.prec(), lo * k, Round::Down).0,
            hi: Float::with_val_round(self.prec(), hi * k, Round::Up).0,
        }
    }

    /// `self / k` for a positive machine integer, with a single rounding of each end.
    pub fn div_u32(&self, k: std::num::NonZeroU32) -> Interval {
        Interval {
            lo: Float::with_val_round(self.prec(), &self.lo / k.get(), Round::Down).0,
            hi: Float::with_val_round(self.prec(), &self.hi / k.get(), Round::Up).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;

    /// Points inside `x`: both ends and some random ones.
    fn points(random: &mut Random, x: &Interval) -> Vec<Float> {
        let mut list = vec![x.lo().clone(), x.hi().clone(), x.mid()];
        list.extend((0..4).map(|_| random.inside(x)));
        list
    }

    #[test]
    fn results_contain_all_point_results() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let (a, b) = (random.interval(), random.interval());
            let (sum, difference, product) = (a.add(&b), a.sub(&b), a.mul(&b));
            let quotient = a.div(&b);
            assert_eq!(quotient.is_err(), b.contains_zero());
            for x in points(&mut random, &a) {
                for y in points(&mut random, &b) {
                    let p = 2000;
                    assert!(sum.contains(&Float::with_val(p, &x + &y)));
                    assert!(difference.contains(&Float::with_val(p, &x - &y)));
                    assert!(product.contains(&Float::with_val(p, &x * &y)), "{a} * {b}");
                    if let Ok(q) = &quotient {
                        assert!(q.contains(&Float::with_val(p, &x / &y)), "{a} / {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_and_quotients_are_tight() {
        // Both ends are attained at corners, so on exact corners the result is exact.
        for (a, b, want) in [
            ((1.0, 2.0), (3.0, 4.0), (3.0, 8.0)),
            ((1.0, 2.0), (-4.0, -3.0), (-8.0, -3.0)),
            ((1.0, 2.0), (-3.0, 4.0), (-6.0, 8.0)),
            ((-2.0, -1.0), (3.0, 4.0), (-8.0, -3.0)),
            ((-2.0, -1.0), (-4.0, -3.0), (3.0, 8.0)),
            ((-2.0, -1.0), (-3.0, 4.0), (-8.0, 6.0)),
            ((-2.0, 1.0), (3.0, 4.0), (-8.0, 4.0)),
            ((-2.0, 1.0), (-4.0, -3.0), (-4.0, 8.0)),
            ((-2.0, 1.0), (-3.0, 4.0), (-8.0, 6.0)),
        ] {
            let product = interval(a.0, a.1).mul(&interval(b.0, b.1));
            assert_eq!(product, interval(want.0, want.1), "{a:?} * {b:?}");
        }
        assert_eq!(interval(-1.0, 4.0).div(&interval(2.0, 4.0)).unwrap(), interval(-0.5, 2.0));
        assert_eq!(interval(1.0, 4.0).div(&interval(-4.0, -2.0)).unwrap(), interval(-2.0, -0.25));
    }

    #[test]
    fn powers() {
        assert_eq!(interval(-2.0, 3.0).powi(2).unwrap(), interval(0.0, 9.0));
        assert_eq!(interval(-2.0, 3.0).powi(3).unwrap(), interval(-8.0, 27.0));
        assert_eq!(interval(-4.0, -2.0).powi(-1).unwrap(), interval(-0.5, -0.25));
        assert_eq!(interval(-4.0, -2.0).powi(-2).unwrap(), interval(0.0625, 0.25));
        assert_eq!(interval(-2.0, 3.0).powi(0).unwrap(), interval(1.0, 1.0));
        assert_eq!(interval(-2.0, 3.0).sqr(), interval(0.0, 9.0));
        let error = interval(-2.0, 3.0).powi(-2).unwrap_err();
        assert_eq!(error.cause, EvalCause::DivisionByZero);
        let mut random = Random::new(2);
        for _ in 0..500 {
            let x = random.interval();
            for n in -5..=5 {
                let Ok(power) = x.powi(n) else { continue };
                for point in points(&mut random, &x) {
                    assert!(power.contains(&Float::with_val(1000, (&point).pow(n))), "{x} ^ {n}");
                }
            }
        }
    }

    #[test]
    fn one_minus_squares() {
        assert_eq!(interval(-2.0, 3.0).one_minus_square(), interval(-8.0, 1.0));
        // 1 - (1 - 2^-52)² = 2^-51 - 2^-104 has 53 bits, those of 1 - x² by a square of 53 bits one.
        let below_one = 1.0 - f64::EPSILON;
        let near_one = interval(below_one, 1.0).one_minus_square();
        assert_eq!(near_one, interval(0.0, 2.0 * f64::EPSILON - f64::EPSILON * f64::EPSILON));
        let mut random = Random::new(3);
        for _ in 0..500 {
            let x = random.interval();
            let wide = x.one_minus_square();
            for point in points(&mut random, &x) {
                let value = Float::with_val(2000, 1 - Float::with_val(2000, point.square_ref()));
                assert!(wide.contains(&value), "1 - {x}²");
            }
        }
    }

    #[test]
    fn integer_factors() {
        let third = Interval::one(20).div_u32(std::num::NonZeroU32::new(3).unwrap());
        assert!(third.contains_rational(&rug::Rational::from((1, 3))));
        assert!(third.mul_i64(-3).contains_rational(&rug::Rational::from(-1)));
        assert!(third.mul_i64(0).is_zero());
        let (mut sum, mut rescaled) = (third.clone(), third.clone());
        sum.accumulate(&third.neg().mul_i64(2));
        assert!(sum.contains_rational(&rug::Rational::from((-1, 3))) && sum.width() < 1e-5);
        rescaled.rescale(6, std::num::NonZeroU32::new(7).unwrap());
        assert!(
            rescaled.contains_rational(&rug::Rational::from((2, 7))) && rescaled.width() < 1e-5
        );
        rescaled.assign_scaled(&third, 1 << 40);
        assert!(rescaled.contains_rational(&rug::Rational::from((1u64 << 40, 3))));
        rescaled.assign_scaled(&third.neg(), 3);
        assert!(rescaled.contains_rational(&rug::Rational::from(-1)));
        let mut negative = third.neg();
        negative.rescale(6, std::num::NonZeroU32::new(7).unwrap());
        assert!(negative.contains_rational(&rug::Rational::from((-2, 7))));
    }

    #[test]
    fn what_happens_in_place_is_the_same() {
        let mut random = Random::new(4);
        let mut place = interval(-7.0, 9.0);
        for _ in 0..2000 {
            let (a, b) = (random.interval(), random.interval());
            place.set_product(&a, &b);
            assert_eq!(place, a.mul(&b), "{a} * {b}");
            for x in points(&mut random, &a) {
                for y in points(&mut random, &b) {
                    assert!(place.contains(&Float::with_val(2000, &x * &y)), "{a} * {b}");
                }
            }
            let k = random.below(1000) as u32;
            let (mut scaled, mut positive) = (a.clone(), a.abs());
            scaled.scale(k);
            positive.multiply_positive(&b.abs());
            assert_eq!(scaled, a.mul_i64(i64::from(k)), "{a} * {k}");
            assert_eq!(positive, a.abs().mul(&b.abs()), "|{a}| * |{b}|");
        }
    }

    #[test]
    fn unbounded_ends_never_make_a_nan() {
        let huge = Interval::from_f64(1e300, 53).unwrap().powi(i32::MAX).unwrap();
        assert!(!huge.is_bounded());
        let list =
            [huge.clone(), huge.neg(), huge.sub(&huge), Interval::zero(53), interval(1.0, 2.0)];
        for a in &list {
            for b in &list {
                let mut results = vec![a.add(b), a.sub(b), a.mul(b), a.sqr(), a.abs()];
                results.extend(a.div(b));
                for r in results {
                    assert!(r.lo() <= r.hi() && !r.mid().is_nan(), "{a} {b} {r}");
                }
            }
        }
        assert!(huge.mul(&Interval::zero(53)).is_zero());
    }
}
