//! Every input of a range, one by one, with MPFR: the definition of what a search must find.
//!
//! Nothing here comes from the library but the names of roundings and kinds: inputs are enumerated
//! by own code, f is a closure over correctly rounded MPFR operations at [`CLOSE_BITS`] bits, and
//! breakpoints, exponents and identical bits are worked out from their definitions.
//!
//! Two precisions save time: an input whose distance to a breakpoint is above ε by more than 2^-40
//! at [`FIRST_BITS`] bits is no case, whatever a few dozen roundings did; all others are decided at
//! [`CLOSE_BITS`] bits. There a distance below 2^-150 is taken for zero: for inputs of at most 54
//! bits and the algebraic functions here a distance other than zero is above 2^-130, and for the
//! others one so small has a chance below 2^-90.

use rug::{Float, Integer, Rational};
use tmd_codegen::request::Rounding;
use tmd_codegen::verdict::CaseKind;

/// Precision of the first look.
pub const FIRST_BITS: u32 = 128;
/// Precision of the decision.
pub const CLOSE_BITS: u32 = 320;

/// A function that is known twice: to the library by its text, and here by a closure.
#[derive(Clone, Copy)]
pub struct Function {
    /// The text that the library is given.
    pub text: &'static str,
    /// f at x, in x's precision.
    pub at: fn(&Float) -> Float,
}

fn pi(x: &Float) -> Float {
    Float::with_val(x.prec(), rug::float::Constant::Pi)
}

/// The functions of the tests.
pub const FUNCTIONS: &[Function] = &[
    Function { text: "exp", at: |x| x.clone().exp() },
    Function { text: "log", at: |x| x.clone().ln() },
    Function { text: "sin", at: |x| x.clone().sin() },
    Function { text: "cos", at: |x| x.clone().cos() },
    Function { text: "sqrt", at: |x| x.clone().sqrt() },
    Function { text: "exp(x) * sin(x)", at: |x| x.clone().exp() * x.clone().sin() },
    Function { text: "1 / x", at: |x| x.clone().recip() },
    Function { text: "powi(x, 3)", at: |x| x.clone() * x * x },
    Function { text: "powi(x, -2)", at: |x| (x.clone() * x).recip() },
    Function { text: "x * x - 2 * x + pi", at: |x| x.clone() * x - x.clone() * 2u32 + pi(x) },
    Function { text: "ln(1 + x)", at: |x| (x.clone() + 1u32).ln() },
    Function { text: "x / (1 + x * x)", at: |x| x.clone() / (x.clone() * x + 1u32) },
    Function {
        text: "exp(-x) + sqrt(2 + cos(x))",
        at: |x| (-x.clone()).exp() + (x.clone().cos() + 2u32).sqrt(),
    },
    Function { text: "x - 1.5", at: |x| x.clone() - 1.5 },
];

