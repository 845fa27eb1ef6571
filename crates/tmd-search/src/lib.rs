//! Plans with proofs, searches, and everything that they need: seeds, loading, packages, build scripts.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

pub mod asymptote;
pub mod build;
pub mod bundle;
mod by_phase;
pub mod certify;
pub mod drift;
pub mod follow;
pub mod gappa;
pub mod generate;
pub mod interpreter;
pub mod inverse;
pub mod load;
pub mod package;
pub mod plan;
#[cfg(feature = "precompiled")]
pub mod precompiled;
pub mod report;
pub mod results;
pub mod search;
pub mod second_search;
pub mod seed;
