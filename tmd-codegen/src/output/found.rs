//! What a search has found, for people: counts, the hardest cases, and what cases have in common.

use super::few::Few;
use super::number::{expectation, lg, number};
use super::runs::Apart;
use super::stretches::stretches;
use super::structure::{Isolated, Structure, Tally};
use super::styled::{Style, Styled};
use super::summary::{Bin, Hardest, Hardness, Summary};
use crate::findings::Finding;
use crate::listed::case;
use crate::plan::Plan;
use crate::request::Rounding;
use crate::table::Table;
use crate::text::{grouped, many, plural};
use crate::verdict::CaseKind;
use std::fmt::Write;

/// The most cases that are printed, the hardest.
pub(super) const HARDEST: usize = 20;
/// The most binades that are printed.
const MOST_BINADES: usize = 16;
/// The most families and runs that are printed.
const MOST_FAMILIES: usize = 8;

/// Cases by kind.
fn by_kind(plan: &Plan, apart: &Apart) -> String {
    let all = apart.isolated.count();
    let of_kind = |kind| match kind {
        CaseKind::Nearest => apart.nearest,
        CaseKind::Directed => all - apart.nearest,
    };
    let counts: Vec<String> = [CaseKind::Nearest, CaseKind::Directed]
        .into_iter()
        .filter(|&kind| wanted(plan.request.rounding, kind))
        .map(|kind| format!("{} {}", number(of_kind(kind)), kind.name()))
        .collect();
    counts.join(", ")
}

/// The hardest cases and the counts.
pub(super) fn counts(plan: &Plan, summary: &Summary, apart: &Apart) -> Styled {
    let mut out = Styled::default();
    let total = &summary.total;
    let kinds = [(CaseKind::Nearest, &total.nearest), (CaseKind::Directed, &total.directed)];
    for (kind, hardest) in kinds {
        if let Some(Hardest { x, identical_bits, distance }) = hardest {
            let line = format!(
                "hardest {}: {x}, {} after the rounding bit, distance {}",
                kind.name(),
                many((*identical_bits).into(), "identical bit"),
                lg(*distance)
            );
            out.line(Style::Strong, line);
        }
    }
    let (all, searched) = (apart.isolated.count(), apart.searched.count());
    let follow = match all - searched {
        0 => String::new(),
        more => format!("; {} of them follow from the {} others", number(more), number(searched)),
    };
    let line = format!("{} ({}){follow}", many(all as u128, "case"), by_kind(plan, apart));
    let chance = &summary.chance;
    out.plain(&match chance.everywhere {
        // They are the same cases.
        true => format!("{line}; about {} expected by chance\n", expectation(chance.expected)),
        false => format!("{line}\n{chance}\n"),
    });
    out
}

fn wanted(rounding: Rounding, kind: CaseKind) -> bool {
    match rounding {
        Rounding::All => true,
        Rounding::Nearest => kind == CaseKind::Nearest,
        Rounding::Directed => kind == CaseKind::Directed,
    }
}

/// How many cases of each hardness there are where chance applies, beside chance, as far as there are any.
pub(super) fn histogram(summary: &Summary, structure: &Structure) -> String {
    let last = summary.histogram.iter().rposition(|bin| bin.compared > 0);
    let Some(last) = last else { return String::new() };
    let has_families = !structure.families.is_empty();
    let mut table = match has_families {
        true => Table::new(&["identical bits", "cases", "in no family", "by chance"]),
        false => Table::new(&["identical bits", "cases", "by chance"]),
    };
    for Bin { identical_bits, compared, expected, .. } in &summary.histogram[..=last] {
        let isolated = structure.isolated.by_bits.get(identical_bits).copied();
        let isolated = has_families.then(|| grouped(isolated.unwrap_or_default().into()));
        let cells = [identical_bits.to_string(), grouped((*compared).into())];
        table.row(cells.into_iter().chain(isolated).chain([expectation(*expected)]));
    }
    table.to_string()
}

/// The hardest cases, the hardest first.
pub(super) fn hardest(apart: &Apart, structure: &Structure) -> Styled {
    let all = apart.isolated.count();
    let isolated = &structure.isolated.few;
    let (shown, what) = match (all <= HARDEST, isolated.count(), apart.searched.count()) {
        (true, _, _) => (&apart.isolated, "cases"),
        (false, 0, 0) => (&apart.isolated, "cases"),
        (false, 0, _) => (&apart.searched, "cases that were searched"),
        (false, _, _) if isolated.count() == all => (isolated, "cases"),
        (false, _, _) => (isolated, "isolated cases"),
    };
    if shown.count() == 0 {
        return Styled::default();
    }
    let mut out = Styled::default();
    let table = case_table(shown);
    let mut lines = table.lines();
    out.plain(&format!("{}\n", lines.next().unwrap_or_default()));
    for (place, line) in lines.enumerate() {
        // The eye falls on the hardest.
        out.line(if place == 0 { Style::Strong } else { Style::Plain }, line);
    }
    if all > shown.count().min(HARDEST) {
        let these = match shown.count() {
            ..=HARDEST => format!("All {} {what}", number(shown.count())),
            count => format!("The {HARDEST} hardest of {} {what}", number(count)),
        };
        let all = number(all);
        out.plain(&format!("{these}; --cases FILE or --json FILE writes all {all} cases.\n"));
    }
    out
}

