//! Text -> expression tree, with the place of every part and a caret under every error.
//!
//! The grammar is Rust's: `syn` reads the text, and this module keeps the part of it that means a
//! real function. Before that a scan over the characters refuses what has no meaning here and
//! whatever could make the (recursive) parser of `syn` run out of stack.

use std::ops::Range;

use proc_macro2::{LineColumn, Span};
use rug::{Integer, Rational};
use syn::spanned::Spanned;

use crate::language::decimal::parse_decimal;
use crate::language::expr::{Expr, ExprKind};
use crate::language::functions;
use crate::language::functions::{Function, PAIRS, Pair};
use crate::language::params::Params;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::nearest::nearest;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 4096;

/// The deepest nesting that is read: of brackets, signs, calls, and operators in a row.
pub const MAX_DEPTH: usize = 200;

/// The largest absolute value of the exponent of `powi`.
pub const MAX_POWER: i32 = 1_000_000;

/// Reads a function of `x`. `name` says where the text comes from, for the error report.
///
/// The name of a function alone means that function of `x`: `exp` is `exp(x)`, and `rootn` is `rootn(x, n)` with the
/// parameter n.
///
/// # Errors
/// A [`Diag`] that points at the offending part.
pub fn parse_expr(name: &str, text: &str, params: &Params) -> Result<Expr, Diag> {
    read(&Reader { name, text, params, is_surface: false })
}

/// Reads a function of `x` and `y`, as [`parse_expr`] one of `x`. There, functions of two numbers have meanings too: the name of one
/// alone is that of both variables.
///
/// # Errors
/// As [`parse_expr`].
pub fn parse_surface(name: &str, text: &str, params: &Params) -> Result<Expr, Diag> {
    read(&Reader { name, text, params, is_surface: true })
}

fn read(reader: &Reader) -> Result<Expr, Diag> {
    let Reader { text, params, .. } = reader;
    reader.scan()?;
    let tree: syn::Expr = syn::parse_str(text).map_err(|e| reader.syntax_error(&e))?;
    if let syn::Expr::Path(path) = &tree
        && let Some(ident) = path.path.get_ident()
        && params.get(&ident.to_string()).is_none()
        && let Ok(target) = reader.target(&ident.to_string(), 0..0)
    {
        let span = reader.bytes(path.span());
        let x = Expr::new(ExprKind::X, span.clone());
        let kind = match target {
            Target::Function(function) => ExprKind::Apply(function, Box::new(x)),
            Target::Pair(pair) => {
                let y = Expr::new(ExprKind::Y, span.clone());
                let (a, b) = if pair.arguments[0] == "x" { (x, y) } else { (y, x) };
                ExprKind::Pair(pair, Box::new(a), Box::new(b))
            }
            Target::Integer(function) => match params.get("n") {
                Some(n) => reader.of_integer(function, x, n, &span)?,
                None => return reader.name(path),
            },
        };
        return Ok(Expr::new(kind, span));
    }
    reader.expr(&tree, 0)
}

/// The text being read.
struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    params: &'a Params,
    /// Whether there is a second variable.
    is_surface: bool,
}

