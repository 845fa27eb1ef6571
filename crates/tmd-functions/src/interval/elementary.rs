//! Enclosures of sqrt, exp, log, sin and cos: MPFR rounds each correctly in the asked direction,
//! so on a monotone stretch the images of the ends are the tightest enclosure.

use rug::float::Round;
use rug::{Float, Integer};

use super::{EvalCause, EvalError, Interval, ends};

/// Beyond this binary exponent of the argument, sin and cos are only known to lie in [-1, 1]:
/// the reduction of the argument would need as many bits.
const MAX_TRIG_EXPONENT: i32 = 1 << 16;

impl Interval {
    /// √self.
    ///
    /// # Errors
    /// If a number inside is negative.
    pub fn sqrt(&self) -> Result<Interval, EvalError> {
        if self.lo < 0 {
            return Err(EvalError::outside("sqrt", EvalCause::Negative, self));
        }
        Ok(Interval {
            lo: Float::with_val_round(self.prec(), self.lo.sqrt_ref(), Round::Down).0,
            hi: Float::with_val_round(self.prec(), self.hi.sqrt_ref(), Round::Up).0,
        })
    }

    /// e^self. The upper end is infinite where MPFR's exponents overflow.
    pub fn exp(&self) -> Interval {
        let prec = self.prec();
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.exp_ref(), Round::Down);
        self.rising(|x| ends::at("exp", x, prec, rounded))
    }

    /// The natural logarithm.
    ///
    /// # Errors
    /// If a number inside is 0 or negative.
    pub fn log(&self) -> Result<Interval, EvalError> {
        if self.lo <= 0 {
            return Err(EvalError::outside("log", EvalCause::NotPositive, self));
        }
        let prec = self.prec();
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.ln_ref(), Round::Down);
        Ok(self.rising(|x| ends::at("log", x, prec, rounded)))
    }

    /// The sine; tight on wide intervals, always inside [-1, 1].
    pub fn sin(&self) -> Interval {
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.sin_ref(), Round::Down);
        self.wave(1, Interval::pi, |x| ends::at("sin", x, self.prec(), rounded))
    }

    /// The cosine; tight on wide intervals, always inside [-1, 1].
    pub fn cos(&self) -> Interval {
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.cos_ref(), Round::Down);
        self.wave(0, Interval::pi, |x| ends::at("cos", x, self.prec(), rounded))
    }

    /// sin(π·self).
    pub fn sinpi(&self) -> Interval {
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.sin_pi_ref(), Round::Down);
        self.wave(1, Interval::one, |x| ends::at("sinpi", x, self.prec(), rounded))
    }

    /// cos(π·self).
    pub fn cospi(&self) -> Interval {
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.cos_pi_ref(), Round::Down);
        self.wave(0, Interval::one, |x| ends::at("cospi", x, self.prec(), rounded))
    }

    /// The image under a wave whose extrema are (-1)^k at (k + quarter/2)·H, for all integers k and the
    /// half turn H (π or 1): cos with quarter = 0, sin with quarter = 1. Between extrema the wave is
    /// monotone.
    ///
    /// With t(x) = x/H - quarter/2, the extrema inside are the integers k in [t(lo), t(hi)]. The
    /// t are enclosed, and an integer that may be inside counts as inside: that is always
    /// an enclosure. It costs no tightness, because t is known to `prec + 32` bits after the
    /// point, and so near an extremum the wave rounds to ±1 anyway.
    fn wave(
        &self,
        quarter: i64,
        half_turn: impl Fn(u32) -> Interval,
        value: impl Fn(&Float) -> Interval,
    ) -> Interval {
        let prec = self.prec();
        let everything =
            || Interval { lo: Float::with_val(prec, -1), hi: Float::with_val(prec, 1) };
        let exponent = self.mag().get_exp().unwrap_or(0);
        if !self.is_bounded() || exponent > MAX_TRIG_EXPONENT || self.width() >= 7 {
            return everything();
        }
        // Both numbers are small here, and the sum positive: no conversion loses anything.
        let working = prec + 64 + exponent.max(0).unsigned_abs();
        let half_turn = half_turn(working);
        let offset = Interval::one(working).mul_i64(quarter).halved();
        let turns = |x: &Float| {
            Interval::of_ends(working, x, x)
                .div(&half_turn)
                .map(|quotient| quotient.sub(&offset))
                .ok()
        };
        let first = turns(&self.lo).and_then(|t| ceil(t.lo()));
        let last = turns(&self.hi).and_then(|t| floor(t.hi()));
        let (Some(first), Some(last)) = (first, last) else { return everything() };

        let (first_end, last_end) = (value(&self.lo), value(&self.hi));
        let mut lo = first_end.lo.min(&last_end.lo);
        let mut hi = first_end.hi.max(&last_end.hi);
        let mut k = first;
        // The width is below 7, so there are at most eight extrema.
        while k <= last {
            if k.is_even() {
                hi = Float::with_val(prec, 1);
            } else {
                lo = Float::with_val(prec, -1);
            }
            k += 1;
        }
        Interval { lo, hi }
    }

    /// `self / 2`, exactly.
    pub(super) fn halved(&self) -> Interval {
        Interval { lo: self.lo.clone() / 2u32, hi: self.hi.clone() / 2u32 }
    }
}

