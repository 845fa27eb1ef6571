//! Rows against every pair one by one, and their polynomials against MPFR.

use super::along_x::AlongX;
use super::along_y;
use super::field::{Along, Field};
use super::fields::fields;
use super::piece::Piece;
use super::powers::{Base, Powers};
use super::search::{Options, Planned};
use crate::certificate::ExactCounts;
use crate::grid::Grid;
use crate::plane::{Function, Judge, Outcome, PlaneCase, PlaneCertificate, Request, search};
use rayon::prelude::*;
use rug::ops::Pow;
use rug::{Float, Rational};
use tmd_design::design::{Check, Test};
use tmd_functions::language::{Format, FormatName, Segment};
use tmd_runtime::{Level, Options as RunOptions};
use tmd_search::load::{self, INTERPRETER, LoadOptions, RUST_SIMD};

fn format(precision: u32) -> Format {
    let name = FormatName::parse("--precision", &precision.to_string());
    name.and_then(|name| name.format()).expect("a format")
}

fn found(planned: &Planned<'_>, target: &str) -> PlaneCertificate {
    found_by(planned, &LoadOptions { target: target.to_owned(), ..LoadOptions::default() })
}

fn found_by(planned: &Planned<'_>, load: &LoadOptions) -> PlaneCertificate {
    let run = RunOptions { threads: 2, ..RunOptions::default() };
    planned.search(&Options { load, run: &run, dir: None }, &()).expect("a search")
}

/// All pairs by powers in binary64, which are off by less than 2^-44 of themselves, and decisions on those near breakpoints.
fn every_pair(request: &Request) -> (u64, ExactCounts, u64, Vec<PlaneCase>) {
    let judge = Judge::new(request).expect("a judge");
    let precision = request.format.precision as i32;
    let epsilon = 2f64.powi(-(request.bits as i32)) + 2f64.powi(precision + 1 - 44);
    let (mut pairs, mut exact, mut next, mut cases) = (0, ExactCounts::default(), 0, vec![]);
    let [xs, ys] = request.binades();
    let numbers = |all: &[Segment]| -> Vec<Rational> {
        all.iter().flat_map(|own| (0..own.count).map(move |i| own.x(i))).collect()
    };
    let ys: Vec<(Rational, f64)> =
        numbers(&ys).into_iter().map(|y| (y.clone(), y.to_f64())).collect();
    for x in numbers(&xs) {
        let base = x.to_f64();
        for (y, power) in &ys {
            let value = match request.function {
                Function::Compound => (base.ln_1p() * power).exp(),
                _ => base.powf(*power),
            };
            if value > 2f64.powi(request.format.emax + 1) {
                continue;
            }
            let exponent = ((value.to_bits() >> 52) as i32) - 1023;
            let g = value * 2f64.powi(precision - exponent);
            // Next to the largest power of two, it is decided whether there is an overflow.
            let is_near = (g - g.round()).abs() < epsilon
                || value.log2() > request.format.emax as f64 + 0.999;
            if !is_near {
                pairs += 1;
                continue;
            }
            let outcome = Outcome::of(&judge, &x, y);
            pairs += u64::from(outcome != Outcome::OutOfReach);
            match outcome {
                Outcome::OutOfReach | Outcome::Ordinary => {}
                Outcome::Exact(kind) => exact.add(kind),
                Outcome::Next => next += 1,
                Outcome::Hard(case) => cases.push(case),
            }
        }
    }
    (pairs, exact, next, cases)
}

