//! Enclosures between two numbers of binary64.
//!
//! Ends are rounded outwards by the error of an operation, which is known exactly (Knuth's 2Sum; Dekker's product, 1971; the remainder
//! of a quotient, and of a square root, which are numbers if nothing underflows: S. Boldo and M. Daumas, 2003). So an end is a result of
//! an operation if that is exact, and the number next to it otherwise: what is exact stays a point. Where an operation leaves the range in
//! which errors are known, ends are rounded outwards in any case. An end may be infinite; the value is not.

/// Beyond these sizes products and quotients are not said to be exact: Dekker's split of a number could overflow, or an error be no number.
const LARGE: f64 = f64::from_bits((1023 + 900) << 52);
const SMALL: f64 = f64::from_bits((1023 - 900) << 52);
/// 2^27 + 1 splits a number into two of 26 bits.
const SPLIT: f64 = 134_217_729.0;

/// What is known of a value: numbers between which it is. From -∞ to ∞ nothing is known, not even that there is a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Enclosure {
    pub(super) lo: f64,
    pub(super) hi: f64,
    /// Whether the value is certain to be none of the ends, the lower and the upper one.
    pub(super) open: [bool; 2],
}

impl Enclosure {
    /// Nothing is known.
    pub(super) const UNKNOWN: Enclosure =
        Enclosure { lo: f64::NEG_INFINITY, hi: f64::INFINITY, open: [false; 2] };
    /// There is no value for certain.
    pub(super) const NONE: Enclosure =
        Enclosure { lo: f64::INFINITY, hi: f64::NEG_INFINITY, open: [false; 2] };

    pub(super) fn point(value: f64) -> Enclosure {
        Enclosure { lo: value, hi: value, open: [false; 2] }
    }

    /// Between the ends, and all there is to know if one is no number.
    pub(super) fn between(lo: f64, hi: f64) -> Enclosure {
        Enclosure::of_ends([lo, hi], [false; 2])
    }

    /// The same with ends that may be open.
    pub(super) fn of_ends([lo, hi]: [f64; 2], open: [bool; 2]) -> Enclosure {
        if lo <= hi { Enclosure { lo, hi, open } } else { Enclosure::UNKNOWN }
    }

    pub(super) fn is_point(self) -> bool {
        self.lo == self.hi
    }

    pub(super) fn is_none(self) -> bool {
        self.lo > self.hi
    }

    /// Whether there is a value for certain, and something is known of it.
    pub(super) fn is_known(self) -> bool {
        self.lo > f64::NEG_INFINITY || self.hi < f64::INFINITY
    }

    pub(super) fn neg(self) -> Enclosure {
        let [low, high] = self.open;
        Enclosure { lo: -self.hi, hi: -self.lo, open: [high, low] }
    }

    /// |value|.
    pub(super) fn abs(self) -> Enclosure {
        match self {
            positive if positive.lo >= 0.0 => positive,
            negative if negative.hi <= 0.0 => negative.neg(),
            Enclosure { lo, hi, .. } => Enclosure::between(0.0, hi.max(-lo)),
        }
    }

    pub(super) fn add(self, other: Enclosure) -> Enclosure {
        self.with(other, |a, b| {
            // A sum is no end if one of its parts is none.
            let open = [0, 1].map(|end| a.open[end] || b.open[end]);
            enclosed(sum(a.lo, b.lo), sum(a.hi, b.hi), open)
        })
    }

    pub(super) fn sub(self, other: Enclosure) -> Enclosure {
        self.add(if other.is_none() { other } else { other.neg() })
    }

    pub(super) fn mul(self, other: Enclosure) -> Enclosure {
        self.with(other, |a, b| match a.lo >= 0.0 && b.lo >= 0.0 {
            true => enclosed(product(a.lo, b.lo), product(a.hi, b.hi), [false; 2]),
            false => hull(a, b, product),
        })
    }

    pub(super) fn div(self, other: Enclosure) -> Enclosure {
        self.with(other, |a, b| {
            if b.lo <= 0.0 && b.hi >= 0.0 {
                return if b.is_point() { Enclosure::NONE } else { Enclosure::UNKNOWN };
            }
            hull(a, b, quotient)
        })
    }

    pub(super) fn sqrt(self) -> Enclosure {
        self.map(|a| match a {
            Enclosure { hi, .. } if hi < 0.0 => Enclosure::NONE,
            Enclosure { lo, .. } if lo < 0.0 => Enclosure::UNKNOWN,
            Enclosure { lo, hi, .. } => enclosed(root(lo), root(hi), [false; 2]),
        })
    }

