//! What the kernels of a module are built from: the plan of a search, or that of arcs of phases.

use super::{Layout, phases, stage};
use crate::ir::Kernel;
use tmd_design::design::{Check, Compaction, KernelPlan, StagePlan};
use tmd_design::phases::PhasesPlan;

/// What a target must know of a stage to lay out its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageShape {
    /// Items of a full block, a power of two.
    pub items: u64,
    /// Parts of an item.
    pub parts: u64,
    /// Strands of an item: a lane takes one at a time.
    pub strands: u64,
    /// Whether a strand is long, so that items are shared by as many threads as there are strands.
    pub has_long_strands: bool,
    /// How survivors are gathered.
    pub compaction: Compaction,
}

/// The design of a module's kernels.
pub trait Design: Sync {
    /// The stages, in the order in which they run.
    fn stages(&self) -> Vec<StageShape>;

    /// Independent vectors that a processor works on at a time.
    fn vectors(&self) -> usize;

    /// Builds the kernel of stage `index`, which is one of [`Design::stages`].
    fn stage(&self, index: usize, layout: Layout) -> Kernel;
}

impl Design for KernelPlan {
    fn stages(&self) -> Vec<StageShape> {
        let shape = |stage: &StagePlan| StageShape {
            items: stage.items,
            parts: stage.parts,
            strands: stage.strands(),
            has_long_strands: matches!(stage.check, Check::Arcs(_)),
            compaction: stage.compaction,
        };
        self.stages.iter().map(shape).collect()
    }

    fn vectors(&self) -> usize {
        self.vectors
    }

    fn stage(&self, index: usize, layout: Layout) -> Kernel {
        stage::build(index, &self.stages[index], layout)
    }
}

impl Design for PhasesPlan {
    fn stages(&self) -> Vec<StageShape> {
        vec![StageShape {
            items: 1,
            parts: self.arcs(),
            strands: self.strands,
            has_long_strands: true,
            compaction: Compaction::Atomic,
        }]
    }

    fn vectors(&self) -> usize {
        self.vectors
    }

    fn stage(&self, index: usize, layout: Layout) -> Kernel {
        phases::build(index, self, layout)
    }
}
