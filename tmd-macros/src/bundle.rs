//! `bundle!`

use crate::embed;
use proc_macro2::TokenStream;
use std::env;
use std::path::PathBuf;
use syn::LitStr;
use tmd_runtime::{Package, Sources};

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let path: LitStr = syn::parse2(input)?;
    let failed = |message: String| syn::Error::new(path.span(), message);
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let folder = root.join(path.value());
    let package = Package::read(&folder).map_err(|error| {
        let help = "give the folder that `tmd-codegen gen -o FOLDER` or a build script has written";
        failed(format!("{error}\nhelp: {help}, from where Cargo.toml is"))
    })?;
    let folder = folder.to_str().ok_or_else(|| failed("the path is not UTF-8".to_owned()))?;
    embed::expression(&package, Sources::Folder(folder))
}
