//! What findings are called.

use tmd_cases::verdict::Verdict;

/// A verdict in words.
pub fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Hard { distance, kind, .. } => {
            format!("a {} case at distance {distance}", kind.name())
        }
        Verdict::Exact(kind) => format!("exact ({})", kind.name()),
        Verdict::Unknown(kind) => format!("undecided ({})", kind.name()),
    }
}
