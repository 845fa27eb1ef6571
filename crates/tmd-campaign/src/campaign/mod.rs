//! A campaign: a search that survives whatever happens to the machines that it runs on.
//!
//! It is a directory. `campaign.toml` ([`charter`]) holds the request and the hash of its plan;
//! from these everybody makes the same plan and the same numbered [`units`]. A worker ([`worker`])
//! takes a unit ([`claim`]), searches it, looks for the cases that it planted itself ([`canary`]), and
//! writes one file ([`record`]) with a checksum. Claims only keep workers out of each other's way: nothing
//! that is wrong with one can make a result wrong. [`merge`] reads every unit's file, refuses what is missing,
//! damaged or not of this campaign, and puts the results together.
//!
//! A long `tmd-codegen search` is a campaign of one worker ([`kept`]). Other workers are started by hand, by Slurm ([`slurm`]) or by MPI ([`mpi`]); the directory is all they share.

pub mod canary;
pub mod charter;
pub mod claim;
pub mod journal;
pub mod kept;
pub mod merge;
pub mod mpi;
pub mod overview;
pub mod pace;
pub mod record;
pub mod simulate;
pub mod slurm;
pub mod status;
pub mod unit_entry;
pub mod units;
pub mod worker;

use charter::Charter;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_request::request::Request;
use tmd_runtime::write_durably;
use tmd_search::plan;
use tmd_search::plan::{Plan, Source};
use units::Unit;

/// A campaign's directory with what it says.
pub struct Campaign {
    /// The directory.
    pub dir: PathBuf,
    /// The content of `campaign.toml`.
    pub charter: Charter,
    /// The plan, made anew from the request and found to be the same.
    pub plan: Plan,
    /// All units.
    pub units: Vec<Unit>,
}

/// Name of the charter's file.
pub(crate) const CHARTER: &str = "campaign.toml";
/// Name of the copy of the profile that the plan was chosen by, if one was given.
const PROFILE: &str = "profile.toml";
/// Name of the list of an asymptote's that cases are taken from, if any.
const ASYMPTOTE: &str = "asymptote.json";
/// The longest such list, in bytes.
const MOST_BYTES: u64 = 1 << 28;

impl Campaign {
    /// Makes a campaign in a directory that is empty or does not exist yet. Units are to take so many
    /// seconds on one core, as far as can be predicted.
    ///
    /// # Errors
    /// If there is something already, the request cannot be planned, or the directory cannot be written.
    pub fn create(dir: &Path, request: &Request, unit_seconds: f64) -> Result<Campaign, Diag> {
        Campaign::begin(dir, || plan::make(request), unit_seconds)
    }

    /// As [`Campaign::create`], of a plan that `planned` makes if the directory can be used.
    ///
    /// # Errors
    /// As there.
    pub fn begin(
        dir: &Path,
        planned: impl FnOnce() -> Result<Plan, Diag>,
        unit_seconds: f64,
    ) -> Result<Campaign, Diag> {
        if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Diag::new(DiagKind::Io, format!("{} is not empty", dir.display())).help(
                "give a new directory; `tmd-codegen campaign run DIR` continues an old campaign",
            ));
        }
        let plan = planned()?;
        let units = units::cut(&plan, unit_seconds)?;
        let charter = Charter::new(&plan, unit_seconds, units.len());
        for folder in [record::FOLDER, claim::FOLDER, journal::FOLDER] {
            let folder = dir.join(folder);
            fs::create_dir_all(&folder).map_err(|error| io("create", &folder, &error))?;
        }
        if let Some(path) = &plan.request.profile {
            let copy = dir.join(PROFILE);
            fs::copy(path, &copy).map_err(|error| io("copy the profile to", &copy, &error))?;
        }
        if let Some(beyond) = &plan.beyond {
            let list = tmd_base::json::text(&*beyond.source)?;
            write_durably(&dir.join(ASYMPTOTE), list.as_bytes())?;
        }
        write_durably(&dir.join("plan.json"), tmd_base::json::text(&plan.to_json())?.as_bytes())?;
        // Last, so that a directory with a charter is a whole campaign.
        write_durably(&dir.join(CHARTER), charter.text().as_bytes())?;
        Ok(Campaign { dir: dir.to_owned(), charter, plan, units })
    }

    /// Opens a campaign and makes its plan anew.
    ///
    /// # Errors
    /// If there is none, it is of another version of this program, or its plan is not the one that this
    /// program makes.
    pub fn open(dir: &Path) -> Result<Campaign, Diag> {
        let charter = Charter::read(&dir.join(CHARTER))?;
        let mut request = charter.request()?;
        if request.profile.is_some() {
            request.profile = Some(dir.join(PROFILE).display().to_string());
        }
        let plan = plan::make(&request)?;
        let hash = plan.hash();
        if hash != charter.plan {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!(
                    "{} is a campaign of plan {:.16}, but this program makes plan {hash:.16} of its request",
                    dir.display(),
                    charter.plan
                ),
            )
            .help("continue with the version of this program that started it, or start a new campaign"));
        }
        let plan = match &charter.asymptote {
            Some(hash) => plan.beyond(Arc::new(source(&dir.join(ASYMPTOTE), hash)?))?,
            None => plan,
        };
        let units = units::cut(&plan, charter.unit_seconds)?;
        if units.len() != charter.units {
            return Err(Diag::new(
                DiagKind::Syntax,
                format!(
                    "{} says {} units; its plan has {}",
                    dir.join(CHARTER).display(),
                    charter.units,
                    units.len()
                ),
            )
            .help("the file was changed; start a new campaign"));
        }
        Ok(Campaign { dir: dir.to_owned(), charter, plan, units })
    }
}

/// The list that a campaign takes cases from.
fn source(path: &Path, hash: &str) -> Result<Source, Diag> {
    let refuse = |why: String| {
        Diag::new(DiagKind::Syntax, format!("{}: {why}", path.display()))
            .help("the file was changed or is damaged; take it from a copy")
    };
    let text = infile::text(path, MOST_BYTES)?;
    let source: Source = serde_json::from_str(&text).map_err(|error| {
        refuse(format!("not a list of cases: {}", tmd_base::misread::json(&error, 0)))
    })?;
    match source.hash() == hash {
        true => Ok(source),
        false => Err(refuse("not the list of this campaign".into())),
    }
}

/// An error with a file.
pub(crate) fn io(what: &str, path: &Path, error: &std::io::Error) -> Diag {
    Diag::new(DiagKind::Io, format!("cannot {what} {}: {error}", path.display()))
}
