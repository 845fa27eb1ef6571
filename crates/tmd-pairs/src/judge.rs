//! The decision on a pair: in integers and rational numbers where powers are, and by enclosures of MPFR where roots are.

use crate::certificate::PairCase;
use crate::family::{Family, Request};
use crate::grid::Grid;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use tmd_base::narrow;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_functions::interval::Interval;
use tmd_functions::language::{floor_log2, hexfloat};
use tmd_request::request::Rounding;

/// Bits of the powers and roots by which most pairs are seen to be ordinary.
const FIRST: u32 = 256;
/// A distance is known when its enclosure is narrower than this share of it, as a power of two.
const TIGHT: i32 = 60;

/// What is known of a pair in reach.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Not near to a breakpoint, or next to one of which closed forms tell; or out of reach.
    Ordinary,
    /// The value is a breakpoint.
    Exact(CaseKind),
    /// Hard to round.
    Hard(PairCase),
}

/// Decides on pairs.
pub(crate) struct Judge<'a> {
    request: &'a Request,
    /// The breakpoints of results.
    breakpoints: Grid,
    /// 2^-bits.
    epsilon: Rational,
}

/// An odd integer and an exponent: a positive number that is one multiplied by a power of two.
#[derive(Clone, Debug)]
struct Dyadic {
    odd: Integer,
    exponent: i32,
}

impl Dyadic {
    /// Of a number whose denominator is a power of two.
    fn of(number: &Rational) -> Dyadic {
        let zeros = number.numer().find_one(0).unwrap_or(0);
        let odd = Integer::from(number.numer() >> zeros);
        let denominator = number.denom().significant_bits() - 1;
        Dyadic { odd, exponent: narrow::to_i32(zeros) - narrow::to_i32(denominator) }
    }

    /// The n-th power, exactly.
    fn power(&self, n: i32) -> Rational {
        let odd = Rational::from(Integer::from((&self.odd).pow(n.unsigned_abs())));
        let odd = if n < 0 { odd.recip() } else { odd };
        odd << (self.exponent * n)
    }

    /// The n-th power, rounded to nearest.
    fn rounded_power(&self, n: i32) -> Float {
        let base = Float::with_val(self.odd.significant_bits().max(2), &self.odd);
        Float::with_val(FIRST, (&base).pow(n)) << (self.exponent * n)
    }
}

impl<'a> Judge<'a> {
    pub(crate) fn new(request: &'a Request) -> Judge<'a> {
        let breakpoints = Grid::breakpoints(&request.format);
        Judge { request, breakpoints, epsilon: Rational::from(1) >> request.bits }
    }

    /// The decision on x and n.
    pub(crate) fn judge(&self, x: &Rational, n: i32) -> Outcome {
        match self.request.family {
            Family::Pown => self.power(&Dyadic::of(x), x, n),
            Family::Compound if self.is_next(x, n) => Outcome::Ordinary,
            Family::Compound => self.power(&Dyadic::of(&Rational::from(x + 1)), x, n),
            Family::Rootn => self.root(x, n),
        }
    }

    fn power(&self, base: &Dyadic, x: &Rational, n: i32) -> Outcome {
        // First by a power with a relative error of 2^-256: of breakpoint spacings, it is less than 2^-200 off.
        let rough = base.rounded_power(n);
        let Some(exponent) = rough.get_exp().map(|above| above - 1) else {
            return Outcome::Ordinary;
        };
        let g = rough >> self.breakpoints.last_place(exponent);
        let off = Float::with_val(FIRST, &g - g.clone().round()).abs();
        if off > Float::with_val(FIRST, &self.epsilon) * 1.0625f64 {
            return Outcome::Ordinary;
        }
        let value = base.power(n);
        let exponent = narrow::to_i32(floor_log2(&value));
        if !self.is_in_reach(exponent) {
            return Outcome::Ordinary;
        }
        let g = value >> self.breakpoints.last_place(exponent);
        let near = Rational::from(g.round_ref()).numer().clone();
        let distance = (g - &near).abs();
        let kind = CaseKind::of(&near, Rounding::All);
        if distance == 0 {
            return Outcome::Exact(kind);
        }
        if distance >= self.epsilon || !self.is_breakpoint(&near, exponent) {
            return Outcome::Ordinary;
        }
        let identical_bits = identical_bits(narrow::to_i32(floor_log2(&distance)));
        self.hard(x, n, kind, identical_bits, Distance::of_rational(&distance))
    }

    fn root(&self, x: &Rational, n: i32) -> Outcome {
        let mut prec = FIRST;
        loop {
            let enclosed = Interval::from_rational(x, prec).rootn(n);
            // Of positive numbers there are roots; their values are bounded.
            let Ok(root) = enclosed else { return Outcome::Ordinary };
            prec *= 2;
            let of = |end: &Float| end.get_exp().map(|above| above - 1);
            let (low, high) = (of(root.lo()), of(root.hi()));
            // At a power of two, the spacing is that of the side on which the root is; if it is the root, that of either.
            let Some(exponent) = low else { return Outcome::Ordinary };
            let unit = self.breakpoints.last_place(exponent);
            let g = root.shifted(-unit);
            let Some(near) = g.lo().to_integer() else { return Outcome::Ordinary };
            let breakpoint = Rational::from(&near) << unit;
            let offset = g.sub(&Interval::from_integer(&near, prec));
            if offset.contains_zero() {
                if is_root(&breakpoint, x, n) {
                    return Outcome::Exact(CaseKind::of(&near, Rounding::All));
                }
                continue;
            }
            if low != high {
                continue;
            }
            if !self.is_in_reach(exponent) || !self.is_breakpoint(&near, exponent) {
                return Outcome::Ordinary;
            }
            let (least, most) = (offset.mig(), offset.mag());
            if least >= self.epsilon {
                return Outcome::Ordinary;
            }
            let width = Float::with_val(64, &most - &least);
            let is_tight = width <= Float::with_val(64, &least) >> TIGHT;
            if let Some(exponent) = of(&least).filter(|own| is_tight && of(&most) == Some(*own)) {
                let kind = CaseKind::of(&near, Rounding::All);
                let distance = Distance::of(&least);
                return self.hard(x, n, kind, identical_bits(exponent), distance);
            }
        }
    }

    fn hard(
        &self,
        x: &Rational,
        n: i32,
        kind: CaseKind,
        identical_bits: u32,
        distance: Distance,
    ) -> Outcome {
        match hexfloat::print_rational(x) {
            Some(x) => Outcome::Hard(PairCase { x, n, kind, identical_bits, distance }),
            None => Outcome::Ordinary,
        }
    }

    /// Whether values with that ⌊log2⌋ are in reach: at least half of the least breakpoint, and no overflow.
    fn is_in_reach(&self, exponent: i32) -> bool {
        let (emin, above) = self.breakpoints.ends();
        (self.breakpoints.last_place(emin) - 1..above).contains(&exponent)
    }

    /// Whether an integer is a breakpoint, in units of the spacing at values with that ⌊log2⌋: 0 and the power of two above all numbers
    /// are not.
    fn is_breakpoint(&self, near: &Integer, exponent: i32) -> bool {
        let (_, above) = self.breakpoints.ends();
        let top = narrow::to_i32(near.significant_bits()) - 1;
        *near != 0 && top + self.breakpoints.last_place(exponent) < above
    }

    /// Whether (1 + x)^n is next to 1 because x is so small, or to x^n because x is so large: closed forms count these pairs.
    fn is_next(&self, x: &Rational, n: i32) -> bool {
        let next = Next::new(self.request);
        next.to_one(x, n) || next.to_power(x, n)
    }
}

/// Pairs x and n with (1 + x)^n so close to a simple breakpoint that it is the nearest.
pub(crate) struct Next {
    precision: u32,
    breakpoints: Grid,
}

impl Next {
    /// Bits below a breakpoint's last: (1 + x)^n is then at most an eighth of the spacing away.
    const MORE: u32 = 4;

