//! Batches of blocks as kernels of programs take them, made from a plan.

use tmd_codegen::design::KernelPlan;
use tmd_codegen::plan::Plan;
use tmd_codegen::seed::DomainModel;
use tmd_runtime::OVERRUN_COUNTS;

/// The arguments of one launch, see [`tmd_runtime::ProgramManifest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Seed words of all stages, as a structure of arrays.
    pub seeds: Vec<u64>,
    /// Blocks of the batch.
    pub blocks: u32,
    /// Items; there are as many as the buffer can take.
    pub items: Vec<u64>,
    /// Items and survivors by stage, those of later stages are added to; then loops that passed their bounds.
    pub counts: Vec<u32>,
    /// Survivors that there is room for.
    pub survivor_capacity: u32,
    /// Groups that are launched.
    pub groups: u32,
}

/// Some blocks of a plan's first span, with the seeds of their kernel.
pub struct Blocks<'a> {
    /// The kernel.
    pub plan: &'a KernelPlan,
    /// Inputs of a full block.
    pub inputs: u64,
    /// Which blocks of the span, in the order of the batch.
    pub numbers: Vec<u64>,
    /// Their seeds, by stage.
    pub seeds: Vec<Vec<Vec<u64>>>,
}

impl<'a> Blocks<'a> {
    /// The blocks of these numbers, counted from the span's first.
    ///
    /// # Panics
    /// If there is nothing to search or a model cannot be made.
    pub fn new(plan: &'a Plan, numbers: Vec<u64>) -> Self {
        let (span, search_span) = plan.searches().next().expect("something to search");
        let segment = &plan.segments[span.segment];
        let model = &search_span.model;
        let kernel = &plan.kernels[search_span.kernel];
        let seeds = numbers.iter().map(|number| {
            let first = span.inputs.start + number * model.block_inputs;
            let start = first - (first - span.inputs.start) % model.domain_inputs;
            let domain = start..span.inputs.end.min(start + model.domain_inputs);
            let taylor = DomainModel::new(&plan.spec, segment, search_span, &domain)
                .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
            taylor.block(model, first).seeds(kernel)
        });
        Blocks { plan: kernel, inputs: model.block_inputs, seeds: seeds.collect(), numbers }
    }

    /// An item of the first stage, counted over the batch.
    pub fn item(&self, block: usize, item: u64) -> u64 {
        block as u64 * self.plan.stages[0].items + item
    }

    /// The arguments that run the first stage on these items, counted over the batch.
    pub fn batch(&self, items: Vec<u64>) -> Batch {
        let mut counts = vec![0; self.plan.stages.len() + 1 + OVERRUN_COUNTS];
        counts[0] = items.len() as u32;
        let (seeds, blocks) = (self.interleaved(), self.numbers.len() as u32);
        Batch { seeds, blocks, items, counts, survivor_capacity: 1 << 16, groups: 3 }
    }

    /// The seeds of all stages, the words of all blocks side by side.
    fn interleaved(&self) -> Vec<u64> {
        let words: Vec<Vec<u64>> = self.seeds.iter().map(|stages| stages.concat()).collect();
        let length = words.first().map_or(0, Vec::len);
        (0..length).flat_map(|i| words.iter().map(move |block| block[i])).collect()
    }
}
