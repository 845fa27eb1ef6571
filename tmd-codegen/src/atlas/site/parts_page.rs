//! The page of finished parts of a function in a format.

use super::common::{TITLE, bits_of, facts, size};
use super::downloads::Download;
use crate::atlas::{Atlas, Kept, MOST_BYTES, Part, PartCase, Parts};
use crate::diag::Diag;
use crate::infile;
use crate::output::html::{Inline, Page};
use crate::output::number::lg;
use crate::output::styled::{Style, Styled};
use crate::output::svg::progress::{self, Dot, Hardness};
use crate::text::{duration, grouped, whole};
use crate::verdict::CaseKind;

const PARTS: [&str; 7] =
    ["range", "#cases", "#by chance", "to nearest", "in a direction", "#precision", "#core time"];
const FILES: [&str; 4] = ["file", "#size", "content", "SHA-256"];

/// The path of the page, from the index.
pub(super) fn path(parts: &Parts) -> String {
    format!("parts/{}.html", parts.slug)
}

/// The files of all parts, in the folder that is named after them, and what each is of.
pub(super) fn files<'a>(
    atlas: &Atlas,
    parts: &'a Parts,
) -> Result<Vec<(&'a Part, Download)>, Diag> {
    let file = |part: &'a Part| {
        let ending = part.kept.ending();
        let bytes = infile::read_file(&atlas.part_path(parts, part, ending), MOST_BYTES)?;
        let what = match part.kept {
            Kept::Certificate => "the certificate, with all cases",
            Kept::List => "the cases, one per line; the certificate is too large to be kept",
        };
        Ok((part, Download { name: format!("{}.{ending}", part.name), what, bytes }))
    };
    parts.all.iter().map(file).collect()
}

/// The page, with the files beside it.
pub(super) fn page(parts: &Parts, files: &[(&Part, Download)]) -> Result<String, Diag> {
    let Parts { function, format, slug, .. } = parts;
    let subject = format!("{function} in {format}");
    let mut page = Page::default();
    page.trail(&Inline::default().link("../index.html", TITLE).text(&format!(" › {subject}")));
    page.title(&format!("{subject}, in part"));
    let mut answer = Styled::default();
    answer.line(Style::Strong, parts.answer());
    page.answer(&answer);
    page.paragraph(&Inline::of(
        "The format is too large to be searched as a whole. Of each of these parts every input was searched, as for a whole format.",
    ));
    page.section("Parts", |page| {
        page.linked_records(&PARTS, &parts.all.iter().map(row).collect::<Vec<_>>());
        page.note(&note(parts));
    });
    if let Some(hardness) = hardness(parts)? {
        page.section("Hardness over the range", |page| {
            page.picture(&progress::hardness(&hardness));
            page.note("One dot for each case. All binades are equally wide, and inputs are equally spaced within each.");
        });
    }
    page.section("Cases by hardness", |page| {
        page.picture(&progress::histogram(&parts.histogram()));
    });
    page.section("Files", |page| {
        let row = |(part, file): &(&Part, Download)| {
            vec![
                Inline::default().link(&format!("{slug}/{}", file.name), &file.name),
                Inline::of(&size(file.bytes.len())),
                Inline::of(file.what),
                Inline::of(&part.made.certificate),
            ]
        };
        page.linked_records(&FILES, &files.iter().map(row).collect::<Vec<_>>());
        page.note("The SHA-256 is that of the certificate.");
    });
    page.section("Check them, and make them again", |page| again(page, parts));
    Ok(page.html(&format!("{subject}, in part · {TITLE}")))
}

fn row(part: &Part) -> Vec<Inline> {
    let hardest = |kind: CaseKind| part.hardest(kind).map_or_else(Inline::default, told);
    let bits = part.sufficient_precision().map_or_else(String::new, |bits| bits_of(bits.into()));
    let cells = [
        part.range(),
        grouped(part.cases.len() as u128),
        whole(part.expected()),
        bits,
        duration(part.made.core_seconds()),
    ];
    let [range, cases, expected, bits, time] = cells.map(|text| Inline::of(&text));
    let [nearest, directed] = [CaseKind::Nearest, CaseKind::Directed].map(hardest);
    vec![range, cases, expected, nearest, directed, bits, time]
}

/// A case with how hard it is.
fn told(case: &PartCase) -> Inline {
    let (bits, distance) = (case.hardness.identical_bits, lg(case.hardness.distance));
    Inline::of(&case.arguments.join(", ")).below(&format!("{bits} identical bits, {distance}"))
}

fn note(parts: &Parts) -> String {
    let mut thresholds: Vec<u32> = parts.all.iter().map(|part| part.bits).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    let thresholds: Vec<String> = thresholds.iter().map(u32::to_string).collect();
    format!(
        "Cases: {} or more identical bits after the rounding bit, in every rounding mode. To nearest, in a direction: the hardest case for each \
         kind of rounding, and its distance in units of the spacing of breakpoints. Precision: the bits of the value that suffice.",
        thresholds.join(" or ")
    )
}

/// The cases of a function of one number over the range.
fn hardness(parts: &Parts) -> Result<Option<Hardness>, Diag> {
    if parts.all.iter().any(|part| part.ranges.len() != 1) {
        return Ok(None);
    }
    let dot = |case: &PartCase| {
        let hardness = (-case.hardness.distance.log2(), case.hardness.kind);
        Ok(Dot { x: case.place()?, hardness: Some(hardness) })
    };
    let dots = parts.all.iter().flat_map(|part| &part.cases).map(dot);
    Ok(Some(Hardness {
        bits: parts.all.iter().map(|part| part.bits).min().unwrap_or_default(),
        dots: dots.collect::<Result<_, Diag>>()?,
        stretches: vec![],
        expected: parts.all.iter().map(Part::expected).sum(),
    }))
}

/// How to check a certificate, and by which searches all were made.
fn again(page: &mut Page, parts: &Parts) {
    let certificate = parts.all.iter().find(|part| part.kept == Kept::Certificate);
    if let Some(part) = certificate {
        let file = format!("{}/{}.{}", parts.slug, part.name, part.kept.ending());
        page.commands(&[format!("tmd-codegen verify {file}"), format!("tmd-check {file}")]);
    }
    page.commands(&parts.all.iter().map(|part| part.command.clone()).collect::<Vec<_>>());
    page.note("Longer ones are best made as campaigns, which can be interrupted.");
    let mut engines: Vec<u32> = parts.all.iter().map(|part| part.made.engine).collect();
    engines.sort_unstable();
    engines.dedup();
    let engines: Vec<String> = engines.iter().map(u32::to_string).collect();
    page.facts(&facts([("version of the engine", engines.join(", "))]));
}
