//! Judges the cases of the inverse function that a search of f meets (see `plan/inverse.rs`).
//!
//! For a breakpoint x of the inverse's results and the number y next to f(x), the mean value theorem
//! gives |f⁻¹(y) - x| = |f(x) - y| / |f'(ξ)| with ξ between x and f⁻¹(y); enclosures of f(x) and of f' around x
//! enclose the distance.

use crate::confirm::{CaseKind, Judge, Verdict, identical_bits};
use crate::distance::Distance;
use crate::interval::{EvalCause, EvalError, Interval};
use crate::plan::pieces::{most_precision, value_at};
use crate::request::Rounding;
use rug::{Integer, Rational};

/// An input of the inverse function, with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct InverseCase {
    /// The input y of the inverse, in units of the breakpoint spacing.
    pub y: Integer,
    /// The verdict: what f⁻¹(y) is near to.
    pub verdict: Verdict,
}

/// The case y of the inverse function, hard or exact, for which f⁻¹(y) is near to x_i, a breakpoint of its results.
///
/// # Errors
/// If f is not defined at x_i, or so steep that more than one y is near.
pub fn judge(judge: &Judge<'_>, i: u64) -> Result<Option<InverseCase>, EvalError> {
    if judge.rounding == Rounding::Nearest && kind_of_input(judge, i) == CaseKind::Directed {
        return Ok(None);
    }
    let Some(y) = number_near(judge, i)? else { return Ok(None) };
    let verdict = judge_number(judge, i, &y)?;
    Ok((verdict != Verdict::Ordinary).then_some(InverseCase { y, verdict }))
}

/// The only number y, in units of the breakpoint spacing, for which f⁻¹(y) may be within ε of x_i.
fn number_near(judge: &Judge<'_>, i: u64) -> Result<Option<Integer>, EvalError> {
    let Judge { spec, segment, spacing, rounding, epsilon, .. } = *judge;
    let prec = segment.bits() + epsilon.denom().significant_bits() + 64;
    let slope = slope_around(judge, i, epsilon, prec)?;
    let reach = slope.mul(&Interval::from_rational(epsilon, prec));
    if *reach.hi() >= 0.5 {
        return Err(EvalError::new("the inverse function", EvalCause::Unbounded, slope));
    }
    let value = value_at(spec, segment, i, prec)?;
    let near = (value.mid() << -spacing).to_integer();
    // With midpoints among the breakpoints, every second one is a number.
    let is_number = |near: &Integer| {
        (rounding == Rounding::Directed || near.is_even()) && !judge.is_overflow(near)
    };
    Ok(near.filter(is_number))
}

/// |g'| for all numbers within `radius` inputs of x_i.
fn slope_around(
    judge: &Judge<'_>,
    i: u64,
    radius: &Rational,
    prec: u32,
) -> Result<Interval, EvalError> {
    let Judge { spec, segment, spacing, .. } = *judge;
    let reach = Rational::from(radius << segment.ulp);
    let x = segment.x(i);
    let ends = [Rational::from(&x - &reach), Rational::from(&x + &reach)];
    let [low, high] = ends.map(|end| Interval::from_rational(&end, prec));
    let slope = spec.series(&low.hull(&high), 1)?.swap_remove(1).abs();
    Ok(slope.shifted(segment.ulp - spacing))
}

/// What is known of y = near·w.
fn judge_number(judge: &Judge<'_>, i: u64, near: &Integer) -> Result<Verdict, EvalError> {
    let Judge { spec, segment, spacing, rounding, epsilon, .. } = *judge;
    let kind = kind_of_input(judge, i);
    if let Some(exact) = spec.exact_value(&segment.x(i))
        && exact == Rational::from(near) << spacing
    {
        return Ok(Verdict::Exact(kind));
    }
    let mut prec = segment.bits() + epsilon.denom().significant_bits() + 64;
    let mut radius = epsilon.clone();
    while prec <= most_precision(segment) {
        let g = value_at(spec, segment, i, prec)?.shifted(-spacing);
        let off = g.sub(&Interval::from_integer(near, prec)).abs();
        let distance = off.div(&slope_around(judge, i, &radius, prec)?)?;
        prec *= 2;
        if *distance.lo() >= *epsilon {
            return Ok(Verdict::Ordinary);
        }
        if *distance.hi() >= *epsilon {
            if is_at(judge, i, near) {
                return Ok(Verdict::Ordinary);
            }
            continue;
        }
        if let (Some(low), Some(high)) = (distance.lo().get_exp(), distance.hi().get_exp())
            && low == high
        {
            return Ok(Verdict::Hard {
                distance: Distance::of(distance.lo()),
                identical_bits: identical_bits(low, rounding),
                kind,
            });
        }
        // f⁻¹(y) is this close: f' is enclosed more tightly there.
        radius = distance.hi().to_rational().unwrap_or(radius);
    }
    Ok(Verdict::Unknown(kind))
}

/// Whether f⁻¹(y) is at ε from x exactly, as for the cube root, whose inverse has rational values.
fn is_at(judge: &Judge<'_>, i: u64, near: &Integer) -> bool {
    let y = Rational::from(near) << judge.spacing;
    let (x, reach) = (judge.segment.x(i), Rational::from(judge.epsilon << judge.segment.ulp));
    let ends = [Rational::from(&x + &reach), Rational::from(&x - &reach)];
    ends.iter().any(|end| judge.spec.exact_value(end).as_ref() == Some(&y))
}

/// Whether the index is one of an input of f, not of a midpoint between two.
pub fn is_input(judge: &Judge<'_>, i: u64) -> bool {
    kind_of_input(judge, i) == CaseKind::Directed
}

/// What x_i is for the inverse: a number of its format, or a midpoint of two.
fn kind_of_input(judge: &Judge<'_>, i: u64) -> CaseKind {
    let is_midpoint = Integer::from(&judge.segment.first + i).is_odd();
    match judge.rounding {
        Rounding::Nearest | Rounding::All if is_midpoint => CaseKind::Nearest,
        _ => CaseKind::Directed,
    }
}
