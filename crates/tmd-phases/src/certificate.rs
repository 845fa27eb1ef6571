//! The certificate of a search by phases: what was asked for, how many arguments have these phases, and all cases.

use crate::function::Function;
use crate::request::Request;
use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::ENGINE;
use tmd_base::misread;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_certificate::emitted;
use tmd_certificate::verify::lie;
use tmd_functions::language::Format;

/// Version of the certificate's shape.
const SCHEMA: u32 = 1;
/// The kind of the certificate.
const KIND: &str = "phases";
/// Which roundings count.
const ROUNDING: &str = "all";

/// An argument whose value is hard to round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseCase {
    /// x, as a hexadecimal float.
    pub x: String,
    /// The kind of breakpoint that the value is near to.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
}

/// What is found of candidates, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Decided {
    pub(crate) cases: Vec<PhaseCase>,
    /// Arguments whose values cannot be told from breakpoints.
    pub(crate) undecided: Vec<String>,
}

/// The certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseCertificate {
    /// Its kind.
    pub kind: String,
    /// Version of its shape.
    pub schema: u32,
    /// Version of the engine: [`ENGINE`].
    pub engine: u32,
    /// The function.
    pub function: String,
    /// Its period in multiples of π, if it is made of sin, cos and tan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_turns: Option<String>,
    /// The format of arguments and results.
    pub format: Format,
    /// The range of arguments.
    pub range: String,
    /// The range of phases, as parts of a period.
    pub phases: String,
    /// Which roundings count: all.
    pub rounding: String,
    /// Cases are arguments with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    /// How many arguments of the range have these phases.
    pub inputs: u64,
    /// The cases, ascending.
    pub cases: Vec<PhaseCase>,
    /// The arguments whose values cannot be told from breakpoints, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

impl PhaseCertificate {
    /// What a search has found of what was asked for.
    pub(crate) fn new(request: &Request, inputs: u64, found: Decided) -> PhaseCertificate {
        let Decided { cases, undecided } = found;
        PhaseCertificate {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            engine: ENGINE,
            function: request.function.name().to_owned(),
            half_turns: request.function.half_turns(),
            format: request.format.clone(),
            range: request.range.clone(),
            phases: request.phases.clone(),
            rounding: ROUNDING.to_owned(),
            bits: request.bits,
            inputs,
            cases,
            undecided,
        }
    }

    /// What was found.
    pub(crate) fn found(&self) -> Decided {
        Decided { cases: self.cases.clone(), undecided: self.undecided.clone() }
    }

    /// Whether a file is meant to be one.
    pub fn is_meant(text: &[u8]) -> bool {
        emitted::is_of_kind(text, KIND)
    }

    /// Reads one.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(name: &str, text: &[u8]) -> Result<PhaseCertificate, Diag> {
        serde_json::from_slice(text).map_err(|error| {
            let why = misread::json(&error, 0);
            let message = format!("{name} is not a certificate of phases: {why}");
            Diag::new(DiagKind::Syntax, message)
                .help("`tmd-codegen search … --phases A,B --certificate FILE` writes one")
        })
    }

    /// What it says was asked for.
    ///
    /// # Errors
    /// If nothing of the kind can be asked for.
    pub fn request(&self) -> Result<Request, Diag> {
        if self.schema != SCHEMA || self.rounding != ROUNDING {
            let message = format!(
                "certificates of phases have schema {SCHEMA} and rounding {ROUNDING}, not {} and {}",
                self.schema, self.rounding
            );
            return Err(Diag::new(DiagKind::Unsupported, message).help("search again"));
        }
        if !self.format.is_as_named() {
            let Format { precision, emin, emax, name } = &self.format;
            return Err(lie(format!(
                "a format of {precision} bits with exponents from {emin} to {emax} is not {name}"
            )));
        }
        let function = Function::parse(&self.function)?;
        if function.name() != self.function {
            return Err(lie(format!("{} is written {} in certificates", self.function, function)));
        }
        let own = function.half_turns();
        if self.half_turns != own {
            let shown = |own: &Option<String>| own.clone().unwrap_or_else(|| "none".to_owned());
            let [stated, own] = [&self.half_turns, &own].map(shown);
            return Err(lie(format!(
                "the period of {function} is stated as {stated}, not as {own}"
            )));
        }
        Request::new(function, self.format.clone(), &self.range, &self.phases, Some(self.bits))
    }
}
