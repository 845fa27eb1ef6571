//! The progress bar and the stop by Ctrl-C.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_runtime::Progress;

/// Shows how far the search is, on a terminal only.
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar for so many inputs.
    pub(crate) fn new(inputs: u128) -> Self {
        if !crate::report::shows_progress() {
            return Bar(None);
        }
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.2e} inputs/s", state.per_sec());
        };
        let bar = ProgressBar::new(u64::try_from(inputs).unwrap_or(u64::MAX));
        let template = "{percent_precise:>7}% [{bar:40}] {rate}, {eta} left";
        // The template is one that the library understands; without it, the bar is plainer.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar(Some(bar))
    }

    /// Counts inputs that were done before. They are computed only if a bar is shown.
    pub(crate) fn begin_at(&self, inputs: impl FnOnce() -> u128) {
        if let Some(bar) = &self.0 {
            bar.set_position(u64::try_from(inputs()).unwrap_or(u64::MAX));
            bar.reset_eta();
        }
    }

    /// Removes the bar from the terminal.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn advance(&self, inputs: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(inputs);
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
