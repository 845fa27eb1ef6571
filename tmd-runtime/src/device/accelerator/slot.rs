//! The buffers of one batch under way, on a stream of their own.

use super::layout::{Layout, groups};
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::manifest::OVERRUN_COUNTS;

/// Device memory for a batch. Buffers come before the stream, so that they are freed before it.
pub(super) struct Slot<B: Backend> {
    seeds: B::Words,
    items: B::Words,
    /// By stage.
    survivors: Vec<B::Words>,
    /// Items of the first stage, survivors by stage, and loops that passed their bounds.
    counts: B::Counts,
    stream: B::Stream,
}

/// Where the items of a stage are, and how many have room there.
struct Items<'a, B: Backend> {
    buffer: &'a B::Words,
    capacity: u32,
}

impl<B: Backend> Slot<B> {
    pub(super) fn new(backend: &B, layout: &Layout) -> Result<Slot<B>, Error> {
        let stream = backend.stream()?;
        let words = |length: usize| backend.words(&stream, length.max(1));
        // A stage that runs alone has one block, even where no batch has room.
        let seeds = words(layout.seed_words() * layout.blocks.max(1))?;
        let items = words(layout.items)?;
        let survivors = layout.capacity.iter().map(|room| words(*room as usize));
        let survivors = survivors.collect::<Result<Vec<_>, _>>()?;
        let counts = backend.counts(&stream, survivors.len() + 1 + OVERRUN_COUNTS)?;
        Ok(Slot { seeds, items, survivors, counts, stream })
    }

    pub(super) fn write_seeds(
        &mut self,
        backend: &B,
        start: usize,
        seeds: &[u64],
    ) -> Result<(), Error> {
        match seeds {
            [] => Ok(()),
            seeds => backend.write_words(&self.stream, &mut self.seeds, start, seeds),
        }
    }

    pub(super) fn write_items(&mut self, backend: &B, items: &[u64]) -> Result<(), Error> {
        match items {
            [] => Ok(()),
            items => backend.write_words(&self.stream, &mut self.items, 0, items),
        }
    }

    /// Stage `stage` has `items` items; nothing has survived yet.
    pub(super) fn write_counts(
        &mut self,
        backend: &B,
        stage: usize,
        items: u32,
    ) -> Result<(), Error> {
        let mut counts = vec![0; self.survivors.len() + 1 + OVERRUN_COUNTS];
        counts[stage] = items;
        backend.write_counts(&self.stream, &mut self.counts, &counts)
    }

    /// Runs one stage of one block on the items that were written.
    pub(super) fn launch_alone(
        &self,
        backend: &B,
        layout: &Layout,
        stage: usize,
        items: u32,
    ) -> Result<(), Error> {
        let groups = groups(backend.program(), stage, items as usize, backend.groups());
        let items = Items { buffer: &self.items, capacity: items };
        self.launch(backend, layout, Entry::Stage(stage), groups, 1, &items)
    }

    /// Runs all stages of a batch on the items that were written, one after the other, without
    /// waiting; marks begin and end of each, or of the one kernel that is all of them.
    pub(super) fn launch_all(
        &self,
        backend: &B,
        layout: &Layout,
        blocks: u32,
        items: u32,
    ) -> Result<Vec<B::Mark>, Error> {
        let busy = backend.groups();
        let first = groups(backend.program(), 0, items as usize, busy);
        let mut items = Items { buffer: &self.items, capacity: items };
        let mut marks = vec![backend.mark(&self.stream)?];
        if backend.program().is_fused() {
            self.launch(backend, layout, Entry::Fused, first, blocks, &items)?;
            marks.push(backend.mark(&self.stream)?);
            return Ok(marks);
        }
        for (stage, survivors) in self.survivors.iter().enumerate() {
            // How many items a later stage has is known on the device alone.
            let groups = if stage == 0 { first } else { busy };
            self.launch(backend, layout, Entry::Stage(stage), groups, blocks, &items)?;
            marks.push(backend.mark(&self.stream)?);
            items = Items { buffer: survivors, capacity: layout.capacity[stage] };
        }
        Ok(marks)
    }

    fn launch(
        &self,
        backend: &B,
        layout: &Layout,
        entry: Entry,
        groups: usize,
        blocks: u32,
        items: &Items<'_, B>,
    ) -> Result<(), Error> {
        let out = match entry {
            Entry::Stage(stage) => stage,
            Entry::Fused => self.survivors.len() - 1,
        };
        let arguments = Arguments {
            seeds: &self.seeds,
            blocks,
            items: items.buffer,
            item_capacity: items.capacity,
            counts: &self.counts,
            survivors: &self.survivors[out],
            survivor_capacity: layout.capacity[out],
        };
        backend.launch(&self.stream, entry, groups, &arguments)
    }

    /// Waits for everything before.
    pub(super) fn read_counts(&self, backend: &B) -> Result<Vec<u32>, Error> {
        let mut counts = vec![0; self.survivors.len() + 1 + OVERRUN_COUNTS];
        backend.read_counts(&self.stream, &self.counts, &mut counts)?;
        Ok(counts)
    }

    pub(super) fn read_survivors(
        &self,
        backend: &B,
        stage: usize,
        out: &mut [u64],
    ) -> Result<(), Error> {
        match out {
            [] => Ok(()),
            out => backend.read_words(&self.stream, &self.survivors[stage], out),
        }
    }
}
