//! Where findings are.

use super::Finding;
use super::spill::{Run, Spill};
use std::sync::Arc;

/// Where findings are.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Those in memory, ascending in a finished list.
    pub(super) memory: Vec<Finding>,
    /// Sorted runs of the others.
    pub(super) runs: Vec<Run>,
    /// The file of the runs.
    pub(super) spill: Option<Arc<Spill>>,
}
