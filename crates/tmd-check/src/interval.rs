//! Intervals over MPFR: lower ends rounded down, upper ends up.

use crate::function::{Function, Shape};
use rug::float::{Constant, Round};
use rug::{Float, Rational};

/// Why an expression has no enclosure over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// It has no value anywhere on it.
    Everywhere,
    /// It may have none somewhere, or the enclosure is too wide.
    Somewhere,
}

/// All numbers from `lo` to `hi`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) lo: Float,
    pub(crate) hi: Float,
}

macro_rules! down {
    ($prec:expr, $value:expr) => {
        Float::with_val_round($prec, $value, Round::Down).0
    };
}
macro_rules! up {
    ($prec:expr, $value:expr) => {
        Float::with_val_round($prec, $value, Round::Up).0
    };
}

/// Arguments of 2 to this power are taken modulo π; no format has larger ones, and MPFR would need as many bits of π.
const MOST_TURNED: i32 = 70_000;

impl Interval {
    /// The interval that holds two numbers.
    pub(crate) fn between(a: &Rational, b: &Rational, prec: u32) -> Interval {
        Interval { lo: down!(prec, a.min(b)), hi: up!(prec, a.max(b)) }
    }

    /// A number.
    pub(crate) fn point(value: &Rational, prec: u32) -> Interval {
        Interval::between(value, value, prec)
    }

    /// An integer.
    pub(crate) fn int(value: i32, prec: u32) -> Interval {
        Interval {
            lo: Float::with_val(prec.max(32), value),
            hi: Float::with_val(prec.max(32), value),
        }
    }

    /// π, or another constant of MPFR.
    pub(crate) fn constant(constant: Constant, prec: u32) -> Interval {
        Interval { lo: down!(prec, constant), hi: up!(prec, constant) }
    }

    pub(crate) fn prec(&self) -> u32 {
        self.lo.prec()
    }

    pub(crate) fn is_sound(&self) -> bool {
        !self.lo.is_nan() && !self.hi.is_nan() && self.lo <= self.hi
    }

    /// Whether no two numbers of it have opposite signs; 0 may be one of them.
    pub(crate) fn has_one_sign(&self) -> bool {
        self.lo >= 0 || self.hi <= 0
    }

    /// Whether 0 is in it.
    pub(crate) fn has_zero(&self) -> bool {
        self.lo <= 0 && self.hi >= 0
    }

    /// The largest absolute value.
    pub(crate) fn mag(&self) -> Float {
        let (lo, hi) = (self.lo.clone().abs(), self.hi.clone().abs());
        if lo > hi { lo } else { hi }
    }

    /// The least absolute value.
    pub(crate) fn mig(&self) -> Float {
        let (lo, hi) = (self.lo.clone().abs(), self.hi.clone().abs());
        match self.has_zero() {
            true => Float::new(self.prec()),
            false => {
                if lo < hi {
                    lo
                } else {
                    hi
                }
            }
        }
    }

    pub(crate) fn neg(&self) -> Interval {
        Interval { lo: -self.hi.clone(), hi: -self.lo.clone() }
    }

    pub(crate) fn add(&self, other: &Interval) -> Interval {
        let prec = self.prec();
        Interval { lo: down!(prec, &self.lo + &other.lo), hi: up!(prec, &self.hi + &other.hi) }
    }

