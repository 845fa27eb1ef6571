//! `tmd-codegen atlas cross-check`

use crate::args::CrossCheckArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::atlas::{Atlas, CrossCheck, Subject};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::outfile::OutFile;
use tmd_codegen::table::Table;
use tmd_codegen::text::{grouped, many};

pub(crate) fn run(atlas: &Atlas, args: &CrossCheckArgs) -> Result<ExitCode, Diag> {
    let json_file =
        args.json.as_deref().map(|path| OutFile::prepare("--json", path)).transpose()?;
    let checks = checks(atlas, args)?;
    if checks.is_empty() {
        let message = "the atlas has no two lists here of functions that are related";
        return Err(Diag::new(DiagKind::Option, message).help(
            "functions are related to their inverses, and to those that differ by a number, as exp and expm1; leave FUNCTION and FORMAT out to \
             check all",
        ));
    }
    if let Some(file) = json_file {
        file.write(json::text(&checks)?)?;
    }
    report::print(told(&checks))?;
    let is_confirmed = checks.iter().all(|check| check.missing.is_empty());
    Ok(if is_confirmed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The lists that were asked for, beside all that are related to them.
fn checks(atlas: &Atlas, args: &CrossCheckArgs) -> Result<Vec<CrossCheck>, Diag> {
    // Other names of a function, and of a format, are known, too.
    let function = args.function.as_deref().map(|name| Subject::new(name, "binary64"));
    let format = args.format.as_deref().map(|name| Subject::new("exp", name));
    let (function, format) = (function.transpose()?, format.transpose()?);
    let mut checks = vec![];
    for (entry, _) in atlas.entries()? {
        let subject = Subject::new(&entry.function, &entry.format)?;
        let is_meant = function.as_ref().is_none_or(|one| one.function() == subject.function())
            && format.as_ref().is_none_or(|one| one.format() == subject.format());
        if is_meant {
            let doing = format!("comparing {subject} with related lists");
            checks.extend(report::patiently(&doing, || atlas.cross_checks(&subject, 1))?);
        }
    }
    Ok(checks)
}

/// The comparisons for people.
fn told(checks: &[CrossCheck]) -> String {
    let mut table = Table::new(&[
        "list",
        "format",
        "by cases of",
        "inputs",
        "in the list",
        "in runs",
        "not searched",
        "not due",
        "MISSING",
    ]);
    for check in checks {
        let count = |count: usize| grouped(count as u128);
        table.row([
            check.function.clone(),
            check.format.clone(),
            format!("{}, {}", check.by, check.input),
            count(check.inputs),
            count(check.listed),
            count(check.in_runs),
            count(check.not_searched),
            count(check.not_due),
            count(check.missing.len()),
        ]);
    }
    let mut text = table.to_string();
    for check in checks {
        let CrossCheck { function, format, by, missing, .. } = check;
        for x in missing {
            text.push_str(&format!("{function} in {format} lacks {x}, by a case of {by}\n"));
        }
    }
    let due: usize = checks.iter().map(CrossCheck::due).sum();
    let missing: usize = checks.iter().map(|check| check.missing.len()).sum();
    let due = many(due as u128, "input");
    match missing {
        0 => text.push_str(&format!("{due} must be in the lists, and all are\n")),
        _ => text.push_str(&format!(
            "{due} must be in the lists, {} are not\n",
            grouped(missing as u128)
        )),
    }
    text
}
