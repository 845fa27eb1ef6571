//! Sizes: how many blocks a batch has, and how much room there is for survivors.

use super::COUNTED;
use crate::deployment::DeviceKind;
use crate::error::Error;
use crate::manifest::{ProgramManifest, StageManifest};
use crate::narrow;

/// Room for the survivors of a stage, unless a single item has more parts: 32 MiB.
pub(super) const SURVIVORS: u64 = 1 << 22;
/// Stages that may have that much; with more of them, each has less.
const LARGE_STAGES: u64 = 3;
/// Room for items that the host writes: 1 MiB.
const ITEMS: u64 = 1 << 17;
/// Room for seed words that the host writes: 8 MiB, unless a single block has more.
const SEEDS: u64 = 1 << 20;
/// Threads that the first stage of a batch should have, on a device that wants many, if nothing else is said.
const BATCH_THREADS: u64 = 1 << 16;
/// The variable that says otherwise, for measurements.
const BATCH_THREADS_VARIABLE: &str = "TMD_BATCH_THREADS";
/// Items that it should have where an item is a work-item's.
const BATCH_ITEMS: u64 = 1 << 8;
/// Parts of the first stage for each survivor that there is room for: where more than one in so many
/// survives, batches are searched twice.
const PARTS_A_SURVIVOR: u64 = 16;

/// The sizes of a kernel's buffers. A set of buffers takes at most 105 MiB, a queue two sets,
/// whatever the range that is searched (unless a single item or block does not fit that).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Seed words of the stages before, by stage; in the end, of all.
    pub(super) seed_offset: Vec<usize>,
    /// Room for survivors, by stage.
    pub(super) capacity: Vec<u32>,
    /// Room for items from the host.
    pub(super) items: usize,
    /// Full blocks of a batch; 0 if not even one has room.
    pub(super) blocks: usize,
    /// Parts of an item, by stage.
    parts: Vec<u64>,
}

/// Threads that the first stage of a batch should have: `TMD_BATCH_THREADS`, else 2^16.
pub(super) fn batch_threads() -> Result<u64, Error> {
    batch_threads_of(std::env::var(BATCH_THREADS_VARIABLE).ok().as_deref())
}

fn batch_threads_of(text: Option<&str>) -> Result<u64, Error> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(BATCH_THREADS) };
    match text.parse() {
        Ok(threads) if threads > 0 => Ok(threads),
        _ => Err(Error::unsupported(format!(
            "{BATCH_THREADS_VARIABLE} is `{text}`, which is no number of threads"
        ))),
    }
}

impl Layout {
    /// Sizes for batches that `program` runs, of so many threads in the first stage, with room for at most `survivors`
    /// of a stage.
    pub(super) fn new(
        stages: &[StageManifest],
        program: &ProgramManifest,
        survivors: u64,
        threads: u64,
    ) -> Result<Layout, Error> {
        let parts: Vec<u64> = stages.iter().map(|stage| stage.part_count.max(1)).collect();
        let offsets = stages.iter().scan(0, |offset, stage| {
            *offset += stage.seed_words;
            Some(*offset)
        });
        let seed_offset: Vec<usize> = std::iter::once(0).chain(offsets).collect();
        let seed_words = seed_offset.last().copied().unwrap_or(0);
        let share = survivors.min(SURVIVORS * LARGE_STAGES / stages.len().max(1) as u64);
        Ok(Layout {
            capacity: capacities(&parts, share)?,
            items: narrow::place(ITEMS),
            blocks: narrow::place(batch_blocks(stages, program, seed_words, share, threads)),
            seed_offset,
            parts,
        })
    }

    /// Seed words of all stages of a block.
    pub(super) fn seed_words(&self) -> usize {
        self.seed_offset.last().copied().unwrap_or(0)
    }

    /// So many items of a stage that the host can write them and all their parts could survive.
    pub(super) fn piece(&self, stage: usize) -> usize {
        let fitting = u64::from(self.capacity[stage]) / self.parts[stage];
        narrow::place(fitting.clamp(1, ITEMS))
    }
}

