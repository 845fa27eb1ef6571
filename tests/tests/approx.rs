//! Evaluators: no error above the proved one, none much below it, the same bits on every target.

use rug::{Float, Rational};
use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::approx::{
    self, Basis, Cells, Evaluator, Outside, Request, Samples, Source, Strategy,
};
use tmd_codegen::interval::Interval;
use tmd_codegen::ir::Width;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::target::Sources;
use tmd_codegen::target_names::{C, CUDA, RUST_SIMD};
use tmd_tests::evaluator::{
    RustLevels, c_compilers, c_levels, check_layout, cuda_on_a_cpu, cuda_source, from_c,
    interpreted,
};
use tmd_tests::random::Random;

fn request(function: &str, range: &str, tolerance: &str, width: Width) -> Request {
    let tolerance = tolerance.parse().unwrap_or_else(|diag| panic!("{diag}"));
    Request::new(function, range, tolerance, width)
}

fn make(request: &Request) -> Evaluator {
    let source = Source::function(&request.function, None).expect("a function");
    let start = Instant::now();
    let evaluator = approx::make(request, source)
        .unwrap_or_else(|diag| panic!("{request:?}: {}", diag.message));
    println!(
        "{}: {} leaves ({}), degree {}, {}, error {:.3e}, {:.2} cycles a vector, {:.2} s",
        evaluator.command(),
        evaluator.leaves.len(),
        evaluator.cells.name(),
        evaluator.degree(),
        evaluator.strategy,
        evaluator.error(),
        evaluator.cycles,
        start.elapsed().as_secs_f64()
    );
    evaluator
}

/// The neighbours of a number, itself among them.
fn around(width: Width, x: f64) -> Vec<f64> {
    let (below, above) = match width {
        Width::W64 => (x.next_down(), x.next_up()),
        Width::W32 => (f64::from((x as f32).next_down()), f64::from((x as f32).next_up())),
    };
    vec![below, width.number(width.bits_of(x)), above]
}

/// Ends of all leaves with their neighbours, and numbers at random; all in the range.
fn arguments(evaluator: &Evaluator, random: usize) -> Vec<f64> {
    let width = evaluator.request.width;
    let (a, b) = evaluator.range;
    let mut x: Vec<f64> = evaluator
        .leaves
        .iter()
        .flat_map(|leaf| [leaf.place.from.to_f64(), leaf.place.to.to_f64()])
        .flat_map(|end| around(width, end))
        .collect();
    let mut numbers = Random::new(77);
    for _ in 0..random {
        let share = (numbers.next() >> 11) as f64 / (1u64 << 53) as f64;
        x.push(width.number(width.bits_of(a + (b - a) * share)));
        // In a leaf, wherever it lies.
        let leaf = &evaluator.leaves[numbers.next() as usize % evaluator.leaves.len()];
        let [from, to] = [&leaf.place.from, &leaf.place.to].map(Rational::to_f64);
        x.push(width.number(width.bits_of(from + (to - from) * share)));
    }
    x.retain(|x| (a..=b).contains(x));
    x
}

fn truth(spec: &FunctionSpec, x: f64) -> Float {
    let point = Interval::from_f64(x, 256).expect("a number");
    spec.eval(&point).expect("a value").mid()
}

/// The largest error that is seen, as a share of the leaf's proved one. None is above that.
fn check(evaluator: &Evaluator, random: usize) -> f64 {
    let Source::Function(spec) = &evaluator.source else { panic!("a function") };
    let width = evaluator.request.width;
    let x = arguments(evaluator, random);
    let bits: Vec<u64> = x.iter().map(|x| width.bits_of(*x)).collect();
    let values = interpreted(evaluator, &bits);
    let mut most: f64 = 0.0;
    for (x, y) in x.iter().zip(values) {
        let y = width.number(y);
        let error = (truth(spec, *x) - y).abs().to_f64();
        let leaf = evaluator.leaf_of(*x);
        let proved = leaf.approximation + leaf.rounding;
        assert!(error <= proved, "{} at {x:e}: {error:e} > {proved:e}", evaluator.command());
        most = most.max(error / (leaf.approximation + leaf.rounding));
    }
    most
}

