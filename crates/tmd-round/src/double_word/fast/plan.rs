//! The choice of the fast path's table: the more rows, the fewer arguments take the second path.

use super::{CUTS, FastPath};
use crate::double_word::{Corrections, DoubleWord};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Kernel, counts};
use tmd_kernel::pass;
use tmd_runtime::RoundingMode;

/// A table is long enough if no longer one saves more than this part of all operations.
const ENOUGH: f64 = 1.0 / 50.0;

/// A fast path, and the operations that it takes.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The path.
    pub path: FastPath,
    /// Operations on a number, of both paths, on average.
    pub operations: f64,
    /// Those of the second path.
    pub straight: f64,
}

impl Planned {
    /// Whether it takes fewer operations than the second path alone.
    pub fn is_cheaper(&self) -> bool {
        self.operations < self.straight
    }
}

/// Operations on a number.
fn operations(kernel: Kernel) -> Result<f64, Diag> {
    Ok(narrow::about(counts(&pass::standard_kernel(kernel)?).total(true)))
}

impl FastPath {
    /// The shortest table of at most so many bytes that a longer one is hardly better than; `None` if there is no room.
    ///
    /// # Errors
    /// If a kernel is malformed, which is a mistake of this program.
    pub fn planned(
        spec: &FunctionSpec,
        of: &DoubleWord,
        most_bytes: u64,
    ) -> Result<Option<Planned>, Diag> {
        let straight = operations(of.kernel(&Corrections::default(), RoundingMode::Nearest, 1))?;
        let mut all: Vec<Planned> = vec![];
        for cuts in CUTS {
            let path = FastPath::of(spec, of.scheme, cuts);
            if path.bytes() > most_bytes {
                break;
            }
            let own = operations(path.kernel(of, RoundingMode::Nearest, 1))?;
            let second = path.share(of) * straight;
            all.push(Planned { path, operations: own + second, straight });
            if second < ENOUGH * own {
                break;
            }
        }
        let least = all.iter().map(|own| own.operations).fold(f64::INFINITY, f64::min);
        Ok(all.into_iter().find(|own| own.operations <= least * (1.0 + ENOUGH)))
    }
}
