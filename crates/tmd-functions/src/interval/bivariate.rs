//! Rigorous Taylor arithmetic in two variables: all partial derivatives on a whole box at once.
//!
//! A [`Bivariate`] of order n holds an interval for each i + j ≤ n; that of (i, j) encloses ∂^(i+j)f/∂x^i∂y^j (x, y)/(i!·j!)
//! for *every* point of the box that the variables stood for. Products and quotients are those of polynomials without the
//! terms above the order. A function h of one variable is composed by its own [`Series`] at the interval u_0 of the value:
//! h(u_0 + w) = Σ_k h^(k)(u_0)/k!·w^k up to k = n, and w has no constant term, so that w^k has no terms below the total degree k (A. Griewank and
//! A. Walther, *Evaluating Derivatives*, 2nd edition, SIAM 2008, chapter 13; J. Hubert, R. Neidinger). So every function of the
//! table works as it is. All of this holds point by point, and in interval arithmetic encloses it for all points.

use super::{EvalError, Interval, Series};

/// The Taylor coefficients of a function of two variables up to a total degree, over a box.
///
/// Binary operations expect operands of the same order; with different ones the result has the smaller.
#[derive(Clone, Debug, PartialEq)]
pub struct Bivariate {
    order: usize,
    /// By total degree, then by the power of the second variable: see [`at`].
    coefficients: Vec<Interval>,
}

/// The place of the coefficient (i, j).
fn at(i: usize, j: usize) -> usize {
    let total = i + j;
    total * (total + 1) / 2 + j
}

/// How many coefficients there are up to a total degree.
fn count(order: usize) -> usize {
    at(order + 1, 0)
}

/// All (i, j) up to a total degree, in the order of the coefficients.
fn powers(order: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=order).flat_map(|total| (0..=total).map(move |j| (total - j, j)))
}

impl Bivariate {
    /// A constant.
    pub fn constant(c: &Interval, order: usize) -> Self {
        let mut coefficients = vec![Interval::zero(c.prec()); count(order)];
        coefficients[0] = c.clone();
        Bivariate { order, coefficients }
    }

    /// The first variable over the interval `x`.
    pub fn x(x: &Interval, order: usize) -> Self {
        Self::constant(x, order).with_slope(1, 0)
    }

    /// The second variable over the interval `y`.
    pub fn y(y: &Interval, order: usize) -> Self {
        Self::constant(y, order).with_slope(0, 1)
    }

    fn with_slope(mut self, i: usize, j: usize) -> Self {
        let prec = self.prec();
        if let Some(slope) = self.coefficients.get_mut(at(i, j)) {
            *slope = Interval::one(prec);
        }
        self
    }

    /// The total degree up to which there are coefficients.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The coefficient of dx^i·dy^j, where i + j is at most the order.
    ///
    /// # Panics
    /// If it is more.
    pub fn coefficient(&self, i: usize, j: usize) -> &Interval {
        &self.coefficients[at(i, j)]
    }

    /// The coefficients by total degree, each with its powers (i, j).
    pub fn terms(&self) -> impl Iterator<Item = ((usize, usize), &Interval)> {
        powers(self.order).zip(&self.coefficients)
    }

    /// The enclosure of the function itself.
    pub fn value(&self) -> &Interval {
        &self.coefficients[0]
    }

    fn prec(&self) -> u32 {
        self.value().prec()
    }

    fn zip(&self, other: &Bivariate, f: impl Fn(&Interval, &Interval) -> Interval) -> Bivariate {
        let coefficients =
            self.coefficients.iter().zip(&other.coefficients).map(|(a, b)| f(a, b)).collect();
        Bivariate { order: self.order.min(other.order), coefficients }
    }

    /// The sum.
    pub fn add(&self, other: &Bivariate) -> Bivariate {
        self.zip(other, Interval::add)
    }

    /// The difference.
    pub fn sub(&self, other: &Bivariate) -> Bivariate {
        self.zip(other, Interval::sub)
    }

    /// The opposite.
    pub fn neg(&self) -> Bivariate {
        let coefficients = self.coefficients.iter().map(Interval::neg).collect();
        Bivariate { order: self.order, coefficients }
    }

    /// The product.
    pub fn mul(&self, other: &Bivariate) -> Bivariate {
        self.product(other, self.order.min(other.order))
    }

    /// The terms that are not 0, with their powers.
    fn present(&self) -> Vec<((usize, usize), &Interval)> {
        self.terms().filter(|(_, c)| !c.is_zero()).collect()
    }

