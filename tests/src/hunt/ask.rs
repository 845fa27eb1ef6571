//! Random searches to ask for: functions that are known to be awkward, where they are.

use super::numbers::Numbers;
use crate::random::Random;
use crate::search::DIVISIONS;
use crate::tree::{OfInteger, Operation, Tree};
use rug::{Float, Rational};
use std::ops::Range;
use tmd_codegen::design::{Division, Test};
use tmd_codegen::request::{Direct, EquationUse, Overrides, Request, Rounding};
use tmd_codegen::spec::{Format, FormatName, functions};

/// A search.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) tree: Tree,
    pub(super) input: FormatName,
    pub(super) output: FormatName,
    /// Which inputs, by their places.
    pub(super) places: Range<i128>,
    pub(super) rounding: Rounding,
    /// Chosen by the plan if absent.
    pub(super) bits: Option<u32>,
    pub(super) with_inverse: bool,
    pub(super) overrides: Overrides,
}

fn format(name: FormatName) -> Format {
    name.format().expect("a format")
}

impl Ask {
    pub(super) fn numbers(&self) -> Numbers {
        Numbers::of(&format(self.input))
    }

    pub(super) fn output(&self) -> Format {
        format(self.output)
    }

    pub(super) fn count(&self) -> i128 {
        self.places.end - self.places.start
    }

    pub(super) fn request(&self) -> Request {
        let numbers = self.numbers();
        let Range { start, end } = self.places;
        let range = format!("{},{}", numbers.text(start), numbers.text(end));
        Request {
            precision: self.output,
            input_precision: (self.input != self.output).then_some(self.input),
            rounding: self.rounding,
            bits: self.bits,
            with_inverse: self.with_inverse,
            overrides: self.overrides.clone(),
            ..Request::in_range(&self.tree.to_string(), &range)
        }
    }
}

// ---- choices ----

fn one_of<T: Clone>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u64) as usize].clone()
}

fn chance(random: &mut Random, share: f64) -> bool {
    random.unit() < share
}

fn between(random: &mut Random, low: i64, high: i64) -> i64 {
    low + random.below((high - low + 1) as u64) as i64
}

// ---- expressions ----

fn number(text: &str, value: Rational) -> Tree {
    Tree::Number(text.to_owned(), value)
}

fn integer(n: i64) -> Tree {
    number(&format!("({n})"), Rational::from(n))
}

/// A fraction; printed in brackets.
fn fraction(value: Rational) -> Tree {
    let text = format!("({} / {})", value.numer(), value.denom());
    Tree::Number(text, value)
}

fn call(name: &str, a: Tree) -> Tree {
    let function = functions::find(name).unwrap_or_else(|| panic!("no function {name}"));
    Tree::Apply(function, 0, false, Box::new(a))
}

fn binary(operation: Operation, a: Tree, b: Tree) -> Tree {
    Tree::Binary(operation, Box::new(a), Box::new(b))
}

fn add(a: Tree, b: Tree) -> Tree {
    binary(Operation::Add, a, b)
}

fn sub(a: Tree, b: Tree) -> Tree {
    binary(Operation::Sub, a, b)
}

fn mul(a: Tree, b: Tree) -> Tree {
    binary(Operation::Mul, a, b)
}

fn div(a: Tree, b: Tree) -> Tree {
    binary(Operation::Div, a, b)
}

/// A function with a place to look at it.
struct Place {
    tree: Tree,
    /// About where the range begins; it may also end or lie around there.
    x: f64,
    /// Whether inputs far apart make it awkward: polynomials of high degrees follow it then.
    coarse: bool,
    /// Whether the inverse function is the awkward one.
    inverse: bool,
}

impl Place {
    fn new(tree: Tree, x: f64) -> Place {
        Place { tree, x, coarse: false, inverse: false }
    }
}

/// A number of either sign and of some size.
fn anywhere(random: &mut Random, low: i64, high: i64) -> f64 {
    let size = f64::exp2(between(random, low, high) as f64) * (1.0 + random.unit());
    if chance(random, 0.35) { -size } else { size }
}

fn place(random: &mut Random) -> Place {
    match random.below(100) {
        0..=19 => of_table(random),
        20..=33 => turning(random),
        34..=43 => Place { coarse: chance(random, 0.6), ..near_pole(random) },
        44..=53 => resonance(random),
        54..=68 => algebraic(random),
        69..=76 => of_rational_inverse(random),
        77..=86 => near_power_of_two(random),
        _ => {
            let x = anywhere(random, -6, 4);
            Place::new(composition(random, 3), x)
        }
    }
}

/// What turns or rises within few inputs.
fn turning(random: &mut Random) -> Place {
    let names = ["sin", "cos", "tan", "tan", "tan", "tanpi", "sinpi", "j0", "y1", "gamma"];
    let tree = call(one_of(random, &names), Tree::X);
    Place { coarse: true, ..Place::new(tree, anywhere(random, 0, 5)) }
}

