//! `.csv`: a row a case, with the names of the columns above; comments begin with `#`.

use super::json_lines::Line;
use super::results::NAMES;
use super::source::{self, Source, unwritten};
use super::{List, comments};
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::misread;
use tmd_base::text::many;

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
            Diag::new(DiagKind::Syntax, format!("{name}{}", refused(&error)))
                .help("the first row names the columns: x, and identical_bits, distance, kind")
        })?;
        cases.push(row.case(&format!("{name}, row {}", number + 1))?);
    }
    Ok(List { about, cases, left_out: 0 })
}

/// Where and why a row is refused, as what follows the name of its file.
fn refused(error: &csv::Error) -> String {
    let line =
        error.position().map_or_else(String::new, |place| format!(", line {}", place.line()));
    let why = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let own = many(u128::from(*len), "field");
            format!("it has {own}, and the first row {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "it is not text in UTF-8".to_owned(),
        csv::ErrorKind::Deserialize { err, .. } => {
            let column =
                err.field().map_or_else(String::new, |field| format!("in column {}: ", field + 1));
            let why = match err.kind() {
                csv::DeserializeErrorKind::Message(message) => misread::data(message),
                csv::DeserializeErrorKind::UnexpectedEndOfRow => {
                    "the row ends too early".to_owned()
                }
                csv::DeserializeErrorKind::InvalidUtf8(_) => "it is not text in UTF-8".to_owned(),
                csv::DeserializeErrorKind::ParseInt(_) => "a whole number is expected".to_owned(),
                csv::DeserializeErrorKind::ParseFloat(_) => "a number is expected".to_owned(),
                csv::DeserializeErrorKind::ParseBool(_)
                | csv::DeserializeErrorKind::Unsupported(_) => {
                    "it is no value of that column".to_owned()
                }
            };
            format!("{column}{why}")
        }
        _ => "it is no table of comma-separated values".to_owned(),
    };
    format!("{line}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_refused_in_our_words() {
        for (text, why) in [
            ("x\n0x1p+0,2\n", "a.csv, line 2: it has 2 fields, and the first row 1"),
            ("y\n0x1p+0\n", "a.csv, line 2: `x` is missing"),
            (
                "x,identical_bits\n0x1p+0,many\n",
                "a.csv, line 2: in column 2: a whole number is expected",
            ),
            ("x,distance\n0x1p+0,wide\n", "a.csv, line 2: "),
        ] {
            let diag = read("a.csv", text).expect_err("it is refused");
            assert!(diag.message.starts_with(why), "{text:?}: {}", diag.message);
            let is_foreign = ["CSV", "deserialize", "byte", "record"]
                .iter()
                .any(|word| diag.message.contains(word));
            assert!(!is_foreign && diag.help.is_some(), "{}", diag.message);
        }
    }
}
