//! A device in memory for the tests. Commands are executed when somebody waits for them and not
//! before, in the order of their stream; each thread of a kernel is played one after the other, the
//! last item first.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::deployment::Deployment;
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::manifest::{ProgramManifest, StageManifest};
use crate::testing::{batch_program, batch_stages, batch_survivors};

/// Memory of the device; what was never written is nonsense.
pub(super) struct Memory<T> {
    words: Arc<Mutex<Vec<T>>>,
    live: Arc<AtomicUsize>,
}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        self.live.fetch_sub(1, Ordering::SeqCst);
    }
}

type Command = Box<dyn FnOnce() + Send>;

/// Commands that nobody has waited for yet.
#[derive(Default)]
pub(super) struct Stream(RefCell<VecDeque<Command>>);

impl Stream {
    fn push(&self, command: impl FnOnce() + Send + 'static) {
        self.0.borrow_mut().push_back(Box::new(command));
    }

    fn wait(&self) {
        while let Some(command) = self.next() {
            command();
        }
    }

    fn next(&self) -> Option<Command> {
        self.0.borrow_mut().pop_front()
    }
}

/// The device, with the batch toy's program.
pub(super) struct Fake {
    program: ProgramManifest,
    stages: Vec<StageManifest>,
    /// Buffers that exist.
    pub(super) live: Arc<AtomicUsize>,
    /// Kernels that were launched.
    pub(super) launches: AtomicUsize,
    /// The launch of this number fails.
    pub(super) failing_launch: AtomicUsize,
    /// Added to the counter that the last stage leaves.
    pub(super) lie: u32,
    /// The block in whose items loop 2 of the first stage passes its bound.
    pub(super) overrun: Option<u64>,
}

impl Fake {
    pub(super) fn new(deployment: Deployment) -> Fake {
        Fake {
            program: batch_program(deployment),
            stages: batch_stages(),
            live: Arc::default(),
            launches: AtomicUsize::new(0),
            failing_launch: AtomicUsize::new(usize::MAX),
            lie: 0,
            overrun: None,
        }
    }

    fn memory<T: Clone>(&self, length: usize, nonsense: T) -> Memory<T> {
        assert!(length > 0);
        self.live.fetch_add(1, Ordering::SeqCst);
        let words = Arc::new(Mutex::new(vec![nonsense; length]));
        Memory { words, live: self.live.clone() }
    }
}

/// A launch under way, with the buffers that it keeps alive.
struct Launch {
    stages: Vec<StageManifest>,
    lie: u32,
    overrun: Option<u64>,
    seeds: Arc<Mutex<Vec<u64>>>,
    blocks: usize,
    items: Arc<Mutex<Vec<u64>>>,
    item_capacity: usize,
    counts: Arc<Mutex<Vec<u32>>>,
    survivors: Arc<Mutex<Vec<u64>>>,
    capacity: usize,
}

impl Launch {
    /// Part indices over the batch that survive a stage, for an item over the batch.
    fn survivors(&self, stage: usize, item: u64) -> Vec<u64> {
        let manifest = &self.stages[stage];
        let (block, item) = (item / manifest.items, item % manifest.items);
        let before: usize = self.stages[..stage].iter().map(|stage| stage.seed_words).sum();
        let seeds = self.seeds.lock().expect("seeds");
        let word = |index| seeds[(before + index) * self.blocks + block as usize];
        let seed: Vec<u64> = (0..manifest.seed_words).map(word).collect();
        let parts = batch_survivors(stage, &seed, &[item]).into_iter();
        parts.map(|part| block * manifest.items * manifest.part_count + part).collect()
    }

    fn items(&self, stage: usize) -> Vec<u64> {
        let count = (self.counts.lock().expect("counts")[stage] as usize).min(self.item_capacity);
        self.items.lock().expect("items")[..count].iter().rev().copied().collect()
    }

    fn count(&self, stage: usize) -> usize {
        let mut counts = self.counts.lock().expect("counts");
        counts[stage + 1] += 1;
        counts[stage + 1] as usize - 1
    }

    fn report(&self, stage: usize, part: u64) {
        let place = self.count(stage);
        if place < self.capacity {
            self.survivors.lock().expect("survivors")[place] = part;
        }
    }

