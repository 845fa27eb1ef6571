//! Kernels count the rounds of their loops: one that would pass its proved bound ends the search with an
//! error that tells which, on every engine, and never in silence.

use tmd_codegen::design::{Check, Division, KernelPlan, Test};
use tmd_codegen::ir::{Builder, InterpretError, Kernel as IrKernel, Module, Stmt};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::seed::DomainModel;
use tmd_codegen::target::{cuda, levels, opencl, targets};
use tmd_codegen::{bundle, ir, kernel, pass};
use tmd_runtime::{Error, Kernel, Options};
use tmd_tests::engine::Engine;
use tmd_tests::full::is_full;
use tmd_tests::{engine, search};

/// The engines that run a kernel a stage.
fn phased_engines() -> Vec<Engine> {
    let engines = engine::engines().into_iter().chain(engine::emulators());
    engines.filter(|engine| engine.is_phased()).collect()
}

/// What a run ended with: the loop that would have passed its bound and the bound, if one would.
type Ended = Option<(usize, u64)>;

fn interpreted(kernel: &IrKernel, seed: &[u64]) -> Ended {
    match ir::interpret(kernel, seed, 0, &mut vec![]) {
        Ok(()) => None,
        Err(InterpretError::LoopBound { number, bound, .. }) => Some((number, bound)),
        Err(error) => panic!("{error}"),
    }
}

fn run(kernel: &dyn Kernel, stage: usize, seed: &[u64]) -> Ended {
    match kernel.run_stage(stage, seed, &[0], &mut vec![]) {
        Ok(()) => None,
        Err(Error::LoopBound { stage: told, number, bound, .. }) => {
            assert_eq!(told, stage);
            Some((number, bound))
        }
        Err(error) => panic!("{error}"),
    }
}

/// Two loops, one in the other, of as many rounds as the seed's words say, bounded by 5 and 3.
fn nested(lanes: usize) -> Module {
    let mut b = Builder::new("stage0", lanes);
    let [outer, inner] = [0, 1].map(|index| b.seed(index));
    let (zero, one) = (b.word(0), b.word(1));
    let round = b.varying_variable("round", zero);
    let count = |b: &mut Builder, variable, rounds| {
        let next = b.add(variable, one);
        b.set(variable, next);
        let more = b.lt(variable, rounds);
        b.exit_unless_any(more);
    };
    b.repeat_until_exit("outer rounds", 5, |b| {
        let step = b.varying_variable("step", zero);
        b.repeat_until_exit("inner rounds", 3, |b| count(b, step, inner));
        count(b, round, outer);
    });
    let all = b.truth(true);
    b.emit(all, round);
    Module { kernels: vec![b.finish()] }
}

/// A bound may be reached, and not passed.
#[test]
fn rounds_are_counted_exactly() {
    let cases = [
        ([1, 1], None),
        ([5, 3], None),
        ([6, 3], Some((1, 5))),
        ([5, 4], Some((2, 3))),
        ([u64::MAX, u64::MAX], Some((2, 3))),
        ([u64::MAX, 0], Some((1, 5))),
    ];
    let module = pass::standard(nested(8)).expect("well formed");
    for (seed, want) in &cases {
        assert_eq!(interpreted(&module.kernels[0], seed), *want, "{seed:?}");
    }
    for engine in phased_engines() {
        let kernel = engine.modules("nested_loops", &nested, 64);
        for (seed, want) in &cases {
            assert_eq!(run(&*kernel, 0, seed), *want, "{seed:?} on {engine:?}");
            // The next run is not the worse for it.
            assert_eq!(run(&*kernel, 0, &[2, 2]), None, "{engine:?}");
        }
        let error = kernel.run_stage(0, &[9, 1], &[0], &mut vec![]).expect_err("9 of 5 rounds");
        let error = error.to_string();
        assert!(error.contains("loop 1 (outer rounds) of stage 0"), "{engine:?}: {error}");
        assert!(error.contains("bound of 5 rounds"), "{engine:?}: {error}");
    }
}

fn request(test: Test, division: Division) -> Request {
    Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        overrides: Overrides { test: Some(test), division: Some(division), ..Overrides::default() },
        ..Request::in_range("exp", "1,0x1.00001p0")
    }
}

/// The kernel with arcs that are reported where their vertex is not near the packet, which is one part.
fn reporting_far(kernel: &KernelPlan) -> KernelPlan {
    let mut kernel = kernel.clone();
    for stage in &mut kernel.stages {
        *stage = search::reporting_far(stage);
        let item = stage.item_inputs();
        if let Check::Arcs(arcs) = &stage.check {
            stage.part_inputs = arcs.packet_inputs;
            stage.parts = item / stage.part_inputs;
        }
    }
    kernel
}

/// The kernel with each of its loops in turn bounded by a single round.
fn weakened(kernel: &IrKernel) -> Vec<IrKernel> {
    let loops = kernel.loops().count();
    let weaken = |wanted: usize| {
        let mut kernel = kernel.clone();
        let bounds = kernel.body.iter_mut().filter_map(|stmt| match stmt {
            Stmt::Loop { bound, .. } => Some(bound),
            _ => None,
        });
        for (number, bound) in bounds.enumerate() {
            if number == wanted {
                *bound = 1;
            }
        }
        // Each is a stage of one module.
        kernel.name = format!("stage{wanted}");
        kernel
    };
    (0..loops).map(weaken).collect()
}

