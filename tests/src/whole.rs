//! Every number of a format, one by one, with MPFR: what a search of `--range all` must find.
//!
//! As in [`crate::brute`] nothing comes from the library but the names of roundings and kinds. Distances are
//! taken at growing precision; one that stays 0 at [`MOST_BITS`] bits is a case or an exact case, which
//! only algebra can tell apart.

use crate::brute::Function;
use rug::{Float, Integer, Rational};
use std::collections::BTreeMap;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::Format;
use tmd_codegen::verdict::CaseKind;

/// Precisions at which g is looked at.
const BITS: [u32; 3] = [128, 512, MOST_BITS];
/// The last of them.
pub const MOST_BITS: u32 = 1024;

/// How close f(x) is to a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Which breakpoint.
    pub kind: CaseKind,
    /// Identical bits after the rounding bit; `None` if no precision tells f(x) from the breakpoint.
    pub identical_bits: Option<u32>,
    /// The distance, in units of the breakpoint spacing.
    pub distance: f64,
}

/// All finite numbers of a format, ascending; zero once.
pub fn numbers(format: &Format) -> Vec<Rational> {
    let hidden = 1i64 << (format.precision - 1);
    let least = format.emin - (format.precision as i32 - 1);
    let mut positive: Vec<Rational> =
        (1..hidden).map(|mantissa| Rational::from(mantissa) << least).collect();
    for e in format.emin..=format.emax {
        let ulp = e - (format.precision as i32 - 1);
        positive.extend((hidden..2 * hidden).map(|mantissa| Rational::from(mantissa) << ulp));
    }
    let mut all: Vec<Rational> = positive.iter().rev().map(|x| Rational::from(-x)).collect();
    all.push(Rational::new());
    all.extend(positive);
    all
}

/// The inputs within 2^-bits of a breakpoint. Inputs at which f has no value or overflows are none.
pub fn search<'a>(
    function: &Function,
    inputs: impl IntoIterator<Item = &'a Rational>,
    format: &Format,
    rounding: Rounding,
    bits: u32,
) -> BTreeMap<Rational, Near> {
    let near = |x: &Rational| Some((x.clone(), look(function, x, format, rounding, bits)?));
    inputs.into_iter().filter_map(near).collect()
}

fn look(
    function: &Function,
    x: &Rational,
    format: &Format,
    rounding: Rounding,
    bits: u32,
) -> Option<Near> {
    let p = match rounding {
        Rounding::Directed => format.precision,
        Rounding::Nearest | Rounding::All => format.precision + 1,
    } as i32;
    let epsilon = Float::with_val(2, 1) >> bits;
    let mut result = None;
    for precision in BITS {
        let y = (function.at)(&Float::with_val(precision, x));
        if !y.is_finite() || y.clone().abs() >= (Float::with_val(2, 1) << (format.emax + 1)) {
            return None;
        }
        let exponent = y.get_exp().map_or(format.emin, |e| (e - 1).max(format.emin));
        let g = y << (p - 1 - exponent);
        let near = Float::with_val(precision, g.round_ref());
        let off = (g - &near).abs();
        // Far from ε and from 0 a few roundings change nothing.
        let coarse = Float::with_val(64, 1) >> (precision / 2);
        let near: Integer = near.to_integer().expect("finite");
        if off > Float::with_val(64, &epsilon + &coarse) {
            return None;
        }
        let kind = match rounding {
            Rounding::Nearest | Rounding::All if near.is_odd() => CaseKind::Nearest,
            _ => CaseKind::Directed,
        };
        if rounding == Rounding::Nearest && kind == CaseKind::Directed {
            return None;
        }
        let halves = if rounding == Rounding::Directed { 1 } else { 0 };
        let identical_bits = match off > coarse {
            true => off.get_exp().map(|e| u32::try_from(-(e + halves)).unwrap_or(0)),
            false => None,
        };
        // Next to a power of two the identical bits depend on the last bit.
        let close_to_power = {
            let (low, high) = (off.clone() * 0.9999999f64, off.clone() * 1.0000001f64);
            low.get_exp() != high.get_exp()
        };
        let decided = off > coarse && !close_to_power;
        result = Some((kind, identical_bits, off));
        if decided {
            break;
        }
    }
    let (kind, identical_bits, off) = result?;
    (off < epsilon).then(|| Near { kind, identical_bits, distance: off.to_f64() })
}
