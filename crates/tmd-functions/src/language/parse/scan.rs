//! The scan over the characters, which refuses what has no meaning here before `syn` reads it.

use super::names::Wanted;
use super::{MAX_DEPTH, MAX_TEXT, Reader};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};

impl Reader<'_> {
    pub(super) fn scan(&self) -> Result<(), Diag> {
        let text = self.text;
        if text.len() > MAX_TEXT {
            return Err(Diag::new(
                DiagKind::Unsupported,
                format!("the expression has {} bytes, more than {MAX_TEXT}", text.len()),
            )
            .help("write it shorter, with parentheses and powi"));
        }
        if text.trim().is_empty() {
            return Err(self
                .error(DiagKind::Syntax, "the expression is empty", 0..text.len(), "nothing here")
                .help("write for instance `exp(x)`"));
        }
        self.scan_words()?;
        // How deep each open bracket lies and where, and the signs read since the last operand.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let inside = |open: &[(usize, usize)]| open.last().map_or(0, |(depth, _)| *depth);
        let mut signs = 0;
        for (at, c) in text.char_indices() {
            let here = at..at + c.len_utf8();
            let depth = inside(&open) + signs;
            match c {
                '(' => {
                    open.push((depth + 1, at));
                    signs = 0;
                }
                ')' => {
                    if open.pop().is_none() {
                        let message = "this bracket closes nothing";
                        return Err(self.error(DiagKind::Syntax, message, here, "not opened"));
                    }
                    signs = 0;
                }
                '-' => signs += 1,
                c if c.is_ascii_whitespace() => {}
                '/' if text[at..].starts_with("//") || text[at..].starts_with("/*") => {
                    return Err(self.error(
                        DiagKind::Syntax,
                        "comments have no place in an expression",
                        at..at + 2,
                        "a comment starts here",
                    ));
                }
                '*' if text[at..].starts_with("**") => return Err(self.power_operator(at..at + 2)),
                '^' => return Err(self.power_operator(here)),
                c if c.is_ascii_alphanumeric() || "_.+*/,".contains(c) => signs = 0,
                _ => {
                    return Err(self.error(
                        DiagKind::Syntax,
                        format!("the character `{c}` has no meaning in an expression"),
                        here,
                        "not understood",
                    ));
                }
            }
            if inside(&open) + signs > MAX_DEPTH {
                return Err(self.too_deep(here));
            }
        }
        if let Some((_, at)) = open.pop() {
            let message = "this bracket is never closed";
            return Err(self.error(DiagKind::Syntax, message, at..at + 1, "not closed"));
        }
        Ok(())
    }

    pub(super) fn power_operator(&self, span: Range<usize>) -> Diag {
        self.error(DiagKind::Syntax, "there is no power operator", span, "not a power")
            .help("write `powi(x, 3)` for the third power of x")
    }

    /// Refuses Rust's keywords: they mean nothing here, and `return return …` would recurse.
    pub(super) fn scan_words(&self) -> Result<(), Diag> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut rest = 0;
        while let Some(offset) = self.text[rest..].find(is_word) {
            let start = rest + offset;
            let length = self.text[start..].find(|c| !is_word(c));
            let end = length.map_or(self.text.len(), |length| start + length);
            let word = &self.text[start..end];
            let starts_a_name = word.starts_with(|c: char| !c.is_ascii_digit());
            if starts_a_name && syn::parse_str::<syn::Ident>(word).is_err() {
                return Err(self.unknown(word, start..end, Wanted::Anything));
            }
            rest = end;
        }
        Ok(())
    }
}
