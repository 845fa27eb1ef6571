//! Parts of a plan's spans, and those whose cases are taken from a list of an asymptote's; `beyond.rs` says which these are.

use rug::Rational;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use tmd_base::diag::Diag;
use tmd_base::text::many;
use tmd_certificate::source::Source;
use tmd_functions::language::{Asymptote, hexfloat};

/// Inputs of one span of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// Index of the span.
    pub span: usize,
    /// Indices in the span's segment.
    pub inputs: Range<u64>,
}

impl Portion {
    /// How many inputs it has.
    pub fn count(&self) -> u128 {
        u128::from(self.inputs.end - self.inputs.start)
    }
}

/// Inputs of a plan whose cases are taken from those of an asymptote.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// The list.
    pub source: Arc<Source>,
    /// The inputs, in parts of spans that kernels would search.
    pub portions: Vec<Portion>,
    pub(super) asymptote: Asymptote,
    /// The first number from which on cases are shared, and the end.
    pub(super) ends: [Rational; 2],
}

impl Beyond {
    /// What it is, in a line.
    pub fn line(&self) -> String {
        let inputs = self.portions.iter().map(Portion::count).sum();
        let Source { function, bits, .. } = &*self.source;
        let inputs = many(inputs, "input");
        format!("{inputs}, by the cases of {function} to 2^-{bits}")
    }

    /// The inputs of f that may be cases, those of the list and those where the asymptote is exact, ascending.
    pub(crate) fn candidates(&self) -> Result<Vec<Rational>, Diag> {
        let [from, until] = &self.ends;
        let mut all = self.asymptote.exact(from, until);
        for x in &self.source.cases {
            let x = self.asymptote.input(&hexfloat::parse("the list", x)?);
            if x >= *from && x < *until {
                all.push(x);
            }
        }
        all.sort();
        all.dedup();
        Ok(all)
    }
}
