//! Lists of powers, roots and powers of 1 + x beside each other, for each integer.

use super::{PairsFunction, PairsSubject};
use crate::atlas::cross_check::{CrossCheck, Relation, unmeasured};
use crate::atlas::{Atlas, Ours};
use crate::diag::Diag;
use crate::pairs::Family;
use crate::spec::FunctionSpec;
use crate::spec::format::FormatName;
use rayon::prelude::*;
use rug::Rational;
use std::collections::{BTreeMap, BTreeSet};

/// The families whose cases say what cases one has.
fn related_to(family: Family) -> Vec<(Family, Relation)> {
    match family {
        Family::Pown => vec![(Family::Rootn, Relation::Value), (Family::Compound, Relation::Plus1)],
        Family::Rootn => vec![(Family::Pown, Relation::Value)],
        Family::Compound => vec![(Family::Pown, Relation::Minus1)],
    }
}

impl Atlas {
    /// As [`Atlas::cross_checks`], for a function of a number and an integer; none for one of two numbers.
    ///
    /// # Errors
    /// If there is no such entry, or a file cannot be read.
    pub fn pairs_cross_checks(
        &self,
        subject: &PairsSubject,
        step: usize,
    ) -> Result<Vec<CrossCheck>, Diag> {
        let PairsFunction::OfInteger(family) = subject.function else { return Ok(vec![]) };
        let (entry, _) = self.pairs_entry(subject)?;
        let listed = by_integer(&self.pairs_cases(subject, &entry)?);
        let format = FormatName::parse("FORMAT", subject.format)?.format()?;
        let ours_with = |n: i32| -> Result<Ours, Diag> {
            let spec = FunctionSpec::parse(&family.at(n))?;
            let cases = unmeasured(listed.get(&n).cloned().unwrap_or_default());
            Ok(Ours::of_list(spec, &format, (entry.rounding.clone(), entry.bits), cases))
        };
        let mut checks = vec![];
        for (other, relation) in related_to(family) {
            let by = PairsSubject { function: PairsFunction::OfInteger(other), ..*subject };
            if !self.pairs_path(&by, "json").is_file() {
                continue;
            }
            let (of_other, _) = self.pairs_entry(&by)?;
            let cases = self.pairs_cases(&by, &of_other)?;
            let cases: Vec<(f64, f64)> = cases.into_iter().step_by(step).collect();
            let mut check = CrossCheck {
                function: entry.function.clone(),
                format: entry.format.clone(),
                bits: entry.bits,
                by: of_other.function,
                input: relation.text(),
                cases: cases.len(),
                ..CrossCheck::default()
            };
            let cases: Vec<(i32, BTreeSet<Rational>)> = by_integer(&cases).into_iter().collect();
            let inputs = cases.into_par_iter().map(|(n, cases)| {
                let ours = ours_with(n)?;
                let inputs = relation.inputs(&FunctionSpec::parse(&other.at(n))?, &cases, &ours);
                Ok((n, ours, inputs))
            });
            for (n, ours, inputs) in inputs.collect::<Result<Vec<_>, Diag>>()? {
                check.count(&ours, &inputs, |case| format!("x = {}, n = {n}", case.hex()));
            }
            checks.push(check);
        }
        Ok(checks)
    }
}

/// The numbers of pairs, by the integers.
fn by_integer(pairs: &[(f64, f64)]) -> BTreeMap<i32, BTreeSet<Rational>> {
    let mut by_integer: BTreeMap<i32, BTreeSet<Rational>> = BTreeMap::new();
    for (x, n) in pairs {
        // Integers of at most 1024, as binary64 numbers.
        by_integer.entry(*n as i32).or_default().extend(Rational::from_f64(*x));
    }
    by_integer
}
