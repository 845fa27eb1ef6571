//! Sizes: how many blocks a batch has, and how much room there is for survivors.

use crate::error::Error;
use crate::manifest::{ProgramManifest, StageManifest};

/// Room for the survivors of a stage, unless a single item has more parts: 32 MiB.
const SURVIVORS: u64 = 1 << 22;
/// Room for items that the host writes: 1 MiB.
const ITEMS: u64 = 1 << 17;
/// Threads that the first stage of a batch should have, on a device that wants many.
const BATCH_THREADS: u64 = 1 << 16;
/// Items that it should have where an item is a work-item's.
const BATCH_ITEMS: u64 = 1 << 8;
/// Counters have 32 bits; see [`ProgramManifest`].
const COUNTED: u64 = 1 << 32;

/// The sizes of a kernel's buffers. A set of buffers takes 32 MiB a stage and little else, whatever the
/// range that is searched.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Seed words of the stages before, by stage; in the end, of all.
    pub(super) seed_offset: Vec<usize>,
    /// Room for survivors, by stage.
    pub(super) capacity: Vec<u32>,
    /// Room for items from the host.
    pub(super) items: u32,
    /// Full blocks of a batch; none where a block's items are more than the host can write.
    pub(super) blocks: usize,
    /// Items that a group takes at a time, by stage.
    group_items: Vec<usize>,
    /// Parts of an item, by stage.
    parts: Vec<u64>,
}

impl Layout {
    pub(super) fn new(
        stages: &[StageManifest],
        program: &ProgramManifest,
    ) -> Result<Layout, Error> {
        let parts: Vec<u64> = stages.iter().map(|stage| stage.part_count).collect();
        let mut capacity = vec![];
        for (stage, &own) in parts.iter().enumerate() {
            // The next stage's parts of so many items must be countable.
            let next = parts.get(stage + 1).copied().unwrap_or(1).max(1);
            let most = (COUNTED - 1) / next;
            if own > most {
                return Err(Error::unsupported(format!(
                    "stages {stage} and {} with {own} and {next} parts an item: their product is \
                     beyond 32-bit counters",
                    stage + 1
                )));
            }
            capacity.push(SURVIVORS.clamp(own, most) as u32);
        }
        let (first, threads) = match (stages.first(), program.item_threads.first()) {
            (Some(first), Some(threads)) => (first, u64::from(*threads)),
            _ => return Err(Error::bundle("it has no stages")),
        };
        let items = ITEMS.min((COUNTED - 1) / parts.iter().copied().max().unwrap_or(1)).max(1);
        let wanted = match program.device.as_str() {
            "cpu" => BATCH_ITEMS,
            _ => BATCH_THREADS / threads,
        };
        let block_items = first.items.max(1);
        let blocks = wanted.div_ceil(block_items).min(items / block_items);
        let group_items = program.item_threads.iter().map(|t| (program.group_size / t) as usize);
        let offsets = stages.iter().scan(0, |offset, stage| {
            *offset += stage.seed_words;
            Some(*offset)
        });
        Ok(Layout {
            seed_offset: std::iter::once(0).chain(offsets).collect(),
            capacity,
            items: items as u32,
            blocks: blocks as usize,
            group_items: group_items.collect(),
            parts,
        })
    }

    /// Seed words of all stages of a block.
    pub(super) fn seed_words(&self) -> usize {
        self.seed_offset.last().copied().unwrap_or(0)
    }

    /// So many items of a stage that the host can write them and all their parts could survive.
    pub(super) fn piece(&self, stage: usize) -> usize {
        let fitting = u64::from(self.capacity[stage]) / self.parts[stage].max(1);
        fitting.clamp(1, u64::from(self.items)) as usize
    }

    /// Groups for so many items of a stage, at most as many as keep the device busy.
    pub(super) fn groups(&self, stage: usize, items: usize, busy: usize) -> usize {
        items.div_ceil(self.group_items[stage].max(1)).clamp(1, busy.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(items: u64, part_count: u64, seed_words: usize) -> StageManifest {
        StageManifest { items, part_count, seed_words, ..StageManifest::default() }
    }

    fn program(device: &str, threads: &[u32]) -> ProgramManifest {
        ProgramManifest {
            device: device.into(),
            group_size: 128,
            item_threads: threads.to_vec(),
            ..ProgramManifest::default()
        }
    }

    #[test]
    fn sizes_follow_the_stages() {
        let stages = [stage(64, 2048, 30), stage(1 << 17, 32, 24), stage(1 << 22, 64, 9)];
        let layout = Layout::new(&stages, &program("gpu", &[32, 4, 4])).expect("layout");
        assert_eq!(layout.seed_offset, [0, 30, 54, 63]);
        assert_eq!(layout.seed_words(), 63);
        assert_eq!(layout.capacity, [1 << 22; 3]);
        assert_eq!(layout.blocks, 32);
        assert_eq!(layout.piece(0), 2048);
        assert_eq!(layout.groups(0, 2048, 10_000), 512);
        assert_eq!(layout.groups(0, 1, 100), 1);
        let layout = Layout::new(&stages, &program("cpu", &[1, 1, 1])).expect("layout");
        assert_eq!(layout.blocks, 4);
    }

    /// No count can reach 2^32, whatever survives.
    #[test]
    fn counts_cannot_wrap() {
        for lg in [(11, 5), (5, 13), (13, 13), (3, 28), (28, 3), (16, 15), (0, 0)] {
            let stages = [stage(1, 1 << lg.0, 1), stage(1 << lg.0, 1 << lg.1, 1)];
            let layout = Layout::new(&stages, &program("gpu", &[1, 1])).expect("layout");
            assert!(u64::from(layout.capacity[0]) << lg.1 < COUNTED);
            assert!(u64::from(layout.items) << lg.0.max(lg.1) < COUNTED);
            for stage in [0, 1] {
                let parts = [lg.0, lg.1][stage];
                assert!((layout.piece(stage) as u64) << parts <= layout.capacity[stage].into());
            }
        }
        let stages = [stage(1, 1 << 20, 1), stage(1, 1 << 20, 1)];
        assert!(Layout::new(&stages, &program("gpu", &[1, 1])).is_err());
    }
}
