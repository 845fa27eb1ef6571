//! Conversions between numbers of all types.

use super::types::{Kind, Type, cut, signed};

/// Where a number that is none of the target's goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    /// Nearest, ties to even: what a conversion to a floating-point type does (`.rn`).
    Nearest,
    /// To an integer: nearest, towards zero, down or up.
    NearestInteger,
    Towards0,
    Down,
    Up,
}

/// One `cvt` instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conversion {
    rounding: Option<Rounding>,
    from: Type,
    to: Type,
    /// Bits of the register that takes the result.
    register_bits: u32,
}

impl Conversion {
    /// The conversion `cvt.….to.from`, given what stands between.
    pub(super) fn parse(
        modifiers: &[&str],
        to: Type,
        from: Type,
        register_bits: u32,
    ) -> Option<Self> {
        let rounding = match modifiers {
            [] => None,
            ["rn"] => Some(Rounding::Nearest),
            ["rni"] => Some(Rounding::NearestInteger),
            ["rzi"] => Some(Rounding::Towards0),
            ["rmi"] => Some(Rounding::Down),
            ["rpi"] => Some(Rounding::Up),
            _ => return None,
        };
        let exact = from.is_integer() && to.is_integer()
            || (from.kind, from.bits, to.kind, to.bits) == (Kind::Float, 32, Kind::Float, 64);
        let to_integer = from.kind == Kind::Float && rounding != Some(Rounding::Nearest);
        let right = match rounding {
            None => exact,
            Some(Rounding::Nearest) => to.kind == Kind::Float,
            Some(_) => to_integer && (to.is_integer() || to == from),
        };
        right.then_some(Conversion { rounding, from, to, register_bits })
    }

    pub(super) fn apply(&self, bits: u64) -> u64 {
        if self.from.kind == Kind::Float {
            let number = match self.from.bits {
                32 => f64::from(f32::from_bits(bits as u32)),
                _ => f64::from_bits(bits),
            };
            return self.bits_of(number);
        }
        let bits = self.from.cut(bits);
        match (self.from.kind, self.to.kind, self.to.bits) {
            (Kind::Signed, Kind::Float, 32) => {
                (signed(self.from.bits, bits) as f32).to_bits().into()
            }
            (Kind::Signed, Kind::Float, _) => (signed(self.from.bits, bits) as f64).to_bits(),
            (_, Kind::Float, 32) => (bits as f32).to_bits().into(),
            (_, Kind::Float, _) => (bits as f64).to_bits(),
            (Kind::Signed, ..) => self.integer(signed(self.from.bits, bits) as u64),
            _ => self.integer(bits),
        }
    }

    fn bits_of(&self, number: f64) -> u64 {
        let number = match self.rounding {
            Some(Rounding::NearestInteger) => number.round_ties_even(),
            Some(Rounding::Towards0) => number.trunc(),
            Some(Rounding::Down) => number.floor(),
            Some(Rounding::Up) => number.ceil(),
            Some(Rounding::Nearest) | None => number,
        };
        match (self.to.kind, self.to.bits) {
            (Kind::Float, 32) => u64::from((number as f32).to_bits()),
            (Kind::Float, _) => number.to_bits(),
            _ if number.is_nan() => self.integer(self.not_a_number()),
            (Kind::Signed, bits) => {
                let (least, most) = (signed(bits, 1 << (bits - 1)), !signed(bits, 1 << (bits - 1)));
                self.integer((number as i64).clamp(least, most) as u64)
            }
            (_, bits) => self.integer((number as u64).min(cut(bits, u64::MAX))),
        }
    }

    /// The integer that stands for no number.
    fn not_a_number(&self) -> u64 {
        match (self.from.bits, self.to.bits) {
            (32, 8..=32) => 0,
            (_, bits) => 1 << (bits - 1),
        }
    }

    /// An integer result, with its sign as far as the register goes.
    fn integer(&self, value: u64) -> u64 {
        match self.to.kind {
            Kind::Signed => cut(self.register_bits, signed(self.to.bits, value) as u64),
            _ => self.to.cut(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(mnemonic: &str, bits: u64) -> u64 {
        let parts: Vec<&str> = mnemonic.split('.').collect();
        let [modifiers @ .., to, from] = &parts[..] else { panic!("{mnemonic}") };
        let [to, from] = [to, from].map(|t| Type::parse(t).expect("a type"));
        Conversion::parse(modifiers, to, from, to.bits.max(32)).expect(mnemonic).apply(bits)
    }

    #[test]
    fn numbers_become_words() {
        let of = f64::to_bits;
        assert_eq!(run("rzi.u64.f64", of(2f64.powi(63) + 2048.0)), (1 << 63) + 2048);
        assert_eq!(run("rzi.u64.f64", of(1e30)), u64::MAX);
        assert_eq!(run("rzi.u64.f64", of(-1.0)), 0);
        assert_eq!(run("rzi.u64.f64", of(f64::NAN)), 1 << 63);
        assert_eq!(run("rzi.s32.f64", of(-2.9)), 0xffff_fffe);
        assert_eq!(run("rzi.s32.f64", of(3e9)), 0x7fff_ffff);
        assert_eq!(run("rni.s64.f64", of(2.5)), 2);
        assert_eq!(run("rmi.f64.f64", of(-0.5)), of(-1.0));
        assert_eq!(run("rzi.u32.f32", f32::NAN.to_bits().into()), 0);
    }

    #[test]
    fn words_become_numbers_to_nearest() {
        assert_eq!(run("rn.f64.u64", u64::MAX), 2f64.powi(64).to_bits());
        assert_eq!(run("rn.f64.u64", (1 << 53) + 1), 2f64.powi(53).to_bits());
        assert_eq!(run("rn.f64.s32", 0xffff_ffff), (-1f64).to_bits());
        assert_eq!(run("rn.f32.f64", 0.1f64.to_bits()), u64::from(0.1f32.to_bits()));
    }

    #[test]
    fn words_are_cut_and_extended() {
        assert_eq!(run("u32.u64", 0x1_2345_6789), 0x2345_6789);
        assert_eq!(run("s64.s32", 0xffff_ffff), u64::MAX);
        assert_eq!(run("u64.u32", 0xffff_ffff), 0xffff_ffff);
        assert_eq!(run("s16.s8", 0x80), 0xffff_ff80);
        assert_eq!(run("u16.u8", 0x1ff), 0xff);
    }

    #[test]
    fn what_needs_a_rounding_must_name_it() {
        let [f64, u64] = ["f64", "u64"].map(|t| Type::parse(t).expect("a type"));
        assert!(Conversion::parse(&[], u64, f64, 64).is_none());
        assert!(Conversion::parse(&[], f64, u64, 64).is_none());
        assert!(Conversion::parse(&["rn"], u64, f64, 64).is_none());
        assert!(Conversion::parse(&["rzi"], f64, u64, 64).is_none());
        assert!(Conversion::parse(&["rzi", "sat"], u64, f64, 64).is_none());
    }
}
