//! Samples of a second search, and what they prove about cases that a certificate leaves out.
//!
//! What can be searched again is cut into windows that do not depend on what was found: equal intervals of inputs, or
//! single inputs. Windows are drawn one after another without replacement, all that are left with the same
//! probability; a window that is drawn is searched to its end, and whether to draw another is decided before it is known
//! which. So of k missing cases in k windows, all escape with probability at most (1 - s)^k if a share s is drawn. The share
//! may depend on the time that earlier windows took: `docs/mathematics.md` shows that it does not matter.

use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::random::Random;

/// A seed that nobody could foresee, from the operating system.
///
/// # Errors
/// If the system has none.
pub fn fresh_seed() -> Result<u64, Diag> {
    let seed = getrandom::u64().map_err(|error| {
        Diag::new(DiagKind::Environment, format!("the system gives no random numbers: {error}"))
            .help("give a --seed that whoever made the certificate did not know")
    })?;
    // 53 bits: programs that read JSON's numbers as binary64 print the seed as it is.
    Ok(seed >> 11)
}

/// Numbers below a bound in random order, each once.
#[derive(Debug)]
pub(crate) struct Draw {
    all: u64,
    drawn: u64,
    random: Random,
    /// Fisher and Yates's shuffle, of which only those places are kept that hold another number than their own.
    moved: HashMap<u64, u64>,
}

impl Draw {
    pub(crate) fn new(all: u64, random: Random) -> Draw {
        Draw { all, drawn: 0, random, moved: HashMap::new() }
    }
}

impl Iterator for Draw {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.drawn == self.all {
            return None;
        }
        let first = self.drawn;
        let place = first + self.random.below(self.all - first);
        self.drawn += 1;
        let own = self.moved.remove(&first).unwrap_or(first);
        match place == first {
            true => Some(own),
            false => Some(self.moved.insert(place, own).unwrap_or(place)),
        }
    }
}

/// A clock that says whether there is time for more.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    limit: Option<Duration>,
}

impl Clock {
    /// Starts a clock that runs for some seconds; for ever if they are too many to count.
    pub fn new(seconds: f64) -> Clock {
        Clock { start: Instant::now(), limit: Duration::try_from_secs_f64(seconds).ok() }
    }

    fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    pub(crate) fn left(&self) -> f64 {
        let left = |limit: Duration| limit.saturating_sub(self.start.elapsed()).as_secs_f64();
        self.limit.map_or(f64::INFINITY, left)
    }
}

/// How much of something was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// How many windows were drawn.
    pub windows: u64,
    /// How many there were to draw from.
    pub of: u64,
}

impl Drawn {
    /// The share that was drawn, from 0 to 1; 1 if there was nothing to draw.
    pub(crate) fn share(self) -> f64 {
        match self.of {
            0 => 1.0,
            of => self.windows as f64 / of as f64,
        }
    }

    pub(crate) fn is_all(self) -> bool {
        self.windows == self.of
    }
}

/// Draws windows until all are drawn or the time is over, `at_once` or more together, and calls `search` with those
/// of each round.
pub fn rounds(
    all: u64,
    at_once: u64,
    clock: Clock,
    random: Random,
    mut search: impl FnMut(&[u64]) -> Result<(), Diag>,
) -> Result<Drawn, Diag> {
    let mut draw = Draw::new(all, random);
    let begun = clock.elapsed();
    let mut size = at_once;
    let mut windows = 0;
    // At least one round, or nothing could be said.
    while windows < all && (windows == 0 || clock.left() > 0.0) {
        let numbers: Vec<u64> =
            draw.by_ref().take(usize::try_from(size).unwrap_or(usize::MAX)).collect();
        search(&numbers)?;
        windows += numbers.len() as u64;
        let rate = windows as f64 / (clock.elapsed() - begun).max(1e-6);
        // Half of what the time that is left is enough for, but not suddenly much more.
        let next = (rate * clock.left() / 2.0).min(2.0 * size as f64);
        size = (next as u64).max(at_once);
    }
    Ok(Drawn { windows, of: all })
}

/// Equal intervals of runs of inputs, numbered; only the last of each run is shorter.
#[derive(Debug)]
pub struct Intervals {
    /// Segments and indices in them.
    runs: Vec<(usize, Range<u64>)>,
    length: u64,
    /// How many intervals there are up to the end of each run.
    ends: Vec<u64>,
}

