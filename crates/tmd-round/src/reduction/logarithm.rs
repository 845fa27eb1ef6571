//! log_b(x) = e·log_b(2) - log_b(c) + log_b(1 + r), where x = 2^e·m, c is near 1/m, and r = c·m - 1.
//!
//! m is in a range around 1 that is cut into sixteen parts by the leading bits of its fraction, and c is a constant of the part: 1
//! for the one about 1, so that nothing is cancelled there (P.-T. P. Tang, "Table-driven implementation of the logarithm function in
//! IEEE floating-point arithmetic", 1990; the parts are those of glibc's logf). log_b(1 + r) = r·q(r) with a polynomial q.

use super::base::{Base, PREC};
use super::fit;
use crate::encoding::Encoding;
use crate::finish::{bias, fraction_bits};
use crate::kernel::table;
use rug::Float;
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value, Width};

/// The arithmetic.
const WIDTH: Width = Width::W64;
/// m is not below this.
const START: f64 = 0.699_218_75;
/// log2 of the number of parts.
const STEPS: u32 = 4;
/// Exponents of 2 are counted from less than -this.
const COUNTED: u64 = 1024;
/// Words with this as a number's bits below them are that number more than this number.
const MAGIC: f64 = (1_u64 << 52) as f64;
/// A value may be off by so much of it.
const ERROR: f64 = 1.0 / (1_u64 << 52) as f64;

/// The constants of a logarithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Logarithm {
    /// b.
    pub base: Base,
    /// log_b(2), rounded.
    pub per_binade: f64,
    /// c for each part.
    pub factors: Vec<f64>,
    /// -log_b(c), rounded or next to that.
    pub logarithms: Vec<f64>,
    /// q, lowest coefficient first.
    pub coefficients: Vec<f64>,
}

/// The ends of a part.
fn part(i: u32) -> (f64, f64) {
    let at =
        |i: u32| f64::from_bits(START.to_bits() + (u64::from(i) << (fraction_bits(WIDTH) - STEPS)));
    (at(i), at(i + 1))
}

impl Logarithm {
    /// The constants for a base.
    pub(super) fn of(base: Base) -> Option<Logarithm> {
        let parts: Vec<(f64, f64)> = (0..1 << STEPS).map(part).collect();
        let factor = |(from, to): &(f64, f64)| match *from <= 1.0 && 1.0 < *to {
            true => 1.0,
            // Few bits, so that r is exact.
            false => f64::from(Float::with_val(20, 2.0 / (from + to)).to_f32()),
        };
        let factors: Vec<f64> = parts.iter().map(factor).collect();
        let ln = base.ln();
        let of = |x: &Float| Float::with_val(PREC, x.ln_ref()) / &ln;
        let logarithms = factors.iter().map(|c| match *c == 1.0 {
            true => 0.0,
            false => -of(&Float::with_val(PREC, *c)).to_f64(),
        });
        let logarithms: Vec<f64> = logarithms.collect();
        let ends = parts.iter().zip(&factors).flat_map(|((from, to), c)| [from * c, to * c]);
        let (low, high) =
            ends.fold((0.0_f64, 0.0_f64), |(low, high), r| (low.min(r - 1.0), high.max(r - 1.0)));
        let q = |r: &Float| Float::with_val(PREC, r.ln_1p_ref()) / &ln / r;
        // About 1 all of a value is r·q(r), and elsewhere it is no smaller than at the ends of that part.
        let (_, about) = parts.iter().find(|(from, to)| *from <= 1.0 && 1.0 < *to)?;
        let least = (about - 1.0).min(0.019);
        let off = |r: f64, error: f64| error.abs() * (r.abs() / least).max(1.0);
        let coefficients = fit::shortest((low, high), q, off, ERROR)?;
        let per_binade = base.of_two().to_f64();
        Some(Logarithm { base, per_binade, factors, logarithms, coefficients })
    }

    /// The number for a positive argument.
    pub(super) fn computed(&self, b: &mut Builder, encoding: &Encoding, size: Value) -> Value {
        b.comment("the argument as a binary64 number: of subnormal ones, 2^-126 is added and taken off again");
        let own = fraction_bits(WIDTH);
        let shifted = b.shl(size, own - encoding.fraction_bits());
        let normal = b.word(1 << encoding.fraction_bits());
        let is_subnormal = b.lt(size, normal);
        let more = (bias(WIDTH) - encoding.format.emax).unsigned_abs();
        let [low, high] = [more + 1, more].map(|more| b.word(u64::from(more) << own));
        let raise = b.select(is_subnormal, low, high);
        let raised = b.add(shifted, raise);
        let raised = b.from_bits(raised);
        let [least, zero] = [2f64.powi(encoding.format.emin), 0.0].map(|number| b.float(number));
        let less = b.select(is_subnormal, least, zero);
        let x = b.sub(raised, less);
        let x = b.named("at", x);
        b.comment("its exponent, counted from 1024 less, and its place in the range around 1");
        let bits = b.bits(x);
        let start = b.word(START.to_bits().wrapping_sub(COUNTED << own));
        let place = b.sub(bits, start);
        let place = b.named("place", place);
        let mask = b.word((1 << own) - 1);
        let fraction = b.bits_and(place, mask);
        let begin = b.word(START.to_bits());
        let m = b.add(fraction, begin);
        let m = b.from_bits(m);
        let m = b.named("m", m);
        let exponent = b.shr(place, own);
        let magic = b.word(MAGIC.to_bits());
        let exponent = b.bits_or(exponent, magic);
        let exponent = b.from_bits(exponent);
        let counted = b.float(MAGIC + COUNTED as f64);
        let exponent = b.sub(exponent, counted);
        let exponent = b.named("exponent", exponent);
        b.comment("the part of the range, and how far its constant is from 1/m");
        let row = b.shr(place, own - STEPS);
        let parts = b.table(self.table());
        let found = b.lookup(parts, row);
        let minus_one = b.float(-1.0);
        let r = b.fma(m, found[0], minus_one);
        let r = b.named("r", r);
        let per_binade = b.float(self.per_binade);
        let rest = b.fma(exponent, per_binade, found[1]);
        b.comment("the polynomial");
        let q = super::horner(b, &self.coefficients, r);
        let y = b.fma(r, q, rest);
        b.named("y", y)
    }

    fn table(&self) -> Table {
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect();
        let doc = ["Constants c next to 1/m, and -log(c)."];
        Table {
            lookup: Lookup::Permute,
            ..table(
                "PARTS",
                &doc,
                Scalar::Number,
                vec![bits(&self.factors), bits(&self.logarithms)],
            )
        }
    }

    /// The same with an entry of the table so many numbers further; 0 stays.
    pub(super) fn moved(&self, entry: usize, steps: i64) -> Logarithm {
        let mut moved = self.clone();
        moved.logarithms[entry] = super::moved(moved.logarithms[entry], steps);
        moved
    }

    /// What it is, in words.
    pub(super) fn told(&self) -> String {
        format!(
            "exponents, logarithms of {} constants and a polynomial of degree {}",
            self.factors.len(),
            self.coefficients.len()
        )
    }

    /// Whether it can be built.
    pub(super) fn sound(&self) -> bool {
        let rows = narrow::to_usize(1 << STEPS);
        let is_number = |number: &f64| *number == 0.0 || number.is_normal();
        self.factors.len() == rows
            && self.logarithms.len() == rows
            && self.factors.iter().chain(&self.logarithms).all(is_number)
            && self.per_binade.is_normal()
    }
}
