//! Code of functions as tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Visibility};
use tmd_codegen::build::Made;

/// The module `name` with the code that was made under that name.
pub(crate) fn module(vis: &Visibility, name: &Ident, made: &Made) -> syn::Result<TokenStream> {
    let failed = |message: String| syn::Error::new(Span::call_site(), message);
    let Made { about, files, certificate } = made;
    let source = files.get(&format!("{name}.rs"));
    let source = source.ok_or_else(|| failed(format!("no code was emitted for {name}")))?;
    let code: TokenStream = source
        .parse()
        .map_err(|error| failed(format!("the emitted code is malformed: {error}")))?;
    let about = format!(" {about}");
    Ok(quote! {
        #[doc = #about]
        #vis mod #name {
            #code

            /// This module's code as a file, as `tmd-codegen` emits it.
            pub const SOURCE: &str = #source;

            /// The certificate of that file, which `tmd-codegen verify` checks.
            pub const CERTIFICATE: &str = #certificate;
        }
    })
}
