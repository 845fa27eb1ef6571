//! Conformance: every engine computes, bit for bit, what the interpreter says.

use rug::Integer;
use rug::integer::Order;
use std::collections::BTreeSet;
use tmd_codegen::design::{
    Check, Compaction, Division, KernelPlan, RECIPROCAL_ESTIMATE, ROOT_ESTIMATE, StagePlan, Test,
};
use tmd_codegen::ir::{Builder, Kernel as IrKernel, Module, Value};
use tmd_codegen::kernel::multiword;
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::seed::{BlockPolynomial, DomainModel};
use tmd_codegen::{ir, kernel, pass, target};
use tmd_runtime::Kernel;
use tmd_tests::engine::Engine;
use tmd_tests::full::is_full;
use tmd_tests::random::Random;
use tmd_tests::{engine, search};

fn interpreted(kernel: &IrKernel, seed: &[u64], items: &[u64]) -> Vec<u64> {
    let mut out = vec![];
    for &item in items {
        ir::interpret(kernel, seed, item, &mut out).unwrap_or_else(|error| panic!("{error}"));
    }
    sorted(out)
}

/// What a stage reports, ascending: threads report in any order.
fn native(kernel: &dyn Kernel, stage: usize, seed: &[u64], items: &[u64]) -> Vec<u64> {
    let mut out = vec![];
    kernel.run_stage(stage, seed, items, &mut out).unwrap_or_else(|error| panic!("{error}"));
    sorted(out)
}

fn sorted(mut words: Vec<u64>) -> Vec<u64> {
    words.sort_unstable();
    words
}

/// A search by arcs reports a part once for every input that it finds there.
fn once_each(stage: &StagePlan, mut parts: Vec<u64>) -> Vec<u64> {
    if matches!(stage.check, Check::Arcs(_)) {
        parts.dedup();
    }
    parts
}

/// The engines that run a kernel a stage.
fn phased_engines() -> Vec<Engine> {
    let engines = engine::engines().into_iter().chain(engine::emulators());
    engines.filter(|engine| engine.is_phased()).collect()
}

// ---- whole stages ----

fn requests() -> Vec<(&'static str, Request)> {
    let with = |request: Request, precision: u32, bits, interval| Request {
        precision: precision.into(),
        bits: Some(bits),
        overrides: Overrides { interval, test: Some(Test::RegularCut), ..Overrides::default() },
        ..request
    };
    let slice = |test| Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        overrides: Overrides { test: Some(test), ..Overrides::default() },
        ..Request::in_range("exp", "1,0x1.0008p0")
    };
    let high = |range, precision: u32, bits| Request {
        precision: precision.into(),
        bits: Some(bits),
        ..Request::in_range("tan", range)
    };
    vec![
        ("exp53", slice(Test::RegularCut)),
        ("arcs53", slice(Test::Arcs)),
        ("sin24", with(Request::in_range("sin", "-4,-3"), 24, 12, Some(256))),
        ("composed53", with(Request::in_range("exp(x) * sin(x)", "0.5,0x1.001p-1"), 53, 40, None)),
        // Tables of two words whose differences count more than 2^64 times in a lane's.
        ("tan16", high("0x1.032cp+3,0x1.0a2cp+3", 16, 7)),
        ("tan24", high("0x1.5f5bc2p+3,0x1.5f9bcp+3", 24, 8)),
        // A word of 63 bits in the test: a nearly linear function, so that N is very long.
        ("line64", with(Request::in_range("sqrt", "0x1.5p0,0x1.504p0"), 64, 44, None)),
    ]
}

/// A stage with another existence test.
fn with_test(stage: &StagePlan, test: Test, division: Division) -> StagePlan {
    let mut stage = stage.clone();
    if let Check::Exists { test: plan, .. } = &mut stage.check {
        (plan.test, plan.division) = (test, division);
    }
    stage
}

/// The stage with survivors gathered in the one way or the other.
fn gathered(stage: StagePlan, number: usize) -> StagePlan {
    let compaction = [Compaction::Scan, Compaction::Atomic][number % 2];
    StagePlan { compaction, ..stage }
}