fn case_table(few: &Few) -> String {
    let shown: Vec<&Finding> = few.hardest().take(HARDEST).collect();
    let mut table = Table::new(&["x", "distance", "", "identical bits", "kind"]);
    for case in shown.into_iter().filter_map(case) {
        table.row([
            case.x.clone(),
            lg(case.distance),
            case.distance.brief(),
            number(case.identical_bits as usize),
            case.kind.name().to_owned(),
        ]);
    }
    table.to_string()
}

/// Families, and other cases that chance has nothing to do with.
pub(super) fn families(structure: &Structure) -> String {
    let Structure { families, beside, .. } = structure;
    let mut out = String::new();
    if !families.is_empty() {
        let _ = writeln!(
            out,
            "families (cases with one significand in many binades; those that follow not counted): {}",
            number(families.len())
        );
    }
    for family in families.iter().take(MOST_FAMILIES) {
        let _ = writeln!(out, "  {family}");
    }
    let mut more = Tally::default();
    families.iter().skip(MOST_FAMILIES).for_each(|family| more.join(&family.tally));
    if more.cases > 0 {
        let _ = writeln!(out, "  and {} more: {more}", number(families.len() - MOST_FAMILIES));
    }
    if beside.cases > 0 {
        let _ = writeln!(out, "other cases beside runs and in closed forms: {beside}");
    }
    out
}

/// Runs, those of one kind in neighbouring binades as one.
pub(super) fn runs(apart: &Apart) -> Styled {
    let mut out = Styled::default();
    let stretches = stretches(apart);
    if stretches.is_empty() {
        return out;
    }
    let title = "runs of neighbours (f is close to a constant or to a multiple of x)";
    out.plain(&format!("{title}: {}\n", number(apart.runs.len())));
    for stretch in stretches.iter().take(MOST_FAMILIES) {
        let style = if stretch.is_undecided() { Style::Warning } else { Style::Plain };
        out.line(style, format!("  {stretch}"));
    }
    if stretches.len() > MOST_FAMILIES {
        out.plain(&format!("  and {} more\n", number(stretches.len() - MOST_FAMILIES)));
    }
    out
}

/// The hardest isolated cases of the hardest binades, in the order of x.
pub(super) fn binades(plan: &Plan, isolated: &Isolated) -> String {
    let known = plan.segments.iter().zip(&isolated.segments);
    let known: Vec<_> = known.filter(|(_, hardness)| hardness.cases > 0).collect();
    if known.len() < 2 {
        return String::new();
    }
    let mut shown = known.clone();
    let bits = |hardness: &Hardness| {
        let hardest = [&hardness.nearest, &hardness.directed].into_iter().flatten();
        hardest.map(|case| case.identical_bits).max()
    };
    if shown.len() > MOST_BINADES {
        shown.sort_by_key(|(_, hardness)| std::cmp::Reverse(bits(hardness)));
        shown.truncate(MOST_BINADES);
    }
    shown.sort_by_key(|(segment, _)| {
        let e = segment.exponent();
        (!segment.is_negative(), if segment.is_negative() { -e } else { e })
    });
    let heads = ["binade of x", "isolated cases", "hardest nearest", "", "hardest directed", ""];
    let mut table = Table::new(&heads);
    for (segment, hardness) in &shown {
        let sign = if segment.is_negative() { "-" } else { "" };
        let mut cells = vec![format!("{sign}2^{}", segment.exponent()), number(hardness.cases)];
        for hardest in [&hardness.nearest, &hardness.directed] {
            let cell = hardest.as_ref().map(|h| (h.identical_bits.to_string(), h.x.clone()));
            let (bits, x) = cell.unwrap_or(("-".to_owned(), String::new()));
            cells.extend([bits, x]);
        }
        table.row(cells);
    }
    let mut out = table.to_string();
    if known.len() > shown.len() {
        let _ = writeln!(out, "and {}", plural(known.len() - shown.len(), "easier binade"));
    }
    out
}
