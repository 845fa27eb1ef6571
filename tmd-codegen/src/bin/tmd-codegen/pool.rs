//! Searches by a pool of threads: 0 threads are one for each core.

use crate::progress::Bar;
use crate::report;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tmd_codegen::diag::{Diag, DiagKind};

/// What a search of all pairs finds with so many threads; and how many these were.
pub(crate) fn searched<T: Send>(
    threads: usize,
    search: impl FnOnce() -> T + Send,
) -> Result<(T, usize), Diag> {
    let pool = pool(threads)?;
    let search = || pool.install(search);
    Ok((report::timed("searching all pairs", "searched", search), pool.current_num_threads()))
}

/// What a search of so many inputs finds with so many threads, while a bar shows its progress.
pub(crate) fn searched_with_bar<T: Send>(
    threads: usize,
    inputs: u128,
    search: impl FnOnce(&Bar) -> Result<T, Diag> + Send,
) -> Result<T, Diag> {
    let pool = pool(threads)?;
    let bar = Bar::new(inputs);
    let found = pool.install(|| search(&bar));
    bar.clear();
    found
}

fn pool(threads: usize) -> Result<ThreadPool, Diag> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        Diag::new(DiagKind::Io, format!("threads cannot be started: {error}"))
            .help("give fewer with --threads")
    })
}
