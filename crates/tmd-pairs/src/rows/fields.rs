//! All pairs of a request as fields: pairs of binades are halved until there is a proof for each part.

use super::field::{Along, Field};
use super::one::NextToOne;
use super::powers::{Base, Powers, halves};
use crate::grid::Grid;
use crate::plane::Request;
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
    pub(super) decided: Vec<Powers>,
    /// Pairs of which none is a case.
    pub(super) next: Vec<NextToOne>,
    /// Pairs with the base 1, whose value is 1.
    pub(super) ones: u64,
}

/// The fields of a request.
///
/// # Errors
/// If there is no proof for some pairs.
pub(super) fn fields(request: &Request) -> Result<Fields, Diag> {
    let [xs, ys] = request.binades();
    let base = Base::of(request.function);
    let pairs = || xs.iter().flat_map(|x| ys.iter().map(move |y| (x.clone(), y.clone())));
    let binades: Vec<Powers> = pairs().map(|(x, y)| Powers { base, x, y }).collect();
    // Before time is spent on plans.
    for powers in &binades {
        if Reach::of(request, powers).is_refused {
            let why = "some of their values are subnormal or vanish";
            return Err(refused(request, powers, why));
        }
    }
    let mut all = Fields::default();
    for powers in &binades {
        let (ones, mut open) = powers.without_ones();
        all.ones += ones;
        let mut tried = 0;
        while let Some(powers) = open.pop() {
            tried += 1;
            if !all.take(request, &powers)? {
                if tried >= MOST_TRIED {
                    return Err(refused(request, &powers, UNPROVED));
                }
                open.extend(powers.quarters());
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
    fn of(request: &Request, powers: &Powers) -> Reach {
        let breakpoints = Grid::breakpoints(&request.format);
        let (emin, above) = breakpoints.ends();
        let logs = powers.exponents().unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let [least, most] = logs;
        let is_out =
            least >= f64::from(above) || most < f64::from(breakpoints.last_place(emin) - 2);
        Reach { logs, is_out, is_refused: !is_out && least < f64::from(emin) }
    }
}

impl Fields {
    /// Takes some pairs, whichever way they are searched; false if they must be halved for that.
    fn take(&mut self, request: &Request, powers: &Powers) -> Result<bool, Diag> {
        let breakpoints = Grid::breakpoints(&request.format);
        let Reach { logs, is_out, .. } = Reach::of(request, powers);
        if is_out {
            return Ok(true);
        }
        if let Some(next) = NextToOne::new(powers, logs, request.format.precision) {
            self.next.push(next);
            return Ok(true);
        }
        // A kernel would find every pair that is nearer to 1 than cases are to breakpoints.
        let bits = narrow::to_i32(request.format.precision + request.bits);
        let is_mixed = logs[0].abs().min(logs[1].abs()) < 2f64.powi(-bits + 1);
        if !is_mixed && let Some(field) = best(powers, breakpoints, request.bits)? {
            self.fields.extend(divided(field, breakpoints, request.bits)?);
            return Ok(true);
        }
        if powers.pairs() > FEW {
            return Ok(false);
        }
        self.decided.push(powers.clone());
        let decided: u64 = self.decided.iter().map(Powers::pairs).sum();
        match decided > MOST_DECIDED {
            true => Err(refused(request, powers, UNPROVED)),
            false => Ok(true),
        }
    }
}

/// The field that takes less time of those along x and along y.
fn best(powers: &Powers, breakpoints: Grid, bits: u32) -> Result<Option<Field>, Diag> {
    let mut best: Option<Field> = None;
    for along in [Along::X, Along::Y] {
        let field = Field::new(along, powers, breakpoints, bits)?;
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
    let Powers { x, y, .. } = &field.powers;
    let whole = |segment: &Segment| vec![segment.clone()];
    let ways = [
        [halves(x), whole(y)],
        [whole(x), halves(y)],
        [halves(x), halves(y)],
        [halves(x).iter().flat_map(halves).collect(), halves(y)],
    ];
    let mut cheapest: Option<Vec<Field>> = None;
    let seconds = |fields: &[Field]| fields.iter().map(Field::seconds).sum::<f64>();
    for [xs, ys] in ways {
        let parts = field.powers.with(&xs, &ys);
        let fields = parts.iter().map(|part| best(part, breakpoints, bits));
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

const UNPROVED: &str =
    "there is no proof for a search by rows, and they are too many to decide each";

fn refused(request: &Request, Powers { x, y, .. }: &Powers, why: &str) -> Diag {
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
