//! The frame of a page, and its parts. Every text that goes in is escaped here.

use crate::output::styled::{Style, Styled};
use crate::output::svg::escape;
use crate::output::svg::progress::Picture;

/// How everything looks: light or dark, as the reader's screen is, and light on paper.
const STYLE: &str = include_str!("page.css");

/// A page of sections.
#[derive(Debug, Default)]
pub(super) struct Page {
    body: String,
}

impl Page {
    /// A heading of the whole page.
    pub(super) fn title(&mut self, text: &str) {
        self.body += &format!("<h1>{}</h1>\n", escape(text));
    }

    /// A paragraph beside the point.
    pub(super) fn note(&mut self, text: &str) {
        self.body += &format!("<p class=\"note\">{}</p>\n", escape(text));
    }

    /// What the page is for: the answer, in paragraphs, one a line.
    pub(super) fn answer(&mut self, answer: &Styled) {
        for (style, text) in answer.parts() {
            let class = match style {
                Style::Strong => "answer",
                Style::Warning => "answer warning",
                Style::Plain => "beside",
            };
            for line in text.lines().filter(|line| !line.is_empty()) {
                self.body += &format!("<p class=\"{class}\">{}</p>\n", words(line));
            }
        }
    }

    /// A part with a heading; nothing if the part is empty.
    pub(super) fn section(&mut self, heading: &str, draw: impl FnOnce(&mut Page)) {
        let mut part = Page::default();
        draw(&mut part);
        if !part.body.is_empty() {
            let heading = escape(heading);
            self.body += &format!("<section>\n<h2>{heading}</h2>\n{}</section>\n", part.body);
        }
    }

    /// A picture in the form that the reader's screen has room for.
    pub(super) fn picture(&mut self, Picture { wide, narrow }: &Picture) {
        self.body +=
            &format!("<div class=\"wide\">{wide}</div>\n<div class=\"narrow\">{narrow}</div>\n");
    }

    /// A large picture, which is moved to and fro where there is no room for it.
    pub(super) fn large(&mut self, svg: &str) {
        self.body += &format!("<div class=\"large\" tabindex=\"0\">{svg}</div>\n");
    }

    /// Names with what they stand for, one below the other.
    pub(super) fn facts(&mut self, rows: &[Vec<String>]) {
        self.body += "<dl>\n";
        for row in rows {
            let [name, text] = row.as_slice() else { continue };
            self.body += &format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), words(text));
        }
        self.body += "</dl>\n";
    }

    /// A table, which is moved to and fro where there is no room for it; nothing if it has no rows. Columns whose head
    /// begins with `#` hold numbers.
    pub(super) fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        self.rows("table", heads, rows);
    }

    /// A table of long rows. Where there is no room, each of them is a list of its cells with their heads.
    pub(super) fn records(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        self.rows("records", heads, rows);
    }

    fn rows(&mut self, kind: &str, heads: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let class =
            |column: usize| match heads.get(column).is_some_and(|head| head.starts_with('#')) {
                true => " class=\"number\"",
                false => "",
            };
        self.body += &format!("<div class=\"scroll\" tabindex=\"0\">\n<table class=\"{kind}\">\n");
        if heads.iter().any(|head| !head.is_empty()) {
            self.body += "<tr>";
            for (column, head) in heads.iter().enumerate() {
                let head = escape(head.trim_start_matches('#'));
                self.body += &format!("<th{}>{head}</th>", class(column));
            }
            self.body += "</tr>\n";
        }
        for row in rows {
            self.body += "<tr>";
            for (column, cell) in row.iter().enumerate() {
                let head = heads.get(column).map_or("", |head| head.trim_start_matches('#'));
                let head = escape(head);
                self.body +=
                    &format!("<td{} data-head=\"{head}\">{}</td>", class(column), words(cell));
            }
            self.body += "</tr>\n";
        }
        self.body += "</table>\n</div>\n";
    }

    /// The file.
    pub(super) fn html(&self, title: &str) -> String {
        let title = escape(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
            self.body
        )
    }
}

/// A text whose words stay whole where a line has room for them, with the hyphens in them: options are words, too. A fingerprint
/// may go on in the next line after every sixteen digits.
fn words(text: &str) -> String {
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
    fn everything_is_escaped() {
        let evil = "<script>alert(\"1\")</script> & more \u{1b}[2J\u{202e}";
        let mut page = Page::default();
        page.title(evil);
        page.note(evil);
        let mut answer = Styled::default();
        answer.line(Style::Warning, evil);
        page.answer(&answer);
        page.facts(&[vec![evil.to_owned(), evil.to_owned()]]);
        page.section(evil, |page| page.table(&[evil], &[vec![evil.to_owned()]]));
        let html = page.html(evil);
        assert!(!html.contains("<script") && !html.contains("\"1\""), "{html}");
        assert!(!html.contains(['\u{1b}', '\u{202e}']) && html.contains("\\u{202e}"), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 10);
        roxmltree::Document::parse_with_options(
            &html,
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        )
        .expect("XML");
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(words("a --bits 3"), "a <span class=\"word\">--bits</span> 3");
        let digest = "0123456789abcdef".repeat(4);
        let shown = words(&digest);
        assert!(shown.matches("<wbr/>").count() == 3 && shown.contains(&digest), "{shown}");
    }

    #[test]
    fn empty_sections_are_left_out() {
        let mut page = Page::default();
        page.section("nothing", |page| page.table(&["a"], &[]));
        assert!(!page.html("t").contains("nothing"));
    }
}
