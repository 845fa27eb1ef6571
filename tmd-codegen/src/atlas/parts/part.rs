//! A finished part: its cases, how hard they are, and how it was made.

use crate::atlas::entry::read;
use crate::atlas::{MOST_BYTES, PairsMade};
use crate::cases::{Case, FileKind, Hardness, List};
use crate::certificate::Certificate;
use crate::diag::{Diag, DiagKind};
use crate::infile;
use crate::pairs::HardPair;
use crate::pairs::plane::PlaneCertificate;
use crate::spec::{FunctionSpec, hexfloat};
use crate::verdict::CaseKind;
use crate::verify;
use rug::Rational;
use std::path::Path;
use tmd_base::hash::sha256_hex;

/// A part.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of its files, `1,2`.
    pub name: String,
    /// Which of them there are.
    pub kept: Kept,
    /// The function with its arguments: `exp2(x)`, `pow(x, y)`.
    pub function: String,
    /// The format of the arguments and the results.
    pub format: String,
    /// The range of each argument: `["1,2"]`.
    pub ranges: Vec<String>,
    /// The search that finds the cases.
    pub command: String,
    /// How many inputs, or pairs, have values that may be anywhere between breakpoints.
    pub inputs: u128,
    /// Identical bits that cases have at least.
    pub bits: u32,
    /// The cases, ascending.
    pub cases: Vec<PartCase>,
    /// How many more there are that are cases for a simple reason, and are not listed one by one: in runs of neighbours that are alike, or
    /// next to a simple breakpoint. A list without its certificate is only kept where there are none.
    pub not_listed: u128,
    /// How it was made.
    pub made: PairsMade,
    /// Significant bits of the results.
    precision: u32,
}

/// What is kept of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The certificate.
    Certificate,
    /// The list of cases, and the certificate's hash.
    List,
}

impl Kept {
    /// The ending of that file.
    pub fn ending(self) -> &'static str {
        match self {
            Kept::Certificate => "json",
            Kept::List => "wc",
        }
    }
}

/// A case of a part.
#[derive(Clone, Debug)]
pub struct PartCase {
    /// The arguments, as hexadecimal floats.
    pub arguments: Vec<String>,
    /// How hard it is.
    pub hardness: Hardness,
}

impl PartCase {
    /// A case of a function of one number.
    fn of_one(x: String, hardness: Option<Hardness>) -> Option<PartCase> {
        Some(PartCase { arguments: vec![x], hardness: hardness? })
    }

    fn of_pair(case: &impl HardPair) -> PartCase {
        let arguments = case.arguments().map(|(_, argument)| argument).to_vec();
        let (identical_bits, distance, kind) =
            (case.identical_bits(), case.distance(), case.kind());
        PartCase { arguments, hardness: Hardness { identical_bits, distance, kind } }
    }

    /// The input of a function of one number, as a number of binary64 to draw it.
    pub(in crate::atlas) fn place(&self) -> Result<f64, Diag> {
        let x: Rational = hexfloat::parse("a case", self.arguments.first().map_or("", |x| x))?;
        Ok(x.to_f64())
    }
}

impl Part {
    /// The part of a certificate in a folder.
    pub(super) fn of_certificate(folder: &Path, name: &str) -> Result<Part, Diag> {
        let path = folder.join(format!("{name}.json"));
        let bytes = infile::read_file(&path, MOST_BYTES)?;
        let made = read(&folder.join(format!("{name}.made.json")))?;
        let file = path.display().to_string();
        let part = match PlaneCertificate::is_meant(&bytes) {
            true => Part::of_pairs(name, PlaneCertificate::parse(&file, &bytes)?, made)?,
            false => Part::of_one(name, verify::parse(&file, &bytes)?, made)?,
        };
        if sha256_hex(&bytes) != part.made.certificate {
            let message = format!("{file} has another SHA-256 than {name}.made.json says");
            return Err(
                Diag::new(DiagKind::Syntax, message).help("give both as one search has made them")
            );
        }
        Ok(part)
    }

