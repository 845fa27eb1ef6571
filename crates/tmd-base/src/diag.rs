//! Errors as data: what went wrong, where in the user's text, and a way out.
//!
//! Every fallible function that reads something a person wrote returns a [`Diag`]. It can be
//! matched on by kind, printed on one line, or rendered with a caret under the offending part.

use crate::visible::visible;
use std::fmt;
use std::ops::Range;

#[cfg(feature = "graphical")]
mod graphical;

/// The kind of an error; programs match on it, people read the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiagKind {
    /// The text does not follow the grammar.
    Syntax,
    /// A function, variable or option value is not known by that name.
    UnknownName,
    /// A number or a range is outside what can be handled.
    Range,
    /// A function is not defined everywhere on its domain of use.
    Domain,
    /// An option has an impossible value, or two options contradict each other.
    Option,
    /// The request makes sense but is not supported.
    Unsupported,
    /// Something is missing on this machine (a compiler, a device, a library).
    Environment,
    /// There is no Rust compiler to build kernels with.
    NoCompiler,
    /// A file could not be read or written.
    Io,
    /// A certificate says what is not so.
    Refuted,
    /// A bug of this program.
    Internal,
}

impl DiagKind {
    /// A short stable code, for logs and for matching in scripts.
    pub fn code(self) -> &'static str {
        match self {
            DiagKind::Syntax => "syntax",
            DiagKind::UnknownName => "unknown-name",
            DiagKind::Range => "range",
            DiagKind::Domain => "domain",
            DiagKind::Option => "option",
            DiagKind::Unsupported => "unsupported",
            DiagKind::Environment => "environment",
            DiagKind::NoCompiler => "no-compiler",
            DiagKind::Io => "io",
            DiagKind::Refuted => "refuted",
            DiagKind::Internal => "internal",
        }
    }
}

/// The text a diagnostic speaks about, and the part of it that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The origin of the text: a file name, or for instance `function` or `--range`.
    pub name: String,
    /// The whole text as the user wrote it.
    pub text: String,
    /// The offending bytes of `text`. Always inside the text and on character boundaries when
    /// made by [`Diag::at`]; empty when something is missing at that place.
    pub span: Range<usize>,
    /// A few words printed at the caret.
    pub label: String,
}

/// One error, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diag {
    /// The kind of error.
    pub kind: DiagKind,
    /// One sentence, without a full stop, that makes sense alone.
    pub message: String,
    /// The user's text and the offending part, when the error is about a text. Boxed, to keep every
    /// `Result` that carries a diagnostic small.
    pub source: Option<Box<SourceText>>,
    /// The way out, when there is one.
    pub help: Option<String>,
}

impl Diag {
    /// An error that does not (yet) point at a text and offers no help.
    pub fn new(kind: DiagKind, message: impl Into<String>) -> Self {
        Diag { kind, message: message.into(), source: None, help: None }
    }

    /// Points at the bytes `span` of `text`. A span outside the text, or one that cuts a
    /// character, is widened or clamped, never an error.
    pub fn at(
        mut self,
        name: impl Into<String>,
        text: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        let text = text.into();
        let span = clamp_span(&text, span);
        let label = label.into();
        self.source = Some(Box::new(SourceText { name: name.into(), text, span, label }));
        self
    }

    /// The same error about the same part of a larger text, called `name`, in which the text that the
    /// error speaks of begins at byte `offset`.
    pub fn within(mut self, name: &str, text: &str, offset: usize) -> Self {
        match self.source.take() {
            None => self,
            Some(source) => {
                let span = source.span.start + offset..source.span.end + offset;
                self.at(name, text, span, source.label)
            }
        }
    }

    /// Adds the way out.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The offending part of the text, if the diagnostic points at one.
    pub fn offending(&self) -> Option<&str> {
        self.source.as_ref().and_then(|s| s.text.get(s.span.clone()))
    }

    /// The report as an object of JSON: `level` ("error"), `kind` ([`DiagKind::code`]), `message`; `source` with `name`,
    /// `text`, `start` and `end` (bytes) and `label`, where it is about a text; and `help`, where there is a way out.
    pub fn json(&self) -> serde_json::Value {
        let source = self.source.as_ref().map(|source| {
            let SourceText { name, text, span, label } = &**source;
            serde_json::json!({
                "name": name, "text": text, "start": span.start, "end": span.end, "label": label,
            })
        });
        let mut json = serde_json::json!({
            "level": "error", "kind": self.kind.code(), "message": self.message,
        });
        let parts = [("source", source), ("help", self.help.clone().map(Into::into))];
        if let Some(object) = json.as_object_mut() {
            object.extend(
                parts.into_iter().filter_map(|(name, part)| Some((name.to_owned(), part?))),
            );
        }
        json
    }

