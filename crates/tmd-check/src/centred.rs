//! Taylor coefficients over an interval, where x stands more than once or does so in derivatives: from those at its centre, which do not take each x for a
//! number of its own. By Taylor's theorem for the k-th coefficient, c_k(x) is the sum of C(n, k)·c_n(centre)·(x - centre)^(n - k) for n below
//! the last, and of that with the last coefficient somewhere in the interval.

use crate::function::Expr;
use crate::interval::{Gap, Interval};
use crate::number::binomial;
use crate::series::{Series, expand_parts};
use rug::Float;

/// Coefficients that are computed beyond those that are asked for.
const BEYOND: usize = 12;

/// The coefficients of an expression over an interval, up to an order.
pub(crate) fn expand(expr: &Expr, x: &Interval, order: usize) -> Result<Series, Gap> {
    let own = expand_parts(expr, x, order)?;
    if x.lo == x.hi || is_simple(expr) {
        return Ok(own);
    }
    let last = order + BEYOND;
    let middle = Float::with_val(x.prec(), &x.lo + &x.hi) / 2u32;
    let centre = Interval { lo: middle.clone(), hi: middle };
    match (expand_parts(expr, x, last), expand_parts(expr, &centre, last)) {
        (Ok(all), Ok(at)) => {
            let off = x.sub(&centre);
            let meet = |(k, own): (usize, &Interval)| own.meet(&narrow(&at, &all[last], k, &off));
            Ok(own.iter().enumerate().map(meet).collect())
        }
        _ => Ok(own),
    }
}

/// Coefficient k by those at the centre, and by the last one all over the interval.
fn narrow(at: &Series, last: &Interval, k: usize, off: &Interval) -> Interval {
    let top = at.len() - 1;
    let term = |n: usize, c: &Interval| c.mul(&Interval::point(&binomial(n as u64, k), c.prec()));
    let mut sum = term(top, last);
    for n in (k..top).rev() {
        sum = sum.mul(off).add(&term(n, &at[n]));
    }
    sum
}

/// Whether an expression is one function, power or root of x, whose rules have no x more than once.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::X | Expr::Const(_) | Expr::Pi => true,
        Expr::Neg(a) => is_simple(a),
        Expr::Call(_, a) | Expr::Powi(a, _) | Expr::Rootn(a, _) => **a == Expr::X,
        Expr::Add(..) | Expr::Sub(..) | Expr::Mul(..) | Expr::Div(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::{Params, parse};
    use rug::Rational;

    #[test]
    fn centres_narrow_what_holds() {
        let mut narrower = 0;
        for text in ["exp(x) / (1 + exp(x))", "x - sin(x)", "(exp(x) - exp(-x)) / 2", "x * log(x)"]
        {
            let expr = parse(text, &Params::new()).unwrap();
            for (first, last) in
                [((5, 4), (11, 8)), ((1, 1 << 20), (3, 1 << 21)), ((3, 1), (25, 8))]
            {
                let ends = [Rational::from(first), Rational::from(last)];
                let x = Interval::between(&ends[0], &ends[1], 160);
                let (plain, own) =
                    (expand_parts(&expr, &x, 2).unwrap(), expand(&expr, &x, 2).unwrap());
                let middle = Rational::from(&ends[0] + &ends[1]) / 2u32;
                for at in [&ends[0], &ends[1], &middle] {
                    let at = expand_parts(&expr, &Interval::point(at, 160), 2).unwrap();
                    for k in 0..3 {
                        assert!(own[k].lo <= at[k].hi && at[k].lo <= own[k].hi, "{text}, {k}");
                    }
                }
                for (own, plain) in own.iter().zip(&plain) {
                    assert!(own.lo >= plain.lo && own.hi <= plain.hi, "{text}");
                    let [a, b] = [own, plain].map(|i| Float::with_val(64, &i.hi - &i.lo));
                    narrower += u32::from(a * 2u32 < b);
                }
            }
        }
        assert!(narrower >= 15, "{narrower} of 36");
    }
}
