//! The macros that run the generator.

use crate::embed;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Pat, ReturnType, Type};
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
    let body = body(&item)?;
    let spec = parse(body.clone())?;
    let text = spec.canonical();
    let rust = spec.expr.rust().map_err(|name| {
        let message = format!("`f64` has no method for `{name}`: use kernel! with this function");
        syn::Error::new(body.span(), message)
    })?;
    let rust: TokenStream = rust.parse()?;
    let kernels = match arguments.is_empty() {
        true => TokenStream::new(),
        false => {
            let mut arguments = Arguments::parse(arguments)?;
            arguments.add(FUNCTION, Span::call_site(), body)?;
            let module = embed::module("kernels", &make(&arguments)?, Sources::Inside)?;
            quote! { #module pub use kernels::PACKAGE; }
        }
    };
    let ItemFn { attrs, vis, sig, .. } = item;
    let name = &sig.ident;
    let doc = format!(" What is known of `{name}` besides how to call it.");
    Ok(quote! {
        #(#attrs)*
        #vis #sig { #rust }

        #[doc = #doc]
        #[allow(dead_code, reason = "not everybody needs all of it")]
        #vis mod #name {
            /// The function in canonical form.
            pub const FUNCTION: &str = #text;
            #kernels
        }
    })
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

/// The body of a function of one `f64` called `x`: a single expression.
fn body(item: &ItemFn) -> syn::Result<TokenStream> {
    let wanted = |tokens: &dyn ToTokens| {
        let message = "write it as `fn NAME(x: f64) -> f64 { … }`";
        Err(syn::Error::new_spanned(tokens.to_token_stream(), message))
    };
    let signature = &item.sig;
    let is_f64 = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("f64"));
    let [argument] = &signature.inputs.iter().collect::<Vec<_>>()[..] else {
        return wanted(signature);
    };
    match argument {
        FnArg::Typed(argument) if is_f64(&argument.ty) => match &*argument.pat {
            Pat::Ident(name) if name.ident == "x" => {}
            pattern => return wanted(pattern),
        },
        argument => return wanted(argument),
    }
    match &signature.output {
        ReturnType::Type(_, ty) if is_f64(ty) => {}
        _ => return wanted(signature),
    }
    let plain = signature.constness.is_none()
        && signature.asyncness.is_none()
        && signature.generics.params.is_empty();
    if !plain {
        return wanted(signature);
    }
    match &item.block.stmts[..] {
        [syn::Stmt::Expr(expression, None)] => Ok(expression.to_token_stream()),
        _ => {
            let message = "a function is described by one expression, as in `{ exp(x) * sin(x) }`";
            Err(syn::Error::new_spanned(&item.block, message))
        }
    }
}
