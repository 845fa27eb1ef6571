//! The documents hold together: `book.toml` and `docs/SUMMARY.md` make a book of every page of `docs/`, and every link of a
//! document leads to a file that exists and to a heading that the file has. Where mdBook is installed, it builds the book.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

const SUMMARY: &str = "SUMMARY.md";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folder that the book is made of, as `book.toml` names it.
fn source() -> PathBuf {
    let settings: toml::Table = read(&root().join("book.toml")).parse().expect("book.toml");
    root().join(settings["book"]["src"].as_str().expect("a folder"))
}

/// The pages in the book's folder, without the list of them.
fn pages() -> BTreeSet<String> {
    let files = fs::read_dir(source()).expect("the book's folder");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".md") && name != SUMMARY).collect()
}

/// What a document links to, and what links may name in it.
struct Document {
    /// Targets of links and pictures, as they are written.
    links: Vec<String>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
}

impl Document {
    fn new(text: &str) -> Document {
        let mut document = Document { links: vec![], anchors: BTreeSet::new() };
        // The words of the heading that is being read.
        let mut heading: Option<String> = None;
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    document.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(words) | Event::Code(words) => {
                    heading.iter_mut().for_each(|heading| heading.push_str(&words));
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().expect("a heading"));
                    let before = times.entry(anchor.clone()).or_default();
                    document.anchors.insert(match *before {
                        0 => anchor,
                        number => format!("{anchor}-{number}"),
                    });
                    *before += 1;
                }
                _ => {}
            }
        }
        document
    }
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with a link of the document at a path.
fn fault(from: &Path, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, at)| (file, Some(at)));
    let path = match file {
        "" => from.to_owned(),
        file => from.parent().expect("a folder").join(file),
    };
    let Ok(path) = path.canonicalize() else {
        return Some("there is no such file".to_owned());
    };
    if !path.starts_with(root()) {
        return Some("it leaves the repository".to_owned());
    }
    let heading = heading?;
    if path.extension().is_none_or(|ending| ending != "md") {
        return Some("only documents have headings".to_owned());
    }
    let anchors = Document::new(&read(&path)).anchors;
    (!anchors.contains(heading)).then(|| format!("no such heading among {anchors:?}"))
}

/// The documents whose links are followed.
fn documents() -> Vec<PathBuf> {
    let outside = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "proofs/README.md"];
    let mut documents: Vec<PathBuf> = outside.iter().map(|name| root().join(name)).collect();
    documents.extend(pages().iter().map(|name| source().join(name)));
    documents.push(source().join(SUMMARY));
    documents
}

#[test]
fn every_page_is_a_chapter() {
    let links = Document::new(&read(&source().join(SUMMARY))).links;
    let chapters: BTreeSet<String> = links.iter().cloned().collect();
    assert_eq!(chapters.len(), links.len(), "a chapter stands twice in {SUMMARY}");
    assert_eq!(chapters, pages(), "the chapters of {SUMMARY}, and the pages that there are");
    println!("{} chapters", chapters.len());
}

#[test]
fn every_link_leads_somewhere() {
    let (mut followed, mut faults) = (0, vec![]);
    for document in documents() {
        for link in Document::new(&read(&document)).links {
            followed += 1;
            if let Some(fault) = fault(&document, &link) {
                faults.push(format!("{}: {link}: {fault}", document.display()));
            }
        }
    }
    println!("{followed} links");
    assert!(followed > 100, "{followed} links are not all");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let document =
        Document::new("# A `b` c, d?\n\n## Twice\n\n## Twice\n\n[x](y.md#z) ![p](q.svg)\n");
    assert_eq!(document.links, ["y.md#z", "q.svg"]);
    let anchors: Vec<&str> = document.anchors.iter().map(String::as_str).collect();
    assert_eq!(anchors, ["a-b-c-d", "twice", "twice-1"]);
    let from = root().join("README.md");
    for good in ["LICENSE", "docs/", "docs/words.md#terms", "https://example.org/none"] {
        assert_eq!(fault(&from, good), None, "{good}");
    }
    for bad in ["none.md", "docs/words.md#none", "#none", "LICENSE#none", "../"] {
        assert!(fault(&from, bad).is_some(), "{bad}");
    }
}

#[test]
fn mdbook_builds_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("mdbook");
    let output = match command.arg("build").arg("-d").arg(folder.path()).arg(root()).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("not built: mdbook is not installed (cargo install mdbook)");
            return;
        }
        output => output.expect("mdbook"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    for page in pages() {
        let html = folder.path().join(page).with_extension("html");
        assert!(html.is_file(), "{} is not there: {errors}", html.display());
    }
}
