//! The index: what the atlas is, what it has, and why it can be believed.

use super::common::{TITLE, bits_of, cell, function_path};
use super::{pairs_page, parts_page};
use crate::atlas::completeness::{self, core_hours};
use crate::atlas::{
    Catalogue, FORMATS, PairsEntry, PairsFunction, PairsMade, PairsSubject, Parts, State,
};
use crate::diag::Diag;
use crate::output::html::{Inline, Page};
use crate::output::styled::{Style, Styled};
use crate::text::{grouped, plural};

/// The columns of the lists of pairs.
const PAIRS: [&str; 5] = ["function", "format", "#pairs in reach", "#cases", "#precision"];

/// The columns of the parts.
const PARTS: [&str; 5] = ["function", "format", "#parts", "#cases", "#precision"];

/// The page.
pub(super) fn page(catalogue: &Catalogue) -> Result<String, Diag> {
    let mut page = Page::default();
    page.title(TITLE);
    page.answer(&answer(catalogue));
    page.paragraph(&Inline::of(
        "To round f(x) correctly, a library needs as many bits of f(x) as it takes to tell on which side of a breakpoint f(x) lies: a \
         number of the format, or the midpoint between two of them. This atlas lists, function by function and format by format, the \
         inputs that need the most bits: the hard-to-round cases. A complete list comes from a search that covered every number \
         of the format and proved that no case is missing.",
    ));
    page.section("Completeness", |page| {
        page.records(&completeness::HEADS, &completeness::rows(catalogue));
        page.note(
            "Core-hours are those of the searches that made the lists: elapsed time multiplied by the number of threads, without planning \
             and compilation. Time that the machine spent on other work in the meantime is included, but for parts of functions of two \
             numbers.",
        );
    });
    let rows = matrix(catalogue)?;
    page.section("Functions and formats", |page| {
        page.note(
            "● complete, ◐ complete except for inputs that cannot be searched, ○ a campaign that is not finished, – missing. The upper number in \
             a cell counts the listed cases and links to the list. The lower one is the precision of f(x) that suffices for correct \
             rounding in every mode, outside closed forms, runs and families. In those, f can come arbitrarily close to a number of \
             the format, as exp(x) does near x = 0, and a library decides by the side on which f lies; the page of the list says how \
             close.",
        );
        let formats = FORMATS.map(|format| format!("#{format}"));
        let heads: Vec<&str> = ["function"].into_iter().chain(formats.iter().map(String::as_str)).collect();
        page.linked_records(&heads, &rows);
    });
    page.section("Functions of a number and an integer", |page| {
        page.note("All integers n of at most 1024, and all numbers x of the format.");
        let is_meant = |function| matches!(function, PairsFunction::OfInteger(_));
        page.linked_records(&PAIRS, &pairs_rows(catalogue, is_meant));
    });
    page.section("Functions of two numbers", |page| {
        page.note("All pairs of numbers of the format.");
        let is_meant = |function| matches!(function, PairsFunction::OfNumbers(_));
        page.linked_records(&PAIRS, &pairs_rows(catalogue, is_meant));
    });
    if !catalogue.parts.is_empty() {
        page.section("Parts", |page| {
            page.note(
                "Binades of formats that are too large as a whole, or pairs of them for functions of two numbers. Each was searched \
                 completely, and has its certificate, or, where that would be large because it names many exact values, a list of its \
                 cases and the certificate's hash. The precision suffices for the inputs of the parts.",
            );
            page.linked_records(&PARTS, &parts_rows(catalogue));
        });
    }
    page.section("What a list holds", |page| page.points(&holds()));
    page.section("How it was proved", |page| page.points(&proved()));
    page.section("How to verify it", verify);
    Ok(page.html(TITLE))
}

/// What there is, in numbers.
fn answer(catalogue: &Catalogue) -> Styled {
    let cases: u128 = catalogue.entries.iter().map(|(entry, _)| entry.cases as u128).sum();
    let seconds: f64 = catalogue.entries.iter().map(|(_, made)| made.took.core_seconds()).sum();
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
        "{lists} of {} combinations of functions and formats; {} core-hours of search",
        functions * FORMATS.len(),
        core_hours(seconds)
    ));
    if !catalogue.pairs.is_empty() {
        answer.plain(&of_pairs(catalogue));
    }
    if !catalogue.parts.is_empty() {
        answer.plain(&of_parts(catalogue));
    }
    answer
}

