//! Emitted CUDA through the real compiler: no warning on any architecture, and what the machine code
//! needs. `-- --nocapture` prints the tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tmd_codegen::design::{Check, Division, KernelPlan, StagePlan, Test};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::target::Backend;
use tmd_codegen::target::cuda::Cuda;
use tmd_tests::cuda::{Compiled, OLDEST_ARCHITECTURE, Tools, instruction_counts, tools};
use tmd_tests::full::is_full;
use tmd_tests::search;

/// Words are multiplied in halves of 32 bits (what a source does by itself) or by 64-bit instructions.
const LIMBS: [u32; 2] = [32, 64];

/// The oldest architecture and the newest that the compiler knows; with `TMD_FULL=1` also those between them that data
/// centres use.
fn architectures(tools: &Tools) -> Vec<u32> {
    let known = tools.architectures().unwrap_or_else(|error| panic!("{error}"));
    let newest = known.iter().copied().max().expect("an architecture");
    assert!(known.contains(&OLDEST_ARCHITECTURE) && newest > 90, "{known:?}");
    let full = is_full();
    let between: &[u32] = if full { &[80, 90] } else { &[] };
    [&[OLDEST_ARCHITECTURE], between, &[newest]].concat()
}

fn compiled(tools: &Tools, source: &str, what: &str, architecture: u32, limbs: u32) -> Compiled {
    let define = format!("TMD_LIMB_BITS={limbs}");
    tools
        .compile_cubin(source, architecture, &[&define])
        .unwrap_or_else(|error| panic!("{what} for sm_{architecture}, {limbs}-bit limbs: {error}"))
}

/// Machine instructions of each kernel.
fn instructions(tools: &Tools, compiled: &Compiled) -> BTreeMap<String, usize> {
    let listing = tools.list(&compiled.cubin).unwrap_or_else(|error| panic!("{error}"));
    let counts = instruction_counts(&listing);
    assert!(counts.keys().eq(compiled.resources.keys()), "{:?}", counts.keys());
    counts.into_iter().map(|(kernel, kinds)| (kernel, kinds.values().sum())).collect()
}

/// The CUDA sources that are checked in.
fn checked_in() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/cuda");
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let files = entries(&folder).into_iter().flat_map(|bundle| entries(&bundle));
    files.filter(|path| path.extension().is_some_and(|e| e == "cu")).collect()
}

/// `exp_1_0x1_0008p0_k0/kernels.cu`
fn short_name(path: &Path) -> String {
    let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    format!("{}/{}", parts[1], parts[0])
}

/// Bytes that a kernel may store and load again because registers do not suffice. A few are the
/// assembler's own choice, for more threads at a time; a kernel that does not fit has hundreds.
const FEW_SPILLED: u32 = 96;
/// The same of a kernel of all stages, which is for comparison: a search by arcs alone takes half of the
/// registers that there are.
const FEW_SPILLED_FUSED: u32 = 1024;

#[test]
fn checked_in_kernels_compile_and_keep_to_registers() {
    let Some(tools) = tools() else { return };
    let sources = checked_in();
    assert!(sources.len() >= 2, "{sources:?}");
    // The compiler uses one core for each.
    let tables: Vec<String> = std::thread::scope(|scope| {
        let start = |path: &PathBuf| {
            let path = path.clone();
            let tools = &tools;
            scope.spawn(move || resource_table(tools, &path))
        };
        let running: Vec<_> = sources.iter().map(start).collect();
        running.into_iter().map(|thread| thread.join().expect("a table")).collect()
    });
    println!("registers, bytes spilled and instructions with 32-bit / 64-bit limbs");
    print!("{}", tables.concat());
}