    /// The same error with everything spelled that would act on a terminal ([`visible`]): messages name texts that
    /// come from files.
    pub fn visible(&self) -> Diag {
        let of = |text: &str| visible(text).into_owned();
        let source = self.source.as_ref().map(|source| {
            let SourceText { name, text, span, label } = &**source;
            let moved = |at: usize| visible(text.get(..at).unwrap_or(text)).len();
            let (start, end) = (moved(span.start), moved(span.end));
            Box::new(SourceText {
                name: of(name),
                text: of(text),
                span: start..end,
                label: of(label),
            })
        });
        let (message, help) = (of(&self.message), self.help.as_deref().map(of));
        Diag { kind: self.kind, message, source, help }
    }

    /// The whole report: message, the text with a caret under the offending part, help; nothing in it acts on a
    /// terminal. With `color`, ANSI colours are used.
    pub fn render(&self, color: bool) -> String {
        self.visible().rendered(color)
    }

    #[cfg(feature = "graphical")]
    fn rendered(&self, color: bool) -> String {
        graphical::render(self, color)
    }

    #[cfg(not(feature = "graphical"))]
    fn rendered(&self, _color: bool) -> String {
        let mut lines = vec![format!("{}: {}", self.kind.code(), self.message)];
        if let Some(source) = &self.source {
            let SourceText { name, text, span, label } = &**source;
            let (before, after) = (&text[..span.start], &text[span.start..]);
            let line = before.matches('\n').count();
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let end = after.find('\n').map_or(text.len(), |end| span.start + end);
            let column = before[start..].chars().count();
            let shown = text[span.clone()].lines().next().unwrap_or("").chars().count().max(1);
            lines.push(format!("  {name}:{}:{}", line + 1, column + 1));
            lines.push(format!("  {}", &text[start..end]));
            lines.push(format!("  {}{} {label}", " ".repeat(column), "^".repeat(shown)));
        }
        lines.extend(self.help.as_ref().map(|help| format!("  help: {help}")));
        lines.join("\n") + "\n"
    }
}

/// Moves the ends of a span into the text, then outwards to character boundaries.
fn clamp_span(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

impl fmt::Display for Diag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diag {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_a_caret_under_the_offending_part() {
        let diag = Diag::new(DiagKind::UnknownName, "no function is called `epx`")
            .at("function", "1 + epx(x)", 4..7, "unknown")
            .help("did you mean `exp`?");
        assert_eq!(diag.offending(), Some("epx"));
        assert_eq!(diag.to_string(), "no function is called `epx`");
        let text = diag.render(false);
        assert!(text.contains("1 + epx(x)"), "{text}");
        assert!(text.contains("unknown") && text.contains("did you mean `exp`?"), "{text}");
        assert!(text.contains("function:1:5"), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert_eq!(diag.render(true).contains('\u{1b}'), cfg!(feature = "graphical"));
    }

    #[test]
    fn nothing_that_others_wrote_acts() {
        let diag = Diag::new(DiagKind::Refuted, "x is \u{202e}y")
            .at("file\u{7}", "a\u{1b}[2Jb", 5..6, "\u{9b}here")
            .help("\rnone");
        let shown = diag.visible();
        assert_eq!(shown.offending(), Some("b"));
        let text = diag.render(false);
        for part in [r"\u{202e}y", r"a\u{1b}[2Jb", r"file\u{7}", r"\u{9b}here", r"\u{d}none"] {
            assert!(text.contains(part), "no {part} in {text}");
        }
        assert_eq!(visible(&text), text);
    }

    #[test]
    fn odd_spans_are_moved_into_the_text() {
        let at = |text: &str, span| Diag::new(DiagKind::Syntax, "m").at("n", text, span, "l");
        assert_eq!(at("abc", 7..9).source.unwrap().span, 3..3);
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = at("abc", 2..1);
        assert_eq!(reversed.source.unwrap().span, 2..2);
        let cut = at("aπb", 2..2);
        assert_eq!(cut.offending(), Some("π"));
        assert!(cut.render(false).contains("aπb"));
        assert!(at("", 0..0).render(false).contains('m'));
    }
}
