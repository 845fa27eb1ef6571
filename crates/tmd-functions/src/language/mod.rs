//! The function language: functions, ranges of inputs, and formats.
//!
//! Everything a person writes is read here, exactly: decimal and hexadecimal numbers become fractions,
//! functions become trees with the place of every part, ranges become runs of consecutive inputs.

mod algebra;
pub mod asymptote;
mod centred;
pub mod constant;
mod decimal;
pub mod expr;
pub mod format;
mod fraction;
pub mod functions;
pub mod hexfloat;
mod param_list;
pub mod params;
pub mod parse;
pub mod poles;
pub mod range;
pub mod relation;
pub mod roots;

pub mod equations;
mod evaluate;
mod exponentials;
mod irrational;
mod rust;
mod slug;
mod special;
pub mod surface;
pub mod truth;
pub mod value_at;

use rug::Rational;

pub use asymptote::Asymptote;
pub use constant::Constant;
pub use expr::{Expr, ExprKind};
pub use format::{Format, FormatName};
pub use params::Params;
pub use poles::{BesidePoles, beside_poles};
pub use range::{Segment, floor_log2, segment_from};
pub use relation::{Effect, Relation};
pub use surface::SurfaceSpec;
pub use value_at::{few_bits, most_precision, refined, told, value_at};

use crate::interval::{EvalError, Interval};
use equations::Equations;
use tmd_base::diag::{Diag, DiagKind};

/// A function of one variable, as the user wrote it and as a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionSpec {
    /// The text as it was written.
    pub text: String,
    /// The expression tree; its spans are bytes of `text`.
    pub expr: Expr,
}

impl FunctionSpec {
    /// Reads a function such as `exp`, `exp(x) * sin(x)` or `ln(1 + x.powi(2))`.
    ///
    /// # Errors
    /// A [`Diag`] with a caret under the offending part.
    pub fn parse(text: &str) -> Result<Self, Diag> {
        Self::parse_with(text, &Params::default())
    }

    /// Parses a function with parameters, which stand for their values: `rootn(x, n) + a`.
    ///
    /// # Errors
    /// As [`FunctionSpec::parse`].
    pub fn parse_with(text: &str, params: &Params) -> Result<Self, Diag> {
        let expr = parse::parse_expr("function", text, params)?;
        Ok(FunctionSpec { text: text.to_string(), expr })
    }

    /// Parses a function with the text of its parameters, where there are any: `n=3,a=1/4`.
    ///
    /// # Errors
    /// As [`FunctionSpec::parse`] and [`Params::parse`].
    pub fn parse_given(text: &str, params: Option<&str>) -> Result<Self, Diag> {
        let params = params.map(Params::parse).transpose()?.unwrap_or_default();
        Self::parse_with(text, &params)
    }

    /// The same where every parameter has to occur in the function.
    ///
    /// # Errors
    /// As [`FunctionSpec::parse_given`], or if one does not.
    pub fn parse_using(text: &str, params: Option<&str>) -> Result<Self, Diag> {
        let Some(given) = params else { return Self::parse(text) };
        let params = Params::parse(given)?;
        let spec = Self::parse_with(text, &params)?;
        // No parameter has a meaning without its value.
        let unused =
            params.names().find(|name| Self::parse_with(text, &params.without(name)).is_ok());
        unused.map_or(Ok(spec), |name| Err(param_list::unused(given, name, text)))
    }

    /// The canonical text; equal trees have equal canonical texts, and reading one gives the same
    /// tree again.
    pub fn canonical(&self) -> String {
        self.expr.to_string()
    }

    /// A name fit for files and identifiers: `[a-z0-9_]`, at most 64 bytes.
    /// Different trees have different slugs (up to collisions of a 32-bit hash); `exp(x)` is `exp`,
    /// `exp(x) * sin(x)` is `exp_x_mul_sin_x`.
    pub fn slug(&self) -> String {
        slug::slug(&self.expr)
    }

