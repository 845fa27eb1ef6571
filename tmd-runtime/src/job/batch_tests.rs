//! Searches with a kernel that takes batches.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

use super::*;
use crate::kernel::{BatchOutcome, Kernel, Queue};
use crate::manifest::StageManifest;
use crate::testing::{batch_block, batch_candidates, batch_stages, batch_survivors};

/// Most blocks of a batch, and batches under way.
const BLOCKS: usize = 4;
const DEPTH: usize = 2;

/// The batch toy, which writes down what is asked of it and may misbehave with the block of a tag.
struct Toy {
    stages: Vec<StageManifest>,
    misbehaviour: Option<(u64, Misbehaviour)>,
    /// Whether it takes batches at all.
    batches: bool,
    log: Mutex<Vec<String>>,
    open: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq)]
enum Misbehaviour {
    /// There was no room for its survivors.
    Overflow,
    /// Its batch returns a part that lies behind it.
    Invent,
    /// Its batch returns a part of a block that the batch does not have.
    InventBlock,
    FailToSubmit,
    FailToCollect,
}

fn toy(misbehaviour: Option<(u64, Misbehaviour)>) -> Arc<Toy> {
    let (log, open) = (Mutex::default(), AtomicUsize::new(0));
    Arc::new(Toy { stages: batch_stages(), misbehaviour, batches: true, log, open })
}

impl Toy {
    fn misbehaves(&self, batch: &[Block], how: Misbehaviour) -> bool {
        let tags = |tag| batch.iter().any(|block| block.tag == tag);
        self.misbehaviour.is_some_and(|(tag, what)| what == how && tags(tag))
    }

    fn write(&self, entry: String) {
        self.log.lock().expect("log").push(entry);
    }

    fn log(&self) -> Vec<String> {
        self.log.lock().expect("log").clone()
    }

    fn outcome(&self, batch: &[Block]) -> BatchOutcome {
        let items: u64 = batch.iter().map(|block| block.items).sum();
        let first = |block: &Block| {
            let items: Vec<u64> = (0..block.items).collect();
            batch_survivors(0, &block.seeds[0], &items).len() as u64
        };
        let first: u64 = batch.iter().map(first).sum();
        let mut candidates = vec![];
        for (number, block) in (0..).zip(batch) {
            let own = batch_candidates(block);
            candidates.extend(own.iter().map(|candidate| number * 1024 + candidate));
            if self.misbehaves(std::slice::from_ref(block), Misbehaviour::Invent) {
                candidates.push(number * 1024 + block.items * 64);
            }
        }
        if self.misbehaves(batch, Misbehaviour::InventBlock) {
            candidates.push(batch.len() as u64 * 1024);
        }
        candidates.reverse(); // devices have an order of their own
        let overflow = self.misbehaves(batch, Misbehaviour::Overflow);
        BatchOutcome {
            tested: vec![items * 4, first * 16],
            survivors: vec![first, candidates.len() as u64],
            seconds: vec![0.25, 0.5],
            candidates: (!overflow).then_some(candidates),
        }
    }
}

impl Kernel for Toy {
    fn describe(&self) -> String {
        "batch toy".into()
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
        self.write(format!("stage {stage}"));
        out.extend(batch_survivors(stage, seed, items));
        Ok(())
    }

    fn queue(&self) -> Result<Option<Box<dyn Queue + '_>>, Error> {
        if !self.batches {
            return Ok(None);
        }
        self.write("open".into());
        self.open.fetch_add(1, Ordering::SeqCst);
        Ok(Some(Box::new(ToyQueue { toy: self, under_way: VecDeque::new() })))
    }
}

struct ToyQueue<'a> {
    toy: &'a Toy,
    under_way: VecDeque<Vec<Block>>,
}

impl Queue for ToyQueue<'_> {
    fn batch_blocks(&self) -> usize {
        BLOCKS
    }

    fn depth(&self) -> usize {
        DEPTH
    }

    fn submit(&mut self, batch: &[Block]) -> Result<(), Error> {
        assert!((1..=BLOCKS).contains(&batch.len()));
        self.toy.write(format!("submit {}", batch.len()));
        if self.toy.misbehaves(batch, Misbehaviour::FailToSubmit) {
            return Err(Error::unsupported("submitting"));
        }
        self.under_way.push_back(batch.to_vec());
        assert!(self.under_way.len() <= DEPTH);
        Ok(())
    }

    fn collect(&mut self) -> Result<BatchOutcome, Error> {
        let batch = self.under_way.pop_front().expect("a batch under way");
        self.toy.write(format!("collect {}", batch.len()));
        if self.toy.misbehaves(&batch, Misbehaviour::FailToCollect) {
            return Err(Error::unsupported("collecting"));
        }
        Ok(self.toy.outcome(&batch))
    }
}

