//! The value of f at an input, computed without the search's judge: named functions by MPFR itself, rounded both ways;
//! others by interval arithmetic; with as many bits as it takes.

use super::claim::Claim;
use rug::float::Round;
use rug::{Float, Integer, Rational};
use tmd_cases::confirm::MOST_JUDGING;
use tmd_cases::verdict::CaseKind;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_functions::mpfr;
use tmd_request::request::Rounding;

/// The last precision, besides the bits that large inputs have before the point: more than the search spends.
const MOST_PRECISION: u32 = MOST_JUDGING + 64;

/// The truth about an input.
#[derive(Clone, Debug)]
pub enum Truth {
    /// At least ε from every breakpoint.
    Ordinary,
    /// Its distance is between these, below ε, and not 0.
    Hard {
        /// A lower bound of the distance.
        low: Float,
        /// An upper bound of it.
        high: Float,
        /// The breakpoint, in units of their spacing.
        near: Integer,
        /// Whether f(x) is above it.
        is_above: bool,
    },
    /// At a breakpoint.
    Exact {
        /// The breakpoint, in units of their spacing.
        near: Integer,
    },
    /// So close to a breakpoint, or to ε from it, that no precision decides.
    Unclear {
        /// An upper bound of the distance.
        high: Float,
        /// The breakpoint, in units of their spacing.
        near: Integer,
    },
    /// No precision tells what breakpoints it is between.
    Untold,
    /// The result is too large in every rounding.
    Overflow,
    /// f has no value.
    Undefined,
}

/// f with all that decides on its cases.
pub struct Oracle<'a> {
    spec: &'a FunctionSpec,
    rounding: Rounding,
    breakpoint_precision: i32,
    emin: i32,
    emax: i32,
    bits: u32,
    epsilon: Rational,
}

