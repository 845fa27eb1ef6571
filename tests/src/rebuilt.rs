//! The numbers that kernels compute with, rebuilt with GMP integers: quantities of an item from the
//! block's seed by Horner's rule modulo 1, tables by Newton's formula over the parts; and g at high
//! precision to compare them with.

use crate::brute::Function;
use rug::{Float, Integer, Rational};
use tmd_codegen::design::{Quantity, StagePlan};
use tmd_codegen::spec::Segment;

/// Precision of g.
pub const BITS: u32 = 400;

/// g at an input, in [`BITS`] bits.
pub fn g(function: &Function, segment: &Segment, spacing: i32, i: u64) -> Float {
    (function.at)(&segment.x_float(i, BITS)) >> spacing
}

/// |a - b cmod 1|.
pub fn apart(a: &Float, b: &Float) -> f64 {
    let difference = Float::with_val(BITS, a - b);
    let nearest = Float::with_val(BITS, difference.round_ref());
    (difference - nearest).abs().to_f64()
}

/// A rational number in [`BITS`] bits.
pub fn float(value: &Rational) -> Float {
    Float::with_val(BITS, value)
}

/// A number modulo 1 in units of 2^(-64·words).
#[derive(Clone, Debug)]
pub struct Row {
    /// The number.
    pub value: Integer,
    /// Its words.
    pub words: usize,
}

impl Row {
    /// The fraction that it stands for.
    pub fn fraction(&self) -> Rational {
        Rational::from(&self.value) >> self.bits()
    }

    /// Its most significant words, as a table takes them.
    pub fn top(&self, words: usize) -> Row {
        Row { value: Integer::from(&self.value >> (64 * (self.words - words) as u32)), words }
    }

    /// The number times 2^lg, in as many words.
    pub fn shifted(&self, lg: u32) -> Row {
        let value = Integer::from(&self.value << lg).keep_bits(self.bits());
        Row { value, words: self.words }
    }

    fn bits(&self) -> u32 {
        64 * self.words as u32
    }
}

/// The quantities of a stage at an item: the value's, then the differences'.
pub fn quantities(stage: &StagePlan, seed: &[u64], item: u64) -> Vec<Row> {
    let mut next = seed.iter();
    let all: Vec<&Quantity> = std::iter::once(&stage.value).chain(&stage.differences).collect();
    all.iter()
        .map(|quantity| {
            let mut value = Integer::new();
            for _ in 0..=quantity.degree {
                let words: Vec<u64> = next.by_ref().take(quantity.words).copied().collect();
                let coefficient = Integer::from_digits(&words, rug::integer::Order::Lsf);
                value = (value * item + coefficient).keep_bits(64 * quantity.words as u32);
            }
            Row { value, words: quantity.words }
        })
        .collect()
}

/// Σ C(part, m)·(top `words` words of difference m) modulo 1, as a fraction.
pub fn table(differences: &[Row], words: usize, part: u64) -> Rational {
    let mut sum = Integer::new();
    for (m, difference) in differences.iter().enumerate() {
        sum += difference.top(words).value * Integer::from(part).binomial(m as u32);
    }
    Rational::from(sum.keep_bits(64 * words as u32)) >> (64 * words as u32)
}
