//! Texts inside of paragraphs and cells, with links, code and marks. Every text that goes in is escaped here.

use crate::output::svg::escape;

/// A part of a paragraph, or a cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inline(String);

impl Inline {
    /// A text.
    pub(crate) fn of(text: &str) -> Inline {
        Inline::default().text(text)
    }

    /// Adds a text.
    pub(crate) fn text(mut self, text: &str) -> Inline {
        self.0 += &words(text);
        self
    }

    /// Adds a link to another page, or to a file.
    pub(crate) fn link(mut self, to: &str, text: &str) -> Inline {
        self.0 += &format!("<a href=\"{}\">{}</a>", escape(to), escape(text));
        self
    }

    /// Adds what is typed or printed.
    pub(crate) fn code(mut self, text: &str) -> Inline {
        self.0 += &format!("<code>{}</code>", escape(text));
        self
    }

    /// Adds a sign that stands for a text.
    pub(crate) fn sign(mut self, sign: &str, meaning: &str) -> Inline {
        let (sign, meaning) = (escape(sign), escape(meaning));
        self.0 += &format!("<span title=\"{meaning}\">{sign}</span> ");
        self
    }

    /// Adds a line below, beside the point.
    pub(crate) fn below(mut self, text: &str) -> Inline {
        self.0 += &format!(" <span class=\"below\">{}</span>", words(text));
        self
    }

    /// What stands in the page.
    pub(super) fn html(&self) -> &str {
        &self.0
    }
}

/// A text whose words stay whole where a line has room for them, with the hyphens in them: options are words, too. A fingerprint
/// may go on in the next line after every sixteen digits.
pub(super) fn words(text: &str) -> String {
    let word = |word: &str| {
        let is_digest = word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_digest {
            let groups = word.as_bytes().chunks(16).map(String::from_utf8_lossy);
            let groups = groups.collect::<Vec<_>>().join("<wbr/>");
            return format!("<span title=\"{word}\">{groups}</span>");
        }
        match word.contains('-') || word.len() > 20 {
            true => format!("<span class=\"word\">{}</span>", escape(word)),
            false => escape(word),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_code_are_escaped() {
        let evil = "\"><script>alert(1)</script>";
        let text = Inline::of(evil).link(evil, evil).code(evil).sign(evil, evil).below(evil);
        assert!(!text.html().contains("<script") && !text.html().contains("\"\">"), "{text:?}");
        let plain = Inline::default().link("a/b.html", "b");
        assert_eq!(plain.html(), "<a href=\"a/b.html\">b</a>");
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(words("a --bits 3"), "a <span class=\"word\">--bits</span> 3");
        let digest = "0123456789abcdef".repeat(4);
        let shown = words(&digest);
        assert!(shown.matches("<wbr/>").count() == 3 && shown.contains(&digest), "{shown}");
    }
}
