//! Taylor coefficients of the digamma function ψ = Γ'/Γ over an interval.
//!
//! For z > 0 and n >= 1 (NIST Digital Library of Mathematical Functions, 5.11.2 and 5.15.8)
//!
//! ```text
//!  -ψ(z)                    = -log z + 1/(2z) + Σ_(k<K) B_2k/(2k)·z^(-2k) + R
//!  (-1)^(n+1)·ψ^(n)(z)/n!   = z^(-n)·(1/n + 1/(2z) + Σ_(k<K) C(2k+n-1, n)·B_2k/(2k)·z^(-2k) + R)
//! ```
//!
//! where R lies between 0 and the first term that the sum leaves out. The reason is Binet's first formula (E. T.
//! Whittaker and G. N. Watson, *A Course of Modern Analysis*, 4th edition, section 12.31; DLMF 5.9.10_1):
//!
//! ```text
//!  log Γ(z) = (z - 1/2)·log z - z + log(2π)/2 + ∫_0^∞ φ(t)/t·e^(-tz) dt,
//!  φ(t) = 1/(e^t - 1) - 1/t + 1/2 = Σ_(m>=1) 2t/(t² + 4π²m²).
//! ```
//!
//! The power series of φ is Σ B_2k·t^(2k-1)/(2k)!. Cut off anywhere, it leaves an error between 0 and the first
//! term left out, for every t > 0: that is so for the geometric series of each fraction 2t/(t² + 4π²m²), all
//! with the same signs. Differentiating the integral brings in factors -t, which have one sign, and integrating
//! keeps the order. The theorem for log Γ itself is in DLMF 5.11(ii).
//!
//! The expansion is good for large z only. Smaller arguments are shifted: ψ(x) = ψ(x + N) - Σ_(i<N) 1/(x + i)
//! (DLMF 5.5.2). All these terms fall with x, so the enclosure is nearly tight for wide intervals too.
//! Negative arguments are reflected: ψ(x) = ψ(1 - x) - π·cot(π·x) (DLMF 5.5.4).

use std::f64::consts::TAU;
use std::num::NonZeroU32;

use super::{EvalCause, EvalError, Interval, Series, bernoulli};

/// The farthest that an argument is shifted: enough for 16000 bits. With more bits the enclosure gets no narrower.
const LONGEST_SHIFT: u32 = 1 << 15;

/// How the expansion is used. Any choice gives an enclosure; a good one a narrow enclosure, soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// N: the expansion is at x + N.
    shift: u32,
    /// K: the first term that is left out.
    omitted: usize,
}

impl Plan {
    /// The cheapest choice for arguments from `x` on, derivatives up to `order` and relative errors of 2^-bits.
    fn new(x: f64, order: usize, bits: u32) -> Plan {
        let mut best = Plan { shift: LONGEST_SHIFT, omitted: bernoulli::LARGEST };
        let mut least = f64::INFINITY;
        let mut shift = 0;
        // A shift and a term of the expansion cost about the same.
        while shift < LONGEST_SHIFT && f64::from(shift) < least {
            if let Some(omitted) = first_negligible(x + f64::from(shift), order, bits) {
                let cost = f64::from(shift) + omitted as f64;
                if cost < least {
                    (best, least) = (Plan { shift, omitted }, cost);
                }
            }
            shift += 1 + shift / 8;
        }
        best
    }
}

/// The first term of the expansion at z that is below 2^-bits of the leading one, in the highest derivative,
/// which needs the most. From |B_2k| ≈ 2·(2k)!/(2π)^(2k).
fn first_negligible(z: f64, order: usize, bits: u32) -> Option<usize> {
    let n = order as f64;
    let square = (TAU * z) * (TAU * z);
    let mut size = (2.0 * (n + 1.0) * n.max(1.0) / square).log2();
    for k in 1..=bernoulli::LARGEST {
        if size < -f64::from(bits) {
            return Some(k);
        }
        let index = 2.0 * k as f64 + n;
        let growth = index * (index + 1.0) / square;
        if growth >= 1.0 {
            return None;
        }
        size += growth.log2();
    }
    None
}

impl Interval {
    /// ψ^(n)(x)/n! for n = 0 ..= order, over all x of the interval.
    ///
    /// # Errors
    /// If there may be a pole inside, or an end is infinite.
    pub(super) fn digamma(&self, order: usize) -> Result<Vec<Interval>, EvalError> {
        self.between_poles("digamma")?;
        self.inside(self.is_bounded(), "digamma", EvalCause::Unbounded)?;
        if self.lo > 0 { self.digamma_positive(order) } else { self.digamma_negative(order) }
    }

