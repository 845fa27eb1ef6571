//! What instructions compute, as functions of register contents. Registers hold the lowest bits of a
//! value and zeros above.

#![allow(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::double_comparisons,
    reason = "comparisons with NaN differ by whether they hold, as in PTX"
)]

use super::RUBBISH;
use super::types::{Kind, Type, cut, signed};

pub(super) type Unary = fn(u64) -> u64;
pub(super) type Binary = fn(u64, u64) -> u64;
pub(super) type Ternary = fn(u64, u64, u64) -> u64;
pub(super) type Quaternary = fn(u64, u64, u64, u64) -> u64;

/// An integer type of some width and sign: everything is computed in 128 bits and cut.
trait Word {
    const BITS: u32;
    fn value(bits: u64) -> i128;
}

struct Unsigned<const BITS: u32>;
struct Signed<const BITS: u32>;

impl<const BITS: u32> Word for Unsigned<BITS> {
    const BITS: u32 = BITS;
    fn value(bits: u64) -> i128 {
        i128::from(bits)
    }
}

impl<const BITS: u32> Word for Signed<BITS> {
    const BITS: u32 = BITS;
    fn value(bits: u64) -> i128 {
        i128::from(signed(BITS, bits))
    }
}

fn low<W: Word>(value: i128) -> u64 {
    cut(W::BITS, value as u64)
}

fn high<W: Word>(value: i128) -> u64 {
    low::<W>(value >> W::BITS)
}

/// The product modulo 2^128, which is all that its parts need.
fn product<W: Word>(a: u64, b: u64) -> i128 {
    W::value(a).wrapping_mul(W::value(b))
}

/// Calls a generic table for the word of a type; plain bits are unsigned.
macro_rules! for_word {
    ($ty:expr, $table:ident($name:expr)) => {
        match ($ty.kind, $ty.bits) {
            (Kind::Bits | Kind::Unsigned, 16) => $table::<Unsigned<16>>($name),
            (Kind::Bits | Kind::Unsigned, 32) => $table::<Unsigned<32>>($name),
            (Kind::Bits | Kind::Unsigned, 64) => $table::<Unsigned<64>>($name),
            (Kind::Signed, 16) => $table::<Signed<16>>($name),
            (Kind::Signed, 32) => $table::<Signed<32>>($name),
            (Kind::Signed, 64) => $table::<Signed<64>>($name),
            _ => None,
        }
    };
}

/// The function of `name.ty d, a`.
pub(super) fn unary(name: &str, ty: Type) -> Option<Unary> {
    match (ty.kind, ty.bits) {
        (Kind::Float, 32) => unary_f32(name),
        (Kind::Float, 64) => unary_f64(name),
        (Kind::Predicate, _) => (name == "not").then_some(|a| a ^ 1),
        _ => for_word!(ty, unary_word(name)),
    }
}

fn unary_word<W: Word>(name: &str) -> Option<Unary> {
    Some(match name {
        "not" => |a| low::<W>(!i128::from(a)),
        "neg" => |a| low::<W>(-W::value(a)),
        "abs" => |a| low::<W>(W::value(a).abs()),
        "popc" => |a| u64::from(a.count_ones()),
        "clz" => |a| u64::from(a.leading_zeros() - (64 - W::BITS)),
        "brev" => |a| a.reverse_bits() >> (64 - W::BITS),
        "bfind" => |a| highest_bit::<W>(a),
        "bfind.shiftamt" => |a| match highest_bit::<W>(a) {
            NO_BIT => NO_BIT,
            bit => u64::from(W::BITS) - 1 - bit,
        },
        _ => return None,
    })
}

/// What `bfind` answers where there is no bit to find.
const NO_BIT: u64 = 0xffff_ffff;

/// The place of the highest bit that differs from the sign.
fn highest_bit<W: Word>(a: u64) -> u64 {
    let value = W::value(a);
    let bits = if value < 0 { !value } else { value } as u128;
    bits.checked_ilog2().map_or(NO_BIT, u64::from)
}

/// The function of `name.ty d, a, b`.
pub(super) fn binary(name: &str, ty: Type) -> Option<Binary> {
    match (ty.kind, ty.bits) {
        (Kind::Float, 32) => binary_f32(name),
        (Kind::Float, 64) => binary_f64(name),
        (Kind::Predicate, _) => logic(name),
        _ => logic(name).or_else(|| for_word!(ty, binary_word(name))),
    }
}

fn logic(name: &str) -> Option<Binary> {
    Some(match name {
        "and" => |a, b| a & b,
        "or" => |a, b| a | b,
        "xor" => |a, b| a ^ b,
        _ => return None,
    })
}

