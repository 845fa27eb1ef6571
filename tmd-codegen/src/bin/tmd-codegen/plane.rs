//! `tmd-codegen search` of functions of two numbers, for all pairs of a small format.

use crate::args::SearchArgs;
use crate::delivery::Delivery;
use crate::pairs::{bits, refuse_of_one_variable};
use crate::pool::searched;
use crate::{expression, rows, vectors};
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::plane::Json;
use tmd_codegen::pairs::expression::Request as OfExpression;
use tmd_codegen::pairs::plane::{self, Function, Request};
use tmd_codegen::pairs::vectors::Request as OfVectors;
use tmd_codegen::spec::SurfaceSpec;
use tmd_codegen::spec::format::FormatName;

/// The options of a search of one variable that a search by rows has, too.
const OF_ROWS: [&str; 2] = ["--target", "--campaign"];

/// An expression of x and y; `unknown` is what is wrong with a name alone.
fn expression_of(text: &str, unknown: Diag) -> Result<SurfaceSpec, Diag> {
    let is_name = text.trim().chars().all(|own| own.is_ascii_alphanumeric());
    SurfaceSpec::parse_given(text, None).map_err(|error| if is_name { unknown } else { error })
}

pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode, Diag> {
    let beside = if args.range_x.is_some() { "--range-x" } else { "--range-y" };
    let given = |name: &str| args.request.options.get(name);
    let format = FormatName::parse("--precision", given("precision").unwrap_or("binary64"))?;
    let format = format.format()?;
    let ranges = [&args.range_x, &args.range_y].map(|own| own.as_deref().unwrap_or("all"));
    let bits = bits(&args.request)?;
    let function = match Function::parse(given("function").unwrap_or_default()) {
        Ok(function) => function,
        Err(unknown) => {
            refuse_of_one_variable(args, beside, &["--campaign"])?;
            let function = expression_of(given("function").unwrap_or_default(), unknown)?;
            return expression::run(args, &OfExpression::new(function, format, ranges, bits)?);
        }
    };
    let request = Request::new(function, format.clone(), ranges, bits);
    if let Ok(request) = &request
        && request.is_by_rows()
    {
        refuse_of_one_variable(args, beside, &OF_ROWS)?;
        return rows::run(args, request);
    }
    refuse_of_one_variable(args, beside, &[])?;
    if OfVectors::is_meant(function, &format) {
        return vectors::run(args, &OfVectors::new(function, format, ranges, bits)?);
    }
    let request = request?;
    let delivery = Delivery::prepare(&args.outputs)?;
    let (certificate, _) = searched(args.device.threads(), || plane::search(&request))?;
    let certificate = certificate?;
    delivery.deliver(&Json::new(&request, &certificate), &certificate, || {
        let Request { function, format, range_x, range_y, .. } = &request;
        let asked = Asked::of_numbers(*function, &format.name, [range_x, range_y]);
        table(&asked, &About::of_numbers(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
