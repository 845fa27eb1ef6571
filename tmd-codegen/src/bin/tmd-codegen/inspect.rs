//! `tmd-codegen inspect`

use crate::args::InspectArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::inspect::{self, Choice, PassView};
use tmd_codegen::plan;
use tmd_codegen::request::options::FUNCTION;
use tmd_codegen::request::{Request, command_line};

pub(crate) fn run(args: &InspectArgs) -> Result<ExitCode, Diag> {
    report::print(&report::patiently("planning, and compiling kernels to be looked at", || {
        text(args)
    })?)?;
    Ok(ExitCode::SUCCESS)
}

fn text(args: &InspectArgs) -> Result<String, Diag> {
    let choice = Choice { kernel: args.kernel, stage: args.stage, file: args.file.clone() };
    if let [a, b] = &args.compare[..] {
        let sides = [side(args, a)?, side(args, b)?];
        return inspect::compare([(a, &sides[0]), (b, &sides[1])], &choice);
    }
    if let Some(folder) = folder(args) {
        return inspect::folder(Path::new(folder));
    }
    let request = args.request.request()?;
    if let Some(name) = &args.pass {
        let view = if args.diff { PassView::Difference } else { PassView::After };
        let plan = plan::make(&request)?;
        return inspect::pass(&plan, args.kernel, args.stage, name, view);
    }
    let inspection = inspect::inspect(&request, &choice)?;
    let machine = match args.no_compile && !args.asm {
        true => None,
        false => Some(inspection.machine(args.arch.as_deref())?),
    };
    let parts = inspect::Parts { source: args.source, machine, asm: args.asm };
    Ok(inspect::report(&inspection, &parts))
}

/// The folder that is meant, if it is one: nothing but a folder has no range.
fn folder(args: &InspectArgs) -> Option<&str> {
    let only = args.request.options.given().count() == 1;
    let name = args.request.options.get(FUNCTION)?;
    (only && args.request.config.is_none() && Path::new(name).is_dir()).then_some(name)
}

/// One side of a comparison: the request with other options laid over it.
fn side(args: &InspectArgs, words: &str) -> Result<Request, Diag> {
    let wrong = |diag: Diag| match diag.source {
        Some(_) => diag,
        None => diag.at("--compare", words, 0..words.len(), "this side"),
    };
    let split = shlex::split(words).ok_or_else(|| {
        wrong(Diag::new(DiagKind::Syntax, "a quote is not closed").help("quote as in a shell"))
    })?;
    let over = command_line::parse(split.iter().map(String::as_str)).map_err(wrong)?;
    let mut both = args.request.clone();
    both.options = both.options.overlaid(&over.options);
    both.request().map_err(wrong)
}
