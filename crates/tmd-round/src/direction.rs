//! Rounding modes as directions of MPFR.

use rug::float::Round;
use tmd_runtime::RoundingMode;

/// The direction in which MPFR rounds as a mode says.
pub fn direction(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::Nearest => Round::Nearest,
        RoundingMode::Up => Round::Up,
        RoundingMode::Down => Round::Down,
        RoundingMode::Zero => Round::Zero,
    }
}
