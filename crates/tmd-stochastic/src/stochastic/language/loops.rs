//! Loops: unrolled, or gone through when the kernel runs.

use super::syntax::{breaks, count_names, is_only_cast, mentions};
use super::{
    Compiler, FEW_ROUNDS, Index, Item, MOST_COUNTED, MOST_OF_WHILE, Result2, most_rounds, refuse,
};
use std::collections::BTreeMap;
use tmd_kernel::ir::Value;

/// What a loop counts through: from, to (not included), by steps.
struct Range {
    from: Index,
    to: Index,
    step: i64,
    reversed: bool,
}

impl Compiler {
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

    /// The range of a loop: `a..b`, `a..=b`, and that with `.rev()` or `.step_by(2)`.
    fn range(&mut self, e: &syn::Expr) -> Result2<Range> {
        match e {
            syn::Expr::Paren(inner) => self.range(&inner.expr),
            syn::Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
                let range = self.range(&call.receiver)?;
                Ok(Range { reversed: !range.reversed, ..range })
            }
            syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let range = self.range(&call.receiver)?;
                if range.reversed || range.step != 1 {
                    return refuse(e, "steps come before rev(), and once");
                }
                match self.known(&call.args[0])? {
                    step @ 1.. => Ok(Range { step, ..range }),
                    _ => refuse(&call.args, "a step is at least 1"),
                }
            }
            syn::Expr::Range(range) => {
                let (Some(from), Some(to)) = (&range.start, &range.end) else {
                    return refuse(e, "a range has two ends");
                };
                let (from, mut to) = (self.end_of(from)?, self.end_of(to)?);
                if matches!(range.limits, syn::RangeLimits::Closed(_)) {
                    to.known = match to.known.checked_add(1) {
                        Some(known) => known,
                        None => return refuse(e, "this range ends too late"),
                    };
                }
                Ok(Range { from, to, step: 1, reversed: false })
            }
            _ => refuse(e, "a loop goes over a range: 0..100, 0..n, (0..9).rev()"),
        }
    }

    fn end_of(&mut self, e: &syn::Expr) -> Result2<Index> {
        match self.expression(e)? {
            Item::Index(index @ Index { element: 0, .. }) => Ok(index),
            Item::Index(_) => {
                refuse(e, "a loop has the same ends for all elements: no `i` in them")
            }
            _ => refuse(e, "the ends of a range are integers"),
        }
    }

    pub(super) fn repeat(&mut self, e: &syn::ExprForLoop) -> Result2<()> {
        let name = match &*e.pat {
            syn::Pat::Ident(ident) => Some(ident.ident.to_string()),
            syn::Pat::Wild(_) => None,
            other => return refuse(other, "a loop counts by one name, or by _"),
        };
        let name = name.filter(|name| mentions(&e.body, name));
        let range = self.range(&e.expr)?;
        if range.from.word.is_some() || range.to.word.is_some() {
            if range.reversed {
                return refuse(
                    &e.expr,
                    "a range that is reversed has ends that are known beforehand",
                );
            }
            return self.counted_loop(&e.body, name.as_deref(), &range);
        }
        let (from, to) = (i128::from(range.from.known), i128::from(range.to.known));
        let step = i128::from(range.step);
        let rounds = (to - from + step - 1).div_euclid(step);
        if rounds <= 0 {
            return Ok(());
        }
        let most = most_rounds(self.width);
        let Some(rounds) = u64::try_from(rounds).ok().filter(|rounds| *rounds <= most) else {
            return refuse(&e.expr, format!("a loop has at most {most} rounds"));
        };
        let Some(name) = name else {
            let running = self.enter(&e.body);
            self.b.open_for(rounds);
            if let Some((running, _)) = running {
                self.b.exit_unless_any(running);
            }
            self.scoped(&e.body)?;
            self.b.end();
            self.leave_behind(running);
            return Ok(());
        };
        if rounds > FEW_ROUNDS && !range.reversed && is_only_cast(&e.body, &name) {
            return self.counted_loop(&e.body, Some(&name), &range);
        }
        let running = self.enter(&e.body);
        for round in 0..rounds {
            let round = if range.reversed { rounds - 1 - round } else { round };
            let known = range.from.known + range.step * round.cast_signed();
            self.scopes.push(BTreeMap::new());
            self.declare(&name, Item::Index(Index { element: 0, known, word: None }));
            self.scoped(&e.body)?;
            self.scopes.pop();
        }
        self.leave_behind(running);
        Ok(())
    }

    /// A loop whose counter is a word, the same in all lanes.
    fn counted_loop(
        &mut self,
        body: &syn::Block,
        name: Option<&str>,
        range: &Range,
    ) -> Result2<()> {
        let [first, end] = [range.from, range.to].map(|index| self.word(index));
        let counter = self.b.variable(name.unwrap_or("round"), first);
        let running = self.enter(body);
        self.b.open_for(MOST_COUNTED);
        // As signed numbers: a range that ends before it begins, below 0 too, has no round.
        let sign = self.b.word(self.width.sign());
        let [at, until] = [counter, end].map(|word| self.b.bits_xor(word, sign));
        let goes_on = self.b.lt(at, until);
        let mut goes_on = self.b.varying(goes_on);
        if let Some((running, _)) = running {
            goes_on = self.b.and(goes_on, running);
        }
        self.b.exit_unless_any(goes_on);
        self.scopes.push(BTreeMap::new());
        if let Some(name) = name {
            let index = Index { element: 0, known: 0, word: Some(counter) };
            self.declare(name, Item::Index(index));
        }
        self.scoped(body)?;
        self.scopes.pop();
        let step = self.b.word(range.step.cast_unsigned());
        let next = self.b.add(counter, step);
        self.b.set(counter, next);
        self.b.end();
        self.leave_behind(running);
        Ok(())
    }

    /// `while`: elements leave when their condition does not hold. Those that are still in after [`MOST_OF_WHILE`] rounds are
    /// remembered.
    pub(super) fn repeat_while(&mut self, e: &syn::ExprWhile) -> Result2<()> {
        let (running, depth) = self.enter_always(&e.body);
        // A round more, in which the condition is asked once again.
        self.b.open_for(MOST_OF_WHILE + 1);
        self.line(&e.cond);
        let condition = self.truth(&e.cond)?;
        let stays = self.b.and(running, condition);
        self.b.set(running, stays);
        self.b.exit_unless_any(running);
        self.scoped(&e.body)?;
        self.b.end();
        self.leave_behind(Some((running, depth)));
        if let Some(unfinished) = self.unfinished {
            let more = self.b.or(unfinished, running);
            self.b.set(unfinished, more);
        }
        Ok(())
    }

    /// Enters a loop that lanes may leave one by one: the variable of those that are in it, for breaks change it, and how many
    /// masks were open before.
    fn enter(&mut self, body: &syn::Block) -> Option<(Value, usize)> {
        breaks(body).then(|| self.enter_always(body))
    }

    fn enter_always(&mut self, body: &syn::Block) -> (Value, usize) {
        let depth = self.masks.len();
        let first = self.active().unwrap_or_else(|| self.b.truth(true));
        let running = self.b.varying_variable("running", first);
        self.loops.push((running, depth));
        self.masks.push(running);
        let mut within = BTreeMap::new();
        count_names(quote::ToTokens::to_token_stream(body), &mut within);
        // All but where it is declared: shadowed names stand more often, and are kept.
        let only = within.into_iter().filter(|(name, n)| self.names.get(name) == Some(&(n + 1)));
        self.forgotten.push(only.map(|(name, _)| name).collect());
        (running, depth)
    }

    fn leave_behind(&mut self, running: Option<(Value, usize)>) {
        if let Some((_, depth)) = running {
            self.loops.pop();
            self.forgotten.pop();
            self.masks.truncate(depth);
        }
    }
}
