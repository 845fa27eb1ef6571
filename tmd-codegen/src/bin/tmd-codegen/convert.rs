//! `tmd-codegen convert`

use crate::args::ConvertArgs;
use crate::outputs::{Cases, case_files};
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::cases::{self, List};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::outfile;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::FormatName;

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode, Diag> {
    let files = case_files("-o", &args.output, args.with_results)?;
    let outputs = files.iter().map(|(path, what)| ("-o", Some(path.as_path()), what));
    let outputs = outputs.chain([("--harness", args.harness.as_deref(), &Cases::Harness)]);
    let sinks: Vec<(outfile::Sink, &Cases)> = outfile::sinks::<&Cases>(outputs)?;
    outfile::check_inputs(&sinks, [("the list of cases", Some(args.list.as_path()))])?;
    let mut list = cases::read(&args.list)?;
    report::left_out(&args.list, &list);
    complete(args, &mut list)?;
    let spec = function(args, &mut list)?;
    let needs_hardness =
        args.sample.is_some() || files.iter().any(|(_, what)| what.tells_hardness());
    if let Some(spec) = spec.as_ref().filter(|_| needs_hardness) {
        report::patiently("measuring how hard the cases are", || list.measure(spec));
        let unknown = list.cases.iter().filter(|case| case.hardness.is_none()).count();
        if unknown > 0 {
            report::note(&format!(
                "of {} cases, {unknown} have no hardness: there {} has no finite value, or one that is a breakpoint, \
                 or near to one that does not count",
                list.cases.len(),
                spec.canonical()
            ));
        }
    }
    if let Some(most) = args.sample {
        list.sample(most as usize)?;
    }
    let shown = format!("{} cases written\n", list.cases.len());
    let contents = |cases: &Cases| {
        let mut bytes = vec![];
        let function = spec.as_ref().map(|spec| (spec, list.output_format()));
        cases.write(&list, function, &mut bytes)?;
        Ok(bytes)
    };
    report::deliver(sinks, contents, || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// Completes the heading of the list from the options, where the list itself does not say.
fn complete(args: &ConvertArgs, list: &mut List) -> Result<(), Diag> {
    let formats = [
        ("--input-precision", "input format", &args.input_precision),
        ("--precision", "output format", &args.precision),
    ];
    for (option, name, text) in formats {
        if let Some(text) = text {
            let format = FormatName::parse(option, text)?.format()?;
            say(list, option, name, &format!("{} ({} bits)", format.name, format.precision))?;
        }
    }
    if let Some(text) = &args.rounding {
        say(list, "--rounding", "rounding", text.parse::<Rounding>()?.name())?;
    }
    if list.about("made by").is_none() && args.list != Path::new("-") {
        list.say("source", &args.list.display().to_string());
    }
    Ok(())
}

/// Sets a line of the heading from an option; an error if the list says otherwise.
fn say(list: &mut List, option: &str, name: &str, text: &str) -> Result<(), Diag> {
    match list.stated(name) {
        Some(stated) if stated != text => {
            let message = format!("{option} contradicts the list, which says `{name}: {stated}`");
            Err(Diag::new(DiagKind::Option, message).help("leave the option out"))
        }
        _ => {
            list.say(name, text);
            Ok(())
        }
    }
}

/// The function that the cases are of, if anybody tells.
fn function(args: &ConvertArgs, list: &mut List) -> Result<Option<FunctionSpec>, Diag> {
    if let Some(text) = &args.function {
        let spec = FunctionSpec::parse_given(text, args.param.as_deref())?;
        say(list, "--function", "function", &spec.canonical())?;
        return Ok(Some(spec));
    }
    let Some(text) = list.stated("function") else { return Ok(None) };
    let spec = FunctionSpec::parse_given(text, args.param.as_deref()).map_err(|diag| Diag {
        message: format!("{} names its function: {}", args.list.display(), diag.message),
        ..diag
    })?;
    Ok(Some(spec))
}
