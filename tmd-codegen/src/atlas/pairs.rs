//! Entries of functions of a number and an integer: the cases of all n of a range.

use super::entry::{self, Outcome};
use super::{Atlas, MOST_BYTES, names};
use crate::diag::{Diag, DiagKind};
use crate::infile;
use crate::json;
use crate::output::pairs::About;
use crate::pairs::{
    self, Certificate, ExactCounts, Family, MOST_EXPONENT, NextCounts, PairCase, Request, Summary,
};
use crate::spec::format::FormatName;
use crate::spec::hexfloat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use tmd_base::hash::sha256_hex;

/// The layout of these files.
const SCHEMA: u32 = 1;
/// The folder of these entries, with one for each format.
const FOLDER: &str = "pairs";
/// The formats of these entries, by size.
const FORMATS: [&str; 4] = ["binary16", "bfloat16", "tf32", "binary32"];

/// A function of a number and an integer, and a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairsSubject {
    /// The function.
    pub family: Family,
    /// The name of the format.
    pub format: &'static str,
}

impl PairsSubject {
    /// The subject of two names, if the first is one of these functions: "pown(x, n)" or "pown", and "binary32".
    pub fn of(function: &str, format: &str) -> Option<Result<PairsSubject, Diag>> {
        let family = Family::parse(function).ok()?;
        let meant = FormatName::parse("FORMAT", format).and_then(|name| name.format());
        Some(meant.and_then(|meant| {
            let format = FORMATS.into_iter().find(|name| *name == meant.name).ok_or_else(|| {
                let message = format!("the atlas has no lists of {family} for {}", meant.name);
                Diag::new(DiagKind::Option, message)
                    .help(format!("give one of {}", FORMATS.join(", ")))
            })?;
            Ok(PairsSubject { family, format })
        }))
    }

    /// The search: all n of at most 1024.
    ///
    /// # Errors
    /// If the format is not known; it is.
    pub fn request(&self) -> Result<Request, Diag> {
        let format = FormatName::parse("FORMAT", self.format)?;
        pairs::request(self.family, format, [-MOST_EXPONENT, MOST_EXPONENT], None)
    }

    /// The name of its files.
    pub fn slug(&self) -> &'static str {
        self.family.name()
    }
}

impl fmt::Display for PairsSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.family, self.format)
    }
}

/// What the cases of an entry are, and all that is known beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsEntry {
    /// The layout of this description.
    pub schema: u32,
    /// The function.
    pub function: String,
    /// The format of x and of the results.
    pub format: String,
    /// The first and the last n.
    pub n: [i32; 2],
    /// The search that finds the cases.
    pub command: String,
    /// How many pairs have a value in reach. All of them are covered and decided.
    pub pairs: u64,
    /// Which roundings count.
    pub rounding: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many cases there are in the list.
    pub cases: usize,
    /// The hardest of each kind, the precision that is enough, and the histogram.
    #[serde(flatten)]
    pub summary: Summary,
    /// How many values are breakpoints.
    pub exact: ExactCounts,
    /// How many are next to a simple breakpoint, and not listed.
    pub next: NextCounts,
    /// The SHA-256 of the file of cases.
    pub sha256: String,
}

/// How an entry was made. It differs from machine to machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsMade {
    /// Seconds from start to end.
    pub seconds: f64,
    /// Threads that were used.
    pub threads: usize,
    /// The SHA-256 of the certificate, which `atlas remake --certificate FILE` writes again.
    pub certificate: String,
}

impl PairsEntry {
    /// How many pairs there are of each kind.
    pub fn about(&self) -> About {
        About { pairs: self.pairs, cases: self.cases, exact: self.exact, next: self.next }
    }
}

impl PairsMade {
    /// Seconds that all cores together have searched.
    pub fn core_seconds(&self) -> f64 {
        self.seconds * self.threads as f64
    }
}

/// What a search makes of an entry.
#[derive(Clone, Debug)]
pub struct PairsRemade {
    /// The description.
    pub entry: PairsEntry,
    /// How it was made.
    pub made: PairsMade,
    /// The bytes of the file of cases.
    pub cases: Vec<u8>,
}

