//! What is asked for: one of three functions, a format, and a range of integers.

use crate::grid::Grid;
use std::fmt;
use std::ops::RangeInclusive;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_base::nearest::nearest;
use tmd_functions::language::{Format, FormatName};

/// The largest size of an integer: the powers of a base stay so exact that few pairs need another look.
pub const MOST_EXPONENT: i32 = 1024;
/// The largest precision: a base and its midpoints have at most 25 bits, so that binary64 has 28 more.
const MOST_PRECISION: u32 = 24;
/// The largest exponent: all powers in reach, and what they are compared with, are normal numbers of binary64.
const MOST_EMAX: i32 = 127;
/// The fewest identical bits that a case may have.
const LEAST_BITS: u32 = 4;
/// The most: more cannot be hard by chance.
pub(crate) const MOST_BITS: u32 = 150;

/// A function of a number x and an integer n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// x^n of x > 0; that of -x is the same or the opposite.
    Pown,
    /// x^(1/n) of x > 0; for odd n that of -x is the opposite.
    Rootn,
    /// (1 + x)^n of x > -1, not 0.
    Compound,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 3] = [Family::Pown, Family::Rootn, Family::Compound];

    /// The name, as IEEE 754-2019 (section 9.2) has it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Pown => "pown",
            Family::Rootn => "rootn",
            Family::Compound => "compound",
        }
    }

    /// The family of a function of x and n, such as `pown(x, n)`, or its name alone.
    ///
    /// # Errors
    /// If it is none of the three.
    pub fn parse(text: &str) -> Result<Family, Diag> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let name = plain.strip_suffix("(x,n)").unwrap_or(&plain);
        let meant = match name {
            "powi" => "pown",
            name => name,
        };
        Family::ALL.into_iter().find(|family| family.name() == meant).ok_or_else(|| {
            let known: Vec<String> = Family::ALL.iter().map(Family::to_string).collect();
            let names: Vec<&str> = Family::ALL.iter().map(|family| family.name()).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean {near}(x, n)?"),
                None => format!("give one of {}", known.join(", ")),
            };
            Diag::new(DiagKind::Syntax, "no function of x and n that is searched for all n")
                .at("the function", text, 0..text.len(), "not one of them")
                .help(help)
        })
    }

    /// Whether an integer is searched: the others give x or 1, which are exact.
    pub fn has(self, n: i32) -> bool {
        n != 0 && (n != 1 || self == Family::Compound)
    }

    /// The command line's function of one variable for an n, in the language of functions.
    pub fn at(self, n: i32) -> String {
        match self {
            Family::Pown => format!("powi(x, {n})"),
            Family::Rootn => format!("rootn(x, {n})"),
            Family::Compound => format!("compound(x, {n})"),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(x, n)", self.name())
    }
}

/// A search of all pairs of a format's numbers x with the integers n of a range. All roundings count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The function.
    pub family: Family,
    /// The format of x and of the results.
    pub format: Format,
    /// The first and the last integer.
    pub n: [i32; 2],
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
}

impl Request {
    /// A request with a threshold.
    ///
    /// # Errors
    /// If the format is too large, the range holds no integer that is searched or one that is too large, or the threshold is out of range.
    pub(crate) fn new(
        family: Family,
        format: FormatName,
        n: [i32; 2],
        bits: u32,
    ) -> Result<Request, Diag> {
        let request = Request { family, format: format.format()?, n, bits };
        request.check()?;
        Ok(request)
    }

    /// The thresholds that can be asked for.
    pub(crate) fn thresholds(&self) -> RangeInclusive<u32> {
        self.least_bits()..=MOST_BITS
    }

    /// Makes sure that it can be searched.
    ///
    /// # Errors
    /// As [`Request::new`].
    pub(crate) fn check(&self) -> Result<(), Diag> {
        let Request { format, n: [first, last], bits, .. } = self;
        if format.precision > MOST_PRECISION
            || format.emax > MOST_EMAX
            || format.emin != 1 - format.emax
            || narrow::to_i32(format.precision) > format.emax
        {
            let message = format!(
                "--precision {}: not a format of which all pairs are searched",
                format.name
            );
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help("give binary32, tf32, binary16, bfloat16 or at most 24 bits"));
        }
        let limit = -MOST_EXPONENT..=MOST_EXPONENT;
        if first > last || !limit.contains(first) || !limit.contains(last) {
            let message =
                format!("--range-n {first},{last}: no range of integers n that is searched");
            return Err(Diag::new(DiagKind::Range, message).help(format!(
                "give two ascending integers from -{MOST_EXPONENT} to {MOST_EXPONENT}"
            )));
        }
        if self.exponents().next().is_none() {
            let message =
                format!("--range-n {first},{last}: {} is exact for all of these n", self.family);
            return Err(Diag::new(DiagKind::Range, message).help("give a larger range"));
        }
        let (least, most) = self.thresholds().into_inner();
        if !(least..=most).contains(bits) {
            let message = format!("--bits {bits}: out of range");
            return Err(Diag::new(DiagKind::Range, message).help(format!("give {least} to {most}")));
        }
        Ok(())
    }

    /// The fewest identical bits that cases may have. Of roots, no two neighbouring x may be near to the same breakpoint: they are
    /// n·2^-bits of their spacing or less apart from its power, which must be a quarter at most.
    fn least_bits(&self) -> u32 {
        let most = self.n.map(i32::unsigned_abs).into_iter().fold(1, u32::max);
        match self.family {
            Family::Rootn => LEAST_BITS.max(2 + most.next_power_of_two().ilog2()),
            Family::Pown | Family::Compound => LEAST_BITS,
        }
    }

    /// The integers that are searched.
    pub fn exponents(&self) -> impl Iterator<Item = i32> {
        let family = self.family;
        (self.n[0]..=self.n[1]).filter(move |n| family.has(*n))
    }

    /// The numbers x.
    pub(crate) fn inputs(&self) -> Grid {
        Grid::of(&self.format)
    }

    /// The command that searches the same.
    pub fn command(&self) -> String {
        let Request { family, format, n: [first, last], bits } = self;
        let name = format.option();
        format!(
            "tmd-codegen search \"{family}\" --range-n {first},{last} --precision {name} --bits {bits}"
        )
    }
}
