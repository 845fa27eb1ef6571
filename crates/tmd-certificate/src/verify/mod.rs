//! `tmd-codegen verify`: every word of a certificate checked again, by other means than those that
//! wrote it.
//!
//! The order is from what is read to what must be computed: what the certificate is about (`claim`), that its
//! ranges tile the request (`tiling`), that every bound holds (`derivatives`, `bounds`, `closed`), that the
//! plan is the one that the request has (`remake`), that every listed case is one (`cases`), that those of inputs that follow from others are what follows (`follows`), that cases are taken from an asymptote's only where both share
//! them (`asymptote`), that the counts
//! fit together (`counts`) and are likely (`chance`), and that a search of a sample by another test finds the
//! same (`rerun`, with `sample` for what that says of cases that are left out). Whether it is the search that
//! somebody expects is for `expect`. The first lie ends it. Each check stands on its own: none trusts a number of the certificate that
//! an earlier one has not confirmed, and none trusts its digest, which a forger makes anew.
//!
//! What it shares with the search: the reading of requests, interval arithmetic over MPFR, the algebra of exact
//! values, and for the sample the planner and the runtime.

mod asymptote;
mod bounds;
pub mod cases;
mod chance;
pub mod claim;
mod closed;
pub mod counts;
mod derivatives;
mod exact;
mod expect;
mod follows;
pub mod inverse;
mod obligations;
pub mod oracle;
mod ordinals;
mod report;
pub mod roots;
pub mod sample;
pub mod tiling;
pub mod words;

pub use claim::Claim;
pub use expect::Expectation;
pub use report::{Coverage, Report, RestsOn};
pub use sample::{Drawn, Extent, Statement, fresh_seed};
pub use tiling::Tiling;

use crate::certificate::{Certificate, SCHEMA};
use crate::source::Source;
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::SOUND;
use tmd_base::infile;
use tmd_base::misread;

/// Longest certificate that is read, in bytes: its text, what it means and its text anew are in memory together.
const MOST_BYTES: u64 = 1 << 29;

/// The default of [`Options::confidence`].
pub const CONFIDENCE: f64 = 0.99;

/// How thoroughly a certificate is checked, and what it must be of.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether everything is searched again, not only a sample.
    pub full: bool,
    /// Seconds after which nothing more is drawn for the sample; compiling its kernels is not counted.
    pub seconds: f64,
    /// The probability with which as many missing cases as the report's [`Statement`] says would be found. It changes
    /// nothing of what is done.
    pub confidence: f64,
    /// The seed that the sample is drawn by; the operating system's random numbers if absent.
    pub seed: Option<u64>,
    /// The search that the certificate must be of, if one is expected.
    pub expect: Option<Expectation>,
    /// The list of the asymptote's that cases were taken from, to compare with.
    pub asymptote: Option<Source>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            full: false,
            seconds: 20.0,
            confidence: CONFIDENCE,
            seed: None,
            expect: None,
            asymptote: None,
        }
    }
}

impl Options {
    fn check(&self) -> Result<(), Diag> {
        let Options { confidence, seconds, .. } = self;
        let refuse = |message, help: &str| Err(Diag::new(DiagKind::Option, message).help(help));
        if !(*confidence > 0.0 && *confidence < 1.0) {
            return refuse(
                format!("--confidence {confidence} is not a probability between 0 and 1"),
                "0.99 is the default; --full leaves nothing to chance",
            );
        }
        match *seconds > 0.0 {
            true => Ok(()),
            false => refuse(
                format!("--seconds {seconds} is not a time"),
                "give a positive number of seconds",
            ),
        }
    }
}

/// The bytes of a certificate's file.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Diag> {
    infile::read(path, MOST_BYTES)
        .map_err(|diag| diag.help("give the file that --certificate wrote"))
}

/// Reads the bytes of a certificate that is called `name` in messages.
///
/// # Errors
/// If it is malformed, of another version, or not as certificates are written.
pub fn parse(name: &str, bytes: &[u8]) -> Result<Certificate, Diag> {
    let refuse = |message: String| {
        Diag::new(DiagKind::Syntax, message).help(
            "give the file that `tmd-codegen search` or `campaign merge` wrote with --certificate",
        )
    };
    let text = std::str::from_utf8(bytes).map_err(|_| refuse(format!("{name} is not text")))?;
    #[derive(serde::Deserialize)]
    struct Version {
        schema: u32,
        /// That of certificates of pairs and of phases.
        kind: Option<String>,
        /// That of a list of the atlas.
        sha256: Option<String>,
    }
    let foreign = |error: serde_json::Error| {
        refuse(format!("{name} is not a certificate: {}", misread::json(&error, 0)))
    };
    let Version { schema, kind, sha256 } = serde_json::from_str(text).map_err(foreign)?;
    if let Some(kind) = kind {
        let message = format!("{name} is a certificate of another kind, {kind:?}");
        return Err(
            refuse(message).help("give one of a search of all inputs of a function of one number")
        );
    }
    if sha256.is_some() && schema != SCHEMA {
        return Err(refuse(format!(
            "{name} describes an entry of the atlas: it is no certificate"
        ))
        .help(
            "`tmd-codegen atlas remake FUNCTION FORMAT --certificate FILE` writes the certificate",
        ));
    }
    if schema != SCHEMA {
        return Err(refuse(format!("{name} is a certificate of schema {schema}, not {SCHEMA}"))
            .help("older versions may have missed cases: search again"));
    }
    let certificate: Certificate = serde_json::from_str(text).map_err(foreign)?;
    // Names that certificates do not have, numbers in two places, and what else a reader passes over.
    let again = tmd_base::json::text(&certificate)?;
    if !without_spaces(text).eq(without_spaces(&again)) {
        let differing = text.lines().zip(again.lines()).position(|(a, b)| a.trim() != b.trim());
        let line = differing.map_or_else(|| text.lines().count(), |line| line + 1);
        return Err(match as_value(text) == as_value(&again) {
            true => refuse(format!(
                "{name} says what a certificate says, but is written differently: see line {line}"
            ))
            .help(
                "give the file as it was written: only spaces and line breaks may be changed, not the order of names nor the \
                 spelling of numbers and characters",
            ),
            false => refuse(format!("{name} holds what no certificate has: see line {line}")),
        });
    }
    Ok(certificate)
}

