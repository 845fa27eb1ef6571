//! log_b(x) = e·log_b(2) - log_b(c) + log_b(1 + r), where x = 2^e·m, 1 ≤ m < 2, c is near 1/m, and r = c·m - 1.
//!
//! m's range is cut into sixteen parts by the leading bits of its fraction, and c is a constant of the part (P.-T. P. Tang,
//! "Table-driven implementation of the logarithm function in IEEE floating-point arithmetic", 1990). That is 1 for the first one and
//! 1/2 for the last, so that nothing is cancelled on both sides of 1: e·log_b(2) - log_b(c) is 0 there.
//! log_b(1 + r) = r·q(r) with a polynomial q. Exponents of 0 and ∞ are infinite, and so are the sums.

use super::base::{Base, PREC};
use super::fit;
use crate::finish::fraction_bits;
use crate::kernel::table;
use rug::Float;
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value, Width};

/// The arithmetic.
const WIDTH: Width = Width::W64;
/// log2 of the number of parts.
const STEPS: u32 = 4;
/// A value may be off by so much of it where nothing is added to the polynomial: one of these.
const ERRORS: [f64; 2] = [1.0 / (1_u64 << 49) as f64, 1.0 / (1_u64 << 52) as f64];

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
    let at = |i: u32| 1.0 + f64::from(i) / f64::from(1_u32 << STEPS);
    (at(i), at(i + 1))
}

impl Logarithm {
    /// The constants for a base, with a polynomial for each of some errors.
    pub(super) fn all(base: Base) -> Vec<Logarithm> {
        ERRORS.into_iter().filter_map(|error| Logarithm::of(base, error)).collect()
    }

    fn of(base: Base, error: f64) -> Option<Logarithm> {
        let parts: Vec<(f64, f64)> = (0..1 << STEPS).map(part).collect();
        let factor = |(from, to): &(f64, f64)| match (*from, *to) {
            (1.0, _) => 1.0,
            (_, 2.0) => 0.5,
            // Few bits, so that r is exact.
            _ => f64::from(Float::with_val(20, 2.0 / (from + to)).to_f32()),
        };
        let factors: Vec<f64> = parts.iter().map(factor).collect();
        let ln = base.ln();
        let of = |x: &Float| Float::with_val(PREC, x.ln_ref()) / &ln;
        // What is added for x next to 1 is exactly 0.
        let logarithms = factors.iter().map(|c| match *c == 1.0 {
            true => 0.0,
            false => -of(&Float::with_val(PREC, *c)).to_f64(),
        });
        let logarithms: Vec<f64> = logarithms.collect();
        let ends = parts.iter().zip(&factors).flat_map(|((from, to), c)| [from * c, to * c]);
        let (low, high) =
            ends.fold((0.0_f64, 0.0_f64), |(low, high), r| (low.min(r - 1.0), high.max(r - 1.0)));
        let q = |r: &Float| Float::with_val(PREC, r.ln_1p_ref()) / &ln / r;
        let coefficients = fit::shortest((low, high), q, |_, error| error.abs(), error)?;
        let per_binade = base.of_two().to_f64();
        Some(Logarithm { base, per_binade, factors, logarithms, coefficients })
    }

    /// The number for an argument that is not negative.
    pub(super) fn computed(&self, b: &mut Builder, encoded: Value) -> Value {
        b.comment("the argument's exponent, and the rest from 1 to 2");
        let x = b.widened(encoded);
        let x = b.named("at", x);
        let exponent = b.exponent(x);
        let m = b.significand(x);
        let m = b.named("m", m);
        b.comment("the part of the range, and how far its constant is from 1/m");
        let bits = b.bits(x);
        let row = b.shr(bits, fraction_bits(WIDTH) - STEPS);
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

    /// The same with an entry of the table so many numbers further; what is cancelled next to 1 stays.
    pub(super) fn moved(&self, entry: usize, steps: i64) -> Logarithm {
        let mut moved = self.clone();
        if moved.logarithms[entry] != self.per_binade {
            moved.logarithms[entry] = super::moved(moved.logarithms[entry], steps);
        }
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
