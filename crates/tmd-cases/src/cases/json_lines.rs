//! `.jsonl`: a JSON object a line; the first says what is known about the cases.

use super::results::hex;
use super::source::{self, Source, put};
use super::{Case, Hardness, List};
use crate::distance::Distance;
use crate::verdict::CaseKind;
use serde::{Deserialize, Serialize};
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::misread;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    about: Vec<String>,
}

/// A case in JSON.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    x: String,
    #[serde(default)]
    identical_bits: Option<u32>,
    #[serde(default)]
    distance: Option<Distance>,
    #[serde(default)]
    kind: Option<CaseKind>,
    /// Expected results. They are not read, but computed anew where they are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    up: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    down: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zero: Option<String>,
}

impl Line {
    /// The case as the fields of JSON, or the columns of a table.
    pub(super) fn of(case: &Case) -> Line {
        let hardness = case.hardness;
        let result = |index: usize| Some(hex(case.results.as_ref()?.all()[index]));
        Line {
            x: case.hex(),
            identical_bits: hardness.map(|hardness| hardness.identical_bits),
            distance: hardness.map(|hardness| hardness.distance),
            kind: hardness.map(|hardness| hardness.kind),
            nearest: result(0),
            up: result(1),
            down: result(2),
            zero: result(3),
        }
    }

    pub(super) fn case(self, place: &str) -> Result<Case, Diag> {
        let parts = (self.identical_bits, self.distance, self.kind);
        Case::parse(place, &self.x, Hardness::of_parts(place, parts)?)
    }
}

pub(super) fn write(source: &dyn Source, out: &mut dyn Write) -> Result<(), Diag> {
    // As [`About`] is written.
    put(out, "{\"about\":[")?;
    let mut separator = "";
    source::heading(source, &mut |text| {
        put(out, separator)?;
        separator = ",";
        put(out, line(&text)?.trim_end())
    })?;
    put(out, "]}\n")?;
    source.cases(&mut |case| put(out, &line(&Line::of(case))?))
}

fn line<T: Serialize>(value: &T) -> Result<String, Diag> {
    let text = serde_json::to_string(value)
        .map_err(|error| Diag::new(DiagKind::Internal, format!("JSON: {error}")))?;
    Ok(text + "\n")
}

pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let mut list = List::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if number == 0
            && let Ok(About { about }) = serde_json::from_str(line)
        {
            list.about = about;
            continue;
        }
        let read: Line = parse(name, number, line).map_err(|diag| {
            diag.help(r#"each line is a case: {"x":"0x1.8p+0"}, with identical_bits, distance and kind if they are known"#)
        })?;
        list.cases.push(read.case(&format!("{name}, line {}", number + 1))?);
    }
    Ok(list)
}

/// Reads JSON that begins after so many lines of the file `name`.
pub(super) fn parse<'a, T: Deserialize<'a>>(
    name: &str,
    lines_before: usize,
    text: &'a str,
) -> Result<T, Diag> {
    serde_json::from_str(text).map_err(|error| {
        let why = misread::json(&error, lines_before);
        Diag::new(DiagKind::Syntax, format!("{name}, {why}"))
    })
}