fn binary_word<W: Word>(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => |a, b| low::<W>(W::value(a) + W::value(b)),
        "sub" => |a, b| low::<W>(W::value(a) - W::value(b)),
        "mul.lo" => |a, b| low::<W>(product::<W>(a, b)),
        "mul.hi" => |a, b| high::<W>(product::<W>(a, b)),
        "mul.wide" if W::BITS < 64 => |a, b| cut(2 * W::BITS, product::<W>(a, b) as u64),
        // A division by zero has no defined result.
        "div" => |a, b| W::value(a).checked_div(W::value(b)).map_or(RUBBISH, low::<W>),
        "rem" => |a, b| W::value(a).checked_rem(W::value(b)).map_or(RUBBISH, low::<W>),
        "min" => |a, b| low::<W>(W::value(a).min(W::value(b))),
        "max" => |a, b| low::<W>(W::value(a).max(W::value(b))),
        // Amounts beyond the width shift everything out.
        "shl" => |a, b| low::<W>(i128::from(a) << b.min(u64::from(W::BITS))),
        "shr" => |a, b| low::<W>(W::value(a) >> b.min(u64::from(W::BITS))),
        _ => return None,
    })
}

/// The function of `name.ty d, a, b, c`.
pub(super) fn ternary(name: &str, ty: Type) -> Option<Ternary> {
    match (ty.kind, ty.bits) {
        (Kind::Float, 32) => ternary_f32(name),
        (Kind::Float, 64) => ternary_f64(name),
        (_, 32) if name.starts_with("shf.") => funnel(name),
        _ => for_word!(ty, ternary_word(name)),
    }
}

fn ternary_word<W: Word>(name: &str) -> Option<Ternary> {
    Some(match name {
        "mad.lo" => |a, b, c| low::<W>(product::<W>(a, b).wrapping_add(W::value(c))),
        "mad.hi" => |a, b, c| low::<W>(i128::from(high::<W>(product::<W>(a, b))) + W::value(c)),
        "mad.wide" if W::BITS < 64 => {
            |a, b, c| cut(2 * W::BITS, (product::<W>(a, b) as u64).wrapping_add(c))
        }
        "bfe" => |a, position, length| {
            let (position, length) = (position & 255, length & 255);
            let field = low::<W>(W::value(a) >> position.min(127));
            // The sign of a field that ends beyond the word is the word's.
            let bits = length.min(u64::from(W::BITS)) as u32;
            match (bits, W::value(1 << (W::BITS - 1)) < 0) {
                (0, _) => 0,
                (_, false) => cut(bits, field),
                (_, true) => cut(W::BITS, signed(bits, field) as u64),
            }
        },
        "prmt" => permute,
        _ => return None,
    })
}

/// Shifts of two words side by side, of which one half is kept.
fn funnel(name: &str) -> Option<Ternary> {
    Some(match name {
        "shf.l.wrap" => |a, b, c| (b << 32 | a) << (c & 31) >> 32,
        "shf.r.wrap" => |a, b, c| cut(32, (b << 32 | a) >> (c & 31)),
        "shf.l.clamp" => |a, b, c| (u128::from(b << 32 | a) << c.min(32)) as u64 >> 32,
        "shf.r.clamp" => |a, b, c| cut(32, (b << 32 | a) >> c.min(32)),
        _ => return None,
    })
}

/// Any four of the eight bytes of two words; bit 3 of a choice repeats the byte's sign.
fn permute(a: u64, b: u64, choice: u64) -> u64 {
    let bytes = (b << 32 | a).to_le_bytes();
    (0..4).fold(0, |word, place| {
        let choice = choice >> (4 * place);
        let byte = bytes[(choice & 7) as usize];
        let byte = match choice & 8 {
            0 => byte,
            _ => ((byte as i8) >> 7) as u8,
        };
        word | u64::from(byte) << (8 * place)
    })
}

/// The function of `name.ty d, a, b, c, e`.
pub(super) fn quaternary(name: &str, ty: Type) -> Option<Quaternary> {
    Some(match (name, ty.bits) {
        ("lop3", 32) => |a, b, c, table| {
            (0..32).fold(0, |word, bit| {
                let index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1;
                word | (table >> index & 1) << bit
            })
        },
        ("bfi", 32) => |a, b, position, length| insert(32, a, b, position, length),
        ("bfi", 64) => |a, b, position, length| insert(64, a, b, position, length),
        _ => return None,
    })
}

/// b with `length` bits from `position` on replaced by the lowest bits of a.
fn insert(width: u32, a: u64, b: u64, position: u64, length: u64) -> u64 {
    let (position, length) = (position & 255, (length & 255).min(64));
    let mask = (u128::from(cut(length as u32, u64::MAX)) << position.min(64)) as u64;
    let field = (u128::from(a) << position.min(64)) as u64;
    cut(width, b & !mask | field & mask)
}

