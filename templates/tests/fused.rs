//! The fused multiply-adds of Rust code without the standard library, against the library's own: the text is that which is emitted.

/// Operands of each test.
const COUNT: usize = 4_000_000;

mod of_f64 {
    include!("../rust_simd/fused_f64.rs");

    pub(crate) fn call(a: f64, b: f64, c: f64) -> f64 {
        fused(a, b, c)
    }
}

mod of_f32 {
    include!("../rust_simd/fused_f32.rs");

    pub(crate) fn call(a: f32, b: f32, c: f32) -> f32 {
        fused(a, b, c)
    }
}

/// Words without a pattern: SplitMix64.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A significand that has few bits, ends in ones, or is any, of so many bits, and the rest of the word 0.
    fn fraction(&mut self, bits: u32) -> u64 {
        let mask = (1 << bits) - 1;
        let word = self.next();
        (match word >> 60 {
            0..4 => 1 << (word % u64::from(bits)),
            4..6 => mask << (word % u64::from(bits)),
            6..8 => mask >> (word % u64::from(bits)),
            8 => 0,
            _ => word,
        }) & mask
    }

    /// A number of binary64 whose exponent is within 60 of another, or any.
    fn f64_near(&mut self, exponent: i64) -> f64 {
        let word = self.next();
        let exponent = match word % 8 {
            0 => (word >> 8 & 0x7ff) as i64,
            1 => 0,
            _ => (exponent + (word >> 8) as i64 % 121 - 60).clamp(0, 0x7ff),
        };
        f64::from_bits(word >> 63 << 63 | (exponent as u64) << 52 | self.fraction(52))
    }

    /// The same of binary32, within 30.
    fn f32_near(&mut self, exponent: i64) -> f32 {
        let word = self.next();
        let exponent = match word % 8 {
            0 => (word >> 8 & 0xff) as i64,
            1 => 0,
            _ => (exponent + (word >> 8) as i64 % 61 - 30).clamp(0, 0xff),
        };
        f32::from_bits((word >> 63 << 31 | (exponent as u64) << 23 | self.fraction(23)) as u32)
    }
}

/// The exponent field of a number of binary64.
fn field(a: f64) -> i64 {
    (a.to_bits() >> 52 & 0x7ff) as i64
}

fn check_f64(a: f64, b: f64, c: f64) -> u64 {
    let (own, wanted) = (of_f64::call(a, b, c), a.mul_add(b, c));
    let same = own.to_bits() == wanted.to_bits() || own.is_nan() && wanted.is_nan();
    assert!(same, "{a:?} · {b:?} + {c:?}: {own:?}, not {wanted:?}");
    u64::from(wanted.is_finite() && wanted.to_bits() != (a * b + c).to_bits())
}

fn check_f32(a: f32, b: f32, c: f32) -> u64 {
    let (own, wanted) = (of_f32::call(a, b, c), a.mul_add(b, c));
    let same = own.to_bits() == wanted.to_bits() || own.is_nan() && wanted.is_nan();
    assert!(same, "{a:?} · {b:?} + {c:?}: {own:?}, not {wanted:?}");
    u64::from(wanted.is_finite() && wanted.to_bits() != (a * b + c).to_bits())
}

#[test]
fn binary64_is_rounded_once() {
    let mut words = Words(1);
    let mut different = 0;
    for _ in 0..COUNT {
        let (a, b) = (words.f64_near(1023), words.f64_near(1023));
        different += check_f64(a, b, words.f64_near(field(a) + field(b) - 1023));
        // Next to -a·b, where almost everything cancels.
        let near = (a * b).to_bits() ^ 1 << 63;
        let c = f64::from_bits(near.wrapping_add(words.next() % 5).wrapping_sub(2));
        different += check_f64(a, b, c);
        // Subnormal results, and those next to the largest number.
        let b = words.f64_near(1023 - field(a));
        different += check_f64(a, b, words.f64_near(1));
        let b = words.f64_near(2 * 1023 + 1023 - field(a));
        different += check_f64(a, b, words.f64_near(0x7fe));
    }
    println!("{different} of {} differ from two operations", 4 * COUNT);
    assert!(different > COUNT as u64 / 2, "{different}: the operands are no test");
}

#[test]
fn binary32_is_rounded_once() {
    let mut words = Words(2);
    let mut different = 0;
    let field = |a: f32| i64::from(a.to_bits() >> 23 & 0xff);
    for _ in 0..COUNT {
        let (a, b) = (words.f32_near(127), words.f32_near(127));
        different += check_f32(a, b, words.f32_near(field(a) + field(b) - 127));
        let near = (a * b).to_bits() ^ 1 << 31;
        let c = f32::from_bits(near.wrapping_add((words.next() % 5) as u32).wrapping_sub(2));
        different += check_f32(a, b, c);
        let b = words.f32_near(127 - field(a));
        different += check_f32(a, b, words.f32_near(1));
        let b = words.f32_near(2 * 127 + 127 - field(a));
        different += check_f32(a, b, words.f32_near(0xfe));
    }
    println!("{different} of {} differ from two operations", 4 * COUNT);
    assert!(different > COUNT as u64 / 2, "{different}: the operands are no test");
}

/// All of what is special, in all places.
#[test]
fn special_operands() {
    let least = f64::from_bits(1);
    let numbers = [
        0.0,
        least,
        f64::MIN_POSITIVE - least,
        f64::MIN_POSITIVE,
        1.0 - f64::EPSILON / 2.0,
        1.0,
        1.0 + f64::EPSILON,
        2f64.powi(-537),
        2f64.powi(511),
        2f64.powi(512),
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let all: Vec<f64> = numbers.into_iter().flat_map(|number| [number, -number]).collect();
    for &a in &all {
        for &b in &all {
            for &c in &all {
                check_f64(a, b, c);
                check_f32(a as f32, b as f32, c as f32);
            }
        }
    }
}
