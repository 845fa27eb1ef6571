//! The Taylor model of a span, and what its bounds become when its origin is moved.

use crate::json::Value;
use crate::number::{binomial, lg, power, power_of_two};
use crate::stop::Checked;
use rug::Rational;

/// The Taylor model of a span, as claimed.
pub(crate) struct Model {
    /// G_j ≥ |g^(j)/j!|.
    pub(crate) derivatives: Vec<Rational>,
    /// At most |g''/2| anywhere, if g'' has one sign.
    pub(crate) least_curvature: Option<Rational>,
    pub(crate) domain_inputs: u64,
    pub(crate) degree: usize,
    pub(crate) coefficient_bits: i32,
    pub(crate) block_inputs: u64,
    pub(crate) block_degree: usize,
    /// Q_j ≥ |P^(j)/j!| on a block.
    pub(crate) block_derivatives: Vec<Rational>,
}

impl Model {
    pub(crate) fn read(place: &str, value: &Value<'_>) -> Checked<Model> {
        let model = Model {
            derivatives: value.at("derivatives")?.binary64s()?,
            least_curvature: value.find("least_curvature").map(Value::binary64).transpose()?,
            domain_inputs: value.int_at("domain_inputs")?,
            degree: value.int_at("degree")?,
            coefficient_bits: value.int_at("coefficient_bits")?,
            block_inputs: value.int_at("block_inputs")?,
            block_degree: value.int_at("block_degree")?,
            block_derivatives: value.at("block_derivatives")?.binary64s()?,
        };
        let fits = (1..=64).contains(&model.degree)
            && model.derivatives.len() > model.degree + 1
            && model.derivatives.len() <= 64
            && (1..=model.degree).contains(&model.block_degree)
            && model.block_derivatives.len() == model.block_degree + 1
            && model.block_inputs > 0
            && model.domain_inputs > 0
            && model.domain_inputs.is_multiple_of(model.block_inputs)
            && model.coefficient_bits.abs() <= 1 << 12;
        let least = model.least_curvature.iter();
        let all = model.derivatives.iter().chain(&model.block_derivatives).chain(least);
        ensure!(
            fits && all.into_iter().all(|bound| *bound >= 0),
            "{place}: its model cannot be one"
        )?;
        Ok(model)
    }

    /// r, half a domain.
    pub(crate) fn radius(&self) -> Rational {
        Rational::from(self.domain_inputs.div_ceil(2))
    }

    /// What coefficient j is off by: 2^-c·r^-j or less.
    pub(crate) fn inexactness(&self, j: usize) -> Rational {
        let lg_r = self.domain_inputs.ilog2() as i32 - 1;
        power_of_two(-self.coefficient_bits - lg_r * j as i32)
    }

    /// A_j: bounds of the model's coefficients about any point of the domain.
    pub(crate) fn moved(&self) -> Vec<Rational> {
        let own = |i: usize| &self.derivatives[i] + self.inexactness(i);
        moved(&(0..=self.degree).map(own).collect::<Vec<_>>(), &self.radius())
    }

    /// Q_j, 0 beyond the degree.
    pub(crate) fn q(&self, j: usize) -> Rational {
        self.block_derivatives.get(j).cloned().unwrap_or_default()
    }
}

/// Bounds of coefficients after the origin is moved by at most r.
fn moved(coefficients: &[Rational], r: &Rational) -> Vec<Rational> {
    let term = |i: usize, j: usize| binomial(i as u64, j) * &coefficients[i] * power(r, i - j);
    let at = |j: usize| (j..coefficients.len()).map(|i| term(i, j)).sum();
    (0..coefficients.len()).map(at).collect()
}

/// What quantity m loses while it is moved to the last of so many items.
pub(crate) fn lost_in_moving(model: &Model, items: u64, m: usize, words: u32) -> Rational {
    let items = Rational::from(items);
    let steps = (0..=model.block_degree.saturating_sub(m)).map(|i| power(&items, i));
    steps.sum::<Rational>() * power_of_two(-64 * words as i32)
}

impl Model {
    /// Whether the claimed bounds of a block's polynomial follow from those of the model.
    pub(crate) fn check_block(&self, place: &str) -> Checked<()> {
        let cut = &self.moved()[..=self.block_degree];
        let needed = moved(cut, &Rational::from(self.block_inputs));
        match (0..=self.block_degree).find(|&j| self.block_derivatives[j] < needed[j]) {
            None => Ok(()),
            Some(j) => refuse!(
                "{place}: derivative {j} of a block is said to be at most {}; {} follows",
                lg(&self.block_derivatives[j]),
                lg(&needed[j])
            ),
        }
    }
}
