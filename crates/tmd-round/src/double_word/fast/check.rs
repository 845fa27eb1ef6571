//! The fast path's results where the correct ones are known.

use super::UNDECIDED;
use crate::double_word::DoubleWord;
use crate::double_word::check::{Listed, wrong};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::Kernel;
use tmd_runtime::RoundingMode;

impl DoubleWord {
    /// Checks that the fast path's results at all that is listed, and at what has a special value or none, are correct where it
    /// tells them.
    ///
    /// # Errors
    /// If one is not.
    pub(crate) fn check_fast(
        &self,
        spec: &FunctionSpec,
        listed: &Listed,
        kernel: impl Fn(RoundingMode) -> Result<Kernel, Diag>,
        modes: &[RoundingMode],
    ) -> Result<(), Diag> {
        for mode in modes {
            let wrong = wrong(&kernel(*mode)?, &self.wanted(spec, listed, *mode)?)?;
            if let Some(wrong) = wrong.iter().find(|wrong| wrong.result != UNDECIDED) {
                let message = format!(
                    "the fast path of {} rounded {} gives {:#018x} for {:#018x}, and not {:#018x}",
                    spec.canonical(),
                    mode.name(),
                    wrong.result,
                    wrong.argument,
                    wrong.correct
                );
                return Err(Diag::new(DiagKind::Internal, message));
            }
        }
        Ok(())
    }
}
