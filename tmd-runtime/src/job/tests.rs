//! Searches with toy kernels, on one thread and on several.

use std::sync::atomic::AtomicUsize;

use super::*;
use crate::kernel::Kernel;
use crate::manifest::StageManifest;
use crate::testing::{toy_bundle, toy_survivors};

/// The toy's rule as a kernel; optionally one that lets everything through, or invents a part.
struct Toy {
    stages: Vec<StageManifest>,
    mode: Mode,
}

#[derive(PartialEq)]
enum Mode {
    Rule,
    Everything,
    Invent,
}

fn toy(mode: Mode) -> Vec<Arc<dyn Kernel>> {
    vec![Arc::new(Toy { stages: toy_bundle().manifest.stages, mode })]
}

impl Kernel for Toy {
    fn describe(&self) -> String {
        "toy".into()
    }

    fn stages(&self) -> &[StageManifest] {
        &self.stages
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let parts = self.stages[stage].part_count;
        match self.mode {
            Mode::Rule => out.extend(toy_survivors(stage, seed, items)),
            Mode::Everything => {
                out.extend(items.iter().flat_map(|item| item * parts..(item + 1) * parts))
            }
            Mode::Invent => out.push(u64::MAX),
        }
        Ok(())
    }
}

/// Units of three blocks of ten items (640 inputs); `misbehave` is called before each block.
struct Search<M> {
    units: usize,
    items: u64,
    misbehave: M,
}

type Visit<'a> = &'a mut dyn FnMut(Block) -> Result<(), Error>;

impl<M: Fn(usize, u64) -> Result<(), Error> + Sync> Job for Search<M> {
    type Found = (u64, u64);

    fn units(&self) -> usize {
        self.units
    }

    fn unit_inputs(&self, _unit: usize) -> u64 {
        3 * self.items * 64
    }

    fn blocks(&self, unit: usize, visit: Visit<'_>) -> Result<(), Error> {
        for tag in 0..3 {
            (self.misbehave)(unit, tag)?;
            let seeds = vec![vec![unit as u64], vec![tag + 5]];
            let inputs = self.items * 64;
            visit(Block { kernel: 0, seeds, items: self.items, inputs, tag })?;
        }
        Ok(())
    }

    fn confirm(
        &self,
        _unit: usize,
        block: &Block,
        candidates: &[u64],
        found: &mut Vec<(u64, u64)>,
    ) -> Result<(), Error> {
        assert!(candidates.is_sorted());
        found.extend(candidates.iter().map(|candidate| (block.tag, *candidate)));
        Ok(())
    }
}

fn well(_unit: usize, _tag: u64) -> Result<(), Error> {
    Ok(())
}

fn threads(threads: usize) -> Options {
    Options { threads, ..Options::default() }
}

fn units<F>(outcome: &Outcome<F>) -> Vec<usize> {
    outcome.results.iter().map(|result| result.unit).collect()
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let job = Search { units: 20, items: 10, misbehave: well };
    let progress = AtomicU64::new(0);
    let find = |count| {
        let outcome = run(&job, &toy(Mode::Rule), &threads(count), &progress);
        assert!(outcome.error.is_none() && !outcome.stopped);
        assert_eq!(units(&outcome), (0..20).collect::<Vec<_>>());
        let results = outcome.results.into_iter();
        results.map(|result| (result.counts, result.found)).collect::<Vec<_>>()
    };
    let one = find(1);
    assert_eq!(find(2), one);
    assert_eq!(find(0), one);
    assert_eq!(find(100), one);
    assert_eq!(progress.into_inner(), 4 * 20 * 3 * 640);

    let (counts, found) = &one[3];
    let parts = toy_survivors(0, &[3], &(0..10).collect::<Vec<_>>());
    let candidates = (0..3)
        .flat_map(|tag| toy_survivors(1, &[tag + 5], &parts).into_iter().map(move |c| (tag, c)));
    assert_eq!(*found, candidates.collect::<Vec<_>>());
    assert_eq!(counts.tested, [3 * 40, 3 * 10 * 16]);
    assert_eq!(counts.survivors, [30, 30]);
    assert_eq!(counts.candidates, 30);
}

