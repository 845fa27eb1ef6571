//! How many pairs there are, counted anew: in reach, at breakpoints, next to something simple.

use super::shape::gcd;
use crate::interval::Interval;
use crate::pairs::breakpoints::{Truth, bits};
use crate::pairs::threads::spread;
use crate::plane::ask::{Ask, Formula};
use crate::stop::Checked;
use rug::Float;

/// Next to a quotient q, the first term of the series is off by less than this share: q² < 2^-14.
const SHARE: f64 = 1.0 / (1u64 << 12) as f64;

/// Counts of a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// In reach.
    pub(crate) pairs: u64,
    /// At numbers, and at midpoints.
    pub(crate) exact: [u64; 2],
    /// As near as cases, and next to something simple.
    pub(crate) next: u64,
}

impl Ask {
    /// How many positive numbers there are.
    fn numbers(&self) -> u64 {
        ((self.emax - self.emin + 2) as u64 * self.half()) - 1
    }

    /// Numbers of a binade.
    fn half(&self) -> u64 {
        1 << (self.precision - 1)
    }

    /// How many numbers are below ⌈z⌉·2^place, if ⌈z⌉ has p bits or is 2^p: as many as are below z·2^place.
    fn below(&self, ceiling: u64, place: i32) -> u64 {
        match place - self.quantum() {
            above if above >= 0 => above as u64 * self.half() + ceiling - 1,
            above if above > -64 => {
                let off = above.unsigned_abs();
                let floor = ceiling >> off;
                floor + u64::from(floor << off != ceiling) - 1
            }
            _ => 0,
        }
    }

    /// Exponents of the last place of a normal number.
    fn places(&self) -> std::ops::RangeInclusive<i32> {
        self.quantum()..=self.emax + 1 - self.precision
    }

    /// The counts of lengths.
    pub(crate) fn count_lengths(&self) -> Checked<Counts> {
        let half = self.half();
        let what = "pairs counted again";
        let parts = spread(half, what, |index, met: &mut [u64; 2]| {
            met[0] += self.overflowing(half + index);
            met[1] += self.next_to(half + index);
            Ok(())
        })?;
        let sum = |i: usize| parts.iter().map(|own| own[i]).sum::<u64>();
        let all = self.numbers();
        let exact = self.exact_lengths()?;
        // What is next to x, and exchanged.
        Ok(Counts { pairs: all * all - sum(0), exact, next: 2 * sum(1) })
    }

    /// How many pairs overflow that have the significand x with the largest exponent, and a smaller other number or, exchanged, one of a smaller
    /// exponent: with smaller exponents, none do.
    fn overflowing(&self, x: u64) -> u64 {
        let p = self.precision as u32;
        // In units of the last place of x, y² is at least this; the root is below 2^p.
        let square = (1u64 << (2 * p)) - x * x;
        // So many more bits give the root p bits.
        let more = p - (square.ilog2() / 2 + 1);
        let target = square << (2 * more);
        let floor = target.isqrt();
        let ceiling = floor + u64::from(floor * floor != target);
        let place = self.emax + 1 - self.precision - more as i32;
        let over = self.numbers() - self.below(ceiling, place);
        // With numbers of the largest exponent both ways are among them.
        over + over.saturating_sub(self.half())
    }

    /// How many numbers y are so small that the length of x and y is as near to x as cases are, for all x with a significand: x is normal.
    ///
    /// In units of ε·u, u half of the last place of x, that is y² < 1 + 2^(bits + 2)·X.
    fn next_to(&self, x: u64) -> u64 {
        let p = self.precision as u32;
        // The integer may have more than 128 bits.
        let square = (rug::Integer::from(x) << (self.bits as u32 + 2)) + 1u32;
        // Its root has more than p bits: in these units, y is a multiple of a power of two.
        let places = square.significant_bits().div_ceil(2) - p;
        let (root, rest) = square.sqrt_rem(rug::Integer::new());
        let floor = rug::Integer::from(&root >> places);
        let is_whole = rest == 0 && rug::Integer::from(&floor << places) == root;
        let ceiling = floor.to_u64().unwrap_or(0) + u64::from(!is_whole);
        let of = |place: i32| self.below(ceiling, place - 1 - self.bits + places as i32);
        self.places().map(of).sum()
    }

    /// How many lengths are numbers, and midpoints: of Pythagorean triples (u² - v²)/2, u·v, (u² + v²)/2 with coprime odd u and v, times odd integers and powers of
    /// two.
    fn exact_lengths(&self) -> Checked<[u64; 2]> {
        let most = 1u64 << (self.precision + 1);
        let count = (2 * most).isqrt() / 2;
        let parts = spread(count, "triples counted again", |index, met: &mut [u64; 2]| {
            let u = 2 * index + 3;
            for v in (1..u).step_by(2) {
                let c = (u * u + v * v) / 2;
                if c >= most {
                    break;
                }
                if gcd(u as i64, v as i64) == 1 {
                    self.triples([(u * u - v * v) / 2, u * v, c], met);
                }
            }
            Ok(())
        })?;
        Ok([0, 1].map(|i| parts.iter().map(|own| own[i]).sum()))
    }

    /// Counts the multiples of a triple with an even first and an odd second number.
    fn triples(&self, [a, b, c]: [u64; 3], met: &mut [u64; 2]) {
        let p = self.precision;
        let largest = (a >> a.trailing_zeros()).max(b);
        let most = (((1u64 << p) - 1) / largest).min(((1u64 << (p + 1)) - 1) / c);
        for j in (1..=most).step_by(2) {
            // From the last place of all numbers on, because b·j is odd.
            let length = bits((c * j) as i64);
            let scales = self.emax + 2 - length - self.quantum();
            met[usize::from(length > p)] += 2 * scales.max(0) as u64;
        }
    }

