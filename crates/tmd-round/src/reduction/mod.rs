//! Reductions of arguments of binary32 for functions that are known to have them: exponentials and logarithms. What is left is a
//! short polynomial, and a table of sixteen rows that lies in registers.
//!
//! Nothing is proved of the constants here: the results of all arguments are compared with enclosed values, as those of cells are.
//! Constants are chosen so that few of the dangerous arguments are rounded wrongly; these have results of their own in the
//! code, in each mode those that it needs.

mod base;
pub mod entry;
mod exponential;
mod fit;
mod logarithm;
mod make;
mod wave;

pub use base::Base;
pub use exponential::Exponential;
pub use logarithm::Logarithm;
pub(crate) use wave::Wave;

use crate::finish::{Marked, Results};
use std::collections::BTreeMap;
use tmd_kernel::ir::{Builder, Value};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;

/// Results that stand in the code for a mode, at most: each takes two operations.
pub(crate) const MOST_EXCEPTIONS: usize = 24;

/// What a function is computed by.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    /// How arguments are reduced, and the constants.
    pub(crate) scheme: Scheme,
    /// Arguments whose results stand in the code of a mode.
    pub exceptions: BTreeMap<RoundingMode, Vec<u32>>,
}

/// How arguments are reduced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scheme {
    /// See [`Exponential`].
    Exponential(Exponential),
    /// See [`Logarithm`].
    Logarithm(Logarithm),
    /// See [`Wave`].
    Wave(Box<Wave>),
}

impl Scheme {
    /// A number that is rounded to what the value is rounded to, from an encoding, and the encoding without its sign.
    pub(crate) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, size): (Value, Value),
        mode: RoundingMode,
    ) -> Value {
        match self {
            Scheme::Exponential(own) => own.computed(b, encoding, (encoded, size), mode),
            Scheme::Logarithm(own) => own.computed(b, encoded),
            Scheme::Wave(own) => own.computed(b, encoding, encoded, mode),
        }
    }

    /// What is known of its results.
    pub(crate) fn results(&self) -> Results {
        match self {
            Scheme::Exponential(_) => Results::ANY,
            Scheme::Logarithm(_) => Results { begin_at_zero: true, ..Results::ANY },
            Scheme::Wave(_) => Results { end_before_infinity: true, ..Results::ANY },
        }
    }

    /// Which marks can be among its numbers.
    pub(crate) fn marks(&self) -> Marked {
        match self {
            Scheme::Exponential(_) | Scheme::Wave(_) => Marked::NONE,
            Scheme::Logarithm(_) => Marked::INFINITY,
        }
    }

    /// Numbers that can be moved: rows of its table, or coefficients.
    fn entries(&self) -> usize {
        match self {
            Scheme::Exponential(own) => own.powers.len(),
            Scheme::Logarithm(own) => own.logarithms.len(),
            Scheme::Wave(own) => own.entries(),
        }
    }

    /// The same with one of these so many numbers further.
    fn moved(&self, entry: usize, steps: i64) -> Scheme {
        match self {
            Scheme::Wave(own) => Scheme::Wave(Box::new(own.moved(entry, steps))),
            Scheme::Exponential(own) => Scheme::Exponential(own.moved(entry, steps)),
            Scheme::Logarithm(own) => Scheme::Logarithm(own.moved(entry, steps)),
        }
    }
}

impl Reduction {
    /// The arguments whose results stand in the code of a mode.
    pub(crate) fn exceptions(&self, mode: RoundingMode) -> &[u32] {
        self.exceptions.get(&mode).map_or(&[], Vec::as_slice)
    }

    /// The same of some modes, together.
    pub(crate) fn all_exceptions(&self, modes: &[RoundingMode]) -> Vec<u32> {
        let mut all: Vec<u32> =
            modes.iter().flat_map(|mode| self.exceptions(*mode)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What it is, in words.
    pub(crate) fn told(&self) -> String {
        match &self.scheme {
            Scheme::Exponential(own) => own.told(),
            Scheme::Logarithm(own) => own.told(),
            Scheme::Wave(own) => own.told(),
        }
    }

    /// Whether a reduction that somebody else describes can be built.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn sound(&self, encoding: &Encoding) -> Result<(), String> {
        let (is_sound, coefficients) = match &self.scheme {
            Scheme::Exponential(own) => (own.sound(), &own.coefficients),
            Scheme::Logarithm(own) => (own.sound(), &own.coefficients),
            Scheme::Wave(own) => (own.sound(), &own.coefficients[0]),
        };
        if !is_sound || !(1..=fit::MOST).contains(&coefficients.len()) {
            return Err("the reduction has constants that no code can be made of".into());
        }
        if let Some(many) = self.exceptions.values().find(|own| own.len() > MOST_EXCEPTIONS) {
            return Err(format!("{} results stand in the code: they would be a table", many.len()));
        }
        if self.exceptions.values().flatten().any(|own| encoding.size(*own) > encoding.infinity()) {
            return Err("a result in the code is of a NaN".into());
        }
        Ok(())
    }
}

/// A polynomial by Horner's rule, from its coefficients, lowest first.
fn horner(b: &mut Builder, coefficients: &[f64], r: Value) -> Value {
    let mut descending: Vec<Value> = coefficients.iter().rev().map(|c| b.float(*c)).collect();
    let rest = descending.split_off(1);
    rest.into_iter().fold(descending[0], |q, c| b.fma(q, r, c))
}

/// A number so many numbers further from 0; 0 stays.
fn moved(number: f64, steps: i64) -> f64 {
    if number == 0.0 {
        return number;
    }
    f64::from_bits(number.to_bits().wrapping_add_signed(steps))
}
