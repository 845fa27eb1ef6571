//! How much a row's polynomial, as it is computed, differs from the function, as a part of its value.
//!
//! The approximation: P has the coefficients of the code, f the Taylor coefficients at the row's centre, which interval
//! arithmetic encloses; the remainder is the next one on the whole row (Taylor's theorem). The computation: each operation of
//! [`super::arithmetic`] that is rounded is off by at most half a unit in the last place, 2^-53 of its result, and multiplied by t
//! in all steps that follow.

use super::arithmetic::{Arithmetic, beginning, finished, shifted, step};
use super::row::Row;
use super::taylor::{PREC, Taylor, up};
use rug::Float;
use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};

/// 2^-this of a result is lost where it is rounded.
const ROUNDING: u32 = 53;
/// No operation loses more than 2^this where its result is too small to be a normal number, as a part of t where the constant is 0:
/// a device may take it for 0. It would need results below 2^-1022, and t below 2^-300 is 0.
const UNDERFLOW: i32 = -700;

/// a + b, rounded up.
pub(super) fn plus(mut a: Float, b: &Float) -> Float {
    a.add_assign_round(b, Round::Up);
    a
}

fn times(mut a: Float, b: &Float) -> Float {
    a.mul_assign_round(b, Round::Up);
    a
}

/// A sum of positive numbers times powers of the reach, from one power on.
pub(super) fn in_reach<'a>(
    sizes: impl DoubleEndedIterator<Item = &'a Float>,
    reach: &Float,
) -> Float {
    sizes.rev().fold(up(0.0), |sum, size| plus(times(sum, reach), size))
}

/// What is known of a number: its size is between two.
#[derive(Clone, Debug)]
pub(super) struct Size {
    least: Float,
    most: Float,
}

impl Size {
    /// That of a number.
    pub(super) fn of(number: f64) -> Size {
        let size = up(number.abs());
        Size { least: size.clone(), most: size }
    }

    fn up_to(most: Float) -> Size {
        Size { least: up(0.0), most }
    }
}

/// The error of the operations that were carried out, on sizes.
pub(super) struct Bounded {
    /// |t| is between these.
    t_least: Float,
    t: Float,
    /// What has been lost.
    pub(super) error: Float,
}

impl Bounded {
    /// Nothing is lost so far; |t| is at most the reach.
    pub(super) fn new(reach: Float) -> Bounded {
        Bounded { t_least: up(0.0), t: reach, error: up(0.0) }
    }

    /// A result's most, and what rounding it loses.
    fn rounded(&mut self, most: Float) -> Size {
        let mut lost = most.clone() >> ROUNDING;
        lost = plus(lost, &(up(1.0) >> -UNDERFLOW));
        self.error = plus(self.error.clone(), &lost);
        Size::up_to(plus(most, &lost))
    }

    fn multiplied(&mut self) {
        self.error = times(self.error.clone(), &self.t);
    }
}

impl Arithmetic for Bounded {
    type Number = Size;

    fn next(&mut self, s: Size, c: Size) -> Size {
        self.multiplied();
        let most = plus(times(s.most, &self.t), &c.most);
        self.rounded(most)
    }

    fn product(&mut self, s: Size) -> [Size; 2] {
        self.multiplied();
        let most = times(s.most.clone(), &self.t);
        // What is missing is a number, if it is not too small for one.
        self.error = plus(self.error.clone(), &(up(1.0) >> -UNDERFLOW));
        let missing = most.clone() >> ROUNDING;
        let least = Float::with_val_round(PREC, &s.least * &self.t_least, Round::Down).0;
        let least = Float::with_val_round(PREC, least - &missing, Round::Down).0;
        let product = Size { least: least.max(&up(0.0)), most: plus(most, &missing) };
        [product, Size::up_to(missing)]
    }

    fn fused(&mut self, s: Size, c: Size) -> [Size; 2] {
        self.multiplied();
        let product = times(s.most, &self.t);
        if !c.most.is_zero() && c.least < product.clone() << 1 {
            self.error = up(f64::INFINITY);
        }
        let most = plus(product.clone(), &c.most);
        let missing = most.clone() >> ROUNDING;
        let mut least = c.least;
        for less in [&product, &missing] {
            least = Float::with_val_round(PREC, &least - less, Round::Down).0;
        }
        let sum = Size { least: least.max(&up(0.0)), most: plus(most, &missing) };
        [sum, self.rounded(missing)]
    }

