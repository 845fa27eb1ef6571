//! Names: variables, parameters, functions and their arguments, and what to say of those that are not known.

use super::{MAX_POWER, Reader};
use crate::language::expr::{Expr, ExprKind};
use crate::language::functions;
use crate::language::functions::{Function, PAIRS, Pair};
use rug::{Integer, Rational};
use std::ops::Range;
use syn::spanned::Spanned;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::nearest::nearest;

impl Reader<'_> {
    pub(super) fn name(&self, path: &syn::ExprPath) -> Result<Expr, Diag> {
        let span = self.bytes(path.span());
        let Some(ident) = path.path.get_ident() else { return Err(self.meaningless(span)) };
        match ident.to_string().as_str() {
            "x" => Ok(Expr::new(ExprKind::X, span)),
            "y" if self.is_surface => Ok(Expr::new(ExprKind::Y, span)),
            "pi" | "PI" => Ok(Expr::new(ExprKind::Pi, span)),
            name if self.params.get(name).is_some() => {
                let value = self.params.get(name).cloned().unwrap_or_default();
                Ok(Expr::new(ExprKind::Constant(value), span))
            }
            name if self.is_surface
                && let Some(pair) = functions::find_pair(name) =>
            {
                Err(self
                    .error(
                        DiagKind::Syntax,
                        format!("`{name}` needs two arguments"),
                        span,
                        "no arguments",
                    )
                    .help(format!("write for instance `{}`", example(pair))))
            }
            name if OfInteger::named(name).is_some() => Err(self
                .error(
                    DiagKind::Syntax,
                    format!("`{name}` needs two arguments"),
                    span,
                    "no arguments",
                )
                .help(format!(
                    "write for instance `{name}(x, 3)`, or give n with --param n=3{}",
                    searched_pairs(name)
                ))),
            name if functions::find(name).is_some() => Err(self
                .error(
                    DiagKind::Syntax,
                    format!("the function `{name}` needs an argument"),
                    span,
                    "no argument",
                )
                .help(format!("write `{name}(x)`"))),
            name => Err(self.unknown(name, span, Wanted::Anything)),
        }
    }

    /// A function of an integer n, applied.
    pub(super) fn of_integer(
        &self,
        function: OfInteger,
        a: Expr,
        n: &Rational,
        place: &Range<usize>,
    ) -> Result<ExprKind, Diag> {
        let refuse = |kind, message: String, label: &str, help: &str| {
            self.error(kind, message, place.clone(), label).help(help)
        };
        if !n.is_integer() {
            let help = "for other powers write `exp(a * log(b))` or `sqrt(b)`";
            let message = format!("the integer n of `{}` is {n}", function.name());
            return Err(refuse(DiagKind::Unsupported, message, "not an integer", help));
        }
        let Some(n) = n.numer().to_i32().filter(|n| n.unsigned_abs() <= MAX_POWER.unsigned_abs())
        else {
            let message = format!("the exponent is beyond ±{MAX_POWER}");
            return Err(refuse(DiagKind::Range, message, "too large", "give a smaller one"));
        };
        Ok(match function {
            OfInteger::Power => ExprKind::Powi(Box::new(a), n),
            OfInteger::Compound => {
                let span = a.span.clone();
                let one = Expr::new(ExprKind::Constant(Rational::from(1)), span.clone());
                let sum = Expr::new(ExprKind::Add(Box::new(one), Box::new(a)), span);
                ExprKind::Powi(Box::new(sum), n)
            }
            OfInteger::Root if n == 0 => {
                let help = "give a degree other than 0";
                let message = "there is no root of degree 0".to_owned();
                return Err(refuse(DiagKind::Domain, message, "degree 0", help));
            }
            OfInteger::Root => ExprKind::Rootn(Box::new(a), n),
        })
    }

    pub(super) fn target(&self, name: &str, span: Range<usize>) -> Result<Target, Diag> {
        let pair = functions::find_pair(name).filter(|_| self.is_surface);
        match (OfInteger::named(name), functions::find(name)) {
            _ if let Some(pair) = pair => Ok(Target::Pair(pair)),
            (Some(function), _) => Ok(Target::Integer(function)),
            (None, Some(function)) => Ok(Target::Function(function)),
            (None, None) => Err(self.unknown(name, span, Wanted::Function)),
        }
    }

    pub(super) fn wrong_count(
        &self,
        target: &Target,
        wanted: usize,
        given: usize,
        span: Range<usize>,
    ) -> Diag {
        let (name, example) = match target {
            Target::Integer(function) => (function.name(), format!("{}(x, 3)", function.name())),
            Target::Function(function) => (function.name, format!("{}(x)", function.name)),
            Target::Pair(pair) => (pair.name, example(pair)),
        };
        let plural = if wanted == 1 { "" } else { "s" };
        self.error(
            DiagKind::Syntax,
            format!("`{name}` takes {wanted} argument{plural}, not {given}"),
            span,
            format!("{given} given"),
        )
        .help(format!("write for instance `{example}`"))
    }

    /// The constant number n of a power or a root: a number or a parameter, with or without a sign.
    pub(super) fn integer(&self, tree: &syn::Expr) -> Result<Rational, Diag> {
        let (negative, inner) = match tree {
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => {
                (true, expr.as_ref())
            }
            other => (false, other),
        };
        let value = match inner {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. })
                if int.suffix().is_empty() =>
            {
                int.base10_digits().parse().ok().map(|n: Integer| Rational::from(n))
            }
            syn::Expr::Path(path) => {
                path.path.get_ident().and_then(|i| self.params.get(&i.to_string()).cloned())
            }
            _ => None,
        };
        let name = match inner {
            syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        match value {
            Some(n) => Ok(if negative { -n } else { n }),
            None => Err(self
                .error(
                    DiagKind::Unsupported,
                    "an exponent must be an integer constant",
                    self.bytes(tree.span()),
                    "not an integer constant",
                )
                .help(match name.as_deref() {
                    Some("y") => SECOND,
                    Some("n") => INTEGER,
                    _ => "for other powers write `exp(a * log(b))` or `sqrt(b)`",
                })),
        }
    }

    /// An unknown name, with the nearest known ones.
    pub(super) fn unknown(&self, name: &str, span: Range<usize>, wanted: Wanted) -> Diag {
        let function_names = functions::all().flat_map(Function::names).chain(OF_INTEGER);
        let variables: &[&str] = if self.is_surface { &["x", "y", "pi"] } else { &["x", "pi"] };
        let variables = variables.iter().copied().filter(|_| wanted == Wanted::Anything);
        let pairs = PAIRS.iter().map(|pair| pair.name).filter(|_| self.is_surface);
        // Of names that are as near, the first counts: in place of a variable, variables do.
        let near = nearest(name, variables.chain(function_names).chain(pairs));
        let what = if wanted == Wanted::Function { "function" } else { "name" };
        let diag = self.error(
            DiagKind::UnknownName,
            format!("the {what} `{name}` is not known"),
            span,
            "unknown",
        );
        match name {
            "y" if wanted == Wanted::Anything => return diag.help(SECOND),
            "n" if wanted == Wanted::Anything => return diag.help(INTEGER),
            _ if let Some(call) = of_two(name) => {
                return diag.help(format!(
                    "`{call}` is a function of two numbers: `tmd-codegen search` takes it with --range-x and --range-y"
                ));
            }
            _ => {}
        }
        match near {
            Some("x") if self.is_surface => diag.help("the variables are called `x` and `y`"),
            Some("x") => diag.help("the variable is called `x`"),
            Some(known) => diag.help(format!("did you mean `{known}`?")),
            None => {
                let known: Vec<_> = functions::all().map(|f| f.name).collect();
                diag.help(format!(
                    "known are x, pi, {}, {}",
                    OF_INTEGER.join(", "),
                    known.join(", ")
                ))
            }
        }
    }
}

