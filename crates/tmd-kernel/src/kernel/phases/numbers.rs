//! Numbers of kernels of phases, of the operations that all search kernels have.

use super::Three;
use crate::ir::{Builder, Value};
use std::array::from_fn;
use tmd_design::phases::seed;

pub(super) fn dot(b: &mut Builder, x: &Three<Value>, y: &Three<Value>) -> Value {
    let [first, second, third] = from_fn(|i| b.mul(x[i], y[i]));
    let both = b.add(first, second);
    b.add(both, third)
}

/// |x|.
pub(super) fn magnitude(b: &mut Builder, number: Value) -> Value {
    let opposite = opposite(b, number);
    b.max(number, opposite)
}

/// -x; 0 of 0.
pub(super) fn opposite(b: &mut Builder, number: Value) -> Value {
    let zero = b.float(0.0);
    b.sub(zero, number)
}

/// An integer below 2^52 in size as a word.
pub(super) fn whole(b: &mut Builder, number: Value) -> Value {
    let size = magnitude(b, number);
    let word = b.to_u64(size);
    let zero = b.float(0.0);
    let is_negative = b.lt(number, zero);
    with_sign(b, is_negative, word)
}

/// A word, or its opposite.
fn with_sign(b: &mut Builder, is_negative: Value, word: Value) -> Value {
    let zero = b.word(0);
    let opposite = b.sub(zero, word);
    b.select(is_negative, opposite, word)
}

/// The number nearest to a word that is an integer with a sign.
pub(super) fn signed(b: &mut Builder, word: Value) -> Value {
    let half = b.word(1 << 63);
    let is_negative = b.ge(word, half);
    let size = with_sign(b, is_negative, word);
    let number = b.to_f64_nearest(size);
    let negative = opposite(b, number);
    b.select(is_negative, negative, number)
}

/// A number of the seed, in units of 2^-[`seed::FRACTION`] and two words, the low one first: exact, as seeds are made so.
pub(super) fn fixed_point(b: &mut Builder, at: usize) -> Value {
    let [low, high] = [at, at + 1].map(|at| b.seed(at));
    let high = signed(b, high);
    let low = b.to_f64_nearest(low);
    let [unit, of_high] = [-seed::FRACTION, 64 - seed::FRACTION].map(|own| b.float(2f64.powi(own)));
    let [high, low] = [b.mul(high, of_high), b.mul(low, unit)];
    b.add(high, low)
}
