//! What the second search has met.

use super::ask::Ask;
use crate::pairs::breakpoints::Truth;
use crate::stop::Checked;

/// What was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Pairs in reach.
    pub(crate) pairs: u64,
    /// At numbers, and at midpoints.
    pub(crate) exact: [u64; 2],
    /// As near as cases, and next to something simple.
    pub(crate) next: u64,
    /// The ordinals of x and y.
    pub(crate) cases: Vec<(i64, i64)>,
    /// Pairs that were judged, of those that stand for others once.
    pub(crate) judged: u64,
}

impl Met {
    /// Adds what is judged of a pair. Whether it is in reach is counted elsewhere.
    pub(crate) fn judge(&mut self, ask: &Ask, x: i64, y: i64) -> Checked<Truth> {
        let truth = ask.judge(x, y)?;
        self.judged += 1;
        self.add(&truth, x, y);
        Ok(truth)
    }

    /// Adds a pair of which the truth is known.
    pub(crate) fn add(&mut self, truth: &Truth, x: i64, y: i64) {
        match truth {
            Truth::Exact { midpoint } => self.exact[usize::from(*midpoint)] += 1,
            Truth::Next => self.next += 1,
            Truth::Case { .. } => self.cases.push((x, y)),
            _ => {}
        }
    }

    /// Adds what others have met; the cases ascend.
    pub(crate) fn all(parts: Vec<Met>) -> Met {
        let mut all = Met::default();
        parts.into_iter().for_each(|part| all.add_all(part));
        all.cases.sort_unstable();
        all
    }

    /// Adds what another has met.
    pub(crate) fn add_all(&mut self, mut part: Met) {
        self.pairs += part.pairs;
        self.next += part.next;
        self.judged += part.judged;
        self.exact = [0, 1].map(|i| self.exact[i] + part.exact[i]);
        self.cases.append(&mut part.cases);
    }

    /// What a search of all pairs says.
    pub(crate) fn proved(&self) -> String {
        format!(
            "proved: all pairs were searched again in another way, and {} of them judged\n              that this does not decide: no case \
             is left out",
            self.judged
        )
    }
}