/// What a search of a function finds, by its own kernels and by interpreted ones, against all pairs: how many cases there are, and how many
/// fields along x and along y.
fn compared(
    function: Function,
    (precision, x, y, bits): (u32, &str, &str, u32),
) -> (usize, [usize; 2]) {
    let request = Request::new(function, format(precision), [x, y], Some(bits.max(precision + 2)));
    let mut request = request.expect("a request");
    // Fewer bits than a request may ask for, so that there are many cases.
    request.bits = bits;
    let (pairs, exact, next, cases) = every_pair(&request);
    let planned = Planned::new(&request).expect("a plan");
    let mut along = [0, 0];
    for field in &planned.fields {
        along[usize::from(field.along == Along::Y)] += 1;
    }
    for target in [RUST_SIMD, INTERPRETER] {
        if target == INTERPRETER && precision > 13 {
            continue;
        }
        let own = found(&planned, target);
        let told = (own.pairs, own.exact, own.next);
        assert_eq!(told, (pairs, exact, next), "{function}: {x} and {y}, {target}");
        assert!(
            own.cases == cases,
            "{function}: {x} and {y}, {target}: {} and {}",
            own.cases.len(),
            cases.len()
        );
    }
    println!(
        "{function}: {x} and {y}: {pairs} pairs, {} cases, {exact:?}, {next} next, fields {along:?}",
        cases.len(),
    );
    (cases.len(), along)
}

#[test]
fn rows_find_what_a_look_at_every_pair_finds() {
    let (mut all, mut along) = (0, [0, 0]);
    for asked in [
        (14, "2,4", "0.25,0x1.08p-2", 8),
        (14, "2^64,2^65", "0.125,0x1.04p-3", 8),
        (14, "0.25,0x1.08p-2", "-3.5,-2", 8),
        // Many binades in a row.
        (14, "2,0x1.04p1", "16,64", 7),
        (14, "5,8", "20,20.02", 7),
        // Rows along y.
        (15, "2,0x1.01p1", "2^-8,2^-7", 8),
        (15, "0x1.8p-50,0x1.80cp-50", "-2^-9,-2^-10", 8),
        // Next to 1, where g changes little from pair to pair.
        (13, "1,2", "2^-12,0x1.01p-12", 10),
        (13, "0x1.ep-1,1", "-0x1.02p-9,-0x1p-9", 10),
        (13, "1,0x1.01p0", "1,2", 10),
        // Nearer to 1 than cases are to breakpoints, and some of them.
        (14, "0.75,1.25", "2^-23,0x1.008p-23", 10),
        (14, "0.9375,1.0625", "-0x1p-15,-0x1.fep-16", 8),
        (12, "3,0x1.802p1", "-0x1p-10,0x1p-10", 9),
        (13, "0.75,1.25", "2^-40,0x1.008p-40", 10),
        // 1 is among them; squares and cubes are exact.
        (13, "1,0x1.004p0", "2^16,2^17", 6),
        (13, "2,8", "1.99,2.01", 8),
        (13, "1024,1100", "2.96,3.01", 8),
        // Some overflow.
        (13, "2^64,2^65", "1.95,2.01", 8),
        // Roots that are exact.
        (13, "16,32", "0.5,0.51", 8),
        (16, "2,4", "0.25,0x1.002p-2", 11),
    ] {
        let (cases, fields) = compared(Function::Pow, asked);
        all += cases;
        along = [0, 1].map(|i| along[i] + fields[i]);
    }
    println!("{all} cases; fields along x and y: {along:?}");
    assert!(all > 20_000 && along.iter().all(|own| *own > 0), "{all}, {along:?}");
}