/// The comparison `name` of two registers of type `ty`: 1 where it holds.
pub(super) fn comparison(name: &str, ty: Type) -> Option<Binary> {
    match (ty.kind, ty.bits) {
        (Kind::Float, 32) => comparison_f32(name),
        (Kind::Float, 64) => comparison_f64(name),
        _ => for_word!(ty, comparison_word(name)),
    }
}

fn comparison_word<W: Word>(name: &str) -> Option<Binary> {
    Some(match name {
        "eq" => |a, b| u64::from(a == b),
        "ne" => |a, b| u64::from(a != b),
        "lt" => |a, b| u64::from(W::value(a) < W::value(b)),
        "le" => |a, b| u64::from(W::value(a) <= W::value(b)),
        "gt" => |a, b| u64::from(W::value(a) > W::value(b)),
        "ge" => |a, b| u64::from(W::value(a) >= W::value(b)),
        "lo" => |a, b| u64::from(a < b),
        "ls" => |a, b| u64::from(a <= b),
        "hi" => |a, b| u64::from(a > b),
        "hs" => |a, b| u64::from(a >= b),
        _ => return None,
    })
}

/// The tables of a floating-point type. Rounding to nearest is both the default and spelt `.rn`.
macro_rules! float_tables {
    ($float:ty, $bits:ty, $unary:ident, $binary:ident, $ternary:ident, $comparison:ident) => {
        fn $unary(name: &str) -> Option<Unary> {
            Some(match name {
                "neg" => |a| (-<$float>::from_bits(a as $bits)).to_bits().into(),
                "abs" => |a| <$float>::from_bits(a as $bits).abs().to_bits().into(),
                "rcp.rn" => |a| (1.0 / <$float>::from_bits(a as $bits)).to_bits().into(),
                "sqrt.rn" => |a| <$float>::from_bits(a as $bits).sqrt().to_bits().into(),
                _ => return None,
            })
        }

        fn $binary(name: &str) -> Option<Binary> {
            fn with(a: u64, b: u64, f: impl Fn($float, $float) -> $float) -> u64 {
                f(<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits)).to_bits().into()
            }
            Some(match name {
                "add" | "add.rn" => |a, b| with(a, b, |a, b| a + b),
                "sub" | "sub.rn" => |a, b| with(a, b, |a, b| a - b),
                "mul" | "mul.rn" => |a, b| with(a, b, |a, b| a * b),
                "div.rn" => |a, b| with(a, b, |a, b| a / b),
                // The other, if one is NaN.
                "min" => |a, b| with(a, b, <$float>::min),
                "max" => |a, b| with(a, b, <$float>::max),
                _ => return None,
            })
        }

        fn $ternary(name: &str) -> Option<Ternary> {
            Some(match name {
                "fma.rn" => |a, b, c| {
                    let [a, b, c] = [a, b, c].map(|x| <$float>::from_bits(x as $bits));
                    a.mul_add(b, c).to_bits().into()
                },
                _ => return None,
            })
        }

        fn $comparison(name: &str) -> Option<Binary> {
            fn with(a: u64, b: u64, f: impl Fn(&$float, &$float) -> bool) -> u64 {
                f(&<$float>::from_bits(a as $bits), &<$float>::from_bits(b as $bits)).into()
            }
            Some(match name {
                "eq" => |a, b| with(a, b, |a, b| a == b),
                "ne" => |a, b| with(a, b, |a, b| a < b || a > b),
                "lt" => |a, b| with(a, b, |a, b| a < b),
                "le" => |a, b| with(a, b, |a, b| a <= b),
                "gt" => |a, b| with(a, b, |a, b| a > b),
                "ge" => |a, b| with(a, b, |a, b| a >= b),
                // These hold, too, where one is NaN.
                "equ" => |a, b| with(a, b, |a, b| !(a < b || a > b)),
                "neu" => |a, b| with(a, b, |a, b| a != b),
                "ltu" => |a, b| with(a, b, |a, b| !(a >= b)),
                "leu" => |a, b| with(a, b, |a, b| !(a > b)),
                "gtu" => |a, b| with(a, b, |a, b| !(a <= b)),
                "geu" => |a, b| with(a, b, |a, b| !(a < b)),
                "num" => |a, b| with(a, b, |a, b| !a.is_nan() && !b.is_nan()),
                "nan" => |a, b| with(a, b, |a, b| a.is_nan() || b.is_nan()),
                _ => return None,
            })
        }
    };
}

float_tables!(f32, u32, unary_f32, binary_f32, ternary_f32, comparison_f32);
float_tables!(f64, u64, unary_f64, binary_f64, ternary_f64, comparison_f64);
