//! Evaluators of two variables: no error above the proved one, none much below it, the same bits on every target.

use rug::Float;
use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::approx::surface::{
    Certificate, Evaluator, Request, Sample, Samples, Source, make, verify,
};
use tmd_codegen::approx::{Outside, Strategy};
use tmd_codegen::interval::Interval;
use tmd_codegen::ir::Width;
use tmd_codegen::spec::SurfaceSpec;
use tmd_codegen::target::Sources;
use tmd_codegen::target_names::RUST_SIMD;
use tmd_tests::evaluator::check_layout;
use tmd_tests::random::Random;
use tmd_tests::surface::{c_levels, cuda_on_a_cpu, cuda_source, from_c, interpreted, rust_levels};

fn request(function: &str, ranges: [&str; 2], tolerance: &str, width: Width) -> Request {
    let tolerance = tolerance.parse().unwrap_or_else(|diag| panic!("{diag}"));
    Request::new(function, ranges, tolerance, width)
}

fn made(request: &Request) -> Evaluator {
    let source = Source::function(&request.function, None).expect("a function");
    let start = Instant::now();
    let evaluator =
        make(request, source).unwrap_or_else(|diag| panic!("{request:?}: {}", diag.message));
    println!(
        "{}: {} cells, {:?}, {}, {} bytes, error {:.3e}, {:.2} s",
        evaluator.command(),
        evaluator.cells.len(),
        evaluator.staircase.degrees(),
        evaluator.strategy,
        evaluator.table_bytes(),
        evaluator.error(),
        start.elapsed().as_secs_f64()
    );
    evaluator
}

/// Numbers along one variable: ends of cells with their neighbours, and some at random.
fn along(evaluator: &Evaluator, index: usize, random: &mut Random, count: usize) -> Vec<f64> {
    let width = evaluator.request.width;
    let axis = &evaluator.axes[index];
    let ends = axis.places.iter().flat_map(|place| [place.from.to_f64(), place.to.to_f64()]);
    let around = |end: f64| match width {
        Width::W64 => [end.next_down(), end, end.next_up()],
        Width::W32 => {
            let end = end as f32;
            [end.next_down(), end, end.next_up()].map(f64::from)
        }
    };
    let mut numbers: Vec<f64> = ends.flat_map(around).collect();
    let (a, b) = axis.range;
    for _ in 0..count {
        let share = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        numbers.push(width.number(width.bits_of(a + (b - a) * share)));
    }
    numbers.retain(|x| (a..=b).contains(x));
    numbers
}

/// Corners and edges of cells with what is next to them, and points at random; all in the ranges.
fn points(evaluator: &Evaluator, random: usize) -> Vec<(f64, f64)> {
    let mut numbers = Random::new(99);
    let x = along(evaluator, 0, &mut numbers, random);
    let y = along(evaluator, 1, &mut numbers, random);
    let inside = x.iter().rev().copied().zip(y.iter().rev().copied());
    let corners = x.iter().take(60).flat_map(|x| y.iter().take(60).map(move |y| (*x, *y)));
    corners.chain(inside).collect()
}

fn truth(spec: &SurfaceSpec, x: f64, y: f64) -> Float {
    let [x, y] = [x, y].map(|number| Interval::from_f64(number, 256).expect("a number"));
    spec.eval(&x, &y).expect("a value").mid()
}

/// The largest error that is seen, as a share of the cell's proved one. None is above that.
fn check(evaluator: &Evaluator, random: usize) -> f64 {
    let Source::Function(spec) = &evaluator.source else { panic!("a function") };
    let width = evaluator.request.width;
    let points = points(evaluator, random);
    let bits: Vec<(u64, u64)> =
        points.iter().map(|(x, y)| (width.bits_of(*x), width.bits_of(*y))).collect();
    let mut most: f64 = 0.0;
    for ((x, y), found) in points.iter().zip(interpreted(evaluator, &bits)) {
        let error = (truth(spec, *x, *y) - width.number(found)).abs().to_f64();
        let cell = &evaluator.cells[evaluator.index_of(*x, *y)];
        let proved = cell.approximation + cell.rounding;
        assert!(error <= proved, "{} at {x:e}, {y:e}: {error:e} > {proved:e}", evaluator.command());
        most = most.max(error / proved);
    }
    most
}

