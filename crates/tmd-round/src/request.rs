//! The request for a rounded function.

use tmd_base::named::named;
use tmd_functions::language::{Format, FormatName};
use tmd_runtime::RoundingMode;

/// A request for a correctly rounded function.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function: a name or an expression in x.
    pub function: String,
    /// Values of names in it.
    pub param: Option<String>,
    /// The format of arguments and results.
    pub precision: FormatName,
    /// The arguments: `all` of the format, or "A,B"; of binary64 only.
    pub range: String,
    /// Identical bits after the rounding bit that the search asks for; of binary64 only.
    pub bits: u32,
    /// The rounding modes, each a function of its own.
    pub modes: Vec<RoundingMode>,
    /// How results are computed; whichever takes fewer operations, if nothing is said.
    pub method: Option<Method>,
    /// Bytes of tables at most.
    pub table_budget: u64,
}

/// How results are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the same operations for all arguments.
    Straight,
    /// By fewer operations where a test tells that this is enough, and by those of [`Method::Straight`] elsewhere; of binary64 only.
    TwoPhase,
}

named!(Method, "--method", Straight = "straight", TwoPhase = "two-phase");

/// The threshold of a search if nothing else is said: identical bits after the rounding bit.
pub const BITS: u32 = 44;
/// The range that is all of a format.
pub const ALL: &str = "all";
/// Bytes of a second-level data cache, less than any has.
pub const TABLE_BUDGET: u64 = 512 << 10;

impl Request {
    /// A request for all modes.
    pub fn new(function: &str, precision: FormatName) -> Request {
        Request {
            function: function.to_owned(),
            param: None,
            precision,
            range: ALL.to_owned(),
            bits: BITS,
            modes: RoundingMode::ALL.to_vec(),
            method: None,
            table_budget: TABLE_BUDGET,
        }
    }

    /// The command that makes the same function.
    pub(crate) fn command(&self, format: &Format) -> String {
        let quoted = |text: &str| shlex::try_quote(text).unwrap_or_default().into_owned();
        let mut text = format!("tmd-codegen round {}", quoted(&self.function));
        if let Some(param) = &self.param {
            text += &format!(" --param {}", quoted(param));
        }
        text += &format!(" --precision {}", format.name);
        if self.range != ALL {
            text += &format!(" --range {}", quoted(&self.range));
        }
        if self.bits != BITS {
            text += &format!(" --bits {}", self.bits);
        }
        if let [mode] = self.modes[..] {
            text += &format!(" --rounding {}", mode.name());
        }
        if let Some(method) = self.method {
            text += &format!(" --method {}", method.name());
        }
        if self.table_budget != TABLE_BUDGET {
            text += &format!(" --table-budget {}", self.table_budget);
        }
        text
    }
}