    /// The enclosure where all numbers are positive.
    fn digamma_positive(&self, order: usize) -> Result<Vec<Interval>, EvalError> {
        let one = Interval::one(self.prec());
        let plan = Plan::new(self.lo.to_f64(), order, self.prec());
        let shifted = |i: u32| self.add(&one.mul_i64(i64::from(i)));
        let mut sums = shifted(plan.shift).stirling(order, plan.omitted)?;
        for i in 0..plan.shift {
            let reciprocal = one.div(&shifted(i))?;
            let mut power = one.clone();
            for sum in &mut sums {
                power.multiply_positive(&reciprocal);
                sum.accumulate(&power);
            }
        }
        Ok(alternate(sums, 1))
    }

    /// (-1)^(n+1)·ψ^(n)/n! for n = 0 ..= order where all numbers are positive, by the terms k < `omitted` of the
    /// expansion.
    fn stirling(&self, order: usize, omitted: usize) -> Result<Vec<Interval>, EvalError> {
        let one = Interval::one(self.prec());
        let reciprocal = one.div(self)?;
        let square = reciprocal.sqr();
        let half = reciprocal.halved();
        let indices = || (1..).map_while(NonZeroU32::new).take(order);
        let mut sums = vec![half.sub(&self.log()?)];
        sums.extend(indices().map(|n| half.add(&one.div_u32(n))));
        let mut power = one.clone();
        for (k, ratio) in (1u32..).zip(bernoulli::over_index(omitted)).take(omitted) {
            power.multiply_positive(&square);
            let mut first = Interval::from_rational(ratio, self.prec()).mul(&power);
            if k as usize == omitted {
                first = first.hull(&Interval::zero(self.prec()));
            }
            sums[0].accumulate(&first);
            // C(2k+n-1, n) of it, from n to n: C(2k-1, 0) = 1.
            let mut term = first.clone();
            let mut binomial = Some(1);
            for (n, sum) in indices().zip(&mut sums[1..]) {
                let numerator = 2 * k + n.get() - 1;
                binomial = binomial.and_then(|c| next_binomial(c, numerator, n));
                match binomial {
                    Some(binomial) => term.assign_scaled(&first, binomial),
                    None => term.rescale(numerator, n),
                }
                sum.accumulate(&term);
            }
        }
        let mut power = one;
        for sum in &mut sums[1..] {
            power.multiply_positive(&reciprocal);
            *sum = sum.mul(&power);
        }
        Ok(sums)
    }

    /// The enclosure where all numbers are negative, and none is an integer.
    fn digamma_negative(&self, order: usize) -> Result<Vec<Interval>, EvalError> {
        let prec = self.prec();
        let reflected = Interval::one(prec).sub(self).digamma_positive(order)?;
        let (sine, cosine) = Series::variable(self, order).sinpi_cospi();
        let cotangent = cosine.div(&sine)?;
        let pi = Interval::pi(prec);
        let parts = alternate(reflected, 0).into_iter().zip(cotangent.coefficients());
        Ok(parts.map(|(psi, cotangent)| psi.sub(&pi.mul(cotangent))).collect())
    }
}

/// C(m, n) from C(m - 1, n - 1), if it fits.
fn next_binomial(before: u64, m: u32, n: NonZeroU32) -> Option<u64> {
    let product = u128::from(before) * u128::from(m);
    u64::try_from(product / u128::from(n.get())).ok()
}

