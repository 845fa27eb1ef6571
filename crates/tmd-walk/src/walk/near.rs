//! A polynomial with a proved bound of its error, which tells between which breakpoints of binary32 values lie.

use super::cell::Cell;
use crate::encoding::exponent;
use crate::widely::widely;
use rug::Float;
use rug::float::Round;
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;

/// Bits of enclosures.
const PREC: u32 = 128;
/// The degree.
pub(super) const DEGREE: usize = 7;
/// Half a unit in the last place of binary32 is as many bits above that of binary64.
const SHIFT: u32 = 28;
/// What breakpoints of normal numbers are counted from.
pub(super) const NORMAL: u64 = (1023 - 127) << 24;
/// The same once [`LEAST_NORMAL`] was added to a number.
pub(super) const SUBNORMAL: u64 = (1023 - 126) << 24;
/// The least normal number of binary32, 2^-126.
pub(super) const LEAST_NORMAL: f64 = f64::from_bits((1023 - 126) << 52);
/// Half a unit in the last place of twice that.
const ADDING: f64 = f64::from_bits((1023 - 179) << 52);
/// What an operation's result is off by at most, as a part of it: 2^-53.
const ROUNDING: f64 = f64::EPSILON / 2.0;
/// A thing that is summed up in binary64 is no larger than what comes out, this much larger.
const SLACK: f64 = 1.0 + 1.0 / (1 << 30) as f64;
/// More than what underflow loses.
const UNDERFLOW: f64 = f64::from_bits(1 << 10);
/// The last breakpoint.
const LAST: u64 = 2 * 0x7f80_0000 - 1;
/// The error that is aimed at, as a part of half a unit in the last place: one of as many values has to be enclosed by itself.
const FINE: f64 = 1.0 / (1 << 22) as f64;
/// Values this near to a breakpoint, in half units in the last place, are enclosed by themselves in any case.
const DANGEROUS: f64 = 1.0 / (1 << 25) as f64;

/// A polynomial in t = place - centre, as binary64 evaluates it by Horner's rule with two roundings a step; values are less than
/// `error` off. All values are of one sign, and all are normal numbers of binary32 or none is.
#[derive(Clone, Debug)]
pub struct Polynomial {
    coefficients: [f64; DEGREE + 1],
    centre: f64,
    error: f64,
    /// 0, or what is added to sizes of subnormal results.
    added: f64,
    /// What breakpoints are counted from.
    counted: u64,
    /// 1 if values are negative.
    negative: u64,
}

/// A Taylor polynomial's coefficients in t, enclosed, and a bound of the remainder for |t| ≤ `reach`.
pub(super) struct Taylor {
    pub(super) coefficients: Vec<Interval>,
    pub(super) remainder: Float,
    pub(super) centre: f64,
    pub(super) reach: f64,
}

impl Polynomial {
    /// The polynomial of a Taylor polynomial, if it tells enough: values are not near 0, and not on both sides of the least
    /// normal number. The cell of a value that is less than `margin` half units in the last place from a breakpoint is left open.
    pub(super) fn of(taylor: &Taylor, margin: f64) -> Option<Polynomial> {
        let Taylor { reach, centre, .. } = *taylor;
        let mut coefficients = [0.0; DEGREE + 1];
        let mut off = taylor.remainder.to_f64_round(Round::Up) + UNDERFLOW;
        let mut power = 1.0;
        for (own, c) in coefficients.iter_mut().zip(&taylor.coefficients) {
            *own = c.mid().to_f64();
            let exact = Interval::from_f64(*own, c.prec()).ok()?;
            off += c.sub(&exact).mag().to_f64_round(Round::Up) * power;
            power *= reach;
        }
        // What |p| is at most, and off by, after each step.
        let [.., highest] = coefficients;
        let (mut size, mut horner) = (highest.abs(), 0.0);
        for c in coefficients[..DEGREE].iter().rev() {
            let product = size * reach;
            size = product + c.abs();
            horner = horner * reach + ROUNDING * (product + size) * SLACK + UNDERFLOW;
            size += horner;
        }
        let error = (off + horner) * SLACK;
        if !error.is_finite() {
            return None;
        }
        // The same without the errors, but for the constant.
        let terms = coefficients[1..].iter().rev();
        let spread = terms.fold(0.0, |sum, c| (sum + c.abs()) * reach) * SLACK;
        let middle = coefficients[0].abs();
        let (least, most) = (middle - spread - 2.0 * error, middle + spread + 2.0 * error);
        let is_subnormal = most < LEAST_NORMAL;
        let is_told = least > 0.0 && (is_subnormal || least > LEAST_NORMAL);
        // Half a unit in the last place, of the least value and of the largest.
        let [unit, largest_unit] = match is_subnormal {
            true => [2f64.powi(-150); 2],
            false => [least, most].map(|value| 2f64.powi(exponent(value) - 24)),
        };
        let (added, counted) = if is_subnormal { (LEAST_NORMAL, SUBNORMAL) } else { (0.0, NORMAL) };
        let error = if is_subnormal { (error + ADDING) * SLACK } else { error };
        let is_fine = error < unit * FINE;
        // Values that are hardly further from a breakpoint are told apart as well: emitted code may be as far off.
        (is_told && is_fine).then_some(Polynomial {
            coefficients,
            centre,
            error: (error.max(unit * DANGEROUS) + largest_unit * margin) * SLACK,
            added,
            counted,
            negative: u64::from(coefficients[0] < 0.0),
        })
    }

