//! The page of an entry of a function of a number and an integer.

use super::downloads::Download;
use super::parts::{TITLE, bits_of, facts, size};
use crate::atlas::{Atlas, MOST_BYTES, PairsEntry, PairsMade, PairsSubject};
use crate::diag::Diag;
use crate::infile;
use crate::output::html::{Inline, Page};
use crate::output::number::lg;
use crate::output::pairs;
use crate::output::styled::{Style, Styled};
use crate::output::summary::Bin;
use crate::output::svg::progress;
use crate::pairs::{Family, PairCase};
use crate::spec::hexfloat;
use crate::text::{duration, grouped, plural};

const HARDEST: [&str; 6] = ["rounding", "x", "in decimal", "#n", "#identical bits", "#distance"];
const FILES: [&str; 3] = ["file", "#size", "content"];

/// The path of the page, from the index.
pub(super) fn path(subject: &PairsSubject) -> String {
    format!("pairs/{}/{}.html", subject.format, subject.slug())
}

/// The files beside the page: those of the entry, and its cases as a table.
pub(super) fn files(
    atlas: &Atlas,
    subject: &PairsSubject,
    entry: &PairsEntry,
) -> Result<Vec<Download>, Diag> {
    let mut files = vec![];
    let own = [
        (
            "bin",
            "the cases, ascending: x and n as two binary64 numbers, 16 bytes in all, the lowest byte first",
        ),
        ("json", "the description of the list, with everything on this page"),
        ("made.json", "how it was made: time, hash of the certificate"),
    ];
    for (ending, what) in own {
        let bytes = infile::read_file(&atlas.pairs_path(subject, ending), MOST_BYTES)?;
        files.push(Download { name: format!("{}.{ending}", subject.slug()), what, bytes });
    }
    let mut table = "x,n\n".to_owned();
    for (x, n) in atlas.pairs_cases(subject, entry)? {
        let exact = rug::Rational::from_f64(x).and_then(|x| hexfloat::print_rational(&x));
        table.push_str(&format!("{},{n}\n", exact.unwrap_or_default()));
    }
    let name = format!("{}.csv", subject.slug());
    let what = "the cases as a table: x as a hexadecimal float, and n";
    files.push(Download { name, what, bytes: table.into_bytes() });
    Ok(files)
}

/// The page of an entry with the files beside it.
pub(super) fn page(
    subject: &PairsSubject,
    entry: &PairsEntry,
    made: &PairsMade,
    files: &[Download],
) -> Result<String, Diag> {
    let request = subject.request()?;
    let mut page = Page::default();
    page.trail(
        &Inline::default().link("../../index.html", TITLE).text(" › ").text(&subject.to_string()),
    );
    page.title(&subject.to_string());
    let mut answer = Styled::default();
    answer.line(Style::Strong, pairs::answer(&request, &entry.summary));
    page.answer(&answer);
    page.paragraph(&Inline::of(meaning(subject.family)));
    page.facts(&about(entry, made));
    page.section("Cases by hardness", |page| {
        let bins = entry.summary.histogram.iter().map(|bin| Bin {
            identical_bits: bin.identical_bits,
            cases: bin.cases,
            compared: bin.cases,
            expected: bin.expected,
        });
        page.picture(&progress::histogram(&bins.collect::<Vec<_>>()));
    });
    let hardest = hardest(entry)?;
    page.section("Hardest cases", |page| {
        page.records(&HARDEST, &hardest);
        page.note("Distances are in units of the spacing of breakpoints.");
    });
    page.section("Files", |page| {
        let row = |file: &Download| {
            let link = Inline::default().link(&file.name, &file.name);
            vec![link, Inline::of(&size(file.bytes.len())), Inline::of(file.what)]
        };
        page.linked_records(&FILES, &files.iter().map(row).collect::<Vec<_>>());
        page.facts(&facts([("SHA-256 of the list", entry.sha256.clone())]));
    });
    page.section("Make it again, and check it", |page| {
        let (slug, format) = (subject.slug(), subject.format);
        let certificate = format!("{slug}.certificate.json");
        page.commands(&[
            format!("tmd-codegen atlas remake {slug} {format} --certificate {certificate}"),
            format!("tmd-codegen verify --full {certificate}"),
            format!("tmd-check {certificate}"),
            format!("sha256sum {slug}.bin {certificate}"),
        ]);
        page.note("List and certificate are the same, byte for byte, on every machine.");
        page.facts(&facts([("SHA-256 of the certificate", made.certificate.clone())]));
    });
    Ok(page.html(&format!("{subject} · {TITLE}")))
}

fn meaning(family: Family) -> &'static str {
    match family {
        Family::Pown => {
            "x to the power n, for x > 0 and all integers n of the range but 0 and 1; (-x)^n is the same or the opposite."
        }
        Family::Rootn => {
            "The n-th root of x > 0, for all integers n of the range but 0 and 1; for odd n, the root of -x is the opposite."
        }
        Family::Compound => {
            "(1 + x) to the power n, for x > -1 but 0 and all integers n of the range but 0. Where |n·x| ≤ 2^-(p + 4), the value is next to 1, and \
             where x ≥ |n|·2^(p + 4) and x^n is a breakpoint, it is next to that: such pairs are counted and not listed."
        }
    }
}

fn about(entry: &PairsEntry, made: &PairsMade) -> Vec<Vec<String>> {
    let next = |count: u64| if count == 0 { String::new() } else { grouped(count.into()) };
    let precision = entry.summary.sufficient_precision;
    facts([
        ("n", format!("from {} to {}", entry.n[0], entry.n[1])),
        ("pairs in reach", grouped(entry.pairs.into())),
        ("listed cases", grouped(entry.cases as u128)),
        ("identical bits", format!("{} or more after the rounding bit", entry.bits)),
        ("sufficient precision", precision.map_or_else(String::new, |bits| bits_of(bits.into()))),
        ("rounding modes", entry.rounding.clone()),
        ("values that are numbers", grouped(entry.exact.directed.into())),
        ("values that are midpoints", grouped(entry.exact.nearest.into())),
        ("values next to 1", next(entry.next.one)),
        ("values next to x^n", next(entry.next.power)),
        (
            "searched in",
            format!("{} on {}", duration(made.seconds), plural(made.threads, "thread")),
        ),
    ])
}

/// The hardest case for each rounding.
fn hardest(entry: &PairsEntry) -> Result<Vec<Vec<String>>, Diag> {
    let of = [("to nearest", &entry.summary.nearest), ("in a direction", &entry.summary.directed)];
    let known = of.into_iter().filter_map(|(rounding, case)| Some((rounding, case.as_ref()?)));
    let row = |(rounding, case): (&str, &PairCase)| {
        let x = hexfloat::parse("the entry", &case.x)?.to_f64();
        Ok(vec![
            rounding.to_owned(),
            case.x.clone(),
            format!("{x:e}"),
            case.n.to_string(),
            grouped(case.identical_bits.into()),
            lg(case.distance),
        ])
    };
    known.map(row).collect()
}