/// The kind of name that was expected.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    Function,
    Anything,
}

/// The function or the operation that a call applies.
pub(super) enum Target {
    Function(&'static Function),
    Integer(OfInteger),
    Pair(&'static Pair),
}

/// How a function of two numbers is written.
pub(super) fn example(pair: &Pair) -> String {
    let [a, b] = pair.arguments;
    format!("{}({a}, {b})", pair.name)
}

/// How a function of two numbers is written, by its name; also of those that have no rule in expressions.
pub(super) fn of_two(name: &str) -> Option<String> {
    match name {
        "atan2pi" => Some("atan2pi(y, x)".to_owned()),
        _ => functions::find_pair(name).map(example),
    }
}

/// What to do with a second variable where there is one only.
pub(super) const SECOND: &str = "the variable is called `x`; for a number y give --param y=2. `tmd-codegen search` and `approx` take \
                      functions of x and y with --range-x and --range-y";
/// What to do with an integer n that is not known.
pub(super) const INTEGER: &str = "for an integer n give --param n=3; `tmd-codegen search` takes pown(x, n), rootn(x, n) and compound(x, n) for \
                       all n of a range with --range-n";

/// What to do for all pairs of arguments of a function of two, as the end of a sentence.
pub(super) fn searched_pairs(name: &str) -> &'static str {
    match name {
        "pown" | "rootn" => "; for all n of a range, --range-n",
        "pow" => "; for all x and y, --range-x and --range-y",
        "compound" => "; for all n of a range, --range-n, for all x and y, --range-x and --range-y",
        _ => "",
    }
}

/// The functions of x and a constant integer n.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OfInteger {
    /// x^n: IEEE 754's pown.
    Power,
    /// (1 + x)^n.
    Compound,
    /// The n-th root.
    Root,
}

impl OfInteger {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "powi" | "pow" | "pown" => Some(OfInteger::Power),
            "compound" => Some(OfInteger::Compound),
            "rootn" => Some(OfInteger::Root),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            OfInteger::Power => "powi",
            OfInteger::Compound => "compound",
            OfInteger::Root => "rootn",
        }
    }
}

/// The names of the functions of x and an integer.
pub(super) const OF_INTEGER: [&str; 4] = ["powi", "pown", "rootn", "compound"];
