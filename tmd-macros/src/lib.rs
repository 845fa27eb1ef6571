//! Procedural macros over `tmd-codegen`.

use proc_macro::TokenStream;
use proc_macro2::{Span, TokenStream as TokenStream2};
use quote::quote_spanned;
use syn::spanned::Spanned;
use tmd_codegen::spec::FunctionSpec;

/// Checks a function description at compile time and gives its canonical text, a `&'static str`.
///
/// ```
/// assert_eq!(tmd_macros::expression!(exp(x)*sin(x)), "exp(x) * sin(x)");
/// ```
///
/// What the language does not know is an error of the compiler:
///
/// ```compile_fail
/// tmd_macros::expression!(exq(x));
/// ```
#[proc_macro]
pub fn expression(input: TokenStream) -> TokenStream {
    let input = TokenStream2::from(input);
    let span = if input.is_empty() { Span::call_site() } else { input.span() };
    match FunctionSpec::parse(&input.to_string()) {
        Ok(spec) => {
            let text = spec.canonical();
            quote_spanned!(span => #text).into()
        }
        Err(diag) => {
            let help = diag.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            let message = format!("{}{help}", diag.message);
            quote_spanned!(span => ::core::compile_error!(#message)).into()
        }
    }
}
