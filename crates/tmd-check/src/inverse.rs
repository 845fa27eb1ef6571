//! Cases of the inverse function: f rises or falls all the way, so that f⁻¹(y) is less than ε from a breakpoint x of its
//! results just if y lies between the values of f that far from x on either side.

use crate::cases::{Finding, Verdict, within};
use crate::centred::expand;
use crate::grid::floor_log2;
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::request::{Request, Rounding};
use crate::stop::Checked;
use crate::tiling::Tiling;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;

/// A distance is known to this share of itself, as a power of two.
const SLACK: u32 = 40;

/// What a breakpoint of the inverse's results is, with the input of the inverse that is near to it.
#[derive(Clone, Debug, PartialEq)]
enum Near {
    Ordinary,
    Hard(Rational),
    Exact(Rational),
    Unclear(Rational),
}

/// The inverse of a request's function.
pub(crate) struct Inverse<'a> {
    pub(crate) request: &'a Request,
}

impl Inverse<'_> {
    /// The kind of a breakpoint: its ordinal among numbers and midpoints tells.
    fn kind(&self, x: &Rational) -> &'static str {
        let is_odd = self.request.input.ordinal(x).is_some_and(|ordinal| ordinal.is_odd());
        match self.request.rounding != Rounding::Directed && is_odd {
            true => "nearest",
            false => "directed",
        }
    }

    /// What is so many times as far from x as the next breakpoint on that side.
    fn at(&self, x: &Rational, offset: &Rational) -> Rational {
        let input = &self.request.input;
        let ordinal = input.ordinal(x).unwrap_or_default();
        let next = if *offset < 0 { ordinal - 1u32 } else { ordinal + 1u32 };
        (input.value(&next) - x).abs() * offset + x
    }

    fn side(&self, x: &Rational, y: &Rational) -> Option<Ordering> {
        self.request.side(x, y)
    }

    /// The number of the output format that f(x) is next to: |f| moves by less than half a unit within ε of x.
    fn number_near(&self, x: &Rational) -> Option<Rational> {
        let output = &self.request.output;
        let prec = 2 * (output.precision + x.numer().significant_bits()) + 128;
        let value =
            expand(&self.request.expr, &Interval::point(x, prec), 0).ok()?[0].lo.to_rational()?;
        let exponent = match value.is_zero() {
            true => output.emin,
            false => floor_log2(&value.clone().abs()).max(output.emin),
        };
        let unit = exponent + 1 - output.precision as i32;
        let near = Integer::from((value >> unit).round().numer());
        let y = Rational::from(near) << unit;
        output.ordinal(&y).is_some().then_some(y)
    }

    fn judge(&self, x: &Rational) -> Near {
        if self.request.rounding == Rounding::Nearest && self.kind(x) != "nearest" {
            return Near::Ordinary;
        }
        let Some(y) = self.number_near(x) else { return Near::Ordinary };
        let epsilon = self.request.epsilon();
        let sides = [-epsilon.clone(), epsilon].map(|offset| self.side(&self.at(x, &offset), &y));
        match sides {
            [Some(Ordering::Equal), _] | [_, Some(Ordering::Equal)] => Near::Ordinary,
            [Some(low), Some(high)] if low == high => Near::Ordinary,
            [Some(_), Some(_)] => match self.side(x, &y) {
                Some(Ordering::Equal) => Near::Exact(y),
                Some(_) => Near::Hard(y),
                None => Near::Unclear(y),
            },
            _ => Near::Unclear(y),
        }
    }

    /// Compares what is listed of a breakpoint with what it is.
    pub(crate) fn compare(&self, at: (usize, u64), x: &Rational, list: &[Finding]) -> Checked<()> {
        let listed = within(list, at.0, &(at.1..at.1 + 1)).first();
        let verdict = listed.map(|finding| &finding.verdict);
        let truth = self.judge(x);
        let (y, fits) = match (&truth, verdict) {
            (Near::Ordinary, None) => return Ok(()),
            (Near::Hard(y), Some(Verdict::Hard { distance, bits })) => {
                (Some(y), self.is_distance(x, y, distance, *bits))
            }
            (Near::Exact(y), Some(Verdict::Exact)) | (Near::Unclear(y), Some(Verdict::Unknown)) => {
                (Some(y), true)
            }
            _ => (None, false),
        };
        let same = fits && listed.is_some_and(|f| Some(&f.x) == y && f.kind == self.kind(x));
        ensure!(
            same,
            "the inverse at input {} of segment {}: {truth:?}; listed is {verdict:?}",
            at.1,
            at.0
        )
    }

    /// Judges every listed finding.
    pub(crate) fn check(&self, list: &[Finding], tiling: &Tiling) -> Checked<()> {
        for finding in list {
            let (segment, index) = finding.at;
            if !tiling.is_covered(segment, &(index..index + 1)) {
                return refuse!("a finding of the inverse was not covered: input {index}");
            }
            self.compare(finding.at, &self.request.segments[segment].x(index), list)?;
        }
        Ok(())
    }

    /// Whether f⁻¹(y) is so far from x: a little less does not reach y, a little more does.
    fn is_distance(&self, x: &Rational, y: &Rational, told: &Float, bits: u32) -> bool {
        let exponent = told.get_exp().unwrap_or(0);
        let Some(exact) = told.to_rational().filter(|d| *d > 0 && exponent > -(1 << 16)) else {
            return false;
        };
        // Rounded up to a power of two, it may have been a little less.
        let is_power = exact == power_of_two(exponent - 1);
        let own = self.request.identical_bits(exponent) == bits
            || (is_power && self.request.identical_bits(exponent - 1) == bits);
        let slack = exact.clone() >> SLACK;
        let (less, more) = (exact.clone() - &slack, exact + slack);
        let side = |offset: Rational| self.side(&self.at(x, &offset), y);
        let middle = self.side(x, y);
        let stays = middle.is_some() && side(-less.clone()) == middle && side(less) == middle;
        let reaches = [side(-more.clone()), side(more)].iter().any(|s| s.is_some() && *s != middle);
        own && stays && reaches
    }
}
