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

/// What searches of all of a format find, with kernels for what would be examined one by one, or without.
struct Searched {
    what: String,
    found: BTreeMap<Rational, Said>,
    ways: Ways,
}

impl Searched {
    fn new(function: &Function, format: &Format, rounding: Rounding, direct: Direct) -> Searched {
        let request = Request {
            precision: FormatName::parse("format", &format.name).expect("named"),
            rounding,
            bits: Some(BITS),
            overrides: Overrides { direct, ..Overrides::default() },
            ..Request::in_range(function.text, "all")
        };
        let plan = search::plan(&request);
        let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
        let what = format!("{} in {} {rounding:?}, direct {direct}", function.text, format.name);
        Searched { what, found: search::said(&plan, &report), ways: Ways::of(&plan) }
    }

    /// Compares it with brute force at some inputs.
    fn check(&self, inputs: &[&Rational], want: &BTreeMap<Rational, Near>) {
        let what = &self.what;
        for x in inputs {
            match (want.get(*x), self.found.get(*x)) {
                (None, None) => {}
                (Some(near), Some(said)) => agree(&format!("{what} at {x}"), near, said),
                (Some(near), None) => panic!("{what}: {x} missed: {near:?}"),
                (None, Some(said)) => panic!("{what}: {x} is not a case: {said:?}"),
            }
        }
    }
}

/// The numbers that brute force looks at: all with `TMD_FULL=1`; else every fifth one, and those of which a neighbour is reported, and
/// they are not, or the other way round.
fn looked_at<'a>(numbers: &'a [Rational], first: usize, all: &[Searched]) -> Vec<&'a Rational> {
    let is_found = |x: &Rational| all.iter().any(|own| own.found.contains_key(x));
    let is_reported: Vec<bool> = numbers.iter().map(is_found).collect();
    let reported = is_reported.iter().filter(|reported| **reported).count();
    let most = all.iter().map(|own| own.found.len()).max();
    assert!(most.is_some_and(|most| most <= reported), "what is reported is no number");
    let differs = |at: usize, other: Option<usize>| {
        other.and_then(|other| is_reported.get(other)).is_some_and(|own| *own != is_reported[at])
    };
    let is_looked_at = |at: &usize| {
        let neighbours = [at.checked_sub(1), Some(at + 1)];
        is_full() || at % 5 == first % 5 || neighbours.into_iter().any(|own| differs(*at, own))
    };
    (0..numbers.len()).filter(is_looked_at).map(|at| &numbers[at]).collect()
}

fn format(name: &str) -> Format {
    FormatName::parse("format", name).and_then(FormatName::format).expect("format")
}

/// Every function on a whole format and in a rounding, each pair of them for some function; all of them, and by brute force at all
/// numbers, with `TMD_FULL=1`.
#[test]
fn every_function_on_whole_formats() {
    let full = is_full();
    if !full {
        println!(
            "a third of the roundings, a format each, a fifth of the numbers; TMD_FULL=1 runs all"
        );
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
                loop {
                    let job = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(&(function, f, rounding)) = jobs.get(job) else { break };
                    let (format, numbers) = (&formats[f], &inputs[f]);
                    let searched: Vec<Searched> = Direct::ALL
                        .iter()
                        .map(|direct| Searched::new(function, format, rounding, *direct))
                        .collect();
                    let inputs = looked_at(numbers, job, &searched);
                    let all = inputs.iter().copied();
                    let want = whole::search(function, all, format, rounding, BITS);
                    for (own, sum) in searched.iter().zip(&ways) {
                        own.check(&inputs, &want);
                        println!(
                            "{}: {} near a breakpoint, of {} numbers that are looked at; {}",
                            own.what,
                            want.len(),
                            inputs.len(),
                            own.ways
                        );
                        *sum.lock().expect("no panic") += own.ways;
                    }
                }
            });
        }
    });
    let [auto, off] = ways.map(|sum| sum.into_inner().expect("no panic"));
    println!("by default: {auto}");
    off.expect_kernels("forced", 80);
}
