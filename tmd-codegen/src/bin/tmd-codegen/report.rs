//! What the program says: results on standard output, errors on standard error.

use crate::args::{Manners, MessageFormat};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::cases::List;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::generated;
use tmd_codegen::output::outfile::Sink;
use tmd_codegen::target::Sources;

/// Exit code for bad input, and for what this machine lacks.
pub(crate) const BAD_INPUT: u8 = 2;
/// Exit code of a search that did not reach its end.
pub(crate) const INCOMPLETE: u8 = 1;

static MANNERS: OnceLock<Manners> = OnceLock::new();

/// Sets how much is said from now on, and how.
pub(crate) fn behave(manners: Manners) {
    let _ = MANNERS.set(manners); // once, in main
}

fn manners() -> Manners {
    MANNERS.get().copied().unwrap_or_default()
}

fn is_json() -> bool {
    manners().message_format == MessageFormat::Json
}

/// Whether somebody looks at a progress bar.
pub(crate) fn shows_progress() -> bool {
    !manners().quiet && !is_json() && io::stderr().is_terminal()
}

/// Prints an error with its place and the way out.
pub(crate) fn error(diag: &Diag) {
    if is_json() {
        return line(&diag.json().to_string());
    }
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let color = !no_color && io::stderr().is_terminal();
    line(diag.render(color).trim_end());
}

/// Says what is worth to be known.
pub(crate) fn note(text: &str) {
    if !manners().quiet {
        said("note", text);
    }
}

/// Says how much of a list of cases is no case.
pub(crate) fn left_out(path: &Path, list: &List) {
    if list.left_out > 0 {
        note(&format!(
            "{}: {} entries are no numbers (nan, inf) and are left out; {} cases are left",
            path.display(),
            list.left_out,
            list.cases.len()
        ));
    }
}

/// Says what is being done, to those who want to know.
pub(crate) fn detail(text: impl FnOnce() -> String) {
    if manners().verbose {
        said("detail", &text());
    }
}

/// Does something, and says how long it took to those who want to know.
pub(crate) fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    detail(|| format!("{what} in {:.2} s", start.elapsed().as_secs_f64()));
    result
}

fn said(level: &str, text: &str) {
    match is_json() {
        true => line(&serde_json::json!({ "level": level, "message": text }).to_string()),
        false => line(text),
    }
}

/// Prints a line on standard error. When nobody listens there, nobody can be told.
fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says why the arguments are not understood, or prints the help that they ask for.
pub(crate) fn misread(error: &clap::Error) -> ExitCode {
    let wants_json = || {
        let words: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        words.windows(2).any(|pair| pair == ["--message-format", "json"])
            || words.iter().any(|word| word == "--message-format=json")
    };
    if error.use_stderr() && wants_json() {
        let text = error.render().to_string();
        let message = text.trim().trim_start_matches("error: ");
        line(&Diag::new(DiagKind::Option, message).json().to_string());
    } else {
        let _ = error.print(); // when nobody listens, nobody can be told
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT))
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
    let new = generated::write(sources, folder)?;
    Ok(generated::written(sources.len(), new, folder))
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
