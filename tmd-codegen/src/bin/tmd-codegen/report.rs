//! What the program says: results on standard output, errors on standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::generated;
use tmd_codegen::output::outfile::Sink;
use tmd_codegen::target::Sources;

/// Exit code for bad input, and for what this machine lacks.
pub(crate) const BAD_INPUT: u8 = 2;
/// Exit code of a search that did not reach its end.
pub(crate) const INCOMPLETE: u8 = 1;

/// Prints an error with its place and the way out.
pub(crate) fn error(diag: &Diag) {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let color = !no_color && io::stderr().is_terminal();
    note(diag.render(color).trim_end());
}

/// Prints a line on standard error. When nobody listens there, nobody can be told.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a text on standard output. A reader that has left early has read enough.
pub(crate) fn print(contents: impl AsRef<[u8]>) -> Result<(), Diag> {
    let mut out = io::stdout().lock();
    match out.write_all(contents.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diag::new(DiagKind::Io, format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Emitted files: written to a folder, with a line that says so, or all as one text.
pub(crate) fn emitted(sources: &Sources, folder: Option<&Path>) -> Result<String, Diag> {
    let Some(folder) = folder else { return Ok(generated::joined(sources)) };
    let written = generated::write(sources, folder)?;
    let (all, folder) = (sources.len(), folder.display());
    Ok(format!("{all} files in {folder}, {written} of them new or changed\n"))
}

/// Writes each output to where it is wanted; prints `table` if standard output gets none of them.
pub(crate) fn deliver<F, C: Into<Vec<u8>>>(
    sinks: Vec<(Sink, F)>,
    contents: impl Fn(F) -> Result<C, Diag>,
    table: impl FnOnce() -> String,
) -> Result<(), Diag> {
    let mut standard = vec![];
    for (sink, format) in sinks {
        let contents = contents(format)?.into();
        match sink {
            Sink::Standard => standard.push(contents),
            Sink::File(file) => file.write(&contents)?,
        }
    }
    if standard.is_empty() {
        standard.push(table().into_bytes());
    }
    print(standard.concat())
}
