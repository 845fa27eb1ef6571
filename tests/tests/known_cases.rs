//! Searches whose results are known from elsewhere.

use std::collections::BTreeMap;
use std::time::Instant;
use tmd_codegen::design::{Division, Test};
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::verdict::{CaseKind, Verdict};
use tmd_runtime::Level;
use tmd_tests::brute::{Found, Question, function, inputs};
use tmd_tests::engine::{self, Engine};
use tmd_tests::full::is_full;
use tmd_tests::search;
use tmd_tests::{brute, hex, table};

/// The published run: 2^40 inputs of 54 bits, directed rounding to 53 bits, ε = 2^-33.
fn published_run(test: Option<Test>, division: Option<Division>) -> Request {
    Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        overrides: Overrides { test, division, ..Overrides::default() },
        ..Request::in_range("exp", "1,0x1.0008p0")
    }
}

/// The 243 cases, with each existence test, division strategy and level, on one thread and on two.
///
/// All 180 runs with `TMD_FULL=1`; else every test with every division on the best level and two
/// threads, and the plan's own choice on every level with one thread and with two.
#[test]
fn the_243_cases() {
    let known = table::read("exp_243.txt");
    assert_eq!(known.len(), 243);
    let full = is_full();
    let levels = engine::levels();
    let clock = Instant::now();
    let (mut runs, mut left_out) = (0, 0);
    for &test in Test::ALL {
        for division in search::DIVISIONS {
            let plan = search::plan(&published_run(Some(test), Some(division)));
            assert_eq!(plan.inputs(), 1 << 40);
            let planned = (test, division) == (Test::Arcs, Division::Reciprocal);
            for &level in &levels {
                for threads in [1, 2] {
                    if !(full || planned || (level == levels[0] && threads == 2)) {
                        left_out += 1;
                        continue;
                    }
                    let what = format!("{test:?} {division:?} {level}, {threads} threads");
                    let kernels = Engine::Native(level).kernels(&plan);
                    let report = search::run(&plan, &kernels, threads);
                    println!("{what}: {:.2} s", report.seconds);
                    let found = search::found(&report);
                    let xs: Vec<_> = found.cases.iter().map(|case| case.x.clone()).collect();
                    assert_eq!(xs, known, "{what}");
                    assert_eq!(found.exact, [], "{what}");
                    runs += 1;
                }
            }
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!("{runs} runs gave the same 243 cases in {seconds:.1} s; {left_out} left out");
    if left_out > 0 {
        println!("TMD_FULL=1 runs all of them");
    }
}

/// The engines that are not levels of the CPU.
fn devices() -> impl Iterator<Item = Engine> {
    engine::engines().into_iter().filter(|engine| !matches!(engine, Engine::Native(_)))
}

/// The same 243 cases on every engine that is not a level of the CPU.
#[test]
fn the_243_cases_on_devices() {
    let known = table::read("exp_243.txt");
    let plan = search::plan(&published_run(None, None));
    for engine in devices() {
        let report = search::run(&plan, &engine.kernels(&plan), 2);
        let xs: Vec<_> = search::found(&report).cases.into_iter().map(|case| case.x).collect();
        println!("{engine:?}: {} cases, {:.2} s", xs.len(), report.seconds);
        assert_eq!(xs, known, "{engine:?}");
    }
}

/// Beyond 128 the curvature forces short intervals: the plan chooses N from the bounds, so that under a
/// tenth of the intervals survive the first stage (with the papers' N = 2^15: all of them), on every
/// engine.
#[test]
fn few_survive_the_first_phase_beyond_128() {
    let request = |from: &str, to: &str| Request {
        input_precision: Some(54.into()),
        bits: Some(22),
        ..Request::in_range("exp", &format!("{from},{to}"))
    };
    let mut cases = None;
    for engine in engine::engines() {
        let plan = search::plan(&request("0x1.9p7", "0x1.900002p7"));
        assert_eq!(plan.inputs(), 1 << 30);
        let report = search::run(&plan, &engine.kernels(&plan), 2);
        let found = search::found(&report);
        let (tested, survivors) = (report.counts.tested[0], report.counts.survivors[0]);
        let (_, search_span) = plan.searches().next().expect("something to search");
        let n = plan.kernels[search_span.kernel].stages[0].part_inputs;
        let share = survivors as f64 / tested as f64;
        println!(
            "{engine:?}: N = {n}, {tested} intervals, {:.2} % survive, {} cases",
            100.0 * share,
            found.cases.len()
        );
        assert!(share < 0.1 && n < 1 << 15, "{engine:?}");
        assert_eq!(*cases.get_or_insert_with(|| found.clone()), found, "{engine:?}");
    }
    // What the papers do.
    let mut published = request("0x1.9p7", "0x1.900002p7");
    published.overrides.interval = Some(1 << 15);
    let plan = search::plan(&published);
    let report = search::run(&plan, &Engine::Native(Level::detect()).kernels(&plan), 2);
    let (tested, survivors) = (report.counts.tested[0], report.counts.survivors[0]);
    println!("N = 2^15: {survivors} of {tested} intervals survive");
    assert!(survivors as f64 > 0.9 * tested as f64);
    assert_eq!(cases, Some(search::found(&report)));
}

/// All cases with at least `bits` identical bits after the rounding bit in 2^40 inputs of binary64.
///
/// Source: the CORE-MATH project's worst-case files (MIT licence), which list inputs only; bits and
/// kinds were worked out from them with mpmath at 300 bits. The slices were picked for having cases
/// at all, the exp and sin ones for having three. The file for exp claims most cases, not all: that
/// nothing is missing on its slices is what this project's search says, too.
struct Slice {
    function: &'static str,
    range: &'static str,
    bits: u32,
    cases: &'static [(&'static str, u32, CaseKind)],
}