fn floor(x: &Float) -> Option<Integer> {
    x.to_integer_round(Round::Down).map(|(k, _)| k)
}

fn ceil(x: &Float) -> Option<Integer> {
    x.to_integer_round(Round::Up).map(|(k, _)| k)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;
    use rug::float::Constant;

    #[test]
    fn enclosures_contain_point_values() {
        let mut random = Random::new(3);
        for _ in 0..3000 {
            let x = random.interval();
            let (e, s, c) = (x.exp(), x.sin(), x.cos());
            let (root, log) = (x.sqrt(), x.log());
            assert_eq!(root.is_err(), *x.lo() < 0);
            assert_eq!(log.is_err(), *x.lo() <= 0);
            for _ in 0..6 {
                let p = 300;
                let at = random.inside(&x);
                assert!(e.contains(&Float::with_val(p, at.exp_ref())));
                assert!(s.contains(&Float::with_val(p, at.sin_ref())), "sin {x}");
                assert!(c.contains(&Float::with_val(p, at.cos_ref())), "cos {x}");
                if let Ok(root) = &root {
                    assert!(root.contains(&Float::with_val(p, at.sqrt_ref())));
                }
                if let Ok(log) = &log {
                    assert!(log.contains(&Float::with_val(p, at.ln_ref())));
                }
            }
        }
    }

    #[test]
    fn errors_name_the_operation() {
        let error = interval(-1.0, 2.0).log().unwrap_err();
        assert_eq!((error.operation, error.cause), ("log", EvalCause::NotPositive));
        assert!(interval(0.0, 2.0).log().is_err());
        let error = interval(-1.0, 2.0).sqrt().unwrap_err();
        assert_eq!((error.operation, error.cause), ("sqrt", EvalCause::Negative));
        assert_eq!(interval(0.0, 4.0).sqrt().unwrap(), interval(0.0, 2.0));
    }

    /// The tightest enclosure of the image, from a dense sampling: extrema that a monotone
    /// stretch attains at its ends are exact, inner ones are ±1.
    fn image_by_sampling(x: &Interval, wave: impl Fn(f64) -> f64) -> (f64, f64) {
        let (a, b) = (x.lo().to_f64(), x.hi().to_f64());
        let values = (0..=4000).map(|i| wave(a + (b - a) * f64::from(i) / 4000.0));
        values.fold((1.0f64, -1.0f64), |(lo, hi), v| (lo.min(v), hi.max(v)))
    }

    #[test]
    fn waves_are_tight_on_wide_intervals() {
        let mut random = Random::new(4);
        for _ in 0..300 {
            let a = random.between(-50.0, 50.0);
            let x = interval(a, a + random.between(0.0, 8.0));
            for (image, wave) in [(x.sin(), f64::sin as fn(f64) -> f64), (x.cos(), f64::cos)] {
                let (lo, hi) = image_by_sampling(&x, wave);
                assert!((image.lo().to_f64() - lo).abs() < 1e-5, "{x} {image} {lo}");
                assert!((image.hi().to_f64() - hi).abs() < 1e-5, "{x} {image} {hi}");
            }
        }
        assert_eq!(interval(0.0, 3.0).sin().hi(), &1);
        assert!(*interval(0.0, 3.0).sin().lo() == 0);
        assert_eq!(interval(-0.5, 0.5).cos().hi(), &1);
        assert_eq!(interval(3.0, 4.0).cos().lo(), &-1);
        assert_eq!(interval(-100.0, 100.0).sin(), interval(-1.0, 1.0));
    }

    #[test]
    fn waves_right_beside_an_extremum() {
        // Both neighbours of π/2: an interval holding it reaches 1, one beside it does not
        // hold it but still encloses the sine.
        for prec in [24, 53, 200] {
            let below = Float::with_val_round(prec, Constant::Pi, Round::Down).0 / 2u32;
            let above = Float::with_val_round(prec, Constant::Pi, Round::Up).0 / 2u32;
            let across = Interval::new(below.clone(), above.clone()).unwrap();
            assert_eq!(*across.sin().hi(), 1);
            assert!(across.cos().contains_zero());
            let beside = Interval::new(above.clone(), above.clone() + 1u32).unwrap().sin();
            assert!(beside.contains(&Float::with_val(900, above.sin_ref())));
        }
    }

    #[test]
    fn waves_of_huge_arguments() {
        let x = Interval::from_f64(1e300, 53).unwrap();
        let s = x.sin();
        assert!(s.contains(&Float::with_val(200, Float::with_val(53, 1e300).sin_ref())));
        assert!(s.width() < 1e-15);
        assert!(x.powi(1 << 20).unwrap().cos().encloses(&interval(-1.0, 1.0)));
        assert_eq!(Interval::zero(53).sin(), Interval::zero(53));
        assert_eq!(Interval::zero(53).cos(), Interval::one(53));
    }

    #[test]
    fn exp_beyond_the_exponents() {
        let huge = Interval::from_f64(1e300, 53).unwrap();
        assert!(!huge.exp().is_bounded() && *huge.exp().lo() > 0);
        let tiny = huge.neg().exp();
        assert!(*tiny.lo() == 0 && *tiny.hi() > 0 && tiny.is_bounded());
    }
}