/// The largest error in the tolerance's measure that is seen, as a share of the proved one.
#[test]
fn errors_are_bounded_and_bounds_are_tight() {
    for (function, range, tolerance, width, least) in [
        ("sin", "0,20", "abs:1e-6", Width::W32, 0.5),
        ("sin", "0,20", "abs:1e-14", Width::W64, 0.5),
        ("exp", "-1,1", "abs:1e-14", Width::W64, 0.5),
        ("exp", "-80,80", "rel:1e-6", Width::W32, 0.3),
        ("tanh", "-20,20", "abs:1e-12", Width::W64, 0.5),
        ("exp(x) * sin(x)", "0,3", "abs:1e-12", Width::W64, 0.5),
        ("1 / (1 + 25 * x * x)", "-1,1", "abs:1e-12", Width::W64, 0.5),
        ("1 / (1 + 25 * x * x)", "-1,1", "norm:1e-6", Width::W32, 0.5),
        ("log", "1,2", "abs:1e-15", Width::W64, 0.3),
        ("cos", "-1.5,1.5", "ulp:40", Width::W32, 0.2),
    ] {
        let evaluator = make(&request(function, range, tolerance, width));
        assert!(evaluator.leaves.iter().all(|leaf| leaf.error > 0.0));
        let seen = check(&evaluator, 3000);
        println!("  seen / proved: {seen:.3}");
        assert!(seen >= least, "{function}: {seen}");
    }
}

#[test]
fn leaves_may_be_graded() {
    for (function, range, tolerance) in [
        ("sqrt", "0,1", "abs:1e-10"),
        ("sqrt", "0,1", "abs:1e-14"),
        ("x * log(x)", "2^-40,1", "abs:1e-10"),
    ] {
        let evaluator = make(&request(function, range, tolerance, Width::W64));
        assert!(matches!(evaluator.cells, Cells::Tree { .. }));
        check(&evaluator, 2000);
    }
}

#[test]
fn every_lookup_and_basis_gives_what_is_proved() {
    let all = [
        (Strategy::None, 1),
        (Strategy::Permute, 16),
        (Strategy::Permute2, 32),
        (Strategy::Row, 100),
        (Strategy::Gather, 50),
        (Strategy::Bst, 0),
        (Strategy::Hash, 0),
    ];
    for basis in [Basis::Monomial, Basis::Chebyshev, Basis::Legendre] {
        for (strategy, leaves) in all {
            for width in [Width::W32, Width::W64] {
                let tolerance = if width == Width::W32 { "abs:1e-5" } else { "abs:1e-12" };
                let range = if strategy == Strategy::None { "0,1" } else { "0,10" };
                let request = Request {
                    basis,
                    strategy,
                    leaves: (leaves > 0).then_some(leaves),
                    outside: Outside::Nan,
                    ..request("exp(-x) * cos(x)", range, tolerance, width)
                };
                let evaluator = make(&request);
                assert_eq!(evaluator.strategy, strategy);
                check(&evaluator, 200);
            }
        }
    }
}

/// Arguments in the range and outside, and NaN.
fn everywhere(evaluator: &Evaluator) -> Vec<u64> {
    let width = evaluator.request.width;
    let mut x = arguments(evaluator, 500);
    let (a, b) = evaluator.range;
    let wide = b - a;
    x.extend([a - wide, a.next_down(), b.next_up(), b + wide, 1e30, -1e30, 0.0, -0.0, 1e-40]);
    x.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
    x.iter().map(|x| width.bits_of(*x)).collect()
}

/// The same numbers; any number that is none is as good as another.
fn same(width: Width, wanted: &[u64], found: &[u64], what: &str) {
    assert_eq!(wanted.len(), found.len(), "{what}");
    for (at, (a, b)) in wanted.iter().zip(found).enumerate() {
        let both_none = width.number(*a).is_nan() && width.number(*b).is_nan();
        assert!(a == b || both_none, "{what}, number {at}: {a:x} and {b:x}");
    }
}

