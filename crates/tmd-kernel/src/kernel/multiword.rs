//! Fixed multi-precision words: constant-size adders, shifts and products, fully unrolled.
//!
//! A number is a slice of 64-bit words, least significant first, and stands for a fraction modulo
//! 1 (everything is modulo 1): overflow falls off the top and is never an error.

use crate::ir::{Builder, Value};

/// a + b, of equal length.
pub fn add(b: &mut Builder, x: &[Value], y: &[Value]) -> Vec<Value> {
    let last = x.len() - 1;
    let mut carry = None;
    let mut sum = vec![];
    for (i, (&x, &y)) in x.iter().zip(y).enumerate() {
        sum.push(match carry {
            None if i == last => b.add(x, y),
            _ => {
                let (word, out) = b.add_carry(x, y, carry);
                carry = Some(b.named("carry", out));
                word
            }
        });
    }
    sum
}

/// x · 2^k, 0 ≤ k < 64.
pub fn shift_left(b: &mut Builder, x: &[Value], k: u32) -> Vec<Value> {
    if k == 0 {
        return x.to_vec();
    }
    let mut shifted = vec![];
    for (i, &word) in x.iter().enumerate() {
        let high = b.shl(word, k);
        shifted.push(match i {
            0 => high,
            _ => {
                // The two parts share no bit, so that adding joins them.
                let low = b.shr(x[i - 1], 64 - k);
                b.add(high, low)
            }
        });
    }
    shifted
}

/// x · k + y modulo 2^(64·words), with a single-word factor k: one step of Horner's rule.
pub fn mul_add(b: &mut Builder, x: &[Value], k: Value, y: &[Value]) -> Vec<Value> {
    let mut carry = b.word(0);
    let mut result = vec![];
    for (&x, &y) in x.iter().zip(y) {
        let (low, high) = b.mul_add(x, k, y, carry);
        carry = b.named("carry", high);
        result.push(low);
    }
    result
}

/// The most significant `count` words.
pub fn top(x: &[Value], count: usize) -> Vec<Value> {
    x[x.len() - count..].to_vec()
}

/// x < y, of equal length: the borrow out of x - y.
pub fn less_than(b: &mut Builder, x: &[Value], y: &[Value]) -> Value {
    if let ([x], [y]) = (x, y) {
        return b.lt(*x, *y);
    }
    let mut borrow = None;
    for (&x, &y) in x.iter().zip(y) {
        let out = b.sub_borrow(x, y, borrow).1;
        borrow = Some(b.named("borrow", out));
    }
    match borrow {
        Some(borrow) => borrow,
        None => b.truth(false),
    }
}
