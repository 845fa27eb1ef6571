//! Sharing of kernels: a span whose own kernel would hardly be faster takes another span's.
//!
//! A range of many pieces (near a zero of f, or over many binades) has a best kernel for each, which
//! differ in a threshold or a length only, and every kernel costs its compilation. The kernels with the most to do
//! stay; the spans of the others move to them where a proof is had and little time is lost.

use super::fit::Fitter;
use super::planned::{Plan, SearchSpan, Span, Work};
use rayon::prelude::*;
use tmd_base::narrow;
use tmd_base::target::INTERPRETER;

/// Nanoseconds that a kernel may cost in speed before it is worth its compilation.
pub(super) const WORTH: f64 = 5e8;
/// Share of its time that a span may lose by moving, whatever it is.
pub(super) const LOSS: f64 = 0.25;

/// Spans that are tried on other kernels at the same time.
const TOGETHER: usize = 16;

/// Moves spans to other spans' kernels, and drops the kernels that nobody uses any more.
pub(super) fn kernels(plan: &mut Plan) {
    if plan.kernels.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..plan.kernels.len()).collect();
    let work: Vec<f64> = order.iter().map(|&kernel| time(plan, kernel)).collect();
    order.sort_by(|&a, &b| work[b].total_cmp(&work[a]));
    // Nothing is compiled for the interpreter, where all times are longer.
    let worth = if plan.request.target == INTERPRETER { 0.0 } else { WORTH };
    let mut kept: Vec<usize> = vec![];
    for kernel in order {
        match moved(plan, kernel, &kept, (work[kernel] * LOSS).max(worth)) {
            Some(spans) => {
                for (span, search) in spans {
                    plan.spans[span].work = Work::Search(Box::new(search));
                }
            }
            None => kept.push(kernel),
        }
    }
    kept.sort_unstable();
    renumber(plan, &kept);
}

/// Predicted nanoseconds of all that a kernel does.
fn time(plan: &Plan, kernel: usize) -> f64 {
    let own = plan.searches().filter(|(_, search)| search.kernel == kernel);
    own.map(|(span, search)| narrow::about(span.inputs.end - span.inputs.start) * search.cost).sum()
}

/// The spans of a kernel on others, if all can move and lose at most `allowed` nanoseconds together.
fn moved(
    plan: &Plan,
    kernel: usize,
    kept: &[usize],
    allowed: f64,
) -> Option<Vec<(usize, SearchSpan)>> {
    if kept.is_empty() {
        return None;
    }
    let own: Vec<(usize, &Span, &SearchSpan)> = plan
        .spans
        .iter()
        .enumerate()
        .filter_map(|(index, span)| match &span.work {
            Work::Search(search) if search.kernel == kernel => Some((index, span, &**search)),
            _ => None,
        })
        .collect();
    let best = |&(_, _, search): &(usize, &Span, &SearchSpan)| {
        let mut fitter = Fitter::new(search, plan.bits);
        let on = |&other: &usize| fitter.fit(&plan.kernels[other], other, &plan.profile);
        let best = kept.iter().filter_map(on).min_by(|a, b| a.cost.total_cmp(&b.cost))?;
        Some(fitter.search(best))
    };
    let mut lost = 0.0;
    let mut spans = vec![];
    for together in own.chunks(TOGETHER) {
        let found: Vec<_> = together.par_iter().with_max_len(1).map(best).collect();
        for (&(index, span, search), best) in together.iter().zip(found) {
            let best = best?;
            lost += (best.cost - search.cost) * narrow::about(span.inputs.end - span.inputs.start);
            if lost > allowed {
                return None;
            }
            spans.push((index, best));
        }
    }
    Some(spans)
}

fn renumber(plan: &mut Plan, kept: &[usize]) {
    for span in &mut plan.spans {
        if let Work::Search(search) = &mut span.work
            && let Some(place) = kept.iter().position(|&kernel| kernel == search.kernel)
        {
            search.kernel = place;
        }
    }
    plan.kernels = kept.iter().map(|&kernel| plan.kernels[kernel].clone()).collect();
}
