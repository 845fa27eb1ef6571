//! Gappa scripts: what the binary64 expressions of a kernel are claimed to compute, to be proved by
//! [Gappa](https://gappa.gitlabpages.inria.fr), a program that knows nothing of this one.
//!
//! A script states one [`Claim`]: definitions, which are printed from the kernel's intermediate representation operation by
//! operation (`slice.rs`), with the constants that stand there; hypotheses, which are ranges of the values at
//! which the slice begins; and goals, which are the numbers that the plan's proof uses. Gappa finds the proof; where it needs
//! to be told how to write an error, a hint says so. Hints are no assumptions: Gappa checks that both sides are equal.
//!
//! **Products.** A target may fuse a product with a sum, or round it first ([`Op::FMulAdd`](crate::ir::Op::FMulAdd) and its
//! relatives). So a product is a value of its own in a script, exact or rounded: within 2^-53 of a·b, relatively. Where the
//! proof needs it to be exact, it is defined as rounded and there is a goal that the rounding changes nothing. No product
//! underflows: its factors are zero or not below 2^-400 (see the shifts of an [`ArcsPlan`](tmd_design::design::ArcsPlan)).
//!
//! **Arcs that wait.** On targets whose vectors gather the arcs with roots ([`Stmt::Gather`](crate::ir::Stmt::Gather)), such an
//! arc is computed a second time, by the same operations on the same numbers. Scripts are printed from the representation that
//! does so once; `tests/tests/gather.rs` compares the operations.
//!
//! **What they leave open.** Scripts cover the rounding of expressions in the lanes whose results are used, with the ranges that
//! the planner proves for packets of the range. They do not cover loops (why a range holds from round to round), the arithmetic
//! of words, comparisons that are only to save work (the rough test of an arc), and what is said with real numbers alone, such
//! as where roots lie.

mod arcs;
mod claim;
mod division;
mod number;
mod sites;
mod slice;

pub use arcs::ArcsNumbers;
pub use claim::Claim;
pub use number::dyadic;

use crate::kernel;
use crate::pass;
use tmd_base::diag::Diag;
use tmd_design::design::{Check, KernelPlan, TestWord};

/// The lanes of the intermediate representation that scripts are printed from: those of `--emit ir`, so that values have the
/// same numbers.
pub const LANES: usize = 8;

/// The claims of a kernel's stages, by stage. `numbers` are those of its stage that searches by arcs.
///
/// # Errors
/// If a kernel is not built as the claims expect.
pub fn claims(plan: &KernelPlan, numbers: &ArcsNumbers) -> Result<Vec<Vec<Claim>>, Diag> {
    let module = pass::standard(kernel::build(plan, LANES))?;
    let stages = plan.stages.iter().zip(&module.kernels);
    stages
        .map(|(stage, kernel)| match &stage.check {
            Check::Arcs(arcs) => arcs::claims(kernel, arcs, numbers),
            Check::Exists { test, .. } if test.word == TestWord::F64 => division::claims(kernel),
            Check::Exists { .. } | Check::Compare { .. } => Ok(vec![]),
        })
        .collect()
}