    /// Where t is 0.
    pub(super) fn centre(&self) -> f64 {
        self.centre
    }

    /// The value at t, as binary64 evaluates it.
    #[inline(always)]
    pub(super) fn value(&self, t: f64) -> f64 {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.coefficients;
        ((((((c7 * t + c6) * t + c5) * t + c4) * t + c3) * t + c2) * t + c1) * t + c0
    }

    /// What a value is off by at most, and what its cell keeps away from breakpoints.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// The cell of the value at t.
    #[inline(always)]
    pub(super) fn cell(&self, t: f64) -> Cell {
        let Polynomial { error, added, counted, negative, .. } = *self;
        told(self.value(t).abs() + added, error, counted, negative)
    }

    /// The cells of values from a place on.
    pub(super) fn cells(&self, from: u32, cells: &mut [Cell]) {
        // Neither this range, which has an end, nor `told` is checked for overflows, so that vectors are made of the loop in tests, too.
        let places = from..from + narrow::to_u32(cells.len());
        widely(|| {
            for (i, cell) in places.zip(cells) {
                *cell = self.cell(f64::from(i) - self.centre);
            }
        });
    }
}

/// The polynomial in t, the place less the middle of a part, where places are up to `off` off.
pub(super) fn polynomial(
    spec: &FunctionSpec,
    from: f64,
    length: f64,
    off: f64,
    margin: f64,
) -> Option<Polynomial> {
    let (centre, reach) = (from + length / 2.0, length / 2.0);
    let number = |number: f64| Interval::from_f64(number, PREC).ok();
    let coefficients = spec.series(&number(centre)?, DEGREE).ok()?;
    let [low, high] = [from - 2.0 * off, from + length + 2.0 * off];
    let all = Interval::new(number(low)?.lo().clone(), number(high)?.hi().clone()).ok()?;
    let rest = spec.series(&all, DEGREE + 1).ok()?.pop()?;
    let power = number(reach)?.powi(narrow::to_i32(DEGREE + 1)).ok()?;
    let slope = spec.series(&all, 1).ok()?.pop()?;
    let remainder = rest.mul(&power).abs().add(&slope.mul(&number(off)?).abs()).mag();
    Polynomial::of(&Taylor { coefficients, remainder, centre, reach }, margin)
}

/// The cell of a value whose size is less than `error` off, if both ends are in one; breakpoints are counted from `counted`.
#[inline(always)]
pub(super) fn told(size: f64, error: f64, counted: u64, negative: u64) -> Cell {
    // One number further, so that the sums' roundings do not count. An end that is not positive, or wraps around, is not in the cell
    // of the other.
    let low = (size - error).to_bits().wrapping_sub(1) >> SHIFT;
    let high = (size + error).to_bits().wrapping_add(1) >> SHIFT;
    let breakpoint = low.wrapping_sub(counted).min(LAST);
    if low == high { Cell::new(breakpoint, negative) } else { Cell::OPEN }
}

/// The cell of a value that is less than `error` off, away from breakpoints by `margin` half units in the last place of binary32. Sizes
/// of 2^-100 or less are not told: the others are normal numbers.
#[inline(always)]
pub(super) fn normal(value: f64, error: f64, margin: f64) -> Cell {
    /// Half a unit in the last place of a number is no more than this part of it.
    const HALF_UNIT: f64 = 1.0 / (1 << 24) as f64;
    /// What is added to the sums of errors, relatively: they are computed in binary64, and the size is not that of the exact value.
    const SLACK: f64 = 1.0 + 1.0 / (1 << 20) as f64;
    let size = value.abs();
    let error = (error + size * (HALF_UNIT * margin)) * SLACK;
    let is_told = size > 2f64.powi(-100) && size > 2.0 * error;
    if is_told { told(size, error, NORMAL, value.is_sign_negative().into()) } else { Cell::OPEN }
}
