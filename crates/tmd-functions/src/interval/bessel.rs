//! The Bessel functions J and Y of the orders 0 and 1: enclosures, and Taylor series. (DLMF is the NIST Digital Library
//! of Mathematical Functions; Watson is G. N. Watson, *A Treatise on the Theory of Bessel Functions*, 2nd edition, 1944.)
//!
//! Both satisfy x·C_0'' + C_0' + x·C_0 = 0 (DLMF 10.2.1) and C_0' = -C_1. So the Taylor coefficients c_k of C_0 at x, by which
//! those of C_1 are -(k+1)·c_(k+1), satisfy
//!
//! ```text
//!  (k+1)·(k+2)·c_(k+2) = -(((k+1)²·c_(k+1) + c_(k-1))/x + c_k).
//! ```
//!
//! For Y nothing cancels near 0, where the first term outweighs the others. For J all would, up to some |x|; there (DLMF
//! 10.6.7, with J_(-m) = (-1)^m·J_m, DLMF 10.4.1)
//!
//! ```text
//!  J_n^(k)(x) = 2^-k·Σ_(i=0..k) (-1)^i·C(k, i)·J_(n-k+2i)(x)
//! ```
//!
//! gives them from values that MPFR has: the terms of the least |n-k+2i| outweigh the others, and the two such terms have
//! the same sign. Over an interval with the middle m, Taylor's theorem shifts the coefficients: for every N
//!
//! ```text
//!  c_k(x) = Σ_(j<N) C(k+j, j)·c_(k+j)(m)·(x - m)^j + C(k+N, N)·c_(k+N)(ξ)·(x - m)^N,  ξ between x and m.
//! ```
//!
//! N is tried from 1 on, up to a limit, until the last term is small enough, and the intersection of what is found is taken.
//! The last term needs bounds that hold everywhere:
//!
//! - |J_n^(k)(x)| <= 1, as J_n(x) = (1/π)·∫_0^π cos(nθ - x·sin θ) dθ (DLMF 10.9.2), differentiated below the integral.
//! - |Y_m(x)| <= M_m(x) = √(J_m(x)² + Y_m(x)²), which falls for x > 0: M_m(x)² = (8/π²)·∫_0^∞ K_0(2x·sinh t)·cosh(2mt) dt
//!   (Nicholson's integral, Watson 13.73, DLMF 10.9.30), and K_0 falls. So M_0 and M_1 at the lower end of an interval bound
//!   c_0 and c_1 of Y_0 all over it. The recurrence, with the sizes of all its terms added, bounds the others: 1/x falls, too.
//! - M_0² and M_1² have an asymptotic series, 2/(πx)·(1 - 1/(8x²) + …) and 2/(πx)·(1 + 3/(8x²) - …), whose remainder is
//!   smaller than the first term left out, and has its sign (Watson 13.75, DLMF 10.18.17 and 10.18(iii)).

use std::cmp::Ordering;
use std::num::NonZeroU32;

use rug::float::Round;
use rug::ops::AssignRound;
use rug::{Float, Integer};

use super::{EvalCause, EvalError, Interval, Series, ends};

/// Bits beyond those of the argument, for what the sums lose.
const GUARD_BITS: u32 = 32;
/// Bits beyond those of a value of Y that MPFR is asked for, whose last one is not relied on: for small arguments MPFR
/// (4.2.2, `mpfr_yn`) rounds the two ends of its own enclosure of Y_0 inwards.
const MARGIN_BITS: u32 = 16;
/// Bits that a step from one order to the next can lose.
const LOSS_BITS: u32 = 2;
/// Precision of bounds.
const BOUND_BITS: u32 = 64;
/// Beyond this binary exponent of the argument only bounds are known: the reduction of the argument
/// would need as many bits.
const MAX_EXPONENT: i32 = 1 << 16;

/// How many terms of the shift are taken where the radius is not small.
const MANY_TERMS: usize = 20;
/// How many are where it is below 2^-[`SMALL_BITS`].
const FEW_TERMS: usize = 4;
/// See [`FEW_TERMS`].
const SMALL_BITS: u32 = 10;
/// Terms that are left out are small enough if they are below 2^-`ENOUGH_BITS` of what is there.
const ENOUGH_BITS: u32 = 40;
/// Bounds of M_m are simple from here on.
const LEAST_FAR: u32 = 4;
/// The radius from which on all terms say less than the bounds.
const LARGEST_RADIUS: u32 = 8;

/// A solution of Bessel's equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// J.
    First,
    /// Y, for positive numbers.
    Second,
}

/// One of the functions.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bessel {
    kind: Kind,
    /// 0 or 1.
    order: u32,
    /// There is no turning point in (0, x] for this x, which is next to the first one (M. Abramowitz and I. A. Stegun,
    /// *Handbook of Mathematical Functions*, 1964, table 9.5; J_0' = -J_1 and Y_0' = -Y_1).
    unturned: f64,
    /// An enclosure of all values. For J these are 1 and the value at the first turning point, widened: at later ones
    /// |J| is smaller, as y² + y'²/(1 - n²/x²) falls for x > n, by Bessel's equation.
    range: (f64, f64),
}

const J0: Bessel =
    Bessel { kind: Kind::First, order: 0, unturned: 3.8317, range: (-0.402_76, 1.0) };
const J1: Bessel =
    Bessel { kind: Kind::First, order: 1, unturned: 1.8411, range: (-0.581_87, 0.581_87) };
