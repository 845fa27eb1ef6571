//! Why a check ends early, and word from one that takes long.

use std::time::Instant;

/// Why there is no acceptance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The certificate says what is not so, or what cannot be proved.
    Refused(String),
    /// This program cannot tell.
    Cannot(String),
}

/// What a check returns.
pub(crate) type Checked<T> = Result<T, Stop>;

/// A refusal: `what` the certificate says and `where`, and what is so instead.
pub(crate) fn refuse<T>(what: impl Into<String>) -> Checked<T> {
    Err(Stop::Refused(what.into()))
}

/// An admission: what cannot be checked, and the way out.
pub(crate) fn cannot<T>(what: impl Into<String>) -> Checked<T> {
    Err(Stop::Cannot(what.into()))
}

/// Refuses unless something holds.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { refuse(what()) }
}

/// Says on standard error how far a long check has come, every ten seconds.
pub(crate) struct Progress {
    last: Instant,
}

impl Progress {
    /// Starts to count the time.
    pub(crate) fn new() -> Progress {
        Progress { last: Instant::now() }
    }

    /// Tells that `done` of `all` are done, if it is time.
    pub(crate) fn tell(&mut self, what: &str, done: u128, all: u128) {
        if self.last.elapsed().as_secs() >= 10 {
            eprintln!("tmd-check: {what}: {done} of {all}");
            self.last = Instant::now();
        }
    }
}
