//! `tmd-codegen round`

use crate::args::RoundArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::infile;
use tmd_codegen::nearest::nearest;
use tmd_codegen::output::outfile;
use tmd_codegen::round::{self, Certificate, Request, RoundedFunction};
use tmd_codegen::spec::FormatName;
use tmd_codegen::table::Table;
use tmd_codegen::target::Sources;
use tmd_runtime::RoundingMode;

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
    if let Some(name) = &args.name {
        round::check_name(name)?;
    }
    round::check_target(&args.target)?;
    let doing = format!("rounding {}", request.function);
    let made = report::timed(&doing, "made and checked", || round::make(&request))?;
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

fn request(args: &RoundArgs) -> Result<Request, Diag> {
    let function = args.function.clone().unwrap_or_default();
    let precision = FormatName::parse("--precision", &args.precision)?;
    for (option, given, known) in
        [("--range", &args.range, "all"), ("--method", &args.method, "straight")]
    {
        if given != known {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!("{option} {given} is not there yet"),
            )
            .at(option, given.clone(), 0..given.len(), "not supported")
            .help(format!("formats are served as a whole, by {option} {known}")));
        }
    }
    Ok(Request {
        param: args.param.clone(),
        modes: modes(&args.rounding)?,
        table_budget: args.table_budget,
        ..Request::new(&function, precision)
    })
}

fn modes(text: &str) -> Result<Vec<RoundingMode>, Diag> {
    if text == "all" {
        return Ok(RoundingMode::ALL.to_vec());
    }
    let names = RoundingMode::ALL.map(RoundingMode::name);
    let mode = RoundingMode::ALL.into_iter().find(|mode| mode.name() == text);
    mode.map(|mode| vec![mode]).ok_or_else(|| {
        let meant = nearest(text, names.into_iter().chain(["all"]));
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        Diag::new(DiagKind::Option, format!("--rounding {text} is not a rounding mode"))
            .at("--rounding", text, 0..text.len(), "unknown")
            .help(format!("{meant}there are all, {}", names.join(", ")))
    })
}

/// Longest certificate that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// Lists the rounded functions whose certificates are in a folder.
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
        "proved",
        "in code",
        "table bytes",
        "operations",
    ]);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let bytes = infile::read_file(path, MOST_BYTES)?;
        if !Certificate::is_meant(&bytes) {
            continue;
        }
        let certificate = Certificate::parse(&path.display().to_string(), &bytes)?;
        table.row([
            certificate.function.clone(),
            certificate.format.clone(),
            certificate.modes.join(" "),
            certificate.target.clone(),
            format!("all 2^{} results", if certificate.cells.is_some() { 32 } else { 16 }),
            certificate.in_code().to_string(),
            certificate.table_bytes.to_string(),
            certificate.operations.to_string(),
        ]);
    }
    report::print(table.to_string())?;
    Ok(ExitCode::SUCCESS)
}
