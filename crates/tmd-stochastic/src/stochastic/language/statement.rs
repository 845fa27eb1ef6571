//! Statements: they change variables in the lanes whose conditions hold.

use super::syntax::{breaks, count_names, mentions, type_name};
use super::{Compiler, Index, Item, MOST_ROUNDS, Result2, refuse};
use std::collections::BTreeMap;
use tmd_kernel::ir::Value;

impl Compiler {
    pub(super) fn local(&mut self, local: &syn::Local) -> Result2<()> {
        self.counted(local)?;
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(type_name(&typed.ty))),
            pattern => (pattern, None),
        };
        let syn::Pat::Ident(ident) = pattern else {
            return refuse(pattern, "let gives one name a value");
        };
        let Some(init) = &local.init else {
            return refuse(local, "let gives a value at once");
        };
        self.line(local);
        let name = ident.ident.to_string();
        let mut item = self.expression(&init.expr)?;
        if let (Item::Index(index), Some(ty)) = (&item, ty)
            && (ty == "f32" || ty == "f64")
        {
            let _ = index;
            return refuse(&init.expr, "a number is written with a point: 1.0");
        }
        if ident.mutability.is_some() {
            item = self.variable(&name, item);
        } else if let Item::Number { value, .. } = item
            && self.b.name_of(value).is_empty()
        {
            self.b.named(&name, value);
        }
        self.declare(&name, item);
        Ok(())
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

    pub(super) fn statement(&mut self, e: &syn::Expr) -> Result2<()> {
        use syn::{BinOp, Expr};
        self.counted(e)?;
        self.line(e);
        match e {
            Expr::Assign(assign) => {
                let value = self.number(&assign.right)?;
                self.assign(&assign.left, value)
            }
            Expr::Binary(binary) => {
                let old = match binary.op {
                    BinOp::AddAssign(_)
                    | BinOp::SubAssign(_)
                    | BinOp::MulAssign(_)
                    | BinOp::DivAssign(_) => self.number(&binary.left)?,
                    _ => return refuse(e, "nothing takes this value"),
                };
                let by = self.number(&binary.right)?;
                let value = match binary.op {
                    BinOp::AddAssign(_) => self.b.add(old, by),
                    BinOp::SubAssign(_) => self.b.sub(old, by),
                    BinOp::MulAssign(_) => self.b.mul(old, by),
                    _ => self.b.div(old, by),
                };
                self.assign(&binary.left, value)
            }
            Expr::If(conditional) => self.conditional(conditional),
            Expr::ForLoop(repeat) => self.repeat(repeat),
            Expr::Break(_) => self.leave(e),
            Expr::Block(block) => self.scoped(&block.block),
            Expr::While(_) | Expr::Loop(_) => {
                refuse(e, "a loop has a bound: for _ in 0..1000 { if … { break; } … }")
            }
            _ => refuse(e, "a statement is let, an assignment, if, for or break"),
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

    pub(super) fn conditional(&mut self, e: &syn::ExprIf) -> Result2<()> {
        let condition = self.truth(&e.cond)?;
        let depth = self.masks.len();
        let within = self.narrowed(condition, true);
        self.masks.push(within);
        self.scoped(&e.then_branch)?;
        self.masks.truncate(depth);
        let Some((_, other)) = &e.else_branch else { return Ok(()) };
        // What was open may have been narrowed by a break.
        let without = self.narrowed(condition, false);
        self.masks.push(without);
        match &**other {
            syn::Expr::Block(block) => self.scoped(&block.block)?,
            syn::Expr::If(next) => self.conditional(next)?,
            other => return refuse(other, "else has a block"),
        }
        self.masks.truncate(depth);
        Ok(())
    }

    /// The active lanes in which a condition holds, or does not.
    pub(super) fn narrowed(&mut self, condition: Value, holds: bool) -> Value {
        let narrowed = match (self.active(), holds) {
            (Some(mask), true) => self.b.and(mask, condition),
            (None, true) => condition,
            (Some(mask), false) => self.b.and_not(mask, condition),
            (None, false) => {
                let all = self.b.truth(true);
                self.b.and_not(all, condition)
            }
        };
        self.b.varying(narrowed)
    }

    /// Removes the lanes that break out of their loop from it, and from all conditions that are open in it.
    pub(super) fn leave(&mut self, at: &syn::Expr) -> Result2<()> {
        let Some((running, depth)) = self.loops.last().copied() else {
            return refuse(at, "there is no loop to break out of");
        };
        let leaving = match self.active() {
            Some(mask) => mask,
            None => {
                let all = self.b.truth(true);
                self.b.varying(all)
            }
        };
        let rest = self.b.and_not(running, leaving);
        self.b.set(running, rest);
        for k in depth + 1..self.masks.len() {
            self.masks[k] = self.b.and_not(self.masks[k], leaving);
        }
        Ok(())
    }

    pub(super) fn repeat(&mut self, e: &syn::ExprForLoop) -> Result2<()> {
        let name = match &*e.pat {
            syn::Pat::Ident(ident) => Some(ident.ident.to_string()),
            syn::Pat::Wild(_) => None,
            other => return refuse(other, "a loop counts by one name, or by _"),
        };
        let syn::Expr::Range(range) = &*e.expr else {
            return refuse(&e.expr, "a loop goes over a range of constants: 0..100");
        };
        let mut end = |part: &Option<Box<syn::Expr>>| match part {
            Some(part) => self.known(part),
            None => refuse(&e.expr, "a range has two ends"),
        };
        let (from, to) = (end(&range.start)?, end(&range.end)?);
        let closed = i128::from(matches!(range.limits, syn::RangeLimits::Closed(_)));
        let rounds = i128::from(to) + closed - i128::from(from);
        if rounds <= 0 {
            return Ok(());
        }
        let Some(rounds) = u64::try_from(rounds).ok().filter(|rounds| *rounds <= MOST_ROUNDS)
        else {
            return refuse(&e.expr, format!("a loop has at most {MOST_ROUNDS} rounds"));
        };
        let breaks = breaks(&e.body);
        let depth = self.masks.len();
        // The lanes that are in the loop: a variable, for breaks change it.
        let running = breaks.then(|| {
            let first = self.active().unwrap_or_else(|| self.b.truth(true));
            self.b.varying_variable("running", first)
        });
        if let Some(running) = running {
            self.loops.push((running, depth));
            self.masks.push(running);
            let mut within = BTreeMap::new();
            count_names(quote::ToTokens::to_token_stream(&e.body), &mut within);
            // All but where it is declared: shadowed names stand more often, and are kept.
            let only =
                within.into_iter().filter(|(name, n)| self.names.get(name) == Some(&(n + 1)));
            self.forgotten.push(only.map(|(name, _)| name).collect());
        }
        let counts = name.as_ref().is_some_and(|name| mentions(&e.body, name));
        if counts {
            for k in (from..=i64::MAX).take(usize::try_from(rounds).unwrap_or(usize::MAX)) {
                self.scopes.push(BTreeMap::new());
                if let Some(name) = &name {
                    let index = Index { element: 0, known: k, word: None };
                    self.declare(name, Item::Index(index));
                }
                self.scoped(&e.body)?;
                self.scopes.pop();
            }
        } else {
            self.b.open_for(rounds);
            if let Some(running) = running {
                self.b.exit_unless_any(running);
            }
            self.scoped(&e.body)?;
            self.b.end();
        }
        if running.is_some() {
            self.loops.pop();
            self.forgotten.pop();
            self.masks.truncate(depth);
        }
        Ok(())
    }
}
