//! The page of an entry of a function of two arguments.

use super::common::{TITLE, bits_of, facts};
use super::downloads::{Download, file_table};
use crate::atlas::{
    Atlas, ListedPair, MOST_BYTES, PairsEntry, PairsFunction, PairsMade, PairsSubject, Ranges,
};
use crate::diag::Diag;
use crate::infile;
use crate::output::html::{Inline, Page};
use crate::output::number::lg;
use crate::output::styled::{Style, Styled};
use crate::output::summary::Bin;
use crate::output::svg::progress;
use crate::pairs::plane::Function;
use crate::pairs::{Family, HardPair};
use crate::spec::hexfloat;
use crate::text::grouped;

const OF_INTEGER: [&str; 5] = ["rounding", "x", "#n", "#identical bits", "#distance"];
const OF_NUMBERS: [&str; 5] = ["rounding", "x", "y", "#identical bits", "#distance"];

/// What is listed where a case stands for several pairs.
const STANDS_FOR: &str = "The list has one pair of several that are hard for the same reason. An angle stays the same if both numbers are \
    multiplied by a number; a length stays as hard as it is if both are multiplied by a power of two, or exchanged. The pairs \
    of the format are counted: for each case in the certificate, for each hardness in the description.";

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
            "the cases, ascending: x with n or y as two binary64 numbers, 16 bytes in all, the lowest byte first",
        ),
        ("json", "the description of the list, with everything on this page"),
        ("made.json", "how it was made: time, hash of the certificate"),
    ];
    for (ending, what) in own {
        let bytes = infile::read_file(&atlas.pairs_path(subject, ending), MOST_BYTES)?;
        files.push(Download { name: format!("{}.{ending}", subject.slug()), what, bytes });
    }
    let of_integer = matches!(subject.function, PairsFunction::OfInteger(_));
    let mut table = if of_integer { "x,n\n" } else { "x,y\n" }.to_owned();
    let hex = |number: f64| {
        let exact = rug::Rational::from_f64(number);
        exact.and_then(|own| hexfloat::print_rational(&own)).unwrap_or_default()
    };
    for (x, second) in atlas.pairs_cases(subject, entry)? {
        let second = if of_integer { second.to_string() } else { hex(second) };
        table.push_str(&format!("{},{second}\n", hex(x)));
    }
    let name = format!("{}.csv", subject.slug());
    let what = "the cases as a table: numbers as hexadecimal floats";
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
    let mut page = Page::default();
    page.trail(
        &Inline::default().link("../../index.html", TITLE).text(" › ").text(&subject.to_string()),
    );
    page.title(&subject.to_string());
    let mut answer = Styled::default();
    answer.line(Style::Strong, subject.asked().answer(entry.summary.sufficient_precision));
    page.answer(&answer);
    page.paragraph(&Inline::of(meaning(subject.function)));
    if entry.hard_pairs.is_some() {
        page.paragraph(&Inline::of(STANDS_FOR));
    }
    page.facts(&about(entry, made));
    let heading =
        if entry.hard_pairs.is_some() { "Pairs by hardness" } else { "Cases by hardness" };
    page.section(heading, |page| {
        let bins = entry.summary.histogram.iter().map(|bin| Bin {
            identical_bits: bin.identical_bits,
            cases: bin.hard_pairs(),
            compared: bin.hard_pairs(),
            expected: bin.expected,
        });
        page.picture(&progress::histogram(&bins.collect::<Vec<_>>()));
    });
    page.section("Hardest cases", |page| {
        let heads = match subject.function {
            PairsFunction::OfInteger(_) => &OF_INTEGER,
            PairsFunction::OfNumbers(_) => &OF_NUMBERS,
        };
        page.records(heads, &hardest(entry));
        page.note("Distances are in units of the spacing of breakpoints.");
    });
    page.section("Files", |page| file_table(page, files, &entry.sha256));
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
        page.facts(&facts([
            ("SHA-256 of the certificate", made.certificate.clone()),
            ("version of the engine", made.engine.to_string()),
        ]));
    });
    Ok(page.html(&format!("{subject} · {TITLE}")))
}