/// One block that answers for a few inputs of its only item.
struct Short(u64);

impl Job for Short {
    type Found = u64;

    fn units(&self) -> usize {
        1
    }

    fn unit_inputs(&self, _unit: usize) -> u64 {
        self.0
    }

    fn blocks(&self, _unit: usize, visit: Visit<'_>) -> Result<(), Error> {
        visit(Block { kernel: 0, seeds: vec![vec![0], vec![0]], items: 1, inputs: self.0, tag: 0 })
    }

    fn confirm(
        &self,
        _unit: usize,
        _block: &Block,
        candidates: &[u64],
        found: &mut Vec<u64>,
    ) -> Result<(), Error> {
        found.extend(candidates);
        Ok(())
    }
}

/// Where everything survives, the parts of an item that a block does not answer for are handed on by no stage: an item may have
/// 2^36 inputs where the block has one.
#[test]
fn parts_beyond_a_block_are_not_searched() {
    let whole = toy_bundle().manifest.stages;
    let (parts, part_inputs) = (whole[0].part_count, whole[0].part_inputs);
    for inputs in [1, part_inputs - 1, part_inputs, part_inputs + 1, parts * part_inputs] {
        let outcome = run(&Short(inputs), &toy(Mode::Everything), &threads(1), &());
        assert!(outcome.error.is_none());
        let result = &outcome.results[0];
        let kept = inputs.div_ceil(part_inputs);
        assert_eq!(result.counts.survivors, [kept, inputs]);
        assert_eq!(result.counts.tested, [parts, kept * part_inputs]);
        assert_eq!(result.found, (0..inputs).collect::<Vec<_>>());
    }
}

#[test]
fn a_flood_of_survivors_passes_through() {
    let items = (1 << 17) + 3;
    let job = Search { units: 1, items, misbehave: well };
    let outcome = run(&job, &toy(Mode::Everything), &threads(1), &());
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    let mut candidates = (0..3).flat_map(|tag| (0..items * 64).map(move |input| (tag, input)));
    let result = &outcome.results[0];
    assert_eq!(result.counts.candidates, 3 * items * 64);
    assert!(result.found.iter().all(|found| candidates.next() == Some(*found)), "all, in order");
    assert!(outcome.timing.stages.iter().all(|seconds| *seconds > 0.0));
    assert!(outcome.timing.confirm > 0.0 && outcome.timing.seeding > 0.0);
    let spent =
        outcome.timing.seeding + outcome.timing.confirm + outcome.timing.stages.iter().sum::<f64>();
    assert!(spent <= result.seconds * 1.001, "{spent} of {} s", result.seconds);
}

#[test]
fn an_error_keeps_the_other_units() {
    let misbehave = |unit, tag| match (unit, tag) {
        (5, 2) => Err(Error::job("five")),
        _ => Ok(()),
    };
    let job = Search { units: 10, items: 10, misbehave };
    let outcome = run(&job, &toy(Mode::Rule), &threads(1), &());
    assert_eq!(units(&outcome), [0, 1, 2, 3, 4]);
    assert!(outcome.error.expect("error").to_string().contains("five"));
    assert!(!outcome.stopped);
}

#[test]
fn units_that_were_begun_are_finished_after_an_error() {
    let (begun, failing) = (AtomicBool::new(false), AtomicBool::new(false));
    let wait = |flag: &AtomicBool| {
        while !flag.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
    };
    let misbehave = |unit, tag| {
        match (unit, tag) {
            (0, 0) => {
                wait(&begun);
                failing.store(true, Ordering::SeqCst);
                return Err(Error::job("zero"));
            }
            (1, 0) => begun.store(true, Ordering::SeqCst),
            (1, 2) => wait(&failing),
            _ => {}
        }
        Ok(())
    };
    let job = Search { units: 1000, items: 10, misbehave };
    let outcome = run(&job, &toy(Mode::Rule), &threads(2), &());
    assert_eq!(units(&outcome)[0], 1);
    assert!(outcome.error.is_some());
}

