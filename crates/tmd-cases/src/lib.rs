//! Hard-to-round cases: verdicts, the judge that confirms them with MPFR, and lists of them as files.

pub mod case_run;
#[cfg(feature = "files")]
pub mod cases;
pub mod confirm;
pub mod distance;
pub mod findings;
pub mod listed;
pub mod offset;
pub mod verdict;
