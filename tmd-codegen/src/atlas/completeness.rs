//! How complete an atlas is, format by format.

use super::{Catalogue, FORMATS, PairsFunction, PairsSubject, Parts, State};
use crate::pairs::MOST_EXPONENT;
use crate::text::grouped;
use std::collections::BTreeMap;

/// Functions that are named; more are counted.
const MOST_NAMED: usize = 12;

/// The heads of [`rows`]; columns of numbers begin with `#`.
pub const HEADS: [&str; 7] =
    ["format", "complete", "in part", "unfinished", "missing", "#cases", "#core-hours"];

/// A row for each format, and one for all: which functions are complete, in part, unfinished and missing, how many cases there are, and
/// how long all cores together have searched.
pub fn rows(catalogue: &Catalogue) -> Vec<Vec<String>> {
    let mut all = Tally::default();
    let mut rows = vec![];
    for (format, entries) in catalogue.formats() {
        let mut own = Tally {
            cases: entries.iter().map(|(entry, _)| entry.cases as u128).sum(),
            seconds: entries.iter().map(|(_, made)| made.took.core_seconds()).sum(),
            ..Tally::default()
        };
        for function in &catalogue.functions {
            match (catalogue.state(function, format), catalogue.parts_of(function, format)) {
                (State::Missing, Some(parts)) => own.add_parts(parts),
                (state, _) => own.add(function, state),
            }
        }
        rows.push(own.row(format, names));
        all.join(own);
    }
    rows.extend(only_parts(catalogue, &mut all));
    rows.extend(all_of_pairs(catalogue, &mut all));
    rows.push(all.row("all", |functions| match functions.len() {
        0 => String::new(),
        count => grouped(count as u128),
    }));
    rows
}

/// The same as a table in Markdown, for the README.
pub fn markdown(catalogue: &Catalogue) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&HEADS.map(|head| head.trim_start_matches('#').to_owned()));
    text += &line(&HEADS.map(|head| if head.starts_with('#') { "---:" } else { "---" }.to_owned()));
    for row in rows(catalogue) {
        let escaped: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        text += &line(&escaped);
    }
    text
}

/// Functions by how far they are.
#[derive(Default)]
struct Tally {
    complete: Vec<String>,
    in_part: Vec<String>,
    unfinished: Vec<String>,
    missing: Vec<String>,
    cases: u128,
    seconds: f64,
}

impl Tally {
    fn add(&mut self, function: &str, state: State) {
        let function = function.to_owned();
        match state {
            State::Complete => self.complete.push(function),
            State::InPart(_) | State::Undecided(_) => self.in_part.push(function),
            State::Unfinished { done, units } => {
                self.unfinished.push(format!("{function} ({done} of {units} units)"));
            }
            State::Missing => self.missing.push(function),
        }
    }

    fn add_parts(&mut self, parts: &Parts) {
        self.in_part.push(format!("{} ({parts})", parts.function));
        self.cases += parts.cases() as u128;
        self.seconds += parts.core_seconds();
    }

    fn join(&mut self, other: Tally) {
        self.complete.extend(other.complete);
        self.in_part.extend(other.in_part);
        self.unfinished.extend(other.unfinished);
        self.missing.extend(other.missing);
        self.cases += other.cases;
        self.seconds += other.seconds;
    }

    fn row(&self, name: &str, told: impl Fn(&[String]) -> String) -> Vec<String> {
        // Of unfinished campaigns alone, neither is counted.
        let (cases, hours) = match self.cases {
            0 => Default::default(),
            cases => (grouped(cases), core_hours(self.seconds)),
        };
        vec![
            name.to_owned(),
            told(&self.complete),
            told(&self.in_part),
            told(&self.unfinished),
            told(&self.missing),
            cases,
            hours,
        ]
    }
}

/// Rows for the formats of which the atlas has parts alone, such as x87; they join those of `all`.
fn only_parts(catalogue: &Catalogue, all: &mut Tally) -> Vec<Vec<String>> {
    let has_lists = |format: &str| FORMATS.contains(&format);
    let has_pairs = |format: &str| {
        let of_numbers = |own: &PairsSubject| matches!(own.function, PairsFunction::OfNumbers(_));
        catalogue.pairs.iter().any(|(own, _, _)| own.format == format && of_numbers(own))
    };
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for parts in &catalogue.parts {
        let (row, has_row) = match parts.is_of_pairs() {
            true => (row_of_numbers(&parts.format), has_pairs(&parts.format)),
            false => (parts.format.clone(), has_lists(&parts.format)),
        };
        if !has_row {
            tallies.entry(row).or_default().add_parts(parts);
        }
    }
    for own in catalogue.unfinished.iter().filter(|own| !has_lists(&own.format)) {
        tallies.entry(own.format.clone()).or_default().add(&own.function, own.state());
    }
    let row = |(format, own): (String, Tally)| {
        let row = own.row(&format, names);
        all.join(own);
        row
    };
    tallies.into_iter().map(row).collect()
}

/// Rows for the formats in which there are functions of a number and an integer, and of two numbers; they join those of `all`.
fn all_of_pairs(catalogue: &Catalogue, all: &mut Tally) -> Vec<Vec<String>> {
    let mut tallies: Vec<(String, Tally)> = vec![];
    for (subject, entry, made) in &catalogue.pairs {
        let name = row_of_pairs(subject);
        if tallies.last().is_none_or(|(last, _)| *last != name) {
            tallies.push((name, unlisted(catalogue, subject)));
        }
        if let Some((_, own)) = tallies.last_mut() {
            own.complete.push(entry.function.clone());
            own.cases += entry.cases as u128;
            own.seconds += made.took.core_seconds();
        }
    }
    let row = |(name, own): (String, Tally)| {
        let row = own.row(&name, names);
        all.join(own);
        row
    };
    tallies.into_iter().map(row).collect()
}

/// The functions that have no list in a row of pairs: in part, or missing.
fn unlisted(catalogue: &Catalogue, row: &PairsSubject) -> Tally {
    let mut tally = Tally::default();
    let is_listed = |function: PairsFunction| {
        let own = PairsSubject { function, format: row.format };
        catalogue.pairs.iter().any(|(subject, _, _)| *subject == own)
    };
    for function in row.function.of_its_kind().into_iter().filter(|own| !is_listed(*own)) {
        match catalogue.parts_of(&function.to_string(), row.format) {
            Some(parts) => tally.add_parts(parts),
            None => tally.missing.push(function.to_string()),
        }
    }
    tally
}

/// The name of the row to which a function of two arguments belongs.
pub fn row_of_pairs(subject: &PairsSubject) -> String {
    match subject.function {
        PairsFunction::OfInteger(_) => format!("{}, all |n| ≤ {MOST_EXPONENT}", subject.format),
        PairsFunction::OfNumbers(_) => row_of_numbers(subject.format),
    }
}

fn row_of_numbers(format: &str) -> String {
    format!("{format}, all pairs of numbers")
}

/// The names of functions if they are few, else how many they are.
fn names(functions: &[String]) -> String {
    match functions.len() {
        0..=MOST_NAMED => functions.join(", "),
        count => format!("{count} functions"),
    }
}

/// Seconds of one core in hours.
pub fn core_hours(seconds: f64) -> String {
    match seconds / 3600.0 {
        hours @ 100.0.. => crate::text::whole(hours),
        hours => format!("{hours:.2}"),
    }
}
