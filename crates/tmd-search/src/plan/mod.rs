//! The plan: every number that a kernel and a search need, with its origin and its proof.

mod alike;
mod alternatives;
mod arcs;
mod beyond;
mod budget;
mod chain;
mod contract;
mod cost;
mod crossing;
mod crowd;
mod derivatives;
mod drift;
mod fit;
pub(crate) mod follow;
mod inverse;
mod make;
mod obligations;
mod packet;
mod partial;
pub(crate) mod pieces;
mod planned;
mod portions;
mod report;
mod share;
mod split;
mod stage;
mod taken;
mod threshold;

pub use alike::alike;
pub use alternatives::explain;
pub(crate) use arcs::order;
pub use budget::{Curvature, Derivatives, Geometry, ModelBudget, StageBudget};
pub use contract::{Contract, StageContract};
pub use cost::Costs;
pub use drift::DriftSpan;
#[cfg(feature = "precompiled")]
pub(crate) use fit::Fitter;
pub use make::make;
pub(crate) use make::make_by;
pub use partial::RefusedRun;
pub use pieces::{Image, Piece};
pub use planned::{Examined, Followed, Plan, SearchSpan, Span, Way, Work};
pub use stage::ChainStage;
pub use taken::{Beyond, Portion};
pub use tmd_certificate::source::Source;
use tmd_design::design::Check;
use tmd_runtime::StageKind;

/// What a stage with this check is to whoever runs it.
pub(crate) fn stage_kind(check: &Check) -> StageKind {
    match check {
        Check::Exists { .. } => StageKind::Existence,
        Check::Arcs(_) => StageKind::Arcs,
        Check::Compare { .. } => StageKind::Walk,
    }
}
