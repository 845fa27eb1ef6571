//! Properties of a syntax tree that need no knowledge of what its names mean.

use std::collections::{BTreeMap, BTreeSet};

/// The names in an expression, in the order in which they first stand.
pub(super) fn free_names(expression: &syn::Expr) -> Vec<String> {
    let mut names = Names::default();
    names.of(expression);
    names.ordered
}

#[derive(Default)]
struct Names {
    ordered: Vec<String>,
    known: BTreeSet<String>,
}

impl Names {
    fn of(&mut self, expression: &syn::Expr) {
        use syn::Expr;
        match expression {
            Expr::Path(path) => {
                if let Some(ident) = path.path.get_ident()
                    && self.known.insert(ident.to_string())
                {
                    self.ordered.push(ident.to_string());
                }
            }
            Expr::Binary(e) => {
                self.of(&e.left);
                self.of(&e.right);
            }
            Expr::Unary(e) => self.of(&e.expr),
            Expr::Paren(e) => self.of(&e.expr),
            Expr::MethodCall(e) => {
                self.of(&e.receiver);
                e.args.iter().for_each(|argument| self.of(argument));
            }
            _ => {}
        }
    }
}

/// A type as it would be written without spaces.
pub(super) fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => {
            path.path.get_ident().map_or_else(String::new, ToString::to_string)
        }
        syn::Type::Reference(reference) => {
            let mutable = if reference.mutability.is_some() { "mut " } else { "" };
            format!("&{mutable}{}", type_name(&reference.elem))
        }
        syn::Type::Slice(slice) => format!("[{}]", type_name(&slice.elem)),
        syn::Type::Array(array) => format!("[{}; _]", type_name(&array.elem)),
        _ => "another type".into(),
    }
}

/// Whether an expression at the end of a block is its value.
pub(super) fn is_value(e: &syn::Expr) -> bool {
    use syn::{BinOp, Expr};
    match e {
        Expr::If(choice) => {
            ends_in_value(&choice.then_branch)
                && choice.else_branch.as_ref().is_some_and(|(_, other)| match &**other {
                    Expr::Block(block) => ends_in_value(&block.block),
                    other => is_value(other),
                })
        }
        Expr::ForLoop(_)
        | Expr::While(_)
        | Expr::Loop(_)
        | Expr::Assign(_)
        | Expr::Block(_)
        | Expr::Break(_) => false,
        Expr::Binary(binary) => !matches!(
            binary.op,
            BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_)
        ),
        _ => true,
    }
}

fn ends_in_value(block: &syn::Block) -> bool {
    matches!(block.stmts.last(), Some(syn::Stmt::Expr(e, None)) if is_value(e))
}

/// Whether a loop's body leaves it, not a loop in it.
pub(super) fn breaks(block: &syn::Block) -> bool {
    block.stmts.iter().any(|stmt| match stmt {
        syn::Stmt::Expr(e, _) => breaks_out(e),
        _ => false,
    })
}

pub(super) fn breaks_out(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Break(_) => true,
        syn::Expr::If(e) => {
            breaks(&e.then_branch)
                || e.else_branch.as_ref().is_some_and(|(_, other)| breaks_out(other))
        }
        syn::Expr::Block(block) => breaks(&block.block),
        _ => false,
    }
}

/// Counts names.
pub(super) fn count_names(tokens: proc_macro2::TokenStream, names: &mut BTreeMap<String, usize>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(ident) => {
                *names.entry(ident.to_string()).or_default() += 1
            }
            proc_macro2::TokenTree::Group(group) => count_names(group.stream(), names),
            _ => {}
        }
    }
}

/// Whether a name is in the text of a block.
pub(super) fn mentions(block: &syn::Block, name: &str) -> bool {
    fn within(tokens: proc_macro2::TokenStream, name: &str) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => ident == name,
            proc_macro2::TokenTree::Group(group) => within(group.stream(), name),
            _ => false,
        })
    }
    within(quote::ToTokens::to_token_stream(block), name)
}

/// Whether a name in a block is only cast to a number, wherever it stands: `k as f64`.
pub(super) fn is_only_cast(block: &syn::Block, name: &str) -> bool {
    fn only(tokens: proc_macro2::TokenStream, name: &str) -> bool {
        use proc_macro2::TokenTree;
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |at: usize, words: &[&str]| match tokens.get(at) {
            Some(TokenTree::Ident(ident)) => words.iter().any(|word| ident == word),
            _ => false,
        };
        tokens.iter().enumerate().all(|(at, token)| match token {
            TokenTree::Ident(ident) if ident == name => {
                word(at + 1, &["as"]) && word(at + 2, &["f32", "f64"])
            }
            TokenTree::Group(group) => only(group.stream(), name),
            _ => true,
        })
    }
    only(quote::ToTokens::to_token_stream(block), name)
}

/// Whether there is a `while` in a file.
pub(super) fn mentions_while(file: &syn::File) -> bool {
    let mut names = BTreeMap::new();
    count_names(quote::ToTokens::to_token_stream(file), &mut names);
    names.contains_key("while")
}