#[test]
fn rows_of_one_plus_x_find_what_a_look_at_every_pair_finds() {
    let (mut all, mut along) = (0, [0, 0]);
    for asked in [
        (14, "2,4", "0.25,0x1.08p-2", 8),
        // The base has bits of x and, far below or above them, of 1.
        (14, "2^64,2^65", "0.125,0x1.04p-3", 8),
        (13, "2^-60,0x1.1p-60", "2^60,0x1.1p60", 8),
        (13, "-0x1.1p-30,-2^-30", "-0x1.08p33,-2^33", 8),
        // Negative x: many binades of the base.
        (14, "-0.75,-0.5", "-3.5,-0x1.b8p1", 8),
        (13, "-1,-0.5", "2,2.02", 8),
        (13, "-1,-0.9375", "-4.05,-4", 8),
        (14, "-0.5,-0.25", "2^-8,0x1.04p-8", 8),
        // Rows along y.
        (15, "2,0x1.01p1", "2^-8,2^-7", 8),
        (15, "0x1.8p50,0x1.80cp50", "-2^-9,-2^-10", 8),
        // Numbers next to 1, some of them nearer than cases are to breakpoints.
        (12, "2^-14,2^-10", "0x1p-5,0x1.02p-5", 9),
        (12, "-2^-10,-2^-14", "0x1p-5,0x1.02p-5", 9),
        (12, "-2^-12,-2^-16", "-0x1.02p2,-0x1p2", 9),
        (12, "2^-7,0x1.02p-7", "-0x1p-3,-0x1p-14", 9),
        (14, "2^-10,0x1.1p-10", "2^-14,0x1.008p-14", 10),
        (14, "-0x1.1p-10,-2^-10", "-0x1.008p-14,-2^-14", 10),
        // Numbers, squares and cubes of 1 + x, and roots.
        (13, "0.25,2", "0.99,1.005", 8),
        (13, "1,8", "1.99,2.01", 8),
        (13, "-0.9375,-0.5", "2.99,3.01", 8),
        (13, "7,15", "0.5,0.505", 8),
        // Powers of two have negative ones, too.
        (13, "-0.9375,-0.5", "-1.505,-1.495", 8),
        // Next to powers of x.
        (13, "2^21,2^22", "0.5,0.505", 8),
        (13, "2^40,2^41", "0.5,0.505", 8),
        (13, "2^22,2^23", "1,1.005", 8),
        (13, "2^24,2^25", "1.999,2.005", 8),
        (13, "2^30,2^31", "-1.005,-0.999", 8),
        // Some overflow.
        (13, "2^64,2^65", "1.95,2.01", 8),
    ] {
        let (cases, fields) = compared(Function::Compound, asked);
        all += cases;
        along = [0, 1].map(|i| along[i] + fields[i]);
    }
    println!("{all} cases; fields along x and y: {along:?}");
    assert!(all > 20_000 && along.iter().all(|own| *own > 0), "{all}, {along:?}");
}

/// Formats of which all pairs are searched in another way: the certificates are the same.
#[test]
fn small_formats_have_the_same_certificates() {
    let (mut cases, mut exact, mut next) = (0, 0, 0);
    for (function, precision, x, y) in [
        (Function::Pow, 6, "0.125,60", "-2,3"),
        (Function::Pow, 8, "0.75,9", "-2,4"),
        (Function::Compound, 6, "-0.96875,60", "-2,-1"),
        (Function::Compound, 6, "2^10,2^15", "2^-3,1.0625"),
        (Function::Compound, 8, "-2^-4,2^-2", "32,40"),
        (Function::Compound, 8, "-2^-8,2^-8", "-0.75,-0.5"),
        (Function::Compound, 9, "2^12,2^15", "0.5,1.03125"),
        (Function::Compound, 10, "-0.9375,-0.5", "0.5,3"),
        (Function::Compound, 11, "-0.5,4", "1,1.0625"),
        (Function::Compound, 11, "2^14,2^15", "0.25,0.75"),
    ] {
        let format = format(precision);
        let bits = Some(precision + 2);
        let request = Request::new(function, format, [x, y], bits).expect("a request");
        let all = search(&request).expect("a search");
        let planned = Planned::new(&request).expect("a plan");
        let own = found(&planned, INTERPRETER);
        println!(
            "{function}, {precision} bits, {x} and {y}: {} pairs, {} cases, {:?}, {} next, {} fields",
            all.pairs,
            all.cases.len(),
            all.exact,
            all.next,
            planned.fields.len()
        );
        assert!(own == all, "{function}, {precision} bits: {x} and {y}: {} cases", own.cases.len());
        cases += all.cases.len();
        exact += all.exact.all();
        next += all.next;
    }
    println!("{cases} cases, {exact} exact, {next} next to something");
    assert!(cases > 1000 && exact > 1000 && next > 1000, "{cases}, {exact}, {next}");
}

