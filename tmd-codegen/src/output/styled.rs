//! Texts with marks for what a person looks for first. Without a terminal they are plain.

use std::fmt;

/// How a part of a text looks on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As any text.
    Plain,
    /// What answers the question: bold.
    Strong,
    /// What is missing from the answer: bold magenta, which can be read on dark and on light terminals.
    Warning,
}

impl Style {
    /// What begins and ends it on a terminal, as ECMA-48 has it.
    pub fn escapes(self) -> (&'static str, &'static str) {
        match self {
            Style::Plain => ("", ""),
            Style::Strong => ("\x1b[1m", "\x1b[0m"),
            Style::Warning => ("\x1b[1;35m", "\x1b[0m"),
        }
    }
}

/// A text in parts. As it is displayed, it has no escapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled(Vec<(Style, String)>);

impl Styled {
    /// Adds a line; the mark ends before its end.
    pub fn line(&mut self, style: Style, line: impl Into<String>) {
        self.0.push((style, line.into()));
        self.plain("\n");
    }

    /// Adds plain text.
    pub fn plain(&mut self, text: &str) {
        match self.0.last_mut() {
            Some((Style::Plain, last)) => last.push_str(text),
            _ => self.0.push((Style::Plain, text.to_owned())),
        }
    }

    /// Adds another text.
    pub fn append(&mut self, text: Styled) {
        self.0.extend(text.0);
    }

    /// Adds a paragraph: a text, with an empty line before it.
    pub fn paragraph(&mut self, text: Styled) {
        let is_empty = text.0.iter().all(|(_, part)| part.is_empty());
        if !is_empty && !self.0.is_empty() {
            self.plain("\n");
        }
        self.0.extend(text.0);
    }

    /// Its parts.
    pub fn parts(&self) -> impl Iterator<Item = (Style, &str)> {
        self.0.iter().map(|(style, text)| (*style, text.as_str()))
    }
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled(vec![(Style::Plain, text)])
    }
}

impl fmt::Display for Styled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().try_for_each(|(_, text)| f.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_apart_and_plain() {
        let mut text = Styled::default();
        text.paragraph(Styled::default());
        text.line(Style::Strong, "answer");
        text.paragraph(String::new().into());
        text.paragraph("more\n".to_owned().into());
        assert_eq!(text.to_string(), "answer\n\nmore\n");
        let strong: Vec<_> = text.parts().filter(|(style, _)| *style == Style::Strong).collect();
        assert_eq!(strong, [(Style::Strong, "answer")]);
    }
}