/// Some of every kind, made once for all tests.
fn some() -> &'static [Evaluator] {
    static MADE: OnceLock<Vec<Evaluator>> = OnceLock::new();
    MADE.get_or_init(make_some)
}

fn make_some() -> Vec<Evaluator> {
    let outside = |outside, request| Request { outside, ..request };
    let strategy = |strategy, leaves, request| Request { strategy, leaves, ..request };
    let requests = [
        request("sin", "0,20", "abs:1e-6", Width::W32),
        outside(Outside::Nan, request("sin", "0,20", "abs:1e-12", Width::W64)),
        outside(Outside::Extend, request("exp", "-1,1", "abs:1e-10", Width::W64)),
        outside(
            Outside::Extend,
            strategy(Strategy::Permute2, Some(60), request("exp", "-1,1", "abs:1e-5", Width::W32)),
        ),
        strategy(Strategy::Row, Some(100), request("tanh", "-9,9", "abs:1e-9", Width::W64)),
        strategy(Strategy::Row, Some(90), request("tanh", "-9,9", "abs:1e-5", Width::W32)),
        strategy(Strategy::Gather, Some(20), request("tanh", "-9,9", "abs:1e-5", Width::W32)),
        outside(Outside::Extend, request("sqrt", "0,1", "abs:1e-8", Width::W64)),
        outside(
            Outside::Extend,
            strategy(Strategy::Hash, None, request("tanh", "-9,9", "abs:1e-9", Width::W64)),
        ),
        strategy(Strategy::Hash, None, request("tanh", "-9,9", "abs:1e-5", Width::W32)),
        Request {
            basis: Basis::Legendre,
            strategy: Strategy::Bst,
            ..request("cos", "0,9", "abs:1e-5", Width::W32)
        },
    ];
    requests.iter().map(make).collect()
}

#[test]
fn all_levels_give_the_same_bits() {
    for evaluator in some() {
        let x = everywhere(evaluator);
        let wanted = interpreted(evaluator, &x);
        let levels = RustLevels::new(evaluator);
        for (level, found) in levels.values(&x) {
            same(evaluator.request.width, &wanted, &found, level);
        }
    }
}

/// Results that do not stay in a cache are written past it.
#[test]
fn many_values_are_the_same() {
    for width in [Width::W32, Width::W64] {
        let evaluator = make(&request("sin", "0,20", "abs:1e-5", width));
        let few = everywhere(&evaluator);
        let wanted = interpreted(&evaluator, &few);
        let many: Vec<u64> = few.iter().copied().cycle().take((1 << 20) + 77).collect();
        for (level, found) in RustLevels::new(&evaluator).values(&many) {
            for part in found.chunks(few.len()) {
                same(width, &wanted[..part.len()], part, level);
            }
        }
    }
}

#[test]
fn c_programs_get_the_same_bits() {
    for width in [Width::W32, Width::W64] {
        let request = request("exp", "-1,1", "abs:1e-6", width);
        let evaluator = make(&Request { c_header: true, ..request });
        let x = everywhere(&evaluator);
        let wanted = interpreted(&evaluator, &x);
        same(width, &wanted, &from_c(&evaluator, &x), "C");
        for (how, found) in c_levels(&evaluator, &x) {
            same(width, &wanted, &found, &how);
        }
    }
}

/// What changes results is refused by the file itself, and names that C needs by the generator.
#[test]
fn c_files_refuse_what_changes_bits() {
    let request = request("exp", "0,1", "abs:1e-6", Width::W64);
    let evaluator = make(&request);
    let folder = tempfile::tempdir().expect("a folder");
    let sources = evaluator.emit(C, "f").expect("sources");
    std::fs::write(folder.path().join("f.c"), &sources["f.c"]).expect("written");
    let compiles = |compiler: &str, flags: &[&str]| {
        let mut command = std::process::Command::new(compiler);
        command.args(flags).args(["-c", "-o", "f.o", "f.c"]).current_dir(folder.path());
        command.output().expect("the compiler runs").status.success()
    };
    for compiler in c_compilers() {
        assert!(compiles(&compiler, &["-O2"]) && compiles(&compiler, &["-O2", "-march=native"]));
        for flag in ["-ffast-math", "-funsafe-math-optimizations", "-ffinite-math-only"] {
            assert!(!compiles(&compiler, &["-O2", flag]), "{compiler} {flag}");
        }
    }
    for name in ["exp", "isnan", "_f", "bits_of_vectors"] {
        assert!(evaluator.emit(C, name).is_err(), "{name}");
    }
}