#[test]
fn the_stop_flag_drops_the_unfinished_unit() {
    let options = threads(1);
    let misbehave = |unit, tag| {
        if (unit, tag) == (3, 1) {
            options.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let job = Search { units: 10, items: 10, misbehave };
    let outcome = run(&job, &toy(Mode::Rule), &options, &());
    assert_eq!(units(&outcome), [0, 1, 2]);
    assert!(outcome.stopped && outcome.error.is_none());

    let outcome = run(&job, &toy(Mode::Rule), &options, &());
    assert!(outcome.stopped && outcome.results.is_empty(), "stopped before it began");
}

#[test]
fn a_panic_becomes_an_error() {
    let misbehave = |unit, _| match unit {
        2 => panic!("two is {}", "odd"),
        _ => Ok(()),
    };
    let job = Search { units: 5, items: 10, misbehave };
    let outcome = run(&job, &toy(Mode::Rule), &threads(1), &());
    assert_eq!(units(&outcome), [0, 1]);
    let error = outcome.error.expect("error");
    assert!(
        matches!(&error, Error::Panic { unit: 2, message } if message == "two is odd"),
        "{error}"
    );
}

#[test]
fn a_kernel_that_invents_parts_is_caught() {
    let job = Search { units: 1, items: 10, misbehave: well };
    let outcome = run(&job, &toy(Mode::Invent), &threads(1), &());
    assert!(matches!(outcome.error, Some(Error::Kernel { .. })), "{:?}", outcome.error);
    let outcome = run(&job, &[], &threads(1), &());
    assert!(outcome.error.expect("error").to_string().contains("kernel 0 of 0"));
}

/// A job of one unit whose blocks are given, and which may hide errors.
struct Given {
    inputs: u64,
    blocks: Vec<Block>,
    hides: bool,
}

impl Job for Given {
    type Found = u64;

    fn units(&self) -> usize {
        1
    }

    fn unit_inputs(&self, _unit: usize) -> u64 {
        self.inputs
    }

    fn blocks(&self, _unit: usize, visit: Visit<'_>) -> Result<(), Error> {
        for block in &self.blocks {
            match visit(block.clone()) {
                Err(_) if self.hides => {}
                result => result?,
            }
        }
        Ok(())
    }

    fn confirm(&self, _: usize, _: &Block, _: &[u64], _: &mut Vec<u64>) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn what_is_not_covered_is_not_claimed() {
    let good = Block { seeds: vec![vec![0], vec![0]], items: 2, inputs: 100, ..Block::default() };
    let message = |inputs, blocks: &[&Block], hides| {
        let blocks = blocks.iter().map(|block| (*block).clone()).collect();
        let outcome = run(&Given { inputs, blocks, hides }, &toy(Mode::Rule), &threads(1), &());
        assert_eq!(outcome.results.is_empty(), outcome.error.is_some());
        outcome.error.map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(message(200, &[&good, &good], false), "");
    assert!(message(200, &[&good], false).contains("its blocks answer for 100"));
    let greedy = Block { inputs: 129, ..good.clone() };
    assert!(message(129, &[&greedy], false).contains("cover only 128"));
    let short = Block { seeds: vec![vec![0]], ..good.clone() };
    assert!(message(100, &[&short], false).contains("seeds for 1 stages"));
    assert!(message(100, &[&short, &good], true).contains("went on after an error"));
    let huge = Block { items: u64::MAX / 2, ..good };
    assert!(message(100, &[&huge], false).contains("more than 2^64 parts"));
}

#[test]
fn no_units_is_no_work() {
    let calls = AtomicUsize::new(0);
    let misbehave = |_, _| {
        calls.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    let outcome =
        run(&Search { units: 0, items: 1, misbehave }, &toy(Mode::Rule), &threads(4), &());
    assert!(outcome.results.is_empty() && outcome.error.is_none() && !outcome.stopped);
    assert_eq!(calls.into_inner(), 0);
}
