//! `.csv`: a row a case, with the names of the columns above; comments begin with `#`.

use super::json_lines::Line;
use super::results::NAMES;
use super::source::{self, Source, unwritten};
use super::{List, comments};
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};

pub(super) fn write(source: &dyn Source, out: &mut dyn Write) -> Result<(), Diag> {
    source::comments(source, "#", out)?;
    let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => unwritten(error),
        other => {
            Diag::new(DiagKind::Internal, format!("the cases cannot be written as CSV: {other:?}"))
        }
    };
    // Also above no cases.
    let results = source.results_format().map_or(&[][..], |_| &NAMES);
    let columns = ["x", "identical_bits", "distance", "kind"].iter().chain(results);
    rows.write_record(columns).map_err(failed)?;
    source.cases(&mut |case| rows.serialize(Line::of(case)).map_err(failed))?;
    rows.flush().map_err(unwritten)
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
