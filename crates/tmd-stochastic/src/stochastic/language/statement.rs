//! Statements: they change variables in the lanes whose conditions hold.

use super::{Compiler, Item, Result2, refuse};
use tmd_kernel::ir::Value;

impl Compiler {
    pub(super) fn statement(&mut self, e: &syn::Expr) -> Result2<()> {
        use syn::{BinOp, Expr};
        self.counted(e)?;
        self.line(e);
        match e {
            Expr::Assign(assign) => self.assignment(assign),
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
            Expr::While(repeat) => self.repeat_while(repeat),
            Expr::Loop(_) => {
                refuse(e, "a loop has a bound: for _ in 0..1000 { if … { break; } … }")
            }
            Expr::Call(call) => match self.call(call)? {
                Item::Tuple(items) if items.is_empty() => Ok(()),
                _ => refuse(e, "nothing takes this value"),
            },
            _ => refuse(e, "a statement is let, an assignment, if, for, while, break or a call"),
        }
    }

    pub(super) fn conditional(&mut self, e: &syn::ExprIf) -> Result2<()> {
        if let Some(holds) = self.decided(&e.cond)? {
            return match (holds, &e.else_branch) {
                (true, _) => self.scoped(&e.then_branch),
                (false, Some((_, other))) => self.statement(other),
                (false, None) => Ok(()),
            };
        }
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
}
