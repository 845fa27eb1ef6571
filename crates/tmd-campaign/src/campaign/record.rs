//! The record of a unit: what a worker found in it, in a file with a checksum.

use super::Campaign;
use super::units::Unit;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::hash::sha256_hex;
use tmd_base::misread;
use tmd_cases::case_run::CaseRun;
use tmd_cases::findings::Finding;
use tmd_runtime::{Counts, Timing};
use tmd_search::search;
use tmd_search::search::{Covered, Portion, Report};

/// The folder of the units' files.
pub const FOLDER: &str = "units";

/// Version of the file's shape.
pub const SCHEMA: u32 = 2;

/// Longest record that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The most findings of a unit, whose record is read and written as one.
const MOST_FINDINGS: usize = 1 << 22;

/// A finished unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// SHA-256 of the plan, which holds the version of the engine.
    pub plan: String,
    /// The unit's number.
    pub unit: usize,
    /// The unit's id.
    pub id: String,
    /// The inputs that were searched.
    pub covered: Vec<Covered>,
    /// Hard, exact and undecided inputs, ascending.
    pub findings: Vec<Finding>,
    /// The findings of the inverse function.
    pub inverse: Vec<Finding>,
    /// Long runs of such inputs.
    pub runs: Vec<CaseRun>,
    /// Parts tested and surviving, by stage.
    pub counts: Counts,
    /// Inputs that were examined directly.
    pub direct: u64,
    /// Planted cases that were found: all that were planted.
    pub canaries: u64,
    /// The devices that the kernels ran on.
    pub devices: Vec<String>,
    /// Who did it.
    pub worker: String,
    /// Version of the program.
    pub program: String,
    /// The thread time by what it was spent on.
    pub timing: Timing,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// When it was finished, in seconds since 1970 by the worker's clock; nothing depends on it.
    pub finished: u64,
}

/// The state of a unit's file.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// There is none.
    Missing,
    /// It is whole and of this unit.
    Done(Box<Record>),
    /// It is not; why.
    Damaged(String),
}

/// The file of a unit.
pub fn path(dir: &Path, unit: usize) -> PathBuf {
    folder_path(dir, folder(unit)).join(format!("{unit:07}.json"))
}

/// Which folder a unit's file is in: so many share one.
pub fn folder(unit: usize) -> usize {
    unit / 1000
}

fn folder_path(dir: &Path, folder: usize) -> PathBuf {
    dir.join(FOLDER).join(format!("{folder:03}"))
}

/// The units whose files are in a folder, whatever they hold.
pub fn list(dir: &Path, folder: usize) -> Vec<usize> {
    let number = |entry: std::fs::DirEntry| {
        entry.file_name().to_str()?.strip_suffix(".json")?.parse::<usize>().ok()
    };
    let Ok(entries) = std::fs::read_dir(folder_path(dir, folder)) else { return vec![] };
    entries.flatten().filter_map(number).collect()
}

impl Record {
    /// The record of a search of a unit.
    ///
    /// # Errors
    /// If the findings are too many for a record, or cannot be read.
    pub fn new(
        campaign: &Campaign,
        unit: &Unit,
        report: Report,
        canaries: u64,
        worker: &str,
    ) -> Result<Record, Diag> {
        let count = report.findings.len() + report.inverse.len();
        if count > MOST_FINDINGS {
            let message = format!(
                "unit {} has {count} findings; the record of a unit holds {MOST_FINDINGS} at most",
                unit.number
            );
            return Err(Diag::new(DiagKind::Range, message)
                .help("start a campaign with shorter units, or raise --bits"));
        }
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Ok(Record {
            schema: SCHEMA,
            plan: campaign.charter.plan.clone(),
            unit: unit.number,
            id: unit.id.clone(),
            covered: report.covered,
            findings: report.findings.to_vec()?,
            inverse: report.inverse.to_vec()?,
            runs: report.runs,
            counts: report.counts,
            direct: report.direct,
            canaries,
            devices: report.devices,
            worker: worker.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            timing: report.timing,
            seconds: report.seconds,
            finished: now.map_or(0, |time| time.as_secs()),
        })
    }

    /// The findings, as a search of the unit alone reports them.
    pub fn found(&self) -> Report {
        Report {
            findings: self.findings.clone().into(),
            inverse: self.inverse.clone().into(),
            runs: self.runs.clone(),
            ..Report::default()
        }
    }

    /// The file: a line of JSON, and a line with its SHA-256.
    pub fn text(&self) -> String {
        let body = serde_json::to_string(self).unwrap_or_default();
        let sum = sha256_hex(body.as_bytes());
        format!("{body}\n{sum}\n")
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// Why it is no record.
    pub fn parse(bytes: &[u8]) -> Result<Record, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
        let (body, sum) = text
            .strip_suffix('\n')
            .and_then(|text| text.split_once('\n'))
            .ok_or("it is cut short: there is no checksum")?;
        if sha256_hex(body.as_bytes()) != sum {
            return Err("its checksum is wrong".to_owned());
        }
        serde_json::from_str(body)
            .map_err(|error| format!("it is not a record: {}", misread::json(&error, 0)))
    }

    /// The reason why the record does not belong to a unit, if it does not.
    fn unlike(&self, campaign: &Campaign, unit: &Unit) -> Option<String> {
        let Record { schema, plan, unit: number, id, covered, .. } = self;
        if *schema != SCHEMA {
            return Some(format!("it has schema {schema}, not {SCHEMA}"));
        }
        if *plan != campaign.charter.plan {
            return Some(format!("it is of another plan, {plan:.16}"));
        }
        if *number != unit.number {
            return Some(format!("it is that of unit {number}"));
        }
        if *id != unit.id {
            return Some("its unit has other inputs".to_owned());
        }
        let wanted = covered_by(campaign, &unit.portions);
        if *covered != wanted {
            return Some("it does not cover its unit".to_owned());
        }
        let inside = |segment: usize, index: u64| {
            wanted.iter().any(|run| run.segment == segment && run.inputs.contains(&index))
        };
        let mut findings = self.findings.iter().chain(&self.inverse);
        let strange = findings.find(|f| !inside(f.segment, f.index));
        if let Some(finding) = strange {
            return Some(format!("{} is not in its unit", finding.x));
        }
        let inside = |run: &CaseRun| {
            inside(run.segment, run.inputs.start)
                && inside(run.segment, run.inputs.end.saturating_sub(1))
        };
        (!self.runs.iter().all(inside)).then(|| "a run of cases is not in its unit".to_owned())
    }
}

/// Portions as runs of inputs, ascending, neighbours merged.
pub(crate) fn covered_by(campaign: &Campaign, portions: &[Portion]) -> Vec<Covered> {
    let of = |portion: &Portion| Covered {
        segment: campaign.plan.spans[portion.span].segment,
        inputs: portion.inputs.clone(),
    };
    let mut covered = portions.iter().map(of).collect();
    search::merge(&mut covered);
    covered
}

/// Reads the file of a unit.
pub fn read(campaign: &Campaign, unit: &Unit) -> State {
    let path = path(&campaign.dir, unit.number);
    if !path.exists() {
        return State::Missing;
    }
    let bytes = match tmd_runtime::read_limited(&path, MOST_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return State::Damaged("it is too long".to_owned()),
        Err(error) => return State::Damaged(error.to_string()),
    };
    match Record::parse(&bytes) {
        Ok(record) => match record.unlike(campaign, unit) {
            None => State::Done(Box::new(record)),
            Some(why) => State::Damaged(why),
        },
        Err(why) => State::Damaged(why),
    }
}