    /// Whether the item's block is the one in which a loop passes its bound; that is noted.
    fn overruns(&self, item: u64) -> bool {
        let block = item / self.stages[0].items;
        if self.overrun != Some(block) {
            return false;
        }
        let noted = self.stages.len() + 1;
        let mut counts = self.counts.lock().expect("counts");
        counts[noted] += 1;
        counts[noted + 1..].copy_from_slice(&[0, 2, block as u32]);
        true
    }

    fn run_stage(&self, stage: usize) {
        for item in self.items(stage) {
            if stage == 0 && self.overruns(item) {
                continue;
            }
            self.survivors(stage, item).into_iter().for_each(|part| self.report(stage, part));
        }
        if stage == 1 {
            self.counts.lock().expect("counts")[2] += self.lie;
        }
    }

    fn run_fused(&self) {
        for item in self.items(0) {
            if self.overruns(item) {
                continue;
            }
            for part in self.survivors(0, item) {
                self.count(0);
                self.survivors(1, part).into_iter().for_each(|part| self.report(1, part));
            }
        }
    }
}

impl Backend for Fake {
    type Stream = Stream;
    type Words = Memory<u64>;
    type Counts = Memory<u32>;
    type Mark = usize;

    fn describe(&self) -> String {
        format!("fake ({})", self.program.deployment)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        3
    }

    fn stream(&self) -> Result<Stream, Error> {
        Ok(Stream::default())
    }

    fn words(&self, _: &Stream, length: usize) -> Result<Memory<u64>, Error> {
        Ok(self.memory(length, u64::MAX / 3))
    }

    fn counts(&self, _: &Stream, length: usize) -> Result<Memory<u32>, Error> {
        Ok(self.memory(length, u32::MAX / 3))
    }

    fn write_words(
        &self,
        stream: &Stream,
        buffer: &mut Memory<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        let (words, data) = (buffer.words.clone(), data.to_vec());
        stream.push(move || {
            words.lock().expect("words")[start..start + data.len()].copy_from_slice(&data);
        });
        Ok(())
    }

    fn write_counts(
        &self,
        stream: &Stream,
        buffer: &mut Memory<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        let (words, data) = (buffer.words.clone(), data.to_vec());
        stream.push(move || words.lock().expect("counts").copy_from_slice(&data));
        Ok(())
    }

    fn launch(
        &self,
        stream: &Stream,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Fake>,
    ) -> Result<(), Error> {
        assert!((1..=self.groups()).contains(&groups));
        let number = self.launches.fetch_add(1, Ordering::SeqCst);
        if number == self.failing_launch.load(Ordering::SeqCst) {
            return Err(Error::unsupported("this launch"));
        }
        let launch = Launch {
            stages: self.stages.clone(),
            lie: self.lie,
            overrun: self.overrun,
            seeds: arguments.seeds.words.clone(),
            blocks: arguments.blocks as usize,
            items: arguments.items.words.clone(),
            item_capacity: arguments.item_capacity as usize,
            counts: arguments.counts.words.clone(),
            survivors: arguments.survivors.words.clone(),
            capacity: arguments.survivor_capacity as usize,
        };
        stream.push(move || match entry {
            Entry::Stage(stage) => launch.run_stage(stage),
            Entry::Fused => launch.run_fused(),
        });
        Ok(())
    }

    fn read_words(
        &self,
        stream: &Stream,
        buffer: &Memory<u64>,
        out: &mut [u64],
    ) -> Result<(), Error> {
        stream.wait();
        out.copy_from_slice(&buffer.words.lock().expect("words")[..out.len()]);
        Ok(())
    }

    fn read_counts(
        &self,
        stream: &Stream,
        buffer: &Memory<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        stream.wait();
        out.copy_from_slice(&buffer.words.lock().expect("counts")[..out.len()]);
        Ok(())
    }

    fn mark(&self, _: &Stream) -> Result<usize, Error> {
        Ok(self.launches.load(Ordering::SeqCst))
    }

    fn seconds(&self, from: &usize, to: &usize) -> Result<f64, Error> {
        Ok((to - from) as f64)
    }
}
