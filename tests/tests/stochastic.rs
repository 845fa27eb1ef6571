//! Stochastic twins: every target rounds as the processor's own modes do, and gives what the definition gives.

use tmd_codegen::ir::{Builder, Kernel, Rounded, Value, Width};
use tmd_codegen::stochastic::{Detect, Options, Rounding, Stochastic, parse};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_tests::evaluator::check_layout;
use tmd_tests::full::is_full;
use tmd_tests::random::Random;
use tmd_tests::twin::{Gave, Run, RustTwin, by_the_processor, c, cuda_on_cpu};

const WIDTHS: [Width; 2] = [Width::W64, Width::W32];

fn made(text: &str, width: Width, options: Options) -> Stochastic {
    let kernel = parse("test", text, width).unwrap_or_else(|diag| panic!("{}", diag.message));
    Stochastic::new(kernel, options).unwrap_or_else(|diag| panic!("{}", diag.message))
}

/// A kernel of one operation.
fn one(kind: Rounded, width: Width) -> Kernel {
    let mut b = Builder::function("one", 1, width);
    let x: Vec<Value> = (0..kind.arity())
        .map(|k| {
            let array = b.array(["a", "b", "c"][k]);
            let here = b.word(0);
            b.load(array, here)
        })
        .collect();
    let result = match kind {
        Rounded::Add => b.add(x[0], x[1]),
        Rounded::Sub => b.sub(x[0], x[1]),
        Rounded::Mul => b.mul(x[0], x[1]),
        Rounded::Div => b.div(x[0], x[1]),
        Rounded::Sqrt => b.sqrt(x[0]),
        Rounded::Fma => b.fma(x[0], x[1], x[2]),
    };
    b.results(&[result]);
    b.finish()
}

/// Numbers of all sizes, and the edges, with a turn for what is near 1.
fn number(random: &mut Random, width: Width) -> u64 {
    let (bits, precision) = (width.bits(), width.precision());
    let fraction = precision - 1;
    let exponents = (1u64 << (bits - precision)) - 1;
    let word = random.next() & u64::MAX >> (64 - bits);
    let sign = word & width.sign();
    let low = word & ((1 << fraction) - 1);
    let near = |random: &mut Random, at: u64, by: u64| {
        (at + random.below(2 * by + 1)).saturating_sub(by).min(exponents - 1) << fraction
    };
    let bias = exponents / 2;
    match random.below(16) {
        0 => sign,
        1 => sign | exponents << fraction,
        2 => sign | ((exponents << fraction) - 1 - random.below(3)),
        3 => sign | (1 + random.below(3)),
        4 => sign | 1 << fraction | random.below(2),
        5 => sign | low,
        6 => sign | near(random, exponents, 60) | low,
        7 => sign | near(random, 0, 60) | low,
        8 => sign | near(random, bias / 2, 30) | low,
        9 => sign | near(random, bias / 2 * 3, 30) | low & !0 << random.below(u64::from(fraction)),
        10 | 11 => sign | near(random, bias, 60) | low,
        12 | 13 => sign | near(random, bias, 3) | low & !0 << random.below(u64::from(fraction)),
        _ => word,
    }
}

/// Operands of an operation, some of them such that terms cancel.
fn operands(kind: Rounded, width: Width, count: usize, seed: u64) -> Vec<Vec<u64>> {
    let mut random = Random::new(seed);
    let mask = u64::MAX >> (64 - width.bits());
    let mut columns = vec![Vec::with_capacity(count); kind.arity()];
    for _ in 0..count {
        let mut row: Vec<u64> = columns.iter().map(|_| number(&mut random, width)).collect();
        if random.below(3) == 0 {
            let numbers: Vec<f64> = row.iter().map(|bits| width.number(*bits)).collect();
            let near = |x: f64, random: &mut Random| {
                (width.bits_of(x).wrapping_add(random.below(5)).wrapping_sub(2)) & mask
            };
            match kind {
                Rounded::Fma => row[2] = near(-(numbers[0] * numbers[1]), &mut random),
                Rounded::Add => row[1] = near(-numbers[0], &mut random),
                Rounded::Sub | Rounded::Div => row[1] = near(numbers[0], &mut random),
                Rounded::Mul | Rounded::Sqrt => {}
            }
        }
        columns.iter_mut().zip(row).for_each(|(column, bits)| column.push(bits));
    }
    columns
}

