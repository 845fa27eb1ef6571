//! The words of the field: the sections of `docs/words.md`, one a term.

use crate::diag::{Diag, DiagKind};
use crate::nearest::nearest;
use crate::text::wrap;

/// The page that is both read and printed.
const PAGE: &str = include_str!("../words.md");

/// The heading of the terms. Above it stands the map of the subdivisions, which is drawn and so is not printed.
const TERMS: &str = "\n## Terms\n";

/// Columns of a printed explanation.
const WIDTH: usize = 100;

/// One term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub synonyms: Vec<&'static str>,
    /// The meaning, in paragraphs.
    pub paragraphs: Vec<String>,
    /// Files that have to do with it.
    pub code: Vec<&'static str>,
    /// Terms that one may want to read next.
    pub related: Vec<&'static str>,
}

/// All terms, in the order of the page.
pub fn terms() -> Vec<Term> {
    let (_, terms) = PAGE.split_once(TERMS).unwrap_or(("", PAGE));
    terms.split("\n## ").skip(1).map(term).collect()
}

fn term(section: &'static str) -> Term {
    let (name, rest) = section.split_once('\n').unwrap_or((section, ""));
    let mut term = Term {
        name: name.trim(),
        synonyms: vec![],
        paragraphs: vec![],
        code: vec![],
        related: vec![],
    };
    for paragraph in rest.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        let list =
            |text: &'static str| text.split(", ").map(|word| word.trim_matches('`')).collect();
        if let Some(names) = paragraph.strip_prefix("Also: ") {
            term.synonyms = list(names);
        } else if let Some(paths) = paragraph.strip_prefix("In the code: ") {
            term.code = list(paths);
        } else if let Some(names) = paragraph.strip_prefix("See also: ") {
            term.related = list(names);
        } else {
            term.paragraphs.push(paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    term
}

/// A word as it is compared: without case, blanks and hyphens.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !c.is_whitespace() && !"-_'’`.".contains(*c));
    letters.flat_map(char::to_lowercase).map(|c| if c == 'è' { 'e' } else { c }).collect()
}

/// Finds a term by its name or a synonym.
///
/// # Errors
/// If there is none; the report suggests the nearest.
pub fn find(word: &str) -> Result<Term, Diag> {
    let all = terms();
    let names = |term: &Term| -> Vec<&'static str> {
        [term.name].into_iter().chain(term.synonyms.iter().copied()).collect()
    };
    // Names come before synonyms, and ε'' must not be taken for ε.
    let exact = |wanted: &str| {
        let by_name = all.iter().find(|term| term.name == wanted);
        by_name.or_else(|| all.iter().find(|term| names(term).contains(&wanted)))
    };
    let singular = word.trim().strip_suffix('s').unwrap_or(word);
    let similar = |word: &str| {
        let is_same = |name: &str| plain(name) == plain(word) && !plain(word).is_empty();
        let by_name = all.iter().find(|term| is_same(term.name));
        by_name.or_else(|| all.iter().find(|term| names(term).into_iter().any(is_same)))
    };
    // A report says `cases`, the page `case`.
    if let Some(term) = exact(word.trim()).or_else(|| similar(word)).or_else(|| similar(singular)) {
        return Ok(term.clone());
    }
    let known = all.iter().flat_map(names);
    let help = match nearest(word, known) {
        Some(name) => format!("did you mean `{name}`? `tmd-codegen explain` lists all"),
        None => "`tmd-codegen explain` lists all".to_owned(),
    };
    Err(Diag::new(DiagKind::UnknownName, format!("`{word}` is not a word of this field"))
        .at("term", word, 0..word.len(), "unknown")
        .help(help))
}

/// A term for a terminal.
pub fn text(term: &Term) -> String {
    let mut lines = vec![match term.synonyms[..] {
        [] => term.name.to_owned(),
        ref synonyms => format!("{}  (also: {})", term.name, synonyms.join(", ")),
    }];
    for paragraph in &term.paragraphs {
        lines.push(String::new());
        lines.extend(wrap("  ", paragraph, WIDTH));
    }
    for (head, names) in [("in the code: ", &term.code), ("see also: ", &term.related)] {
        if !names.is_empty() {
            lines.push(String::new());
            lines.extend(wrap(&format!("  {head}"), &names.join(", "), WIDTH));
        }
    }
    lines.join("\n") + "\n"
}

/// All terms with the beginning of what they mean.
pub fn list() -> String {
    let all = terms();
    let width = all.iter().map(|term| term.name.chars().count()).max().unwrap_or(0) + 2;
    let mut lines = vec![];
    for term in &all {
        let paragraph = term.paragraphs.first().map_or("", String::as_str);
        let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
        lines.extend(wrap(&format!("{:<width$}", term.name), &paragraph[..end], WIDTH));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_page_is_whole() {
        let all = terms();
        assert!(all.len() >= 45, "{}", all.len());
        for term in &all {
            assert!(!term.paragraphs.is_empty(), "{}", term.name);
            for path in &term.code {
                let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
                assert!(file.exists(), "{}: {path}", term.name);
            }
            for name in &term.related {
                let related = find(name).expect("a term");
                assert_eq!(related.name, *name, "{}", term.name);
                assert_ne!(related.name, term.name);
            }
            let text = text(term);
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
        let map = PAGE.split_once(TERMS).expect("a map above the terms").0;
        let quoted = map.split('`').skip(1).step_by(2);
        let files: Vec<&str> = quoted.filter(|text| text.ends_with(".rs")).collect();
        assert!(files.len() >= 20, "{files:?}");
        for path in files {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
            assert!(file.exists(), "the map: {path}");
        }
        // No word leads to two terms.
        let mut names: Vec<&str> =
            all.iter().flat_map(|t| t.synonyms.iter().chain([&t.name])).copied().collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn words_of_the_field_are_found() {
        let found = |word: &str| find(word).map(|term| term.name).map_err(|diag| diag.message);
        for word in [
            "binade",
            "input precision",
            "h",
            "output precision",
            "w",
            "g",
            "g(i)",
            "HR-case",
            "hardness",
            "piece",
            "domain",
            "packet",
            "interval",
            "N",
            "sub-interval",
            "κ",
            "existence test",
            "tabulated differences",
            "fixed multi-precision word",
            "LOGMS",
            "exact case",
            "cmod",
            "breakpoint",
            "TMD",
            "Table Maker's Dilemma",
        ] {
            let word = word.trim_end_matches("(i)");
            assert!(found(word).is_ok(), "{word}");
        }
        assert_eq!(found("hr case").as_deref(), Ok("HR-case"));
        assert_eq!(found("table makers dilemma").as_deref(), Ok("Table Maker's Dilemma"));
        assert_eq!(found("lefevre's test").as_deref(), Ok("Lefèvre's test"));
        assert_eq!(found("ε").as_deref(), Ok("ε"));
        assert_eq!(found("ε''").as_deref(), Ok("ε''"));
        assert_eq!(found("kappa").as_deref(), Ok("sub-interval"));
        let unknown = find("binad").unwrap_err();
        assert!(unknown.help.unwrap().contains("`binade`"));
        assert!(find("").is_err() && find("---").is_err());
    }

    #[test]
    fn the_list_names_all() {
        let list = list();
        assert!(terms().iter().all(|term| list.contains(term.name)));
        assert!(list.lines().all(|line| line.chars().count() <= WIDTH));
    }
}
