//! The buffers of one batch under way, on a stream of their own.

use super::layout::Layout;
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;

/// Device memory for a batch. Buffers come before the stream, so that they are freed before it.
pub(super) struct Slot<B: Backend> {
    seeds: B::Words,
    items: B::Words,
    /// By stage.
    survivors: Vec<B::Words>,
    /// Items of the first stage, then survivors by stage.
    counts: B::Counts,
    count: usize,
    stream: B::Stream,
}

impl<B: Backend> Slot<B> {
    pub(super) fn new(backend: &B, layout: &Layout) -> Result<Slot<B>, Error> {
        let stream = backend.stream()?;
        let words = |length: usize| backend.words(&stream, length.max(1));
        let seeds = words(layout.seed_words() * layout.blocks.max(1))?;
        let items = words(layout.items as usize)?;
        let survivors =
            layout.capacity.iter().map(|c| words(*c as usize)).collect::<Result<_, _>>()?;
        let count = layout.capacity.len() + 1;
        let counts = backend.counts(&stream, count)?;
        Ok(Slot { seeds, items, survivors, counts, count, stream })
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
        backend.write_words(&self.stream, &mut self.items, 0, items)
    }

    /// Stage `stage` has `items` items; nothing has survived yet.
    pub(super) fn write_counts(
        &mut self,
        backend: &B,
        stage: usize,
        items: u32,
    ) -> Result<(), Error> {
        let mut counts = vec![0; self.count];
        counts[stage] = items;
        backend.write_counts(&self.stream, &mut self.counts, &counts)
    }

    /// Runs one stage of one block on items from the host.
    pub(super) fn launch_alone(
        &self,
        backend: &B,
        layout: &Layout,
        entry: Entry,
        groups: usize,
    ) -> Result<(), Error> {
        let Entry::Stage(stage) = entry else {
            return Err(Error::unsupported("a single stage of a fused program"));
        };
        self.launch(backend, layout, entry, groups, 1, &self.items, layout.items, stage)
    }

    /// Runs all stages of a batch, one after the other, without waiting; marks begin and end of each.
    pub(super) fn launch_all(
        &self,
        backend: &B,
        layout: &Layout,
        blocks: usize,
        items: usize,
    ) -> Result<Vec<B::Mark>, Error> {
        let mut marks = vec![backend.mark(&self.stream)?];
        if backend.program().deployment == "fused" {
            let groups = layout.groups(0, items, backend.groups());
            let last = self.survivors.len() - 1;
            self.launch(
                backend,
                layout,
                Entry::Fused,
                groups,
                blocks,
                &self.items,
                layout.items,
                last,
            )?;
            marks.push(backend.mark(&self.stream)?);
            return Ok(marks);
        }
        for stage in 0..self.survivors.len() {
            // How many items a later stage has is known on the device alone.
            let (buffer, capacity, groups) = match stage {
                0 => (&self.items, layout.items, layout.groups(0, items, backend.groups())),
                _ => (&self.survivors[stage - 1], layout.capacity[stage - 1], backend.groups()),
            };
            let entry = Entry::Stage(stage);
            self.launch(backend, layout, entry, groups, blocks, buffer, capacity, stage)?;
            marks.push(backend.mark(&self.stream)?);
        }
        Ok(marks)
    }

    /// `out` is the stage whose survivors are written.
    #[expect(clippy::too_many_arguments, reason = "they are the kernel's own")]
    fn launch(
        &self,
        backend: &B,
        layout: &Layout,
        entry: Entry,
        groups: usize,
        blocks: usize,
        items: &B::Words,
        item_capacity: u32,
        out: usize,
    ) -> Result<(), Error> {
        let arguments = Arguments {
            seeds: &self.seeds,
            blocks: blocks as u32,
            items,
            item_capacity,
            counts: &self.counts,
            survivors: &self.survivors[out],
            survivor_capacity: layout.capacity[out],
        };
        backend.launch(&self.stream, entry, groups, &arguments)
    }

    /// Waits for everything before.
    pub(super) fn read_counts(&self, backend: &B) -> Result<Vec<u32>, Error> {
        let mut counts = vec![0; self.count];
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
