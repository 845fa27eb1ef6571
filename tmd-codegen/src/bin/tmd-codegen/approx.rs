//! `tmd-codegen approx`

use crate::args::ApproxArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::approx::{self, Certificate, Evaluator, Request, Samples, Source, Tuned};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::ir::Width;
use tmd_codegen::output::outfile;
use tmd_codegen::output::{generated, svg};

/// Makes the text of an output.
type Format = fn(&Evaluator) -> Result<String, Diag>;

pub(crate) fn run(args: &ApproxArgs) -> Result<ExitCode, Diag> {
    let request = request(args)?;
    let source = match &args.samples {
        Some(path) => Source::Samples(Samples::read(path)?),
        None => Source::function(&request.function, request.param.as_deref())?,
    };
    let places: [(&str, Option<&Path>, Format); 2] = [
        ("--certificate", args.certificate.as_deref(), |made| Certificate::new(made)?.text()),
        ("--svg", args.svg.as_deref(), svg::evaluator),
    ];
    let sinks = outfile::sinks(places)?;
    let evaluator = match args.tune {
        None => approx::make(&request, source)?,
        Some(count) => fastest(approx::make_several(&request, source, count as usize)?)?,
    };
    let name = args.name.clone().unwrap_or_else(|| evaluator.name());
    let sources = evaluator.emit(&args.target, &name)?;
    let shown = match &args.output {
        None => generated::joined(&sources),
        Some(folder) => {
            let written = generated::write(&sources, folder)?;
            let (all, folder) = (sources.len(), folder.display());
            format!("{all} files in {folder}, {written} of them new or changed\n")
        }
    };
    report::deliver(sinks, |format| format(&evaluator), || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// The fastest of some evaluators, by their times here, which are told.
fn fastest(evaluators: Vec<Evaluator>) -> Result<Evaluator, Diag> {
    let mut tuned = approx::tune(evaluators)?;
    for Tuned { evaluator, rate } in &tuned {
        report::note(&format!(
            "{:.3e} values/s: --lookup {} --leaves {} --degree {}",
            rate,
            evaluator.strategy,
            evaluator.leaves.len(),
            evaluator.degree()
        ));
    }
    match tuned.is_empty() {
        true => Err(Diag::new(DiagKind::Internal, "nothing was measured")),
        false => Ok(tuned.remove(0).evaluator.pinned()),
    }
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
