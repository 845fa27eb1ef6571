//! A finished part: its cases, and how hard they are.

use super::{Kept, PartMade};
use crate::cases::Hardness;
use crate::diag::Diag;
use crate::pairs::HardPair;
use crate::spec::hexfloat;
use crate::verdict::CaseKind;

/// A part, searched in one format for all roundings.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of its files, `1,2`.
    pub name: String,
    /// Which of them there are.
    pub kept: Kept,
    /// The function with its arguments: `exp2(x)`, `pow(x, y)`.
    pub function: String,
    /// The format of the arguments and the results.
    pub format: String,
    /// The range of each argument: `["1,2"]`.
    pub ranges: Vec<String>,
    /// The search that finds the cases.
    pub command: String,
    /// How many inputs, or pairs, have values that may be anywhere between breakpoints. None where some are solved in closed form,
    /// or follow from others: chance does not speak of these.
    pub random: Option<u128>,
    /// Identical bits that cases have at least.
    pub bits: u32,
    /// The cases, ascending.
    pub cases: Vec<PartCase>,
    /// How many more there are that are cases for a simple reason, and are not listed one by one: in runs of neighbours that are alike, or
    /// next to a simple breakpoint. A list is only kept without its certificate where there are none.
    pub not_listed: u128,
    /// How it was made.
    pub made: PartMade,
    /// Significant bits of the results.
    pub(super) precision: u32,
}

/// A case of a part.
#[derive(Clone, Debug)]
pub struct PartCase {
    /// The arguments, as hexadecimal floats.
    pub arguments: Vec<String>,
    /// How hard it is.
    pub hardness: Hardness,
}

impl PartCase {
    /// A case of a function of one number; none where it is not known how hard it is.
    pub(super) fn of_one(x: String, hardness: Option<Hardness>) -> Option<PartCase> {
        Some(PartCase { arguments: vec![x], hardness: hardness? })
    }

    /// A case of a function of two numbers.
    pub(super) fn of_pair(case: &impl HardPair) -> PartCase {
        let arguments = case.arguments().map(|(_, argument)| argument).to_vec();
        let (identical_bits, distance, kind) =
            (case.identical_bits(), case.distance(), case.kind());
        PartCase { arguments, hardness: Hardness { identical_bits, distance, kind } }
    }

    /// The input of a function of one number, as a number of binary64 to draw it.
    pub(in crate::atlas) fn place(&self) -> Result<f64, Diag> {
        let x = self.arguments.first().map_or("", String::as_str);
        Ok(hexfloat::parse("a case", x)?.to_f64())
    }
}

impl Part {
    /// The range in words: `[1, 2)`, or `x: [2, 4), y: [2^-12, 2^-11)`.
    pub fn range(&self) -> String {
        let words = |range: &String| match range.as_str() {
            "all" => "all numbers".to_owned(),
            range => format!("[{})", range.replace(',', ", ")),
        };
        let ranges: Vec<String> = self.ranges.iter().map(words).collect();
        match ranges.as_slice() {
            [x, y] => format!("x: {x}, y: {y}"),
            all => all.concat(),
        }
    }

    /// The hardest case for a kind of rounding.
    pub fn hardest(&self, kind: CaseKind) -> Option<&PartCase> {
        let own = self.cases.iter().filter(|case| case.hardness.kind == kind);
        own.min_by_key(|case| case.hardness.distance)
    }

    /// Bits of the value that suffice for correct rounding in every mode, but for inputs that are not listed: p, the rounding bit, those
    /// that are identical in the hardest case (without cases, the most that are in none), and one more.
    pub fn sufficient_precision(&self) -> u32 {
        let most = self.cases.iter().map(|case| case.hardness.identical_bits).max();
        self.precision + 1 + most.unwrap_or(self.bits - 1) + 1
    }

    /// How many cases there would be by chance, if the fractions of all values in units of the breakpoint spacing were random; none where
    /// chance does not speak of all.
    pub fn expected(&self) -> Option<f64> {
        // All that have so many are twice those that have just as many.
        self.expected_with(self.bits).map(|cases| 2.0 * cases)
    }

    /// How many of them have just so many identical bits.
    pub(super) fn expected_with(&self, identical_bits: u32) -> Option<f64> {
        self.random.map(|inputs| inputs as f64 * 2f64.powi(-identical_bits.cast_signed()))
    }
}
