//! Rows of one x: the polynomials of x^y about the centres of domains.
//!
//! With y = n·2^q, λ = 2^q·ln x and c_0 the value at the centre, the next coefficients in the index are c_j = c_(j-1)·λ/j. Each is rounded twice,
//! by a unit with [`GUARD`] bits at most, λ is off by less than 2^-60 of such a unit, and |λ| < 1: all are off by less than 2^8 of these units.

use super::along_x::pieces_of;
use super::cut;
use super::field::Field;
use super::fixed::{GUARD, MOST_BINADES, Ratio, Value, fixed, precision};
use super::job::Piece;
use rug::Integer;
use tmd_functions::interval::Interval;
use tmd_search::seed::DomainModel;

/// Bits of λ below those of coefficients.
const STEP: u32 = 96;

/// The pieces of the row of an x of a field, with their polynomials.
pub(super) fn pieces(field: &Field, row: u64) -> Vec<Piece> {
    let Field { x, y, .. } = field;
    let model = field.model();
    let (scale, length) = (model.scale(), model.domain_inputs);
    let prec = precision(scale);
    let x = Interval::from_rational(&x.x(row), prec);
    let (Ok(log), Ok(log2)) = (x.log(), x.log2()) else { return vec![] };
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
    let ratio =
        Ratio::new(&lambda.mul(&Interval::from_integer(&Integer::from(length), prec)).exp(), scale);
    let is_flat = log2.mag() * field.width_of_y() < MOST_BINADES;
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
                    value.step(&ratio);
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
