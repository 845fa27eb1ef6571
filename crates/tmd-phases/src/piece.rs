//! Pieces of a period in which the breakpoint spacing is constant.
//!
//! Phases are cut in halves until enclosures tell the exponent of the values on a part, or until so few arguments have phases of it that each is
//! judged: next to zeros, to poles, and to the ends of the domain. Where the exponent changes, a short part is searched with both spacings. What holds on
//! a part is proved for all of it, ends included, and parts leave no gap; how small they become only decides what a search costs.

use crate::block::{chosen, is_straight, straight};
use crate::inputs::{point, to_f64};
use rayon::prelude::*;
use rug::{Complete, Float, Integer};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::{Format, FunctionSpec};

/// Precision of values: enough where all but the last 30 bits of them cancel, as at distances of 2^-34 from a zero of order six.
const PREC: u32 = 256;
/// The order of the Taylor expansions by which values are enclosed.
const ORDER: usize = 5;
/// Where in a part the centre of expansions is.
const CENTER: (u32, u32) = (6, 13);
/// Phases are cut in so many parts at first, at most, which are looked at beside each other.
const MOST_AT_FIRST: f64 = 64.0;
/// The most parts in all.
const MOST_PARTS: u32 = 1 << 17;
/// A part with two spacings has no more arcs, about; or so many for each argument, where it would else be few arguments that are judged.
const ARCS_OF_BOTH: f64 = 256.0;
const ARCS_OF_INPUT: f64 = 16.0;
/// Arcs that would have to be so short that they have fewer arguments, on average, take longer than these, if there are no more than so many.
const LEAST_INPUTS: f64 = 0.125;
const MOST_JUDGED: f64 = 67_108_864.0;

/// A part of a period.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Its phases, in units of 2^-[`PHASE_BITS`] of a period, from 0 to 1.
    pub(crate) phases: Range<Integer>,
    /// log2 of the breakpoint spacing; none where each input is judged, as there are few.
    pub(crate) spacing: Option<i32>,
    /// About how many arcs it has.
    pub(crate) arcs: f64,
}

/// The pieces of a part of a period, of `count` equally spaced inputs, ascending. Phases of none have no value that is near to a breakpoint.
///
/// # Errors
/// If the exponent of the values changes too often, or cannot be told.
pub(crate) fn pieces(
    function: &FunctionSpec,
    format: &Format,
    phases: &Range<Integer>,
    count: u64,
) -> Result<Vec<Piece>, Diag> {
    let cutter = Cutter::new(function, format, count);
    let length = (&phases.end - &phases.start).complete();
    let many = (to_f64(&length) * cutter.count / cutter.few).floor();
    let parts = narrow::to_u32(narrow::whole(many.clamp(1.0, MOST_AT_FIRST)));
    let end = |part: u32| &phases.start + (&length * part).complete() / parts;
    let cut = |part: u32| {
        let mut parts = vec![];
        cutter.cut(end(part)..end(part + 1), &mut parts)?;
        Ok(parts)
    };
    let cut: Vec<Result<Vec<Part>, Diag>> = (0..parts).into_par_iter().map(cut).collect();
    let mut all: Vec<Part> = vec![];
    for part in cut.into_iter().collect::<Result<Vec<_>, Diag>>()?.into_iter().flatten() {
        match all.last_mut() {
            Some(last) if last.is == part.is => {
                last.phases.end = part.phases.end;
                last.arcs += part.arcs;
            }
            _ => all.push(part),
        }
    }
    Ok(all.into_iter().flat_map(|part| part.pieces(format)).collect())
}

/// What is known of all values on a part.
#[derive(Clone, Debug, PartialEq)]
enum Is {
    /// None is near to a breakpoint.
    Far,
    /// Nothing.
    Unknown,
    /// Those of numbers of the format, and not below the subnormal ones, have these exponents: from, to.
    Of(i32, i32),
}

/// A part of the phases.
#[derive(Clone, Debug)]
struct Part {
    phases: Range<Integer>,
    is: Is,
    arcs: f64,
}

