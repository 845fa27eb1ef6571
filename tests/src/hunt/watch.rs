//! Notices searches that take too long.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// A search that takes longer is stopped;
const LONG: Duration = Duration::from_secs(120);
/// if it does not stop, the process gives up.
const HANGS: Duration = Duration::from_secs(300);

struct Running {
    since: Instant,
    what: String,
    stop: Arc<AtomicBool>,
}

/// What each thread does at the moment.
#[derive(Default)]
pub(super) struct Watch {
    running: Mutex<HashMap<ThreadId, Running>>,
    done: AtomicBool,
}

impl Watch {
    /// A flag for something that this thread begins, which is set if it takes too long.
    pub(super) fn begin(&self, what: &str) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let running =
            Running { since: Instant::now(), what: what.to_owned(), stop: Arc::clone(&stop) };
        self.locked().insert(thread::current().id(), running);
        stop
    }

    /// The hunt is over.
    pub(super) fn end(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Looks until the hunt is over.
    pub(super) fn watch(&self) {
        while !self.done.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(100));
            for running in self.locked().values() {
                let time = running.since.elapsed();
                if time > LONG && !running.stop.swap(true, Ordering::Relaxed) {
                    eprintln!("takes {time:.0?}: {}", running.what);
                }
                if time > HANGS {
                    eprintln!("hangs: {}", running.what);
                    std::process::exit(1);
                }
            }
        }
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<ThreadId, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
