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

/// A refusal: what the certificate says, where, and what is so instead.
macro_rules! refuse {
    ($($text:tt)+) => { Err($crate::stop::Stop::Refused(format!($($text)+))) };
}

/// An admission: what cannot be checked, and the way out.
macro_rules! cannot {
    ($($text:tt)+) => { Err($crate::stop::Stop::Cannot(format!($($text)+))) };
}

/// Refuses unless something holds.
macro_rules! ensure {
    ($holds:expr, $($text:tt)+) => { if $holds { Ok(()) } else { refuse!($($text)+) } };
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