/// The largest error that is seen, as a share of the proved one.
#[test]
fn errors_are_bounded_and_bounds_are_tight() {
    for (function, ranges, tolerance, width, least) in [
        ("exp(-x * y) * cos(x)", ["0,4", "0,1"], "abs:1e-10", Width::W64, 0.5),
        ("hypot", ["1,2", "1,2"], "rel:1e-13", Width::W64, 0.3),
        ("pow(x, y)", ["0.5,2", "-2,2"], "rel:1e-10", Width::W64, 0.2),
        ("atan2(y, x)", ["0.5,3", "-1,1"], "abs:1e-8", Width::W64, 0.3),
        ("exp(x * y)", ["-1,1", "-1,1"], "ulp:8", Width::W32, 0.1),
        ("gamma(x) * j0(y)", ["1,2", "0,2"], "abs:1e-9", Width::W64, 0.3),
        ("sin(x + 10 * y)", ["100,101", "-7,-6"], "norm:1e-6", Width::W64, 0.3),
        ("x * y + 3", ["-1,1", "0,5"], "abs:1e-14", Width::W64, 0.05),
    ] {
        let evaluator = made(&request(function, ranges, tolerance, width));
        let seen = check(&evaluator, 2000);
        println!("  seen / proved: {seen:.3}");
        assert!(seen >= least, "{function}: {seen}");
    }
}

/// Some of every kind, made once for all tests.
fn some() -> &'static [Evaluator] {
    static MADE: OnceLock<Vec<Evaluator>> = OnceLock::new();
    MADE.get_or_init(|| {
        let with = |strategy, outside, budget, request| Request {
            strategy,
            outside,
            table_budget: budget,
            c_header: true,
            ..request
        };
        let wave = |width| request("sin(2 * x) * exp(-y)", ["-2,3", "0,2"], "abs:1e-5", width);
        [
            with(Strategy::None, Outside::Clamp, 1 << 15, wave(Width::W64)),
            with(Strategy::Permute, Outside::Extend, 1 << 15, wave(Width::W64)),
            with(Strategy::Permute2, Outside::Nan, 1 << 15, wave(Width::W32)),
            with(Strategy::Row, Outside::Nan, 1 << 17, wave(Width::W64)),
            with(Strategy::Gather, Outside::Clamp, 1 << 17, wave(Width::W32)),
            with(Strategy::Row, Outside::Extend, 1 << 17, wave(Width::W32)),
            // Cells along one variable only, far from 0.
            with(
                Strategy::Permute,
                Outside::Clamp,
                1 << 15,
                request("sin(x) + y", ["100,110", "1,2"], "abs:1e-9", Width::W64),
            ),
            with(
                Strategy::Permute,
                Outside::Extend,
                1 << 15,
                request("x + sin(y)", ["1,2", "-110,-100"], "abs:1e-9", Width::W64),
            ),
        ]
        .iter()
        .map(made)
        .collect()
    })
}

/// Arguments in the ranges and outside, and what is no number.
fn everywhere(evaluator: &Evaluator) -> Vec<(u64, u64)> {
    let width = evaluator.request.width;
    let mut all = points(evaluator, 200);
    let odd = |index: usize| {
        let (a, b) = evaluator.axes[index].range;
        let wide = b - a;
        vec![
            a - wide,
            a.next_down(),
            b.next_up(),
            b + wide,
            (a + b) / 2.0,
            1e30,
            -1e30,
            0.0,
            -0.0,
            1e-40,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ]
    };
    all.extend(odd(0).into_iter().flat_map(|x| odd(1).into_iter().map(move |y| (x, y))));
    all.iter().map(|(x, y)| (width.bits_of(*x), width.bits_of(*y))).collect()
}

/// The same numbers; any number that is none is as good as another.
fn same(width: Width, wanted: &[u64], found: &[u64], what: &str) {
    assert_eq!(wanted.len(), found.len(), "{what}");
    for (at, (a, b)) in wanted.iter().zip(found).enumerate() {
        let both_none = width.number(*a).is_nan() && width.number(*b).is_nan();
        assert!(a == b || both_none, "{what}, number {at}: {a:x} and {b:x}");
    }
}

#[test]
fn all_lookups_and_levels_give_the_same_bits() {
    for evaluator in some() {
        check(evaluator, 200);
        let pairs = everywhere(evaluator);
        let wanted = interpreted(evaluator, &pairs);
        for (how, found) in rust_levels(evaluator, &pairs) {
            same(evaluator.request.width, &wanted, &found, &how);
        }
    }
}

