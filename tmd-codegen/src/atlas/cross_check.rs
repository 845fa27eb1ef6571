//! Lists of related functions beside each other: a case of one function makes a case of another, which another search has found.
//!
//! If f(x) is next to a number y, then the value of the inverse function at y is next to x, and numbers are breakpoints: where the inverse is
//! steep enough, y is a case of it. Functions that differ by a number, or whose arguments do, share cases, too. A relation only says
//! where to look: how hard the input is, MPFR measures, so that no list is blamed for a case that it need not have.

use super::{Atlas, MOST_MEASURED, Ours, Reason, Subject};
use crate::cases::{Case, List};
use crate::diag::Diag;
use crate::spec::FunctionSpec;
use crate::spec::format::Format;
use crate::spec::truth::Truth;
use rayon::prelude::*;
use rug::Rational;
use rug::float::Round;
use serde::Serialize;
use std::collections::BTreeSet;

/// How an input of another function follows from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// That function is the inverse: the number that f(x) is next to.
    Value,
    /// The functions differ by a number: the same input.
    Same,
    /// x + 1.
    Plus1,
    /// x - 1.
    Minus1,
    /// 1/2 - x.
    Complement,
}

/// Functions of which each is related to the other: how an input of the second follows from a case of the first, and of the first from
/// one of the second.
const RELATED: [([&str; 2], [Relation; 2]); 24] = {
    use Relation::{Complement, Minus1, Plus1, Same, Value};
    [
        (["exp", "log"], [Value, Value]),
        (["exp2", "log2"], [Value, Value]),
        (["exp10", "log10"], [Value, Value]),
        (["expm1", "logp1"], [Value, Value]),
        (["exp2m1", "log2p1"], [Value, Value]),
        (["exp10m1", "log10p1"], [Value, Value]),
        (["sin", "asin"], [Value, Value]),
        (["cos", "acos"], [Value, Value]),
        (["tan", "atan"], [Value, Value]),
        (["sinpi", "asinpi"], [Value, Value]),
        (["cospi", "acospi"], [Value, Value]),
        (["tanpi", "atanpi"], [Value, Value]),
        (["sinh", "asinh"], [Value, Value]),
        (["cosh", "acosh"], [Value, Value]),
        (["tanh", "atanh"], [Value, Value]),
        (["exp", "expm1"], [Same, Same]),
        (["exp2", "exp2m1"], [Same, Same]),
        (["exp10", "exp10m1"], [Same, Same]),
        (["erf", "erfc"], [Same, Same]),
        (["asinpi", "acospi"], [Same, Same]),
        (["log", "logp1"], [Minus1, Plus1]),
        (["log2", "log2p1"], [Minus1, Plus1]),
        (["log10", "log10p1"], [Minus1, Plus1]),
        (["sinpi", "cospi"], [Complement, Complement]),
    ]
};

impl Relation {
    /// What it makes of x.
    pub(super) fn text(self) -> &'static str {
        match self {
            Relation::Value => "f(x)",
            Relation::Same => "x",
            Relation::Plus1 => "x + 1",
            Relation::Minus1 => "x - 1",
            Relation::Complement => "1/2 - x",
        }
    }

    /// The input of the other function, if there is one; of the value, the number of the format that is nearest to it.
    fn input(self, spec: &FunctionSpec, x: &Rational, format: &Format) -> Option<Rational> {
        match self {
            Relation::Value => match spec.truth(x) {
                Truth::Odd(value) => format.rounded(&value, Round::Nearest).to_rational(),
                Truth::None | Truth::Unknown => None,
            },
            Relation::Same => Some(x.clone()),
            Relation::Plus1 => Some(Rational::from(x + 1)),
            Relation::Minus1 => Some(Rational::from(x - 1)),
            Relation::Complement => Some(Rational::from((1, 2)) - x),
        }
    }

    /// The inputs of ours that follow from those of another function, each once, with how hard they are.
    pub(super) fn inputs(
        self,
        by: &FunctionSpec,
        others: &BTreeSet<Rational>,
        ours: &Ours,
    ) -> List {
        let [format, _] = &ours.formats;
        let inputs: BTreeSet<Rational> =
            others.par_iter().filter_map(|x| self.input(by, x, format)).collect();
        let mut list = unmeasured(inputs);
        ours.describe(&mut list);
        list.measure_within(&ours.spec, MOST_MEASURED);
        list
    }
}

/// A list of inputs; how hard they are is not known yet.
pub(super) fn unmeasured(inputs: BTreeSet<Rational>) -> List {
    let cases = inputs.into_iter().map(|x| Case { x, hardness: None, results: None });
    List { cases: cases.collect(), ..List::default() }
}

