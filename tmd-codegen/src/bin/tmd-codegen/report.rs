//! Output of the program: results on standard output, errors on standard error.

use crate::args::{Manners, MessageFormat};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;
use tmd_base::patience::Patience;
use tmd_codegen::cases::List;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::output::generated;
use tmd_codegen::output::outfile::Sink;
use tmd_codegen::output::styled::{Style, Styled};
use tmd_codegen::results::Results;
use tmd_codegen::target::Sources;
use tmd_codegen::visible::{visible, visible_json};

/// Exit code for bad input, and for what this machine lacks.
pub(crate) const BAD_INPUT: u8 = 2;
/// Exit code of a search that did not reach its end, or left inputs undecided.
pub(crate) const INCOMPLETE: u8 = 1;
/// Exit code of `verify` for a certificate that says what is not so, or that is not the expected one.
pub(crate) const REFUTED: u8 = 1;

static MANNERS: OnceLock<Manners> = OnceLock::new();

/// Sets how much is printed from now on, and how.
pub(crate) fn behave(manners: Manners) {
    let _ = MANNERS.set(manners); // once, in main
}

fn manners() -> Manners {
    MANNERS.get().copied().unwrap_or_default()
}

fn is_json() -> bool {
    manners().message_format == MessageFormat::Json
}

/// Whether a progress bar is shown.
pub(crate) fn shows_progress() -> bool {
    !manners().quiet && !is_json() && io::stderr().is_terminal()
}

/// Prints an error with its place and the way out.
pub(crate) fn error(diag: &Diag) {
    if is_json() {
        return json_line(&diag.json());
    }
    line(diag.render(has_colors(&io::stderr())).trim_end());
}

/// Whether a stream shows colours, and nobody has asked it not to.
fn has_colors(stream: &impl IsTerminal) -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !no_color && stream.is_terminal()
}

/// Prints a note.
pub(crate) fn note(text: &str) {
    if !manners().quiet {
        said("note", text);
    }
}

/// Prints how many entries of a list are no cases.
pub(crate) fn left_out(path: &Path, list: &List) {
    if list.left_out > 0 {
        note(&format!(
            "{}: entries left out because they are NaN or infinite: {}; cases left: {}",
            path.display(),
            list.left_out,
            list.cases.len()
        ));
    }
}

/// Whether more is wanted than most need.
pub(crate) fn is_verbose() -> bool {
    manners().verbose
}

/// Prints what is being done, with `--verbose`.
pub(crate) fn detail(text: impl FnOnce() -> String) {
    if is_verbose() {
        said("detail", &text());
    }
}

/// Runs some work and prints how long it took with `--verbose`; if it takes long, always prints what it is.
/// `doing` and `done` say so before and after: "planning", "planned".
pub(crate) fn timed<T>(doing: &str, done: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = patiently(doing, work);
    detail(|| format!("{done} in {:.2} s", start.elapsed().as_secs_f64()));
    result
}

/// Runs some work; if it takes long, prints what it is, and from time to time that it is still going on.
pub(crate) fn patiently<T>(doing: &str, work: impl FnOnce() -> T) -> T {
    let doing = doing.to_owned();
    // Dropped when the work is done, and also when it panics.
    let _patience =
        Patience::new(move |time| note(&format!("{doing}, for {} s now", time.as_secs())));
    work()
}

fn said(level: &str, text: &str) {
    match is_json() {
        true => json_line(&serde_json::json!({ "level": level, "message": text })),
        false => line(&visible(text)),
    }
}

fn json_line(value: &serde_json::Value) {
    line(&visible_json(&value.to_string()));
}

/// Prints a line on standard error. Errors of writing are ignored: there is nowhere to report them.
fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints why the arguments are not understood, or the help that they ask for.
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
        json_line(&Diag::new(DiagKind::Option, message).json());
    } else {
        let _ = error.print(); // when nobody listens, nobody can be told
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT))
}

