//! An entry: what a finished search has found, and how it was made.

use super::{Atlas, MOST_BYTES, Subject, Took};
use crate::cases::{Case, FileKind, Hardness, List};
use crate::certify;
use crate::diag::{Diag, DiagKind};
use crate::engine::ENGINE;
use crate::infile;
use crate::json;
use crate::output::outfile::OutFile;
use crate::output::runs::{self, Apart, Run};
use crate::output::summary::{Bin, Hardest, Summary};
use crate::output::table;
use crate::output::told::Told;
use crate::plan::{Plan, RefusedRun};
use crate::request::Rounding;
use crate::results::Results;
use crate::search::Taken;
use crate::spec::FunctionSpec;
use crate::spec::format::FormatName;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tmd_base::hash::{sha256_hex, written_hex};
use tmd_base::misread;
use tmd_base::text::many;

/// Bytes of a number in a file of cases.
pub(super) const NUMBER: usize = 8;
/// The layout of these files.
const SCHEMA: u32 = 1;

/// What the cases of an entry are, and all that is known beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The layout of this description.
    pub schema: u32,
    /// The function.
    pub function: String,
    /// The format of inputs and results.
    pub format: String,
    /// The search that finds the cases.
    pub command: String,
    /// The answer, in words.
    pub answer: Vec<String>,
    /// Whether every number of the format is covered and decided.
    pub complete: bool,
    /// How many numbers are covered.
    pub inputs: u128,
    /// Which roundings count.
    pub rounding: String,
    /// Cases are inputs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many cases there are in the list, outside runs.
    pub cases: usize,
    /// The hardest of them for rounding to nearest.
    pub nearest: Option<Hardest>,
    /// The hardest of them for directed rounding.
    pub directed: Option<Hardest>,
    /// Bits of f(x) that are enough for correct rounding at them, in every mode that counts.
    pub sufficient_precision: Option<u32>,
    /// The same at all inputs outside closed forms, runs and families, if there are such inputs.
    pub isolated_precision: Option<u64>,
    /// How many cases have so many identical bits, beside what chance gives.
    pub histogram: Vec<Bin>,
    /// Runs of inputs that are alike, in closed form.
    pub runs: Vec<Run>,
    /// How many values are breakpoints, outside runs.
    pub exact: u128,
    /// How many inputs are not decided.
    pub undecided: u128,
    /// The equations by which inputs follow from others.
    pub equations: Vec<String>,
    /// The list of another function's that the cases of large inputs were taken from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asymptote: Option<TakenFrom>,
    /// What cannot be searched and is left out.
    pub refused: Vec<RefusedRun>,
    /// The SHA-256 of the file of cases.
    pub sha256: String,
}

/// Inputs whose cases were taken from a list of another function's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TakenFrom {
    /// That function.
    pub function: String,
    /// Its list has all cases to 2^-bits.
    pub bits: u32,
    /// The SHA-256 of the list and of all that it claims, as in the certificate.
    pub list: String,
    /// How many inputs of this function.
    pub inputs: u128,
    /// The first of them.
    pub first: String,
    /// The last of them.
    pub last: String,
}

impl TakenFrom {
    fn of(plan: &Plan, taken: &Taken) -> Option<TakenFrom> {
        let (start, end) = (taken.runs.first()?, taken.runs.last()?);
        Some(TakenFrom {
            function: taken.function.clone(),
            bits: taken.bits,
            list: taken.list.clone(),
            inputs: taken.inputs(),
            first: plan.segments[start.segment].hex(start.inputs.start),
            last: plan.segments[end.segment].hex(end.inputs.end - 1),
        })
    }

    /// It in words.
    pub fn text(&self) -> String {
        let TakenFrom { function, bits, inputs, first, last, .. } = self;
        let inputs = many(*inputs, "input");
        format!("{inputs} from {first} to {last}, by the cases of {function} to 2^-{bits}")
    }
}

