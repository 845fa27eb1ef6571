//! From a function, a range and a precision to kernels that find its hardest-to-round inputs.
//!
//! | | |
//! |---|---|
//! | [`request`] | what is asked for, as options or as values; [`spec`] has the functions, formats and ranges that it names |
//! | [`plan`] | how it will be searched: every number with its proof |
//! | [`generate`] | from a request to bundles of kernels, in one function; [`build`] does it for build scripts |
//! | [`load`], [`search`] | compiles the kernels of a plan, and runs the search through `tmd-runtime` |
//! | [`certificate`], [`verify`] | what a search has proved, and its check by other means |
//! | [`diag`] | errors, as data |
//!
//! Features add [`approx`] (certified evaluators), [`round`] (correctly rounded functions), [`stochastic`] (twins of
//! kernels that count right digits), [`campaign`] (searches in units, on many machines) and [`cases`] (lists of cases as
//! files). `docs/code.md` has the way through the crates below `crates/`.

#[cfg(feature = "approx")]
pub use tmd_approx::approx;
pub use tmd_base::diag;
#[cfg(feature = "campaign")]
pub use tmd_campaign::campaign;
#[cfg(feature = "cases")]
pub use tmd_cases::cases;
pub use tmd_certificate::certificate;
pub use tmd_functions::language as spec;
#[cfg(feature = "pairs")]
#[doc(hidden)]
pub use tmd_pairs as pairs;
#[cfg(feature = "phases")]
#[doc(hidden)]
pub use tmd_phases as phases;
pub use tmd_request::request;
#[cfg(feature = "round")]
pub use tmd_round as round;
pub use tmd_search::generate::generate;
pub use tmd_search::{build, load, plan, search};
#[cfg(feature = "stochastic")]
pub use tmd_stochastic::stochastic;

/// Certificates, checked claim by claim by other means than the search's.
pub mod verify {
    pub use tmd_certificate::verify::*;
    pub use tmd_search::second_search::verify;
}

// Everything below is for the program and for tests. It may change with every version, as the crates may that it comes from;
// `tests/tests/house.rs` knows what stands above.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod atlas;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod binades;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod divergence;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod explain;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod families;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod inspect;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod libm;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod output;

#[doc(hidden)]
pub use tmd_base::{
    engine, infile, json, named, narrow, nearest, patience, random, table, target as target_names,
    text, visible,
};
#[doc(hidden)]
pub use tmd_cases::{case_run, confirm, distance, findings, listed, offset, verdict};
#[doc(hidden)]
pub use tmd_design::{bound, decided, design, obligation};
#[doc(hidden)]
pub use tmd_functions::{interval, mpfr, rounded};
#[doc(hidden)]
pub use tmd_kernel::{backends as target, frame, ir, kernel, pass};
#[doc(hidden)]
pub use tmd_request::profile;
#[cfg(feature = "precompiled")]
#[doc(hidden)]
pub use tmd_search::precompiled;
#[doc(hidden)]
pub use tmd_search::{
    bundle, certify, drift, gappa, interpreter, inverse, package, results, second_search, seed,
};