#[test]
fn c_gives_the_same_bits() {
    for evaluator in some() {
        let x = everywhere(evaluator);
        let wanted = interpreted(evaluator, &x);
        for (how, found) in c_levels(evaluator, &x) {
            same(evaluator.request.width, &wanted, &found, &how);
        }
    }
}

#[test]
fn cuda_gives_the_same_bits() {
    let tools = tmd_tests::cuda::tools();
    for evaluator in some() {
        let x = everywhere(evaluator);
        let found = cuda_on_a_cpu(evaluator, &x);
        same(evaluator.request.width, &interpreted(evaluator, &x), &found, "cuda");
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
        let x = everywhere(evaluator);
        let wanted = interpreted(evaluator, &x);
        for form in ["gpu", "cpu"] {
            let Some(found) = tmd_tests::evaluator::opencl(evaluator, form, &x) else { return };
            same(evaluator.request.width, &wanted, &found, form);
        }
    }
}

#[test]
fn what_is_tuned_can_be_made_again() {
    for (function, range) in [("sin", "0,20"), ("exp", "-1,1")] {
        let wanted = request(function, range, "abs:1e-9", Width::W64);
        let source = || Source::function(function, None).expect("a function");
        let several = approx::make_several(&wanted, source(), 4).expect("evaluators");
        assert!(several.len() == 4 && several.iter().all(|made| made.error() <= 1e-9));
        let tuned = approx::tune(several).expect("times");
        assert!(tuned.len() == 4 && tuned.is_sorted_by(|a, b| a.rate >= b.rate));
        for tuned in tuned {
            let pinned = tuned.evaluator.pinned();
            let again = approx::make(&pinned.request, source()).expect("the same");
            assert_eq!(again.emit(CUDA, "f"), pinned.emit(CUDA, "f"));
        }
    }
}

#[test]
fn outside_is_what_was_asked_for() {
    for outside in [Outside::Clamp, Outside::Nan, Outside::Extend] {
        for strategy in [Strategy::None, Strategy::Permute, Strategy::Bst] {
            let wanted =
                Request { outside, strategy, ..request("exp", "-1,1", "abs:1e-9", Width::W64) };
            let evaluator = make(&wanted);
            let x = [-1.0, 1.0, -1.5, 1.5, f64::NAN];
            let bits: Vec<u64> = x.iter().map(|x| x.to_bits()).collect();
            let y: Vec<f64> =
                interpreted(&evaluator, &bits).into_iter().map(f64::from_bits).collect();
            assert!(y[4].is_nan());
            match outside {
                Outside::Clamp => assert_eq!((y[2], y[3]), (y[0], y[1])),
                Outside::Nan => assert!(y[2].is_nan() && y[3].is_nan()),
                // A leaf's polynomial is still good a little way out.
                Outside::Extend => assert!(y[3] > y[1] && y[3] < 5.0 && y[2] < y[0], "{y:?}"),
            }
        }
    }
}