impl Entry {
    /// Bits of f(x) that are enough for correct rounding: where families make cases harder than chance does, outside of these.
    pub fn precision(&self) -> Option<u64> {
        self.isolated_precision.or(self.sufficient_precision.map(u64::from))
    }

    /// Bits of f(x) that are enough at every input, in runs and families, too; none where no number of bits is known to be,
    /// or the formats are not.
    pub fn everywhere(&self) -> Option<u64> {
        let rounding: Rounding = self.rounding.parse().ok()?;
        let format =
            FormatName::parse("FORMAT", &self.format).and_then(|name| name.format()).ok()?;
        // One bit more than are identical; rounding bit and p with it.
        let bits = |identical: u64| identical + 1 + 1 + u64::from(format.precision);
        let spec = FunctionSpec::parse_given(&self.function, None).ok()?;
        let told = Told { spec: &spec, output: &format, rounding };
        let mut hardest = [&self.nearest, &self.directed].into_iter().flatten();
        if hardest.any(|case| told.of_case(&case.x, case.identical_bits).is_none()) {
            return None;
        }
        let in_runs = self.runs.iter().filter_map(|run| told.of_run(run));
        let outside = self.sufficient_precision.map(u64::from).max(self.precision());
        in_runs.fold(outside, |most, run| Some(most?.max(bits(run?))))
    }
}

/// How an entry was made. It differs from machine to machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// How long it took.
    #[serde(flatten)]
    pub took: Took,
    /// What the kernels ran on.
    pub devices: Vec<String>,
    /// The hash of the plan.
    pub plan: String,
    /// The SHA-256 of the certificate, which `atlas remake --certificate FILE` writes again on the same kind of machine.
    pub certificate: String,
    /// The version of the engine that plan and certificate name. A later one may write others, of the same cases.
    #[serde(default = "first_named")]
    pub engine: u32,
}

/// The engine of entries that name none.
pub(super) fn first_named() -> u32 {
    2
}

/// What a search makes of an entry.
#[derive(Clone, Debug)]
pub struct Remade {
    /// The description.
    pub entry: Entry,
    /// How it was made.
    pub made: Made,
    /// The bytes of the file of cases.
    pub cases: Vec<u8>,
}

/// Whether what a search has made is what the atlas holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There was no such entry.
    New,
    /// The same, byte for byte.
    Same,
    /// It differs.
    Changed,
}

impl Remade {
    /// The entry of a search that has ended.
    ///
    /// # Errors
    /// If it has not covered what it could, or a file of findings cannot be read.
    pub fn new(subject: &Subject, results: Results<'_>) -> Result<Remade, Diag> {
        let Results { plan, report, command, .. } = results;
        if let Some(diag) = &report.error {
            return Err(diag.clone());
        }
        if !results.is_at_end() {
            let message = format!("the search of {subject} was not finished");
            return Err(Diag::new(DiagKind::Option, message).help("rerun the command"));
        }
        let apart = Apart::new(plan, report)?;
        let summary = Summary::new(results, &apart)?;
        let answer = table::Answer::new(results, &summary, &apart)?;
        let list = isolated(results)?;
        let cases = FileKind::Binary.write(&list, "")?;
        let entry = Entry {
            schema: SCHEMA,
            function: subject.function().to_owned(),
            format: subject.format().to_owned(),
            command: command.to_owned(),
            answer: answer.lines,
            complete: results.is_complete(),
            inputs: report.inputs(),
            rounding: plan.request.rounding.to_string(),
            bits: plan.bits,
            cases: list.cases.len(),
            nearest: summary.total.nearest,
            directed: summary.total.directed,
            sufficient_precision: summary.total.sufficient_precision,
            isolated_precision: answer.isolated_precision,
            histogram: summary.histogram,
            exact: apart.exact.count() as u128 + report.exact_not_listed(),
            runs: apart.runs,
            undecided: report.undecided(),
            equations: plan.followed().into_iter().map(|own| own.formula).collect(),
            asymptote: report.taken.as_ref().and_then(|taken| TakenFrom::of(plan, taken)),
            refused: plan.refused(),
            sha256: sha256_hex(&cases),
        };
        let certificate = certify::certificate(results)?;
        let hash = written_hex(|out| json::write(&certificate, out).map_err(std::io::Error::other));
        let failed = |error: std::io::Error| Diag::new(DiagKind::Io, error.to_string());
        let made = Made {
            took: Took { seconds: report.seconds, threads: report.threads },
            devices: report.devices.clone(),
            plan: plan.hash(),
            certificate: hash.map_err(failed)?,
            engine: ENGINE,
        };
        Ok(Remade { entry, made, cases })
    }