#[test]
fn both_directions_find_the_same() {
    for (function, x, y, bits) in [
        (Function::Pow, "2,0x1.2p1", "2^-8,0x1.2p-8", 9),
        (Function::Pow, "0x1.2p-64,0x1.3p-64", "-0x1.9p-9,-0x1.8p-9", 9),
        (Function::Compound, "2,0x1.2p1", "2^-8,0x1.2p-8", 9),
        (Function::Compound, "0x1.2p64,0x1.3p64", "-0x1.9p-9,-0x1.8p-9", 9),
        (Function::Compound, "-0x1.9p-1,-0x1.8p-1", "-0x1.9p-5,-0x1.8p-5", 9),
    ] {
        let mut request = Request::new(function, format(15), [x, y], Some(17)).expect("a request");
        request.bits = bits;
        let [xs, ys] = request.binades();
        let base = Base::of(function);
        let powers = Powers { base, x: xs[0].clone(), y: ys[0].clone() };
        let (pairs, exact, next, cases) = every_pair(&request);
        assert!(cases.len() > 500, "{}", cases.len());
        for along in [Along::X, Along::Y] {
            let field = Field::new(along, &powers, Grid::breakpoints(&request.format), bits);
            let field = field
                .expect("a field")
                .unwrap_or_else(|| panic!("{function}: {x} and {y}, {along:?}: no proof"));
            let mut planned = Planned::new(&request).expect("a plan");
            planned.fields = vec![field];
            let own = found(&planned, RUST_SIMD);
            let told = (own.pairs, own.exact, own.next);
            assert_eq!(told, (pairs, exact, next), "{function}, {along:?}");
            assert!(own.cases == cases, "{function}, {along:?}");
        }
    }
}

/// The power of a base, from all of its bits.
fn exactly(base: &Rational, y: &Rational) -> Float {
    let [base, y] = [base, y].map(|own| Float::with_val(600, own));
    let log = base.log2() * y;
    log.exp2()
}

#[test]
fn polynomials_are_as_near_as_their_proof_says() {
    let mut checked = [0; 2];
    for (function, x, y) in [
        (Function::Pow, "2,4", "2^-6,2^-5"),
        (Function::Pow, "2^64,2^65", "0.125,0.25"),
        (Function::Pow, "2^8,2^9", "-4,-2"),
        (Function::Pow, "0.25,0.5", "16,32"),
        (Function::Pow, "16,32", "2^-14,2^-13"),
        (Function::Compound, "2,4", "2^-6,2^-5"),
        (Function::Compound, "2^64,2^65", "0.125,0.25"),
        (Function::Compound, "2^-64,2^-63", "-2^65,-2^64"),
        (Function::Compound, "2^-20,2^-19", "2^23,2^24"),
        (Function::Compound, "-0.5,-0.25", "16,32"),
        (Function::Compound, "-1,-0.5", "2^-4,2^-3"),
        (Function::Compound, "-0x1p-31,-0x1p-32", "-2^14,-2^13"),
    ] {
        let request = Request::new(function, format(24), [x, y], Some(44)).expect("a request");
        for field in fields(&request).expect("fields").fields.iter().step_by(5) {
            let [rows, inputs] = field.shape();
            // A row in the middle, and as many before it as may follow from one enclosure.
            let last = rows / 2;
            let first = last.saturating_sub(field.rows_together() - 1);
            let pieces: Vec<Piece> = match field.along {
                Along::X => {
                    let mut walk = AlongX::new(field, first);
                    let mut pieces = vec![];
                    for _ in first..=last {
                        pieces = walk.next();
                    }
                    pieces
                }
                Along::Y => along_y::pieces(field, last),
            };
            let covered: u64 =
                pieces.iter().map(|piece| piece.inputs.end - piece.inputs.start).sum();
            assert_eq!(covered, inputs, "{function}: {x} and {y}");
            for Piece { inputs, model } in pieces {
                let block = model.block(field.model(), inputs.start);
                let length = (inputs.end - inputs.start).min(field.plan.kernels[0].block_inputs);
                for t in [0, length / 3, length - 1] {
                    let [x, y] = field.pair(last, inputs.start + t);
                    let value = exactly(&field.powers.base.at(&x), &y);
                    let exponent = value.get_exp().expect("a number") - 1;
                    // A power of two counts for either side.
                    let off = [exponent - 1, exponent].map(|exponent| {
                        let g = value.clone() >> field.spacing(exponent);
                        (g - Float::with_val(600, block.at(t))).abs()
                    });
                    let is_power = (value.clone() >> exponent) == 1;
                    let off = if is_power { off[0].clone().min(&off[1]) } else { off[1].clone() };
                    // The goal of a model, ε/16, for each of its three losses.
                    assert!(off < 2f64.powi(-44 - 4 + 2), "{function}: {x}, {y}: {off:e}");
                    checked[usize::from(function == Function::Compound)] += 1;
                }
            }
        }
    }
    println!("{checked:?} values of pow and of compound");
    assert!(checked.iter().all(|own| *own > 300), "{checked:?}");
}