/// The stage with a threshold that lets some per cent of the parts survive, so that there is something
/// to compare.
fn less_strict(stage: &StagePlan) -> StagePlan {
    let mut stage = stage.clone();
    match &mut stage.check {
        Check::Exists { test, threshold } => {
            *threshold = (*threshold).max((1 << (test.word.bits() - 4)) / stage.part_inputs);
        }
        Check::Arcs(_) => {}
        Check::Compare { threshold } => {
            if let Some(top) = threshold.last_mut() {
                *top = (*top).max(1 << 60);
            }
        }
    }
    stage
}

/// Whose survivors do not depend on which intervals run together.
const TESTS: [Test; 3] = [Test::Lefevre, Test::Regular, Test::RegularCut];
/// What no estimate enters: the same survivors everywhere.
const EXACT_DIVISIONS: [Division; 5] = [
    Division::Subtractive,
    Division::Native,
    Division::Hybrid(0),
    Division::Hybrid(3),
    Division::Hybrid(64),
];

/// The first kernel of a request's plan, and the first block that it is given.
fn first_block(request: &Request) -> (KernelPlan, BlockPolynomial) {
    let plan = search::plan(request);
    let (span, search_span) = plan.searches().next().expect("something to search");
    let segment = &plan.segments[span.segment];
    let end = span.inputs.end.min(span.inputs.start + search_span.model.domain_inputs);
    let domain = span.inputs.start..end;
    let model = DomainModel::new(&plan.spec, segment, search_span, &domain)
        .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    let block = model.block(&search_span.model, domain.start);
    (plan.kernels[search_span.kernel].clone(), block)
}

/// A stage with each test, divided in each way, its survivors gathered in both ways; one by arcs with and without reports of arcs.
fn variants(stage: &StagePlan, divisions: &[Division]) -> Vec<StagePlan> {
    match stage.check {
        Check::Arcs(_) => vec![stage.clone(), search::reporting_far(stage)],
        Check::Compare { .. } => vec![stage.clone()],
        Check::Exists { .. } => TESTS
            .iter()
            .flat_map(|&t| divisions.iter().map(move |&d| with_test(stage, t, d)))
            .enumerate()
            .map(|(number, stage)| gathered(stage, number))
            .collect(),
    }
}

fn some_items(stage: &StagePlan, random: &mut Random) -> Vec<u64> {
    let count = (4096 / stage.parts).clamp(2, 16);
    (0..count).map(|_| random.next() % stage.items).collect()
}

/// The survivors of all stages of a module.
fn survivors(
    module: &Module,
    stages: &[StagePlan],
    seeds: &[Vec<u64>],
    items: &[u64],
) -> Vec<Vec<u64>> {
    let kernels = module.kernels.iter().zip(seeds).zip(stages);
    kernels
        .map(|((kernel, seed), stage)| once_each(stage, interpreted(kernel, seed, items)))
        .collect()
}

/// One lane finds what any number of lanes does, and what each target prints finds, in the layout that the
/// target asks for. No compiler is needed, so that levels and devices are compared that are not here.
#[test]
fn stages_do_not_depend_on_lanes() {
    let mut random = Random::new(7);
    let mut lanes_seen = BTreeSet::new();
    let (mut compared, mut wide) = (0, 0);
    for (name, request) in requests() {
        let (kernel, block) = first_block(&request);
        for (index, stage) in kernel.stages.iter().enumerate() {
            let stage = &less_strict(stage);
            let stages = variants(stage, &[Division::Native]);
            wide += usize::from(stage.value_words > 1 && stage.differences.len() >= 12);
            let items = some_items(stage, &mut random);
            let plan = KernelPlan { stages: stages.clone(), ..kernel.clone() };
            let seeds = block.seeds(&plan);
            let want = survivors(&kernel::build(&plan, 1), &stages, &seeds, &items);
            let mut compare = |what: &str, module: &Module| {
                let got = survivors(module, &stages, &seeds, &items);
                assert!(got == want, "{name}, stage {index}: {what}");
                lanes_seen.extend(module.kernels.iter().map(|kernel| kernel.lanes));
                compared += got.iter().map(Vec::len).sum::<usize>();
            };
            for lg in 1..=7 {
                let lanes = (1 << lg).min(stage.strands() as usize);
                compare(&format!("{lanes} lanes"), &kernel::build(&plan, lanes));
            }
            for target in target::targets() {
                for source in target.modules(&plan).expect("printable") {
                    compare(&source.file, &source.module);
                }
            }
        }
    }
    println!("{compared} survivors agree, lanes {lanes_seen:?}, {wide} stages of wide factors");
    assert!(compared > 10_000, "{compared}");
    assert!(wide >= 2, "{wide} stages have tables whose factors have several words");
    for lanes in [1, 2, 4, 8, 16, 32, 64, 128] {
        assert!(lanes_seen.contains(&lanes), "{lanes} lanes: {lanes_seen:?}");
    }
}

