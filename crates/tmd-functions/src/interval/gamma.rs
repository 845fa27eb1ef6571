//! Γ and log |Γ|: enclosures, and Taylor series from (log Γ)' = ψ.
//!
//! Between two poles, and from 0 on, both |Γ| and log |Γ| are convex: (log |Γ|)'' = ψ' = Σ 1/(x + i)², which is
//! positive, and |Γ|'' = |Γ|·(ψ² + ψ') (NIST Digital Library of Mathematical Functions, 5.15.1). So the larger of
//! the values at the ends of an interval is the largest. The least is at an end too where ψ has one sign, and else
//! above each tangent. The tangent near the lowest point is nearly level: where exactly it touches matters
//! little, and need not be proved.

use std::cmp::Ordering;

use rug::float::Round;
use rug::ops::AssignRound;
use rug::{Float, Rational};

use super::lowest::lowest_point;
use super::{EvalCause, EvalError, Interval, Series, ends};

/// Bits beyond those of the argument, for what the sums lose.
const GUARD_BITS: u32 = 32;

/// Bits behind the point with which the zero of ψ between two poles is found for a first comparison.
const TURN_BITS: u32 = 64;
/// ψ' is not below this between two poles: 1/s² + 1/(1 - s)² is least in the middle.
const LEAST_SLOPE: i64 = 8;

/// How a convex function runs through an interval.
enum Trend {
    Rising,
    Falling,
    /// The lowest point may be inside.
    Turning,
}

/// |Γ(x)|.
fn gamma_size(x: &Float, prec: u32) -> Interval {
    let rounded = |x: &Float, prec| Float::with_val_round(prec, x.gamma_ref(), Round::Down);
    let value = ends::at("gamma", x, prec, rounded);
    if is_gamma_negative(x) { value.neg() } else { value }
}

/// log |Γ(x)|.
fn log_gamma(x: &Float, prec: u32) -> Interval {
    ends::at("lgamma", x, prec, |x, prec| {
        let mut result = (Float::new(prec), Ordering::Equal);
        let order = result.assign_round(x.ln_abs_gamma_ref(), Round::Down);
        (result.0, order)
    })
}

/// Γ is negative in (-1, 0), (-3, -2), …
fn is_gamma_negative(x: &Float) -> bool {
    let is_odd = || x.to_integer_round(Round::Down).is_some_and(|(floor, _)| floor.is_odd());
    *x < 0 && is_odd()
}

impl Interval {
    /// Γ.
    ///
    /// # Errors
    /// If there may be a pole inside.
    pub fn gamma(&self) -> Result<Interval, EvalError> {
        self.between_poles("gamma")?;
        let size = self.telling().convex(gamma_size, |size, digamma| size.mul(digamma))?;
        let size = size.at_prec(self.prec());
        Ok(if is_gamma_negative(&self.lo) { size.neg() } else { size })
    }

    /// log |Γ|.
    ///
    /// # Errors
    /// If there may be a pole inside.
    pub fn lgamma(&self) -> Result<Interval, EvalError> {
        self.between_poles("lgamma")?;
        let image = self.telling().convex(log_gamma, |_, digamma| digamma.clone())?;
        Ok(image.at_prec(self.prec()))
    }

    /// Refuses intervals that hold 0 or a negative integer.
    pub(super) fn between_poles(&self, operation: &'static str) -> Result<(), EvalError> {
        let is_free = self.lo > 0 || (self.hi < 0 && self.lo.clone().ceil() > self.hi);
        let refused = self.inside(is_free, operation, EvalCause::Pole);
        refused.map_err(|error| EvalError { gap: self.first_pole(), ..error })
    }

    /// The least of 0, -1, -2, … that is inside, if a lower end is known.
    fn first_pole(&self) -> Option<Rational> {
        let ceiling = self.lo.to_integer_round(Round::Up)?.0;
        Some(Rational::from(ceiling)).filter(|pole| *pole <= 0)
    }

