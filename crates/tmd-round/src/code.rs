//! What a function of binary32 is computed by: a reduction of its arguments where one is known, else cells.

use crate::cells::Cells;
use crate::finish::{Marked, Results};
use crate::reduction::Reduction;
use std::borrow::Cow;
use tmd_kernel::ir::{Builder, Value};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;

/// What a function of binary32 is computed by.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// Polynomials that are looked up.
    Cells(Box<Cells>),
    /// One polynomial of a reduced argument.
    Reduction(Reduction),
}

impl Code {
    /// A number that is rounded in a mode to what the value is rounded to, from an encoding, and the encoding without its sign.
    pub(crate) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        own: (Value, Value),
        mode: RoundingMode,
    ) -> Value {
        match self {
            Code::Cells(cells) => cells.computed(b, encoding, own),
            Code::Reduction(reduction) => reduction.scheme.computed(b, encoding, own, mode),
        }
    }

    /// What is known of the computed numbers.
    pub(crate) fn results(&self) -> Results {
        match self {
            Code::Cells(_) => Results::ANY,
            Code::Reduction(reduction) => reduction.scheme.results(),
        }
    }

    /// Which marks can be among computed numbers.
    pub(crate) fn marks(&self, encoding: &Encoding) -> Marked {
        match self {
            Code::Cells(cells) => {
                Marked::among(encoding, cells.pieces.iter().flat_map(|piece| &piece.coefficients))
            }
            Code::Reduction(reduction) => reduction.scheme.marks(),
        }
    }

    /// The arguments whose results stand in the code, in any of some modes.
    pub fn exceptions(&self, modes: &[RoundingMode]) -> Cow<'_, [u32]> {
        match self {
            Code::Cells(cells) => Cow::Borrowed(&cells.exceptions),
            Code::Reduction(reduction) => Cow::Owned(reduction.all_exceptions(modes)),
        }
    }

    /// Whether nothing is looked up in memory.
    pub(crate) fn is_in_registers(&self) -> bool {
        matches!(self, Code::Reduction(_))
    }

    /// What it is, in words.
    pub(crate) fn told(&self) -> String {
        match self {
            Code::Cells(cells) => cells.told(),
            Code::Reduction(reduction) => reduction.told(),
        }
    }
}
