//! Work on all processors.

use crate::stop::{Checked, Progress, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// Items that a thread takes at a time.
const BATCH: u64 = 1 << 6;

/// Works on items below a count: what each thread has met. The first thread tells how far all are.
pub(crate) fn spread<M: Default + Send>(
    count: u64,
    what: &str,
    item: impl Fn(u64, &mut M) -> Checked<()> + Sync,
) -> Checked<Vec<M>> {
    let next = AtomicU64::new(0);
    let work = |mut progress: Option<Progress>| -> Checked<M> {
        let mut met = M::default();
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            if start >= count {
                return Ok(met);
            }
            if let Some(progress) = &mut progress {
                progress.tell(what, start.into(), count.into());
            }
            for index in start..count.min(start + BATCH) {
                if let Err(stop) = item(index, &mut met) {
                    next.store(count, Ordering::Relaxed);
                    return Err(stop);
                }
            }
        }
    };
    let work = &work;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(256);
    std::thread::scope(|scope| {
        let start = |i: usize| scope.spawn(move || work((i == 0).then(Progress::new)));
        let threads: Vec<_> = (0..threads).map(start).collect();
        let failed = |_| Err(Stop::Cannot("a thread failed: please report it".to_owned()));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    })
}