    /// The name of the function of the table that is applied to x itself, if f is that.
    pub fn function_of_x(&self) -> Option<&'static str> {
        match &self.expr.kind {
            ExprKind::Apply(function, argument) if argument.kind == ExprKind::X => {
                Some(function.name)
            }
            _ => None,
        }
    }

    /// An enclosure of f over `x`, computed at the precision that `x` carries; one end may be infinite. Every part
    /// of the tree is evaluated once.
    ///
    /// # Errors
    /// If some part is not defined on all of its argument, or has no bound; the error says where.
    pub fn eval(&self, x: &Interval) -> Result<Interval, EvalError> {
        evaluate::eval(&self.expr, x)
    }

    /// As [`FunctionSpec::eval`], but of compositions narrower, by what is known at the centre of `x`; slower by as much as a series of
    /// a dozen terms takes.
    ///
    /// # Errors
    /// As [`FunctionSpec::eval`].
    pub fn eval_over(&self, x: &Interval) -> Result<Interval, EvalError> {
        centred::eval(&self.expr, x)
    }

    /// The Taylor coefficients 0 ..= `order` of f over `x`: coefficient j encloses f^(j)(t)/j! for every t
    /// in `x`, at the precision that `x` carries.
    ///
    /// # Errors
    /// As [`FunctionSpec::eval`]; also where a derivative does not exist (√ at 0).
    pub fn series(&self, x: &Interval, order: usize) -> Result<Vec<Interval>, EvalError> {
        evaluate::series(&self.expr, x, order).map(|s| s.into_coefficients())
    }

    /// As [`FunctionSpec::series`], but of compositions narrower, as [`FunctionSpec::eval_over`].
    ///
    /// # Errors
    /// As [`FunctionSpec::series`].
    pub fn series_over(&self, x: &Interval, order: usize) -> Result<Vec<Interval>, EvalError> {
        centred::series(&self.expr, x, order)
    }

    /// Whether f is more than a function, a power or a root of x, so that enclosures of it or its derivatives may be wide over longer
    /// intervals.
    pub fn is_composite(&self) -> bool {
        centred::is_composite(&self.expr)
    }

    /// The equations by which values of f follow from others.
    pub fn equations(&self) -> Equations {
        Equations::of(&self.expr)
    }

    /// The exact value f(x), where algebra alone proves that it is rational: rational operations,
    /// what the table of functions knows (roots of squares, exp 0, log 1 …), 0 times anything that is defined, and exponentials that
    /// cancel. `None` proves nothing.
    pub fn exact_value(&self, x: &Rational) -> Option<Rational> {
        match evaluate::exact(&self.expr, x) {
            None if self.is_composite() => exponentials::exact(&self.expr, x),
            value => value,
        }
    }

    /// The value at an argument where f has none in the real numbers, or where a zero's sign counts: what IEEE 754-2019 has for
    /// each part of it, computed at the precision of `x`.
    pub fn special_value(&self, x: &rug::Float) -> rug::Float {
        special::value(&self.expr, x)
    }

    /// Whether f(x) is proved to be irrational.
    pub fn is_irrational_at(&self, x: &Rational) -> bool {
        irrational::at(&self.expr, x)
    }

    /// Whether f(x) is proved to be no number of any format, nor halfway between two: it is irrational, has more bits than
    /// any, or lies between a limit of f and the number next to that.
    pub fn is_no_float_at(&self, x: &Rational) -> bool {
        irrational::is_no_float(&self.expr, x)
    }

    /// Whether the values at all rational numbers of `x` are neither numbers of any format nor midpoints.
    pub fn is_no_float_on(&self, x: &Interval) -> bool {
        irrational::is_no_float_on(&self.expr, x)
    }

    /// An evaluation error as a report with a caret under the part of the function that failed, and a way out.
    pub fn diagnose(&self, error: &EvalError) -> Diag {
        let span = error.span.clone().unwrap_or(0..self.text.len());
        Diag::new(DiagKind::Domain, error.to_string())
            .at("function", self.text.clone(), span, error.cause.reason())
            .help(error.cause.way_out())
    }
}
