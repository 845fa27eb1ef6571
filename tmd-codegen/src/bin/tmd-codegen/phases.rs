//! `tmd-codegen search` of periodic functions at large arguments, by their phases.

use crate::args::SearchArgs;
use crate::pairs::{bits, pool};
use crate::progress::Bar;
use crate::report;
use std::path::PathBuf;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::{outfile, phases as output};
use tmd_codegen::phases::{self, Function, Request};
use tmd_codegen::spec::format::FormatName;
use tmd_runtime::{CpuConfig, sha256_hex};

/// All phases.
pub(crate) const WHOLE: &str = "0,1";
/// A search that is predicted to take more seconds than this on one core is kept without being asked to.
const LONG: f64 = 600.0;
/// The options of a search without phases that these searches have, too.
const OWN: [&str; 4] = ["function", "range", "precision", "bits"];

/// Whether a search without phases can be made by them.
pub(crate) fn serves(args: &SearchArgs) -> bool {
    refuse_others(args).is_ok() && request(args, WHOLE).is_ok()
}

pub(crate) fn run(args: &SearchArgs, range: &str) -> Result<ExitCode, Diag> {
    refuse_others(args)?;
    let request = request(args, range)?;
    let outputs = &args.outputs;
    let sinks = outfile::sinks([
        ("--json", outputs.json.as_deref(), false),
        ("--certificate", outputs.certificate.as_deref(), true),
    ])?;
    let pool = pool(args.device.threads())?;
    let dir = folder(args, &request);
    let bar = Bar::new(request.about() as u128);
    let certificate = pool.install(|| match &dir {
        Some(dir) => phases::search_in_units(&request, dir, &bar),
        None => phases::search(&request, &bar),
    });
    bar.clear();
    let certificate = certificate?;
    let content = |is_certificate: bool| match is_certificate {
        true => json::text(&certificate),
        false => json::text(&output::Json::new(&request, &certificate)),
    };
    report::deliver(sinks, content, || output::table(&request, &certificate))?;
    Ok(ExitCode::SUCCESS)
}

fn request(args: &SearchArgs, phases: &str) -> Result<Request, Diag> {
    let given = |name: &str| args.request.options.get(name);
    let function = Function::parse(given("function").unwrap_or_default())?;
    let format = FormatName::parse("--precision", given("precision").unwrap_or("binary64"))?;
    let Some(range) = given("range") else {
        return Err(Diag::new(DiagKind::Option, "--phases needs --range")
            .help("give a range of arguments, as in --range 2^1022,2^1023"));
    };
    Request::new(function, format.format()?, range, phases, bits(args)?)
}

/// Where finished units are kept: as `--campaign` says; if the search is a long one, beside the compiled kernels.
fn folder(args: &SearchArgs, request: &Request) -> Option<PathBuf> {
    if args.campaign.is_some() {
        return args.campaign.clone();
    }
    if phases::predicted_seconds(request) <= LONG {
        return None;
    }
    let searches = CpuConfig::from_env().cache_dir.join("phases");
    let dir = searches.join(&sha256_hex(request.command().as_bytes())[..16]);
    // What is found there is believed: so no other user may have had a hand in it.
    let is_own = tmd_runtime::closed_directory(&searches)
        .and_then(|_| if dir.exists() { tmd_runtime::check_owners(&dir) } else { Ok(()) });
    match is_own {
        Ok(()) => {
            let shown = dir.display();
            report::note(&format!(
                "what is finished is kept in {shown}: the same command continues it"
            ));
            Some(dir)
        }
        Err(error) => {
            report::note(&format!(
                "{error}: what is finished will not survive an interruption (`--campaign DIR` keeps it elsewhere)"
            ));
            None
        }
    }
}

/// Refuses options that only searches without phases have.
fn refuse_others(args: &SearchArgs) -> Result<(), Diag> {
    let given = args.request.options.given().map(|(option, _)| option);
    let other =
        given.filter(|option| !OWN.contains(&option.name)).map(|option| option.flag()).next();
    let outputs = &args.outputs;
    let others = [
        (args.request.config.is_some(), "--config"),
        (!outputs.cases.is_empty(), "--cases"),
        (outputs.with_results, "--with-results"),
        (outputs.html.is_some(), "--html"),
    ];
    let flag = |(is_given, flag): (bool, &str)| is_given.then(|| flag.to_owned());
    match other.or_else(|| others.into_iter().find_map(flag)) {
        None => Ok(()),
        Some(flag) => Err(Diag::new(DiagKind::Option, format!("{flag} does not go with --phases"))
            .help("with --phases, give --range, --precision, --bits, --threads, --campaign, --json and --certificate")),
    }
}
