//! Parameters: names in an expression that stand for rational numbers, `n=3, a=1/3`.

use std::collections::BTreeMap;

use rug::Rational;

/// The values of parameters, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(pub(super) BTreeMap<String, Rational>);

impl Params {
    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&Rational> {
        self.0.get(name)
    }

    /// All but one.
    pub(super) fn without(&self, name: &str) -> Params {
        let mut others = self.clone();
        others.0.remove(name);
        others
    }

    /// The names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
