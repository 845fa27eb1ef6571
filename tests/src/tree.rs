//! Random expressions and a second opinion on their values.
//!
//! A [`Tree`] is printed as text for the library and evaluated here, over plain MPFR numbers at two precisions
//! side by side. Nothing is enclosed. What is relied on is that both precisions agree at *every* part of the
//! tree to `AGREEMENT` bits: a value that lost more to cancellation, lies next to the edge of a domain or left
//! MPFR's exponents is [`Value::Lost`], and nothing is said of it. Values made by rational operations alone are
//! kept exact beside that.

use crate::brute;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use std::fmt;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::Format;
use tmd_codegen::spec::functions::Function;
use tmd_codegen::verdict::CaseKind;

/// The two precisions.
const PRECISIONS: [u32; 2] = [200, 1000];
/// To so many bits both precisions agree.
const AGREEMENT: i32 = 100;
/// A distance below 2^-SURE times the value is not relied on.
const SURE: i32 = 95;
/// Fractions with more bits are not kept exact: all that are fit the lower precision if they are dyadic.
const EXACT_BITS: u32 = 190;
/// Numbers with exponents beyond are huge or tiny.
const MOST_EXPONENT: i32 = 1 << 28;
/// Exact arguments of periodic functions with larger exponents are not followed.
const MOST_PHASE: i32 = 1 << 12;
/// Nor are others with larger ones: their phase is not known.
const MOST_NEAR_PHASE: i32 = 64;

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A sum.
    Add,
    /// A difference.
    Sub,
    /// A product.
    Mul,
    /// A quotient.
    Div,
}

/// A function of a value and an integer n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfInteger {
    /// The n-th power.
    Powi,
    /// The n-th power of one more.
    Compound,
    /// The n-th root.
    Rootn,
}

/// An expression.
#[derive(Clone)]
pub enum Tree {
    /// The variable.
    X,
    /// π.
    Pi,
    /// A number, by its text; or a parameter, by its name.
    Number(String, Rational),
    /// A function of the library's table under one of its names, as a method if so wished.
    Apply(&'static Function, usize, bool, Box<Tree>),
    /// The opposite.
    Neg(Box<Tree>),
    /// Two operands.
    Binary(Operation, Box<Tree>, Box<Tree>),
    /// A function of an integer, whose text is given: a number or a parameter.
    Integer(OfInteger, Box<Tree>, i32, String),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::X => f.write_str("x"),
            Tree::Pi => f.write_str("pi"),
            Tree::Number(text, _) => f.write_str(text),
            Tree::Apply(function, name, is_method, a) => {
                let names: Vec<&str> = function.names().collect();
                let name = names[name % names.len()];
                if *is_method { write!(f, "({a}).{name}()") } else { write!(f, "{name}({a})") }
            }
            Tree::Neg(a) => write!(f, "-({a})"),
            Tree::Binary(operation, a, b) => {
                let sign = match operation {
                    Operation::Add => '+',
                    Operation::Sub => '-',
                    Operation::Mul => '*',
                    Operation::Div => '/',
                };
                write!(f, "({a} {sign} {b})")
            }
            Tree::Integer(function, a, _, n) => {
                let name = match function {
                    OfInteger::Powi => "powi",
                    OfInteger::Compound => "compound",
                    OfInteger::Rootn => "rootn",
                };
                write!(f, "{name}({a}, {n})")
            }
        }
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// What is known of a value.
#[derive(Clone, Debug)]
pub enum Value {
    /// There is none.
    Undefined,
    /// Nothing is known.
    Lost,
    /// Beyond all formats.
    Huge,
    /// Not 0, and below all formats.
    Tiny,
    /// Below 2^k in absolute value, and perhaps 0.
    Small(i32),
    /// Exactly this.
    Exact(Rational),
    /// About this, at both precisions; not 0.
    Near([Float; 2]),
}

fn exponent(value: &Float) -> i32 {
    value.get_exp().unwrap_or(0)
}

fn bits(value: &Rational) -> u32 {
    value.numer().significant_bits() + value.denom().significant_bits()
}

/// An exact value, unless it is long.
fn exact(value: Rational) -> Value {
    match bits(&value) <= EXACT_BITS {
        true => Value::Exact(value),
        false => Value::Near(floats(&value)),
    }
}

fn floats(value: &Rational) -> [Float; 2] {
    PRECISIONS.map(|precision| Float::with_val(precision, value))
}

/// Two finite numbers other than 0 as a value, if they agree.
fn agreed(values: [Float; 2]) -> Option<Value> {
    let size = exponent(&values[1]);
    if size.abs() > MOST_EXPONENT {
        return Some(if size > 0 { Value::Huge } else { Value::Tiny });
    }
    let off = Float::with_val(64, &values[0] - &values[1]).abs();
    let agree = off.is_zero() || exponent(&off) < size - AGREEMENT;
    agree.then_some(Value::Near(values))
}

impl Value {
    /// Both numbers, if there are any.
    fn floats(&self) -> Option<[Float; 2]> {
        match self {
            Value::Exact(value) => Some(floats(value)),
            Value::Near(values) => Some(values.clone()),
            _ => None,
        }
    }

