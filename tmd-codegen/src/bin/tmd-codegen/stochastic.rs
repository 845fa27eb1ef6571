//! `tmd-codegen stochastic`

use crate::args::StochasticArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::ir::Width;
use tmd_codegen::output::{generated, json, outfile};
use tmd_codegen::stochastic::{self, Options, Report, Stochastic, Values};

/// Longest source, in bytes.
const MOST_BYTES: u64 = 1 << 20;

pub(crate) fn run(args: &StochasticArgs) -> Result<ExitCode, Diag> {
    let width = if args.number == "f32" { Width::W32 } else { Width::W64 };
    let options = Options {
        detect: args.detect.parse()?,
        uncertainty: uncertainty(args)?,
        rounding: args.rounding.parse()?,
    };
    let path = Path::new(&args.source);
    let is_file = path.extension().is_some_and(|end| end == "rs") || path.is_file();
    let (name, text) = match is_file {
        true => (args.source.clone(), read(path)?),
        false => ("expression".to_owned(), args.source.clone()),
    };
    let made = Stochastic::new(stochastic::parse(&name, &text, width)?, options)?;
    if let Some(values) = &args.run {
        return report_run(args, &made, values);
    }
    let name = args.name.clone().unwrap_or_else(|| format!("{}_stochastic", made.kernel.name));
    let about = about(args, &options, &name);
    let sources = made.emit(&args.target, &name, &about)?;
    let shown = match &args.output {
        None => generated::joined(&sources),
        Some(folder) => {
            let written = generated::write(&sources, folder)?;
            let (all, folder) = (sources.len(), folder.display());
            format!("{all} files in {folder}, {written} of them new or changed\n")
        }
    };
    print!("{shown}");
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<String, Diag> {
    let name = path.display();
    let bytes = tmd_runtime::read_limited(path, MOST_BYTES)?.ok_or_else(|| {
        Diag::new(DiagKind::Io, format!("{name} is longer than {MOST_BYTES} bytes"))
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn uncertainty(args: &StochasticArgs) -> Result<Option<f64>, Diag> {
    match args.uncertainty {
        Some(relative) if !(relative > 0.0 && relative < 1.0) => Err(Diag::new(
            DiagKind::Option,
            format!("--uncertainty {relative} is no relative uncertainty"),
        )
        .help("give a number between 0 and 1: 1e-6")),
        relative => Ok(relative),
    }
}

/// What the twin is of, and the command that makes it again.
fn about(args: &StochasticArgs, options: &Options, name: &str) -> Vec<String> {
    let source = shlex::try_quote(&args.source).unwrap_or_default();
    let mut command = format!(
        "tmd-codegen stochastic {source} --type {} --detect {}",
        args.number, options.detect
    );
    if options.rounding != stochastic::Rounding::Auto {
        command += &format!(" --rounding {}", options.rounding);
    }
    if let Some(relative) = options.uncertainty {
        command += &format!(" --uncertainty {relative:e}");
    }
    command += &format!(" --target {} --name {name}", args.target);
    vec![
        format!("The stochastic twin of {source} in {}.", args.number),
        String::new(),
        "```text".into(),
        command,
        "```".into(),
        String::new(),
    ]
}

fn report_run(args: &StochasticArgs, made: &Stochastic, values: &str) -> Result<ExitCode, Diag> {
    let format = |report: &Report| json::text(report);
    type Format = fn(&Report) -> Result<String, Diag>;
    let sinks = outfile::sinks([("--json", args.json.as_deref(), format as Format)])?;
    let values = Values::parse(values, &made.kernel)?;
    let range = values.range(args.elements.as_deref())?;
    let outcome =
        stochastic::run(&made.twin, &values.inputs, &values.parameters, args.seed, range)?;
    let report = Report::new(&made.twin, &outcome);
    report::deliver(sinks, |format| format(&report), || report.to_string())?;
    Ok(ExitCode::SUCCESS)
}