#[test]
fn samples_are_met_or_refused() {
    let samples = |f: &dyn Fn(f64) -> f64, count: u32| {
        let lines = (0..=count).map(|k| {
            let x = f64::from(k) / f64::from(count);
            format!("{x} {}\n", f(x))
        });
        Samples::parse("samples", &lines.collect::<String>()).expect("samples")
    };
    let wanted = request("", "0,1", "abs:1e-6", Width::W64);
    let smooth = samples(&|x: f64| (3.0 * x).sin(), 2000);
    let evaluator = approx::make(&wanted, Source::Samples(smooth.clone())).expect("an evaluator");
    for (x, y) in &smooth.points {
        let found = f64::from_bits(interpreted(&evaluator, &[x.to_bits()])[0]);
        assert!((found - y).abs() <= evaluator.error() && evaluator.error() <= 1e-6);
    }
    let header = evaluator.header(RUST_SIMD, "f").join("\n");
    assert!(header.contains("Sampled, not proved") && !header.contains("Proved"), "{header}");

    // A step between two samples that lie too near to each other for any leaf between them.
    let jump = 0.3f64.next_up();
    let mut step = samples(&|x| if x > 0.3 { 1.0 } else { 0.0 }, 2000);
    step.points.retain(|(x, _)| (x - 0.3).abs() > 1e-9);
    step.points.extend([(0.3, 0.0), (jump, 1.0)]);
    step.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let small = Request { table_budget: 1024, ..wanted };
    let diag = approx::make(&small, Source::Samples(step)).expect_err("a jump");
    assert!(diag.message.contains("cannot be met") || diag.message.contains("not met"), "{diag}");
    assert!(diag.message.contains("3.0") || diag.message.contains("2.9"), "{diag}");
}

/// Polynomials that repeat noise are told from those that samples speak for, by samples that were held out.
#[test]
fn samples_that_were_held_out_tell_noise_from_a_function() {
    let mut state = 1u64;
    let mut noise = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 2e-3
    };
    let of = |y: &mut dyn FnMut(f64) -> f64| {
        let lines: String = (0..=400)
            .map(|k| f64::from(k) / 100.0)
            .map(|x| format!("{x:?};{:?}\n", y(x)))
            .collect();
        Samples::parse("samples", &format!("time;\"signal\"\n{lines}")).expect("samples")
    };
    let (smooth, noisy) = (of(&mut f64::sin), of(&mut |x| x.sin() + noise()));
    // The tolerance; whether there are as many coefficients as samples; the most that held-out samples may be missed by.
    for (samples, tolerance, repeats, most) in [
        (&smooth, "abs:1e-10", false, 2e-10),
        (&noisy, "abs:2e-3", false, 2e-3),
        (&noisy, "abs:1e-12", true, f64::INFINITY),
    ] {
        let wanted = Request {
            table_budget: 1 << 16,
            ..request("", &samples.range(), tolerance, Width::W64)
        };
        let evaluator =
            approx::make(&wanted, Source::Samples(samples.clone())).expect("an evaluator");
        let held_out = evaluator.held_out.expect("samples");
        assert_eq!(held_out.samples, 401, "{tolerance}");
        assert_eq!(held_out.is_repetition(), repeats, "{tolerance}: {held_out:?}");
        assert!(held_out.error <= most, "{tolerance}: {held_out:?}");
        if repeats {
            // The noise comes back, and more.
            assert!(evaluator.error() <= 1e-12 && held_out.error > 1e-3, "{held_out:?}");
        }
        let header = evaluator.header(RUST_SIMD, "f").join(" ");
        assert!(header.contains("Held out: ") && header.contains("for 401 samples"), "{header}");
    }
    let known = request("exp", "0,1", "abs:1e-6", Width::W64);
    let known = approx::make(&known, Source::function("exp", None).expect("exp"));
    assert_eq!(known.expect("an evaluator").held_out, None);
}

#[test]
fn bad_requests_say_what_is_wrong() {
    for (function, range, tolerance, width, part) in [
        ("exp", "1", "abs:1e-6", Width::W64, "one end"),
        ("exp", "2,1", "abs:1e-6", Width::W64, "no two numbers"),
        ("exp", "0,1e60", "abs:1e-6", Width::W32, "not a number of the type"),
        ("log", "-1,1", "abs:1e-6", Width::W64, "0 or negative"),
        ("exp", "0,1", "abs:1e-18", Width::W64, "the rounding of the result alone"),
        ("sin", "-1,1", "rel:1e-10", Width::W64, "rel:1e-10"),
    ] {
        let wanted = request(function, range, tolerance, width);
        let source = Source::function(function, None).expect("a function");
        let diag = approx::make(&wanted, source).expect_err("refused");
        assert!(diag.message.contains(part), "{function} {range}: {}", diag.message);
    }
}

