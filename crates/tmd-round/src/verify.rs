//! Checks a rounded function's certificate. Nothing is believed but the function, the format and the layout: all values are
//! enclosed anew, the function is built from the layout and computed for every argument in every mode, and the files are
//! printed again. Of binary64, the error of the code is bounded anew, and the search's certificate is checked as such.

use crate::certificate::Certificate;
use crate::code::Code;
use crate::double_word::check::is_of;
use crate::double_word::entry::DoubleWordEntry;
use crate::layout::{Binade, Layout};
use crate::made::{Body, RoundedFunction};
use crate::request::{ALL, BITS, Request, is_double};
use crate::searched::Searched;
use crate::tried::Tried;
use crate::walked::Walked;
use tmd_base::diag::Diag;
use tmd_certificate::emitted;
use tmd_certificate::verify::{Options, Report, fresh_seed, lie};
use tmd_functions::language::{FormatName, FunctionSpec};
use tmd_runtime::RoundingMode;
use tmd_search::second_search;
use tmd_walk::Asked;
use tmd_walk::Encoding;
use tmd_walk::Walk;

/// Degrees of polynomials at most.
const MOST_DEGREE: usize = 16;
/// Arguments whose results stand in the code at most: what is made has a dozen.
const MOST_EXCEPTIONS: usize = 1 << 8;

/// Checks a certificate. For formats of 16 and 32 bits nothing is left to chance; for binary64 the options say how thoroughly the
/// search is checked.
///
/// # Errors
/// If something in it is not true; the message says what.
pub fn verify(certificate: &Certificate, options: &Options) -> Result<Report, Diag> {
    let mut report = Report::of_evaluator(options.seed.map_or_else(fresh_seed, Ok)?);
    let made = read(certificate)?;
    let (function, format) = (made.spec.canonical(), &made.format.name);
    report.add("request", format!("{function}, {format}, {}", certificate.modes.join(", ")));
    made.check_budget().map_err(|diag| lie(diag.message))?;
    let bytes = made.table_bytes()?;
    let cost = (bytes, made.operations()?);
    if cost != (certificate.table_bytes, certificate.operations) {
        return Err(lie(format!(
            "it has {bytes} bytes of tables and {} operations on a number",
            cost.1
        )));
    }
    let parts = match &made.body {
        Body::Tried(tried) => format!(
            "{} polynomials of degree {}, {} numbers looked up",
            tried.layout.pieces.len(),
            tried.layout.degree,
            tried.layout.values.len()
        ),
        Body::Walked(walked) => walked.code.told(),
        Body::Searched(searched) => searched.code.told(),
    };
    let in_code = made.in_code();
    report
        .add("layout", format!("{parts}, {in_code} results in the code; {bytes} bytes of tables"));
    if let Body::Walked(walked) = &made.body {
        let (dangerous, exact) = walked.near_breakpoints();
        let told = match (&certificate.cells, &certificate.reduction) {
            (Some(cells), _) => Some((&cells.dangerous, cells.exact)),
            (None, reduction) => reduction.as_ref().map(|own| (&own.dangerous, own.exact)),
        };
        if told != Some((&dangerous, exact)) {
            return Err(lie(format!(
                "values next to breakpoints are those of {} other arguments, and {exact} are breakpoints",
                dangerous.len()
            )));
        }
        report.add(
            "values",
            format!("enclosed anew: {} next to breakpoints, {exact} equal to one", dangerous.len()),
        );
    }
    if let Body::Searched(searched) = &made.body {
        report.add(
            "error",
            format!("bounded anew, less than 2^{} of each value", searched.error_exponent),
        );
        if let Some(fast) = &searched.fast {
            let told = fast.told(&searched.code);
            report.add("fast path", format!("errors bounded anew, row by row: {told}"));
        }
        search_checked(searched, options, &mut report)?;
    }
    let again = emitted::entries(&made.emit(&certificate.target, &certificate.name)?);
    if again != certificate.sources {
        return Err(lie("the files are not those that this function is printed as"));
    }
    let count = made.check().map_err(|diag| lie(diag.message))?;
    let of = match &made.body {
        Body::Searched(_) => ": at all arguments that the search lists, and others",
        _ => "",
    };
    report.add(
        "results",
        format!("{count} of {count} computed, all equal to the correctly rounded values{of}"),
    );
    report.add(
        "emission",
        format!("emitted again for {}: identical files (SHA-256)", certificate.target),
    );
    Ok(report)
}

