//! b^x = 2^(k/N)·2^(r/N), where k is the integer nearest to N·log2(b)·x, and r = N·log2(b)·x - k, which is rounded once.
//!
//! The powers 2^(i/N) for 0 ≤ i < N are few enough for registers (P.-T. P. Tang, "Table-driven implementation of the exponential
//! function in IEEE floating-point arithmetic", 1989); 2^(r/N) - 1 = r·q(r) is a short polynomial. k is found by
//! adding 1.5·2^52, and stays in the lowest bits of the sum: shifted, it is added to the bits of the power.

use super::base::{Base, PREC};
use super::fit;
use crate::finish::fraction_bits;
use crate::kernel::table;
use rug::Float;
use rug::float::Constant;
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value, Width};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;

/// Numbers from 2^52 to 2^53 are integers; this is in the middle of them.
pub(super) const MAGIC: f64 = 1.5 * (1_u64 << 52) as f64;
/// log2 of the number of powers.
const STEPS: u32 = 4;
/// What is less in size is taken for this in directed modes: b^x is between the same breakpoints next to 1.
const TINY: f32 = f32::from_bits((127 - 30) << 23);
/// Values are taken to be between 2^-this and 2^this: what is beyond is rounded as those are.
const MOST: u32 = 152;
/// 2^(r/N) may be off by so much of it.
const ERROR: f64 = 1.0 / (1_u64 << 53) as f64;

/// The constants of an exponential.
#[derive(Clone, Debug, PartialEq)]
pub struct Exponential {
    /// b.
    pub base: Base,
    /// N·log2(b) as a sum; the second part is 0 if the first is exact, or as good as needed.
    pub per_unit: [f64; 2],
    /// Arguments are no larger in size than this.
    pub most: f64,
    /// 2^(i/N), rounded or next to that.
    pub powers: Vec<f64>,
    /// q, lowest coefficient first.
    pub coefficients: Vec<f64>,
}

impl Exponential {
    /// The constants for a base: with one number for N·log2(b), and with two if it is not exact.
    pub(super) fn all(base: Base) -> Vec<Exponential> {
        let Some(with_two) = Exponential::of(base) else { return vec![] };
        let [first, _] = with_two.per_unit;
        let with_one = Exponential { per_unit: [first, 0.0], ..with_two.clone() };
        if with_one == with_two { vec![with_one] } else { vec![with_one, with_two] }
    }

    fn of(base: Base) -> Option<Exponential> {
        let per_unit = Float::with_val(PREC, base.of_two().recip_ref()) << STEPS;
        let first = per_unit.to_f64();
        let second = Float::with_val(PREC, &per_unit - first).to_f64();
        let powers = (0..1_u32 << STEPS)
            .map(|i| (Float::with_val(PREC, i) >> STEPS).exp2().to_f64())
            .collect();
        let reach = 0.5 + 1.0 / 4096.0;
        let ln = Float::with_val(PREC, Constant::Log2) >> STEPS;
        let q = |r: &Float| Float::with_val(PREC, r * &ln).exp_m1() / r;
        let off = |r: f64, error: f64| (r * ln.to_f64() * error).abs();
        let coefficients = fit::shortest((-reach, reach), q, off, ERROR)?;
        let most = f64::from((base.of_two() * MOST).to_f32());
        Some(Exponential { base, per_unit: [first, second], most, powers, coefficients })
    }

    /// The number for an argument.
    pub(super) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, size): (Value, Value),
        mode: RoundingMode,
    ) -> Value {
        b.comment("the argument, neither too large nor, where 1 is not good enough, too small");
        let mut own = encoded;
        if mode != RoundingMode::Nearest {
            let tiny = b.word(TINY.to_bits().into());
            let is_less = b.lt(size, tiny);
            let sign = b.word(encoding.sign().into());
            let sign = b.bits_and(encoded, sign);
            let signed_tiny = b.bits_or(sign, tiny);
            own = b.select(is_less, signed_tiny, encoded);
        }
        let x = b.widened(own);
        let [least, most] = [-self.most, self.most].map(|most| b.float(most));
        let x = b.min(x, most);
        let x = b.max(x, least);
        let x = b.named("at", x);
        b.comment("k steps, and what is left");
        let (magic, per_unit) = (b.float(MAGIC), b.float(self.per_unit[0]));
        let shifted = b.fma(x, per_unit, magic);
        let minus_k = b.sub(magic, shifted);
        let mut r = b.fma(x, per_unit, minus_k);
        if self.per_unit[1] != 0.0 {
            let rest = b.float(self.per_unit[1]);
            r = b.fma(x, rest, r);
        }
        let r = b.named("r", r);
        b.comment("the power of 2");
        let bits = b.bits(shifted);
        let powers = b.table(self.table());
        let power = b.lookup(powers, bits)[0];
        let power = b.bits(power);
        let exponent = b.shl(bits, fraction_bits(Width::W64) - STEPS);
        let power = b.add(power, exponent);
        let power = b.from_bits(power);
        let power = b.named("power", power);
        b.comment("the polynomial");
        let q = super::horner(b, &self.coefficients, r);
        let scaled = b.mul(power, r);
        let y = b.fma(scaled, q, power);
        b.named("y", y)
    }

    /// The powers, less what k adds to their bits.
    fn table(&self) -> Table {
        let less = |(i, power): (usize, &f64)| {
            power.to_bits() - ((i as u64) << (fraction_bits(Width::W64) - STEPS))
        };
        let column = self.powers.iter().enumerate().map(less).collect();
        let doc = ["2^(i/16), with i/16 taken off the bits."];
        Table { lookup: Lookup::Permute, ..table("POWERS", &doc, Scalar::Number, vec![column]) }
    }

    /// The same with an entry of the table so many numbers further.
    pub(super) fn moved(&self, entry: usize, steps: i64) -> Exponential {
        let mut moved = self.clone();
        moved.powers[entry] = super::moved(moved.powers[entry], steps);
        moved
    }

    /// What it is, in words.
    pub(super) fn told(&self) -> String {
        format!(
            "2^(k/{}) and a polynomial of degree {}",
            self.powers.len(),
            self.coefficients.len()
        )
    }

    /// Whether it can be built.
    pub(super) fn sound(&self) -> bool {
        let is_power = |power: &f64| (0.5..4.0).contains(power);
        self.powers.len() == narrow::to_usize(1 << STEPS)
            && self.powers.iter().all(is_power)
            && self.per_unit[0].is_normal()
            && (self.per_unit[1] == 0.0 || self.per_unit[1].is_normal())
            && self.most.is_normal()
    }
}
