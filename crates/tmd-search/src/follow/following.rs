//! A span that follows, and which of its inputs follow from which.

use super::numbers::Numbers;
use crate::plan::Span;
use rug::Rational;
use std::ops::Range;
use tmd_base::narrow;
use tmd_functions::language::{Relation, Segment, segment_from};

/// A span that follows.
pub(super) struct Following<'a> {
    /// Its index in the plan.
    pub(super) number: usize,
    pub(super) span: &'a Span,
    pub(super) relation: &'a Relation,
    /// Those of the plan.
    pub(super) segments: &'a [Segment],
}

/// Equally spaced inputs of a span: the first, the distance from one to the next, and how many there are.
pub(super) struct Images {
    pub(super) first: u64,
    pub(super) step: u64,
    pub(super) count: u64,
}

impl<'a> Following<'a> {
    /// The segment that the span is in.
    pub(super) fn own(&self) -> &'a Segment {
        &self.segments[self.span.segment]
    }

    /// The first and the last input.
    pub(super) fn ends(&self) -> [Rational; 2] {
        let inputs = &self.span.inputs;
        [inputs.start, inputs.end - 1].map(|i| self.own().x(i))
    }

    /// Where the representatives are: segments, and indices there.
    pub(super) fn representatives(&self) -> Vec<(usize, Range<u64>)> {
        let interval = self.relation.interval();
        let is_half_open = interval.is_some();
        let (low, high) = interval.unwrap_or_else(|| {
            let mut ends = self.ends().map(|x| self.relation.representative(&x));
            ends.sort();
            ends.into()
        });
        let mut found = vec![];
        let segments = self.segments.iter().enumerate();
        for (number, segment) in segments.skip(segment_from(self.segments, &low)) {
            if segment.x(0) > high {
                break;
            }
            let end = segment.first_from(&high);
            let with_end = !is_half_open && end < segment.count && segment.x(end) == high;
            let inputs = segment.first_from(&low)..end + u64::from(with_end);
            if !inputs.is_empty() {
                found.push((number, inputs));
            }
        }
        found
    }

    /// log2 of a unit that every representative of an input is a multiple of: what is x·2^exponent, or x - n·step, for a
    /// multiple x of the segment's own unit.
    pub(super) fn unit_of_representatives(&self) -> i32 {
        let own = self.own().ulp;
        match *self.relation {
            Relation::Scaling { exponent, .. } => own + exponent,
            Relation::Translation { step, .. } => own.min(narrow::to_i32(step.trailing_zeros())),
        }
    }

    /// The inputs that a number stands for.
    pub(super) fn stands_for(&self, x: &Rational) -> Option<Images> {
        let own = self.own();
        match *self.relation {
            Relation::Scaling { exponent, negates } => {
                let scaled = Rational::from(x >> exponent);
                let first = own.index_of(&if negates { -scaled } else { scaled })?;
                let is_inside = self.span.inputs.contains(&first);
                is_inside.then_some(Images { first, step: 1, count: 1 })
            }
            Relation::Translation { step, .. } => {
                let step = Rational::from(step);
                let unit = Rational::from(1) << own.ulp;
                let [low, high] = self.ends();
                let numbers = Numbers::on_grid(x, &step, &unit)?.between(
                    &(Rational::from(&low - x) / &step).ceil(),
                    &(Rational::from(&high - x) / &step).floor(),
                )?;
                let first = own.index_of(&(Rational::from(&numbers.first * &step) + x))?;
                let step = Rational::from(&numbers.apart * &step) / unit;
                let (step, count) = (step.numer().to_u64()?, numbers.count.to_u64()?);
                Some(Images { first, step, count })
            }
        }
    }
}
