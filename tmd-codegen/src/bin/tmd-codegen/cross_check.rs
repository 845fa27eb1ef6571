//! `tmd-codegen atlas cross-check`

use crate::args::CrossCheckArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::atlas::{Atlas, CrossCheck, PairsFunction, Subject};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::spec::format::FormatName;
use tmd_codegen::table::Table;
use tmd_codegen::text::{grouped, many};

pub(crate) fn run(atlas: &Atlas, args: &CrossCheckArgs) -> Result<ExitCode, Diag> {
    let sinks = outfile::sinks([("--json", args.json.as_deref(), ())])?;
    let meant = Meant::of(args)?;
    let checks = report::patiently("comparing related lists", || checks(atlas, &meant))?;
    if checks.is_empty() {
        return Err(meant.unrelated());
    }
    report::deliver(sinks, |()| json::text(&checks), || told(&checks))?;
    let is_confirmed = checks.iter().all(|check| check.missing.is_empty());
    Ok(if is_confirmed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The lists that were asked for, beside all that are related to them.
fn checks(atlas: &Atlas, meant: &Meant) -> Result<Vec<CrossCheck>, Diag> {
    let mut checks = vec![];
    for (entry, _) in atlas.entries()? {
        if meant.has(&entry.function, &entry.format) {
            let subject = Subject::new(&entry.function, &entry.format)?;
            checks.extend(atlas.cross_checks(&subject, 1)?);
        }
    }
    for (subject, entry, _) in atlas.pairs()? {
        if meant.has(&entry.function, &entry.format) {
            checks.extend(atlas.pairs_cross_checks(&subject, 1)?);
        }
    }
    Ok(checks)
}

/// What was asked for, by the names in the atlas: all if there is none.
struct Meant {
    function: Option<String>,
    format: Option<String>,
}

impl Meant {
    fn of(args: &CrossCheckArgs) -> Result<Meant, Diag> {
        let function = args.function.as_deref().map(|name| match PairsFunction::parse(name) {
            Some(function) => Ok(function.to_string()),
            None => Subject::new(name, "binary64").map(|subject| subject.function().to_owned()),
        });
        let format = args.format.as_deref().map(|name| FormatName::parse("FORMAT", name)?.format());
        let format = format.transpose()?.map(|format| format.name);
        Ok(Meant { function: function.transpose()?, format })
    }

    fn has(&self, function: &str, format: &str) -> bool {
        let is = |meant: &Option<String>, name| meant.as_ref().is_none_or(|meant| meant == name);
        is(&self.function, function) && is(&self.format, format)
    }

    /// What is wrong if there are no two such lists.
    fn unrelated(&self) -> Diag {
        let functions = match &self.function {
            Some(function) => format!("{function} and a related function"),
            None => "two related functions".to_owned(),
        };
        let format = self.format.as_ref().map(|format| format!(" in {format}"));
        let message =
            format!("the atlas has no lists of {functions}{}", format.unwrap_or_default());
        Diag::new(DiagKind::Option, message).help(
            "related are functions and their inverses (exp and log), those whose values or arguments differ by a number or add up to one (exp \
             and expm1, log and logp1, sinpi and cospi), and pown with rootn and compound; leave FUNCTION and FORMAT out to check all",
        )
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
        "undecided",
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
            count(check.undecided),
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
    text + &summary(checks)
}

/// What all comparisons come to, in a line.
fn summary(checks: &[CrossCheck]) -> String {
    let sum = |count: fn(&CrossCheck) -> usize| checks.iter().map(count).sum::<usize>() as u128;
    let inputs = many(sum(|check| check.inputs), "input");
    let (due, missing) = (sum(CrossCheck::due), sum(|check| check.missing.len()));
    if due == 0 {
        return format!("nothing to confirm: of {inputs}, none is known to belong in the lists\n");
    }
    let missing = match missing {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        _ => format!("{} are", grouped(missing)),
    };
    format!("{} must be in the lists, {missing} missing\n", many(due, "input"))
}
