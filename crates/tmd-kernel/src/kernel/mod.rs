//! Kernel families: from a planned stage to the intermediate representation.
//!
//! Every stage has one shape. A work *item* is a run of consecutive inputs that starts at index
//! `item` of its block; it is cut into `parts` equal parts. The table entries for the first part are
//! moved to the item (`shift`), the lanes start their tables (`tables`) and step through the
//! parts; each part is asked whether it may hold an HR-case (`existence`), or, where a part is a
//! single input, compared at once. Surviving parts are the items of the next stage.

mod arcs;
mod design;
pub(crate) mod division;
pub(crate) mod existence;
mod lefevre;
pub mod multiword;
mod number;
mod phases;
mod regular;
mod rounded;
mod shared;
pub(crate) mod shift;
mod stage;
pub(crate) mod tables;

use crate::ir::{Builder, Module};
pub use design::{Design, StageShape};
use tmd_design::design::Compaction;

/// How a target wants the kernel of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Lanes that execute one item together; a power of two that divides the number of parts.
    pub lanes: usize,
    /// How survivors are reported: one by one as they are found ([`Compaction::Atomic`]), or
    /// together at the end of the item ([`Compaction::Scan`], for at most 64 parts a lane).
    pub compaction: Compaction,
    /// The least number of lanes that the same statements are to serve: with other numbers of lanes, up to
    /// `most` and by powers of two, only constants differ.
    pub fewest: usize,
    /// The greatest one.
    pub most: usize,
    /// Whether rare work of lanes waits until there is a vector of them ([`Stmt::Gather`](crate::ir::Stmt::Gather)): what
    /// the lanes of a vector do together. A thread of its own has nobody to wait for.
    pub gathers: bool,
}

impl Layout {
    /// A layout whose statements serve no other number of lanes.
    pub fn new(lanes: usize, compaction: Compaction) -> Self {
        Layout { lanes, compaction, fewest: lanes, most: lanes, gathers: false }
    }

    /// The numbers of lanes that the statements serve.
    fn served(self) -> Vec<u64> {
        let doubled = |lanes: &usize| lanes.checked_mul(2).filter(|lanes| *lanes <= self.most);
        std::iter::successors(Some(self.fewest), doubled).map(|lanes| lanes as u64).collect()
    }

    /// Loops over the parts of an item, as many at a time as there are lanes. `body` is told whether that may be in
    /// several steps, for some number of lanes that the statements serve.
    fn strides(self, b: &mut Builder, parts: u64, body: impl FnOnce(&mut Builder, bool)) {
        if parts <= self.fewest as u64 {
            return body(b, false);
        }
        b.open_for(parts / self.lanes as u64);
        body(b, true);
        b.end();
    }
}

/// Builds the kernels of all stages of a plan for `lanes` lanes, survivors reported one by one.
pub fn build(plan: &dyn Design, lanes: usize) -> Module {
    build_with(plan, |_, _| Layout::new(lanes, Compaction::Atomic))
}

/// Builds the kernels of a plan with statements that serve all numbers of lanes from `fewest` to `most`, for vectors that
/// gather rare work.
pub fn build_alike(plan: &dyn Design, lanes: usize, (fewest, most): (usize, usize)) -> Module {
    let (fewest, most) = (fewest.min(lanes), most.max(lanes));
    let layout = Layout::new(lanes, Compaction::Atomic);
    build_with(plan, |_, _| Layout { fewest, most, gathers: true, ..layout })
}

/// Builds the kernels of all stages of a plan, each in the layout that a target wants.
pub fn build_with(plan: &dyn Design, layout: impl Fn(usize, &StageShape) -> Layout) -> Module {
    let stages = plan.stages();
    let kernels =
        stages.iter().enumerate().map(|(index, shape)| plan.stage(index, layout(index, shape)));
    Module { kernels: kernels.collect() }
}
