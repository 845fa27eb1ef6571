//! Spans that follow from the same inputs: what was found there is read once for all of them.

use super::following::{Following, Images};
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_cases::findings::{Finding, FindingList};
use tmd_cases::verdict::Verdict;
use tmd_functions::language::Relation;

/// Inputs: segments, and indices there.
type Inputs = Vec<(usize, Range<u64>)>;

/// Spans that follow from the same inputs.
pub(super) struct Group<'a> {
    representatives: Inputs,
    /// The spans, ascending by the unit of their representatives: each has images of what is a multiple of that.
    pub(super) members: Vec<&'a Following<'a>>,
    /// The exponents of these units.
    units: Vec<i32>,
}

/// How many inputs follow from the findings of the representatives of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) exact: u128,
    pub(super) others: u128,
}

impl Total {
    pub(super) fn plus(self, more: Total) -> Total {
        Total { exact: self.exact + more.exact, others: self.others + more.others }
    }

    fn add(&mut self, is_exact: bool, count: u64) {
        *if is_exact { &mut self.exact } else { &mut self.others } += u128::from(count);
    }
}

impl<'a> Group<'a> {
    /// Puts spans together by what they follow from.
    pub(super) fn all(spans: &'a [Following<'a>]) -> Vec<Group<'a>> {
        let mut spans: Vec<_> = spans.iter().map(|one| (one.representatives(), one)).collect();
        let place = |(segment, inputs): &(usize, Range<u64>)| (*segment, inputs.start, inputs.end);
        spans.sort_by_cached_key(|(representatives, one)| {
            let places: Vec<_> = representatives.iter().map(place).collect();
            (places, one.unit_of_representatives())
        });
        let of_alike = |alike: &[(Inputs, &'a Following<'a>)]| {
            let members: Vec<_> = alike.iter().map(|(_, one)| *one).collect();
            let units = members.iter().map(|one| one.unit_of_representatives()).collect();
            Group { representatives: alike[0].0.clone(), members, units }
        };
        spans.chunk_by(|a, b| a.0 == b.0).map(of_alike).collect()
    }

    /// How many inputs of each member follow.
    pub(super) fn totals(&self, findings: &FindingList) -> Result<Vec<Total>, Diag> {
        let mut totals = vec![Total::default(); self.members.len()];
        // A number stands for one input of each span that follows by scaling and has inputs as fine, so that it is enough to know
        // how many such spans there are.
        let scaled =
            self.members.iter().all(|one| matches!(one.relation, Relation::Scaling { .. }));
        self.visit(findings, &mut |finding, among| {
            let is_exact = matches!(finding.verdict, Verdict::Exact(_));
            if scaled {
                if let Some(last) = among.checked_sub(1) {
                    totals[last].add(is_exact, 1);
                }
                return Ok(());
            }
            for (total, one) in totals.iter_mut().zip(&self.members[..among]) {
                if let Some(images) =
                    one.stands_for(&one.segments[finding.segment].x(finding.index))
                {
                    total.add(is_exact, images.count);
                }
            }
            Ok(())
        })?;
        if scaled {
            let mut finer = Total::default();
            for total in totals.iter_mut().rev() {
                finer = finer.plus(*total);
                *total = finer;
            }
        }
        Ok(totals)
    }

    /// Visits what follows from each finding, or only from those that are not exact, in each member.
    pub(super) fn images(
        &self,
        findings: &FindingList,
        with_exact: bool,
        image: &mut dyn FnMut(&'a Following<'a>, Images) -> Result<(), Diag>,
    ) -> Result<(), Diag> {
        self.visit(findings, &mut |finding, among| {
            if !with_exact && matches!(finding.verdict, Verdict::Exact(_)) {
                return Ok(());
            }
            self.members[..among].iter().try_for_each(|one| {
                match one.stands_for(&one.segments[finding.segment].x(finding.index)) {
                    Some(images) => image(one, images),
                    None => Ok(()),
                }
            })
        })
    }

    /// Visits each finding of the representatives, with the number of members, the first ones, whose units it is a multiple of.
    fn visit(
        &self,
        findings: &FindingList,
        finding: &mut dyn FnMut(&Finding, usize) -> Result<(), Diag>,
    ) -> Result<(), Diag> {
        let Some(one) = self.members.first() else { return Ok(()) };
        for (segment, inputs) in &self.representatives {
            let grid = &one.segments[*segment];
            for found in findings.of_inputs(*segment, inputs) {
                let found = found?;
                let unit = grid.last_place(found.index);
                let among = self.units.partition_point(|own| unit.is_none_or(|unit| *own <= unit));
                finding(&found, among)?;
            }
        }
        Ok(())
    }
}