    /// The product's terms up to a total degree.
    fn product(&self, other: &Bivariate, order: usize) -> Bivariate {
        let prec = self.prec().max(other.prec());
        let mut product = Bivariate::constant(&Interval::zero(prec), order);
        let mut term = Interval::zero(prec);
        let others = other.present();
        for ((i, j), a) in self.present() {
            // By total degree: what comes after the first that is too high is too high.
            for ((k, l), b) in others.iter().take_while(|((k, l), _)| i + j + k + l <= order) {
                term.set_product(a, b);
                product.coefficients[at(i + k, j + l)].accumulate(&term);
            }
        }
        product
    }

    /// The quotient q of self by d, term by term: q_ij = (a_ij - Σ d_kl·q_(i-k, j-l) over (k, l) other than (0, 0))/d_00.
    ///
    /// # Errors
    /// If d can be 0.
    pub fn div(&self, other: &Bivariate) -> Result<Bivariate, EvalError> {
        let order = self.order.min(other.order);
        let prec = self.prec().max(other.prec());
        let mut quotient = Bivariate::constant(&Interval::zero(prec), order);
        let mut term = Interval::zero(prec);
        let divisors = other.present();
        for (i, j) in powers(order) {
            let mut sum = Interval::zero(prec);
            for ((k, l), d) in divisors.iter().take_while(|((k, l), _)| k + l <= i + j) {
                if *k <= i && *l <= j && k + l > 0 {
                    term.set_product(d, &quotient.coefficients[at(i - k, j - l)]);
                    sum.accumulate(&term);
                }
            }
            let rest = self.coefficients[at(i, j)].sub(&sum);
            quotient.coefficients[at(i, j)] = rest.div(other.value())?;
        }
        Ok(quotient)
    }

    /// The composition with a function of one variable, by the rule for its series.
    ///
    /// # Errors
    /// Those of the rule.
    pub fn through(
        &self,
        rule: impl Fn(&Series) -> Result<Series, EvalError>,
    ) -> Result<Bivariate, EvalError> {
        let outer = rule(&Series::variable(self.value(), self.order))?;
        Ok(self.composed(outer.coefficients()))
    }

    /// Σ_k outer_k·w^k, w being what self has besides its value: by Horner's rule, of which each step has one total degree more.
    fn composed(&self, outer: &[Interval]) -> Bivariate {
        let mut rest = self.clone();
        rest.coefficients[0] = Interval::zero(self.prec());
        let [lower @ .., highest] = outer else { return rest };
        let mut result = Bivariate::constant(highest, 0);
        for coefficient in lower.iter().rev() {
            let mut next = rest.product(&result, (result.order + 1).min(self.order));
            // w has no constant term, and so the product has none.
            next.coefficients[0] = coefficient.clone();
            result = next;
        }
        result
    }

