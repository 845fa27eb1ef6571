//! The page of an entry.

use super::common::{TITLE, bits_of, entry_path, facts, function_path};
use super::downloads::{Download, file_table};
use crate::atlas::{Catalogue, Entry, FORMATS, Made, State, Subject, TakenFrom};
use crate::cases::{Case, List};
use crate::diag::Diag;
use crate::output::html::{Inline, Page};
use crate::output::number::{grouped_count, lg};
use crate::output::runs::Run;
use crate::output::styled::{Style, Styled};
use crate::output::summary::Hardest;
use crate::output::svg::progress::{self, Dot, Hardness, Part, Stretch};
use crate::plan::RefusedRun;
use crate::spec::hexfloat;
use crate::text::{grouped, kernels};
use crate::verdict::CaseKind;

/// Runs that are shown, and stretches that were not searched.
const MOST: usize = 24;

const HARDEST: [&str; 5] = ["rounding", "x", "in decimal", "#identical bits", "#distance"];
const RUNS: [&str; 5] = ["first", "last", "#inputs", "hard to round", "distance"];
const REFUSED: [&str; 4] = ["first", "last", "#inputs", "why"];

/// The page of an entry with its cases and the files beside it.
pub(super) fn page(
    catalogue: &Catalogue,
    subject: &Subject,
    entry: &Entry,
    made: &Made,
    list: &List,
    files: &[Download],
) -> Result<String, Diag> {
    let mut page = Page::default();
    page.trail(&trail(catalogue, subject)?);
    page.title(&subject.to_string());
    page.answer(&answer(entry));
    page.facts(&about(entry, made));
    let hardness = hardness(entry, list)?;
    page.section("Hardness over the range", |page| {
        page.picture(&progress::hardness(&hardness));
        page.note(
            "One dot for each case, over the binades that have cases or were not searched. Cases that are too hard for the picture are at its \
             upper edge. All binades are equally wide, and inputs are equally spaced within each.",
        );
        if let Some(dense) = hardness.dense() {
            page.picture(&progress::hardness(&dense));
            page.note("The same for the binades that have many cases.");
        }
    });
    page.section("Cases by hardness", |page| {
        page.picture(&progress::histogram(&entry.histogram));
        page.note("Only listed cases are counted; neighbouring inputs that are cases for the same reason are runs.");
    });
    let hardest = hardest(entry)?;
    page.section("Hardest cases", |page| {
        page.records(&HARDEST, &hardest);
        page.note("Distances are in units of the spacing of breakpoints.");
    });
    page.section("Not searched", |page| {
        page.records(&REFUSED, &entry.refused.iter().take(MOST).map(refused).collect::<Vec<_>>());
        more(page, entry.refused.len(), subject);
    });
    page.section("Files", |page| file_table(page, files, &entry.sha256));
    page.section("Make it again, and check it", |page| again(page, subject, made));
    page.section("Runs", |page| {
        page.records(&RUNS, &entry.runs.iter().take(MOST).map(run).collect::<Vec<_>>());
        more(page, entry.runs.len(), subject);
    });
    Ok(page.html(&format!("{subject} · {TITLE}")))
}

/// The way here, and to the same function in other formats.
fn trail(catalogue: &Catalogue, subject: &Subject) -> Result<Inline, Diag> {
    let function = subject.function();
    let up = |path: &str| format!("../{path}");
    let mut trail = Inline::default()
        .link("../index.html", TITLE)
        .text(" › ")
        .link(&up(&function_path(function)?), function)
        .text(" › ")
        .text(subject.format());
    let others = FORMATS.into_iter().filter(|format| {
        *format != subject.format() && catalogue.entry(function, format).is_some()
    });
    for (number, format) in others.enumerate() {
        let path = entry_path(&Subject::new(function, format)?);
        trail = trail.text(if number == 0 { "; also in " } else { ", " }).link(&up(&path), format);
    }
    Ok(trail)
}

/// The answer of the search.
fn answer(entry: &Entry) -> Styled {
    let mut answer = Styled::default();
    let style = if entry.complete { Style::Strong } else { Style::Warning };
    let mut lines = entry.answer.iter();
    if let Some(first) = lines.next() {
        answer.line(style, first);
    }
    lines.for_each(|line| answer.plain(&format!("{line}\n")));
    answer
}