impl PairsRemade {
    /// The entry of a search with its time.
    ///
    /// # Errors
    /// If a case is no number; all are.
    pub fn new(
        request: &Request,
        certificate: &Certificate,
        seconds: f64,
        threads: usize,
    ) -> Result<PairsRemade, Diag> {
        let cases = bytes(&certificate.cases)?;
        let entry = PairsEntry {
            schema: SCHEMA,
            function: request.family.to_string(),
            format: request.format.name.clone(),
            n: request.n,
            command: request.command(),
            pairs: certificate.pairs,
            rounding: certificate.rounding.clone(),
            bits: request.bits,
            cases: certificate.cases.len(),
            summary: Summary::new(certificate),
            exact: certificate.exact,
            next: certificate.next,
            sha256: sha256_hex(&cases),
        };
        let certificate = sha256_hex(json::text(certificate)?.as_bytes());
        Ok(PairsRemade { entry, made: PairsMade { seconds, threads, certificate }, cases })
    }

    /// Puts it into an atlas. How it was made is only noted where the entry is new or changes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(&self, atlas: &Atlas, subject: &PairsSubject) -> Result<Outcome, Diag> {
        let path = |ending: &str| atlas.pairs_path(subject, ending);
        entry::stored(path, &json::text(&self.entry)?, &self.cases, &json::text(&self.made)?)
    }
}

/// Cases as bytes: x and n as binary64 numbers, the lowest byte first.
fn bytes(cases: &[PairCase]) -> Result<Vec<u8>, Diag> {
    let mut all = Vec::with_capacity(16 * cases.len());
    for case in cases {
        let x = hexfloat::parse("a case", &case.x)?.to_f64();
        all.extend(x.to_le_bytes());
        all.extend(f64::from(case.n).to_le_bytes());
    }
    Ok(all)
}

impl Atlas {
    /// All entries of pairs.
    ///
    /// # Errors
    /// If a folder or a description cannot be read.
    pub fn pairs(&self) -> Result<Vec<(PairsSubject, PairsEntry, PairsMade)>, Diag> {
        let mut all = vec![];
        for format in FORMATS {
            let folder = self.folder.join(FOLDER).join(format);
            if !folder.is_dir() {
                continue;
            }
            for name in names(&folder)? {
                let Some(slug) = name.strip_suffix(".made.json") else { continue };
                let subject = PairsSubject { family: Family::parse(slug)?, format };
                let (entry, made) = self.pairs_entry(&subject)?;
                all.push((subject, entry, made));
            }
        }
        Ok(all)
    }

    /// The entry of a function of a number and an integer.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn pairs_entry(&self, subject: &PairsSubject) -> Result<(PairsEntry, PairsMade), Diag> {
        let path = |ending: &str| self.pairs_path(subject, ending);
        if path("json").is_file() {
            return Ok((entry::read(&path("json"))?, entry::read(&path("made.json"))?));
        }
        let message = format!("{subject} is not in the atlas");
        Err(Diag::new(DiagKind::Option, message)
            .help("`tmd-codegen atlas list` names what is; `atlas remake` adds it"))
    }

    /// A file of such an entry, by its ending.
    pub fn pairs_path(&self, subject: &PairsSubject, ending: &str) -> PathBuf {
        let name = format!("{}.{ending}", subject.slug());
        self.folder.join(FOLDER).join(subject.format).join(name)
    }

    /// The bytes of the file of cases of an entry.
    ///
    /// # Errors
    /// If it cannot be read or is not that of the entry.
    pub fn pairs_bytes(&self, subject: &PairsSubject, entry: &PairsEntry) -> Result<Vec<u8>, Diag> {
        let bytes = infile::read_file(&self.pairs_path(subject, "bin"), MOST_BYTES)?;
        if entry.schema == SCHEMA && sha256_hex(&bytes) == entry.sha256 {
            return Ok(bytes);
        }
        let message = format!("the cases of {subject} are not those of the entry");
        Err(Diag::new(DiagKind::Syntax, message).help("`tmd-codegen atlas remake` writes it again"))
    }

    /// The cases of an entry: x and n.
    ///
    /// # Errors
    /// As [`Atlas::pairs_bytes`].
    pub fn pairs_cases(
        &self,
        subject: &PairsSubject,
        entry: &PairsEntry,
    ) -> Result<Vec<(f64, f64)>, Diag> {
        let bytes = self.pairs_bytes(subject, entry)?;
        let number = |bytes: &[u8]| bytes.try_into().map(f64::from_le_bytes).unwrap_or(f64::NAN);
        Ok(bytes.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..]))).collect())
    }
}