/// Functions whose inverses have values that are binary fractions, at distances that are powers of two.
fn of_rational_inverse(random: &mut Random) -> Place {
    let x = anywhere(random, -3, 4).abs();
    let n = between(random, 2, 4) as i32;
    let small = between(random, 1, 9);
    let tree = match random.below(5) {
        0 => call("sqrt", Tree::X),
        1 => call("cbrt", Tree::X),
        2 => Tree::Integer(OfInteger::Rootn, Box::new(Tree::X), n, n.to_string()),
        3 => call("sqrt", add(Tree::X, integer(small))),
        _ => div(Tree::X, integer(small)),
    };
    Place { inverse: true, coarse: chance(random, 0.5), ..Place::new(tree, x) }
}

/// A function of the table by itself, mostly where it is defined and changes.
fn of_table(random: &mut Random) -> Place {
    let table: Vec<_> = functions::all().collect();
    let function = one_of(random, &table);
    let x = match (random.below(10), function.name) {
        (_, "asin" | "acos" | "atanh" | "asinpi" | "acospi") => anywhere(random, -6, -2),
        (_, "acosh") => 1.0 + f64::exp2(between(random, -12, 3) as f64) * (1.0 + random.unit()),
        (0, _) => anywhere(random, -60, -7),
        (1, name) if !name.contains("exp") && !name.ends_with('h') && name != "gamma" => {
            anywhere(random, 5, 40)
        }
        (_, "log" | "log2" | "log10" | "sqrt" | "rsqrt" | "gamma" | "lgamma" | "y0" | "y1") => {
            anywhere(random, -5, 5).abs()
        }
        _ => anywhere(random, -6, 3),
    };
    Place::new(
        Tree::Apply(function, random.below(3) as usize, chance(random, 0.2), Box::new(Tree::X)),
        x,
    )
}

/// Steep: next to a pole, a zero of a denominator, or the end of a domain.
fn near_pole(random: &mut Random) -> Place {
    let off = anywhere(random, -9, -1);
    let k = between(random, -4, 5) as f64 + 0.5;
    match random.below(9) {
        0..=2 => Place::new(call("tan", Tree::X), k * std::f64::consts::PI + off),
        3 => Place::new(call("tanpi", Tree::X), k + off / 3.0),
        4 => Place::new(call("gamma", Tree::X), -(between(random, 0, 5) as f64) + off),
        5 => Place::new(call("log", Tree::X), 1.0 + off.abs().min(0.9) * off.signum()),
        6 => Place::new(call("atanh", Tree::X), (1.0 - off.abs() / 2.0) * off.signum()),
        7 => {
            let n = between(random, 1, 9);
            Place::new(div(integer(1), sub(Tree::X, integer(n))), n as f64 + off)
        }
        _ => Place::new(
            div(call("exp", Tree::X), call("sin", Tree::X)),
            (k + 0.5) * std::f64::consts::PI + off,
        ),
    }
}

/// c + a·(x - 1) + b·(x - 1)² with a next to a simple fraction: runs of inputs go round the circle in step.
fn resonance(random: &mut Random) -> Place {
    let q = between(random, 1, 12);
    let r = between(random, 1, 2 * q);
    let slope = Rational::from((r, 2 * q));
    let tiny = Rational::from((between(random, -3, 3), 1i64 << between(random, 8, 40)));
    let curve = Rational::from((between(random, 1, 9), 1i64 << between(random, 0, 24)));
    let from_one = || sub(Tree::X, integer(1));
    let line = mul(fraction(slope + tiny), from_one());
    let bent = mul(fraction(curve), mul(from_one(), from_one()));
    let start = number("1.3", Rational::from((13, 10)));
    let tree = match random.below(3) {
        0 => add(add(start, line), bent),
        1 => sub(add(start, line), bent),
        _ => add(line, call("exp", mul(number("0.01", Rational::from((1, 100))), Tree::X))),
    };
    Place::new(tree, 1.0 + random.unit() * 0.9 * f64::exp2(-(random.below(12) as f64)))
}

