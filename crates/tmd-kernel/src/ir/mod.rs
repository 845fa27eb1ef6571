//! The intermediate representation: what a kernel computes, before any target's syntax.
//!
//! A kernel is one flat list of statements over typed values, written for one *work item* that is
//! executed by `lanes` lanes in lock step. A value is either *uniform* (one for all lanes: a plain
//! scalar on every target) or *varying* (one per lane: a vector on a CPU, a scalar of its own in
//! each GPU thread, where `lanes` is 1). Carries, borrows, wide multiplication and selection are
//! operations of their own, so that no printer has to recognise them.
//!
//! Loops and conditionals are markers in the flat list ([`Stmt::Loop`] … [`Stmt::End`]). They are
//! taken by all lanes together; what a single lane must not see is masked with
//! [`Op::Select`]. Division by zero is defined (see [`BinU::Div`]), so no masked-off lane can trap.

mod builder;
mod count;
mod gather;
mod interpret;
mod live;
mod text;
mod verify;

pub use builder::Builder;
pub use count::{Counts, counts, counts_of};
pub(crate) use gather::gathered;
pub(crate) use interpret::evaluate;
pub use interpret::{Element, element};
pub use interpret::{InterpretError, call, interpret, interpret_counting, interpret_profiling};
pub use live::{Live, live};
use tmd_base::named::named;
use tmd_number::elementary;
pub use tmd_number::exact::Rounded;
pub use tmd_number::width::Width;
pub use verify::{VerifyError, verify};

/// The type of one lane of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    /// An unsigned word, arithmetic modulo 2^64 (2^32 in a kernel of [`Width::W32`]).
    Word,
    /// An IEEE binary64 (binary32) number, round to nearest.
    Number,
    /// A truth value (also a carry or a borrow).
    Mask,
}

/// The binary32 number nearest to a number.
pub(crate) fn single(number: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounded to nearest, as is meant")]
    let single = number as f32;
    single
}

/// The low 32 bits of a word: all that a word of 32 bits has.
pub(crate) fn low_half(word: u64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "the other half is meant to be left out")]
    let low = word as u32;
    low
}

/// Constants that a kernel looks up: rows of numbers (or words), 2^k of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name in emitted text.
    pub name: String,
    /// The documentation of its content.
    pub doc: Vec<String>,
    /// The type of an entry: [`Scalar::Number`] or [`Scalar::Word`].
    pub scalar: Scalar,
    /// The bits of the entries, column by column.
    pub columns: Vec<Vec<u64>>,
    /// How a target with vector registers finds a row.
    pub lookup: Lookup,
}

impl Table {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

/// How the entries of a row come into the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lookup {
    /// Columns lie in registers, and are permuted by the lanes' rows: up to two vectors a column, or four with a
    /// selection between halves.
    Permute,
    /// Each lane loads its row, and the rows are transposed in registers.
    Row,
    /// Each lane loads its entry of each column.
    Gather,
}

/// Whether all lanes share a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// One value for all lanes.
    Uniform,
    /// One value per lane.
    Varying,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Type {
    /// The type of one lane.
    pub scalar: Scalar,
    /// Whether all lanes share it.
    pub shape: Shape,
}

/// A value: an index into [`Kernel::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

/// How a value comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Assigned once, by a [`Stmt::Let`].
    Temp,
    /// Declared with an initial value and assigned again by [`Stmt::Set`].
    Variable,
}

/// The properties of a value besides its computation: type, kind and name.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// Temp or variable.
    pub kind: Kind,
    /// The name it is printed with, made unique by the printer; empty for a plain number.
    pub name: String,
    /// Whether it is a constant that depends on the number of lanes. Such constants are told apart by
    /// their names: equal names are equal numbers whatever the number of lanes is.
    pub by_lanes: bool,
}

/// Operations on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BinU {
    /// a + b mod 2^64.
    Add,
    /// a - b mod 2^64.
    Sub,
    /// Low word of a·b.
    Mul,
    /// ⌊a / b⌋; the largest word when b = 0.
    Div,
    /// The smaller.
    Min,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of exactly one.
    Xor,
}