    /// The power with an integer exponent.
    ///
    /// # Errors
    /// If the exponent is negative and the value can be 0.
    pub fn powi(&self, n: i32) -> Result<Bivariate, EvalError> {
        if n == 2 {
            let mut square = self.mul(self);
            square.coefficients[0] = self.value().sqr();
            return Ok(square);
        }
        self.through(|u| u.powi(n))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;
    use rug::Float;

    const PREC: u32 = 150;
    const ORDER: usize = 6;

    fn variables(x: &Interval, y: &Interval) -> (Bivariate, Bivariate) {
        (Bivariate::x(&x.at_prec(PREC), ORDER), Bivariate::y(&y.at_prec(PREC), ORDER))
    }

    fn point(x: f64) -> Interval {
        interval(x, x)
    }

    fn overlap(a: &Bivariate, b: &Bivariate) {
        assert_eq!(a.order(), b.order());
        for ((powers, p), (_, q)) in a.terms().zip(b.terms()) {
            assert!(p.intersect(q).is_some(), "{powers:?}: {p} {q}");
            assert!(p.width() < 1e-30, "{powers:?}: {p}");
        }
    }

    #[test]
    fn closed_forms() {
        let (x, y) = variables(&point(0.5), &point(-1.25));
        // exp(x·y): the coefficients of exp(x0·y0 + x0·dy + y0·dx + dx·dy).
        let e = x.mul(&y).through(|u| Ok(u.exp())).expect("defined");
        let factors = x.through(|u| Ok(u.exp())).expect("defined");
        assert_eq!(*e.coefficient(0, 0).mid().to_f64().to_string(), (-0.625f64).exp().to_string());
        let wanted = (-0.625f64).exp() * (1.0 + 0.5 * -1.25);
        assert!((e.coefficient(1, 1).mid().to_f64() - wanted).abs() < 1e-15);
        // exp(x) alone: 1/i! in x, nothing in y.
        for ((i, j), c) in factors.terms() {
            if j > 0 {
                assert!(c.is_zero());
            } else {
                let factorial = Float::with_val(PREC, Float::factorial(i as u32)).to_f64();
                assert!((c.mid().to_f64() - 0.5f64.exp() / factorial).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn identities_hold() {
        let (x, y) = variables(&point(0.75), &point(1.5));
        let sum = x.add(&y);
        let exp = |u: &Bivariate| u.through(|u| Ok(u.exp())).expect("defined");
        overlap(&exp(&sum), &exp(&x).mul(&exp(&y)));
        overlap(&exp(&sum).through(Series::log).expect("defined"), &sum);
        let quotient = x.div(&y).expect("defined");
        overlap(&quotient.mul(&y), &x);
        let square = sum.powi(2).expect("defined");
        let twice = x.mul(&y).add(&x.mul(&y));
        overlap(&square, &x.powi(2).expect("x²").add(&y.powi(2).expect("y²")).add(&twice));
        overlap(&square.through(Series::sqrt).expect("positive"), &sum);
        let one = Bivariate::constant(&Interval::one(PREC), ORDER);
        overlap(&sum.powi(-3).expect("not 0").mul(&sum.powi(3).expect("cube")), &one);
        overlap(&sum.sub(&y), &x.neg().neg());
    }

    /// A function of everything: exp(x·sin y)/(2 + x²) - √(1 + y²)·log(3 + x·y).
    fn mixture(x: &Bivariate, y: &Bivariate) -> Bivariate {
        let number = |k: i64| Bivariate::constant(&Interval::one(PREC).mul_i64(k), x.order());
        let sine = y.through(|u| Ok(u.sin_cos().0)).expect("defined");
        let square = |u: &Bivariate| u.powi(2).expect("a square");
        let first = x.mul(&sine).through(|u| Ok(u.exp())).expect("defined");
        let first = first.div(&number(2).add(&square(x))).expect("positive");
        let root = number(1).add(&square(y)).through(Series::sqrt).expect("positive");
        first.sub(&root.mul(&number(3).add(&x.mul(y)).through(Series::log).expect("positive")))
    }

    #[test]
    fn boxes_hold_the_coefficients_of_all_their_points() {
        let mut random = Random::new(12);
        for _ in 0..20 {
            let side = |random: &mut Random| {
                let from = random.between(-1.0, 1.0);
                interval(from, from + random.between(0.0, 0.4)).at_prec(PREC)
            };
            let (x, y) = (side(&mut random), side(&mut random));
            let (wide_x, wide_y) = variables(&x, &y);
            let wide = mixture(&wide_x, &wide_y);
            for _ in 0..3 {
                let inside = |random: &mut Random, whole: &Interval| {
                    let number = random.inside(whole);
                    Interval::new(number.clone(), number).expect("a point")
                };
                let (px, py) = (inside(&mut random, &x), inside(&mut random, &y));
                let (narrow_x, narrow_y) = variables(&px, &py);
                let narrow = mixture(&narrow_x, &narrow_y);
                for ((powers, w), (_, n)) in wide.terms().zip(narrow.terms()) {
                    assert!(w.intersect(n).is_some(), "{powers:?} at {x}, {y}: {w} {n}");
                }
            }
        }
    }

    #[test]
    fn taylor_polynomials_with_remainders_hold_values() {
        let (x0, y0, h, k) = (0.25, -0.5, 0.0625, -0.03125);
        let at_point = {
            let (x, y) = variables(&point(x0), &point(y0));
            mixture(&x, &y)
        };
        let over = {
            let (x, y) = variables(&interval(x0, x0 + h), &interval(y0 + k, y0));
            mixture(&x, &y)
        };
        let power = |d: f64, n: usize| point(d).at_prec(PREC).powi(n as i32).expect("a power");
        let mut sum = Interval::zero(PREC);
        for ((i, j), c) in at_point.terms() {
            // The terms of the highest total degree are the remainder's.
            let c = if i + j == ORDER { over.coefficient(i, j) } else { c };
            sum = sum.add(&c.mul(&power(h, i)).mul(&power(k, j)));
        }
        let direct = {
            let (x, y) = variables(&point(x0 + h), &point(y0 + k));
            mixture(&x, &y).value().clone()
        };
        assert!(sum.encloses(&direct), "{sum} {direct}");
        assert!(sum.width() < 1e-7);
    }

    #[test]
    fn what_is_not_defined_is_an_error() {
        let (x, y) = variables(&interval(-1.0, 1.0), &interval(-1.0, 1.0));
        assert!(x.div(&y).is_err() && x.powi(-1).is_err() && x.through(Series::log).is_err());
        let none = Bivariate::x(&interval(0.0, 1.0), 0);
        assert!(none.through(Series::sqrt).is_ok() && none.powi(5).is_ok());
        assert_eq!(none.mul(&x).order(), 0);
    }
}
