//! Parts are read: from a certificate, or from a list of cases.

use super::{Kept, Part, PartCase, PartMade};
use crate::atlas::MOST_BYTES;
use crate::cases::{Case, FileKind, Hardness, List};
use crate::certificate::Certificate;
use crate::diag::{Diag, DiagKind};
use crate::findings::Finding;
use crate::infile;
use crate::pairs::plane::PlaneCertificate;
use crate::spec::FunctionSpec;
use crate::verify;
use std::path::Path;

/// How lists and certificates name all roundings.
const ROUNDING: &str = "all";

/// The part of a certificate in a folder.
///
/// # Errors
/// If it cannot be read, is not that of a complete search in one format for all roundings, or is not the one whose hash is noted.
pub(super) fn certificate(folder: &Path, name: &str) -> Result<Part, Diag> {
    let path = folder.join(format!("{name}.{}", Kept::Certificate.ending()));
    let bytes = infile::read_file(&path, MOST_BYTES)?;
    let made = PartMade::read(folder, name, Kept::Certificate, &bytes)?;
    let file = path.display().to_string();
    match PlaneCertificate::is_meant(&bytes) {
        true => of_pairs(name, PlaneCertificate::parse(&file, &bytes)?, made),
        false => of_one(name, verify::parse(&file, &bytes)?, made),
    }
}

fn of_one(name: &str, own: Certificate, made: PartMade) -> Result<Part, Diag> {
    let is_whole =
        own.complete && own.rounding == ROUNDING && own.input_format == own.output_format;
    let Some(found) = own.found.filter(|_| is_whole) else {
        let message = format!(
            "{name}.json is not of a complete search in one format for all roundings, or does not contain what was found"
        );
        return Err(Diag::new(DiagKind::Syntax, message)
            .help("give a certificate that `campaign merge` wrote of a finished search"));
    };
    let is_random = own.drifts.is_empty()
        && own.decided.is_empty()
        && own.follows.is_empty()
        && own.asymptote.is_none();
    let case = |own: &Finding| PartCase::of_one(own.x.clone(), Hardness::of(&own.verdict));
    Ok(Part {
        name: name.to_owned(),
        kept: Kept::Certificate,
        function: own.function,
        ranges: vec![own.range],
        command: own.command,
        random: is_random.then_some(own.inputs),
        bits: own.epsilon_bits,
        cases: found.cases.iter().filter_map(case).collect(),
        not_listed: own.cases_in_runs,
        made,
        precision: own.output_format.precision,
        format: own.output_format.name,
    })
}

fn of_pairs(name: &str, own: PlaneCertificate, made: PartMade) -> Result<Part, Diag> {
    Ok(Part {
        name: name.to_owned(),
        kept: Kept::Certificate,
        command: own.request()?.command(),
        random: Some(own.pairs.saturating_sub(own.exact.all() + own.next).into()),
        cases: own.cases.iter().map(PartCase::of_pair).collect(),
        function: own.function,
        precision: own.format.precision,
        format: own.format.name,
        ranges: vec![own.range_x, own.range_y],
        bits: own.bits,
        not_listed: own.next.into(),
        made,
    })
}

/// The part of a list in a folder: its cases are measured here.
///
/// # Errors
/// If it cannot be read, does not say that it is the whole list of such a search, holds something else than cases, or is not the one whose
/// hash is noted.
pub(super) fn list(folder: &Path, name: &str) -> Result<Part, Diag> {
    let path = folder.join(format!("{name}.{}", Kept::List.ending()));
    let file = path.display().to_string();
    let refused =
        |why: &str, help: &str| Diag::new(DiagKind::Syntax, format!("{file} {why}")).help(help);
    let bytes = infile::read_file(&path, MOST_BYTES)?;
    let made = PartMade::read(folder, name, Kept::List, &bytes)?;
    let list = List::parse(FileKind::Wc, &file, &bytes)?;
    let Some(part) = stated(name, &list, made) else {
        return Err(refused(
            "does not say that it is the whole list of a search in one format for all roundings",
            "its heading should be as `campaign merge --cases` writes it",
        ));
    };
    let cases = cases(list, &part)?.ok_or_else(|| {
        let why = "is not ascending, or not all of its numbers are cases";
        refused(why, "give the list that `campaign merge --cases` writes")
    })?;
    Ok(Part { cases, ..part })
}

/// What the heading of a list says, if it is that of a part.
fn stated(name: &str, list: &List, made: PartMade) -> Option<Part> {
    let stated = |key: &str| list.stated(key);
    let inputs = stated("coverage")?.strip_prefix("complete, ")?.strip_suffix(" inputs")?;
    let (_, bits) = stated("threshold")?.split_once("< 2^-")?;
    let (bits, _) = bits.split_once(',')?;
    let format = list.stated_format("output format")?;
    let is_meant = list.stated_format("input format")? == format && stated("rounding")? == ROUNDING;
    let part = Part {
        name: name.to_owned(),
        kept: Kept::List,
        function: stated("function")?.to_owned(),
        ranges: vec![stated("range")?.strip_suffix(" (half-open)")?.to_owned()],
        command: stated("made by")?.to_owned(),
        random: Some(inputs.parse().ok()?),
        bits: bits.parse().ok()?,
        cases: vec![],
        not_listed: 0,
        made,
        precision: format.precision,
        format: format.name,
    };
    is_meant.then_some(part)
}

/// The numbers of a list of this part, if they are ascending and all of them cases.
fn cases(mut list: List, part: &Part) -> Result<Option<Vec<PartCase>>, Diag> {
    list.measure(&FunctionSpec::parse(&part.function)?);
    let is_ascending = list.cases.is_sorted_by(|a, b| a.x < b.x);
    let case = |case: &Case| {
        PartCase::of_one(case.hex(), case.hardness)
            .filter(|own| own.hardness.identical_bits >= part.bits)
    };
    let cases = list.cases.iter().map(case).collect();
    Ok(if is_ascending { cases } else { None })
}