named!(
    BinU,
    "an operation on words",
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    Div = "div",
    Min = "min",
    And = "and",
    Or = "or",
    Xor = "xor"
);

/// Operations on two binary64 numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BinF {
    /// a + b.
    Add,
    /// a - b.
    Sub,
    /// a · b.
    Mul,
    /// a / b.
    Div,
    /// The smaller; b if either is NaN.
    Min,
    /// The larger; b if either is NaN.
    Max,
}

named!(
    BinF,
    "an operation on numbers",
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    Div = "div",
    Min = "min",
    Max = "max"
);

/// Comparisons. Any comparison with NaN is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cmp {
    /// a < b.
    Lt,
    /// a ≥ b.
    Ge,
}

named!(Cmp, "a comparison", Lt = "lt", Ge = "ge");

/// Operations on two masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BinM {
    /// a and b.
    And,
    /// a or b.
    Or,
    /// a and not b.
    AndNot,
    /// Exactly one of a and b.
    Xor,
}

named!(BinM, "an operation on masks", And = "and", Or = "or", AndNot = "andnot", Xor = "xor");

/// One operation. Operands of an operation share one shape; [`Op::Splat`] makes varying of uniform.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A constant word.
    ConstU(u64),
    /// A constant binary64 number.
    ConstF(f64),
    /// A constant truth value.
    ConstM(bool),
    /// A constant word for each lane.
    LaneU(Vec<u64>),
    /// Word `i` of the block's seed.
    Seed(usize),
    /// The index of this work item in its block.
    Item,
    /// A uniform value, in every lane.
    Splat(Value),
    /// Word arithmetic.
    BinU(BinU, Value, Value),
    /// a · 2^k mod 2^64, 0 < k < 64.
    Shl(Value, u32),
    /// ⌊a / 2^k⌋, 0 < k < 64.
    Shr(Value, u32),
    /// (sum, carry out) of a + b + carry in.
    AddCarry(Value, Value, Option<Value>),
    /// (difference, borrow out) of a - b - borrow in.
    SubBorrow(Value, Value, Option<Value>),
    /// (low, high) word of a·b + c + d, which always fits in two words.
    MulAdd(Value, Value, Value, Value),
    /// a·b + c, rounded once.
    Fma(Value, Value, Value),
    /// The bits of a number.
    Bits(Value),
    /// The number of some bits.
    FromBits(Value),
    /// Whether bit `k` of a word is 1.
    Bit(Value, u32),
    /// -a: the other sign, even of a NaN.
    Neg(Value),
    /// |a|: no sign.
    Abs(Value),
    /// √a, rounded to nearest.
    Sqrt(Value),
    /// An operation that is rounded up where the mask (the first value) holds, and down elsewhere.
    Directed(Rounded, Value, Vec<Value>),
    /// An elementary function of one or two numbers, rounded to nearest from a sum whose error is proved. It stands for the
    /// operations that its stochastic twin has in its place, and in kernels before they become twins only: it is not printed.
    Elementary(elementary::Function, Vec<Value>),
    /// Word `i` of the state that each lane keeps from element to element.
    State(usize),
    /// The element of array `i` that is so many elements (a word that may be negative) after the lane's own.
    Load(usize, Value),
    /// Word `i` of what is the same for all elements.
    Parameter(usize),
    /// Argument `i` of a function, in every lane: a number, or a word, as [`Kernel::passes`] says.
    Argument(usize),
    /// The entries of a row of table `i`: a result for each column. Of the row's index only so many bits are
    /// read that it is one.
    Lookup(usize, Value),
    /// Comparison of words.
    CmpU(Cmp, Value, Value),
    /// Binary64 arithmetic.
    BinF(BinF, Value, Value),
    /// c + a·b where that is exact or may be rounded once or twice, as the target likes.
    FMulAdd(Value, Value, Value),
    /// c - a·b where that is exact or may be rounded once or twice, as the target likes.
    FMulSub(Value, Value, Value),
    /// a·b - c where that is exact or may be rounded once or twice, as the target likes.
    FMulLess(Value, Value, Value),
    /// ⌊a⌋ of a non-negative number below 2^53.
    Trunc(Value),
    /// An estimate r of 1/a for 1 ≤ a ≤ 2^64 with (1 - 2^-10)/a ≤ r ≤ (1 - 2^-20)/a; it may differ
    /// between targets. +∞ for a = 0.
    RecipBelow(Value),
    /// An estimate of 1/a for 1 ≤ a ≤ 2^64 within [`RECIPROCAL_ESTIMATE`](tmd_design::arcs::RECIPROCAL_ESTIMATE) of it,
    /// relatively; it may differ between targets.
    RecipNear(Value),
    /// An estimate of √a for 1 ≤ a ≤ 2^100 within [`ROOT_ESTIMATE`](tmd_design::arcs::ROOT_ESTIMATE) of it, relatively; it
    /// may differ between targets.
    SqrtNear(Value),
    /// Comparison of binary64 numbers.
    CmpF(Cmp, Value, Value),
    /// The number of a word below 2^52, exact.
    ToF64(Value),
    /// The number of any word, rounded to nearest.
    ToF64Nearest(Value),
    /// The word of a non-negative number below 2^63, truncated; anything if it is not one.
    ToU64(Value),
    /// The number that is the binary32 number whose encoding are the low 32 bits of a word, of which the others are 0. Anything if
    /// it is a NaN.
    Widened(Value),
    /// The encoding of the binary32 number nearest to a number, ties to even, as a word: subnormal ones, too, and ∞ beyond
    /// all numbers. Anything if it is a NaN.
    Narrowed(Value),
    /// ⌊log2 |a|⌋ as a number; -∞ of 0, and ∞ of ∞. Anything if a is subnormal or a NaN.
    Exponent(Value),
    /// |a| divided by the power of 2 that makes it a number from 1 to 2, which is not 2; some such number of 0 and ∞. Anything if a
    /// is subnormal or a NaN.
    Significand(Value),
    /// Mask arithmetic.
    BinM(BinM, Value, Value),
    /// a where the mask holds, else b.
    Select(Value, Value, Value),
}

