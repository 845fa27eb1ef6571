//! `tmd-codegen atlas cross-check`

use crate::args::CrossCheckArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::atlas::{Atlas, CrossCheck, PairsFunction, PairsSubject, Subject};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::spec::format::{Format, FormatName};
use tmd_codegen::table::Table;
use tmd_codegen::text::{grouped, many};

pub(crate) fn run(atlas: &Atlas, args: &CrossCheckArgs) -> Result<ExitCode, Diag> {
    let sinks = outfile::sinks([("--json", args.json.as_deref(), ())])?;
    let checks = report::patiently("comparing related lists", || checks(atlas, args))?;
    if checks.is_empty() {
        let message = "the atlas has no two lists here of functions that are related";
        return Err(Diag::new(DiagKind::Option, message).help(
            "functions are related to their inverses, and to those that differ by a number, as exp and expm1; leave FUNCTION and FORMAT out to \
             check all",
        ));
    }
    report::deliver(sinks, |()| json::text(&checks), || told(&checks))?;
    let is_confirmed = checks.iter().all(|check| check.missing.is_empty());
    Ok(if is_confirmed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The lists that were asked for, beside all that are related to them.
fn checks(atlas: &Atlas, args: &CrossCheckArgs) -> Result<Vec<CrossCheck>, Diag> {
    let meant = Meant::of(args)?;
    let mut checks = vec![];
    for (entry, _) in atlas.entries()? {
        let subject = Subject::new(&entry.function, &entry.format)?;
        if meant.has(&subject) {
            checks.extend(atlas.cross_checks(&subject, 1)?);
        }
    }
    for (subject, ..) in atlas.pairs()? {
        if meant.has_pairs(&subject) {
            checks.extend(atlas.pairs_cross_checks(&subject, 1)?);
        }
    }
    Ok(checks)
}

/// What was asked for, whatever it was called.
struct Meant {
    function: Option<Function>,
    format: Option<Format>,
}

/// A function of one number, or of two arguments.
enum Function {
    OfNumber(Subject),
    OfPairs(PairsFunction),
}

impl Meant {
    fn of(args: &CrossCheckArgs) -> Result<Meant, Diag> {
        let format = args.format.as_deref().map(|name| FormatName::parse("FORMAT", name)?.format());
        let function = args.function.as_deref().map(|name| match PairsFunction::parse(name) {
            Some(function) => Ok(Function::OfPairs(function)),
            None => Subject::new(name, "binary64").map(Function::OfNumber),
        });
        Ok(Meant { function: function.transpose()?, format: format.transpose()? })
    }

    fn is_of_format(&self, name: &str) -> bool {
        self.format.as_ref().is_none_or(|format| format.name == name)
    }

    fn has(&self, subject: &Subject) -> bool {
        let is_meant = match &self.function {
            Some(Function::OfNumber(meant)) => meant.function() == subject.function(),
            Some(Function::OfPairs(_)) => false,
            None => true,
        };
        is_meant && self.is_of_format(subject.format())
    }

    fn has_pairs(&self, subject: &PairsSubject) -> bool {
        let is_meant = match &self.function {
            Some(Function::OfPairs(meant)) => *meant == subject.function,
            Some(Function::OfNumber(_)) => false,
            None => true,
        };
        is_meant && self.is_of_format(subject.format)
    }
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
