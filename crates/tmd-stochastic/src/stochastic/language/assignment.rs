//! Names that get values, and variables that get others.

use super::syntax::type_name;
use super::{Compiler, Item, Result2, refuse};
use tmd_kernel::ir::Value;

impl Compiler {
    pub(super) fn local(&mut self, local: &syn::Local) -> Result2<()> {
        self.counted(local)?;
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(type_name(&typed.ty))),
            pattern => (pattern, None),
        };
        let Some(init) = &local.init else {
            return refuse(local, "let gives a value at once");
        };
        self.line(local);
        let item = self.values(&init.expr)?;
        if matches!(item, Item::Index(_)) && matches!(ty.as_deref(), Some("f32" | "f64")) {
            return refuse(&init.expr, "a number is written with a point: 1.0");
        }
        self.bind(pattern, item)
    }

    /// Gives the names of a pattern their values.
    pub(super) fn bind(&mut self, pattern: &syn::Pat, item: Item) -> Result2<()> {
        match (pattern, item) {
            (syn::Pat::Wild(_), _) => Ok(()),
            (syn::Pat::Ident(ident), item) => {
                let name = ident.ident.to_string();
                let item = match ident.mutability {
                    Some(_) => self.variable(&name, item),
                    None => self.copied(&name, item),
                };
                if let Item::Number { value, .. } = item
                    && self.b.name_of(value).is_empty()
                {
                    self.b.named(&name, value);
                }
                self.declare(&name, item);
                Ok(())
            }
            (syn::Pat::Tuple(tuple), Item::Tuple(items)) if tuple.elems.len() == items.len() => {
                tuple.elems.iter().zip(items).try_for_each(|(part, item)| self.bind(part, item))
            }
            (syn::Pat::Tuple(_), _) => refuse(pattern, "there are as many names as values"),
            _ => refuse(pattern, "let gives one name a value, or each name of a tuple"),
        }
    }

    /// What a value is now, whatever its variables become.
    pub(super) fn copied(&mut self, name: &str, item: Item) -> Item {
        match item {
            Item::Number { value, mutable: true } => {
                Item::Number { value: self.b.varying_variable(name, value), mutable: false }
            }
            Item::Array { items } => Item::Array {
                items: items.into_iter().map(|item| self.copied(name, item)).collect(),
            },
            Item::Tuple(items) => {
                Item::Tuple(items.into_iter().map(|item| self.copied(name, item)).collect())
            }
            other => other,
        }
    }

    /// Variables of what may change.
    pub(super) fn variable(&mut self, name: &str, item: Item) -> Item {
        match item {
            Item::Number { value, .. } => {
                let value = self.b.varying_variable(name, value);
                Item::Number { value, mutable: true }
            }
            Item::Array { items } => Item::Array {
                items: items.into_iter().map(|item| self.variable(name, item)).collect(),
            },
            other => other,
        }
    }

    /// `a = b`, and `(a, b) = (b, a)`.
    pub(super) fn assignment(&mut self, assign: &syn::ExprAssign) -> Result2<()> {
        let syn::Expr::Tuple(targets) = &*assign.left else {
            let value = self.expression(&assign.right)?;
            return self.give(&assign.left, &assign.right, value);
        };
        let values = self.values(&assign.right)?;
        // All are known before the first is given to a variable.
        match self.copied("", values) {
            Item::Tuple(items) if items.len() == targets.elems.len() => {
                let pairs = targets.elems.iter().zip(items);
                pairs
                    .into_iter()
                    .try_for_each(|(target, item)| self.give(target, &assign.right, item))
            }
            _ => refuse(assign, "there are as many variables as values"),
        }
    }

    /// Gives a variable, or each of an array, a value.
    fn give(&mut self, target: &syn::Expr, from: &syn::Expr, item: Item) -> Result2<()> {
        match item {
            Item::Number { value, .. } => self.assign(target, value),
            Item::Array { .. } => {
                let old = self.expression(target)?;
                let item = self.copied("", item);
                self.give_all(target, old, item)
            }
            _ => {
                self.number(from)?;
                refuse(target, "this is given no number")
            }
        }
    }

    fn give_all(&mut self, at: &syn::Expr, old: Item, new: Item) -> Result2<()> {
        match (old, new) {
            (Item::Array { items: old }, Item::Array { items: new }) if old.len() == new.len() => {
                old.into_iter().zip(new).try_for_each(|(old, new)| self.give_all(at, old, new))
            }
            (Item::Number { value: variable, mutable: true }, Item::Number { value, .. }) => {
                let value = match self.active() {
                    Some(mask) => self.b.select(mask, value, variable),
                    None => value,
                };
                self.b.set(variable, value);
                Ok(())
            }
            _ => refuse(at, "this array is not declared with `let mut`, or has another length"),
        }
    }

    pub(super) fn assign(&mut self, target: &syn::Expr, value: Value) -> Result2<()> {
        let Item::Number { value: variable, mutable: true } = self.expression(target)? else {
            return refuse(
                target,
                "only what is declared with `let mut` can be given another value",
            );
        };
        let value = match self.active() {
            Some(mask) if !self.is_forgotten(target) => self.b.select(mask, value, variable),
            _ => value,
        };
        self.b.set(variable, value);
        Ok(())
    }

    /// Whether lanes that have left the innermost loop may give a variable any value: nothing but the loop reads it, and
    /// no condition but the loop's is open.
    pub(super) fn is_forgotten(&self, target: &syn::Expr) -> bool {
        let (Some(forgotten), Some((running, _))) = (self.forgotten.last(), self.loops.last())
        else {
            return false;
        };
        let name = match target {
            syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        self.masks.last() == Some(running) && name.is_some_and(|name| forgotten.contains(&name))
    }
}
