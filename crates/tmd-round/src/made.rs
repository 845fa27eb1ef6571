//! A correctly rounded function: what it is computed by, and the check of every one of its results.

use crate::double_word;
use crate::request::{ALL, BITS, Method, Request, is_double};
use crate::searched::{Searched, Searcher};
use crate::tried::Tried;
use crate::walked::Walked;
use rayon::prelude::*;
use std::borrow::Cow;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_functions::language::{Format, FunctionSpec};
use tmd_kernel::ir::{Kernel, Width, counts};
use tmd_kernel::pass;
use tmd_runtime::{RoundingMode, SingleFunctions};
use tmd_walk::Encoding;

/// A correctly rounded function.
#[derive(Clone, Debug)]
pub struct RoundedFunction {
    /// The request.
    pub request: Request,
    /// The function.
    pub spec: FunctionSpec,
    /// The format.
    pub format: Format,
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
    /// Of binary64.
    Searched(Box<Searched>),
}

/// Makes a function whose results are correct for all arguments, which is checked.
///
/// # Errors
/// If the function is not understood, a value cannot be told from a breakpoint, no polynomials will do, or the tables are longer
/// than asked for; for binary32 and binary64, also if there is no Rust compiler.
pub fn make(request: &Request) -> Result<RoundedFunction, Diag> {
    make_with(request, &double_word::search::quietly)
}

/// The same with a search, if one is needed, by somebody else.
///
/// # Errors
/// As [`make`]'s, and the search's.
pub fn make_with(request: &Request, searcher: &Searcher<'_>) -> Result<RoundedFunction, Diag> {
    let made = drafted_with(request, searcher)?;
    made.check()?;
    Ok(made)
}

/// The same before its results are checked: nothing is proved.
///
/// # Errors
/// As [`make`].
pub fn drafted(request: &Request) -> Result<RoundedFunction, Diag> {
    drafted_with(request, &double_word::search::quietly)
}

fn drafted_with(request: &Request, searcher: &Searcher<'_>) -> Result<RoundedFunction, Diag> {
    let spec = FunctionSpec::parse_using(&request.function, request.param.as_deref())?;
    let format = request.precision.format()?;
    let body = if is_double(&format) {
        Body::Searched(Box::new(Searched::make(request, &spec, searcher)?))
    } else {
        check_whole(request)?;
        let encoding = Encoding::of(request.precision)?;
        match encoding.bits() {
            16 => Body::Tried(Tried::make(&spec, &encoding)?),
            _ => Body::Walked(Box::new(Walked::make(&spec, &encoding)?)),
        }
    };
    let mut made = RoundedFunction { request: request.clone(), spec, format, body };
    // For other formats there is one method.
    made.request.method = is_double(&made.format).then(|| made.method());
    made.check_budget()?;
    Ok(made)
}

/// Refuses what is only for binary64: a part of a format, the threshold of a search, or a second path.
fn check_whole(request: &Request) -> Result<(), Diag> {
    let Request { range, bits, method, .. } = request;
    if let Some(method @ Method::TwoPhase) = method {
        let name = method.name();
        return Err(Diag::new(DiagKind::Unsupported, format!("--method {name} is for binary64"))
            .at("--method", name, 0..name.len(), "not for this format")
            .help(format!(
                "leave it out: functions of 16 and 32 bits take so few operations that all arguments are computed alike, --method {}",
                Method::Straight.name()
            )));
    }
    if *bits != BITS {
        return Err(Diag::new(DiagKind::Unsupported, format!("--bits {bits} is for binary64"))
            .help("leave it out: formats of 16 and 32 bits need no search"));
    }
    if range == ALL {
        return Ok(());
    }
    Err(Diag::new(DiagKind::Unsupported, format!("--range {range} is for binary64"))
        .at("--range", range.clone(), 0..range.len(), "not all of the format")
        .help(format!("formats of 16 and 32 bits are always covered as a whole: --range {ALL}")))
}

impl RoundedFunction {
    /// The kernel of a mode for so many lanes.
    ///
    /// # Errors
    /// If it is malformed, which is a mistake of this program.
    pub fn kernel(&self, mode: RoundingMode, lanes: usize) -> Result<Kernel, Diag> {
        pass::standard_kernel(match &self.body {
            Body::Tried(tried) => tried.kernel(mode, lanes),
            Body::Walked(walked) => walked.kernel(mode, lanes),
            Body::Searched(searched) => searched.kernel(mode, lanes),
        })
    }

    /// How results are computed.
    pub fn method(&self) -> Method {
        match &self.body {
            Body::Tried(_) | Body::Walked(_) => Method::Straight,
            Body::Searched(searched) => searched.method(),
        }
    }