    /// Puts it into an atlas. How it was made is only noted where the entry is new or changes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(&self, atlas: &Atlas, subject: &Subject) -> Result<Outcome, Diag> {
        let path = |ending: &str| atlas.path(subject, ending);
        stored(path, &json::text(&self.entry)?, &self.cases, &json::text(&self.made)?)
    }
}

/// Writes the files of an entry, whose paths are known by their endings: its description, its cases, and, where one of these is new or
/// changes, how it was made.
pub(super) fn stored(
    path: impl Fn(&str) -> PathBuf,
    description: &str,
    cases: &[u8],
    made: &str,
) -> Result<Outcome, Diag> {
    let own = [("json", description.as_bytes()), ("bin", cases)];
    let is_there = |ending: &str| path(ending).is_file();
    let is_same = |(ending, bytes): &(&str, &[u8])| {
        infile::read_file(&path(ending), MOST_BYTES).is_ok_and(|there| there == **bytes)
    };
    let outcome = match (is_there("json"), own.iter().all(is_same) && is_there("made.json")) {
        (false, _) => Outcome::New,
        (true, true) => return Ok(Outcome::Same),
        (true, false) => Outcome::Changed,
    };
    for (ending, bytes) in own.into_iter().chain([("made.json", made.as_bytes())]) {
        let path = path(ending);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| {
                let folder = folder.display();
                Diag::new(DiagKind::Io, format!("cannot make {folder}: {error}"))
            })?;
        }
        OutFile::prepare("--atlas", &path)?.write(bytes)?;
    }
    Ok(outcome)
}

/// The cases that are in no run.
fn isolated(results: Results<'_>) -> Result<List, Diag> {
    let mut list = List::default();
    runs::each_isolated(results.report, &mut |finding| {
        if let Some(hardness) = Hardness::of(&finding.verdict) {
            list.cases.push(Case::parse("the search", &finding.x, Some(hardness))?);
        }
        Ok(())
    })?;
    // They come by kind.
    list.cases.sort_by(|a, b| a.x.cmp(&b.x));
    Ok(list)
}

/// A file of an entry.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Diag> {
    let text = infile::text(path, MOST_BYTES)?;
    serde_json::from_str(&text).map_err(|error| {
        let why = misread::json(&error, 0);
        let message = format!("{} is not a description of an entry: {why}", path.display());
        Diag::new(DiagKind::Syntax, message).help("`tmd-codegen atlas remake` writes it again")
    })
}

impl Entry {
    /// Makes sure that the bytes of a file of cases are this entry's, and as many as it counts.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, cases: &[u8]) -> Result<(), Diag> {
        let Entry { function, format, .. } = self;
        let in_bins: u64 = self.histogram.iter().map(|bin| bin.cases).sum();
        let are_counted = cases.len() == self.cases * NUMBER && in_bins == self.cases as u64;
        if self.schema == SCHEMA && are_counted && sha256_hex(cases) == self.sha256 {
            return Ok(());
        }
        let message = format!("the cases of {function} in {format} are not those of the entry");
        Err(Diag::new(DiagKind::Syntax, message).help("`tmd-codegen atlas remake` writes it again"))
    }
}