fn about(entry: &Entry, made: &Made) -> Vec<Vec<String>> {
    facts([
        ("state", State::of(entry).to_string()),
        ("inputs covered", grouped_count(entry.inputs)),
        ("listed cases", grouped(entry.cases as u128)),
        ("identical bits", format!("{} or more after the rounding bit", entry.bits)),
        (
            "sufficient precision",
            entry.isolated_precision.map_or_else(String::new, |bits| {
                format!("{} of f(x), outside closed forms, runs and families", bits_of(bits))
            }),
        ),
        (
            "at every listed case",
            entry.sufficient_precision.map_or_else(String::new, |bits| bits_of(bits.into())),
        ),
        ("rounding modes", entry.rounding.clone()),
        ("exact values", grouped(entry.exact)),
        ("undecided", grouped(entry.undecided)),
        ("follow by", entry.equations.join(", ")),
        ("taken", entry.asymptote.as_ref().map_or_else(String::new, TakenFrom::text)),
        ("searched in", format!("{}: {}", made.took, kernels(&made.devices))),
    ])
}

/// An input as a number of binary64, which every input of the atlas is.
fn number(x: &str) -> Result<f64, Diag> {
    Ok(hexfloat::parse("the entry", x)?.to_f64())
}

/// The cases over the range.
fn hardness(entry: &Entry, list: &List) -> Result<Hardness, Diag> {
    let dot = |case: &Case| Dot {
        x: case.x.to_f64(),
        hardness: case.hardness.map(|hardness| (-hardness.distance.log2(), hardness.kind)),
    };
    let runs = entry.runs.iter().map(|run| (&run.first, &run.last, Part::Run));
    let refused = entry.refused.iter().map(|run| (&run.first, &run.last, Part::NotSearched));
    let stretches = runs.chain(refused).map(|(first, last, part)| {
        Ok(Stretch { first: number(first)?, last: number(last)?, part })
    });
    Ok(Hardness {
        bits: entry.bits,
        dots: list.cases.iter().map(dot).collect(),
        stretches: stretches.collect::<Result<_, Diag>>()?,
        expected: entry.histogram.iter().map(|bin| bin.expected).sum(),
    })
}

/// The hardest case for each rounding.
fn hardest(entry: &Entry) -> Result<Vec<Vec<String>>, Diag> {
    let of = [("to nearest", &entry.nearest), ("in a direction", &entry.directed)];
    let known = of.into_iter().filter_map(|(rounding, case)| Some((rounding, case.as_ref()?)));
    let row = |(rounding, case): (&str, &Hardest)| {
        Ok(vec![
            rounding.to_owned(),
            case.x.clone(),
            format!("{:e}", number(&case.x)?),
            grouped(case.identical_bits.into()),
            lg(case.distance),
        ])
    };
    known.map(row).collect()
}

fn run(run: &Run) -> Vec<String> {
    let every = if run.every == 1 { "" } else { ", every second one" };
    vec![
        run.first.clone(),
        run.last.clone(),
        format!("{}{every}", grouped(run.inputs.into())),
        match run.kind {
            CaseKind::Nearest => "to nearest",
            CaseKind::Directed => "in a direction",
        }
        .to_owned(),
        run.nature(),
    ]
}

fn refused(run: &RefusedRun) -> Vec<String> {
    let RefusedRun { first, last, inputs, refusal, .. } = run;
    vec![first.clone(), last.clone(), grouped(*inputs), refusal.reason().to_owned()]
}

/// The line for what a table leaves out.
fn more(page: &mut Page, all: usize, subject: &Subject) {
    if all > MOST {
        page.note(&format!(
            "… and {} more: {}.json lists all of them.",
            grouped((all - MOST) as u128),
            subject.slug()
        ));
    }
}

/// How to make the entry again, and to check it.
fn again(page: &mut Page, subject: &Subject, made: &Made) {
    let function = shlex::try_quote(subject.function()).unwrap_or_else(|_| subject.slug().into());
    let (slug, format) = (subject.slug(), subject.format());
    let certificate = format!("{slug}.certificate.json");
    page.commands(&[
        format!("tmd-codegen atlas remake {function} {format} --certificate {certificate}"),
        format!("tmd-codegen verify {certificate}"),
        format!("tmd-check {certificate}"),
        format!("sha256sum {slug}.bin {certificate}"),
    ]);
    page.note("The list is the same, byte for byte, on every machine; the certificate is the same on machines with the same vector instructions.");
    page.facts(&facts([
        ("SHA-256 of the certificate", made.certificate.clone()),
        ("version of the engine", made.engine.to_string()),
        ("hash of the plan", made.plan.clone()),
    ]));
}