/// One statement of the flat list.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// A remark for the reader of the emitted source.
    Comment(String),
    /// Defines the results of an operation (one, or two for the carrying ones).
    Let(Vec<Value>, Op),
    /// Declares a variable with its first value.
    Declare(Value, Value),
    /// Gives a variable a new value.
    Set(Value, Value),
    /// Repeats up to its [`Stmt::End`], exactly `count` times.
    For {
        /// How often.
        count: u64,
    },
    /// Repeats up to its [`Stmt::End`] until an exit is taken. Where a round beyond the bound would
    /// begin, the kernel ends at once and tells so, on every target: what it was made from is wrong.
    Loop {
        /// The name of what it loops over, in a word or two: for readers and for errors.
        name: &'static str,
        /// The most rounds of any execution (proved by the builder of the loop).
        bound: u64,
    },
    /// Leaves the innermost [`Stmt::Loop`] or [`Stmt::For`] when no lane of the mask holds.
    ExitUnlessAny(Value),
    /// Leaves the innermost [`Stmt::Loop`] when some lane of the mask holds. A lane must not need the
    /// others to stay: where each lane is a thread of its own, it leaves for itself alone.
    ExitIfAny(Value),
    /// Runs up to its [`Stmt::End`] if some lane of the mask holds; every lane takes part.
    IfAny(Value),
    /// Runs up to its [`Stmt::End`] for lanes where `mask` holds, each of them once: now or in a later round of the innermost
    /// loop, which it stands directly in, with lanes of other rounds, so that vectors are full. What is read there is as it
    /// was in the lane's round, and `mask` holds in the lanes that are run; the other lanes hold anything.
    Gather {
        /// Lanes to run for.
        mask: Value,
        /// Whether another round follows: if no lane of it holds, nothing is put off any longer.
        more: Value,
    },
    /// Ends the innermost `For`, `Loop`, `IfAny` or `Gather`.
    End,
    /// Reports part index `part` as surviving in every lane where `mask` holds.
    Emit {
        /// Which lanes survive.
        mask: Value,
        /// The part index, varying.
        part: Value,
    },
    /// Reports, for every lane and every bit s of its `kept`, part index `first` + s·`stride` as
    /// surviving: what a target needs to compact survivors by a prefix sum.
    EmitKept {
        /// A bit for each of up to 64 steps, varying.
        kept: Value,
        /// The part index of step 0, varying.
        first: Value,
        /// Parts from step to step.
        stride: u64,
    },
    /// Ends a function with its results.
    Return(Vec<Value>),
    /// The line of a source that the next statements come from, and the mask of the lanes that they concern; passes
    /// read it.
    At {
        /// The line, from 1.
        line: u32,
        /// Lanes that are concerned; all if there is no mask.
        active: Option<Value>,
    },
    /// Counts the lanes where the mask holds, for site `site`.
    Count {
        /// Index into [`Kernel::sites`].
        site: usize,
        /// The lanes.
        mask: Value,
    },
    /// Gives word `i` of the state a new value.
    Keep(usize, Value),
}

