//! The positive numbers of a format, in their order, as numbers of binary64.

use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_functions::language::Format;

/// The positive finite numbers of a format of at most 25 bits, whose exponents binary64 has with room to spare. Their indices are
/// their encodings: 1 is the least number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    precision: u32,
    emin: i32,
    emax: i32,
}

/// 2^exponent, which is a normal number of binary64.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((exponent + 1023).unsigned_abs()) << 52)
}

/// ⌊log2⌋ of a positive normal number.
pub(crate) fn exponent_of(value: f64) -> i32 {
    narrow::to_i32(value.to_bits() >> 52) - 1023
}

impl Grid {
    /// The numbers of a format.
    pub(crate) fn of(format: &Format) -> Grid {
        Grid { precision: format.precision, emin: format.emin, emax: format.emax }
    }

    /// The breakpoints of a format: its numbers and the midpoints between them.
    pub(crate) fn breakpoints(format: &Format) -> Grid {
        Grid::of(&format.with_midpoints())
    }

    /// Significant bits.
    pub(crate) fn precision(&self) -> u32 {
        self.precision
    }

    /// The index of the last number.
    pub(crate) fn last(&self) -> u64 {
        let exponents = u64::from((self.emax - self.emin + 2).unsigned_abs());
        (exponents << (self.precision - 1)) - 1
    }

    /// The number of an index: exactly, as binary64 has more bits and smaller exponents.
    pub(crate) fn number(&self, index: u64) -> f64 {
        let (significand, exponent) = self.parts(index);
        narrow::exact(significand) * power_of_two(exponent)
    }

    /// Significand and exponent of its last place.
    pub(crate) fn parts(&self, index: u64) -> (u64, i32) {
        let bits = self.precision - 1;
        let (field, fraction) = (index >> bits, index & ((1 << bits) - 1));
        let significand = if field == 0 { fraction } else { fraction | 1 << bits };
        (significand, self.last_place(narrow::to_i32(field.max(1)) - 1 + self.emin))
    }

    /// The exponent of the last place of numbers in the binade of an exponent.
    pub(crate) fn last_place(&self, exponent: i32) -> i32 {
        exponent.max(self.emin) - (narrow::to_i32(self.precision) - 1)
    }

    /// The exponents of the least normal number, and of the power of two above all numbers.
    pub(crate) fn ends(&self) -> (i32, i32) {
        (self.emin, self.emax + 1)
    }

    /// The index of the largest number that is not above a positive one; 0 if there is none.
    pub(crate) fn floor(&self, value: &Rational) -> u64 {
        partition(self.last() + 1, |index| self.exact(index) <= *value) - 1
    }

    /// The number of an index as a fraction.
    pub(crate) fn exact(&self, index: u64) -> Rational {
        let (significand, exponent) = self.parts(index);
        Rational::from(Integer::from(significand)) << exponent
    }
}

/// How many of the indices below `count` come before the first that is not `below`; 0 is below.
pub(crate) fn partition(count: u64, mut below: impl FnMut(u64) -> bool) -> u64 {
    let (mut low, mut high) = (1, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if below(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_functions::language::FormatName;

    #[test]
    fn numbers_are_those_of_binary32() {
        let format = FormatName::parse("--precision", "binary32").and_then(|name| name.format());
        let grid = Grid::of(&format.expect("a format"));
        assert_eq!(grid.last(), u64::from(f32::MAX.to_bits()));
        for index in
            (1..grid.last()).step_by(7_654_321).chain([1, 0x7f_ffff, 0x80_0000, grid.last()])
        {
            let number = f32::from_bits(index as u32);
            assert_eq!(grid.number(index), f64::from(number));
            let exact = Rational::from_f32(number).expect("finite");
            assert_eq!(grid.floor(&exact), index);
            assert_eq!(
                grid.floor(&(exact * Rational::from((1_000_000_001, 1_000_000_000)))),
                index
            );
        }
        assert_eq!(grid.floor(&(Rational::from(1) >> 150)), 0);
    }
}
