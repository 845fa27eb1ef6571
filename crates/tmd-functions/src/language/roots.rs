//! Roots of numbers that are numbers: how many there are, without looking for them.
//!
//! If the k-th root of x = n·2^s is rational, with integers n and s, it is a number m·2^q with an integer m: x has no other primes in its
//! denominator. Let r be s modulo k, from 0 to k - 1. Then x = (n·2^r)·2^(s-r), where s - r is a multiple of k, so that n·2^r = m^k for an
//! integer m. If r > 0, m is even, and with m = 2j it is n = 2^(k-r)·j^k; if r = 0, n = j^k with j = m. So the inputs are those with
//! n = c·j^k, c = 1 or 2^(k-r), and of equally spaced ones as many as there are j^k between n/c for the first and for the last.

use super::{ExprKind, Format, FunctionSpec, Segment};
use rug::Integer;
use std::ops::Range;
use tmd_base::narrow;

/// More is no root that a format has use for.
const MOST_DEGREE: u32 = 64;

/// A root of x of which every rational value is a number of the output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots {
    degree: u32,
}

impl FunctionSpec {
    /// What counts the inputs of a format at which f is a number of another, if f is a root of x of degree 2 or more and all its rational
    /// values are numbers of that format.
    ///
    /// They are if they have few enough bits, and are neither subnormal nor too large: of p bits of x, m^k takes at most p, and
    /// m ⌈p/k⌉.
    pub fn exact_roots(&self, input: &Format, output: &Format) -> Option<Roots> {
        let degree = match (&self.expr.kind, self.function_of_x()) {
            (_, Some("sqrt")) => 2,
            (_, Some("cbrt")) => 3,
            (ExprKind::Rootn(argument, degree), _) if argument.kind == ExprKind::X => {
                u32::try_from(*degree).ok()?
            }
            _ => return None,
        };
        if !(2..=MOST_DEGREE).contains(&degree) {
            return None;
        }
        let signed = narrow::to_i32(degree);
        let least = (input.emin - narrow::to_i32(input.precision) + 1).div_euclid(signed);
        let most = (input.emax + 1).div_euclid(signed);
        let fits = input.precision.div_ceil(degree) <= output.precision
            && output.emin <= least
            && most <= output.emax;
        fits.then_some(Roots { degree })
    }
}

impl Roots {
    /// At how many inputs of a run f is a number.
    pub fn count(self, grid: &Segment, inputs: &Range<u64>) -> Integer {
        if inputs.is_empty() {
            return Integer::new();
        }
        let k = narrow::to_i32(self.degree);
        let r = grid.ulp.rem_euclid(k);
        let shift = if r == 0 { 0 } else { narrow::to_u32(k - r) };
        // The least integer that c times is not below n.
        let divided = |index: u64| {
            let n = Integer::from(&grid.first + index);
            -((-n) >> shift)
        };
        let [from, to] = [inputs.start, inputs.end].map(divided);
        self.up_to(to - 1u32) - self.up_to(from - 1u32)
    }

    /// In how many of the parts of a run, which begin where it does and have so many inputs, f is a number somewhere, at least.
    ///
    /// From power to power it is farther, away from 0: no part has more than one power more than that at the end which is nearer to 0.
    pub fn parts(self, grid: &Segment, inputs: &Range<u64>, length: u64) -> Integer {
        let first = inputs.start..inputs.end.min(inputs.start.saturating_add(length));
        let last = inputs.start.max(inputs.end.saturating_sub(length))..inputs.end;
        let most = self.count(grid, &first).max(self.count(grid, &last)) + 1u32;
        (self.count(grid, inputs) + &most - 1u32) / most
    }

