//! `.csv`: a row a case, with the names of the columns above; comments begin with `#`.

use super::{Case, Hardness, List, comments};
use crate::confirm::CaseKind;
use crate::diag::{Diag, DiagKind};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Row {
    x: String,
    identical_bits: Option<u32>,
    distance: Option<f64>,
    kind: Option<CaseKind>,
}

pub(super) fn write(list: &List) -> Result<String, Diag> {
    let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    let failed = |error: &dyn std::fmt::Display| {
        Diag::new(DiagKind::Internal, format!("the cases cannot be written as CSV: {error}"))
    };
    // Also above no cases.
    rows.write_record(["x", "identical_bits", "distance", "kind"]).map_err(|e| failed(&e))?;
    for case in &list.cases {
        let hardness = case.hardness;
        rows.serialize(Row {
            x: case.hex(),
            identical_bits: hardness.map(|hardness| hardness.identical_bits),
            distance: hardness.map(|hardness| hardness.distance),
            kind: hardness.map(|hardness| hardness.kind),
        })
        .map_err(|error| failed(&error))?;
    }
    let rows = rows.into_inner().map_err(|error| failed(&error))?;
    Ok(comments::written(&list.about, "#") + &String::from_utf8_lossy(&rows))
}

pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let about = text.lines().filter_map(|line| comments::line(line, "#")).collect();
    let mut rows = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut cases = vec![];
    for row in rows.deserialize() {
        let row: Row = row.map_err(|error| {
            Diag::new(DiagKind::Syntax, format!("{name} is not understood: {error}"))
                .help("the first row names the columns: x, and identical_bits, distance, kind")
        })?;
        let hardness = match (row.identical_bits, row.distance, row.kind) {
            (Some(identical_bits), Some(distance), Some(kind)) => {
                Some(Hardness { identical_bits, distance, kind })
            }
            _ => None,
        };
        cases.push(Case::parse(name, &row.x, hardness)?);
    }
    Ok(List { about, cases })
}
