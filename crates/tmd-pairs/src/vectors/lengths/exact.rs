//! How many lengths are exact.
//!
//! x, y and the length v are then a·j·2^s, b·j·2^s and c·j·2^s with a primitive Pythagorean triple a² + b² = c², a even, b and c odd, and an
//! odd j. All such triples are a = 2mn, b = m² - n², c = m² + n² with coprime m > n ≥ 1, of which one is even (Euclid). A rational length is
//! a breakpoint if c·j has at most p + 1 bits: it is a multiple of the last place of all numbers, because its square is one of the square of that. A
//! length with p + 1 bits is a midpoint, one with fewer a number. a without its factors 2, and b, times j must have at most p bits.
//! b·j is odd, and so 2^s is at least the last place of all numbers; c·j·2^s does not overflow.

use super::super::request::Request;
use crate::certificate::ExactCounts;
use rayon::prelude::*;
use tmd_base::narrow;

/// The counts.
pub(super) fn count(request: &Request) -> ExactCounts {
    let most = (1u64 << (request.precision() + 1)) - 1;
    let of = |m: u64| {
        let mut counts = ExactCounts::default();
        let mut n = 1 + m % 2;
        while n < m && m * m + n * n <= most {
            if gcd(m, n) == 1 {
                counts.join(multiples(request, [2 * m * n, m * m - n * n, m * m + n * n]));
            }
            n += 2;
        }
        counts
    };
    let join = |mut one: ExactCounts, other: ExactCounts| {
        one.join(other);
        one
    };
    (2..=most.isqrt()).into_par_iter().map(of).reduce(ExactCounts::default, join)
}

/// Those that are multiples of a triple.
fn multiples(request: &Request, [a, b, c]: [u64; 3]) -> ExactCounts {
    let p = request.precision();
    let largest = (a >> a.trailing_zeros()).max(b);
    let most = ((1u64 << p) - 1) / largest;
    let mut counts = ExactCounts::default();
    // c·j with so many bits.
    for bits in c.ilog2() + 1..=p + 1 {
        let up_to = |end: u64| (end / c).min(most).div_ceil(2);
        let odd = up_to((1 << bits) - 1) - up_to((1 << (bits - 1)) - 1);
        let scales = request.format.emax + 2 - narrow::to_i32(bits) - request.last_place();
        // Each with x and y exchanged, too.
        let pairs = 2 * odd * u64::from(scales.max(0).unsigned_abs());
        match bits > p {
            true => counts.nearest += pairs,
            false => counts.directed += pairs,
        }
    }
    counts
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
