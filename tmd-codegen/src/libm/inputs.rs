//! Arguments that a library is tried at.

use crate::cases::{self, Case};
use crate::diag::{Diag, DiagKind};
use crate::ir::Width;
use crate::random::Random;
use rug::Rational;
use std::path::Path;

/// So many arguments: half of them of moderate size, where functions are used, half of any.
pub fn random(width: Width, count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|k| {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let fraction = 1.0 + random.unit();
            let exponent = match (k % 2, width) {
                (0, _) => random.below(36) as i32 - 26,
                (_, Width::W64) => random.below(2046) as i32 - 1022,
                (_, Width::W32) => random.below(254) as i32 - 126,
            };
            width.rounded(sign * fraction * 2f64.powi(exponent))
        })
        .collect()
}

/// The inputs of a list of cases ([`cases`]).
///
/// # Errors
/// If it cannot be read, or one of them is no number of the width.
pub fn read(path: &Path, width: Width) -> Result<Vec<f64>, Diag> {
    let list = cases::read(path)?;
    let input = |(number, case): (usize, &Case)| {
        let x = width.rounded(case.x.to_f64());
        match Rational::from_f64(x).as_ref() == Some(&case.x) {
            true => Ok(x),
            false => Err(Diag::new(
                DiagKind::Range,
                format!(
                    "case {} of {}: {} is no number of type {}",
                    number + 1,
                    path.display(),
                    case.hex(),
                    width.number_type()
                ),
            )),
        }
    };
    list.cases.iter().enumerate().map(input).collect()
}