fn meaning(function: PairsFunction) -> &'static str {
    match function {
        PairsFunction::OfInteger(Family::Pown) => {
            "x to the power n, for x > 0 and all integers n of the range but 0 and 1; (-x)^n is the same or the opposite."
        }
        PairsFunction::OfInteger(Family::Rootn) => {
            "The n-th root of x > 0, for all integers n of the range but 0 and 1; for odd n, the root of -x is the opposite."
        }
        PairsFunction::OfInteger(Family::Compound) => {
            "(1 + x) to the power n, for x > -1 but 0 and all integers n of the range but 0. Where |n·x| ≤ 2^-(p + 4), the value is next to 1, and \
             where x ≥ |n|·2^(p + 4) and x^n is a breakpoint, it is next to that: such pairs are counted and not listed."
        }
        PairsFunction::OfNumbers(Function::Pow) => {
            "x to the power y, for x > 0 and y other than 0; where -x has a power, it is the same or the opposite. powr is the same \
             function there. Values that are as near to 1 as cases are because y·log2 x is tiny are counted and not listed."
        }
        PairsFunction::OfNumbers(Function::Compound) => {
            "(1 + x) to the power y, for x > -1, and x and y other than 0. Values that are as near as cases are to 1, because x or y is tiny, or to \
             x^y, because x is large, are counted and not listed."
        }
        PairsFunction::OfNumbers(Function::Atan2) => {
            "The angle of the vector (x, y), for y > 0 and x other than 0; that of (x, -y) is the opposite. Values that are as near as cases are to \
             y/x, because that is small and a breakpoint, are counted and not listed."
        }
        PairsFunction::OfNumbers(Function::Atan2Pi) => {
            "The angle of the vector (x, y) in half turns, for y > 0 and x other than 0; that of (x, -y) is the opposite. Values that are as near \
             as cases are to 1/2 or 1, because the vector is next to an axis, are counted and not listed."
        }
        PairsFunction::OfNumbers(Function::Hypot) => {
            "The length of the vector (x, y), for x > 0 and y > 0; the signs do not matter. Values that are as near as cases are to the larger of \
             x and y, because the other one is small, are counted and not listed."
        }
    }
}

fn about(entry: &PairsEntry, made: &PairsMade) -> Vec<Vec<String>> {
    let precision = entry.summary.sufficient_precision;
    let [name, next] = entry.about().next.unwrap_or_default();
    let n = match &entry.ranges {
        Ranges::OfInteger { n } => format!("from {} to {}", n[0], n[1]),
        Ranges::OfNumbers { .. } => String::new(),
    };
    facts([
        ("n", n),
        ("pairs in reach", grouped(entry.pairs.into())),
        ("listed cases", entry.about().listed()),
        ("identical bits", format!("{} or more after the rounding bit", entry.bits)),
        ("sufficient precision", precision.map_or_else(String::new, |bits| bits_of(bits.into()))),
        ("rounding modes", entry.rounding.clone()),
        ("values that are numbers", grouped(entry.exact.directed.into())),
        ("values that are midpoints", grouped(entry.exact.nearest.into())),
        (&format!("values {name}"), next),
        ("searched in", made.took.to_string()),
    ])
}

/// The hardest case for each rounding.
fn hardest(entry: &PairsEntry) -> Vec<Vec<String>> {
    let of = [("to nearest", &entry.summary.nearest), ("in a direction", &entry.summary.directed)];
    let known = of.into_iter().filter_map(|(rounding, case)| Some((rounding, case.as_ref()?)));
    let row = |(rounding, case): (&str, &ListedPair)| {
        let [first, second] = case.arguments().map(|(_, value)| value);
        let (bits, distance) = (grouped(case.identical_bits().into()), lg(case.distance()));
        vec![rounding.to_owned(), first, second, bits, distance]
    };
    known.map(row).collect()
}