/// The exit code of a search; says what keeps one that went to its end from being complete.
pub(crate) fn exit_code(results: Results<'_>) -> ExitCode {
    if !results.is_at_end() {
        return ExitCode::from(INCOMPLETE);
    }
    if let Some(refused) = results.plan.refused_line() {
        note(&format!("the search is not complete: without {refused}; all are listed"));
    }
    match results.report.undecided() {
        // What the plan refuses is not asked for.
        0 => ExitCode::SUCCESS,
        undecided => {
            note(&format!(
                "the search is not complete: undecided inputs: {undecided}; all are listed"
            ));
            ExitCode::from(INCOMPLETE)
        }
    }
}

/// Clears the terminal and moves to its first line, if standard output is a terminal.
pub(crate) fn clear_terminal() {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        let _ = out.write_all(b"\x1b[2J\x1b[H"); // the text that follows says more
    }
}

/// Prints on standard output. In texts everything is spelled that would act on a terminal: names of machines and
/// devices come from files. A reader that has left early has read enough.
pub(crate) fn print(contents: impl AsRef<[u8]>) -> Result<(), Diag> {
    print_with(true, |out| {
        // What goes wrong is known there.
        let _ = out.write_all(contents.as_ref());
        Ok(())
    })?
}

/// Prints a text whose parts are marked on a terminal that shows colours.
pub(crate) fn print_styled(text: &Styled) -> Result<(), Diag> {
    let text = match has_colors(&io::stdout()) {
        // Spelled out before the marks come in: nothing else may act on the terminal.
        true => marked(text),
        false => visible(&text.to_string()).into_owned(),
    };
    print_with(false, |out| {
        // What goes wrong is known there.
        let _ = out.write_all(text.as_bytes());
        Ok(())
    })?
}

/// A text with escapes for its marks, and no other ones.
fn marked(text: &Styled) -> String {
    let part = |(style, part): (Style, &str)| {
        let (begin, end) = style.escapes();
        format!("{begin}{}{end}", visible(part))
    };
    text.parts().map(part).collect()
}

/// Prints what is made on the way, as [`print`] does: texts come in whole characters. Returns what `make` does, unless
/// nothing can be printed.
pub(crate) fn print_with(
    is_text: bool,
    make: impl FnOnce(&mut dyn Write) -> Result<(), Diag>,
) -> Result<Result<(), Diag>, Diag> {
    let out = BufWriter::new(io::stdout().lock());
    let mut out = Shown { out, is_text, error: None };
    let made = make(&mut out);
    let error = out.error.take().or(out.out.flush().err());
    match error {
        None => Ok(made),
        Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Ok(())),
        Some(error) => {
            Err(Diag::new(DiagKind::Io, format!("cannot write to standard output: {error}")))
        }
    }
}

/// Standard output, with the first error.
struct Shown<W> {
    out: W,
    is_text: bool,
    error: Option<io::Error>,
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).ok().filter(|_| self.is_text).map(visible);
        let written = self.out.write_all(text.as_ref().map_or(bytes, |text| text.as_bytes()));
        written.map(|()| bytes.len()).map_err(|error| {
            let kind = error.kind();
            self.error.get_or_insert(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Emitted files: written to a folder, with a line that says so, or all as one text.
pub(crate) fn emitted(sources: &Sources, folder: Option<&Path>) -> Result<String, Diag> {
    let Some(folder) = folder else { return Ok(generated::joined(sources)) };
    Ok(generated::write(sources, folder)?.to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_marks_acts_on_a_terminal() {
        let mut text = Styled::default();
        text.line(Style::Strong, "129 bits");
        text.line(Style::Warning, "a name\x1b[2J");
        text.plain("rest\n");
        let marked = marked(&text);
        assert!(marked.starts_with("\x1b[1m129 bits\x1b[0m\n\x1b[1;35ma name"), "{marked:?}");
        assert_eq!(marked.matches('\x1b').count(), 4, "{marked:?}");
        assert!(marked.ends_with("\x1b[0m\nrest\n"), "{marked:?}");
    }
}
