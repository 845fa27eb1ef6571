//! A stage as it is planned.

use super::budget::{Geometry, StageBudget};
use serde::Serialize;
use tmd_design::design::TestPlan;

/// A stage of a chain with its proof and what the cost model expects of it.
#[derive(Clone, Debug, Serialize)]
pub struct ChainStage {
    /// Items and parts.
    pub geometry: Geometry,
    /// The proved budget.
    pub budget: StageBudget,
    /// The existence test that decides, if one does.
    #[serde(skip)]
    pub test: Option<TestPlan>,
    /// Share of the parts that are expected to survive.
    pub survival: f64,
}
