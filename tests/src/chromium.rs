//! Chromium, which shows pages as readers see them.

use crate::python::required;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The colours that a reader's screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Chromium, without a window.
pub struct Chromium(PathBuf);

impl Chromium {
    /// Chromium, if it is installed. If not, that is said; with the variable `TMD_REQUIRE_CHROMIUM` it is a failure.
    ///
    /// # Panics
    /// If it is required and missing.
    pub fn find() -> Option<Chromium> {
        let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        if let Some(name) = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(runs)
        {
            return Some(Chromium(name.into()));
        }
        let skipped =
            "skipped: there is no Chromium to look at pages with; scripts/setup installs it";
        assert!(!required("TMD_REQUIRE_CHROMIUM"), "{skipped}");
        println!("{skipped} (TMD_REQUIRE_CHROMIUM makes this a failure)");
        None
    }

    /// The elements of a page after its scripts have run.
    ///
    /// # Panics
    /// If it does not end, or fails.
    pub fn elements(&self, page: &Path, scheme: Scheme) -> String {
        let profile = tempfile::tempdir().expect("temporary directory");
        let mut command = Command::new(&self.0);
        command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.arg("--window-size=1400,1000");
        let scheme = match scheme {
            Scheme::Dark => 0,
            Scheme::Light => 1,
        };
        command.arg(format!("--blink-settings=preferredColorScheme={scheme}"));
        command.arg("--dump-dom").arg(format!("file://{}", page.display()));
        let output = tmd_runtime::process::output(&mut command, Duration::from_secs(120))
            .unwrap_or_else(|error| panic!("{command:?}: {error:?}"));
        String::from_utf8(output.stdout).expect("text")
    }
}
