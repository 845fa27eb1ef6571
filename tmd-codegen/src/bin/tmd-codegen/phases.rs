//! `tmd-codegen search` of periodic functions at large arguments, by their phases.

use crate::args::SearchArgs;
use crate::kept_folder;
use crate::pairs::{bits, pool};
use crate::progress::Bar;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::{outfile, phases as output};
use tmd_codegen::phases::{self, Function, Request};
use tmd_codegen::spec::format::FormatName;

/// All phases.
pub(crate) const WHOLE: &str = "0,1";
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
    let dir = kept_folder::of(
        args.campaign.as_deref(),
        phases::predicted_seconds(&request),
        "phases",
        &request.command(),
    );
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
