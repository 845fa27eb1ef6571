//! The decision on a pair: in integers and rational numbers where powers are, and by enclosures of MPFR where roots are.

use crate::certificate::PairCase;
use crate::family::{Family, Request};
use crate::grid::Grid;
use crate::near::{Breakpoints, FIRST, Near};
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use tmd_base::narrow;
use tmd_cases::verdict::CaseKind;
use tmd_functions::interval::Interval;
use tmd_functions::language::hexfloat;

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
    breakpoints: Breakpoints,
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
        let breakpoints = Breakpoints::new(Grid::breakpoints(&request.format), request.bits);
        Judge { request, breakpoints }
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
        let g = rough >> self.breakpoints.grid().last_place(exponent);
        let off = Float::with_val(FIRST, &g - g.clone().round()).abs();
        if off > Float::with_val(FIRST, self.breakpoints.epsilon()) * 1.0625f64 {
            return Outcome::Ordinary;
        }
        self.outcome(x, n, self.breakpoints.exactly(&base.power(n)))
    }

    fn root(&self, x: &Rational, n: i32) -> Outcome {
        // Of positive numbers there are roots; their values are bounded.
        let enclosed = |prec: u32| Interval::from_rational(x, prec).rootn(n).ok();
        self.outcome(x, n, self.breakpoints.near(enclosed, |y| is_root(y, x, n)))
    }

    fn outcome(&self, x: &Rational, n: i32, near: Near) -> Outcome {
        match near {
            Near::OutOfReach | Near::Ordinary => Outcome::Ordinary,
            Near::Exact(kind) => Outcome::Exact(kind),
            Near::Hard { kind, identical_bits, distance } => {
                let hard = |x| Outcome::Hard(PairCase { x, n, kind, identical_bits, distance });
                hexfloat::print_rational(x).map_or(Outcome::Ordinary, hard)
            }
        }
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
