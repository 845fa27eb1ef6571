//! A kernel's value: each of its statements in MPFR's arithmetic, with so many bits that no rounding is left to be seen.

use rug::Float;
use rug::ops::Pow;
use std::collections::BTreeMap;
use tmd_kernel::ir::{BinF, BinM, BinU, Cmp, Kernel, Op, Stmt, Value};
use tmd_number::elementary::Function;

/// Bits of all numbers.
const BITS: u32 = 2000;

#[derive(Clone, Debug)]
enum Now {
    Number(Float),
    Word(u64),
    Truth(bool),
}

#[derive(Default)]
struct Machine {
    values: BTreeMap<Value, Now>,
}

impl Machine {
    fn number(&self, value: &Value) -> &Float {
        match &self.values[value] {
            Now::Number(x) => x,
            other => panic!("{other:?} is no number"),
        }
    }

    fn word(&self, value: &Value) -> u64 {
        match self.values[value] {
            Now::Word(word) => word,
            ref other => panic!("{other:?} is no word"),
        }
    }

    fn truth(&self, value: &Value) -> bool {
        match self.values[value] {
            Now::Truth(truth) => truth,
            ref other => panic!("{other:?} is no truth value"),
        }
    }

    fn evaluate(&self, op: &Op, inputs: &[f64]) -> Now {
        let float = |x: f64| Now::Number(Float::with_val(BITS, x));
        let n = |value: &Value| self.number(value);
        let of = |value| Now::Number(Float::with_val(BITS, value));
        match op {
            Op::ConstF(x) => float(*x),
            Op::ConstU(word) => Now::Word(*word),
            Op::ConstM(truth) => Now::Truth(*truth),
            Op::Splat(a) => self.values[a].clone(),
            Op::Load(array, _) => float(inputs[*array]),
            Op::BinF(BinF::Add, a, b) => Now::Number(Float::with_val(BITS, n(a) + n(b))),
            Op::BinF(BinF::Sub, a, b) => Now::Number(Float::with_val(BITS, n(a) - n(b))),
            Op::BinF(BinF::Mul, a, b) => Now::Number(Float::with_val(BITS, n(a) * n(b))),
            Op::BinF(BinF::Div, a, b) => Now::Number(Float::with_val(BITS, n(a) / n(b))),
            Op::BinF(BinF::Min, a, b) => of(if n(a) < n(b) { n(a) } else { n(b) }),
            Op::BinF(BinF::Max, a, b) => of(if n(a) > n(b) { n(a) } else { n(b) }),
            Op::Neg(a) => Now::Number(-n(a).clone()),
            Op::Abs(a) => Now::Number(n(a).clone().abs()),
            Op::Sqrt(a) => Now::Number(n(a).clone().sqrt()),
            Op::Fma(a, b, c) => Now::Number(Float::with_val(BITS, n(a) * n(b)) + n(c)),
            Op::CmpF(Cmp::Lt, a, b) => Now::Truth(n(a) < n(b)),
            Op::CmpF(Cmp::Ge, a, b) => Now::Truth(n(a) >= n(b)),
            Op::CmpU(Cmp::Lt, a, b) => Now::Truth(self.word(a) < self.word(b)),
            Op::CmpU(Cmp::Ge, a, b) => Now::Truth(self.word(a) >= self.word(b)),
            Op::BinU(BinU::Add, a, b) => Now::Word(self.word(a).wrapping_add(self.word(b))),
            Op::BinU(BinU::Xor, a, b) => Now::Word(self.word(a) ^ self.word(b)),
            Op::BinU(BinU::Or, a, b) => Now::Word(self.word(a) | self.word(b)),
            Op::FromBits(a) => float(f64::from_bits(self.word(a))),
            Op::BinM(op, a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                Now::Truth(match op {
                    BinM::And => a && b,
                    BinM::Or => a || b,
                    BinM::AndNot => a && !b,
                    BinM::Xor => a != b,
                })
            }
            Op::Select(mask, a, b) => self.values[if self.truth(mask) { a } else { b }].clone(),
            Op::Elementary(function, operands) => {
                let x = n(&operands[0]).clone();
                Now::Number(match function {
                    Function::Exp => x.exp(),
                    Function::Ln => x.ln(),
                    Function::Sin => x.sin(),
                    Function::Cos => x.cos(),
                    Function::Tan => x.tan(),
                    Function::Atan => x.atan(),
                    Function::Tanh => x.tanh(),
                    Function::Powf => x.pow(n(&operands[1])),
                })
            }
            other => panic!("{other:?} is not in kernels"),
        }
    }
}

/// The statement after the end of a block that begins at `start`.
fn after(body: &[Stmt], start: usize) -> usize {
    let mut depth = 0;
    for (at, stmt) in body.iter().enumerate().skip(start) {
        match stmt {
            stmt if stmt.opens() => depth += 1,
            Stmt::End => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    body.len()
}

/// The results of a kernel of numbers.
pub(crate) fn results(kernel: &Kernel, inputs: &[f64]) -> Vec<Float> {
    let mut machine = Machine::default();
    let mut blocks: Vec<(usize, u64)> = vec![];
    let mut at = 0;
    loop {
        let stmt = &kernel.body[at];
        at += 1;
        match stmt {
            Stmt::Let(outs, op) => {
                let now = machine.evaluate(op, inputs);
                machine.values.insert(outs[0], now);
            }
            Stmt::Declare(variable, value) | Stmt::Set(variable, value) => {
                let now = machine.values[value].clone();
                machine.values.insert(*variable, now);
            }
            Stmt::For { count } => blocks.push((at - 1, *count)),
            Stmt::ExitUnlessAny(mask) => {
                if !machine.truth(mask) {
                    let (start, _) = blocks.pop().expect("a loop");
                    at = after(&kernel.body, start);
                }
            }
            Stmt::End => {
                let (start, left) = blocks.pop().expect("a loop");
                if left > 1 {
                    blocks.push((start, left - 1));
                    at = start + 1;
                }
            }
            Stmt::Return(values) => {
                return values.iter().map(|value| machine.number(value).clone()).collect();
            }
            Stmt::Comment(_) | Stmt::At { .. } => {}
            other => panic!("{other:?} is not in kernels"),
        }
    }
}
