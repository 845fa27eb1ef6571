//! The second search: of all pairs, or of those of numbers drawn at random.

use super::ask::{Ask, Formula};
use super::breakpoints::Truth;
use super::claim::Claim;
use super::column::Columns;
use super::count::Reach;
use super::threads::spread;
use crate::sample::Random;
use crate::stop::Checked;
use std::collections::BTreeSet;

/// About how many nanoseconds of one processor the search of all pairs may take.
const MOST_TIME: u64 = 1 << 38;
/// So many pairs are drawn if nothing else is asked for and there are too many for all.
pub(crate) const DRAWN: u64 = 1_000_000;
/// More would fill the memory.
const MOST_DRAWN: u64 = 1 << 24;

/// What a search has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Numbers x.
    pub(crate) numbers: u64,
    /// Pairs, but those next to 1.
    pub(crate) pairs: u64,
    /// Of those, pairs that 64 bits did not decide.
    pub(crate) judged: u64,
    pub(crate) cases: u64,
    /// At numbers, and at midpoints.
    pub(crate) exact: [u64; 2],
}

/// A search.
pub(crate) struct Search<'a> {
    pub(crate) claim: &'a Claim,
    pub(crate) reaches: &'a [Reach],
}

impl Search<'_> {
    /// Whether all pairs can be searched in a few minutes.
    pub(crate) fn is_short(&self) -> bool {
        let (each, number) = match self.claim.ask.formula {
            Formula::Rootn => (14, 3000),
            _ => (3, 50),
        };
        let pairs = self.claim.rest();
        pairs.saturating_mul(each).saturating_add(self.numbers().saturating_mul(number)) < MOST_TIME
    }

    fn numbers(&self) -> u64 {
        let domain = self.claim.ask.domain();
        (domain.end - domain.start) as u64
    }

    /// Searches all pairs: no case is missing, and there are as many exact values as were counted.
    pub(crate) fn all(&self) -> Checked<Met> {
        let start = self.claim.ask.domain().start;
        let met = self.columns(self.numbers(), |index| start + index as i64)?;
        match met.exact == self.claim.counts.exact {
            true => Ok(met),
            false => {
                cannot!("the second search met {:?} exact values: please report it", met.exact)
            }
        }
    }

    /// Draws pairs, and searches all pairs of their numbers.
    pub(crate) fn drawn(&self, count: u64, random: &mut Random) -> Checked<Met> {
        if count > MOST_DRAWN {
            return cannot!("{count} pairs are too many: draw {MOST_DRAWN} at the most");
        }
        let mut until = vec![];
        let mut sum = 0;
        for reach in self.reaches {
            sum += reach.count;
            until.push(sum);
        }
        let mut numbers = BTreeSet::new();
        for which in 0..if sum == 0 { 0 } else { count } {
            // Every pair as likely as the others; but of every second one, n = ±1, ±2 to 3, ±4 to 7, … are as likely.
            let small = if which % 2 == 1 { self.small(random) } else { None };
            let reach = small.unwrap_or_else(|| {
                let place = random.below(sum);
                &self.reaches[until.partition_point(|until| *until <= place)]
            });
            numbers.insert(self.number(reach, random));
        }
        let numbers: Vec<i64> = numbers.into_iter().collect();
        self.columns(numbers.len() as u64, |index| numbers[index as usize])
    }

    /// Draws an n, small ones more often; none if it is not searched or no pair with it is in reach.
    fn small(&self, random: &mut Random) -> Option<&Reach> {
        let least = 1i64 << random.below(11);
        let size = least + random.below(least as u64) as i64;
        let n = if random.below(2) == 0 { size } else { -size };
        self.reaches.iter().find(|reach| i64::from(reach.n) == n && reach.count > 0)
    }

    /// Draws a number in reach; again, for some time, if there is nothing to be searched at it.
    fn number(&self, reach: &Reach, random: &mut Random) -> i64 {
        let ask = &self.claim.ask;
        let length = (reach.numbers.end - reach.numbers.start) as u64;
        let mut number = 0;
        for _ in 0..100 {
            number = reach.numbers.start + random.below(length) as i64;
            if !ask.is_hole(number) && ask.near_one(number) < i64::from(reach.n.abs()) {
                break;
            }
        }
        number
    }

    /// Searches all pairs of some numbers, on all processors.
    fn columns(&self, count: u64, number: impl Fn(u64) -> i64 + Sync) -> Checked<Met> {
        let columns = Columns::new(&self.claim.ask);
        let met = spread(count, "numbers searched again", |index, met: &mut Met| {
            self.column(&columns, number(index), met)
        })?;
        Ok(met.into_iter().fold(Met::default(), Met::and))
    }

    /// Searches all pairs of a number.
    fn column(&self, columns: &Columns<'_>, ordinal: i64, met: &mut Met) -> Checked<()> {
        let ask: &Ask = &self.claim.ask;
        let cases = &self.claim.cases;
        let start = cases.partition_point(|case| case.ordinal < ordinal);
        let end = cases.partition_point(|case| case.ordinal <= ordinal);
        let (mut judged, mut found, mut exact) = (0, 0, [0; 2]);
        let pairs = columns.walk(ordinal, &mut |n| {
            judged += 1;
            match ask.judge(ordinal, n)? {
                Truth::Exact { midpoint } => exact[usize::from(midpoint)] += 1,
                Truth::Case { .. } => {
                    found += 1;
                    let is_listed = cases[start..end].iter().any(|case| case.n == n);
                    ensure!(is_listed, "a case was left out: x = {}, n = {n}", ask.shown(ordinal))?;
                }
                _ => {}
            }
            Ok(())
        })?;
        // What is listed must be among what the walk lets through, or the walk is not to be relied on.
        if found != end - start {
            let x = ask.shown(ordinal);
            return cannot!("the second search missed a case of x = {x}: please report it");
        }
        let numbers = u64::from(!ask.is_hole(ordinal));
        let one = Met { numbers, pairs, judged, cases: found as u64, exact };
        *met = met.and(one);
        Ok(())
    }
}

impl Met {
    fn and(self, other: Met) -> Met {
        Met {
            numbers: self.numbers + other.numbers,
            pairs: self.pairs + other.pairs,
            judged: self.judged + other.judged,
            cases: self.cases + other.cases,
            exact: [0, 1].map(|i| self.exact[i] + other.exact[i]),
        }
    }
}