#[test]
fn emitted_files_are_formatted_and_the_same_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, evaluator) in some().iter().enumerate() {
        let again = make(&evaluator.request);
        assert_eq!(&again, evaluator);
        for target in tmd_codegen::target::names() {
            let sources = evaluator.emit(target, "tested").expect("sources");
            assert_eq!(again.emit(target, "tested").as_ref(), Ok(&sources));
            for (file, text) in &sources {
                check_layout(folder.path(), &format!("{index}_{file}"), text);
            }
        }
    }
}

fn emitted(evaluator: &approx::Evaluator) -> Sources {
    evaluator.emit(RUST_SIMD, "f").expect("sources")
}

/// A change that a forger makes, and what the refusal says.
type Forgery = (&'static str, fn(&mut approx::Certificate));

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    for evaluator in some() {
        let certificate =
            approx::Certificate::new(evaluator, &emitted(evaluator)).expect("a certificate");
        let text = certificate.text().expect("a text");
        let read = approx::Certificate::parse("c", text.as_bytes()).expect("the same again");
        assert_eq!(read, certificate);
        approx::verify(&read, false, 5).unwrap_or_else(|diag| panic!("{}", diag.message));
    }
    let evaluator = make(&request("sin", "0,20", "abs:1e-12", Width::W64));
    let honest = approx::Certificate::new(&evaluator, &emitted(&evaluator)).expect("a certificate");
    let forgeries: [Forgery; 16] = [
        ("can be proved", |c| c.function = "cos(x)".into()),
        ("can be proved", |c| c.function = "sin(x) + 1e-11".into()),
        ("can be proved", |c| c.leaves[3].approximation /= 1.5),
        ("can be proved", |c| c.leaves[3].rounding /= 1.5),
        ("can be proved", |c| c.leaves[3].error /= 1.5),
        ("is asked for", |c| c.error /= 2.0),
        ("is asked for", |c| c.tolerance = "abs:1e-15".into()),
        ("do not lie", |c| c.range.1 = "0x1.5p+4".into()),
        ("do not lie", |c| c.range.0 = "-0x1p+0".into()),
        ("do not lie", |c| drop(c.leaves.pop())),
        ("do not lie", |c| drop(c.leaves.remove(0))),
        ("another map", |c| c.leaves[2].offset = "-0x1.8p+1".into()),
        ("can be proved", |c| c.leaves.swap(2, 5)),
        ("can be proved", |c| c.leaves[1].coefficients[4] = "0x1p-9".into()),
        ("one degree", |c| drop(c.leaves[1].coefficients.pop())),
        ("not a number of type f32", |c| c.number = "f32".into()),
    ];
    for (index, (part, forge)) in forgeries.into_iter().enumerate() {
        let mut forged = honest.clone();
        forge(&mut forged);
        if index == 12 {
            // With their places as they should be.
            for (leaf, place) in forged.leaves.iter_mut().zip(&honest.leaves) {
                leaf.offset.clone_from(&place.offset);
            }
        }
        let diag = approx::verify(&forged, false, 5).expect_err("refused");
        assert!(diag.message.contains(part), "{index}: {}", diag.message);
    }
    let samples = Samples::parse("s", "0 0\n1 1\n").expect("samples");
    let wanted = request("", "0,1", "abs:1e-3", Width::W64);
    let sampled = approx::make(&wanted, Source::Samples(samples)).expect("an evaluator");
    assert!(approx::Certificate::new(&sampled, &emitted(&sampled)).is_err());
}

/// Every number of binary32 from 0 to 20, against an evaluator in binary64 that is proved to be a million times
/// better.
#[test]
fn every_binary32_number_is_within_the_bound() {
    let short = make(&request("j0", "0,20", "abs:1e-6", Width::W32));
    let long = make(&request("j0", "0,20", "abs:1e-13", Width::W64));
    let bound = short.leaves.iter().map(|leaf| leaf.approximation + leaf.rounding);
    let bound = bound.fold(0.0, f64::max);
    let (count, largest) = tmd_tests::evaluator::compared(&short, &long);
    println!("{count} numbers, largest error {largest:e}, bound {bound:e}");
    assert_eq!(count, u64::from(20f32.to_bits()) + 1);
    assert!(largest <= bound + 1e-13 && largest >= bound / 2.0, "{largest:e} {bound:e}");
}

