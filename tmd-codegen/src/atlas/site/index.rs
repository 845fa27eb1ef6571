//! The index: what the atlas is, what it has, and why it can be believed.

use super::parts::{TITLE, cell, function_path};
use crate::atlas::completeness::{self, core_hours};
use crate::atlas::{Catalogue, FORMATS, State};
use crate::diag::Diag;
use crate::output::html::{Inline, Page};
use crate::output::styled::{Style, Styled};
use crate::text::{grouped, plural};

/// The page.
pub(super) fn page(catalogue: &Catalogue) -> Result<String, Diag> {
    let mut page = Page::default();
    page.title(TITLE);
    page.answer(&answer(catalogue));
    page.paragraph(&Inline::of(
        "To round f(x) correctly, a library needs as many bits of f(x) as it takes to tell on which side of a breakpoint f(x) lies: a \
         number of the format, or the middle between two of them. This atlas lists, function by function and format by format, the \
         inputs for which it takes most: the hard-to-round cases. A complete list comes from a search that covered every number of \
         the format, and that proved that nothing is missing.",
    ));
    page.section("Completeness", |page| {
        page.records(&completeness::HEADS, &completeness::rows(catalogue));
        page.note(
            "Core-hours are those of the searches that made the lists: seconds by the clock times threads, without planning and compilation. \
             What else the machine had to do counts with them.",
        );
    });
    let rows = matrix(catalogue)?;
    page.section("Functions and formats", |page| {
        page.note(
            "● complete, ◐ complete but for inputs that cannot be searched, ○ a campaign that is not finished, – missing. Above: \
             listed cases; each number leads to its list. Below: the precision of f(x) that suffices for correct rounding in every \
             mode, outside closed forms, runs and families. There f comes as close to a number of the format as it likes, as \
             exp(x) does next to 0, and its side decides; the page of the list says how close.",
        );
        let formats = FORMATS.map(|format| format!("#{format}"));
        let heads: Vec<&str> = ["function"].into_iter().chain(formats.iter().map(String::as_str)).collect();
        page.linked_records(&heads, &rows);
    });
    page.section("What a list holds", |page| page.points(&holds()));
    page.section("How it was proved", |page| page.points(&proved()));
    page.section("How to verify it", verify);
    Ok(page.html(TITLE))
}

/// What there is, in numbers.
fn answer(catalogue: &Catalogue) -> Styled {
    let cases: u128 = catalogue.entries.iter().map(|(entry, _)| entry.cases as u128).sum();
    let seconds: f64 = catalogue.entries.iter().map(|(_, made)| made.core_seconds()).sum();
    let complete =
        catalogue.entries.iter().filter(|(entry, _)| State::of(entry) == State::Complete).count();
    let (functions, lists) = (catalogue.functions.len(), catalogue.entries.len());
    let mut answer = Styled::default();
    answer.line(
        Style::Strong,
        format!(
            "{} of {}, {complete} of them of whole formats: {} cases",
            plural(lists, "list"),
            plural(functions, "function"),
            grouped(cases),
        ),
    );
    answer.plain(&format!(
        "{lists} of {} combinations of functions and formats; {} core-hours of search in all",
        functions * FORMATS.len(),
        core_hours(seconds)
    ));
    answer
}

/// A row for each function.
fn matrix(catalogue: &Catalogue) -> Result<Vec<Vec<Inline>>, Diag> {
    let row = |function: &String| {
        let name = Inline::default().link(&function_path(function)?, function);
        let cells = FORMATS.into_iter().map(|format| cell(catalogue, function, format, ""));
        [Ok(name)].into_iter().chain(cells).collect()
    };
    catalogue.functions.iter().map(row).collect()
}

fn holds() -> [Inline; 5] {
    [
        "Cases: all inputs at whose value at least so many bits after the rounding bit are identical, all 0 or all 1, as the list \
         states: so many that chance gives a few hundred cases in formats of up to 32 bits. In binary64 it is 44, or more where there would be \
         very many.",
        "Runs: neighbours that are cases for one reason, as sin(x) is next to x, are not listed one by one. The description has the \
         ends of each run, and bounds of the distances from breakpoints.",
        "Exact values: an input whose value is a breakpoint is no case. They are counted.",
        "Equations: where f(-x) = ±f(x) or, say, f(x + 1) = 2·f(x), one part is searched, and the other follows. Cases of both are \
         listed.",
        "What could not be searched: inputs so large that f turns, or has a pole, between all neighbours. The page of the list \
         tells them.",
    ]
    .map(Inline::of)
}

fn proved() -> [Inline; 5] {
    [
        Inline::of(
            "On each small part of the range a polynomial stands for f, and the plan of the search has a proved bound for each of \
             its errors: the rest of the series, each coefficient that is rounded, each word that is cut off. Parts on which f is \
             next to a constant or to a multiple of x are solved in closed form; where all is short, inputs are taken one by one.",
        ),
        Inline::of(
            "Kernels ask of many neighbours at once whether one of them can be a case. What they keep is evaluated with MPFR, in \
             enclosures that become narrower until they decide.",
        ),
        Inline::of(
            "A search leaves a certificate: claims that together say that every number was covered and no case is \
             missing. The page of each list has the SHA-256 of its certificate.",
        ),
        Inline::default()
            .code("tmd-codegen verify")
            .text(" checks a certificate claim by claim, by other means than the search's; ")
            .code("tmd-check")
            .text(" is a second checker that shares no code with the rest."),
        Inline::of(
            "The project's tests also try every number of binary16 and bfloat16 with MPFR; the mathematics that kernels rest on is \
             proved in Rocq, in its folder ",
        )
        .code("proofs"),
    ]
}

fn verify(page: &mut Page) {
    page.paragraph(&Inline::of(
        "Every list can be made again, byte for byte, on any machine; so can its certificate, on a machine with the same vector instructions:",
    ));
    page.commands(
        &[
            "tmd-codegen atlas remake sin binary32 --certificate sin.certificate.json",
            "tmd-codegen verify sin.certificate.json",
            "tmd-check sin.certificate.json",
        ]
        .map(str::to_owned),
    );
    page.paragraph(&Inline::of("A list of your own can be laid beside these; whatever differs is measured, and explained or called missing:"));
    page.commands(
        &["tmd-codegen atlas diff my-sin.wc --function sin --format binary32".to_owned()],
    );
}
