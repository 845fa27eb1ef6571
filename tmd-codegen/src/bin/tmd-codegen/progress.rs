//! The progress bar and the stop by Ctrl-C.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tmd_base::narrow;
use tmd_base::patience::Patience;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_runtime::Progress;

/// Shows how far the search is: by a bar on a terminal, and elsewhere by a line from time to time.
pub(crate) enum Bar {
    Drawn(ProgressBar),
    Told {
        done: Arc<AtomicU64>,
        /// All there are to do; 0 if that is not known.
        all: Arc<AtomicU64>,
        /// Until the bar is removed.
        patience: Mutex<Option<Patience>>,
    },
}

impl Bar {
    /// A bar for so many inputs.
    pub(crate) fn new(inputs: u128) -> Self {
        let all = u64::try_from(inputs).unwrap_or(u64::MAX);
        if !crate::report::shows_progress() {
            return Bar::told(all);
        }
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.2e} inputs/s", state.per_sec());
        };
        let bar = ProgressBar::new(all);
        let template = "{percent_precise:>7}% [{bar:40}] {rate}, {eta} left";
        // The template is one that the library understands; without it, the bar is plainer.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar::Drawn(bar)
    }

    fn told(all: u64) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let all = Arc::new(AtomicU64::new(all));
        let counts = [&done, &all].map(Arc::clone);
        let patience = Patience::new(move |time| {
            let [done, all] = counts.each_ref().map(|count| count.load(Ordering::Relaxed));
            let done = narrow::about(done);
            let far = match all {
                0 => format!("{done:.2e} inputs"),
                _ => format!("{:.1} %", 100.0 * done / narrow::about(all)),
            };
            let seconds = time.as_secs();
            crate::report::note(&format!("searching, for {seconds} s now: {far} done"));
        });
        Bar::Told { done, all, patience: Mutex::new(Some(patience)) }
    }

    /// Counts inputs that were done before. They are computed only if a bar is shown: thousands of workers without a terminal may
    /// begin at the same time.
    pub(crate) fn begin_at(&self, inputs: impl FnOnce() -> u128) {
        match self {
            Bar::Drawn(bar) => {
                bar.set_position(u64::try_from(inputs()).unwrap_or(u64::MAX));
                bar.reset_eta();
            }
            Bar::Told { all, .. } => all.store(0, Ordering::Relaxed),
        }
    }

    /// Removes the bar from the terminal.
    pub(crate) fn clear(&self) {
        match self {
            Bar::Drawn(bar) => bar.finish_and_clear(),
            Bar::Told { patience, .. } => {
                *patience.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
        }
    }
}

impl Progress for Bar {
    fn advance(&self, inputs: u64) {
        match self {
            Bar::Drawn(bar) => bar.inc(inputs),
            Bar::Told { done, .. } => {
                done.fetch_add(inputs, Ordering::Relaxed);
            }
        }
    }
}

/// Nothing is found yet: a signal ends the program.
const PREPARING: u8 = 0;
/// A signal ends the search, and keeps what is finished.
const SEARCHING: u8 = 1;
/// The next signal ends the program.
const STOPPING: u8 = 2;

/// Exit code of a program that a signal has ended.
const INTERRUPTED: i32 = 130;

/// The handler of Ctrl-C and similar signals.
pub(crate) struct Interrupt {
    phase: Arc<AtomicU8>,
    /// Set when the search has to stop.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler of the signals.
    pub(crate) fn install() -> Result<Self, Diag> {
        let phase = Arc::new(AtomicU8::new(PREPARING));
        let stop = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt { phase: phase.clone(), stop: stop.clone() };
        ctrlc::set_handler(move || {
            let first =
                phase.compare_exchange(SEARCHING, STOPPING, Ordering::SeqCst, Ordering::SeqCst);
            if first.is_err() {
                std::process::exit(INTERRUPTED);
            }
            stop.store(true, Ordering::SeqCst);
            // Below the bar, if there is one.
            let start = if crate::report::shows_progress() { "\n" } else { "" };
            crate::report::note(&format!(
                "{start}stopping; what is finished is kept (once more: quit at once)"
            ));
        })
        .map_err(|error| {
            let message = format!("cannot take over the interrupt signal: {error}");
            Diag::new(DiagKind::Environment, message)
        })?;
        Ok(interrupt)
    }

    /// Marks that there is something to keep from now on.
    pub(crate) fn begin(&self) {
        self.phase.store(SEARCHING, Ordering::SeqCst);
    }
}
