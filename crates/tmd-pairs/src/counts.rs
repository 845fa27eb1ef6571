//! How many pairs there are, and how many of them are next to a simple breakpoint: counted, not walked.

use crate::certificate::NextCounts;
use crate::family::{Family, Request};
use crate::grid::{Grid, partition};
use crate::judge::Next;
use rayon::prelude::*;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use tmd_base::narrow;
use tmd_functions::language::floor_log2;

/// Bits of logarithms.
const PRECISION: u32 = 96;

/// How many pairs are in reach: their values are at least half of the least breakpoint, and below the power of two above all numbers.
pub(crate) fn pairs(request: &Request) -> u64 {
    let inputs = request.inputs();
    let all: Vec<i32> = request.exponents().collect();
    match request.family {
        Family::Rootn => all.into_iter().map(|n| roots(&inputs, n)).sum(),
        Family::Pown => all.into_par_iter().map(|n| of_sign(request, n, false)).sum(),
        Family::Compound => {
            let both = |n| of_sign(request, n, false) + of_sign(request, n, true);
            all.into_par_iter().map(both).sum()
        }
    }
}

/// How many n-th roots are in reach: x^(1/n) ≥ 2^e where x ≥ 2^(n·e), or for negative n x ≤ 2^(n·e).
fn roots(inputs: &Grid, n: i32) -> u64 {
    let (emin, above) = inputs.ends();
    let reach = [inputs.last_place(emin) - 2, above];
    let [low, high] = reach.map(|exponent| {
        let end = exponent * n;
        // The numbers of the format lie between these.
        let end = Rational::from(1) << end.clamp(inputs.last_place(emin) - 1, above);
        let up_to = inputs.floor(&end);
        // Those that are at least, or more than, the end.
        let is_end = up_to > 0 && inputs.exact(up_to) == end;
        if n > 0 { inputs.last() - up_to + u64::from(is_end) } else { up_to }
    });
    low.abs_diff(high)
}

/// The same for an n and the positive or the negative numbers.
fn of_sign(request: &Request, n: i32, is_negative: bool) -> u64 {
    let inputs = request.inputs();
    let (emin, above) = inputs.ends();
    let reach = [inputs.last_place(emin) - 2, above];
    let base = |index: u64| {
        let x = inputs.exact(index);
        match (request.family, is_negative) {
            (Family::Compound, false) => x + 1,
            (Family::Compound, true) => 1 - x,
            _ => x,
        }
    };
    // Of 1 + x with negative x, those below x = -1.
    let count = match is_negative {
        true => partition(inputs.last() + 1, |index| base(index) > 0),
        false => inputs.last() + 1,
    };
    // Values rise with the index, or fall.
    let is_rising = (n > 0) != is_negative;
    let first_from = |exponent: i32| {
        partition(count, |index| is_at_least(&base(index), n, exponent) != is_rising)
    };
    let [from, to] = reach.map(first_from);
    from.abs_diff(to)
}

/// Whether base^n ≥ 2^exponent: by logarithms, and exactly where they are too close.
fn is_at_least(base: &Rational, n: i32, exponent: i32) -> bool {
    let lg = Float::with_val(PRECISION, base).log2() * n;
    let over = lg - exponent;
    // The base and its logarithm are rounded: less than 2^-90·(|n| + |lg|·|n|) with |lg| < 2^8.
    if over.clone().abs() > 2f64.powi(-60) {
        return over > 0;
    }
    let numer = Integer::from(base.numer().pow(n.unsigned_abs()));
    let denom = Integer::from(base.denom().pow(n.unsigned_abs()));
    let power = Rational::from((numer, denom));
    let power = if n < 0 { power.recip() } else { power };
    floor_log2(&power) >= i64::from(exponent)
}

/// How many pairs are next to 1 or to a power of x.
pub(crate) fn next(request: &Request) -> NextCounts {
    if request.family != Family::Compound {
        return NextCounts::default();
    }
    let (inputs, next) = (request.inputs(), Next::new(request));
    let one = |n: i32| 2 * inputs.floor(&next.most_of_one(n));
    let power = |n: i32| next_to_powers(request, &inputs, &next, n);
    NextCounts {
        one: request.exponents().map(one).sum(),
        power: request.exponents().map(power).sum(),
    }
}

/// How many x there are with (1 + x)^n next to the breakpoint x^n: those with few significant bits.
fn next_to_powers(request: &Request, inputs: &Grid, next: &Next, n: i32) -> u64 {
    let least = next.least_of_power(n);
    if n == 1 {
        // Every number is a breakpoint.
        let below = inputs.floor(&least);
        let is_number = inputs.exact(below) == least;
        return inputs.last() - below + u64::from(is_number);
    }
    let (_, above) = inputs.ends();
    // Bits of an odd m with m^n among the breakpoints; of 1/m, m = 1.
    let bits = if n > 0 { inputs.precision() / n.unsigned_abs() + 1 } else { 1 };
    let odd = (1u64..1 << bits.min(inputs.precision())).step_by(2);
    let is_meant =
        |x: &Rational| *x >= least && next.is_breakpoint_power(x, n) && is_in_reach(request, x, n);
    let of = |m: u64| {
        let top = narrow::to_i32(m.ilog2());
        let first = narrow::to_i32(floor_log2(&least)) - top;
        let all = (first..above - top).map(|e| Rational::from(Integer::from(m)) << e);
        all.filter(|x| is_meant(x)).count() as u64
    };
    odd.map(of).sum()
}

/// Whether (1 + x)^n is in reach.
fn is_in_reach(request: &Request, x: &Rational, n: i32) -> bool {
    let inputs = request.inputs();
    let (emin, above) = inputs.ends();
    let base = Rational::from(x + 1);
    is_at_least(&base, n, inputs.last_place(emin) - 2) && !is_at_least(&base, n, above)
}
