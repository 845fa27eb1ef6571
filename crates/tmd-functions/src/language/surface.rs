//! Functions of two variables, x and y.

use rug::Rational;

use super::algebra::Algebra;
use super::expr::{Expr, ExprKind};
use super::params::Params;
use super::{FunctionSpec, parse, slug};
use crate::interval::{Bivariate, EvalCause, EvalError, Interval};
use tmd_base::diag::{Diag, DiagKind};

/// A function of two variables, as the user wrote it and as a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceSpec {
    /// The text as it was written.
    pub text: String,
    /// The expression tree; its spans are bytes of `text`.
    pub expr: Expr,
}

/// One of the two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The first.
    X,
    /// The second.
    Y,
}

impl SurfaceSpec {
    /// Reads a function such as `exp(-x * y)`, `pow(x, y)` or `hypot`, with the text of its parameters, where there are any.
    ///
    /// # Errors
    /// A [`Diag`] with a caret under the offending part.
    pub fn parse_given(text: &str, params: Option<&str>) -> Result<Self, Diag> {
        let params = params.map(Params::parse).transpose()?.unwrap_or_default();
        if params.get("y").is_some() {
            let message = "`y` is a variable in a function of x and y, not a parameter";
            return Err(Diag::new(DiagKind::Option, message)
                .help("leave it out of --param, or give a function of x alone, with --range"));
        }
        let expr = parse::parse_surface("function", text, &params)?;
        Ok(SurfaceSpec { text: text.to_owned(), expr })
    }

    /// The canonical text; reading it gives the same tree again.
    pub fn canonical(&self) -> String {
        self.expr.to_string()
    }

    /// A name fit for files and identifiers: `[a-z0-9_]`, at most 64 bytes.
    pub fn slug(&self) -> String {
        match &self.expr.kind {
            ExprKind::Pair(pair, a, b) if is_variable(a) && is_variable(b) => pair.name.to_owned(),
            _ => slug::slug(&self.expr),
        }
    }

    /// An enclosure of f over the box of all (x, y), at the precision of the larger.
    ///
    /// # Errors
    /// If some part is not defined on all of the box, or has no bound; the error says where.
    pub fn eval(&self, x: &Interval, y: &Interval) -> Result<Interval, EvalError> {
        evaluated(&self.expr, x, y, &|value: &Interval| {
            value.lo().is_finite() || value.hi().is_finite()
        })
    }

    /// The Taylor coefficients of f over the box up to a total degree.
    ///
    /// # Errors
    /// As [`SurfaceSpec::eval`]; also where a derivative does not exist.
    pub fn series(&self, x: &Interval, y: &Interval, order: usize) -> Result<Bivariate, EvalError> {
        let (x, y) = (Bivariate::x(x, order), Bivariate::y(y, order));
        evaluated(&self.expr, &x, &y, &|value: &Bivariate| {
            value.terms().all(|(_, c)| c.is_bounded())
        })
    }

    /// The function of one variable that f is on a line, on which the other variable has a value: the variable that is left is x.
    pub fn on_line(&self, fixed: Variable, at: &Rational) -> FunctionSpec {
        let expr = on_line(&self.expr, fixed, at);
        FunctionSpec { text: self.text.clone(), expr }
    }

    /// An evaluation error as a report with a caret under the part of the function that failed.
    pub fn diagnose(&self, error: &EvalError) -> Diag {
        FunctionSpec { text: self.text.clone(), expr: self.expr.clone() }.diagnose(error)
    }
}

fn is_variable(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::X | ExprKind::Y)
}

