//! `tmd-codegen convert`

use crate::args::ConvertArgs;
use crate::outputs::{Cases, case_files};
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::cases::{self, List};
use tmd_codegen::diag::Diag;
use tmd_codegen::output::outfile;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::FormatName;

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode, Diag> {
    let files = case_files("-o", &args.output)?;
    let outputs = files.iter().map(|(path, what)| ("-o", Some(path.as_path()), what));
    let sinks: Vec<(outfile::Sink, &Cases)> = outfile::sinks::<&Cases>(outputs)?;
    let mut list = cases::read(&args.list)?;
    complete(args, &mut list)?;
    if let Some(spec) = function(args, &list)? {
        list.measure(&spec);
        let unknown = list.cases.iter().filter(|case| case.hardness.is_none()).count();
        if unknown > 0 {
            report::note(&format!(
                "of {} cases, {unknown} have no hardness: {} has no finite value there, or one that is a breakpoint",
                list.cases.len(),
                spec.canonical()
            ));
        }
    }
    if let Some(most) = args.sample {
        list.sample(most as usize)?;
    }
    let shown = format!("{} cases written\n", list.cases.len());
    report::deliver(sinks, |cases| cases.contents(&list), || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what the options tell about the list.
fn complete(args: &ConvertArgs, list: &mut List) -> Result<(), Diag> {
    let formats = [
        ("--input-precision", "input format", &args.input_precision),
        ("--precision", "output format", &args.precision),
    ];
    for (option, name, text) in formats {
        if let Some(text) = text {
            let format = FormatName::parse(option, text)?.format()?;
            list.say(name, &format!("{} ({} bits)", format.name, format.precision));
        }
    }
    if let Some(text) = &args.rounding {
        list.say("rounding", text.parse::<Rounding>()?.name());
    }
    if list.about("made by").is_none() && args.list != Path::new("-") {
        list.say("source", &args.list.display().to_string());
    }
    Ok(())
}

/// The function that the cases are of, if anybody tells.
fn function(args: &ConvertArgs, list: &List) -> Result<Option<FunctionSpec>, Diag> {
    let Some(text) = args.function.as_deref().or_else(|| list.about("function")) else {
        return Ok(None);
    };
    FunctionSpec::parse_given(text, args.param.as_deref()).map(Some)
}