/// Every loop of real kernels, its bound made too small, tells so on every engine where the interpreter says
/// that it must; whichever stage it is in. Without `TMD_FULL=1`, every second engine runs a kernel, and the others the next one.
#[test]
fn every_loop_of_a_kernel_is_counted() {
    let full = is_full();
    if !full {
        println!("half of the engines run each kernel; TMD_FULL=1 runs all on all");
    }
    let ends = levels::ends(KernelPlan::MOST_VECTORS);
    let mut overruns = 0;
    let mut names = std::collections::BTreeSet::new();
    let kernels = [
        ("arcs", Test::Arcs, Division::Reciprocal),
        ("far", Test::Arcs, Division::Reciprocal),
        ("hybrid", Test::RegularCut, Division::Hybrid(3)),
        ("lefevre", Test::Lefevre, Division::Native),
        ("shared", Test::Shared, Division::Reciprocal),
    ];
    for (number, (slug, test, division)) in kernels.into_iter().enumerate() {
        let plan = search::plan(&request(test, division));
        let (span, search_span) = plan.searches().next().expect("something to search");
        let end = span.inputs.end.min(span.inputs.start + search_span.model.domain_inputs);
        let domain = span.inputs.start..end;
        let segment = &plan.segments[span.segment];
        let model = DomainModel::new(&plan.spec, segment, search_span, &domain).expect("model");
        let block = model.block(&search_span.model, domain.start);
        let planned = &match slug {
            "far" => reporting_far(&plan.kernels[search_span.kernel]),
            _ => plan.kernels[search_span.kernel].clone(),
        };
        let seeds = block.seeds(planned);
        for (index, seed) in seeds.iter().enumerate() {
            let build = |lanes: usize| Module {
                kernels: weakened(&kernel::build_alike(planned, lanes, ends).kernels[index]),
            };
            let module = pass::standard(build(8)).expect("well formed");
            if module.kernels.is_empty() {
                continue;
            }
            let want: Vec<Ended> =
                module.kernels.iter().map(|kernel| interpreted(kernel, seed)).collect();
            names.extend(module.kernels[0].loops().map(|(name, _)| name));
            println!("{slug}, stage {index}: {want:?}");
            overruns += want.iter().flatten().count();
            let own = |at: &usize| full || (at + number).is_multiple_of(2);
            for (_, engine) in phased_engines().into_iter().enumerate().filter(|(at, _)| own(at)) {
                let kernel = engine.modules(&format!("{slug}_weak_{index}"), &build, 256);
                for (variant, want) in want.iter().enumerate() {
                    assert_eq!(run(&*kernel, variant, seed), *want, "{slug} {index} {engine:?}");
                }
            }
        }
    }
    println!("{names:?}: {overruns} overruns");
    let all = ["arcs", "rest", "members", "neighbours", "crossings", "points", "shared points"];
    assert!(all.iter().all(|name| names.contains(name)), "{names:?}");
    assert!(overruns >= 8, "{overruns}");
}

/// The plan with arcs that may pass one fraction only.
fn weak_plan() -> Plan {
    let mut plan = search::plan(&request(Test::Arcs, Division::Reciprocal));
    for kernel in &mut plan.kernels {
        if let Check::Arcs(arcs) = &mut kernel.stages[0].check {
            arcs.rounds = 1;
        }
    }
    plan
}

/// A search with such a kernel fails, on every engine and deployment: it says what kernel, loop, bound and
/// block, and does not count the block as covered.
#[test]
fn searches_fail_loudly() {
    let plan = weak_plan();
    let engines = engine::engines().into_iter().chain(engine::emulators());
    let mut seen = vec![];
    for engine in [Engine::Interpreter].into_iter().chain(engines) {
        let kernels = engine.kernels(&plan);
        let options = Options { threads: 1, ..Options::default() };
        let report = tmd_codegen::search::run(&plan, &kernels, &options, &());
        let diag = report.error.as_ref().unwrap_or_else(|| panic!("{engine:?}: no error"));
        for part in ["(arcs) of stage 0", "bound of 1 rounds", "inputs from 0x1p+0 on", "unit 0"] {
            assert!(diag.message.contains(part), "{engine:?}: no {part:?}: {}", diag.message);
        }
        assert!(!report.gaps(&plan).is_empty(), "{engine:?}");
        seen.push(engine);
    }
    println!("{seen:?}");
}

/// A manifest's loops are those of what each target prints.
#[test]
fn manifests_name_the_loops_of_all_sources() {
    let mut compared = 0;
    for (test, division) in [
        (Test::Arcs, Division::Reciprocal),
        (Test::RegularCut, Division::Hybrid(3)),
        (Test::Shared, Division::Native),
    ] {
        let plan = search::plan(&request(test, division));
        for planned in &plan.kernels {
            let manifest = bundle::loops(planned);
            let same = |module: &Module| {
                let own = module.kernels.iter().map(|kernel| kernel.loops().collect::<Vec<_>>());
                let named = manifest.iter().map(|loops| {
                    loops.iter().map(|l| (l.name.as_str(), l.rounds)).collect::<Vec<_>>()
                });
                own.eq(named)
            };
            for target in targets() {
                for source in target.modules(planned).expect("modules") {
                    assert!(same(&source.module), "{}", source.file);
                    compared += 1;
                }
            }
            for form in [opencl::GPU, opencl::CPU, opencl::FUSED, cuda::GPU, cuda::FUSED] {
                assert!(same(&form.module(planned).expect("module")), "{}", form.file);
            }
        }
    }
    assert!(compared >= 24, "{compared}");
}
