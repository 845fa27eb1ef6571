//! What the pairs of a case have in common: for an angle the quotient y/x, for a length the numbers without powers of two and their order.

use crate::pairs::breakpoints::bits;
use crate::plane::ask::{Ask, Formula};

/// x = ±a·2^k and y = b·2^(k + shift) for some k, a and b odd; of an angle, a and b have no common factor and stand for their odd
/// multiples; of a length, it stands for x and y exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    pub(crate) is_negative: bool,
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) shift: i32,
}

impl Shape {
    /// That of x = ±a·2^i and y = b·2^j, a and b positive.
    pub(crate) fn new(
        formula: Formula,
        is_negative: bool,
        (a, i): (i64, i32),
        (b, j): (i64, i32),
    ) -> Shape {
        let odd = |m: i64, e: i32| (m >> m.trailing_zeros(), e + m.trailing_zeros() as i32);
        let ((a, i), (b, j)) = (odd(a, i), odd(b, j));
        let shape = Shape { is_negative, a, b, shift: j - i };
        match formula {
            Formula::Hypot => {
                // The larger one first.
                let (of_a, of_b) = (bits(a), bits(b) + shape.shift);
                let is_less = match of_a == of_b {
                    true => a << bits(b) < b << bits(a),
                    false => of_a < of_b,
                };
                match is_less {
                    true => Shape { a: b, b: a, shift: -shape.shift, ..shape },
                    false => shape,
                }
            }
            _ => {
                let common = gcd(a, b);
                Shape { a: a / common, b: b / common, ..shape }
            }
        }
    }

    /// That of a pair of numbers.
    pub(crate) fn of(ask: &Ask, x: i64, y: i64) -> Shape {
        let [of_x, of_y] = [x, y].map(|own| ask.parts(own.abs()));
        Shape::new(ask.formula, x < 0, of_x, of_y)
    }

    /// The pairs ±j·a·2^k and j·b·2^(k + shift) of the format, by their ordinals.
    pub(crate) fn pairs<'a>(
        &self,
        ask: &'a Ask,
        j: i64,
    ) -> impl Iterator<Item = (i64, i64)> + use<'a> {
        let Shape { is_negative, a, b, shift } = *self;
        let first = ask.quantum().max(ask.quantum() - shift);
        let last = (ask.emax + 1 - bits(a * j)).min(ask.emax + 1 - bits(b * j) - shift);
        (first..=last).filter_map(move |k| {
            let (x, y) = (ask.ordinal(a * j, k)?, ask.ordinal(b * j, k + shift)?);
            Some((if is_negative { -x } else { x }, y))
        })
    }

    /// How many pairs of the format have the quotient.
    pub(crate) fn multiples(&self, ask: &Ask) -> u64 {
        let most = ((1 << ask.precision) - 1) / self.a.max(self.b);
        (1..=most).step_by(2).map(|j| self.pairs(ask, j).count() as u64).sum()
    }
}

/// The greatest common divisor of two positive numbers.
pub(crate) fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
