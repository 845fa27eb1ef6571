//! The inputs of a binade and their phases.

use rug::{Float, Integer, Rational};
use tmd_functions::interval::Interval;
use tmd_functions::language::Segment;

/// Phases are known in units of 2^-PHASE_BITS of a period.
pub(crate) const PHASE_BITS: u32 = 320;
/// Precision with which phases are exact.
const EXACT: u32 = PHASE_BITS + 8;
/// Bits of π beyond those of a step.
const GUARD: u32 = 64;

/// Equally spaced inputs. Input i has the phase (first + i)·α modulo 1, α being the spacing as a part of a period.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    /// How many there are.
    pub(crate) count: u64,
    /// α modulo 1, in units of 2^-[`PHASE_BITS`], rounded down.
    pub(crate) step: Integer,
    /// The phase of the input in the middle, of index count/2; it is off by as many units as that input has spacings.
    pub(crate) middle: Integer,
}

impl Inputs {
    /// `period`: the period of the function, to some bits, more than 2^-11.
    pub(crate) fn new(period: impl Fn(u32) -> Float, segment: &Segment) -> Inputs {
        // |2^ulp/period| < 2^(ulp + 11): so many bits before the point, but for eleven of the guard.
        let whole = segment.ulp.max(0).unsigned_abs();
        let prec = PHASE_BITS + GUARD + whole;
        let alpha = (Float::with_val(prec, 1) / period(prec)) << segment.ulp;
        let alpha = Float::with_val(prec, &alpha - alpha.clone().floor());
        let step = (alpha << PHASE_BITS).floor().to_integer().unwrap_or_default();
        let place = Integer::from(&segment.first + segment.count / 2);
        let middle = modulo_one(place * &step);
        Inputs { count: segment.count, step, middle }
    }

    /// The index of the input in the middle.
    pub(crate) fn center(&self) -> u64 {
        self.count / 2
    }

    /// How far the index of an input is from the middle at most.
    pub(crate) fn half(&self) -> u64 {
        self.count - self.count / 2
    }

    /// The phase of an input, in units of 2^-[`PHASE_BITS`]: off by less than 2^-240 of a period.
    pub(crate) fn phase(&self, index: u64) -> Integer {
        let away = Integer::from(index) - self.center();
        modulo_one(away * &self.step + &self.middle)
    }
}

/// A number of units as a part of a period, to some 53 bits.
pub(crate) fn to_f64(units: &Integer) -> f64 {
    (Float::with_val(64, units) >> PHASE_BITS).to_f64()
}

/// A phase as an interval of one number.
pub(crate) fn point(units: &Integer) -> Interval {
    let place = Float::with_val(EXACT, units) >> PHASE_BITS;
    Interval::new(place.clone(), place).unwrap_or_else(|_| Interval::zero(EXACT))
}

/// 1 in units.
pub(crate) fn whole() -> Integer {
    Integer::from(1) << PHASE_BITS
}

/// A number of units of 2^-[`PHASE_BITS`] modulo 1.
pub(crate) fn modulo_one(units: Integer) -> Integer {
    units.keep_bits(PHASE_BITS)
}

/// A rational phase from 0 to 1, in units of 2^-[`PHASE_BITS`], rounded down.
pub(crate) fn units(phase: &Rational) -> Integer {
    Integer::from(Rational::from(phase << PHASE_BITS).floor().numer())
}
