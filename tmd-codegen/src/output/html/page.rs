//! The frame of a page, and its parts. Every text that goes in is escaped here.

use super::inline::{Inline, words};
use crate::output::styled::{Style, Styled};
use crate::output::svg::escape;
use crate::output::svg::progress::Picture;

/// How everything looks: light or dark, as the reader's screen is, and light on paper.
const STYLE: &str = include_str!("page.css");

/// A page of sections.
#[derive(Debug, Default)]
pub(crate) struct Page {
    body: String,
}

impl Page {
    /// A heading of the whole page.
    pub(crate) fn title(&mut self, text: &str) {
        self.body += &format!("<h1>{}</h1>\n", escape(text));
    }

    /// A paragraph beside the point.
    pub(crate) fn note(&mut self, text: &str) {
        self.body += &format!("<p class=\"note\">{}</p>\n", escape(text));
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, text: &Inline) {
        self.body += &format!("<p>{}</p>\n", text.html());
    }

    /// The way to this page, above its heading, or to others.
    pub(crate) fn trail(&mut self, text: &Inline) {
        self.body += &format!("<p class=\"trail\">{}</p>\n", text.html());
    }

    /// Points of a list.
    pub(crate) fn points(&mut self, points: &[Inline]) {
        self.body += "<ul>\n";
        for point in points {
            self.body += &format!("<li>{}</li>\n", point.html());
        }
        self.body += "</ul>\n";
    }

    /// Lines to be typed.
    pub(crate) fn commands(&mut self, lines: &[String]) {
        let lines = escape(&lines.join("\n"));
        self.body += &format!("<pre tabindex=\"0\">{lines}</pre>\n");
    }

    /// What the page is for: the answer, in paragraphs, one a line.
    pub(crate) fn answer(&mut self, answer: &Styled) {
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
    pub(crate) fn section(&mut self, heading: &str, draw: impl FnOnce(&mut Page)) {
        let mut part = Page::default();
        draw(&mut part);
        if !part.body.is_empty() {
            let heading = escape(heading);
            self.body += &format!("<section>\n<h2>{heading}</h2>\n{}</section>\n", part.body);
        }
    }

    /// A picture in the form that the reader's screen has room for.
    pub(crate) fn picture(&mut self, Picture { wide, narrow }: &Picture) {
        self.body +=
            &format!("<div class=\"wide\">{wide}</div>\n<div class=\"narrow\">{narrow}</div>\n");
    }

    /// A large picture, which is moved to and fro where there is no room for it.
    pub(crate) fn large(&mut self, svg: &str) {
        self.body += &format!("<div class=\"large\" tabindex=\"0\">{svg}</div>\n");
    }

    /// Names with what they stand for, one below the other.
    pub(crate) fn facts(&mut self, rows: &[Vec<String>]) {
        self.body += "<dl>\n";
        for row in rows {
            let [name, text] = row.as_slice() else { continue };
            self.body += &format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), words(text));
        }
        self.body += "</dl>\n";
    }

    /// A table, which is moved to and fro where there is no room for it; nothing if it has no rows. Columns whose head
    /// begins with `#` hold numbers.
    pub(crate) fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        self.rows("table", heads, rows, |cell| words(cell));
    }

    /// A table of long rows. Where there is no room, each of them is a list of its cells with their heads.
    pub(crate) fn records(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        self.rows("records", heads, rows, |cell| words(cell));
    }

    /// The same of cells that lead elsewhere.
    pub(crate) fn linked_records(&mut self, heads: &[&str], rows: &[Vec<Inline>]) {
        self.rows("records", heads, rows, |cell| cell.html().to_owned());
    }

    fn rows<C>(&mut self, kind: &str, heads: &[&str], rows: &[Vec<C>], show: fn(&C) -> String) {
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
                let head = words(head.trim_start_matches('#'));
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
                    &format!("<td{} data-head=\"{head}\">{}</td>", class(column), show(cell));
            }
            self.body += "</tr>\n";
        }
        self.body += "</table>\n</div>\n";
    }

    /// The file.
    pub(crate) fn html(&self, title: &str) -> String {
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
    fn empty_sections_are_left_out() {
        let mut page = Page::default();
        page.section("nothing", |page| page.table(&["a"], &[]));
        assert!(!page.html("t").contains("nothing"));
    }
}
