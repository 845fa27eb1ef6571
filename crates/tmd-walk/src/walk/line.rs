//! Values that keep beside a line of breakpoints: 1 + x + … next to 0, x - x³/6 + ….

use super::cell::Cell;
use super::near::{LEAST_NORMAL, NORMAL, SUBNORMAL};
use crate::encoding::Encoding;
use rug::Float;
use tmd_functions::interval::Interval;
use tmd_functions::language::{Expr, ExprKind, FunctionSpec};

/// f(x) = ℓ(x) + d(x), where ℓ is c or c·x, all its values are breakpoints, and d has one sign and is less than a quarter of the
/// distance of breakpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// c; with a power of two if it is a slope.
    factor: f64,
    /// Whether ℓ is c·x.
    is_slope: bool,
    /// Whether |f| > |ℓ|.
    is_above: bool,
}

/// Terms that are looked at.
const ORDER: usize = 6;
/// Bits of coefficients.
const PREC: u32 = 128;
/// Exponents of the largest arguments that are tried.
const REACH: std::ops::RangeInclusive<i32> = 3..=40;
/// What a slope or a constant is moved by, as a part of it.
const ASIDE: f64 = 1.0 / (1 << 27) as f64;
/// d is less than so much of ℓ: a quarter of the distance of breakpoints, 2^-25 at least of numbers.
const SMALL: i32 = -27;

impl Line {
    /// The line that f keeps beside for 0 < x < 2^-k, or for -2^-k < x < 0, with the least k.
    pub fn at_zero(spec: &FunctionSpec, negative: bool) -> Option<(Line, i32)> {
        let own = spec.series(&Interval::zero(PREC), ORDER).ok()?;
        let point = |k: usize| own[k].is_point().then(|| own[k].lo().clone());
        let (constant, slope) = (point(0)?, point(1));
        let (factor, is_slope) = match constant.is_zero() {
            false => (constant, false),
            true => (slope.filter(|slope| !slope.is_zero())?, true),
        };
        let to = factor.to_f64();
        let is_exact = Float::with_val(PREC, to) == factor;
        // So that values are breakpoints: of constants, those that binary32 has; of slopes, powers of two.
        let (fraction, low_bits) = (to.to_bits() & ((1 << 52) - 1), to.to_bits() & ((1 << 28) - 1));
        let is_line = match is_slope {
            true => fraction == 0 && (0.5..=2f64.powi(64)).contains(&to.abs()),
            false => low_bits == 0 && (2f64.powi(-120)..=2f64.powi(120)).contains(&to.abs()),
        };
        if !is_exact || !is_line {
            return None;
        }
        let from = if is_slope { 2 } else { 1 };
        let first = (from..=ORDER).find(|k| !own[*k].is_zero())?;
        REACH.into_iter().find_map(|k| {
            let end = Float::with_val(PREC, 1) >> k;
            let x = match negative {
                true => Interval::new(-end, Float::new(PREC)),
                false => Interval::new(Float::new(PREC), end),
            };
            // f(x) = ℓ(x) + r·x^first, by Taylor's theorem, with r in this.
            let r = spec.series(&x.ok()?, first).ok()?.pop()?;
            let power = i32::try_from(first).ok()? - i32::from(is_slope);
            let is_small = r.mag() < (Float::with_val(PREC, to).abs() << (SMALL + power * k));
            if r.contains_zero() || !is_small {
                return None;
            }
            // The signs of d and of ℓ at x.
            let odd = |n: usize| negative && n % 2 == 1;
            let d_is_negative = (*r.hi() < 0) != odd(first);
            let line_is_negative = (to < 0.0) != odd(usize::from(is_slope));
            Some((Line { factor: to, is_slope, is_above: d_is_negative == line_is_negative }, k))
        })
    }

    /// The line of x that x·h(x) and x / h(x) keep beside where h is next to 1 and they are no numbers of any format, as
    /// x / (1 + exp(-x)) is for large x.
    pub fn of_product(spec: &FunctionSpec, x: &Interval) -> Option<Line> {
        let is_x = |part: &Expr| part.kind == ExprKind::X;
        let value =
            |part: &Expr| FunctionSpec { text: spec.text.clone(), expr: part.clone() }.eval(x).ok();
        let h = match &spec.expr.kind {
            ExprKind::Mul(a, b) if is_x(a) => value(b)?,
            ExprKind::Mul(a, b) if is_x(b) => value(a)?,
            ExprKind::Div(a, b) if is_x(a) => Interval::one(x.prec()).div(&value(b)?).ok()?,
            _ => return None,
        };
        let small = Float::with_val(PREC, 1) >> -SMALL;
        let is_below = *h.hi() <= 1 && Float::with_val(PREC, 1 - h.lo()) < small;
        let is_above = *h.lo() >= 1 && Float::with_val(PREC, h.hi() - 1) < small;
        ((is_below || is_above) && spec.is_no_float_on(x)).then_some(Line {
            factor: 1.0,
            is_slope: true,
            is_above,
        })
    }

    /// Whether ℓ is c·x.
    pub fn is_slope(&self) -> bool {
        self.is_slope
    }

    /// c, moved to the side that values are on, but not as far as to the next breakpoints.
    pub fn moved(&self) -> f64 {
        self.factor * if self.is_above { 1.0 + ASIDE } else { 1.0 - ASIDE }
    }

    /// The cells of values from a place on, at the numbers from an encoding on.
    pub(super) fn cells(&self, first: u32, from: u32, cells: &mut [Cell]) {
        for (encoded, cell) in (first + from..).zip(cells) {
            let x = f64::from(f32::from_bits(encoded));
            let line = if self.is_slope { self.factor * x } else { self.factor };
            let negative = u64::from(line < 0.0);
            let size = line.abs();
            let is_subnormal = size < LEAST_NORMAL;
            let (size, counted) =
                if is_subnormal { (size + LEAST_NORMAL, SUBNORMAL) } else { (size, NORMAL) };
            // Just below the least normal number they are counted as above it.
            let below = size.to_bits() - u64::from(!self.is_above);
            *cell = Cell::new((below >> 28) - counted, negative);
        }
    }
}

/// A number as the encoding of the format that it begins at.
pub(super) fn encoded(encoding: &Encoding, exponent: i32) -> u32 {
    let field = exponent - encoding.format.emin + 1;
    u32::try_from(field).unwrap_or_default() << encoding.fraction_bits()
}
