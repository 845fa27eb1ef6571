//! A package as tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use tmd_runtime::{Package, Sources};

/// The module `name` that holds a package's handle.
pub(crate) fn module(
    name: &str,
    package: &Package,
    sources: Sources<'_>,
) -> syn::Result<TokenStream> {
    let failed = |message: String| syn::Error::new(Span::call_site(), message);
    let text = tmd_runtime::handle(name, package, sources).map_err(|e| failed(e.to_string()))?;
    text.parse().map_err(|error| failed(format!("the emitted handle is malformed: {error}")))
}

/// An expression of type `Embedded`.
pub(crate) fn expression(package: &Package, sources: Sources<'_>) -> syn::Result<TokenStream> {
    let module = module("embedded", package, sources)?;
    Ok(quote! { { #module embedded::PACKAGE } })
}
