//! Which quotients of sums Σ p(x)·e^(s·x + t), with polynomials p and rational numbers s and t, are irrational at rational numbers x.
//!
//! Lindemann and Weierstrass (1885): powers of e with different rational exponents are linearly independent over the algebraic numbers. So
//! a quotient whose two sums are not proportional, exponent by exponent, is transcendental.

use crate::function::{Expr, Function};
use crate::inputs::Inputs;
use crate::interval::Interval;
use rug::Rational;

/// The most terms, and the most coefficients of each.
const MOST: usize = 17;
/// The most bits of a coefficient.
const LONGEST: u32 = 1 << 16;

/// The coefficients of a polynomial from x^0 on.
type Factor = Vec<Rational>;

/// p(x)·e^(rate·x + start).
#[derive(Clone, Debug, PartialEq)]
struct Term {
    rate: Rational,
    start: Rational,
    factor: Factor,
}

type Sum = Vec<Term>;

fn trimmed(mut factor: Factor) -> Factor {
    while factor.last().is_some_and(|last| last.is_zero()) {
        factor.pop();
    }
    factor
}

fn add(p: &Factor, q: &Factor, sign: i32) -> Factor {
    let mut sum = p.clone();
    sum.resize(p.len().max(q.len()), Rational::new());
    for (own, other) in sum.iter_mut().zip(q) {
        *own += Rational::from(other * sign);
    }
    trimmed(sum)
}

fn multiply(p: &Factor, q: &Factor) -> Factor {
    let mut product = vec![Rational::new(); p.len() + q.len()];
    for (i, a) in p.iter().enumerate() {
        for (j, b) in q.iter().enumerate() {
            product[i + j] += Rational::from(a * b);
        }
    }
    trimmed(product)
}

/// Terms with the same exponent as one, none that is 0; nothing where they are too many or too long.
fn collected(terms: impl IntoIterator<Item = Term>) -> Option<Sum> {
    let mut sum: Sum = vec![];
    for term in terms {
        match sum.iter_mut().find(|own| own.rate == term.rate && own.start == term.start) {
            Some(own) => own.factor = add(&own.factor, &term.factor, 1),
            None => sum.push(Term { factor: trimmed(term.factor), ..term }),
        }
    }
    sum.retain(|term| !term.factor.is_empty());
    let is_long = |value: &Rational| {
        value.numer().significant_bits().max(value.denom().significant_bits()) > LONGEST
    };
    let is_large = |term: &Term| term.factor.len() > MOST || term.factor.iter().any(is_long);
    (sum.len() <= MOST && !sum.iter().any(is_large)).then_some(sum)
}

fn polynomial(factor: Factor) -> Sum {
    match trimmed(factor) {
        factor if factor.is_empty() => vec![],
        factor => vec![Term { rate: Rational::new(), start: Rational::new(), factor }],
    }
}

fn power(rate: &Rational, start: &Rational, factor: Rational) -> Term {
    Term { rate: rate.clone(), start: start.clone(), factor: vec![factor] }
}

fn products(a: &Sum, b: &Sum) -> Option<Sum> {
    let mut all = vec![];
    for p in a {
        for q in b {
            all.push(Term {
                rate: Rational::from(&p.rate + &q.rate),
                start: Rational::from(&p.start + &q.start),
                factor: multiply(&p.factor, &q.factor),
            });
        }
    }
    collected(all)
}

/// A quotient: what is divided, and by what.
type Quotient = (Sum, Sum);

fn whole(sum: Sum) -> Quotient {
    (sum, polynomial(vec![Rational::from(1)]))
}

fn plus(a: &Quotient, b: &Quotient, sign: i32) -> Option<Quotient> {
    let signed = |mut sum: Sum| {
        sum.iter_mut().flat_map(|term| &mut term.factor).for_each(|part| *part *= sign);
        sum
    };
    if a.1 == b.1 {
        return Some((collected([a.0.clone(), signed(b.0.clone())].concat())?, a.1.clone()));
    }
    let up = [products(&a.0, &b.1)?, signed(products(&b.0, &a.1)?)].concat();
    Some((collected(up)?, products(&a.1, &b.1)?))
}

fn times(a: &Quotient, b: &Quotient) -> Option<Quotient> {
    Some((products(&a.0, &b.0)?, products(&a.1, &b.1)?))
}

fn inverse((up, down): &Quotient) -> Option<Quotient> {
    match &up[..] {
        [] => None,
        // One power, with a constant factor: its inverse is one, too.
        [Term { rate, start, factor }] if factor.len() == 1 => {
            let [rate, start] = [rate, start].map(|part| Rational::from(-part));
            let own = power(&rate, &start, factor[0].clone().recip());
            Some(whole(products(down, &vec![own])?))
        }
        _ => Some((down.clone(), up.clone())),
    }
}

