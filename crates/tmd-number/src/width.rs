//! The two lengths of numbers, and their bits.

/// How long numbers are, and the words that hold their bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// 64-bit words and binary64 numbers.
    #[default]
    W64,
    /// 32-bit words and binary32 numbers.
    W32,
}

impl Width {
    /// Bits of a word and of a number.
    pub fn bits(self) -> u32 {
        match self {
            Width::W64 => 64,
            Width::W32 => 32,
        }
    }

    /// The type of a number: `f64` or `f32`.
    pub fn number_type(self) -> &'static str {
        match self {
            Width::W64 => "f64",
            Width::W32 => "f32",
        }
    }

    /// The type of a word: `u64` or `u32`.
    pub fn word_type(self) -> &'static str {
        match self {
            Width::W64 => "u64",
            Width::W32 => "u32",
        }
    }

    /// The width of a type of numbers.
    pub fn of_number_type(name: &str) -> Option<Width> {
        [Width::W64, Width::W32].into_iter().find(|width| width.number_type() == name)
    }

    /// The bit that is a number's sign.
    pub fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Significant bits of a number.
    pub fn precision(self) -> u32 {
        match self {
            Width::W64 => 53,
            Width::W32 => 24,
        }
    }

    /// The largest finite number.
    pub fn largest(self) -> f64 {
        match self {
            Width::W64 => f64::MAX,
            Width::W32 => f64::from(f32::MAX),
        }
    }

    /// The number of some bits.
    pub fn number(self, bits: u64) -> f64 {
        match self {
            Width::W64 => f64::from_bits(bits),
            Width::W32 => f64::from(f32::from_bits(low_half(bits))),
        }
    }

    /// The number of this width that is nearest.
    pub fn rounded(self, number: f64) -> f64 {
        self.number(self.bits_of(number))
    }

    /// a·b + c of numbers of this width, rounded once.
    pub fn fused(self, a: f64, b: f64, c: f64) -> f64 {
        match self {
            Width::W64 => a.mul_add(b, c),
            Width::W32 => f64::from(single(a).mul_add(single(b), single(c))),
        }
    }

    /// The bits of a number, rounded to nearest.
    pub fn bits_of(self, number: f64) -> u64 {
        match self {
            Width::W64 => number.to_bits(),
            Width::W32 => u64::from(single(number).to_bits()),
        }
    }
}

/// The binary32 number nearest to a number.
fn single(number: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounded to nearest, as is meant")]
    let single = number as f32;
    single
}

/// The low 32 bits of a word: all that a word of 32 bits has.
fn low_half(word: u64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "the other half is meant to be left out")]
    let low = word as u32;
    low
}
