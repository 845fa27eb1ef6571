//! How long a search of the atlas took.

use crate::text::{duration, plural};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Time and threads of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Took {
    /// Seconds from start to end, without planning and compilation where kernels were compiled.
    pub seconds: f64,
    /// Threads that were used; one where the seconds are those of the processor.
    pub threads: usize,
}

impl Took {
    /// Seconds that all cores together have searched.
    pub fn core_seconds(self) -> f64 {
        self.seconds * self.threads as f64
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", duration(self.seconds), plural(self.threads, "thread"))
    }
}