/// The cases among all pairs of a request, by powers of MPFR alone: x, y and identical bits.
fn by_powers(request: &Request) -> Vec<(String, String, u32)> {
    let [xs, ys] = request.binades();
    let base = Base::of(request.function);
    let case = |x: &Segment, i: u64, y: &Segment, j: u64| {
        let exact = Float::with_val(320, base.at(&x.x(i)));
        let value = Float::with_val(192, exact.pow(&Float::with_val(64, y.x(j))));
        let exponent = value.get_exp().expect("a number") - 1;
        let g = value >> (exponent - request.format.precision as i32);
        let off = Float::with_val(192, &g - g.clone().round()).abs();
        let is_case = off > 0 && off < 2f64.powi(-(request.bits as i32));
        is_case.then(|| (x.hex(i), y.hex(j), off.get_exp().expect("a number").unsigned_abs()))
    };
    let of_x = |x: &Segment, i: u64| -> Vec<_> {
        let pairs = ys.iter().flat_map(|y| (0..y.count).map(move |j| (y, j)));
        pairs.filter_map(|(y, j)| case(x, i, y, j)).collect()
    };
    let all = xs.iter().map(|x| (0..x.count).into_par_iter().flat_map(|i| of_x(x, i)));
    all.flat_map(|own| own.collect::<Vec<_>>()).collect()
}

#[test]
fn windows_of_binary32_are_as_powers_of_mpfr() {
    let mut all = 0;
    for (function, x, y) in [
        // Flat: many x with few y, or few x with many y.
        (Function::Pow, "2,0x1.04p1", "2^-12,0x1.000004p-12"),
        (Function::Compound, "2,0x1.04p1", "2^-12,0x1.000004p-12"),
        (Function::Compound, "-0x1.8p-1,-0x1.7cp-1", "0x1.8p-12,0x1.800004p-12"),
        (Function::Compound, "-0x1.fffffep-1,-0x1.fffff8p-1", "0x1.3p-12,0x1.36p-12"),
        (Function::Compound, "0x1.9p-12,0x1.94p-12", "1,0x1.000004p0"),
        (Function::Compound, "0x1.9p64,0x1.94p64", "-0x1.3p-16,-0x1.2ffffcp-16"),
        // Steep.
        (Function::Compound, "0x1.9p64,0x1.9008p64", "-0x1.3002p-3,-0x1.3p-3"),
        (Function::Compound, "0x1.9p-40,0x1.9008p-40", "0x1.3p41,0x1.3002p41"),
        (Function::Compound, "-0x1.5p-3,-0x1.4ff8p-3", "0x1.3p3,0x1.3002p3"),
    ] {
        let mut request = Request::new(function, format(24), [x, y], Some(44)).expect("a request");
        request.bits = 10;
        let expected = by_powers(&request);
        let own = found(&Planned::new(&request).expect("a plan"), RUST_SIMD);
        let cases: Vec<_> =
            own.cases.into_iter().map(|case| (case.x, case.y, case.identical_bits)).collect();
        println!("{function}, {x} and {y}: {} pairs, {} cases", own.pairs, cases.len());
        assert!(
            cases == expected,
            "{function}, {x} and {y}: {} and {}",
            cases.len(),
            expected.len()
        );
        all += cases.len();
    }
    println!("{all} cases");
    assert!(all > 2000, "{all}");
}

