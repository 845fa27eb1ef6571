//! Powers in formats of which nobody searches all pairs twice: windows of rows, some numbers y with one x, are searched again, all of them or some
//! that are drawn at random.

use super::ask::{Ask, Formula};
use super::claim::Claim;
use super::met::Met;
use super::plain::SMALL;
use super::powers::{LOG_BITS, Side};
use crate::pairs::threads::spread;
use crate::sample::Random;
use crate::stop::Checked;
use std::collections::BTreeSet;
use std::ops::Range;

/// Pairs of a window, at most.
const WINDOW: i64 = 1 << 18;
/// So many pairs are searched in a few minutes.
const MOST_PAIRS: u64 = 1 << 36;
/// So many windows are drawn if nothing else is asked for and there are too many for all.
const DRAWN: u64 = 1 << 13;
/// More would fill the memory.
const MOST_DRAWN: u64 = 1 << 24;

/// The rows of what is claimed.
pub(crate) struct Rows<'a> {
    claim: &'a Claim,
    /// Sizes of y, in one binade each.
    windows: Vec<Range<i64>>,
}

impl<'a> Rows<'a> {
    /// The rows of a claim, if all of its values are plain ones.
    pub(crate) fn new(claim: &'a Claim) -> Checked<Rows<'a>> {
        let ask = &claim.ask;
        if ask.formula != Formula::Pow || !ask.is_plain() {
            return cannot!(
                "pairs of {}: this program reads those of pow in formats of more than {SMALL} bits, in ranges where all values are normal \
                 numbers and |y·log2 x| is more than 2^-{}",
                ask.format.name,
                ask.precision + 4
            );
        }
        let (mut windows, binade) = (vec![], 1i64 << (ask.precision - 1));
        let sizes = ask.sizes();
        let mut start = sizes.start;
        while start < sizes.end {
            let end = ((start / binade + 1).max(2) * binade).min(start + WINDOW).min(sizes.end);
            windows.push(start..end);
            start = end;
        }
        Ok(Rows { claim, windows })
    }

    /// Counts all pairs, and those with exact values.
    pub(crate) fn counts(&self) -> Met {
        let ask = &self.claim.ask;
        let pairs = Ask::length(&ask.x) * Ask::length(&ask.y);
        Met { pairs, exact: ask.exact_powers(), ..Met::default() }
    }

    /// How many windows there are.
    fn windows(&self) -> u64 {
        Ask::length(&self.claim.ask.x) * self.windows.len() as u64
    }

    /// Searches all pairs again if there are few, or some windows: what is said of them.
    pub(crate) fn search(&self, sample: u64, seed: u64) -> Checked<String> {
        let counts = self.counts();
        let all = self.windows();
        let count = match sample {
            0 if counts.pairs <= MOST_PAIRS => all,
            0 => DRAWN,
            count => count.min(all),
        };
        if count < all {
            let met = self.drawn(count, &mut Random(seed))?;
            return Ok(sampled((count, all), &met, seed));
        }
        let met = self.spread(all, |index| index)?;
        let listed = self.claim.cases.len();
        if (met.exact, met.cases.len()) != (counts.exact, listed) {
            return cannot!("the second search met {} cases: please report it", met.cases.len());
        }
        Ok(met.proved())
    }

    /// The window of a pair.
    fn window_of(&self, (x, y): (i64, i64)) -> u64 {
        let place = self.windows.partition_point(|sizes| sizes.end <= y.abs());
        (x - self.claim.ask.x.start) as u64 * self.windows.len() as u64 + place as u64
    }

    /// Searches windows that are drawn, none twice, and those of the listed cases.
    fn drawn(&self, count: u64, random: &mut Random) -> Checked<Met> {
        if count > MOST_DRAWN {
            return cannot!("{count} windows are too many: draw {MOST_DRAWN} at the most");
        }
        let mut drawn = BTreeSet::new();
        while (drawn.len() as u64) < count {
            drawn.insert(random.below(self.windows()));
        }
        drawn.extend(self.claim.places().map(|place| self.window_of(place)));
        let drawn: Vec<u64> = drawn.into_iter().collect();
        self.spread(drawn.len() as u64, |index| drawn[index as usize])
    }

    fn spread(&self, count: u64, window: impl Fn(u64) -> u64 + Sync) -> Checked<Met> {
        let parts = spread(count, "windows of rows searched again", |index, met: &mut Met| {
            self.window(window(index), met)
        })?;
        Ok(Met::all(parts))
    }

    /// Searches a window; the cases that it has must be those that are listed.
    fn window(&self, index: u64, met: &mut Met) -> Checked<()> {
        let ask = &self.claim.ask;
        let count = self.windows.len() as u64;
        let (x, sizes) =
            (ask.x.start + (index / count) as i64, &self.windows[(index % count) as usize]);
        let log = ask.log(x, LOG_BITS);
        let (falls, is_negative) = (log.lo < 0, ask.falls());
        let log = if falls { log.neg() } else { log };
        let mut own = Met { pairs: (sizes.end - sizes.start) as u64, ..Met::default() };
        let side = Side { ask, x, log, is_above: falls == is_negative, is_negative };
        side.walk(sizes.clone(), &mut own)?;
        own.cases.sort_unstable();
        let is_own = |&(of, y): &(i64, i64)| of == x && sizes.contains(&y.abs());
        let listed: Vec<(i64, i64)> = self.claim.places().filter(is_own).collect();
        if let Some(place) = own.cases.iter().find(|place| !listed.contains(place)) {
            return refuse!("a case was left out: {}", ask.pair(*place));
        }
        if own.cases != listed {
            return cannot!("the second search missed cases of a window: please report it");
        }
        met.add_all(own);
        Ok(())
    }
}

/// What a sample says.
fn sampled((count, all): (u64, u64), met: &Met, seed: u64) -> String {
    let Met { pairs, cases, .. } = met;
    format!(
        "sampled, not proved: {count} of {all} windows of rows were drawn (seed {seed}), and all\n              their pairs searched again, \
         and those of the windows of listed cases: of {pairs} pairs\n              {} are cases, none left out. If a fraction φ of the \
         windows missed a case, the\n              probability of drawing none of them is at most (1-φ)^{count}: below 1 % for φ from \
         {:.2e} on",
        cases.len(),
        1.0 - 0.01f64.powf(1.0 / count as f64)
    )
}