#[test]
fn stages_give_the_interpreters_survivors() {
    let mut random = Random::new(1);
    let full = is_full();
    let (native, others): (Vec<Engine>, Vec<Engine>) =
        phased_engines().into_iter().partition(|engine| matches!(engine, Engine::Native(_)));
    if !full {
        println!("devices run part of what levels of the CPU run; TMD_FULL=1 runs all on all");
    }
    for (name, request) in requests() {
        let (kernel, block) = first_block(&request);
        let kernel = &kernel;
        for (index, stage) in kernel.stages.iter().enumerate() {
            let stage = &less_strict(stage);
            // All divisions on one stage; elsewhere the two that differ most in what they emit.
            let divisions = match (name, index) {
                ("exp53", 0) => &EXACT_DIVISIONS[..],
                _ => &[Division::Native, Division::Hybrid(3)],
            };
            let variants = variants(stage, divisions);
            // So many stages that the product of their parts stays below 2^63; that of two has to be below 2^32.
            let together = match stage.parts.ilog2() {
                lg @ ..16 => (62 / lg) as usize,
                _ => 1,
            };
            let items = some_items(stage, &mut random);
            for (part, variants) in variants.chunks(together).enumerate() {
                let slug = format!("{name}_{index}_{part}");
                compare(&slug, kernel, variants, &block, &items, &native);
                // Compilers of devices take a second a kernel.
                let some = match (name, index) {
                    ("exp53", 0) => variants,
                    _ if full => variants,
                    _ => &variants[..variants.len().min(2)],
                };
                compare(&format!("{slug}_some"), kernel, some, &block, &items, &others);
            }
        }
    }
}

fn compare(
    slug: &str,
    plan: &KernelPlan,
    stages: &[StagePlan],
    block: &BlockPolynomial,
    items: &[u64],
    engines: &[Engine],
) {
    let plan = KernelPlan { stages: stages.to_vec(), ..plan.clone() };
    let seeds = block.seeds(&plan);
    let module = kernel::build(&plan, 8);
    let want = survivors(&module, stages, &seeds, items);
    let survivors: Vec<usize> = want.iter().map(Vec::len).collect();
    println!("{slug}: {} items of {} parts, survivors {survivors:?}", items.len(), stages[0].parts);
    for engine in engines {
        let kernel = engine.stages(slug, &plan);
        for (index, want) in want.iter().enumerate() {
            let got = native(&*kernel, index, &seeds[index], items);
            let got = once_each(&stages[index], got);
            assert!(got == *want, "{slug} on {engine:?}: {:?}", stages[index].check);
        }
    }
}

/// An estimated quotient may differ between engines, and with it the survivors of a stage; shared
/// quotients depend on which intervals run together. The cases are always the same.
#[test]
fn estimates_and_sharing_give_the_same_cases() {
    for &test in Test::OF_INTERVALS {
        let overrides = Overrides {
            test: Some(test),
            division: Some(Division::Reciprocal),
            interval: Some(512),
            ..Overrides::default()
        };
        let request = Request {
            precision: 24.into(),
            bits: Some(12),
            overrides,
            ..Request::in_range("exp", "1,0x1.1p0")
        };
        let plan = search::plan(&request);
        let run = |engine: Engine| search::found(&search::run(&plan, &engine.kernels(&plan), 1));
        let want = run(Engine::Interpreter);
        assert!(want.cases.len() > 100, "{}", want.cases.len());
        for engine in engine::engines().into_iter().chain(engine::emulators()) {
            assert_eq!(run(engine), want, "{test:?} on {engine:?}");
        }
    }
}

// ---- single operations ----

const EDGES: [u64; 17] = [
    0,
    1,
    2,
    3,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    (1 << 52) - 1,
    1 << 52,
    (1 << 53) + 1,
    0x5555_5555_5555_5555,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    (1 << 63) + (1 << 10),
    u64::MAX - 1,
    u64::MAX,
];

