//! `tmd-codegen approx`

use crate::args::ApproxArgs;
use crate::report;
use crate::surface;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::approx::{
    self, Certificate, Evaluator, HeldOut, Request, Samples, Source, Tolerance, Tuned,
};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::outfile;
use tmd_codegen::output::svg;
use tmd_codegen::rounded;
use tmd_codegen::stochastic::{Detect, Options};
use tmd_codegen::target::Sources;

/// Makes the text of an output.
type Format = fn(&Evaluator, &Sources) -> Result<String, Diag>;

pub(crate) fn run(args: &ApproxArgs) -> Result<ExitCode, Diag> {
    if surface::is_meant(args) {
        return surface::run(args);
    }
    let samples = args.samples.as_deref().map(Samples::read).transpose()?;
    let range = args.range.clone().or_else(|| samples.as_ref().map(Samples::range));
    let request = request(args, &range.unwrap_or_default())?;
    let source = match (samples, &args.samples_of) {
        (Some(samples), _) => Source::Samples(samples),
        (None, Some(command)) => {
            let doing = format!("waiting for what `{command}` prints");
            Source::Samples(report::patiently(&doing, || {
                Samples::of_command(command, &request, args.samples_count)
            })?)
        }
        (None, None) => Source::function(&request.function, request.param.as_deref())?,
    };
    let places: [(&str, Option<&Path>, Format); 2] = [
        ("--certificate", args.certificate.as_deref(), |made, sources| {
            Certificate::new(made, sources)?.text()
        }),
        ("--svg", args.svg.as_deref(), |made, _| svg::evaluator(made)),
    ];
    let sinks = outfile::sinks(places)?;
    if !source.is_known() && args.certificate.is_some() {
        return Err(Certificate::refused());
    }
    let evaluator = match args.tune {
        None => report::timed("planning and proving", "planned and proved", || {
            approx::make(&request, source)
        })?,
        Some(count) => fastest(report::patiently("planning and proving", || {
            approx::make_several(&request, source, count as usize)
        })?)?,
    };
    if let Some(doubt) = doubt(&evaluator) {
        report::note(&doubt);
    }
    let name = args.name.clone().unwrap_or_else(|| evaluator.name());
    let own = evaluator.emit(&args.target, &name)?;
    let mut sources = own.clone();
    if args.stochastic {
        sources.extend(twin(args, &evaluator, &name)?);
    }
    if let Some(folder) = &args.output {
        outfile::check_apart(&sinks, folder, sources.keys())?;
    }
    let shown = report::emitted(&sources, args.output.as_deref())?;
    report::deliver(sinks, |format| format(&evaluator, &own), || shown)?;
    Ok(ExitCode::SUCCESS)
}

/// Why an evaluator of samples may be wrong between them.
fn doubt(evaluator: &Evaluator) -> Option<String> {
    let held_out = evaluator.held_out?;
    let HeldOut { error, at, samples, coefficients } = held_out;
    let repetition = held_out.is_repetition().then_some((coefficients, samples));
    doubt_between(repetition, (error, format!("{at:e}")), &evaluator.request.tolerance)
}

/// Why values between samples may be wrong: because there are as many coefficients as samples, or because of the largest error at one
/// that was held out, and where that is.
pub(crate) fn doubt_between(
    repetition: Option<(usize, usize)>,
    (error, at): (f64, String),
    tolerance: &Tolerance,
) -> Option<String> {
    if let Some((coefficients, samples)) = repetition {
        return Some(format!(
            "{coefficients} coefficients for {samples} samples: they reproduce the samples and say nothing about the values between them; give a \
             larger --tolerance or more samples"
        ));
    }
    (error > tolerance.value).then(|| {
        format!(
            "when every fourth sample is held out, the fit misses it by up to {} (at {at}): expect such errors between samples; for smaller ones \
             give more samples, or a --tolerance above their noise",
            rounded::up(error, 3)
        )
    })
}

/// The fastest of some evaluators, by their times here, which are told.
fn fastest(evaluators: Vec<Evaluator>) -> Result<Evaluator, Diag> {
    let mut tuned = report::patiently("measuring evaluators", || approx::tune(evaluators))?;
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

/// Arguments that a twin is run at.
const POINTS: usize = 2048;

/// The files of the twin; what it finds is told.
fn twin(args: &ApproxArgs, evaluator: &Evaluator, name: &str) -> Result<Sources, Diag> {
    let twin = evaluator.twin(Options { detect: Detect::SELF, ..Options::default() })?;
    let found = evaluator.estimated(&twin, POINTS, 1)?;
    let share = match found.share {
        Some(share) => {
            format!("; samples deviate by at most {:.0} % of what the bounds allow", 100.0 * share)
        }
        None => String::new(),
    };
    report::note(&format!(
        "stochastic arithmetic at {} arguments: at least {} digits are right (at {:e}){share}",
        found.points, found.fewest, found.at
    ));
    let twin_name = format!("{name}_stochastic");
    let about = tmd_codegen::target::about(
        &format!("The stochastic twin of {name}: {}", evaluator.source.describe()),
        &format!("{} --stochastic --target {} --name {name}", evaluator.command(), args.target),
    );
    twin.emit(&args.target, &twin_name, &about)
}

fn request(args: &ApproxArgs, range: &str) -> Result<Request, Diag> {
    let function = args.function.clone().unwrap_or_default();
    let tolerance = args.tolerance.parse()?;
    Ok(Request {
        param: args.param.clone(),
        basis: args.basis.parse()?,
        strategy: args.lookup.parse()?,
        leaves: args.leaves.map(|leaves| leaves as usize),
        degree: args.degree.map(|degree| degree as usize),
        table_budget: args.table_budget,
        outside: args.outside.parse()?,
        c_header: args.c_header,
        python: args.python,
        no_std: args.no_std,
        ..Request::new(&function, range, tolerance, args.number)
    })
}
