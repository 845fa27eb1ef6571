//! Parts of formats that are too large as a whole: binades, or pairs of them, in `ranges/FUNCTION-FORMAT/`.
//!
//! A part is a certificate (`0.5,1.json`), which holds its cases, with how it was made (`0.5,1.made.json`). Where the certificate is
//! large because it lists many exact values, the part is its list of cases (`1,2.wc`), and only the certificate's hash is kept.

mod kept;
mod made;
mod part;
mod read;

pub use kept::Kept;
pub use made::PartMade;
pub use part::{Part, PartCase};

use super::{Atlas, PairsFunction, names};
use crate::diag::{Diag, DiagKind};
use crate::output::summary::Bin;
use crate::pairs::plane::Function;
use crate::spec::format::FormatName;
use crate::spec::functions;
use crate::text::{many, plural};
use crate::verdict::CaseKind;
use std::fmt;
use std::path::{Path, PathBuf};

/// The folder of these folders.
const FOLDER: &str = "ranges";

/// Finished parts of a function in a format.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The function, as lists name it: `exp2`, `pow(x, y)`.
    pub function: String,
    /// The name of the format.
    pub format: String,
    /// The name of their folder: `exp2-x87`.
    pub slug: String,
    /// The parts, by the names of their files; at least one.
    pub all: Vec<Part>,
}

impl Parts {
    /// Those of a folder, whose name is that of a function and a format.
    fn read(folder: &Path, slug: &str) -> Result<Parts, Diag> {
        let Some((function, format)) = subject(slug) else {
            let message = format!("{}: {slug} is of no function", folder.display());
            return Err(Diag::new(DiagKind::Syntax, message)
                .help("remove it, or name it as pow-binary32 or exp2-x87"));
        };
        let place = folder.join(slug);
        let files = names(&place)?;
        let refused = |file: &str, why: &str, help: &str| {
            let message = format!("{} {why}", place.join(file).display());
            Diag::new(DiagKind::Syntax, message).help(help)
        };
        let mut all: Vec<Part> = vec![];
        for file in &files {
            let part = match (file.strip_suffix(".json"), file.strip_suffix(".wc")) {
                (Some(name), _) if name.ends_with(".made") => continue,
                (Some(name), _) => read::certificate(&place, name)?,
                (None, Some(name)) => read::list(&place, name)?,
                (None, None) => return Err(refused(file, "is no file of a part", "remove it")),
            };
            let meant = [with_arguments(&function), format.clone()];
            if [&part.function, &part.format] != [&meant[0], &meant[1]] {
                let why = format!("is not of {} in {}", meant[0], meant[1]);
                let help = format!("it is of {} in {}: move it", part.function, part.format);
                return Err(refused(file, &why, &help));
            }
            if all.iter().any(|other| other.ranges == part.ranges) {
                let help = "keep one of the two files";
                return Err(refused(file, "is of a part that is there already", help));
            }
            all.push(part);
        }
        let is_of_none = |file: &&String| {
            let name = file.strip_suffix(".made.json");
            name.is_some_and(|name| all.iter().all(|part| part.name != name))
        };
        if let Some(file) = files.iter().find(is_of_none) {
            return Err(refused(file, "is of no part", "remove it, or add the certificate"));
        }
        if all.is_empty() {
            let message = format!("there is no part in {}", place.display());
            return Err(Diag::new(DiagKind::Syntax, message).help("remove the folder"));
        }
        Ok(Parts { function, format, slug: slug.to_owned(), all })
    }

    /// Whether the function is one of two numbers.
    pub fn is_of_pairs(&self) -> bool {
        self.function.contains('(')
    }

    /// How many have their certificate.
    pub fn certificates(&self) -> usize {
        self.all.iter().filter(|part| part.kept == Kept::Certificate).count()
    }

    /// How many there are, and what is kept of them.
    pub fn state(&self) -> String {
        match (self.certificates(), self.all.len()) {
            (1, 1) => format!("{self}, with its certificate"),
            (0, 1) => format!("{self}, as a list"),
            (0, _) => format!("{self}, as lists"),
            (certificates, all) if certificates == all => {
                format!("{self}, with their certificates")
            }
            (certificates, _) => format!("{self}, {certificates} of them with a certificate"),
        }
    }

    /// Cases of all parts.
    pub fn cases(&self) -> usize {
        self.all.iter().map(|part| part.cases.len()).sum()
    }

    /// Seconds that all cores together have searched.
    pub fn core_seconds(&self) -> f64 {
        self.all.iter().map(|part| part.made.took.core_seconds()).sum()
    }

