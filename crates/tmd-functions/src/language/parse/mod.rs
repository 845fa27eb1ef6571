//! Text -> expression tree, with the place of every part and a caret under every error.
//!
//! The grammar is Rust's: `syn` reads the text, and this module keeps the part of it that means a
//! real function. Before that a scan over the characters refuses what has no meaning here and
//! whatever could make the (recursive) parser of `syn` run out of stack.

mod names;
mod scan;

use self::names::{OfInteger, Target};
use std::ops::Range;

use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;

use crate::language::decimal::parse_decimal;
use crate::language::expr::{Expr, ExprKind};
use crate::language::params::Params;
use tmd_base::diag::{Diag, DiagKind};

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
}

#[cfg(test)]
mod tests;
