//! Whole formats against brute force: every number of binary16 and bfloat16, with subnormal numbers, zero,
//! overflow, undefined inputs, and the runs of cases where f is close to a constant or to a multiple of x.

use rug::Rational;
use std::collections::BTreeMap;
use std::sync::Mutex;
use tmd_codegen::request::{Direct, Overrides, Request, Rounding};
use tmd_codegen::spec::{Format, FormatName};
use tmd_codegen::verdict::Verdict;
use tmd_tests::brute::{FUNCTIONS, Function, OF_INTEGERS, TABLE};
use tmd_tests::engine::Engine;
use tmd_tests::full::is_full;
use tmd_tests::search::{self, Said, Ways};
use tmd_tests::whole::{self, Near};

/// Inputs within 2^-BITS of a breakpoint are asked for.
const BITS: u32 = 5;

fn agree(what: &str, near: &Near, said: &Said) {
    assert_eq!(said.verdict.kind(), near.kind, "{what}");
    match (&said.verdict, near.identical_bits) {
        (Verdict::Hard { identical_bits, .. }, Some(bits)) => match said.bounds {
            Some((least, most)) => {
                let slack = 1e-12 * near.distance;
                assert!(least <= near.distance + slack && near.distance <= most + slack, "{what}");
            }
            None => assert_eq!(*identical_bits, bits, "{what}"),
        },
        // Brute force cannot tell these apart; the algebra behind them has tests of its own.
        (Verdict::Hard { .. } | Verdict::Exact(_), None) => {}
        // Where a product underflows all precision, nobody knows that it is not 0.
        (Verdict::Unknown(_), None) if what.starts_with("exp(x) * sin(x)") => {}
        (verdict, bits) => panic!("{what}: {verdict:?}, {bits:?} identical bits"),
    }
}

/// Searches all of a format, with kernels for what would be examined one by one, or without, and compares.
fn check(
    function: &Function,
    format: &Format,
    rounding: Rounding,
    direct: Direct,
    want: &BTreeMap<Rational, Near>,
) -> Ways {
    let name = FormatName::parse("format", &format.name).expect("named");
    let request = Request {
        precision: name,
        rounding,
        bits: Some(BITS),
        overrides: Overrides { direct, ..Overrides::default() },
        ..Request::in_range(function.text, "all")
    };
    let plan = search::plan(&request);
    let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
    let got = search::said(&plan, &report);
    let what = |x: &Rational| {
        format!("{} at {x} in {} {rounding:?}, direct {direct}", function.text, format.name)
    };
    for (x, near) in want {
        let said = got.get(x).unwrap_or_else(|| panic!("{} missed: {near:?}", what(x)));
        agree(&what(x), near, said);
    }
    for (x, said) in &got {
        assert!(want.contains_key(x), "{} is not a case: {said:?}", what(x));
    }
    Ways::of(&plan)
}

fn format(name: &str) -> Format {
    FormatName::parse("format", name).and_then(FormatName::format).expect("format")
}

/// Every function on a whole format and in a rounding, each pair of them for some function; all of them
/// with `TMD_FULL=1`.
#[test]
fn every_function_on_whole_formats() {
    let full = is_full();
    if !full {
        println!("a third of the roundings, a format each; TMD_FULL=1 runs all");
    }
    let formats = ["binary16", "bfloat16"].map(format);
    let inputs = formats.each_ref().map(whole::numbers);
    assert_eq!(inputs[0].len(), 63_487);
    let functions: Vec<&Function> =
        FUNCTIONS.iter().chain(TABLE.iter().chain(OF_INTEGERS).map(|(f, _)| f)).collect();
    let jobs: Vec<(&Function, usize, Rounding)> = functions
        .iter()
        .enumerate()
        .flat_map(|(index, function)| {
            let both = [0, 1].into_iter().filter(move |f| full || *f != index % 2);
            both.flat_map(move |f| {
                let roundings = [Rounding::All, Rounding::Directed, Rounding::Nearest];
                let own = (index / 2) % 3;
                let kept =
                    roundings.into_iter().enumerate().filter(move |(r, _)| full || *r == own);
                kept.map(move |(_, rounding)| (*function, f, rounding))
            })
        })
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let ways = [Mutex::new(Ways::default()), Mutex::new(Ways::default())];
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(function, f, rounding)) =
                    jobs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let format = &formats[f];
                    let want = whole::search(function, &inputs[f], format, rounding, BITS);
                    let what = format!("{} {} {rounding:?}", function.text, format.name);
                    println!("{what}: {} near a breakpoint", want.len());
                    for (&direct, sum) in Direct::ALL.iter().zip(&ways) {
                        let own = check(function, format, rounding, direct, &want);
                        println!("{what}, direct {direct}: {own}");
                        *sum.lock().expect("no panic") += own;
                    }
                }
            });
        }
    });
    let [auto, off] = ways.map(|sum| sum.into_inner().expect("no panic"));
    println!("by default: {auto}");
    off.expect_kernels("forced", 80);
}
