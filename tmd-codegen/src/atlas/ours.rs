//! What a list of others is compared with: an entry, or what a certificate says that a search has found.

use super::{Atlas, Entry, Subject};
use crate::cases::{Case, Hardness, List};
use crate::certificate::{Certificate, FormatEntry};
use crate::diag::{Diag, DiagKind};
use crate::spec::format::Format;
use crate::spec::{FunctionSpec, hexfloat};
use rug::Rational;

/// From an input to another, both included.
type Ends = [Rational; 2];

/// Our side of a comparison.
#[derive(Clone, Debug)]
pub struct Ours {
    pub(super) spec: FunctionSpec,
    /// The formats of inputs and of results.
    pub(super) formats: [Format; 2],
    pub(super) rounding: String,
    /// Cases are inputs with |g cmod 1| < 2^-bits.
    pub(super) bits: u32,
    pub(super) cases: List,
    /// Inputs that are alike, and have no case each.
    pub(super) runs: Vec<Ends>,
    /// What was searched, if that is not the whole format.
    searched: Option<Vec<Ends>>,
    /// What was left out of it.
    refused: Vec<Ends>,
}

impl Ours {
    /// The entry of a subject.
    ///
    /// # Errors
    /// If there is no such entry, or its file of cases cannot be read or is not its own.
    pub fn of_entry(atlas: &Atlas, subject: &Subject) -> Result<Ours, Diag> {
        let mut ours = Ours::unmeasured(atlas, subject)?;
        ours.cases.measure(&ours.spec);
        Ok(ours)
    }

    /// The same; how hard the cases are is not known yet.
    pub(super) fn unmeasured(atlas: &Atlas, subject: &Subject) -> Result<Ours, Diag> {
        let (entry, _) = atlas.entry(subject)?;
        let cases = atlas.listed(subject, &entry)?;
        let Entry { rounding, bits, runs, refused, .. } = entry;
        let format = subject.request()?.precision.format()?;
        Ok(Ours {
            spec: FunctionSpec::parse(subject.function())?,
            formats: [format.clone(), format],
            rounding,
            bits,
            cases,
            runs: all_ends(runs.iter().map(|run| [&run.first, &run.last]))?,
            searched: None,
            refused: all_ends(refused.iter().map(|run| [&run.first, &run.last]))?,
        })
    }

    /// What a certificate says. It is not checked here.
    ///
    /// # Errors
    /// If its findings stand elsewhere, or it does not say what it should.
    pub fn of_certificate(certificate: &Certificate) -> Result<Ours, Diag> {
        let Some(found) = &certificate.found else {
            let message = "the certificate does not contain what was found";
            return Err(Diag::new(DiagKind::Option, message).help(
                "give one that `search --certificate` or `atlas remake --certificate` wrote",
            ));
        };
        let case = |finding: &crate::findings::Finding| {
            Case::parse("the certificate", &finding.x, Hardness::of(&finding.verdict))
        };
        let format = |entry: &FormatEntry| Format {
            precision: entry.precision,
            emin: entry.emin,
            emax: entry.emax,
            name: entry.name.clone(),
        };
        let covered = certificate.covered.iter().map(|run| [&run.first, &run.last]);
        Ok(Ours {
            spec: FunctionSpec::parse(&certificate.function)?,
            formats: [&certificate.input_format, &certificate.output_format].map(format),
            rounding: certificate.rounding.clone(),
            bits: certificate.epsilon_bits,
            cases: List {
                cases: found.cases.iter().map(case).collect::<Result<_, Diag>>()?,
                ..List::default()
            },
            runs: all_ends(found.runs.iter().map(|run| [&run.first, &run.last]))?,
            searched: Some(all_ends(covered)?),
            refused: vec![],
        })
    }

    /// The function.
    pub fn function(&self) -> String {
        self.spec.function_of_x().map_or_else(|| self.spec.canonical(), str::to_owned)
    }

    /// Whether an input was searched.
    pub(super) fn has_searched(&self, x: &Rational) -> bool {
        self.searched.as_ref().is_none_or(|all| is_in(all, x)) && !is_in(&self.refused, x)
    }
}

/// Whether a number is between the ends of some.
pub(super) fn is_in(all: &[Ends], x: &Rational) -> bool {
    all.iter().any(|[first, last]| (first..=last).contains(&x))
}

/// Ends that are told as hexadecimal floats.
fn all_ends<'a>(ends: impl Iterator<Item = [&'a String; 2]>) -> Result<Vec<Ends>, Diag> {
    let number = |text: &str| hexfloat::parse("the cases of ours", text);
    ends.map(|[first, last]| Ok([number(first)?, number(last)?])).collect()
}
