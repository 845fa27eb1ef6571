//! Finds anchors, and polynomials for all parts.

use super::poles::Poles;
use super::regions::{Span, spans};
use super::rows::Rows;
use super::turns::{self, Turns};
use super::{Cells, Region};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::equations::Parity;
use tmd_walk::Asked;

/// Anchors at most.
const MOST_ANCHORS: usize = 12;
/// The degree, and a lower one if tables are short by that. A row of the table has a coefficient more and a centre, 16 or 8 numbers:
/// with AVX-512 eight rows of eight are loaded and transposed in a third of the time that eight columns are gathered in.
const DEGREES: [usize; 2] = [14, 6];
/// Bytes of short tables.
const SHORT: usize = 96 << 10;

/// The cells of a function in the degree that makes the shortest tables.
///
/// # Errors
/// If there is a place where no polynomial will do.
pub(crate) fn make(asked: &Asked<'_>, parity: Option<Parity>) -> Result<Cells, Diag> {
    let turns = Turns::of(asked.spec, asked.encoding)?;
    let of_degree = |anchors: &[f64], degree: usize| match &turns {
        Some(turns) => turns::of_degree(asked, parity, turns, degree),
        None => of_degree(asked, parity, anchors, degree),
    };
    let mut anchors: Vec<f64> = vec![];
    let is_cut = turns.is_some() || Poles::of(asked.spec).is_some();
    let most_anchors = if is_cut { 0 } else { MOST_ANCHORS };
    let [degree, low] = DEGREES;
    let found = loop {
        match of_degree(&anchors, degree) {
            Ok(cells) => break cells,
            Err(place) if anchors.len() < most_anchors && !anchors.contains(&place) => {
                anchors.push(place);
            }
            Err(place) => return Err(too_rough(asked, place)),
        }
    };
    // Lower degrees need several times as much.
    let may_be_short = 2 * found.bytes() <= SHORT;
    let other = may_be_short.then(|| of_degree(&anchors, low).ok()).flatten();
    Ok(other.filter(|other| other.bytes() <= SHORT).unwrap_or(found))
}

fn too_rough(asked: &Asked<'_>, place: f64) -> Diag {
    let function = asked.spec.canonical();
    let message = format!("{function} is not smooth enough about x = {place:e} for polynomials");
    let text = &asked.spec.text;
    Diag::new(DiagKind::Unsupported, message)
        .at("function", text.clone(), 0..text.len(), "no table of sensible length serves it")
        .help("give a function with fewer zeros, poles and waves")
}

/// The cells with some anchors beside 0; or another place that needs one.
fn of_degree(
    asked: &Asked<'_>,
    parity: Option<Parity>,
    anchors: &[f64],
    degree: usize,
) -> Result<Cells, f64> {
    let poles = Poles::of(asked.spec);
    let mut cells = Cells { poles, ..Cells::empty(degree, parity) };
    let all = poles.map_or_else(|| spans(anchors, parity.is_some()), Poles::spans);
    for span in &all {
        let is_beside = |other: &Span| (other.anchor, other.below) == (span.anchor, span.below);
        // Spans on one side of an anchor share its rows.
        let known = cells.regions.iter().zip(&all).find(|(_, other)| is_beside(other));
        let (row, lowest) = match known {
            Some((region, _)) => (region.row, region.lowest),
            None => {
                let spans = all.iter().filter(|other| is_beside(other)).collect();
                let row = cells.rows.len();
                (row, Rows { asked, degree, spans, poles }.add(&mut cells)?)
            }
        };
        cells.regions.push(Region { start: span.start, anchor: span.anchor, row, lowest });
    }
    Ok(cells)
}
