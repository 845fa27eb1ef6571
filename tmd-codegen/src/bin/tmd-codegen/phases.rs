//! `tmd-codegen search` of periodic functions at large arguments, by their phases, and `gen` of the kernels for that.

use crate::args::{DeviceArgs, GenArgs, SearchArgs};
use crate::delivery::Delivery;
use crate::kept_folder;
use crate::pairs::bits;
use crate::pool::searched_with_bar;
use crate::report;
use std::process::ExitCode;
use std::sync::Arc;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::load::{LoadOptions, RUST_SIMD};
use tmd_codegen::output::{generated, phases as output};
use tmd_codegen::phases::{self, Function, Request};
use tmd_codegen::request::command_line::RequestArgs;
use tmd_codegen::spec::format::FormatName;
use tmd_codegen::target;
use tmd_runtime::{Deployment, Kernel, Options};

/// All phases.
pub(crate) const WHOLE: &str = "0,1";
/// The options of a search without phases that these searches have, too.
const OWN: [&str; 5] = ["function", "range", "precision", "bits", "target"];

/// Whether a search without phases can be made by them.
pub(crate) fn serves(args: &SearchArgs) -> bool {
    refuse_others(args).is_ok() && request(&args.request, WHOLE).is_ok()
}

pub(crate) fn run(args: &SearchArgs, range: &str) -> Result<ExitCode, Diag> {
    refuse_others(args)?;
    let request = request(&args.request, range)?;
    let kernel = kernel(args, &request)?;
    let delivery = Delivery::prepare(&args.outputs)?;
    let dir = kept_folder::of(
        args.campaign.as_deref(),
        || phases::predicted_seconds(&request),
        "phases",
        &request.command(),
    );
    let threads = args.device.threads();
    let options = Options { threads, ..Options::default() };
    let certificate = searched_with_bar(threads, request.about() as u128, |bar| {
        let search = |request: &Request| match &kernel {
            Some(kernel) => phases::search_on(request, kernel, &options, bar),
            None => phases::search(request, bar),
        };
        match &dir {
            Some(dir) => phases::search_in_units(&request, dir, bar, &search),
            None => search(&request),
        }
    })?;
    delivery.deliver(&output::Json::new(&request, &certificate), &certificate, || {
        output::table(&request, &certificate)
    })?;
    if certificate.undecided.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    report::note("some values cannot be told from breakpoints: their arguments are listed");
    Ok(ExitCode::from(report::INCOMPLETE))
}

/// `tmd-codegen gen` of the kernel of such a search.
pub(crate) fn generate(args: &GenArgs, range: &str) -> Result<ExitCode, Diag> {
    refuse_options(&args.request)?;
    let request = request(&args.request, range)?;
    let name = args.request.options.get("target").unwrap_or(RUST_SIMD);
    let target = target::target(name).ok_or_else(|| target::unknown(name, &[]))?;
    let command = format!("{} --target {name}", request.command_of("gen"));
    let files = generated::files_of_phases(&request, target, &command, &args.emit)?;
    report::print(report::emitted(&files, args.output.as_deref())?)?;
    Ok(ExitCode::SUCCESS)
}

/// The kernel that searches, if what it is to run on is said: otherwise this program does so by itself.
fn kernel(args: &SearchArgs, request: &Request) -> Result<Option<Arc<dyn Kernel>>, Diag> {
    let DeviceArgs { processor, device, deployment } = &args.device;
    let target = args.request.options.get("target");
    let is_said = target.is_some()
        || processor.simd.is_some()
        || device.is_some()
        || *deployment != Deployment::default();
    if !is_said {
        return Ok(None);
    }
    let load: LoadOptions = args.device.load_options(target.unwrap_or(RUST_SIMD));
    load.check()?;
    let doing = format!("compiling the kernel of arcs of phases for {}", load.target);
    report::timed(&doing, "compiled", || phases::load(request, &load)).map(Some)
}

fn request(args: &RequestArgs, phases: &str) -> Result<Request, Diag> {
    let given = |name: &str| args.options.get(name);
    let function = Function::parse(given("function").unwrap_or_default())?;
    let format = FormatName::parse("--precision", given("precision").unwrap_or("binary64"))?;
    let Some(range) = given("range") else {
        return Err(Diag::new(DiagKind::Option, "--phases needs --range")
            .help("give a range of arguments, as in --range 2^1022,2^1023"));
    };
    Request::new(function, format.format()?, range, phases, bits(args)?)
}

/// Refuses options that only searches without phases have.
fn refuse_others(args: &SearchArgs) -> Result<(), Diag> {
    refuse_options(&args.request)?;
    let outputs = &args.outputs;
    let others = [
        (!outputs.cases.is_empty(), "--cases"),
        (outputs.with_results, "--with-results"),
        (outputs.html.is_some(), "--html"),
    ];
    match others.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, flag)) => Err(refused(flag)),
    }
}

/// Refuses options of a function and its plan that these searches do not have.
fn refuse_options(args: &RequestArgs) -> Result<(), Diag> {
    let given = args.options.given().map(|(option, _)| option);
    let other = given.filter(|option| !OWN.contains(&option.name)).map(|option| option.flag());
    let config = args.config.is_some().then(|| "--config".to_owned());
    match other.chain(config).next() {
        None => Ok(()),
        Some(flag) => Err(refused(&flag)),
    }
}

fn refused(flag: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("{flag} does not go with --phases")).help(
        "with --phases, give --range, --precision, --bits and --target; a search also takes --simd, --device, --threads, --campaign, --json and \
         --certificate",
    )
}
