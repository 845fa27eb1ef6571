//! All pairs of a request as fields: pairs of binades are halved until there is a proof for each part.

use super::field::{Along, Field, exponents};
use super::one::NextToOne;
use crate::grid::Grid;
use crate::plane::{Request, part};
use rug::Rational;
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
#[derive(Default)]
pub(super) struct Fields {
    pub(super) fields: Vec<Field>,
    /// Few pairs for which there is no proof: each is decided.
    pub(super) decided: Vec<(Segment, Segment)>,
    /// Pairs of which none is a case.
    pub(super) next: Vec<NextToOne>,
    /// Pairs with x = 1, whose value is 1.
    pub(super) ones: u64,
}

/// The fields of a request.
///
/// # Errors
/// If there is no proof for some pairs.
pub(super) fn fields(request: &Request) -> Result<Fields, Diag> {
    let [xs, ys] = request.binades();
    let pairs = || xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y)));
    // Before time is spent on plans.
    for (x, y) in pairs() {
        if Reach::of(request, x, y).is_refused {
            let why = "some of their values are subnormal or vanish";
            return Err(refused(request, (x, y), why));
        }
    }
    let mut all = Fields::default();
    for (x, y) in pairs() {
        let mut open = vec![];
        match x.index_of(&Rational::from(1)) {
            // 1 is the first number of its binade.
            Some(one) => {
                all.ones += y.count;
                open.extend(part(x, one + 1, x.count).map(|x| (x, y.clone())));
            }
            None => open.push((x.clone(), y.clone())),
        }
        let mut tried = 0;
        while let Some((x, y)) = open.pop() {
            tried += 1;
            if !all.take(request, &x, &y)? {
                if tried >= MOST_TRIED {
                    return Err(refused(request, (&x, &y), UNPROVED));
                }
                let halves = [halves(&x), halves(&y)];
                let [of_x, of_y] = &halves;
                let parts = of_x.iter().flat_map(|x| of_y.iter().map(move |y| (x, y)));
                open.extend(parts.map(|(x, y)| (x.clone(), y.clone())));
            }
        }
    }
    Ok(all)
}

/// Where the values of some pairs are.
struct Reach {
    /// Between which numbers their logarithms to base 2 are.
    logs: [f64; 2],
    /// Whether none is in reach.
    is_out: bool,
    /// Whether some are in reach that are not searched.
    is_refused: bool,
}

impl Reach {
    fn of(request: &Request, x: &Segment, y: &Segment) -> Reach {
        let breakpoints = Grid::breakpoints(&request.format);
        let (emin, above) = breakpoints.ends();
        let logs = exponents(x, y).unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let [least, most] = logs;
        let is_out =
            least >= f64::from(above) || most < f64::from(breakpoints.last_place(emin) - 2);
        Reach { logs, is_out, is_refused: !is_out && least < f64::from(emin) }
    }
}

impl Fields {
    /// Takes some pairs, whichever way they are searched; false if they must be halved for that.
    fn take(&mut self, request: &Request, x: &Segment, y: &Segment) -> Result<bool, Diag> {
        let breakpoints = Grid::breakpoints(&request.format);
        let Reach { logs, is_out, .. } = Reach::of(request, x, y);
        if is_out {
            return Ok(true);
        }
        if let Some(next) = NextToOne::new(x, y, logs, request.format.precision) {
            self.next.push(next);
            return Ok(true);
        }
        // A kernel would find every pair that is nearer to 1 than cases are to breakpoints.
        let bits = narrow::to_i32(request.format.precision + request.bits);
        let is_mixed = logs[0].abs().min(logs[1].abs()) < 2f64.powi(-bits + 1);
        if !is_mixed && let Some(field) = best(x, y, breakpoints, request.bits)? {
            self.fields.extend(divided(field, breakpoints, request.bits)?);
            return Ok(true);
        }
        let pairs = x.count.saturating_mul(y.count);
        if pairs > FEW {
            return Ok(false);
        }
        self.decided.push((x.clone(), y.clone()));
        let decided: u64 = self.decided.iter().map(|(x, y)| x.count * y.count).sum();
        match decided > MOST_DECIDED {
            true => Err(refused(request, (x, y), UNPROVED)),
            false => Ok(true),
        }
    }
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

const UNPROVED: &str =
    "there is no proof for a search by rows, and they are too many to decide each";

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
    Diag::new(DiagKind::Unsupported, message)
        .help("give ranges without them: where values are normal numbers")
}
