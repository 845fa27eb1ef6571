//! Gappa scripts of a plan: the claims of its kernels with the plan's own numbers.

use crate::plan::{Contract, Plan};
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_design::bound::{BoundName, Up};
use tmd_design::design::Check;
use tmd_kernel::gappa::{ArcsNumbers, Claim, claims};

/// The scripts of kernel `index`: file name → text. `command` is what reproduces them. None if the kernel computes with
/// integers alone.
///
/// # Errors
/// If a kernel is not built as the claims expect: a defect.
pub fn scripts(plan: &Plan, index: usize, command: &str) -> Result<BTreeMap<String, String>, Diag> {
    let stages = claims(&plan.kernels[index], &numbers(plan, index))?;
    let about = format!("kernel {index} of {}, plan {}:", plan.spec.canonical(), plan.hash());
    let named = |(stage, claims): (usize, Vec<Claim>)| {
        let heading = heading(stage, &about, command);
        claims.into_iter().map(move |claim| {
            let name = format!("gappa/stage{stage}_{}.g", claim.name);
            (name, claim.script(&heading))
        })
    };
    Ok(stages.into_iter().enumerate().flat_map(named).collect())
}

/// Where a script comes from, and what to do with it.
fn heading(stage: usize, about: &str, command: &str) -> Vec<String> {
    vec![
        format!("Stage {stage} of {about}"),
        command.to_owned(),
        "`gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`."
            .to_owned(),
    ]
}

/// What the plan has proved for all spans of a kernel, as far as claims speak of it.
fn numbers(plan: &Plan, index: usize) -> ArcsNumbers {
    let contract = Contract::new(plan, index);
    let stages = &plan.kernels[index].stages;
    let arcs = stages.iter().position(|stage| matches!(stage.check, Check::Arcs(_)));
    let stage = arcs.and_then(|stage| contract.stages.get(stage));
    // The first is that of P''/2.
    let derivative = |j: usize| contract.derivatives.get(j - 2).copied().unwrap_or(Up::ZERO);
    let bounds = stage.map_or(&[][..], |stage| &stage.bounds);
    let evaluation = bounds.iter().find(|bound| bound.name == BoundName::Evaluation);
    ArcsNumbers {
        curvature: derivative(2),
        cubic: derivative(3),
        evaluation: evaluation.map_or(Up::ZERO, |bound| bound.value),
        epsilon: stage.map_or(Up::ZERO, |stage| stage.epsilon),
    }
}