/// The four operands: seed words 0 to 3, in every lane the same or, with `spread`, changed by a
/// constant of the lane's own.
fn operands(b: &mut Builder, spread: bool) -> [Value; 4] {
    [0, 1, 2, 3].map(|index| {
        let seed = b.seed(index);
        if !spread {
            return seed;
        }
        // Lane 0 keeps the edge value.
        let step = [0x9E37_79B9_7F4A_7C15u64, 1, 0x0123_4567_89AB_CDEF, 1 << 60][index];
        let lanes = b.lanes() as u64;
        let lane = b.lane_words("steps", (0..lanes).map(|lane| lane.wrapping_mul(step)).collect());
        b.add(seed, lane)
    })
}

/// Reports a word from every lane.
fn emit_word(b: &mut Builder, word: Value) {
    let all = b.truth(true);
    b.emit(all, word);
}

/// Reports a number, but where it is a word (at least 0 and below 2^63): floor and next bits.
fn emit_number(b: &mut Builder, number: Value) {
    for scale in [1.0, 1048576.0] {
        let factor = b.float(scale);
        let (zero, limit) = (b.float(0.0), b.float(9223372036854775808.0));
        let scaled = b.mul(number, factor);
        let (low, high) = (b.ge(scaled, zero), b.lt(scaled, limit));
        let fits = b.and(low, high);
        let scaled = b.select(fits, scaled, zero);
        let word = b.to_u64(scaled);
        b.emit(fits, word);
    }
}

/// Reports `name` in the lanes of a mask.
fn emit_mask(b: &mut Builder, mask: Value, name: u64) {
    let name = b.word(name);
    b.emit(mask, name);
}

fn word_operations(lanes: usize, spread: bool) -> IrKernel {
    let mut b = Builder::new("words", lanes);
    let b = &mut b;
    let [x, y, z, w] = operands(b, spread);
    let operations = [Builder::add, Builder::sub, Builder::mul, Builder::div, Builder::min];
    for operation in operations {
        let value = operation(b, x, y);
        emit_word(b, value);
    }
    for k in [0, 1, 11, 12, 31, 32, 33, 63] {
        let (left, right) = (b.shl(x, k), b.shr(x, k));
        emit_word(b, left);
        emit_word(b, right);
    }
    let (lt, ge) = (b.lt(x, y), b.ge(x, y));
    let (other_lt, other_ge) = (b.lt(z, w), b.ge(x, z));
    emit_mask(b, lt, 100);
    emit_mask(b, ge, 101);
    for (i, operation) in
        [Builder::and, Builder::or, Builder::and_not, Builder::xor].into_iter().enumerate()
    {
        let mask = operation(b, lt, other_ge);
        emit_mask(b, mask, 102 + i as u64);
    }
    let chosen = b.select(lt, z, w);
    emit_word(b, chosen);
    let chosen = b.select(lt, other_lt, other_ge);
    emit_mask(b, chosen, 110);
    for carry in [None, Some(other_lt)] {
        let (sum, out) = b.add_carry(x, y, carry);
        emit_word(b, sum);
        emit_mask(b, out, 120);
        let (rest, out) = b.sub_borrow(x, y, carry);
        emit_word(b, rest);
        emit_mask(b, out, 121);
    }
    let (low, high) = b.mul_add(x, y, z, w);
    emit_word(b, low);
    emit_word(b, high);
    std::mem::replace(b, Builder::new("", lanes)).finish()
}