    /// The largest j with j^k at most v, where j is not negative if k is even; -1 if there is none.
    fn up_to(self, v: Integer) -> Integer {
        let k = self.degree;
        match (v < 0, k.is_multiple_of(2)) {
            (false, _) => v.root(k),
            (true, true) => Integer::from(-1),
            (true, false) => {
                let below = Integer::from(-&v);
                let root = below.clone().root(k);
                let is_power = Integer::from(rug::ops::Pow::pow(&root, k)) == below;
                -(root + i32::from(!is_power))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::FormatName;
    use rug::Rational;

    fn format(name: &str) -> Format {
        FormatName::parse("precision", name).and_then(FormatName::format).expect("a format")
    }

    /// Every run of a few hundred inputs of grids around 0 has as many as exact evaluation finds.
    #[test]
    fn as_many_as_are_exact_one_by_one() {
        let double = format("binary64");
        let mut exact = 0;
        for text in ["sqrt(x)", "cbrt(x)", "rootn(x, 4)", "rootn(x, 5)"] {
            let spec = FunctionSpec::parse(text).expect("a function");
            let roots = spec.exact_roots(&double, &double).expect("a root");
            for ulp in -7..=7 {
                for first in [-700, -3, 0, 1, 17, 4000] {
                    let grid = Segment { first: Integer::from(first), ulp, count: 1 << 12 };
                    let has_value = |i: &u64| spec.exact_value(&grid.x(*i)).is_some();
                    for (start, end) in [(0, 1), (0, 700), (3, 400), (1, 1 << 12), (5, 5)] {
                        let count = (start..end).filter(has_value).count();
                        exact += count;
                        let told = roots.count(&grid, &(start..end));
                        assert_eq!(told, count, "{text}: {first}·2^{ulp}, {start} to {end}");
                    }
                }
            }
        }
        assert!(exact > 10_000, "only {exact} exact values were compared");
    }

    #[test]
    fn parts_with_exact_values_are_no_fewer_than_is_said() {
        let double = format("binary64");
        let spec = FunctionSpec::parse("sqrt").expect("a function");
        let roots = spec.exact_roots(&double, &double).expect("a root");
        for (first, ulp) in [(0, 0), (1, 1), (100, -3), (50_000, 2)] {
            let grid = Segment { first: Integer::from(first), ulp, count: 1 << 13 };
            for length in [1, 2, 7, 64, 5000, 1 << 13] {
                let is_exact = |i: &u64| spec.exact_value(&grid.x(*i)).is_some();
                let parts = (0..grid.count).filter(is_exact).map(|i| i / length);
                let parts: std::collections::BTreeSet<u64> = parts.collect();
                let told = roots.parts(&grid, &(0..grid.count), length);
                assert!(told <= parts.len(), "{first} {ulp} {length}");
                // Next to 0 there are many in a part.
                let is_near = first < 50_000 || 2 * told >= parts.len();
                assert!(is_near, "{first} {ulp} {length}");
            }
        }
    }

    #[test]
    fn only_roots_whose_values_are_numbers_are_counted() {
        let (single, double) = (format("binary32"), format("binary64"));
        let roots = |text: &str, input: &Format, output: &Format| {
            FunctionSpec::parse(text).expect("a function").exact_roots(input, output)
        };
        assert!(roots("sqrt", &double, &double).is_some());
        assert!(roots("sqrt", &double, &single).is_none(), "27 bits are no number of 24");
        assert!(roots("cbrt", &double, &single).is_none(), "2^341 is above all numbers");
        assert!(roots("sqrt", &single, &double).is_some());
        for other in ["rsqrt", "sqrt(x + 1)", "sqrt(x) + 1", "exp", "rootn(x, 1)", "rootn(x, -2)"] {
            assert!(roots(other, &double, &double).is_none(), "{other}");
        }
        // The values of a narrow format may be subnormal in a wide one's place.
        let narrow = Format { emin: -10, emax: 10, ..double.clone() };
        assert!(roots("sqrt", &double, &narrow).is_none());
        let one = Rational::from(1);
        assert!(FunctionSpec::parse("sqrt").expect("a function").exact_value(&one).is_some());
    }
}