    fn low_product(&mut self, low: Size, c: Size) -> Size {
        let most = plus(times(low.most, &self.t), &c.most);
        self.rounded(most)
    }

    fn sum(&mut self, a: Size, b: Size) -> [Size; 2] {
        if a.most.is_zero() {
            return [b, Size::of(0.0)];
        }
        if a.least < b.most {
            self.error = up(f64::INFINITY);
        }
        let missing = plus(a.most.clone(), &b.most) >> ROUNDING;
        let most = plus(plus(a.most, &b.most), &missing);
        let mut least = a.least;
        for less in [&b.most, &missing] {
            least = Float::with_val_round(PREC, &least - less, Round::Down).0;
        }
        [Size { least: least.max(&up(0.0)), most }, Size::up_to(missing)]
    }

    fn any_sum(&mut self, a: Size, b: Size) -> [Size; 2] {
        let most = plus(a.most, &b.most);
        let missing = most.clone() >> ROUNDING;
        [Size::up_to(plus(most, &missing)), Size::up_to(missing)]
    }

    fn odd_sum(&mut self, a: Size, b: Size) -> Size {
        // Less than a unit in the last place is added, or taken off, which changes no result.
        let most = plus(a.most, &b.most);
        let more = most.clone() >> (ROUNDING - 1);
        Size::up_to(plus(most, &more))
    }

    fn low_difference(&mut self, a: Size, b: Size) -> Size {
        self.low_sum(a, b)
    }

    fn low_sum(&mut self, a: Size, b: Size) -> Size {
        let most = plus(a.most, &b.most);
        self.rounded(most)
    }
}

/// An upper bound of |computed - f| / |f| on a row; ∞ if there is none. To the value, an integer is added: 0, or of the size `by`.
pub(super) fn relative(row: &Row, taylor: &Taylor, by: f64) -> Float {
    let reach = up(taylor.reach);
    let mut bounded = Bounded::new(reach.clone());
    let rest: Vec<Size> = row.rest.iter().map(|c| Size::of(*c)).collect();
    let words = row.leading.iter().rev().map(|c| c.map(Size::of));
    let constant = row.constant.map(Size::of);
    let s = beginning(&mut bounded, &rest);
    let s = words.fold(s, |s, c| step(&mut bounded, s, c));
    // Where f is 0 at the centre, everything is in parts of t.
    let is_zero = row.is_zero() && by == 0.0;
    if is_zero {
        bounded.t_least = up(1.0);
        bounded.t = up(1.0);
    }
    let constant = shifted_constant(&mut bounded, constant, by);
    finished(&mut bounded, s, constant);
    let lowest = usize::from(is_zero);
    let deviations = in_reach(taylor.deviations[lowest..].iter().chain([&taylor.next]), &reach);
    let error = plus(bounded.error, &deviations);
    let least = least_value(taylor, &reach, by, lowest);
    // ∞ times 0, where t is 0, is no bound.
    match least > 0 && !error.is_nan() {
        true => Float::with_val_round(PREC, &error / &least, Round::Up).0,
        false => up(f64::INFINITY),
    }
}

/// A constant of three words, moved by an integer.
fn shifted_constant(bounded: &mut Bounded, constant: [Size; 3], by: f64) -> [Size; 3] {
    match by == 0.0 {
        // k = 0 changes nothing: the sum is exact.
        true => constant,
        false => shifted(bounded, Size::of(by), constant),
    }
}

/// A lower bound of |f + by| on a row, in parts of t if f is 0 at the centre.
fn least_value(taylor: &Taylor, reach: &Float, by: f64, lowest: usize) -> Float {
    let moves = taylor.sizes[lowest + 1..].iter().map(|[_, most]| most).chain([&taylor.next]);
    let moves = times(in_reach(moves, reach), reach);
    let [least, most] = &taylor.sizes[lowest];
    let value = match by == 0.0 {
        true => least.clone(),
        false => Float::with_val_round(PREC, by - most, Round::Down).0,
    };
    Float::with_val_round(PREC, value - moves, Round::Down).0
}
