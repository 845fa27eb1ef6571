//! The site of the atlas: every link leads to a file that is there, what the pages say is what the entries hold, and the README says
//! how complete the atlas is.

mod called;
mod copied;

use called::program;
use copied::{atlas, copy_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tmd_codegen::atlas::{Catalogue, FORMATS, Subject, completeness, site};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder, by their paths from there.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn below(folder: &Path, place: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder.join(place)).expect("a folder") {
            let path = place.join(entry.expect("an entry").file_name());
            match folder.join(&path).is_dir() {
                true => below(folder, &path, found),
                false => {
                    found.insert(path.clone(), fs::read(folder.join(&path)).expect("a file"));
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    below(folder, Path::new(""), &mut found);
    found
}

/// The targets of the links of a page.
fn links(html: &str) -> impl Iterator<Item = &str> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// The text of a page.
fn without_tags(html: &str) -> String {
    let texts = html.split('<').map(|rest| rest.split_once('>').map_or(rest, |(_, text)| text));
    texts.collect::<String>().replace("&quot;", "\"")
}

#[test]
fn links_lead_somewhere_and_counts_are_those_of_the_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = site::write(&atlas(), folder.path()).expect("a site");
    let files = files(folder.path());
    assert_eq!(files.len(), written.pages + written.downloads);
    assert_eq!(files.values().map(Vec::len).sum::<usize>(), written.bytes);
    println!("{written:?}");
    // A list of 20,000 cases takes some 2.5 MB in its four formats and pages; binary64 will have 41.
    assert!(written.bytes < 128 << 20, "{} bytes", written.bytes);

    let text = |path: &str| {
        let bytes = files.get(Path::new(path)).unwrap_or_else(|| panic!("{path} is missing"));
        String::from_utf8(bytes.clone()).expect("text")
    };
    let mut reached = 0;
    for path in files.keys().filter(|path| path.extension().is_some_and(|own| own == "html")) {
        let html = text(&path.to_string_lossy());
        assert!(
            !html.contains("<script") && !html.contains("://www.w3.org/1999"),
            "{}",
            path.display()
        );
        for link in links(&html) {
            let target = folder.path().join(path.parent().expect("a folder")).join(link);
            assert!(target.is_file(), "{}: {link} leads nowhere", path.display());
            reached += 1;
        }
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        if let Err(error) = roxmltree::Document::parse_with_options(&html, options) {
            panic!("{}: {error}", path.display());
        }
    }
    assert!(reached > 10 * written.pages, "{reached} links");

    let catalogue = Catalogue::read(&atlas()).expect("a catalogue");
    let index = text("index.html");
    for (entry, made) in &catalogue.entries {
        let subject = Subject::new(&entry.function, &entry.format).expect("a subject");
        let (slug, format) = (subject.slug(), subject.format());
        let cases = tmd_codegen::text::grouped(entry.cases as u128);
        let cell = format!("<a href=\"{format}/{slug}.html\">{cases}</a>");
        assert_eq!(index.matches(&cell).count(), 1, "{cell}");
        let page = text(&format!("{format}/{slug}.html"));
        let said = [
            format!("<dt>listed cases</dt><dd>{cases}</dd>"),
            entry.sha256.clone(),
            made.certificate.clone(),
        ];
        for said in said {
            assert!(page.contains(&said), "{subject}: {said} is not said");
        }
        let csv = text(&format!("{format}/{slug}.csv"));
        // Comments, and the heads of the columns.
        let rows = csv.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows, entry.cases + 1, "{subject}: rows of the table");
        assert_eq!(files[Path::new(&format!("{format}/{slug}.bin"))].len(), 8 * entry.cases);
        let of_function = text(&format!("functions/{slug}.html"));
        assert!(of_function.contains(&format!("<a href=\"../{format}/{slug}.html\">{format}</a>")));
    }
    let entries = catalogue.entries.iter().map(|(entry, _)| entry);
    let cases = entries.clone().map(|entry| entry.cases as u128).sum();
    let complete = entries.clone().filter(|entry| entry.complete).count();
    let said = format!(
        "{} lists of {} functions, {complete} of them of whole formats: {} cases",
        catalogue.entries.len(),
        catalogue.functions.len(),
        tmd_codegen::text::grouped(cases)
    );
    assert!(index.contains(&said), "{said}");
    let of_pairs = catalogue
        .pairs
        .iter()
        .map(|(subject, entry, _)| (completeness::row_of_pairs(subject), entry.cases as u128));
    let of_one = entries.clone().map(|entry| (entry.format.clone(), entry.cases as u128));
    let of_parts = catalogue.parts.iter().map(|parts| {
        let row = match parts.function.contains('(') {
            true => format!("{}, all pairs of numbers", parts.format),
            false => parts.format.clone(),
        };
        (row, parts.cases() as u128)
    });
    let of_formats: Vec<(String, u128)> = of_one.chain(of_pairs).chain(of_parts).collect();
    for row in completeness::rows(&catalogue) {
        let own = of_formats.iter().filter(|(name, _)| row[0] == "all" || *name == row[0]);
        let shown = match own.map(|(_, cases)| cases).sum() {
            // Of unfinished campaigns alone, nothing is counted.
            0 => String::new(),
            cases => tmd_codegen::text::grouped(cases),
        };
        assert_eq!(row[5], shown, "{row:?}");
    }
    assert_eq!(
        files.keys().filter(|path| path.extension().is_some_and(|own| own == "html")).count(),
        1 + catalogue.functions.len()
            + catalogue.entries.len()
            + catalogue.pairs.len()
            + catalogue.parts.len()
    );
    for parts in &catalogue.parts {
        let place = format!("parts/{}", parts.slug);
        let cases = tmd_codegen::text::grouped(parts.cases() as u128);
        assert!(index.contains(&format!("<a href=\"{place}.html\">{}</a>", parts.function)));
        let page = text(&format!("{place}.html"));
        assert!(index.contains(&cases) && page.contains(&cases), "{place}: {cases}");
        let read = without_tags(&page);
        let is_of_one = !parts.function.contains('(');
        assert_eq!(page.contains("Hardness over the range"), is_of_one, "{place}");
        if is_of_one {
            let of_function = text(&format!("functions/{}.html", parts.function));
            assert!(of_function.contains(&format!("<a href=\"../{place}.html\">")), "{place}");
        }
        for part in &parts.all {
            for said in [&part.made.certificate, &part.range(), &part.command] {
                assert!(read.contains(said), "{place}: {said} is not said");
            }
            for ending in [part.kept.ending(), "made.json"] {
                let file = format!("{place}/{}.{ending}", part.name);
                let own = fs::read(root().join("atlas/ranges").join(&file["parts/".len()..]));
                assert_eq!(files[Path::new(&file)], own.expect("a file"), "{file}");
            }
        }
    }
    for (subject, entry, made) in &catalogue.pairs {
        let place = format!("pairs/{}/{}", subject.format, subject.slug());
        let cases = tmd_codegen::text::grouped(entry.cases as u128);
        let link = format!("<a href=\"{place}.html\">{}</a>", entry.function);
        assert!(index.contains(&link) && index.contains(&cases), "{place}");
        let page = text(&format!("{place}.html"));
        let hard = entry.hard_pairs.map(|own| tmd_codegen::text::grouped(own.into()));
        assert!(hard.is_none_or(|own| page.contains(&own)), "{place}: the pairs");
        for said in [&cases, &entry.sha256, &made.certificate] {
            assert!(page.contains(said), "{place}: {said} is not said");
        }
        assert_eq!(text(&format!("{place}.csv")).lines().count(), entry.cases + 1, "{place}");
        assert_eq!(files[Path::new(&format!("{place}.bin"))].len(), 16 * entry.cases);
    }
    assert_eq!(catalogue.pairs.len(), 28);
}

#[test]
fn a_site_is_the_same_every_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let [own, one, two] = ["atlas", "one", "two"].map(|name| folder.path().join(name));
    for folder in [&own, &one, &two] {
        fs::create_dir(folder).expect("a folder");
    }
    let atlas = copy_of(&[("gamma", "binary16"), ("sin", "bfloat16")], &own);
    let written = site::write(&atlas, &one).expect("a site");
    // Over an older one, too.
    for _ in 0..2 {
        assert_eq!(site::write(&atlas, &two).expect("a site"), written);
        assert!(files(&one) == files(&two));
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let [own, site, file, empty] = ["atlas", "site", "file", "empty"].map(place);
    fs::create_dir(&own).expect("a folder");
    fs::create_dir(&empty).expect("a folder");
    fs::write(&file, "").expect("a file");
    let copy = copy_of(&[("exp", "binary16")], Path::new(&own));
    let refused = |atlas: &str, site: &str, said: &str| {
        let output = program(&["atlas", "--atlas", atlas, "site", "-o", site]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said) && !error.contains("panicked"), "{error}");
    };
    let output = program(&["atlas", "--atlas", &own, "site", "-o", &site]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    refused(&place("nowhere"), &site, "there is no folder");
    refused(&empty, &site, "there is no entry");
    refused(&own, &file, "-o");
    refused(&own, &format!("{file}/site"), "-o");
    let subject = Subject::new("exp", "binary16").expect("a subject");
    let bin = copy.path(&subject, "bin");
    let mut bytes = fs::read(&bin).expect("cases");
    bytes[3] ^= 1;
    fs::write(&bin, bytes).expect("write");
    refused(&own, &site, "are not those of the entry");
    fs::remove_file(&bin).expect("removed");
    refused(&own, &site, "exp.bin");
    fs::write(copy.path(&subject, "json"), "{}").expect("write");
    refused(&own, &site, "is not a description of an entry");
}

/// How complete the atlas is stands in the README. `TMD_BLESS=1` writes it there.
#[test]
fn the_readme_says_how_complete_the_atlas_is() {
    let catalogue = Catalogue::read(&atlas()).expect("a catalogue");
    let table = completeness::markdown(&catalogue);
    let of_pairs: BTreeSet<String> =
        catalogue.pairs.iter().map(|(own, _, _)| completeness::row_of_pairs(own)).collect();
    // Parts of functions of two numbers are in the rows of these.
    let parts = catalogue.parts.iter().filter(|own| !own.function.contains('('));
    let unfinished = catalogue.unfinished.iter().map(|own| own.format.as_str());
    let own = parts.map(|own| own.format.as_str()).chain(unfinished);
    let others: BTreeSet<&str> = own.filter(|format| !FORMATS.contains(format)).collect();
    assert_eq!(table.lines().count(), 2 + FORMATS.len() + others.len() + of_pairs.len() + 1);
    for format in others {
        assert!(table.contains(&format!("| {format} |")), "no row of {format} in {table}");
    }
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).expect("the README");
    let head = table.lines().next().expect("a head");
    let start = readme.find(head).expect("the README has the table's heads");
    let end = readme[start..].find("\n\n").map_or(readme.len(), |end| start + end + 1);
    if std::env::var_os("TMD_BLESS").is_some() {
        let blessed = format!("{}{table}{}", &readme[..start], &readme[end..]);
        fs::write(&path, blessed).expect("written");
        return;
    }
    assert_eq!(&readme[start..end], table, "TMD_BLESS=1 cargo test -p tmd-codegen --test site");
}
