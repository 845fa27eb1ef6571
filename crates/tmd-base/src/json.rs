//! JSON as every output writes it.

use crate::diag::{Diag, DiagKind};
use crate::visible::visible_json;
use serde::Serialize;
use std::io::{self, Write};

/// Anything as text, with a line's end. Characters that act on a terminal are spelled.
///
/// # Errors
/// If it cannot be expressed in JSON.
pub fn text<T: Serialize>(value: &T) -> Result<String, Diag> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("the results cannot be written as JSON: {error}"))
    })?;
    text.push('\n');
    Ok(visible_json(&text).into_owned())
}

/// Writes what [`text`] returns, without having it in memory.
///
/// # Errors
/// As there, or if it cannot be written.
pub fn write<T: Serialize>(value: &T, out: &mut dyn Write) -> Result<(), Diag> {
    let mut out = Visible(out);
    let written = serde_json::to_writer_pretty(&mut out, value);
    written.map_err(io::Error::from).and_then(|()| out.write_all(b"\n")).map_err(|error| {
        let kind = match error.kind() {
            io::ErrorKind::Other | io::ErrorKind::InvalidData => DiagKind::Internal,
            _ => DiagKind::Io,
        };
        Diag::new(kind, format!("the results cannot be written as JSON: {error}"))
    })
}

/// Spells characters that act on a terminal. Strings come in whole characters.
struct Visible<'a>(&'a mut dyn Write);

impl Write for Visible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
        self.0.write_all(visible_json(text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_the_text() {
        let value =
            serde_json::json!({ "a\u{202e}": ["\u{1b}[2J\u{7f}", "\u{e0041}é\"\\"], "b": [] });
        let mut written = vec![];
        write(&value, &mut written).expect("memory");
        assert_eq!(String::from_utf8(written).expect("text"), text(&value).expect("text"));
    }
}
