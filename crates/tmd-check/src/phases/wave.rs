//! The functions: sin, cos and tan, of an argument and of its phase.

use crate::function::{Expr, Params, parse};
use crate::interval::Interval;
use crate::stop::Checked;
use rug::Float;
use rug::float::{Constant, Round};

/// A periodic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wave {
    /// sin x.
    Sin,
    /// cos x.
    Cos,
    /// tan x.
    Tan,
}

impl Wave {
    /// All of them.
    pub(crate) const ALL: [Wave; 3] = [Wave::Sin, Wave::Cos, Wave::Tan];

    /// The name in certificates.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Wave::Sin => "sin",
            Wave::Cos => "cos",
            Wave::Tan => "tan",
        }
    }

    /// The period.
    pub(crate) fn period(self, prec: u32) -> Interval {
        let pi = Interval::constant(Constant::Pi, prec);
        match self {
            Wave::Sin | Wave::Cos => pi.shift(1),
            Wave::Tan => pi,
        }
    }

    /// The function of a phase, which is a part of the period.
    pub(crate) fn of_phase(self) -> Checked<Expr> {
        let text = match self {
            Wave::Sin => "sinpi(2 * x)",
            Wave::Cos => "cospi(2 * x)",
            Wave::Tan => "tanpi(x)",
        };
        parse(text, &Params::new())
    }

    /// The size of the value at an argument. MPFR rounds right, whatever the argument is.
    pub(crate) fn size(self, x: &Float, prec: u32) -> Interval {
        let rounded = |round| match self {
            Wave::Sin => Float::with_val_round(prec, x.sin_ref(), round).0,
            Wave::Cos => Float::with_val_round(prec, x.cos_ref(), round).0,
            Wave::Tan => Float::with_val_round(prec, x.tan_ref(), round).0,
        };
        let value = Interval { lo: rounded(Round::Down), hi: rounded(Round::Up) };
        if value.hi < 0 { value.neg() } else { value }
    }
}
