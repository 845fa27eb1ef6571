//! `tmd-codegen verify`: the checks of [`tmd_certificate::verify`] with a planner and a search: the plan made anew, and a sample
//! searched again.

mod remake;
mod rerun;

use crate::plan::Plan;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::Certificate;
use tmd_certificate::verify;
use tmd_certificate::verify::{Claim, Drawn, How, Options, Report, SecondSearch, Tiling};

/// Checks a certificate.
///
/// # Errors
/// The first thing that it says and that is not so; or what keeps it from being checked.
pub fn verify(certificate: &Certificate, options: &Options) -> Result<Report, Diag> {
    verify::check(certificate, options, &mut Planner::default())
}

/// This program's planner and search.
#[derive(Default)]
struct Planner {
    /// The plan, once it is made.
    plan: Option<Plan>,
}

impl SecondSearch for Planner {
    fn plan(&mut self, claim: &Claim<'_>) -> Result<String, Diag> {
        let plan = self.plan.insert(remake::check(claim)?);
        Ok(format!("made anew, the same: {:.16}…", plan.hash_by(claim.cert.engine)))
    }

    fn search(
        &mut self,
        claim: &Claim<'_>,
        tiling: &Tiling<'_>,
        how: How,
        report: &mut Report,
    ) -> Result<Vec<Drawn>, Diag> {
        let plan = self.plan.as_ref().ok_or_else(|| {
            Diag::new(DiagKind::Internal, "the second search begins before the plan is made anew")
        })?;
        rerun::check(claim, tiling, plan, how, report)
    }
}
