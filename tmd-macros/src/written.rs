//! Functions of one number that are described by writing them.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, ItemFn, Pat, PatIdent, ReturnType, Stmt, Type};

/// `fn NAME(x: f64) -> f64 { … }`.
pub(crate) struct Written<'a> {
    /// The expression.
    pub(crate) body: TokenStream,
    /// The argument, as its own macro knows it.
    pub(crate) argument: Ident,
    /// The type.
    pub(crate) ty: &'a str,
}

/// The parts of such a function, where the type is one of some.
pub(crate) fn parts<'a>(item: &ItemFn, types: &[&'a str]) -> syn::Result<Written<'a>> {
    let forms = types.iter().map(|ty| format!("`fn NAME(x: {ty}) -> {ty} {{ … }}`"));
    let message = format!("write it as {}", forms.collect::<Vec<_>>().join(" or "));
    let wanted =
        |tokens: &dyn ToTokens| Err(syn::Error::new_spanned(tokens.to_token_stream(), &message));
    let signature = &item.sig;
    let type_of = |ty: &Type| {
        let Type::Path(path) = ty else { return None };
        types.iter().find(|known| path.path.is_ident(known)).copied()
    };
    let [argument] = &signature.inputs.iter().collect::<Vec<_>>()[..] else {
        return wanted(signature);
    };
    let FnArg::Typed(own) = argument else { return wanted(argument) };
    let Some(ty) = type_of(&own.ty) else { return wanted(argument) };
    let argument =
        match &*own.pat {
            Pat::Ident(PatIdent {
                ident, by_ref: None, mutability: None, subpat: None, ..
            }) if ident == "x" => ident.clone(),
            pattern => return wanted(pattern),
        };
    match &signature.output {
        ReturnType::Type(_, result) if type_of(result) == Some(ty) => {}
        _ => return wanted(signature),
    }
    let plain = signature.constness.is_none()
        && signature.asyncness.is_none()
        && signature.generics.params.is_empty();
    if !plain {
        return wanted(signature);
    }
    match &item.block.stmts[..] {
        [Stmt::Expr(expression, None)] => {
            Ok(Written { body: expression.to_token_stream(), argument, ty })
        }
        _ => {
            let message = "a function is described by one expression, as in `{ exp(x) * sin(x) }`";
            Err(syn::Error::new_spanned(&item.block, message))
        }
    }
}

/// Tokens in which `x` is that argument.
pub(crate) fn of_argument(tokens: TokenStream, argument: &Ident) -> TokenStream {
    let own = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == *argument => argument.clone().into(),
        TokenTree::Group(group) => {
            let inner = of_argument(group.stream(), argument);
            let mut same = Group::new(group.delimiter(), inner);
            same.set_span(group.span());
            same.into()
        }
        other => other,
    };
    tokens.into_iter().map(own).collect()
}

/// The same function with another body, and a module beside it.
pub(crate) fn replaced(item: &ItemFn, body: &TokenStream, module: &TokenStream) -> TokenStream {
    let ItemFn { attrs, vis, sig, .. } = item;
    quote! {
        #(#attrs)*
        #vis #sig { #body }

        #module
    }
}
