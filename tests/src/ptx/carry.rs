//! Instructions that take or give the carry flag.

use super::arithmetic::binary;
use super::types::{Type, cut};

/// What is added or subtracted.
#[derive(Clone, Copy, Debug)]
enum Chain {
    /// a + b.
    Add,
    /// a - b; the flag is the borrow.
    Subtract,
    /// One half of a·b, plus c.
    MultiplyAdd(fn(u64, u64) -> u64),
}

/// One such instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carrying {
    chain: Chain,
    bits: u32,
    /// Does it add (or subtract) the flag?
    pub(super) takes: bool,
    /// Does it set the flag?
    pub(super) gives: bool,
}

impl Carrying {
    /// The instruction `name.ty`, if it is one of these, such as `addc.cc`.
    pub(super) fn parse(name: &str, ty: Type) -> Option<Self> {
        if !ty.is_integer() || ty.bits < 32 {
            return None;
        }
        let (name, gives) = match name.strip_suffix(".cc") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let half = |name| binary(name, ty).map(Chain::MultiplyAdd);
        let (chain, takes) = match name {
            "add" => (Chain::Add, false),
            "addc" => (Chain::Add, true),
            "sub" => (Chain::Subtract, false),
            "subc" => (Chain::Subtract, true),
            "mad.lo" => (half("mul.lo")?, false),
            "madc.lo" => (half("mul.lo")?, true),
            "mad.hi" => (half("mul.hi")?, false),
            "madc.hi" => (half("mul.hi")?, true),
            _ => return None,
        };
        (takes || gives).then_some(Carrying { chain, bits: ty.bits, takes, gives })
    }

    pub(super) fn operands(&self) -> usize {
        match self.chain {
            Chain::Add | Chain::Subtract => 2,
            Chain::MultiplyAdd(_) => 3,
        }
    }

    /// The result and the flag that comes out.
    pub(super) fn compute(&self, a: u64, b: u64, c: u64, flag: bool) -> (u64, bool) {
        let flag = u128::from(self.takes && flag);
        let (a, b, c) = (u128::from(a), u128::from(b), u128::from(c));
        let exact = match self.chain {
            Chain::Add => a + b + flag,
            // Negative where it borrows: every bit above the word is then set.
            Chain::Subtract => a.wrapping_sub(b + flag),
            Chain::MultiplyAdd(half) => u128::from(half(a as u64, b as u64)) + c + flag,
        };
        (cut(self.bits, exact as u64), exact >> self.bits & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str, ty: &str, operands: [u64; 3], flag: bool) -> (u64, bool) {
        let ty = Type::parse(ty).expect("a type");
        let [a, b, c] = operands;
        Carrying::parse(name, ty).expect(name).compute(a, b, c, flag)
    }

    #[test]
    fn flags_come_out_of_the_top() {
        assert_eq!(run("add.cc", "u64", [u64::MAX, 1, 0], true), (0, true));
        assert_eq!(run("addc.cc", "u64", [u64::MAX, 0, 0], true), (0, true));
        assert_eq!(run("addc.cc", "u64", [u64::MAX, u64::MAX, 0], true), (u64::MAX, true));
        assert_eq!(run("addc", "u32", [5, 6, 0], true), (12, false));
        assert_eq!(run("add.cc", "u32", [0xffff_ffff, 1, 0], false), (0, true));
        assert_eq!(run("sub.cc", "u64", [0, 1, 0], false), (u64::MAX, true));
        assert_eq!(run("subc.cc", "u64", [0, u64::MAX, 0], true), (0, true));
        assert_eq!(run("subc", "u32", [7, 6, 0], true), (0, false));
    }

    #[test]
    fn products_are_halved_before_the_sum() {
        let most = u64::MAX;
        assert_eq!(run("mad.lo.cc", "u64", [most, most, most], false), (0, true));
        assert_eq!(run("madc.hi.cc", "u64", [most, most, 1], true), (0, true));
        assert_eq!(run("madc.hi", "u64", [1 << 32, 1 << 32, 2], true), (4, false));
        assert_eq!(run("mad.hi.cc", "u32", [1 << 31, 2, 0xffff_ffff], false), (0, true));
        assert_eq!(run("madc.lo.cc", "u32", [3, 5, 1], true), (17, false));
    }

    #[test]
    fn other_instructions_are_not_taken() {
        let ty = Type::parse("u64").expect("a type");
        for name in ["add", "sub", "mad.lo", "mul.cc", "addc.ccc"] {
            assert!(Carrying::parse(name, ty).is_none(), "{name}");
        }
    }
}