/// What the cases of one function say of another's list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CrossCheck {
    /// The function whose list is checked.
    pub function: String,
    /// The format.
    pub format: String,
    /// Identical bits of the cases in its list.
    pub bits: u32,
    /// The function whose cases were taken.
    pub by: String,
    /// What of each case: "x", or "f(x)" for the number next to it.
    pub input: &'static str,
    /// How many cases it has; a part of them if that was asked for.
    pub cases: usize,
    /// How many inputs that makes.
    pub inputs: usize,
    /// How many of them are in the list,
    pub listed: usize,
    /// in runs that it has in closed form,
    pub in_runs: usize,
    /// where nothing was searched,
    pub not_searched: usize,
    /// too close to a breakpoint, if not at one, for it to be measured how hard they are,
    pub undecided: usize,
    /// not hard enough, exact, or no numbers of the format,
    pub not_due: usize,
    /// and hard enough, but not in the list.
    pub missing: Vec<String>,
}

impl CrossCheck {
    /// Counts inputs that were measured: those in our list, and why others are not; `place` tells where one is.
    pub(super) fn count(&mut self, ours: &Ours, inputs: &List, place: impl Fn(&Case) -> String) {
        let listed: BTreeSet<&Rational> = ours.cases.cases.iter().map(|case| &case.x).collect();
        self.inputs += inputs.cases.len();
        for case in &inputs.cases {
            if listed.contains(&case.x) {
                self.listed += 1;
                continue;
            }
            match ours.reason_to_lack(case) {
                Reason::Missing => self.missing.push(place(case)),
                Reason::InRun => self.in_runs += 1,
                Reason::NotSearched => self.not_searched += 1,
                Reason::NoCase if ours.is_undecided_at(&case.x) => self.undecided += 1,
                _ => self.not_due += 1,
            }
        }
    }

    /// How many inputs must be in the list, or in its runs.
    pub fn due(&self) -> usize {
        self.listed + self.in_runs + self.missing.len()
    }
}

/// The functions whose cases say what cases one has.
fn related_to(function: &str) -> impl Iterator<Item = (&'static str, Relation)> {
    RELATED.iter().filter_map(move |([first, second], [of_first, of_second])| {
        if *second == function {
            Some((*first, *of_first))
        } else {
            (*first == function).then_some((*second, *of_second))
        }
    })
}

impl Atlas {
    /// The list of a subject beside those of all related functions that the atlas has in this format; `step` 1 takes all of their cases,
    /// 2 every second one.
    ///
    /// # Errors
    /// If there is no such entry, or a file cannot be read.
    pub fn cross_checks(&self, subject: &Subject, step: usize) -> Result<Vec<CrossCheck>, Diag> {
        let ours = Ours::unmeasured(self, subject)?;
        let mut checks = vec![];
        for (function, relation) in related_to(subject.function()) {
            let other = Subject::new(function, subject.format())?;
            if !self.path(&other, "json").is_file() {
                continue;
            }
            let (entry, _) = self.entry(&other)?;
            let listed = self.listed(&other, &entry)?.cases;
            let cases: BTreeSet<Rational> =
                listed.into_iter().step_by(step).map(|case| case.x).collect();
            let mut check = CrossCheck {
                function: subject.function().to_owned(),
                format: subject.format().to_owned(),
                bits: ours.bits,
                by: function.to_owned(),
                input: relation.text(),
                cases: cases.len(),
                ..CrossCheck::default()
            };
            let inputs = relation.inputs(&FunctionSpec::parse(function)?, &cases, &ours);
            check.count(&ours, &inputs, Case::hex);
            checks.push(check);
        }
        Ok(checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::format::FormatName;
    use std::collections::BTreeSet;

    /// By what follows from an input, the other function gives x again, the same value, or one that differs by, or adds up to, a number.
    #[test]
    fn relations_hold() {
        let format = FormatName::parse("FORMAT", "binary64").and_then(|name| name.format());
        let format = format.expect("a format");
        let mut pairs = BTreeSet::new();
        for (functions, relations) in RELATED {
            assert!(pairs.insert(functions), "{functions:?} stands twice");
            let [first, second] = functions;
            for (function, other, relation) in
                [(first, second, relations[0]), (second, first, relations[1])]
            {
                let what = format!("{function} and {other}");
                let [spec, of_other] = [function, other].map(|name| {
                    FunctionSpec::parse(name).unwrap_or_else(|error| panic!("{what}: {error}"))
                });
                // Where log and acosh have values, too.
                let x = Rational::from((if function == "acosh" { 11 } else { 3 }, 8));
                let at = |spec: &FunctionSpec, x: &Rational| match spec.truth(x) {
                    Truth::Odd(value) => value.to_f64(),
                    other => panic!("{what}: {other:?}"),
                };
                let input = relation.input(&spec, &x, &format).expect("an input");
                let (value, back) = (at(&spec, &x), at(&of_other, &input));
                let expected = match relation {
                    Relation::Value => vec![x.to_f64()],
                    Relation::Same => vec![value + 1.0, value - 1.0, 1.0 - value, 0.5 - value],
                    Relation::Plus1 | Relation::Minus1 | Relation::Complement => vec![value],
                };
                let is_met = expected.iter().any(|one| (one - back).abs() < 1e-14);
                assert!(is_met, "{what}: {back} is none of {expected:?}");
            }
        }
    }
}
