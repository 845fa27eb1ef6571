//! Checks that a kernel is well formed: types, shapes, definitions before use, nesting.

use super::{Kernel, Kind, Op, Scalar, Shape, Stmt, Type, Value, Width, gather};

/// Why a kernel is not well formed, and where.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("kernel `{kernel}`, statement {statement}: {reason}")]
pub struct VerifyError {
    /// Name of the kernel.
    pub kernel: String,
    /// Index of the statement in its body.
    pub statement: usize,
    /// The reason.
    pub reason: String,
}

/// Checks one kernel.
pub fn verify(kernel: &Kernel) -> Result<(), VerifyError> {
    let mut checker = Checker { kernel, defined: vec![false; kernel.values.len()], open: vec![] };
    for (statement, stmt) in kernel.body.iter().enumerate() {
        checker.check(stmt).map_err(|reason| VerifyError {
            kernel: kernel.name.clone(),
            statement,
            reason,
        })?;
    }
    match checker.open.len() {
        0 => gathers(kernel),
        n => Err(VerifyError {
            kernel: kernel.name.clone(),
            statement: kernel.body.len(),
            reason: format!("{n} blocks are not closed"),
        }),
    }
}

/// Checks the blocks of gathered lanes, of a kernel that is well formed otherwise.
fn gathers(kernel: &Kernel) -> Result<(), VerifyError> {
    for (statement, stmt) in kernel.body.iter().enumerate() {
        if matches!(stmt, Stmt::Gather { .. }) {
            gather::check(kernel, statement).map_err(|reason| VerifyError {
                kernel: kernel.name.clone(),
                statement,
                reason,
            })?;
        }
    }
    Ok(())
}

/// An open block: whether it is a loop, and which values were defined in it.
struct Open {
    is_loop: bool,
    defined: Vec<Value>,
}

struct Checker<'a> {
    kernel: &'a Kernel,
    defined: Vec<bool>,
    open: Vec<Open>,
}

