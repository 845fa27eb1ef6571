//! What libraries' functions are compared with, and what they are called in C.

use crate::diag::{Diag, DiagKind};
use crate::interval::Interval;
use crate::ir::Width;
use crate::mpfr::{self, FUNCTIONS, Mpfr};
use crate::nearest::nearest;
use crate::spec::FunctionSpec;
use rug::float::Round;
use rug::{Float, Rational};
use std::cmp::Ordering;

/// Bits that values and errors are computed with.
pub(super) const PREC: u32 = 160;
/// The exponent of a number below all of any width.
const BELOW_ALL: i32 = -100_000;
/// Exponents of numbers that are larger, and smaller, than all of binary64.
const HUGE: i32 = 1100;
const TINY: i32 = -1200;
/// Bits of enclosures at most.
const LAST_PRECISION: u32 = 1 << 14;

/// A function that a library's can be compared with.
#[derive(Clone, Debug)]
pub struct Known {
    /// The function.
    pub spec: FunctionSpec,
    /// Its name in C for binary64 numbers, if it has one that is known.
    c_name: Option<String>,
    /// MPFR's, if it has one; enclosures tell its values if not.
    mpfr: Option<&'static Mpfr>,
}

/// A value of a function.
#[derive(Clone, Debug)]
pub enum Truth {
    /// The function has none.
    None,
    /// No precision tells it from a number next to it.
    Unknown,
    /// The value, cut to many bits, with one more behind them if it goes on: no rounding to fewer bits can tell that from
    /// f(x) (rounding to odd: S. Boldo and G. Melquiond, 2008).
    Odd(Float),
}

/// The function of a name: one in C, one of the list of functions, or an expression, with values of names in it.
///
/// # Errors
/// If there is none; a name that is near is suggested.
pub fn known(name: &str, param: Option<&str>) -> Result<Known, Diag> {
    if let (Some(mpfr), None) = (FUNCTIONS.iter().find(|function| function.c_name == name), param) {
        let spec = FunctionSpec::parse(mpfr.name)?;
        return Ok(Known { spec, c_name: Some(name.to_owned()), mpfr: Some(mpfr) });
    }
    let spec = FunctionSpec::parse_using(name, param).map_err(|diag| {
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if diag.kind != DiagKind::UnknownName || !is_name {
            return diag;
        }
        let names: Vec<&str> = FUNCTIONS.iter().map(|function| function.c_name).collect();
        let meant = nearest(name, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        Diag::new(DiagKind::UnknownName, format!("there is no function `{name}` to check"))
            .at("FUNCTION", name, 0..name.len(), "not known")
            .help(format!(
                "{meant}of C's there are {}; `tmd-codegen list functions` has more, and expressions are possible",
                names.join(", ")
            ))
    })?;
    let mpfr = spec.function_of_x().and_then(mpfr::find);
    let c_name = mpfr.map(|mpfr| mpfr.c_name.to_owned());
    Ok(Known { spec, c_name, mpfr })
}

impl Known {
    /// Its name in C for numbers of a width.
    ///
    /// # Errors
    /// If C has no name for it.
    pub fn c_name(&self, width: Width) -> Result<String, Diag> {
        let Some(name) = &self.c_name else {
            let function = self.spec.canonical();
            let text = &self.spec.text;
            return Err(Diag::new(DiagKind::Option, format!("{function} has no name in C"))
                .at("FUNCTION", text.clone(), 0..text.len(), "what is it called in the library?")
                .help("give its name with --symbol: a function of one number"));
        };
        Ok(match width {
            Width::W64 => name.clone(),
            Width::W32 => format!("{name}f"),
        })
    }

    /// Its value at a finite number.
    pub fn truth(&self, x: f64) -> Truth {
        match self.mpfr {
            Some(mpfr) => by_mpfr(mpfr, x),
            None => self.enclosed(x),
        }
    }

    fn enclosed(&self, x: f64) -> Truth {
        let Some(exact) = Rational::from_f64(x) else { return Truth::None };
        let is_no_float = || {
            let x = Interval::from_rational(&exact, PREC);
            self.spec.is_no_float_at(&exact) || self.spec.is_no_float_on(&x)
        };
        let special = || self.spec.special_value(&Float::with_val(53, x));
        if let Some(value) = self.spec.exact_value(&exact) {
            if value.is_zero() {
                return Truth::Odd(Float::with_val(PREC, 0));
            }
            let (cut, side) = Float::with_val_round(PREC, &value, Round::Zero);
            return Truth::Odd(odd(cut, side));
        }
        let mut prec = PREC + 64;
        while prec <= LAST_PRECISION {
            match self.spec.eval(&Interval::from_rational(&exact, prec)) {
                Ok(g) => {
                    let value = between(&g, is_no_float).or_else(|| beyond(&g, is_no_float));
                    if let Some(value) = value {
                        return Truth::Odd(value);
                    }
                }
                Err(error) if error.everywhere => {
                    let special = special();
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
/// binary64 or of any more bits.
fn between(g: &Interval, is_no_float: impl Fn() -> bool) -> Option<Float> {
    let cut = |size: &Float| Float::with_val_round(PREC, size, Round::Zero);
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
        high.next_toward(&Float::with_val(PREC, 0));
    }
    if low != high || low.is_zero() {
        return None;
    }
    let value = odd(low, Ordering::Less);
    Some(if is_negative { -value } else { value })
}

/// What stands for all numbers of an enclosure if they are larger, or smaller, than all of binary64, and the value is not 0.
fn beyond(g: &Interval, is_not_zero: impl Fn() -> bool) -> Option<Float> {
    let power = |k: i32| Float::with_val(PREC, 1) << k;
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

fn by_mpfr(known: &Mpfr, x: f64) -> Truth {
    let mut y = Float::with_val(PREC, x);
    let side = (known.round)(&mut y, Round::Zero);
    if y.is_nan() { Truth::None } else { Truth::Odd(odd(y, side)) }
}

/// What was cut towards 0, and on which side of the whole that lies: a bit more behind it if there was something.
fn odd(cut: Float, side: Ordering) -> Float {
    if side == Ordering::Equal || cut.is_infinite() {
        return cut;
    }
    // What is cut to 0 is positive if 0 lies below it.
    let is_negative =
        if cut.is_zero() { side == Ordering::Greater } else { cut.is_sign_negative() };
    let exponent = cut.get_exp().map_or(BELOW_ALL, |exponent| exponent - PREC as i32 - 1);
    let rest = Float::with_val(PREC, if is_negative { -1 } else { 1 }) << exponent;
    Float::with_val(PREC + 2, &cut + &rest)
}
