//! Powers in formats of which nobody searches all pairs twice: windows of rows, some numbers y with one x, are searched again, all of them or some
//! that are drawn at random.

use super::ask::{Ask, Formula};
use super::claim::Claim;
use super::met::Met;
use super::plain::SMALL;
use super::powers::{LOG_BITS, Side};
use crate::chance::at_most;
use crate::pairs::threads::spread;
use crate::sample::Random;
use crate::stop::Checked;
use std::ops::Range;

/// Pairs of a window, at most.
const WINDOW: i64 = 1 << 18;
/// So many pairs are searched in a few minutes.
const MOST_PAIRS: u64 = 1 << 36;
/// So many windows are drawn if nothing else is asked for and there are too many for all.
const DRAWN: u64 = 1 << 13;

/// The probability that an honest certificate is refused for too few cases, if such a share of values is random.
const UNLIKELY: f64 = 1e-9;
const SHARE: f64 = 0.5;

/// The rows of what is claimed.
pub(crate) struct Rows<'a> {
    claim: &'a Claim,
    /// The pairs of the listed cases, ascending.
    listed: Vec<(i64, i64)>,
    /// Sizes of y.
    sizes: Range<i64>,
}

impl<'a> Rows<'a> {
    /// The rows of a claim, if all of its values are plain ones.
    pub(crate) fn new(claim: &'a Claim) -> Checked<Rows<'a>> {
        let ask = &claim.ask;
        if !matches!(ask.formula, Formula::Pow | Formula::Compound) || !ask.is_plain() {
            return cannot!(
                "pairs of {}: this program reads those of pow and compound in formats of more than {SMALL} bits, in ranges where all values are \
                 normal numbers and |log2| of all of them is more than 2^-{}",
                ask.format.name,
                ask.precision + 4
            );
        }
        Ok(Rows { claim, listed: claim.places().collect(), sizes: ask.sizes(ask.falls()) })
    }

    /// Counts all pairs, those with exact values, and those next to a power of x.
    pub(crate) fn counts(&self) -> Checked<Met> {
        let ask = &self.claim.ask;
        let pairs = Ask::length(&ask.x) * Ask::length(&ask.y);
        let (exact, next) = (ask.exact_powers()?, ask.next_powers()?);
        let others = exact[0].saturating_add(exact[1]).saturating_add(next);
        self.chance(pairs.saturating_sub(others))?;
        Ok(Met { pairs, exact, next, ..Met::default() })
    }

    /// Refuses far too few cases for so many values, where these are as random: each is one with a probability of 2^(1 - bits). A sample, which
    /// sees few of all windows, would not tell.
    fn chance(&self, values: u64) -> Checked<()> {
        let (ask, cases) = (&self.claim.ask, self.listed.len() as f64);
        let mean = values as f64 * 2f64.powi(1 - ask.bits);
        ensure!(
            !ask.is_random() || at_most(cases, SHARE * mean) >= UNLIKELY,
            "{cases} cases where chance gives {mean:.0}: too few"
        )
    }

    /// How many windows a row has.
    fn of_row(&self) -> u64 {
        ((self.sizes.end - self.sizes.start) as u64).div_ceil(WINDOW as u64)
    }

    /// How many windows there are.
    fn windows(&self) -> u64 {
        Ask::length(&self.claim.ask.x) * self.of_row()
    }

    /// Searches all pairs again if there are few, or some windows: what is said of them, of which so many are exact and so on.
    pub(crate) fn search(&self, counts: &Met, sample: u64, seed: u64) -> Checked<String> {
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
        if (met.exact, met.next, met.cases.len()) != (counts.exact, counts.next, listed) {
            return cannot!("the second search met {} cases: please report it", met.cases.len());
        }
        Ok(met.proved())
    }

    /// The window of a pair.
    fn window_of(&self, (x, y): (i64, i64)) -> u64 {
        let place = (y.abs() - self.sizes.start) / WINDOW;
        (x - self.claim.ask.x.start) as u64 * self.of_row() + place as u64
    }

    /// Searches windows that are drawn, none twice, and those of the listed cases.
    fn drawn(&self, count: u64, random: &mut Random) -> Checked<Met> {
        let mut drawn = random.windows(count, self.windows())?;
        drawn.extend(self.listed.iter().map(|place| self.window_of(*place)));
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
        let x = ask.x.start + (index / self.of_row()) as i64;
        let start = self.sizes.start + (index % self.of_row()) as i64 * WINDOW;
        let sizes = start..self.sizes.end.min(start + WINDOW);
        let mut own = Met { pairs: (sizes.end - sizes.start) as u64, ..Met::default() };
        let side = Side::new(ask, x, &ask.log(x, LOG_BITS), ask.falls());
        side.walk(sizes.clone(), &mut own)?;
        own.cases.sort_unstable();
        let ys = if ask.falls() { 1 - sizes.end..1 - sizes.start } else { sizes };
        let below = |y: i64| self.listed.partition_point(|place| *place < (x, y));
        let listed = &self.listed[below(ys.start)..below(ys.end)];
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
