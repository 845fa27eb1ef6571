//! `tmd-codegen search` of functions of a number and an integer, for all integers of a range.

use crate::args::SearchArgs;
use crate::delivery::Delivery;
use crate::kept_folder;
use crate::pool::searched_with_bar;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::pairs as output;
use tmd_codegen::pairs::{self, Family, Request};
use tmd_codegen::request::command_line::RequestArgs;
use tmd_codegen::spec::format::FormatName;

/// The options of a search of one variable that these searches have, too.
const OWN: [&str; 3] = ["function", "precision", "bits"];

pub(crate) fn run(args: &SearchArgs, range: &str) -> Result<ExitCode, Diag> {
    refuse_others(args)?;
    let request = request(args, range)?;
    let delivery = Delivery::prepare(&args.outputs)?;
    let dir = kept_folder::of(
        args.campaign.as_deref(),
        || pairs::predicted_seconds(&request),
        "integers",
        &request.command(),
    );
    let inputs = pairs::bases(&request).into();
    let certificate = searched_with_bar(args.device.threads(), inputs, |bar| {
        pairs::search(&request, dir.as_deref(), bar)
    })?;
    delivery.deliver(&output::Json::new(&request, &certificate), &certificate, || {
        let Request { family, format, n, .. } = &request;
        let asked = output::Asked::of_integer(*family, &format.name, *n);
        output::table(&asked, &output::About::of_integer(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn request(args: &SearchArgs, range: &str) -> Result<Request, Diag> {
    let given = |name: &str| args.request.options.get(name);
    let family = Family::parse(given("function").unwrap_or_default())?;
    let format = FormatName::parse("--precision", given("precision").unwrap_or("binary64"))?;
    pairs::request(family, format, integers(range)?, bits(&args.request)?)
}

/// Two integers.
fn integers(range: &str) -> Result<[i32; 2], Diag> {
    let bad = |start: usize, part: &str| {
        Diag::new(DiagKind::Syntax, "--range-n: no range of integers")
            .at("--range-n", range, start..start + part.len(), "not a whole number")
            .help("give the first and the last integer, as --range-n=-1024,1024")
    };
    let Some((first, last)) = range.split_once(',') else { return Err(bad(0, range)) };
    let number = |start: usize, part: &str| part.trim().parse().map_err(|_| bad(start, part));
    Ok([number(0, first)?, number(first.len() + 1, last)?])
}

/// The threshold, if one is given.
pub(crate) fn bits(args: &RequestArgs) -> Result<Option<u32>, Diag> {
    let number = |text: &str| {
        text.parse().map_err(|_| {
            Diag::new(DiagKind::Option, format!("--bits {text}: no whole number"))
                .at("--bits", text, 0..text.len(), "not a whole number")
                .help("give as many identical bits as a case should have")
        })
    };
    args.options.get("bits").map(number).transpose()
}

/// Refuses options that only searches of one variable have.
fn refuse_others(args: &SearchArgs) -> Result<(), Diag> {
    refuse_of_one_variable(args, "--range-n", &["--campaign"])?;
    if args.range_x.is_some() || args.range_y.is_some() {
        return Err(Diag::new(DiagKind::Option, "--range-n is for functions of x and an integer")
            .help("leave out --range-x and --range-y"));
    }
    Ok(())
}

/// Refuses options that only searches of one variable have, but for some, beside an option for pairs.
pub(crate) fn refuse_of_one_variable(
    args: &SearchArgs,
    beside: &str,
    but: &[&str],
) -> Result<(), Diag> {
    if args.phases.is_some() {
        return Err(Diag::new(
            DiagKind::Option,
            format!("--phases is for functions of one variable, and {beside} is not"),
        )
        .help("leave out one of them"));
    }
    let other = args.request.options.given().map(|(option, _)| option);
    let is_other = |flag: &str| !but.contains(&flag);
    let mut other = other.filter(|option| !OWN.contains(&option.name)).map(|option| option.flag());
    let other = other.find(|flag| is_other(flag));
    let outputs = &args.outputs;
    let others = [
        (args.request.config.is_some(), "--config"),
        (args.campaign.is_some() && is_other("--campaign"), "--campaign"),
        (!outputs.cases.is_empty(), "--cases"),
        (outputs.with_results, "--with-results"),
        (outputs.html.is_some(), "--html"),
    ];
    let other = other.or_else(|| {
        others.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag.to_owned())
    });
    match other {
        None => Ok(()),
        Some(flag) => {
            let message = match &*flag {
                "--campaign" => format!(
                    "a search of these pairs ({beside}) takes minutes at most, and does not resume: --campaign is for longer ones"
                ),
                flag => format!("{flag} is for functions of one variable, and {beside} is not"),
            };
            Err(Diag::new(DiagKind::Option, message).help(format!(
                "with {beside}, give --precision, --bits, --json and --certificate; or name one number in the function, as in \"pow(x, 3)\"",
            )))
        }
    }
}
