//! From a function, a range and a precision to kernels that find its hardest-to-round inputs.
//!
//! One way through: [`request`] → [`spec`] (the function, formats, ranges) → [`plan`] (every number
//! with its proof, over [`interval`]) → [`kernel`] and [`ir`] → [`pass`] → [`target`] → [`bundle`].
//! [`generate`] is that way in one function. A search goes on from the plan: [`load`] compiles the
//! kernels, [`seed`] gives each block its starting words, [`search`] runs the stages through
//! `tmd-runtime`, [`confirm`] judges every candidate (and [`inverse`] those of the inverse function), [`drift`] finds in
//! closed form what needs no kernel, and [`output`] reports. [`campaign`] does the same on
//! many machines, and [`verify`] checks a certificate by other means.

#[cfg(feature = "cli")]
pub mod binades;
#[cfg(feature = "cli")]
pub mod divergence;
#[cfg(feature = "cli")]
pub mod explain;
#[cfg(feature = "cli")]
pub mod families;
#[cfg(feature = "cli")]
pub mod inspect;
#[cfg(feature = "cli")]
pub mod libm;
#[cfg(feature = "cli")]
pub mod output;

#[cfg(feature = "approx")]
pub use tmd_approx::approx;
pub use tmd_base::{
    diag, engine, infile, json, named, narrow, nearest, random, table, text, visible,
};
#[cfg(feature = "campaign")]
pub use tmd_campaign::campaign;
#[cfg(feature = "cli")]
pub use tmd_cases::cases;
pub use tmd_cases::{case_run, confirm, distance, findings, listed, offset, verdict};
pub use tmd_certificate::{certificate, verify};
pub use tmd_design::{bound, decided, design};
pub use tmd_functions::{interval, language as spec, mpfr, rounded};
pub use tmd_kernel::{backends as target, frame, ir, kernel, pass};
pub use tmd_request::{profile, request};
pub use tmd_search::generate::generate;
#[cfg(feature = "precompiled")]
pub use tmd_search::precompiled;
pub use tmd_search::{
    build, bundle, certify, drift, interpreter, inverse, load, package, plan, results, search,
    second_search, seed,
};
#[cfg(feature = "stochastic")]
pub use tmd_stochastic::stochastic;