const Y0: Bessel = Bessel {
    kind: Kind::Second,
    order: 0,
    unturned: 2.1971,
    range: (f64::NEG_INFINITY, f64::INFINITY),
};
const Y1: Bessel = Bessel {
    kind: Kind::Second,
    order: 1,
    unturned: 3.6830,
    range: (f64::NEG_INFINITY, f64::INFINITY),
};

impl Kind {
    /// The function of the order `m` at a number of at most [`MAX_EXPONENT`], positive for Y.
    fn at(self, m: u32, x: &Float, prec: u32) -> Interval {
        let name = match self {
            Kind::First => "jn",
            Kind::Second => "yn",
        };
        ends::kept((name, m), x, prec).unwrap_or_else(|| {
            let value = self.anew_at(m, x, prec);
            ends::keep((name, m), x, prec, &value);
            value
        })
    }

    fn anew_at(self, m: u32, x: &Float, prec: u32) -> Interval {
        // No order comes near 2^31.
        let m = m as i32;
        match self {
            Kind::First => {
                let (lo, order) = Float::with_val_round(prec, x.jn_ref(m), Round::Down);
                let mut hi = lo.clone();
                if order != Ordering::Equal {
                    hi.next_up();
                }
                Interval { lo, hi }
            }
            Kind::Second => {
                let mut lo = Float::with_val(prec + MARGIN_BITS, x.yn_ref(m));
                let mut hi = lo.clone();
                lo.next_down();
                hi.next_up();
                Interval { lo, hi }.at_prec(prec)
            }
        }
    }
}

/// C_m for m = 0 .. `count` at a number of at most [`MAX_EXPONENT`], positive for Y, by
/// C_(m+1) = (2m/x)·C_m - C_(m-1) (DLMF 10.6.1). J falls with m beyond |x|, and what errors there are would
/// not fall with it; there the recurrence is used from the largest orders down.
fn values(kind: Kind, x: &Float, count: usize, prec: u32) -> Vec<Interval> {
    let orders = 0..count as u32;
    let wide = prec + LOSS_BITS * orders.end;
    let at_x = Interval::of_ends(wide, x, x);
    let Ok(twice_over) = Interval::one(wide).mul_i64(2).div(&at_x) else {
        return orders.map(|m| kind.at(m, x, prec)).collect();
    };
    // C_(m+1) or C_(m-1), from the two before it.
    let next = |last: &Interval, m: u32, before: &Interval| {
        last.mul(&twice_over).mul_i64(i64::from(m)).sub(before)
    };
    let mut list: Vec<Interval> = vec![];
    if kind == Kind::First && x.clone().abs() < orders.end {
        for m in orders.rev() {
            list.push(match list.as_slice() {
                [.., before, last] if m > 1 => next(last, m + 1, before),
                // Those that are asked for most are as narrow as they can be.
                _ if m <= 1 => kind.at(m, x, prec),
                _ => kind.at(m, x, wide),
            });
        }
        list.reverse();
    } else {
        for m in orders {
            list.push(match list.as_slice() {
                [.., before, last] => next(last, m - 1, before),
                _ => kind.at(m, x, wide),
            });
        }
    }
    list.iter().map(|value| value.at_prec(prec)).collect()
}

/// Upper bounds of M_0 and M_1 from `x` > 0 on.
fn moduli(x: &Float) -> [Float; 2] {
    // Where M falls, an earlier argument is as good.
    let limit = Float::with_val(BOUND_BITS, 1) << (MAX_EXPONENT - 1);
    let x = Float::with_val_round(BOUND_BITS, x, Round::Down).0.min(&limit);
    let root = |square: &Interval| up(square.hi.sqrt_ref());
    if x >= LEAST_FAR {
        let at = Interval::of_ends(BOUND_BITS, &x, &x);
        let one = Interval::one(BOUND_BITS);
        let usual = one.mul_i64(2).div(&Interval::pi(BOUND_BITS).mul(&at));
        let more = one.mul_i64(3).div(&at.sqr().mul_i64(8));
        if let (Ok(usual), Ok(more)) = (usual, more) {
            return [root(&usual), root(&usual.mul(&one.add(&more)))];
        }
    }
    [0, 1].map(|m| {
        let square = |kind: Kind| kind.at(m, &x, BOUND_BITS).sqr();
        root(&square(Kind::First).add(&square(Kind::Second)))
    })
}

/// A bound, rounded up.
fn up<T>(value: T) -> Float
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    Float::with_val_round(BOUND_BITS, value, Round::Up).0
}

/// [-`size`, `size`].
fn around_zero(size: &Float, prec: u32) -> Interval {
    Interval::of_ends(prec, &Float::with_val(size.prec(), -size), size)
}

/// An interval with no more bits than tell something. Next to 0 all do: J is so nearly a constant or a multiple of x there that
/// what the interval's width makes of it is less than any rounding.
fn telling(x: &Interval) -> Interval {
    if x.mig() >= 1 { x.telling() } else { x.clone() }
}

fn is_near(x: &Float) -> bool {
    x.is_finite() && x.get_exp().is_none_or(|exponent| exponent <= MAX_EXPONENT)
}

/// C(n, k) for n below this are tabulated.
const FEW_BINOMIALS: usize = 64;

