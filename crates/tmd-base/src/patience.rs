//! Lines about work that takes long, for people who wait without a progress bar.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The longest that a user waits for the first message.
const PATIENCE: Duration = Duration::from_secs(8);
/// The time after which a message is repeated, and for how long; then a log has enough of them.
const AGAIN: Duration = Duration::from_secs(10);
const OFTEN: Duration = Duration::from_secs(60);
const SELDOM: Duration = Duration::from_secs(60);

/// Says from time to time what a program does that takes long, until it is dropped.
pub struct Patience {
    _work: mpsc::Sender<()>,
}

impl Patience {
    /// `say` is told how long the work has taken, and prints what is done.
    pub fn new(say: impl Fn(Duration) + Send + 'static) -> Self {
        let start = Instant::now();
        let (work, end) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let mut pause = PATIENCE;
            while end.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                say(start.elapsed());
                pause = if start.elapsed() < OFTEN { AGAIN } else { SELDOM };
            }
        });
        Patience { _work: work }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn short_work_is_not_spoken_of() {
        let said = Arc::new(AtomicUsize::new(0));
        let count = said.clone();
        drop(Patience::new(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
        }));
        assert_eq!(said.load(Ordering::SeqCst), 0);
    }
}
