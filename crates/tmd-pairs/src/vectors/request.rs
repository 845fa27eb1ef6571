//! What is asked for: a function of a vector, a format, and a threshold.

use crate::grid::Grid;
use crate::plane::{self, Function};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::Format;

/// The functions of a vector that are searched.
const FUNCTIONS: [Function; 3] = [Function::Hypot, Function::Atan2, Function::Atan2Pi];
/// The smallest precision: below it, what is next to a simple breakpoint is not so near to it as the closed forms take for granted.
const LEAST_PRECISION: u32 = 6;
/// The largest precision: squares of breakpoints, scaled, and products of two significands are integers of 64 bits.
const MOST_PRECISION: u32 = 24;
/// The largest exponent: all numbers, and products of them with small powers of two, are numbers of binary64.
const MOST_EMAX: i32 = 127;
/// More bits cannot be hard by chance.
const MOST_BITS: u32 = 150;
/// Bits less than twice the precision: with these, chance gives some hundreds of cases.
const DEFAULT_BELOW: u32 = 4;
/// With these, hundreds of thousands.
const LEAST_BELOW: u32 = 12;

/// A search of all pairs of numbers of a format. All roundings count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The function.
    pub function: Function,
    /// The format of x, of y and of the results.
    pub format: Format,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
}

impl Request {
    /// Whether pairs of a function in a format are searched here, because there are too many for each to be looked at.
    pub fn is_meant(function: Function, format: &Format) -> bool {
        FUNCTIONS.contains(&function) && !plane::is_small(format) && is_supported(format)
    }

    /// A request for all pairs; the threshold is chosen by chance where none is given.
    ///
    /// # Errors
    /// If the function or the format is not searched here, a range is not that of all numbers, or the threshold is out of range.
    pub fn new(
        function: Function,
        format: Format,
        ranges: [&str; 2],
        bits: Option<u32>,
    ) -> Result<Request, Diag> {
        if !Request::is_meant(function, &format) {
            let message =
                format!("{function} in {}: not searched for all pairs of numbers", format.name);
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help("give hypot(x, y), atan2(y, x) or atan2pi(y, x) and binary32, or another format of at most 24 bits"));
        }
        for (name, range) in ["--range-x", "--range-y"].into_iter().zip(ranges) {
            if range != "all" {
                let message = format!("{name} {range}: of {}, all pairs are searched", format.name);
                return Err(Diag::new(DiagKind::Range, message)
                    .help("give all for both ranges, or a format of at most 11 bits"));
            }
        }
        let least = (format.precision + 2).max(2 * format.precision - LEAST_BELOW);
        let bits = bits.unwrap_or_else(|| least.max(2 * format.precision - DEFAULT_BELOW));
        if !(least..=MOST_BITS).contains(&bits) {
            let message = format!("--bits {bits}: out of range");
            return Err(
                Diag::new(DiagKind::Range, message).help(format!("give {least} to {MOST_BITS}"))
            );
        }
        Ok(Request { function, format, bits })
    }

    /// The precision.
    pub(super) fn precision(&self) -> u32 {
        self.format.precision
    }

    /// The exponent of the last place of the least normal number: all numbers are multiples of that power of two.
    pub(super) fn last_place(&self) -> i32 {
        self.format.emin + 1 - narrow::to_i32(self.format.precision)
    }

    /// How many positive numbers there are.
    pub(super) fn numbers(&self) -> u64 {
        Grid::of(&self.format).last()
    }

    /// The command that searches the same.
    pub fn command(&self) -> String {
        let Request { function, format, bits } = self;
        let name = format.option();
        format!(
            "tmd-codegen search \"{function}\" --range-x all --range-y all --precision {name} --bits {bits}"
        )
    }
}

fn is_supported(format: &Format) -> bool {
    (LEAST_PRECISION..=MOST_PRECISION).contains(&format.precision)
        && format.emax <= MOST_EMAX
        && format.emin == 1 - format.emax
        // 2^-p, and angles from there on, are normal.
        && narrow::to_i32(format.precision) < format.emax
}