/// A place whose events a kernel counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Site {
    /// Line of the source, from 1; 0 if there is none.
    pub line: u32,
    /// The name of what is counted there.
    pub what: String,
}

/// One kernel: the work of one item of one stage, or a function of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Name of the emitted function.
    pub name: String,
    /// The documentation of the emitted function: its purpose, with the plan's numbers.
    pub doc: Vec<String>,
    /// Number of seed words it reads.
    pub seed_words: usize,
    /// Number of arguments, if it is a function: one or two.
    pub arguments: usize,
    /// What arguments and results of a function are: numbers of its width, or words that hold encodings of numbers.
    pub passes: Scalar,
    /// Length of words and numbers.
    pub width: Width,
    /// The tables that it looks things up in.
    pub tables: Vec<Table>,
    /// Names of the arrays that it loads elements from.
    pub arrays: Vec<String>,
    /// Names of the words that are the same for all elements.
    pub parameters: Vec<String>,
    /// Words of state that each lane keeps.
    pub states: usize,
    /// The places whose events it counts.
    pub sites: Vec<Site>,
    /// Lanes that execute one item together.
    pub lanes: usize,
    /// Types and names of the values.
    pub values: Vec<ValueInfo>,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// The kernels of one plan, for one number of lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Kernels in the order of the plan's stages.
    pub kernels: Vec<Kernel>,
}

/// The comment above a [`Stmt::Loop`] in every text: loop 1 is the first of a kernel.
pub(crate) fn loop_comment(number: usize, name: &str, bound: u64) -> String {
    format!("loop {number}, {name}: at most {bound} rounds")
}

impl Kernel {
    /// Names and bounds of its [`Stmt::Loop`]s, in the order in which they begin; loop 1 is the first.
    pub fn loops(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.body.iter().filter_map(|stmt| match stmt {
            Stmt::Loop { name, bound } => Some((*name, *bound)),
            _ => None,
        })
    }

    /// Whether the block that begins at a statement has a [`Stmt::Gather`] directly in it.
    pub(crate) fn gathers_in(&self, begin: usize) -> bool {
        let mut depth = 0;
        for stmt in &self.body[begin + 1..] {
            match stmt {
                Stmt::Gather { .. } if depth == 0 => return true,
                Stmt::End if depth == 0 => return false,
                Stmt::End => depth -= 1,
                stmt if stmt.opens() => depth += 1,
                _ => {}
            }
        }
        false
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value.0 as usize].ty
    }

    /// How many values the function returns; none for a kernel that reports.
    pub fn results(&self) -> usize {
        let returned = self.body.iter().find_map(|stmt| match stmt {
            Stmt::Return(values) => Some(values.len()),
            _ => None,
        });
        returned.unwrap_or(0)
    }
}

