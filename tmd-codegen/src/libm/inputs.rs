//! Arguments that a library is tried at.

use crate::diag::{Diag, DiagKind};
use crate::ir::Width;
use crate::random::Random;
use crate::spec::hexfloat;
use rug::Rational;
use std::path::Path;

/// Longest file of cases, in bytes.
const MOST_BYTES: u64 = 1 << 28;

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

/// The cases in a file of hexadecimal floats, one a line (CORE-MATH's `.wc`); what follows a `#` is skipped.
///
/// # Errors
/// If it cannot be read, or a line is no number of the width.
pub fn read(path: &Path, width: Width) -> Result<Vec<f64>, Diag> {
    let name = path.display().to_string();
    let bytes = tmd_runtime::read_limited(path, MOST_BYTES)?.ok_or_else(|| {
        Diag::new(DiagKind::Io, format!("{name} is longer than {MOST_BYTES} bytes"))
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            let place = format!("{name}, line {}", number + 1);
            let value = hexfloat::parse(&place, line)?;
            let x = width.rounded(value.to_f64());
            match Rational::from_f64(x) == Some(value) {
                true => Ok(x),
                false => Err(Diag::new(
                    DiagKind::Range,
                    format!("{place}: {line} is no number of type {}", width.number_type()),
                )),
            }
        })
        .collect()
}
