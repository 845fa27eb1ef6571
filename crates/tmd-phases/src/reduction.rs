//! The worst reductions: in each binade, the argument that is nearest to a multiple of π/2.

use crate::function::half_turn;
use crate::inputs::{Inputs, PHASE_BITS, whole};
use crate::visit::inputs_within;
use rug::{Complete, Float, Integer};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_cases::distance::Distance;
use tmd_functions::language::range::split_all;
use tmd_functions::language::{Format, Segment};

/// The first binade: smaller numbers are few quarters of a turn.
const LEAST_EXPONENT: i32 = 8;

/// The argument of a binade that is nearest to a multiple of π/2.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    /// The exponent of the binade.
    pub exponent: i32,
    /// The argument, as a hexadecimal float.
    pub x: String,
    /// How far it is from the multiple, in radians.
    pub distance: Distance,
}

/// The worst reduction of each binade of a format, from 2^8 on (as Kahan and Muller find them, by continued fractions of the binade's spacing; here
/// all arguments near to a multiple are visited, by the times of return of a rotation).
///
/// # Errors
/// If a binade of the format has more arguments than are searched.
pub fn reductions(format: &Format) -> Result<Vec<Reduction>, Diag> {
    let own = |segment: &Segment| !segment.is_negative() && segment.exponent() >= LEAST_EXPONENT;
    Ok(split_all(format)?.iter().filter(|segment| own(segment)).map(of_binade).collect())
}

fn of_binade(segment: &Segment) -> Reduction {
    // The multiples of π/2 are the phases 0 and 1/2 of tan.
    let inputs = Inputs::new(half_turn, segment);
    let half = whole() / 2u32;
    // Chance has two arguments that near to one of them.
    let mut reach = whole() / inputs.count.max(2);
    loop {
        let nearest = [Integer::ZERO, half.clone()]
            .iter()
            .flat_map(|place| {
                let near = (place - &reach).complete()..(place + &reach).complete();
                inputs_within(&inputs, &(0..inputs.count), &near)
            })
            .map(|index| {
                let phase = inputs.phase(index).keep_bits(PHASE_BITS - 1);
                let other = (&half - &phase).complete();
                (phase.min(other), index)
            })
            .min();
        if let Some((distance, index)) = nearest {
            let distance = Float::with_val(64, distance) >> PHASE_BITS;
            return Reduction {
                exponent: segment.ulp + narrow::to_i32(segment.bits()) - 1,
                x: segment.hex(index),
                distance: Distance::of(&(distance * half_turn(64))),
            };
        }
        reach = (reach * 4u32).min(half.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Rational;
    use rug::float::Constant;
    use tmd_functions::language::{FormatName, hexfloat};

    /// The significands of 53 bits whose multiples of a number are nearest to integers, by its continued fraction: a sum of few of the last
    /// convergent's denominator below 2^53 and of the one before.
    fn by_continued_fraction(exponent: i32) -> (Integer, Float) {
        const PREC: u32 = 2400;
        let unit =
            (Float::with_val(PREC, 2) / Float::with_val(PREC, Constant::Pi)) << (exponent - 52);
        let mut rest = unit.clone();
        let [mut last, mut before] = [Integer::from(0), Integer::from(1)];
        let (low, high) = (Integer::from(1) << 52u32, Integer::from(1) << 53u32);
        let mut denominators = vec![];
        loop {
            let whole = rest.clone().floor().to_integer().unwrap();
            // Denominators: 1, a₁, …
            let next = if denominators.is_empty() {
                Integer::from(1)
            } else {
                (&whole * &last).complete() + &before
            };
            if next >= high {
                break;
            }
            denominators.push(next.clone());
            (before, last) = (last, next);
            rest = Float::with_val(PREC, rest - whole).recip();
        }
        let last = denominators.last().unwrap().clone();
        let before = denominators.iter().rev().nth(1).cloned().unwrap_or_default();
        let signed = |m: &Integer| {
            let all = Float::with_val(PREC, &unit * m);
            let nearest = all.clone().round();
            all - nearest
        };
        let mut all = vec![];
        for times in -2_i32..=2 {
            let start = Integer::from(&before * times);
            // m = start + a·last: what it is off by is linear in a, and least at an end or where it passes 0.
            let first = (Integer::from(&low - &start) + &last - 1u32) / &last;
            let end = (Integer::from(&high - &start) - 1u32) / &last;
            let pass = -(signed(&start) / signed(&last)).round().to_integer().unwrap();
            for place in [first, end, pass] {
                for more in -1_i32..=1 {
                    let m = &start + Integer::from(&place + more) * &last;
                    if (low.clone()..high.clone()).contains(&m) {
                        all.push((signed(&m).abs(), m));
                    }
                }
            }
        }
        let (distance, m) = all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        (m, distance * Float::with_val(64, Constant::Pi) / 2u32)
    }

    #[test]
    fn all_binades_agree_with_continued_fractions() {
        let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
        let all = reductions(&format).unwrap();
        assert_eq!(all.len(), 1016);
        for own in &all {
            let (m, distance) = by_continued_fraction(own.exponent);
            let x = hexfloat::parse("x", &own.x).unwrap();
            assert_eq!(x, Rational::from(m) << (own.exponent - 52), "2^{}", own.exponent);
            assert!(own.distance.is_about(Distance::of(&distance), 1e-9), "2^{}", own.exponent);
        }
        // The worst of all, as Muller's Elementary Functions has it.
        let least = all.iter().min_by_key(|own| own.distance).unwrap();
        let known = Rational::from(6_381_956_970_095_103_u64) << 797;
        assert_eq!(hexfloat::parse("x", &least.x).unwrap(), known);
    }
}