    pub(crate) fn new(request: &Request) -> Next {
        let breakpoints = Grid::breakpoints(&request.format);
        Next { precision: request.format.precision, breakpoints }
    }

    /// For (1 + x)^n to be next to 1, |x| must be at most this.
    pub(crate) fn most_of_one(&self, n: i32) -> Rational {
        Rational::from((1, n.unsigned_abs())) >> (self.precision + Next::MORE)
    }

    /// For (1 + x)^n to be next to x^n, x must be at least this.
    pub(crate) fn least_of_power(&self, n: i32) -> Rational {
        Rational::from(n.unsigned_abs()) << (self.precision + Next::MORE)
    }

    fn to_one(&self, x: &Rational, n: i32) -> bool {
        Rational::from(x.abs_ref()) <= self.most_of_one(n)
    }

    fn to_power(&self, x: &Rational, n: i32) -> bool {
        *x >= self.least_of_power(n) && self.is_breakpoint_power(x, n)
    }

    /// Whether x^n is a breakpoint, for x ≥ 1 and no overflow: it has few bits, and is not too small.
    pub(crate) fn is_breakpoint_power(&self, x: &Rational, n: i32) -> bool {
        let base = Dyadic::of(x);
        if base.odd != 1 {
            let bits = u64::from(base.odd.significant_bits() - 1) * u64::from(n.unsigned_abs());
            if n < 0 || bits > u64::from(self.precision) {
                return false;
            }
        }
        let power = Dyadic::of(&base.power(n));
        let (emin, _) = self.breakpoints.ends();
        power.odd.significant_bits() <= self.precision + 1
            && power.exponent >= self.breakpoints.last_place(emin)
    }
}

/// Whether y^n = x, in integers; most are seen not to be by their number of bits.
fn is_root(y: &Rational, x: &Rational, n: i32) -> bool {
    if *y <= 0 {
        return false;
    }
    let base = Dyadic::of(y);
    let bits = u64::from(base.odd.significant_bits() - 1) * u64::from(n.unsigned_abs());
    let is_possible = base.odd == 1 || (n > 0 && bits <= u64::from(x.numer().significant_bits()));
    is_possible && base.power(n) == *x
}

/// The identical bits after the rounding bit of a distance with that ⌊log2⌋, in units of the spacing.
fn identical_bits(exponent: i32) -> u32 {
    (-1 - exponent).unsigned_abs()
}
