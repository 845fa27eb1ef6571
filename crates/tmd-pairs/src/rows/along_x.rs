//! Rows of one y: the polynomials of x^y or (1 + x)^y about the centres of domains.
//!
//! With the base m·2^q, 2^q being the spacing of x, and c_0 the value at the centre, the next coefficients in the index are c_j = c_(j-1)·(y - j + 1)/(j·m). Each is rounded
//! twice, by a unit with [`GUARD`](super::fixed::GUARD) bits at most, and what the one before is off by is multiplied by |y - j + 1|/(j·m), which
//! is at most 2, as m ≥ 1 and m ≥ |y|: all are off by less than 2^18 such units, which is less than one of the model's.

use super::cut;
use super::field::Field;
use super::fixed::{GUARD, Ratio, Value, precision, shifted};
use super::piece::{Piece, pieces_of};
use super::powers::Powers;
use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_search::plan::ModelBudget;
use tmd_search::seed::DomainModel;

/// The rows from one on, with the next y each.
pub(super) struct AlongX<'a> {
    field: &'a Field,
    row: u64,
    domains: Vec<Domain>,
}

/// A domain of all rows.
struct Domain {
    /// The index of its centre.
    centre: u64,
    /// The base there, in units of the last place of x.
    place: Rational,
    /// The value there, in the present row.
    value: Value,
    /// What takes it to the next row.
    ratio: Ratio,
}

impl<'a> AlongX<'a> {
    /// The rows of a field from one on; at most [`MOST_STEPS`](super::fixed::MOST_STEPS) are asked for.
    pub(super) fn new(field: &'a Field, row: u64) -> AlongX<'a> {
        let Powers { x, y, .. } = &field.powers;
        let scale = field.model().scale();
        let prec = precision(scale);
        let length = field.model().domain_inputs;
        let first = Interval::from_rational(&y.x(row), prec);
        let step = Interval::one(prec).shifted(y.ulp);
        let domain = |number: u64| {
            let start = number * length;
            let centre = start + (x.count.min(start + length) - start) / 2;
            let log = field.powers.log(centre, prec)?;
            let value = first.mul(&log).exp();
            let unit = field.unit(&value);
            Some(Domain {
                centre,
                place: field.powers.place(centre),
                value: Value::new(&value, unit, scale),
                ratio: Ratio::new(&step.mul(&log).exp(), scale),
            })
        };
        let domains = (0..x.count.div_ceil(length)).filter_map(domain).collect();
        AlongX { field, row, domains }
    }

    /// The pieces of the present row, with their polynomials; and the next row becomes the present one.
    pub(super) fn next(&mut self) -> Vec<Piece> {
        let Field { powers, .. } = self.field;
        let model = self.field.model();
        let number = powers.y.x(self.row);
        let factors = Factors::new(&number, model);
        let length = model.domain_inputs;
        let mut pieces = vec![];
        for run in self.field.in_reach(cut::along_x(powers, &number)) {
            for (inputs, domain) in pieces_of(&run.inputs, length) {
                let Domain { centre, place, value, .. } = &self.domains[domain];
                let value = value.in_units(self.field.spacing(run.exponent));
                let coefficients = factors.coefficients(value, place);
                pieces.push(Piece {
                    inputs,
                    model: DomainModel::known(model, coefficients, *centre),
                });
            }
        }
        self.row += 1;
        self.domains.iter_mut().for_each(|domain| domain.value.step(&domain.ratio));
        pieces
    }
}

/// What the coefficients of a row have in common: (y - j)·2^shift for each j.
struct Factors {
    numerators: Vec<Integer>,
    shift: u32,
}

impl Factors {
    fn new(y: &Rational, model: &ModelBudget) -> Factors {
        // The denominator of y is a power of two.
        let shift = y.denom().significant_bits() - 1;
        let one = Integer::from(1) << shift;
        let numerator = |j: usize| y.numer() - Integer::from(&one * narrow::to_u32(j));
        Factors { numerators: (0..model.degree).map(numerator).collect(), shift }
    }

    /// All coefficients of the model, from the value at the centre, which is so many units of the last place.
    fn coefficients(&self, value: Integer, place: &Rational) -> Vec<Integer> {
        let mut coefficients = Vec::with_capacity(self.numerators.len() + 1);
        let mut last = value;
        coefficients.push(Integer::from(&last >> GUARD));
        // So is that of the base.
        let below = place.denom().significant_bits() - 1;
        for (j, numerator) in (1u32..).zip(&self.numerators) {
            last *= numerator;
            last = shifted(&last, below.cast_signed() - self.shift.cast_signed());
            last /= Integer::from(place.numer() * j);
            coefficients.push(Integer::from(&last >> GUARD));
        }
        coefficients
    }
}
