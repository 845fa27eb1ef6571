//! `tmd-codegen approx`

use crate::args::ApproxArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::approx::{self, Request, Samples, Source};
use tmd_codegen::diag::Diag;
use tmd_codegen::ir::Width;
use tmd_codegen::output::generated;

pub(crate) fn run(args: &ApproxArgs) -> Result<ExitCode, Diag> {
    let request = request(args)?;
    let source = match &args.samples {
        Some(path) => Source::Samples(Samples::read(path)?),
        None => Source::function(&request.function, request.param.as_deref())?,
    };
    let evaluator = approx::make(&request, source)?;
    let name = args.name.clone().unwrap_or_else(|| evaluator.name());
    let sources = evaluator.emit(&args.target, &name)?;
    match &args.output {
        None => report::print(&generated::joined(&sources))?,
        Some(folder) => {
            let written = generated::write(&sources, folder)?;
            let (all, folder) = (sources.len(), folder.display());
            report::print(&format!("{all} files in {folder}, {written} of them new or changed\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn request(args: &ApproxArgs) -> Result<Request, Diag> {
    let function = args.function.clone().unwrap_or_default();
    let width = if args.number == "f32" { Width::W32 } else { Width::W64 };
    let tolerance = args.tolerance.parse()?;
    Ok(Request {
        param: args.param.clone(),
        basis: args.basis.parse()?,
        strategy: args.lookup.parse()?,
        leaves: args.leaves.map(|leaves| leaves as usize),
        degree: args.degree.map(|degree| degree as usize),
        table_budget: args.table_budget,
        outside: args.outside.parse()?,
        ..Request::new(&function, &args.range, tolerance, width)
    })
}