/// What JSON says, however it is written.
fn as_value(text: &str) -> Option<serde_json::Value> {
    serde_json::from_str(text).ok()
}

/// The characters of JSON outside strings that mean something, and all inside.
fn without_spaces(text: &str) -> impl Iterator<Item = char> + '_ {
    let (mut inside, mut escaped) = (false, false);
    text.chars().filter(move |&c| {
        let keep = inside || !c.is_ascii_whitespace();
        match c {
            '"' if !escaped => inside = !inside,
            _ => {}
        }
        escaped = inside && c == '\\' && !escaped;
        keep
    })
}

/// A refusal that names the lie.
pub fn lie(message: impl Into<String>) -> Diag {
    Diag::new(DiagKind::Refuted, message).help(
        "the certificate makes a false claim: do not rely on it; search again, or ask who made it",
    )
}

/// The checks that need a planner and a search, which this crate has not: a crate that has them implements this.
pub trait SecondSearch {
    /// Makes the plan of the request anew and compares it with what the certificate says of it. In words, what was found.
    ///
    /// # Errors
    /// If the certificate speaks of another plan.
    fn plan(&mut self, claim: &Claim<'_>) -> Result<String, Diag>;

    /// Searches again and compares. Returns how much of each kind was searched, in windows that a case is in or is not.
    ///
    /// # Errors
    /// If something else is found, or nothing can be searched.
    fn search(
        &mut self,
        claim: &Claim<'_>,
        tiling: &Tiling<'_>,
        how: How,
        report: &mut Report,
    ) -> Result<Vec<Drawn>, Diag>;
}

/// How thoroughly it is searched again.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Whether everything is.
    pub full: bool,
    /// Otherwise, the seconds after which nothing more is drawn.
    pub seconds: f64,
    /// The seed of the sample.
    pub seed: u64,
}

/// Checks a certificate, `second` doing what needs a planner and a search.
///
/// # Errors
/// The first thing that it says and that is not so; or what keeps it from being checked.
pub fn check(
    certificate: &Certificate,
    options: &Options,
    second: &mut dyn SecondSearch,
) -> Result<Report, Diag> {
    options.check()?;
    if !SOUND.contains(&certificate.engine) {
        let engine = certificate.engine;
        return Err(lie(format!("it was made by engine {engine}, which may have missed cases"))
            .help(format!("engines that are known to be sound: {SOUND:?}; search again")));
    }
    let seed = options.seed.map_or_else(fresh_seed, Ok)?;
    let mut report = Report::new(seed);
    let claim = Claim::new(certificate)?;
    report.add("request", claim.describe());
    let tiling = Tiling::check(&claim)?;
    if let Some(expected) = &options.expect {
        expected.check(&claim)?;
        let from_list = match &certificate.asymptote {
            None => "",
            Some(_) => ", of which a part rests on a list",
        };
        report
            .add("expected", format!("a complete search of this request, and no other{from_list}"));
    }
    report.add("inputs", tiling.describe(&claim));
    report.covers(&claim);
    report.add("derivatives", derivatives::check(&claim, &tiling)?);
    report.add("bounds", bounds::check(&claim)?);
    report.add("closed forms", closed::check(&claim, &tiling, seed)?);
    report.add("plan", second.plan(&claim)?);
    let by_formula = roots::Counted::check(&claim, &tiling)?;
    report.add("cases", cases::check(&claim, &tiling, &by_formula)?);
    report.add("follows", follows::check(&claim, &tiling, &by_formula, seed)?);
    if let Some(how) = asymptote::check(&claim, &tiling, options.asymptote.as_ref())? {
        report.add("asymptote", how);
        report.rests_on(certificate, options.asymptote.is_some());
    }
    let exact = counts::check(&claim, &tiling, &by_formula)?;
    let likely = chance::check(&claim, &tiling)?;
    report.add("counts", format!("{exact}; {likely}"));
    if certificate.digest.as_deref() != Some(&certificate.digest_of_rest()) {
        return Err(lie("the digest is not that of the certificate: it was changed"));
    }
    let how = How { full: options.full, seconds: options.seconds, seed };
    let drawn = second.search(&claim, &tiling, how, &mut report)?;
    report.states(Statement::new(&drawn, options.confidence, seed));
    Ok(report)
}
