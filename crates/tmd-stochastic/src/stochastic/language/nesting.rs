//! Refuses what is nested so deeply that reading it could exhaust the stack.
//!
//! `syn`, the compiler of this language and the tree's destructor all call themselves for each part of a part. Each of
//! these calls has consumed a token of its own, so that the tokens that stand before a place bound how deep any of them
//! is there, whatever the grammar: those of its row, of the row that its bracket stands in, and so on outwards. What
//! follows in a row counts, too, for `a + b + c` is read as `(a + b) + c`.

use super::{Result2, refuse};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Most that [`check`] lets through, in tokens.
const MOST: usize = 4096;

/// The weight of a pair of brackets, in tokens: readers go through a dozen functions for it.
const BRACKETS: usize = 16;

/// Stack for what passes [`check`], several times of what was seen to be used.
pub(super) const STACK: usize = 256 << 20;

/// Refuses a text that is nested too deeply.
pub(super) fn check(tokens: &TokenStream) -> Result2<()> {
    below(tokens, 0)
}

/// Refuses tokens in brackets that are nested too deeply, where `above` counts the tokens around them.
fn below(tokens: &TokenStream, above: usize) -> Result2<()> {
    for row in rows(tokens) {
        let deep = above + row.len();
        let groups = row.iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group),
            _ => None,
        });
        if let Some(token) = row.get(MOST.saturating_sub(above)) {
            let message = format!(
                "more than {MOST} operators, names and brackets follow or surround each other here: give parts of the \
                 expression names by `let`"
            );
            return refuse(token, message);
        }
        for group in groups {
            if deep + BRACKETS > MOST {
                let message = format!(
                    "this is nested deeper than {} brackets: give parts of it names by `let`",
                    MOST / BRACKETS
                );
                return Err(syn::Error::new(group.span_open(), message));
            }
            below(&group.stream(), deep + BRACKETS)?;
        }
    }
    Ok(())
}

/// Tokens that may belong to one statement or to one element of a list.
fn rows(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut rows = vec![];
    let mut row: Vec<TokenTree> = vec![];
    // A comma between `<` and `>` divides nothing, and whether these are brackets is not known here.
    let mut compares = false;
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let ends = match &token {
            TokenTree::Punct(punct) => {
                let sign = punct.as_char();
                compares |= sign == '<';
                sign == ';' || (sign == ',' && !compares)
            }
            // A block ends a statement unless what follows goes on with it.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                match tokens.peek() {
                    Some(TokenTree::Ident(word)) => {
                        ["else", "as", "in"].iter().all(|goes_on| word != goes_on)
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        row.push(token);
        if ends {
            rows.push(std::mem::take(&mut row));
            compares = false;
        }
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use crate::stochastic::parse;
    use tmd_kernel::ir::Width;

    fn refusal(text: &str) -> String {
        let diag = parse("test", text, Width::W64).expect_err("refused");
        assert!(diag.source.is_some(), "{}", diag.message);
        diag.message
    }

    /// Each way to go deeper that the grammar has, `depth` times.
    fn texts(depth: usize) -> Vec<String> {
        let around = |begin: &str, middle: &str, end: &str| {
            begin.repeat(depth) + middle + &end.repeat(depth)
        };
        let body = |body: String| format!("fn f(x: f64) -> f64 {{ let mut y = x; {body} y }}");
        vec![
            around("(", "x", ")"),
            around("-(", "x", ")"),
            around("- ", "x", ""),
            around("!", "x", ""),
            around("&", "x", ""),
            around("x + (", "x", ")"),
            around("", "x", " + x * x"),
            around("", "x", ".abs()"),
            around("", "x", " as f64"),
            around("", "x", "[0]"),
            around("x.max(", "x", ")"),
            around("[", "x", "; 1]"),
            around("|| ", "x", ""),
            around("return ", "x", ""),
            around("x as V<a, ", "x", ">"),
            around("if if x < x {x} else ", "x", " {x}"),
            body(around("if x < y { ", "y = x;", " }")),
            body(around("if x < y { y = x; } else ", "{ y = x; }", "")),
            body(around("for _ in 0..2 { ", "y = x;", " }")),
            body(around("{ ", "y = x;", " }")),
            body(around("y = if x < y { ", "x", " } else { y };")),
            body(format!("let a: {} = x;", around("&", "f64", ""))),
            body(format!("let {} = x;", around("(", "a", ")"))),
        ]
    }

    #[test]
    fn whatever_is_nested_deeply_is_refused_and_nothing_overflows() {
        // Before the limit, at it and beyond: none of them may end the process, whatever the answer is.
        for depth in [50, 220, 1000, 4000] {
            for text in texts(depth) {
                let _ = parse("test", &text, Width::W64);
            }
        }
        for (depth, text) in [(3000, "("), (2000, "x.max("), (3000, "[")] {
            let close = if text.ends_with('[') { "]" } else { ")" };
            let message = refusal(&(text.repeat(depth) + "x" + &close.repeat(depth)));
            assert!(message.contains("brackets"), "{message}");
        }
        let ifs = format!(
            "fn f(x: f64) -> f64 {{ let mut y = x; {} y = 1.0; {} y }}",
            "if x < y { ".repeat(2000),
            "}".repeat(2000)
        );
        assert!(refusal(&ifs).contains("nested deeper"));
        let signs = "-".repeat(100_000) + "x";
        assert!(refusal(&signs).contains("operators"));
    }

    #[test]
    fn long_sums_and_long_functions_are_read() {
        let sum = vec!["x * 0.5"; 800].join(" + ");
        assert!(parse("test", &sum, Width::W64).is_ok());
        let steps = "y = y * x + 1.0; if y < x { y = x; } if x < y { y = y + x; } ".repeat(1000);
        let text = format!("fn f(x: f64) -> f64 {{ let mut y = x; {steps} y }}");
        assert!(parse("test", &text, Width::W64).is_ok());
        let numbers = vec!["1.5"; 4000].join(", ");
        let text = format!("fn f(x: f64) -> f64 {{ let a = [{numbers}]; a[3999] * x }}");
        assert!(parse("test", &text, Width::W64).is_ok());
        let ifs = "if x < y { ".repeat(100) + "y = 1.0;" + &" }".repeat(100);
        let text = format!("fn f(x: f64) -> f64 {{ let mut y = x; {ifs} y }}");
        assert!(parse("test", &text, Width::W64).is_ok());
    }
}
