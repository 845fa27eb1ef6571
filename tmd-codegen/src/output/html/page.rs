//! The frame of a page, and its parts. Every text that goes in is escaped here.

use crate::output::svg::escape;

/// Light, and the same on paper.
const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; color: #222; background: #fff; \
max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0.2rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid #ccc; }
p { margin: 0.4rem 0; }
svg { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 1.2rem 0.2rem 0; \
border-bottom: 1px solid #eee; }
th { font-weight: 600; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; white-space: nowrap; }
.note { color: #555; font-size: 0.9rem; }
.bar { height: 0.8rem; background: #ddd; margin: 0.8rem 0; }
.bar div { height: 100%; background: #009e73; }
@media print {
  body { margin: 0; max-width: none; font-size: 11px; }
  section { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
";

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

    /// A bar of which a share is filled.
    pub(super) fn bar(&mut self, share: f64) {
        let percent = (100.0 * share).clamp(0.0, 100.0);
        self.body +=
            &format!("<div class=\"bar\"><div style=\"width: {percent:.2}%\"></div></div>\n");
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

    /// A picture, as [`crate::output::svg`] draws it.
    pub(super) fn picture(&mut self, svg: &str) {
        self.body += svg;
    }

    /// A table; nothing if it has no rows. Columns whose head begins with `#` hold numbers.
    pub(super) fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let class =
            |column: usize| match heads.get(column).is_some_and(|head| head.starts_with('#')) {
                true => " class=\"number\"",
                false => "",
            };
        self.body += "<table>\n";
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
                self.body += &format!("<td{}>{}</td>", class(column), escape(cell));
            }
            self.body += "</tr>\n";
        }
        self.body += "</table>\n";
    }

    /// The file.
    pub(super) fn html(&self, title: &str) -> String {
        let title = escape(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
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
        page.section(evil, |page| page.table(&[evil], &[vec![evil.to_owned()]]));
        let html = page.html(evil);
        assert!(!html.contains("<script") && !html.contains("\"1\""), "{html}");
        assert!(!html.contains(['\u{1b}', '\u{202e}']) && html.contains("\\u{202e}"), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 6);
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