/// The other functions of the library's table, each with a range on which it is defined.
pub const TABLE: &[(Function, (f64, f64))] = &[
    (Function { text: "expm1", at: |x| x.clone().exp_m1() }, (0.5, 1.0)),
    (Function { text: "exp2", at: |x| x.clone().exp2() }, (1.0, 2.5)),
    (Function { text: "exp2m1", at: |x| x.clone().exp2_m1() }, (0.5, 1.5)),
    (Function { text: "exp10", at: |x| x.clone().exp10() }, (-1.5, -0.5)),
    (Function { text: "exp10m1", at: |x| x.clone().exp10_m1() }, (0.5, 2.0)),
    (Function { text: "log2", at: |x| x.clone().log2() }, (1.5, 9.0)),
    (Function { text: "log10", at: |x| x.clone().log10() }, (2.0, 11.0)),
    (Function { text: "log1p", at: |x| x.clone().ln_1p() }, (0.5, 1.0)),
    (Function { text: "log2p1", at: |x| x.clone().log2_1p() }, (0.5, 3.5)),
    (Function { text: "log10p1", at: |x| x.clone().log10_1p() }, (8.0, 16.0)),
    (Function { text: "rsqrt", at: |x| x.clone().recip_sqrt() }, (1.0, 5.0)),
    (Function { text: "cbrt", at: |x| x.clone().cbrt() }, (-9.0, -7.0)),
    (Function { text: "tan", at: |x| x.clone().tan() }, (0.25, 1.5)),
    (Function { text: "asin", at: |x| x.clone().asin() }, (0.25, 0.875)),
    (Function { text: "acos", at: |x| x.clone().acos() }, (-0.75, -0.5)),
    (Function { text: "atan", at: |x| x.clone().atan() }, (1.0, 2.0)),
    (Function { text: "sinpi", at: |x| x.clone().sin_pi() }, (0.125, 0.75)),
    (Function { text: "cospi", at: |x| x.clone().cos_pi() }, (1.0, 1.375)),
    (Function { text: "tanpi", at: |x| x.clone().tan_pi() }, (0.125, 0.375)),
    (Function { text: "asinpi", at: |x| x.clone().asin_pi() }, (0.25, 0.75)),
    (Function { text: "acospi", at: |x| x.clone().acos_pi() }, (0.25, 0.75)),
    (Function { text: "atanpi", at: |x| x.clone().atan_pi() }, (0.5, 1.5)),
    (Function { text: "sinh", at: |x| x.clone().sinh() }, (1.0, 2.0)),
    (Function { text: "cosh", at: |x| x.clone().cosh() }, (-2.0, -1.0)),
    (Function { text: "tanh", at: |x| x.clone().tanh() }, (0.25, 0.75)),
    (Function { text: "asinh", at: |x| x.clone().asinh() }, (1.0, 3.0)),
    (Function { text: "acosh", at: |x| x.clone().acosh() }, (1.25, 2.5)),
    (Function { text: "atanh", at: |x| x.clone().atanh() }, (0.25, 0.875)),
    (Function { text: "erf", at: |x| x.clone().erf() }, (0.25, 1.0)),
    (Function { text: "erfc", at: |x| x.clone().erfc() }, (0.5, 1.5)),
    (Function { text: "gamma", at: |x| x.clone().gamma() }, (1.25, 3.5)),
    (Function { text: "lgamma", at: |x| x.clone().ln_abs_gamma().0 }, (-1.75, -1.25)),
    (Function { text: "j0", at: |x| x.clone().j0() }, (3.25, 4.5)),
    (Function { text: "j1", at: |x| x.clone().j1() }, (-1.0, -0.125)),
    (Function { text: "y0", at: |x| x.clone().y0() }, (0.25, 1.5)),
    (Function { text: "y1", at: |x| x.clone().y1() }, (1.5, 3.0)),
];

/// Functions of x and an integer, of the kinds that the table has no entries for.
pub const OF_INTEGERS: &[(Function, (f64, f64))] = &[
    (Function { text: "rootn(x, 5)", at: |x| x.clone().root(5) }, (1.0, 40.0)),
    (Function { text: "rootn(x, -4)", at: |x| x.clone().root(4).recip() }, (0.5, 20.0)),
    (
        Function {
            text: "compound(x, 4)",
            at: |x| {
                let square = (x.clone() + 1u32).square();
                square.clone() * square
            },
        },
        (0.25, 3.0),
    ),
];

/// The function of that text.
///
/// # Panics
/// If there is none.
pub fn function(text: &str) -> Function {
    let others = TABLE.iter().chain(OF_INTEGERS).map(|(function, _)| function);
    let all = FUNCTIONS.iter().chain(others);
    let found = all.into_iter().find(|function| function.text == text);
    *found.unwrap_or_else(|| panic!("no closure for {text}"))
}

/// A hard-to-round case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The input.
    pub x: Rational,
    /// What f(x) is near to.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
}