#[test]
fn pairs_that_are_not_searched_are_named() {
    for (function, x, y) in [
        (Function::Pow, "0.25,0.5", "60,100"),
        (Function::Pow, "2^120,2^121", "-1.5,-1"),
        (Function::Compound, "-0.9375,-0.5", "60,100"),
        (Function::Compound, "2^120,2^121", "-1.5,-1"),
        (Function::Compound, "-1,0", "6,7"),
    ] {
        let request = Request::new(function, format(24), [x, y], Some(44)).expect("a request");
        let error = fields(&request).err().expect("it is refused");
        assert!(error.message.contains("subnormal") && error.message.contains("0x1"), "{error}");
        assert!(error.help.is_some(), "{error}");
    }
    // No base is negative, 0 or 1.
    for (x, y) in [("-3,-1", "1,2"), ("-1,-0x1.fffffep-1", "1,2"), ("1,2", "0,2^-149")] {
        let request = Request::new(Function::Compound, format(24), [x, y], Some(44));
        let error = request.err().unwrap_or_else(|| panic!("{x} and {y} are not refused"));
        assert!(error.message.contains("no number of binary32 is searched there"), "{error}");
        assert!(error.help.is_some_and(|help| help.contains("x > -1")), "{}", error.message);
    }
}

/// The parts of a binade of negative x are all of its numbers, each once.
#[test]
fn parts_by_bases_are_all_numbers() {
    let mut parts_of = vec![];
    for (function, x, ones) in [
        (Function::Pow, "0x1.8p-1,4", 1),
        (Function::Compound, "-1,-0.5", 0),
        (Function::Compound, "-0x1.ffp-1,-0x1.1p-1", 0),
        (Function::Compound, "-0.5,4", 0),
        (Function::Compound, "2^90,2^91", 0),
    ] {
        let request = Request::new(function, format(24), [x, "2,3"], Some(44)).expect("a request");
        let [xs, ys] = request.binades();
        let mut all_ones = 0;
        for x in xs {
            let powers = Powers { base: Base::of(function), x: x.clone(), y: ys[0].clone() };
            let (own, parts) = powers.without_ones();
            all_ones += own / ys[0].count;
            let mut place = x.first.clone();
            for part in &parts {
                assert_eq!(part.x.ulp, x.ulp);
                // 1 is the first number of its binade.
                assert!(part.x.first == place || (own > 0 && part.x.first == place.clone() + 1));
                place = part.x.first.clone() + part.x.count;
                assert!(part.log2_sizes().is_some_and(|[least, most]| {
                    least > 0.0 && (most <= 2.0 || part.x.first > 0 || most <= 2.0 * least + 1e-9)
                }));
            }
            assert_eq!(place, x.first + x.count);
            parts_of.push(parts.len());
        }
        assert_eq!(all_ones, ones, "{function}: {x}");
    }
    println!("{} binades", parts_of.len());
    assert!(parts_of.contains(&5));
}

/// A field with a search by arcs that reports those whose vertex is farther than that.
fn reporting(field: &Field, far: u64) -> Field {
    let mut field = field.clone();
    for stage in &mut field.plan.kernels[0].stages {
        if let Check::Arcs(arcs) = &mut stage.check {
            arcs.far = Some(far);
        }
    }
    field
}

