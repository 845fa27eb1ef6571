//! The page of finished parts of a function in a format.

use super::common::{TITLE, bits_of, function_path};
use super::downloads::{Download, table};
use crate::atlas::{Atlas, Kept, MOST_BYTES, Part, PartCase, Parts};
use crate::diag::Diag;
use crate::infile;
use crate::output::html::{Inline, Page};
use crate::output::number::lg;
use crate::output::styled::{Style, Styled};
use crate::output::svg::progress::{self, Dot, Hardness};
use crate::text::{duration, grouped, whole};
use crate::verdict::CaseKind;
use std::collections::BTreeSet;

const PARTS: [&str; 7] =
    ["range", "#cases", "#by chance", "to nearest", "in a direction", "#precision", "#core time"];
const CERTIFICATES: [&str; 3] = ["range", "SHA-256", "#engine"];

/// The path of the page, from the index.
pub(super) fn path(parts: &Parts) -> String {
    format!("parts/{}.html", parts.slug)
}

/// The files of all parts, in the folder beside the page that is named after them.
pub(super) fn files(atlas: &Atlas, parts: &Parts) -> Result<Vec<Download>, Diag> {
    let file = |part: &Part, ending: &str, what: &'static str| {
        let bytes = infile::read_file(&atlas.part_path(parts, part, ending), MOST_BYTES)?;
        Ok(Download { name: format!("{}/{}.{ending}", parts.slug, part.name), what, bytes })
    };
    let of_part = |part: &Part| {
        let what = match part.kept {
            Kept::Certificate => "the certificate, with all cases",
            Kept::List => "the cases, one per line; the certificate is too large to be kept here",
        };
        let how = "how it was made: time, engine, hash of the certificate";
        [file(part, part.kept.ending(), what), file(part, "made.json", how)]
    };
    parts.all.iter().flat_map(of_part).collect()
}

/// The page, with the files beside it.
pub(super) fn page(parts: &Parts, files: &[Download]) -> Result<String, Diag> {
    let Parts { function, format, .. } = parts;
    let subject = format!("{function} in {format}");
    let mut page = Page::default();
    let trail = Inline::default().link("../index.html", TITLE).text(" › ");
    page.trail(&match parts.is_of_pairs() {
        true => trail.text(&subject),
        false => trail
            .link(&format!("../{}", function_path(function)?), function)
            .text(" › ")
            .text(format),
    });
    page.title(&format!("{subject}, in part"));
    let mut answer = Styled::default();
    answer.line(Style::Strong, parts.answer());
    page.answer(&answer);
    page.paragraph(&Inline::of(
        "Every number of these parts of the format was searched, as for a whole format.",
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
    page.section("Files", |page| table(page, files));
    page.section("Certificates", |page| {
        let row = |part: &Part| {
            vec![part.range(), part.made.certificate.clone(), part.made.engine.to_string()]
        };
        page.records(&CERTIFICATES, &parts.all.iter().map(row).collect::<Vec<_>>());
    });
    page.section("Check them, and make them again", |page| again(page, parts));
    Ok(page.html(&format!("{subject}, in part · {TITLE}")))
}

fn row(part: &Part) -> Vec<Inline> {
    let hardest = |kind: CaseKind| part.hardest(kind).map_or_else(Inline::default, told);
    let cells = [
        part.range(),
        grouped(part.cases.len() as u128),
        part.expected().map_or_else(String::new, whole),
        bits_of(part.sufficient_precision().into()),
        duration(part.made.took.core_seconds()),
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
    let bits: BTreeSet<u32> = parts.all.iter().map(|part| part.bits).collect();
    let bits: Vec<String> = bits.iter().map(u32::to_string).collect();
    format!(
        "Cases: {} or more identical bits after the rounding bit, in every rounding mode. To nearest, in a direction: the hardest case for each \
         kind of rounding, and its distance in units of the spacing of breakpoints. Precision: the bits of the value that suffice.",
        bits.join(" or ")
    )
}

/// The cases of a function of one number over the range.
fn hardness(parts: &Parts) -> Result<Option<Hardness>, Diag> {
    if parts.is_of_pairs() {
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
        expected: parts.expected(),
    }))
}

/// How to check the certificates, and to make them again.
fn again(page: &mut Page, parts: &Parts) {
    let check = |file: &str| {
        [format!("tmd-codegen verify {file}"), format!("tmd-check --sample 200 {file}")]
    };
    let (kept, lists): (Vec<&Part>, Vec<&Part>) =
        parts.all.iter().partition(|part| part.kept == Kept::Certificate);
    let kept = kept.iter().map(|part| format!("{}/{}.json", parts.slug, part.name));
    let checks: Vec<String> = kept.flat_map(|file| check(&file)).collect();
    if !checks.is_empty() {
        page.commands(&checks);
    }
    let again = |part: &Part| {
        let file = format!("{}.json", part.name);
        [format!("{} --certificate {file}", part.command), format!("sha256sum {file}")]
    };
    let remakes = parts.all.iter().flat_map(again);
    let others = lists.iter().flat_map(|part| check(&format!("{}.json", part.name)));
    page.commands(&remakes.chain(others).collect::<Vec<_>>());
    page.note("Long searches are best run as campaigns. The certificate is the same on machines with the same vector instructions.");
}
