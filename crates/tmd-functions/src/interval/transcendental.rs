//! Taylor series of more functions, each from its derivative: h = H(u) has h' = H'(u)·u', so that
//! k·h_k = Σ_(j=1..k) j·u_j·d_(k-j) with d the series of H'(u) (A. Griewank and A. Walther, *Evaluating
//! Derivatives*, 2nd edition, SIAM 2008, section 13.2).

use super::{EvalCause, EvalError, Interval, Series};

impl Series {
    /// 1, to the order of `self`.
    fn one(&self) -> Series {
        Series::constant(&Interval::one(self.value().prec()), self.order())
    }

    /// The series times a constant.
    fn scaled(&self, factor: &Interval) -> Series {
        self.map(|coefficient| coefficient.mul(factor))
    }

    /// The series with another value and the same derivatives.
    pub(super) fn with_value(mut self, value: Interval) -> Series {
        self.set_value(value);
        self
    }

    /// The composition whose value is `value` and whose derivative by u is the series `derivative`.
    fn integrated(&self, value: Interval, derivative: &Series) -> Series {
        self.solve(value, |_, i| derivative.coefficients()[i].clone())
    }

    /// log of an integer, as a constant.
    fn log_of(&self, integer: i64) -> Result<Interval, EvalError> {
        Interval::one(self.value().prec()).mul_i64(integer).log()
    }

    /// e^u - 1.
    pub fn expm1(&self) -> Series {
        self.exp().with_value(self.value().expm1())
    }

    /// b^u for b = 2 or 10, with the value that is given.
    fn power_of(&self, base: i64, power: Interval, value: Interval) -> Result<Series, EvalError> {
        let log = self.log_of(base)?;
        Ok(self.scaled(&log).exp_from(power).with_value(value))
    }

