//! Executes a kernel by its definition: the oracle that every printed target is compared with.

use super::gather::{Gathered, gathered};
use super::live::ends;
use super::low_half;
use super::{BinF, BinM, BinU, Cmp, Kernel, Op, Shape, Stmt, Value, Width};
use std::cell::Cell;
use std::collections::BTreeMap;
use tmd_base::narrow;
use tmd_design::arcs::{RECIPROCAL_ESTIMATE, ROOT_ESTIMATE};
use tmd_number::elementary;
use tmd_number::exact::directed;

/// Why a kernel could not be executed.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InterpretError {
    /// A loop ran longer than its builder proved: the kernel or the proof is wrong.
    #[error("kernel `{kernel}`: loop {number} ran past its bound of {bound} rounds")]
    LoopBound {
        /// Name of the kernel.
        kernel: String,
        /// The loop: 1 for the first of the kernel's text, see [`Kernel::loops`].
        number: usize,
        /// The bound that was passed.
        bound: u64,
    },
    /// An array has no such element.
    #[error("kernel `{kernel}`: element {at} of `{array}` is read, which has {length}")]
    Element {
        /// Name of the kernel.
        kernel: String,
        /// Name of the array.
        array: String,
        /// The element.
        at: i64,
        /// How many there are.
        length: usize,
    },
    /// More statements were executed than allowed.
    #[error("kernel `{kernel}`: the statements that it was allowed are used up")]
    Steps {
        /// Name of the kernel.
        kernel: String,
    },
    /// The seed has too few words.
    #[error("kernel `{kernel}` needs {needed} seed words, {given} given")]
    Seed {
        /// Name of the kernel.
        kernel: String,
        /// Words that the kernel reads.
        needed: usize,
        /// Words that were given.
        given: usize,
    },
}

/// Runs a verified `kernel` for one `item` and appends the surviving parts, in lane order of each
/// emission, to `out`.
pub fn interpret(
    kernel: &Kernel,
    seed: &[u64],
    item: u64,
    out: &mut Vec<u64>,
) -> Result<(), InterpretError> {
    interpret_counting(kernel, seed, item, out, &mut vec![])
}

/// Like [`interpret`]; for each outermost [`Stmt::Loop`] that is gone through, appends to `exits` how
/// often it asked whether to leave: the half-steps of an existence test.
pub fn interpret_counting(
    kernel: &Kernel,
    seed: &[u64],
    item: u64,
    out: &mut Vec<u64>,
    exits: &mut Vec<u64>,
) -> Result<(), InterpretError> {
    start(kernel, seed, item)?.run(out, exits, &mut |_| {})
}

/// Like [`interpret`]; adds to `visits`, which has an entry for each statement, how often it is reached.
pub fn interpret_profiling(
    kernel: &Kernel,
    seed: &[u64],
    item: u64,
    out: &mut Vec<u64>,
    visits: &mut [u64],
) -> Result<(), InterpretError> {
    let mut visit = |statement: usize| {
        if let Some(visits) = visits.get_mut(statement) {
            *visits += 1;
        }
    };
    start(kernel, seed, item)?.run(out, &mut vec![], &mut visit)
}

/// Calls a verified function with a number in each lane, all as bits: those of the first argument, then those of the next.
///
/// # Errors
/// As [`interpret`]'s.
pub fn call(kernel: &Kernel, argument: &[u64]) -> Result<Vec<u64>, InterpretError> {
    let mut out = vec![];
    let machine = Machine { argument, ..start(kernel, &[], 0)? };
    machine.run(&mut out, &mut vec![], &mut |_| {})?;
    Ok(out)
}

/// The inputs of a function of array elements, besides the state that it keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Element<'a> {
    /// Bits of the numbers in the arrays.
    pub arrays: &'a [Vec<u64>],
    /// The words that are the same for all elements.
    pub parameters: &'a [u64],
    /// Index of the first lane's element.
    pub at: usize,
    /// Statements that may still be executed; as many as it takes if absent.
    pub steps: Option<&'a Cell<u64>>,
}

