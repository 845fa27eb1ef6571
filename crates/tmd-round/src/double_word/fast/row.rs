//! A row of the fast path's table: a short polynomial about a centre, and how much it differs from the function.

use super::evaluate::{bounds, normalised, shifted, value};
use crate::double_word::bound::{Bounded, Size, in_reach, plus};
use crate::double_word::row::{Place, coefficients, compared, sum, words};
use crate::double_word::taylor::{Taylor, up};
use rug::Float;
use rug::float::Round;
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::FunctionSpec;
use tmd_walk::exponent;

/// The degree of the polynomials.
pub(super) const DEGREE: usize = 5;
/// Numbers of a row: a cache line.
pub(super) const COLUMNS: usize = 2 + DEGREE + 1;
/// The error of a row that tells nothing, more than any value and any part of it.
const UNKNOWN: f64 = f64::from_bits((1023 + 300) << 52);
/// An error is told larger by this part of it: it includes what rounding it loses in the test.
const MORE: f64 = f64::from_bits((1023 - 20) << 52);

/// A polynomial in t = x - centre, lowest coefficients first, and the bound of its error.
#[derive(Clone, Debug, PartialEq)]
pub struct FastRow {
    /// The constant, a sum of two numbers.
    pub constant: [f64; 2],
    /// The coefficients of t and its powers.
    pub coefficients: [f64; DEGREE],
    /// The test is passed only where the value, as it is computed, is further from a breakpoint: it differs from the function's by
    /// less, the roundings of the test included.
    pub error: f64,
}

impl FastRow {
    /// The row that tells nothing: whatever is added to its value, it does not pass the test.
    const NOTHING: FastRow =
        FastRow { constant: [0.0; 2], coefficients: [0.0; DEGREE], error: UNKNOWN };

    /// The Taylor polynomial of a function, rounded, for values that one of `added` is added to.
    pub(super) fn of(spec: &FunctionSpec, place: &Place, added: &[f64]) -> FastRow {
        FastRow::fitted(spec, place, added).unwrap_or(FastRow::NOTHING)
    }

    fn fitted(spec: &FunctionSpec, place: &Place, added: &[f64]) -> Option<FastRow> {
        let taylor = coefficients(spec, place, DEGREE).ok()?;
        let middles: Vec<Float> = taylor.iter().map(Interval::mid).collect();
        let mut row = FastRow {
            constant: words(&middles[0]),
            coefficients: std::array::from_fn(|k| words::<1>(&middles[k + 1])[0]),
            error: 0.0,
        };
        let least = row.least_error(&row.taylor(spec, place).ok()?, added);
        row.error = (least * (1.0 + MORE)).to_f64_round(Round::Up);
        row.is_useful().then_some(row)
    }

    /// Whether it tells the result of some arguments: its error is less than half a unit in the last place of the constant.
    fn is_useful(&self) -> bool {
        self.constant[0] != 0.0 && self.share(self.constant[0]) < 1.0
    }

    /// Whether it tells nothing.
    pub(super) fn is_nothing(&self) -> bool {
        *self == FastRow::NOTHING
    }

    /// The share of values of a size that do not pass the test: those next to breakpoints, which are a unit in the last place
    /// apart.
    pub(super) fn share(&self, size: f64) -> f64 {
        let unit = 2f64.powi(exponent(size) - 52);
        (2.0 * self.error / unit).min(1.0)
    }

    /// The numbers as they lie in a row.
    pub(super) fn numbers(&self) -> [f64; COLUMNS] {
        let mut numbers = [self.error; COLUMNS];
        numbers[..2].copy_from_slice(&self.constant);
        numbers[2..2 + DEGREE].copy_from_slice(&self.coefficients);
        numbers
    }

    fn taylor(&self, spec: &FunctionSpec, place: &Place) -> Result<Taylor, EvalError> {
        let own = std::iter::once(sum(&self.constant));
        compared(spec, place, own.chain(self.coefficients.iter().map(|c| sum(&[*c]))).collect())
    }

    /// Whether its error is as large as it must be.
    ///
    /// # Errors
    /// If the function has no Taylor coefficients there.
    pub(super) fn is_sound(
        &self,
        spec: &FunctionSpec,
        place: &Place,
        added: &[f64],
    ) -> Result<bool, EvalError> {
        Ok(self.is_nothing() || self.least_error(&self.taylor(spec, place)?, added) <= self.error)
    }

    /// An upper bound of |computed - f| on the row, and of what the test loses; ∞ if there is none.
    fn least_error(&self, taylor: &Taylor, added: &[f64]) -> Float {
        let reach = up(taylor.reach);
        let deviations = in_reach(taylor.deviations.iter().chain([&taylor.next]), &reach);
        let most = added.iter().map(|by| self.lost(&reach, *by));
        let error = plus(most.fold(up(0.0), |most, lost| most.max(&lost)), &deviations);
        // ∞ times 0 is no bound.
        if error.is_nan() { up(f64::INFINITY) } else { error }
    }

    /// What the operations lose, where something is added to the value.
    fn lost(&self, reach: &Float, by: f64) -> Float {
        let mut bounded = Bounded::new(reach.clone());
        let mut constant = self.constant.map(Size::of);
        if by != 0.0 {
            constant = shifted(&mut bounded, Size::of(by), constant);
        }
        let [high, low] = value(&mut bounded, constant, &self.coefficients.map(Size::of));
        bounds(&mut bounded, low.clone(), Size::of(self.error));
        normalised(&mut bounded, [high, low]);
        bounded.error
    }
}
