//! Kernel families: from a planned stage to the intermediate representation.
//!
//! Every stage has one shape. A work *item* is a run of consecutive inputs that starts at index
//! `item` of its block; it is cut into `parts` equal parts. The table entries for the first part are
//! moved to the item (`shift`), the lanes start their tables (`tables`) and step through the
//! parts; each part is asked whether it may hold an HR-case (`existence`), or, where a part is a
//! single input, compared at once. Surviving parts are the items of the next stage.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

mod arcs;
pub(crate) mod division;
pub(crate) mod existence;
mod lefevre;
pub mod multiword;
mod number;
mod regular;
mod shared;
pub(crate) mod shift;
mod stage;
pub(crate) mod tables;

use crate::design::{Compaction, KernelPlan, StagePlan};
use crate::ir::Module;

/// How a target wants the kernel of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Lanes that execute one item together; a power of two that divides the number of parts.
    pub lanes: usize,
    /// How survivors are reported: one by one as they are found ([`Compaction::Atomic`]), or
    /// together at the end of the item ([`Compaction::Scan`], for at most 64 parts a lane).
    pub compaction: Compaction,
}

/// Builds the kernels of all stages of a plan for `lanes` lanes, survivors reported one by one.
pub fn build(plan: &KernelPlan, lanes: usize) -> Module {
    build_with(plan, |_, _| Layout { lanes, compaction: Compaction::Atomic })
}

/// Builds the kernels of all stages of a plan, each in the layout that a target wants.
pub fn build_with(plan: &KernelPlan, layout: impl Fn(usize, &StagePlan) -> Layout) -> Module {
    let stages = plan.stages.iter().enumerate();
    let kernels =
        stages.map(|(index, stage)| stage::build(index, stage, layout(index, stage))).collect();
    Module { kernels }
}
