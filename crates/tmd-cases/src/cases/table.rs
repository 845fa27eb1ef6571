//! `.csv`: a row a case, with the names of the columns above; comments begin with `#`.

use super::json_lines::Line;
use super::{List, comments};
use tmd_base::diag::{Diag, DiagKind};

pub(super) fn write(list: &List) -> Result<String, Diag> {
    let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    let failed = |error: &dyn std::fmt::Display| {
        Diag::new(DiagKind::Internal, format!("the cases cannot be written as CSV: {error}"))
    };
    // Also above no cases.
    rows.write_record(["x", "identical_bits", "distance", "kind"]).map_err(|e| failed(&e))?;
    for case in &list.cases {
        rows.serialize(Line::of(case)).map_err(|error| failed(&error))?;
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
    for (number, row) in rows.deserialize().enumerate() {
        let row: Line = row.map_err(|error| {
            Diag::new(DiagKind::Syntax, format!("{name} is not understood: {error}"))
                .help("the first row names the columns: x, and identical_bits, distance, kind")
        })?;
        cases.push(row.case(&format!("{name}, row {}", number + 1))?);
    }
    Ok(List { about, cases, left_out: 0 })
}
