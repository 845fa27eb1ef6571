//! What a pair is: by algebra where that tells its value, else by enclosures of rising precision.

use super::claim::{Case, Claim, FAR};
use crate::algebra::exact;
use crate::centred::expand;
use crate::function::Expr;
use crate::grid::floor_log2;
use crate::inputs::Inputs;
use crate::interval::{Gap, Interval};
use crate::number::power_of_two;
use crate::pairs::breakpoints::Truth;
use crate::pairs::threads::spread;
use crate::stop::Checked;
use rug::float::Round;
use rug::{Float, Rational};

/// Bits of enclosures: a few more than the program spends that is checked, so that it does not decide what this one cannot.
const PRECISIONS: [u32; 3] = [192, 768, 3072];
/// The first so many of them are fewer bits than that program spends, 2,048, by more than its enclosures can be wider than these: what
/// they tell, it tells, too.
const FEWER: usize = 2;

/// What a pair is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judged {
    /// There is no value, or it is 0, too small, or too large.
    Beyond,
    /// Not near to a breakpoint.
    Ordinary,
    /// At one.
    Exact { midpoint: bool },
    /// Nearer to one than what can be a case.
    Next,
    /// Hard to round.
    Case(Truth),
    /// It is not told.
    Unknown,
}

impl Claim {
    /// Judges every case.
    pub(super) fn judge(&self) -> Checked<()> {
        let judge = |index: u64, (): &mut ()| {
            let case = &self.cases[index as usize];
            let judged = self.judged(&self.with(case.y)?, case.x);
            let (shown, told) = (self.pair(case.place()), &case.told);
            ensure!(case.is(&judged), "{shown} is said to be a case, {told}; it is {judged:?}")
        };
        spread(self.cases.len() as u64, "cases judged", judge).map(drop)
    }

    /// Makes sure that the pair that is shown as not decided may be so.
    pub(super) fn judge_shown(&self) -> Checked<()> {
        let Some(place) = self.undecided else { return Ok(()) };
        let expr = self.with(place.1)?;
        ensure!(
            self.is_left_open(&expr, place.0),
            "{} is shown as not decided; it is {:?}",
            self.pair(place),
            self.judged(&expr, place.0)
        )
    }

    /// Whether a search may leave a pair undecided: enclosures of fewer bits than it spends do not tell what the pair is. It may be that
    /// algebra does here, and not there.
    pub(super) fn is_left_open(&self, expr: &Expr, x: i64) -> bool {
        let x = self.value(x);
        PRECISIONS[..FEWER].iter().all(|prec| match expand(expr, &Interval::point(&x, *prec), 0) {
            Ok(value) => self.told_by(&value[0]).is_none(),
            Err(gap) => gap == Gap::Somewhere,
        })
    }

    /// What the pair of an x with the y of an expression is.
    pub(super) fn judged(&self, expr: &Expr, x: i64) -> Judged {
        let x = self.value(x);
        for (round, prec) in PRECISIONS.into_iter().enumerate() {
            let point = Interval::point(&x, prec);
            let value = expand(expr, &point, 0);
            let told = match &value {
                Ok(value) => self.told_by(&value[0]),
                Err(Gap::Everywhere) => Some(Judged::Beyond),
                Err(Gap::Somewhere) => None,
            };
            if let Some(judged) = told {
                return judged;
            }
            // Fractions may be long: they are asked for where the first enclosure does not tell.
            if round == 0
                && let Some(value) = exact(expr, &x)
            {
                return self.of_exact(&value.abs());
            }
            let inputs = Inputs { all: &point, one: Some(&x) };
            let is_next = value.is_ok_and(|value| self.is_next(&value[0]));
            if is_next && inputs.miss_breakpoints(expr) {
                return Judged::Next;
            }
        }
        Judged::Unknown
    }

    /// What a value is that is known exactly.
    fn of_exact(&self, size: &Rational) -> Judged {
        let Truths { precision, emin, emax } = self.truths();
        if size.is_zero() {
            return Judged::Beyond;
        }
        let top = floor_log2(size);
        if top < emin - precision - 1 || top > emax {
            return Judged::Beyond;
        }
        let g = size.clone() >> (top.max(emin) - precision);
        let near = g.clone().round().numer().clone();
        let off = Rational::from(&g - &near).abs();
        let is_above = top == emax && near.significant_bits() as i32 > precision + 1;
        if near == 0 || is_above || off >= power_of_two(-self.breakpoints.bits) {
            return Judged::Ordinary;
        }
        if off.is_zero() {
            return Judged::Exact { midpoint: near.is_odd() };
        }
        if off < power_of_two(-FAR) {
            return Judged::Next;
        }
        let end = |round| Float::with_val_round(128, &off, round).0;
        let (low, high) = (end(Round::Down), end(Round::Up));
        Judged::Case(Truth::Case { low, high, midpoint: near.is_odd() })
    }

    /// What an enclosure tells.
    fn told_by(&self, value: &Interval) -> Option<Judged> {
        let Truths { precision, emin, emax } = self.truths();
        let (least, most) = (value.mig(), value.mag());
        // Half of the least breakpoint, and the power of two above all numbers.
        if most < power_of_two(emin - precision - 1) || least >= power_of_two(emax + 1) {
            return Some(Judged::Beyond);
        }
        let (size, top) = self.size(value)?;
        if top < emin - precision - 1 || top > emax {
            return Some(Judged::Beyond);
        }
        let g = size.shift(precision - top.max(emin));
        match self.breakpoints.distance(&g, top)? {
            Truth::Case { high, .. } if high < power_of_two(-FAR) => Some(Judged::Next),
            truth @ Truth::Case { .. } => Some(Judged::Case(truth)),
            _ => Some(Judged::Ordinary),
        }
    }

    /// Whether a value that is no breakpoint is nearer to one than what can be a case.
    fn is_next(&self, value: &Interval) -> bool {
        let Truths { precision, emin, emax } = self.truths();
        let (least, most) = (value.mig(), value.mag());
        let top = |end: &Float| end.get_exp().map_or(i32::MIN, |e| e - 1);
        let (low, high) = (top(&least), top(&most));
        // Next to a power of two, distances in the binade above are told in a larger unit.
        if low < emin - precision || high > emax || value.has_zero() || high - low > 1 {
            return false;
        }
        let g = Interval { lo: least, hi: most }.shift(precision - low.max(emin));
        let near = g.lo.clone().round();
        let off = g.sub(&Interval { lo: near.clone(), hi: near.clone() });
        // The power of two above all numbers is no breakpoint.
        let limit = power_of_two(emax + 1 + precision - low.max(emin));
        !near.is_zero() && near < limit && off.mag() < power_of_two(-FAR - 1)
    }

    /// |value|, and ⌊log2⌋ of it, if it is told.
    fn size(&self, value: &Interval) -> Option<(Interval, i32)> {
        if value.has_zero() {
            return None;
        }
        let size = Interval { lo: value.mig(), hi: value.mag() };
        let top = |end: &Float| end.get_exp().map(|e| e - 1);
        (top(&size.lo)? == top(&size.hi)?).then_some(())?;
        let top = top(&size.lo)?;
        Some((size, top))
    }

    fn truths(&self) -> Truths {
        let own = &self.breakpoints;
        Truths { precision: own.precision, emin: own.emin, emax: own.emax }
    }
}

impl Case {
    /// Whether what is told is what was found.
    pub(super) fn is(&self, judged: &Judged) -> bool {
        matches!(judged, Judged::Case(truth) if self.told.is(truth))
    }
}

/// The numbers of a format.
struct Truths {
    precision: i32,
    emin: i32,
    emax: i32,
}
