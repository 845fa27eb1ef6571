//! log(1 + exp(a)) in other words: a + log(1 + exp(-a)).
//!
//! For large a the value is next to a, on one side of it. An enclosure of the first form reaches beyond a, and has no end if exp(a) is
//! beyond all exponents; one of the second form ends at a. For a far below 0 it is the other way round. That the value is not a itself
//! is proved of powers of e only, so there is nothing to gain for those of 2 and 10.

use rug::Rational;
use tmd_functions::language::{Expr, ExprKind, FunctionSpec, functions};

/// The same function with every log(1 + exp(a)) written in the other form, which has the same value at all real a; `None` if there is
/// none in it.
pub(crate) fn rewritten(spec: &FunctionSpec) -> Option<FunctionSpec> {
    let mut is_other = false;
    let expr = rewrite(&spec.expr, &mut is_other)?;
    is_other.then(|| FunctionSpec { text: spec.text.clone(), expr })
}

fn rewrite(expr: &Expr, is_other: &mut bool) -> Option<Expr> {
    let own = expr.with_parts(|part| rewrite(part, is_other))?;
    Some(match other_form(&own) {
        Some(other) => {
            *is_other = true;
            other
        }
        None => own,
    })
}

/// a + log(1 + exp(-a)) for log(1 + exp(a)).
fn other_form(expr: &Expr) -> Option<Expr> {
    let ExprKind::Apply(logarithm, inner) = &expr.kind else { return None };
    let added = match logarithm.name {
        "log" => less_one(inner)?,
        "logp1" => inner,
        _ => return None,
    };
    let ExprKind::Apply(exp, a) = &added.kind else { return None };
    if exp.name != "exp" {
        return None;
    }
    let new = |kind: ExprKind| Box::new(Expr::new(kind, expr.span.clone()));
    let power = new(ExprKind::Apply(exp, new(ExprKind::Neg(a.clone()))));
    let rest = new(ExprKind::Apply(functions::find("logp1")?, power));
    Some(*new(ExprKind::Add(a.clone(), rest)))
}

/// What 1 is added to.
fn less_one(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Add(a, b) = &expr.kind else { return None };
    let is_one = |part: &Expr| part.kind == ExprKind::Constant(Rational::from(1));
    match (is_one(a), is_one(b)) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_logarithms_of_powers_of_e_and_1_are_rewritten() {
        for (text, other) in [
            ("log(1 + exp(x))", Some("x + logp1(exp(-x))")),
            ("2 * log(exp(3 * x) + 1)", Some("2 * (3 * x + logp1(exp(-(3 * x))))")),
            ("logp1(exp(x)) / x", Some("(x + logp1(exp(-x))) / x")),
            ("log(1 + exp2(x))", None),
            ("log2(1 + exp2(x))", None),
            ("log(2 + exp(x))", None),
            ("logp1(1 + exp(x))", None),
            ("log(exp(x))", None),
        ] {
            let own = rewritten(&FunctionSpec::parse(text).expect("a function"));
            let other = other.map(|text| FunctionSpec::parse(text).expect("a function"));
            let canonical = |spec: FunctionSpec| spec.canonical();
            assert_eq!(own.map(canonical), other.map(canonical), "{text}");
        }
    }
}