#[test]
fn odd_requests_are_met_or_refused() {
    // Terms that cancel: the largest |f| is 1.7e-22.
    let cancelling = request("exp(x) - 1 - x - x * x / 2", "0,1e-7", "norm:1e-2", Width::W64);
    let source = |request: &Request| Source::function(&request.function, None).expect("a function");
    if let Ok(evaluator) = approx::make(&cancelling, source(&cancelling)) {
        let largest = evaluator.leaves.iter().map(|leaf| leaf.approximation + leaf.rounding);
        assert!(largest.fold(0.0, f64::max) <= 1.7e-24);
    }
    // So wide a tolerance that a constant would do; yet a NaN gives a NaN.
    let constant = make(&request("exp", "0,1", "abs:1", Width::W32));
    assert!(constant.degree() >= 1);
    let none = interpreted(&constant, &[u64::from(f32::NAN.to_bits())]);
    assert!(f32::from_bits(none[0] as u32).is_nan());
    // Leaves shorter than the inverse of the largest binary32 number.
    let tiny = Request {
        strategy: Strategy::Bst,
        degree: Some(12),
        ..request("sqrt", "2^-300,2^-299", "rel:1e-4", Width::W64)
    };
    let tiny = make(&tiny);
    assert!(tiny.leaves.iter().all(|leaf| leaf.coefficients.iter().all(|c| c.is_finite())));
    check(&tiny, 300);
    // Values up to the largest numbers.
    check(&make(&request("exp", "80,88.5", "rel:1e-5", Width::W32)), 300);
    // Ends whose difference overflows.
    let wide = Request {
        strategy: Strategy::None,
        ..request("tanh", "-1.7e308,1.7e308", "abs:1e-3", Width::W64)
    };
    let diag = approx::make(&wide, source(&wide)).expect_err("too steep for its length");
    assert!(diag.message.contains("abs:1e-3"), "{}", diag.message);
    // Names that are made from what is no name.
    let fraction = make(&request("1 / (1 + 25 * x * x)", "-1,1", "abs:1e-3", Width::W64));
    fraction.emit(RUST_SIMD, &fraction.name()).expect("a name");
    for name in ["BLOCK", "double", "fma", "self", "2x", "a-b", ""] {
        assert!(fraction.emit(RUST_SIMD, name).is_err(), "{name}");
    }
    let tree = Request { strategy: Strategy::Bst, leaves: Some(5), ..wide };
    let diag = approx::make(&tree, source(&tree)).expect_err("no meaning");
    assert!(diag.message.contains("--leaves has no meaning"));
}

#[test]
fn samples_are_those_of_the_type() {
    let lines: String = (0..=1000)
        .map(|k| f64::from(k) / 1000.0)
        .map(|x| format!("{x} {}\n", (20.0 * x).sin()))
        .collect();
    let samples = Samples::parse("samples", &lines).expect("samples");
    let wanted = request("", "0,1", "abs:1e-4", Width::W32);
    let evaluator = approx::make(&wanted, Source::Samples(samples.clone())).expect("an evaluator");
    for (x, y) in &samples.points {
        let bits = u64::from((*x as f32).to_bits());
        let found = f32::from_bits(interpreted(&evaluator, &[bits])[0] as u32);
        assert!((f64::from(found) - y).abs() <= evaluator.error(), "{x}");
    }
    let nowhere = Request { range: "100,200".into(), ..wanted.clone() };
    let diag = approx::make(&nowhere, Source::Samples(samples)).expect_err("no samples");
    assert!(diag.message.contains("no sample from 100 to 200"), "{}", diag.message);
    let close = Samples::parse("s", "1 1\n1.00000000001 1\n2 2\n").expect("samples");
    let wanted = Request { range: "1,2".into(), ..wanted };
    let diag = approx::make(&wanted, Source::Samples(close)).expect_err("one number");
    assert!(diag.message.contains("one number of the type"), "{}", diag.message);
}
