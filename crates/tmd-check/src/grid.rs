//! The numbers of a format: each has an ordinal, 0 for zero, 1 for the smallest positive one, -1 for its opposite.

use crate::number::power_of_two;
use rug::{Integer, Rational};
use std::ops::Range;

/// A format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) name: String,
    pub(crate) precision: u32,
    pub(crate) emin: i32,
    pub(crate) emax: i32,
}

/// Equally spaced inputs of one sign.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// The ordinal of the first.
    pub(crate) ordinal: Integer,
    /// The first, in units of the spacing.
    pub(crate) first: Integer,
    /// log2 of the spacing.
    pub(crate) ulp: i32,
    /// How many.
    pub(crate) count: u64,
}

impl Segment {
    /// An input.
    pub(crate) fn x(&self, index: u64) -> Rational {
        Rational::from(Integer::from(&self.first + index)) << self.ulp
    }

    /// Enough bits for each input.
    pub(crate) fn bits(&self) -> u32 {
        let last = Integer::from(&self.first + self.count);
        self.first.significant_bits().max(last.significant_bits())
    }
}

/// Names, precisions and largest exponents.
const KNOWN: [(&[&str], u32, i32); 7] = [
    (&["bfloat16", "bf16"], 8, 127),
    (&["binary16", "f16", "half"], 11, 15),
    (&["tf32"], 11, 127),
    (&["binary32", "f32", "float", "single"], 24, 127),
    (&["binary64", "f64", "double"], 53, 1023),
    (&["x87", "binary80", "extended"], 64, 16383),
    (&["binary128", "f128", "quad"], 113, 16383),
];

impl Format {
    /// A format by its name, or by a number of bits: then with the exponents of the least IEEE format (or x87) of as many.
    pub(crate) fn named(text: &str) -> Option<Format> {
        let text = text.trim();
        let make = |name: String, precision, emax| Format { name, precision, emin: 1 - emax, emax };
        if let Ok(bits) = text.parse::<u32>() {
            let named =
                |(names, ..): &&(&[&str], u32, i32)| !["bfloat16", "tf32"].contains(&names[0]);
            let (names, precision, emax) =
                KNOWN.iter().filter(named).find(|(_, precision, _)| *precision >= bits)?;
            let name = match *precision == bits {
                true => names[0].to_owned(),
                false => format!("{bits} bits with the exponents of {}", names[0]),
            };
            return (bits >= 2).then(|| make(name, bits, *emax));
        }
        let (names, precision, emax) = KNOWN.iter().find(|(names, ..)| names.contains(&text))?;
        Some(make(names[0].to_owned(), *precision, *emax))
    }

    /// The numbers and the midpoints between them.
    pub(crate) fn with_midpoints(&self) -> Format {
        let name = format!("{} and midpoints", self.name);
        Format { name, precision: self.precision + 1, ..self.clone() }
    }

    /// Numbers of a binade.
    fn binade(&self) -> Integer {
        Integer::from(1) << (self.precision - 1)
    }

    /// The ordinal after that of the largest number.
    pub(crate) fn end(&self) -> Integer {
        self.binade() * (self.emax - self.emin + 2)
    }

    /// The ordinal of the least number that is not below a fraction.
    pub(crate) fn first_from(&self, value: &Rational) -> Integer {
        if value.is_zero() {
            return Integer::new();
        }
        let size = value.clone().abs();
        let exponent = floor_log2(&size).max(self.emin);
        if exponent > self.emax {
            return if *value < 0 { Integer::from(1) - self.end() } else { self.end() };
        }
        let units = value.clone() >> (exponent - (self.precision as i32 - 1));
        let units = units.ceil().numer().clone();
        let before = self.binade() * (exponent - self.emin);
        if *value < 0 { units - before } else { units + before }
    }

    /// The ordinal of a number of the format.
    pub(crate) fn ordinal(&self, value: &Rational) -> Option<Integer> {
        let ordinal = self.first_from(value);
        (ordinal.clone().abs() < self.end() && self.value(&ordinal) == *value).then_some(ordinal)
    }

    /// How many binades above the subnormal numbers a number is, and its place in its binade.
    fn parts(&self, ordinal: &Integer) -> (i32, Integer) {
        let size = ordinal.clone().abs();
        let above = Integer::from(&size >> (self.precision - 1)).to_i32().unwrap_or(i32::MAX);
        let above = above.max(1) - 1;
        (above, size - self.binade() * above)
    }

    /// The number of an ordinal.
    pub(crate) fn value(&self, ordinal: &Integer) -> Rational {
        let (above, digits) = self.parts(ordinal);
        let value = Rational::from(digits) << (self.emin + above - (self.precision as i32 - 1));
        if *ordinal < 0 { -value } else { value }
    }

    /// Ordinals cut where sign or spacing change (zero counts as positive); none if one part is too long.
    pub(crate) fn segments(&self, range: &Range<Integer>) -> Option<Vec<Segment>> {
        let mut segments = vec![];
        let mut start = range.start.clone();
        while start < range.end {
            let binade = Integer::from(start.abs_ref()) >> (self.precision - 1);
            let end = match start < 0 {
                true if binade == 0 => Integer::new(),
                true => 1 - binade * self.binade(),
                false => (binade + 1u32) * self.binade(),
            };
            let end = end.min(range.end.clone());
            let count = Integer::from(&end - &start).to_u64().filter(|n| *n <= 1 << 63)?;
            let (above, digits) = self.parts(&start);
            let ulp = self.emin + above - (self.precision as i32 - 1);
            let first = if start < 0 { -digits } else { digits };
            segments.push(Segment { ordinal: start, first, ulp, count });
            start = end;
        }
        Some(segments)
    }
}

/// e with 2^e ≤ value < 2^(e+1), for a positive number.
pub(crate) fn floor_log2(value: &Rational) -> i32 {
    let bits = |n: &Integer| n.significant_bits() as i32;
    let guess = bits(value.numer()) - bits(value.denom());
    if *value < power_of_two(guess) { guess - 1 } else { guess }
}
