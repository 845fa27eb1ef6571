//! Lists of cases that another function's are taken from: entries, and certificates of searches.

use super::{Atlas, Entry, MOST_BYTES, Subject};
use crate::certificate::FormatEntry;
use crate::diag::{Diag, DiagKind};
use crate::infile;
use crate::plan::Source;
use crate::spec::{Asymptote, FunctionSpec, hexfloat};
use crate::verify;
use rug::Rational;
use std::path::Path;

/// The list in a file: a certificate, or the description of an entry (`atlas/binary64/exp.json`) whose cases stand beside it.
///
/// # Errors
/// If it cannot be read, or is neither; if it is not complete.
pub fn source(path: &Path) -> Result<Source, Diag> {
    let name = path.display().to_string();
    let bytes = infile::read(path, MOST_BYTES)?;
    match described(&bytes) {
        Some(subject) => match atlas_of(path, &subject) {
            Some(atlas) => atlas.source(&subject),
            None => {
                let message = format!("{name} describes {subject}, but not where an atlas has it");
                Err(Diag::new(DiagKind::Option, message).help(
                    "give the description in the atlas, such as atlas/binary64/exp.json, with its cases beside it",
                ))
            }
        },
        None => Source::of_certificate(&verify::parse(&name, &bytes)?),
    }
}

/// The subject that a description of an entry is about, if it is one.
fn described(bytes: &[u8]) -> Option<Subject> {
    #[derive(serde::Deserialize)]
    struct Described {
        function: String,
        format: String,
    }
    let Described { function, format } = serde_json::from_slice(bytes).ok()?;
    Subject::new(&function, &format).ok()
}

/// The atlas that has a description, where it stands.
fn atlas_of(path: &Path, subject: &Subject) -> Option<Atlas> {
    let path = path.canonicalize().ok()?;
    let atlas = Atlas::open(path.parent()?.parent()?).ok()?;
    (atlas.path(subject, "json") == path).then_some(atlas)
}

impl Atlas {
    /// The cases of an entry, as a list that another function's are taken from.
    ///
    /// # Errors
    /// If there is no such entry, it is not complete, or it cannot be read.
    pub fn source(&self, subject: &Subject) -> Result<Source, Diag> {
        let (entry, _) = self.entry(subject)?;
        self.source_of(subject, &entry)
    }

    fn source_of(&self, subject: &Subject, entry: &Entry) -> Result<Source, Diag> {
        if !entry.complete {
            let message = format!("the list of {subject} in the atlas is not complete");
            return Err(Diag::new(DiagKind::Option, message)
                .help("only from a complete list can cases be taken"));
        }
        let request = subject.request()?;
        if request.bits.is_some_and(|bits| bits != entry.bits) {
            let message = format!("the list of {subject} in the atlas is one to 2^-{}", entry.bits);
            return Err(Diag::new(DiagKind::Option, message)
                .help("`tmd-codegen atlas remake` makes the list that belongs there"));
        }
        let format = request.precision.format()?;
        let text = |x: &Rational| hexfloat::print_rational(x).unwrap_or_default();
        let last = format.largest().to_rational().unwrap_or_default();
        Ok(Source {
            function: FunctionSpec::parse(subject.function())?.canonical(),
            input_format: FormatEntry::from(&format),
            output_format: FormatEntry::from(&format),
            rounding: entry.rounding.clone(),
            bits: entry.bits,
            range: [text(&-last.clone()), text(&last)],
            runs: entry.runs.iter().map(|run| [run.first.clone(), run.last.clone()]).collect(),
            cases: self.listed(subject, entry)?.cases.iter().map(|case| text(&case.x)).collect(),
        })
    }

    /// The list that cases of a subject can be taken from, if it is here and has enough. In small formats, where searches are short and
    /// plans choose the threshold, none is used.
    ///
    /// # Errors
    /// If there is one, and it cannot be read.
    pub fn source_for(&self, subject: &Subject) -> Result<Option<Source>, Diag> {
        let Some(bits) = subject.request()?.bits else { return Ok(None) };
        let spec = FunctionSpec::parse(subject.function())?;
        let Some(asymptote) = Asymptote::of(&spec) else { return Ok(None) };
        let other = Subject::new(asymptote.function, subject.format())?;
        if !self.path(&other, "json").is_file() {
            return Ok(None);
        }
        let (entry, _) = self.entry(&other)?;
        let has_all = entry.complete && entry.bits < bits;
        has_all.then(|| self.source_of(&other, &entry)).transpose()
    }
}