use CaseKind::{Directed, Nearest};

const SLICES: &[Slice] = &[
    Slice {
        function: "exp",
        range: "0x1.12fp0,0x1.13p0",
        bits: 44,
        cases: &[
            ("0x1.12f01e2972151p+0", 44, Nearest),
            ("0x1.12f8afa4f56c0p+0", 48, Directed),
            ("0x1.12f8d9c3a7e66p+0", 44, Directed),
        ],
    },
    Slice {
        function: "exp",
        range: "0x1.3dp0,0x1.3d1p0",
        bits: 44,
        cases: &[
            ("0x1.3d01c3841c797p+0", 46, Directed),
            ("0x1.3d0a24603e7f7p+0", 46, Nearest),
            ("0x1.3d0b5ba72ea76p+0", 45, Directed),
        ],
    },
    Slice {
        function: "log",
        range: "0x1.806p0,0x1.807p0",
        bits: 47,
        cases: &[("0x1.8061ea565dd45p+0", 48, Nearest)],
    },
    Slice {
        function: "log",
        range: "0x1.82dp0,0x1.82ep0",
        bits: 47,
        cases: &[("0x1.82dc789d367fbp+0", 47, Directed)],
    },
    Slice {
        function: "sin",
        range: "0x1.2c8p-1,0x1.2c9p-1",
        bits: 43,
        cases: &[
            ("0x1.2c844d51cb131p-1", 43, Nearest),
            ("0x1.2c8734afe7bebp-1", 43, Directed),
            ("0x1.2c87f6c3b0aefp-1", 43, Directed),
        ],
    },
    Slice {
        function: "sin",
        range: "0x1.7ap-1,0x1.7a1p-1",
        bits: 43,
        cases: &[
            ("0x1.7a013dbe0a106p-1", 44, Directed),
            ("0x1.7a02824f033c3p-1", 45, Directed),
            ("0x1.7a075f7fd8444p-1", 43, Nearest),
        ],
    },
];

/// The published cases of slices of 2^40 inputs, and no others. The searches report far more, with
/// fewer bits, so that something is found everywhere; their number is what chance lets expect.
#[test]
fn published_slices() {
    const MORE: u32 = 33;
    let full = is_full();
    if !full {
        println!("on the CPU and on OpenCL in vectors; TMD_FULL=1 runs every device");
    }
    for slice in SLICES {
        let request =
            Request { bits: Some(MORE), ..Request::in_range(slice.function, slice.range) };
        let plan = search::plan(&request);
        assert_eq!(plan.inputs(), 1 << 40);
        let engine = Engine::Native(Level::detect());
        let report = search::run(&plan, &engine.kernels(&plan), 2);
        let found = search::found(&report);
        for engine in devices().filter(|engine| full || *engine == Engine::OpenClVectors) {
            let report = search::run(&plan, &engine.kernels(&plan), 2);
            println!("{engine:?}: {:.2} s", report.seconds);
            assert_eq!(search::found(&report), found, "{engine:?}");
        }
        let published: Vec<_> = found
            .cases
            .iter()
            .filter(|case| case.identical_bits >= slice.bits)
            .map(|case| (case.x.clone(), case.identical_bits, case.kind))
            .collect();
        let want: Vec<_> = slice
            .cases
            .iter()
            .map(|&(x, bits, kind)| (hex::parse(x).expect("a number"), bits, kind))
            .collect();
        let Slice { function, range, bits, .. } = slice;
        println!(
            "{function} [{range}): {} cases, {} of them with {bits} bits; {:.2} s",
            found.cases.len(),
            published.len(),
            report.seconds
        );
        assert_eq!(published, want, "{function} [{range})");
        // 2^40·2^-32 = 256 expected, standard deviation 16.
        assert!((176..=336).contains(&found.cases.len()), "{}", found.cases.len());
        assert_eq!(found.exact, []);
    }
}

