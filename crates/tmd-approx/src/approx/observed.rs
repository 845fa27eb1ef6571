//! The errors of values as they are observed, not proved.

use super::evaluator::{Evaluator, Leaf};
use super::source::{self, Source};
use rayon::prelude::*;
use rug::{Float, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::call;

/// An argument with the error of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The argument, in units of its leaf's length from its leaf's start.
    pub at: f64,
    /// value - f(x).
    pub error: f64,
}

impl Evaluator {
    /// Errors at so many arguments of each leaf, leaf by leaf; of samples, at the samples.
    ///
    /// # Errors
    /// If the function has no value somewhere.
    pub fn observed(&self, points: usize) -> Result<Vec<Vec<Seen>>, Diag> {
        self.leaves.par_iter().map(|leaf| self.observed_in(leaf, points)).collect()
    }

    fn observed_in(&self, leaf: &Leaf, points: usize) -> Result<Vec<Seen>, Diag> {
        let width = self.request.width;
        let [from, to] = [&leaf.place.from, &leaf.place.to].map(Rational::to_f64);
        let kernel = self.kernel(1);
        let seen = |x: f64, f: Float| -> Result<Seen, Diag> {
            let y = call(&kernel, &[width.bits_of(x)])
                .map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
            let error = (width.number(y[0]) - f).to_f64();
            Ok(Seen { at: ((x - from) / (to - from)).clamp(0.0, 1.0), error })
        };
        match &self.source {
            Source::Samples(samples) => {
                let own = samples.between(from, to).iter();
                own.map(|(x, y)| seen(*x, Float::with_val(53, *y))).collect()
            }
            Source::Function(spec) => (0..=points)
                .map(|k| {
                    let share = k as f64 / points as f64;
                    let x = width.rounded(from + (to - from) * share);
                    x.clamp(self.range.0, self.range.1)
                })
                // The number that is nearest to an end may be the neighbour's.
                .filter(|x| std::ptr::eq(self.leaf_of(*x), leaf))
                .map(|x| {
                    let f = source::value(spec, &Float::with_val(4 * width.precision(), x))?;
                    seen(x, f)
                })
                .collect(),
        }
    }
}
