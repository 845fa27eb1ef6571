//! `round!`

use crate::{kept, made};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::env;
use std::path::PathBuf;
use syn::{Ident, Visibility};
use tmd_codegen::build::Made;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::request::config;
use tmd_codegen::request::tokens::{Pairs, apart};
use tmd_codegen::round::{Encoding, OPTIONS, Request};
use tmd_codegen::verify;

/// The name of the module and of what is in it.
const NAME: &str = "name";
/// The file of a search's certificate.
const SEARCH: &str = "search";

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let names = [&[NAME], OPTIONS, &[SEARCH]].concat();
    let pairs = Pairs::parse(input, &names)?;
    let texts = pairs.texts();
    let search = texts.get(SEARCH).map(|path| {
        let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        (path, root.join(path))
    });
    let make = || -> Result<(String, Made), Diag> {
        let name = texts.required(NAME, "give the name of the module to be made")?;
        config::check_name(name).map_err(|diag| diag.at(NAME, name, 0..name.len(), "no name"))?;
        let request = Request::from_texts(&texts)?;
        let certificate = search.as_ref().map(|(text, path)| {
            request.check_search(text)?;
            verify::bytes(path).map_err(|diag| diag.at(SEARCH, *text, 0..text.len(), "unread"))
        });
        let certificate = certificate.transpose()?;
        if request.needs_search()? && certificate.is_none() {
            return Err(unsearched());
        }
        let make = || {
            request.made_with(name, &|_| match &certificate {
                Some(bytes) => verify::parse(SEARCH, bytes),
                None => Err(unsearched()),
            })
        };
        let is_short = !request.needs_search()? && Encoding::of(request.precision)?.bits() == 16;
        let made = match is_short {
            true => make()?,
            false => {
                let certificate = tmd_runtime::sha256_hex(certificate.as_deref().unwrap_or(&[]));
                kept::kept(&format!("{name} {request:?} {certificate}"), &request.function, make)?
            }
        };
        Ok((name.to_owned(), made))
    };
    let (name, made) = apart(make).map_err(|diag| pairs.explain(&diag))?;
    let module =
        made::module(&Visibility::Inherited, &Ident::new(&name, Span::call_site()), &made)?;
    // When the file changes, the crate is compiled anew.
    let watched = match search.as_ref().and_then(|(_, path)| path.to_str()) {
        Some(path) => quote!(
            const _: &[u8] = include_bytes!(#path);
        ),
        None => TokenStream::new(),
    };
    Ok(quote!(#module #watched))
}

/// The report for a function that needs a search: that may take days, and nobody waits for a compiler so long.
fn unsearched() -> Diag {
    let message = "functions of binary64 need a search, which macros do not start";
    Diag::new(DiagKind::Unsupported, message).help(
        "run `tmd-codegen search` with the same function, range and bits, and give the file of its certificate by --search, \
         from where Cargo.toml is",
    )
}