    /// The counts of angles.
    pub(crate) fn count_angles(&self) -> Checked<Counts> {
        match self.formula {
            Formula::Atan2Pi => self.count_half_turns(),
            _ => self.count_radians(),
        }
    }

    /// Those of angles in half turns. The only exact ones are 1/4 and 3/4 (Niven); what is hard because of 1/2, where the spacing is 2^(-p - 2) below and 2^(-p - 1)
    /// above, or because of 1, is next to an axis.
    fn count_half_turns(&self) -> Checked<Counts> {
        let all = self.numbers();
        let flat = self.count_flat(self.emin - self.precision - 1)?;
        let least = -self.precision - self.bits;
        let next = self.count_flat(least - 2)? + 2 * self.count_flat(least - 1)?;
        Ok(Counts { pairs: 2 * all * all - flat, exact: [2 * all, 0], next })
    }

    /// How many pairs of positive numbers have an angle below 2^t half turns.
    fn count_flat(&self, t: i32) -> Checked<u64> {
        let (half, tangent) = (self.half(), self.tangent(t));
        let parts = spread(half, "pairs counted again", |index, met: &mut u64| {
            *met += self.flatter(half + index, &tangent)?;
            Ok(())
        })?;
        Ok(parts.into_iter().sum())
    }

    /// How many numbers y are below x times a tangent, for all x with a significand. For no x below all normal numbers there are any, as the tangent is below 2^-p.
    fn flatter(&self, x: u64, tangent: &Interval) -> Checked<u64> {
        let product = tangent.mul(&Interval::int(x as i32, tangent.prec()));
        // To p bits.
        let down = product.lo.get_exp().unwrap_or_default() - self.precision;
        let ceiling =
            |end: &Float| Float::with_val(tangent.prec(), end >> down).ceil().to_integer();
        let (low, high) = (ceiling(&product.lo), ceiling(&product.hi));
        match low.filter(|low| Some(low) == high.as_ref()).and_then(|own| own.to_u64()) {
            Some(ceiling) => Ok(self.places().map(|place| self.below(ceiling, place + down)).sum()),
            None => cannot!("a number is too close to an angle's tangent: please report it"),
        }
    }

    /// Those of angles in radians. By the theorem of Lindemann and Weierstrass, none is exact.
    fn count_radians(&self) -> Checked<Counts> {
        let half = self.half();
        let what = "pairs counted again";
        let parts = spread(half, what, |index, met: &mut [u64; 2]| {
            met[0] += self.flat(half + index);
            met[1] += self.next_to_quotient(2 * index + 1)?;
            Ok(())
        })?;
        let sum = |i: usize| parts.iter().map(|own| own[i]).sum::<u64>();
        let all = self.numbers();
        Ok(Counts { pairs: 2 * all * all - sum(0), exact: [0, 0], next: sum(1) })
    }

    /// How many y have an angle below half of the least breakpoint, 2^t, for all x with a significand: those with y ≤ x·2^t, because the next quotient is
    /// larger than the tangent of 2^t, which is less than 2^(3t) above. For no x below all normal numbers there are any.
    fn flat(&self, x: u64) -> u64 {
        let t = self.emin - self.precision - 1;
        // As many as are below x·2^t, and it itself if it is a number.
        let of = |place: i32| {
            let place = place + t;
            let is_number = match self.quantum() - place {
                off if off <= 0 => true,
                off => off <= x.trailing_zeros() as i32,
            };
            match place + self.precision > self.quantum() {
                true => self.below(x, place) + u64::from(is_number),
                false => 0,
            }
        };
        self.places().map(of).sum()
    }

    /// How many pairs have an angle as near to its quotient as cases are, that being a breakpoint with an odd significand.
    ///
    /// The angle of a quotient q is less than q³/3 below it, and almost as much. If it is so near for one, it is for a half of that.
    fn next_to_quotient(&self, odd: u64) -> Checked<u64> {
        let length = bits(odd as i64);
        // Odd multiples that keep p bits, by their lengths.
        let most = ((1u64 << self.precision) - 1) / odd;
        let up_to = |end: u64| end.min(most).div_ceil(2);
        let lengths = bits(most as i64);
        let multiples: Vec<(i32, u64)> =
            (1..=lengths).map(|n| (n, up_to((1 << n) - 1) - up_to((1 << (n - 1)) - 1))).collect();
        let mut sum = 0;
        for t in self.emin - self.precision..-self.precision - length + 1 {
            if !self.is_next_to_quotient(odd, t)? {
                break;
            }
            // x = X·2^a with X of n bits, and y = odd·X·2^(a + t).
            let scales = |n: i32| (self.emax + 2 - n - self.quantum() + t).max(0) as u64;
            sum += multiples.iter().map(|(n, count)| count * scales(*n)).sum::<u64>();
        }
        Ok(sum)
    }

    /// Whether the angle of odd·2^t is as near to that as cases are.
    fn is_next_to_quotient(&self, odd: u64, t: i32) -> Checked<bool> {
        // The spacing below the quotient.
        let top = t + bits(odd as i64) - 1 - i32::from(odd == 1);
        let unit = top.max(self.emin) - self.precision;
        let cube = (odd as f64).powi(3);
        let most = 3.0 * 2f64.powi((unit - self.bits - 3 * t).clamp(-1000, 1000));
        if cube < most * (1.0 - SHARE) || cube > most * (1.0 + SHARE) {
            return Ok(cube < most);
        }
        let scale = (self.quantum() - t).max(0);
        match (self.ordinal(1, scale), self.ordinal(odd as i64, t + scale)) {
            (Some(x), Some(y)) => Ok(self.judge(x, y)? == Truth::Next),
            // No pair has this quotient.
            _ => Ok(true),
        }
    }
}
