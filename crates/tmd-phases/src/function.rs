//! The functions, as functions of the phase of their argument.

use rug::Float;
use rug::float::Constant;
use std::fmt;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;

/// A periodic function whose argument is in radians.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// sin x.
    Sin,
    /// cos x.
    Cos,
    /// tan x.
    Tan,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 3] = [Function::Sin, Function::Cos, Function::Tan];

    /// One of them, by its name.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Function, Diag> {
        let name = text.trim();
        let name = name.strip_suffix("(x)").unwrap_or(name);
        Function::ALL.into_iter().find(|own| own.name() == name).ok_or_else(|| {
            let message = format!("\"{text}\": not a function that is searched by phases");
            Diag::new(DiagKind::Unsupported, message).help("give sin, cos or tan")
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
        }
    }

    /// The function of the phase t: of a part of a period, which is 2π, and π for tan.
    pub(crate) fn of_phase(self) -> &'static str {
        match self {
            Function::Sin => "sinpi(2 * x)",
            Function::Cos => "cospi(2 * x)",
            Function::Tan => "tanpi(x)",
        }
    }

    /// The same as a tree.
    ///
    /// # Errors
    /// None: the text is one of ours.
    pub(crate) fn spec_of_phase(self) -> Result<FunctionSpec, Diag> {
        FunctionSpec::parse(self.of_phase())
    }

    /// The period, rounded to nearest.
    pub(crate) fn period(self, prec: u32) -> Float {
        let pi = Float::with_val(prec, Constant::Pi);
        match self {
            Function::Sin | Function::Cos => pi << 1_i32,
            Function::Tan => pi,
        }
    }

    /// The phases of the zeros in a period from 0, as multiples of a quarter of it.
    pub(crate) fn zeros(self) -> &'static [u32] {
        match self {
            Function::Sin => &[0, 2],
            Function::Cos => &[1, 3],
            Function::Tan => &[0],
        }
    }

    /// How far from a zero the next extremum or pole is, in quarters of a period.
    pub(crate) fn reach(self) -> u32 {
        match self {
            Function::Sin | Function::Cos => 1,
            Function::Tan => 2,
        }
    }

    /// The exponent of the largest values, if there is one.
    pub(crate) fn top(self) -> Option<i32> {
        match self {
            // 1 is the end of the binade below it.
            Function::Sin | Function::Cos => Some(-1),
            Function::Tan => None,
        }
    }

    /// How far from a zero |f| is a positive number, as a part of a period; rounded to nearest.
    pub(crate) fn inverse(self, size: &Float) -> Float {
        let prec = size.prec();
        let angle = match self {
            Function::Sin | Function::Cos => size.clone().asin(),
            Function::Tan => size.clone().atan(),
        };
        angle / self.period(prec)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
