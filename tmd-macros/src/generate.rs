//! The macros that run the generator.

use crate::embed;
use crate::written::{self, Written};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ItemFn;
use syn::spanned::Spanned;
use tmd_codegen::package;
use tmd_codegen::request::options::FUNCTION;
use tmd_codegen::request::tokens::{Arguments, Spelled, apart};
use tmd_codegen::spec::FunctionSpec;
use tmd_runtime::{Package, Sources};

pub(crate) fn expression(input: TokenStream) -> syn::Result<TokenStream> {
    let text = parse(input)?.canonical();
    Ok(quote!(#text))
}

pub(crate) fn kernel(input: TokenStream) -> syn::Result<TokenStream> {
    embed::expression(&make(&Arguments::parse(input)?)?, Sources::Inside)
}

pub(crate) fn function(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let item: ItemFn = syn::parse2(item)?;
    let Written { body, argument, .. } = written::parts(&item, &["f64"])?;
    let spec = parse(body.clone())?;
    let text = spec.canonical();
    let rust = spec.expr.rust().map_err(|name| {
        let message = format!("`f64` has no method for `{name}`: use kernel! with this function");
        syn::Error::new(body.span(), message)
    })?;
    let rust = written::of_argument(rust.parse()?, &argument);
    let kernels = match arguments.is_empty() {
        true => TokenStream::new(),
        false => {
            let mut arguments = Arguments::parse(arguments)?;
            arguments.add(FUNCTION, Span::call_site(), body)?;
            let module = embed::module("kernels", &make(&arguments)?, Sources::Inside)?;
            quote! { #module pub use kernels::PACKAGE; }
        }
    };
    let (name, vis) = (&item.sig.ident, &item.vis);
    let doc = format!(" What is known of `{name}` besides how to call it.");
    let module = quote! {
        #[doc = #doc]
        #[allow(dead_code, reason = "not everybody needs all of it")]
        #vis mod #name {
            /// The function in canonical form.
            pub const FUNCTION: &str = #text;
            #kernels
        }
    };
    Ok(written::replaced(&item, &rust, &module))
}

/// Plans and emits.
fn make(arguments: &Arguments) -> syn::Result<Package> {
    let request = arguments.request()?;
    apart(|| package::make(&request)).map_err(|diag| arguments.explain(&diag))
}

/// Reads a function description from tokens.
fn parse(tokens: TokenStream) -> syn::Result<FunctionSpec> {
    if tokens.is_empty() {
        return Err(syn::Error::new(Span::call_site(), "a function is expected, as in `exp(x)`"));
    }
    let spelled = Spelled::new(tokens);
    apart(|| FunctionSpec::parse(&spelled.text)).map_err(|diag| spelled.explain(&diag))
}
