//! Statements of C.

use crate::backends::clike::chain::{self, Chain};
use crate::backends::clike::literal;
use crate::backends::clike::print::Printer;
use crate::backends::clike::style::Interface;
use crate::ir::{Kind, Scalar, Stmt, Value, gathered, loop_comment};
use tmd_base::diag::Diag;

impl Printer<'_> {
    /// Prints the first statement, or a chain that begins with it; returns how many were printed.
    pub(super) fn print(&mut self, body: &[Stmt]) -> Result<usize, Diag> {
        match &body[0] {
            Stmt::Comment(text) => self.body.line(&format!("// {text}")),
            Stmt::Let(outs, op) => {
                if !self.is_vector(outs[0])
                    && let Some(chain) = chain::begins(body, &self.reads)
                {
                    self.chain(&chain);
                    return Ok(chain.words());
                }
                self.define(outs, op)?;
            }
            Stmt::Declare(variable, first) => {
                let (ty, name) = (self.type_name(*variable), self.of(*variable));
                self.body.line(&format!("{ty} {name} = {};", self.of(*first)));
            }
            Stmt::Set(variable, value) => {
                self.body.line(&format!("{} = {};", self.of(*variable), self.of(*value)));
            }
            Stmt::For { count } => {
                self.guards.push(None);
                let ty = if u32::try_from(*count).is_ok() { "uint" } else { "word" };
                let count = self.of_level().unwrap_or_else(|| count.to_string());
                self.body.open(&format!("for ({ty} step = 0; step < {count}; ++step) {{"));
            }
            Stmt::Loop { name, bound } => {
                self.guards.push(None);
                self.loops += 1;
                let number = self.loops;
                if self.has_queues() && self.kernel.gathers_in(self.at) {
                    self.body.line("lane_queue queue = {0};");
                }
                self.body.line(&format!("// {}", loop_comment(number, name, *bound)));
                self.begins = self.body.next;
                let (ty, bound) = match u32::try_from(*bound) {
                    Ok(bound) => ("uint", format!("{bound}u")),
                    Err(_) => ("word", literal::word(*bound, self.suffix())),
                };
                self.body.open(&format!("for ({ty} rounds = 0;; ++rounds) {{"));
                self.body.open(&format!("if (rounds == {bound}) {{"));
                self.body.line(&match self.style.interface {
                    Interface::Batch { stage, .. } => format!("overrun(at, {stage}, {number});"),
                    Interface::Block { .. } | Interface::None => {
                        format!("out->overrun = {number};")
                    }
                });
                self.body.line("return;");
                self.body.close();
            }
            Stmt::ExitUnlessAny(mask) => self.leave(&format!("!{}", self.truth(*mask))),
            Stmt::ExitIfAny(mask) => self.leave(&self.truth(*mask)),
            Stmt::Gather { mask, more } if self.has_queues() => self.gather(*mask, *more),
            // Nobody has to wait.
            Stmt::IfAny(mask) | Stmt::Gather { mask, .. } => {
                self.guards.push(Some(*mask));
                self.body.open(&format!("if ({}) {{", self.truth(*mask)));
            }
            Stmt::End => {
                self.guards.pop();
                self.body.close();
            }
            Stmt::Return(values) if self.kernel.arrays.is_empty() => {
                self.body.line(&format!("return {};", self.list(values).join(", ")));
            }
            Stmt::Return(values) => {
                for (k, value) in self.list(values).iter().enumerate() {
                    self.body.line(&format!("results[{k}] = {value};"));
                }
            }
            Stmt::At { .. } => {}
            Stmt::Count { site, mask } => {
                self.body.line(&format!("counts[{site}] += {} ? 1 : 0;", self.of(*mask)));
            }
            Stmt::Keep(word, value) => {
                self.body.line(&format!("state[{word}] = {};", self.of(*value)));
            }
            Stmt::Emit { mask, part } => self.emit(*mask, *part),
            Stmt::EmitKept { kept, first, stride } => self.emit_kept(*kept, *first, *stride),
        }
        Ok(1)
    }

    /// Whether lanes that are gathered wait in a queue: where they are those of a vector of the level's.
    fn has_queues(&self) -> bool {
        self.style.vectors && matches!(self.style.interface, Interface::Block { .. })
    }

    /// Puts lanes into the loop's queue, and takes a vector of them as often as there is one.
    fn gather(&mut self, mask: Value, more: Value) {
        let taken = gathered(self.kernel, self.at);
        let (name, more) = (self.of(mask), self.truth(more));
        let queued = self.list(&taken.queued);
        let (numbers, count) = (queued.join(", "), queued.len());
        self.body
            .line(&format!("put_lanes(&queue, {name}, (const numbers[]){{{numbers}}}, {count});"));
        self.guards.push(None);
        self.body.open(&format!("while (is_due(&queue, {more})) {{"));
        self.body.line("const lanes_taken taken = take_lanes(&queue);");
        self.body.line(&format!("const masks {name} = taken.mask;"));
        for (k, value) in queued.iter().enumerate() {
            self.body.line(&format!("const numbers {value} = taken.numbers[{k}];"));
        }
        // Their names are those of values outside, which their first values must not be read from any more.
        for (k, value) in taken.lasting.iter().enumerate() {
            let (ty, name) = (self.type_name(*value), self.of(*value));
            let function = match self.kernel.ty(*value).scalar {
                Scalar::Number => "numbers_of_lane",
                Scalar::Word | Scalar::Mask => "words_of_lane",
            };
            self.body.line(&format!("const {ty} lasting_{k} = {function}({name}, taken.lane);"));
        }
        for (k, value) in taken.lasting.iter().enumerate() {
            let (ty, name) = (self.type_name(*value), self.of(*value));
            self.body.line(&format!("const {ty} {name} = lasting_{k};"));
        }
    }

    fn leave(&mut self, condition: &str) {
        self.body.open(&format!("if ({condition}) {{"));
        self.body.line("break;");
        self.body.close();
    }

    /// Does the mask hold (in some lane of a vector)?
    fn truth(&self, mask: Value) -> String {
        match self.is_vector(mask) {
            true => self.called("any_lane", &[self.of(mask)]),
            false => self.of(mask),
        }
    }

    /// What a survivor is given to, with the first arguments.
    fn report(&self, kept: &str) -> String {
        match self.style.interface {
            Interface::Batch { report, .. } => format!("{report}{kept}(at"),
            Interface::Block { .. } | Interface::None => format!("report{kept}(out"),
        }
    }

    fn emit(&mut self, mask: Value, part: Value) {
        // A mask that can change may have changed since the block was entered.
        let constant = self.kernel.values[mask.0 as usize].kind == Kind::Temp;
        let guarded = constant && self.guards.last() == Some(&Some(mask));
        let (mask, part, report) = (self.of(mask), self.of(part), self.report(""));
        match self.style.vectors {
            true => self.body.line(&format!("{report}, {mask}, {part});")),
            false if guarded => self.body.line(&format!("{report}, {part});")),
            false => {
                self.body.open(&format!("if ({mask}) {{"));
                self.body.line(&format!("{report}, {part});"));
                self.body.close();
            }
        }
    }

    fn emit_kept(&mut self, kept: Value, first: Value, stride: u64) {
        let (kept, first) = (self.of(kept), self.of(first));
        match self.style.vectors {
            true => {
                let report = self.report("_kept");
                self.body.line(&format!("{report}, {kept}, {first}, {stride});"));
            }
            false => {
                self.body.line(&format!("*kept_out = {kept};"));
                self.body.line(&format!("*first_out = {first};"));
            }
        }
    }

    fn chain(&mut self, chain: &Chain) {
        let words = chain.words();
        match chain {
            Chain::Add { a, b, sums } => {
                self.adders.insert(words);
                let sums = self.list(sums);
                self.body.line(&format!("word {};", sums.join(", ")));
                let mut arguments = [self.list(a), self.list(b)].concat();
                arguments.extend(sums.iter().map(|sum| format!("&{sum}")));
                self.statement(&format!("add_words{words}"), &arguments);
            }
            Chain::Less { a, b, less } => {
                self.comparisons.insert(words);
                let begin = format!("const bool {} = less_words{words}", self.of(*less));
                self.statement(&begin, &[self.list(a), self.list(b)].concat());
            }
        }
    }
}
