//! Small formats, and certificates as files, for tests of pairs.

mod program;

pub(crate) use program::check;
use rug::{Integer, Rational};
use std::ops::RangeInclusive;

pub(crate) fn power_of_two(e: i64) -> Rational {
    Rational::from(1) << e as i32
}

/// e with 2^e ≤ |x| < 2^(e+1).
pub(crate) fn exponent(x: &Rational) -> i64 {
    let bits = |n: &Integer| i64::from(n.significant_bits());
    let guess = bits(x.numer()) - bits(x.denom());
    if x.clone().abs() < power_of_two(guess) { guess - 1 } else { guess }
}

/// A number as certificates write it.
pub(crate) fn written(x: &Rational) -> String {
    let e = exponent(x);
    let fraction = (x.clone().abs() / power_of_two(e) - 1u32) * Rational::from(1 << 28);
    let digits = format!("{:07x}", fraction.numer());
    let digits = digits.trim_end_matches('0');
    let (sign, point) = (if *x < 0 { "-" } else { "" }, if digits.is_empty() { "" } else { "." });
    format!("{sign}0x1{point}{digits}p{e:+}")
}

/// The positive numbers with some exponents, ascending: what is a multiple of the spacing of its binade. Those with the least exponent of
/// the format are all below the next.
pub(crate) fn positive(precision: i64, emin: i64, exponents: RangeInclusive<i64>) -> Vec<Rational> {
    let mut all = vec![];
    for e in exponents {
        let first = if e == emin { 1 } else { 1i64 << (precision - 1) };
        let binade = first..1i64 << precision;
        all.extend(binade.map(|m| Rational::from(m) * power_of_two(e - precision + 1)));
    }
    all
}
