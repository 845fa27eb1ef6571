//! Judges the cases of the inverse function that a search of f meets (see `plan/inverse.rs`).
//!
//! For a breakpoint x of the inverse's results and the number y next to f(x), the offset of f⁻¹(y) from x is enclosed by
//! interval Newton steps: f' is nowhere 0 near x, so that y has at most one inverse there. What the enclosure means is
//! decided as for f itself (`Judge::judge_offset`).

use rug::{Float, Integer, Rational};
use tmd_cases::confirm::{Judge, Told};
use tmd_cases::offset::Offset;
use tmd_cases::verdict::{CaseKind, Verdict};
use tmd_functions::interval::{EvalCause, EvalError, Interval};
use tmd_functions::language::Format;
use tmd_functions::language::value_at;
use tmd_request::request::Rounding;

/// An input of the inverse function, with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct InverseCase {
    /// The input y of the inverse, in units of the breakpoint spacing.
    pub y: Integer,
    /// The verdict: what f⁻¹(y) is near to.
    pub verdict: Verdict,
}

/// How inputs of the inverse function are judged.
pub struct InverseJudge<'a> {
    /// How those of f are.
    pub judge: &'a Judge<'a>,
    /// The format of the breakpoints x: that of f's inputs, with midpoints where those count.
    pub input: &'a Format,
    /// The format of the inverse's inputs y: that of f's results.
    pub output: &'a Format,
}

/// The offset of f⁻¹(y) from a breakpoint x_i is searched for up to so many times ε: farther than a case is, so that one is
/// inside and not at an end.
const SEARCHED: u32 = 2;

impl InverseJudge<'_> {
    /// The case y of the inverse function, hard, exact or undecided, for which f⁻¹(y) is near to x_i, a breakpoint of its
    /// results.
    ///
    /// # Errors
    /// If f is not defined near x_i, or so steep that more than one y is near.
    pub fn judge(&self, i: u64) -> Result<Option<InverseCase>, EvalError> {
        let kind = self.kind_of_input(i);
        if !kind.counts(self.judge.rounding) {
            return Ok(None);
        }
        let Some(y) = self.number_near(i)? else { return Ok(None) };
        let verdict = Pair { of: self, x: self.judge.segment.x(i), i, near: &y, kind }.verdict()?;
        Ok(verdict.map(|verdict| InverseCase { y, verdict }))
    }

    /// Whether the index is one of an input of f, not of a midpoint between two.
    pub(crate) fn is_input(&self, i: u64) -> bool {
        self.kind_of_input(i) == CaseKind::Directed
    }

    /// The kind of x_i for the inverse: a number of its format, or a midpoint of two.
    fn kind_of_input(&self, i: u64) -> CaseKind {
        self.judge.kind(&Integer::from(&self.judge.segment.first + i))
    }

    /// The only number y, in units of the breakpoint spacing, for which f⁻¹(y) may be within ε of x_i.
    fn number_near(&self, i: u64) -> Result<Option<Integer>, EvalError> {
        let Judge { spec, segment, spacing, epsilon, .. } = *self.judge;
        let prec = self.judge.first_precision();
        let slope =
            self.slope(&Interval::from_rational(&segment.x(i), prec), &self.searched(prec))?;
        let reach = slope.abs().mul(&Interval::from_rational(epsilon, prec));
        let g = value_at(spec, segment, i, prec)?.shifted(-spacing);
        if Float::with_val(prec, reach.hi() + g.width()) >= 0.5 {
            return Err(EvalError::new("the inverse function", EvalCause::Unbounded, slope));
        }
        let Some(near) = g.mid().to_integer().filter(|near| self.is_number(near)) else {
            return Ok(None);
        };
        // By the mean value theorem |g(x_i) - near| is at most |g'|·|t| for the offset t of f⁻¹(y).
        let apart = g.sub(&Interval::from_integer(&near, prec)).abs();
        Ok((apart.lo() < reach.hi()).then_some(near))
    }

    /// Whether so many units are a finite number of y's format. With midpoints among the breakpoints, every second one is.
    fn is_number(&self, near: &Integer) -> bool {
        let Judge { rounding, spacing, .. } = *self.judge;
        let too_large = Rational::from(1) << (self.output.emax + 1);
        let is_multiple = rounding == Rounding::Directed || near.is_even();
        is_multiple && (Rational::from(near) << spacing).abs() < too_large
    }

    /// The offsets that are searched.
    fn searched(&self, prec: u32) -> Interval {
        let most = Rational::from(self.judge.epsilon * SEARCHED);
        let [low, high] = [-most.clone(), most].map(|end| Interval::from_rational(&end, prec));
        low.hull(&high)
    }

    /// g' at offsets `t` from x.
    fn slope(&self, x: &Interval, t: &Interval) -> Result<Interval, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let slope = spec.series(&x.add(&t.shifted(segment.ulp)), 1)?.swap_remove(1);
        Ok(slope.shifted(segment.ulp - spacing))
    }
}

