//! A correctly rounded function: what it is computed by, and the check of every one of its results.

use crate::encoding::Encoding;
use crate::request::Request;
use crate::tried::Tried;
use crate::walked::Walked;
use rayon::prelude::*;
use std::borrow::Cow;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Kernel, Width, counts};
use tmd_kernel::pass;
use tmd_runtime::{RoundingMode, SingleFunctions};

/// A correctly rounded function of a format of 16 or 32 bits.
#[derive(Clone, Debug)]
pub struct RoundedFunction {
    /// The request.
    pub request: Request,
    /// The function.
    pub spec: FunctionSpec,
    /// The format.
    pub encoding: Encoding,
    /// Its values, and what they are computed by.
    pub body: Body,
}

/// The values of a function, and what they are computed by.
#[derive(Clone, Debug)]
pub enum Body {
    /// Of a 16-bit format.
    Tried(Tried),
    /// Of binary32.
    Walked(Box<Walked>),
}

/// Makes a function whose results are correct for all arguments, which is checked.
///
/// # Errors
/// If the function is not understood, a value cannot be told from a breakpoint, no polynomials will do, or the tables are longer
/// than asked for; for binary32, also if there is no Rust compiler.
pub fn make(request: &Request) -> Result<RoundedFunction, Diag> {
    let made = drafted(request)?;
    made.check()?;
    Ok(made)
}

/// The same before its results are checked: nothing is proved.
///
/// # Errors
/// As [`make`].
pub fn drafted(request: &Request) -> Result<RoundedFunction, Diag> {
    let spec = FunctionSpec::parse_using(&request.function, request.param.as_deref())?;
    let encoding = Encoding::of(request.precision)?;
    let body = match encoding.bits() {
        16 => Body::Tried(Tried::make(&spec, &encoding)?),
        _ => Body::Walked(Box::new(Walked::make(&spec, &encoding)?)),
    };
    let made = RoundedFunction { request: request.clone(), spec, encoding, body };
    made.check_budget()?;
    Ok(made)
}

impl RoundedFunction {
    /// The kernel of a mode for so many lanes.
    ///
    /// # Errors
    /// If it is malformed, which is a mistake of this program.
    pub fn kernel(&self, mode: RoundingMode, lanes: usize) -> Result<Kernel, Diag> {
        pass::standard_kernel(match &self.body {
            Body::Tried(tried) => tried.kernel(&self.encoding, mode, lanes),
            Body::Walked(walked) => walked.kernel(&self.encoding, mode, lanes),
        })
    }

    /// The width of numbers and words of its kernels.
    pub(crate) fn width(&self) -> Width {
        match &self.body {
            Body::Tried(tried) => tried.layout.width,
            Body::Walked(_) => Width::W64,
        }
    }

    /// The arguments whose results stand in the code.
    pub fn exceptions(&self) -> Cow<'_, [u32]> {
        match &self.body {
            Body::Tried(tried) => Cow::Borrowed(&tried.layout.exceptions),
            Body::Walked(walked) => walked.code.exceptions(&self.request.modes),
        }
    }

    /// The correct result at an argument.
    ///
    /// # Errors
    /// If it cannot be told, which was found out before for all arguments.
    pub fn correct(&self, argument: u32, mode: RoundingMode) -> Result<u32, Diag> {
        match &self.body {
            Body::Tried(tried) => Ok(tried.correct(&self.encoding, argument, mode)),
            Body::Walked(walked) => walked.correct(&self.spec, &self.encoding, argument, mode),
        }
    }

    /// Bytes of the tables.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn table_bytes(&self) -> Result<u64, Diag> {
        let kernel = self.kernel(RoundingMode::Nearest, 1)?;
        let entries: usize =
            kernel.tables.iter().map(|table| table.rows() * table.columns.len()).sum();
        Ok(entries as u64 * u64::from(self.width().bits() / 8))
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

    /// Computes the result of every argument in every mode, and compares it with the correct one; how many there are. For formats of
    /// 16 bits the interpreter computes them, for binary32 the emitted code, compiled for this machine.
    ///
    /// # Errors
    /// If one differs, which is a mistake of this program, or if there is no Rust compiler where one is needed.
    pub fn check(&self) -> Result<u64, Diag> {
        let Self { spec, encoding, .. } = self;
        let modes = &self.request.modes;
        match &self.body {
            Body::Tried(tried) => {
                let of_mode = |mode: &RoundingMode| {
                    tried.check_mode(spec, encoding, *mode, |lanes| self.kernel(*mode, lanes))
                };
                modes.par_iter().map(of_mode).sum()
            }
            Body::Walked(walked) => {
                let functions = self.compiled()?;
                let count = walked.check(spec, encoding, modes, &functions)?;
                if count != 1 << encoding.bits() {
                    let message = format!("{count} arguments are known, and not all of them");
                    return Err(Diag::new(DiagKind::Internal, message));
                }
                Ok(count * modes.len() as u64)
            }
        }
    }

    /// Its functions, compiled for this machine.
    fn compiled(&self) -> Result<SingleFunctions, Diag> {
        const NAME: &str = "checked";
        let sources = self.emit(RUST_SIMD, NAME)?;
        let text: String = sources.into_values().collect();
        let modes = self.request.modes.iter();
        let names: Vec<String> = modes.map(|mode| format!("{NAME}_{}", mode.name())).collect();
        SingleFunctions::compile(&text, &names).map_err(Diag::from)
    }
}
