//! The results of a search, with everything that its outputs are made from.

use crate::plan::Plan;
use crate::report::{Report, Taken};
use tmd_base::narrow;
use tmd_certificate::certificate::UnitEntry;

/// A search that has ended, with all that its texts are made of.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The report of the search.
    pub report: &'a Report,
    /// The command that reproduces it.
    pub command: &'a str,
    /// The records of the units, for a search in units.
    pub units: &'a [UnitEntry],
}

impl Results<'_> {
    /// Whether every input of the plan was covered.
    pub fn is_covered(&self) -> bool {
        self.report.error.is_none() && self.report.gaps(self.plan).is_empty()
    }

    /// Whether every input was covered that the plan does not refuse.
    pub fn is_at_end(&self) -> bool {
        self.report.error.is_none() && self.report.missing(self.plan).is_empty()
    }

    /// Whether every input of the plan was covered and decided, those of the inverse function included.
    pub fn is_complete(&self) -> bool {
        self.is_covered() && self.report.undecided() == 0
    }

    /// Inputs that were searched: covered, and neither by an equation nor by the list of an asymptote.
    pub fn searched(&self) -> u128 {
        let spans = self.report.follows.iter().map(|follows| &self.plan.spans[follows.span]);
        let followed = spans.map(|span| u128::from(span.inputs.end - span.inputs.start));
        let taken = self.report.taken.as_ref().map_or(0, Taken::inputs);
        self.report.inputs().saturating_sub(followed.sum::<u128>() + taken)
    }

    /// Searched inputs a second.
    pub fn inputs_per_second(&self) -> f64 {
        match self.report.seconds > 0.0 {
            true => narrow::about(self.searched()) / self.report.seconds,
            false => 0.0,
        }
    }
}
