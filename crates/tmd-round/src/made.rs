//! A correctly rounded function: what it is computed by, and the check of every one of its results.

use crate::encoding::{BITS, Encoding};
use crate::kernel::Rounded;
use crate::layout::Layout;
use crate::request::Request;
use crate::truth::{self, Value};
use rayon::prelude::*;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Kernel, Width, call, counts};
use tmd_kernel::pass;
use tmd_runtime::RoundingMode;

/// Lanes of the kernel that is checked: the interpreter's effort for a statement is shared by them.
const LANES: usize = 1 << 10;

/// A correctly rounded function of a format of 16 bits.
#[derive(Clone, Debug)]
pub struct RoundedFunction {
    /// The request.
    pub request: Request,
    /// The function.
    pub spec: FunctionSpec,
    /// The format.
    pub encoding: Encoding,
    /// Its values.
    pub(crate) values: Vec<Value>,
    /// What they are computed by.
    pub layout: Layout,
}

/// Makes a function whose results are correct for all arguments, which is checked.
///
/// # Errors
/// If the function is not understood, a value cannot be told from a breakpoint, or the tables are longer than asked for.
pub fn make(request: &Request) -> Result<RoundedFunction, Diag> {
    let spec = FunctionSpec::parse_given(&request.function, request.param.as_deref())?;
    let encoding = Encoding::of(request.precision)?;
    let values = truth::values(&spec, &encoding)?;
    let layout = Layout::cheapest(&values, &encoding, width(&encoding));
    let made = RoundedFunction { request: request.clone(), spec, encoding, values, layout };
    made.check_budget()?;
    made.check()?;
    Ok(made)
}

/// The arithmetic for a format: one in which no number that is computed is subnormal, which some devices take for 0.
fn width(encoding: &Encoding) -> Width {
    let lowest = encoding.least() - 24;
    if lowest > -126 && encoding.format.emax + 5 < 127 { Width::W32 } else { Width::W64 }
}

impl RoundedFunction {
    /// The kernel of a mode for so many lanes.
    ///
    /// # Errors
    /// If it is malformed, which is a mistake of this program.
    pub fn kernel(&self, mode: RoundingMode, lanes: usize) -> Result<Kernel, Diag> {
        let Self { encoding, layout, values, .. } = self;
        pass::standard_kernel(Rounded { encoding, layout, values }.kernel(mode, lanes))
    }

    /// The correct result at an argument.
    pub fn correct(&self, argument: u16, mode: RoundingMode) -> u16 {
        self.values[usize::from(argument)].rounded(&self.encoding, argument, mode)
    }

    /// Bytes of the tables.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn table_bytes(&self) -> Result<u64, Diag> {
        let kernel = self.kernel(RoundingMode::Nearest, 1)?;
        let entries: usize =
            kernel.tables.iter().map(|table| table.rows() * table.columns.len()).sum();
        Ok(entries as u64 * u64::from(self.layout.width.bits() / 8))
    }

    /// Operations on a number, in the first of the modes.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn operations(&self) -> Result<u64, Diag> {
        let mode = self.request.modes.first().copied().unwrap_or(RoundingMode::Nearest);
        Ok(counts(&self.kernel(mode, 1)?).total(true))
    }

    /// Refuses tables that are longer than asked for.
    pub(crate) fn check_budget(&self) -> Result<(), Diag> {
        let (bytes, budget) = (self.table_bytes()?, self.request.table_budget);
        if bytes <= budget {
            return Ok(());
        }
        let message = format!(
            "{} needs tables of {bytes} bytes; {budget} are allowed",
            self.spec.canonical()
        );
        Err(Diag::new(DiagKind::Range, message)
            .at(
                "function",
                self.spec.text.clone(),
                0..self.spec.text.len(),
                "it is not smooth enough for shorter ones",
            )
            .help(format!("give --table-budget {bytes}")))
    }

    /// Computes the result of every argument in every mode, and compares it with the correct one; how many there are.
    ///
    /// # Errors
    /// If one differs, which is a mistake of this program.
    pub fn check(&self) -> Result<u64, Diag> {
        let checked = self.request.modes.par_iter().map(|mode| self.check_mode(*mode));
        checked.sum()
    }

    fn check_mode(&self, mode: RoundingMode) -> Result<u64, Diag> {
        let kernel = self.kernel(mode, LANES)?;
        let arguments: Vec<u16> = (0..=u16::MAX).collect();
        for block in arguments.chunks(LANES) {
            let words: Vec<u64> = block.iter().map(|argument| u64::from(*argument)).collect();
            let results = call(&kernel, &words)
                .map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
            for (argument, result) in block.iter().zip(results) {
                let correct = self.correct(*argument, mode);
                if result != u64::from(correct) {
                    let message = format!(
                        "{} rounded {} gives {result:#06x} for {argument:#06x}, and not {correct:#06x}",
                        self.spec.canonical(),
                        mode.name()
                    );
                    return Err(Diag::new(DiagKind::Internal, message));
                }
            }
        }
        Ok(1 << BITS)
    }
}
