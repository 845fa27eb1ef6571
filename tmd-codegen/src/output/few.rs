//! The few of many findings that are shown.

use crate::diag::Diag;
use crate::distance::Distance;
use crate::findings::{Finding, Part};
use crate::verdict::Verdict;
use std::collections::BTreeMap;

/// The first findings, the hardest, and how many there are.
#[derive(Clone, Debug, Default)]
pub struct Few {
    count: usize,
    first: BTreeMap<Place, Finding>,
    hardest: BTreeMap<(Distance, Place), Finding>,
}

/// In the order of the inputs, and then of arrival.
type Place = (usize, u64, usize);

impl Few {
    /// How many of the first are kept.
    pub const FIRST: usize = 100;
    /// How many of the hardest are kept.
    pub const HARDEST: usize = 40;

    /// Those of a list.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn of(part: Part<'_>) -> Result<Few, Diag> {
        let mut few = Few::default();
        for finding in part.iter() {
            few.add(&*finding?);
        }
        Ok(few)
    }

    /// Takes one, in any order.
    pub fn add(&mut self, finding: &Finding) {
        let place = (finding.segment, finding.index, self.count);
        self.count += 1;
        keep(&mut self.first, Few::FIRST, place, finding);
        if let Verdict::Hard { distance, .. } = finding.verdict {
            keep(&mut self.hardest, Few::HARDEST, (distance, place), finding);
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first of them, in the order of the inputs.
    pub fn first(&self) -> impl Iterator<Item = &Finding> {
        self.first.values()
    }

    /// The hardest cases, the hardest first; of equal ones, the first in the order of the inputs.
    pub fn hardest(&self) -> impl Iterator<Item = &Finding> {
        self.hardest.values()
    }
}

fn keep<K: Ord>(kept: &mut BTreeMap<K, Finding>, most: usize, key: K, finding: &Finding) {
    let is_full = kept.len() == most;
    if is_full && kept.last_key_value().is_some_and(|(last, _)| *last <= key) {
        return;
    }
    kept.insert(key, finding.clone());
    if is_full {
        kept.pop_last();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::CaseKind;

    #[test]
    fn few_are_those_that_sorting_finds() {
        let finding = |n: u64| Finding {
            segment: (n % 3) as usize,
            index: n * 7 % 1009,
            x: n.to_string(),
            verdict: Verdict::Hard {
                distance: Distance::try_from((n * n % 101) as f64 + 1.0).expect("a distance"),
                identical_bits: 1,
                kind: CaseKind::Nearest,
            },
            near: None,
        };
        for count in [0, 3, Few::HARDEST, Few::FIRST, Few::FIRST + 1, 1000] {
            let mut all: Vec<Finding> = (0..count as u64).map(finding).collect();
            let mut few = Few::default();
            all.iter().for_each(|finding| few.add(finding));
            all.sort_by_key(Finding::place);
            let first: Vec<&Finding> = all.iter().take(Few::FIRST).collect();
            assert_eq!((few.count(), few.first().collect::<Vec<_>>()), (count, first));
            let distance = |finding: &&Finding| match finding.verdict {
                Verdict::Hard { distance, .. } => distance,
                _ => Distance::ZERO,
            };
            let mut hardest: Vec<&Finding> = all.iter().collect();
            hardest.sort_by_key(distance);
            hardest.truncate(Few::HARDEST);
            assert_eq!(few.hardest().collect::<Vec<_>>(), hardest);
        }
    }
}