/// The same list with the signs of every second one changed, from `first` on.
fn alternate(list: Vec<Interval>, first: usize) -> Vec<Interval> {
    let sign = |(n, c): (usize, Interval)| if (n + first) % 2 == 1 { c.neg() } else { c };
    list.into_iter().enumerate().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::Random;
    use super::*;
    use rug::Float;

    const ARGUMENTS: [f64; 14] =
        [1e-6, 0.3, 1.0, 1.46, 2.0, 3.7, 20.0, 170.5, 1e4, 1e30, -0.5, -3.7, -20.25, -12345.678];

    /// Whether an interval is as narrow as 2^-bits, relative to the number itself or to 1.
    fn is_narrow(x: &Interval, bits: u32) -> bool {
        let size = x.mag().max(&Float::with_val(10, 1));
        x.width() <= size >> bits
    }

    #[test]
    fn the_value_is_that_of_another_library() {
        for prec in [60, 130, 700, 3000] {
            for x in ARGUMENTS {
                let psi = Interval::from_f64(x, prec).unwrap().digamma(0).unwrap();
                let want = Float::with_val(prec + 100, Float::with_val(53, x).digamma_ref());
                assert!(psi[0].contains(&want), "ψ({x}) at {prec} bits: {}", psi[0]);
                assert!(is_narrow(&psi[0], prec - 20), "ψ({x}) at {prec} bits: {}", psi[0]);
            }
        }
    }

    /// The sums n!·Σ 1/(x+i)^(n+1) at 1 are ζ(n+1).
    #[test]
    fn the_derivatives_at_one_are_zeta_values() {
        for prec in [100, 900] {
            let psi = Interval::one(prec).digamma(20).unwrap();
            for (n, coefficient) in psi.iter().enumerate().skip(1) {
                let zeta = Float::with_val(prec + 60, Float::zeta_u(n as u32 + 1));
                let want = if n % 2 == 1 { zeta } else { -zeta };
                assert!(coefficient.contains(&want), "{n}: {coefficient} {want}");
                assert!(is_narrow(coefficient, prec - 15), "{n}: {coefficient}");
            }
        }
    }

    /// Every choice of the shift and of the terms encloses the same number.
    #[test]
    fn every_plan_gives_an_enclosure() {
        for shift in [0i64, 1, 5, 40] {
            // The sum is exact.
            let at = |prec| {
                Interval::from_f64(2.75, prec).unwrap().add(&Interval::one(prec).mul_i64(shift))
            };
            let want = at(800).digamma(12).unwrap();
            for omitted in [1, 2, 3, 4, 9, 10, 30, 63] {
                let sums = alternate(at(400).stirling(12, omitted).unwrap(), 1);
                for (n, (want, sum)) in want.iter().zip(&sums).enumerate() {
                    assert!(sum.encloses(want), "{shift} {omitted} {n}: {want} {sum}");
                }
            }
            assert!(is_narrow(&want[12], 780), "{}", want[12]);
        }
    }

    /// The term that is left out is on the side that the sum says: nearly all of it is missing for large z.
    #[test]
    fn the_remainder_has_the_sign_of_the_omitted_term() {
        let z = Interval::from_f64(1000.0, 500).unwrap();
        let exact = z.stirling(6, 40).unwrap();
        for omitted in [1, 2, 3] {
            let rough = z.stirling(6, omitted).unwrap();
            for (a, b) in exact.iter().zip(&rough) {
                let missing = Float::with_val(60, a.lo() - b.lo()).abs();
                let left = Float::with_val(60, b.hi() - a.hi()).abs();
                let (small, large) = if missing < left { (missing, left) } else { (left, missing) };
                assert!(small < large / 1000u32, "{omitted}: {a} {b}");
            }
        }
    }

    #[test]
    fn wide_intervals_contain_those_of_points() {
        let mut random = Random::new(71);
        for round in 0..300 {
            let x = if round % 2 == 0 {
                let a = random.between(0.0, 9.0);
                (a, a + random.between(0.0, 6.0))
            } else {
                let n = random.below(30) as f64;
                let (a, b) = (random.between(0.001, 0.999), random.between(0.001, 0.999));
                (a.min(b) - n - 1.0, a.max(b) - n - 1.0)
            };
            let x = super::super::testing::interval(x.0, x.1).at_prec(100);
            let wide = x.digamma(9).unwrap();
            for _ in 0..3 {
                let point = random.inside(&x);
                let narrow = Interval::of_ends(200, &point, &point).digamma(9).unwrap();
                for (n, (w, p)) in wide.iter().zip(&narrow).enumerate() {
                    assert!(w.encloses(p), "{x}, {n}: {w} {p}");
                }
            }
        }
    }

    #[test]
    fn poles_are_refused() {
        let refused =
            |lo, hi| super::super::testing::interval(lo, hi).digamma(2).unwrap_err().cause;
        for (lo, hi) in [(0.0, 1.0), (-0.5, 0.5), (-1.0, -0.5), (-1.5, -1.0), (-7.5, -2.5)] {
            assert_eq!(refused(lo, hi), EvalCause::Pole);
        }
    }

    #[test]
    fn plans_balance_the_two_sums() {
        assert_eq!(Plan::new(1e30, 16, 100), Plan { shift: 0, omitted: 1 });
        for bits in [60, 150, 600, 4000] {
            let plan = Plan::new(1.5, 16, bits);
            assert!(plan.shift < bits && plan.omitted < bits as usize, "{bits}: {plan:?}");
            assert!(plan.shift > 5 && plan.omitted > 5, "{bits}: {plan:?}");
        }
        assert_eq!(Plan::new(1.5, 16, 1 << 20).shift, LONGEST_SHIFT);
    }
}
