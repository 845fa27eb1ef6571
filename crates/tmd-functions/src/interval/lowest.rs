//! Where Γ turns between two poles, and where it is least for positive numbers: the zeros of ψ, nearly.

use std::f64::consts::PI;

use rug::Float;

use super::{EvalCause, EvalError, Interval, ends};

/// Bits behind the point with which a zero of ψ is looked for first.
const FIRST_BITS: u32 = 64;
/// Steps after which a zero of ψ is taken as it is: a handful is enough.
const MOST_STEPS: u32 = 30;

/// A point near the zero of ψ that is between the same poles as `x`, and ψ there, with so many bits behind the point: by
/// Newton's method, with more bits from step to step.
///
/// It depends on the poles and the bits alone, so that all intervals between these poles share it.
pub(super) fn lowest_point(x: &Float, prec: u32) -> Result<(Interval, Interval), EvalError> {
    // ψ has a zero below each pole but 0, and one for all positive numbers, between 1 and 2.
    let below = if *x > 0 { Float::with_val(x.prec(), 1) } else { x.clone().floor() };
    let digits = below.get_exp().unwrap_or(0).max(0).unsigned_abs();
    let prec = prec + digits;
    let names = [("lowest point", 0), ("lowest point", 1)];
    if let [Some(point), Some(value)] = names.map(|name| ends::kept(name, &below, prec)) {
        return Ok((point, value));
    }
    let digamma = |point: &Float, bits: u32| {
        let at = Interval::of_ends(bits, point, point);
        let mut values = at.digamma(1)?.into_iter();
        match (values.next(), values.next()) {
            (Some(value), Some(slope)) => Ok((at, value, slope)),
            _ => Err(EvalError::new("digamma", EvalCause::Unbounded, &at)),
        }
    };
    let mut bits = (FIRST_BITS + digits).min(prec);
    let mut point = first_guess(&below, bits);
    let mut step = 0;
    let found = loop {
        point.set_prec(bits);
        let (at, value, slope) = digamma(&point, bits)?;
        let next = Float::with_val(bits, &point - value.mid() / slope.mid());
        let is_still = value.contains_zero() || next == point;
        step += 1;
        if bits == prec && (is_still || step > MOST_STEPS) {
            break (at, value);
        }
        // The digits that are right are twice as many after a step.
        let moved = Float::with_val(bits, &next - &point).abs();
        if is_still
            || step > MOST_STEPS
            || moved < Float::with_val(bits, 1) >> ((bits - digits) / 2)
        {
            bits = (2 * bits).min(prec);
        }
        if next > below && next < Float::with_val(prec, &below + 1u32) {
            point = next;
        }
    };
    for (name, kept) in names.into_iter().zip([&found.0, &found.1]) {
        ends::keep(name, &below, prec, kept);
    }
    Ok(found)
}

/// About where ψ is 0 between a pole and the next, or between 1 and 2 (DLMF 5.4.20).
fn first_guess(below: &Float, bits: u32) -> Float {
    let offset = match below.to_f64() {
        n if n > 0.0 => 0.461_632,
        n => (PI / n.abs().ln()).atan() / PI,
    };
    Float::with_val(bits, below + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ψ changes its sign next to the point, by MPFR; and what is said of ψ there contains what MPFR has.
    #[test]
    fn lowest_points_are_next_to_zeros_of_digamma() {
        for pole in [0.0, -1.0, -2.0, -3.0, -9.0, -100.0, -4711.0, -1e6] {
            for prec in [60, 149, 400] {
                let below = if pole == 0.0 { 0.25 } else { pole + 0.999 };
                let x = Float::with_val(60, below);
                let (point, value) = lowest_point(&x, prec).unwrap();
                assert!(point.is_point() && point.prec() >= prec, "{pole} {prec}: {point}");
                assert!(*point.lo() > pole && (pole == 0.0 || *point.lo() < pole + 1.0));
                let digamma = |x: &Float| Float::with_val(prec + 200, x.digamma_ref());
                assert!(value.contains(&digamma(point.lo())), "{pole} {prec}: {value}");
                // ψ is known to within so much (see `digamma`).
                let step = Float::with_val(60, 1) >> (prec - 20);
                let beside = |step: Float| digamma(&Float::with_val(prec + 60, point.lo() + &step));
                assert!(beside(-step.clone()) < 0 && beside(step) > 0, "{pole} {prec}: {point}");
            }
        }
    }

    /// Whatever was asked before.
    #[test]
    fn intervals_between_the_same_poles_share_the_point() {
        let at = |x: f64| lowest_point(&Float::with_val(90, x), 120).unwrap();
        let first = at(-7.75);
        at(1.5);
        at(-6.5);
        assert_eq!(at(-7.001), first);
        assert_eq!(at(0.001), at(1.99));
    }
}
