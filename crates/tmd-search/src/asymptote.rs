//! Adds the cases of inputs that are taken from a list of an asymptote's (`plan/beyond` has why they are all).

use crate::plan::{Plan, Portion, Source, Work};
use crate::report::{Covered, Report, Taken, merge};
use rayon::prelude::*;
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_cases::confirm::Judge;
use tmd_cases::findings::{Finding, Room, Sorter};

/// Adds the cases that are taken from a list, if the plan says so.
///
/// # Errors
/// If an input of the list cannot be judged, or there is no room for the cases.
pub fn add(plan: &Plan, report: &mut Report, room: &Room) -> Result<(), Diag> {
    let Some(beyond) = &plan.beyond else { return Ok(()) };
    let candidates = beyond.candidates()?;
    let epsilon = plan.epsilon();
    let (mut found, mut runs) = (vec![], vec![]);
    for Portion { span, inputs } in &beyond.portions {
        let span = &plan.spans[*span];
        runs.push(Covered { segment: span.segment, inputs: inputs.clone() });
        let Work::Search(search) = &span.work else { continue };
        let segment = &plan.segments[span.segment];
        let own = candidates.partition_point(|x| *x < segment.x(inputs.start));
        let end = candidates.partition_point(|x| *x <= segment.x(inputs.end - 1));
        let judge = Judge {
            spec: &plan.spec,
            segment,
            spacing: search.spacing,
            rounding: plan.request.rounding,
            epsilon: &epsilon,
            emax: plan.output.emax,
        };
        let judged = |x: &Rational| -> Option<Result<Finding, Diag>> {
            // Where g is exact may lie between two inputs.
            let index = segment.index_of(x)?;
            let verdict = match judge.judge(index) {
                Ok(verdict) => verdict?,
                Err(error) => return Some(Err(plan.spec.diagnose(&error))),
            };
            let x = segment.hex(index);
            Some(Ok(Finding { segment: span.segment, index, x, verdict, near: None }))
        };
        let judged: Result<Vec<Finding>, Diag> =
            candidates[own..end].par_iter().filter_map(judged).collect();
        found.extend(judged?);
    }
    let mut findings = Sorter::of(report.findings.clone(), room)?;
    found.into_iter().try_for_each(|finding| findings.push(finding).map(drop))?;
    report.findings = findings.finish();
    merge(&mut runs);
    report.covered.extend(runs.iter().cloned());
    merge(&mut report.covered);
    let Source { function, bits, range, cases, .. } = &*beyond.source;
    report.taken = Some(Taken {
        function: function.clone(),
        bits: *bits,
        range: range.clone(),
        cases: cases.len(),
        list: beyond.source.hash(),
        runs,
    });
    Ok(())
}