fn number_operations(lanes: usize, spread: bool) -> IrKernel {
    let mut b = Builder::new("numbers", lanes);
    let b = &mut b;
    let [x, y, z, _] = operands(b, spread);
    let below = b.shr(x, 12);
    let small = b.to_f64(below);
    emit_number(b, small);
    let [x, y, z] = [x, y, z].map(|word| b.to_f64_nearest(word));
    let quarter = b.float(0.25);
    for number in [x, y] {
        let number = b.mul(number, quarter);
        emit_number(b, number);
    }
    let tiny = b.float(2f64.powi(-62));
    let product = b.mul(x, y);
    let product = b.mul(product, tiny);
    emit_number(b, product);
    for operation in [Builder::add, Builder::sub, Builder::div, Builder::min] {
        let number = operation(b, x, y);
        let number = b.mul(number, quarter);
        emit_number(b, number);
    }
    let scaled = b.mul(x, tiny);
    let wide = b.float(2f64.powi(51));
    for factor in [tiny, quarter, wide] {
        let number = b.mul(scaled, factor);
        let limit = b.float(2f64.powi(53));
        let number = b.min(number, limit);
        let floor = b.trunc(number);
        emit_number(b, floor);
    }
    let (lt, ge) = (b.lt(x, y), b.ge(x, y));
    emit_mask(b, lt, 200);
    emit_mask(b, ge, 201);
    let chosen = b.select(lt, y, z);
    let chosen = b.mul(chosen, quarter);
    emit_number(b, chosen);

    // NaN compares false, and the smaller of NaN and y is y.
    let zero = b.sub(x, x);
    let nothing = b.div(zero, zero);
    for (i, mask) in [b.lt(nothing, y), b.ge(nothing, y), b.lt(y, nothing), b.ge(y, nothing)]
        .into_iter()
        .enumerate()
    {
        emit_mask(b, mask, 210 + i as u64);
    }
    let (first, second) = (b.min(nothing, y), b.min(y, nothing));
    let first = b.mul(first, quarter);
    emit_number(b, first);
    let mask = b.ge(second, second);
    emit_mask(b, mask, 220);

    // The contract of the estimate, which itself may differ: r·a in [1 - 2^-10, 1 - 2^-20].
    let estimate = b.recip_below(y);
    let product = b.mul(estimate, y);
    let (low, high) = (b.float(1.0 - 2f64.powi(-10)), b.float(1.0 - 2f64.powi(-20)));
    let (above, below) = (b.ge(product, low), b.ge(high, product));
    emit_mask(b, above, 230);
    emit_mask(b, below, 231);
    let (estimate, large) = (b.recip_below(zero), b.float(1e300));
    let mask = b.ge(estimate, large);
    emit_mask(b, mask, 232);

    // The larger, and y where the other is NaN, too.
    let greater = b.max(y, z);
    let greater = b.mul(greater, quarter);
    emit_number(b, greater);
    let first = b.max(nothing, y);
    let first = b.mul(first, quarter);
    emit_number(b, first);

    // The other estimate: r·a in [1 - e, 1 + e], e what the proof of the arcs reckons with.
    let estimate = b.recip_near(y);
    let product = b.mul(estimate, y);
    let (low, high) = (b.float(1.0 - RECIPROCAL_ESTIMATE), b.float(1.0 + RECIPROCAL_ESTIMATE));
    let (above, below) = (b.ge(product, low), b.ge(high, product));
    emit_mask(b, above, 233);
    emit_mask(b, below, 234);

    // Another one: r²/a in [(1 - e)², (1 + e)²] for a ≥ 1.
    let one = b.float(1.0);
    let square = b.max(y, one);
    let root = b.sqrt_near(square);
    let again = b.mul(root, root);
    let bound = |way: f64| (1.0 + way * ROOT_ESTIMATE).powi(2);
    let (low, high) = (b.float(bound(-1.0)), b.float(bound(1.0)));
    let (low, high) = (b.mul(square, low), b.mul(square, high));
    let (above, below) = (b.ge(again, low), b.ge(high, again));
    emit_mask(b, above, 240);
    emit_mask(b, below, 241);
    std::mem::replace(b, Builder::new("", lanes)).finish()
}

/// Survivors reported together: bits of a word, at some stride.
fn kept_report(lanes: usize) -> IrKernel {
    let mut b = Builder::new("kept", lanes);
    let [kept, first, ..] = operands(&mut b, true);
    b.emit_kept(kept, first, 7);
    b.finish()
}

/// Every operation on edge values, uniform and varying.
#[test]
fn operations_on_edge_values() {
    let build = |lanes: usize| Module {
        kernels: [false, true]
            .into_iter()
            .flat_map(|spread| [word_operations(lanes, spread), number_operations(lanes, spread)])
            .chain([kept_report(lanes)])
            .enumerate()
            .map(|(i, kernel)| IrKernel { name: format!("stage{i}"), ..kernel })
            .collect(),
    };
    let mut random = Random::new(2);
    let mut seeds: Vec<[u64; 4]> = vec![];
    for x in EDGES {
        for y in EDGES {
            let edge = |random: &mut Random| EDGES[(random.next() % EDGES.len() as u64) as usize];
            seeds.push([x, y, edge(&mut random), edge(&mut random)]);
            seeds.push([x, y, random.next(), random.next()]);
        }
    }
    seeds.extend((0..200).map(|_| [0; 4].map(|_: u64| random.next())));
    for engine in phased_engines() {
        // At most 64 reports from each of at most 32 lanes.
        let kernel = engine.modules("operations", &build, 2048);
        let module = build(engine.lanes());
        let mut compared = 0;
        for (stage, reference) in module.kernels.iter().enumerate() {
            for seed in &seeds {
                // Only as many words as the kernel takes.
                let seed = &seed[..reference.seed_words];
                let want = interpreted(reference, seed, &[0]);
                let got = native(&*kernel, stage, seed, &[0]);
                assert_eq!(got, want, "{engine:?}, kernel {stage}, operands {seed:x?}");
                compared += want.len();
            }
        }
        println!("{engine:?}: {compared} words agree");
    }
}

