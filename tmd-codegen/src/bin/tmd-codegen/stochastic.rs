//! `tmd-codegen stochastic`

use crate::args::StochasticArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::infile;
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::stochastic::{self, Options, Report, Stochastic, Values};

/// Longest source, in bytes.
const MOST_BYTES: u64 = 1 << 20;

pub(crate) fn run(args: &StochasticArgs) -> Result<ExitCode, Diag> {
    let options = Options {
        detect: args.detect.parse()?,
        uncertainty: uncertainty(args)?,
        rounding: args.rounding.parse()?,
    };
    let path = Path::new(&args.source);
    let is_file = path.extension().is_some_and(|end| end == "rs") || path.is_file();
    let (name, text) = match is_file {
        true => (args.source.clone(), infile::text(path, MOST_BYTES)?),
        false => ("expression".to_owned(), args.source.clone()),
    };
    let kernel = stochastic::parse(&name, &text, args.number)?;
    let made = report::patiently("making the twin", || Stochastic::new(kernel, options))?;
    if let Some(values) = &args.run {
        return report_run(args, &made, values);
    }
    let name = args.name.clone().unwrap_or_else(|| format!("{}_stochastic", made.kernel.name));
    let about = about(args, &options, &name);
    let sources = made.emit(&args.target, &name, &about)?;
    report::print(report::emitted(&sources, args.output.as_deref())?)?;
    Ok(ExitCode::SUCCESS)
}

fn uncertainty(args: &StochasticArgs) -> Result<Option<f64>, Diag> {
    match args.uncertainty {
        Some(relative) if !(relative > 0.0 && relative < 1.0) => Err(Diag::new(
            DiagKind::Option,
            format!("--uncertainty {relative} is not a relative uncertainty"),
        )
        .help("give a number between 0 and 1: 1e-6")),
        relative => Ok(relative),
    }
}

/// The description of the twin: its function, and the command that makes it again.
fn about(args: &StochasticArgs, options: &Options, name: &str) -> Vec<String> {
    let number = args.number.number_type();
    let source = shlex::try_quote(&args.source).unwrap_or_default();
    let mut command =
        format!("tmd-codegen stochastic {source} --type {number} --detect {}", options.detect);
    if options.rounding != stochastic::Rounding::Auto {
        command += &format!(" --rounding {}", options.rounding);
    }
    if let Some(relative) = options.uncertainty {
        command += &format!(" --uncertainty {relative:e}");
    }
    command += &format!(" --target {} --name {name}", args.target);
    tmd_codegen::target::about(&format!("The stochastic twin of {source} in {number}."), &command)
}

fn report_run(args: &StochasticArgs, made: &Stochastic, values: &str) -> Result<ExitCode, Diag> {
    let format = |report: &Report| json::text(report);
    type Format = fn(&Report) -> Result<String, Diag>;
    let sinks = outfile::sinks([("--json", args.json.as_deref(), format as Format)])?;
    outfile::check_inputs(&sinks, [("the kernel", Some(Path::new(&args.source)))])?;
    let values = Values::parse(values, &made.kernel)?;
    let range = values.range(args.elements.as_deref())?;
    let Values { inputs, parameters } = &values;
    let outcome = report::patiently("running the twin", || {
        stochastic::run_within(&made.twin, inputs, parameters, args.seed, range, args.most_steps)
    })?;
    let report = Report::new(&made.twin, &outcome);
    report::deliver(sinks, |format| format(&report), || report.to_string())?;
    Ok(ExitCode::SUCCESS)
}
