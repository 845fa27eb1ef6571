//! Bases of exponentials and logarithms.

use crate::text::unknown;
use rug::Float;
use rug::float::Constant;
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;

/// Bits that constants are computed with.
pub(super) const PREC: u32 = 240;

/// The base of an exponential or of a logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// e.
    E,
    /// 2.
    Two,
    /// 10.
    Ten,
}

/// Exponentials, logarithms and their bases, as the table of functions calls them.
const NAMES: [(Base, &str, &str); 3] =
    [(Base::E, "exp", "log"), (Base::Two, "exp2", "log2"), (Base::Ten, "exp10", "log10")];

/// A function whose arguments can be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// b^x.
    Exponential(Base),
    /// The logarithm of x.
    Logarithm(Base),
}

impl Known {
    /// What a function is.
    pub(super) fn of(spec: &FunctionSpec) -> Option<Known> {
        let own = spec.function_of_x()?;
        NAMES.into_iter().find_map(|(base, exponential, logarithm)| match own {
            name if name == exponential => Some(Known::Exponential(base)),
            name if name == logarithm => Some(Known::Logarithm(base)),
            _ => None,
        })
    }
}

impl Base {
    /// ln b.
    pub(super) fn ln(self) -> Float {
        match self {
            Base::E => Float::with_val(PREC, 1),
            Base::Two => Float::with_val(PREC, Constant::Log2),
            Base::Ten => Float::with_val(PREC, 10).ln(),
        }
    }

    /// The logarithm of 2.
    pub(super) fn of_two(self) -> Float {
        match self {
            Base::Two => Float::with_val(PREC, 1),
            _ => Float::with_val(PREC, Constant::Log2) / self.ln(),
        }
    }

    /// Its name in certificates.
    pub(super) fn name(self) -> &'static str {
        match self {
            Base::E => "e",
            Base::Two => "2",
            Base::Ten => "10",
        }
    }

    /// The base of that name.
    pub(super) fn named(name: &str) -> Result<Base, Diag> {
        let known = NAMES.into_iter().map(|(base, ..)| base).find(|base| base.name() == name);
        known.ok_or_else(|| unknown("base", name))
    }
}