impl Part {
    fn pieces(self, format: &Format) -> Vec<Piece> {
        let Part { phases, is, arcs } = self;
        let piece = |spacing: Option<i32>| Piece { phases: phases.clone(), spacing, arcs };
        match is {
            Is::Far => vec![],
            Is::Unknown => vec![piece(None)],
            Is::Of(from, to) => {
                let spacing = |exponent: i32| exponent - narrow::to_i32(format.precision);
                (from..=to).map(|exponent| piece(Some(spacing(exponent)))).collect()
            }
        }
    }
}

/// Cuts phases.
struct Cutter<'a> {
    function: &'a FunctionSpec,
    format: &'a Format,
    count: f64,
    /// So few inputs are judged one by one.
    few: f64,
    /// How many parts have been looked at.
    looked_at: AtomicU32,
}

impl Cutter<'_> {
    fn new<'a>(function: &'a FunctionSpec, format: &'a Format, count: u64) -> Cutter<'a> {
        // As many as two arcs have next to a zero.
        let few = (f64::from(format.precision - 1) / 3.0 + 1.0).exp2();
        Cutter { function, format, count: narrow::about(count), few, looked_at: AtomicU32::new(0) }
    }

    /// Cuts phases into parts, ascending and without gaps.
    fn cut(&self, phases: Range<Integer>, parts: &mut Vec<Part>) -> Result<(), Diag> {
        if self.looked_at.fetch_add(1, Ordering::Relaxed) > MOST_PARTS {
            return Err(self.too_many(&phases));
        }
        match self.part(&phases)? {
            Some(part) => parts.push(part),
            None => {
                let middle = (&phases.start + &phases.end).complete() / 2u32;
                self.cut(phases.start..middle.clone(), parts)?;
                self.cut(middle..phases.end, parts)?;
            }
        }
        Ok(())
    }

    fn too_many(&self, phases: &Range<Integer>) -> Diag {
        let message = format!(
            "{}: the exponent of the values is not known next to phase {:.6}, whatever parts of the period are looked at",
            self.function.text,
            to_f64(&phases.start)
        );
        Diag::new(DiagKind::Unsupported, message).help(
            "the function may be constant there, or turn too often; leave these phases out with --phases, or give a factor of x that is smaller",
        )
    }

    /// The phases as one part; none if they must be cut.
    fn part(&self, phases: &Range<Integer>) -> Result<Option<Part>, Diag> {
        let part = self.known(phases)?;
        let is_few = to_f64(&(&phases.end - &phases.start).complete()) * self.count < self.few;
        let unknown = || Part { phases: phases.clone(), is: Is::Unknown, arcs: 0.0 };
        Ok(part.or_else(|| is_few.then(unknown)))
    }

    /// The phases as one part, if enough is known of the values.
    fn known(&self, phases: &Range<Integer>) -> Result<Option<Part>, Diag> {
        let units = (&phases.end - &phases.start).complete();
        let length = to_f64(&units);
        let part = |is: Is, arcs: f64| Ok(Some(Part { phases: phases.clone(), is, arcs }));
        let all = point(&phases.start).hull(&point(&phases.end)).at_prec(PREC);
        let values = match self.function.eval(&all) {
            // There is no value.
            Err(error) if error.everywhere => return part(Is::Far, 0.0),
            Err(_) => return Ok(None),
            Ok(values) => values,
        };
        // No simple part of a period, where derivatives may well be 0.
        let place = point(&(&phases.start + units * CENTER.0 / CENTER.1)).at_prec(PREC);
        let series = |x: &Interval| self.function.series(x, ORDER).ok();
        // Where there are derivatives, too.
        let (Some(center), Some(rest)) = (series(&place), series(&all)) else { return Ok(None) };
        if center[2..].iter().all(|own| is_straight(own, &center[0])) {
            return Err(straight(self.function, &phases.start));
        }
        let offset = all.sub(&place);
        let more = |sum: Interval, own: &Interval| sum.mul(&offset).add(own);
        let taylor = center[..ORDER].iter().rev().fold(rest[ORDER].clone(), more);
        // Both hold.
        let values = values.intersect(&taylor).unwrap_or(values).abs();
        let is = self.told(&values);
        let Is::Of(from, to) = is else { return part(is, 0.0) };
        let spacing = from - narrow::to_i32(self.format.precision);
        let size = |own: &Interval| own.shifted(-spacing).mid().to_f64().abs();
        let sizes: Vec<f64> = center.iter().map(size).collect();
        let arc = chosen(self.count / 2.0, &sizes, length);
        let arcs = length / arc.length;
        let is_cheap = arcs <= ARCS_OF_BOTH
            || (length * self.count < 2.0 * self.few
                && arcs <= ARCS_OF_INPUT * length * self.count);
        let is_crowded =
            arc.wanted * self.count < LEAST_INPUTS && length * self.count < MOST_JUDGED;
        match to - from {
            0 if is_crowded => part(Is::Unknown, 0.0),
            0 => part(is, arcs),
            1 if is_cheap => part(is, arcs),
            _ => Ok(None),
        }
    }

    /// What is known of values whose sizes are in an interval.
    fn told(&self, sizes: &Interval) -> Is {
        let Format { precision, emin, emax, .. } = *self.format;
        let [low, high] = [sizes.lo(), sizes.hi()];
        if exponent(low).is_some_and(|own| own > emax) {
            return Is::Far;
        }
        let from = exponent(low).unwrap_or(emin).clamp(emin, emax);
        let to = match exponent(high) {
            _ if high.is_infinite() => emax,
            // A power of two is a breakpoint of the binade below it, too.
            Some(own) if *high == Float::with_val(2, 1) << own => own - 1,
            Some(own) => own,
            None => emin,
        };
        // Nearer to 0, which is no breakpoint, than to the least breakpoint.
        if to < emin - narrow::to_i32(precision) - 1 {
            return Is::Far;
        }
        Is::Of(from, to.clamp(from, emax))
    }
}

