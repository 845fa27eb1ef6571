//! What there is to search of a plan, in portions.

use super::planned::Plan;
use super::taken::Portion;
use std::ops::Range;
use tmd_base::narrow;

impl Plan {
    /// All that there is to search. What follows from other inputs is made from their cases, by [`crate::follow`]; what is
    /// taken from an asymptote's cases, by [`crate::asymptote`].
    pub fn portions(&self) -> Vec<Portion> {
        let spans = self.spans.iter().enumerate();
        let spans = spans.filter(|(_, span)| span.work.is_searched());
        spans
            .map(|(span, of)| Portion { span, inputs: of.inputs.clone() })
            .flat_map(|portion| self.without_taken(portion))
            .collect()
    }

    /// How many inputs that are.
    pub fn inputs_to_search(&self) -> u128 {
        self.portions().iter().map(Portion::count).sum()
    }

    /// Those of some portions that progress counts: see [`takes_time`](super::Work::takes_time).
    pub fn inputs_that_take_time(&self, portions: &[Portion]) -> u128 {
        let counted = portions.iter().filter(|portion| self.spans[portion.span].work.takes_time());
        counted.map(Portion::count).sum()
    }

    /// Inputs of a segment, cut where spans end.
    pub fn portions_of(&self, segment: usize, inputs: &Range<u64>) -> Vec<Portion> {
        let own = self.spans.iter().enumerate().filter(|(_, span)| span.segment == segment);
        own.filter_map(|(index, span)| {
            let start = span.inputs.start.max(inputs.start);
            let end = span.inputs.end.min(inputs.end);
            (start < end).then_some(Portion { span: index, inputs: start..end })
        })
        .collect()
    }

    /// Predicted seconds of a portion on one core.
    pub fn portion_seconds(&self, portion: &Portion) -> f64 {
        let span = &self.spans[portion.span];
        let count = |inputs: &Range<u64>| narrow::about(inputs.end - inputs.start);
        self.span_seconds(span) * (count(&portion.inputs) / count(&span.inputs))
    }
}
