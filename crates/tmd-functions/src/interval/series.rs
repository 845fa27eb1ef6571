//! Rigorous Taylor arithmetic: automatic differentiation of a whole interval at once.
//!
//! A [`Series`] of order n holds n + 1 intervals; coefficient j encloses f^(j)(x)/j! for *every* x
//! of the interval that the variable stood for. Taylor's theorem then bounds a remainder by the
//! last coefficient. The recurrences follow from the chain rule and hold point by point,
//! so evaluating them in interval arithmetic encloses the coefficient at each point: R. E. Moore, *Methods
//! and Applications of Interval Analysis*, SIAM 1979, section 3.4; A. Griewank and A. Walther, *Evaluating
//! Derivatives*, 2nd edition, SIAM 2008, chapter 13 (tables 13.1 and 13.2).

use std::num::NonZeroU32;

use rug::Integer;
use tmd_base::narrow;

use super::{EvalError, Interval};

/// Taylor coefficients 0 ..= order of a function, over an interval. Never empty.
///
/// Binary operations expect both operands to have the same order; with different ones the
/// result has the smaller.
#[derive(Clone, Debug, PartialEq)]
pub struct Series(Vec<Interval>);

/// `k` as a divisor; the recurrences only divide by k >= 1.
fn divisor(k: usize) -> NonZeroU32 {
    u32::try_from(k).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

impl Series {
    /// The constant `c`: (c, 0, 0, …), with `order + 1` coefficients.
    pub fn constant(c: &Interval, order: usize) -> Self {
        let mut coefficients = vec![Interval::zero(c.prec()); order.saturating_add(1)];
        coefficients[0] = c.clone();
        Series(coefficients)
    }

    /// The variable over the interval `x`: (x, 1, 0, …), with `order + 1` coefficients.
    pub fn variable(x: &Interval, order: usize) -> Self {
        let mut series = Self::constant(x, order);
        if let Some(slope) = series.0.get_mut(1) {
            *slope = Interval::one(x.prec());
        }
        series
    }

    /// The coefficients, lowest first; coefficient j encloses f^(j)(x)/j!.
    pub fn coefficients(&self) -> &[Interval] {
        &self.0
    }

    /// The coefficients, taken out.
    pub fn into_coefficients(self) -> Vec<Interval> {
        self.0
    }

    /// The order: one less than the number of coefficients.
    pub fn order(&self) -> usize {
        self.0.len() - 1
    }

    /// The enclosure of the function itself: coefficient 0.
    pub fn value(&self) -> &Interval {
        &self.0[0]
    }

    fn prec(&self) -> u32 {
        self.value().prec()
    }

    /// Whether all coefficients from the second derivative on are exactly 0.
    fn is_linear(&self) -> bool {
        self.0.iter().skip(2).all(Interval::is_zero)
    }

    /// Coefficients 0 ..= order, each made from its index and the ones before it.
    fn build(
        first: Interval,
        order: usize,
        mut next: impl FnMut(usize, &[Interval]) -> Result<Interval, EvalError>,
    ) -> Result<Self, EvalError> {
        let mut coefficients = vec![first];
        for k in 1..=order {
            let coefficient = next(k, &coefficients)?;
            coefficients.push(coefficient);
        }
        Ok(Series(coefficients))
    }

    /// Σ a_j·b_(k-j) over the given j, the coefficient of a product.
    fn convolve(
        a: &[Interval],
        b: &[Interval],
        k: usize,
        js: std::ops::RangeInclusive<usize>,
    ) -> Interval {
        Self::sum_of_products(a, b, k, js, |_, _| ())
    }

    /// Σ j·a_j·b_(k-j) over the given j: the sums that differentiating a composition makes.
    fn convolve_derivative(
        a: &[Interval],
        b: &[Interval],
        k: usize,
        js: std::ops::RangeInclusive<usize>,
    ) -> Interval {
        Self::sum_of_products(a, b, k, js, |j, term| term.scale(narrow::to_u32(j)))
    }

    /// Σ a_j·b_(k-j) over the given j, each product changed by `finish`. All in the place of two intervals.
    fn sum_of_products(
        a: &[Interval],
        b: &[Interval],
        k: usize,
        js: std::ops::RangeInclusive<usize>,
        finish: impl Fn(usize, &mut Interval),
    ) -> Interval {
        let prec = a[0].prec().max(b[0].prec());
        let mut sum = Interval::zero(prec);
        let mut term = Interval::zero(prec);
        for j in js.filter(|&j| !a[j].is_zero()) {
            term.set_product(&a[j], &b[k - j]);
            finish(j, &mut term);
            sum.accumulate(&term);
        }
        sum
    }

    /// (u + v)_k = u_k + v_k.
    pub fn add(&self, other: &Series) -> Series {
        Series(self.0.iter().zip(&other.0).map(|(a, b)| a.add(b)).collect())
    }

    /// (u - v)_k = u_k - v_k.
    pub fn sub(&self, other: &Series) -> Series {
        Series(self.0.iter().zip(&other.0).map(|(a, b)| a.sub(b)).collect())
    }

    /// (-u)_k = -u_k.
    pub fn neg(&self) -> Series {
        Series(self.0.iter().map(Interval::neg).collect())
    }

    /// (u·v)_k = Σ_(j=0..k) u_j·v_(k-j) (Leibniz).
    pub fn mul(&self, other: &Series) -> Series {
        let order = self.order().min(other.order());
        Series((0..=order).map(|k| Self::convolve(&self.0, &other.0, k, 0..=k)).collect())
    }

    /// q = u/v: q_k = (u_k - Σ_(j=1..k) v_j·q_(k-j)) / v_0, from u = q·v.
    ///
    /// # Errors
    /// If v_0 contains 0.
    pub fn div(&self, other: &Series) -> Result<Series, EvalError> {
        let order = self.order().min(other.order());
        let (u, v) = (&self.0, &other.0);
        Self::build(u[0].div(&v[0])?, order, |k, q| {
            u[k].sub(&Self::convolve(v, q, k, 1..=k)).div(&v[0])
        })
    }

    /// Every coefficient changed alike.
    pub(super) fn map(&self, change: impl Fn(&Interval) -> Interval) -> Series {
        Series(self.0.iter().map(change).collect())
    }

    /// Sets coefficient 0.
    pub(super) fn set_value(&mut self, value: Interval) {
        self.0[0] = value;
    }

    /// h with h' = u'·d: k·h_k = Σ_(j=1..k) j·u_j·d_(k-j). Coefficient i of d is made from those of h up to i.
    pub(super) fn solve(
        &self,
        value: Interval,
        d: impl Fn(&[Interval], usize) -> Interval,
    ) -> Series {
        let u = &self.0;
        let mut h = vec![value];
        let mut slope = vec![];
        for k in 1..=self.order() {
            slope.push(d(&h, k - 1));
            h.push(Self::convolve_derivative(u, &slope, k, 1..=k).div_u32(divisor(k)));
        }
        Series(h)
    }

    /// h with h' = u'·(1 + h²), or with h' = u'·(1 - h²).
    pub(super) fn solve_square(&self, value: Interval, is_plus: bool) -> Series {
        let one = Self::constant(&Interval::one(self.prec()), self.order());
        self.solve(value, |h, i| {
            let square = Self::convolve(h, h, i, 0..=i);
            if is_plus { one.0[i].add(&square) } else { one.0[i].sub(&square) }
        })
    }

    /// s and c with s' = u'·c and c' = u'·s.
    pub(super) fn solve_pair(&self, s: Interval, c: Interval) -> (Series, Series) {
        let u = &self.0;
        let (mut s, mut c) = (vec![s], vec![c]);
        for k in 1..=self.order() {
            let first = Self::convolve_derivative(u, &c, k, 1..=k).div_u32(divisor(k));
            let second = Self::convolve_derivative(u, &s, k, 1..=k).div_u32(divisor(k));
            s.push(first);
            c.push(second);
        }
        (Series(s), Series(c))
    }

    /// p = u^(n/d) with the value that is given: d·k·u_0·p_k = Σ_(j=1..k) (n·j - d·(k-j))·u_j·p_(k-j),
    /// from d·u·p' = n·u'·p.
    ///
    /// # Errors
    /// If u_0 contains 0 and the order is not 0.
    pub(super) fn root(&self, value: Interval, n: i64, d: i64) -> Result<Series, EvalError> {
        let u = &self.0;
        Self::build(value, self.order(), |k, p| {
            let mut sum = Interval::zero(self.prec());
            for j in (1..=k).filter(|&j| !u[j].is_zero()) {
                let factor = n * j as i64 - d * (k - j) as i64;
                sum = sum.add(&u[j].mul(&p[k - j]).mul_i64(factor));
            }
            sum.div_u32(divisor(k)).div(&u[0].mul_i64(d))
        })
    }

    /// H(u) for a function H with the Taylor coefficients `outer` at u_0, by Horner's rule: each step is
    /// r := H_k + (u - u_0)·r, and as (u - u_0) has no constant, step k adds one coefficient.
    pub(super) fn compose(&self, outer: &[Interval]) -> Series {
        let is_variable = || {
            let mut slopes = self.0.iter().skip(1);
            slopes.next().is_some_and(|slope| *slope == Interval::one(slope.prec()))
                && slopes.all(Interval::is_zero)
        };
        if outer.len() > self.order() && is_variable() {
            return Series(outer[..=self.order()].to_vec());
        }
        let mut result: Vec<Interval> = vec![];
        for coefficient in outer.iter().take(self.order() + 1).rev() {
            let product = |i: usize| Self::convolve(&self.0, &result, i, 1..=i);
            let mut next = vec![coefficient.clone()];
            next.extend((1..=result.len()).map(product));
            result = next;
        }
        result.resize(self.order() + 1, Interval::zero(self.prec()));
        Series(result)
    }

    /// e = exp u: k·e_k = Σ_(j=1..k) j·u_j·e_(k-j), from e' = u'·e.
    pub fn exp(&self) -> Series {
        self.exp_from(self.value().exp())
    }

    /// The exponential of the series, with coefficient 0 given.
    pub(super) fn exp_from(&self, value: Interval) -> Series {
        let u = &self.0;
        let mut e = vec![value];
        for k in 1..=self.order() {
            let next = Self::convolve_derivative(u, &e, k, 1..=k).div_u32(divisor(k));
            e.push(next);
        }
        Series(e)
    }

    /// l = log u: l_k = (u_k - (1/k)·Σ_(j=1..k-1) j·l_j·u_(k-j)) / u_0, from u' = l'·u.
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn log(&self) -> Result<Series, EvalError> {
        let u = &self.0;
        Self::build(u[0].log()?, self.order(), |k, l| {
            let sum = Self::convolve_derivative(l, u, k, 1..=k - 1).div_u32(divisor(k));
            u[k].sub(&sum).div(&u[0])
        })
    }

    /// r = √u: r_k = (u_k - Σ_(j=1..k-1) r_j·r_(k-j)) / (2·r_0), from u = r².
    ///
    /// # Errors
    /// If u_0 can be negative, or can be 0 and the order is not 0: there √ has no derivative.
    pub fn sqrt(&self) -> Result<Series, EvalError> {
        let u = &self.0;
        let root = u[0].sqrt()?;
        let twice = root.mul_i64(2);
        Self::build(root, self.order(), |k, r| {
            u[k].sub(&Self::convolve(r, r, k, 1..=k - 1)).div(&twice)
        })
    }

    /// s = sin u and c = cos u together: k·s_k = Σ_(j=1..k) j·u_j·c_(k-j),
    /// k·c_k = -Σ_(j=1..k) j·u_j·s_(k-j), from s' = u'·c and c' = -u'·s.
    pub fn sin_cos(&self) -> (Series, Series) {
        self.sin_cos_from(self.value().sin(), self.value().cos())
    }

    /// The sine and cosine of the series, with coefficients 0 given.
    pub(super) fn sin_cos_from(&self, s: Interval, c: Interval) -> (Series, Series) {
        let u = &self.0;
        let (mut s, mut c) = (vec![s], vec![c]);
        for k in 1..=self.order() {
            let sine = Self::convolve_derivative(u, &c, k, 1..=k).div_u32(divisor(k));
            let cosine = Self::convolve_derivative(u, &s, k, 1..=k).div_u32(divisor(k)).neg();
            s.push(sine);
            c.push(cosine);
        }
        (Series(s), Series(c))
    }

    /// p = u^n.
    ///
    /// Negative n: p_k = (1/(k·u_0))·Σ_(j=1..k) (n·j - (k-j))·u_j·p_(k-j), from u·p' = n·u'·p. Positive
    /// n: repeated multiplication, because u_0 may contain 0; for a linear u (the variable itself) the closed form C(n,
    /// k)·u_0^(n-k)·u_1^k, which is tight.
    ///
    /// # Errors
    /// If n is negative and u_0 contains 0.
    pub fn powi(&self, n: i32) -> Result<Series, EvalError> {
        let value = self.value().powi(n)?;
        let mut power = match u32::try_from(n) {
            Ok(n) if self.is_linear() => self.power_of_linear(n)?,
            Ok(n) => self.power_by_squaring(n),
            Err(_) => self.power_by_recurrence(n)?,
        };
        power.0[0] = value;
        Ok(power)
    }

    fn power_of_linear(&self, n: u32) -> Result<Series, EvalError> {
        let slope = self.0.get(1).cloned().unwrap_or_else(|| Interval::zero(self.prec()));
        let coefficient = |k: usize| {
            let Some(k) = u32::try_from(k).ok().filter(|k| *k <= n) else {
                return Ok(Interval::zero(self.prec()));
            };
            let binomial = Interval::from_integer(&Integer::from(n).binomial(k), self.prec());
            // Both exponents are at most n, which came from an i32.
            let power = self.value().powi((n - k) as i32)?;
            Ok(binomial.mul(&power).mul(&slope.powi(k as i32)?))
        };
        (0..=self.order()).map(coefficient).collect::<Result<_, _>>().map(Series)
    }

    fn power_by_squaring(&self, n: u32) -> Series {
        let mut result = Self::constant(&Interval::one(self.prec()), self.order());
        for bit in (0..u32::BITS - n.leading_zeros()).rev() {
            result = result.mul(&result);
            if n >> bit & 1 == 1 {
                result = result.mul(self);
            }
        }
        result
    }

    fn power_by_recurrence(&self, n: i32) -> Result<Series, EvalError> {
        let u = &self.0;
        Self::build(u[0].powi(n)?, self.order(), |k, p| {
            let mut sum = Interval::zero(self.prec());
            for j in (1..=k).filter(|&j| !u[j].is_zero()) {
                let factor = i64::from(n) * j as i64 - (k - j) as i64;
                sum = sum.add(&u[j].mul(&p[k - j]).mul_i64(factor));
            }
            sum.div_u32(divisor(k)).div(&u[0])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;
    use rug::Float;
    use rug::ops::Pow;

    const ORDER: usize = 8;
    const PREC: u32 = 120;

    fn at(x: f64) -> Interval {
        Interval::from_f64(x, PREC).unwrap()
    }

    fn variable(x: &Interval) -> Series {
        Series::variable(&x.at_prec(PREC), ORDER)
    }

    /// Every coefficient contains the wanted number and is as narrow as the precision lets.
    fn assert_close(series: &Series, want: impl Fn(usize) -> Float) {
        for (k, c) in series.coefficients().iter().enumerate() {
            let want = want(k);
            assert!(c.contains(&want), "coefficient {k}: {c} does not contain {want}");
            assert!(c.width() < 1e-25, "coefficient {k}: {c}");
        }
    }

    fn factorial(k: usize) -> Float {
        Float::with_val(300, Float::factorial(k as u32))
    }

    #[test]
    fn closed_forms_at_points() {
        let p = 300;
        for x in [0.3, 1.0, 1.75, 2.5] {
            let v = variable(&at(x));
            let big = Float::with_val(p, x);
            let exp = big.clone().exp();
            assert_close(&v.exp(), |k| exp.clone() / factorial(k));
            let (s, c) = v.sin_cos();
            let cycle = |k: usize| match k % 4 {
                0 => big.clone().sin(),
                1 => big.clone().cos(),
                2 => -big.clone().sin(),
                _ => -big.clone().cos(),
            };
            assert_close(&s, |k| cycle(k) / factorial(k));
            assert_close(&c, |k| cycle(k + 1) / factorial(k));
            assert_close(&v.log().unwrap(), |k| match k {
                0 => big.clone().ln(),
                _ => -(-big.clone().recip()).pow(k as u32) / k as u32,
            });
            // Binomial series of exponents 1/2, -3 and 5.
            let binomial = |a: f64, power: &dyn Fn(usize) -> Float, k: usize| {
                (0..k).fold(power(k), |c, j| c * (a - j as f64) / (j + 1) as u32)
            };
            let root = big.clone().sqrt();
            let halves = |k: usize| root.clone() / big.clone().pow(k as u32);
            assert_close(&v.sqrt().unwrap(), |k| binomial(0.5, &halves, k));
            for n in [-3i32, 5] {
                let powers = |k: usize| big.clone().pow(n - k as i32);
                assert_close(&v.powi(n).unwrap(), |k| binomial(f64::from(n), &powers, k));
            }
        }
    }

    #[test]
    fn compositions_agree_with_identities() {
        let x = at(0.7);
        let v = variable(&x);
        let overlap = |a: &Series, b: &Series| {
            for (p, q) in a.coefficients().iter().zip(b.coefficients()) {
                assert!(p.intersect(q).is_some() && p.width() < 1e-25, "{p} {q}");
            }
        };
        overlap(&v.exp().log().unwrap(), &v);
        overlap(&v.sqrt().unwrap().mul(&v.sqrt().unwrap()), &v);
        let (s, c) = v.mul(&v).sin_cos();
        overlap(&s.mul(&s).add(&c.mul(&c)), &Series::constant(&Interval::one(PREC), ORDER));
        overlap(&v.exp().div(&v).unwrap().mul(&v), &v.exp());
        overlap(&s.powi(3).unwrap(), &s.mul(&s).mul(&s));
        overlap(
            &s.powi(-2).unwrap().mul(&s).mul(&s),
            &Series::constant(&Interval::one(PREC), ORDER),
        );
        overlap(&s.neg().add(&s), &s.sub(&s));
        overlap(&s.powi(0).unwrap(), &Series::constant(&Interval::one(PREC), ORDER));
    }

    /// A function made of everything: exp(sin x)·√(1 + x²) / log(2 + x) + cos(x)^3 - x^-2.
    fn mixture(v: &Series) -> Series {
        let one = Series::constant(&Interval::one(PREC), v.order());
        let two = one.add(&one);
        let (s, c) = v.sin_cos();
        let root = one.add(&v.powi(2).unwrap()).sqrt().unwrap();
        let quotient = s.exp().mul(&root).div(&two.add(v).log().unwrap()).unwrap();
        quotient.add(&c.powi(3).unwrap()).sub(&v.powi(-2).unwrap())
    }

    #[test]
    fn wide_coefficients_contain_those_of_every_point() {
        let mut random = Random::new(5);
        for _ in 0..60 {
            let a = random.between(0.5, 4.0);
            let x = interval(a, a + random.between(0.0, 0.3)).at_prec(PREC);
            let wide = mixture(&variable(&x));
            for _ in 0..4 {
                let point = random.inside(&x);
                let point = Interval::new(point.clone(), point).unwrap();
                let narrow = mixture(&variable(&point));
                for (w, n) in wide.coefficients().iter().zip(narrow.coefficients()) {
                    assert!(w.intersect(n).is_some(), "{x}: {w} {n}");
                }
            }
        }
    }

    #[test]
    fn taylor_polynomials_agree_with_evaluation() {
        // f(x0 + h) lies in Σ c_j(x0)·h^j + c_n(X)·h^n for X the hull of both points.
        let (x0, h) = (1.25, 0.0625);
        let point = mixture(&variable(&at(x0)));
        let remainder = mixture(&variable(&interval(x0, x0 + h)));
        let step = at(h);
        let mut sum = Interval::zero(PREC);
        for (j, c) in point.coefficients()[..ORDER].iter().enumerate() {
            sum = sum.add(&c.mul(&step.powi(j as i32).unwrap()));
        }
        let last = &remainder.coefficients()[ORDER];
        sum = sum.add(&last.mul(&step.powi(ORDER as i32).unwrap()));
        let direct = mixture(&Series::variable(&at(x0 + h), 0));
        assert!(sum.encloses(direct.value()), "{sum} {}", direct.value());
        assert!(sum.width() < 1e-6);
    }

    #[test]
    fn wide_results_are_tight_where_monotone() {
        let x = interval(1.0, 2.0).at_prec(PREC);
        let v = variable(&x);
        let p = v.powi(4).unwrap();
        // f''/2 = 6·x² on [1, 2].
        assert_eq!(p.coefficients()[2], interval(6.0, 24.0).at_prec(PREC));
        let inverse = v.powi(-1).unwrap();
        assert_eq!(inverse.coefficients()[1], interval(-1.0, -0.25).at_prec(PREC));
        assert_eq!(v.log().unwrap().coefficients()[1], interval(0.5, 1.0).at_prec(PREC));
        let root = v.sqrt().unwrap();
        assert!((root.coefficients()[2].lo().to_f64() + 0.125).abs() < 1e-12);
        assert!((root.coefficients()[2].hi().to_f64() + 0.125 / 8f64.sqrt()).abs() < 1e-12);
        // An even power across 0.
        let across = variable(&interval(-1.0, 2.0)).powi(2).unwrap();
        assert_eq!(across.coefficients()[0], interval(0.0, 4.0).at_prec(PREC));
        assert_eq!(across.coefficients()[1], interval(-2.0, 4.0).at_prec(PREC));
    }

    #[test]
    fn errors_and_small_orders() {
        let v = variable(&interval(-1.0, 1.0));
        assert!(v.log().is_err() && v.sqrt().is_err() && v.powi(-1).is_err());
        assert!(v.div(&v).is_err());
        let touching = interval(0.0, 1.0);
        assert!(Series::variable(&touching, 1).sqrt().is_err());
        assert!(Series::variable(&touching, 0).sqrt().is_ok());
        assert_eq!(Series::variable(&touching, 0).powi(3).unwrap().order(), 0);
        assert_eq!(v.mul(&Series::variable(&touching, 2)).order(), 2);
    }
}
