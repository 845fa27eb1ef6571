//! Decoded functions: operations on numbered registers.

use super::arithmetic::{Binary, Quaternary, Ternary, Unary};
use super::carry::Carrying;
use super::convert::Conversion;
use super::types::Type;

/// A register of a function's frame. Constants have registers of their own, which are filled when the
/// frame is made, so that every operand is a register.
pub(super) type Register = u32;

/// One decoded instruction.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    Copy {
        to: Register,
        a: Register,
    },
    Unary {
        f: Unary,
        to: Register,
        a: Register,
    },
    Binary {
        f: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    Ternary {
        f: Ternary,
        to: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    Quaternary {
        f: Quaternary,
        to: Register,
        from: [Register; 4],
    },
    Carry {
        how: Carrying,
        to: Register,
        from: [Register; 3],
    },
    Convert {
        how: Conversion,
        to: Register,
        a: Register,
    },
    /// `rcp.approx.ftz.f64` or `.f32`.
    ApproximateReciprocal {
        ty: Type,
        to: Register,
        a: Register,
    },
    /// `sqrt.approx.ftz.f32`.
    ApproximateRoot {
        to: Register,
        a: Register,
    },
    /// a where the predicate holds, else b.
    Select {
        to: Register,
        a: Register,
        b: Register,
        predicate: Register,
    },
    /// A comparison, combined with another predicate.
    Compare {
        f: Binary,
        combine: Binary,
        to: Register,
        from: [Register; 3],
        negated: bool,
    },
    /// The halves of a register, lower first.
    Split {
        to: [Register; 2],
        a: Register,
        bits: u32,
    },
    Join {
        to: Register,
        from: [Register; 2],
        bits: u32,
    },
    Load {
        access: Access,
        to: Vec<Register>,
        sign_to: Option<u32>,
    },
    Store {
        access: Access,
        from: Vec<Register>,
    },
    /// The old value goes to a register, `f` of it and `a` to memory.
    Atomic {
        access: Access,
        f: Binary,
        to: Register,
        a: Register,
    },
    LoadParam {
        ty: Type,
        offset: usize,
        to: Vec<Register>,
    },
    StoreParam {
        ty: Type,
        offset: usize,
        from: Vec<Register>,
    },
    /// Skips the next operation unless the predicate is as expected.
    OnlyIf {
        predicate: Register,
        expected: bool,
    },
    Jump {
        target: usize,
    },
    JumpIf {
        predicate: Register,
        expected: bool,
        target: usize,
    },
    JumpIndexed {
        index: Register,
        targets: Vec<usize>,
    },
    Barrier,
    Call {
        function: usize,
        arguments: Vec<Transfer>,
        results: Vec<Transfer>,
    },
    /// Ends the function; of a kernel, the thread.
    Return,
    /// Ends the thread.
    Exit,
    /// A mistake that the program itself reports.
    Trap,
}

/// Where and how memory is read or written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) window: Window,
    pub(super) ty: Type,
    pub(super) base: Register,
    pub(super) offset: i64,
}

/// How an address is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// It says itself where it points to.
    Generic,
    Global,
    Constant,
    /// An offset in the group's memory.
    Shared,
    /// An offset in the thread's memory.
    Local,
}

/// Bytes that go from one frame's parameters to another's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transfer {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) size: usize,
}

/// What a register holds when a frame is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Initial {
    Constant(u64),
    Thread,
    Lane,
    Group,
    Threads,
    Groups,
    /// The address of the frame's own local memory, plus an offset.
    Local(u64),
}

/// A parameter, a result or an argument under way: where it lies in the parameters of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: usize,
    pub(super) size: usize,
}

/// A decoded function or kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) entry: bool,
    pub(super) most_threads: Option<u64>,
    pub(super) code: Vec<Operation>,
    /// The line of each operation.
    pub(super) lines: Vec<usize>,
    /// How many registers a frame has.
    pub(super) registers: usize,
    /// What some of them hold at the start; the others hold rubbish.
    pub(super) initial: Vec<(Register, Initial)>,
    pub(super) parameters: Vec<Place>,
    /// Bytes of the parameters of a frame, those of functions it calls included.
    pub(super) parameter_bytes: usize,
    /// Bytes of local memory of a frame.
    pub(super) local_bytes: usize,
}
