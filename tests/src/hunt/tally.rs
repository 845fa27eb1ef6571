//! What a hunt did.

use super::compare::Compared;
use std::collections::BTreeMap;
use std::fmt;

/// What a hunt did, and what it found wrong.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// From which everything follows.
    pub seed: u64,
    /// Rounds: a function on a range, asked for in some ways.
    pub rounds: u64,
    /// Searches that were compared with brute force.
    pub searches: u64,
    /// Their inputs.
    pub inputs: u64,
    /// Those that were searched by kernels.
    pub kernel_inputs: u64,
    /// Searches and inputs of kernels by what they ran on.
    pub runners: BTreeMap<String, (u64, u64)>,
    /// Inputs by how they were searched.
    pub ways: BTreeMap<String, u64>,
    /// Hard cases that were compared.
    pub cases: u64,
    /// Exact cases.
    pub exact: u64,
    /// Cases of inverse functions, hard and exact.
    pub inverse: u64,
    /// Searches with the inverse function.
    pub with_inverse: u64,
    /// Campaigns that were left off and resumed, with their units.
    pub campaigns: (u64, u64),
    /// Finished campaigns that were asked for another search and refused.
    pub reuse_refused: u64,
    /// Inputs that the project did not decide.
    pub unknown: u64,
    /// Inputs that brute force could not decide.
    pub lost: u64,
    /// Cases that quick values had passed over, found right afterwards.
    pub passed_over: u64,
    /// Ranges that were halved because brute force would have taken too long.
    pub halved: u64,
    /// Requests that were refused, by the words of it.
    pub refused: BTreeMap<String, u64>,
    /// What is wrong, each with the command that shows it.
    pub misses: Vec<String>,
}

impl Tally {
    pub(super) fn compared(&mut self, compared: Compared) {
        let Compared { cases, exact, inverse, unknown, lost, passed_over } = compared;
        self.cases += cases;
        self.exact += exact;
        self.inverse += inverse;
        self.unknown += unknown;
        self.lost += lost;
        self.passed_over += passed_over;
    }

    pub(super) fn refuse(&mut self, message: &str) {
        *self.refused.entry(reason(message)).or_default() += 1;
    }
}

/// What refusals have in common: their words without functions and numbers.
fn reason(message: &str) -> String {
    const KNOWN: [&str; 14] = [
        "no plan with a proof",
        "changes its exponent more",
        "no enclosure of",
        "has no value",
        "has no inverse near",
        "the inverse of",
        "close to a constant or to a multiple of x",
        "are hard or exact cases",
        "there is no number",
        "is empty",
        "of another search",
        "not defined",
        "encloses zero",
        " at x = ",
    ];
    let known = KNOWN.iter().find(|known| message.contains(**known));
    known
        .map_or_else(|| message.chars().take(90).collect(), |known| format!("… {} …", known.trim()))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { seed, rounds, searches, inputs, kernel_inputs, .. } = self;
        writeln!(
            f,
            "seed {seed}: {rounds} rounds, {searches} searches, {inputs} inputs, {kernel_inputs} of them through kernels"
        )?;
        writeln!(f, "inputs by method:")?;
        for (way, count) in &self.ways {
            writeln!(f, "  {count:>12}  {way}")?;
        }
        writeln!(f, "searches and inputs through kernels by what they ran on:")?;
        for (runner, (searches, inputs)) in &self.runners {
            writeln!(f, "  {searches:>6}  {inputs:>12}  {runner}")?;
        }
        let Tally { cases, exact, inverse, with_inverse, .. } = self;
        writeln!(
            f,
            "compared: {cases} hard cases, {exact} exact cases, {inverse} cases of inverse functions in {with_inverse} searches with them"
        )?;
        let (campaigns, units) = self.campaigns;
        writeln!(
            f,
            "campaigns stopped and resumed: {campaigns}, of {units} units; {} refused another search",
            self.reuse_refused
        )?;
        let Tally { unknown, lost, passed_over, halved, .. } = self;
        writeln!(
            f,
            "left undecided by the project: {unknown}, by brute force: {lost}; passed over by quick values: {passed_over}; ranges halved for brute force: {halved}"
        )?;
        writeln!(f, "refused: {}", self.refused.values().sum::<u64>())?;
        for (reason, count) in &self.refused {
            writeln!(f, "  {count:>6}  {reason}")?;
        }
        match self.misses.len() {
            0 => writeln!(f, "no miss"),
            count => {
                self.misses.iter().try_for_each(|miss| writeln!(f, "{miss}"))?;
                writeln!(f, "{count} misses")
            }
        }
    }
}
