//! From a value as a sum of two words to the encoding of the result, rounded in a mode.
//!
//! The first word is the sum rounded to nearest, so that it is the result to nearest; the sign of the second one tells where other
//! modes differ. Where a power of two is multiplied in and results may be subnormal, the first word is rounded again, to a
//! multiple of the least number: C is added, whose last place is that. What is rounded off there is known exactly, and
//! with the second word tells whether the sum lies on the other side of it, or of the midpoint.

use super::INFINITY;
use super::scheme::{WIDTH, one};
use super::taken::{RAISED, Taken};
use crate::finish::fraction_bits;
use tmd_kernel::ir::{Builder, Value};
use tmd_runtime::RoundingMode;

/// Exponents from this on make no subnormal result.
const NO_SUBNORMAL: u64 = RAISED - 900;

/// The encoding of a sum of two words, of which the first is the sum rounded to nearest, with a sign multiplied in, if there is one. A
/// sum that a power of two is to be multiplied in is not negative, where results may be too small.
pub(super) fn rounded(
    b: &mut Builder,
    words: [Value; 2],
    sign: Option<Value>,
    taken: Taken,
    mode: RoundingMode,
) -> Value {
    match taken {
        Taken::Nothing | Taken::Added(_) => corrected(b, words, sign, mode),
        Taken::Exponent(exponent) => {
            let result = corrected(b, words, sign, mode);
            let exponent = b.shl(exponent, fraction_bits(WIDTH));
            b.add(result, exponent)
        }
        Taken::Lowered(exponent) => {
            let mode = Signed::of(b, mode, sign);
            let (size, _) = lowered(b, words, exponent, mode);
            sign.map_or(size, |sign| b.bits_or(size, sign))
        }
        Taken::Raised(exponent) => {
            let mode = Signed::of(b, mode, sign);
            let size = raised(b, words, exponent, mode);
            sign.map_or(size, |sign| b.bits_or(size, sign))
        }
    }
}

/// A rounding mode for the sizes of numbers.
#[derive(Clone, Copy)]
struct Signed {
    mode: RoundingMode,
    /// Where numbers are negative, if there are such.
    is_negative: Option<Value>,
}

impl Signed {
    fn of(b: &mut Builder, mode: RoundingMode, sign: Option<Value>) -> Signed {
        let is_directed = matches!(mode, RoundingMode::Up | RoundingMode::Down);
        let sign = sign.filter(|_| is_directed);
        Signed { mode, is_negative: sign.map(|sign| b.bit(sign, WIDTH.bits() - 1)) }
    }

    /// The one or the other: where sizes are rounded down, and where they are rounded up.
    fn select(self, b: &mut Builder, down: Value, up: Value) -> Value {
        match (self.mode, self.is_negative) {
            (RoundingMode::Nearest, _) | (RoundingMode::Up, None) => up,
            (RoundingMode::Zero, _) | (RoundingMode::Down, None) => down,
            (RoundingMode::Up, Some(is_negative)) => b.select(is_negative, down, up),
            (RoundingMode::Down, Some(is_negative)) => b.select(is_negative, up, down),
        }
    }

    /// The encoding of a number that is not negative, or its neighbour on the side that what is missing tells.
    fn stepped(self, b: &mut Builder, bits: Value, missing: Value) -> Value {
        if self.mode == RoundingMode::Nearest {
            return bits;
        }
        let down = less_where_below(b, bits, missing);
        let up = more_where_above(b, bits, missing);
        self.select(b, down, up)
    }
}

/// Words with a sign multiplied in.
pub(super) fn signed<const N: usize>(
    b: &mut Builder,
    words: [Value; N],
    sign: Option<Value>,
) -> [Value; N] {
    let Some(sign) = sign else { return words };
    words.map(|word| {
        let own = b.bits(word);
        let own = b.bits_xor(own, sign);
        b.from_bits(own)
    })
}