    /// Bits of the value that suffice for correct rounding in every mode at the inputs of all parts, but for [`Part::not_listed`] ones.
    pub fn sufficient_precision(&self) -> u32 {
        self.all.iter().map(Part::sufficient_precision).max().unwrap_or_default()
    }

    /// How many cases there would be by chance in the parts of which it speaks.
    pub(super) fn expected(&self) -> f64 {
        self.all.iter().filter_map(Part::expected).sum()
    }

    /// The hardest case for a kind of rounding.
    pub fn hardest(&self, kind: CaseKind) -> Option<&PartCase> {
        let own = self.all.iter().filter_map(|part| part.hardest(kind));
        own.min_by_key(|case| case.hardness.distance)
    }

    /// Cases of each hardness, from the highest threshold of a part on.
    pub(super) fn histogram(&self) -> Vec<Bin> {
        let bits = |part: &Part| part.cases.iter().map(|case| case.hardness.identical_bits).max();
        let first = self.all.iter().map(|part| part.bits).max().unwrap_or_default();
        let last = self.all.iter().filter_map(bits).max().unwrap_or_default();
        let bin = |identical_bits: u32| {
            let mut bin = Bin { identical_bits, cases: 0, compared: 0, expected: 0.0 };
            for part in &self.all {
                let is_own = |case: &&PartCase| case.hardness.identical_bits == identical_bits;
                let cases = part.cases.iter().filter(is_own).count() as u64;
                bin.cases += cases;
                if let Some(expected) = part.expected_with(identical_bits) {
                    bin.compared += cases;
                    bin.expected += expected;
                }
            }
            bin
        };
        (first..=last).map(bin).collect()
    }

    /// Cases and sufficient precision in a line.
    pub fn answer(&self) -> String {
        let Parts { function, format, .. } = self;
        let cases = many(self.cases() as u128, "case");
        let bits = self.sufficient_precision();
        let mut text = format!(
            "{function} in {format}, {self}: {cases}; {bits} bits suffice there for correct rounding in every mode"
        );
        let not_listed: u128 = self.all.iter().map(|part| part.not_listed).sum();
        if not_listed > 0 {
            text += &format!(
                ", except at {}, where the side of a simple breakpoint decides",
                many(not_listed, if self.is_of_pairs() { "pair" } else { "input" })
            );
        }
        text
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plural(self.all.len(), "part"))
    }
}

/// The function and the format that a folder is named after.
fn subject(slug: &str) -> Option<(String, String)> {
    let (own, format) = slug.rsplit_once('-')?;
    let of_one = functions::all().find(|function| function.name == own);
    let function = match of_one {
        Some(function) => function.name.to_owned(),
        None => Function::parse(own).ok()?.to_string(),
    };
    Some((function, format.to_owned()))
}

/// A function as certificates name it: `exp2(x)`, `pow(x, y)`.
fn with_arguments(function: &str) -> String {
    match function.contains('(') {
        true => function.to_owned(),
        false => format!("{function}(x)"),
    }
}

impl Atlas {
    fn parts_folder(&self) -> PathBuf {
        self.folder.join(FOLDER)
    }

    /// All finished parts.
    ///
    /// # Errors
    /// If a folder cannot be listed or is named otherwise, or a part cannot be read or is not what it should be.
    pub fn parts(&self) -> Result<Vec<Parts>, Diag> {
        let folder = self.parts_folder();
        if !folder.is_dir() {
            return Ok(vec![]);
        }
        let all = names(&folder)?.into_iter().filter(|name| folder.join(name).is_dir());
        all.map(|slug| Parts::read(&folder, &slug)).collect()
    }

    /// The finished parts of a function in a format, by their names (`rsqrt` or `pow(x, y)`, and `x87`), if there are any.
    ///
    /// # Errors
    /// As [`Atlas::parts`], and if the format is not known.
    pub fn parts_of(&self, function: &str, format: &str) -> Result<Option<Parts>, Diag> {
        let own = match PairsFunction::parse(function) {
            Some(PairsFunction::OfNumbers(own)) => Some(own.name()),
            Some(PairsFunction::OfInteger(_)) => None,
            None => functions::all()
                .find(|own| [own.name, &with_arguments(own.name)].contains(&function))
                .map(|own| own.name),
        };
        let Some(own) = own else { return Ok(None) };
        let format = FormatName::parse("FORMAT", format)?.format()?.name;
        let (folder, slug) = (self.parts_folder(), format!("{own}-{format}"));
        folder.join(&slug).is_dir().then(|| Parts::read(&folder, &slug)).transpose()
    }

    /// A file of a part, by its ending.
    pub fn part_path(&self, parts: &Parts, part: &Part, ending: &str) -> PathBuf {
        self.parts_folder().join(&parts.slug).join(format!("{}.{ending}", part.name))
    }
}
