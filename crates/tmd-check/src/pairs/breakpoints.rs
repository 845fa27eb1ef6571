//! The breakpoints of a small format, and how close a value is to one.

use crate::grid::Format;
use crate::interval::Interval;
use crate::json::Value;
use crate::number::{power_of_two, shown};
use crate::stop::Checked;
use rug::float::Round;
use rug::{Float, Integer};

/// No pair needs as many bits: a power has at most 1024·280.
const MOST_BITS: u32 = 1 << 20;
/// The longest precision, and the largest exponent, that are read.
const MOST_PRECISION: u32 = 24;
const MOST_EXPONENT: i32 = 127;
/// Names longer than this are no format's.
const MOST_LETTERS: usize = 80;

/// The breakpoints of a format, its numbers and midpoints, and how close to them a case is.
pub(crate) struct Breakpoints {
    pub(crate) format: Format,
    pub(crate) precision: i32,
    pub(crate) emin: i32,
    pub(crate) emax: i32,
    /// M, for ε = 2^-M.
    pub(crate) bits: i32,
}

/// A positive number: an odd integer times a power of two.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dyadic {
    pub(crate) odd: Integer,
    pub(crate) shift: i32,
}

/// The truth about a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Truth {
    /// Less than half the least breakpoint, or above all numbers.
    Beyond,
    /// At a breakpoint.
    Exact { midpoint: bool },
    /// So close to 1 that all such pairs are counted together.
    NextToOne,
    /// So close to x^n, a breakpoint, that all such pairs are counted together.
    NextToPower,
    /// So close to a simple breakpoint that such pairs of two numbers are only counted.
    Next,
    /// Between these distances from a breakpoint, both below ε and above 0.
    Case { low: Float, high: Float, midpoint: bool },
    /// At least ε from every breakpoint.
    Ordinary,
}

impl Breakpoints {
    /// Those of a format.
    pub(crate) fn new(format: Format, bits: i32) -> Breakpoints {
        let (precision, emin, emax) = (format.precision as i32, format.emin, format.emax);
        Breakpoints { format, precision, emin, emax, bits }
    }

    /// log2 of the least number: of which all numbers are multiples.
    pub(crate) fn quantum(&self) -> i32 {
        self.emin - self.precision + 1
    }

    /// A number as an integer times a power of two.
    pub(crate) fn parts(&self, ordinal: i64) -> (i64, i32) {
        let (size, width) = (ordinal.abs(), self.precision - 1);
        let above = (size >> width).max(1) - 1;
        let digits = size - (above << width);
        (if ordinal < 0 { -digits } else { digits }, self.quantum() + above as i32)
    }

    /// The ordinal of m·2^e, if that is a positive number of the format; m odd.
    pub(crate) fn ordinal(&self, m: i64, e: i32) -> Option<i64> {
        let length = bits(m);
        let top = e.checked_add(length)?.checked_sub(1)?;
        if m <= 0 || length > self.precision || e < self.quantum() || top > self.emax {
            return None;
        }
        let spacing = top.max(self.emin) - (self.precision - 1);
        let above = i64::from(top.max(self.emin) - self.emin);
        Some((m << (e - spacing)) + (above << (self.precision - 1)))
    }

    /// If m·2^e, m odd, is a breakpoint: whether it is a midpoint.
    pub(crate) fn breakpoint(&self, m: i64, e: i32) -> Option<bool> {
        let length = bits(m);
        let top = e.checked_add(length)?.checked_sub(1)?;
        let spacing = top.max(self.emin) - self.precision;
        (e >= spacing && top <= self.emax).then_some(e == spacing)
    }

    /// An input as it is written in a certificate.
    pub(crate) fn shown(&self, ordinal: i64) -> String {
        shown(&self.format.value(&ordinal.into()))
    }