impl Intervals {
    /// Intervals of `length` inputs, or of more if there would be too many to count.
    pub fn new(runs: Vec<(usize, Range<u64>)>, length: u64) -> Intervals {
        let inputs: u128 = runs.iter().map(|(_, run)| u128::from(run.end - run.start)).sum();
        let least = u64::try_from((inputs >> MOST_LG_INTERVALS) + 1).unwrap_or(u64::MAX);
        let length = length.max(least);
        let counts = runs.iter().map(|(_, run)| (run.end - run.start).div_ceil(length));
        let ends = counts.scan(0, |sum: &mut u64, count| {
            *sum = sum.saturating_add(count);
            Some(*sum)
        });
        let ends = ends.collect();
        Intervals { runs, length, ends }
    }

    /// How many intervals there are.
    pub fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Inputs of an interval.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Segment and inputs of an interval.
    pub fn get(&self, number: u64) -> (usize, Range<u64>) {
        let at = self.ends.partition_point(|end| *end <= number);
        let (segment, run) = &self.runs[at];
        let before = if at == 0 { 0 } else { self.ends[at - 1] };
        let start = run.start + (number - before) * self.length;
        (*segment, start..run.end.min(start.saturating_add(self.length)))
    }
}

/// log2 of the most intervals that a sample is drawn from.
const MOST_LG_INTERVALS: u32 = 48;

/// How much was searched again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// There is nothing to search: all inputs are decided.
    #[default]
    None,
    /// A sample.
    Sampled,
    /// Everything.
    Full,
}

/// What a sampled second search proves about cases that a certificate leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Statement {
    /// How much was searched again.
    pub search: Extent,
    /// The share of it: each interval was searched again with this probability.
    pub share: f64,
    /// A probability that was asked for.
    pub confidence: f64,
    /// A certificate that leaves out so many cases or more, no two of them in one interval, would have been refused with
    /// that probability. 1 if everything was searched again.
    pub missing: u64,
    /// The seed of the sample.
    pub seed: u64,
}

impl Statement {
    /// The statement of samples of several kinds of inputs: that of the smallest share.
    pub(crate) fn new(drawn: &[Drawn], confidence: f64, seed: u64) -> Statement {
        let drawn: Vec<&Drawn> = drawn.iter().filter(|drawn| drawn.of > 0).collect();
        let share = drawn.iter().map(|drawn| drawn.share()).fold(1.0, f64::min);
        let search = match drawn.iter().all(|drawn| drawn.is_all()) {
            _ if drawn.is_empty() => Extent::None,
            true => Extent::Full,
            false => Extent::Sampled,
        };
        let missing = match search {
            Extent::Sampled => fewest_missing(share, confidence),
            Extent::None | Extent::Full => 1,
        };
        Statement { search, share, confidence, missing, seed }
    }
}

/// The fewest missing cases that all escape with probability 1 - `confidence` or less: (1 - share)^k <= 1 - confidence.
fn fewest_missing(share: f64, confidence: f64) -> u64 {
    let k = (-confidence).ln_1p() / (-share).ln_1p();
    let k = if k.is_nan() { f64::INFINITY } else { k.max(1.0) };
    // The errors of the logarithms make no case more.
    (k * (1.0 - 1e-12)).ceil() as u64
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statement { search, share, confidence, missing, seed } = self;
        match search {
            Extent::None => write!(f, "there is nothing to search again"),
            Extent::Full => write!(f, "everything was searched again"),
            Extent::Sampled => write!(
                f,
                "share s = {} searched again, --seed {seed}: k missing cases in different intervals escape with probability at most (1 - s)^k; {missing} or more would have been found with probability {confidence}",
                rounded_down(*share)
            ),
        }
    }
}

