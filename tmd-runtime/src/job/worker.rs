//! The threads, which take units until there are no more.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::result::{Outcome, Timing, UnitResult};
use super::unit::{Buffers, Context};
use super::{Job, Options, Progress};
use crate::error::Error;
use crate::kernel::Kernel;

/// Runs a job on all cores (or on as many as the options say).
///
/// A unit is all or nothing: it is in the results if every block of it was searched and every
/// candidate confirmed. Once a unit fails (or panics), no further unit is begun, but those begun
/// are finished; once the stop flag is set, no further block is begun. Whatever happens, the units
/// that were finished are in the outcome.
pub fn run<J: Job>(
    job: &J,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Outcome<J::Found> {
    let units = match catch_unwind(AssertUnwindSafe(|| job.units())) {
        Ok(units) => units,
        Err(panic) => return Share::failed(0, panicked(0, &*panic)).outcome(),
    };
    let crew = Crew {
        context: Context { job, kernels, stop: &options.stop, progress },
        units,
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
    };
    let threads = options.thread_count();
    let mut share = Share::default();
    thread::scope(|scope| {
        // This thread works, too; those that the system does not grant are done without.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, || crew.work()).ok();
        let helpers: Vec<_> = (1..threads.min(units)).map_while(spawn).collect();
        share = crew.work();
        for helper in helpers {
            match helper.join() {
                Ok(other) => share.join(other),
                // Cannot happen: `work` catches the panics of each unit.
                Err(panic) => share.errors.push((units, panicked(units, &*panic))),
            }
        }
    });
    share.outcome()
}

/// The state that the threads share.
struct Crew<'a, J: Job> {
    context: Context<'a, J>,
    units: usize,
    next: AtomicUsize,
    failed: AtomicBool,
}

impl<J: Job> Crew<'_, J> {
    /// Takes units and works on them, until there are no more, one fails, or the search is stopped.
    fn work(&self) -> Share<J::Found> {
        let mut share = Share::default();
        let mut buffers = Buffers::default();
        while !self.failed.load(Ordering::Relaxed) {
            // Asked before a unit is taken: a unit that was taken must be done or be told of.
            if self.context.stop.load(Ordering::Relaxed) {
                share.stopped = self.next.load(Ordering::Relaxed) < self.units;
                break;
            }
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= self.units {
                break;
            }
            let work = || self.context.run_unit(unit, &mut buffers);
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(Ok(Some(result))) => share.results.push(result),
                Ok(Ok(None)) => {
                    share.stopped = true;
                    break;
                }
                Ok(Err(error)) => share.errors.push((unit, error)),
                Err(panic) => share.errors.push((unit, panicked(unit, &*panic))),
            }
            if !share.errors.is_empty() {
                buffers = Buffers::default();
                self.failed.store(true, Ordering::Relaxed);
            }
        }
        share
    }
}

/// The results of one thread.
struct Share<F> {
    results: Vec<UnitResult<F>>,
    errors: Vec<(usize, Error)>,
    stopped: bool,
}

impl<F> Default for Share<F> {
    fn default() -> Share<F> {
        Share { results: Vec::new(), errors: Vec::new(), stopped: false }
    }
}

impl<F> Share<F> {
    fn failed(unit: usize, error: Error) -> Share<F> {
        Share { errors: vec![(unit, error)], ..Share::default() }
    }

    fn join(&mut self, other: Share<F>) {
        self.results.extend(other.results);
        self.errors.extend(other.errors);
        self.stopped |= other.stopped;
    }

    fn outcome(mut self) -> Outcome<F> {
        self.results.sort_by_key(|result| result.unit);
        let mut timing = Timing::default();
        self.results.iter().for_each(|result| timing.add(&result.timing));
        let first = self.errors.into_iter().min_by_key(|(unit, _)| *unit);
        let error = first.map(|(_, error)| error);
        Outcome { results: self.results, error, stopped: self.stopped, timing }
    }
}

/// The error that a panic becomes.
fn panicked(unit: usize, panic: &(dyn Any + Send)) -> Error {
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "(no message)".to_string());
    Error::Panic { unit, message }
}