/// A number y and a breakpoint x_i that f⁻¹(y) may be near to.
struct Pair<'a> {
    of: &'a InverseJudge<'a>,
    i: u64,
    x: Rational,
    /// y in units of the breakpoint spacing.
    near: &'a Integer,
    kind: CaseKind,
}

impl Pair<'_> {
    fn verdict(&self) -> Result<Option<Verdict>, EvalError> {
        let judge = self.of.judge;
        if self.is_inverse(&self.x) {
            return Ok(Some(Verdict::Exact(self.kind)));
        }
        let mut prec = judge.first_precision();
        let mut around = self.of.searched(prec);
        loop {
            let next = judge.precision_after(prec);
            match self.narrowed(&around, prec) {
                Ok(None) => return Ok(None),
                Ok(Some(narrow)) => around = narrow,
                // As where a part of f is close to the edge of its domain.
                Err(error) => match next.filter(|_| !error.everywhere) {
                    Some(next) => {
                        prec = next;
                        continue;
                    }
                    None => return Err(error),
                },
            }
            let offset = self.offset(&around);
            if let Some(distance) = self.power_of_two(&offset) {
                return Ok(judge.judge_exact_distance(&distance, self.kind));
            }
            if let Told::Verdict(verdict) = judge.judge_offset(&offset, prec, &self.x, self.kind) {
                return Ok(verdict);
            }
            match next {
                Some(next) => prec = next,
                None => return Ok(Some(Verdict::Unknown(self.kind))),
            }
        }
    }

    /// The part of `around` that f⁻¹(y) can be in, by Newton steps at a precision, as long as they help; `None` if it is
    /// not in it.
    ///
    /// At an end that a step cuts off f is below y where f rises to the other end, and above where it falls: where both ends
    /// of the first interval are gone, y has an inverse between them (`docs/mathematics.md`, inverse functions).
    fn narrowed(&self, around: &Interval, prec: u32) -> Result<Option<Interval>, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.of.judge;
        let x = Interval::from_rational(&self.x, prec);
        let near = Interval::from_integer(self.near, prec.max(self.near.significant_bits()));
        let mut around = around.at_prec(prec);
        loop {
            let slope = self.of.slope(&x, &around)?;
            let middle = Interval::new(around.mid(), around.mid())?;
            let value = spec.eval(&x.add(&middle.shifted(segment.ulp)))?;
            let step = value.shifted(-spacing).sub(&near).div(&slope)?;
            let Some(next) = around.intersect(&middle.sub(&step)) else { return Ok(None) };
            let is_done = next.width() * 2u32 >= around.width();
            around = next;
            if is_done {
                return Ok(Some(around));
            }
        }
    }

    /// The offset in units of the breakpoint spacing at f⁻¹(y): half of that at x on the side of 0 if x is a power of two.
    fn offset(&self, around: &Interval) -> Offset {
        let offset = Offset::new(around);
        match offset.is_above().is_some_and(|above| self.is_finer(above)) {
            true => Offset::new(&around.shifted(1)),
            false => offset,
        }
    }

    /// Whether the breakpoints next to x on one side are twice as dense as at x.
    fn is_finer(&self, above: bool) -> bool {
        let Judge { segment, .. } = *self.of.judge;
        let is_towards_zero = (self.x > 0) != above;
        let mantissa = Integer::from(&segment.first + self.i).abs();
        is_towards_zero && mantissa.is_power_of_two() && segment.ulp > self.of.input.least_ulp()
    }

    /// The distance where it is a power of two: as enclosures never tell it, by algebra.
    fn power_of_two(&self, offset: &Offset) -> Option<Rational> {
        let (distance, above) = (offset.power_inside()?, offset.is_above()?);
        let ulp = self.of.judge.segment.ulp - i32::from(self.is_finer(above));
        let reach = Rational::from(&distance << ulp);
        let inverse = if above { &self.x + reach } else { &self.x - reach };
        self.is_inverse(&inverse).then_some(distance)
    }

    /// Whether f is y at `x`, if algebra tells.
    fn is_inverse(&self, x: &Rational) -> bool {
        let Judge { spec, spacing, .. } = *self.of.judge;
        spec.exact_value(x) == Some(Rational::from(self.near) << spacing)
    }
}
