//! `tmd-codegen verify`

use crate::args::VerifyArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::approx;
use tmd_codegen::approx::surface;
use tmd_codegen::atlas::asymptote;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::pairs;
use tmd_codegen::pairs::expression::{self, ExpressionCertificate};
use tmd_codegen::pairs::plane::{self, PlaneCertificate};
use tmd_codegen::pairs::rows;
use tmd_codegen::pairs::vectors::{self, VectorCertificate};
use tmd_codegen::phases::{self, PhaseCertificate};
use tmd_codegen::request::command_line;
use tmd_codegen::round;
use tmd_codegen::verify::{self, Expectation, Options, Report};

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Diag> {
    let options = Options {
        full: args.full,
        seconds: args.seconds,
        confidence: args.confidence,
        seed: args.seed,
        expect: args.expect.as_deref().map(expectation).transpose()?,
        asymptote: args.asymptote.as_deref().map(asymptote::source).transpose()?,
    };
    let sinks = outfile::sinks([("--json", args.json.as_deref(), ())])?;
    outfile::check_inputs(&sinks, [("the certificate", Some(args.certificate.as_path()))])?;
    let outcome = report::patiently("verifying", || check(args, &options));
    let (document, table) = match &outcome {
        Ok(checked) => (checked.json(), checked.to_string()),
        Err(diag) if diag.kind == DiagKind::Refuted => {
            let error = diag.json();
            (serde_json::json!({ "accepted": false, "error": error }), String::new())
        }
        Err(_) => return outcome.map(|_| ExitCode::SUCCESS),
    };
    report::deliver(sinks, |()| json::text(&document), || table)?;
    match outcome {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(diag) => {
            report::error(&diag);
            Ok(ExitCode::from(report::REFUTED))
        }
    }
}

/// The search that `--expect` names, in the words that `tmd-codegen search` would be given.
fn expectation(text: &str) -> Result<Expectation, Diag> {
    let example = "give it as to `tmd-codegen search`: --expect 'exp --binade 1,2 --bits 44'";
    let refuse = |diag: Diag| Diag {
        message: format!("--expect: {}", diag.message),
        help: diag.help.or_else(|| Some(example.into())),
        ..diag
    };
    let Some(words) = shlex::split(text) else {
        let unclosed = Diag::new(DiagKind::Option, "a quote is not closed");
        return Err(refuse(unclosed.at("--expect", text, 0..text.len(), "in here")));
    };
    command_line::parse(words.iter().map(String::as_str))
        .and_then(|args| args.request())
        .and_then(Expectation::new)
        .map_err(refuse)
}

fn check(args: &VerifyArgs, options: &Options) -> Result<Report, Diag> {
    let bytes = verify::bytes(&args.certificate)?;
    let name = args.certificate.display().to_string();
    if approx::Certificate::is_meant(&bytes) {
        return evaluator(args, options, &approx::Certificate::parse(&name, &bytes)?);
    }
    if surface::Certificate::is_meant(&bytes) {
        return of_surface(args, options, &surface::Certificate::parse(&name, &bytes)?);
    }
    if round::Certificate::is_meant(&bytes) {
        return rounded(args, options, &round::Certificate::parse(&name, &bytes)?);
    }
    if pairs::Certificate::is_meant(&bytes) && args.sources.is_none() {
        return of_pairs(args, options, |full, seed| {
            pairs::verify(&pairs::Certificate::parse(&name, &bytes)?, full, seed)
        });
    }
    if PlaneCertificate::is_meant(&bytes) && args.sources.is_none() {
        return of_pairs(args, options, |full, seed| {
            let certificate = PlaneCertificate::parse(&name, &bytes)?;
            match certificate.request()?.is_by_rows() {
                true => rows::verify(&certificate, full, seed),
                false => plane::verify(&certificate, full, seed),
            }
        });
    }
    if ExpressionCertificate::is_meant(&bytes) && args.sources.is_none() {
        return of_pairs(args, options, |full, seed| {
            expression::verify(&ExpressionCertificate::parse(&name, &bytes)?, full, seed)
        });
    }
    if VectorCertificate::is_meant(&bytes) && args.sources.is_none() {
        return of_pairs(args, options, |full, seed| {
            vectors::verify(&VectorCertificate::parse(&name, &bytes)?, full, seed)
        });
    }
    if PhaseCertificate::is_meant(&bytes) && args.sources.is_none() {
        return of_pairs(args, options, |full, seed| {
            phases::verify(&PhaseCertificate::parse(&name, &bytes)?, full, seed)
        });
    }
    if args.sources.is_some() {
        return Err(Diag::new(DiagKind::Option, format!("--sources: {name} is a search's")).help(
            "leave it out: only certificates of evaluators and rounded functions speak of files",
        ));
    }
    verify::verify(&verify::parse(&name, &bytes)?, options)
}

