//! Sharing of kernels: a span whose own kernel would hardly be faster takes another span's.
//!
//! A range of many pieces (near a zero of f, or over many binades) has a best kernel for each, which
//! differ in a threshold or a length only, and every kernel costs its compilation. The kernels with the most to do
//! stay; the spans of the others move to them where a proof is had and little time is lost.

use super::fit::{Fit, Fitter};
use super::planned::{Plan, SearchSpan, Span, Work};
use rayon::prelude::*;
use tmd_base::narrow;
use tmd_base::target::INTERPRETER;

/// Nanoseconds that a kernel may cost in speed before it is worth its compilation.
pub(super) const WORTH: f64 = 5e8;
/// Share of its time that a span may lose by moving, whatever it is.
pub(super) const LOSS: f64 = 0.25;

/// Spans that are tried on other kernels at the same time.
const TOGETHER: usize = 64;

/// Moves spans to other spans' kernels, and drops the kernels that nobody uses any more.
pub(super) fn kernels(plan: &mut Plan) {
    if plan.kernels.len() < 2 {
        return;
    }
    let own = spans_of_kernels(plan);
    let work: Vec<f64> = own.iter().map(|own| time(plan, own)).collect();
    let mut order: Vec<usize> = (0..plan.kernels.len()).collect();
    order.sort_by(|&a, &b| work[b].total_cmp(&work[a]));
    // Nothing is compiled for the interpreter, where all times are longer.
    let worth = if plan.request.target == INTERPRETER { 0.0 } else { WORTH };
    let mut kept: Vec<usize> = vec![];
    for kernel in order {
        match moved(plan, &own[kernel], &kept, (work[kernel] * LOSS).max(worth)) {
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

/// The spans of each kernel, by their indices.
fn spans_of_kernels(plan: &Plan) -> Vec<Vec<usize>> {
    let mut own = vec![vec![]; plan.kernels.len()];
    for (index, span) in plan.spans.iter().enumerate() {
        if let Work::Search(search) = &span.work {
            own[search.kernel].push(index);
        }
    }
    own
}

/// A span that is searched, and its search.
fn searched(plan: &Plan, index: usize) -> Option<(&Span, &SearchSpan)> {
    let span = &plan.spans[index];
    match &span.work {
        Work::Search(search) => Some((span, search)),
        _ => None,
    }
}

/// Predicted nanoseconds of some spans, by their own kernel.
fn time(plan: &Plan, own: &[usize]) -> f64 {
    let searches = own.iter().filter_map(|&index| searched(plan, index));
    searches
        .map(|(span, search)| narrow::about(span.inputs.end - span.inputs.start) * search.cost)
        .sum()
}

/// The spans of a kernel on others, if all can move and lose at most `allowed` nanoseconds together.
fn moved(
    plan: &Plan,
    own: &[usize],
    kept: &[usize],
    allowed: f64,
) -> Option<Vec<(usize, SearchSpan)>> {
    if kept.is_empty() {
        return None;
    }
    let mut lost = 0.0;
    let mut spans = vec![];
    for together in own.chunks(TOGETHER) {
        let best = |&index: &usize| {
            let (span, search) = searched(plan, index)?;
            let best = best(plan, search, kept)?;
            let count = narrow::about(span.inputs.end - span.inputs.start);
            Some((index, (best.cost - search.cost) * count, best))
        };
        let found: Vec<_> = together.par_iter().with_max_len(1).map(best).collect();
        for found in found {
            let (index, loss, best) = found?;
            lost += loss;
            if lost > allowed {
                return None;
            }
            spans.push((index, best));
        }
    }
    Some(spans)
}

/// The search on the cheapest of the kernels that are kept, the first of those.
fn best(plan: &Plan, search: &SearchSpan, kept: &[usize]) -> Option<SearchSpan> {
    let mut fitter = Fitter::new(search, plan.bits);
    let least = |(place, &kernel): (usize, &usize)| {
        (fitter.least(&plan.kernels[kernel], &plan.profile), place, kernel)
    };
    // Most kernels cost more than another does whatever is proved.
    let mut order: Vec<(f64, usize, usize)> = kept.iter().enumerate().map(least).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(usize, Fit)> = None;
    for (least, place, kernel) in order {
        if best.as_ref().is_some_and(|(_, best)| least > best.cost) {
            break;
        }
        if let Some(fit) = fitter.fit(&plan.kernels[kernel], kernel, &plan.profile)
            && best.as_ref().is_none_or(|(first, best)| (fit.cost, place) < (best.cost, *first))
        {
            best = Some((place, fit));
        }
    }
    best.map(|(_, fit)| fitter.search(fit))
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