/// Calls a verified function for the elements of its lanes: the results, lane by lane for each. `state` holds the
/// lanes' words one after the other, each word's lanes together; `counts` a number for each site.
///
/// # Errors
/// As [`interpret`]'s.
pub fn element(
    kernel: &Kernel,
    element: Element,
    state: &mut [u64],
    counts: &mut [u64],
) -> Result<Vec<u64>, InterpretError> {
    let mut out = vec![];
    let machine = Machine { element, state, counts, ..start(kernel, &[], 0)? };
    machine.run(&mut out, &mut vec![], &mut |_| {})?;
    Ok(out)
}

fn start<'a>(
    kernel: &'a Kernel,
    seed: &'a [u64],
    item: u64,
) -> Result<Machine<'a>, InterpretError> {
    if seed.len() < kernel.seed_words {
        return Err(InterpretError::Seed {
            kernel: kernel.name.clone(),
            needed: kernel.seed_words,
            given: seed.len(),
        });
    }
    let registers = vec![0; kernel.values.len() * kernel.lanes];
    let ends = ends(&kernel.body);
    Ok(Machine {
        kernel,
        seed,
        item,
        argument: &[],
        element: Element::default(),
        missing: None,
        state: &mut [],
        counts: &mut [],
        registers,
        ends,
        queues: BTreeMap::new(),
    })
}

/// A block being executed: where it starts and how many rounds it has left.
struct Frame {
    start: usize,
    rounds_left: u64,
}

/// The lanes that wait for a [`Stmt::Gather`].
struct Queue {
    taken: Gathered,
    /// What each lane takes along, in the order of [`Gathered::all`].
    waiting: Vec<Vec<u64>>,
    /// While the block runs: the registers of what is taken along and of the mask, as they were.
    saved: Vec<(Value, Vec<u64>)>,
}

struct Machine<'a> {
    kernel: &'a Kernel,
    seed: &'a [u64],
    item: u64,
    /// Bits of a function's arguments in each lane, one argument after the other.
    argument: &'a [u64],
    element: Element<'a>,
    /// An element that was read and is not there, with its array.
    missing: Option<(usize, i64)>,
    /// Words that lanes keep.
    state: &'a mut [u64],
    /// Events of each site.
    counts: &'a mut [u64],
    /// Bits of every value, `lanes` slots each; a uniform value uses the first.
    registers: Vec<u64>,
    ends: Vec<usize>,
    /// By the statement that gathers.
    queues: BTreeMap<usize, Queue>,
}