/// The function that the certificate describes, with values of its own.
fn read(certificate: &Certificate) -> Result<RoundedFunction, Diag> {
    let mode = |name: &String| {
        let known = RoundingMode::ALL.into_iter().find(|mode| mode.name() == name);
        known.ok_or_else(|| lie(format!("there is no rounding mode `{name}`")))
    };
    let modes: Vec<RoundingMode> = certificate.modes.iter().map(mode).collect::<Result<_, _>>()?;
    if modes.is_empty() {
        return Err(lie("it is of no rounding mode"));
    }
    if let Some(twice) = (1..modes.len()).find(|&at| modes[..at].contains(&modes[at])) {
        return Err(lie(format!("the rounding mode `{}` is listed twice", modes[twice].name())));
    }
    let precision = FormatName::parse("certificate", &certificate.format)?;
    let request = Request {
        function: certificate.function.clone(),
        param: certificate.param.clone(),
        precision,
        modes,
        range: certificate.range.clone().unwrap_or_else(|| ALL.to_owned()),
        bits: certificate.double_word.as_ref().map_or(BITS, |own| own.bits),
        method: certificate.double_word.as_ref().map(DoubleWordEntry::method),
        table_budget: certificate.table_budget,
        no_std: certificate.no_std,
    };
    let spec = FunctionSpec::parse_given(&request.function, request.param.as_deref())?;
    let format = precision.format()?;
    let Certificate { layout, cells, reduction, double_word, .. } = certificate;
    if is_double(&format) {
        let (Some(own), None, None, None) = (double_word, layout, cells, reduction) else {
            return Err(lie("it does not say how the function is computed, for its format"));
        };
        let body = Body::Searched(Box::new(searched(own, &request, &spec)?));
        return Ok(RoundedFunction { request, spec, format, body });
    }
    let encoding = Encoding::of(precision)?;
    if certificate.range.is_some() || double_word.is_some() {
        return Err(lie("it has parts that only certificates of binary64 have"));
    }
    let body = match (encoding.bits(), layout, cells, reduction) {
        (16, Some(layout), None, None) => {
            let layout = layout.layout()?;
            sound(&layout, &encoding)?;
            let values = tmd_walk::values(&spec, &encoding)?;
            Body::Tried(Tried { encoding, values, layout })
        }
        (32, None, Some(cells), None) => {
            let cells = cells.cells(&Asked { spec: &spec, encoding: &encoding })?;
            cells.sound(&encoding).map_err(lie)?;
            let walk = Walk::of(&spec, &encoding)?;
            Body::Walked(Box::new(Walked { encoding, walk, code: Code::Cells(Box::new(cells)) }))
        }
        (32, None, None, Some(reduction)) => {
            let reduction = reduction.reduction(&Asked { spec: &spec, encoding: &encoding })?;
            reduction.sound(&encoding).map_err(lie)?;
            let walk = Walk::of(&spec, &encoding)?;
            Body::Walked(Box::new(Walked { encoding, walk, code: Code::Reduction(reduction) }))
        }
        _ => return Err(lie("it does not say how the function is computed, for its format")),
    };
    Ok(RoundedFunction { request, spec, format, body })
}

/// A function of binary64, whose error is bounded anew. Its search is only read.
fn searched(
    own: &DoubleWordEntry,
    request: &Request,
    spec: &FunctionSpec,
) -> Result<Searched, Diag> {
    let code = own.code()?;
    code.is_for(spec, &request.range).map_err(lie)?;
    code.sound().map_err(lie)?;
    is_of(&own.search, request, spec, &code)
        .map_err(|why| lie(format!("the search is another one: {why}")))?;
    let fast = own.fast.as_ref().map(|fast| fast.path(&code)).transpose()?;
    let corrections = own.corrections(&code, spec)?;
    let made = Searched::of(code, fast, corrections, (*own.search).clone(), spec)
        .map_err(|diag| lie(diag.message))?;
    if made.error_exponent != own.error_exponent {
        return Err(lie(format!("the error is bounded by 2^{} of the value", made.error_exponent)));
    }
    Ok(made)
}

/// Checks the certificate of a search, and tells what its report says.
fn search_checked(searched: &Searched, options: &Options, report: &mut Report) -> Result<(), Diag> {
    let checked = second_search::verify(&searched.search, options)
        .map_err(|diag| lie(format!("the search: {}", diag.message)))?;
    report.statement = checked.statement;
    let how = format!(
        "its certificate is accepted, by {} checks: {} arguments are listed",
        checked.checks.len(),
        searched.dangerous()
    );
    report.add("search", how);
    Ok(())
}

/// Whether a layout's parts are where they are said to be, so that it can be built.
fn sound(layout: &Layout, encoding: &Encoding) -> Result<(), Diag> {
    let signs = if layout.parity.is_some() { 1 } else { 2 };
    let binades = signs << encoding.exponent_bits();
    if layout.binades.len() != binades {
        return Err(lie(format!("{} binades are served, and not {binades}", layout.binades.len())));
    }
    let fraction = 1_usize << encoding.fraction_bits();
    let fits = |binade: &Binade| match *binade {
        Binade::Pieces { first, cuts } => {
            cuts <= encoding.fraction_bits()
                && first.checked_add(1 << cuts).is_some_and(|end| end <= layout.pieces.len())
        }
        Binade::Values { first } => {
            first.checked_add(fraction).is_some_and(|end| end <= layout.values.len())
        }
    };
    if let Some(at) = layout.binades.iter().position(|binade| !fits(binade)) {
        return Err(lie(format!("binade {at} is served by what is not there")));
    }
    let is_of_degree =
        || layout.pieces.iter().all(|piece| piece.coefficients.len() == layout.degree + 1);
    if !(1..=MOST_DEGREE).contains(&layout.degree) || !is_of_degree() {
        return Err(lie("the polynomials are not of one degree from 1 on"));
    }
    let in_code = layout.exceptions.len();
    if in_code > MOST_EXCEPTIONS {
        return Err(lie(format!("{in_code} results stand in the code: they would be a table")));
    }
    if layout.exceptions.iter().any(|own| !encoding.all().contains(own)) {
        return Err(lie("a result in the code is of no argument"));
    }
    if layout.pieces.iter().any(|piece| piece.centre > encoding.fraction_mask()) {
        return Err(lie("a polynomial has its centre in another binade"));
    }
    Ok(())
}