    fn is_exact_zero(&self) -> bool {
        matches!(self, Value::Exact(value) if value.is_zero())
    }
}

impl Tree {
    /// The value at `x`.
    pub fn at(&self, x: &Rational) -> Value {
        match self {
            Tree::X => exact(x.clone()),
            Tree::Pi => {
                Value::Near(PRECISIONS.map(|p| Float::with_val(p, rug::float::Constant::Pi)))
            }
            Tree::Number(_, value) => exact(value.clone()),
            Tree::Apply(function, _, _, a) => apply(function, &a.at(x)),
            Tree::Neg(a) => opposite(a.at(x)),
            Tree::Binary(operation, a, b) => binary(*operation, &a.at(x), &b.at(x)),
            Tree::Integer(function, a, n, _) => {
                let a = a.at(x);
                match function {
                    OfInteger::Powi => power(&a, *n),
                    OfInteger::Compound => {
                        let one = Value::Exact(Rational::from(1));
                        power(&binary(Operation::Add, &one, &a), *n)
                    }
                    OfInteger::Rootn => root(&a, *n),
                }
            }
        }
    }
}

fn opposite(value: Value) -> Value {
    match value {
        Value::Exact(value) => Value::Exact(-value),
        Value::Near(values) => Value::Near(values.map(|value| -value)),
        other => other,
    }
}

/// The closure of [`brute`] for a function of the table.
fn closure(function: &Function) -> fn(&Float) -> Float {
    let all = brute::FUNCTIONS.iter().chain(brute::TABLE.iter().map(|(function, _)| function));
    let known = all.into_iter().find(|known| function.names().any(|name| name == known.text));
    known.unwrap_or_else(|| panic!("no closure for {}", function.name)).at
}

/// Whether a function ends, or jumps, at ±1 or at -1.
fn has_edges(name: &str) -> bool {
    name.starts_with("as") || name.starts_with("ac") || name == "atanh" || name.ends_with("p1")
}

fn apply(function: &Function, a: &Value) -> Value {
    let Some(arguments) = a.floats() else {
        return if matches!(a, Value::Undefined) { Value::Undefined } else { Value::Lost };
    };
    let name = function.name;
    let is_exact = matches!(a, Value::Exact(_));
    let is_periodic =
        ["sin", "cos", "tan", "j0", "j1", "y0", "y1"].iter().any(|part| name.starts_with(part))
            && !name.ends_with('h');
    let most_phase = if is_exact { MOST_PHASE } else { MOST_NEAR_PHASE };
    if is_periodic && exponent(&arguments[1]) > most_phase {
        return Value::Lost;
    }
    let from_edge = Float::with_val(64, arguments[1].clone().abs() - 1u32);
    if !is_exact && has_edges(name) && exponent(&from_edge) < -SURE {
        return Value::Lost;
    }
    let at = closure(function);
    let values = arguments.map(|argument| at(&argument));
    // Never 0 and always finite, but for MPFR's exponents.
    let is_exponential = ["exp", "exp2", "exp10", "erfc", "gamma"].contains(&name);
    let grows = is_exponential || ["expm1", "exp2m1", "exp10m1", "sinh", "cosh"].contains(&name);
    let all = |test: fn(&Float) -> bool| values.iter().all(test);
    if all(Float::is_nan) {
        Value::Undefined
    } else if all(Float::is_infinite) {
        match (grows, is_exact) {
            (true, _) => Value::Huge,
            (false, true) => Value::Undefined,
            (false, false) => Value::Lost,
        }
    } else if all(Float::is_zero) {
        match (is_exponential, is_exact) {
            (true, _) => Value::Tiny,
            (false, true) => Value::Exact(Rational::new()),
            (false, false) => Value::Lost,
        }
    } else if values.iter().any(|value| !value.is_normal()) {
        Value::Lost
    } else {
        agreed(values).unwrap_or(Value::Lost)
    }
}

fn binary(operation: Operation, a: &Value, b: &Value) -> Value {
    if matches!(a, Value::Undefined) || matches!(b, Value::Undefined) {
        return Value::Undefined;
    }
    if operation == Operation::Div && b.is_exact_zero() {
        return Value::Undefined;
    }
    if let (Value::Exact(a), Value::Exact(b)) = (a, b) {
        return exact(match operation {
            Operation::Add => Rational::from(a + b),
            Operation::Sub => Rational::from(a - b),
            Operation::Mul => Rational::from(a * b),
            Operation::Div => Rational::from(a / b),
        });
    }
    match operation {
        Operation::Add => sum(a, b),
        Operation::Sub => sum(a, &opposite(b.clone())),
        Operation::Mul | Operation::Div => product(operation, a, b),
    }
}

fn sum(a: &Value, b: &Value) -> Value {
    let (a_known, b_known) = (a.floats(), b.floats());
    let (Some(a_known), Some(b_known)) = (a_known, b_known) else {
        return match (a, b) {
            (small, known) | (known, small) if known.is_exact_zero() => small.clone(),
            (small, known) | (known, small) if is_beside(small, known) => {
                known.floats().map_or(Value::Lost, Value::Near)
            }
            _ => Value::Lost,
        };
    };
    if a.is_exact_zero() || b.is_exact_zero() {
        return if a.is_exact_zero() { b.clone() } else { a.clone() };
    }
    let size = exponent(&a_known[1]).max(exponent(&b_known[1]));
    let values = [0, 1].map(|i| Float::with_val(PRECISIONS[i], &a_known[i] + &b_known[i]));
    match values.iter().any(Float::is_zero) {
        true => Value::Small(size - AGREEMENT),
        false => agreed(values).unwrap_or(Value::Small(size - AGREEMENT)),
    }
}

/// Whether a value is too small to change another one.
fn is_beside(small: &Value, known: &Value) -> bool {
    let Some([_, known]) = known.floats() else { return false };
    match small {
        Value::Tiny => true,
        Value::Small(size) => *size < exponent(&known) - AGREEMENT,
        _ => false,
    }
}

fn product(operation: Operation, a: &Value, b: &Value) -> Value {
    let (Some(a_known), Some(b_known)) = (a.floats(), b.floats()) else { return Value::Lost };
    if a.is_exact_zero() || b.is_exact_zero() {
        return Value::Exact(Rational::new());
    }
    let values = [0, 1].map(|i| match operation {
        Operation::Div => Float::with_val(PRECISIONS[i], &a_known[i] / &b_known[i]),
        _ => Float::with_val(PRECISIONS[i], &a_known[i] * &b_known[i]),
    });
    agreed(values).unwrap_or(Value::Lost)
}

fn power(a: &Value, n: i32) -> Value {
    let Some(known) = a.floats() else {
        return if matches!(a, Value::Undefined) { Value::Undefined } else { Value::Lost };
    };
    if n == 0 {
        return Value::Exact(Rational::from(1));
    }
    if a.is_exact_zero() {
        return if n < 0 { Value::Undefined } else { a.clone() };
    }
    if let Value::Exact(a) = a
        && bits(a).saturating_mul(n.unsigned_abs()) <= EXACT_BITS
    {
        return exact(a.clone().pow(n));
    }
    bounded([0, 1].map(|i| Float::with_val(PRECISIONS[i], (&known[i]).pow(n))))
}

fn root(a: &Value, n: i32) -> Value {
    let Some(known) = a.floats() else {
        return if matches!(a, Value::Undefined) { Value::Undefined } else { Value::Lost };
    };
    if a.is_exact_zero() {
        return if n < 0 { Value::Undefined } else { a.clone() };
    }
    if known[1] < 0 && n % 2 == 0 {
        return Value::Undefined;
    }
    let degree = n.unsigned_abs();
    let roots = known.map(|value| value.root(degree));
    bounded(if n < 0 { roots.map(Float::recip) } else { roots })
}

/// Powers and roots, which may have left MPFR's exponents.
fn bounded(values: [Float; 2]) -> Value {
    if values.iter().all(Float::is_infinite) {
        Value::Huge
    } else if values.iter().all(Float::is_zero) {
        Value::Tiny
    } else if values.iter().any(|value| !value.is_normal()) {
        Value::Lost
    } else {
        agreed(values).unwrap_or(Value::Lost)
    }
}

/// What a search has to say of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// It is no case.
    Nothing,
    /// No demands.
    Anything,
    /// f is at a breakpoint.
    Exact(CaseKind),
    /// f is closer to a breakpoint than these precisions can tell.
    Close(CaseKind),
    /// f is at this distance from a breakpoint.
    Hard(CaseKind, f64),
}

