//! Functions that the kernel calls: each call is the function's statements, in the kernel.

use super::syntax::type_name;
use super::{Compiler, Item, Result2, count_names, refuse};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Functions by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions {
    by_name: BTreeMap<String, Rc<syn::ItemFn>>,
}

/// The names of the functions that are called in a function, of those that there are.
fn called(function: &syn::ItemFn, all: &BTreeMap<String, Rc<syn::ItemFn>>) -> BTreeSet<String> {
    let mut names = BTreeMap::new();
    count_names(quote::ToTokens::to_token_stream(&function.block), &mut names);
    names.into_keys().filter(|name| all.contains_key(name)).collect()
}

impl Functions {
    /// The functions of a file, and the one that is the kernel: the only one that no other calls.
    pub(super) fn of(file: &syn::File) -> Result2<(Functions, Rc<syn::ItemFn>)> {
        let mut by_name: BTreeMap<String, Rc<syn::ItemFn>> = BTreeMap::new();
        for item in &file.items {
            match item {
                syn::Item::Fn(function) => {
                    let name = function.sig.ident.to_string();
                    if by_name.insert(name, Rc::new(function.clone())).is_some() {
                        return refuse(&function.sig.ident, "there are two functions of this name");
                    }
                }
                syn::Item::Const(_) => {}
                other => return refuse(other, "a kernel is made of functions and constants"),
            }
        }
        let calls: BTreeMap<&String, BTreeSet<String>> =
            by_name.iter().map(|(name, function)| (name, called(function, &by_name))).collect();
        for (name, function) in &by_name {
            let mut reached = calls[name].clone();
            let mut waiting: Vec<String> = reached.iter().cloned().collect();
            while let Some(next) = waiting.pop() {
                let fresh = calls[&next].iter().filter(|name| reached.insert((*name).clone()));
                waiting.extend(fresh.cloned().collect::<Vec<_>>());
            }
            if reached.contains(name) {
                return refuse(&function.sig.ident, "recursion is not supported here");
            }
        }
        let is_called = |name: &String| calls.values().any(|names| names.contains(name));
        let free: Vec<&Rc<syn::ItemFn>> =
            by_name.iter().filter(|(name, _)| !is_called(name)).map(|(_, of)| of).collect();
        match free[..] {
            [kernel] => {
                let kernel = Rc::clone(kernel);
                Ok((Functions { by_name }, kernel))
            }
            [first, second, ..] => {
                let message = format!(
                    "the kernel is the function that no other calls: `{}` and `{}` are two",
                    first.sig.ident, second.sig.ident
                );
                refuse(&second.sig.ident, message)
            }
            [] => refuse(file, "there is no function"),
        }
    }
}

impl Compiler {
    /// A call: the values of the arguments, and the statements of the function.
    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Result2<Item> {
        let path = match &*call.func {
            syn::Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(name) = path else {
            return refuse(&call.func, "a function is called by its name");
        };
        let Some(function) = self.functions.by_name.get(&name.to_string()).map(Rc::clone) else {
            return refuse(
                name,
                format!(
                    "there is no function `{name}` here; functions of numbers are methods, as x.exp()"
                ),
            );
        };
        let inputs = &function.sig.inputs;
        if inputs.len() != call.args.len() {
            return refuse(call, format!("`{name}` has {} arguments", inputs.len()));
        }
        let mut arguments = vec![];
        for (input, argument) in inputs.iter().zip(&call.args) {
            let syn::FnArg::Typed(input) = input else {
                return refuse(input, "a function of numbers has no `self`");
            };
            arguments.push((&*input.pat, self.argument(&type_name(&input.ty), argument)?));
        }
        self.counted(call)?;
        // The function sees its arguments, constants and nothing else, and breaks out of loops of its own only.
        let depth = self.masks.len();
        let constants = self.scopes[0].clone();
        let scopes = std::mem::replace(&mut self.scopes, vec![constants, BTreeMap::new()]);
        let loops = std::mem::take(&mut self.loops);
        let forgotten = std::mem::take(&mut self.forgotten);
        let base = std::mem::replace(&mut self.base, depth);
        let mut names = BTreeMap::new();
        count_names(quote::ToTokens::to_token_stream(&function.block), &mut names);
        let names = std::mem::replace(&mut self.names, names);
        for (pattern, item) in arguments {
            match (pattern, &item) {
                // What is lent is the caller's own.
                (syn::Pat::Ident(ident), Item::Array { .. } | Item::Around(_))
                    if ident.mutability.is_none() =>
                {
                    self.declare(&ident.ident.to_string(), item);
                }
                _ => self.bind(pattern, item)?,
            }
        }
        let result = match self.block(&function.block)? {
            Some(value) => self.values(&value)?,
            None => Item::Tuple(vec![]),
        };
        self.scopes = scopes;
        self.loops = loops;
        self.forgotten = forgotten;
        self.base = base;
        self.names = names;
        self.line(call);
        Ok(result)
    }

    /// An argument for a function that asks for some type.
    fn argument(&mut self, ty: &str, e: &syn::Expr) -> Result2<Item> {
        let lent = match e {
            syn::Expr::Reference(lent) => Some(lent),
            _ => None,
        };
        let item = self.expression(lent.map_or(e, |lent| &*lent.expr))?;
        let number = self.width.number_type();
        let array = matches!(item, Item::Array { .. });
        let fits = match ty {
            "usize" => matches!(item, Item::Index(_)),
            ty if ty == number => matches!(item, Item::Number { .. }),
            ty if ty == format!("&[{number}]") => matches!(item, Item::Around(_)) || array,
            ty if ty.starts_with("&mut [") => {
                let mutable = lent.is_some_and(|lent| lent.mutability.is_some());
                let passed_on = lent.is_none();
                array && (mutable || passed_on)
            }
            ty if ty.starts_with("&[") => array,
            ty if ty.starts_with('[') && lent.is_none() => {
                return match array {
                    true => Ok(self.copied("", item)),
                    false => refuse(e, format!("this is not {ty}")),
                };
            }
            _ => false,
        };
        match fits {
            true => Ok(item),
            false if ty == number => self.number(e).map(Compiler::fresh),
            false => refuse(e, format!("the function asks for {ty} here")),
        }
    }
}
