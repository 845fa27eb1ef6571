//! The page of a function, across the formats.

use super::common::{TITLE, bits_of, entry_path, sign};
use super::parts_page;
use crate::atlas::{Catalogue, FORMATS, Parts, Subject};
use crate::diag::Diag;
use crate::output::html::{Inline, Page};
use crate::spec::functions;
use crate::text::{duration, grouped};
use crate::verdict::CaseKind;

// Short ones: a narrow page has them beside the cells.
const HEADS: [&str; 7] =
    ["format", "state", "#cases", "#precision", "to nearest", "directed", "#core time"];

/// The page.
pub(super) fn page(catalogue: &Catalogue, function: &str) -> Result<String, Diag> {
    let mut page = Page::default();
    page.trail(&Inline::default().link("../index.html", TITLE).text(" ›"));
    page.title(function);
    if let Some(known) = functions::all().find(|known| known.name == function) {
        page.paragraph(&Inline::of(&format!(
            "{function}(x) is {}, for {}.",
            known.meaning, known.domain
        )));
    }
    let rows = FORMATS.into_iter().map(|format| row(catalogue, function, format));
    let mut rows = rows.collect::<Result<Vec<_>, Diag>>()?;
    let parts = || catalogue.parts.iter().filter(|parts| parts.function == function);
    rows.extend(parts().map(row_of_parts));
    page.linked_records(&HEADS, &rows);
    page.note(
        "Precision: the bits of f(x) that suffice outside closed forms, runs and families. To nearest, directed: the hardest case for each \
         kind of rounding.",
    );
    let own = catalogue.entries.iter().filter(|(entry, _)| entry.function == function);
    let entries = own.map(|(entry, made)| (entry.cases, made.took.core_seconds()));
    let own = entries.chain(parts().map(|parts| (parts.cases(), parts.core_seconds())));
    let (cases, seconds) =
        own.fold((0, 0.0), |(cases, seconds), (own, time)| (cases + own as u128, seconds + time));
    page.note(&format!(
        "{} cases in all, found in {} of core time.",
        grouped(cases),
        duration(seconds)
    ));
    Ok(page.html(&format!("{function} · {TITLE}")))
}

fn row(catalogue: &Catalogue, function: &str, format: &str) -> Result<Vec<Inline>, Diag> {
    let state = catalogue.state(function, format);
    let mark = Inline::of(&format!("{} {state}", sign(state)));
    let Some((entry, made)) = catalogue.entry(function, format) else {
        let mut row = vec![Inline::of(format), mark];
        row.resize(HEADS.len(), Inline::default());
        return Ok(row);
    };
    let path = entry_path(&Subject::new(function, format)?);
    let hardest = [&entry.nearest, &entry.directed].map(|case| match case {
        Some(case) => told(&case.x, case.identical_bits),
        None => Inline::default(),
    });
    let [nearest, directed] = hardest;
    Ok(vec![
        Inline::default().link(&format!("../{path}"), format),
        mark,
        Inline::of(&grouped(entry.cases as u128)),
        Inline::of(&entry.precision().map_or_else(String::new, bits_of)),
        nearest,
        directed,
        Inline::of(&duration(made.took.core_seconds())),
    ])
}

/// A case with how hard it is.
fn told(arguments: &str, identical_bits: u32) -> Inline {
    Inline::of(arguments).below(&format!("{} identical bits", grouped(identical_bits.into())))
}

/// Parts of a format that has no list as a whole.
fn row_of_parts(parts: &Parts) -> Vec<Inline> {
    let hardest = [CaseKind::Nearest, CaseKind::Directed].map(|kind| {
        parts.hardest(kind).map_or_else(Inline::default, |case| {
            told(&case.arguments.join(", "), case.hardness.identical_bits)
        })
    });
    let [nearest, directed] = hardest;
    vec![
        Inline::default().link(&format!("../{}", parts_page::path(parts)), &parts.format),
        Inline::of(&parts.to_string()),
        Inline::of(&grouped(parts.cases() as u128)),
        Inline::of(&bits_of(parts.sufficient_precision().into())),
        nearest,
        directed,
        Inline::of(&duration(parts.core_seconds())),
    ]
}