/// Pascal's triangle. C(63, 31) is below 2^60.
static BINOMIALS: [[i64; FEW_BINOMIALS]; FEW_BINOMIALS] = {
    let mut table = [[0; FEW_BINOMIALS]; FEW_BINOMIALS];
    let mut n = 0;
    while n < FEW_BINOMIALS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// A number times C(n, k).
fn times_binomial(value: &Interval, n: usize, k: usize) -> Interval {
    match BINOMIALS.get(n).and_then(|row| row.get(k)) {
        Some(small) => value.mul_i64(*small),
        None => {
            // Orders are far below 2^32.
            let large = Integer::from(Integer::binomial_u(n as u32, k as u32));
            Interval::from_integer(&large, value.prec()).mul(value)
        }
    }
}

/// 1/k!.
fn over_factorial(k: usize, prec: u32) -> Interval {
    let factorial = Integer::from(Integer::factorial(k as u32));
    Interval::from_rational(&rug::Rational::from((1, factorial)), prec)
}

impl Bessel {
    /// The image of an interval, of positive numbers for Y; by an enclosure of the derivative, if there is one already.
    fn image(self, x: &Interval, slope: Option<&Interval>) -> Interval {
        let prec = x.prec();
        // J_0 is even.
        let x = if self == J0 { x.abs() } else { x.clone() };
        let x = telling(&x);
        let image = self.image_of_ends(&x, slope).unwrap_or_else(|| self.image_by_terms(&x));
        self.in_range(image.at_prec(prec))
    }

    /// Values of an enclosure that the function can have.
    fn in_range(self, image: Interval) -> Interval {
        let prec = image.prec();
        let (least, largest) = self.range;
        let range = Interval {
            lo: Float::with_val_round(prec, least, Round::Down).0,
            hi: Float::with_val_round(prec, largest, Round::Up).0,
        };
        image.intersect(&range).unwrap_or(image)
    }

    /// The image, where the function is known to rise or to fall all the way.
    fn image_of_ends(self, x: &Interval, slope: Option<&Interval>) -> Option<Interval> {
        let keeps_sign = |slope: &Interval| slope.lo >= 0 || slope.hi <= 0;
        let is_known = is_near(&x.mag())
            && (x.is_point()
                || x.mag() <= self.unturned
                || slope.map_or_else(
                    || keeps_sign(&self.coefficients(&x.at_prec(x.prec() + GUARD_BITS), 1)[1]),
                    keeps_sign,
                ));
        let at = |end: &Float| self.kind.at(self.order, end, x.prec());
        is_known.then(|| if x.is_point() { at(&x.lo) } else { at(&x.lo).hull(&at(&x.hi)) })
    }

    /// An enclosure of the image.
    fn image_by_terms(self, x: &Interval) -> Interval {
        let prec = x.prec();
        let image = self.coefficients(&x.at_prec(prec + GUARD_BITS), 0)[0].at_prec(prec);
        let nearest = x.mig();
        if nearest.is_zero() {
            return image;
        }
        // |J| is below M, too.
        let bound = around_zero(&moduli(&nearest)[self.order as usize], prec);
        image.intersect(&bound).unwrap_or(image)
    }

    /// The Taylor coefficients 0 ..= `order` over an interval, of positive numbers for Y.
    fn coefficients(self, x: &Interval, order: usize) -> Vec<Interval> {
        let prec = x.prec();
        if x.is_point() && is_near(&x.lo) {
            return self.at_number(&x.lo, order, prec);
        }
        let terms = self.terms(x);
        let bounds = self.bounds(x, order + terms);
        if terms == 0 {
            return bounds.iter().map(|size| around_zero(size, prec)).collect();
        }
        let middle = x.mid();
        let offset = x.sub(&Interval::of_ends(prec, &middle, &middle));
        let radius = up(offset.mag());
        let mut powers = vec![Interval::one(prec)];
        let mut sizes = vec![Float::with_val(BOUND_BITS, 1)];
        for j in 1..=terms {
            // Even powers are not negative.
            let previous = &powers[j / 2];
            powers.push(if j % 2 == 0 { previous.sqr() } else { powers[j - 1].mul(&offset) });
            sizes.push(up(&sizes[j - 1] * &radius));
        }
        let at_middle = self.at_number(&middle, order + terms - 1, prec);
        let shifted = |k: usize| {
            let mut best = around_zero(&bounds[k], prec);
            let mut least: Option<Float> = None;
            let mut sum = Interval::zero(prec);
            for j in 0..terms {
                sum.accumulate(&times_binomial(&at_middle[k + j], k + j, j).mul(&powers[j]));
                let rest = up(&bounds[k + j + 1] * &sizes[j + 1]);
                let rest = times_binomial(&around_zero(&rest, BOUND_BITS), k + j + 1, j + 1);
                if least.as_ref().is_none_or(|least| rest.hi < *least) {
                    best = best.intersect(&sum.add(&rest)).unwrap_or(best);
                    least = Some(rest.hi.clone());
                }
                if rest.hi << ENOUGH_BITS <= sum.width() {
                    break;
                }
            }
            best
        };
        (0..=order).map(shifted).collect()
    }

    /// How many terms the shift from the middle takes; 0 where it is of no use.
    fn terms(self, x: &Interval) -> usize {
        if x.is_point() {
            return if is_near(&x.lo) { 1 } else { 0 };
        }
        // What Taylor series of Y count by is the distance to 0, where that is small.
        let one = Float::with_val(BOUND_BITS, 1);
        let unit = match self.kind {
            Kind::First => one,
            Kind::Second => Float::with_val(BOUND_BITS, &x.lo).min(&one),
        };
        let radius = x.width() / 2u32;
        if !is_near(&x.mag()) || radius >= unit.clone() * LARGEST_RADIUS {
            0
        } else if radius < unit >> SMALL_BITS {
            FEW_TERMS
        } else {
            MANY_TERMS
        }
    }

    /// Upper bounds of the sizes of the Taylor coefficients 0 ..= `order` all over the interval.
    fn bounds(self, x: &Interval, order: usize) -> Vec<Float> {
        let one = Float::with_val(BOUND_BITS, 1);
        let divided = |size: &Float, by: usize| up(size / by as u64);
        match self.kind {
            Kind::First => {
                let next = |(k, size): &(usize, Float)| Some((k + 1, divided(size, k + 1)));
                let all = std::iter::successors(Some((0, one)), next);
                all.map(|(_, size)| size).take(order + 1).collect()
            }
            Kind::Second => {
                let n = self.order as usize;
                let nearest = Float::with_val_round(BOUND_BITS, &x.lo, Round::Down).0;
                let mut zero = Vec::from(moduli(&x.lo));
                for k in 0..(n + order).saturating_sub(1) {
                    let mut near = up(&zero[k + 1] * (k as u64 + 1).pow(2));
                    if let Some(before) = k.checked_sub(1) {
                        near = up(&near + &zero[before]);
                    }
                    let near = up(&near / &nearest);
                    zero.push(divided(&up(&near + &zero[k]), (k + 1) * (k + 2)));
                }
                match n {
                    0 => zero.truncate(order + 1),
                    _ => zero = (1..=order + 1).map(|k| up(&zero[k] * k as u64)).collect(),
                }
                zero
            }
        }
    }

    /// The Taylor coefficients 0 ..= `order` at a number.
    fn at_number(self, x: &Float, order: usize, prec: u32) -> Vec<Interval> {
        let needed = self.needed(order);
        if self.kind == Kind::First && x.clone().abs() < needed as u64 {
            return self.combine(&values(self.kind, x, needed, prec), order, prec);
        }
        let inverse = Interval::one(prec).div(&Interval::of_ends(prec, x, x));
        let Ok(inverse) = inverse else {
            return self.combine(&values(self.kind, x, needed, prec), order, prec);
        };
        let n = self.order as usize;
        let mut zero = vec![self.kind.at(0, x, prec), self.kind.at(1, x, prec).neg()];
        for k in 0..(n + order).saturating_sub(1) {
            let square = (k as i64 + 1).pow(2);
            let mut near = zero[k + 1].mul_i64(square);
            if let Some(before) = k.checked_sub(1) {
                near.accumulate(&zero[before]);
            }
            let mut sum = near.mul(&inverse);
            sum.accumulate(&zero[k]);
            // Orders are far below 2^16.
            let divisor = NonZeroU32::MIN.saturating_add(((k + 1) * (k + 2)) as u32 - 1);
            zero.push(sum.neg().div_u32(divisor));
        }
        match n {
            0 => zero.truncate(order + 1),
            _ => zero = (1..=order + 1).map(|k| zero[k].mul_i64(-(k as i64))).collect(),
        }
        zero
    }

    /// How many of C_0, C_1, … the coefficients 0 ..= `order` are made of.
    fn needed(self, order: usize) -> usize {
        self.order as usize + order + 1
    }

    /// 2^-k/k!·Σ_(i=0..k) (-1)^i·C(k, i)·C_(n-k+2i) for k = 0 ..= `order`, from C_0, C_1, …
    fn combine(self, values: &[Interval], order: usize, prec: u32) -> Vec<Interval> {
        let n = self.order as usize;
        let coefficient = |k: usize| {
            let mut sum = Interval::zero(prec);
            for i in 0..=k {
                let m = (n + 2 * i).abs_diff(k);
                let is_mirrored = n + 2 * i < k;
                let is_negative = (i % 2 == 1) != (is_mirrored && m % 2 == 1);
                let term = times_binomial(&values[m], k, i);
                sum.accumulate(&if is_negative { term.neg() } else { term });
            }
            // k is far below 2^31.
            sum.mul(&over_factorial(k, prec)).shifted(-(k as i32))
        };
        (0..=order).map(coefficient).collect()
    }

    /// The composition with a series, whose value is positive for Y.
    fn series(self, u: &Series) -> Series {
        let prec = u.value().prec();
        let bits = telling(u.value()).prec() + GUARD_BITS;
        let argument = u.map(|c| c.at_prec(bits));
        let outer = self.coefficients(argument.value(), u.order());
        // Over short intervals the polynomial tells as much as the ends.
        let is_short = (1..=FEW_TERMS).contains(&self.terms(argument.value()));
        let value = match outer.first().filter(|_| is_short) {
            Some(value) => self.in_range(value.at_prec(prec)),
            None => self.image(u.value(), outer.get(1)),
        };
        argument.compose(&outer).map(|c| c.at_prec(prec)).with_value(value)
    }
}

impl Interval {
    /// J_0, the Bessel function of the first kind.
    pub fn j0(&self) -> Interval {
        J0.image(self, None)
    }

    /// J_1.
    pub fn j1(&self) -> Interval {
        J1.image(self, None)
    }

    /// Y_0, the Bessel function of the second kind.
    ///
    /// # Errors
    /// If a number inside is 0 or negative.
    pub fn y0(&self) -> Result<Interval, EvalError> {
        self.inside(self.lo > 0, "y0", EvalCause::NotPositive)?;
        Ok(Y0.image(self, None))
    }

    /// Y_1.
    ///
    /// # Errors
    /// If a number inside is 0 or negative.
    pub fn y1(&self) -> Result<Interval, EvalError> {
        self.inside(self.lo > 0, "y1", EvalCause::NotPositive)?;
        Ok(Y1.image(self, None))
    }
}

impl Series {
    /// J_0(u).
    pub fn j0(&self) -> Series {
        J0.series(self)
    }

    /// J_1(u).
    pub fn j1(&self) -> Series {
        J1.series(self)
    }

    /// Y_0(u).
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn y0(&self) -> Result<Series, EvalError> {
        self.value().inside(self.value().lo > 0, "y0", EvalCause::NotPositive)?;
        Ok(Y0.series(self))
    }

    /// Y_1(u).
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn y1(&self) -> Result<Series, EvalError> {
        self.value().inside(self.value().lo > 0, "y1", EvalCause::NotPositive)?;
        Ok(Y1.series(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;

    const ALL: [Bessel; 4] = [J0, J1, Y0, Y1];
    const ORDER: usize = 16;
    const ARGUMENTS: [f64; 14] =
        [1e-300, 1e-6, 0.3, 1.0, 2.75, 3.8317059, 5.5, 17.0, 33.3, 100.25, 811.0, 1e5, 1e9, 1e300];

    /// The value at `x`, from MPFR.
    fn value(function: Bessel, x: &Float) -> Float {
        match function.kind {
            Kind::First => x.clone().jn(function.order as i32),
            Kind::Second => x.clone().yn(function.order as i32),
        }
    }

    fn point(x: f64, prec: u32) -> Interval {
        Interval::from_f64(x, prec).unwrap()
    }

    fn one(prec: u32) -> Float {
        Float::with_val(prec, 1)
    }

    /// The coefficients of the derivative.
    fn derivative(series: &Series) -> Vec<Interval> {
        let all = series.coefficients().iter().enumerate();
        all.skip(1).map(|(k, c)| c.mul_i64(k as i64)).collect()
    }

    /// An interval where Y is defined: narrow, wide, near 0, around the first turning points, far.
    fn sample(random: &mut Random) -> Interval {
        let a = match random.below(4) {
            0 => random.between(-30.0, 1.0).exp2(),
            1 => random.between(0.0, 6.0),
            2 => random.between(1.0, 60.0),
            _ => random.between(0.0, 40.0).exp2(),
        };
        let width = match random.below(5) {
            0 => 0.0,
            1 => a * 1e-12,
            2 => random.between(0.0, a.min(1.0) * 0.1),
            3 => random.between(0.0, a.min(2.0)),
            _ => random.between(0.0, 20.0),
        };
        interval(a, a + width)
    }

    #[test]
    fn enclosures_contain_point_values() {
        let mut random = Random::new(81);
        let mut monotone = 0;
        for _ in 0..1500 {
            let x = sample(&mut random);
            let mirrored = [x.clone(), x.neg(), x.neg().hull(&x), random.interval()];
            for function in ALL {
                let count = if function.kind == Kind::First { 4 } else { 1 };
                for x in &mirrored[..count] {
                    let image = function.image(x, None);
                    monotone += usize::from(function.image_of_ends(x, None).is_some());
                    for at in [random.inside(x), random.inside(x), x.lo.clone(), x.hi.clone()] {
                        let want = value(function, &Float::with_val(200, &at));
                        assert!(image.contains(&want), "{function:?} {x}: {image} {at}");
                    }
                }
            }
        }
        assert!(monotone > 3000 && monotone < 14_000, "{monotone}");
    }

    /// Σ_i (-1)^i·(x/2)^(2i+m)/(i!·(i+m)!) (DLMF 10.2.2).
    fn power_series(m: usize, x: f64, prec: u32) -> Float {
        let half = Float::with_val(prec, x) / 2u32;
        let mut term = one(prec);
        for i in 1..=m {
            term = term * &half / i as u32;
        }
        let square = -half.square();
        let mut sum = term.clone();
        for i in 1..2000 {
            term = term * &square / i / (i + m as u32);
            sum += &term;
        }
        sum
    }

    /// No belief in MPFR: J from its power series, and Y from J_(m+1)·Y_m - J_m·Y_(m+1) = 2/(πx) (DLMF 10.5.2).
    #[test]
    fn values_of_all_orders_are_right() {
        for x in ARGUMENTS.into_iter().filter(|x| *x < 900.0) {
            for prec in [64, 150, 700] {
                let at = Float::with_val(53, x);
                let j = values(Kind::First, &at, 40, prec);
                let y = values(Kind::Second, &at, 40, prec);
                for (m, value) in j.iter().enumerate() {
                    let want = power_series(m, x, 4000);
                    assert!(value.contains(&want), "J_{m}({x}): {value} {want:.20}");
                    let limit = want.abs() >> (prec - 3);
                    let recurred = one(prec) >> (prec - 1);
                    let least = if x < 40.0 { limit } else { limit + recurred };
                    assert!(value.width() <= least, "J_{m}({x}): {value} {:.5}", value.width());
                }
                let want = Interval::one(prec).mul_i64(2).div(&Interval::pi(prec)).unwrap();
                let want = want.div(&point(x, prec)).unwrap();
                for m in 0..39 {
                    let wronskian = j[m + 1].mul(&y[m]).sub(&j[m].mul(&y[m + 1]));
                    assert!(wronskian.intersect(&want).is_some(), "{m} {x}: {wronskian} {want}");
                    let size = Float::with_val(60, want.mag() * (x + m as f64 + 2.0));
                    assert!(wronskian.width() <= size >> (prec - 8), "{m} {x} {prec}: {wronskian}");
                    let mpfr = Float::with_val(prec + 60, at.yn_ref(m as i32));
                    assert!(y[m].contains(&mpfr), "Y_{m}({x}): {} {mpfr}", y[m]);
                }
            }
        }
    }

    /// Falling, and never below the function, to its right.
    #[test]
    fn moduli_bound_what_comes_after() {
        let mut random = Random::new(82);
        for _ in 0..300 {
            let x = random.between(-10.0, 12.0).exp2();
            let later = Float::with_val(53, x * (1.0 + random.unit() * 3.0));
            let list = moduli(&Float::with_val(53, x));
            for (m, bound) in list.iter().enumerate() {
                let j = Float::with_val(80, later.jn_ref(m as i32));
                let y = Float::with_val(80, later.yn_ref(m as i32));
                assert!(*bound >= j.hypot(&y), "{m} {x} {later}");
            }
            // M_0(x) is nearly √(2/(πx)) for large x.
            let usual = (2.0 / std::f64::consts::PI / x).sqrt();
            assert!(x < 1.0 || (list[0].to_f64() / usual - 1.0).abs() < 0.1, "{x} {:.5}", list[0]);
        }
    }

    #[test]
    fn first_turning_points() {
        for function in ALL {
            let slope = |x: f64| function.at_number(&Float::with_val(53, x), 1, 80)[1].clone();
            let sign = slope(1.0).lo > 0;
            for i in 1..=1000 {
                let slope = slope(function.unturned * f64::from(i) / 1000.0);
                assert!(!slope.contains_zero() && (slope.lo > 0) == sign, "{function:?} {i}");
            }
            let after = slope(function.unturned + 2e-4);
            assert!(!after.contains_zero() && (after.lo > 0) != sign, "{function:?} {after}");
            let extremum = value(function, &Float::with_val(53, function.unturned)).to_f64();
            let (least, largest) = function.range;
            assert!(least < extremum && extremum < largest, "{function:?}");
            let is_tight = least.abs() - extremum.abs() < 1e-5;
            assert!(function.kind == Kind::Second || is_tight, "{function:?} {extremum}");
        }
    }

    /// x²·y'' + x·y' + (x² - n²)·y = 0 (DLMF 10.2.1), and C_0' = -C_1.
    #[test]
    fn the_equation_holds_in_every_coefficient() {
        for prec in [100, 300, 1200] {
            for x in ARGUMENTS {
                let v = Series::variable(&point(x, prec), ORDER);
                for [zero, one] in [[J0, J1], [Y0, Y1]] {
                    let (c0, c1) = (zero.series(&v), one.series(&v));
                    for (k, slope) in derivative(&c0).iter().enumerate() {
                        let minus = c1.coefficients()[k].neg();
                        assert!(slope.intersect(&minus).is_some(), "{x} {k}: {slope} {minus}");
                        let far = slope.sub(&minus).width();
                        let size = minus.mag() >> (prec - 6);
                        let absolute = over_factorial(k, prec).hi >> (prec + 10);
                        assert!(far <= size + absolute, "{zero:?} {x} {k} {prec}: {slope} {minus}");
                    }
                    for function in [zero, one] {
                        let y = function.series(&v);
                        let of = |k: usize| y.coefficients()[k].clone();
                        let n = i64::from(function.order);
                        let x = point(x, prec);
                        for k in 2..=ORDER - 2 {
                            // Coefficient k of the equation, with x + t for x.
                            let i = k as i64;
                            let terms = [
                                x.sqr().mul(&of(k + 2)).mul_i64((i + 2) * (i + 1)),
                                x.mul(&of(k + 1)).mul_i64((2 * i + 1) * (i + 1)),
                                of(k).mul_i64(i * i - n * n),
                                x.sqr().mul(&of(k)),
                                x.mul(&of(k - 1)).mul_i64(2),
                                of(k - 2),
                            ];
                            let zero = Interval::zero(prec);
                            let sum = terms.iter().fold(zero, |sum, term| sum.add(term));
                            let sizes = terms.iter().map(|term| term.mag());
                            let size = sizes.fold(Float::new(prec), |a, b| a.max(&b));
                            assert!(sum.contains_zero(), "{function:?} {x} {k}: {sum}");
                            let limit = size >> (prec - 8);
                            assert!(sum.width() <= limit, "{function:?} {x} {k} {prec}: {sum}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn coefficients_at_zero() {
        for prec in [60, 400] {
            let v = Series::variable(&Interval::zero(prec), ORDER);
            let (j0, j1) = (v.j0(), v.j1());
            for k in 0..=ORDER {
                let i = (k / 2) as u32;
                let factorial = |k: u32| Integer::from(Integer::factorial(k));
                let sign = if i.is_multiple_of(2) { 1 } else { -1 };
                // The power series, coefficient for coefficient.
                let even = rug::Rational::from((sign, (factorial(i) * factorial(i)) << (2 * i)));
                let odd =
                    rug::Rational::from((sign, (factorial(i) * factorial(i + 1)) << (2 * i + 1)));
                let nothing = rug::Rational::new();
                let (even, odd) = if k % 2 == 0 { (even, nothing) } else { (nothing, odd) };
                for (c, want) in [(&j0.coefficients()[k], even), (&j1.coefficients()[k], odd)] {
                    assert!(c.contains_rational(&want), "{k}: {c} {want}");
                    assert!(c.width() <= c.mag() >> (prec - 2), "{k}: {c}");
                }
            }
            assert_eq!(*j0.value(), Interval::one(prec));
            assert_eq!(*j1.value(), Interval::zero(prec));
        }
    }

    /// Numerically, by derivatives from MPFR: f(x + h) from the polynomial at x.
    #[test]
    fn polynomials_agree_with_values() {
        for function in ALL {
            for x in [0.75, 3.0, 30.0, 1234.5] {
                let prec = 200;
                let series = function.series(&Series::variable(&point(x, prec), 40));
                let step = point(1.0 / 256.0, prec);
                let mut sum = Interval::zero(prec);
                for c in series.coefficients().iter().rev() {
                    sum = sum.mul(&step).add(c);
                }
                let want = value(function, &Float::with_val(prec, x + 1.0 / 256.0));
                let error = Float::with_val(prec, sum.mid() - &want).abs();
                assert!(error < one(10) >> 185, "{function:?} {x}: {sum} {want} {error:.5}");
            }
        }
    }

    #[test]
    fn values_at_points_are_tight() {
        for prec in [24, 53, 100, 1000] {
            for x in ARGUMENTS {
                for function in ALL {
                    let Ok(x) = Interval::new(Float::with_val(prec, x), Float::with_val(prec, x))
                    else {
                        panic!("{x}")
                    };
                    let image = function.image(&x, None);
                    let mut next = image.lo.clone();
                    next.next_up();
                    assert!(image.hi <= next, "{function:?} {x}: {image}");
                }
            }
        }
    }

    /// With the bits that tell something, images and coefficients of intervals with more contain what points have by MPFR.
    #[test]
    fn fewer_bits_are_enough_for_wide_intervals() {
        let mut random = Random::new(85);
        let mut fewer = 0;
        for round in 0..400 {
            let function = ALL[round % 4];
            let exact = sample(&mut random);
            let x = exact.at_prec(149);
            fewer += usize::from(x.telling().prec() < 149);
            assert_eq!(x.telling(), exact);
            let image = function.image(&x, None);
            let wide = function.series(&Series::variable(&x, 8));
            assert!(image.prec() == 149 && wide.coefficients().iter().all(|c| c.prec() == 149));
            for at in [random.inside(&x), x.lo.clone(), x.hi.clone()] {
                let want = value(function, &Float::with_val(300, &at));
                assert!(image.contains(&want), "{function:?} {x}: {image} {at}");
                let narrow = function.at_number(&at, 8, 300);
                for (k, (w, n)) in wide.coefficients().iter().zip(&narrow).enumerate() {
                    assert!(w.encloses(n), "{function:?} {x} {k}: {w} {n}");
                }
            }
        }
        assert!(fewer > 200, "{fewer}");
    }

    /// J_1' = 1/2 - 3x²/16 + …, and J_0 = 1 - x²/4 + …: closed forms are found by how little these vary.
    #[test]
    fn all_bits_tell_something_next_to_zero() {
        let x = interval(2f64.powi(-300), 2f64.powi(-299)).at_prec(500);
        let series = |function: Bessel| function.series(&Series::variable(&x, 1));
        let slope = series(J1).coefficients()[1].clone();
        assert!(slope.width() <= one(60) >> 490, "{slope} {}", slope.width());
        let value = J0.image(&x, None);
        assert!(value.width() <= one(60) >> 490, "{value} {}", value.width());
    }

    /// Hardly wider than what many points give.
    #[test]
    fn images_of_narrow_intervals_are_narrow() {
        let mut random = Random::new(83);
        let mut largest = 0.0;
        for round in 0..400 {
            let function = ALL[round % 4];
            let a = match random.below(3) {
                0 => random.between(0.01, 20.0),
                1 => function.unturned - random.between(0.0, 0.1),
                _ => random.between(0.0, 30.0).exp2(),
            };
            let width = a.min(1.0) * random.between(-30.0, -1.0).exp2();
            let x = interval(a, a + width).at_prec(100);
            let image = function.image(&x, None);
            let mut hull: Option<Interval> = None;
            for i in 0..=50 {
                let step = Float::with_val(100, x.width() * i / 50u32);
                let at = Float::with_val(100, &x.lo + &step).min(&x.hi);
                let value = function.kind.at(function.order, &at, 100);
                hull = Some(hull.map_or(value.clone(), |hull| hull.hull(&value)));
            }
            let hull = hull.unwrap();
            assert!(image.encloses(&hull), "{function:?} {x}: {image} {hull}");
            let ratio = Float::with_val(60, image.width() / hull.width()).to_f64();
            largest = f64::max(largest, ratio);
            assert!(ratio < 3.5, "{function:?} {x}: {image} {hull} {ratio}");
        }
        assert!(largest > 1.01, "{largest}");
    }

    #[test]
    fn wide_coefficients_contain_those_of_every_point() {
        let mut random = Random::new(84);
        let mut ratios = vec![];
        for round in 0..200 {
            let function = ALL[round % 4];
            let mut x = sample(&mut random).at_prec(100);
            if function.kind == Kind::First && round % 3 == 0 {
                x = x.sub(&interval(0.5, 0.5));
            }
            let wide = function.series(&Series::variable(&x, ORDER));
            let mut hulls: Option<Vec<Interval>> = None;
            for i in 0..8 {
                let at = match i {
                    0 => x.lo.clone(),
                    1 => x.hi.clone(),
                    _ => random.inside(&x),
                };
                let at = Series::variable(&Interval::of_ends(250, &at, &at), ORDER);
                let narrow = function.series(&at);
                for (k, (w, n)) in wide.coefficients().iter().zip(narrow.coefficients()).enumerate()
                {
                    assert!(w.encloses(n), "{function:?} {x} {k}: {w} {n}");
                }
                let narrow = narrow.into_coefficients();
                hulls = Some(match hulls {
                    None => narrow,
                    Some(old) => old.iter().zip(&narrow).map(|(a, b)| a.hull(b)).collect(),
                });
            }
            let is_narrow = x.width() <= 0.3 && x.width() <= x.lo.clone() / 8u32 && x.width() > 0;
            for (w, hull) in wide.coefficients().iter().zip(hulls.unwrap()).take(5) {
                // Eight points make less than all of the image.
                if is_narrow {
                    ratios.push(Float::with_val(60, w.width() / hull.width()).to_f64());
                }
            }
        }
        ratios.sort_by(f64::total_cmp);
        let (middle, most) = (ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
        assert!(ratios.len() > 100 && middle < 1.5 && most < 30.0, "{middle} {most}");
    }

    /// (J_0(u))' = -J_1(u)·u'.
    #[test]
    fn compositions_follow_the_chain_rule() {
        for prec in [100, 300] {
            let v = Series::variable(&point(0.7, prec), ORDER);
            let u = v.exp().mul(&v.sin_cos().0.powi(2).unwrap());
            for [zero, one] in [[J0, J1], [Y0, Y1]] {
                let (c0, c1) = (zero.series(&u), one.series(&u));
                let (slope, inner) = (derivative(&c0), derivative(&u));
                for (k, slope) in slope.iter().enumerate() {
                    let products = (0..=k).map(|i| c1.coefficients()[k - i].mul(&inner[i]));
                    let sum = products.fold(Interval::zero(prec), |a, b| a.add(&b)).neg();
                    assert!(slope.intersect(&sum).is_some(), "{k}: {slope} {sum}");
                    let limit = one_plus(&sum.mag()) >> (prec - 40);
                    assert!(slope.width() < limit && sum.width() < limit, "{k}: {slope} {sum}");
                }
            }
        }
    }

    fn one_plus(x: &Float) -> Float {
        Float::with_val(x.prec(), x + 1u32)
    }

    #[test]
    fn far_and_wide_arguments_have_bounds() {
        let wide = interval(-1e9, 1e12);
        assert!(interval(-0.4028, 1.0).encloses(&wide.j0()));
        assert!(interval(-0.5819, 0.5819).encloses(&wide.j1()));
        let series = Series::variable(&wide, 4).j0();
        assert!(series.coefficients()[4].mag() < 0.042, "{}", series.coefficients()[4]);
        let positive = interval(1e-3, 1e300);
        assert!(positive.y0().unwrap().mag() < 5 && positive.y1().unwrap().mag() < 640);
        let far = Interval { lo: one(60) << 100_000, hi: (one(60) << 100_000) * 3u32 };
        let open = Interval { lo: one(60) << 9, hi: Float::with_val(60, f64::INFINITY) };
        for (x, limit) in [(far.clone(), 1e-300), (far.neg(), 1e-300), (open, 0.04)] {
            for function in ALL.into_iter().filter(|f| f.kind == Kind::First || x.lo > 0) {
                let image = function.image(&x, None);
                assert!(image.contains_zero() && image.mag() < limit, "{function:?} {x}: {image}");
                let series = function.series(&Series::variable(&x, 3));
                assert!(series.coefficients().iter().all(Interval::is_bounded));
            }
        }
        let far = Interval::of_ends(60, &far.lo, &far.lo);
        assert!(far.j1().mag() < 1e-300 && far.y0().unwrap().mag() < 1e-300);
        // Beyond all exponents.
        let tiny = one(60) >> 900_000_000u32;
        let tiny = Interval::of_ends(60, &tiny, &tiny);
        assert!(tiny.y1().unwrap().hi < -1e300 && tiny.j0().contains(&one(60)));
        let series = Series::variable(&tiny, 5).y1().unwrap();
        assert!(!series.coefficients()[5].is_bounded());
    }

    #[test]
    fn domains_end_where_they_should() {
        for x in [interval(0.0, 1.0), interval(-1.0, 1.0), interval(-2.0, -1.0)] {
            assert_eq!(x.y0().unwrap_err().cause, EvalCause::NotPositive);
            assert_eq!(x.y1().unwrap_err().cause, EvalCause::NotPositive);
            assert!(Series::variable(&x, 2).y0().is_err() && Series::variable(&x, 2).y1().is_err());
            assert!(x.j0().is_bounded() && Series::variable(&x, 2).j1().value().is_bounded());
        }
    }
}
