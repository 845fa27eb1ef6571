//! Where the lines of a file come from: a list in memory, or what is made while it is written.

use super::heading::{self, ALWAYS};
use super::{Case, List};
use std::io::{self, Write};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::format::Format;

/// Cases, and what is known about them, one after the other.
pub trait Source {
    /// Visits the lines about the cases.
    ///
    /// # Errors
    /// What `visit` returns, or if they cannot be read.
    fn about(&self, visit: &mut dyn FnMut(String) -> Result<(), Diag>) -> Result<(), Diag>;

    /// Visits the cases, in the order of the file.
    ///
    /// # Errors
    /// What `visit` returns, or if they cannot be read.
    fn cases(&self, visit: &mut dyn FnMut(&Case) -> Result<(), Diag>) -> Result<(), Diag>;

    /// How many cases there are.
    fn count(&self) -> usize;

    /// The format of the inputs.
    fn input_format(&self) -> Format;

    /// The format of the expected results, if the cases have them.
    fn results_format(&self) -> Option<Format> {
        None
    }
}

impl Source for List {
    fn about(&self, visit: &mut dyn FnMut(String) -> Result<(), Diag>) -> Result<(), Diag> {
        self.about.iter().cloned().try_for_each(visit)
    }

    fn cases(&self, visit: &mut dyn FnMut(&Case) -> Result<(), Diag>) -> Result<(), Diag> {
        self.cases.iter().try_for_each(visit)
    }

    fn count(&self) -> usize {
        self.cases.len()
    }

    fn input_format(&self) -> Format {
        List::input_format(self)
    }
}

/// The lines about the cases without the cases: what stands beside a file of patterns.
pub struct AboutOnly<'a>(pub &'a dyn Source);

impl Source for AboutOnly<'_> {
    fn about(&self, visit: &mut dyn FnMut(String) -> Result<(), Diag>) -> Result<(), Diag> {
        self.0.about(visit)
    }

    fn cases(&self, _visit: &mut dyn FnMut(&Case) -> Result<(), Diag>) -> Result<(), Diag> {
        Ok(())
    }

    fn count(&self) -> usize {
        0
    }

    fn input_format(&self) -> Format {
        self.0.input_format()
    }
}

/// Visits the lines about the cases as a file has them: each in one line, and those that every list must have and this one
/// lacks as not stated.
pub(super) fn heading(
    source: &dyn Source,
    visit: &mut dyn FnMut(&str) -> Result<(), Diag>,
) -> Result<(), Diag> {
    let mut stated = [false; ALWAYS.len()];
    source.about(&mut |line| {
        let line = heading::one_line(line);
        for (name, stated) in ALWAYS.iter().zip(&mut stated) {
            *stated |= line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
        }
        visit(&line)
    })?;
    let missing = ALWAYS.iter().zip(stated).filter(|(_, stated)| !stated);
    missing
        .map(|(name, _)| format!("{name}: {}", heading::NOT_STATED))
        .try_for_each(|line| visit(&line))
}

/// Writes the heading as comments: each line behind a sign.
pub(super) fn comments(source: &dyn Source, sign: &str, out: &mut dyn Write) -> Result<(), Diag> {
    heading(source, &mut |line| {
        put(out, format!("{sign} {line}").trim_end()).and_then(|()| put(out, "\n"))
    })
}

/// Writes a text.
pub(super) fn put(out: &mut dyn Write, text: &str) -> Result<(), Diag> {
    out.write_all(text.as_bytes()).map_err(unwritten)
}

/// The error for what cannot be written.
pub(super) fn unwritten(error: io::Error) -> Diag {
    Diag::new(DiagKind::Io, format!("the cases cannot be written: {error}"))
}
