//! `tmd-codegen search` of pow and compound in ranges of larger formats, whose rows of pairs kernels search.

use crate::args::SearchArgs;
use crate::delivery::Delivery;
use crate::kept_folder;
use crate::progress::Bar;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::load::RUST_SIMD;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::plane::Json;
use tmd_codegen::pairs::plane::Request;
use tmd_codegen::pairs::rows::{Options, Planned};
use tmd_codegen::text::on_cores;
use tmd_runtime::Options as RunOptions;

pub(crate) fn run(args: &SearchArgs, request: &Request) -> Result<ExitCode, Diag> {
    let load = args.device.load_options(args.request.options.get("target").unwrap_or(RUST_SIMD));
    load.check()?;
    let delivery = Delivery::prepare(&args.outputs)?;
    let planned = report::timed("planning", "planned", || Planned::new(request))?;
    report::detail(|| {
        let (time, kernels) = (on_cores(planned.seconds()), planned.kernels());
        format!("{time} predicted, kernels: {kernels}")
    });
    let dir =
        kept_folder::of(args.campaign.as_deref(), || planned.seconds(), "rows", &request.command());
    let run = RunOptions { threads: args.device.threads(), ..RunOptions::default() };
    let bar = Bar::new(planned.pairs());
    let options = Options { load: &load, run: &run, dir: dir.as_deref() };
    let certificate = planned.search(&options, &bar);
    bar.clear();
    let certificate = certificate?;
    delivery.deliver(&Json::new(request, &certificate), &certificate, || {
        let Request { function, format, range_x, range_y, .. } = request;
        let asked = Asked::of_numbers(*function, &format.name, [range_x, range_y]);
        table(&asked, &About::of_numbers(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
