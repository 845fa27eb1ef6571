//! `#[approx(…)]`

use crate::made;
use crate::written::{self, Written};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ItemFn;
use tmd_codegen::approx::{OPTIONS, Request};
use tmd_codegen::build::Function;
use tmd_codegen::request::options::FUNCTION;
use tmd_codegen::request::tokens::{Pairs, apart};

/// The options that the function's signature says, besides [`FUNCTION`].
const TYPE: &str = "type";
const NAME: &str = "name";
/// The option that can be a plain number here.
const TOLERANCE: &str = "tolerance";

pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let item: ItemFn = syn::parse2(item)?;
    let Written { body, argument, ty } = written::parts(&item, &["f64", "f32"])?;
    let (name, ty) = (&item.sig.ident, Ident::new(ty, Span::call_site()));
    let own: Vec<&str> =
        OPTIONS.iter().copied().filter(|name| ![FUNCTION, TYPE].contains(name)).collect();
    let mut pairs = Pairs::parse(arguments, &own)?;
    pairs.add(FUNCTION, Span::call_site(), body)?;
    pairs.add(TYPE, Span::call_site(), ty.to_token_stream())?;
    pairs.add(NAME, name.span(), name.to_token_stream())?;
    let mut texts = pairs.texts();
    // A plain number bounds the absolute error.
    if let Some(bound) = texts.get(TOLERANCE).filter(|text| !text.contains(':')) {
        texts.set(TOLERANCE, format!("abs:{bound}"));
    }
    let text = name.to_string();
    let made = apart(|| Request::from_texts(&texts)?.made(&text));
    let made = made.map_err(|diag| pairs.explain(&diag))?;
    let module = made::module(&item.vis, name, &made)?;
    Ok(written::replaced(&item, &quote!(#name::#name(#argument)), &module))
}
