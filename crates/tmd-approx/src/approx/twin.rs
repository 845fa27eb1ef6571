//! The stochastic twin of an evaluator: how many digits its rounding leaves, estimated, beside the bound that is proved.

use super::evaluator::Evaluator;
use super::exact;
use super::source::{self, Source};
use rug::Float;
use tmd_base::diag::Diag;
use tmd_stochastic::stochastic;
use tmd_stochastic::stochastic::{Options, Stochastic, digits};

/// The accuracy that a twin estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// Arguments that were looked at.
    pub points: usize,
    /// The fewest exact significant digits that its samples speak for.
    pub fewest: u32,
    /// The argument that has them.
    pub at: f64,
    /// The largest deviation of a sample from the function, beside what the bounds allow samples: that of the
    /// polynomials and twice that of rounding, for each operation errs by a unit in the last place instead of half of
    /// one. None for samples in a file.
    pub share: Option<f64>,
}

impl Evaluator {
    /// The twin.
    ///
    /// # Errors
    /// If there is none.
    pub fn twin(&self, options: Options) -> Result<Stochastic, Diag> {
        Stochastic::new(self.kernel(1), options)
    }

    /// Runs the twin at arguments of all leaves.
    ///
    /// # Errors
    /// If the function has no value at one of them.
    pub fn estimated(
        &self,
        twin: &Stochastic,
        points: usize,
        seed: u64,
    ) -> Result<Estimated, Diag> {
        let width = self.request.width;
        let each = points.div_ceil(self.leaves.len());
        let arguments: Vec<f64> = self
            .leaves
            .iter()
            .flat_map(|leaf| {
                let [from, to] = [&leaf.place.from, &leaf.place.to].map(rug::Rational::to_f64);
                (0..=each).map(move |k| from + (to - from) * k as f64 / each as f64)
            })
            .map(|x| width.rounded(x).clamp(self.range.0, self.range.1))
            .collect();
        let inputs = vec![arguments.iter().map(|x| [*x; 3]).collect()];
        let outcome = stochastic::run(&twin.twin, &inputs, &[], seed, 0..arguments.len())?;
        let mut fewest = (u32::MAX, 0.0);
        let mut share: Option<f64> = None;
        for (x, samples) in arguments.iter().zip(&outcome.results[0]) {
            let count = digits::digits(width, *samples);
            if count < fewest.0 {
                fewest = (count, *x);
            }
            if let Source::Function(spec) = &self.source {
                let truth = source::value(spec, &Float::with_val(4 * width.precision(), x))?;
                let leaf = self.leaf_of(*x);
                let allowed = leaf.approximation + 2.0 * leaf.rounding;
                let off = samples.map(|y| (Float::with_val(256, exact(y)) - &truth).abs().to_f64());
                let most = off.into_iter().fold(0.0, f64::max) / allowed;
                share = Some(share.unwrap_or(0.0).max(most));
            }
        }
        Ok(Estimated { points: arguments.len(), fewest: fewest.0, at: fewest.1, share })
    }
}
