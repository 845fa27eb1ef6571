//! The types that follow the dots of PTX instructions.

/// How the bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bits,
    Unsigned,
    Signed,
    Float,
    Predicate,
}

/// A type: how bits are read, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) kind: Kind,
    pub(super) bits: u32,
}

impl Type {
    /// The type of a suffix without its dot, such as `u32`.
    pub(super) fn parse(suffix: &str) -> Option<Type> {
        if suffix == "pred" {
            return Some(Type { kind: Kind::Predicate, bits: 1 });
        }
        let (kind, bits) = suffix.split_at_checked(1)?;
        let kind = match kind {
            "b" => Kind::Bits,
            "u" => Kind::Unsigned,
            "s" => Kind::Signed,
            "f" => Kind::Float,
            _ => return None,
        };
        let bits = match (kind, bits) {
            (Kind::Float, "32") | (_, "32") => 32,
            (Kind::Float, "64") | (_, "64") => 64,
            (Kind::Float, _) => return None,
            (_, "8") => 8,
            (_, "16") => 16,
            _ => return None,
        };
        Some(Type { kind, bits })
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self.kind, Kind::Bits | Kind::Unsigned | Kind::Signed)
    }

    pub(super) fn bytes(self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// The lowest bits of `value`, as many as the type has: how registers hold values of this type.
    pub(super) fn cut(self, value: u64) -> u64 {
        cut(self.bits, value)
    }
}

/// The lowest `bits` bits.
pub(super) fn cut(bits: u32, value: u64) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The value of the lowest `bits` bits as a two's complement number.
pub(super) fn signed(bits: u32, value: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}