/// What is asked of each input.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The format of the results.
    pub format: &'a Format,
    /// Which roundings count.
    pub rounding: Rounding,
    /// ε = 2^-bits.
    pub bits: u32,
}

impl Question<'_> {
    /// What has to be said where f has this value.
    pub fn wanted(&self, value: &Value) -> Wanted {
        match value {
            Value::Undefined | Value::Huge => Wanted::Nothing,
            Value::Lost => Wanted::Anything,
            Value::Tiny => self.of_kind(&Integer::new(), Wanted::Close),
            Value::Small(size) => {
                let least = self.spacing(self.format.emin) - self.bits as i32;
                match *size < least {
                    true => self.of_kind(&Integer::new(), Wanted::Close),
                    false => Wanted::Anything,
                }
            }
            Value::Exact(value) => self.exact(value),
            Value::Near([_, value]) => self.near(value),
        }
    }

    /// The exponent of the breakpoint spacing in a binade.
    fn spacing(&self, exponent: i32) -> i32 {
        let precision = match self.rounding {
            Rounding::Directed => self.format.precision,
            Rounding::Nearest | Rounding::All => self.format.precision + 1,
        };
        exponent.max(self.format.emin) + 1 - precision as i32
    }

    /// What is wanted near a breakpoint: nothing if it does not count.
    fn of_kind(&self, near: &Integer, wanted: impl Fn(CaseKind) -> Wanted) -> Wanted {
        match self.rounding {
            Rounding::Directed => wanted(CaseKind::Directed),
            _ if near.is_odd() => wanted(CaseKind::Nearest),
            Rounding::All => wanted(CaseKind::Directed),
            Rounding::Nearest => Wanted::Nothing,
        }
    }

    fn exact(&self, value: &Rational) -> Wanted {
        let limit = Rational::from(1) << (self.format.emax + 1);
        let size = value.clone().abs();
        if size >= limit {
            // At 2^(emax+1) itself no rounding decides anything, and the spacing below may count it in.
            return if size == limit { Wanted::Anything } else { Wanted::Nothing };
        }
        // Truncation does not change the exponent.
        let short = Float::with_val_round(64, &size, rug::float::Round::Zero).0;
        let e = short.get_exp().map_or(self.format.emin, |e| e - 1);
        let g = Rational::from(value >> self.spacing(e));
        let near = g.clone().round();
        let off = Rational::from(&g - &near).abs();
        let near = near.numer();
        if off.is_zero() {
            self.of_kind(near, Wanted::Exact)
        } else if off < Rational::from(1) >> self.bits {
            self.of_kind(near, |kind| Wanted::Hard(kind, off.to_f64()))
        } else {
            Wanted::Nothing
        }
    }

    fn near(&self, value: &Float) -> Wanted {
        let limit = Float::with_val(2, 1) << (self.format.emax + 1);
        let size = value.clone().abs();
        let from_limit = Float::with_val(64, &size - &limit);
        if from_limit.is_zero() || exponent(&from_limit) < self.format.emax - SURE {
            return Wanted::Anything;
        }
        if size >= limit {
            return Wanted::Nothing;
        }
        let spacing = self.spacing(exponent(value) - 1);
        let g = value.clone() << -spacing;
        let near = g.clone().round();
        let off = Float::with_val(PRECISIONS[1], &g - &near).abs();
        let near = near.to_integer().unwrap_or_default();
        if off.is_zero() || exponent(&off) < exponent(&g) - SURE {
            return self.of_kind(&near, Wanted::Close);
        }
        let epsilon = Float::with_val(2, 1) >> self.bits;
        let margin = epsilon.clone() >> 60u32;
        if off < Float::with_val(128, &epsilon - &margin) {
            self.of_kind(&near, |kind| Wanted::Hard(kind, off.to_f64()))
        } else if off > Float::with_val(128, &epsilon + &margin) {
            Wanted::Nothing
        } else {
            Wanted::Anything
        }
    }
}
