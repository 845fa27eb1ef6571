//! The functions, as functions of the phase of their argument.

use crate::periodic::{self, Periodic};
use rug::Float;
use rug::float::Constant;
use std::fmt;
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;

/// A periodic function whose argument is in radians: sin, cos or tan, or a function that is made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    name: String,
    spec: FunctionSpec,
    own: Periodic,
}

impl Function {
    /// The names of those that are not made of others.
    pub const NAMES: [&str; 3] = ["sin", "cos", "tan"];

    /// A function, by its name or its text.
    ///
    /// # Errors
    /// If the text is none, or no period of it is proved.
    pub fn parse(text: &str) -> Result<Function, Diag> {
        let own = periodic::prove(&FunctionSpec::parse(text)?)?;
        // What follows speaks of the text that certificates have.
        let canonical = FunctionSpec::parse(text)?.canonical();
        let spec = FunctionSpec::parse(&canonical)?;
        let simple = spec.function_of_x().filter(|name| Function::NAMES.contains(name));
        Ok(Function { name: simple.map_or(canonical, str::to_owned), spec, own })
    }

    /// Its name, or its text if it is made of others.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text, with its argument.
    pub fn text(&self) -> &str {
        &self.spec.text
    }

    /// A name fit for files.
    pub(crate) fn slug(&self) -> String {
        self.spec.slug()
    }

    /// Its period in multiples of π, if it is made of others: that of sin, cos and tan is known.
    pub fn half_turns(&self) -> Option<String> {
        (self.name == self.spec.text).then(|| self.own.half_turns.to_string())
    }

    /// The function as a tree.
    pub(crate) fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    /// The function of the phase t, a part of a period.
    pub(crate) fn of_phase(&self) -> &FunctionSpec {
        &self.own.of_phase
    }

    /// The period, rounded: it is off by a few units of the last place.
    pub(crate) fn period(&self, prec: u32) -> Float {
        Float::with_val(prec, Constant::Pi) * &self.own.half_turns
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The period of tan, rounded to nearest: a half turn.
pub(crate) fn half_turn(prec: u32) -> Float {
    Float::with_val(prec, Constant::Pi)
}