impl Checker<'_> {
    fn check(&mut self, stmt: &Stmt) -> Result<(), String> {
        for value in stmt.reads() {
            if !self.defined.get(value.0 as usize).copied().unwrap_or(false) {
                return Err(format!("value {} is read before it is defined", value.0));
            }
        }
        match stmt {
            Stmt::Comment(_) => Ok(()),
            Stmt::Let(outs, op) => {
                let operands: Vec<Type> =
                    op.operands().iter().map(|v| self.kernel.ty(*v)).collect();
                let results = self.results(op, &operands)?;
                if outs.len() != results.len() {
                    return Err(format!("{} results, {} expected", outs.len(), results.len()));
                }
                for (out, ty) in outs.iter().zip(results) {
                    self.define(*out, Kind::Temp)?;
                    self.same(self.kernel.ty(*out), ty)?;
                }
                Ok(())
            }
            Stmt::Declare(variable, first) => {
                self.define(*variable, Kind::Variable)?;
                self.same(self.kernel.ty(*variable), self.kernel.ty(*first))
            }
            Stmt::Set(variable, value) => {
                let info = &self.kernel.values[variable.0 as usize];
                if info.kind != Kind::Variable || !self.defined[variable.0 as usize] {
                    return Err(format!("value {} is not a declared variable", variable.0));
                }
                self.same(info.ty, self.kernel.ty(*value))
            }
            Stmt::For { count: 0 } | Stmt::Loop { bound: 0, .. } => Err("an empty loop".into()),
            Stmt::For { .. } | Stmt::Loop { .. } => {
                self.open.push(Open { is_loop: true, defined: vec![] });
                Ok(())
            }
            Stmt::IfAny(mask) => {
                self.scalar(*mask, Scalar::Mask)?;
                self.open.push(Open { is_loop: false, defined: vec![] });
                Ok(())
            }
            Stmt::Gather { mask, more } => {
                self.scalar(*mask, Scalar::Mask)?;
                self.scalar(*more, Scalar::Mask)?;
                self.open.push(Open { is_loop: false, defined: vec![] });
                Ok(())
            }
            Stmt::ExitUnlessAny(mask) | Stmt::ExitIfAny(mask) => {
                self.scalar(*mask, Scalar::Mask)?;
                match self.open.last() {
                    Some(Open { is_loop: true, .. }) => Ok(()),
                    _ => Err("an exit must stand directly in a loop".into()),
                }
            }
            Stmt::Return(values) => match self.open.is_empty() {
                true => values.iter().try_for_each(|value| {
                    self.same(self.kernel.ty(*value), varying(self.kernel.passes))
                }),
                false => Err("a return inside a block".into()),
            },
            Stmt::At { active: None, .. } => Ok(()),
            Stmt::At { active: Some(mask), .. } => {
                self.same(self.kernel.ty(*mask), varying(Scalar::Mask))
            }
            Stmt::Count { site, mask } => match *site < self.kernel.sites.len() {
                true => self.same(self.kernel.ty(*mask), varying(Scalar::Mask)),
                false => Err(format!("site {site} of {}", self.kernel.sites.len())),
            },
            Stmt::Keep(word, value) => match *word < self.kernel.states {
                true => self.same(self.kernel.ty(*value), varying(Scalar::Word)),
                false => Err(format!("word {word} of a state of {}", self.kernel.states)),
            },
            Stmt::End => {
                let block = self.open.pop().ok_or("an end without a beginning")?;
                for value in block.defined {
                    self.defined[value.0 as usize] = false;
                }
                Ok(())
            }
            Stmt::Emit { mask, part } => {
                self.same(self.kernel.ty(*mask), varying(Scalar::Mask))?;
                self.same(self.kernel.ty(*part), varying(Scalar::Word))
            }
            Stmt::EmitKept { kept, first, .. } => {
                self.same(self.kernel.ty(*kept), varying(Scalar::Word))?;
                self.same(self.kernel.ty(*first), varying(Scalar::Word))
            }
        }
    }

    fn define(&mut self, value: Value, kind: Kind) -> Result<(), String> {
        let index = value.0 as usize;
        let info = self.kernel.values.get(index).ok_or("a value that is not listed")?;
        if info.kind != kind {
            return Err(format!("value {index} is not a {kind:?}"));
        }
        if std::mem::replace(&mut self.defined[index], true) {
            return Err(format!("value {index} is defined twice"));
        }
        if let Some(block) = self.open.last_mut() {
            block.defined.push(value);
        }
        Ok(())
    }

    fn scalar(&self, value: Value, scalar: Scalar) -> Result<(), String> {
        match self.kernel.ty(value).scalar == scalar {
            true => Ok(()),
            false => Err(format!("value {} is not of {scalar:?}", value.0)),
        }
    }

    fn same(&self, a: Type, b: Type) -> Result<(), String> {
        if a == b { Ok(()) } else { Err(format!("{a:?} where {b:?} is needed")) }
    }

    /// The types of an operation's results, after checking its operands.
    fn results(&self, op: &Op, operands: &[Type]) -> Result<Vec<Type>, String> {
        use Scalar::{Mask, Number, Word};
        let shape = operands.first().map_or(Shape::Uniform, |ty| ty.shape);
        let expect = |wanted: &[Scalar], results: &[Scalar]| {
            if operands.iter().any(|ty| ty.shape != shape) {
                return Err("operands of different shapes".to_owned());
            }
            if !operands.iter().map(|ty| ty.scalar).eq(wanted.iter().copied()) {
                return Err(format!("operands {operands:?} where {wanted:?} are needed"));
            }
            Ok(results.iter().map(|&scalar| Type { scalar, shape }).collect())
        };
        let long = matches!(
            op,
            Op::AddCarry(..)
                | Op::SubBorrow(..)
                | Op::MulAdd(..)
                | Op::Seed(_)
                | Op::Item
                | Op::RecipBelow(_)
                | Op::RecipNear(_)
                | Op::SqrtNear(_)
                | Op::ToF64(_)
                | Op::ToF64Nearest(_)
                | Op::ToU64(_)
                | Op::Widened(_)
                | Op::Narrowed(_)
                | Op::Exponent(_)
                | Op::Significand(_)
        );
        if long && self.kernel.width != Width::W64 {
            return Err(format!("{op:?} of short words"));
        }
        match op {
            Op::ConstU(_) | Op::Item => expect(&[], &[Word]),
            Op::Seed(index) => match *index < self.kernel.seed_words {
                true => expect(&[], &[Word]),
                false => Err(format!("seed word {index} of {}", self.kernel.seed_words)),
            },
            Op::ConstF(_) => expect(&[], &[Number]),
            Op::ConstM(_) => expect(&[], &[Mask]),
            Op::LaneU(words) if words.len() != self.kernel.lanes => {
                Err(format!("{} lane constants for {} lanes", words.len(), self.kernel.lanes))
            }
            Op::LaneU(_) => Ok(vec![varying(Word)]),
            Op::Splat(_) if shape == Shape::Varying => Err("a splat of a varying value".into()),
            Op::Splat(_) => Ok(vec![varying(operands[0].scalar)]),
            Op::BinU(..) => expect(&[Word, Word], &[Word]),
            Op::Shl(_, k) | Op::Shr(_, k) => match (1..64).contains(k) {
                true => expect(&[Word], &[Word]),
                false => Err(format!("a shift by {k}")),
            },
            Op::AddCarry(_, _, None) | Op::SubBorrow(_, _, None) => {
                expect(&[Word, Word], &[Word, Mask])
            }
            Op::AddCarry(..) | Op::SubBorrow(..) => expect(&[Word, Word, Mask], &[Word, Mask]),
            Op::MulAdd(..) => expect(&[Word, Word, Word, Word], &[Word, Word]),
            Op::CmpU(..) => expect(&[Word, Word], &[Mask]),
            Op::BinF(..) => expect(&[Number, Number], &[Number]),
            Op::FMulAdd(..) | Op::FMulSub(..) | Op::FMulLess(..) => {
                expect(&[Number, Number, Number], &[Number])
            }
            Op::Trunc(_) | Op::RecipBelow(_) | Op::RecipNear(_) | Op::SqrtNear(_) => {
                expect(&[Number], &[Number])
            }
            Op::Fma(..) => expect(&[Number, Number, Number], &[Number]),
            Op::Bits(_) => expect(&[Number], &[Word]),
            Op::FromBits(_) => expect(&[Word], &[Number]),
            Op::Bit(_, k) => match *k < self.kernel.width.bits() {
                true => expect(&[Word], &[Mask]),
                false => Err(format!("bit {k}")),
            },
            Op::Neg(_) | Op::Abs(_) | Op::Sqrt(_) | Op::Exponent(_) | Op::Significand(_) => {
                expect(&[Number], &[Number])
            }
            Op::Elementary(function, _) => expect(&vec![Number; function.arity()], &[Number]),
            Op::Directed(kind, ..) => {
                let mut wanted = vec![Mask];
                wanted.resize(1 + kind.arity(), Number);
                expect(&wanted, &[Number])
            }
            Op::State(index) => match *index < self.kernel.states {
                true => Ok(vec![varying(Word)]),
                false => Err(format!("word {index} of a state of {}", self.kernel.states)),
            },
            Op::Load(array, _) => {
                let result = vec![varying(Number)];
                match *array < self.kernel.arrays.len() && shape == Shape::Uniform {
                    true => expect(&[Word], &[Number]).map(|_| result),
                    false => {
                        Err(format!("element of array {array} of {}", self.kernel.arrays.len()))
                    }
                }
            }
            Op::Parameter(index) => match *index < self.kernel.parameters.len() {
                true => expect(&[], &[Word]),
                false => Err(format!("parameter {index} of {}", self.kernel.parameters.len())),
            },
            Op::Argument(index) => match *index < self.kernel.arguments {
                true => Ok(vec![varying(self.kernel.passes)]),
                false => Err(format!("argument {index} of {}", self.kernel.arguments)),
            },
            Op::Lookup(index, _) => match self.kernel.tables.get(*index) {
                Some(table) if table.rows().is_power_of_two() => {
                    expect(&[Word], &vec![table.scalar; table.columns.len()])
                }
                Some(table) => Err(format!("a table of {} rows", table.rows())),
                None => Err(format!("table {index} of {}", self.kernel.tables.len())),
            },
            Op::CmpF(..) => expect(&[Number, Number], &[Mask]),
            Op::ToF64(_) | Op::ToF64Nearest(_) => expect(&[Word], &[Number]),
            Op::ToU64(_) | Op::Narrowed(_) => expect(&[Number], &[Word]),
            Op::Widened(_) => expect(&[Word], &[Number]),
            Op::BinM(..) => expect(&[Mask, Mask], &[Mask]),
            Op::Select(..) => match operands[1].scalar {
                Mask => expect(&[Mask, Mask, Mask], &[Mask]),
                Number => expect(&[Mask, Number, Number], &[Number]),
                Word => expect(&[Mask, Word, Word], &[Word]),
            },
        }
    }
}

fn varying(scalar: Scalar) -> Type {
    Type { scalar, shape: Shape::Varying }
}