    /// The kernel of the fast path of [`Method::TwoPhase`]; what it leaves undecided is for [`RoundedFunction::kernel`].
    ///
    /// # Errors
    /// If there is none, or as [`RoundedFunction::kernel`].
    pub fn fast_kernel(&self, mode: RoundingMode, lanes: usize) -> Result<Kernel, Diag> {
        let kernel = match &self.body {
            Body::Searched(searched) => searched.fast_kernel(mode, lanes),
            Body::Tried(_) | Body::Walked(_) => None,
        };
        let kernel = kernel.ok_or_else(|| Diag::new(DiagKind::Internal, "there is one path"));
        pass::standard_kernel(kernel?)
    }

    /// All kernels of a mode, for one lane.
    fn kernels(&self, mode: RoundingMode) -> Result<Vec<Kernel>, Diag> {
        let mut all = vec![self.kernel(mode, 1)?];
        if self.method() == Method::TwoPhase {
            all.push(self.fast_kernel(mode, 1)?);
        }
        Ok(all)
    }

    /// The width of numbers and words of its kernels.
    pub(crate) fn width(&self) -> Width {
        match &self.body {
            Body::Tried(tried) => tried.layout.width,
            Body::Walked(_) | Body::Searched(_) => Width::W64,
        }
    }

    /// How many results stand in the code: for formats of 16 and 32 bits arguments, for binary64 arguments in modes.
    pub fn in_code(&self) -> usize {
        match &self.body {
            Body::Searched(searched) => searched.corrections.len(),
            _ => self.exceptions().len(),
        }
    }

    /// The arguments of a format of 16 or 32 bits whose results stand in the code.
    pub fn exceptions(&self) -> Cow<'_, [u32]> {
        match &self.body {
            Body::Tried(tried) => Cow::Borrowed(&tried.layout.exceptions),
            Body::Walked(walked) => walked.code.exceptions(&self.request.modes),
            Body::Searched(_) => Cow::Borrowed(&[]),
        }
    }

    /// The correct result at an argument of a format of 16 or 32 bits.
    ///
    /// # Errors
    /// If it cannot be told, which was found out before for all arguments.
    pub fn correct(&self, argument: u32, mode: RoundingMode) -> Result<u32, Diag> {
        match &self.body {
            Body::Tried(tried) => Ok(tried.correct(argument, mode)),
            Body::Walked(walked) => walked.correct(&self.spec, argument, mode),
            Body::Searched(_) => {
                Err(Diag::new(DiagKind::Internal, "encodings of binary64 have more than 32 bits"))
            }
        }
    }

    /// Bytes of the tables.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn table_bytes(&self) -> Result<u64, Diag> {
        let kernels = self.kernels(RoundingMode::Nearest)?;
        let tables = kernels.iter().flat_map(|kernel| &kernel.tables);
        let entries: usize = tables.map(|table| table.rows() * table.columns.len()).sum();
        Ok(entries as u64 * u64::from(self.width().bits() / 8))
    }

    /// Operations on a number, in the first of the modes; of two paths on average, rounded up, as arguments are expected to take them.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn operations(&self) -> Result<u64, Diag> {
        let mode = self.request.modes.first().copied().unwrap_or(RoundingMode::Nearest);
        let counted = |kernel: &Kernel| counts(kernel).total(true);
        match &self.kernels(mode)?[..] {
            [own, fast] => {
                let second = (self.undecided_millionths() * counted(own)).div_ceil(1_000_000);
                Ok(counted(fast) + second)
            }
            all => Ok(all.iter().map(counted).sum()),
        }
    }

    /// How many of a million arguments are expected to take the second path, where there are two.
    fn undecided_millionths(&self) -> u64 {
        match &self.body {
            Body::Searched(searched) => {
                searched.fast.as_ref().map_or(0, |fast| fast.millionths(&searched.code))
            }
            _ => 0,
        }
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
        let spec = &self.spec;
        let modes = &self.request.modes;
        match &self.body {
            Body::Tried(tried) => {
                let of_mode = |mode: &RoundingMode| {
                    tried.check_mode(spec, *mode, |lanes| self.kernel(*mode, lanes))
                };
                modes.par_iter().map(of_mode).sum()
            }
            Body::Walked(walked) => {
                let functions = self.compiled()?;
                let count = walked.check(spec, modes, &functions)?;
                if count != 1 << walked.encoding.bits() {
                    let message = format!("{count} arguments are known, and not all of them");
                    return Err(Diag::new(DiagKind::Internal, message));
                }
                Ok(count * modes.len() as u64)
            }
            Body::Searched(searched) => {
                searched.check(spec, modes, |mode, lanes| self.kernel(mode, lanes))
            }
        }
    }

    /// Its functions, compiled for this machine.
    fn compiled(&self) -> Result<SingleFunctions, Diag> {
        const NAME: &str = "checked";
        // The same kernels with the best instructions of this machine, whatever the program is compiled for that they are meant for.
        let sources = self.emit_as(RUST_SIMD, NAME, false)?;
        let text: String = sources.into_values().collect();
        let modes = self.request.modes.iter();
        let names: Vec<String> = modes.map(|mode| format!("{NAME}_{}", mode.name())).collect();
        SingleFunctions::compile(&text, &names).map_err(Diag::from)
    }
}
