//! Kernel families: from a planned stage to the intermediate representation.
//!
//! Every stage has one shape. A work *item* is a run of consecutive inputs that starts at index
//! `item` of its block; it is cut into `parts` equal parts. The table entries for the first part are
//! moved to the item ([`shift`]), the lanes start their tables ([`tables`]) and step through the
//! parts; each part is asked whether it may hold an HR-case ([`existence`]), or, where a part is a
//! single input, compared at once. Surviving parts are the items of the next stage.

pub(crate) mod division;
pub(crate) mod existence;
pub mod multiword;
mod number;
pub(crate) mod shift;
mod stage;
pub(crate) mod tables;

use crate::ir::Module;
use crate::plan::KernelPlan;

/// Builds the kernels of all stages of a plan for `lanes` lanes.
pub fn build(plan: &KernelPlan, lanes: usize) -> Module {
    let kernels = plan
        .stages
        .iter()
        .enumerate()
        .map(|(index, stage)| stage::build(index, stage, lanes))
        .collect();
    Module { kernels }
}