/// ⌊log2⌋ of a positive number: MPFR's significands are from 1/2 to 1.
fn exponent(size: &Float) -> Option<i32> {
    size.get_exp().map(|own| own - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;
    use crate::inputs::{PHASE_BITS, whole};
    use tmd_functions::language::FormatName;

    /// The pieces of a whole period for a binade of binary64.
    fn all(function: &Function) -> Vec<Piece> {
        let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
        pieces(function.of_phase(), &format, &(Integer::ZERO..whole()), 1 << 52).unwrap()
    }

    #[test]
    fn a_period_is_covered() {
        for text in [
            "sin",
            "cos",
            "tan",
            "exp(sin(x))",
            "1 / cos(x)",
            "1 - cos(x)",
            "sin(x) - tan(x)",
            "2 + powi(sin(x), 4)",
        ] {
            let function = Function::parse(text).unwrap();
            let mut end = Integer::ZERO;
            let [mut few, mut arcs] = [0.0; 2];
            let all = all(&function);
            for piece in &all {
                let Range { start, end: next } = &piece.phases;
                assert!(*start <= end, "{text}: a gap before {}", to_f64(start));
                end = end.max(next.clone());
                match piece.spacing {
                    None => few += to_f64(&(next - start).complete()),
                    Some(_) => arcs += piece.arcs,
                }
            }
            assert_eq!(end, whole(), "{text}");
            let few = few * 2f64.powi(52);
            let count = all.len();
            println!("{text}: {count} pieces of {arcs:e} arcs, {few:e} arguments judged");
            assert!(few < 5e7 && arcs < 1e12, "{text}");
        }
    }

    /// At random places, the value of a piece has the exponent that its spacing stands for.
    #[test]
    fn values_have_the_exponents_of_their_pieces() {
        let mut compared = 0;
        for text in ["sin", "tan", "exp(tan(x))", "log(sin(x))", "tan(x) / (1 + powi(tan(x), 2))"] {
            let function = Function::parse(text).unwrap();
            let all = all(&function);
            let mut random = tmd_base::random::Random::new(3);
            for _ in 0..3000 {
                let phase = Integer::from(random.next()) << (PHASE_BITS - 64);
                let Ok(value) = function.of_phase().eval(&point(&phase)) else { continue };
                let own = exponent(value.abs().lo()).unwrap().max(-1022) - 53;
                let near: Vec<&Piece> =
                    all.iter().filter(|piece| piece.phases.contains(&phase)).collect();
                let has_it = |piece: &&Piece| piece.spacing.is_none_or(|spacing| spacing == own);
                let size = exponent(value.abs().lo()).unwrap();
                let is_far = near.is_empty() && !(-1022 - 54..=1023).contains(&size);
                assert!(near.iter().any(has_it) || is_far, "{text} at {}: {own}", to_f64(&phase));
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
