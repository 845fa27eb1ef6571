//! Statements of Rust.

use crate::backends::rust_simd::print::Printer;
use crate::ir::{Scalar, Shape, Stmt, Value, gathered, loop_comment};

impl Printer<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Comment(text) => self.body.line(&format!("// {text}")),
            Stmt::Let(outs, op) => self.define(outs, op),
            Stmt::Declare(variable, first) => {
                let mutable = if self.is_set(*variable) { "mut " } else { "" };
                let line = format!("let {mutable}{} = {};", self.of(*variable), self.typed(*first));
                self.body.line(&line);
            }
            Stmt::Set(variable, value) => {
                let line = format!("{} = {};", self.of(*variable), self.of(*value));
                self.body.line(&line);
            }
            Stmt::For { count } => {
                // More than an integer of no type has room for.
                let ty = if i32::try_from(*count).is_ok() { "" } else { "u64" };
                let count = self.of_level().unwrap_or_else(|| self.word(*count) + ty);
                self.body.open(&format!("for _ in 0..{count} {{"));
            }
            Stmt::Loop { name, bound } => {
                self.loops += 1;
                let number = self.loops;
                if self.kernel.gathers_in(self.at) {
                    self.body.line("let mut queue = Queue::new();");
                }
                self.body.line(&format!("// {}", loop_comment(number, name, *bound)));
                self.begins = self.body.next;
                self.body.open("for rounds in 0u64.. {");
                self.body.open(&format!("if rounds == {} {{", self.word(*bound)));
                self.body.line(&format!("return out.overrun({number});"));
                self.body.close();
            }
            Stmt::ExitUnlessAny(mask) => {
                let mask = self.truth(*mask);
                self.body.open(&format!("if !{mask} {{"));
                self.body.line("break;");
                self.body.close();
            }
            Stmt::ExitIfAny(mask) => {
                let mask = self.truth(*mask);
                self.body.open(&format!("if {mask} {{"));
                self.body.line("break;");
                self.body.close();
            }
            Stmt::IfAny(mask) => {
                let mask = self.truth(*mask);
                self.body.open(&format!("if {mask} {{"));
            }
            Stmt::Gather { mask, more } => self.gather(*mask, *more),
            Stmt::End => self.body.close(),
            Stmt::Return(values) => match &values[..] {
                [value] if self.kernel.arrays.is_empty() => {
                    let result = match &self.shorts {
                        Some(_) => self.short(*value),
                        None => self.of(*value),
                    };
                    self.body.line(&result);
                }
                [] => {}
                values => {
                    let values: Vec<String> = values.iter().map(|v| self.of(*v)).collect();
                    self.list_of("", &values, "");
                }
            },
            Stmt::At { .. } => {}
            Stmt::Count { site, mask } => {
                self.body.line(&format!("counts[{site}] += count({}, at);", self.of(*mask)));
            }
            Stmt::Keep(word, value) => {
                self.body.line(&format!("state[{word}] = {};", self.of(*value)));
            }
            Stmt::Emit { mask, part } => {
                let line = format!("emit({}, {}, out);", self.of(*mask), self.of(*part));
                self.body.line(&line);
            }
            Stmt::EmitKept { kept, first, stride } => {
                let (kept, first) = (self.of(*kept), self.of(*first));
                self.body.open(&format!(
                    "for (kept, first) in to_lanes({kept}).into_iter().zip(to_lanes({first})) {{"
                ));
                self.body.open("for step in (0..64).filter(|step| kept >> step & 1 != 0) {");
                self.body.line(&format!("out.push(first.wrapping_add(step * {stride}));"));
                self.body.close();
                self.body.close();
            }
        }
    }

    /// Puts lanes into the loop's queue, and takes a vector of them as often as there is one.
    fn gather(&mut self, mask: Value, more: Value) {
        let taken = gathered(self.kernel, self.at);
        let queued: Vec<String> = taken.queued.iter().map(|value| self.of(*value)).collect();
        let (mask, more, queued) = (self.of(mask), self.truth(more), queued.join(", "));
        self.body.line(&format!("queue.put({mask}, [{queued}]);"));
        self.body.open(&format!("while queue.is_due({more}) {{"));
        self.body.line(&format!("let ({mask}, lane_of, [{queued}]) = queue.take();"));
        for value in &taken.lasting {
            let function = match self.kernel.ty(*value).scalar {
                Scalar::Number => "fof_lane",
                Scalar::Word | Scalar::Mask => "of_lane",
            };
            let name = self.of(*value);
            self.body.line(&format!("let {name} = {function}({name}, lane_of);"));
        }
    }

    /// Does the mask hold in some lane?
    fn truth(&self, mask: Value) -> String {
        match self.kernel.ty(mask).shape {
            Shape::Uniform => self.of(mask),
            Shape::Varying => format!("any({})", self.of(mask)),
        }
    }

    /// `begin[…]end`, a line or several.
    fn list_of(&mut self, begin: &str, items: &[String], end: &str) {
        let list = items.join(", ");
        let line = format!("{begin}[{list}]{end}");
        // What rustfmt keeps in one line.
        if list.len() < 58 && self.body.indent() + line.len() <= 100 {
            return self.body.line(&line);
        }
        self.body.line("#[rustfmt::skip]");
        self.body.line("let results = [");
        for part in items.chunks(8) {
            self.body.line(&format!("    {},", part.join(", ")));
        }
        self.body.line("];");
        self.body.line("results");
    }

    fn is_set(&self, variable: Value) -> bool {
        self.set.contains(&variable)
    }
}