/// What a range holds, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The HR-cases.
    pub cases: Vec<Case>,
    /// The exact cases.
    pub exact: Vec<(Rational, CaseKind)>,
}

/// What is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Output precision p.
    pub precision: u32,
    /// Which roundings count.
    pub rounding: Rounding,
    /// ε = 2^-bits.
    pub bits: u32,
}

/// Equally spaced inputs: (first + i)·2^ulp, i = 0 … count-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first input in units of 2^ulp.
    pub first: i64,
    /// The exponent of the unit.
    pub ulp: i32,
    /// How many there are.
    pub count: u64,
}

/// The numbers of `precision` (at most 62) bits in [from, to), which does not hold zero.
pub fn inputs(from: &Rational, to: &Rational, precision: u32) -> Vec<Run> {
    if *from < 0 {
        // x in [from, to) is -y with y in (-to, -from].
        let (low, high) = (Rational::from(-to), Rational::from(-from));
        let mut runs: Vec<Run> = positive(&low, &high, precision, true)
            .into_iter()
            .map(|run| Run { first: -(run.first + run.count as i64 - 1), ..run })
            .collect();
        runs.reverse();
        return runs;
    }
    positive(from, to, precision, false)
}

/// [low, high), or (low, high] if `upper`.
fn positive(low: &Rational, high: &Rational, precision: u32, upper: bool) -> Vec<Run> {
    assert!(*low > 0, "zero is outside");
    let one = || Rational::from(1);
    let mut exponent = 0i32;
    while (one() << exponent) > *low {
        exponent -= 1;
    }
    while (one() << (exponent + 1)) <= *low {
        exponent += 1;
    }
    let mut runs = vec![];
    while (one() << exponent) <= *high {
        let ulp = exponent + 1 - precision as i32;
        let place = |end: &Rational| {
            let scaled = Rational::from(end >> ulp);
            let cut = if upper { scaled.floor() + 1u32 } else { scaled.ceil() };
            cut.numer().clone()
        };
        let first = place(low).max(Integer::from(1) << (precision - 1));
        let end = place(high).min(Integer::from(1) << precision);
        if first < end {
            let count = Integer::from(&end - &first).to_u64().expect("fits");
            runs.push(Run { first: first.to_i64().expect("fits"), ulp, count });
        }
        exponent += 1;
    }
    runs
}

/// Everything that is to be found among some inputs, looked for by `threads` threads.
pub fn search(function: &Function, runs: &[Run], question: &Question, threads: usize) -> Found {
    answers(function, runs, &[*question], threads).swap_remove(0)
}

/// The same for several questions: f is computed once for all of them.
///
/// # Panics
/// If f has no value at an input.
pub fn answers(
    function: &Function,
    runs: &[Run],
    questions: &[Question],
    threads: usize,
) -> Vec<Found> {
    let mut all = vec![Found::default(); questions.len()];
    for run in runs {
        let share = run.count.div_ceil(threads as u64).max(1);
        let parts: Vec<Vec<Found>> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..run.count.div_ceil(share))
                .map(|part| {
                    let own = part * share..run.count.min((part + 1) * share);
                    scope.spawn(move || search_part(function, run, own, questions))
                })
                .collect();
            handles.into_iter().map(|handle| handle.join().expect("no panic")).collect()
        });
        for part in parts {
            for (found, part) in all.iter_mut().zip(part) {
                found.cases.extend(part.cases);
                found.exact.extend(part.exact);
            }
        }
    }
    all
}