    /// The image under a function that is convex between poles; its derivative, made from its value and ψ, has the
    /// sign of ψ.
    fn convex(
        &self,
        value: impl Fn(&Float, u32) -> Interval,
        slope: impl Fn(&Interval, &Interval) -> Interval,
    ) -> Result<Interval, EvalError> {
        let prec = self.prec();
        let hi = if self.is_point() {
            value(&self.lo, prec).hi
        } else {
            value(&self.lo, prec).hi.max(&value(&self.hi, prec).hi)
        };
        let lo = match self.trend()? {
            Trend::Rising => value(&self.lo, prec).lo,
            Trend::Falling => value(&self.hi, prec).lo,
            Trend::Turning => {
                // The point near 1.46 is between 1 and 2.
                let across = if self.lo > 0 { self.meet_one_to_two() } else { self.clone() };
                let (point, digamma) = lowest_point(&across.lo, prec + GUARD_BITS)?;
                let touched = value(point.lo(), point.prec());
                let rise = slope(&touched, &digamma).mul(&across.sub(&point));
                touched.add(&rise).at_prec(prec).lo
            }
        };
        Ok(Interval { lo, hi })
    }

    /// The part in [1, 2], for an interval that has numbers below 2 and above 1.
    fn meet_one_to_two(&self) -> Interval {
        let bound = |end: &Float| end.clone().clamp(&1, &2);
        Interval { lo: bound(&self.lo), hi: bound(&self.hi) }
    }

    /// Whether ψ has one sign all over an interval without poles. It rises there.
    fn trend(&self) -> Result<Trend, EvalError> {
        // ψ(1) = -γ < 0 < 1 - γ = ψ(2).
        if self.lo >= 2 || self.is_point() {
            return Ok(Trend::Rising);
        }
        if self.lo > 0 && self.hi <= 1 {
            return Ok(Trend::Falling);
        }
        let starts_below = self.lo > 0 && self.lo <= 1;
        if !starts_below && self.digamma_sign(&self.lo)? == Some(Ordering::Greater) {
            return Ok(Trend::Rising);
        }
        if self.hi < 2 && self.digamma_sign(&self.hi)? == Some(Ordering::Less) {
            return Ok(Trend::Falling);
        }
        Ok(Trend::Turning)
    }

    /// Whether ψ is positive or 0 (`Greater`), or negative or 0 (`Less`), at an end of the interval; `None` if its precision does
    /// not tell.
    fn digamma_sign(&self, x: &Float) -> Result<Option<Ordering>, EvalError> {
        if *x < 0
            && let Some(sign) = sign_by_turn(x)?
        {
            return Ok(Some(sign));
        }
        let prec = self.prec() + GUARD_BITS;
        let digamma = if let Some(known) = ends::kept(("digamma", 0), x, prec) {
            Some(known)
        } else {
            let value = Interval::of_ends(prec, x, x).digamma(0)?.into_iter().next();
            value.iter().for_each(|value| ends::keep(("digamma", 0), x, prec, value));
            value
        };
        Ok(digamma.and_then(|digamma| sign(&digamma)))
    }
}

/// The sign of all numbers of an interval, 0 apart, if they have one.
fn sign(x: &Interval) -> Option<Ordering> {
    match (x.lo >= 0, x.hi <= 0) {
        (true, _) => Some(Ordering::Greater),
        (_, true) => Some(Ordering::Less),
        (false, false) => None,
    }
}

/// The sign of ψ at a negative number, 0 apart, as far as the place tells where ψ vanishes, nearly: between two poles
/// ψ' = Σ 1/(x + i)² is 8 and more, by the two terms of these poles alone, and so ψ(x) is beyond ψ(y) + 8·(x - y).
fn sign_by_turn(x: &Float) -> Result<Option<Ordering>, EvalError> {
    let (turn, digamma) = lowest_point(x, TURN_BITS)?;
    let way = Interval::of_ends(TURN_BITS, x, x).sub(&turn);
    let least = digamma.add(&way.mul_i64(LEAST_SLOPE));
    let signs = (sign(&way), sign(&least));
    Ok(signs.0.filter(|_| signs.0 == signs.1))
}

impl Series {
    /// log |Γ(u)|.
    ///
    /// # Errors
    /// If there may be a pole in u_0.
    pub fn lgamma(&self) -> Result<Series, EvalError> {
        let value = self.value().lgamma()?;
        let prec = value.prec();
        Ok(self.log_gamma_slopes()?.map(|c| c.at_prec(prec)).with_value(value))
    }

    /// Γ(u), from Γ' = Γ·(log |Γ|)'.
    ///
    /// # Errors
    /// If there may be a pole in u_0.
    pub fn gamma(&self) -> Result<Series, EvalError> {
        let value = self.value().gamma()?;
        let prec = value.prec();
        let slopes = self.log_gamma_slopes()?;
        let rough = value.at_prec(slopes.value().prec().min(prec));
        let gamma = slopes.exp_from(rough).with_value(value);
        Ok(gamma.map(|c| c.at_prec(prec)))
    }