/// Groups for so many items of a stage, at most as many as keep the device busy.
pub(super) fn groups(program: &ProgramManifest, stage: usize, items: usize, busy: usize) -> usize {
    let threads = program.item_threads.get(stage).copied().unwrap_or(1).max(1);
    let group_items = (program.group_size / threads).max(1) as usize;
    items.div_ceil(group_items).clamp(1, busy.max(1))
}

/// Kernels find an item's block in a batch by a division: it is right only if the parts of a full
/// block are the items of the next stage's.
fn blocks_chain(stages: &[StageManifest]) -> bool {
    stages
        .windows(2)
        .all(|pair| pair[0].items.checked_mul(pair[0].part_count) == Some(pair[1].items))
}

/// Room for survivors, by stage: for all parts of an item at the least, and for so few at the most
/// that the next stage's parts of them can be counted.
fn capacities(parts: &[u64], share: u64) -> Result<Vec<u32>, Error> {
    let capacity = |(stage, &own): (usize, &u64)| {
        let next = parts.get(stage + 1).copied().unwrap_or(1);
        let most = (COUNTED - 1) / next;
        let beyond = || {
            Error::unsupported(format!(
                "stages {stage} and {} with {own} and {next} parts an item: their product is \
                 beyond 32-bit counters",
                stage + 1
            ))
        };
        if own > most {
            return Err(beyond());
        }
        u32::try_from(share.clamp(own, most)).map_err(|_| beyond())
    };
    parts.iter().enumerate().map(capacity).collect()
}