impl Reader<'_> {
    fn error(
        &self,
        kind: DiagKind,
        message: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Diag {
        Diag::new(kind, message).at(self.name, self.text, span, label)
    }

    fn too_deep(&self, span: Range<usize>) -> Diag {
        self.error(
            DiagKind::Unsupported,
            format!("the expression is nested deeper than {MAX_DEPTH}"),
            span,
            "too deep here",
        )
        .help("group long sums and products with parentheses, so that they become less deep")
    }

    // ---- places ----

    /// The bytes of a span of `syn`. Its columns count characters, its lines start at 1.
    fn bytes(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.byte(span.start()), self.byte(span.end()));
        start..end.max(start)
    }

    fn byte(&self, place: LineColumn) -> usize {
        let mut line_start = 0;
        for _ in 1..place.line {
            match self.text[line_start..].find('\n') {
                Some(length) => line_start += length + 1,
                None => return self.text.len(),
            }
        }
        let line = &self.text[line_start..];
        let column = line.char_indices().nth(place.column).map_or(line.len(), |(byte, _)| byte);
        line_start + column
    }

    fn syntax_error(&self, error: &syn::Error) -> Diag {
        let mut span = self.bytes(error.span());
        // An error at the end of the text carries the place 0..0: point at the last character.
        let at_end = span.is_empty();
        if at_end {
            let written = self.text.trim_end();
            let last = written.char_indices().next_back().map_or(0, |(at, _)| at);
            span = last..written.len();
        }
        let before = self.text[..span.start].trim_end();
        let diag = self.error(
            DiagKind::Syntax,
            format!("the expression cannot be read: {error}"),
            span,
            "here",
        );
        let operand_before = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')');
        match diag.offending() {
            Some(_) if !at_end && operand_before => {
                diag.help("an operator is missing; write a product with `*`, as in `2 * x`")
            }
            _ => diag,
        }
    }

    // ---- the scan before syn ----

    fn scan(&self) -> Result<(), Diag> {
        let text = self.text;
        if text.len() > MAX_TEXT {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!("the expression has {} bytes, more than {MAX_TEXT}", text.len()),
            )
            .help("write it shorter, with parentheses and powi"));
        }
        if text.trim().is_empty() {
            return Err(self
                .error(DiagKind::Syntax, "the expression is empty", 0..text.len(), "nothing here")
                .help("write for instance `exp(x)`"));
        }
        self.scan_words()?;
        // How deep each open bracket lies and where, and the signs read since the last operand.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let inside = |open: &[(usize, usize)]| open.last().map_or(0, |(depth, _)| *depth);
        let mut signs = 0;
        for (at, c) in text.char_indices() {
            let here = at..at + c.len_utf8();
            let depth = inside(&open) + signs;
            match c {
                '(' => {
                    open.push((depth + 1, at));
                    signs = 0;
                }
                ')' => {
                    if open.pop().is_none() {
                        let message = "this bracket closes nothing";
                        return Err(self.error(DiagKind::Syntax, message, here, "not opened"));
                    }
                    signs = 0;
                }
                '-' => signs += 1,
                c if c.is_ascii_whitespace() => {}
                '/' if text[at..].starts_with("//") || text[at..].starts_with("/*") => {
                    return Err(self.error(
                        DiagKind::Syntax,
                        "comments have no place in an expression",
                        at..at + 2,
                        "a comment starts here",
                    ));
                }
                '*' if text[at..].starts_with("**") => return Err(self.power_operator(at..at + 2)),
                '^' => return Err(self.power_operator(here)),
                c if c.is_ascii_alphanumeric() || "_.+*/,".contains(c) => signs = 0,
                _ => {
                    return Err(self.error(
                        DiagKind::Syntax,
                        format!("the character `{c}` has no meaning in an expression"),
                        here,
                        "not understood",
                    ));
                }
            }
            if inside(&open) + signs > MAX_DEPTH {
                return Err(self.too_deep(here));
            }
        }
        if let Some((_, at)) = open.pop() {
            let message = "this bracket is never closed";
            return Err(self.error(DiagKind::Syntax, message, at..at + 1, "not closed"));
        }
        Ok(())
    }

    fn power_operator(&self, span: Range<usize>) -> Diag {
        self.error(DiagKind::Syntax, "there is no power operator", span, "not a power")
            .help("write `powi(x, 3)` for the third power of x")
    }

    /// Refuses Rust's keywords: they mean nothing here, and `return return …` would recurse.
    fn scan_words(&self) -> Result<(), Diag> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut rest = 0;
        while let Some(offset) = self.text[rest..].find(is_word) {
            let start = rest + offset;
            let length = self.text[start..].find(|c| !is_word(c));
            let end = length.map_or(self.text.len(), |length| start + length);
            let word = &self.text[start..end];
            let starts_a_name = word.starts_with(|c: char| !c.is_ascii_digit());
            if starts_a_name && syn::parse_str::<syn::Ident>(word).is_err() {
                return Err(self.unknown(word, start..end, Wanted::Anything));
            }
            rest = end;
        }
        Ok(())
    }

    // ---- the tree ----

    fn expr(&self, tree: &syn::Expr, depth: usize) -> Result<Expr, Diag> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(self.bytes(tree.span())));
        }
        match tree {
            syn::Expr::Lit(literal) => self.literal(&literal.lit),
            syn::Expr::Path(path) => self.name(path),
            syn::Expr::Paren(paren) => {
                // The parentheses belong to the place, not to the tree.
                let inner = self.expr(&paren.expr, depth + 1)?;
                Ok(Expr::new(inner.kind, self.bytes(paren.paren_token.span.join())))
            }
            syn::Expr::Unary(unary) => match &unary.op {
                syn::UnOp::Neg(sign) => {
                    let inner = self.expr(&unary.expr, depth + 1)?;
                    let span = self.bytes(sign.span).start..inner.span.end;
                    Ok(Expr::new(ExprKind::Neg(Box::new(inner)), span))
                }
                other => Err(self.meaningless(self.bytes(other.span()))),
            },
            syn::Expr::Binary(binary) => self.binary(binary, depth),
            syn::Expr::Call(call) => self.call(call, depth),
            syn::Expr::MethodCall(call) => self.method(call, depth),
            other => Err(self.meaningless(self.bytes(other.span()))),
        }
    }

    fn meaningless(&self, span: Range<usize>) -> Diag {
        self.error(DiagKind::Syntax, "this is not part of a formula", span, "no meaning here")
            .help("a formula is made of x, numbers, pi, + - * /, powi(…, n) and functions")
    }

    fn literal(&self, literal: &syn::Lit) -> Result<Expr, Diag> {
        let span = self.bytes(literal.span());
        let (text, suffix) = match literal {
            syn::Lit::Int(int) => (int.to_string(), int.suffix()),
            syn::Lit::Float(float) => (float.to_string(), float.suffix()),
            _ => return Err(self.meaningless(span)),
        };
        if !suffix.is_empty() {
            let number = text.strip_suffix(suffix).unwrap_or(&text).trim_end_matches('_');
            return Err(self
                .error(
                    DiagKind::Syntax,
                    format!("`{text}` is not a number"),
                    span,
                    format!("`{suffix}` has no meaning after a number"),
                )
                .help(format!("write `{number}`, or `{number} * {suffix}` for a product")));
        }
        if text.starts_with("0x") || text.starts_with("0b") || text.starts_with("0o") {
            return Err(self
                .error(
                    DiagKind::Unsupported,
                    format!("`{text}` is not decimal"),
                    span,
                    "not decimal",
                )
                .help("write numbers inside an expression in decimal; they are taken exactly"));
        }
        match parse_decimal(&text) {
            Ok(value) => Ok(Expr::new(ExprKind::Constant(value), span)),
            Err(message) => Err(self.error(DiagKind::Range, message, span, "this number")),
        }
    }

    fn name(&self, path: &syn::ExprPath) -> Result<Expr, Diag> {
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
                .help(format!("write for instance `{name}(x, 3)`, or give n with --param n=3"))),
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
    fn of_integer(
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

    fn binary(&self, binary: &syn::ExprBinary, depth: usize) -> Result<Expr, Diag> {
        let make: fn(Box<Expr>, Box<Expr>) -> ExprKind = match &binary.op {
            syn::BinOp::Add(_) => ExprKind::Add,
            syn::BinOp::Sub(_) => ExprKind::Sub,
            syn::BinOp::Mul(_) => ExprKind::Mul,
            syn::BinOp::Div(_) => ExprKind::Div,
            other => return Err(self.meaningless(self.bytes(other.span()))),
        };
        let left = self.expr(&binary.left, depth + 1)?;
        let right = self.expr(&binary.right, depth + 1)?;
        let span = left.span.start..right.span.end;
        Ok(Expr::new(make(Box::new(left), Box::new(right)), span))
    }

    /// `f(a)`, `powi(a, n)`.
    fn call(&self, call: &syn::ExprCall, depth: usize) -> Result<Expr, Diag> {
        let callee = match call.func.as_ref() {
            syn::Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(callee) = callee else {
            return Err(self
                .error(
                    DiagKind::Syntax,
                    "this is not a function",
                    self.bytes(call.func.span()),
                    "called like a function",
                )
                .help("write a product with `*`"));
        };
        let place = self.bytes(callee.span());
        let close = self.bytes(call.paren_token.span.close());
        let target = self.target(&callee.to_string(), place.clone())?;
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let span = place.start..close.end;
        self.apply(target, None, &args, span, depth)
    }

    /// `a.f()`, `a.powi(n)`.
    fn method(&self, call: &syn::ExprMethodCall, depth: usize) -> Result<Expr, Diag> {
        let target = self.target(&call.method.to_string(), self.bytes(call.method.span()))?;
        if let Some(turbofish) = &call.turbofish {
            return Err(self.meaningless(self.bytes(turbofish.span())));
        }
        let receiver = self.expr(&call.receiver, depth + 1)?;
        let close = self.bytes(call.paren_token.span.close());
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let span = receiver.span.start..close.end;
        self.apply(target, Some(receiver), &args, span, depth)
    }

    fn target(&self, name: &str, span: Range<usize>) -> Result<Target, Diag> {
        let pair = functions::find_pair(name).filter(|_| self.is_surface);
        match (OfInteger::named(name), functions::find(name)) {
            _ if let Some(pair) = pair => Ok(Target::Pair(pair)),
            (Some(function), _) => Ok(Target::Integer(function)),
            (None, Some(function)) => Ok(Target::Function(function)),
            (None, None) => Err(self.unknown(name, span, Wanted::Function)),
        }
    }

    /// Applies a function to a receiver (of a method call) followed by arguments.
    fn apply(
        &self,
        target: Target,
        receiver: Option<Expr>,
        args: &[&syn::Expr],
        span: Range<usize>,
        depth: usize,
    ) -> Result<Expr, Diag> {
        let wanted = match target {
            Target::Integer(_) | Target::Pair(_) => 2,
            Target::Function(_) => 1,
        };
        let given = args.len() + usize::from(receiver.is_some());
        if given != wanted {
            return Err(self.wrong_count(&target, wanted, given, span));
        }
        let (first, rest) = match (receiver, args) {
            (Some(receiver), rest) => (receiver, rest),
            (None, [first, rest @ ..]) => (self.expr(first, depth + 1)?, rest),
            // Excluded by the count above.
            (None, []) => return Err(self.wrong_count(&target, wanted, given, span)),
        };
        let kind = match (&target, rest) {
            (Target::Function(function), []) => ExprKind::Apply(function, Box::new(first)),
            (Target::Integer(function), [n]) => {
                let place = self.bytes(n.span());
                self.of_integer(*function, first, &self.integer(n)?, &place)?
            }
            (Target::Pair(pair), [second]) => {
                let place = self.bytes(second.span());
                // What has a meaning with a constant integer keeps it: a base may be negative there.
                match (OfInteger::named(pair.name), self.integer(second)) {
                    (Some(function), Ok(n)) if n.is_integer() => {
                        self.of_integer(function, first, &n, &place)?
                    }
                    _ => {
                        let second = self.expr(second, depth + 1)?;
                        ExprKind::Pair(pair, Box::new(first), Box::new(second))
                    }
                }
            }
            _ => return Err(self.wrong_count(&target, wanted, given, span)),
        };
        Ok(Expr::new(kind, span))
    }

    fn wrong_count(
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
    fn integer(&self, tree: &syn::Expr) -> Result<Rational, Diag> {
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
        match value {
            Some(n) => Ok(if negative { -n } else { n }),
            None => Err(self
                .error(
                    DiagKind::Unsupported,
                    "an exponent must be an integer constant",
                    self.bytes(tree.span()),
                    "not an integer constant",
                )
                .help("for other powers write `exp(a * log(b))` or `sqrt(b)`")),
        }
    }

    /// An unknown name, with the nearest known ones.
    fn unknown(&self, name: &str, span: Range<usize>, wanted: Wanted) -> Diag {
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
        if name == "y" && wanted == Wanted::Anything {
            return diag.help(SECOND);
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
enum Wanted {
    Function,
    Anything,
}

/// The function or the operation that a call applies.
enum Target {
    Function(&'static Function),
    Integer(OfInteger),
    Pair(&'static Pair),
}

/// How a function of two numbers is written.
fn example(pair: &Pair) -> String {
    let [a, b] = pair.arguments;
    format!("{}({a}, {b})", pair.name)
}

/// What to do with a second variable where there is one only.
const SECOND: &str = "the variable is called `x`; for a number y give --param y=2. Functions of x and y have evaluators: \
                      `tmd-codegen approx` with --range-x and --range-y";

/// The functions of x and a constant integer n.
#[derive(Clone, Copy, PartialEq)]
enum OfInteger {
    /// x^n: IEEE 754's pown.
    Power,
    /// (1 + x)^n.
    Compound,
    /// The n-th root.
    Root,
}

impl OfInteger {
    fn named(name: &str) -> Option<Self> {
        match name {
            "powi" | "pow" | "pown" => Some(OfInteger::Power),
            "compound" => Some(OfInteger::Compound),
            "rootn" => Some(OfInteger::Root),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            OfInteger::Power => "powi",
            OfInteger::Compound => "compound",
            OfInteger::Root => "rootn",
        }
    }
}

/// The names of the functions of x and an integer.
const OF_INTEGER: [&str; 4] = ["powi", "pown", "rootn", "compound"];

#[cfg(test)]
mod tests {
    use crate::language::parse::*;

    fn canonical(text: &str) -> String {
        parse_expr("function", text, &Params::default())
            .unwrap_or_else(|d| panic!("{}", d.render(false)))
            .to_string()
    }

    fn error(text: &str) -> Diag {
        let diag = parse_expr("function", text, &Params::default()).expect_err(text);
        assert!(diag.source.is_some() || text.len() > MAX_TEXT, "{text}: {diag}");
        let _ = diag.render(false);
        diag
    }

    #[test]
    fn reads_the_grammar() {
        for (text, want) in [
            ("exp", "exp(x)"),
            ("  ln\n", "log(x)"),
            ("x", "x"),
            ("exp(x)*sin(x)", "exp(x) * sin(x)"),
            ("ln(1 + x)", "log(1 + x)"),
            ("0.1*x", "0.1 * x"),
            ("PI - pi", "pi - pi"),
            ("x.powi(3)", "powi(x, 3)"),
            ("pow(x,-3)", "powi(x, -3)"),
            ("pown(x, 4)", "powi(x, 4)"),
            ("compound(x, -2)", "powi(1 + x, -2)"),
            ("exp(x).rootn(5)", "rootn(exp(x), 5)"),
            ("x.exp().sin()", "sin(exp(x))"),
            ("-x.powi(2)", "-powi(x, 2)"),
            ("(-x).powi(2)", "powi(-x, 2)"),
            ("-(x + 1) * 2", "-(x + 1) * 2"),
            ("x - (1 - x)", "x - (1 - x)"),
            ("x / (2 * x) / 3", "x / (2 * x) / 3"),
            ("2.5.exp()", "exp(2.5)"),
            ("1e-3 + 1_000", "0.001 + 1000"),
            ("sqrt(1 -\n  x)", "sqrt(1 - x)"),
            ("--x", "--x"),
        ] {
            let once = canonical(text);
            assert_eq!(once, want, "{text}");
            assert_eq!(canonical(&once), once);
        }
    }

    #[test]
    fn parameters_stand_for_their_values() {
        let params = Params::parse("n=3,a=1/4,h=1/2").unwrap();
        let read = |text: &str| parse_expr("function", text, &params).map(|e| e.to_string());
        for (text, want) in [
            ("rootn", "rootn(x, 3)"),
            ("compound", "powi(1 + x, 3)"),
            ("pown(x, -n) + a * x", "powi(x, -3) + 0.25 * x"),
            ("a.exp()", "exp(0.25)"),
        ] {
            assert_eq!(read(text).unwrap(), want, "{text}");
        }
        let diag = read("powi(x, h)").unwrap_err();
        assert_eq!(diag.offending(), Some("h"), "{}", diag.render(false));
        assert_eq!(read("exp(m * x)").unwrap_err().offending(), Some("m"));
    }

    #[test]
    fn places_are_bytes_of_the_text() {
        let text = "1 +\n (exp(x)  * x.sin())";
        let expr = parse_expr("function", text, &Params::default()).unwrap();
        assert_eq!(&text[expr.span.clone()], text);
        let ExprKind::Add(_, product) = &expr.kind else { panic!() };
        assert_eq!(&text[product.span.clone()], "(exp(x)  * x.sin())");
        let ExprKind::Mul(a, b) = &product.kind else { panic!() };
        assert_eq!(&text[a.span.clone()], "exp(x)");
        assert_eq!(&text[b.span.clone()], "x.sin()");
        let alone = parse_expr("function", "  exp ", &Params::default()).unwrap();
        assert_eq!(alone.span, 2..5);
    }

    #[test]
    fn columns_count_characters() {
        let text = "π+\nαβx";
        let reader = Reader { name: "t", text, params: &Params::default(), is_surface: false };
        assert_eq!(reader.byte(LineColumn { line: 1, column: 1 }), 2);
        assert_eq!(reader.byte(LineColumn { line: 2, column: 2 }), 8);
        assert_eq!(reader.byte(LineColumn { line: 9, column: 2 }), text.len());
    }

    #[test]
    fn errors_point_at_the_offending_part() {
        for (text, part, kind) in [
            ("1 + epx(x)", "epx", DiagKind::UnknownName),
            ("exp(y)", "y", DiagKind::UnknownName),
            ("exp(x, 2)", "exp(x, 2)", DiagKind::Syntax),
            ("exp()", "exp()", DiagKind::Syntax),
            ("1 + exp", "exp", DiagKind::Syntax),
            ("x^3", "^", DiagKind::Syntax),
            ("x ** 3", "**", DiagKind::Syntax),
            ("powi(x, x)", "x", DiagKind::Unsupported),
            ("powi(x, 2.5)", "2.5", DiagKind::Unsupported),
            ("rootn(x, 0)", "0", DiagKind::Domain),
            ("1 + rootn", "rootn", DiagKind::Syntax),
            ("rootn", "rootn", DiagKind::Syntax),
            ("powi(x, 99999999999)", "99999999999", DiagKind::Range),
            ("powi(x)", "powi(x)", DiagKind::Syntax),
            ("x.exp(2)", "x.exp(2)", DiagKind::Syntax),
            ("2x", "2x", DiagKind::Syntax),
            ("1 + 2f64", "2f64", DiagKind::Syntax),
            ("0x10 + x", "0x10", DiagKind::Unsupported),
            ("1e999999 * x", "1e999999", DiagKind::Range),
            ("2 x", "x", DiagKind::Syntax),
            ("x // 2", "//", DiagKind::Syntax),
            ("x /* a */", "/*", DiagKind::Syntax),
            ("exp(x) & 1", "&", DiagKind::Syntax),
            ("sin(π)", "π", DiagKind::Syntax),
            ("1 + return x", "return", DiagKind::UnknownName),
            ("(x + 1)(x - 1)", "(x + 1)", DiagKind::Syntax),
            ("x.0", "x.0", DiagKind::Syntax),
            // Its opposite is no number of 32 bits.
            ("rootn(x, -2147483648)", "-2147483648", DiagKind::Range),
            ("powi(x, -2147483648)", "-2147483648", DiagKind::Range),
            ("compound(x, 2147483647)", "2147483647", DiagKind::Range),
            ("1..x", "1..x", DiagKind::Syntax),
            ("(x, 1)", "(x, 1)", DiagKind::Syntax),
            ("x + ", "+", DiagKind::Syntax),
            ("(1 + (x)", "(", DiagKind::Syntax),
            ("x + 1)", ")", DiagKind::Syntax),
            ("", "", DiagKind::Syntax),
        ] {
            let diag = error(text);
            assert_eq!(diag.offending(), Some(part), "{text}\n{}", diag.render(false));
            assert_eq!(diag.kind, kind, "{text}");
        }
        assert_eq!(error("x +").source.unwrap().span, 2..3);
        for text in ["(x", "x)", "exp(x", "+", "()", "'", "\"", "x.", "1.2.3", ",", "_", "exp(,)"] {
            error(text);
        }
    }

    #[test]
    fn errors_offer_a_way_out() {
        for (text, help) in [
            ("epx(x)", "`exp`"),
            ("sqr(x)", "`sqrt`"),
            ("Sin(x)", "`sin`"),
            ("exp(y)", "called `x`"),
            ("x^3", "powi(x, 3)"),
            ("2 x", "2 * x"),
            ("2x", "2 * x"),
            ("1 + exp", "exp(x)"),
            ("zeta(x)", "known are"),
        ] {
            let diag = error(text);
            assert!(diag.help.as_deref().unwrap_or("").contains(help), "{text}: {:?}", diag.help);
        }
    }

    #[test]
    fn deep_and_long_texts_are_refused() {
        let nested = |n: usize| "(".repeat(n) + "x" + &")".repeat(n);
        assert!(parse_expr("f", &nested(150), &Params::default()).is_ok());
        for text in [
            nested(300),
            nested(2000),
            "-".repeat(4000) + "x",
            "-(".repeat(150) + "x" + &")".repeat(150),
            "x".to_string() + &".exp()".repeat(600),
            "x".to_string() + &"+x".repeat(2000),
            "exp(".repeat(1000),
            "return ".repeat(500),
            "x+".repeat(3000),
        ] {
            error(&text);
        }
        assert!(
            parse_expr("f", &("x".to_string() + &"-x".repeat(150)), &Params::default()).is_ok()
        );
    }

    #[test]
    fn nothing_makes_the_parser_panic() {
        let pieces = [
            "x", "exp", "(", ")", "+", "-", "*", "/", ".", ",", "1", "0.5", "1e5", "pi", "powi",
            " ", "ln", "\n", "^", "π", "'", "\"", "if", "_", "2", "e", "..", "=",
        ];
        let mut random = crate::interval::testing::Random::new(9);
        let mut read = 0;
        for _ in 0..20_000 {
            let length = 1 + random.below(9);
            let text: String =
                (0..length).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
            match parse_expr("f", &text, &Params::default()) {
                Ok(expr) => {
                    read += 1;
                    let printed = expr.to_string();
                    assert_eq!(canonical(&printed), printed, "{text}");
                }
                Err(diag) => assert!(diag.source.is_some() && !diag.render(false).is_empty()),
            }
            let _ = crate::language::Constant::parse("c", &text);
        }
        assert!(read > 100, "{read}");
    }
}