/// The value of an expression in an algebra. `is_bounded` tells results from what is none. Every node is visited once; the
/// parser bounds the depth.
fn evaluated<A: Algebra>(
    expr: &Expr,
    x: &A,
    y: &A,
    is_bounded: &dyn Fn(&A) -> bool,
) -> Result<A, EvalError> {
    let part = |e: &Expr| evaluated(e, x, y, is_bounded);
    let result = match &expr.kind {
        ExprKind::X => Ok(x.clone()),
        ExprKind::Y => Ok(y.clone()),
        ExprKind::Constant(value) => Ok(x.with_constant(&Interval::from_rational(value, x.prec()))),
        ExprKind::Pi => Ok(x.with_constant(&Interval::pi(x.prec()))),
        // A gap is one of the argument of that function, not of f's.
        ExprKind::Apply(function, a) => {
            part(a)?.of(function.eval, function.series).map_err(|e| EvalError { gap: None, ..e })
        }
        ExprKind::Pair(pair, a, b) => A::of_two(&part(a)?, &part(b)?, &pair.rules),
        ExprKind::Neg(a) => Ok(part(a)?.opposite()),
        ExprKind::Add(a, b) => Ok(part(a)?.plus(&part(b)?)),
        ExprKind::Sub(a, b) => Ok(part(a)?.minus(&part(b)?)),
        ExprKind::Mul(a, b) => Ok(part(a)?.times(&part(b)?)),
        ExprKind::Div(a, b) => part(a)?.over(&part(b)?),
        ExprKind::Powi(a, n) => part(a)?.power(*n),
        ExprKind::Rootn(a, n) => part(a)?.root(*n),
    };
    let checked = result.and_then(|value| match is_bounded(&value) {
        true => Ok(value),
        false => Err(EvalError::new("evaluation", EvalCause::Unbounded, value.value())),
    });
    checked.map_err(|e| e.or_at(&expr.span))
}

