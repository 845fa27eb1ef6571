//! What went wrong, and where: counted by line of the source, in each thread by itself.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::Location;

/// A kind of instability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instability {
    /// A product of two values without a right digit.
    Multiplication,
    /// A divisor without a right digit.
    Division,
    /// A comparison of values whose difference has no right digit.
    Branch,
    /// A function of a value without a right digit.
    Function,
    /// A sum with four right digits less than the term with fewer, or more.
    Cancellation,
}

impl fmt::Display for Instability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Instability::Multiplication => "unstable multiplication",
            Instability::Division => "unstable division",
            Instability::Branch => "unstable branch",
            Instability::Function => "unstable function",
            Instability::Cancellation => "cancellation",
        })
    }
}

/// Instabilities of a kind at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The source, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// What it was.
    pub what: Instability,
    /// How often.
    pub count: u64,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}, ", self.file, self.line, self.what)?;
        match self.count {
            1 => f.write_str("once"),
            count => write!(f, "{count} times"),
        }
    }
}

type Counts = BTreeMap<(&'static str, u32, Instability), u64>;

thread_local! {
    static COUNTS: RefCell<Counts> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts one.
pub(crate) fn count(what: Instability, at: &'static Location<'static>) {
    COUNTS.with_borrow_mut(|counts| *counts.entry((at.file(), at.line(), what)).or_default() += 1);
}

/// The instabilities of this thread since it began, or since it was told to [`forget`], by source and line.
pub fn report() -> Vec<Event> {
    COUNTS.with_borrow(|counts| {
        let events = counts.iter();
        events
            .map(|((file, line, what), count)| Event {
                file,
                line: *line,
                what: *what,
                count: *count,
            })
            .collect()
    })
}

/// Forgets the instabilities of this thread.
pub fn forget() {
    COUNTS.with_borrow_mut(BTreeMap::clear);
}
