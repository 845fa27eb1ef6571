//! Where the finished parts of a long search are kept that is no campaign of units of inputs.

use crate::report;
use std::path::{Path, PathBuf};
use tmd_runtime::{CpuConfig, sha256_hex};

/// A search that is predicted to take more seconds than this on one core is kept without being asked to.
const LONG: f64 = 600.0;

/// As `--campaign` says; if the search is predicted to take long on one core, a folder of its kind beside the compiled kernels.
pub(crate) fn of(
    campaign: Option<&Path>,
    seconds: impl FnOnce() -> f64,
    kind: &str,
    command: &str,
) -> Option<PathBuf> {
    if let Some(dir) = campaign {
        return Some(dir.to_owned());
    }
    if seconds() <= LONG {
        return None;
    }
    let searches = CpuConfig::from_env().cache_dir.join(kind);
    let dir = searches.join(&sha256_hex(command.as_bytes())[..16]);
    // What is found there is believed: so no other user may have had a hand in it.
    let is_own = tmd_runtime::closed_directory(&searches)
        .and_then(|_| if dir.exists() { tmd_runtime::check_owners(&dir) } else { Ok(()) });
    match is_own {
        Ok(()) => {
            let shown = dir.display();
            report::note(&format!(
                "what is finished is kept in {shown}: the same command continues it"
            ));
            Some(dir)
        }
        Err(error) => {
            report::note(&format!(
                "{error}: what is finished will not survive an interruption (`--campaign DIR` keeps it elsewhere)"
            ));
            None
        }
    }
}