/// A share with a few digits, none of which promises too much.
fn rounded_down(share: f64) -> String {
    let digits = 3 - share.log10().floor().clamp(-300.0, 0.0) as i32;
    let unit = 10f64.powi(digits);
    let below = (share * unit).floor() / unit;
    format!("{below}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_without_replacement_and_fair() {
        for all in [0, 1, 2, 3, 17, 1000] {
            let mut drawn: Vec<u64> = Draw::new(all, Random::new(all)).collect();
            drawn.sort_unstable();
            assert_eq!(drawn, (0..all).collect::<Vec<_>>());
        }
        // Each of 12 numbers is among the first 3 of 12 with probability 1/4: 3000 of 12000 times, deviation 47.
        let mut counts = [0; 12];
        for seed in 0..12_000 {
            for number in Draw::new(12, Random::new(seed)).take(3) {
                counts[number as usize] += 1;
            }
        }
        assert!(counts.iter().all(|count| (2700..3300).contains(count)), "{counts:?}");
        // Of many numbers, too, and only what was drawn is kept.
        let mut draw = Draw::new(u64::MAX, Random::new(1));
        let mut some: Vec<u64> = draw.by_ref().take(1000).collect();
        some.sort_unstable();
        some.dedup();
        assert_eq!(some.len(), 1000);
        assert!(draw.moved.len() <= 1000);
    }

    #[test]
    fn intervals_tile_their_runs() {
        let runs = vec![(0, 5..26), (0, 30..40), (2, 0..1)];
        let intervals = Intervals::new(runs.clone(), 10);
        let all: Vec<_> = (0..intervals.count()).map(|number| intervals.get(number)).collect();
        let wanted = [(0, 5..15), (0, 15..25), (0, 25..26), (0, 30..40), (2, 0..1)];
        assert_eq!(all, wanted);
        let huge = Intervals::new(vec![(0, 0..u64::MAX), (1, 0..u64::MAX)], 1);
        assert!(huge.count() <= (1 << MOST_LG_INTERVALS) + 2, "{}", huge.count());
        assert_eq!(huge.get(huge.count() - 1).1.end, u64::MAX);
        assert_eq!(Intervals::new(vec![], 10).count(), 0);
    }

    #[test]
    fn statements_promise_no_more_than_is_so() {
        for (share, confidence, k) in [
            (0.5, 0.75, 2),
            (0.5, 0.76, 3),
            (0.01, 0.99, 459),
            (0.999, 0.99, 1),
            (1e-9, 0.5, 693_147_181),
        ] {
            let missing = fewest_missing(share, confidence);
            assert_eq!(missing, k, "{share} {confidence}");
            let escape = (f64::ln_1p(-share) * missing as f64).exp();
            assert!(escape <= (1.0 - confidence) * (1.0 + 1e-9), "{escape}");
        }
        assert_eq!(fewest_missing(0.0, 0.5), u64::MAX);
        let half = Drawn { windows: 5, of: 10 };
        let all = Drawn { windows: 3, of: 3 };
        let none = Drawn { windows: 0, of: 0 };
        let statement = |drawn: &[Drawn]| Statement::new(drawn, 0.99, 7);
        assert_eq!(statement(&[all, half, none]).search, Extent::Sampled);
        assert_eq!(statement(&[all, half, none]).share, 0.5);
        assert_eq!(statement(&[all, none]).search, Extent::Full);
        assert_eq!(statement(&[none]).search, Extent::None);
        assert_eq!(rounded_down(0.123_456), "0.1234");
        assert_eq!(rounded_down(0.000_012_999_9), "0.00001299");
        assert_eq!(rounded_down(1.0), "1");
    }

    /// The escapes of k cases among windows that take unlike times, over many seeds, against what is stated: the mean of
    /// [an escape] / (1 - s)^k is at most 1, whatever ends the drawing.
    #[test]
    fn escapes_are_as_rare_as_is_stated() {
        let (all, k) = (40, 2);
        let cost = |window: u64| if window < 20 { 1.0 } else { 9.0 };
        // Both in dear windows, which a sample that is cut by time might be expected to shun.
        let missing = [25, 33];
        let (mut escapes, mut sum) = (0, 0.0);
        let trials = 20_000;
        for seed in 0..trials {
            let mut draw = Draw::new(all, Random::new(seed));
            let (mut time, mut drawn) = (0.0, vec![]);
            while time < 60.0 {
                let window = draw.next().expect("one of many");
                time += cost(window);
                drawn.push(window);
            }
            if missing.iter().all(|case| !drawn.contains(case)) {
                escapes += 1;
                sum += (1.0 - drawn.len() as f64 / all as f64).powi(-k);
            }
        }
        assert!(escapes > trials / 10, "{escapes}");
        let mean = sum / trials as f64;
        assert!((0.9..=1.02).contains(&mean), "{mean}");
    }
}
