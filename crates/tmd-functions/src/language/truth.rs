//! Values of a function that any rounding of any format tells as it would f(x) itself: rounded to odd.

use crate::interval::Interval;
use crate::language::FunctionSpec;
use rug::float::Round;
use rug::{Float, Rational};
use std::cmp::Ordering;

/// Bits of a value that is rounded to odd, one more behind them not counted: enough for roundings to any format.
pub const ODD_BITS: u32 = 160;
/// The exponent of a number below all of any format.
const BELOW_ALL: i32 = -100_000;
/// Exponents of numbers that are larger, and smaller, than all of any format.
const HUGE: i32 = 17_000;
const TINY: i32 = -17_000;
/// Bits of enclosures at most.
const LAST_PRECISION: u32 = 1 << 14;

/// A value of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// The function has none.
    None,
    /// No precision tells it from a number next to it.
    Unknown,
    /// The value, cut to many bits, with one more behind them if it goes on: no rounding to fewer bits can tell that from
    /// f(x) (rounding to odd: S. Boldo and G. Melquiond, 2008).
    Odd(Float),
}

impl FunctionSpec {
    /// The value at a number, rounded to odd: by algebra where that gives it, else by enclosures of rising precision.
    pub fn truth(&self, x: &Rational) -> Truth {
        let is_no_float = || {
            let wide = Interval::from_rational(x, ODD_BITS);
            self.is_no_float_at(x) || self.is_no_float_on(&wide)
        };
        if let Some(value) = self.exact_value(x) {
            if value.is_zero() {
                return Truth::Odd(Float::with_val(ODD_BITS, 0));
            }
            let (cut, side) = Float::with_val_round(ODD_BITS, &value, Round::Zero);
            return Truth::Odd(odd(cut, side));
        }
        let mut prec = ODD_BITS + 64;
        while prec <= LAST_PRECISION {
            match self.eval(&Interval::from_rational(x, prec)) {
                Ok(g) => {
                    let value = between(&g, is_no_float).or_else(|| beyond(&g, is_no_float));
                    if let Some(value) = value {
                        return Truth::Odd(value);
                    }
                }
                Err(error) if error.everywhere => {
                    let special = self.special_value(&Float::with_val(ODD_BITS, x));
                    return match special.is_infinite() {
                        true => Truth::Odd(special),
                        false => Truth::None,
                    };
                }
                Err(_) => {}
            }
            prec *= 2;
        }
        Truth::Unknown
    }
}

/// All numbers of an enclosure rounded to odd, if that is one number; its ends do not count if the value is no number of
/// any format.
fn between(g: &Interval, is_no_float: impl Fn() -> bool) -> Option<Float> {
    let cut = |size: &Float| Float::with_val_round(ODD_BITS, size, Round::Zero);
    let is_negative = *g.lo() < 0;
    if g.is_point() {
        let (cut, side) = cut(g.lo());
        return Some(odd(cut, side));
    }
    let ((low, low_side), (mut high, high_side)) = (cut(&g.mig()), cut(&g.mag()));
    if (low_side == Ordering::Equal || high_side == Ordering::Equal) && !is_no_float() {
        return None;
    }
    if high_side == Ordering::Equal {
        high.next_toward(&Float::with_val(ODD_BITS, 0));
    }
    if low != high || low.is_zero() {
        return None;
    }
    let value = odd(low, Ordering::Less);
    Some(if is_negative { -value } else { value })
}

/// What stands for all numbers of an enclosure if they are larger, or smaller, than all of any format, and the value is not 0.
fn beyond(g: &Interval, is_not_zero: impl Fn() -> bool) -> Option<Float> {
    let power = |k: i32| Float::with_val(ODD_BITS, 1) << k;
    let is_negative = *g.lo() < 0;
    let (least, most) = (g.mig(), g.mag());
    let size = if least > power(HUGE) {
        power(HUGE)
    } else if most < power(TINY) && has_sign(g) && (!least.is_zero() || is_not_zero()) {
        power(TINY)
    } else {
        return None;
    };
    Some(if is_negative { -size } else { size })
}

/// Whether all numbers of an enclosure but 0 have one sign.
fn has_sign(g: &Interval) -> bool {
    *g.lo() >= 0 || *g.hi() <= 0
}

/// What was cut towards 0 to [`ODD_BITS`], and on which side of the whole that lies: a bit more behind it if there was something.
pub fn odd(cut: Float, side: Ordering) -> Float {
    if side == Ordering::Equal || cut.is_infinite() {
        return cut;
    }
    // What is cut to 0 is positive if 0 lies below it.
    let is_negative =
        if cut.is_zero() { side == Ordering::Greater } else { cut.is_sign_negative() };
    let exponent = cut.get_exp().map_or(BELOW_ALL, |exponent| exponent - ODD_BITS as i32 - 1);
    let rest = Float::with_val(ODD_BITS, if is_negative { -1 } else { 1 }) << exponent;
    Float::with_val(ODD_BITS + 2, &cut + &rest)
}
