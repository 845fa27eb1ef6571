//! What a certificate of phases claims, read from its text.

use super::ask::Ask;
use crate::json::Value;
use crate::pairs::breakpoints::Truth;
use crate::pairs::threads::spread;
use crate::pairs::told::{Told, input};
use crate::stop::Checked;

/// A case, as it is told.
#[derive(Clone, Debug)]
struct Case {
    x: i64,
    told: Told,
}

/// What is claimed.
pub(crate) struct Claim {
    pub(crate) ask: Ask,
    inputs: u64,
    /// Ascending.
    cases: Vec<Case>,
}

impl Claim {
    /// Reads a certificate; its cases are numbers of the range, and ascend.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Claim> {
        if value.find("undecided").is_some() {
            return cannot!(
                "arguments are left undecided there: this program does not decide them"
            );
        }
        value.only(&[
            "kind",
            "schema",
            "engine",
            "function",
            "half_turns",
            "format",
            "range",
            "phases",
            "rounding",
            "bits",
            "inputs",
            "cases",
        ])?;
        let ask = Ask::read(value)?;
        let cases = value.at("cases")?.list()?.iter().map(|case| ask.case(case));
        let cases = cases.collect::<Checked<Vec<Case>>>()?;
        if let Some(pair) = cases.windows(2).find(|pair| pair[0].x >= pair[1].x) {
            let shown = ask.shown(pair[1].x);
            return refuse!("the case x = {shown} is out of order, or listed twice");
        }
        Ok(Claim { ask, inputs: value.int_at("inputs")?, cases })
    }

    /// Compares how many arguments are told to have the phases with how many there are.
    pub(crate) fn count(&self) -> Checked<u64> {
        let (told, own) = (self.inputs, self.ask.inputs());
        ensure!(told == own, "{told} arguments with these phases are stated; there are {own}")?;
        Ok(own)
    }

    /// How many cases there are.
    pub(crate) fn cases(&self) -> usize {
        self.cases.len()
    }

    /// Judges every case.
    pub(crate) fn judge(&self) -> Checked<()> {
        let judge = |index: u64, (): &mut ()| self.cases[index as usize].judge(&self.ask);
        spread(self.cases.len() as u64, "cases judged", judge)?;
        Ok(())
    }

    /// Makes sure that an argument is listed if it is a case; whether it is one.
    pub(crate) fn is_listed(&self, x: i64) -> Checked<bool> {
        if self.cases.binary_search_by_key(&x, |case| case.x).is_ok() {
            return Ok(true);
        }
        let is_case = matches!(self.ask.judge(x)?, Truth::Case { .. });
        ensure!(!is_case, "a case was left out: x = {}", self.ask.shown(x))?;
        Ok(false)
    }

    /// The numbers of the listed cases.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> {
        self.cases.iter().map(|case| case.x)
    }
}

impl Case {
    /// Makes sure that it is one: its phase is in the range, and all that is told of it is true.
    fn judge(&self, ask: &Ask) -> Checked<()> {
        let (shown, told) = (ask.shown(self.x), &self.told);
        let is_meant = |(part, index): (&super::ask::Part, u64)| {
            part.turns.is_within(&part.turns.phase(index))
        };
        ensure!(ask.place(self.x).is_some_and(is_meant), "x = {shown} has another phase")?;
        let truth = ask.judge(self.x)?;
        ensure!(told.is(&truth), "x = {shown} is said to be a case, {told}; it is {truth:?}")
    }
}

impl Ask {
    /// Reads a case.
    fn case(&self, value: &Value<'_>) -> Checked<Case> {
        value.only(&["x", "kind", "identical_bits", "distance"])?;
        let x = input(value, "x", self)?.filter(|x| self.place(*x).is_some());
        match x {
            Some(x) => Ok(Case { x, told: Told::read(value)? }),
            None => refuse!("a case has x that is none of the inputs"),
        }
    }
}
