//! Rows of one x: the polynomials of x^y or (1 + x)^y about the centres of domains.
//!
//! With the base b, y = n·2^q, λ = 2^q·ln b and c_0 the value at the centre, the next coefficients in the index are c_j = c_(j-1)·λ/j. Each is rounded twice,
//! by a unit with [`GUARD`] bits at most, λ is off by less than 2^-60 of such a unit, and |λ| < 1: all are off by less than 2^8 of these units.

use super::cut;
use super::field::Field;
use super::fixed::{GUARD, MOST_BINADES, Ratio, Value, fixed, precision};
use super::piece::{Piece, pieces_of};
use super::powers::Powers;
use rug::float::{Constant, Round};
use rug::{Float, Integer};
use std::sync::OnceLock;
use tmd_functions::interval::Interval;
use tmd_search::seed::DomainModel;

/// Bits of λ below those of coefficients.
const STEP: u32 = 96;

/// 1/ln 2, for [`cut::along_y`].
fn per_log2() -> &'static Interval {
    static PER_LOG2: OnceLock<Interval> = OnceLock::new();
    PER_LOG2.get_or_init(|| {
        let float = |round| Float::with_val_round(cut::PRECISION, Constant::Log2, round).0;
        let log = Interval::new(float(Round::Down), float(Round::Up)).ok();
        let one = Interval::one(cut::PRECISION);
        log.and_then(|log| one.div(&log).ok()).unwrap_or(one)
    })
}

/// The pieces of the row of an x of a field, with their polynomials.
pub(super) fn pieces(field: &Field, row: u64) -> Vec<Piece> {
    let Powers { y, .. } = &field.powers;
    let model = field.model();
    let (scale, length) = (model.scale(), model.domain_inputs);
    let prec = precision(scale);
    let Some(log) = field.powers.log(row, prec) else { return vec![] };
    let log2 = log.at_prec(cut::PRECISION).mul(per_log2());
    let lambda = log.shifted(y.ulp);
    let bits = scale + GUARD + STEP;
    let lambda_fixed = fixed(&lambda, bits.cast_signed());
    let centre_of = |domain: u64| {
        let start = domain * length;
        start + (y.count.min(start + length) - start) / 2
    };
    let enclosed = |centre: u64| {
        let value = Interval::from_rational(&y.x(centre), prec).mul(&log).exp();
        let unit = field.unit(&value);
        Value::new(&value, unit, scale)
    };
    let ratio = (y.count > length).then(|| {
        let length = Interval::from_integer(&Integer::from(length), prec);
        Ratio::new(&lambda.mul(&length).exp(), scale)
    });
    let is_flat = log2.mag() * field.powers.width_of_y() < MOST_BINADES;
    let mut at: Option<(usize, Value)> = None;
    let mut pieces = vec![];
    for run in field.in_reach(cut::along_y(&log2, y)) {
        for (inputs, domain) in pieces_of(&run.inputs, length) {
            let centre = centre_of(domain as u64);
            // The last domain may be shorter: its centre is not one length from the one before.
            let is_next = (domain as u64 + 1) * length <= y.count;
            let value = match at.take() {
                Some((last, value)) if last == domain => value,
                Some((last, mut value)) if is_flat && is_next && last + 1 == domain => {
                    ratio.iter().for_each(|ratio| value.step(ratio));
                    value
                }
                _ => enclosed(centre),
            };
            let mut last = value.in_units(field.spacing(run.exponent));
            let mut coefficients = Vec::with_capacity(model.degree + 1);
            coefficients.push(Integer::from(&last >> GUARD));
            for j in 1..=model.degree {
                last *= &lambda_fixed;
                last >>= bits;
                last /= j as u64;
                coefficients.push(Integer::from(&last >> GUARD));
            }
            at = Some((domain, value));
            pieces.push(Piece { inputs, model: DomainModel::known(model, coefficients, centre) });
        }
    }
    pieces
}
