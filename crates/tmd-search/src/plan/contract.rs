//! The contract of a kernel with its spans: the largest of every bound over the spans that share it.

use super::{Plan, SearchSpan};
use tmd_design::bound::{Bound, Up};
use tmd_design::obligation::Obligation;

/// The contract of a kernel: every span that keeps to it may use the kernel's text.
pub struct Contract {
    /// Spans that share the kernel.
    pub spans: usize,
    /// Largest bounds of |P^(j)/j!| for the polynomial P of a block, from j = 2 on.
    pub derivatives: Vec<Up>,
    /// The contracts of the stages.
    pub stages: Vec<StageContract>,
}

/// The contract of a stage.
pub struct StageContract {
    /// Largest ε''. It may be less than the sum of the largest terms: they need not be those of one span.
    pub epsilon: Up,
    /// The largest of each term, with the argument of the span that it is from.
    pub bounds: Vec<Bound>,
    /// Each obligation with the numbers of the span that meets it most nearly not.
    pub obligations: Vec<Obligation>,
}

impl Contract {
    /// The contract of kernel `index`.
    pub fn new(plan: &Plan, index: usize) -> Contract {
        let spans: Vec<&SearchSpan> =
            plan.searches().map(|(_, search)| search).filter(|s| s.kernel == index).collect();
        let degrees = spans.iter().map(|span| span.model.q.len()).max().unwrap_or(0);
        let largest = |j: usize| {
            let bounds = spans.iter().filter_map(|span| span.model.q.get(j).copied());
            bounds.fold(Up::ZERO, Up::max)
        };
        let stages = spans.iter().map(|span| span.stages.len()).min().unwrap_or(0);
        Contract {
            spans: spans.len(),
            derivatives: (2..degrees).map(largest).collect(),
            stages: (0..stages).map(|stage| StageContract::new(&spans, stage)).collect(),
        }
    }
}

impl StageContract {
    fn new(spans: &[&SearchSpan], stage: usize) -> StageContract {
        let budgets = || spans.iter().map(|span| &span.stages[stage].budget);
        let mut bounds: Vec<Bound> = vec![];
        for bound in budgets().flat_map(|budget| &budget.bounds) {
            match bounds.iter_mut().find(|known| known.name == bound.name) {
                Some(known) if bound.value > known.value => *known = bound.clone(),
                Some(_) => {}
                None => bounds.push(bound.clone()),
            }
        }
        let mut obligations: Vec<Obligation> = vec![];
        for one in budgets().flat_map(|budget| &budget.obligations) {
            match obligations.iter_mut().find(|known| known.name == one.name) {
                Some(known) if one.tightness() > known.tightness() => *known = *one,
                Some(_) => {}
                None => obligations.push(*one),
            }
        }
        let epsilon = budgets().map(|budget| budget.total()).fold(Up::ZERO, Up::max);
        StageContract { epsilon, bounds, obligations }
    }
}