/// Rational functions and roots: with exact cases, and with distances that are powers of two.
fn algebraic(random: &mut Random) -> Place {
    let n = between(random, 2, 5) as i32 * if chance(random, 0.3) { -1 } else { 1 };
    let of_integer = |of: OfInteger, n: i32| Tree::Integer(of, Box::new(Tree::X), n, n.to_string());
    let x = anywhere(random, -4, 4);
    let small = between(random, 1, 20);
    let tree = match random.below(12) {
        0 => mul(Tree::X, Tree::X),
        1 => div(integer(1), Tree::X),
        2 => of_integer(OfInteger::Powi, n),
        3 => of_integer(OfInteger::Rootn, n),
        4 => of_integer(OfInteger::Compound, n),
        5 => return Place::new(call("sqrt", Tree::X), x.abs()),
        6 => return Place::new(call("rsqrt", Tree::X), x.abs()),
        7 => call("cbrt", Tree::X),
        8 => div(Tree::X, add(integer(1), mul(Tree::X, Tree::X))),
        9 => div(add(Tree::X, integer(1)), sub(Tree::X, integer(small))),
        10 => add(mul(Tree::X, Tree::X), fraction(Rational::from((small, 7)))),
        _ => return Place::new(call("sqrt", add(integer(small), mul(Tree::X, Tree::X))), x),
    };
    let x = if matches!(tree, Tree::Integer(OfInteger::Rootn, ..)) { x.abs() } else { x };
    Place::new(tree, x)
}