/// Whether a polynomial is 0 at none of the inputs.
fn misses_zero(factor: &Factor, inputs: &Inputs<'_>) -> bool {
    match factor.len() {
        0 => false,
        1 => true,
        _ => {
            let prec = inputs.all.prec();
            let mut value = Interval::int(0, prec);
            for part in factor.iter().rev() {
                value = value.mul(inputs.all).add(&Interval::point(part, prec));
            }
            inputs.one.is_none() && !value.has_zero()
        }
    }
}

/// Whether no two of some exponents are the same at any of the inputs.
fn are_apart(terms: &[&Term], inputs: &Inputs<'_>) -> bool {
    (0..terms.len()).all(|k| {
        (0..k).all(|j| {
            let (a, b) = (terms[k], terms[j]);
            let [start, rate] = [(&a.start, &b.start), (&a.rate, &b.rate)];
            let line = [start, rate].map(|(a, b)| Rational::from(a - b));
            misses_zero(&trimmed(line.to_vec()), inputs)
        })
    })
}

impl Inputs<'_> {
    fn quotient(&self, expr: &Expr) -> Option<Quotient> {
        let part = |expr: &Expr| self.quotient(expr);
        match expr {
            Expr::X => Some(whole(polynomial(match self.one {
                Some(x) => vec![x.clone()],
                None => vec![Rational::new(), Rational::from(1)],
            }))),
            Expr::Const(value) => Some(whole(polynomial(vec![value.clone()]))),
            Expr::Neg(a) => plus(&whole(vec![]), &part(a)?, -1),
            Expr::Add(a, b) => plus(&part(a)?, &part(b)?, 1),
            Expr::Sub(a, b) => plus(&part(a)?, &part(b)?, -1),
            Expr::Mul(a, b) => times(&part(a)?, &part(b)?),
            Expr::Div(a, b) => times(&part(a)?, &inverse(&part(b)?)?),
            Expr::Powi(a, n) if n.unsigned_abs() < 17 => {
                let base = part(a)?;
                let base = if *n < 0 { inverse(&base)? } else { base };
                let one = whole(polynomial(vec![Rational::from(1)]));
                (0..n.unsigned_abs()).try_fold(one, |power, _| times(&power, &base))
            }
            Expr::Call(function, a) => of_line(function, &part(a)?),
            Expr::Pi | Expr::Powi(..) | Expr::Rootn(..) => None,
        }
    }

    /// The value at the only one of them, if the two sums are proportional.
    pub(crate) fn ratio(&self, expr: &Expr) -> Option<Rational> {
        let (up, down) = self.quotient(expr).filter(|_| self.one.is_some())?;
        let Some(first) = up.first() else { return Some(Rational::new()) };
        let same = |term: &&Term| term.rate == first.rate && term.start == first.start;
        let ratio = Rational::from(first.factor.first()? / down.iter().find(same)?.factor.first()?);
        let less =
            plus(&whole(up), &whole(products(&down, &polynomial(vec![ratio.clone()]))?), -1)?;
        less.0.is_empty().then_some(ratio)
    }

    /// Whether an expression is such a quotient and transcendental at each of them.
    pub(crate) fn is_transcendental(&self, expr: &Expr) -> bool {
        self.quotient(expr).is_some_and(|own| self.is_not_algebraic(&own))
    }

    fn is_not_algebraic(&self, (up, down): &Quotient) -> bool {
        let other = |term: &Term, sum: &Sum| {
            let own = sum.iter().find(|own| own.rate == term.rate && own.start == term.start);
            own.map(|own| own.factor.clone()).unwrap_or_default()
        };
        let mut exponents: Vec<&Term> = up.iter().collect();
        exponents.extend(down.iter().filter(|term| other(term, up).is_empty()));
        if !are_apart(&exponents, self) {
            return false;
        }
        let pairs: Vec<(Factor, Factor)> =
            exponents.iter().map(|term| (other(term, up), other(term, down))).collect();
        pairs.iter().enumerate().any(|(k, (a, b))| {
            pairs[..k]
                .iter()
                .any(|(c, d)| misses_zero(&add(&multiply(a, d), &multiply(b, c), -1), self))
        })
    }

    /// Whether a logarithm or a root of such a quotient is irrational at each of them: of a transcendental number, a root and a
    /// logarithm to a whole base are; e^r·Q with a rational r has the terms of Q, all with other exponents.
    pub(crate) fn is_irrational_of(&self, function: &Function, a: &Expr) -> bool {
        let one = whole(polynomial(vec![Rational::from(1)]));
        let more = i32::from(matches!(function.names[0], "logp1" | "log2p1" | "log10p1"));
        let own = self.quotient(a).and_then(|own| plus(&own, &one, more));
        let Some(own) = own else { return false };
        match function.names[0] {
            "log" | "logp1" => {
                let is_sure = |sum: &Sum| {
                    are_apart(&sum.iter().collect::<Vec<_>>(), self)
                        && sum.iter().all(|term| misses_zero(&term.factor, self))
                };
                let (up, down) = &own;
                let differ = match (&up[..], &down[..]) {
                    ([a], [b]) => misses_zero(&add(&a.factor, &b.factor, -1), self),
                    _ => up.len() != down.len(),
                };
                differ && is_sure(up) && is_sure(down)
            }
            "log2" | "log10" | "log2p1" | "log10p1" | "sqrt" | "cbrt" | "rsqrt" => {
                self.is_not_algebraic(&own)
            }
            _ => false,
        }
    }
}