impl Machine<'_> {
    fn run(
        mut self,
        out: &mut Vec<u64>,
        exits: &mut Vec<u64>,
        visit: &mut dyn FnMut(usize),
    ) -> Result<(), InterpretError> {
        let kernel = self.kernel;
        let mut frames: Vec<Frame> = vec![];
        let is_loop = |frame: &Frame| matches!(kernel.body[frame.start], Stmt::Loop { .. });
        let mut at = 0;
        while let Some(stmt) = kernel.body.get(at) {
            visit(at);
            at += 1;
            if let Some(steps) = self.element.steps {
                let Some(left) = steps.get().checked_sub(1) else {
                    return Err(InterpretError::Steps { kernel: kernel.name.clone() });
                };
                steps.set(left);
            }
            match stmt {
                Stmt::Comment(_) | Stmt::At { .. } => {}
                Stmt::Count { site, mask } => {
                    let lanes = (0..kernel.lanes).filter(|lane| self.get(*mask, *lane) != 0);
                    let count = lanes.count() as u64;
                    if let Some(all) = self.counts.get_mut(*site) {
                        *all += count;
                    }
                }
                Stmt::Keep(word, value) => {
                    for lane in 0..kernel.lanes {
                        let kept = self.get(*value, lane);
                        if let Some(place) = self.state.get_mut(word * kernel.lanes + lane) {
                            *place = kept;
                        }
                    }
                }
                Stmt::Let(outs, op) => self.execute(outs, op),
                Stmt::Declare(variable, value) | Stmt::Set(variable, value) => {
                    for lane in 0..self.width(*variable) {
                        *self.slot(*variable, lane) = self.get(*value, lane);
                    }
                }
                Stmt::For { count } | Stmt::Loop { bound: count, .. } => {
                    if matches!(stmt, Stmt::Loop { .. }) && !frames.iter().any(is_loop) {
                        exits.push(0);
                    }
                    frames.push(Frame { start: at - 1, rounds_left: *count });
                }
                Stmt::IfAny(mask) => {
                    if self.any(*mask) {
                        frames.push(Frame { start: at - 1, rounds_left: 1 });
                    } else {
                        at = self.ends[at - 1] + 1;
                    }
                }
                Stmt::Gather { mask, more } => {
                    self.put_off(at - 1, *mask);
                    if self.take(at - 1, *mask, *more) {
                        frames.push(Frame { start: at - 1, rounds_left: 1 });
                    } else {
                        at = self.ends[at - 1] + 1;
                    }
                }
                Stmt::ExitUnlessAny(mask) | Stmt::ExitIfAny(mask) => {
                    if let Some(exits) = exits.last_mut()
                        && frames.iter().filter(|frame| is_loop(frame)).count() == 1
                    {
                        *exits += 1;
                    }
                    let leave = matches!(stmt, Stmt::ExitIfAny(_)) == self.any(*mask);
                    if leave && let Some(frame) = frames.pop() {
                        at = self.ends[frame.start] + 1;
                    }
                }
                Stmt::End => {
                    let Some(frame) = frames.last_mut() else { continue };
                    if let Stmt::Gather { mask, more } = &kernel.body[frame.start] {
                        if self.take(frame.start, *mask, *more) {
                            at = frame.start + 1;
                        } else {
                            frames.pop();
                        }
                        continue;
                    }
                    frame.rounds_left -= 1;
                    if frame.rounds_left > 0 {
                        at = frame.start + 1;
                    } else if let Stmt::Loop { bound, .. } = kernel.body[frame.start] {
                        let upto = &kernel.body[..=frame.start];
                        let is_loop = |stmt: &&Stmt| matches!(stmt, Stmt::Loop { .. });
                        return Err(InterpretError::LoopBound {
                            kernel: kernel.name.clone(),
                            number: upto.iter().filter(is_loop).count(),
                            bound,
                        });
                    } else {
                        frames.pop();
                    }
                }
                Stmt::Return(values) => {
                    if let Some((array, at)) = self.missing {
                        return Err(InterpretError::Element {
                            kernel: kernel.name.clone(),
                            array: kernel.arrays[array].clone(),
                            at,
                            length: self.element.arrays[array].len(),
                        });
                    }
                    for value in values {
                        out.extend((0..kernel.lanes).map(|lane| self.get(*value, lane)));
                    }
                    return Ok(());
                }
                Stmt::Emit { mask, part } => {
                    for lane in 0..kernel.lanes {
                        if self.get(*mask, lane) != 0 {
                            out.push(self.get(*part, lane));
                        }
                    }
                }
                Stmt::EmitKept { kept, first, stride } => {
                    for lane in 0..kernel.lanes {
                        let (kept, first) = (self.get(*kept, lane), self.get(*first, lane));
                        let steps = (0..64u64).filter(|step| kept >> step & 1 != 0);
                        out.extend(steps.map(|step| first.wrapping_add(step * stride)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts the lanes where the mask holds into the queue of the [`Stmt::Gather`] at `at`.
    fn put_off(&mut self, at: usize, mask: Value) {
        let mut queue = self.queues.remove(&at).unwrap_or_else(|| Queue {
            taken: gathered(self.kernel, at),
            waiting: vec![],
            saved: vec![],
        });
        for lane in (0..self.kernel.lanes).filter(|lane| self.get(mask, *lane) != 0) {
            queue.waiting.push(queue.taken.all().map(|value| self.get(value, lane)).collect());
        }
        self.queues.insert(at, queue);
    }

    /// Makes registers of as many waiting lanes as there are lanes; only of fewer if no lane of `more` holds. Else everything
    /// is as before the first of them, and the block is not to be run again.
    fn take(&mut self, at: usize, mask: Value, more: Value) -> bool {
        let Some(mut queue) = self.queues.remove(&at) else { return false };
        for (value, bits) in queue.saved.drain(..) {
            for (lane, bits) in bits.into_iter().enumerate() {
                *self.slot(value, lane) = bits;
            }
        }
        let lanes = self.kernel.lanes;
        let least = if self.any(more) { lanes } else { 1 };
        let is_due = queue.waiting.len() >= least;
        if is_due {
            for value in queue.taken.all().chain([mask]) {
                let bits = (0..lanes).map(|lane| self.get(value, lane)).collect();
                queue.saved.push((value, bits));
            }
            let rest = queue.waiting.len().saturating_sub(lanes);
            let run = queue.waiting.split_off(rest);
            for lane in 0..lanes {
                *self.slot(mask, lane) = u64::from(lane < run.len());
            }
            for (lane, bits) in run.into_iter().enumerate() {
                for (value, bits) in queue.taken.all().zip(bits) {
                    *self.slot(value, lane) = bits;
                }
            }
        }
        self.queues.insert(at, queue);
        is_due
    }

    fn width(&self, value: Value) -> usize {
        match self.kernel.ty(value).shape {
            Shape::Uniform => 1,
            Shape::Varying => self.kernel.lanes,
        }
    }

    fn slot(&mut self, value: Value, lane: usize) -> &mut u64 {
        &mut self.registers[value.0 as usize * self.kernel.lanes + lane]
    }

    fn get(&self, value: Value, lane: usize) -> u64 {
        self.registers[value.0 as usize * self.kernel.lanes + lane]
    }

    fn any(&self, mask: Value) -> bool {
        (0..self.width(mask)).any(|lane| self.get(mask, lane) != 0)
    }

    fn execute(&mut self, outs: &[Value], op: &Op) {
        for lane in 0..self.width(outs[0]) {
            let source = if matches!(op, Op::Splat(_)) { 0 } else { lane };
            let operand = |v: &Value| self.get(*v, source);
            let (first, second) = match op {
                Op::Seed(index) => (self.seed[*index], None),
                Op::Item => (self.item, None),
                Op::LaneU(words) => (words[lane], None),
                Op::Argument(index) => (self.argument[index * self.kernel.lanes + lane], None),
                Op::Parameter(index) => (self.element.parameters[*index], None),
                Op::State(word) => (self.state[word * self.kernel.lanes + lane], None),
                Op::Load(array, offset) => {
                    let offset = match self.kernel.width {
                        Width::W64 => self.get(*offset, 0).cast_signed(),
                        Width::W32 => i64::from(low_half(self.get(*offset, 0)).cast_signed()),
                    };
                    // An offset may be any number: what is beyond the last one is no element either.
                    let at = narrow::to_i64(self.element.at + lane).saturating_add(offset);
                    let array_bits = &self.element.arrays[*array];
                    match usize::try_from(at).ok().and_then(|at| array_bits.get(at)) {
                        Some(bits) => (*bits, None),
                        None => {
                            self.missing = Some((*array, at));
                            (0, None)
                        }
                    }
                }
                Op::Lookup(table, row) => {
                    let table = &self.kernel.tables[*table];
                    let row = narrow::to_usize(operand(row) % table.rows() as u64);
                    for (out, column) in outs.iter().zip(&table.columns) {
                        *self.slot(*out, lane) = column[row];
                    }
                    continue;
                }
                _ => evaluate(op, self.kernel.width, operand),
            };
            *self.slot(outs[0], lane) = first;
            if let (Some(&out), Some(second)) = (outs.get(1), second) {
                *self.slot(out, lane) = second;
            }
        }
    }
}

/// The result (or two) of an operation on one lane, as bits. `get` reads an operand.
///
/// [`Op::Seed`], [`Op::Item`], [`Op::LaneU`], [`Op::Argument`] and [`Op::Lookup`] are the caller's.
pub(crate) fn evaluate(op: &Op, width: Width, get: impl Fn(&Value) -> u64) -> (u64, Option<u64>) {
    let float = |v: &Value| width.number(get(v));
    let one = |bits: u64| (bits, None);
    // A sum, difference, product or quotient of binary32 numbers, rounded to binary64 first, is rounded as if at
    // once: 53 ≥ 2·24 + 2 (Figueroa 1995).
    let number = |value: f64| (width.bits_of(value), None);
    let word = |value: u64| (value & (u64::MAX >> (64 - width.bits())), None);
    match op {
        Op::Seed(_)
        | Op::Item
        | Op::LaneU(_)
        | Op::Argument(_)
        | Op::State(_)
        | Op::Parameter(_)
        | Op::Load(..)
        | Op::Lookup(..) => one(0),
        Op::Directed(kind, up, operands) => {
            let operands: Vec<f64> = operands.iter().map(float).collect();
            one(directed(*kind, width, get(up) != 0, &operands))
        }
        Op::Elementary(function, operands) => {
            let operands: Vec<f64> = operands.iter().map(float).collect();
            number(elementary::nearest(*function, width, &operands))
        }
        Op::Bit(a, k) => one(get(a) >> k & 1),
        Op::FromBits(a) => one(get(a)),
        Op::Neg(a) => one(get(a) ^ width.sign()),
        Op::Abs(a) => one(get(a) & !width.sign()),
        Op::Sqrt(a) => number(float(a).sqrt()),
        Op::ConstU(value) => one(*value),
        Op::ConstF(value) => number(*value),
        Op::ConstM(truth) => one(u64::from(*truth)),
        Op::Splat(a) => one(get(a)),
        Op::BinU(op, a, b) => word(bin_u(*op, get(a), get(b))),
        Op::Shl(a, k) => word(get(a) << k),
        Op::Shr(a, k) => one(get(a) >> k),
        Op::AddCarry(a, b, c) => {
            let (sum, carry) = get(a).carrying_add(get(b), c.is_some_and(|c| get(&c) != 0));
            (sum, Some(u64::from(carry)))
        }
        Op::SubBorrow(a, b, c) => {
            let (rest, borrow) = get(a).borrowing_sub(get(b), c.is_some_and(|c| get(&c) != 0));
            (rest, Some(u64::from(borrow)))
        }
        Op::MulAdd(a, b, c, d) => {
            let (low, high) = get(a).carrying_mul_add(get(b), get(c), get(d));
            (low, Some(high))
        }
        Op::CmpU(Cmp::Lt, a, b) => one(u64::from(get(a) < get(b))),
        Op::CmpU(Cmp::Ge, a, b) => one(u64::from(get(a) >= get(b))),
        Op::BinF(op, a, b) => number(bin_f(*op, float(a), float(b))),
        Op::Fma(a, b, c) => number(width.fused(float(a), float(b), float(c))),
        Op::Bits(a) => one(get(a)),
        Op::FMulAdd(a, b, c) => number(float(c) + float(a) * float(b)),
        Op::FMulSub(a, b, c) => number(float(c) - float(a) * float(b)),
        Op::FMulLess(a, b, c) => number(float(a) * float(b) - float(c)),
        Op::Trunc(a) => number(float(a).trunc()),
        // 2^-16 below the quotient: inside the contract, and no target's own estimate.
        Op::RecipBelow(a) => one(((1.0 - 1.0 / 65536.0) / float(a)).to_bits()),
        Op::RecipNear(a) => one(((1.0 + RECIPROCAL_ESTIMATE / 4.0) / float(a)).to_bits()),
        // Likewise, below the root.
        Op::SqrtNear(a) => one(((1.0 - ROOT_ESTIMATE / 4.0) * float(a).sqrt()).to_bits()),
        Op::CmpF(Cmp::Lt, a, b) => one(u64::from(float(a) < float(b))),
        Op::CmpF(Cmp::Ge, a, b) => one(u64::from(float(a) >= float(b))),
        Op::ToF64(a) | Op::ToF64Nearest(a) => one(narrow::about(get(a)).to_bits()),
        Op::ToU64(a) => one(to_word(float(a))),
        Op::Widened(a) => one(f64::from(f32::from_bits(low_half(get(a)))).to_bits()),
        Op::Narrowed(a) => one(u64::from(crate::ir::single(float(a)).to_bits())),
        Op::Exponent(a) => one(exponent(float(a)).to_bits()),
        Op::Significand(a) => one(get(a) & FRACTION | 1.0_f64.to_bits()),
        Op::BinM(op, a, b) => one(match op {
            BinM::And => get(a) & get(b),
            BinM::Or => get(a) | get(b),
            BinM::AndNot => get(a) & !get(b),
            BinM::Xor => get(a) ^ get(b),
        }),
        Op::Select(mask, a, b) => one(if get(mask) != 0 { get(a) } else { get(b) }),
    }
}

/// The bits of a binary64 number's fraction.
const FRACTION: u64 = (1 << 52) - 1;

/// See [`Op::Exponent`].
fn exponent(a: f64) -> f64 {
    match a.abs() {
        0.0 => f64::NEG_INFINITY,
        f64::INFINITY => f64::INFINITY,
        size => narrow::about(size.to_bits() >> 52) - 1023.0,
    }
}

fn bin_u(op: BinU, a: u64, b: u64) -> u64 {
    match op {
        BinU::Add => a.wrapping_add(b),
        BinU::Sub => a.wrapping_sub(b),
        BinU::Mul => a.wrapping_mul(b),
        BinU::Div => a.checked_div(b).unwrap_or(u64::MAX),
        BinU::Min => a.min(b),
        BinU::And => a & b,
        BinU::Or => a | b,
        BinU::Xor => a ^ b,
    }
}

fn bin_f(op: BinF, a: f64, b: f64) -> f64 {
    match op {
        BinF::Add => a + b,
        BinF::Sub => a - b,
        BinF::Mul => a * b,
        BinF::Div => a / b,
        BinF::Min => {
            if a < b {
                a
            } else {
                b
            }
        }
        BinF::Max => {
            if a > b {
                a
            } else {
                b
            }
        }
    }
}

/// [`Op::ToU64`]: a number from 0 on and below 2^64, its fraction cut off; what else it may be given saturates.
fn to_word(number: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as is meant")]
    let word = number as u64;
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    /// Also where its sum with the element's index is beyond all numbers of 64 bits.
    #[test]
    fn an_element_that_is_missing_is_an_error() {
        for (offset, found) in [(0, true), (2, false), (i64::MAX, false), (i64::MIN, false)] {
            let mut b = Builder::new("far", 1);
            let array = b.array("x");
            let word = b.word(offset.cast_unsigned());
            let number = b.load(array, word);
            b.result(number);
            let kernel = b.finish();
            let arrays = [vec![1, 2, 3]];
            let at = Element { arrays: &arrays, at: 1, ..Element::default() };
            let result = element(&kernel, at, &mut [], &mut []);
            assert_eq!(result.is_ok(), found, "{offset}: {result:?}");
        }
    }
}