    fn of_one(name: &str, certificate: Certificate, made: PairsMade) -> Result<Part, Diag> {
        let found = certificate.found.filter(|_| certificate.complete);
        let Some(found) = found else {
            let message =
                format!("{name}.json is not complete, or does not contain what was found");
            return Err(Diag::new(DiagKind::Syntax, message)
                .help("give one that `campaign merge` wrote of a finished search"));
        };
        let case = |finding: &crate::findings::Finding| {
            PartCase::of_one(finding.x.clone(), Hardness::of(&finding.verdict))
        };
        Ok(Part {
            name: name.to_owned(),
            kept: Kept::Certificate,
            function: certificate.function,
            format: certificate.output_format.name,
            ranges: vec![certificate.range],
            command: certificate.command,
            inputs: certificate.inputs,
            bits: certificate.epsilon_bits,
            cases: found.cases.iter().filter_map(case).collect(),
            not_listed: certificate.cases_in_runs,
            made,
            precision: certificate.output_format.precision,
        })
    }

    fn of_pairs(name: &str, own: PlaneCertificate, made: PairsMade) -> Result<Part, Diag> {
        Ok(Part {
            name: name.to_owned(),
            kept: Kept::Certificate,
            command: own.request()?.command(),
            inputs: own.pairs.saturating_sub(own.exact.all() + own.next).into(),
            cases: own.cases.iter().map(PartCase::of_pair).collect(),
            function: own.function,
            precision: own.format.precision,
            format: own.format.name,
            ranges: vec![own.range_x, own.range_y],
            bits: own.bits,
            not_listed: own.next.into(),
            made,
        })
    }

    /// The part of a list in a folder: it is measured here.
    pub(super) fn of_list(folder: &Path, name: &str) -> Result<Part, Diag> {
        let path = folder.join(format!("{name}.{}", Kept::List.ending()));
        let file = path.display().to_string();
        let bytes = infile::read_file(&path, MOST_BYTES)?;
        let mut list = List::parse(FileKind::Wc, &file, &bytes)?;
        let stated = |key: &str| list.stated(key).map(str::to_owned);
        let coverage = stated("coverage");
        let inputs = coverage.as_deref().and_then(|text| text.strip_prefix("complete, "));
        let inputs = inputs.and_then(|text| text.strip_suffix(" inputs")?.parse().ok());
        let range =
            stated("range").and_then(|text| Some(text.strip_suffix(" (half-open)")?.into()));
        let bits = stated("threshold").and_then(|text| {
            let (_, bits) = text.split_once("< 2^-")?;
            bits.split_once(',')?.0.parse().ok()
        });
        let format = list.stated_format("output format");
        let (Some(function), Some(command), Some(inputs), Some(range), Some(bits), Some(format)) =
            (stated("function"), stated("made by"), inputs, range, bits, format)
        else {
            let message = format!("{file} does not say what it is the whole list of");
            return Err(Diag::new(DiagKind::Syntax, message)
                .help("its heading should be as `campaign merge --cases` writes it"));
        };
        list.measure(&FunctionSpec::parse(&function)?);
        let case = |case: &Case| PartCase::of_one(case.hex(), case.hardness);
        Ok(Part {
            name: name.to_owned(),
            kept: Kept::List,
            function,
            ranges: vec![range],
            command,
            inputs,
            bits,
            cases: list.cases.iter().filter_map(case).collect(),
            not_listed: 0,
            made: read(&folder.join(format!("{name}.made.json")))?,
            precision: format.precision,
            format: format.name,
        })
    }

    /// The range in words: `[1, 2)`, or `x: [2, 4), y: [2^-12, 2^-11)`.
    pub fn range(&self) -> String {
        let ranges: Vec<String> =
            self.ranges.iter().map(|range| format!("[{})", range.replace(',', ", "))).collect();
        match ranges.as_slice() {
            [x, y] => format!("x: {x}, y: {y}"),
            all => all.concat(),
        }
    }

    /// The hardest case for a kind of rounding.
    pub fn hardest(&self, kind: CaseKind) -> Option<&PartCase> {
        let own = self.cases.iter().filter(|case| case.hardness.kind == kind);
        own.min_by_key(|case| case.hardness.distance)
    }

    /// Bits of the value that suffice for correct rounding in every mode: p, the rounding bit, those that are identical in the
    /// hardest case, and one more.
    pub fn sufficient_precision(&self) -> Option<u32> {
        let most = self.cases.iter().map(|case| case.hardness.identical_bits).max();
        most.map(|bits| self.precision + 1 + bits + 1)
    }

    /// How many cases there would be by chance, if the fractions of all values in units of the breakpoint spacing were random.
    pub fn expected(&self) -> f64 {
        self.inputs as f64 * 2f64.powi(1 - self.bits.cast_signed())
    }
}
