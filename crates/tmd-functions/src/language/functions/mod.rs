//! The function table: everything that is known about a function stands in one entry.
//!
//! To add a function, write an entry in the file of its family (the two evaluation rules usually
//! call a method of [`Interval`] and one of [`Series`]); the parser, the spelling suggestions, the list of functions and
//! the evaluators read the table.

mod algebraic;
mod bessel;
mod equation;
mod exp_log;
mod hyperbolic;
mod pair;
mod special;
mod trig;

use rug::Rational;

pub(super) use algebraic::rational_root;
pub use equation::{Equation, Law};
pub use pair::{PAIRS, Pair, find_pair};

use crate::interval::{EvalError, Interval, Series};

/// One function of one real variable.
pub struct Function {
    /// The canonical name, as it is printed and used in file names.
    pub name: &'static str,
    /// Other names that the parser accepts.
    pub aliases: &'static [&'static str],
    /// Its meaning, in a few words.
    pub meaning: &'static str,
    /// Its domain, in words.
    pub domain: &'static str,
    /// The rational arguments with rational values, in words.
    pub exact_cases: &'static str,
    /// The enclosure of its image over an interval.
    pub eval: fn(&Interval) -> Result<Interval, EvalError>,
    /// The Taylor coefficients of its composition with a series.
    pub series: fn(&Series) -> Result<Series, EvalError>,
    /// Its value at a rational number, when that value is rational for certain.
    pub exact: fn(&Rational) -> Option<Rational>,
    /// The other rational numbers at which its values can be rational.
    pub rational: RationalValues,
    /// The equations by which values follow from others: at most one of each kind, parity counted as one.
    pub equations: &'static [Equation],
}

/// The rational arguments at which a function has rational values.
#[derive(Clone, Copy, Debug)]
pub enum RationalValues {
    /// At these integers only.
    Only(&'static [i32]),
    /// Where [`Function::exact`] says so, and nowhere else.
    Decided,
    /// At the integers only. But where all of an interval satisfies this, the values at integers are no numbers of any format either,
    /// nor halfway between two: they have too many bits, are no binary fractions, or leave all exponents. So it is beyond ±2^15, where
    /// [`Function::exact`] gives up.
    Integers(fn(&Interval) -> bool),
    /// Unknown in general. But where all of an interval satisfies this, no value there is a number of
    /// any format, nor halfway between two: it lies strictly between a limit at infinity and the number next to that.
    NearLimit(fn(&Interval) -> bool),
    /// Unknown.
    Open,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Function {
    /// The canonical name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// All functions, family by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    [
        exp_log::FUNCTIONS,
        trig::FUNCTIONS,
        hyperbolic::FUNCTIONS,
        algebraic::FUNCTIONS,
        special::FUNCTIONS,
        bessel::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
}

/// The function of that name or alias.
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.names().any(|known| known == name))
}

#[cfg(test)]
mod tests {
    use crate::language::functions::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_found() {
        let mut seen = BTreeSet::new();
        for function in all() {
            for name in function.names() {
                assert!(seen.insert(name), "{name} twice");
                assert_eq!(find(name), Some(function));
            }
        }
        assert_eq!(find("ln").map(|f| f.name), Some("log"));
        assert_eq!(find("nothing"), None);
    }

    #[test]
    fn the_three_rules_of_every_function_agree() {
        for function in all() {
            for (n, d) in [(0, 1), (1, 1), (1, 4), (9, 16), (2, 1), (3, 7)] {
                let x = Rational::from((n, d));
                let point = Interval::from_rational(&x, 100);
                let value = (function.eval)(&point);
                let series = (function.series)(&Series::variable(&point, 0));
                assert_eq!(value.is_ok(), series.is_ok(), "{function:?} {x}");
                let (Ok(value), Ok(series)) = (value, series) else { continue };
                assert_eq!(&value, series.value(), "{function:?} {x}");
                let exact = (function.exact)(&x);
                if let Some(exact) = &exact {
                    assert!(value.contains_rational(exact), "{function:?} {x}");
                }
                if let RationalValues::Only(known) = function.rational {
                    assert_eq!(exact.is_some(), known.iter().any(|k| x == *k), "{function:?} {x}");
                }
            }
        }
    }
}