    pub(crate) fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.neg())
    }

    pub(crate) fn mul(&self, other: &Interval) -> Interval {
        let prec = self.prec();
        if self.lo >= 0 && other.lo >= 0 {
            return Interval {
                lo: down!(prec, &self.lo * &other.lo),
                hi: up!(prec, &self.hi * &other.hi),
            };
        }
        // 0 times an end without bound is 0 here: the end itself is not meant.
        self.corners(other, |a, b| match a.is_zero() || b.is_zero() {
            true => (Float::new(prec), Float::new(prec)),
            false => (down!(prec, a * b), up!(prec, a * b)),
        })
    }

    /// The hull of what an operation that is monotone in each argument gives at the ends.
    fn corners(
        &self,
        other: &Interval,
        rounded: impl Fn(&Float, &Float) -> (Float, Float),
    ) -> Interval {
        let at = |a: &Float, b: &Float| {
            let (lo, hi) = rounded(a, b);
            Interval { lo, hi }
        };
        let (low, high) = (at(&self.lo, &other.lo), at(&self.hi, &other.hi));
        low.hull(&high).hull(&at(&self.lo, &other.hi)).hull(&at(&self.hi, &other.lo))
    }

    /// The smallest interval that holds two.
    pub(crate) fn hull(&self, other: &Interval) -> Interval {
        // What is not a number stays so.
        if !self.is_sound() || !other.is_sound() {
            return if self.is_sound() { other.clone() } else { self.clone() };
        }
        let lo = if self.lo <= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi >= other.hi { &self.hi } else { &other.hi };
        Interval { lo: lo.clone(), hi: hi.clone() }
    }

    /// What two enclosures of the same numbers have in common.
    pub(crate) fn meet(&self, other: &Interval) -> Interval {
        let lo = if self.lo >= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi <= other.hi { &self.hi } else { &other.hi };
        Interval { lo: lo.clone(), hi: hi.clone() }
    }

    pub(crate) fn recip(&self) -> Result<Interval, Gap> {
        if self.has_zero() {
            let is_zero = self.lo.is_zero() && self.hi.is_zero();
            return Err(if is_zero { Gap::Everywhere } else { Gap::Somewhere });
        }
        let prec = self.prec();
        Ok(Interval { lo: down!(prec, 1 / &self.hi), hi: up!(prec, 1 / &self.lo) })
    }

    pub(crate) fn div(&self, other: &Interval) -> Result<Interval, Gap> {
        other.recip()?;
        let prec = self.prec();
        Ok(self.corners(other, |a, b| (down!(prec, a / b), up!(prec, a / b))))
    }

    /// An integer multiple.
    pub(crate) fn times(&self, n: i32) -> Interval {
        self.mul(&Interval::int(n, self.prec()))
    }

    /// A part: divided by a positive integer.
    pub(crate) fn over(&self, n: u32) -> Interval {
        let prec = self.prec();
        Interval { lo: down!(prec, &self.lo / n), hi: up!(prec, &self.hi / n) }
    }

    /// Times 2^e.
    pub(crate) fn shift(&self, e: i32) -> Interval {
        Interval { lo: self.lo.clone() << e, hi: self.hi.clone() << e }
    }

    /// The n-th power of all its numbers.
    pub(crate) fn powi(&self, n: i32) -> Result<Interval, Gap> {
        use rug::ops::Pow;
        if n < 0 {
            return self.powi(-n)?.recip();
        }
        let prec = self.prec();
        let ends = |x: &Interval| Interval {
            lo: down!(prec, (&x.lo).pow(n)),
            hi: up!(prec, (&x.hi).pow(n)),
        };
        Ok(match n % 2 == 0 {
            true => ends(&Interval { lo: self.mig(), hi: self.mag() }),
            false => ends(self),
        })
    }

    /// The n-th root, n positive.
    pub(crate) fn root(&self, n: u32) -> Result<Interval, Gap> {
        if n.is_multiple_of(2) && self.lo < 0 {
            return Err(if self.hi < 0 { Gap::Everywhere } else { Gap::Somewhere });
        }
        let prec = self.prec();
        let (mut lo, mut hi) = (self.lo.clone(), self.hi.clone());
        lo.set_prec_round(prec, Round::Down);
        hi.set_prec_round(prec, Round::Up);
        Ok(Interval { lo: down!(prec, lo.root_ref(n)), hi: up!(prec, hi.root_ref(n)) })
    }

    /// A function that rises, by its values at the ends.
    pub(crate) fn rising(&self, value: fn(&mut Float, Round) -> std::cmp::Ordering) -> Interval {
        let (mut lo, mut hi) = (self.lo.clone(), self.hi.clone());
        value(&mut lo, Round::Down);
        value(&mut hi, Round::Up);
        Interval { lo, hi }
    }

    fn falling(&self, value: fn(&mut Float, Round) -> std::cmp::Ordering) -> Interval {
        Interval { lo: self.hi.clone(), hi: self.lo.clone() }.rising(value)
    }

    /// All values that a function takes on it.
    pub(crate) fn apply(&self, function: &Function) -> Result<Interval, Gap> {
        let (from, to, closed) = function.domain;
        let outside = self.hi < from || self.lo > to;
        if outside || (!closed && (self.hi == from || self.lo == to)) {
            return Err(Gap::Everywhere);
        }
        if self.lo < from || self.hi > to {
            return Err(Gap::Somewhere);
        }
        let turns = matches!(
            function.shape,
            Shape::Wave { .. } | Shape::Tangent { .. } | Shape::Bessel { .. }
        );
        let is_large = |x: &Float| !x.is_finite() || x.get_exp().is_some_and(|e| e > MOST_TURNED);
        if turns && is_large(&self.mag()) {
            return Err(Gap::Somewhere);
        }
        let value = function.value;
        let one = || Interval::int(1, self.prec());
        let image = match function.shape {
            Shape::Rising => self.rising(value),
            Shape::Falling => self.falling(value),
            Shape::Even => Interval { lo: self.mig(), hi: self.mag() }.rising(value),
            Shape::Wave { phase, half_turns } => {
                let ends = self.ends(value);
                let (even, odd) = self.passes(phase, half_turns)?;
                let top = if even { ends.hull(&one()) } else { ends };
                if odd { top.hull(&one().neg()) } else { top }
            }
            Shape::Tangent { half_turns } => match self.passes(1, half_turns)? {
                (false, false) => self.rising(value),
                _ if half_turns && self.lo == self.hi => return Err(Gap::Everywhere),
                _ => return Err(Gap::Somewhere),
            },
            Shape::Gamma { log } => self.gamma(value, log)?,
            Shape::Bessel { order, second } => self.bessel(value, order, second)?,
        };
        if image.is_sound() { Ok(image) } else { Err(Gap::Somewhere) }
    }

    /// What holds the values at both ends.
    fn ends(&self, value: fn(&mut Float, Round) -> std::cmp::Ordering) -> Interval {
        let at = |x: &Float| Interval { lo: x.clone(), hi: x.clone() }.rising(value);
        at(&self.lo).hull(&at(&self.hi))
    }

    /// Whether x/π - phase/2 (in half turns x - phase/2) may be an even integer somewhere, and an odd one.
    fn passes(&self, phase: i32, half_turns: bool) -> Result<(bool, bool), Gap> {
        let turns = match half_turns {
            true => self.clone(),
            false => self.div(&Interval::constant(Constant::Pi, self.prec()))?,
        };
        let turns = turns.sub(&Interval::int(phase, self.prec()).shift(-1));
        let (Some(first), Some(last)) =
            (turns.lo.clone().ceil().to_integer(), turns.hi.clone().floor().to_integer())
        else {
            return Err(Gap::Somewhere);
        };
        let several = last > first;
        let inside = last >= first;
        Ok((several || (inside && first.is_even()), several || (inside && first.is_odd())))
    }

    /// Γ or log |Γ|: between poles ψ, the derivative of log |Γ|, rises.
    fn gamma(
        &self,
        value: fn(&mut Float, Round) -> std::cmp::Ordering,
        log: bool,
    ) -> Result<Interval, Gap> {
        let below = self.lo.clone().floor();
        if self.lo <= 0 && self.lo == below && self.lo == self.hi {
            return Err(Gap::Everywhere);
        }
        // Not by hi - below, which is rounded: a tiny negative number would count as the pole at 0.
        let above = Float::with_val(self.prec(), &below + 1u32);
        if self.lo <= 0 && (self.hi >= above || self.lo == below) {
            return Err(Gap::Somewhere);
        }
        let slope = self.rising(Float::digamma_round);
        if !slope.has_zero() {
            return Ok(self.ends(value));
        }
        let middle = Float::with_val(self.prec(), &self.lo + &self.hi) / 2u32;
        let middle = Interval { lo: middle.clone(), hi: middle };
        let logs = middle.ends(|x, round| x.ln_abs_gamma_round(round).1);
        let logs = logs.add(&slope.mul(&self.sub(&middle)));
        let size = logs.rising(Float::exp_round);
        let is_negative = self.lo <= 0 && below.to_integer().is_none_or(|n| n.is_odd());
        Ok(match (log, is_negative) {
            (true, _) => logs,
            (false, false) => size,
            (false, true) => size.neg(),
        })
    }

    /// J or Y: its value in the middle, and |J'| ≤ 1, |Y_n'| ≤ the moduli of the orders next to n at the lower end.
    fn bessel(
        &self,
        value: fn(&mut Float, Round) -> std::cmp::Ordering,
        order: i32,
        second: bool,
    ) -> Result<Interval, Gap> {
        // |J| ≤ 1 (DLMF 10.14.1), which no bits show next to 0.
        let bounded = |own: Interval| match second {
            true => own,
            false => own.meet(&Interval { lo: -self.unit(), hi: self.unit() }),
        };
        if self.lo == self.hi {
            return Ok(bounded(self.careful(value)));
        }
        let middle = Float::with_val(self.prec(), &self.lo + &self.hi) / 2u32;
        let middle = Interval { lo: middle.clone(), hi: middle };
        let steep = match second {
            false => Interval::int(1, self.prec()),
            true => modulus(&self.lo, order - 1)?.add(&modulus(&self.lo, order + 1)?).shift(-1),
        };
        let far = steep.mul(&self.sub(&middle));
        Ok(bounded(middle.careful(value).add(&far.hull(&far.neg()))))
    }

    fn unit(&self) -> Float {
        Float::with_val(self.prec(), 1)
    }

    /// A value at a number, with more bits than are asked for: MPFR 4.2 rounds the last bits of Y for small numbers wrongly.
    fn careful(&self, value: fn(&mut Float, Round) -> std::cmp::Ordering) -> Interval {
        let prec = self.prec();
        let mut long = Float::with_val(prec + 32, &self.lo);
        value(&mut long, Round::Nearest);
        let mut off = long.clone().abs();
        off >>= prec + 8;
        Interval { lo: down!(prec, &long - &off), hi: up!(prec, &long + &off) }
    }
}

/// J or Y of any order at a number.
pub(crate) fn bessel_value(x: &Float, order: i32, second: bool) -> Interval {
    let prec = x.prec();
    let mut long = Float::with_val(prec + 32, x);
    if second {
        long.yn_round(order, Round::Nearest);
    } else {
        long.jn_round(order, Round::Nearest);
    }
    let mut off = long.clone().abs();
    off >>= prec + 8;
    Interval { lo: down!(prec, &long - &off), hi: up!(prec, &long + &off) }
}

/// √(J² + Y²) of an order at a positive number: it falls from there on (Nicholson's integral).
pub(crate) fn modulus(x: &Float, order: i32) -> Result<Interval, Gap> {
    let squares = [false, true].map(|second| bessel_value(x, order, second).powi(2));
    let [j, y] = squares;
    j?.add(&y?).root(2)
}