    /// A power with an integer exponent, by products: an exact one stays a point.
    pub(super) fn powi(self, n: i32) -> Enclosure {
        self.map(|a| {
            // x·x of an enclosure would forget that both are the same.
            let base = if n % 2 == 0 { a.abs() } else { a };
            let mut power = Enclosure::point(1.0);
            for bit in (0..32).rev() {
                power = power.mul(power);
                if n.unsigned_abs() >> bit & 1 == 1 {
                    power = power.mul(base);
                }
            }
            if n < 0 { Enclosure::point(1.0).div(power) } else { power }
        })
    }

    /// By what is known of a value that there is; none, where there is none, and unknown of what is unknown.
    pub(super) fn map(self, of: impl FnOnce(Enclosure) -> Enclosure) -> Enclosure {
        self.with(Enclosure::point(0.0), |own, _| of(own))
    }

    /// The same of two values.
    fn with(
        self,
        other: Enclosure,
        of: impl FnOnce(Enclosure, Enclosure) -> Enclosure,
    ) -> Enclosure {
        if self.is_none() || other.is_none() {
            return Enclosure::NONE;
        }
        if !self.is_known() || !other.is_known() {
            return Enclosure::UNKNOWN;
        }
        of(self, other)
    }
}

/// A result, and the sign of what it is short of: positive, if the exact one is larger; a NaN if it is not known.
#[derive(Clone, Copy)]
struct Rounded {
    result: f64,
    lack: f64,
}

/// The largest number that is certain not to be above the exact result.
fn down(Rounded { result, lack }: Rounded) -> f64 {
    if lack >= 0.0 { result } else { result.next_down() }
}

/// The least that is certain not to be below it.
fn up(Rounded { result, lack }: Rounded) -> f64 {
    if lack <= 0.0 { result } else { result.next_up() }
}

/// From the least result to the largest. Where an operation is not exact, neither the number below its result nor the one above is the exact
/// one, nor is the result.
fn enclosed(least: Rounded, most: Rounded, open: [bool; 2]) -> Enclosure {
    let is_not_exact = |end: Rounded| end.lack.abs() > 0.0;
    let open = [open[0] || is_not_exact(least), open[1] || is_not_exact(most)];
    Enclosure::of_ends([down(least), up(most)], open)
}

/// All results of an operation that is monotone in both arguments.
fn hull(a: Enclosure, b: Enclosure, of: fn(f64, f64) -> Rounded) -> Enclosure {
    if a.is_point() && b.is_point() {
        let only = of(a.lo, b.lo);
        return enclosed(only, only, [false; 2]);
    }
    let ends = [of(a.lo, b.lo), of(a.lo, b.hi), of(a.hi, b.lo), of(a.hi, b.hi)];
    // Quotients of infinite ends.
    if ends.iter().any(|end| end.result.is_nan()) {
        return Enclosure::UNKNOWN;
    }
    let lo = ends.map(down).into_iter().fold(f64::INFINITY, f64::min);
    let hi = ends.map(up).into_iter().fold(f64::NEG_INFINITY, f64::max);
    Enclosure::between(lo, hi)
}

/// A sum, whose error is a number even where it is subnormal.
fn sum(a: f64, b: f64) -> Rounded {
    let result = a + b;
    let of_b = result - a;
    let of_a = result - of_b;
    Rounded { result, lack: (a - of_a) + (b - of_b) }
}

