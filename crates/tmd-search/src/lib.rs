//! Plans with proofs, searches, and everything that they need: seeds, loading, packages, build scripts.

pub mod build;
pub mod bundle;
pub mod certify;
pub mod drift;
pub mod generate;
pub mod interpreter;
pub mod inverse;
pub mod load;
pub mod package;
pub mod plan;
#[cfg(feature = "precompiled")]
pub mod precompiled;
pub mod results;
pub mod search;
pub mod second_search;
pub mod seed;