impl<'a> Oracle<'a> {
    /// Judges the inputs of a claim.
    pub fn new(claim: &'a Claim<'_>) -> Oracle<'a> {
        Oracle {
            spec: &claim.spec,
            rounding: claim.request.rounding,
            breakpoint_precision: claim.breakpoint_precision(),
            emin: claim.output.emin,
            emax: claim.output.emax,
            bits: claim.bits,
            epsilon: claim.epsilon(),
        }
    }

    /// The kind of breakpoint of an integer value of g: every second one is a midpoint, where midpoints count.
    pub fn kind(&self, near: &Integer) -> CaseKind {
        match self.rounding != Rounding::Directed && near.is_odd() {
            true => CaseKind::Nearest,
            false => CaseKind::Directed,
        }
    }

    /// The kind that is stated of an input that may be near to any breakpoint.
    pub fn kind_of_any(&self) -> CaseKind {
        CaseKind::of_any(self.rounding)
    }

    /// Whether breakpoints of a kind count.
    pub fn wants(&self, kind: CaseKind) -> bool {
        self.rounding != Rounding::Nearest || kind == CaseKind::Nearest
    }

    /// log2 of the breakpoint spacing where |f| is in the binade of an exponent.
    pub(crate) fn spacing(&self, exponent: i32) -> i32 {
        exponent.max(self.emin) + 1 - self.breakpoint_precision
    }

    /// f(x) exactly, where algebra tells.
    pub(crate) fn exact(&self, x: &Rational) -> Option<Rational> {
        self.spec.exact_value(x)
    }

    /// An enclosure of f(x); `None` where there is none, and whether there is none at any precision.
    pub(crate) fn value(&self, x: &Rational, prec: u32) -> Result<(Float, Float), bool> {
        if let Some(ends) = self.spec.function_of_x().and_then(|name| by_mpfr(name, x, prec)) {
            return Ok(ends);
        }
        match self.spec.eval(&Interval::from_rational(x, prec)) {
            Ok(value) => Ok((value.lo().clone(), value.hi().clone())),
            Err(error) => Err(error.everywhere),
        }
    }

    /// Judges an input.
    pub fn truth(&self, x: &Rational) -> Truth {
        if let Some(value) = self.exact(x) {
            return self.of_exact(&value);
        }
        let bits = |n: &Integer| n.significant_bits();
        let before_point = bits(x.numer()).saturating_sub(bits(x.denom()));
        let most = MOST_PRECISION + before_point;
        let mut prec = (bits(x.numer()).max(64) + self.bits + 64).clamp(128, most);
        let mut last = None;
        loop {
            match self.value(x, prec) {
                Err(true) => return Truth::Undefined,
                Err(false) => {}
                Ok(ends) => match self.of_enclosure(&ends) {
                    Ok(truth) => return truth,
                    Err(unclear) => last = unclear.or(last),
                },
            }
            if prec == most {
                return last.unwrap_or(Truth::Untold);
            }
            prec = (prec * 2).min(most);
        }
    }

    /// The exponent of the binade of |f|, clamped to those of the format.
    fn exponent(&self, size: &Float) -> i32 {
        let exponent = size.get_exp().map_or(self.emin, |exponent| exponent - 1);
        let exponent = if size.is_infinite() { self.emax + 1 } else { exponent };
        exponent.clamp(self.emin, self.emax + 1)
    }

    /// Exponents of the binades that an enclosure of f begins and ends in.
    pub(crate) fn exponents(&self, low: &Float, high: &Float) -> (i32, i32) {
        let (small, large) = sizes(low, high);
        (self.exponent(&small), self.exponent(&large))
    }

    /// Whether both ends are one power of two.
    pub(crate) fn is_power(&self, low: &Float, high: &Float) -> bool {
        let is_power = |end: &Float| {
            end.get_significand().is_some_and(|significand| significand.is_power_of_two())
                || end.to_integer().is_some_and(|n| n.abs().is_power_of_two())
        };
        low == high && is_power(low)
    }

    /// The truth from an enclosure; or what can be said if it is too wide to decide.
    fn of_enclosure(&self, (low, high): &(Float, Float)) -> Result<Truth, Option<Truth>> {
        let (size_low, size_high) = sizes(low, high);
        let exponents = (self.exponent(&size_low), self.exponent(&size_high));
        if exponents.0 > self.emax {
            return Ok(Truth::Overflow);
        }
        // Around a power of two, the smaller spacing: the power is a breakpoint for both.
        if exponents.1 - exponents.0 > 1 || exponents.1 > self.emax {
            return Err(None);
        }
        let spacing = self.spacing(exponents.0);
        let (low, high) = (low.clone() >> spacing, high.clone() >> spacing);
        let (Some(near), Some(other)) = (low.to_integer(), high.to_integer()) else {
            return Err(None);
        };
        let same_binade = exponents.0 == exponents.1;
        let prec = low.prec();
        if same_binade {
            let floor = low.clone().floor();
            let (above, below) =
                (Float::with_val(prec, &low - &floor), Float::with_val(prec, &high - &floor));
            let less = Float::with_val_round(prec, 1 - below, Round::Down).0;
            if above >= self.epsilon && less >= self.epsilon {
                return Ok(Truth::Ordinary);
            }
        }
        if near != other {
            return Err(None);
        }
        let off = (Float::with_val(prec, &low - &near), Float::with_val(prec, &high - &near));
        let (small, large) = sizes(&off.0, &off.1);
        if small >= self.epsilon && same_binade {
            return Ok(Truth::Ordinary);
        }
        let is_tight = Float::with_val(64, &large - &small) <= (small.clone() >> 58u32);
        if is_tight && !small.is_zero() && large < self.epsilon && same_binade {
            let is_above = off.0 > 0;
            return Ok(Truth::Hard { low: small, high: large, near, is_above });
        }
        Err(Some(Truth::Unclear { high: large, near }))
    }

    fn of_exact(&self, value: &Rational) -> Truth {
        let size = Float::with_val_round(64, value.clone().abs(), Round::Zero).0;
        let exponent = if *value == 0 { self.emin } else { self.exponent(&size) };
        if exponent > self.emax {
            return Truth::Overflow;
        }
        let g = value.clone() >> self.spacing(exponent);
        let near = Integer::from(Rational::from(g.round_ref()).numer());
        let is_above = g > near;
        let distance = (g - &near).abs();
        if distance == 0 {
            return Truth::Exact { near };
        }
        if distance >= self.epsilon {
            return Truth::Ordinary;
        }
        let ends =
            [Round::Down, Round::Up].map(|round| Float::with_val_round(128, &distance, round).0);
        let [low, high] = ends;
        Truth::Hard { low, high, near, is_above }
    }
}

/// The least and the largest absolute value between two numbers.
fn sizes(low: &Float, high: &Float) -> (Float, Float) {
    let (a, b) = (low.clone().abs(), high.clone().abs());
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let apart =
        !low.is_zero() && !high.is_zero() && low.is_sign_negative() == high.is_sign_negative();
    let zero = Float::new(small.prec());
    (if apart { small } else { zero }, large)
}

/// MPFR rounds the ends of Y's enclosures inwards near 0 (`interval/bessel.rs`): no second opinion.
const NOT_RELIED_ON: [&str; 2] = ["y0", "y1"];

/// f(x) rounded down and up by MPFR, for the functions that it has.
fn by_mpfr(name: &str, x: &Rational, prec: u32) -> Option<(Float, Float)> {
    let exact = Float::with_val(prec, x);
    if exact != *x || NOT_RELIED_ON.contains(&name) {
        return None;
    }
    let function = mpfr::find(name)?;
    let [low, high] = [Round::Down, Round::Up].map(|round| {
        let mut end = exact.clone();
        (function.round)(&mut end, round);
        end
    });
    // Where MPFR has no finite value, the interval evaluator says why.
    let usable = |end: &Float| end.is_finite() && (x.is_zero() || !end.is_zero());
    (usable(&low) && usable(&high) && low <= high).then_some((low, high))
}