/// What a·b is more than its rounded product, if no part of it is too large or too small.
fn lack_of_product(a: f64, b: f64, product: f64) -> f64 {
    let halves = |x: f64| {
        let most = SPLIT * x;
        let high = most - (most - x);
        (high, x - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
}

/// Whether errors of products of a number are known.
fn is_tame(x: f64) -> bool {
    (SMALL..=LARGE).contains(&x.abs())
}

fn product(a: f64, b: f64) -> Rounded {
    let result = a * b;
    if a == 0.0 || b == 0.0 {
        return Rounded { result: 0.0, lack: 0.0 };
    }
    let is_known = is_tame(a) && is_tame(b) && is_tame(result);
    let lack = if is_known { lack_of_product(a, b, result) } else { f64::NAN };
    Rounded { result, lack }
}

/// Of b ≠ 0.
fn quotient(a: f64, b: f64) -> Rounded {
    let result = a / b;
    if a == 0.0 {
        return Rounded { result: 0.0, lack: 0.0 };
    }
    if ![a, b, result].into_iter().all(is_tame) {
        return Rounded { result, lack: f64::NAN };
    }
    let back = result * b;
    let rest = (a - back) - lack_of_product(result, b, back);
    Rounded { result, lack: if b > 0.0 { rest } else { -rest } }
}

/// Of a ≥ 0.
fn root(a: f64) -> Rounded {
    let result = a.sqrt();
    if a == 0.0 {
        return Rounded { result: 0.0, lack: 0.0 };
    }
    if !is_tame(a) {
        return Rounded { result, lack: f64::NAN };
    }
    let back = result * result;
    Rounded { result, lack: (a - back) - lack_of_product(result, result, back) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Rational;
    use std::cmp::Ordering;
    use tmd_base::random::Random;

    fn number(random: &mut Random) -> f64 {
        let exponent = match random.below(4) {
            0 => random.below(2046) + 1,
            _ => 1023 - 20 + random.below(40),
        };
        let bits = 52 - random.below(53);
        let fraction = (random.next() & ((1 << 52) - 1)) >> (52 - bits) << (52 - bits);
        let sign = random.below(2) << 63;
        f64::from_bits(sign | exponent << 52 | fraction)
    }

    #[test]
    fn ends_enclose_and_what_is_exact_is_a_point() {
        let mut random = Random::new(5);
        let exact = |x: f64| Rational::from_f64(x).expect("finite");
        let (mut points, mut tight) = ([0; 5], [0; 5]);
        for _ in 0..200_000 {
            let (a, b) = (number(&mut random), number(&mut random));
            let (x, y) = (Enclosure::point(a), Enclosure::point(b));
            let size = a.abs();
            let all = [
                (x.add(y), exact(a) + exact(b), None),
                (x.sub(y), exact(a) - exact(b), None),
                (x.mul(y), exact(a) * exact(b), None),
                (x.div(y), exact(a) / exact(b), None),
                (Enclosure::point(size).sqrt(), exact(size), Some(())),
            ];
            for (index, (found, wanted, is_root)) in all.into_iter().enumerate() {
                if !found.lo.is_finite() || !found.hi.is_finite() {
                    continue;
                }
                let image = |end: f64| match is_root {
                    Some(()) => exact(end) * exact(end),
                    None => exact(end),
                };
                let (lo, hi) = (image(found.lo).cmp(&wanted), image(found.hi).cmp(&wanted));
                assert!(lo != Ordering::Greater && hi != Ordering::Less, "{a:e} {b:e}: {found:?}");
                // A result that is no number lies between two neighbours.
                assert!(found.hi <= found.lo.next_up().next_up(), "{a:e} {b:e}: {found:?}");
                points[index] += usize::from(found.is_point());
                tight[index] += usize::from(found.hi == found.lo.next_up());
                let is_exact = lo == Ordering::Equal || hi == Ordering::Equal;
                let all_tame = [a, b, found.lo].into_iter().all(is_tame);
                assert!(!is_exact || !all_tame || found.is_point(), "{a:e} {b:e}: {found:?}");
            }
        }
        println!("points {points:?}, neighbours {tight:?} of 200,000");
        assert!(points.iter().all(|count| *count > 500), "{points:?}");
        assert!(tight.iter().all(|count| *count > 50_000), "{tight:?}");
    }

    #[test]
    fn enclosures_of_enclosures_enclose() {
        let mut random = Random::new(6);
        let exact = |x: f64| Rational::from_f64(x).expect("finite");
        let mut all = 0;
        for _ in 0..100_000 {
            let mut ends: [f64; 4] = std::array::from_fn(|_| number(&mut random));
            ends[..2].sort_by(f64::total_cmp);
            ends[2..].sort_by(f64::total_cmp);
            let [a, b] =
                [Enclosure::between(ends[0], ends[1]), Enclosure::between(ends[2], ends[3])];
            for x in [a.lo, a.hi] {
                for y in [b.lo, b.hi] {
                    let (p, q) = (exact(x), exact(y));
                    let found = [
                        (a.add(b), Rational::from(&p + &q)),
                        (a.sub(b), Rational::from(&p - &q)),
                        (a.mul(b), Rational::from(&p * &q)),
                        (a.div(b), Rational::from(&p / &q)),
                        (a.abs(), Rational::from(p.abs_ref())),
                        (a.powi(2), Rational::from(p.square_ref())),
                    ];
                    for (found, wanted) in found {
                        if found.lo.is_finite() && found.hi.is_finite() {
                            assert!(exact(found.lo) <= wanted && wanted <= exact(found.hi));
                            all += 1;
                        }
                    }
                }
            }
        }
        println!("{all} values enclosed");
        assert!(all > 1_000_000);
    }

    #[test]
    fn what_has_no_value_has_none() {
        let [zero, one] = [0.0, 1.0].map(Enclosure::point);
        let around = Enclosure::between(-1.0, 1.0);
        assert!(one.div(zero).is_none() && one.neg().sqrt().is_none());
        assert!(one.div(zero).add(Enclosure::UNKNOWN).is_none());
        assert_eq!(one.div(around), Enclosure::UNKNOWN);
        assert_eq!(around.sqrt(), Enclosure::UNKNOWN);
        let large = Enclosure::point(f64::MAX).add(Enclosure::point(f64::MAX));
        assert_eq!(large, Enclosure::between(f64::MAX, f64::INFINITY));
        assert_eq!(large.div(large), Enclosure::UNKNOWN);
        assert_eq!(large.mul(zero), zero);
        assert_eq!(one.add(one).powi(-3), Enclosure::point(0.125));
    }
}
