//! `tmd-codegen approx` of functions of two variables.

use crate::approx::doubt_between;
use crate::args::ApproxArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::approx;
use tmd_codegen::approx::surface::{self, Certificate, Evaluator, Request, Samples, Source};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::outfile;
use tmd_codegen::target::Sources;

/// Makes the text of an output.
type Format = fn(&Evaluator, &Sources) -> Result<String, Diag>;

/// Whether a command asks for a function of two variables: it has a range of one, or samples in three columns.
pub(crate) fn is_meant(args: &ApproxArgs) -> bool {
    args.range_x.is_some()
        || args.range_y.is_some()
        || args.samples.as_deref().is_some_and(Samples::is_meant)
}

pub(crate) fn run(args: &ApproxArgs) -> Result<ExitCode, Diag> {
    refuse_others(args)?;
    let samples = args.samples.as_deref().map(Samples::read).transpose()?;
    let request = request(args, samples.as_ref())?;
    let source = match samples {
        Some(samples) => Source::Samples(samples),
        None => Source::function(&request.function, request.param.as_deref())?,
    };
    let place: [(&str, Option<&Path>, Format); 1] =
        [("--certificate", args.certificate.as_deref(), |made, sources| {
            Certificate::new(made, sources)?.text()
        })];
    let sinks = outfile::sinks(place)?;
    if !source.is_known() && args.certificate.is_some() {
        return Err(approx::Certificate::refused());
    }
    let evaluator = report::timed("planning and proving", "planned and proved", || {
        surface::make(&request, source)
    })?;
    if let Some(doubt) = doubt(&evaluator) {
        report::note(&doubt);
    }
    let name = args.name.clone().unwrap_or_else(|| evaluator.name());
    let sources = evaluator.emit(&args.target, &name)?;
    if let Some(folder) = &args.output {
        outfile::check_apart(&sinks, folder, sources.keys())?;
    }
    let shown = report::emitted(&sources, args.output.as_deref())?;
    report::deliver(sinks, |format| format(&evaluator, &sources), || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// Why an evaluator of samples may be wrong between them.
fn doubt(evaluator: &Evaluator) -> Option<String> {
    let held_out = evaluator.held_out?;
    let (x, y) = held_out.at;
    doubt_between(
        held_out.is_repetition().then_some((held_out.coefficients, held_out.samples)),
        (held_out.error, format!("x = {x:e}, y = {y:e}")),
        &evaluator.request.tolerance,
    )
}

/// Refuses options that only functions of one variable have.
fn refuse_others(args: &ApproxArgs) -> Result<(), Diag> {
    let others = [
        (args.range.is_some(), "--range", "give --range-x and --range-y"),
        (
            args.samples_of.is_some(),
            "--samples-of",
            "write its values to a file of lines `x y value`, and give that as --samples",
        ),
        (
            args.basis != "monomial",
            "--basis",
            "leave it out: polynomials of two variables have powers",
        ),
        (args.leaves.is_some(), "--leaves", "leave it out: the planner chooses the grid"),
        (args.degree.is_some(), "--degree", "leave it out: the planner chooses the degrees"),
        (args.tune.is_some(), "--tune", "leave it out: the planner chooses by its costs"),
        (args.stochastic, "--stochastic", "leave it out"),
        (args.svg.is_some(), "--svg", "leave it out"),
    ];
    match others.into_iter().find(|(is_given, ..)| *is_given) {
        None => Ok(()),
        Some((_, option, help)) => {
            let message = format!("{option} is for functions of one variable");
            Err(Diag::new(DiagKind::Option, message).help(help))
        }
    }
}

fn request(args: &ApproxArgs, samples: Option<&Samples>) -> Result<Request, Diag> {
    let range = |given: &Option<String>, option: &str, of: fn(&surface::Sample) -> f64| match (
        given, samples,
    ) {
        (Some(range), _) => Ok(range.clone()),
        (None, Some(samples)) => Ok(samples.range(of)),
        (None, None) => Err(Diag::new(
            DiagKind::Option,
            format!("a function of x and y has two ranges, and {option} is missing"),
        )
        .help(format!("give both ends, as {option} 0,1; for a function of x alone give --range"))),
    };
    let ranges = [
        range(&args.range_x, "--range-x", surface::Sample::x)?,
        range(&args.range_y, "--range-y", surface::Sample::y)?,
    ];
    let function = args.function.clone().unwrap_or_default();
    let [x, y] = &ranges;
    Ok(Request {
        param: args.param.clone(),
        strategy: args.lookup.parse()?,
        table_budget: args.table_budget,
        outside: args.outside.parse()?,
        c_header: args.c_header,
        python: args.python,
        no_std: args.no_std,
        ..Request::new(&function, [x, y], args.tolerance.parse()?, args.number)
    })
}
