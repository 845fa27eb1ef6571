//! Functions as Rust expressions over binary64: for people who want to call what they describe.

use rug::Float;

use crate::language::expr::{Expr, ExprKind};

impl Expr {
    /// A Rust expression of type `f64` in the variable `x`, by the methods of the standard library. Its
    /// value is near the function's; nothing is promised about how near.
    ///
    /// # Errors
    /// The name of a function that the standard library lacks.
    pub fn rust(&self) -> Result<String, &'static str> {
        Ok(match &self.kind {
            ExprKind::X => "x".to_owned(),
            ExprKind::Constant(value) => {
                format!("{:?}_f64", Float::with_val(53, value).to_f64())
            }
            ExprKind::Pi => "::core::f64::consts::PI".to_owned(),
            ExprKind::Apply(function, argument) => {
                let method = method(function.name).ok_or(function.name)?;
                format!("({}).{method}()", argument.rust()?)
            }
            ExprKind::Neg(a) => format!("(-{})", a.rust()?),
            ExprKind::Add(a, b) => format!("({} + {})", a.rust()?, b.rust()?),
            ExprKind::Sub(a, b) => format!("({} - {})", a.rust()?, b.rust()?),
            ExprKind::Mul(a, b) => format!("({} * {})", a.rust()?, b.rust()?),
            ExprKind::Div(a, b) => format!("({} / {})", a.rust()?, b.rust()?),
            ExprKind::Powi(a, n) => format!("({}).powi({n})", a.rust()?),
            ExprKind::Rootn(..) => return Err("rootn"),
            ExprKind::Y => return Err("y"),
            ExprKind::Pair(pair, ..) => return Err(pair.name),
        })
    }
}

/// The method of `f64` that computes a function of the table.
fn method(name: &str) -> Option<&'static str> {
    let other = [("expm1", "exp_m1"), ("log", "ln"), ("logp1", "ln_1p")];
    let same = [
        "exp", "exp2", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
        "cosh", "tanh", "asinh", "acosh", "atanh", "sqrt", "cbrt",
    ];
    let renamed = other.into_iter().find(|(function, _)| *function == name);
    renamed.map(|(_, method)| method).or_else(|| same.into_iter().find(|known| *known == name))
}

#[cfg(test)]
mod tests {
    use crate::language::FunctionSpec;

    #[test]
    fn expressions_are_rust() {
        let rust = |text: &str| FunctionSpec::parse(text).expect("function").expr.rust();
        assert_eq!(rust("exp").as_deref(), Ok("(x).exp()"));
        assert_eq!(
            rust("2 * ln(x) - powi(x, 3) / 0.1"),
            Ok("((2.0_f64 * (x).ln()) - ((x).powi(3) / 0.1_f64))".to_owned())
        );
        assert_eq!(rust("-pi"), Ok("(-::core::f64::consts::PI)".to_owned()));
    }

    /// Every function of the table has a method, or is known to have none.
    #[test]
    fn the_table_is_covered() {
        let without: Vec<&str> = crate::language::functions::all()
            .map(|function| function.name)
            .filter(|name| crate::language::rust::method(name).is_none())
            .collect();
        assert_eq!(
            without,
            [
                "exp2m1", "exp10", "exp10m1", "log2p1", "log10p1", "sinpi", "cospi", "tanpi",
                "asinpi", "acospi", "atanpi", "rsqrt", "erf", "erfc", "gamma", "lgamma", "j0",
                "j1", "y0", "y1"
            ]
        );
    }
}
