//! A part of a list that is small enough for every run of a library's tests.

use super::{Case, Hardness, List, heading};
use crate::distance::Distance;
use crate::verdict::CaseKind;
use rug::Rational;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};

impl List {
    /// The hardest `most` cases, by binade in turn: of each binade of inputs, sign and kind of case the hardest one, then
    /// the second of each, and so on; of a turn that does not fit whole, its hardest. They stay in their order.
    ///
    /// # Errors
    /// If it is not known how hard the cases are.
    pub fn sample(&mut self, most: usize) -> Result<(), Diag> {
        let all = self.cases.len();
        if all <= most {
            return Ok(());
        }
        let mut groups: BTreeMap<(bool, i32, CaseKind), Vec<(usize, Hardness)>> = BTreeMap::new();
        for (number, case) in self.cases.iter().enumerate() {
            if let Some(hardness) = case.hardness {
                let group = (case.x < 0, binade(case), hardness.kind);
                groups.entry(group).or_default().push((number, hardness));
            }
        }
        if groups.is_empty() {
            let message = "it is not known how hard these cases are, so that none can be chosen";
            return Err(Diag::new(DiagKind::Option, message)
                .help("name the function with --function, and they will be measured"));
        }
        // The place of each in its group, then its distance.
        let mut turns: Vec<(usize, Distance, usize)> = vec![];
        for group in groups.values_mut() {
            group.sort_by_key(|entry| entry.1.distance);
            let turn = group.iter().enumerate();
            turns.extend(turn.map(|(turn, (number, case))| (turn, case.distance, *number)));
        }
        turns.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        turns.truncate(most);
        let mut chosen: Vec<usize> = turns.into_iter().map(|(_, _, number)| number).collect();
        chosen.sort_unstable();
        let before = self.about("coverage").unwrap_or(heading::NOT_STATED).to_owned();
        let kept = chosen.len();
        self.cases = chosen.into_iter().filter_map(|k| self.cases.get(k).cloned()).collect();
        let of = |kind| {
            let is = |case: &&Case| case.hardness.is_some_and(|hardness| hardness.kind == kind);
            self.cases.iter().filter(is).count()
        };
        let (nearest, directed) = (of(CaseKind::Nearest), of(CaseKind::Directed));
        self.say("cases", &heading::counts(kept, nearest, directed));
        self.say(
            "coverage",
            &format!("a sample, the {kept} hardest of {all} cases by binade in turn; of all cases: {before}"),
        );
        Ok(())
    }
}

/// e, for 2^e <= |x| < 2^(e+1); far below all for 0.
fn binade(case: &Case) -> i32 {
    let size = Rational::from(case.x.abs_ref());
    if size == 0 {
        return i32::MIN;
    }
    // Denominators are powers of two.
    let (top, bottom) = (size.numer().significant_bits(), size.denom().significant_bits());
    top as i32 - bottom as i32
}
