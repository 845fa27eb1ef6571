//! Facts about spans that no kernel searches.

use serde::{Deserialize, Serialize};

/// Why a span needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The result overflows in every rounding.
    Overflow,
    /// f has no value.
    Undefined,
}

impl Decision {
    /// The decision as the end of a sentence about f.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Overflow => "overflows",
            Decision::Undefined => "has no value",
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

impl Motion {
    /// The motion in a word.
    pub fn name(self) -> &'static str {
        match self {
            Motion::None => "constant",
            Motion::Rises => "rising",
            Motion::Falls => "falling",
            Motion::Little => "nearly constant",
        }
    }
}