/// The same of functions of two arguments.
fn of_pairs(catalogue: &Catalogue) -> String {
    let cases: usize = catalogue.pairs.iter().map(|(_, entry, _)| entry.cases).sum();
    let seconds: f64 = catalogue.pairs.iter().map(|(_, _, made)| made.took.core_seconds()).sum();
    format!(
        "{} of functions of two arguments: {} cases, {} core-hours",
        plural(catalogue.pairs.len(), "list"),
        grouped(cases as u128),
        core_hours(seconds)
    )
}

/// The same of parts of formats.
fn of_parts(catalogue: &Catalogue) -> String {
    let all: usize = catalogue.parts.iter().map(|parts| parts.all.len()).sum();
    let cases: usize = catalogue.parts.iter().map(Parts::cases).sum();
    let seconds: f64 = catalogue.parts.iter().map(Parts::core_seconds).sum();
    format!(
        "{} of formats that are too large as a whole: {} cases, {} core-hours",
        plural(all, "part"),
        grouped(cases as u128),
        core_hours(seconds)
    )
}

/// The finished parts, a function and a format a row.
fn parts_rows(catalogue: &Catalogue) -> Vec<Vec<Inline>> {
    let row = |parts: &Parts| {
        let bits = parts.sufficient_precision();
        vec![
            Inline::default().link(&parts_page::path(parts), &parts.function),
            Inline::of(&parts.format),
            Inline::of(&grouped(parts.all.len() as u128)),
            Inline::of(&grouped(parts.cases() as u128)),
            Inline::of(&bits_of(bits.into())),
        ]
    };
    catalogue.parts.iter().map(row).collect()
}

/// The lists of functions of two arguments that are meant.
fn pairs_rows(catalogue: &Catalogue, is_meant: impl Fn(PairsFunction) -> bool) -> Vec<Vec<Inline>> {
    let own = catalogue.pairs.iter().filter(|(subject, _, _)| is_meant(subject.function));
    own.map(pairs_row).collect()
}

fn pairs_row((subject, entry, _): &(PairsSubject, PairsEntry, PairsMade)) -> Vec<Inline> {
    let bits = entry.summary.sufficient_precision;
    vec![
        Inline::default().link(&pairs_page::path(subject), &entry.function),
        Inline::of(&entry.format),
        Inline::of(&grouped(entry.pairs.into())),
        Inline::of(&grouped(entry.cases as u128)),
        Inline::of(&bits.map_or_else(String::new, |bits| bits_of(bits.into()))),
    ]
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
        "Cases: all inputs for which at least a certain number of bits of f(x) after the rounding bit are identical, all 0 or all 1. Each \
         list states the number. In formats of up to 32 bits it is chosen such that a few hundred cases are expected by chance; in \
         binary64 it is 44, or more where there would be very many cases.",
        "Runs: neighbouring inputs that are cases for the same reason, such as sin(x) being close to x, are not listed one by one. The \
         description gives the ends of each run and bounds on the distances from breakpoints.",
        "Exact values: an input whose value is a breakpoint is not a case. Such inputs are only counted.",
        "Equations: where f(-x) = ±f(x) or, say, f(x + 1) = 2·f(x), only one part is searched, and the rest follows. The \
         cases of both are listed.",
        "What could not be searched: inputs so large that f turns, or has a pole, between any two neighbours. The page of the list \
         names them.",
    ]
    .map(Inline::of)
}

fn proved() -> [Inline; 5] {
    [
        Inline::of(
            "On each small part of the range f is replaced by a polynomial, and the plan of the search has a proved bound for each of \
             its errors: the remainder of the series, each rounded coefficient, each truncated word. Parts on which f is close to \
             a constant or to a multiple of x are solved in closed form; inputs of very short parts are examined one by one.",
        ),
        Inline::of(
            "Kernels test many neighbouring inputs at once for whether one of them can be a case. The inputs that remain are evaluated \
             with MPFR, in enclosures that are narrowed until they decide.",
        ),
        Inline::of(
            "A search leaves a certificate: claims that together say that every number was covered and that no case is \
             missing. The page of each list has the SHA-256 of its certificate.",
        ),
        Inline::default()
            .code("tmd-codegen verify")
            .text(" checks a certificate claim by claim, by means other than those of the search; ")
            .code("tmd-check")
            .text(" is a second checker that shares no code with the rest."),
        Inline::of(
            "The project's tests also try every number of binary16 and bfloat16 with MPFR; the mathematics behind the kernels is \
             proved in Rocq, in the folder ",
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
    page.paragraph(&Inline::of("You can compare a list of your own with these; every difference is measured, and either explained or reported as missing:"));
    page.commands(
        &["tmd-codegen atlas diff my-sin.wc --function sin --format binary32".to_owned()],
    );
}