/// As many full blocks as make the device busy and have room; 0 if not even one has, or if blocks
/// cannot share a batch.
fn batch_blocks(
    stages: &[StageManifest],
    program: &ProgramManifest,
    seed_words: usize,
    share: u64,
    batch_threads: u64,
) -> u64 {
    let (Some(first), Some(threads)) = (stages.first(), program.item_threads.first()) else {
        return 0;
    };
    if !blocks_chain(stages) {
        return 0;
    }
    let items = first.items.max(1);
    let wanted = match program.device {
        DeviceKind::Cpu => BATCH_ITEMS,
        DeviceKind::Gpu => (batch_threads / u64::from(*threads).max(1)).max(1),
    };
    // What must not be exceeded: room for items, countable parts, indices of 64 bits.
    let indices = u64::MAX / items.saturating_mul(first.item_inputs).max(1);
    let countable = (COUNTED - 1) / items.saturating_mul(first.part_count).max(1);
    let most = (ITEMS / items).min(countable).min(indices);
    // What should not.
    let few_survivors =
        (share * PARTS_A_SURVIVOR / items.saturating_mul(first.part_count).max(1)).max(1);
    let seeds = (SEEDS / (seed_words as u64).max(1)).max(1);
    wanted.div_ceil(items).min(few_survivors).min(seeds).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stages of these parts, the first of which has so many items in a full block.
    fn stages(items: u64, parts: &[u64]) -> Vec<StageManifest> {
        let inputs: u64 = parts.iter().product();
        let mut stages = vec![];
        let (mut items, mut item_inputs) = (items, inputs);
        for part_count in parts.iter().copied() {
            let part_inputs = item_inputs / part_count;
            stages.push(StageManifest {
                items,
                part_count,
                part_inputs,
                item_inputs,
                seed_words: 20,
                ..StageManifest::default()
            });
            (items, item_inputs) = (items * part_count, part_inputs);
        }
        stages
    }

    fn program(device: DeviceKind, threads: &[u32]) -> ProgramManifest {
        ProgramManifest {
            device,
            group_size: 128,
            item_threads: threads.to_vec(),
            ..ProgramManifest::default()
        }
    }

    fn layout(
        items: u64,
        parts: &[u64],
        device: DeviceKind,
        threads: &[u32],
    ) -> Result<Layout, Error> {
        Layout::new(&stages(items, parts), &program(device, threads), SURVIVORS, BATCH_THREADS)
    }

    #[test]
    fn sizes_follow_the_stages() {
        let layout = |device, threads| layout(64, &[2048, 32, 64], device, threads);
        let gpu = layout(DeviceKind::Gpu, &[32, 4, 4]).expect("layout");
        assert_eq!(gpu.seed_offset, [0, 20, 40, 60]);
        assert_eq!(gpu.seed_words(), 60);
        assert_eq!(gpu.capacity, [1 << 22; 3]);
        assert_eq!(gpu.blocks, 32);
        assert_eq!(gpu.piece(0), 2048);
        assert_eq!(layout(DeviceKind::Gpu, &[1, 1, 1]).expect("layout").blocks, 512);
        assert_eq!(layout(DeviceKind::Cpu, &[1, 1, 1]).expect("layout").blocks, 4);
    }

    #[test]
    fn batches_have_the_threads_that_are_wanted() {
        let blocks = |threads| {
            let program = program(DeviceKind::Gpu, &[32, 4, 4]);
            let stages = stages(64, &[2048, 32, 64]);
            Layout::new(&stages, &program, SURVIVORS, threads).expect("layout").blocks
        };
        assert_eq!([1, 1 << 14, 1 << 16, 1 << 17].map(blocks), [1, 8, 32, 64]);
        assert_eq!(batch_threads_of(None).expect("a default"), BATCH_THREADS);
        assert_eq!(batch_threads_of(Some("1024")).expect("a number"), 1024);
        for text in ["0", "many", "-1"] {
            let error = batch_threads_of(Some(text)).expect_err("refused").to_string();
            assert!(error.contains(text) && error.contains(BATCH_THREADS_VARIABLE), "{error}");
        }
    }

    #[test]
    fn groups_follow_the_items() {
        let program = program(DeviceKind::Gpu, &[32, 4, 4]);
        assert_eq!(groups(&program, 0, 2048, 10_000), 512);
        assert_eq!(groups(&program, 1, 2048, 10_000), 64);
        assert_eq!(groups(&program, 0, 2048, 100), 100);
        assert_eq!(groups(&program, 0, 0, 100), 1);
    }

    /// No count can reach 2^32, whatever survives, and memory is bounded.
    #[test]
    fn counts_cannot_wrap_and_memory_is_bounded() {
        for lg in [[11, 5, 13], [5, 13, 3], [13, 13, 0], [3, 22, 2], [0, 0, 0], [16, 15, 0]] {
            let parts = lg.map(|lg| 1 << lg);
            for items in [1, 64, 1 << 12, ITEMS, 2 * ITEMS] {
                let layout = layout(items, &parts, DeviceKind::Gpu, &[1, 1, 1]).expect("layout");
                let blocks = layout.blocks as u64;
                assert!(blocks * items * parts[0] < COUNTED);
                assert!(blocks * items <= ITEMS);
                assert_eq!(blocks == 0, items > ITEMS || items * parts[0] >= COUNTED);
                for stage in 0..3 {
                    let capacity = u64::from(layout.capacity[stage]);
                    let next = parts.get(stage + 1).copied().unwrap_or(1);
                    assert!(capacity * next < COUNTED);
                    assert!(layout.piece(stage) as u64 * parts[stage] <= capacity);
                }
                let words = layout.capacity.iter().map(|c| u64::from(*c)).sum::<u64>()
                    + layout.items as u64
                    + blocks * layout.seed_words() as u64;
                assert!(words * 8 <= 105 << 20, "{words} words");
            }
        }
        assert!(layout(1, &[1 << 20, 1 << 20], DeviceKind::Gpu, &[1, 1]).is_err());
    }

    #[test]
    fn many_stages_share_the_room() {
        let layout = layout(1, &[4; 6], DeviceKind::Gpu, &[1; 6]).expect("layout");
        assert_eq!(layout.capacity, [1 << 21; 6]);
    }

    /// They can be run one by one all the same.
    #[test]
    fn stages_whose_blocks_differ_take_no_batches() {
        let mut stages = stages(64, &[16, 16]);
        let blocks = |stages: &[StageManifest]| {
            let program = program(DeviceKind::Gpu, &[1, 1]);
            Layout::new(stages, &program, SURVIVORS, BATCH_THREADS).expect("layout").blocks
        };
        assert!(blocks(&stages) > 0);
        stages[1].items *= 2;
        assert_eq!(blocks(&stages), 0);
    }
}
