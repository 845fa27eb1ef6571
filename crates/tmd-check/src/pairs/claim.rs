//! What a certificate of pairs claims, read from its text.

use super::ask::{Ask, Formula};
use super::breakpoints::{Breakpoints, format};
use super::count::Counts;
use super::told::{Told, input};
use crate::json::Value;
use crate::stop::{Checked, Progress};

/// The largest |n| and the most bits that are read.
const MOST_N: i32 = 1024;
const MOST_BITS: i32 = 1024;

/// A case, as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) ordinal: i64,
    pub(crate) n: i32,
    told: Told,
}

/// What is claimed.
pub(crate) struct Claim {
    pub(crate) ask: Ask,
    pub(crate) counts: Counts,
    /// Ascending by x, then by n.
    pub(crate) cases: Vec<Case>,
}

impl Claim {
    /// Reads a certificate.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Claim> {
        value.only(&[
            "kind", "schema", "engine", "function", "format", "n", "rounding", "bits", "pairs",
            "exact", "next", "cases",
        ])?;
        let ask = ask(value)?;
        let (exact, next) = (value.at("exact")?, value.at("next")?);
        exact.only(&["nearest", "directed"])?;
        next.only(&["one", "power"])?;
        let counts = Counts {
            pairs: value.int_at("pairs")?,
            exact: [exact.int_at("directed")?, exact.int_at("nearest")?],
            next_to_one: next.int_at("one")?,
            next_to_power: next.int_at("power")?,
        };
        let cases = value.at("cases")?.list()?.iter().map(|case| ask.case(case));
        let cases = cases.collect::<Checked<Vec<_>>>()?;
        let place = |case: &Case| (case.ordinal, case.n);
        match cases.windows(2).find(|pair| place(&pair[0]) >= place(&pair[1])) {
            None => Ok(Claim { ask, counts, cases }),
            Some(pair) => {
                let (x, n) = (ask.shown(pair[1].ordinal), pair[1].n);
                refuse!("the case of x = {x}, n = {n} is out of order, or listed twice")
            }
        }
    }

    /// How many pairs are not next to 1.
    pub(crate) fn rest(&self) -> u64 {
        self.counts.pairs.saturating_sub(self.counts.next_to_one)
    }

    /// Compares all counts with those that were counted anew.
    pub(crate) fn compare(&self, own: &Counts) -> Checked<()> {
        let told = &self.counts;
        for (name, told, own) in [
            ("pairs in reach", told.pairs, own.pairs),
            ("exact values at midpoints", told.exact[1], own.exact[1]),
            ("exact values at numbers", told.exact[0], own.exact[0]),
            ("values next to 1", told.next_to_one, own.next_to_one),
            ("values next to a power", told.next_to_power, own.next_to_power),
        ] {
            ensure!(told == own, "{told} {name} are stated; there are {own}")?;
        }
        Ok(())
    }

    /// Judges every case.
    pub(crate) fn judge(&self) -> Checked<()> {
        let mut progress = Progress::new();
        for (done, case) in self.cases.iter().enumerate() {
            progress.tell("cases judged", done as u128, self.cases.len() as u128);
            let truth = self.ask.judge(case.ordinal, case.n)?;
            let Case { ordinal, n, told } = case;
            ensure!(
                told.is(&truth),
                "x = {}, n = {n} is said to be a case, {told}; it is {truth:?}",
                self.ask.shown(*ordinal)
            )?;
        }
        Ok(())
    }
}

impl Ask {
    /// Reads a case.
    fn case(&self, value: &Value<'_>) -> Checked<Case> {
        value.only(&["x", "n", "kind", "identical_bits", "distance"])?;
        let (x, n) = (input(value, "x", self)?, value.int_at("n")?);
        let Some(ordinal) = x.filter(|o| self.domain().contains(o) && !self.is_hole(*o)) else {
            return refuse!("a case has an x that is none of the inputs");
        };
        ensure!(self.searches(n), "a case has n = {n}, which is not searched")?;
        Ok(Case { ordinal, n, told: Told::read(value)? })
    }
}

/// Reads what was asked.
fn ask(value: &Value<'_>) -> Checked<Ask> {
    let formula = match value.at("function")?.text()? {
        "pown" => Formula::Pown,
        "rootn" => Formula::Rootn,
        "compound" => Formula::Compound,
        other => {
            return cannot!("the function `{other:.40}` of a number and an integer is unknown");
        }
    };
    let format = format(value.at("format")?)?;
    let [from, to] = value.at("n")?.list()? else {
        return cannot!("this is not a certificate: `n` is not the least n and the greatest");
    };
    let (from, to): (i32, i32) = (from.int()?, to.int()?);
    let reads = -MOST_N..=MOST_N;
    if !reads.contains(&from) || !reads.contains(&to) {
        return cannot!("n from {from} to {to}: this program reads n from -{MOST_N} to {MOST_N}");
    }
    ensure!(from <= to, "there is no n from {from} to {to}")?;
    match value.at("rounding")?.text()? {
        "all" => {}
        other => return cannot!("pairs for the rounding `{other:.40}` are not known: only `all`"),
    }
    let bits: i32 = value.int_at("bits")?;
    if bits > MOST_BITS {
        return cannot!("{bits} bits: this program reads certificates of up to {MOST_BITS}");
    }
    let ask = Ask { formula, breakpoints: Breakpoints::new(format, bits), from, to };
    // Of roots of numbers next to 1, there are too many cases otherwise.
    let least = match formula {
        Formula::Rootn => {
            let most = ask.most().max(1) as u32;
            4.max(2 + (32 - (most - 1).leading_zeros() as i32))
        }
        _ => 4,
    };
    ensure!(bits >= least, "{bits} bits are too few for a search of pairs: at least {least}")?;
    Ok(ask)
}
