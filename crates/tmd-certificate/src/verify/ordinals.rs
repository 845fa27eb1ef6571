//! The numbers of a format, numbered: zero is 0, the smallest positive one 1, its opposite -1, and so on. Ranges
//! become ranges of integers, found without the search's own splitting of them.

use super::lie;
use rug::{Integer, Rational};
use std::cmp::Ordering;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_functions::language::{Constant, Format};
use tmd_request::request::Request;

/// The numbering of a format.
pub(super) struct Ordinals {
    precision: u32,
    emin: i32,
    emax: i32,
}

/// Consecutive numbers of one sign and one spacing.
pub(super) struct Stretch {
    /// The ordinal of the first.
    pub(super) start: Integer,
    /// How many.
    pub(super) count: u64,
}

impl Ordinals {
    pub(super) fn new(format: &Format) -> Ordinals {
        Ordinals { precision: format.precision, emin: format.emin, emax: format.emax }
    }

    /// Numbers of a binade.
    fn binade(&self) -> Integer {
        Integer::from(1) << (self.precision - 1)
    }

    /// The ordinal of the largest number.
    fn largest(&self) -> Integer {
        (self.binade() * (i64::from(self.emax) - i64::from(self.emin) + 2)) - 1u32
    }

    /// The number of an ordinal.
    pub(super) fn value(&self, ordinal: &Integer) -> Rational {
        let size = ordinal.clone().abs();
        let binade = Integer::from(&size >> (self.precision - 1));
        // Binade 0 holds the subnormal numbers, 1 those of exponent emin.
        let above = binade.to_i32().unwrap_or(0).max(1) - 1;
        let mantissa = size - (self.binade() * above);
        let value = Rational::from(mantissa) << (self.emin + above - (self.precision as i32 - 1));
        if *ordinal < 0 { -value } else { value }
    }

    /// The ordinal of a number; `None` if it is none of the format.
    pub(super) fn of(&self, value: &Rational) -> Option<Integer> {
        if value.is_zero() {
            return Some(Integer::new());
        }
        let size = value.clone().abs();
        let bits = |n: &Integer| n.significant_bits() as i32;
        let guess = bits(size.numer()) - bits(size.denom());
        let exponent = if size >= Rational::from(1) << guess { guess } else { guess - 1 };
        if exponent > self.emax {
            return None;
        }
        let above = exponent.max(self.emin) - self.emin;
        let scaled = size >> (self.emin + above - (self.precision as i32 - 1));
        if *scaled.denom() != 1 {
            return None;
        }
        let ordinal = scaled.numer().clone() + self.binade() * above;
        Some(if *value < 0 { -ordinal } else { ordinal })
    }

    /// log2 of the distance of a number from the next one away from zero.
    pub(super) fn spacing(&self, ordinal: &Integer) -> i32 {
        let binade = ordinal.clone().abs() >> (self.precision - 1);
        let above = binade.to_i32().unwrap_or(0).max(1) - 1;
        self.emin + above - (self.precision as i32 - 1)
    }

    /// The ordinals of a request's inputs.
    pub(super) fn range(&self, request: &Request) -> Result<Range<Integer>, Diag> {
        let largest = self.largest();
        if request.range.is_all() {
            return Ok(-largest.clone()..largest + 1u32);
        }
        let (from, to) = request.range.ends()?;
        let range = self.first_from(&from)?..self.first_from(&to)?;
        match range.start < range.end {
            true => Ok(range),
            false => Err(lie(format!("there is no input in the range {}", request.range.text))),
        }
    }

    /// The ordinal of the first number that is not below a constant, by bisection.
    fn first_from(&self, end: &Constant) -> Result<Integer, Diag> {
        let (mut low, mut high) = (-self.largest(), self.largest() + 1u32);
        while low < high {
            let middle = Integer::from(&low + &high).div_rem_floor(Integer::from(2)).0;
            let number = Constant::from_rational("input", &self.value(&middle));
            match number.compare(end)? {
                Ordering::Less => low = middle + 1u32,
                Ordering::Equal | Ordering::Greater => high = middle,
            }
        }
        Ok(low)
    }

    /// The parts of a range with equal spacing and sign, ascending; `None` if one is too long.
    pub(super) fn stretches(&self, range: &Range<Integer>) -> Option<Vec<Stretch>> {
        let mut stretches = vec![];
        let mut start = range.start.clone();
        while start < range.end {
            let end = self.end_of_stretch(&start).min(range.end.clone());
            let count = Integer::from(&end - &start).to_u64()?;
            stretches.push(Stretch { start, count });
            start = end;
        }
        Some(stretches)
    }

    /// The first ordinal after `start` with another sign or spacing.
    fn end_of_stretch(&self, start: &Integer) -> Integer {
        let binade = |size: Integer| size >> (self.precision - 1);
        if *start >= 0 {
            return (binade(start.clone()) + 1u32) * self.binade();
        }
        // Zero is among the positive numbers.
        let least = binade(-start.clone()) * self.binade();
        if least == 0 { Integer::new() } else { 1 - least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_small_format_are_numbered_in_order() {
        let mut format = Format::of_precision(3).expect("format");
        (format.emin, format.emax) = (-2, 1);
        let ordinals = Ordinals::new(&format);
        let all = -ordinals.largest()..ordinals.largest() + 1u32;
        let mut values = vec![];
        let mut ordinal = all.start.clone();
        while ordinal < all.end {
            let value = ordinals.value(&ordinal);
            assert_eq!(ordinals.of(&value), Some(ordinal.clone()), "{value}");
            values.push(value);
            ordinal += 1;
        }
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(values.last(), Some(&Rational::from((7, 2))));
        assert_eq!(ordinals.value(&Integer::from(1)), Rational::from((1, 16)));
        assert_eq!(ordinals.of(&Rational::from((1, 32))), None);
        assert_eq!(ordinals.of(&Rational::from(4)), None);
        let stretches = ordinals.stretches(&all).expect("short");
        assert_eq!(stretches.len(), 10);
        for stretch in &stretches {
            let x = |i: u64| ordinals.value(&Integer::from(&stretch.start + i));
            let steps: Vec<Rational> = (1..stretch.count).map(|i| x(i) - x(i - 1)).collect();
            assert!(steps.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
