//! Exact cases of roots, which may be counted and not listed.
//!
//! Let y ≥ 0 be the k-th root of an input x that is a multiple of 2^s, as far apart as the inputs of its segment are. If y is rational, it
//! is an odd number times 2^t, or 0, and x an odd number times 2^(kt), so that kt ≥ s: y is a multiple of u = 2^⌈s/k⌉. The other way
//! round, the k-th power of every multiple of u is a multiple of 2^s. So the inputs from x₀ to x₁ with rational roots are as many as there
//! are multiples of u from one root to the other.

use crate::function::{Expr, Function, Rule};
use crate::grid::{Format, Segment};
use crate::number::power_of_two;
use rug::{Integer, Rational};
use std::ops::Range;

/// More is no root that is searched.
const MOST_DEGREE: i32 = 64;

/// The degree of a root, of which every rational value is a number of the results' format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Roots {
    degree: u32,
}

impl Roots {
    /// What counts the inputs of a format at which f is a number of another, if f is a root of which all rational values are such numbers.
    pub(crate) fn new(expr: &Expr, input: &Format, output: &Format) -> Option<Roots> {
        let degree = match expr {
            Expr::Call(Function { rule: Rule::Root(degree), .. }, x) if **x == Expr::X => *degree,
            Expr::Rootn(x, degree) if **x == Expr::X => *degree,
            _ => return None,
        };
        if !(2..=MOST_DEGREE).contains(&degree) {
            return None;
        }
        // No value is below the normal numbers or above the largest, and none has more bits: its power has as many as an input at most.
        let least = input.emin + 1 - input.precision as i32;
        let is_normal = output.emin * degree <= least && input.emax < (output.emax + 1) * degree;
        let roots = Roots { degree: degree as u32 };
        (is_normal && input.precision.div_ceil(roots.degree) <= output.precision).then_some(roots)
    }

    /// How many inputs of a segment have rational roots.
    pub(crate) fn of(self, segment: &Segment, inputs: &Range<u64>) -> Integer {
        if inputs.is_empty() {
            return Integer::new();
        }
        let [low, high] = [inputs.start, inputs.end - 1].map(|index| segment.x(index));
        let k = self.degree as i32;
        let unit = power_of_two((segment.ulp + (k - 1)).div_euclid(k) * k);
        // A segment has one sign.
        let (least, most) = match low < 0 {
            true if k % 2 == 0 => return Integer::new(),
            true => (-high, -low),
            false => (low, high),
        };
        // The multiples of u, in units of it: the k-th root of a whole number, rounded down, is that of what is above it.
        let up_to = |x: Rational| (x / &unit).floor().numer().clone().root(self.degree);
        let last = up_to(most);
        let is_at_least = |m: &Integer| {
            Rational::from(rug::ops::Pow::pow(m.clone(), self.degree)) * &unit >= least
        };
        let near = up_to(least.clone());
        let first = if is_at_least(&near) { near } else { near + 1u32 };
        last - first + 1u32
    }

    /// At least so many parts of a run have inputs with rational roots, where each but the last has so many inputs: powers are the farther
    /// apart the larger they are, so that a part has at most one more than the part at the lower end.
    pub(crate) fn parts(self, segment: &Segment, inputs: &Range<u64>, length: u64) -> Integer {
        let Range { start, end } = *inputs;
        let is_below_zero = segment.first < 0;
        let lower = match is_below_zero {
            true => start.max(end.saturating_sub(length))..end,
            false => start..end.min(start.saturating_add(length)),
        };
        let most = self.of(segment, &lower) + 1u32;
        Rational::from((self.of(segment, inputs), most)).ceil().numer().clone()
    }
}
