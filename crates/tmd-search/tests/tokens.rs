//! Errors of requests that are written as tokens stand at the token that they are about, those of the planner as well.

use tmd_request::request::tokens::Arguments;

fn arguments(text: &str) -> syn::Result<Arguments> {
    Arguments::parse(text.parse().expect("tokens"))
}

/// The text that an error's place covers.
fn place(text: &str, error: &syn::Error) -> String {
    let (start, end) = (error.span().start(), error.span().end());
    text.chars().skip(start.column).take(end.column.saturating_sub(start.column)).collect()
}

#[test]
fn errors_point_at_tokens() {
    let refused = |text: &str, place_text: &str, part: &str| {
        let error = match arguments(text) {
            Ok(arguments) => match arguments.request() {
                Ok(request) => {
                    let diag = tmd_search::plan::make(&request).expect_err("a refusal");
                    arguments.explain(&diag)
                }
                Err(error) => error,
            },
            Err(error) => error,
        };
        assert!(error.to_string().contains(part), "{error}");
        assert_eq!(place(text, &error), place_text, "{error}");
    };
    refused("function: exp(x) + exq(x), binade: 1..2", "exq", "`exq`");
    refused("function: exp(x), binade: 1..3", "3", "power of two");
    refused("function: exp(x), binade: 1..2, rounding: up", "up", "`rounding`");
    refused("function: exp(x), colour: 3", "colour", "no option `colour`");
    refused("function: exp(x), function: exp", "function", "twice");
    refused("function, binade: 1..2", "function", "a value is expected");
    refused("function: exp(x), binade: 1..2, bits: \"no\"", "\"no\"", "whole number");
    refused("function: log(x - 9), binade: 1..2", "log(x - 9)", "");
}