impl Drop for ToyQueue<'_> {
    fn drop(&mut self) {
        self.toy.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Units of `blocks` blocks, of which the last is short; `before` is called before each.
struct Search<M> {
    units: usize,
    blocks: u64,
    /// Block `tag` of each unit is of kernel `kernel(tag)`.
    kernel: fn(u64) -> usize,
    before: M,
}

/// Called before each block, with the unit's number and the block's.
type Before = fn(usize, u64) -> Result<(), Error>;

fn search(blocks: u64) -> Search<Before> {
    Search { units: 3, blocks, kernel: |_| 0, before: |_, _| Ok(()) }
}

impl<M> Search<M> {
    fn block(&self, unit: usize, number: u64) -> Block {
        let items = if number + 1 == self.blocks { 3 } else { 16 };
        let tag = unit as u64 * self.blocks + number;
        Block { kernel: (self.kernel)(number), ..batch_block(items, tag) }
    }

    fn all(&self, unit: usize) -> Vec<Block> {
        (0..self.blocks).map(|number| self.block(unit, number)).collect()
    }

    /// The findings that a unit must have.
    fn wanted(&self, unit: usize) -> Vec<(u64, u64)> {
        let blocks = self.all(unit).into_iter();
        let own = |block: Block| {
            let candidates = batch_candidates(&block).into_iter();
            candidates.map(move |candidate| (block.tag, candidate)).collect::<Vec<_>>()
        };
        blocks.flat_map(own).collect()
    }
}

impl<M: Fn(usize, u64) -> Result<(), Error> + Sync> Job for Search<M> {
    type Found = (u64, u64);

    fn units(&self) -> usize {
        self.units
    }

    fn unit_inputs(&self, unit: usize) -> u64 {
        self.all(unit).iter().map(|block| block.inputs).sum()
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        (0..self.blocks).try_for_each(|number| {
            (self.before)(unit, number)?;
            visit(self.block(unit, number))
        })
    }

    fn confirm(
        &self,
        _unit: usize,
        block: &Block,
        candidates: &[u64],
        found: &mut Vec<(u64, u64)>,
    ) -> Result<(), Error> {
        assert!(!candidates.is_empty() && candidates.is_sorted());
        found.extend(candidates.iter().map(|candidate| (block.tag, *candidate)));
        Ok(())
    }
}

fn run_on<M: Fn(usize, u64) -> Result<(), Error> + Sync>(
    search: &Search<M>,
    toys: &[&Arc<Toy>],
    threads: usize,
    progress: &dyn Progress,
) -> Outcome<(u64, u64)> {
    let kernels: Vec<Arc<dyn Kernel>> =
        toys.iter().map(|toy| Arc::clone(toy) as Arc<dyn Kernel>).collect();
    let outcome = run(search, &kernels, &Options { threads, ..Options::default() }, progress);
    for toy in toys {
        assert_eq!(toy.open.load(Ordering::SeqCst), 0, "every queue is closed");
    }
    for result in &outcome.results {
        assert_eq!(result.found, search.wanted(result.unit), "unit {}", result.unit);
    }
    outcome
}

/// Counts and cases are those of the stages run one by one.
#[test]
fn batches_and_stages_come_to_the_same() {
    for blocks in [1, 4, 5, 8, 9, 23] {
        let job = search(blocks);
        let by_stages =
            Arc::new(Toy { batches: false, ..Arc::into_inner(toy(None)).expect("toy") });
        let wanted = run_on(&job, &[&by_stages], 1, &());
        for (threads, overflow) in [(1, None), (2, None), (1, Some(blocks / 2))] {
            let toy = toy(overflow.map(|tag| (tag, Misbehaviour::Overflow)));
            let progress = AtomicU64::new(0);
            let outcome = run_on(&job, &[&toy], threads, &progress);
            assert!(outcome.error.is_none() && !outcome.stopped, "{:?}", outcome.error);
            assert_eq!(outcome.results.len(), 3);
            for (result, wanted) in outcome.results.iter().zip(&wanted.results) {
                assert_eq!(result.counts, wanted.counts);
                assert_eq!(result.inputs, wanted.inputs);
            }
            let inputs = (0..3).map(|unit| job.unit_inputs(unit)).sum::<u64>();
            assert_eq!(progress.into_inner(), inputs);
            let again = toy.log().iter().any(|entry| entry.starts_with("stage"));
            assert_eq!(again, overflow.is_some());
        }
    }
}

#[test]
fn batches_overlap_and_the_queue_is_kept() {
    let toy = toy(None);
    let job = Search { units: 2, ..search(14) };
    let outcome = run_on(&job, &[&toy], 1, &());
    let unit = [
        "submit 4",
        "submit 4",
        "collect 4",
        "submit 4",
        "collect 4",
        "submit 2",
        "collect 4",
        "collect 2",
    ];
    assert_eq!(toy.log(), [&["open"][..], &unit, &unit].concat());
    // Four batches of a quarter and a half second.
    assert_eq!(outcome.results[0].timing.stages, [1.0, 2.0]);
}

#[test]
fn only_the_batch_without_room_is_searched_again() {
    let toy = toy(Some((5, Misbehaviour::Overflow)));
    let job = Search { units: 1, ..search(14) };
    assert!(run_on(&job, &[&toy], 1, &()).error.is_none());
    let stages = toy.log().iter().filter(|entry| entry.starts_with("stage")).count();
    assert_eq!(stages, 4 * 2, "its four blocks, in two stages");
}

#[test]
fn kernels_take_turns() {
    let (first, second) = (toy(None), toy(None));
    let job = Search { kernel: |number| (number / 3 % 2) as usize, ..search(20) };
    for threads in [1, 2] {
        let outcome = run_on(&job, &[&first, &second], threads, &());
        assert!(outcome.error.is_none() && outcome.results.len() == 3);
    }
    // One of them takes no batches.
    let slow = Arc::new(Toy { batches: false, ..Arc::into_inner(toy(None)).expect("toy") });
    let outcome = run(
        &job,
        &[first as Arc<dyn Kernel>, slow],
        &Options { threads: 1, ..Options::default() },
        &(),
    );
    for result in outcome.results {
        let mut found = result.found;
        found.sort_unstable();
        assert_eq!(found, job.wanted(result.unit));
    }
}

#[test]
fn parts_of_no_block_are_errors() {
    for how in [Misbehaviour::Invent, Misbehaviour::InventBlock] {
        // The last block of the second unit: it is short, and its batch has room for another.
        let toy = toy(Some((2 * 6 - 1, how)));
        let outcome = run_on(&search(6), &[&toy], 1, &());
        assert_eq!(outcome.results.len(), 1);
        let error = outcome.error.expect("error");
        assert!(matches!(error, Error::Kernel { .. }), "{error}");
        assert!(error.to_string().contains("of none of them"), "{error}");
    }
}

#[test]
fn errors_end_a_unit_and_close_its_queue() {
    for how in [Misbehaviour::FailToSubmit, Misbehaviour::FailToCollect] {
        for tag in 14..28 {
            let toy = toy(Some((tag, how)));
            let outcome = run_on(&search(14), &[&toy], 1, &());
            assert_eq!(outcome.results.len(), 1, "nothing of the second unit");
            assert!(
                matches!(outcome.error, Some(Error::Unsupported { .. })),
                "{:?}",
                outcome.error
            );
        }
    }
    // The job fails, or panics, while batches are under way.
    let fail = |unit, number| match (unit, number) {
        (1, 11) => Err(Error::job("eleven")),
        _ => Ok(()),
    };
    let toy = toy(None);
    let failing = Search { units: 3, blocks: 14, kernel: |_| 0, before: fail };
    let outcome = run_on(&failing, &[&toy], 1, &());
    assert!(outcome.results.len() == 1 && matches!(outcome.error, Some(Error::Job { .. })));
    let panic = |unit, number| match (unit, number) {
        (1, 11) => panic!("eleven"),
        _ => Ok(()),
    };
    let panicking = Search { units: 3, blocks: 14, kernel: |_| 0, before: panic };
    let outcome = run_on(&panicking, &[&toy], 1, &());
    assert!(outcome.results.len() == 1 && matches!(outcome.error, Some(Error::Panic { .. })));
}

#[test]
fn the_stop_flag_drops_what_is_under_way() {
    let options = Options { threads: 1, ..Options::default() };
    let before = |unit, number| {
        if (unit, number) == (1, 11) {
            options.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let job = Search { units: 3, blocks: 14, kernel: |_| 0, before };
    let toy = toy(None);
    let outcome = run(&job, &[toy.clone() as Arc<dyn Kernel>], &options, &());
    assert!(outcome.stopped && outcome.error.is_none());
    assert_eq!(outcome.results.len(), 1);
    assert_eq!(toy.open.load(Ordering::SeqCst), 0);
}

/// Stops the search once a block is done.
struct StopSoon<'a>(&'a Options);

impl Progress for StopSoon<'_> {
    fn advance(&self, _inputs: u64) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

#[test]
fn the_stop_flag_ends_a_second_search() {
    // The only batch is searched again; the search is stopped after its first block.
    let toy = toy(Some((0, Misbehaviour::Overflow)));
    let options = Options { threads: 1, ..Options::default() };
    let job = Search { units: 1, ..search(3) };
    let outcome = run(&job, &[toy.clone() as Arc<dyn Kernel>], &options, &StopSoon(&options));
    assert!(outcome.stopped && outcome.error.is_none() && outcome.results.is_empty());
    assert_eq!(toy.log().iter().filter(|entry| *entry == "stage 0").count(), 1);
}