fn evaluator(
    args: &VerifyArgs,
    options: &Options,
    certificate: &approx::Certificate,
) -> Result<Report, Diag> {
    expects_nothing(args, options, "an evaluator's")?;
    let seed = options.seed.map_or_else(verify::fresh_seed, Ok)?;
    let mut checked = approx::verify(certificate, options.full, seed)?;
    let files = certificate.check_sources(folder(args), args.sources.is_some())?;
    checked.add("files", files);
    Ok(checked)
}

fn of_surface(
    args: &VerifyArgs,
    options: &Options,
    certificate: &surface::Certificate,
) -> Result<Report, Diag> {
    expects_nothing(args, options, "an evaluator's")?;
    let seed = options.seed.map_or_else(verify::fresh_seed, Ok)?;
    let mut checked = surface::verify(certificate, seed)?;
    checked.add("files", certificate.check_sources(folder(args), args.sources.is_some())?);
    Ok(checked)
}

fn of_pairs(
    args: &VerifyArgs,
    options: &Options,
    checked: impl FnOnce(bool, u64) -> Result<Report, Diag>,
) -> Result<Report, Diag> {
    expects_nothing(args, options, "one of pairs")?;
    let seed = options.seed.map_or_else(verify::fresh_seed, Ok)?;
    checked(options.full, seed)
}

fn rounded(
    args: &VerifyArgs,
    options: &Options,
    certificate: &round::Certificate,
) -> Result<Report, Diag> {
    expects_nothing(args, options, "a rounded function's")?;
    let mut checked = round::verify(certificate, options)?;
    checked.add("files", certificate.check_sources(folder(args), args.sources.is_some())?);
    Ok(checked)
}

/// The folder of the files that a certificate speaks of: its own, if no other is named.
fn folder(args: &VerifyArgs) -> &Path {
    let beside = args.certificate.parent().unwrap_or(Path::new(""));
    args.sources.as_deref().unwrap_or(beside)
}

fn expects_nothing(args: &VerifyArgs, options: &Options, whose: &str) -> Result<(), Diag> {
    let name = args.certificate.display();
    let refuse = |option: &str, help: &str| {
        Err(Diag::new(DiagKind::Option, format!("{option}: {name} is {whose}")).help(help))
    };
    if options.expect.is_some() {
        return refuse("--expect", "only certificates of searches have such a request");
    }
    match options.asymptote {
        None => Ok(()),
        Some(_) => refuse("--asymptote", "only certificates of searches take cases from a list"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_requests() {
        assert!(expectation("exp --binade 1,2 --bits 44").is_ok());
        assert!(expectation("'exp(x) * sin(x)' --range 1,2").is_ok());
        for (text, part) in [
            ("", "no function"),
            ("exp 'half", "a quote is not closed"),
            ("exp --binade 1,2 --beats 44", "--beats"),
            ("exp --binade 1,2 --profile /no/such/profile", "/no/such/profile"),
        ] {
            let diag = expectation(text).expect_err(text);
            assert!(
                diag.message.starts_with("--expect: ") && diag.message.contains(part),
                "{diag}"
            );
            assert!(diag.help.is_some(), "{diag}");
        }
    }
}
