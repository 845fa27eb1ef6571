//! Facts about spans that no kernel searches.

use serde::{Deserialize, Serialize};
use tmd_base::named::{kept_by_name, named};

/// Why a span needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The result overflows in every rounding.
    Overflow,
    /// f has no value.
    Undefined,
    /// f is not 0, but nearer to it than 2^-[`NEXT_TO_ZERO`] of half the least number, or it has no value: its sign decides.
    Vanishes,
}

/// What "next to 0" means, see [`Decision::Vanishes`].
pub const NEXT_TO_ZERO: i32 = 64;

impl Decision {
    /// The decision as the end of a sentence about f.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Overflow => "overflows",
            Decision::Undefined => "has no value",
            Decision::Vanishes => "is next to 0, where it has a value",
        }
    }
}

/// Why inputs cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The exponent of f changes from input to input, or nearly.
    ManyExponents,
    /// No enclosure of f is narrow enough: f turns, or has poles, too often, or even between inputs.
    NeverNarrow,
    /// The value at an input is not enclosed at any precision.
    Untold,
    /// No plan with a proof is found.
    Unproved,
    /// f' may be 0, so that there is no inverse function.
    NoInverse,
    /// The inverse function is nearly constant.
    FlatInverse,
    /// f is solved in closed form, and its inverse is not.
    ClosedInverse,
}

impl Refusal {
    /// The reason, as a sentence about f.
    pub fn reason(self) -> &'static str {
        match self {
            Refusal::ManyExponents => "f changes its exponent too often",
            Refusal::NeverNarrow => "f turns, or has poles, too often",
            Refusal::Untold => "f is not enclosed at any precision",
            Refusal::Unproved => "no plan with a proof is found",
            Refusal::NoInverse => "f has no inverse: its slope may be 0",
            Refusal::FlatInverse => "the inverse of f is close to a constant",
            Refusal::ClosedInverse => {
                "f is close to a constant or to a multiple of x, and so is its inverse"
            }
        }
    }
}

/// How a drift moves over its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// The value does not move at all.
    None,
    /// It rises all the way.
    Rises,
    /// It falls all the way.
    Falls,
    /// The value moves by too little to matter.
    Little,
}

named!(
    Motion,
    "the motion of a drift",
    None = "constant",
    Rises = "rising",
    Falls = "falling",
    Little = "nearly constant"
);
kept_by_name!(Motion, "motion");