    /// log |Γ(u)| but for a constant, with more bits than tell something of u.
    fn log_gamma_slopes(&self) -> Result<Series, EvalError> {
        let prec = self.value().telling().prec() + GUARD_BITS;
        let argument = self.map(|c| c.at_prec(prec));
        let mut outer = vec![Interval::zero(prec)];
        if let Some(order) = self.order().checked_sub(1) {
            let indices = (1..).map_while(std::num::NonZeroU32::new);
            let slopes = argument.value().digamma(order)?;
            outer.extend(slopes.iter().zip(indices).map(|(slope, k)| slope.div_u32(k)));
        }
        Ok(argument.compose(&outer))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, interval};
    use super::*;

    const ORDER: usize = 16;
    const ARGUMENTS: [f64; 13] =
        [1e-6, 0.3, 1.0, 1.46, 2.0, 3.7, 20.0, 170.5, 1e4, -0.5, -3.7, -20.25, -200.125];

    /// Next to where ψ vanishes, too, and next to poles.
    #[test]
    fn the_sign_of_digamma_by_the_place_of_its_zero_is_that_of_mpfr() {
        let mut random = Random::new(97);
        let mut told = 0;
        for round in 0..400 {
            let pole = -1.0 - random.below(if round % 2 == 0 { 5 } else { 2000 }) as f64;
            let offset = match round % 4 {
                0 => random.between(0.0, 1e-9),
                1 => 1.0 - random.between(0.0, 1e-9),
                _ => random.between(0.0, 1.0),
            };
            let mut x = Float::with_val(200, pole) + offset;
            if round % 8 == 2 {
                let (turn, _) = lowest_point(&x, 200).unwrap();
                let step = Float::with_val(200, offset - 0.5) >> random.below(90) as u32;
                x = Float::with_val(200, turn.lo() + step);
            }
            if let Some(sign) = sign_by_turn(&x).unwrap() {
                let digamma = Float::with_val(300, x.digamma_ref());
                assert_eq!(digamma.cmp0(), Some(sign), "{x}");
                told += 1;
            }
        }
        assert!((350..400).contains(&told), "{told} of 400");
    }

    fn variable(x: f64, prec: u32) -> Series {
        Series::variable(&Interval::from_f64(x, prec).unwrap(), ORDER)
    }

    fn constant(value: Interval) -> Series {
        Series::constant(&value, ORDER)
    }

    /// Both enclose the same numbers, to within 2^-bits of the coefficients of `scale`.
    fn overlap(name: &str, a: &Series, b: &Series, bits: u32, scale: &Series) {
        assert_eq!(a.order(), b.order());
        let both = a.coefficients().iter().zip(b.coefficients());
        for (k, ((p, q), scale)) in both.zip(scale.coefficients()).enumerate() {
            assert!(p.intersect(q).is_some(), "{name}, coefficient {k}: {p} {q}");
            let limit = scale.mag() >> bits;
            assert!(
                p.width() <= limit && q.width() <= limit,
                "{name}, coefficient {k}: {p} {q} {:.5} {:.5} {limit:.5}",
                p.width(),
                q.width()
            );
        }
    }

    /// The absolute values of the coefficients: products of such series are what rounding errors are measured by.
    fn sizes(series: &Series) -> Series {
        series.map(Interval::abs)
    }

    #[test]
    fn enclosures_contain_point_values() {
        let mut random = Random::new(41);
        let (mut positive, mut negative, mut turning) = (0, 0, 0);
        for round in 0..3000 {
            let x = match round % 6 {
                0 => random.interval(),
                1 => {
                    let a = random.between(1.0, 1.5);
                    interval(a, a + random.between(0.0, 0.5))
                }
                2 => {
                    let a = 1.4616321449683623 + random.between(-1e-9, 1e-9);
                    interval(a, a + random.between(0.0, 1e-9))
                }
                3 | 4 => {
                    let n = random.below(40) as f64 + 1.0;
                    let (a, b) = (random.between(0.001, 0.999), random.between(0.001, 0.999));
                    interval(a.min(b) - n, a.max(b) - n)
                }
                _ => {
                    let a = (random.between(-60.0, 60.0)).exp2();
                    interval(a, a * random.between(1.0, 1.1))
                }
            };
            let (Ok(gamma), Ok(lgamma)) = (x.gamma(), x.lgamma()) else {
                assert!(x.gamma().is_err() && x.lgamma().is_err());
                assert!(*x.lo() <= 0 && x.lo().clone().ceil() <= *x.hi(), "{x}");
                continue;
            };
            if x.lo > 0 {
                positive += 1
            } else {
                negative += 1
            }
            turning += usize::from(matches!(x.trend(), Ok(Trend::Turning)));
            for point in [random.inside(&x), random.inside(&x), x.lo.clone(), x.hi.clone()] {
                let at = Float::with_val(150, &point);
                assert!(gamma.contains(&at.clone().gamma()), "Γ({at}) {x}: {gamma}");
                assert!(lgamma.contains(&at.clone().ln_abs_gamma().0), "{at} {x}: {lgamma}");
            }
        }
        assert!(
            positive > 800 && negative > 800 && turning > 500,
            "{positive} {negative} {turning}"
        );
    }

