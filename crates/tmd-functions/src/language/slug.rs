//! Names for files and identifiers, made from expressions.

use crate::language::expr::{Expr, ExprKind};
use tmd_base::hash::sha256_hex;

/// The longest slug, in bytes.
const MAX_SLUG: usize = 64;

/// The length of the hash at the end of slugs that words alone do not tell apart, with its `_`.
const HASH: usize = 9;

/// A name made of `[a-z0-9_]`. A function of x alone is its own name; one operation between simple parts is
/// spelt out; anything else, whose words may be those of another tree too, gets a hash of its canonical text.
pub(super) fn slug(expr: &Expr) -> String {
    let mut words = String::new();
    spell(expr, &mut words);
    match &expr.kind {
        ExprKind::Apply(function, a) if a.kind == ExprKind::X => function.name.to_string(),
        _ if is_plain(expr) && words.len() <= MAX_SLUG => words,
        _ => {
            words.truncate(MAX_SLUG - HASH);
            let hash = sha256_hex(expr.to_string().as_bytes());
            format!("{}_{hash:.8}", words.trim_end_matches('_'))
        }
    }
}

/// Whether the words of the expression are those of no other plain expression: a simple part,
/// or one operation between two.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Add(a, b) | ExprKind::Sub(a, b) | ExprKind::Mul(a, b) | ExprKind::Div(a, b) => {
            is_simple(a) && is_simple(b)
        }
        _ => is_simple(expr),
    }
}

/// x, a number, π, or a function of x alone.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::X | ExprKind::Constant(_) | ExprKind::Pi => true,
        ExprKind::Apply(_, a) => a.kind == ExprKind::X,
        _ => false,
    }
}

/// The words of the expression in the order of the text. ASCII only.
fn spell(expr: &Expr, out: &mut String) {
    let mut two = |a: &Expr, word: &str, b: &Expr| {
        spell(a, out);
        out.push_str(word);
        spell(b, out);
    };
    match &expr.kind {
        ExprKind::Add(a, b) => two(a, "_add_", b),
        ExprKind::Pair(pair, a, b) => two(a, &format!("_{}_", pair.name), b),
        ExprKind::Sub(a, b) => two(a, "_sub_", b),
        ExprKind::Mul(a, b) => two(a, "_mul_", b),
        ExprKind::Div(a, b) => two(a, "_div_", b),
        ExprKind::Apply(function, a) => {
            out.push_str(function.name);
            out.push('_');
            spell(a, out);
        }
        ExprKind::Neg(a) => {
            out.push_str("neg_");
            spell(a, out);
        }
        ExprKind::Powi(a, n) | ExprKind::Rootn(a, n) => {
            spell(a, out);
            let sign = if *n < 0 { "m" } else { "" };
            let word = if matches!(expr.kind, ExprKind::Powi(..)) { "pow" } else { "root" };
            out.push_str(&format!("_{word}_{sign}{}", n.unsigned_abs()));
        }
        ExprKind::X => out.push('x'),
        ExprKind::Y => out.push('y'),
        ExprKind::Pi => out.push_str("pi"),
        // 0.1 is 0p1 and 1e-30 is 1em30: digits and letters only.
        ExprKind::Constant(_) => out.extend(expr.to_string().chars().filter_map(|c| match c {
            '.' => Some('p'),
            '-' => Some('m'),
            '/' => Some('d'),
            c => c.is_ascii_alphanumeric().then_some(c),
        })),
    }
}

#[cfg(test)]
mod tests {
    use crate::language::FunctionSpec;
    use crate::language::slug::*;
    use std::collections::BTreeSet;

    fn slug_of(text: &str) -> String {
        FunctionSpec::parse(text).unwrap().slug()
    }

    #[test]
    fn simple_functions_are_spelt_out() {
        assert_eq!(slug_of("exp"), "exp");
        assert_eq!(slug_of("ln(x)"), "log");
        assert_eq!(slug_of("exp(x)*sin(x)"), "exp_x_mul_sin_x");
        assert_eq!(slug_of("0.1 * x"), "0p1_mul_x");
        assert_eq!(slug_of("x"), "x");
    }

    #[test]
    fn different_trees_have_different_slugs() {
        let texts = [
            "exp(x) * sin(x)",
            "exp(x * sin(x))",
            "log(1 + x)",
            "log(1) + x",
            "powi(x, 2)",
            "x + x + x",
            "x + (x + x)",
            "-exp(x)",
            "exp(-x)",
            "exp",
            "x * 1",
            "x - 1",
            "powi(x, -2)",
        ];
        let slugs: BTreeSet<String> = texts.iter().map(|t| slug_of(t)).collect();
        assert_eq!(slugs.len(), texts.len(), "{slugs:?}");
        let long = slug_of(&("x".to_string() + &" + sin(x)".repeat(80)));
        for slug in slugs.iter().chain([&long]) {
            assert!(slug.len() <= MAX_SLUG);
            assert!(
                slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            );
        }
        assert_eq!(slug_of("exp(x*sin(x))"), slug_of("exp( x * sin(x) )"));
    }
}
