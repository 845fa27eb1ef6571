//! Lanes that wait until there is a vector of them report what they would report at once, on every engine: the queues of all
//! levels, with one vector in flight and with several.

use tmd_codegen::design::{Check, KernelPlan, Test};
use tmd_codegen::ir::{Builder, Kernel as IrKernel, Module, Stmt, Value, interpret};
use tmd_codegen::plan::SearchSpan;
use tmd_codegen::request::{Overrides, Request};
use tmd_codegen::seed::DomainModel;
use tmd_codegen::target::levels;
use tmd_codegen::{kernel, pass};
use tmd_runtime::Kernel;
use tmd_tests::engine::Engine;
use tmd_tests::{engine, search};

/// The engines that run a kernel a stage.
fn phased_engines() -> Vec<Engine> {
    let engines = engine::engines().into_iter().chain(engine::emulators());
    engines.filter(|engine| engine.is_phased()).collect()
}

/// Lane i goes through x = i + s, i + s + 7, …, up to `seed[1]`, and y = 3x + 1. Where x modulo 11 is at most `seed[2]`, it reports
/// y·1000 + 2i by two ways to the lane's index, a number and a word; seed[0] is s. At once, or with others.
fn stage(lanes: usize, gathers: bool) -> IrKernel {
    let mut b = Builder::new(if gathers { "stage0" } else { "stage1" }, lanes);
    let index = b.lane_words("lane", (0..lanes as u64).collect());
    let place = b.to_f64(index);
    let number = |b: &mut Builder, word: usize| {
        let word = b.seed(word);
        b.to_f64(word)
    };
    let (start, last, kept) = (number(&mut b, 0), number(&mut b, 1), number(&mut b, 2));
    let first = b.add(place, start);
    let x = b.varying_variable("x", first);
    b.repeat_until_exit("rounds", 100, |b| {
        let (three, one, eleven) = (b.float(3.0), b.float(1.0), b.float(11.0));
        let y = b.mul(x, three);
        let y = b.add(y, one);
        let quotient = b.div(x, eleven);
        let quotient = b.trunc(quotient);
        let less = b.mul(quotient, eleven);
        let rest = b.sub(x, less);
        let mask = b.ge(kept, rest);
        let more = b.lt(x, last);
        let report = |b: &mut Builder| {
            let thousand = b.float(1000.0);
            let zero = b.float(0.0);
            let part = b.mul(y, thousand);
            let part = b.add(place, part);
            // The lanes that nobody asked for hold anything.
            let is_there = b.ge(x, zero);
            let is_there = b.and(is_there, mask);
            let part = b.to_u64(part);
            let part = b.add(part, index);
            b.emit(is_there, part);
        };
        match gathers {
            true => b.gather(mask, more, report),
            false => b.if_any(mask, report),
        }
        let seven = b.float(7.0);
        let next = b.add(x, seven);
        b.set(x, next);
        b.exit_unless_any(more);
    });
    b.finish()
}

fn both(lanes: usize) -> Module {
    Module { kernels: vec![stage(lanes, true), stage(lanes, false)] }
}

fn sorted(mut words: Vec<u64>) -> Vec<u64> {
    words.sort_unstable();
    words
}

fn reported(kernel: &dyn Kernel, stage: usize, seed: &[u64]) -> Vec<u64> {
    let mut out = vec![];
    kernel.run_stage(stage, seed, &[0], &mut out).unwrap_or_else(|error| panic!("{error}"));
    sorted(out)
}

fn interpreted(kernel: &IrKernel, seed: &[u64]) -> Vec<u64> {
    let mut out = vec![];
    interpret(kernel, seed, 0, &mut out).unwrap_or_else(|error| panic!("{error}"));
    sorted(out)
}

#[test]
fn lanes_wait_on_every_engine() {
    // None, few, most, and all; one round and many.
    let seeds: Vec<[u64; 3]> = [0, 1, 5, 9, 10]
        .into_iter()
        .flat_map(|kept| [0, 8, 50, 300].map(|last| [kept + last % 3, last, kept]))
        .collect();
    for engine in phased_engines() {
        let kernel = engine.modules("gathers", &both, 1 << 14);
        let module = pass::standard(both(engine.lanes())).expect("well formed");
        let mut compared = 0;
        for seed in &seeds {
            let want = interpreted(&module.kernels[1], seed);
            assert_eq!(interpreted(&module.kernels[0], seed), want, "{seed:?}");
            for stage in [0, 1] {
                assert_eq!(reported(&*kernel, stage, seed), want, "{seed:?}, {stage}, {engine:?}");
            }
            compared += want.len();
        }
        println!("{engine:?}: {compared} parts");
        assert!(compared > 100, "{engine:?}: {compared}");
    }
}

