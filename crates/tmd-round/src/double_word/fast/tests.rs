use super::*;
use crate::double_word::SPACING_BITS;
use crate::double_word::arithmetic::Emitted;
use crate::double_word::place::Grid;
use crate::double_word::row::Argument;
use crate::double_word::scheme::WIDTH;
use crate::request::BITS;
use evaluate::value;
use rug::{Float, Rational};
use tmd_base::random::Random;
use tmd_functions::interval::Interval;
use tmd_kernel::ir::{Builder, call};

/// Functions on ranges: of both signs, falling, next to a zero, and a composition.
const FUNCTIONS: [(&str, &str); 8] = [
    ("exp", "0.25,1"),
    ("exp", "-2,-1"),
    ("log", "0.25,1"),
    ("log", "1,4"),
    ("sin", "0.25,1"),
    ("cos", "1,2"),
    ("atan", "-1,-0.25"),
    ("x / (1 + exp(-x))", "1,2"),
];
/// Arguments of a row.
const OF_ROW: u64 = 32;

/// The second path of a function of a range, as far as the first one needs it.
fn second(spec: &FunctionSpec, range: &str) -> DoubleWord {
    let reductions = crate::double_word::reductions_of(spec, range).expect("a range");
    let (scheme, parity) = reductions[0];
    DoubleWord { scheme, parity, bits: BITS, cuts: 4, rows: vec![], snaps: false }
}

/// One of the two words that the first path computes, by the lines that its kernel has.
fn word(path: &FastPath, of: &DoubleWord, which: usize, lanes: usize) -> tmd_kernel::ir::Kernel {
    let mut builder = Builder::function("word", lanes, WIDTH);
    let b = &mut builder;
    let x = b.argument(0);
    let bits = b.bits(x);
    let size = b.abs(x);
    let size = b.bits(size);
    let DoubleWord { scheme, parity, .. } = *of;
    let grid = Grid { scheme, parity, cuts: path.cuts, with_subnormal: false };
    let placed = grid.placed(b, [bits, size], x);
    let rows = b.table(path.table());
    let numbers = b.lookup(rows, placed.row);
    let mut a = Emitted { b, t: placed.t };
    let words = value(&mut a, [numbers[0], numbers[1]], &numbers[2..2 + row::DEGREE]);
    b.result(words[which]);
    builder.finish()
}

/// The ends of a row, and numbers between them.
fn arguments(of: &DoubleWord, place: u64, cuts: u32, random: &mut Random) -> Vec<f64> {
    let place = of.scheme.place(place, cuts);
    let sign = if place.argument == Argument::Opposite { -1.0 } else { 1.0 };
    let [a, b] = place.ends.map(f64::to_bits);
    // The end is that of the next row.
    let ends = [a, b - 1, place.centre.to_bits().clamp(a, b - 1)];
    let inside = (0..OF_ROW).map(|_| a + random.below(b - a));
    let inside: Vec<u64> = inside.collect();
    ends.into_iter().chain(inside).map(|bits| f64::from_bits(bits) * sign).collect()
}

#[test]
fn no_error_is_larger_than_is_proved() {
    let mut random = Random::new(11);
    for (function, range) in FUNCTIONS {
        let spec = FunctionSpec::parse(function).expect("a function");
        let of = second(&spec, range);
        for cuts in [9, 10] {
            let path = FastPath::of(&spec, of.scheme, cuts);
            path.sound(of.scheme).unwrap_or_else(|why| panic!("{function}: {why}"));
            path.prove(&spec, &of).unwrap_or_else(|diag| panic!("{diag}"));
            let x: Vec<(usize, f64)> = of
                .scheme
                .rows(cuts)
                .enumerate()
                .flat_map(|(at, place)| {
                    arguments(&of, place, cuts, &mut random).into_iter().map(move |x| (at, x))
                })
                .collect();
            let bits: Vec<u64> = x.iter().map(|(_, x)| x.to_bits()).collect();
            let words = [0, 1]
                .map(|which| call(&word(&path, &of, which, bits.len()), &bits).expect("results"));
            let (mut tightest, mut told) = (0.0_f64, 0);
            for (lane, (row, x)) in x.iter().enumerate() {
                let row = &path.rows[*row];
                if row.is_nothing() {
                    continue;
                }
                let exact = Rational::from_f64(*x).expect("a number");
                let f = spec.eval(&Interval::from_rational(&exact, 200)).expect("a value");
                let sum = words.each_ref().map(|words| f64::from_bits(words[lane]));
                let sum = Float::with_val(200, sum[0]) + sum[1];
                let off = [f.lo(), f.hi()].map(|end| Float::with_val(200, end - &sum).abs());
                let off = off[0].clone().max(&off[1]);
                let part = (off / row.error).to_f64();
                assert!(part <= 1.0, "{function}({x:e}): {part} of the bound");
                tightest = tightest.max(part);
                told += 1;
            }
            println!(
                "{function} on {range}, {cuts} cuts: {told} of {} values, at most {tightest:.2} of the bound; {:.3} % take the second path",
                x.len(),
                path.share(&of) * 100.0
            );
            assert!(tightest > 0.3, "{function}: the bound is far off");
        }
    }
}

#[test]
fn a_lower_bound_or_another_coefficient_is_not_proved() {
    let spec = FunctionSpec::parse("exp").expect("a function");
    let of = second(&spec, "0.25,1");
    let path = FastPath::of(&spec, of.scheme, 7);
    path.prove(&spec, &of).expect("sound");
    let forgeries: [fn(&mut FastRow); 5] = [
        |row| row.error *= 1.0 - 2f64.powi(-10),
        |row| row.constant[1] = -row.constant[1],
        |row| row.constant[0] = row.constant[0].next_up(),
        |row| row.coefficients[0] = row.coefficients[0].next_up(),
        |row| row.coefficients[4] *= 1.0 + 2f64.powi(-8),
    ];
    for (at, forgery) in forgeries.into_iter().enumerate() {
        let mut forged = path.clone();
        forgery(&mut forged.rows[100]);
        forged.prove(&spec, &of).expect_err(&format!("forgery {at}"));
    }
}

#[test]
fn rows_next_to_a_zero_tell_nothing() {
    let spec = FunctionSpec::parse("log").expect("a function");
    let of = second(&spec, "0.25,1");
    let path = FastPath::of(&spec, of.scheme, 10);
    let nothing = path.rows.iter().filter(|row| row.is_nothing()).count();
    assert!((1..=4).contains(&nothing), "{nothing} rows");
    assert!(path.rows.last().is_some_and(FastRow::is_nothing));
    let others = &path.rows[..path.rows.len() - 100];
    let parts = others.iter().map(|row| row.error / row.constant[0].abs());
    assert!(parts.fold(0.0, f64::max) < 2f64.powi(-5 - SPACING_BITS.cast_signed()));
}