    /// The image of a wide interval, against the values at many points: hardly wider than these.
    #[test]
    fn wide_images_are_tight() {
        let mut random = Random::new(42);
        for _ in 0..200 {
            let n = random.below(12) as f64;
            let (a, b) = (random.between(0.05, 0.95), random.between(0.05, 0.95));
            let x = match random.below(2) {
                0 => interval(a, a + random.between(0.0, 3.0)),
                _ => interval(a.min(b) - n - 1.0, a.max(b) - n - 1.0),
            };
            let (mut gamma, mut lgamma) = (None, None);
            for i in 0..=200 {
                let width = Float::with_val(200, &x.hi - &x.lo);
                let at = Float::with_val(200, width * i / 200 + &x.lo);
                let point = Interval::of_ends(200, &at, &at);
                let add = |hull: Option<Interval>, image: Interval| match hull {
                    Some(hull) => Some(hull.hull(&image)),
                    None => Some(image),
                };
                gamma = add(gamma, point.gamma().unwrap());
                lgamma = add(lgamma, point.lgamma().unwrap());
            }
            let (gamma, lgamma) = (gamma.unwrap(), lgamma.unwrap());
            let fits = |image: Interval, hull: Interval| {
                let slack = Float::with_val(60, image.width() - hull.width());
                image.encloses(&hull) && slack < hull.mag() / 1000
            };
            assert!(fits(x.gamma().unwrap(), gamma.clone()), "{x} {gamma} {}", x.gamma().unwrap());
            assert!(fits(x.lgamma().unwrap(), lgamma.clone()), "{x} {lgamma}");
        }
    }

    /// With the bits that tell something, the images of intervals with more contain what MPFR has inside, and are as narrow.
    #[test]
    fn fewer_bits_are_enough_for_wide_intervals() {
        let mut random = Random::new(44);
        for round in 0..600 {
            let (a, b) = match round % 3 {
                0 => (random.between(1.0, 1.46), random.between(1.47, 3.0)),
                1 => {
                    let a = random.between(-9.0, 7.0).exp2();
                    (a, a * (1.0 + random.between(-45.0, 0.0).exp2()))
                }
                _ => {
                    let n = random.below(170) as f64 + 1.0;
                    let (a, b) = (random.between(0.001, 0.999), random.between(0.001, 0.999));
                    (a.min(b) - n, a.max(b) - n)
                }
            };
            let x = interval(a, b).at_prec(117);
            if x.is_point() {
                continue;
            }
            assert_eq!(x.telling(), x);
            assert!(x.telling().prec() < 117 || b - a < 2f64.powi(-50) * a.abs());
            let (gamma, lgamma) = (x.gamma().unwrap(), x.lgamma().unwrap());
            assert_eq!((gamma.prec(), lgamma.prec()), (117, 117));
            for point in [random.inside(&x), random.inside(&x), x.lo.clone(), x.hi.clone()] {
                let at = Float::with_val(300, &point);
                assert!(gamma.contains(&at.clone().gamma()), "Γ({at}) {x}: {gamma}");
                assert!(lgamma.contains(&at.clone().ln_abs_gamma().0), "{at} {x}: {lgamma}");
            }
            let full = x.convex(log_gamma, |_, digamma| digamma.clone()).unwrap();
            let more = Float::with_val(60, lgamma.width() - full.width());
            let least = full.width().max(&Float::with_val(60, x.width() / (x.mag() + 1u32)));
            assert!(lgamma.intersect(&full).is_some() && more <= least >> 40, "{x} {more}");
        }
    }