/// Results that do not stay in a cache are written past it.
#[test]
fn many_values_are_the_same() {
    let evaluator = &some()[1];
    let few = everywhere(evaluator);
    let wanted = interpreted(evaluator, &few);
    let many: Vec<(u64, u64)> = few.iter().copied().cycle().take((1 << 20) + 77).collect();
    for (how, found) in rust_levels(evaluator, &many) {
        for part in found.chunks(few.len()) {
            same(Width::W64, &wanted[..part.len()], part, &how);
        }
    }
}

#[test]
fn c_gives_the_same_bits() {
    for evaluator in some() {
        let pairs = everywhere(evaluator);
        let wanted = interpreted(evaluator, &pairs);
        for (how, found) in c_levels(evaluator, &pairs) {
            same(evaluator.request.width, &wanted, &found, &how);
        }
    }
    let evaluator = &some()[0];
    let pairs = everywhere(evaluator);
    same(
        Width::W64,
        &interpreted(evaluator, &pairs),
        &from_c(evaluator, &pairs),
        "C that calls Rust",
    );
}

#[test]
fn cuda_gives_the_same_bits() {
    let tools = tmd_tests::cuda::tools();
    for evaluator in some() {
        let pairs = everywhere(evaluator);
        let found = cuda_on_a_cpu(evaluator, &pairs);
        same(evaluator.request.width, &interpreted(evaluator, &pairs), &found, "cuda");
        if let Some(tools) = &tools {
            let compiled = tools.compile_cubin(&cuda_source(evaluator), 90, &[]);
            compiled.unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[cfg(feature = "opencl")]
#[test]
fn opencl_gives_the_same_bits() {
    for evaluator in some() {
        let pairs = everywhere(evaluator);
        let wanted = interpreted(evaluator, &pairs);
        for form in ["gpu", "cpu"] {
            let Some(found) = tmd_tests::surface::opencl(evaluator, form, &pairs) else { return };
            same(evaluator.request.width, &wanted, &found, form);
        }
    }
}

#[test]
fn outside_is_what_was_asked_for() {
    for evaluator in some() {
        let width = evaluator.request.width;
        let at = |x: f64, y: f64| {
            let pair = (width.bits_of(x), width.bits_of(y));
            width.number(interpreted(evaluator, &[pair])[0])
        };
        let [(a, b), (c, d)] = [&evaluator.axes[0], &evaluator.axes[1]].map(|axis| axis.range);
        assert!(at(f64::NAN, c).is_nan() && at(a, f64::NAN).is_nan(), "{}", evaluator.command());
        match evaluator.request.outside {
            Outside::Clamp => {
                assert_eq!(at(b + 9.0, c - 9.0), at(b, c));
                assert_eq!(at(f64::NEG_INFINITY, f64::INFINITY), at(a, d));
            }
            Outside::Nan => {
                assert!(at(b + 9.0, c).is_nan() && at(a, c - 9.0).is_nan() && !at(b, d).is_nan());
            }
            Outside::Extend => assert!(at(b + 0.01, d).is_finite()),
        }
    }
}

fn emitted(evaluator: &Evaluator) -> Sources {
    evaluator.emit(RUST_SIMD, "f").expect("sources")
}

#[test]
fn emitted_files_are_formatted_and_the_same_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, evaluator) in some().iter().enumerate() {
        let again = made(&evaluator.request);
        assert_eq!(&again, evaluator);
        for target in tmd_codegen::target::names() {
            let from_c = [RUST_SIMD, "c"].contains(&target);
            let own = Evaluator {
                request: Request { c_header: from_c, ..evaluator.request.clone() },
                ..evaluator.clone()
            };
            let long = "a_name_that_is_about_as_long_as_any_has_f64";
            let mut sources = own.emit(target, "tested").expect("sources");
            sources.extend(own.emit(target, long).expect("sources"));
            for (file, text) in &sources {
                check_layout(folder.path(), &format!("{index}_{file}"), text);
                assert!(text.contains("Proved: for every two "), "{file}");
            }
        }
    }
}

/// What a header calls a bound is one, and its parts add up to it.
#[test]
fn headers_state_bounds_and_sizes() {
    let evaluator = &some()[1];
    let header = evaluator.header(RUST_SIMD, "f").join(" ");
    let after = |mark: &str| -> f64 {
        let (_, rest) = header.split_once(mark).unwrap_or_else(|| panic!("{header}"));
        let number = rest.split([' ', ':', '(']).find(|word| !word.is_empty());
        number
            .and_then(|word| word.replace(',', "").parse().ok())
            .unwrap_or_else(|| panic!("{header}"))
    };
    let worst = evaluator.cells.iter().max_by(|a, b| a.error.total_cmp(&b.error)).expect("a cell");
    let said =
        ["the error is at most ", "is largest it is made of ", "by the polynomial and "].map(after);
    let is = [evaluator.error(), worst.approximation, worst.rounding];
    for (said, is) in said.into_iter().zip(is) {
        assert!(said >= is && said <= is * 1.1, "{said:e} for {is:e}");
    }
    assert!(((said[1] + said[2]) / said[0] - 1.0).abs() < 1e-2);
    assert_eq!(
        after("registers (with AVX-512; gathered elsewhere); "),
        evaluator.table_bytes() as f64
    );
    assert_eq!(after("a polynomial of "), evaluator.staircase.terms() as f64);
    assert!(header.contains("Outside the ranges: what the polynomial of the nearest cell gives"));
}

/// A change that a forger makes, and what the refusal says.
type Forgery = (&'static str, fn(&mut Certificate));

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    for evaluator in some() {
        let certificate = Certificate::new(evaluator, &emitted(evaluator)).expect("a certificate");
        let text = certificate.text().expect("a text");
        let read = Certificate::parse("c", text.as_bytes()).expect("the same again");
        assert_eq!(read, certificate);
        verify(&read, 5).unwrap_or_else(|diag| panic!("{}", diag.message));
    }
    let evaluator = &some()[1];
    assert!(evaluator.cells.len() > 3, "{}", evaluator.cells.len());
    let honest = Certificate::new(evaluator, &emitted(evaluator)).expect("a certificate");
    let forgeries: [Forgery; 21] = [
        ("can be proved", |c| c.function = "cos(2 * x) * exp(-y)".into()),
        ("can be proved", |c| c.function = "sin(2 * x) * exp(-y) + 1e-5".into()),
        ("can be proved", |c| c.cells[3].approximation /= 1.5),
        ("can be proved", |c| c.cells[3].rounding /= 1.5),
        ("can be proved", |c| c.cells[3].error /= 1.5),
        ("is asked for", |c| c.error /= 2.0),
        ("is said to be at most", |c| c.tolerance = "abs:1e-9".into()),
        ("do not lie", |c| c.x.range.1 = "0x1.cp+2".into()),
        ("can be proved", |c| c.y.range.0 = "-0x1p+0".into()),
        ("do not lie", |c| c.x.count += 1),
        ("do not lie", |c| c.x.grid = None),
        ("no grid", |c| drop(c.cells.pop())),
        ("no grid", |c| drop(c.cells.remove(0))),
        ("can be proved", |c| c.cells.swap(0, 1)),
        ("can be proved", |c| c.cells[1].coefficients[2] = "0x1p-3".into()),
        ("has 1 coefficients", |c| c.cells[1].coefficients.truncate(1)),
        ("degrees", |c| c.degrees.push(40)),
        ("coefficients; the degrees take", |c| c.degrees[0] += 1),
        ("not a number of type f32", |c| c.number = "f32".into()),
        ("not found by none", |c| c.lookup = "none".into()),
        ("not found by bst", |c| c.lookup = "bst".into()),
    ];
    for (index, (part, forge)) in forgeries.into_iter().enumerate() {
        let mut forged = honest.clone();
        forge(&mut forged);
        let diag = verify(&forged, 5).expect_err("refused");
        assert!(diag.message.contains(part), "{index}: {}", diag.message);
    }
}

fn lattice(count: u32, of: &mut dyn FnMut(f64, f64) -> f64) -> Samples {
    let lines: String = (0..=count)
        .flat_map(|i| (0..=count).map(move |j| (i, j)))
        .map(|(i, j)| [i, j].map(|k| f64::from(k) * 2.0 / f64::from(count)))
        .map(|[x, y]| format!("{x:?};{y:?};{:?}\n", of(x, y)))
        .collect();
    Samples::parse("samples", &format!("x;\"y\";volt\n{lines}")).expect("samples")
}

/// Samples are met; polynomials that repeat noise are told from those that samples speak for.
#[test]
fn samples_are_met_and_held_out_ones_tell_noise_from_a_function() {
    let mut random = Random::new(4);
    let mut noise = || ((random.next() >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 2e-3;
    let f = |x: f64, y: f64| (x + 0.5 * y).sin() * (-y).exp();
    let smooth = lattice(30, &mut |x, y| f(x, y));
    let noisy = lattice(30, &mut |x, y| f(x, y) + noise());
    let few = lattice(6, &mut |x, y| f(x, y) + noise());
    let wanted = |samples: &Samples, tolerance: &str| Request {
        table_budget: 1 << 16,
        ..request("", [&samples.range(Sample::x), &samples.range(Sample::y)], tolerance, Width::W64)
    };
    for (samples, tolerance, repeats, most) in [
        (&smooth, "abs:1e-8", false, 3e-8),
        (&noisy, "abs:2e-3", false, 3e-3),
        (&few, "abs:1e-9", true, f64::INFINITY),
    ] {
        let evaluator = make(&wanted(samples, tolerance), Source::Samples(samples.clone()))
            .unwrap_or_else(|diag| panic!("{tolerance}: {}", diag.message));
        let held_out = evaluator.held_out.expect("samples");
        assert_eq!(held_out.samples, samples.points.len());
        assert_eq!(held_out.is_repetition(), repeats, "{tolerance}: {held_out:?}");
        assert!(held_out.error <= most, "{tolerance}: {held_out:?}");
        for Sample { x, y, value } in &samples.points {
            let found = interpreted(&evaluator, &[(x.to_bits(), y.to_bits())])[0];
            assert!((f64::from_bits(found) - value).abs() <= evaluator.error());
        }
        let header = evaluator.header(RUST_SIMD, "f").join(" ");
        assert!(
            header.contains("Held out: ") && header.contains("Sampled, not proved"),
            "{header}"
        );
        assert!(Certificate::new(&evaluator, &emitted(&evaluator)).is_err());
    }
    let diag = make(&wanted(&noisy, "abs:1e-6"), Source::Samples(noisy)).expect_err("noise");
    assert!(diag.message.contains("is not met from x = "), "{}", diag.message);
    // No sample says anything of half of the rectangle.
    let empty = Samples {
        points: smooth.points.iter().copied().filter(|sample| sample.x + sample.y < 1.0).collect(),
        ..smooth.clone()
    };
    let wide = Request { ranges: ["0,2", "0,1"].map(str::to_owned), ..wanted(&smooth, "abs:1e-4") };
    let diag = make(&wide, Source::Samples(empty)).expect_err("nothing is known");
    assert!(diag.message.contains("nothing is known from x = "), "{}", diag.message);
}

#[test]
fn bad_requests_say_what_is_wrong() {
    for (function, ranges, tolerance, part) in [
        ("x * y", ["-1,1", "-1,1"], "rel:1e-6", "is 0 at x = "),
        ("x - y + 0.1", ["0,1", "0,1"], "ulp:3", "is 0 between x = "),
        ("log(x - y)", ["0,1", "0,1"], "abs:1e-6", "at x = "),
        ("exp(x * y)", ["0,1", "0,1"], "abs:1e-17", "the rounding of the result alone"),
        ("sin(1e5 * x * y)", ["0,1", "0,1"], "abs:1e-6", "not from x = "),
        ("exp(x * y)", ["0", "0,1"], "abs:1e-6", "--range-x 0 has one end"),
        ("exp(x * y)", ["0,1", "1,0"], "abs:1e-6", "--range-y 1,0 holds no two numbers"),
        ("sin(9 * x) * cos(9 * y)", ["0,3", "0,3"], "abs:1e-13", "bytes of tables; the budget is"),
    ] {
        let start = Instant::now();
        let source = Source::function(function, None).expect("a function");
        let diag =
            make(&request(function, ranges, tolerance, Width::W64), source).expect_err(function);
        assert!(diag.message.contains(part), "{function}: {}", diag.message);
        assert!(diag.help.is_some(), "{function}");
        println!("{function}: {:.2} s", start.elapsed().as_secs_f64());
    }
}