fn same(width: Width, a: u64, b: u64) -> bool {
    a == b || width.number(a).is_nan() && width.number(b).is_nan()
}

/// Every sample is the processor's result rounded up or down, the third as the second is not; and about as often up as
/// down.
fn check(what: &str, kind: Rounded, width: Width, gave: &Gave, truth: &[(u64, u64)]) {
    let mut up = 0u64;
    let mut told = 0u64;
    for (at, (above, below)) in truth.iter().enumerate() {
        let samples = [0, 1, 2].map(|s| gave.results[s][at]);
        let fits = |s: u64, of: u64| same(width, s, of);
        for sample in samples {
            assert!(
                fits(sample, *above) || fits(sample, *below),
                "{what} {kind:?} {width:?} element {at}: {sample:x}, up {above:x}, down {below:x}"
            );
        }
        if !fits(*above, *below) {
            assert_ne!(samples[1], samples[2], "{what} {kind:?}: the third is not opposite");
            up += u64::from(samples[0] == *above);
            told += 1;
        }
    }
    let share = up as f64 / told as f64;
    let limit = 5.0 / (told as f64).sqrt();
    assert!((share - 0.5).abs() < limit, "{what} {kind:?}: {share} of {told} up");
}

fn count() -> usize {
    let text = std::env::var("TMD_STOCHASTIC_COUNT").unwrap_or_default();
    text.parse().unwrap_or(1 << 15)
}

#[test]
fn every_level_rounds_as_the_processor() {
    let count = count();
    println!(
        "{count} operations of each kind, type and level: TMD_STOCHASTIC_COUNT gives another number"
    );
    for width in WIDTHS {
        for kind in Rounded::ALL.iter().copied() {
            let made = Stochastic::new(one(kind, width), Options::default()).expect("a twin");
            let operands = operands(kind, width, count, 1);
            let truth = by_the_processor(kind, width, &operands);
            let what = Run {
                arrays: operands.iter().flat_map(|column| vec![column.clone(); 3]).collect(),
                parameters: vec![],
                range: 0..count,
                seed: 7,
            };
            let program = RustTwin::new(&made);
            let first = program.run(&made, "best", &what);
            check("Rust", kind, width, &first, &truth);
            for level in &program.levels {
                let gave = program.run(&made, level, &what);
                compare(width, level, &first, &gave);
            }
            // The first thousands by the definition, too.
            let some = Run { range: 0..9000, ..what.clone() };
            let wanted = some.interpreted(&made);
            compare(width, "interpreted", &wanted, &program.run(&made, "best", &some));
            compare(width, "CUDA", &first, &cuda_on_cpu(&made, &what));
            compare(width, "C", &first, &c(&made, &what));
            #[cfg(feature = "opencl")]
            if let Some(gave) = tmd_tests::twin::opencl(&made, &what) {
                compare(width, "OpenCL", &first, &gave);
            }
        }
    }
    #[cfg(not(feature = "opencl"))]
    println!("skipped: OpenCL (feature opencl)");
}

fn compare(width: Width, what: &str, wanted: &Gave, found: &Gave) {
    assert_eq!(wanted.counts, found.counts, "{what}: counts");
    assert_eq!(wanted.results.len(), found.results.len());
    for (k, (wanted, found)) in wanted.results.iter().zip(&found.results).enumerate() {
        assert_eq!(wanted.len(), found.len(), "{what}");
        for (at, (a, b)) in wanted.iter().zip(found).enumerate() {
            assert!(same(width, *a, *b), "{what}: sample {k} of element {at}: {b:x} for {a:x}");
        }
    }
}