/// A line for each kernel of a source and each architecture.
fn resource_table(tools: &Tools, path: &Path) -> String {
    let mut table = String::new();
    let source = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let name = short_name(path);
    for architecture in architectures(tools) {
        let both = LIMBS.map(|limbs| compiled(tools, &source, &name, architecture, limbs));
        let counts = [&both[0], &both[1]].map(|compiled| instructions(tools, compiled));
        for (kernel, needs) in &both[0].resources {
            let needs = [*needs, both[1].resources[kernel]];
            let spilled = needs.map(|n| n.spill_stores + n.spill_loads);
            let pair = |values: [u32; 2]| format!("{} / {}", values[0], values[1]);
            let (registers, spilled_pair) = (pair(needs.map(|n| n.registers)), pair(spilled));
            let counts = format!("{} / {}", counts[0][kernel], counts[1][kernel]);
            let what = format!("{name:<34} {kernel:<11} sm_{architecture:<3}");
            table += &format!("{what} {registers:>10} {spilled_pair:>8} {counts:>12}\n");
            let few = if kernel == "run_fused" { FEW_SPILLED_FUSED } else { FEW_SPILLED };
            assert!(spilled.iter().all(|bytes| *bytes <= few), "{table}");
        }
    }
    table
}

// ---- every test with every division ----

const DIVISIONS: [Division; 5] = [
    Division::Subtractive,
    Division::Native,
    Division::Hybrid(3),
    Division::Hybrid(64),
    Division::Reciprocal,
];

/// The first stage of a request's kernel, once for each division.
fn with_divisions(request: &Request, test: Test) -> KernelPlan {
    let plan = search::plan(request);
    let kernel = &plan.kernels[0];
    let with = |division| {
        let mut stage: StagePlan = kernel.stages[0].clone();
        if let Check::Exists { test: plan, .. } = &mut stage.check {
            (plan.test, plan.division) = (test, division);
        }
        stage
    };
    KernelPlan { stages: DIVISIONS.map(with).into(), ..kernel.clone() }
}

/// All tests with all divisions, on the architectures that differ most: with `TMD_FULL=1` each on both, else every second one from
/// `first` on on the newest, and the others on the oldest.
fn compile_all_tests(request: &Request, name: &str, first: usize) {
    let Some(tools) = tools() else { return };
    let all = architectures(&tools);
    let both = [(all[0], LIMBS[1]), (all[all.len() - 1], LIMBS[0])];
    println!("registers and instructions by division, {DIVISIONS:?}");
    for (number, &test) in Test::ALL.iter().enumerate() {
        let plan = with_divisions(request, test);
        let emitted = Cuda
            .emit(&plan, &[format!("{name}, for the tests")])
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        let source = &emitted.files["kernels.cu"];
        let own = (number + first + 1) % 2;
        let machines = if is_full() { &both[..] } else { &both[own..=own] };
        for &(architecture, limbs) in machines {
            let what = format!("{name} {test:?}");
            let compiled = compiled(&tools, source, &what, architecture, limbs);
            let counts = instructions(&tools, &compiled);
            assert_eq!(counts.len(), DIVISIONS.len(), "{counts:?}");
            let row: Vec<String> = compiled
                .resources
                .iter()
                .map(|(kernel, needs)| format!("{:>3} {:>5}", needs.registers, counts[kernel]))
                .collect();
            println!("{what:<28} {:>7}  {}", format!("sm_{architecture}"), row.join("   "));
        }
    }
}

/// In binary64 numbers.
#[test]
fn all_tests_compile_in_numbers() {
    let request = Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        ..Request::in_range("exp", "1,0x1.0008p0")
    };
    compile_all_tests(&request, "numbers", 0);
}

/// In words of 63 bits: a nearly linear function, so that intervals are very long.
#[test]
fn all_tests_compile_in_words() {
    let request = Request {
        precision: 64.into(),
        bits: Some(44),
        ..Request::in_range("sqrt", "0x1.5p0,0x1.504p0")
    };
    compile_all_tests(&request, "words", 1);
}

/// The kernel of searches by phases, on all architectures: it keeps to registers.
#[test]
fn the_kernel_of_phases_compiles() {
    let Some(tools) = tools() else { return };
    let emitted = Cuda
        .emit(&tmd_codegen::phases::PLAN, &["phases, for the tests".to_owned()])
        .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    for (file, source) in &emitted.files {
        for architecture in architectures(&tools) {
            let compiled = compiled(&tools, source, file, architecture, LIMBS[1]);
            for (kernel, needs) in &compiled.resources {
                let spilled = needs.spill_stores + needs.spill_loads;
                println!(
                    "{file} {kernel} sm_{architecture}: {} registers, {spilled} spilled",
                    needs.registers
                );
                assert!(spilled <= FEW_SPILLED, "{kernel} sm_{architecture}: {spilled}");
            }
        }
    }
}
