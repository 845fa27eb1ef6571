//! What a device with memory of its own must be able to do; everything else about batches is the
//! same for all of them.

use crate::error::Error;
use crate::manifest::ProgramManifest;

/// Which kernel of a program is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// `run_stage{s}` of a phased program.
    Stage(usize),
    /// `run_fused` of a fused program.
    Fused,
}

impl Entry {
    /// The kernels of a program.
    pub(crate) fn all(program: &ProgramManifest, stages: usize) -> Vec<Entry> {
        match program.is_fused() {
            true => vec![Entry::Fused],
            false => (0..stages).map(Entry::Stage).collect(),
        }
    }

    /// Its name in the source.
    pub(crate) fn name(self) -> String {
        match self {
            Entry::Stage(stage) => format!("run_stage{stage}"),
            Entry::Fused => "run_fused".to_string(),
        }
    }
}

/// The arguments of a kernel, see [`ProgramManifest`].
pub(crate) struct Arguments<'a, B: Backend + ?Sized> {
    pub(crate) seeds: &'a B::Words,
    pub(crate) blocks: u32,
    pub(crate) items: &'a B::Words,
    pub(crate) item_capacity: u32,
    pub(crate) counts: &'a B::Counts,
    pub(crate) survivors: &'a B::Words,
    pub(crate) survivor_capacity: u32,
}

/// A compiled program on a device.
///
/// Commands of one stream are executed in order; streams are independent of each other.
pub(crate) trait Backend: Send + Sync {
    /// An in-order list of commands.
    type Stream: Send;
    /// Device memory for 64-bit words.
    type Words: Send;
    /// Device memory for 32-bit counters.
    type Counts: Send;
    /// A point in time of a stream.
    type Mark: Send;

    /// The device and the program, for people.
    fn describe(&self) -> String;

    /// The program that was compiled.
    fn program(&self) -> &ProgramManifest;

    /// How many groups keep the whole device busy.
    fn groups(&self) -> usize;

    /// A new stream.
    fn stream(&self) -> Result<Self::Stream, Error>;

    /// Memory for `length` words, at least one.
    fn words(&self, stream: &Self::Stream, length: usize) -> Result<Self::Words, Error>;

    /// Memory for `length` counters, at least one.
    fn counts(&self, stream: &Self::Stream, length: usize) -> Result<Self::Counts, Error>;

    /// Writes words from index `start` on; `data` may be changed once this returns.
    fn write_words(
        &self,
        stream: &Self::Stream,
        buffer: &mut Self::Words,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error>;

    /// Writes all counters; `data` may be changed once this returns.
    fn write_counts(
        &self,
        stream: &Self::Stream,
        buffer: &mut Self::Counts,
        data: &[u32],
    ) -> Result<(), Error>;

    /// Launches a kernel with `groups` groups and returns without waiting for it.
    fn launch(
        &self,
        stream: &Self::Stream,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error>;

    /// Waits for everything before, then reads the first words.
    fn read_words(
        &self,
        stream: &Self::Stream,
        buffer: &Self::Words,
        out: &mut [u64],
    ) -> Result<(), Error>;

    /// Waits for everything before, then reads the first counters.
    fn read_counts(
        &self,
        stream: &Self::Stream,
        buffer: &Self::Counts,
        out: &mut [u32],
    ) -> Result<(), Error>;

    /// Marks this point of the stream.
    fn mark(&self, stream: &Self::Stream) -> Result<Self::Mark, Error>;

    /// Device seconds between two marks of a stream, both of which have been passed.
    fn seconds(&self, from: &Self::Mark, to: &Self::Mark) -> Result<f64, Error>;
}
