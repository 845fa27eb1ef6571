//! Functions of 16-bit formats: all values, and code whose results are computed, all of them, by its definition.

use crate::interpreted::{LANES, results};
use crate::kernel::Rounded;
use crate::layout::Layout;
use rayon::prelude::*;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Kernel, Width};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;
use tmd_walk::Value;

/// A function of a 16-bit format: its values, and what they are computed by.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The format.
    pub encoding: Encoding,
    pub(crate) values: Vec<Value>,
    /// What they are computed by.
    pub layout: Layout,
}

/// The arithmetic for a format: one in which no number that is computed is subnormal, which some devices take for 0.
fn width(encoding: &Encoding) -> Width {
    let lowest = encoding.least() - 24;
    if lowest > -126 && encoding.format.emax + 5 < 127 { Width::W32 } else { Width::W64 }
}

impl Tried {
    /// Encloses all values, and finds polynomials.
    ///
    /// # Errors
    /// If a value cannot be told from a breakpoint.
    pub(crate) fn make(spec: &FunctionSpec, encoding: &Encoding) -> Result<Tried, Diag> {
        let values = tmd_walk::values(spec, encoding)?;
        let layout = Layout::cheapest(&values, encoding, width(encoding));
        Ok(Tried { encoding: encoding.clone(), values, layout })
    }

    /// The kernel of a mode for so many lanes.
    pub(crate) fn kernel(&self, mode: RoundingMode, lanes: usize) -> Kernel {
        let Tried { encoding, layout, values } = self;
        Rounded { encoding, layout, values }.kernel(mode, lanes)
    }

    /// The correct result at an argument.
    pub(crate) fn correct(&self, argument: u32, mode: RoundingMode) -> u32 {
        self.values[narrow::to_usize(argument)].rounded(&self.encoding, argument, mode)
    }

    /// Computes the result of every argument in a mode by a kernel, and compares it with the correct one; how many there are.
    ///
    /// # Errors
    /// If one differs, which is a mistake of this program.
    pub(crate) fn check_mode(
        &self,
        spec: &FunctionSpec,
        mode: RoundingMode,
        kernel: impl Fn(usize) -> Result<Kernel, Diag>,
    ) -> Result<u64, Diag> {
        let encoding = &self.encoding;
        let kernel = kernel(LANES)?;
        let arguments: Vec<u32> = encoding.all().collect();
        let checked = arguments.par_chunks(LANES).map(|block| {
            let words: Vec<u64> = block.iter().map(|argument| u64::from(*argument)).collect();
            for (argument, result) in block.iter().zip(results(&kernel, &words)?) {
                let correct = self.correct(*argument, mode);
                if result != u64::from(correct) {
                    let result = (narrow::to_u32(result), correct);
                    return Err(encoding.wrong(&spec.canonical(), mode, *argument, result));
                }
            }
            Ok(block.len() as u64)
        });
        checked.sum()
    }
}