    #[test]
    fn the_lowest_point_is_known_to_all_bits() {
        // OEIS A030169 and A030171: where Γ is least, and how large it is there.
        let place = "1.46163214496836234126265954232572132846819620400644629512959";
        let least = "0.88560319441088870027881590058258873320795153366990344887120";
        let float = |text: &str, prec| Float::with_val(prec, Float::parse(text).unwrap());
        for prec in [53, 90, 180] {
            let x = Interval::of_ends(prec, &float("1.4", 60), &float("1.5", 60));
            let gamma = x.gamma().unwrap();
            let error = Float::with_val(400, gamma.lo() - float(least, 400));
            let bits = prec.min(x.telling().prec());
            assert!(error <= 1e-58 && error > -(Float::with_val(10, 1) >> bits), "{prec}: {gamma}");
            // The two neighbours of the place.
            let around = Interval::of_ends(prec, &float(place, 300), &float(place, 300));
            let gamma = around.gamma().unwrap();
            assert!(gamma.width() <= Float::with_val(10, 1) >> (prec - 1), "{prec}: {gamma}");
            let lgamma = around.lgamma().unwrap();
            assert!(lgamma.width() <= Float::with_val(10, 1) >> (prec + 1), "{prec}: {lgamma}");
        }
    }

    #[test]
    fn narrow_intervals_give_narrow_images() {
        for x in ARGUMENTS {
            for prec in [100, 1000] {
                let one = Float::with_val(prec, x);
                let mut next = one.clone();
                next.next_up();
                let x = Interval { lo: one, hi: next };
                for image in [x.gamma().unwrap(), x.lgamma().unwrap()] {
                    // The condition numbers are below x·log x, and log |Γ| is near 0 at 1 and 2.
                    let limit = image.mag().max(&Float::with_val(10, 1)) >> (prec - 20);
                    assert!(image.width() <= limit, "{x}: {image}");
                }
            }
        }
    }

    #[test]
    fn far_arguments() {
        let huge = Interval::from_f64(1e300, 80).unwrap();
        assert!(!huge.gamma().unwrap().is_bounded() && huge.gamma().unwrap().lo > 0);
        assert!(huge.lgamma().unwrap().is_bounded());
        assert!(huge.digamma(3).unwrap().iter().all(Interval::is_bounded));
        let tiny = Interval::from_f64(-1e-300, 80).unwrap();
        assert!(tiny.gamma().unwrap().hi < -1e299);
        let left = interval(-4000000.5, -4000000.25).gamma().unwrap();
        assert!(left.contains_zero() || left.mag() < 1e-300, "{left}");
        let open =
            Interval { lo: Float::with_val(60, 1.25), hi: Float::with_val(60, f64::INFINITY) };
        assert!(open.gamma().unwrap().lo > 0.88 && open.lgamma().unwrap().lo > -0.13);
        assert!(Series::variable(&open, 2).gamma().is_err());
        assert_eq!(interval(-0.5, 0.5).gamma().unwrap_err().cause, EvalCause::Pole);
        assert_eq!(interval(-2.0, -1.5).lgamma().unwrap_err().cause, EvalCause::Pole);
    }

    /// Γ(x + 1) = x·Γ(x), and log |Γ(x + 1)| = log |x| + log |Γ(x)|.
    #[test]
    fn the_recurrence_holds_in_every_coefficient() {
        for prec in [100, 300, 1200] {
            for x in ARGUMENTS {
                let v = variable(x, prec);
                let next = v.add(&constant(Interval::one(prec)));
                if x != 1e-6 && next.value().contains_zero() {
                    continue;
                }
                let (gamma, after) = (v.gamma().unwrap(), next.gamma().unwrap());
                let scale = sizes(&v).mul(&sizes(&gamma));
                overlap(&format!("Γ({x} + 1)"), &after, &v.mul(&gamma), prec - 40, &scale);
                let (lgamma, after) = (v.lgamma().unwrap(), next.lgamma().unwrap());
                let size = if x < 0.0 { v.neg() } else { v };
                let log = size.log().unwrap();
                let one = constant(Interval::one(prec)).add(&sizes(&log));
                let scale = sizes(&lgamma).add(&one);
                overlap(&format!("lgamma({x} + 1)"), &after, &lgamma.add(&log), prec - 40, &scale);
            }
        }
    }