    /// Where a value is that is no breakpoint, by enclosures of so many bits, of twice as many and so on.
    pub(crate) fn locate(
        &self,
        from: u32,
        enclose: impl Fn(u32) -> Checked<Interval>,
    ) -> Checked<Truth> {
        let mut prec = from.max((self.bits + self.precision + 80).max(128) as u32);
        while prec < MOST_BITS {
            let value = enclose(prec)?;
            prec *= 2;
            let top = |end: &Float| end.get_exp().map_or(i32::MIN, |e| e - 1);
            let (top, other) = (top(&value.lo), top(&value.hi));
            if top != other {
                continue;
            }
            if top > self.emax || top < self.emin - self.precision - 1 {
                return Ok(Truth::Beyond);
            }
            let g = value.shift(self.precision - top.max(self.emin));
            if let Some(truth) = self.distance(&g, top) {
                return Ok(truth);
            }
        }
        cannot!("2^20 bits do not tell how close a value is to a breakpoint: please report it")
    }

    /// How far g, a value from 2^top on in units of the spacing of breakpoints, is from an integer, if its enclosure tells.
    pub(crate) fn distance(&self, g: &Interval, top: i32) -> Option<Truth> {
        let epsilon = power_of_two(-self.bits);
        let floor = g.lo.clone().floor();
        let below = Float::with_val_round(g.prec(), &g.lo - &floor, Round::Down).0;
        let next = Float::with_val(g.prec(), &floor + 1u32);
        let above = Float::with_val_round(g.prec(), &next - &g.hi, Round::Down).0;
        if below >= epsilon && above >= epsilon {
            return Some(Truth::Ordinary);
        }
        let near = g.lo.clone().round();
        if near != g.hi.clone().round() {
            return None;
        }
        let number = near.to_integer()?;
        // Neither 0 nor the power of two above all numbers is a breakpoint.
        let is_above = top == self.emax && number.significant_bits() as i32 > self.precision + 1;
        if number == 0 || is_above {
            return Some(Truth::Ordinary);
        }
        let near = Interval { lo: near.clone(), hi: near };
        let off = g.sub(&near);
        let (low, high) = (off.mig(), off.mag());
        if low >= epsilon {
            return Some(Truth::Ordinary);
        }
        let is_tight = Float::with_val(64, &high - &low) <= (low.clone() >> 58u32);
        let is_told = !low.is_zero() && is_tight && low.get_exp() == high.get_exp();
        (is_told && high < epsilon).then(|| Truth::Case { low, high, midpoint: number.is_odd() })
    }
}

impl Dyadic {
    /// A positive integer times a power of two.
    pub(crate) fn new(value: Integer, shift: i32) -> Dyadic {
        let zeros = value.find_one(0).unwrap_or(0);
        Dyadic { odd: value >> zeros, shift: shift + zeros as i32 }
    }
}

/// The length of a positive integer in bits.
pub(crate) fn bits(m: i64) -> i32 {
    64 - m.leading_zeros() as i32
}

/// Reads a format of pairs.
pub(crate) fn format(value: &Value<'_>) -> Checked<Format> {
    format_within(value, MOST_PRECISION, MOST_EXPONENT)
}

/// Reads a format with at most some precision and exponent.
pub(crate) fn format_within(
    value: &Value<'_>,
    most_precision: u32,
    most_exponent: i32,
) -> Checked<Format> {
    value.only(&["name", "precision", "emin", "emax"])?;
    let format = Format {
        name: value.at("name")?.text()?.to_owned(),
        precision: value.int_at("precision")?,
        emin: value.int_at("emin")?,
        emax: value.int_at("emax")?,
    };
    let Format { name, precision, emin, emax } = &format;
    let reads = (2..=most_precision).contains(precision)
        && (*precision as i32..=most_exponent).contains(emax)
        && *emin == 1 - emax;
    if !reads || name.len() > MOST_LETTERS {
        return cannot!(
            "{precision} bits with exponents from {emin} to {emax}: this program reads formats of 2 to \
             {most_precision} bits here, with exponents from 1 - emax to emax, where emax is at least as many and at most {most_exponent}"
        );
    }
    match Format::named(name) {
        Some(known) if (known.precision, known.emax) != (*precision, *emax) => {
            refuse!("{name} has not {precision} bits and exponents up to {emax}")
        }
        _ => Ok(format),
    }
}
