//! Quotients of sums of powers of e with rational exponents, such as e^x/(1 + e^x): whether they are irrational.
//!
//! Powers of e with different rational exponents are linearly independent over the algebraic numbers (Lindemann and Weierstrass 1885;
//! Baker 1975, Theorem 1.4). So a quotient P/Q of two sums is algebraic only if P is a multiple of Q, coefficient by coefficient; then
//! its logarithm to base 2 or 10 is irrational unless it is, and its natural logarithm can only be a rational r if P is e^r·Q, term by term.

use crate::interval::Interval;
use crate::language::expr::{Expr, ExprKind};
use crate::language::fraction;
use crate::language::functions::Function;
use rug::Rational;
use std::collections::BTreeMap;

/// Sums of more terms are given up.
const MOST_TERMS: usize = 16;
/// Coefficients of a higher degree are given up.
const MOST_DEGREE: usize = 16;

/// Which values of x are meant.
#[derive(Clone, Copy)]
pub(super) enum Inputs<'a> {
    /// One.
    One(&'a Rational),
    /// All rational numbers of an interval.
    All(&'a Interval),
}

/// A polynomial in x: the coefficients of x^0, x^1, …, the last not 0; none of 0.
#[derive(Clone, Debug, PartialEq)]
struct Polynomial(Vec<Rational>);

impl Polynomial {
    fn new(mut coefficients: Vec<Rational>) -> Polynomial {
        while coefficients.last().is_some_and(Rational::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    fn constant(value: Rational) -> Polynomial {
        Polynomial::new(vec![value])
    }

    fn plus(&self, other: &Polynomial) -> Polynomial {
        let count = self.0.len().max(other.0.len());
        let at = |own: &Polynomial, k: usize| own.0.get(k).cloned().unwrap_or_default();
        Polynomial::new((0..count).map(|k| at(self, k) + at(other, k)).collect())
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        let mut all = vec![Rational::new(); (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                all[i + j] += Rational::from(a * b);
            }
        }
        Polynomial::new(all)
    }

    fn opposite(&self) -> Polynomial {
        Polynomial(self.0.iter().map(|a| Rational::from(-a)).collect())
    }

    /// Its value, if it is the same everywhere.
    fn value(&self) -> Option<Rational> {
        match &self.0[..] {
            [] => Some(Rational::new()),
            [value] => Some(value.clone()),
            _ => None,
        }
    }

    /// Whether it is 0 nowhere.
    fn has_no_zero(&self, inputs: Inputs<'_>) -> bool {
        match (self.value(), inputs) {
            (Some(value), _) => !value.is_zero(),
            (None, Inputs::One(_)) => false,
            (None, Inputs::All(x)) => {
                let constant = |value: &Rational| Interval::from_rational(value, x.prec());
                let sum = self.0.iter().rev().map(constant);
                let value = sum.reduce(|rest, own| rest.mul(x).add(&own));
                value.is_some_and(|value| !value.contains_zero())
            }
        }
    }

    fn is_short(&self) -> bool {
        self.0.len() <= MOST_DEGREE + 1 && self.0.iter().all(fraction::is_short)
    }
}

/// An exponent: offset and slope of a line in x.
type Exponent = [Rational; 2];

/// A sum of powers of e, by their exponents; no coefficient is 0 everywhere.
#[derive(Clone, Debug, PartialEq)]
struct Sum(BTreeMap<Exponent, Polynomial>);

impl Sum {
    fn new(terms: impl IntoIterator<Item = (Exponent, Polynomial)>) -> Option<Sum> {
        let mut sum = BTreeMap::<Exponent, Polynomial>::new();
        for (exponent, own) in terms {
            let all = sum.remove(&exponent).map_or_else(|| own.clone(), |other| other.plus(&own));
            if !all.0.is_empty() {
                sum.insert(exponent, all);
            }
        }
        let is_short = sum.len() <= MOST_TERMS && sum.values().all(Polynomial::is_short);
        is_short.then_some(Sum(sum))
    }

    fn of(polynomial: Polynomial) -> Option<Sum> {
        Sum::new([(Exponent::default(), polynomial)])
    }

    fn one() -> Option<Sum> {
        Sum::of(Polynomial::constant(Rational::from(1)))
    }

    fn plus(&self, other: &Sum) -> Option<Sum> {
        Sum::new(self.0.clone().into_iter().chain(other.0.clone()))
    }

    fn times(&self, other: &Sum) -> Option<Sum> {
        let product = self.0.iter().flat_map(|([a, b], p)| {
            let term = move |([c, d], q): (&Exponent, &Polynomial)| {
                ([Rational::from(a + c), Rational::from(b + d)], p.times(q))
            };
            other.0.iter().map(term)
        });
        Sum::new(product)
    }

    fn opposite(&self) -> Sum {
        Sum(self.0.iter().map(|(exponent, own)| (exponent.clone(), own.opposite())).collect())
    }

    /// 1 over it, if it has one term with a constant coefficient.
    fn inverse(&self) -> Option<Sum> {
        let (exponent, coefficient) = self.0.iter().next().filter(|_| self.0.len() == 1)?;
        let value = coefficient.value()?;
        let exponent = exponent.clone().map(|part| -part);
        Sum::new([(exponent, Polynomial::constant(value.recip()))])
    }

    /// Whether its exponents are different everywhere.
    fn is_apart(&self, inputs: Inputs<'_>) -> bool {
        let all: Vec<&Exponent> = self.0.keys().collect();
        all.iter().enumerate().all(|(k, [a, b])| {
            all[..k].iter().all(|[c, d]| {
                let difference = vec![Rational::from(a - c), Rational::from(b - d)];
                Polynomial::new(difference).has_no_zero(inputs)
            })
        })
    }

    fn coefficient(&self, exponent: &Exponent) -> Polynomial {
        self.0.get(exponent).cloned().unwrap_or(Polynomial(vec![]))
    }
}

/// A quotient of two sums, the second not 0.
struct Quotient([Sum; 2]);

impl Quotient {
    fn of(sum: Sum) -> Option<Quotient> {
        Some(Quotient([sum, Sum::one()?]))
    }

    fn plus(&self, other: &Quotient) -> Option<Quotient> {
        let (Quotient([a, b]), Quotient([c, d])) = (self, other);
        match b == d {
            true => Some(Quotient([a.plus(c)?, b.clone()])),
            false => Some(Quotient([a.times(d)?.plus(&c.times(b)?)?, b.times(d)?])),
        }
    }

    fn times(&self, other: &Quotient) -> Option<Quotient> {
        let (Quotient([a, b]), Quotient([c, d])) = (self, other);
        Some(Quotient([a.times(c)?, b.times(d)?]))
    }

    fn inverse(&self) -> Option<Quotient> {
        let Quotient([a, b]) = self;
        match a.inverse() {
            Some(inverse) => Some(Quotient([b.times(&inverse)?, Sum::one()?])),
            None => (!a.0.is_empty()).then(|| Quotient([b.clone(), a.clone()])),
        }
    }

    fn opposite(&self) -> Quotient {
        let Quotient([a, b]) = self;
        Quotient([a.opposite(), b.clone()])
    }

    /// Its value, where the coefficients of one sum are a multiple of the other's.
    fn rational(&self) -> Option<Rational> {
        let Quotient([a, b]) = self;
        let Some((exponent, coefficient)) = a.0.iter().next() else { return Some(Rational::new()) };
        let divisor = b.coefficient(exponent).value().filter(|divisor| !divisor.is_zero())?;
        let ratio = coefficient.value()? / divisor;
        let multiple = b.times(&Sum::of(Polynomial::constant(ratio.clone()))?)?;
        (*a == multiple).then_some(ratio)
    }

    /// Whether it is proved to be transcendental.
    fn is_irrational(&self, inputs: Inputs<'_>) -> bool {
        let Quotient([a, b]) = self;
        let exponents = a.0.keys().chain(b.0.keys());
        let one = || Polynomial::constant(Rational::from(1));
        let all = Sum(exponents.map(|exponent| (exponent.clone(), one())).collect());
        if !all.is_apart(inputs) {
            return false;
        }
        let pairs: Vec<_> =
            all.0.keys().map(|exponent| [a, b].map(|sum| sum.coefficient(exponent))).collect();
        let differ = |[a, b]: &[Polynomial; 2], [c, d]: &[Polynomial; 2]| {
            a.times(d).plus(&b.times(c).opposite()).has_no_zero(inputs)
        };
        pairs.iter().enumerate().any(|(k, own)| pairs[..k].iter().any(|other| differ(own, other)))
    }

    /// Whether its natural logarithm is proved to be irrational, where it has one.
    fn has_irrational_logarithm(&self, inputs: Inputs<'_>) -> bool {
        let Quotient(sums) = self;
        let are_told = sums
            .iter()
            .all(|sum| sum.is_apart(inputs) && sum.0.values().all(|own| own.has_no_zero(inputs)));
        let [a, b] = sums.each_ref().map(|sum| sum.0.values().collect::<Vec<_>>());
        are_told
            && match (&a[..], &b[..]) {
                ([a], [b]) => a.plus(&b.opposite()).has_no_zero(inputs),
                (a, b) => a.len() != b.len(),
            }
    }
}

/// An expression as such a quotient.
fn quotient(expr: &Expr, inputs: Inputs<'_>) -> Option<Quotient> {
    let part = |e: &Expr| quotient(e, inputs);
    let constant = |value: Rational| Quotient::of(Sum::of(Polynomial::constant(value))?);
    match &expr.kind {
        ExprKind::X => match inputs {
            Inputs::One(x) => constant(x.clone()),
            Inputs::All(_) => {
                let x = Polynomial::new(vec![Rational::new(), Rational::from(1)]);
                Quotient::of(Sum::of(x)?)
            }
        },
        ExprKind::Constant(value) => constant(value.clone()),
        ExprKind::Neg(a) => Some(part(a)?.opposite()),
        ExprKind::Add(a, b) => part(a)?.plus(&part(b)?),
        ExprKind::Sub(a, b) => part(a)?.plus(&part(b)?.opposite()),
        ExprKind::Mul(a, b) => part(a)?.times(&part(b)?),
        ExprKind::Div(a, b) => part(a)?.times(&part(b)?.inverse()?),
        ExprKind::Powi(a, n) if n.unsigned_abs() as usize <= MOST_DEGREE => {
            let own = part(a)?;
            let own = if *n < 0 { own.inverse()? } else { own };
            let one = constant(Rational::from(1))?;
            (0..n.unsigned_abs()).try_fold(one, |power, _| power.times(&own))
        }
        ExprKind::Apply(function, a) => {
            let exponent = exponent(&part(a)?)?;
            of_exponential(function.name, exponent)
        }
        ExprKind::Pi
        | ExprKind::Y
        | ExprKind::Powi(..)
        | ExprKind::Rootn(..)
        | ExprKind::Pair(..) => None,
    }
}

/// A quotient as a line in x.
fn exponent(quotient: &Quotient) -> Option<Exponent> {
    let Quotient([line, divisor]) = quotient;
    let is_plain = |sum: &Sum| sum.0.keys().all(|exponent| *exponent == Exponent::default());
    if *divisor != Sum::one()? || !is_plain(line) {
        return None;
    }
    match &line.coefficient(&Exponent::default()).0[..] {
        [] => Some(Exponent::default()),
        [offset] => Some([offset.clone(), Rational::new()]),
        [offset, slope] => Some([offset.clone(), slope.clone()]),
        _ => None,
    }
}

/// A function of the table that is made of powers of e.
fn of_exponential(name: &str, exponent: Exponent) -> Option<Quotient> {
    let opposite = exponent.clone().map(|part| -part);
    let sum = |coefficients: [(&Exponent, i32); 2], divisor: i32| {
        let term = |(exponent, c): (&Exponent, i32)| {
            (exponent.clone(), Polynomial::constant(Rational::from((c, divisor))))
        };
        Sum::new(coefficients.map(term))
    };
    let zero = Exponent::default();
    match name {
        "exp" => Quotient::of(sum([(&exponent, 1), (&zero, 0)], 1)?),
        "expm1" => Quotient::of(sum([(&exponent, 1), (&zero, -1)], 1)?),
        "sinh" => Quotient::of(sum([(&exponent, 1), (&opposite, -1)], 2)?),
        "cosh" => Quotient::of(sum([(&exponent, 1), (&opposite, 1)], 2)?),
        "tanh" => Some(Quotient([
            sum([(&exponent, 1), (&opposite, -1)], 1)?,
            sum([(&exponent, 1), (&opposite, 1)], 1)?,
        ])),
        _ => None,
    }
}

/// The value at a rational number, if it is such a quotient and rational.
pub(super) fn exact(expr: &Expr, x: &Rational) -> Option<Rational> {
    quotient(expr, Inputs::One(x))?.rational()
}

/// Whether an expression is such a quotient, and irrational at all of the inputs.
pub(super) fn is_irrational(expr: &Expr, inputs: Inputs<'_>) -> bool {
    quotient(expr, inputs).is_some_and(|own| own.is_irrational(inputs))
}

/// Whether a logarithm or a root of such a quotient is irrational at all of the inputs.
pub(super) fn is_irrational_of(function: &Function, a: &Expr, inputs: Inputs<'_>) -> bool {
    let Some(own) = quotient(a, inputs) else { return false };
    let with_one = || Quotient::of(Sum::one()?)?.plus(&own);
    match function.name {
        "log" => own.has_irrational_logarithm(inputs),
        "logp1" => with_one().is_some_and(|own| own.has_irrational_logarithm(inputs)),
        // A quotient that is not transcendental is rational, and decided elsewhere.
        "log2" | "log10" | "log2p1" | "log10p1" | "sqrt" | "cbrt" | "rsqrt" => {
            own.is_irrational(inputs)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::interval::testing::interval;
    use crate::language::FunctionSpec;
    use rug::Rational;

    #[test]
    fn irrational_values() {
        for (text, x, want) in [
            ("exp(x) + exp(-x)", (1, 3), true),
            ("exp(x) / (1 + exp(x))", (1, 3), true),
            ("exp(x) / (1 + exp(x))", (0, 1), false),
            ("exp(x) * exp(-x)", (1, 3), false),
            ("powi(cosh(x), 2) - powi(sinh(x), 2)", (1, 3), false),
            ("(exp(2 * x) - 1) / (exp(2 * x) + 1) - tanh(x)", (1, 3), false),
            ("exp(2 * x) - tanh(x) + x", (1, 3), true),
            ("exp(x) - 3 * exp(1 - x)", (1, 2), true),
            ("exp(x) - exp(1 - x)", (1, 2), false),
            ("log(1 + exp(x))", (30, 1), true),
            ("log(1 + exp(x))", (0, 1), true),
            ("log(exp(x) * exp(1))", (1, 3), false),
            ("log(2 * exp(x))", (1, 3), true),
            ("log(exp(x) + exp(-x)) - x", (40, 1), true),
            ("logp1(expm1(x))", (1, 3), false),
            ("logp1(exp(-x))", (1, 3), true),
            ("log2(1 + exp(x))", (1, 3), true),
            ("sqrt(exp(x) + 1)", (1, 3), true),
            ("x * exp(x)", (1, 3), true),
            ("exp(pi * x)", (1, 3), false),
            ("exp(x) + sin(x)", (1, 3), false),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            assert_eq!(spec.is_irrational_at(&Rational::from(x)), want, "{text} at {x:?}");
        }
    }

    #[test]
    fn rational_values() {
        for (text, want) in [
            ("exp(x) * exp(-x)", Some((1, 1))),
            ("powi(cosh(x), 2) - powi(sinh(x), 2)", Some((1, 1))),
            ("(exp(x) - exp(2 / 3 - x)) * exp(1)", Some((0, 1))),
            ("(exp(x) + exp(-x)) / (6 * cosh(x)) + x", Some((2, 3))),
            ("exp(x) * exp(x)", None),
            ("exp(x) / (1 + exp(x))", None),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            let value = spec.exact_value(&Rational::from((1, 3)));
            assert_eq!(value, want.map(Rational::from), "{text}");
        }
    }

    #[test]
    fn irrational_on_intervals() {
        for (text, x, want) in [
            ("log(1 + exp(x))", (30.0, 64.0), true),
            ("log(1 + exp(x))", (-1.0, 64.0), false),
            ("x + log(1 + exp(-x))", (30.0, 64.0), true),
            ("exp(x) / (1 + exp(x))", (30.0, 64.0), true),
            ("exp(x) / (1 + exp(x))", (-1.0, 64.0), false),
            ("(exp(x) - exp(-x)) / 2", (0.25, 0.5), true),
            ("x * exp(x)", (0.25, 0.5), true),
            ("(x - 1) * exp(x)", (0.25, 1.5), false),
            ("exp(x) - exp(1 - x)", (0.25, 0.75), false),
            ("exp(x) - exp(1 - x)", (0.75, 0.875), true),
            ("exp(x * x) + exp(x)", (0.25, 0.5), false),
            ("exp(x) * exp(-x)", (0.25, 0.5), false),
            ("tanh(x) * x", (30.0, 40.0), true),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            assert_eq!(spec.is_no_float_on(&interval(x.0, x.1)), want, "{text} on {x:?}");
        }
    }
}