/// What the benchmarks measure.
const MANDELBROT: &str = include_str!("../benches/stochastic/mandelbrot.rs");

const STENCIL: &str = "fn stencil(a: &[f64], nx: usize, ny: usize, i: usize) -> f64 {
    0.4 * a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - nx * ny] + a[i + nx * ny])
}";

const MIXED: &str = "fn mixed(x: f64, y: f64) -> (f64, f64) {
    let mut s = [0.0; 4];
    for k in 0..4 {
        s[k] = x / (y + (k as f64)) - 0.25;
    }
    let mut t = 1.0;
    if x < y {
        t = (s[0] * s[1]).abs().sqrt();
    } else if x - y > 0.5 {
        t = s[2].mul_add(s[3], x);
    } else {
        for _ in 0..20 {
            t -= (t * t - x) / (2.0 * t);
            if t * t - x <= 0.0 { break; }
        }
    }
    (t, (x + 1.0e8) - 1.0e8)
}";

/// NaNs beside numbers, sums that overflow binary32 where their terms do not, and values of conditions.
const ENDS: &str = "fn ends(x: f64, y: f64) -> (f64, f64) {
    let root = (x - 1.5).sqrt();
    let difference = y * 1.1 - y;
    if x < 2.5 {
        (root.max(x / 3.0), difference)
    } else {
        let mut t = root.min(x).max((x - 3.0).sqrt());
        if t < 1.3 { t += 0.1; }
        (t, difference * 0.3)
    }
}";

/// Functions that are called, elementary ones (others are the same operations in another order), a loop whose end is given, and one that elements leave at different times.
const PROGRAM: &str = "const SCALE: f64 = 0.75;
fn moved(a: &mut [f64; 2], by: f64) {
    let first = a[0];
    a[0] = a[1] + by;
    a[1] = first;
}
fn program(x: f64, y: &[f64], n: usize, i: usize) -> (f64, f64, f64) {
    let mut a = [x.exp(), x - 2.0];
    let mut sum = 0.0;
    for k in 0..n {
        sum += y[i + k] / (k as f64 + SCALE);
        if sum > 4.5 { break; }
        moved(&mut a, sum.sin());
    }
    let mut t = x.abs();
    while t > 1.0 {
        t = (t - 0.5) * 0.75;
    }
    (a[0] - a[1] * t, (sum - 3.0).ln(), a[1] / t)
}";

