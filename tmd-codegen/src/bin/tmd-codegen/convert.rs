//! `tmd-codegen convert`

use crate::args::ConvertArgs;
use crate::outputs::{Cases, case_files};
use crate::report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tmd_codegen::atlas;
use tmd_codegen::cases::List;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::outfile;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::FormatName;
use tmd_codegen::text::plural;

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode, Diag> {
    let files = case_files("-o", &args.output, args.with_results)?;
    if args.harness.is_some() {
        check_harness(&files)?;
    }
    let outputs = files.iter().map(|(path, what)| ("-o", Some(path.as_path()), what));
    let outputs = outputs.chain([("--harness", args.harness.as_deref(), &Cases::Harness)]);
    let sinks: Vec<(outfile::Sink, &Cases)> = outfile::sinks::<&Cases>(outputs)?;
    outfile::check_inputs(&sinks, [("the list of cases", Some(args.list.as_path()))])?;
    let mut list = atlas::read_list(&args.list)?;
    report::left_out(&args.list, &list);
    check_empty(&args.list, &list)?;
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
    let shown = format!("{} written\n", plural(list.cases.len(), "case"));
    let contents = |cases: &Cases| {
        let mut bytes = vec![];
        let function = spec.as_ref().map(|spec| (spec, list.output_format()));
        cases.write(&list, function, &mut bytes)?;
        Ok(bytes)
    };
    report::deliver(sinks, contents, || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that there is what a harness is compiled with.
fn check_harness(files: &[(PathBuf, Cases)]) -> Result<(), Diag> {
    let is_there = files.iter().any(|(_, what)| what.is_table_of_results());
    is_there.then_some(()).ok_or_else(|| {
        Diag::new(
            DiagKind::Option,
            "--harness: it needs a .h file with the results, and none is written",
        )
        .help("add --with-results -o FILE.h")
    })
}

/// Refuses a list in which nothing is; one that says what it is about may be empty, which is told.
pub(crate) fn check_empty(path: &Path, list: &List) -> Result<(), Diag> {
    let name = path.display();
    if !list.cases.is_empty() {
        return Ok(());
    }
    if list.about.is_empty() && list.left_out == 0 {
        let message = format!("{name} holds nothing: no case, and no heading of a list");
        return Err(Diag::new(DiagKind::Syntax, message)
            .help("give a list that `tmd-codegen search --cases` wrote, or one with a hexadecimal float on each line"));
    }
    report::note(&format!("{name} has no cases"));
    Ok(())
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
