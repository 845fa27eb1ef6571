//! All pairs of a request as fields: pairs of binades are halved until there is a proof for each part.

use super::field::{Along, Field, exponents};
use crate::grid::Grid;
use crate::plane::Request;
use rug::{Integer, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::Segment;

/// The most parts of a pair of binades that are tried.
const MOST_TRIED: usize = 1024;
/// So few pairs are decided one by one where there is no proof for them,
const FEW: u64 = 1 << 14;
/// and no more than these in all.
const MOST_DECIDED: u64 = 1 << 21;

/// Fields that take fewer seconds are not divided: every kernel has to be compiled.
const LITTLE: f64 = 20.0;
/// Parts take at most this share of the time of the whole.
const LITTLE_GAIN: f64 = 0.9;

/// What there is to search.
pub(super) struct Fields {
    pub(super) fields: Vec<Field>,
    /// Few pairs for which there is no proof: each is decided.
    pub(super) decided: Vec<(Segment, Segment)>,
    /// Pairs whose values are next to 1, and nearer to it than cases may be.
    pub(super) next: u64,
    /// Pairs with x = 1, whose value is 1.
    pub(super) ones: u64,
}

/// The fields of a request.
///
/// # Errors
/// If there is no proof for some pairs.
pub(super) fn fields(request: &Request) -> Result<Fields, Diag> {
    let breakpoints = Grid::breakpoints(&request.format);
    let [xs, ys] = request.binades();
    let mut decided = 0;
    let mut all = Fields { fields: vec![], decided: vec![], next: 0, ones: 0 };
    for x in &xs {
        for y in &ys {
            let mut open = vec![];
            match x.index_of(&Rational::from(1)) {
                // 1 is the first number of its binade.
                Some(one) => {
                    all.ones += y.count;
                    open.extend(part(x, 0, one).map(|x| (x, y.clone())));
                    open.extend(part(x, one + 1, x.count).map(|x| (x, y.clone())));
                }
                None => open.push((x.clone(), y.clone())),
            }
            let mut tried = 0;
            while let Some((x, y)) = open.pop() {
                tried += 1;
                let [least, most] = exponents(&x, &y).unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
                let (emin, above) = breakpoints.ends();
                if least >= f64::from(above) {
                    continue;
                }
                if most < f64::from(breakpoints.last_place(emin) - 2) {
                    continue;
                }
                // The distance of x^y from 1, in units of the spacing, is between 2^(p - 1)·|y·log2 x| and 2^(p + 1)·|y·log2 x|.
                let size = least.abs().max(most.abs());
                let bits = narrow::to_i32(request.format.precision + request.bits);
                if size < 2f64.powi(-bits - 2) {
                    all.next += x.count * y.count;
                    continue;
                }
                let is_mixed = least.abs().min(most.abs()) < 2f64.powi(-bits + 1);
                if least < f64::from(emin) {
                    return Err(refused(
                        request,
                        (&x, &y),
                        "some of their values are subnormal or vanish",
                    ));
                }
                if !is_mixed && let Some(field) = best(&x, &y, breakpoints, request.bits)? {
                    all.fields.extend(divided(field, breakpoints, request.bits)?);
                    continue;
                }
                if x.count.saturating_mul(y.count) <= FEW {
                    decided += x.count * y.count;
                    if decided > MOST_DECIDED {
                        return Err(refused(request, (&x, &y), unproved(is_mixed)));
                    }
                    all.decided.push((x, y));
                    continue;
                }
                let halves = [halves(&x), halves(&y)];
                if tried >= MOST_TRIED {
                    return Err(refused(request, (&x, &y), unproved(is_mixed)));
                }
                let [of_x, of_y] = &halves;
                open.extend(
                    of_x.iter().flat_map(|x| of_y.iter().map(move |y| (x.clone(), y.clone()))),
                );
            }
        }
    }
    Ok(all)
}

/// The field that takes less time of those along x and along y.
fn best(x: &Segment, y: &Segment, breakpoints: Grid, bits: u32) -> Result<Option<Field>, Diag> {
    let mut best: Option<Field> = None;
    for along in [Along::X, Along::Y] {
        let field = Field::new(along, (x, y), breakpoints, bits)?;
        best = match (best, field) {
            (Some(best), Some(field)) if best.seconds() <= field.seconds() => Some(best),
            (best, field) => field.or(best),
        };
    }
    Ok(best)
}

/// A field in parts, where these take less time together: their bounds are tighter.
fn divided(field: Field, breakpoints: Grid, bits: u32) -> Result<Vec<Field>, Diag> {
    let dear = field.seconds() * LITTLE_GAIN;
    if field.seconds() < LITTLE {
        return Ok(vec![field]);
    }
    let whole = |segment: &Segment| vec![segment.clone()];
    let ways = [
        [halves(&field.x), whole(&field.y)],
        [whole(&field.x), halves(&field.y)],
        [halves(&field.x), halves(&field.y)],
        [halves(&field.x).iter().flat_map(halves).collect(), halves(&field.y)],
    ];
    let mut cheapest: Option<Vec<Field>> = None;
    let seconds = |fields: &[Field]| fields.iter().map(Field::seconds).sum::<f64>();
    for [xs, ys] in ways {
        let parts = xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y)));
        let fields = parts.map(|(x, y)| best(x, y, breakpoints, bits));
        let Some(fields) = fields.collect::<Result<Option<Vec<Field>>, Diag>>()? else { continue };
        let best = cheapest.as_ref().map_or(dear, |best| seconds(best));
        if seconds(&fields) < best {
            cheapest = Some(fields);
        }
    }
    let Some(parts) = cheapest else { return Ok(vec![field]) };
    let parts = parts.into_iter().map(|part| divided(part, breakpoints, bits));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

fn halves(segment: &Segment) -> Vec<Segment> {
    let middle = segment.count / 2;
    part(segment, 0, middle).into_iter().chain(part(segment, middle, segment.count)).collect()
}

/// Indices of a segment as a segment, if there are any.
pub(crate) fn part(segment: &Segment, start: u64, end: u64) -> Option<Segment> {
    (start < end).then(|| Segment {
        first: Integer::from(&segment.first + start),
        ulp: segment.ulp,
        count: end - start,
    })
}

fn unproved(is_mixed: bool) -> &'static str {
    match is_mixed {
        true => "some are next to 1, others are not, and they are too many to decide each",
        false => "there is no proof for a search by rows, and they are too many to decide each",
    }
}

fn refused(request: &Request, (x, y): (&Segment, &Segment), why: &str) -> Diag {
    let ends =
        |segment: &Segment| format!("{} to {}", segment.hex(0), segment.hex(segment.count - 1));
    let message = format!(
        "{}, --precision {}: the pairs with x from {} and y from {} are not searched: {why}",
        request.function,
        request.format.name,
        ends(x),
        ends(y),
    );
    Diag::new(DiagKind::Unsupported, message).help(
        "give ranges without them: where values are normal numbers, and not as near to 1 as cases are to breakpoints",
    )
}