/// A text, the arrays and parameters that it is run on, and the elements if not all.
type Case = (&'static str, Vec<Vec<f64>>, Vec<u64>, Option<std::ops::Range<usize>>);

/// The kernels and what they are run on.
fn kernels() -> Vec<Case> {
    let grid = |n: usize, f: fn(f64) -> f64| (0..n).map(|k| f(k as f64 / n as f64)).collect();
    vec![
        (
            MANDELBROT,
            vec![grid(5000, |t| -2.0 + 2.5 * (t * 71.0).fract()), grid(5000, |t| -1.2 + 2.4 * t)],
            vec![],
            None,
        ),
        (STENCIL, vec![grid(4500, |t| (t * 50.0).sin() + 1.5)], vec![16, 16], Some(256..4219)),
        (
            MIXED,
            vec![grid(4997, |t| 0.1 + 3.0 * t), grid(4997, |t| 1.0 + (t * 37.0).fract())],
            vec![],
            None,
        ),
        (
            PROGRAM,
            vec![grid(4500, |t| 6.0 * t - 3.0), grid(4500, |t| 1.0 + (t * 37.0).fract())],
            vec![3],
            Some(0..4490),
        ),
        (
            ENDS,
            vec![grid(4099, |t| 0.5 + 3.5 * t), grid(4099, |t| 1e38 + 1.9e38 * (t * 41.0).fract())],
            vec![],
            None,
        ),
    ]
}

/// Every kernel in both widths, with and without counts of anomalies; each with `TMD_FULL=1`, else each width with one of
/// them, the other width of the kernel and the same width of the next kernel with the other.
#[test]
fn kernels_give_the_same_bits_everywhere() {
    let full = is_full();
    if !full {
        println!(
            "anomalies are counted by half of the twins; TMD_FULL=1 makes each with and without"
        );
    }
    for (index, width) in WIDTHS.into_iter().enumerate() {
        for (number, (text, inputs, parameters, range)) in kernels().into_iter().enumerate() {
            let text = text.replace("f64", width.number_type());
            let detects = [Detect::ALL, Detect::default()];
            let own = (index + number) % 2;
            let detects = if full { &detects[..] } else { &detects[own..=own] };
            for detect in detects.iter().copied() {
                let made = made(&text, width, Options { detect, ..Options::default() });
                let mut what = Run::of(width, &inputs, &parameters, 11);
                what.range = range.clone().unwrap_or(what.range);
                let wanted = what.interpreted(&made);
                let program = RustTwin::new(&made);
                for level in &program.levels {
                    compare(width, level, &wanted, &program.run(&made, level, &what));
                }
                compare(width, "CUDA", &wanted, &cuda_on_cpu(&made, &what));
                compare(width, "C", &wanted, &c(&made, &what));
                #[cfg(feature = "opencl")]
                if let Some(gave) = tmd_tests::twin::opencl(&made, &what) {
                    compare(width, "OpenCL", &wanted, &gave);
                }
                // Another seed, other bits, if the results are not whole numbers.
                let other = Run { seed: 12, ..what.clone() };
                let same = wanted.results == program.run(&made, "best", &other).results;
                assert!(!same || text.contains("mandelbrot"));
            }
        }
    }
}

#[test]
fn every_way_of_rounding_gives_the_same_bits() {
    let (text, inputs, parameters, _) = kernels().remove(2);
    let of = |rounding| {
        made(text, Width::W64, Options { rounding, detect: Detect::ALL, ..Options::default() })
    };
    let what = Run::of(Width::W64, &inputs, &parameters, 3);
    let auto = of(Rounding::Auto);
    let wanted = RustTwin::new(&auto).run(&auto, "best", &what);
    let eft = of(Rounding::Eft);
    compare(Width::W64, "eft", &wanted, &RustTwin::new(&eft).run(&eft, "best", &what));
    for rounding in [Rounding::SignMask, Rounding::Intrinsics, Rounding::Eft] {
        let made = of(rounding);
        compare(Width::W64, "CUDA", &wanted, &cuda_on_cpu(&made, &what));
    }
    for (rounding, target) in [
        (Rounding::SignMask, RUST_SIMD),
        (Rounding::Embedded, C),
        (Rounding::Embedded, CUDA),
        (Rounding::Embedded, OPENCL),
    ] {
        let diag = of(rounding).emit(target, "t", &[]).expect_err("refused");
        assert!(diag.message.contains(target), "{}", diag.message);
    }
}

#[test]
fn emitted_files_are_formatted_and_compile_for_gpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools = tmd_tests::cuda::tools();
    for (index, (text, ..)) in kernels().into_iter().enumerate() {
        for width in WIDTHS {
            let text = text.replace("f64", width.number_type());
            let options =
                Options { detect: Detect::ALL, uncertainty: Some(1e-6), ..Options::default() };
            let made = made(&text, width, options);
            for target in tmd_codegen::target::names() {
                let sources = made.emit(target, "tested", &[]).expect("sources");
                assert_eq!(made.emit(target, "tested", &[]).as_ref(), Ok(&sources));
                for (file, text) in &sources {
                    check_layout(folder.path(), &format!("{index}_{file}"), text);
                }
            }
            if let Some(tools) = &tools {
                let compiled = tools.compile_cubin(&tmd_tests::twin::cuda_source(&made), 90, &[]);
                compiled.unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

#[test]
fn detection_switched_off_leaves_no_trace() {
    for (text, ..) in kernels() {
        let off = made(text, Width::W64, Options::default());
        assert!(off.twin.sites.is_empty());
        let sources = off.emit(RUST_SIMD, "t", &[]).expect("a file");
        let text = sources.values().next().expect("a file");
        assert!(!text.contains("counts["), "nothing is counted");
        for anomaly in ["unstable", "cancellation"] {
            assert!(!text.contains(anomaly));
        }
    }
}

/// The directions that lanes round in are selected, not branched to: branches do not grow in number with operations. (But
/// divisions and roots of binary64 numbers, which CUDA computes by functions with branches of their own.)
#[test]
fn cuda_takes_no_branch_to_round() {
    let Some(tools) = tmd_tests::cuda::tools() else { return };
    for rounding in [Rounding::Intrinsics, Rounding::SignMask] {
        let branches = ["x + y", "((x + y) * y - x * (x * y + 1.0)).mul_add(y, x)"].map(|text| {
            let made = made(text, Width::W64, Options { rounding, ..Options::default() });
            let ptx = tools.compile_ptx(&tmd_tests::twin::cuda_source(&made), 90, &[]);
            let ptx = ptx.unwrap_or_else(|error| panic!("{error}"));
            assert!(ptx.contains("add.rp.f64"));
            ptx.matches("bra").count()
        });
        assert_eq!(branches[0], branches[1]);
    }
}

/// Cancellations counted by the twin, with its filter, beside the rule applied to every addition.
#[test]
fn every_cancellation_is_counted() {
    use tmd_codegen::stochastic::digits::digits;
    let detect = Detect { cancel: Some(4), ..Detect::default() };
    let count = count();
    println!("{count} additions of each type: TMD_STOCHASTIC_COUNT gives another number");
    for width in WIDTHS {
        let made =
            Stochastic::new(one(Rounded::Add, width), Options { detect, ..Options::default() });
        let made = made.expect("a twin");
        let program = RustTwin::new(&made);
        let mut random = Random::new(3);
        // Terms with 3 to all digits whose sum has 0 to 7 fewer, most of them near where the filter and the rule decide.
        let mut arrays = vec![vec![]; 6];
        for _ in 0..count {
            let unit = |random: &mut Random| random.below(1 << 30) as f64 / f64::from(1 << 30);
            let x = (0.5 + unit(&mut random)) * 2f64.powi(random.below(60) as i32 - 30);
            let lost = 10f64.powf(-7.0 * unit(&mut random));
            let y = -x * (1.0 + lost);
            let digits = if width == Width::W64 { 13.0 } else { 5.5 };
            let spreads = [0, 1].map(|_| 10f64.powf(-2.0 - digits * unit(&mut random)));
            for (k, (x, spread)) in [x, y].iter().zip(spreads).enumerate() {
                for s in 0..3 {
                    let r = 2.0 * unit(&mut random) - 1.0;
                    arrays[3 * k + s].push(width.bits_of(x * (1.0 + spread * r)));
                }
            }
        }
        let what = Run { arrays, parameters: vec![], range: 0..count, seed: 4 };
        let gave = program.run(&made, "best", &what);
        let triple = |columns: &[Vec<u64>], at: usize| {
            digits(width, [0, 1, 2].map(|s| width.number(columns[s][at])))
        };
        let lost = |at: usize| {
            let fewer = triple(&what.arrays[..3], at).min(triple(&what.arrays[3..], at));
            fewer >= 4 + triple(&gave.results[..3], at)
        };
        let wanted = (0..count).filter(|at| lost(*at)).count() as u64;
        println!("{width:?}: {} of {count} counted, {wanted} by the rule", gave.counts[0]);
        assert!(wanted > count as u64 / 10 && wanted < count as u64 / 2);
        match width {
            Width::W64 => assert_eq!(gave.counts[0], wanted),
            // The rule is computed in binary32 there, where an exponent may be another once in 10^5 times.
            Width::W32 => assert!(gave.counts[0].abs_diff(wanted) <= 1 + wanted / 50_000),
        }
    }
}

/// The generator's bits, as the kernels draw them: chi-square of bytes, of pairs of bits in succession, and of bits of
/// neighbouring lanes.
#[test]
fn random_bits_are_random() {
    use tmd_codegen::ir::{Element, element};
    use tmd_codegen::stochastic::random::{drawing, seeding, words};
    use tmd_codegen::stochastic::run::stream;
    for width in WIDTHS {
        let kernel = drawing(width);
        let seeding = seeding(width);
        let (lanes, draws) = (16, 1 << 14);
        let streams: Vec<Vec<u64>> = (0..lanes)
            .map(|lane| {
                let mut state = stream(&seeding, 5, lane).expect("a state");
                state.resize(words(width) + 1, 0);
                (0..draws)
                    .map(|_| {
                        element(&kernel, Element::default(), &mut state, &mut []).expect("a word");
                        state[words(width)]
                    })
                    .collect()
            })
            .collect();
        // Wilson and Hilferty: the third root is normal, nearly. 5 standard deviations.
        let chi_square = |name: &str, seen: &[u64]| {
            let expected = seen.iter().sum::<u64>() as f64 / seen.len() as f64;
            let sum: f64 = seen.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
            let degrees = (seen.len() - 1) as f64;
            let scale = 2.0 / (9.0 * degrees);
            let z = ((sum / degrees).cbrt() - 1.0 + scale) / scale.sqrt();
            assert!(z.abs() < 5.0, "{name} {width:?}: {z}");
        };
        let mut bytes = vec![0u64; 256];
        let mut pairs = vec![0u64; 4 * width.bits() as usize];
        let mut lags = vec![0u64; 4];
        let mut across = vec![0u64; 4];
        for (lane, words) in streams.iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                (0..width.bits() / 8).for_each(|k| bytes[(word >> (8 * k) & 255) as usize] += 1);
                for k in 0..width.bits() {
                    let bit = word >> k & 1;
                    if at > 0 {
                        let before = words[at - 1] >> k & 1;
                        pairs[4 * k as usize + (2 * before + bit) as usize] += 1;
                    }
                    if k > 0 {
                        lags[(2 * (word >> (k - 1) & 1) + bit) as usize] += 1;
                    }
                    let other = streams[(lane + 1) % streams.len()][at] >> k & 1;
                    across[(2 * other + bit) as usize] += 1;
                }
            }
        }
        chi_square("bytes", &bytes);
        chi_square("neighbouring bits", &lags);
        chi_square("neighbouring lanes", &across);
        for bit in pairs.chunks(4) {
            chi_square("successive words", bit);
        }
    }
}

/// Twins of evaluators: the same bits everywhere, and no sample further off than the proof allows.
#[test]
fn evaluators_have_twins() {
    use tmd_codegen::approx::{self, Request, Source, Strategy};
    let cases = [
        ("j0", "0,20", "abs:1e-14", Width::W64, Strategy::Auto),
        ("j0", "0,20", "abs:1e-6", Width::W32, Strategy::Auto),
        ("exp", "-1,1", "abs:1e-13", Width::W64, Strategy::None),
        ("sqrt", "0,1", "abs:1e-5", Width::W64, Strategy::Bst),
        ("tanh", "-20,20", "abs:1e-5", Width::W32, Strategy::Hash),
    ];
    for (function, range, tolerance, width, strategy) in cases {
        let tolerance = tolerance.parse().unwrap_or_else(|diag| panic!("{diag}"));
        let request = Request { strategy, ..Request::new(function, range, tolerance, width) };
        let source = Source::function(function, None).expect("a function");
        let evaluator = approx::make(&request, source).unwrap_or_else(|diag| panic!("{diag}"));
        let options = Options { detect: Detect::SELF, ..Options::default() };
        let twin = evaluator.twin(options).unwrap_or_else(|diag| panic!("{diag}"));
        let found = evaluator.estimated(&twin, 4000, 1).unwrap_or_else(|diag| panic!("{diag}"));
        println!("{}: {found:?}", evaluator.command());
        let share = found.share.expect("a function");
        assert!(0.02 < share && share <= 1.0, "the proof is beaten: {share}");
        let (a, b) = evaluator.range;
        let inputs: Vec<f64> = (0..5000)
            .map(|k| width.rounded(a + (b - a) * f64::from(k) / 4999.0).clamp(a, b))
            .collect();
        let what = Run::of(width, &[inputs], &[], 2);
        let wanted = what.interpreted(&twin);
        let program = RustTwin::new(&twin);
        for level in &program.levels {
            compare(width, level, &wanted, &program.run(&twin, level, &what));
        }
        compare(width, "CUDA", &wanted, &cuda_on_cpu(&twin, &what));
        compare(width, "C", &wanted, &c(&twin, &what));
        #[cfg(feature = "opencl")]
        if let Some(gave) = tmd_tests::twin::opencl(&twin, &what) {
            compare(width, "OpenCL", &wanted, &gave);
        }
    }
}

/// The rule for digits beside CADNA's own, if it is there: `TMD_CADNA` names the folder where it is installed.
#[test]
fn digits_are_those_of_cadna() {
    use tmd_codegen::stochastic::digits::digits;
    let Ok(cadna) = std::env::var("TMD_CADNA") else {
        println!("skipped: TMD_CADNA names no folder");
        return;
    };
    let count = 1_500_000;
    let folder = tempfile::tempdir().expect("a folder");
    let main = "#include <cadna.h>\n#include <cstdio>\n\
        template <typename S, typename T> static void all(FILE *in) {\n    T x[3];\n    \
        while (fread(x, sizeof(T), 3, in) == 3) {\n        S s(x[0], x[1], x[2]);\n        \
        const unsigned char digits = s.nb_significant_digit();\n        fwrite(&digits, 1, 1, stdout);\n    }\n}\n\
        int main(int n, char **) {\n    if (n > 1) all<float_st, float>(stdin);\n    else all<double_st, double>(stdin);\n    return 0;\n}\n";
    std::fs::write(folder.path().join("main.cc"), main).expect("a file");
    let flags =
        format!("-O2 -frounding-math -I{cadna}/include -o digits main.cc {cadna}/lib/libcadnaC.a");
    let status = std::process::Command::new("g++")
        .args(flags.split(' '))
        .current_dir(folder.path())
        .status();
    assert!(status.expect("a compiler").success());
    for width in WIDTHS {
        let mut random = Random::new(6);
        let triples: Vec<[f64; 3]> = (0..count)
            .map(|k| {
                let x = width.number(number(&mut random, width));
                let spread = 10f64.powf(-((k % 170) as f64) / 10.0);
                let mut other = || {
                    width.rounded(x * (1.0 + spread * (random.below(2001) as f64 / 1000.0 - 1.0)))
                };
                [x, other(), other()]
            })
            .collect();
        let input: Vec<u8> = triples
            .iter()
            .flatten()
            .flat_map(|x| {
                width.bits_of(*x).to_le_bytes().into_iter().take(width.bits() as usize / 8)
            })
            .collect();
        let path = folder.path().join("triples");
        std::fs::write(&path, input).expect("a file");
        let mut command = std::process::Command::new(folder.path().join("digits"));
        if width == Width::W32 {
            command.arg("short");
        }
        let output = command.stdin(std::fs::File::open(&path).expect("a file")).output();
        let theirs = output.expect("digits").stdout;
        assert_eq!(theirs.len(), count);
        let other: Vec<(&[f64; 3], u32, u8)> = triples
            .iter()
            .zip(&theirs)
            .filter(|(triple, _)| triple.iter().all(|x| x.is_finite()))
            .map(|(triple, theirs)| (triple, digits(width, *triple), *theirs))
            .filter(|(_, ours, theirs)| *ours != u32::from(*theirs))
            .collect();
        println!(
            "{width:?}: {} of {count} differ {:?}",
            other.len(),
            other.iter().take(5).collect::<Vec<_>>()
        );
        assert!(other.is_empty());
    }
}
