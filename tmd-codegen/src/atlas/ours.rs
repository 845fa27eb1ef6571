//! What a list of others is compared with: an entry, or what a certificate says that a search has found.

use super::{Atlas, Entry, Subject};
use crate::cases::{Case, Hardness, List};
use crate::certificate::{Certificate, FormatEntry};
use crate::diag::{Diag, DiagKind};
use crate::spec::format::Format;
use crate::spec::truth::Truth;
use crate::spec::{FunctionSpec, hexfloat};
use rug::float::Round;
use rug::{Float, Rational};

/// From an input to another, both included.
type Ends = [Rational; 2];

/// Inputs that are alike, and have no case each.
#[derive(Clone, Debug)]
struct Run {
    ends: Ends,
    /// From one to the next; none if they are all numbers between the ends.
    step: Option<Rational>,
}

impl Run {
    /// Every so many-th number of a format between two.
    fn new([first, last]: Ends, every: u64, format: &Format) -> Run {
        // A run with others between has one binade, in which numbers are equally far apart.
        let step = (every > 1).then(|| Rational::from(every) << last_place(&first, format));
        Run { ends: [first, last], step }
    }

    fn has(&self, x: &Rational) -> bool {
        let is_reached = |step: &Rational| (Rational::from(x - &self.ends[0]) / step).is_integer();
        is_between(&self.ends, x) && self.step.as_ref().is_none_or(is_reached)
    }
}

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
    runs: Vec<Run>,
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
        let runs = runs.iter().map(|run| {
            let ends = ends([&run.first, &run.last])?;
            Ok(Run::new(ends, run.every, &format))
        });
        Ok(Ours {
            runs: runs.collect::<Result<_, Diag>>()?,
            refused: all_ends(refused.iter().map(|run| [&run.first, &run.last]))?,
            ..Ours::of_list(
                FunctionSpec::parse(subject.function())?,
                &format,
                (rounding, bits),
                cases,
            )
        })
    }

    /// A list of all cases to 2^-bits in a format that was searched as a whole, without runs.
    pub(super) fn of_list(
        spec: FunctionSpec,
        format: &Format,
        (rounding, bits): (String, u32),
        cases: List,
    ) -> Ours {
        let formats = [format.clone(), format.clone()];
        Ours { spec, formats, rounding, bits, cases, runs: vec![], searched: None, refused: vec![] }
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
        let formats = [&certificate.input_format, &certificate.output_format].map(format);
        let runs = found.runs.iter().map(|found| {
            let ends = ends([&found.first, &found.last])?;
            Ok(Run::new(ends, found.run.stride, &formats[0]))
        });
        let covered = certificate.covered.iter().map(|run| [&run.first, &run.last]);
        Ok(Ours {
            spec: FunctionSpec::parse(&certificate.function)?,
            rounding: certificate.rounding.clone(),
            bits: certificate.epsilon_bits,
            cases: List {
                cases: found.cases.iter().map(case).collect::<Result<_, Diag>>()?,
                ..List::default()
            },
            runs: runs.collect::<Result<_, Diag>>()?,
            formats,
            searched: Some(all_ends(covered)?),
            refused: vec![],
        })
    }

    /// The function.
    pub fn function(&self) -> String {
        self.spec.function_of_x().map_or_else(|| self.spec.canonical(), str::to_owned)
    }

    /// Has a list say of which formats and roundings its inputs are to be measured.
    pub(super) fn describe(&self, list: &mut List) {
        let [input, output] = &self.formats;
        list.say("input format", &input.name);
        list.say("output format", &output.name);
        list.say("rounding", &self.rounding);
    }

    /// Whether an input was searched.
    pub(super) fn has_searched(&self, x: &Rational) -> bool {
        self.searched.as_ref().is_none_or(|all| is_in(all, x)) && !is_in(&self.refused, x)
    }

    /// Whether an input belongs to a run.
    pub(super) fn has_in_run(&self, x: &Rational) -> bool {
        self.runs.iter().any(|run| run.has(x))
    }

    /// Whether enclosures are to blame if it is not known how hard an input is: f may have a value there that the format reaches and that
    /// is no breakpoint.
    pub(super) fn is_undecided_at(&self, x: &Rational) -> bool {
        let [_, output] = &self.formats;
        match self.spec.truth(x) {
            Truth::None => false,
            Truth::Unknown => true,
            Truth::Odd(value) => {
                // All roundings count in every entry, so that midpoints are breakpoints, too.
                let is_breakpoint =
                    output.with_midpoints().rounded(&value, Round::Nearest) == value;
                let is_in_reach =
                    value.get_exp().is_some_and(|exponent| exponent - 1 <= output.emax);
                is_in_reach && !is_breakpoint
            }
        }
    }
}

/// Whether a number is between the ends of some.
fn is_in(all: &[Ends], x: &Rational) -> bool {
    all.iter().any(|ends| is_between(ends, x))
}

fn is_between([first, last]: &Ends, x: &Rational) -> bool {
    (first..=last).contains(&x)
}

/// The exponent of the last place of a number of a format.
fn last_place(x: &Rational, format: &Format) -> i32 {
    let exponent = Float::with_val_round(64, x, Round::Zero).0.get_exp();
    let exponent = exponent.map_or(format.emin, |exponent| (exponent - 1).max(format.emin));
    exponent + 1 - format.precision as i32
}

/// Ends that are told as hexadecimal floats.
fn ends(ends: [&String; 2]) -> Result<Ends, Diag> {
    let [first, last] = ends.map(|text| hexfloat::parse("the cases of ours", text));
    Ok([first?, last?])
}

fn all_ends<'a>(all: impl Iterator<Item = [&'a String; 2]>) -> Result<Vec<Ends>, Diag> {
    all.map(ends).collect()
}