/// The encoding, or its neighbour on the side that what is missing to the number tells.
pub(super) fn corrected(
    b: &mut Builder,
    words: [Value; 2],
    sign: Option<Value>,
    mode: RoundingMode,
) -> Value {
    let [high, low] = signed(b, words, sign);
    let bits = b.bits(high);
    let is_negative = b.bit(bits, WIDTH.bits() - 1);
    let sign = b.word(WIDTH.sign());
    let sign = b.bits_and(bits, sign);
    // Encodings are larger where numbers are further from 0.
    let away = b.bits(low);
    let away = b.bits_xor(away, sign);
    let away = b.from_bits(away);
    match mode {
        RoundingMode::Nearest => bits,
        RoundingMode::Zero => less_where_below(b, bits, away),
        RoundingMode::Up | RoundingMode::Down => {
            let less = less_where_below(b, bits, away);
            let more = more_where_above(b, bits, away);
            match mode {
                RoundingMode::Up => b.select(is_negative, less, more),
                _ => b.select(is_negative, more, less),
            }
        }
    }
}

/// One less where a number is below 0.
fn less_where_below(b: &mut Builder, word: Value, number: Value) -> Value {
    let (zero, none, one) = (b.float(0.0), b.word(0), b.word(1));
    let is_below = b.lt(number, zero);
    let step = b.select(is_below, one, none);
    b.sub(word, step)
}

/// One more where a number is above 0.
fn more_where_above(b: &mut Builder, word: Value, number: Value) -> Value {
    let (zero, none, one) = (b.float(0.0), b.word(0), b.word(1));
    let is_above = b.lt(zero, number);
    let step = b.select(is_above, one, none);
    b.add(word, step)
}

/// The encoding of a sum that is not negative times a power of two, which may be too small for normal numbers; and its exponent field,
/// more [`RAISED`].
fn lowered(
    b: &mut Builder,
    [high, low]: [Value; 2],
    exponent: Value,
    mode: Signed,
) -> (Value, Value) {
    let fraction = fraction_bits(WIDTH);
    b.comment("multiplied by the power of two");
    let bits = b.bits(high);
    let field = b.shr(bits, fraction);
    let field = b.add(field, exponent);
    let zero = b.word(RAISED);
    let steps = b.sub(exponent, zero);
    let steps = b.shl(steps, fraction);
    let bits = b.add(bits, steps);
    let normal = mode.stepped(b, bits, low);
    b.comment("subnormal results are the last places of a sum");
    let most = b.word(NO_SUBNORMAL);
    let own = b.min(exponent, most);
    let c_field = b.word(RAISED + one() + u64::from(fraction) - 1074);
    let c_field = b.sub(c_field, own);
    let c_bits = b.shl(c_field, fraction);
    let c = b.from_bits(c_bits);
    let sum = b.add(c, high);
    let back = b.sub(sum, c);
    let rest = b.sub(high, back);
    let sum = b.bits(sum);
    let count = b.sub(sum, c_bits);
    let small = match mode.mode {
        RoundingMode::Nearest => {
            let half = b.word(u64::from(fraction) + 1);
            let half = b.sub(c_field, half);
            let half = b.shl(half, fraction);
            let half = b.from_bits(half);
            let beyond = b.sub(rest, half);
            let beyond = b.add(beyond, low);
            let count = more_where_above(b, count, beyond);
            let before = b.add(rest, half);
            let before = b.add(before, low);
            less_where_below(b, count, before)
        }
        _ => {
            let rest = b.add(rest, low);
            mode.stepped(b, count, rest)
        }
    };
    let least = b.word(RAISED + 1);
    let is_small = b.lt(field, least);
    (b.select(is_small, small, normal), field)
}

/// The same where it may be too large, too.
fn raised(b: &mut Builder, words: [Value; 2], exponent: Value, mode: Signed) -> Value {
    let (result, field) = lowered(b, words, exponent, mode);
    let [infinity, most] = [INFINITY, INFINITY - 1].map(|word| b.word(word));
    let largest = mode.select(b, most, infinity);
    let beyond = b.word(RAISED + (INFINITY >> fraction_bits(WIDTH)));
    let is_large = b.ge(field, beyond);
    let result = b.select(is_large, largest, result);
    b.min(result, largest)
}
