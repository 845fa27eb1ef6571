//! Conversions between kinds of numbers, by name: those that must not lose anything fail if they would; those
//! that may say so.

use std::fmt::Debug;

/// An exponent, or a number of bits or of things of which there are few.
///
/// # Panics
/// If it is 2^31 or more.
pub fn to_i32<N: TryInto<i32> + Copy + Debug>(n: N) -> i32 {
    n.try_into().unwrap_or_else(|_| panic!("{n:?} is not an exponent"))
}

/// An encoding of 16 bits, or a part of one.
///
/// # Panics
/// If it is negative, or 2^16 or more.
pub fn to_u16<N: TryInto<u16> + Copy + Debug>(n: N) -> u16 {
    n.try_into().unwrap_or_else(|_| panic!("{n:?} has more than 16 bits"))
}

/// A degree, or a number of bits or of things of which there are few.
///
/// # Panics
/// If it is negative, or 2^32 or more.
pub fn to_u32<N: TryInto<u32> + Copy + Debug>(n: N) -> u32 {
    n.try_into().unwrap_or_else(|_| panic!("{n:?} is not a small number"))
}

/// A length or a place in memory.
///
/// # Panics
/// If it is negative, or beyond what memory can hold.
pub fn to_usize<N: TryInto<usize> + Copy + Debug>(n: N) -> usize {
    n.try_into().unwrap_or_else(|_| panic!("{n:?} is not a place in memory"))
}

/// A length or a place in memory, to be added to what may be negative.
///
/// # Panics
/// If it is 2^63 or more.
pub fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or_else(|_| panic!("{n} is not a place in memory"))
}

/// An integer as the binary64 number that it is.
///
/// # Panics
/// If it has more than 53 significant bits.
pub fn exact(n: impl Into<i128>) -> f64 {
    let n = n.into();
    let number = about_signed(n);
    #[expect(clippy::cast_possible_truncation, reason = "it is compared: nothing is lost")]
    let back = number as i128;
    assert!(back == n, "{n} is not a binary64 number");
    number
}

/// An integer, rounded to the nearest binary64 number: for what is predicted, shown or chosen, never for what is
/// proved.
pub fn about(n: impl Into<u128>) -> f64 {
    let n = n.into();
    #[expect(clippy::cast_precision_loss, reason = "that is what it is for")]
    let number = n as f64;
    number
}

fn about_signed(n: i128) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the caller compares")]
    let number = n as f64;
    number
}

/// The largest integer that is not above a number, which saturates at the ends of its type; 0 for what is not a
/// number.
pub fn floor(number: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "an integer, saturated")]
    let integer = number.floor() as i32;
    integer
}

/// The nearest integer that is not negative, which saturates; 0 for what is not a number: a place in a picture.
pub fn nearest(number: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an integer, saturated"
    )]
    let integer = number.round() as usize;
    integer
}

/// A number that is an integer and not negative, as it is.
///
/// # Panics
/// If it is no such integer, or is 2^63 or more.
pub fn whole(number: f64) -> u64 {
    assert!(
        (0.0..2f64.powi(63)).contains(&number) && number.fract() == 0.0,
        "{number} is not a whole number"
    );
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was looked at")]
    let integer = number as u64;
    integer
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn nothing_is_lost_in_silence() {
        assert_eq!(exact(1u64 << 60), 2f64.powi(60));
        assert_eq!(exact(-(1i64 << 53)), -2f64.powi(53));
        assert!(catch_unwind(|| exact((1u64 << 53) + 1)).is_err());
        assert!(catch_unwind(|| to_i32(1u64 << 31)).is_err());
        assert!(catch_unwind(|| to_u32(-1i32)).is_err());
        assert!(catch_unwind(|| to_usize(-1i64)).is_err());
        assert_eq!(whole(2f64.powi(62)), 1 << 62);
        assert!(
            [0.5, -1.0, 2f64.powi(63), f64::NAN]
                .iter()
                .all(|n| catch_unwind(|| whole(*n)).is_err())
        );
        assert_eq!(about((1u64 << 53) + 1), 2f64.powi(53));
    }

    #[test]
    fn saturation() {
        assert_eq!([floor(-0.5), floor(1e300), floor(f64::NAN)], [-1, i32::MAX, 0]);
        assert_eq!([nearest(2.5), nearest(-3.0)], [3, 0]);
    }
}