/// Functions that are almost x where x is small.
const LIKE_X: [&str; 9] = ["sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "logp1", "expm1"];

/// Values next to powers of two, and functions that are almost a constant or a multiple of x.
fn near_power_of_two(random: &mut Random) -> Place {
    let tiny = anywhere(random, -40, -6);
    let k = between(random, -6, 6) as i32;
    match random.below(8) {
        0 => Place::new(call("exp2", Tree::X), f64::from(k) + tiny),
        1 => Place::new(call("exp", Tree::X), f64::from(k) * std::f64::consts::LN_2 + tiny),
        2 => Place::new(call("cos", Tree::X), tiny),
        3 => Place::new(call(one_of(random, &LIKE_X), Tree::X), tiny),
        4 => Place::new(call("log2", Tree::X), f64::exp2(f64::from(k)) * (1.0 + tiny)),
        5 => Place::new(call("erf", Tree::X), 1.0 + random.unit() * 3.0),
        6 => Place::new(add(integer(1), mul(Tree::X, Tree::X)), tiny * 64.0),
        _ => Place::new(call("sqrt", Tree::X), f64::exp2(f64::from(k)) * (1.0 + tiny)),
    }
}

fn composition(random: &mut Random, depth: u32) -> Tree {
    if depth == 0 || chance(random, 0.1) {
        return match random.below(8) {
            0..=5 => Tree::X,
            6 => Tree::Pi,
            _ => fraction(Rational::from((between(random, 1, 20), between(random, 1, 20)))),
        };
    }
    match random.below(8) {
        0..=3 => {
            let table: Vec<_> = functions::all().collect();
            let function = one_of(random, &table);
            Tree::Apply(function, 0, false, Box::new(composition(random, depth - 1)))
        }
        7 => {
            let of = one_of(random, &[OfInteger::Powi, OfInteger::Compound, OfInteger::Rootn]);
            let n = between(random, 2, 5) as i32;
            Tree::Integer(of, Box::new(composition(random, depth - 1)), n, n.to_string())
        }
        _ => {
            let operations = [Operation::Add, Operation::Sub, Operation::Mul, Operation::Div];
            binary(
                one_of(random, &operations),
                composition(random, depth - 1),
                composition(random, depth - 1),
            )
        }
    }
}

// ---- formats, ranges, plans ----

fn formats(random: &mut Random, coarse: bool) -> (FormatName, FormatName) {
    let named = |name: &str| FormatName::parse("format", name).expect("a format");
    let output = match random.below(20) {
        _ if coarse => FormatName::Bits(between(random, 11, 19) as u32),
        0..=2 => FormatName::Bits(between(random, 3, 10) as u32),
        3 => named("binary16"),
        4 => named("bfloat16"),
        5..=8 => FormatName::Bits(between(random, 12, 20) as u32),
        9..=14 => FormatName::Bits(24),
        15 | 16 => FormatName::Bits(between(random, 25, 42) as u32),
        17 => FormatName::Bits(43),
        _ => FormatName::Bits(53),
    };
    let bits = format(output).precision;
    let input = match random.below(12) {
        0 => FormatName::Bits(bits + 1),
        1 => FormatName::Bits((bits + between(random, 2, 6) as u32).min(60)),
        2 => FormatName::Bits((bits.saturating_sub(between(random, 1, 6) as u32)).max(3)),
        3 => FormatName::Bits(24),
        _ => output,
    };
    (input, output)
}

fn overrides(random: &mut Random) -> Overrides {
    let mut overrides = Overrides::default();
    if chance(random, 0.3) {
        overrides.direct = Direct::Off;
    }
    if chance(random, 0.3) {
        overrides.equations = EquationUse::Off;
    }
    if chance(random, 0.5) {
        return overrides;
    }
    if chance(random, 0.8) {
        overrides.test = Some(one_of(random, Test::ALL));
    }
    if chance(random, 0.4) {
        overrides.division = Some(match random.below(4) {
            0 => Division::Hybrid(random.below(12) as u32),
            _ => one_of(random, &DIVISIONS),
        });
    }
    if chance(random, 0.35) {
        overrides.interval = Some(1 << between(random, 5, 12));
    }
    overrides
}

/// The places of a range of about `count` inputs at, up to, or around `x`, or at an end of the format.
fn places(random: &mut Random, numbers: Numbers, x: f64, count: i128) -> Range<i128> {
    let last = numbers.end() - 1;
    let near = match random.below(40) {
        // The end of the format, its smallest numbers, zero.
        0 => last * if chance(random, 0.5) { 1 } else { -1 },
        1 => between(random, -40, 40) as i128,
        2 => 0,
        // Next to a power of two.
        3..=6 => numbers.place(&(Float::with_val(64, x.signum()) << x.abs().log2().round() as i32)),
        _ => numbers.place(&Float::with_val(64, x)),
    };
    let start = match random.below(4) {
        0 => near - count / 2,
        1 => near - count,
        _ => near,
    };
    let start = start.clamp(-last, last - 1);
    start..(start + count.max(1)).min(last)
}

/// Ranges of more than 2^this inputs are not asked for,
const MOST_INPUTS: f64 = 20.0;
/// nor, at the ends of a format, of more than so many,
const MOST_AT_END: f64 = 9.0;
/// nor ranges over more than so much: a periodic function would turn too often for a plan.
const WIDEST: f64 = 24.0;
/// Binary64 operations that brute force may take.
const MOST_WORK: i128 = 1 << 22;

pub(super) fn ask(random: &mut Random) -> Ask {
    let Place { tree, x, coarse, inverse } = place(random);
    let (input, output) = formats(random, coarse);
    let numbers = Numbers::of(&format(input));
    // From a few inputs to as many as can be walked over; most often enough for a kernel.
    let lg = match random.below(8) {
        0 => random.unit() * 9.0,
        1 | 2 => 9.0 + random.unit() * 5.0,
        _ if coarse => 11.0 + random.unit() * 6.0,
        _ => 14.0 + random.unit() * (MOST_INPUTS - 14.0),
    };
    let mut places = places(random, numbers, x, f64::exp2(lg) as i128);
    let mut lg = ((places.end - places.start) as f64).log2();
    let bits = match random.below(8) {
        0 => None,
        _ => Some((lg - 1.0 + random.unit() * 10.0 - 8.0).clamp(2.0, 60.0) as u32),
    };
    let is_quick = format(output).precision + bits.unwrap_or(lg as u32) <= 38;
    let work = work(&tree, is_quick);
    loop {
        let ends = [places.start, places.end].map(|place| numbers.at(place).float(53).to_f64());
        let is_wide = ends[1] - ends[0] > WIDEST && lg > MOST_AT_END;
        let is_long = (places.end - places.start) * work > MOST_WORK;
        if !is_wide && !is_long {
            break;
        }
        // From the side that is the larger one.
        let middle = places.start + (places.end - places.start) / 2;
        match ends[1].abs() > ends[0].abs() {
            true => places.end = middle,
            false => places.start = middle,
        }
        lg -= 1.0;
    }
    Ask {
        tree,
        input,
        output,
        places,
        rounding: one_of(random, Rounding::ALL),
        bits,
        with_inverse: chance(random, if inverse { 0.8 } else { 0.3 }),
        overrides: overrides(random),
    }
}

/// About so many binary64 operations are worth a value, which `is_quick` if binary64 numbers do.
fn work(tree: &Tree, is_quick: bool) -> i128 {
    const SLOW: [&str; 8] = ["erf", "erfc", "gamma", "lgamma", "j0", "j1", "y0", "y1"];
    let [of_function, of_sum, of_power] = if is_quick { [3, 1, 5] } else { [50, 5, 20] };
    match tree {
        Tree::X | Tree::Pi | Tree::Number(..) => 1,
        Tree::Apply(function, _, _, a) if SLOW.contains(&function.name) => 500 + work(a, false),
        Tree::Apply(_, _, _, a) => of_function + work(a, is_quick),
        Tree::Neg(a) => work(a, is_quick),
        Tree::Binary(_, a, b) => of_sum + work(a, is_quick) + work(b, is_quick),
        Tree::Integer(_, a, _, _) => of_power + work(a, is_quick),
    }
}

/// The same search of other inputs nearby, which the same kernels may serve.
pub(super) fn shifted(ask: &Ask, random: &mut Random) -> Ask {
    let count = ask.count();
    let last = ask.numbers().end() - 1;
    let by = (count as f64 * (random.unit() * 4.0 - 2.0)) as i128;
    let start = (ask.places.start + by).clamp(-last, last - count);
    Ask { places: start..start + count, ..ask.clone() }
}