impl Op {
    /// The values that the operation reads, in order.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Op::ConstU(_)
            | Op::ConstF(_)
            | Op::ConstM(_)
            | Op::LaneU(_)
            | Op::Seed(_)
            | Op::Argument(_)
            | Op::State(_)
            | Op::Parameter(_)
            | Op::Item => vec![],
            Op::Elementary(_, operands) => operands.clone(),
            Op::Directed(_, up, operands) => {
                std::iter::once(*up).chain(operands.iter().copied()).collect()
            }
            Op::Splat(a)
            | Op::FromBits(a)
            | Op::Bit(a, _)
            | Op::Neg(a)
            | Op::Abs(a)
            | Op::Sqrt(a)
            | Op::Load(_, a)
            | Op::Shl(a, _)
            | Op::Shr(a, _)
            | Op::Trunc(a)
            | Op::RecipBelow(a)
            | Op::RecipNear(a)
            | Op::SqrtNear(a)
            | Op::ToF64(a)
            | Op::ToF64Nearest(a)
            | Op::Bits(a)
            | Op::Lookup(_, a)
            | Op::ToU64(a)
            | Op::Widened(a)
            | Op::Narrowed(a)
            | Op::Exponent(a)
            | Op::Significand(a) => vec![*a],
            Op::BinU(_, a, b)
            | Op::CmpU(_, a, b)
            | Op::BinF(_, a, b)
            | Op::CmpF(_, a, b)
            | Op::BinM(_, a, b) => vec![*a, *b],
            Op::AddCarry(a, b, c) | Op::SubBorrow(a, b, c) => {
                [Some(*a), Some(*b), *c].into_iter().flatten().collect()
            }
            Op::Select(a, b, c)
            | Op::Fma(a, b, c)
            | Op::FMulAdd(a, b, c)
            | Op::FMulSub(a, b, c)
            | Op::FMulLess(a, b, c) => vec![*a, *b, *c],
            Op::MulAdd(a, b, c, d) => vec![*a, *b, *c, *d],
        }
    }

    /// The same operation on other values.
    pub fn map_operands(&self, mut f: impl FnMut(Value) -> Value) -> Op {
        match self {
            Op::ConstU(_)
            | Op::ConstF(_)
            | Op::ConstM(_)
            | Op::LaneU(_)
            | Op::Seed(_)
            | Op::Argument(_)
            | Op::State(_)
            | Op::Parameter(_)
            | Op::Item => self.clone(),
            Op::Directed(kind, up, operands) => {
                let up = f(*up);
                Op::Directed(*kind, up, operands.iter().map(|v| f(*v)).collect())
            }
            Op::Elementary(function, operands) => {
                Op::Elementary(*function, operands.iter().map(|v| f(*v)).collect())
            }
            Op::FromBits(a) => Op::FromBits(f(*a)),
            Op::Bit(a, k) => Op::Bit(f(*a), *k),
            Op::Neg(a) => Op::Neg(f(*a)),
            Op::Abs(a) => Op::Abs(f(*a)),
            Op::Sqrt(a) => Op::Sqrt(f(*a)),
            Op::Load(array, a) => Op::Load(*array, f(*a)),
            Op::Splat(a) => Op::Splat(f(*a)),
            Op::Shl(a, k) => Op::Shl(f(*a), *k),
            Op::Shr(a, k) => Op::Shr(f(*a), *k),
            Op::Trunc(a) => Op::Trunc(f(*a)),
            Op::RecipBelow(a) => Op::RecipBelow(f(*a)),
            Op::RecipNear(a) => Op::RecipNear(f(*a)),
            Op::SqrtNear(a) => Op::SqrtNear(f(*a)),
            Op::ToF64(a) => Op::ToF64(f(*a)),
            Op::ToF64Nearest(a) => Op::ToF64Nearest(f(*a)),
            Op::ToU64(a) => Op::ToU64(f(*a)),
            Op::Widened(a) => Op::Widened(f(*a)),
            Op::Narrowed(a) => Op::Narrowed(f(*a)),
            Op::Exponent(a) => Op::Exponent(f(*a)),
            Op::Significand(a) => Op::Significand(f(*a)),
            Op::BinU(o, a, b) => Op::BinU(*o, f(*a), f(*b)),
            Op::CmpU(o, a, b) => Op::CmpU(*o, f(*a), f(*b)),
            Op::BinF(o, a, b) => Op::BinF(*o, f(*a), f(*b)),
            Op::CmpF(o, a, b) => Op::CmpF(*o, f(*a), f(*b)),
            Op::BinM(o, a, b) => Op::BinM(*o, f(*a), f(*b)),
            Op::AddCarry(a, b, c) => Op::AddCarry(f(*a), f(*b), c.map(&mut f)),
            Op::SubBorrow(a, b, c) => Op::SubBorrow(f(*a), f(*b), c.map(&mut f)),
            Op::Select(a, b, c) => Op::Select(f(*a), f(*b), f(*c)),
            Op::Fma(a, b, c) => Op::Fma(f(*a), f(*b), f(*c)),
            Op::Bits(a) => Op::Bits(f(*a)),
            Op::Lookup(table, a) => Op::Lookup(*table, f(*a)),
            Op::FMulAdd(a, b, c) => Op::FMulAdd(f(*a), f(*b), f(*c)),
            Op::FMulSub(a, b, c) => Op::FMulSub(f(*a), f(*b), f(*c)),
            Op::FMulLess(a, b, c) => Op::FMulLess(f(*a), f(*b), f(*c)),
            Op::MulAdd(a, b, c, d) => Op::MulAdd(f(*a), f(*b), f(*c), f(*d)),
        }
    }
}