/// binary64 against brute force on 2^18 inputs of each slice, planned as the whole slice is.
///
/// `cargo run --release -p tmd-tests --example brute_slice` does the same for 2^26 inputs.
#[test]
fn slices_by_brute_force() {
    let starts = [
        ("exp", "0x1.8p0"),
        ("log", "0x1.8p0"),
        ("log", "0x1.f4p0"),
        ("sin", "0x1p-1"),
        ("sin", "0x1.9p-1"),
        ("exp(x) * sin(x)", "0x1p-1"),
        ("exp(x) * sin(x)", "0x1.4cp-1"),
    ];
    let mut kinds = BTreeMap::new();
    for (text, start) in starts {
        let from = hex::parse(start).expect("a number");
        let ulp = if from >= 1 { -52 } else { -53 };
        let to = &from + (rug::Rational::from(1 << 18) << ulp);
        let range = format!("{start},{to}");
        let request = Request { bits: Some(12), ..Request::in_range(text, &range) };
        let question = Question { precision: 53, rounding: Rounding::All, bits: 12 };
        let want = brute::search(&function(text), &inputs(&from, &to, 53), &question, 1);
        for interval in [None, Some(64)] {
            let overrides = Overrides { interval, ..Overrides::default() };
            let request = Request { overrides, ..request.clone() };
            let (got, _): (Found, _) = search::search(&request, Engine::Interpreter, 1)
                .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
            assert_eq!(got, want, "{text} from {start}");
        }
        for case in &want.cases {
            *kinds.entry(case.kind).or_insert(0u32) += 1;
        }
    }
    println!("{kinds:?}");
}

/// The hardest inputs in binary64 that are published for more functions (CORE-MATH's worst-case files), among
/// their neighbours: identical bits after the rounding bit.
#[test]
fn hardest_known_inputs_of_more_functions() {
    for (function, x, identical_bits) in [
        ("exp2", "0x1.e4596526bf94dp-10", 59),
        ("exp10", "-0x1.1416c72a588a6p-1", 65),
        ("cbrt", "0x1.9b78223aa307cp+1", 55),
        ("cos", "0x1.34ec2f9fc9cp+1", 58),
    ] {
        // From a thousand inputs before it to a thousand after: the last digits changed.
        let (head, exponent) = x.split_once('p').expect("an exponent");
        let (sign, digits) = head.split_once("0x1.").expect("a fraction");
        let fraction = u64::from_str_radix(&format!("{digits:0<13}"), 16).expect("digits");
        let end = |fraction: u64| format!("{sign}0x1.{fraction:013x}p{exponent}");
        let (mut from, mut to) = (end(fraction - 1000), end(fraction + 1000));
        if sign == "-" {
            std::mem::swap(&mut from, &mut to);
        }
        let mut request = Request::in_range(function, &format!("{from},{to}"));
        request.bits = Some(50);
        let plan = search::plan(&request);
        let kernels = Engine::Interpreter.kernels(&plan);
        let options = tmd_runtime::Options::default();
        let report = tmd_codegen::search::run(&plan, &kernels, &options, &());
        let found = report.cases().to_vec().expect("memory");
        let found: Vec<(&str, Verdict)> =
            found.iter().map(|case| (case.x.as_str(), case.verdict.clone())).collect();
        assert_eq!(found.len(), 1, "{function}: {found:?}");
        assert_eq!(found[0].0, x, "{function}");
        let Verdict::Hard { identical_bits: bits, .. } = &found[0].1 else { panic!("{found:?}") };
        assert_eq!(*bits, identical_bits, "{function}");
    }
}
