//! `tmd-codegen round`

use crate::args::RoundArgs;
use crate::progress::Interrupt;
use crate::report;
use crate::searched::{Keep, Searched};
use serde::de::IgnoredAny;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::certificate::Certificate as SearchCertificate;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::infile;
use tmd_codegen::load::LoadOptions;
use tmd_codegen::output::outfile;
use tmd_codegen::plan;
use tmd_codegen::request::Request as SearchRequest;
use tmd_codegen::round::double_word::search;
use tmd_codegen::round::{self, Certificate, Request, RoundedFunction};
use tmd_codegen::spec::FormatName;
use tmd_codegen::table::Table;
use tmd_codegen::target::{self, Sources, function, function_name};
use tmd_codegen::text;
use tmd_codegen::verify;
use tmd_runtime::Options;

/// Makes the text of an output.
type Format = fn(&RoundedFunction, &Emitted<'_>) -> Result<String, Diag>;

/// What was emitted.
struct Emitted<'a> {
    target: &'a str,
    name: &'a str,
    sources: &'a Sources,
}

pub(crate) fn run(args: &RoundArgs) -> Result<ExitCode, Diag> {
    if args.list {
        return list(args.output.as_deref().unwrap_or(Path::new(".")));
    }
    let request = request(args)?;
    check_names(args, &request)?;
    if let Some(folder) = &args.output {
        // The certificate may be meant to lie there.
        std::fs::create_dir_all(folder).map_err(|error| {
            Diag::new(DiagKind::Io, format!("-o: cannot make {}: {error}", folder.display()))
        })?;
    }
    let places: [(&str, Option<&Path>, Format); 1] =
        [("--certificate", args.certificate.as_deref(), |made, emitted| {
            let Emitted { target, name, sources } = *emitted;
            Certificate::new(made, target, name, sources)?.text()
        })];
    let sinks = outfile::sinks(places)?;
    let doing = format!("rounding {}", request.function);
    let made = report::timed(&doing, "made and checked", || {
        round::make_with(&request, &|of| searched(args, of))
    })?;
    let name = args.name.clone().unwrap_or_else(|| made.name());
    let sources = made.emit(&args.target, &name)?;
    if let Some(folder) = &args.output {
        outfile::check_apart(&sinks, folder, sources.keys())?;
    }
    let shown = report::emitted(&sources, args.output.as_deref())?;
    let emitted = Emitted { target: &args.target, name: &name, sources: &sources };
    report::deliver(sinks, |format| format(&made, &emitted), || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// The certificate of the search that a function needs: the one that was given, or of a search that is done now.
fn searched(args: &RoundArgs, request: &SearchRequest) -> Result<SearchCertificate, Diag> {
    if let Some(path) = &args.search {
        return verify::parse(&path.display().to_string(), &verify::bytes(path)?);
    }
    let options = LoadOptions { target: request.target.clone(), ..LoadOptions::default() };
    let plan = plan::make(request)?;
    let about = text::duration(plan.predicted_seconds());
    report::note(&format!(
        "searching for arguments whose values are next to breakpoints: about {about} of one core"
    ));
    let interrupt = Interrupt::install()?;
    let threads = Options::default().threads;
    let searched = Searched::run(request, plan, &options, threads, Keep::IfLong, &interrupt)?;
    if searched.is_kept && searched.results().report.stopped {
        return Err(Diag::new(DiagKind::Option, "the search was stopped")
            .help("rerun the command to resume: what was finished is kept"));
    }
    search::certificate(searched.results())
}

/// Refuses a target that is not there, or a name that functions cannot have, before there is anything to wait for.
fn check_names(args: &RoundArgs, request: &Request) -> Result<(), Diag> {
    let target = target::target(&args.target).ok_or_else(|| target::unknown(&args.target, &[]))?;
    if request.no_std {
        function::check_no_std(target)?;
    }
    let Some(name) = &args.name else { return Ok(()) };
    function_name::check(name)?;
    let mut names = request.modes.iter().map(|mode| format!("{name}_{}", mode.name()));
    names.try_for_each(|name| target.check_name(&name))
}

fn request(args: &RoundArgs) -> Result<Request, Diag> {
    let function = args.function.clone().unwrap_or_default();
    let precision = FormatName::parse("--precision", &args.precision)?;
    let method = args.method.as_deref().map(str::parse).transpose()?;
    let request = Request {
        param: args.param.clone(),
        range: args.range.trim().to_owned(),
        bits: args.bits,
        modes: round::modes(&args.rounding)?,
        method,
        table_budget: args.table_budget,
        no_std: args.no_std,
        ..Request::new(&function, precision)
    };
    if let Some(path) = &args.search {
        request.check_search(&path.display().to_string())?;
    }
    Ok(request)
}

/// Longest certificate that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// Whether a text that is no JSON may be what is left of a certificate.
fn is_broken(bytes: &[u8]) -> bool {
    let kind = json!(round::certificate::KIND).to_string();
    serde_json::from_slice::<IgnoredAny>(bytes).is_err()
        && bytes.windows(kind.len()).any(|part| part == kind.as_bytes())
}

/// The certificate in a file; `None` if it is something else.
fn certificate(path: &Path) -> Result<Option<Certificate>, Diag> {
    let bytes = infile::read_file(path, MOST_BYTES)?;
    if !Certificate::is_meant(&bytes) && !is_broken(&bytes) {
        return Ok(None);
    }
    Certificate::parse(&path.display().to_string(), &bytes).map(Some)
}

/// What is proved, in a few words.
fn proved(certificate: &Certificate) -> String {
    match (&certificate.double_word, &certificate.range, &certificate.layout) {
        (Some(_), Some(range), _) => format!("range {range}"),
        (Some(_), None, _) => "all of the format".to_owned(),
        (None, _, Some(_)) => "all 2^16 results".to_owned(),
        (None, _, None) => "all 2^32 results".to_owned(),
    }
}

/// What is proved of the fast path's error, and how many arguments are expected to take the second one, where there are two.
fn two_paths(certificate: &Certificate) -> [String; 2] {
    let fast = certificate.double_word.as_ref().and_then(|own| own.fast.as_ref());
    fast.map_or([String::from("-"), String::from("-")], |fast| {
        let share = fast.undecided_millionths as f64 / 1e4;
        [format!("error < 2^{}", fast.error_exponent), format!("{share:.2} %")]
    })
}

/// Lists the rounded functions whose certificates are in a folder. Those that cannot be read are told apart.
fn list(folder: &Path) -> Result<ExitCode, Diag> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Diag::new(DiagKind::Io, format!("cannot read {}: {error}", folder.display()))
            .help("give the folder of certificates with -o")
    })?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut table = Table::new(&[
        "function",
        "format",
        "modes",
        "target",
        "method",
        "proved",
        "fast path",
        "second path",
        "in code",
        "table bytes",
        "operations",
    ]);
    let mut unread = vec![];
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let certificate = match certificate(path) {
            Ok(Some(certificate)) => certificate,
            Ok(None) => continue,
            Err(diag) => {
                unread.push(diag);
                continue;
            }
        };
        let [fast_error, second] = two_paths(&certificate);
        table.row([
            certificate.function.clone(),
            certificate.format.clone(),
            certificate.modes.join(" "),
            certificate.target.clone(),
            certificate.method().to_string(),
            proved(&certificate),
            fast_error,
            second,
            certificate.in_code().to_string(),
            certificate.table_bytes.to_string(),
            certificate.operations.to_string(),
        ]);
    }
    report::print(table.to_string())?;
    unread.iter().for_each(report::error);
    Ok(if unread.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(report::BAD_INPUT) })
}