fn search_part(
    function: &Function,
    run: &Run,
    own: std::ops::Range<u64>,
    questions: &[Question],
) -> Vec<Found> {
    let mut all = vec![Found::default(); questions.len()];
    for i in own {
        let mantissa = run.first + i as i64;
        let at = |bits| (function.at)(&(Float::with_val(bits, mantissa) << run.ulp));
        let (first_look, mut close) = (at(FIRST_BITS), None);
        for (question, found) in questions.iter().zip(&mut all) {
            let epsilon = Float::with_val(2, 1) >> question.bits;
            let limit = Float::with_val(CLOSE_BITS, &epsilon) + (Float::with_val(2, 1) >> 40u32);
            if distance(&first_look, question).1 > limit {
                continue;
            }
            let close = close.get_or_insert_with(|| at(CLOSE_BITS));
            let (near, distance) = distance(close, question);
            let kind = match question.rounding {
                Rounding::Directed => CaseKind::Directed,
                _ if near.is_odd() => CaseKind::Nearest,
                _ => CaseKind::Directed,
            };
            if question.rounding == Rounding::Nearest && kind == CaseKind::Directed {
                continue;
            }
            let x = Rational::from(mantissa) << run.ulp;
            if distance < (Float::with_val(2, 1) >> 150u32) {
                found.exact.push((x, kind));
            } else if distance < epsilon {
                // The largest b with distance < 2^-b half units in the last place.
                let exponent = distance.get_exp().expect("not zero");
                let halves = if question.rounding == Rounding::Directed { 1 } else { 0 };
                let identical_bits = u32::try_from(-(exponent + halves)).unwrap_or(0);
                found.cases.push(Case { x, kind, identical_bits });
            }
        }
    }
    all
}

/// The integer nearest to g, by the value of f, and how far off g is.
fn distance(y: &Float, question: &Question) -> (Integer, Float) {
    if y.is_infinite() {
        // A pole, at no distance from any number.
        return (Integer::new(), Float::with_val(y.prec(), 1));
    }
    let Some(exponent) = y.get_exp() else {
        assert!(y.is_zero(), "f has no value");
        return (Integer::new(), y.clone());
    };
    let p = match question.rounding {
        Rounding::Directed => question.precision,
        Rounding::Nearest | Rounding::All => question.precision + 1,
    };
    let g = y.clone() << (p as i32 - exponent);
    let near = Float::with_val(y.prec(), g.round_ref());
    let off = (g - &near).abs();
    (near.to_integer().expect("finite"), off)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(from: (i32, i32), to: (i32, i32), precision: u32) -> Vec<Rational> {
        inputs(&Rational::from(from), &Rational::from(to), precision)
            .iter()
            .flat_map(|run| (0..run.count as i64).map(|i| Rational::from(run.first + i) << run.ulp))
            .collect()
    }

    #[test]
    fn enumerates_half_open_ranges() {
        let want =
            |list: &[(i32, i32)]| list.iter().map(|&r| Rational::from(r)).collect::<Vec<_>>();
        assert_eq!(values((1, 1), (2, 1), 3), want(&[(1, 1), (5, 4), (3, 2), (7, 4)]));
        assert_eq!(values((7, 4), (5, 2), 3), want(&[(7, 4), (2, 1)]));
        assert_eq!(values((-2, 1), (-3, 2), 3), want(&[(-2, 1), (-7, 4)]));
        assert_eq!(values((1, 3), (1, 2), 3), want(&[(3, 8), (7, 16)]));
    }

    #[test]
    fn finds_by_the_definition() {
        // 1 / x at 3 bits: 1, 0.8, 2/3, 4/7; spacing 1/16 with midpoints (1: exact).
        let runs = inputs(&Rational::from(1), &Rational::from(2), 3);
        let question = Question { precision: 3, rounding: Rounding::All, bits: 2 };
        let found = search(&function("1 / x"), &runs, &question, 2);
        // g = 12.8, 10.67, 9.14: only 9.14 and 12.8 are within 1/4 of an integer.
        let want = vec![
            Case { x: Rational::from((5, 4)), kind: CaseKind::Nearest, identical_bits: 2 },
            Case { x: Rational::from((7, 4)), kind: CaseKind::Nearest, identical_bits: 2 },
        ];
        assert_eq!(found.cases, want);
        assert_eq!(found.exact, [(Rational::from(1), CaseKind::Directed)]);
    }
}