/// The operations that lead to a value, as text, down to variables and to what stands outside of the loop over arcs.
fn operations(kernel: &IrKernel, body: &[Stmt], value: Value, depth: usize) -> String {
    let made = body.iter().find_map(|stmt| match stmt {
        Stmt::Let(outs, op) if outs.contains(&value) => Some(op),
        _ => None,
    });
    match made {
        Some(op) if depth > 0 => {
            let operands = op.operands();
            let inner: Vec<String> =
                operands.iter().map(|v| operations(kernel, body, *v, depth - 1)).collect();
            let kind = format!("{op:?}");
            let kind = kind.split(['(', ' ']).next().unwrap_or_default().to_owned();
            format!("{kind}({})", inner.join(", "))
        }
        _ => kernel.values[value.0 as usize].name.clone(),
    }
}

/// The arc that is found once more for its roots is computed by the same operations as at first: claims about rounding that are
/// proved of the one are proved of the other.
#[test]
fn arcs_are_found_alike_the_second_time() {
    let overrides = Overrides { test: Some(Test::Arcs), ..Overrides::default() };
    let request = Request { bits: Some(44), overrides, ..Request::in_range("exp", "1,0x1.0008p0") };
    let plan = search::plan(&request);
    let ends = levels::ends(KernelPlan::MOST_VECTORS);
    let mut compared = 0;
    for planned in &plan.kernels {
        let module = pass::standard(kernel::build_alike(planned, 8, ends)).expect("well formed");
        let plain = pass::standard(kernel::build(planned, 8)).expect("well formed");
        for (index, stage) in planned.stages.iter().enumerate() {
            if !matches!(stage.check, Check::Arcs(_)) {
                continue;
            }
            let (kernel, plain) = (&module.kernels[index], &plain.kernels[index]);
            let named = |kernel: &IrKernel, name: &str| -> Vec<Value> {
                let defined = kernel.body.iter().flat_map(|stmt| match stmt {
                    Stmt::Let(outs, _) => outs.clone(),
                    _ => vec![],
                });
                defined.filter(|v| kernel.values[v.0 as usize].name == name).collect()
            };
            for name in
                ["apart", "unit", "vertex", "end", "near", "value", "integer", "rise", "farthest"]
            {
                let texts: Vec<String> = named(kernel, name)
                    .iter()
                    .map(|value| operations(kernel, &kernel.body, *value, 12))
                    .collect();
                let first = operations(plain, &plain.body, named(plain, name)[0], 12);
                assert_eq!(texts, [first.clone(), first], "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 9, "{compared}");
}

/// Real kernels: what gathers finds what does not, at any number of lanes.
#[test]
fn arcs_that_wait_find_the_same() {
    let mut survivors = 0;
    for (function, bits) in [("exp(x)", 15), ("log(x)", 14), ("sqrt(x)", 16)] {
        let overrides = Overrides { test: Some(Test::Arcs), ..Overrides::default() };
        let request = Request {
            precision: 24.into(),
            bits: Some(bits),
            overrides,
            ..Request::in_range(function, "1.25,1.28125")
        };
        let plan = search::plan(&request);
        let is_by_arcs = |(_, own): &(_, &SearchSpan)| search::by_arcs(&plan.kernels[own.kernel]);
        let (span, own) = plan.searches().find(is_by_arcs).expect("a search by arcs");
        let segment = &plan.segments[span.segment];
        let end = span.inputs.end.min(span.inputs.start + own.model.domain_inputs);
        let domain = span.inputs.start..end;
        let model = DomainModel::new(&plan.spec, segment, own, &domain).expect("a model");
        let planned = &plan.kernels[own.kernel];
        let seeds = model.block(&own.model, domain.start).seeds(planned);
        let ends = levels::ends(KernelPlan::MOST_VECTORS);
        let first = |module: Module| pass::standard(module).expect("well formed").kernels.remove(0);
        let items: Vec<u64> = (0..planned.stages[0].items.min(3)).collect();
        let found = |kernel: &IrKernel| {
            let mut all: Vec<u64> = vec![];
            for item in &items {
                interpret(kernel, &seeds[0], *item, &mut all).expect("it runs");
            }
            sorted(all)
        };
        let want = found(&first(kernel::build(planned, 1)));
        for lanes in [1, 2, 4, 8, 16, 32] {
            let gathers = first(kernel::build_alike(planned, lanes, ends));
            assert!(gathers.body.iter().any(|stmt| matches!(stmt, Stmt::Gather { .. })));
            assert!(found(&gathers) == want, "{function}, {lanes} lanes");
        }
        println!("{function}: {} survivors", want.len());
        survivors += want.len();
    }
    assert!(survivors > 100, "{survivors}");
}
