//! The pace of a campaign, from the times at which its units were finished.
//!
//! The times are those of many clocks, some of which are wrong or are set while they run; and a campaign may rest
//! for a month. A gap that is much longer than gaps usually are is therefore cut out.

/// A unit that was finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// When, in seconds since 1970 by the worker's clock.
    pub time: u64,
    /// Its inputs.
    pub inputs: u128,
    /// Its predicted seconds on one core.
    pub predicted: f64,
}

/// A gap so many times longer than usual is cut out.
const STRANGE: f64 = 20.0;
/// Gaps up to so many seconds are nothing strange.
const ORDINARY: f64 = 60.0;
/// The number of last units that the present pace is computed from.
const RECENT: usize = 64;

/// When units were finished, without pauses and jumps of clocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// For each unit, seconds of work after the first was finished; ascending.
    pub at: Vec<f64>,
    /// The places where gaps were cut out, in the same seconds.
    pub cuts: Vec<f64>,
}

impl Timeline {
    /// The time line of units that are ordered by their times.
    pub fn new(finished: &[Finish]) -> Timeline {
        let gaps: Vec<f64> = finished
            .windows(2)
            .map(|pair| pair[1].time.saturating_sub(pair[0].time) as f64)
            .collect();
        let usual = usual(&gaps);
        let longest = (STRANGE * usual).max(ORDINARY);
        let mut line = Timeline::default();
        let mut now = 0.0;
        if !finished.is_empty() {
            line.at.push(now);
        }
        for gap in gaps {
            if gap > longest {
                line.cuts.push(now + usual / 2.0);
                now += usual;
            } else {
                now += gap;
            }
            line.at.push(now);
        }
        line
    }

    /// Seconds of work from the first unit to the last.
    pub fn seconds(&self) -> f64 {
        self.at.last().copied().unwrap_or(0.0)
    }
}

/// The mean of the gaps without the longest twentieth, and without the longest in any case.
fn usual(gaps: &[f64]) -> f64 {
    let mut sorted = gaps.to_vec();
    sorted.sort_by(f64::total_cmp);
    if sorted.len() > 1 {
        sorted.truncate(sorted.len() - sorted.len().div_ceil(20));
    }
    match sorted.len() {
        0 => 0.0,
        count => sorted.iter().sum::<f64>() / count as f64,
    }
}

/// Seconds that work of `left` predicted seconds takes at the pace of the last units, if there are two.
pub fn seconds_left(finished: &[Finish], left: f64) -> Option<f64> {
    let recent = &finished[finished.len().saturating_sub(RECENT)..];
    // The first only says when the others were begun.
    let done: f64 = recent.iter().skip(1).map(|finish| finish.predicted).sum();
    // Clocks tell whole seconds.
    let took = Timeline::new(recent).seconds().max(1.0);
    (done > 0.0).then(|| left * took / done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finishes(times: &[u64]) -> Vec<Finish> {
        times.iter().map(|time| Finish { time: *time, inputs: 10, predicted: 5.0 }).collect()
    }

    #[test]
    fn the_pace_is_that_of_the_work() {
        let steady: Vec<u64> = (0..100).map(|unit| 1000 + 10 * unit).collect();
        assert_eq!(seconds_left(&finishes(&steady), 50.0), Some(100.0));
        assert_eq!(seconds_left(&finishes(&[7]), 50.0), None);
        assert_eq!(seconds_left(&[], 50.0), None);
        // All in one second: no division by nothing.
        assert!(seconds_left(&finishes(&[7, 7, 7]), 50.0).is_some_and(f64::is_finite));
    }

    #[test]
    fn clocks_may_jump() {
        let mut times: Vec<u64> = (0..100).map(|unit| 1_700_000_000 + 10 * unit).collect();
        let steady = Timeline::new(&finishes(&times)).seconds();
        // A worker whose clock begins in 1970, and one from the far future.
        times.insert(0, 3);
        times.push(u64::MAX);
        let line = Timeline::new(&finishes(&times));
        assert_eq!(line.cuts.len(), 2);
        assert_eq!(line.at.len(), times.len());
        assert!((line.seconds() - steady).abs() < 40.0, "{}", line.seconds());
        assert!(line.at.is_sorted());
        let left = seconds_left(&finishes(&times), 50.0).expect("a pace");
        assert!((50.0..150.0).contains(&left), "{left}");
    }
}
