//! `tmd-codegen bench`

use crate::args::{Bench, BenchArgs, BinadesArgs, DivergenceArgs, DivergenceOf, FamiliesArgs};
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::binades::Amount;
use tmd_codegen::diag::Diag;
use tmd_codegen::families::Families;
use tmd_codegen::load::{self, LoadOptions, Loaded};
use tmd_codegen::output::outfile;
use tmd_codegen::output::svg;
use tmd_codegen::request::{Overrides, Request};
use tmd_codegen::{binades, divergence, families, plan};

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Diag> {
    match &args.what {
        Bench::Divergence(args) => divergence(args),
        Bench::Families(args) => families(args),
        Bench::Binades(args) => binades(args),
    }
}

fn divergence(args: &DivergenceArgs) -> Result<ExitCode, Diag> {
    let request = match &args.what {
        Some(DivergenceOf::Of(request)) => request.request()?,
        None => published(),
    };
    let rows = report::patiently("measuring divergence", || {
        divergence::measure(&request, args.intervals as usize)
    })?;
    report::print(format!(
        "{}\n\n{}",
        request.command("bench divergence of"),
        divergence::table(&rows)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the text of an output.
type Format = fn(&Families) -> String;

fn families(args: &FamiliesArgs) -> Result<ExitCode, Diag> {
    let options = LoadOptions {
        target: args.target.clone(),
        level: args.simd,
        device: args.device.clone(),
        ..LoadOptions::default()
    };
    let outputs: [(&str, Option<&Path>, Format); 2] = [
        ("--output", args.output.as_deref(), |families| families.profile.to_toml()),
        ("--svg", args.svg.as_deref(), svg::families),
    ];
    let sinks = outfile::sinks(outputs)?;
    let families = report::patiently("measuring families", || families::measure(&options))?;
    report::deliver(sinks, |format| Ok(format(&families)), || families::table(&families))?;
    Ok(ExitCode::SUCCESS)
}

fn binades(args: &BinadesArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    let options =
        LoadOptions { target: request.target.clone(), level: args.simd, ..LoadOptions::default() };
    options.check()?;
    let plan = report::timed("planning", "planned", || plan::make(&request))?;
    let doing = load::doing(&plan, &options);
    let Loaded { plan, kernels, note } = report::timed(&doing, "kernels loaded", || {
        load::load(plan, &options, &request.command("gen"))
    })?;
    if let Some(note) = note {
        report::note(&note);
    }
    let amount = match args.inputs {
        Some(inputs) => Amount::Inputs(inputs),
        None => Amount::Seconds(args.seconds.into()),
    };
    let rows =
        report::patiently("measuring binades", || binades::measure(&plan, &kernels, amount))?;
    let command = request.command("bench binades");
    report::print(format!("{command}\n\n{}", binades::table(&plan, &rows)))?;
    Ok(ExitCode::SUCCESS)
}

/// The request that the papers measured: N = 2^15 on exp in [1, 2).
fn published() -> Request {
    let overrides = Overrides { interval: Some(1 << 15), ..Overrides::default() };
    Request { bits: Some(44), overrides, ..Request::in_binade("exp", "1,2") }
}