/// A function of s·x + t that is made of powers of e.
fn of_line(function: &Function, (line, by): &Quotient) -> Option<Quotient> {
    let (zero, one) = (Rational::new(), Rational::from(1));
    if *by != polynomial(vec![one.clone()]) {
        return None;
    }
    let (rate, start) = match &line[..] {
        [] => (zero.clone(), zero.clone()),
        [term] if term.rate.is_zero() && term.start.is_zero() && term.factor.len() <= 2 => {
            let at = |k: usize| term.factor.get(k).cloned().unwrap_or_default();
            (at(1), at(0))
        }
        _ => return None,
    };
    let [less, minus] = [&rate, &start].map(|part| Rational::from(-part));
    let half = |sign: i32| Rational::from((sign, 2));
    let of =
        |sign: i32| collected([power(&rate, &start, half(1)), power(&less, &minus, half(sign))]);
    match function.names[0] {
        "exp" => Some(whole(vec![power(&rate, &start, one)])),
        "expm1" => {
            let less_one = power(&zero, &zero, Rational::from(-1));
            Some(whole(collected([power(&rate, &start, one), less_one])?))
        }
        "sinh" => Some(whole(of(-1)?)),
        "cosh" => Some(whole(of(1)?)),
        "tanh" => Some((of(-1)?, of(1)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::{Params, parse};

    #[test]
    fn quotients_of_sums_of_powers() {
        let all = Interval::between(&Rational::from((1, 4)), &Rational::from((3, 4)), 128);
        let one = Rational::from((1, 2));
        for (text, at_half, on_interval) in [
            ("exp(x) / (1 + exp(x))", true, true),
            ("(exp(x) - exp(-x)) / 2", true, true),
            ("exp(x) * exp(-x)", false, false),
            ("exp(x) - exp(1 - x)", false, false),
            ("exp(x) - exp(2 - x)", true, true),
            ("x * exp(x) - powi(x, 3)", true, true),
            ("(x - 1 / 2) * exp(x)", false, false),
            ("tanh(x) - (exp(2 * x) - 1) / (exp(2 * x) + 1)", false, false),
            ("powi(cosh(x), 2) - powi(sinh(x), 2)", false, false),
            ("exp(x * x) + exp(x)", true, false),
            ("exp(x) + sin(x)", false, false),
        ] {
            let expr = parse(text, &Params::new()).unwrap();
            let at = Inputs { all: &all, one: Some(&one) };
            let on = Inputs { all: &all, one: None };
            let own = [at.is_transcendental(&expr), on.is_transcendental(&expr)];
            assert_eq!(own, [at_half, on_interval], "{text}");
            let is_rational = !at_half && !["exp(x) + sin(x)"].contains(&text);
            assert_eq!(at.ratio(&expr).is_some(), is_rational, "{text}");
        }
    }

    #[test]
    fn logarithms_and_roots_of_them() {
        let all = Interval::between(&Rational::from(30), &Rational::from(64), 128);
        let one = Rational::from(32);
        for (text, want) in [
            ("log(1 + exp(x))", true),
            ("log(exp(x) + exp(-x))", true),
            ("log(2 * exp(x))", true),
            ("log(exp(x) * exp(3))", false),
            ("logp1(exp(-x))", true),
            ("logp1(expm1(x))", false),
            ("log2(1 + exp(x))", true),
            ("sqrt(1 + exp(x))", true),
            ("sqrt(exp(x) * exp(-x))", false),
        ] {
            let Expr::Call(function, a) = parse(text, &Params::new()).unwrap() else {
                panic!("{text}")
            };
            for one in [Some(&one), None] {
                let inputs = Inputs { all: &all, one };
                assert_eq!(inputs.is_irrational_of(function, &a), want, "{text}, {one:?}");
            }
        }
    }
}
