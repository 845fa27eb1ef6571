//! The kernel of searches by phases: on all that runs kernels, it leaves the same arcs of the same blocks.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tmd_codegen::phases::seed;
use tmd_codegen::phases::{Function, PLAN, Request, load, search_on};
use tmd_codegen::spec::Format;
use tmd_codegen::{load::LoadOptions, target_names};
use tmd_runtime::{Error, Kernel, Options, StageManifest};
use tmd_tests::engine::{Engine, emulators, engines};

/// A kernel that writes down the seeds that it is given.
struct Recorder {
    own: Arc<dyn Kernel>,
    seeds: Mutex<Vec<Vec<u64>>>,
}

impl Kernel for Recorder {
    fn describe(&self) -> String {
        self.own.describe()
    }

    fn stages(&self) -> &[StageManifest] {
        self.own.stages()
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        self.seeds.lock().expect("seeds").push(seed.to_vec());
        self.own.run_stage(stage, seed, items, out)
    }
}

fn interpreter() -> LoadOptions {
    LoadOptions { target: target_names::INTERPRETER.to_owned(), ..LoadOptions::default() }
}

/// The seeds of some blocks of a search, those with the most arcs.
fn seeds(function: &str, precision: u32, range: &str, phases: &str, bits: u32) -> Vec<Vec<u64>> {
    let name = format!("{precision} bits of binary64");
    let format = Format { precision, emin: -1022, emax: 1023, name };
    let request = Request::new(
        Function::parse(function).expect("a function"),
        format,
        range,
        phases,
        Some(bits),
    )
    .expect("a request");
    let own = load(&request, &interpreter()).expect("a kernel");
    let recorder = Arc::new(Recorder { own, seeds: Mutex::default() });
    let kernel: Arc<dyn Kernel> = recorder.clone();
    search_on(&request, &kernel, &Options::default(), &()).expect("a search");
    let mut seeds = recorder.seeds.lock().expect("seeds").clone();
    // The order in which threads come does not matter.
    seeds.sort_by_key(|seed| (std::cmp::Reverse(seed[seed::ARCS]), seed.clone()));
    seeds.truncate(3);
    seeds
}

/// The arcs that a kernel leaves of a block.
fn left(kernel: &dyn Kernel, seed: &[u64]) -> BTreeSet<u64> {
    let mut out = vec![];
    kernel.run_stage(0, seed, &[0], &mut out).unwrap_or_else(|error| panic!("{error}"));
    let count = out.len();
    let left = BTreeSet::from_iter(out);
    assert_eq!(left.len(), count, "an arc is reported twice");
    left
}

#[test]
fn all_engines_leave_the_same_arcs() {
    let mut blocks = vec![];
    for (function, precision, range, phases, bits) in [
        ("sin", 53, "2^1000,2^1001", "0.1,0.1000001", 40),
        ("cos", 53, "2^60,2^61", "0.24,0.2400001", 28),
        ("tan", 24, "2^100,2^101", "0.2,0.22", 16),
        ("sin", 20, "2^700,2^701", "0,1", 12),
        ("exp(sin(3 * x))", 53, "2^500,2^501", "0.3,0.3000001", 40),
        ("1 / cos(x)", 24, "2^100,2^101", "0.2,0.24", 16),
    ] {
        blocks.extend(seeds(function, precision, range, phases, bits));
    }
    // Blocks whose vectors are soon called too long: their strands are lost.
    for turns in [0, 1, 2] {
        let mut lost = blocks[turns].clone();
        let longest = (1 << (seed::FRACTION as u32 - 64)) + ((turns as u64) << 46);
        (lost[seed::LONGEST], lost[seed::LONGEST + 1]) = (0, longest);
        blocks.push(lost);
    }
    let reference = load(
        &Request::new(
            Function::parse("sin").expect("a function"),
            Format { precision: 12, emin: -1022, emax: 1023, name: "12 bits".to_owned() },
            "2^100,2^101",
            "0,1",
            Some(5),
        )
        .expect("a request"),
        &interpreter(),
    )
    .expect("a kernel");
    let wanted: Vec<BTreeSet<u64>> = blocks.iter().map(|seed| left(&*reference, seed)).collect();
    let counts = |of: &dyn Fn(usize) -> u64| (0..blocks.len()).map(of).collect::<Vec<u64>>();
    let (arcs, kept) =
        (counts(&|at| blocks[at][seed::ARCS]), counts(&|at| wanted[at].len() as u64));
    println!("blocks of {arcs:?} arcs, of which {kept:?} are left");
    assert!(kept.iter().sum::<u64>() > 1000 && kept.iter().zip(&arcs).any(|(own, all)| own < all));
    for engine in engines().into_iter().filter(|engine| engine.is_phased()).chain(emulators()) {
        let kernel = engine.stages("phases", &PLAN);
        // An interpreter of machine code takes its time.
        let most = if engine == Engine::Ptx { 1 } else { blocks.len() };
        let mut by_arcs: Vec<usize> = (0..blocks.len()).collect();
        by_arcs.sort_by_key(|at| arcs[*at]);
        for at in by_arcs.into_iter().take(most) {
            let own = left(&*kernel, &blocks[at]);
            let differing = own.symmetric_difference(&wanted[at]).count();
            assert!(own == wanted[at], "{engine:?}, block {at}: {differing} arcs differ");
        }
        println!("{engine:?}: {most} blocks");
    }
}