// ---- multi-word numbers ----

/// Reports the words of x + y and of x·k + y, and the lanes in which x < y.
fn multiword_kernel(words: usize, lanes: usize) -> IrKernel {
    let mut b = Builder::new(&format!("stage{}", words - 1), lanes);
    let mut number = |first: usize, spread: bool| -> Vec<Value> {
        (0..words)
            .map(|i| {
                let word = b.seed(first + i);
                let lane = b.lane_words("lane", (0..lanes as u64).collect());
                if spread && i == 0 { b.add(word, lane) } else { word }
            })
            .collect()
    };
    let (x, y) = (number(0, true), number(words, false));
    let k = b.seed(2 * words);
    let sum = multiword::add(&mut b, &x, &y);
    let product = multiword::mul_add(&mut b, &x, k, &y);
    let shifted = multiword::shift_left(&mut b, &x, 13);
    for word in sum.into_iter().chain(product).chain(shifted) {
        emit_word(&mut b, word);
    }
    let less = multiword::less_than(&mut b, &x, &y);
    let (one, zero) = (b.word(1), b.word(0));
    let less = b.select(less, one, zero);
    emit_word(&mut b, less);
    b.finish()
}

/// Adders, products and comparisons of 1 to 8 words against GMP's.
#[test]
fn multiword_numbers_against_gmp() {
    let mut random = Random::new(3);
    for words in 1..=8usize {
        let build = |lanes| {
            let kernel = multiword_kernel(words, lanes);
            Module { kernels: vec![IrKernel { name: "stage0".into(), ..kernel }] }
        };
        for engine in phased_engines() {
            let lanes = engine.lanes();
            let kernel = engine.modules(&format!("multiword{words}"), &build, 1024);
            let interpreter = pass::standard(build(lanes)).expect("well formed");
            for round in 0..300 {
                let seed: Vec<u64> = (0..=2 * words)
                    .map(|_| match random.next() % 3 {
                        0 => random.next(),
                        _ => EDGES[(random.next() % EDGES.len() as u64) as usize],
                    })
                    .collect();
                let got = native(&*kernel, 0, &seed, &[0]);
                if round < 20 {
                    assert_eq!(got, interpreted(&interpreter.kernels[0], &seed, &[0]));
                }
                assert_eq!(
                    got,
                    multiword_by_gmp(&seed, words, lanes),
                    "{words} words on {engine:?}"
                );
            }
        }
    }
}

/// What [`multiword_kernel`] must report.
fn multiword_by_gmp(seed: &[u64], words: usize, lanes: usize) -> Vec<u64> {
    let integer = |digits: &[u64]| Integer::from_digits(digits, Order::Lsf);
    let bits = 64 * words as u32;
    let mut columns: Vec<Vec<u64>> = vec![vec![]; 3 * words + 1];
    for lane in 0..lanes as u64 {
        let mut x = seed[..words].to_vec();
        x[0] = x[0].wrapping_add(lane);
        let (x, y, k) = (integer(&x), integer(&seed[words..2 * words]), seed[2 * words]);
        let results =
            [Integer::from(&x + &y), Integer::from(&x * k) + &y, Integer::from(&x << 13u32)];
        for (r, result) in results.into_iter().enumerate() {
            let mut digits = vec![0u64; words];
            result.keep_bits(bits).write_digits(&mut digits, Order::Lsf);
            for (i, digit) in digits.into_iter().enumerate() {
                columns[r * words + i].push(digit);
            }
        }
        columns[3 * words].push(u64::from(x < y));
    }
    sorted(columns.concat())
}