/// How many parts the first stage reports in the first row, and how many there are.
fn reported(field: &Field, load: &LoadOptions) -> (usize, u64) {
    let loaded = load::load(field.plan.clone(), load, "a test").expect("a kernel");
    let stage = &field.plan.kernels[0].stages[0];
    let (mut parts, mut all) = (0, 0);
    for Piece { inputs, model } in AlongX::new(field, 0).next() {
        let kernel = (&field.plan.kernels[0], 0);
        let visited = model.visit_blocks(field.model(), kernel, &inputs, |_| 0, &mut |block| {
            let items: Vec<u64> = (0..block.items).collect();
            let mut out = vec![];
            loaded.kernels[0].run_stage(0, &block.seeds[0], &items, &mut out)?;
            out.sort_unstable();
            out.dedup();
            parts += out.len();
            all += block.items * stage.parts;
            Ok(())
        });
        visited.expect("blocks");
    }
    (parts, all)
}

#[test]
fn arcs_that_are_reported_hide_no_case() {
    let mut all = 0;
    for (function, precision, x, y, bits) in [
        (Function::Pow, 20, "2^64,0x1.2p64", "0.125,0x1.004p-3", 21),
        (Function::Pow, 19, "2^16,2^17", "1.625,0x1.a02p0", 19),
        (Function::Pow, 20, "0x1.8p-65,2^-64", "-0.375,-0x1.7ff8p-2", 21),
        // Parabolas that are hardly bent: vertices are as far as 2^19.
        (Function::Pow, 22, "2^100,0x1.2p100", "0.125,0x1.0004p-3", 22),
        (Function::Compound, 20, "2^64,0x1.2p64", "0.125,0x1.004p-3", 21),
        (Function::Compound, 22, "-0x1.fffff8p-3,-0x1p-3", "0.625,0x1.40002p-1", 21),
    ] {
        let mut request =
            Request::new(function, format(precision), [x, y], Some(30)).expect("a request");
        request.bits = bits;
        let [xs, ys] = request.binades();
        let (pairs, exact, next, cases) = every_pair(&request);
        let arcs = Some(Test::Arcs);
        let breakpoints = Grid::breakpoints(&request.format);
        let powers = Powers { base: Base::of(function), x: xs[0].clone(), y: ys[0].clone() };
        let field = Field::by(arcs, Along::X, &powers, breakpoints, bits);
        let field = field.expect("a field").expect("a proof");
        let Check::Arcs(planned) = &field.plan.kernels[0].stages[0].check else {
            panic!("{x}, {y}: no search by arcs")
        };
        println!(
            "{x}, {y}: {} cases, packets of {}, far {:?}",
            cases.len(),
            planned.packet_inputs,
            planned.far
        );
        let chosen = planned.far.unwrap_or(1 << 12);
        // All levels report the same, and together neither nothing nor all.
        for far in [chosen, chosen / 2] {
            for level in Level::available() {
                let target = RUST_SIMD.to_owned();
                let load = LoadOptions { target, level: Some(level), ..LoadOptions::default() };
                let field = reporting(&field, far);
                assert!(field.plan.unmet().is_empty(), "{x}, {y}, {far}");
                let (parts, of) = reported(&field, &load);
                println!("  from {far} on, {level}: {parts} of {of} parts of a row");
                assert!(parts > 0 && 2 * parts as u64 <= of, "{x}, {y}, {far}");
                let mut own = Planned::new(&request).expect("a plan");
                own.fields = vec![field];
                let own = found_by(&own, &load);
                assert_eq!(
                    (own.pairs, own.exact, own.next),
                    (pairs, exact, next),
                    "{x}, {y}, {far}"
                );
                assert!(own.cases == cases, "{x}, {y}, {far}: {} cases", own.cases.len());
            }
        }
        all += cases.len();
    }
    println!("{all} cases");
    assert!(all > 100, "{all}");
}
