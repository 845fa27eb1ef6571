//! What an equation of a function says: the arguments at which its values follow from others.

/// An equation that a function satisfies wherever either side is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    /// What it says.
    pub law: Law,
    /// Its proof, in a sentence.
    pub proof: &'static str,
}

/// The kinds of equations. Each holds for all multiples of its step as well, those below 0 included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// f(-x) = f(x).
    Even,
    /// f(-x) = -f(x).
    Odd,
    /// f(2^x·t) = 2^f·f(t).
    Scaling {
        /// Exponent of the factor of the argument, at least 1.
        x: i32,
        /// Exponent of the factor of the value.
        f: i32,
    },
    /// f(2^x·t) = f(t) + f.
    Shift {
        /// Exponent of the factor of the argument, at least 1.
        x: i32,
        /// The term that is added to the value.
        f: i32,
    },
    /// f(t + x) = ±2^f·f(t).
    Translation {
        /// The term that is added to the argument, at least 1.
        x: i32,
        /// Exponent of the factor of the value.
        f: i32,
        /// Whether the sign changes.
        negates: bool,
    },
}

/// f(-x) = -f(x), for a reason.
pub(super) const fn odd(proof: &'static str) -> Equation {
    Equation { law: Law::Odd, proof }
}

/// f(-x) = f(x), for a reason.
pub(super) const fn even(proof: &'static str) -> Equation {
    Equation { law: Law::Even, proof }
}

/// f(2^x·t) = 2^f·f(t), for a reason.
pub(super) const fn scaling(x: i32, f: i32, proof: &'static str) -> Equation {
    Equation { law: Law::Scaling { x, f }, proof }
}

/// f(t + 1) = ±2^f·f(t), for a reason.
pub(super) const fn translation(f: i32, negates: bool, proof: &'static str) -> Equation {
    Equation { law: Law::Translation { x: 1, f, negates }, proof }
}

/// f(2·t) = f(t) + 1, for a reason.
pub(super) const fn shift(proof: &'static str) -> Equation {
    Equation { law: Law::Shift { x: 1, f: 1 }, proof }
}
