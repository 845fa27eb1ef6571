//! Quotients of two numbers of a format, and the pairs that have them.

use super::super::request::Request;
use rug::{Integer, Rational};
use std::ops::RangeInclusive;
use tmd_base::narrow;

/// |y/x| = y/x·2^exponent in lowest terms with odd y and x below 2^p, and the sign of x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Quotient {
    /// Whether x < 0.
    pub(super) is_left: bool,
    /// The numerator.
    pub(super) y: u64,
    /// The denominator.
    pub(super) x: u64,
    /// The power of two.
    pub(super) exponent: i32,
}

impl Quotient {
    /// Of y/|x| = numerator/denominator·2^exponent in lowest terms, if these have few enough bits.
    pub(super) fn new(
        request: &Request,
        is_left: bool,
        [numerator, denominator]: [u64; 2],
        exponent: i32,
    ) -> Option<Quotient> {
        let zeros = [numerator, denominator].map(u64::trailing_zeros);
        let [y, x] = [numerator >> zeros[0], denominator >> zeros[1]];
        let exponent = exponent + narrow::to_i32(zeros[0]) - narrow::to_i32(zeros[1]);
        let is_short = y.max(x) >> request.precision() == 0;
        is_short.then_some(Quotient { is_left, y, x, exponent })
    }

    /// Of a pair of numbers, which are not 0.
    pub(crate) fn of(request: &Request, x: &Rational, y: &Rational) -> Option<Quotient> {
        let quotient = Rational::from(y / x).abs();
        let odd = |own: &Integer| {
            let zeros = own.find_one(0)?;
            Some((Integer::from(own >> zeros).to_u64()?, narrow::to_i32(zeros)))
        };
        let ((y, up), (below, down)) = (odd(quotient.numer())?, odd(quotient.denom())?);
        Quotient::new(request, *x < 0, [y, below], up - down)
    }

    /// How many pairs of the format have it: x·j·2^a and y·j·2^(a + exponent) with an odd j.
    pub(crate) fn pairs(&self, request: &Request) -> u64 {
        let most = ((1u64 << request.precision()) - 1) / self.x.max(self.y);
        (1..=most).step_by(2).map(|j| self.scales(request, j).count() as u64).sum()
    }

    /// The a with both numbers in the format.
    fn scales(&self, request: &Request, j: u64) -> RangeInclusive<i32> {
        let bits = |own: u64| narrow::to_i32(own.ilog2()) + 1;
        let (least, above) = (request.last_place(), request.format.emax + 1);
        let first = least.max(least - self.exponent);
        let of_y = above - self.exponent - bits(self.y * j);
        first..=of_y.min(above - bits(self.x * j))
    }

    /// x and y of one pair, with |x| near to 1 if possible.
    pub(crate) fn pair(&self, request: &Request) -> Option<[Rational; 2]> {
        let scales = self.scales(request, 1);
        if scales.is_empty() {
            return None;
        }
        let scale = -narrow::to_i32(self.x.ilog2());
        let scale = scale.clamp(*scales.start(), *scales.end());
        let number = |odd: u64, scale: i32| Rational::from(Integer::from(odd)) << scale;
        let size = number(self.x, scale);
        let x = if self.is_left { -size } else { size };
        Some([x, number(self.y, scale + self.exponent)])
    }
}