    #[test]
    fn the_first_derivative_is_that_of_another_library() {
        for prec in [100, 300, 1200] {
            for x in ARGUMENTS {
                let v = variable(x, prec);
                let lgamma = v.lgamma().unwrap();
                let slope = &lgamma.coefficients()[1];
                let want = Float::with_val(prec + 64, Float::with_val(53, x).digamma_ref());
                assert!(slope.contains(&want), "{x}: {slope} {want}");
            }
        }
    }

    /// Γ(x)·Γ(1 - x)·sin(πx) = π.
    #[test]
    fn the_reflection_holds_in_every_coefficient() {
        for prec in [100, 300, 1200] {
            for x in [1e-6, 0.3, 0.5, 1.46, 3.7, 20.125, -0.5, -3.7, -20.25] {
                let v = variable(x, prec);
                let one = constant(Interval::one(prec));
                let (gamma, mirrored) = (v.gamma().unwrap(), one.sub(&v).gamma().unwrap());
                let sine = v.sinpi_cospi().0;
                let product = gamma.mul(&mirrored).mul(&sine);
                let scale = sizes(&gamma).mul(&sizes(&mirrored)).mul(&sizes(&sine));
                let pi = constant(Interval::pi(prec));
                overlap(&format!("{x}"), &product, &pi, prec - 40, &scale);
            }
        }
    }

    /// Γ(x)·Γ(x + 1/2) = 2^(1 - 2x)·√π·Γ(2x).
    #[test]
    fn the_duplication_holds_in_every_coefficient() {
        for prec in [100, 300, 1200] {
            for x in [1e-6, 0.3, 1.0, 1.46, 3.7, 20.0, 85.25, -0.125, -3.7, -20.25] {
                let v = variable(x, prec);
                let half = constant(Interval::one(prec).halved());
                let one = constant(Interval::one(prec));
                let root = constant(Interval::pi(prec).sqrt().unwrap());
                let twice = v.add(&v);
                if twice.value().between_poles("").is_err() || x == -0.5 {
                    continue;
                }
                let (gamma, shifted) = (v.gamma().unwrap(), v.add(&half).gamma().unwrap());
                let left = gamma.mul(&shifted);
                let power = one.sub(&twice).exp2().unwrap();
                let double = twice.gamma().unwrap();
                let right = power.mul(&root).mul(&double);
                let scale = sizes(&gamma).mul(&sizes(&shifted));
                let other = sizes(&power).mul(&sizes(&root)).mul(&sizes(&double));
                overlap(&format!("{x}"), &left, &right, prec - 40, &scale.add(&other));
            }
        }
    }

    /// A composition against one that was made otherwise: Γ(1 + sin(x)²) = sin(x)²·Γ(sin(x)²).
    #[test]
    fn compositions_follow_the_chain_rule() {
        for prec in [100, 300] {
            let square = variable(0.7, prec).sin_cos().0.powi(2).unwrap();
            let next = square.add(&constant(Interval::one(prec)));
            let (gamma, after) = (square.gamma().unwrap(), next.gamma().unwrap());
            let scale = sizes(&square).mul(&sizes(&gamma));
            overlap("Γ(1 + sin²)", &after, &square.mul(&gamma), prec - 40, &scale);
            overlap(
                "exp",
                &square.lgamma().unwrap().exp(),
                &gamma,
                prec - 40,
                &scale.add(&sizes(&gamma)),
            );
        }
    }

    #[test]
    fn wide_coefficients_contain_those_of_every_point() {
        let mut random = Random::new(43);
        for round in 0..120 {
            let x = match round % 3 {
                0 => {
                    let a = random.between(0.01, 5.0);
                    interval(a, a + random.between(0.0, 1.0))
                }
                1 => {
                    let a = random.between(-9.9, -9.5);
                    interval(a, a + random.between(0.0, 0.4))
                }
                _ => {
                    let a = random.between(1.0, 200.0);
                    interval(a, a * (1.0 + random.between(0.0, 1e-9)))
                }
            };
            let x = x.at_prec(100);
            let wide = Series::variable(&x, ORDER);
            let (gamma, lgamma) = (wide.gamma().unwrap(), wide.lgamma().unwrap());
            for _ in 0..3 {
                let point = random.inside(&x);
                let point = Series::variable(&Interval::of_ends(250, &point, &point), ORDER);
                for (wide, narrow) in
                    [(&gamma, point.gamma().unwrap()), (&lgamma, point.lgamma().unwrap())]
                {
                    for (w, n) in wide.coefficients().iter().zip(narrow.coefficients()) {
                        assert!(w.encloses(n), "{x}: {w} {n}");
                    }
                }
            }
        }
    }
}