impl Stmt {
    /// Whether it begins a block that an [`Stmt::End`] ends.
    pub fn opens(&self) -> bool {
        matches!(self, Stmt::For { .. } | Stmt::Loop { .. } | Stmt::IfAny(_) | Stmt::Gather { .. })
    }

    /// The values that the statement reads.
    pub fn reads(&self) -> Vec<Value> {
        match self {
            Stmt::Let(_, op) => op.operands(),
            Stmt::Declare(_, v)
            | Stmt::Set(_, v)
            | Stmt::ExitUnlessAny(v)
            | Stmt::ExitIfAny(v)
            | Stmt::IfAny(v)
            | Stmt::Keep(_, v)
            | Stmt::Count { mask: v, .. } => vec![*v],
            Stmt::Return(values) => values.clone(),
            Stmt::At { active, .. } => active.iter().copied().collect(),
            Stmt::Emit { mask, part } => vec![*mask, *part],
            Stmt::Gather { mask, more } => vec![*mask, *more],
            Stmt::EmitKept { kept, first, .. } => vec![*kept, *first],
            Stmt::Comment(_) | Stmt::For { .. } | Stmt::Loop { .. } | Stmt::End => vec![],
        }
    }

    /// The same statement with other values in the places that it reads.
    pub(crate) fn map_reads(&self, mut f: impl FnMut(Value) -> Value) -> Stmt {
        match self {
            Stmt::Let(outs, op) => Stmt::Let(outs.clone(), op.map_operands(f)),
            Stmt::Declare(variable, first) => Stmt::Declare(*variable, f(*first)),
            Stmt::Set(variable, value) => Stmt::Set(*variable, f(*value)),
            Stmt::ExitUnlessAny(mask) => Stmt::ExitUnlessAny(f(*mask)),
            Stmt::ExitIfAny(mask) => Stmt::ExitIfAny(f(*mask)),
            Stmt::IfAny(mask) => Stmt::IfAny(f(*mask)),
            Stmt::Return(values) => Stmt::Return(values.iter().map(|v| f(*v)).collect()),
            Stmt::At { line, active } => Stmt::At { line: *line, active: active.map(f) },
            Stmt::Count { site, mask } => Stmt::Count { site: *site, mask: f(*mask) },
            Stmt::Keep(word, value) => Stmt::Keep(*word, f(*value)),
            Stmt::Emit { mask, part } => Stmt::Emit { mask: f(*mask), part: f(*part) },
            Stmt::Gather { mask, more } => Stmt::Gather { mask: f(*mask), more: f(*more) },
            Stmt::EmitKept { kept, first, stride } => {
                Stmt::EmitKept { kept: f(*kept), first: f(*first), stride: *stride }
            }
            Stmt::Comment(_) | Stmt::For { .. } | Stmt::Loop { .. } | Stmt::End => self.clone(),
        }
    }
}
