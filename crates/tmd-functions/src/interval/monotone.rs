//! Enclosures of functions that rise or fall all the way: the images of the ends, each rounded correctly by
//! MPFR in the direction that encloses, are the tightest enclosure.

use rug::Float;
use rug::float::Round;

use super::{EvalCause, EvalError, Interval, ends};

impl Interval {
    /// The image under a rising function, by the enclosures of its values.
    pub(super) fn rising(&self, value: impl Fn(&Float) -> Interval) -> Interval {
        Interval { lo: value(&self.lo).lo, hi: value(&self.hi).hi }
    }

    /// The image under a falling function.
    pub(super) fn falling(&self, value: impl Fn(&Float) -> Interval) -> Interval {
        Interval { lo: value(&self.hi).lo, hi: value(&self.lo).hi }
    }

    /// Refuses an argument, unless `is_inside`.
    pub(super) fn inside(
        &self,
        is_inside: bool,
        operation: &'static str,
        cause: EvalCause,
    ) -> Result<(), EvalError> {
        match is_inside {
            true => Ok(()),
            false => Err(EvalError::outside(operation, cause, self)),
        }
    }
}

/// Functions that rise on all real numbers, or fall or rise where a condition holds.
macro_rules! monotone {
    ($( $(#[doc = $doc:literal])+ $name:ident: $direction:ident $method:ident
        $(where |$x:ident| $condition:expr, $cause:ident)?; )+) => {
        impl Interval {
            $( monotone!(@one $(#[doc = $doc])+ $name $direction $method
                $(where |$x| $condition, $cause)?); )+
        }
    };
    (@one $(#[doc = $doc:literal])+ $name:ident $direction:ident $method:ident) => {
        $(#[doc = $doc])+
        pub fn $name(&self) -> Interval {
            let prec = self.prec();
            let rounded = |x: &Float, prec| Float::with_val_round(prec, x.$method(), Round::Down);
            self.$direction(|x| ends::at(stringify!($name), x, prec, rounded))
        }
    };
    (@one $(#[doc = $doc:literal])+ $name:ident $direction:ident $method:ident
        where |$x:ident| $condition:expr, $cause:ident) => {
        $(#[doc = $doc])+
        ///
        /// # Errors
        /// If the argument leaves the domain.
        pub fn $name(&self) -> Result<Interval, EvalError> {
            let is_inside = |$x: &Interval| $condition;
            self.inside(is_inside(self), stringify!($name), EvalCause::$cause)?;
            let prec = self.prec();
            let rounded = |x: &Float, prec| Float::with_val_round(prec, x.$method(), Round::Down);
            Ok(self.$direction(|x| ends::at(stringify!($name), x, prec, rounded)))
        }
    };
}

monotone! {
    /// e^x - 1.
    expm1: rising exp_m1_ref;
    /// 2^x.
    exp2: rising exp2_ref;
    /// 2^x - 1.
    exp2m1: rising exp2_m1_ref;
    /// 10^x.
    exp10: rising exp10_ref;
    /// 10^x - 1.
    exp10m1: rising exp10_m1_ref;
    /// The logarithm to base 2.
    log2: rising log2_ref where |x| x.lo > 0, NotPositive;
    /// The logarithm to base 10.
    log10: rising log10_ref where |x| x.lo > 0, NotPositive;
    /// log(1 + x).
    log1p: rising ln_1p_ref where |x| x.lo > -1, NotAboveMinusOne;
    /// log2(1 + x).
    log2p1: rising log2_1p_ref where |x| x.lo > -1, NotAboveMinusOne;
    /// log10(1 + x).
    log10p1: rising log10_1p_ref where |x| x.lo > -1, NotAboveMinusOne;
    /// The cube root.
    cbrt: rising cbrt_ref;
    /// 1/√x.
    rsqrt: falling recip_sqrt_ref where |x| x.lo > 0, NotPositive;
    /// The arc sine.
    asin: rising asin_ref where |x| x.lo >= -1 && x.hi <= 1, OutsideUnit;
    /// The arc cosine.
    acos: falling acos_ref where |x| x.lo >= -1 && x.hi <= 1, OutsideUnit;
    /// The arc tangent.
    atan: rising atan_ref;
    /// asin(x)/π.
    asinpi: rising asin_pi_ref where |x| x.lo >= -1 && x.hi <= 1, OutsideUnit;
    /// acos(x)/π.
    acospi: falling acos_pi_ref where |x| x.lo >= -1 && x.hi <= 1, OutsideUnit;
    /// atan(x)/π.
    atanpi: rising atan_pi_ref;
    /// The hyperbolic sine.
    sinh: rising sinh_ref;
    /// The hyperbolic tangent.
    tanh: rising tanh_ref;
    /// The inverse of the hyperbolic sine.
    asinh: rising asinh_ref;
    /// The inverse of the hyperbolic cosine, not negative.
    acosh: rising acosh_ref where |x| x.lo >= 1, BelowOne;
    /// The inverse of the hyperbolic tangent.
    atanh: rising atanh_ref where |x| x.lo > -1 && x.hi < 1, OutsideUnit;
}

impl Interval {
    /// The n-th root; for negative n, 1 over the (-n)-th.
    ///
    /// # Errors
    /// If n is even and a number inside is negative, if n is negative and 0 is inside, or if n is 0.
    pub fn rootn(&self, n: i32) -> Result<Interval, EvalError> {
        if n < 0 {
            return Interval::one(self.prec()).div(&self.rootn(n.saturating_neg())?);
        }
        let degree = n.unsigned_abs();
        self.inside(degree != 0, "rootn", EvalCause::Pole)?;
        self.inside(degree % 2 == 1 || self.lo >= 0, "rootn", EvalCause::Negative)?;
        let prec = self.prec();
        let value = |x: &Float, round| Float::with_val_round(prec, x.root_ref(degree), round).0;
        let both = |x: &Float| Interval { lo: value(x, Round::Down), hi: value(x, Round::Up) };
        Ok(self.rising(both))
    }

    /// The hyperbolic cosine: falls up to 0 and rises from there.
    pub fn cosh(&self) -> Interval {
        let prec = self.prec();
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.cosh_ref(), Round::Down);
        let value = |x: &Float| ends::at("cosh", x, prec, rounded);
        if self.lo >= 0 {
            self.rising(value)
        } else if self.hi <= 0 {
            self.falling(value)
        } else {
            let hi = value(&self.lo).hi.max(&value(&self.hi).hi);
            Interval { lo: Float::with_val(prec, 1), hi }
        }
    }

    /// The tangent, which rises between its poles.
    ///
    /// # Errors
    /// If there may be a pole inside.
    pub fn tan(&self) -> Result<Interval, EvalError> {
        // Without a zero of the cosine inside there is no pole.
        self.inside(!self.cos().contains_zero(), "tan", EvalCause::Pole)?;
        let prec = self.prec();
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.tan_ref(), Round::Down);
        Ok(self.rising(|x| ends::at("tan", x, prec, rounded)))
    }

    /// tan(π·self).
    ///
    /// # Errors
    /// If there may be a pole inside.
    pub fn tanpi(&self) -> Result<Interval, EvalError> {
        self.inside(!self.cospi().contains_zero(), "tanpi", EvalCause::Pole)?;
        let prec = self.prec();
        let rounded = |x: &Float, prec| Float::with_val_round(prec, x.tan_pi_ref(), Round::Down);
        Ok(self.rising(|x| ends::at("tanpi", x, prec, rounded)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;

    type Enclosure = fn(&Interval) -> Result<Interval, EvalError>;
    type Value = fn(Float) -> Float;

    /// Each function twice: as an enclosure, and at a number.
    const FUNCTIONS: [(&str, Enclosure, Value); 30] = [
        ("expm1", |x| Ok(x.expm1()), Float::exp_m1),
        ("exp2", |x| Ok(x.exp2()), Float::exp2),
        ("exp2m1", |x| Ok(x.exp2m1()), Float::exp2_m1),
        ("exp10", |x| Ok(x.exp10()), Float::exp10),
        ("exp10m1", |x| Ok(x.exp10m1()), Float::exp10_m1),
        ("log2", Interval::log2, Float::log2),
        ("log10", Interval::log10, Float::log10),
        ("log1p", Interval::log1p, Float::ln_1p),
        ("log2p1", Interval::log2p1, Float::log2_1p),
        ("log10p1", Interval::log10p1, Float::log10_1p),
        ("cbrt", |x| Ok(x.cbrt()), Float::cbrt),
        ("rsqrt", Interval::rsqrt, Float::recip_sqrt),
        ("asin", Interval::asin, Float::asin),
        ("acos", Interval::acos, Float::acos),
        ("atan", |x| Ok(x.atan()), Float::atan),
        ("asinpi", Interval::asinpi, Float::asin_pi),
        ("acospi", Interval::acospi, Float::acos_pi),
        ("atanpi", |x| Ok(x.atanpi()), Float::atan_pi),
        ("sinh", |x| Ok(x.sinh()), Float::sinh),
        ("cosh", |x| Ok(x.cosh()), Float::cosh),
        ("tanh", |x| Ok(x.tanh()), Float::tanh),
        ("asinh", |x| Ok(x.asinh()), Float::asinh),
        ("acosh", Interval::acosh, Float::acosh),
        ("atanh", Interval::atanh, Float::atanh),
        ("erf", |x| Ok(x.erf()), Float::erf),
        ("erfc", |x| Ok(x.erfc()), Float::erfc),
        ("tan", Interval::tan, Float::tan),
        ("sinpi", |x| Ok(x.sinpi()), Float::sin_pi),
        ("cospi", |x| Ok(x.cospi()), Float::cos_pi),
        ("tanpi", Interval::tanpi, Float::tan_pi),
    ];

    #[test]
    fn enclosures_contain_point_values() {
        let mut random = Random::new(11);
        let mut enclosed = std::collections::BTreeMap::new();
        for round in 0..4000 {
            let x = match round % 4 {
                0 => random.interval(),
                1 => {
                    let a = random.between(-1.0, 1.0);
                    interval(a, a + random.between(0.0, 1.0 - a))
                }
                2 => {
                    let a = random.between(-3.0, 3.0);
                    interval(a, a + random.between(0.0, 1e-6))
                }
                _ => {
                    let a = random.between(1.0, 9.0);
                    interval(a, a + random.between(0.0, 5.0))
                }
            };
            for (name, enclose, value) in FUNCTIONS {
                let Ok(image) = enclose(&x) else { continue };
                for _ in 0..3 {
                    let at = value(Float::with_val(300, random.inside(&x)));
                    // Where MPFR has no value, the library has to have refused.
                    assert!(image.contains(&at), "{name} {x}: {image} does not contain {at}");
                }
                *enclosed.entry(name).or_insert(0) += 1;
            }
        }
        assert!(
            enclosed.len() == FUNCTIONS.len() && enclosed.values().all(|n| *n > 100),
            "{enclosed:?}"
        );
    }

    #[test]
    fn roots_contain_their_powers() {
        let mut random = Random::new(12);
        for round in 0..400 {
            let n = [1, 2, 3, 4, 5, 7, 100][round % 7];
            let a = if n % 2 == 1 { random.between(-9.0, 9.0) } else { random.between(0.0, 9.0) };
            let x = interval(a, a + random.between(0.0, 2.0));
            let image = x.rootn(n).unwrap();
            assert!(image.powi(n).unwrap().encloses(&x), "{x} {n}");
            let point = Interval::from_f64(a, 200).unwrap().rootn(n).unwrap();
            assert!(image.encloses(&point) && point.width() < 1e-50);
            if !x.contains_zero() {
                let product = x.rootn(-n).unwrap().mul(&image);
                assert!(product.contains(&Float::with_val(53, 1)), "{x} {n}");
            }
        }
        let refused = |x: Interval, n: i32| x.rootn(n).unwrap_err().cause;
        assert_eq!(refused(interval(-1.0, 1.0), 2), EvalCause::Negative);
        assert_eq!(refused(interval(-1.0, 1.0), -3), EvalCause::DivisionByZero);
        assert_eq!(refused(interval(1.0, 1.0), 0), EvalCause::Pole);
    }

    #[test]
    fn domains_end_where_they_should() {
        let refused = |result: Result<Interval, EvalError>| result.unwrap_err().cause;
        assert_eq!(refused(interval(-1.0, 0.0).log1p()), EvalCause::NotAboveMinusOne);
        assert_eq!(refused(interval(0.5, 1.5).asin()), EvalCause::OutsideUnit);
        assert_eq!(refused(interval(0.5, 1.0).atanh()), EvalCause::OutsideUnit);
        assert_eq!(refused(interval(0.5, 1.0).acosh()), EvalCause::BelowOne);
        assert_eq!(refused(interval(0.0, 1.0).rsqrt()), EvalCause::NotPositive);
        assert_eq!(refused(interval(1.0, 2.0).tan()), EvalCause::Pole);
        assert!(interval(-1.0, 1.0).acos().is_ok() && interval(2.0, 4.0).tan().is_ok());
        assert_eq!(*interval(-1.0, 2.0).cosh().lo(), 1);
    }
}
