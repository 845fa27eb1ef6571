//! How far the list of a function in a format is.

use super::Entry;
use crate::text::many;
use std::fmt;

/// How far a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Every number of the format is covered and decided.
    Complete,
    /// So many inputs cannot be searched.
    InPart(u128),
    /// All inputs are covered, and so many of them are not decided.
    Undecided(u128),
    /// A campaign has done so many of its units.
    Unfinished {
        /// Units that are done.
        done: usize,
        /// All units.
        units: usize,
    },
    /// Nothing is known.
    Missing,
}

impl State {
    /// The state of an entry.
    pub fn of(entry: &Entry) -> State {
        match (entry.complete, entry.refused.is_empty()) {
            (true, _) => State::Complete,
            (false, false) => State::InPart(entry.refused.iter().map(|run| run.inputs).sum()),
            (false, true) => State::Undecided(entry.undecided),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::Complete => f.write_str("complete"),
            State::InPart(left) => write!(f, "all but {}", many(*left, "input")),
            State::Undecided(inputs) => {
                write!(f, "complete except for {}", many(*inputs, "undecided input"))
            }
            State::Unfinished { done, units } => write!(f, "unfinished, {done} of {units} units"),
            State::Missing => f.write_str("missing"),
        }
    }
}