    /// 2^u.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn exp2(&self) -> Result<Series, EvalError> {
        self.power_of(2, self.value().exp2(), self.value().exp2())
    }

    /// 2^u - 1.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn exp2m1(&self) -> Result<Series, EvalError> {
        self.power_of(2, self.value().exp2(), self.value().exp2m1())
    }

    /// 10^u.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn exp10(&self) -> Result<Series, EvalError> {
        self.power_of(10, self.value().exp10(), self.value().exp10())
    }

    /// 10^u - 1.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn exp10m1(&self) -> Result<Series, EvalError> {
        self.power_of(10, self.value().exp10(), self.value().exp10m1())
    }

    /// The logarithm to base 2.
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn log2(&self) -> Result<Series, EvalError> {
        let value = self.value().log2()?;
        let factor = Interval::one(value.prec()).div(&self.log_of(2)?)?;
        Ok(self.log()?.scaled(&factor).with_value(value))
    }

    /// The logarithm to base 10.
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn log10(&self) -> Result<Series, EvalError> {
        let value = self.value().log10()?;
        let factor = Interval::one(value.prec()).div(&self.log_of(10)?)?;
        Ok(self.log()?.scaled(&factor).with_value(value))
    }

    /// log(1 + u).
    ///
    /// # Errors
    /// If u_0 can be -1 or below.
    pub fn log1p(&self) -> Result<Series, EvalError> {
        let value = self.value().log1p()?;
        Ok(self.integrated(value, &self.one().div(&self.one().add(self))?))
    }

    /// log2(1 + u).
    ///
    /// # Errors
    /// As [`Series::log1p`].
    pub fn log2p1(&self) -> Result<Series, EvalError> {
        let value = self.value().log2p1()?;
        let factor = Interval::one(value.prec()).div(&self.log_of(2)?)?;
        Ok(self.log1p()?.scaled(&factor).with_value(value))
    }

    /// log10(1 + u).
    ///
    /// # Errors
    /// As [`Series::log1p`].
    pub fn log10p1(&self) -> Result<Series, EvalError> {
        let value = self.value().log10p1()?;
        let factor = Interval::one(value.prec()).div(&self.log_of(10)?)?;
        Ok(self.log1p()?.scaled(&factor).with_value(value))
    }

    /// The cube root, by the recurrence of u^(1/3).
    ///
    /// # Errors
    /// If u_0 contains 0 and the order is not 0: there it has no derivative.
    pub fn cbrt(&self) -> Result<Series, EvalError> {
        self.root(self.value().cbrt(), 1, 3)
    }

    /// The n-th root, by the recurrence of u^(1/n).
    ///
    /// # Errors
    /// Where the root has no value, or, for an order that is not 0, if u_0 contains 0: there it has no derivative.
    pub fn rootn(&self, n: i32) -> Result<Series, EvalError> {
        self.root(self.value().rootn(n)?, i64::from(n.signum()), i64::from(n).abs())
    }

    /// 1/√u, by the recurrence of u^(-1/2).
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn rsqrt(&self) -> Result<Series, EvalError> {
        self.root(self.value().rsqrt()?, -1, 2)
    }

    /// asin u, from 1/√(1 - u²).
    ///
    /// # Errors
    /// If u_0 can be outside (-1, 1), or outside [-1, 1] where the order is 0.
    pub fn asin(&self) -> Result<Series, EvalError> {
        let value = self.value().asin()?;
        if self.order() == 0 {
            return Ok(Series::constant(&value, 0));
        }
        Ok(self.integrated(value, &self.unit_slope("asin")?))
    }

    /// acos u.
    ///
    /// # Errors
    /// As [`Series::asin`].
    pub fn acos(&self) -> Result<Series, EvalError> {
        let value = self.value().acos()?;
        if self.order() == 0 {
            return Ok(Series::constant(&value, 0));
        }
        Ok(self.integrated(value, &self.unit_slope("acos")?.neg()))
    }

    /// 1 - u², close at ±1 too. Multiplying (1 - u) by (1 + u) would make the terms near 0 as wide as u and not as u².
    fn one_minus_square(&self) -> Result<Series, EvalError> {
        Ok(self.one().sub(&self.powi(2)?).with_value(self.value().one_minus_square()))
    }

    /// 1/√(1 - u²).
    fn unit_slope(&self, operation: &'static str) -> Result<Series, EvalError> {
        let square = self.one_minus_square()?;
        square.rsqrt().map_err(|_| EvalError::new(operation, EvalCause::OutsideUnit, self.value()))
    }

    /// atan u, from 1/(1 + u²).
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn atan(&self) -> Result<Series, EvalError> {
        let slope = self.one().div(&self.one().add(&self.powi(2)?))?;
        Ok(self.integrated(self.value().atan(), &slope))
    }

    /// A series divided by π, with the value that is given.
    fn over_pi(self, value: Interval) -> Result<Series, EvalError> {
        let prec = value.prec();
        let factor = Interval::one(prec).div(&Interval::pi(prec))?;
        Ok(self.scaled(&factor).with_value(value))
    }

    /// asin(u)/π.
    ///
    /// # Errors
    /// As [`Series::asin`].
    pub fn asinpi(&self) -> Result<Series, EvalError> {
        self.asin()?.over_pi(self.value().asinpi()?)
    }

    /// acos(u)/π.
    ///
    /// # Errors
    /// As [`Series::asin`].
    pub fn acospi(&self) -> Result<Series, EvalError> {
        self.acos()?.over_pi(self.value().acospi()?)
    }

    /// atan(u)/π.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn atanpi(&self) -> Result<Series, EvalError> {
        self.atan()?.over_pi(self.value().atanpi())
    }

    /// The series times π.
    fn times_pi(&self) -> Series {
        self.scaled(&Interval::pi(self.value().prec()))
    }

    /// sin(π·u) and cos(π·u) together.
    pub fn sinpi_cospi(&self) -> (Series, Series) {
        self.times_pi().sin_cos_from(self.value().sinpi(), self.value().cospi())
    }

    /// tan(π·u).
    ///
    /// # Errors
    /// If there may be a pole in u_0.
    pub fn tanpi(&self) -> Result<Series, EvalError> {
        let value = self.value().tanpi()?;
        Ok(self.times_pi().solve_square(value, true))
    }

    /// tan u, from 1 + tan².
    ///
    /// # Errors
    /// If there may be a pole in u_0.
    pub fn tan(&self) -> Result<Series, EvalError> {
        Ok(self.solve_square(self.value().tan()?, true))
    }

    /// tanh u, from 1 - tanh².
    pub fn tanh(&self) -> Series {
        self.solve_square(self.value().tanh(), false)
    }

    /// sinh u and cosh u together: each is the other's derivative.
    pub fn sinh_cosh(&self) -> (Series, Series) {
        let (sinh, cosh) = (self.value().sinh(), self.value().cosh());
        self.solve_pair(sinh, cosh)
    }

    /// The inverse of sinh, from 1/√(1 + u²).
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn asinh(&self) -> Result<Series, EvalError> {
        let slope = self.one().add(&self.powi(2)?).rsqrt()?;
        Ok(self.integrated(self.value().asinh(), &slope))
    }

    /// The inverse of cosh, from 1/√(u² - 1).
    ///
    /// # Errors
    /// If u_0 can be 1 or below, or below 1 where the order is 0.
    pub fn acosh(&self) -> Result<Series, EvalError> {
        let value = self.value().acosh()?;
        if self.order() == 0 {
            return Ok(Series::constant(&value, 0));
        }
        let slope = self
            .one_minus_square()?
            .neg()
            .rsqrt()
            .map_err(|_| EvalError::new("acosh", EvalCause::BelowOne, self.value()))?;
        Ok(self.integrated(value, &slope))
    }

    /// The inverse of tanh, from 1/(1 - u²).
    ///
    /// # Errors
    /// If u_0 can be outside (-1, 1).
    pub fn atanh(&self) -> Result<Series, EvalError> {
        let value = self.value().atanh()?;
        Ok(self.integrated(value, &self.one().div(&self.one_minus_square()?)?))
    }

    /// The derivative of erf: 2/√π·exp(-u²).
    fn bell(&self) -> Result<Series, EvalError> {
        let prec = self.value().prec();
        let factor = Interval::one(prec).mul_i64(2).div(&Interval::pi(prec).sqrt()?)?;
        Ok(self.powi(2)?.neg().exp().scaled(&factor))
    }

    /// The error function.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn erf(&self) -> Result<Series, EvalError> {
        Ok(self.integrated(self.value().erf(), &self.bell()?))
    }

    /// 1 less the error function.
    ///
    /// # Errors
    /// None for finite arguments.
    pub fn erfc(&self) -> Result<Series, EvalError> {
        Ok(self.integrated(self.value().erfc(), &self.bell()?.neg()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: usize = 9;
    const PREC: u32 = 150;

    fn variable(x: f64) -> Series {
        let x = Interval::from_f64(x, PREC).unwrap();
        Series::variable(&x, ORDER)
    }

    fn overlap(name: &str, a: &Series, b: &Series) {
        assert_eq!(a.order(), b.order());
        for (k, (p, q)) in a.coefficients().iter().zip(b.coefficients()).enumerate() {
            assert!(p.intersect(q).is_some(), "{name}, coefficient {k}: {p} {q}");
            assert!(p.width() < 1e-30 && q.width() < 1e-30, "{name}, coefficient {k}: {p} {q}");
        }
    }

    /// Identities between functions, at points and in every coefficient; one side is always made of
    /// exp, log, sin and cos, which closed forms check.
    #[test]
    fn identities_hold_in_every_coefficient() {
        for x in [0.125, 0.5, 0.7, 0.93] {
            let v = variable(x);
            let one = v.one();
            let two = one.add(&one);
            let e = v.exp();
            let minus = v.neg().exp();
            let half = |s: &Series| s.div(&two).unwrap();
            overlap("expm1", &v.expm1(), &e.sub(&one));
            let log = |n: i64| Series::constant(&v.log_of(n).unwrap(), ORDER);
            let exp2 = v.mul(&log(2)).exp();
            let exp10 = v.mul(&log(10)).exp();
            overlap("exp2", &v.exp2().unwrap(), &exp2);
            overlap("exp2m1", &v.exp2m1().unwrap(), &exp2.sub(&one));
            overlap("exp10", &v.exp10().unwrap(), &exp10);
            overlap("exp10m1", &v.exp10m1().unwrap(), &exp10.sub(&one));
            let ln = v.log().unwrap();
            let ln1p = one.add(&v).log().unwrap();
            overlap("log2", &v.log2().unwrap(), &ln.div(&log(2)).unwrap());
            overlap("log10", &v.log10().unwrap(), &ln.div(&log(10)).unwrap());
            overlap("log1p", &v.log1p().unwrap(), &ln1p);
            overlap("log2p1", &v.log2p1().unwrap(), &ln1p.div(&log(2)).unwrap());
            overlap("log10p1", &v.log10p1().unwrap(), &ln1p.div(&log(10)).unwrap());
            overlap("cbrt", &v.cbrt().unwrap().powi(3).unwrap(), &v);
            overlap("rootn", &v.rootn(5).unwrap().powi(5).unwrap(), &v);
            overlap("rootn", &v.rootn(-4).unwrap().powi(-4).unwrap(), &v);
            overlap("rsqrt", &v.rsqrt().unwrap(), &one.div(&v.sqrt().unwrap()).unwrap());
            let (sin, cos) = v.sin_cos();
            overlap("tan", &v.tan().unwrap(), &sin.div(&cos).unwrap());
            overlap("atan", &v.tan().unwrap().atan().unwrap(), &v);
            overlap("asin", &sin.asin().unwrap(), &v);
            overlap("acos", &cos.acos().unwrap(), &v);
            let (sinh, cosh) = v.sinh_cosh();
            overlap("sinh", &sinh, &half(&e.sub(&minus)));
            overlap("cosh", &cosh, &half(&e.add(&minus)));
            overlap("tanh", &v.tanh(), &sinh.div(&cosh).unwrap());
            overlap("asinh", &sinh.asinh().unwrap(), &v);
            overlap("acosh", &cosh.acosh().unwrap(), &v);
            overlap("atanh", &v.tanh().atanh().unwrap(), &v);
            let pi = Series::constant(&Interval::pi(PREC), ORDER);
            let (sinpi, cospi) = v.sinpi_cospi();
            let (sin, cos) = v.mul(&pi).sin_cos();
            overlap("sinpi", &sinpi, &sin);
            overlap("cospi", &cospi, &cos);
            if x != 0.5 {
                overlap("tanpi", &v.tanpi().unwrap(), &sin.div(&cos).unwrap());
            }
            overlap("asinpi", &v.asinpi().unwrap().mul(&pi), &v.asin().unwrap());
            overlap("acospi", &v.acospi().unwrap().mul(&pi), &v.acos().unwrap());
            overlap("atanpi", &v.atanpi().unwrap().mul(&pi), &v.atan().unwrap());
        }
    }

    /// The derivatives of erf are Hermite polynomials times the bell: erf^(k+1)(x) = (-1)^k·H_k(x)·2/√π·exp(-x²)
    /// (NIST Digital Library of Mathematical Functions, 7.10.1).
    #[test]
    fn error_functions_have_hermite_coefficients() {
        use rug::Float;
        use rug::float::Constant;
        for prec in [100, 300, 1200] {
            for x in [1e-6, 0.3, 1.0, 1.46, 3.7, 20.0, 170.5, -0.5, -3.7, -20.25] {
                let v = Series::variable(&Interval::from_f64(x, prec).unwrap(), 16);
                let (erf, erfc) = (v.erf().unwrap(), v.erfc().unwrap());
                let float = |value: f64| Float::with_val(prec + 200, value);
                let x = float(x);
                let (mut before, mut hermite) = (float(0.0), float(1.0));
                let bell = Float::with_val(prec + 200, -x.clone().square()).exp() * 2u32
                    / Float::with_val(prec + 200, Constant::Pi).sqrt();
                let mut want = bell;
                assert!(erf.value().contains(&x.clone().erf()));
                assert!(erfc.value().contains(&x.clone().erfc()));
                for k in 1..=16u32 {
                    want /= k;
                    let coefficient = Float::with_val(prec + 200, &want * &hermite);
                    let (a, b) =
                        (&erf.coefficients()[k as usize], &erfc.coefficients()[k as usize]);
                    assert!(a.contains(&coefficient), "erf, {x:.6}, {k}: {a} {coefficient}");
                    assert!(b.contains(&-coefficient), "erfc, {x:.6}, {k}: {b}");
                    // What all terms of the polynomial, made positive, lose.
                    let size = (x.clone().abs() * 2u32 + 8u32).ln() * k;
                    let limit = (want.clone() * size.exp()) >> (prec - 30);
                    assert!(a.width() <= limit && b.width() <= limit, "{x:.6}, {k}: {a}");
                    let next = -(x.clone() * &hermite * 2u32 + before * (2 * (k - 1)));
                    (before, hermite) = (hermite, next);
                }
            }
        }
    }

    #[test]
    fn error_functions_of_wide_intervals_contain_those_of_points() {
        let mut random = super::super::testing::Random::new(31);
        for _ in 0..200 {
            let a = random.between(-4.0, 4.0);
            let x = super::super::testing::interval(a, a + random.between(0.0, 0.5)).at_prec(PREC);
            let wide = Series::variable(&x, ORDER);
            let point = random.inside(&x);
            let point = Interval::new(point.clone(), point).unwrap().at_prec(2 * PREC);
            let narrow = Series::variable(&point, ORDER);
            for (wide, narrow) in [
                (wide.erf().unwrap(), narrow.erf().unwrap()),
                (wide.erfc().unwrap(), narrow.erfc().unwrap()),
            ] {
                for (w, n) in wide.coefficients().iter().zip(narrow.coefficients()) {
                    assert!(w.encloses(n), "{x}: {w} {n}");
                }
            }
        }
    }

    /// The slopes of odd functions with f' = 1 + c·x² + … vary by x² over a binade: closed forms are found by how little they do.
    #[test]
    fn slopes_near_zero_vary_as_the_square() {
        let x = super::super::testing::interval(2f64.powi(-40), 2f64.powi(-39)).at_prec(200);
        let x = Series::variable(&x, 1);
        let slopes = [x.asin(), x.atan(), x.asinh(), x.atanh(), Ok(x.tanh()), x.tan()];
        for slope in slopes.map(|f| f.unwrap().coefficients()[1].clone()) {
            assert!(slope.sub(&Interval::one(200)).mag() <= 2f64.powi(-77), "{slope}");
        }
    }

    #[test]
    fn no_derivative_at_the_ends() {
        let v = variable(1.0);
        assert_eq!(v.asin().unwrap_err().cause, EvalCause::OutsideUnit);
        assert_eq!(v.acosh().unwrap_err().cause, EvalCause::BelowOne);
        assert!(variable(0.0).cbrt().is_err());
        let point = Series::variable(&Interval::one(PREC), 0);
        assert!(point.asin().is_ok() && point.acosh().is_ok());
    }
}