/// The same tree with a number in the place of one variable, and x in that of the other.
fn on_line(expr: &Expr, fixed: Variable, at: &Rational) -> Expr {
    let kind = match expr.kind {
        ExprKind::X if fixed == Variable::X => ExprKind::Constant(at.clone()),
        ExprKind::Y if fixed == Variable::Y => ExprKind::Constant(at.clone()),
        ExprKind::X | ExprKind::Y => ExprKind::X,
        _ => {
            let same = expr.with_parts(|part| Some(on_line(part, fixed, at)));
            return same.unwrap_or_else(|| expr.clone());
        }
    };
    Expr::new(kind, expr.span.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::testing::{Random, interval};

    fn spec(text: &str) -> SurfaceSpec {
        SurfaceSpec::parse_given(text, None).unwrap_or_else(|d| panic!("{}", d.render(false)))
    }

    #[test]
    fn functions_of_two_variables_are_read_and_printed() {
        for (text, wanted, slug) in [
            ("exp(-x*y)*cos(x)", "exp(-x * y) * cos(x)", "exp_neg_x_mul_y_mul_cos_x_"),
            ("hypot", "hypot(x, y)", "hypot"),
            ("atan2", "atan2(y, x)", "atan2"),
            ("pow", "pow(x, y)", "pow"),
            ("pow(x, -3)", "powi(x, -3)", "x_pow_m3_"),
            ("x.pow(0.5)", "pow(x, 0.5)", "x_pow_0p5_"),
            ("compound(x, y)", "compound(x, y)", "compound"),
            ("y.hypot(x + 1)", "hypot(y, x + 1)", "y_hypot_x_add_1_"),
            ("exp", "exp(x)", "exp"),
            ("y", "y", "y_"),
        ] {
            let f = spec(text);
            assert_eq!(f.canonical(), wanted, "{text}");
            assert_eq!(spec(wanted).expr.to_string(), wanted);
            assert!(f.slug().starts_with(slug), "{}", f.slug());
        }
        let with = SurfaceSpec::parse_given("pow(x, n) + y", Some("n=3")).expect("a function");
        assert_eq!(with.canonical(), "powi(x, 3) + y");
    }

    #[test]
    fn what_cannot_be_read_is_pointed_at() {
        for (text, offending) in [
            ("hypot(x)", "hypot(x)"),
            ("x + z", "z"),
            ("pow", ""),
            ("exp(x, y)", "exp(x, y)"),
            ("hypot + 1", "hypot"),
            ("atan3(y, x)", "atan3"),
            ("powi(x, y)", "y"),
            ("rootn(x, y)", "y"),
        ] {
            let read = SurfaceSpec::parse_given(text, None);
            if offending.is_empty() {
                assert!(read.is_ok(), "{text}");
                continue;
            }
            let diag = read.expect_err(text);
            assert_eq!(diag.offending(), Some(offending), "{text}");
            assert!(diag.help.is_some(), "{text}");
        }
        assert!(SurfaceSpec::parse_given("x + y", Some("y=3")).is_err());
    }

    #[test]
    fn one_variable_has_no_second_and_says_what_to_do() {
        let diag = FunctionSpec::parse("exp(y)").expect_err("one variable");
        assert_eq!(diag.offending(), Some("y"));
        let help = diag.help.expect("a way out");
        assert!(help.contains("--param y=") && help.contains("--range-y"), "{help}");
        assert!(
            FunctionSpec::parse("hypot(x, 2)").is_err() && FunctionSpec::parse("atan2").is_err()
        );
        assert_eq!(FunctionSpec::parse("pow(x, 2)").expect("a power").canonical(), "powi(x, 2)");
    }

    #[test]
    fn lines_are_functions_of_one_variable() {
        let f = spec("exp(-x * y) + pow(y, x)");
        let (third, two) = (Rational::from((1, 3)), Rational::from(2));
        let of_x = f.on_line(Variable::Y, &two);
        let of_y = f.on_line(Variable::X, &third);
        let [a, b] = [&third, &two].map(|number| Interval::from_rational(number, 120));
        let wanted = f.eval(&a, &b).expect("defined");
        for (line, at) in [(of_x, &a), (of_y, &b)] {
            assert!(line.eval(at).expect("defined").intersect(&wanted).is_some());
            assert!(line.series(at, 3).expect("defined")[0].intersect(&wanted).is_some());
        }
    }

    #[test]
    fn series_hold_values_of_their_boxes() {
        let f = spec("atan2(y, x) * exp(-x * y) + hypot(x, y) / pow(x, y) + compound(x, y)");
        let mut random = Random::new(8);
        for _ in 0..30 {
            let (a, b) = (random.between(0.25, 2.0), random.between(-1.0, 1.0));
            let box_of = |a: f64| interval(a, a + 0.125).at_prec(100);
            let (x, y) = (box_of(a), box_of(b));
            let wide = f.eval(&x, &y).expect("defined");
            let series = f.series(&x, &y, 4).expect("defined");
            let inside = |random: &mut Random, whole: &Interval| {
                let number = random.inside(whole);
                Interval::new(number.clone(), number).expect("a point")
            };
            let (px, py) = (inside(&mut random, &x), inside(&mut random, &y));
            let value = f.eval(&px, &py).expect("defined");
            assert!(wide.encloses(&value) && series.value().encloses(&value));
        }
    }

    #[test]
    fn domains_are_checked_and_pointed_at() {
        for (text, x, y, offending) in [
            ("1 + log(x - y)", (0.0, 1.0), (0.5, 2.0), "log(x - y)"),
            ("pow(x, y)", (0.0, 1.0), (0.0, 1.0), "pow(x, y)"),
            ("2 * atan2(y, x)", (-1.0, -0.5), (-0.5, 0.5), "atan2(y, x)"),
            ("1 / (x - y)", (0.0, 1.0), (0.0, 1.0), "1 / (x - y)"),
        ] {
            let f = spec(text);
            let error = f.eval(&interval(x.0, x.1), &interval(y.0, y.1)).expect_err(text);
            assert_eq!(f.diagnose(&error).offending(), Some(offending));
        }
        // Not on the cut: above it and below it, however near.
        let angle = spec("atan2(y, x)");
        let above = angle.eval(&interval(-2.0, -1.0), &interval(1e-9, 0.5)).expect("defined");
        assert!(*above.lo() > 2.6 && *above.hi() < 3.15);
        let root = spec("hypot(x, y)").series(&interval(0.0, 1.0), &interval(0.0, 1.0), 2);
        assert!(root.is_err());
    }
}
