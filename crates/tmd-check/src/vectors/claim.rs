//! What a certificate of vectors claims, read from its text.

use super::count::Counts;
use super::shape::Shape;
use crate::json::Value;
use crate::pairs::breakpoints::{Breakpoints, Truth, format};
use crate::pairs::told::{Told, input};
use crate::plane::ask::{Ask, Formula};
use crate::stop::{Checked, Progress};
use std::collections::BTreeMap;

/// The precisions that are read.
const PRECISIONS: std::ops::RangeInclusive<i32> = 7..=24;
/// The most bits.
const MOST_BITS: i32 = 150;

/// A case, as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    x: i64,
    y: i64,
    pairs: u64,
    told: Told,
}

/// What is claimed.
pub(crate) struct Claim {
    pub(crate) ask: Ask,
    counts: Counts,
    /// By what their pairs have in common.
    pub(crate) cases: BTreeMap<Shape, Case>,
}

impl Claim {
    /// Reads a certificate.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Claim> {
        value.only(&[
            "kind", "schema", "engine", "function", "format", "rounding", "bits", "pairs", "exact",
            "next", "cases",
        ])?;
        let ask = ask(value)?;
        let exact = value.at("exact")?;
        exact.only(&["nearest", "directed"])?;
        let counts = Counts {
            pairs: value.int_at("pairs")?,
            exact: [exact.int_at("directed")?, exact.int_at("nearest")?],
            next: value.int_at("next")?,
        };
        let mut cases: BTreeMap<Shape, Case> = BTreeMap::new();
        let mut last = None;
        for entry in value.at("cases")?.list()? {
            let case = case(&ask, entry)?;
            // The hardest first, and then by the texts of x and y.
            let place = (case.told.distance(), entry.at("x")?.text()?, entry.at("y")?.text()?);
            let (shape, shown) = (Shape::of(&ask, case.x, case.y), shown(&ask, case.x, case.y));
            ensure!(cases.insert(shape, case).is_none(), "the case of {shown} is listed twice")?;
            let is_next = last.as_ref().is_none_or(|last| *last < place);
            ensure!(is_next, "the case of {shown} is out of order")?;
            last = Some(place);
        }
        Ok(Claim { ask, counts, cases })
    }

    /// Judges every case and counts its pairs; how many pairs there are in all.
    pub(crate) fn judge(&self) -> Checked<u64> {
        let mut progress = Progress::new();
        let mut all = 0;
        for (done, (shape, case)) in self.cases.iter().enumerate() {
            progress.tell("cases judged", done as u128, self.cases.len() as u128);
            let (shown, told) = (shown(&self.ask, case.x, case.y), &case.told);
            let truth = self.ask.judge(case.x, case.y)?;
            ensure!(told.is(&truth), "{shown} is said to be a case, {told}; it is {truth:?}")?;
            let pairs = match self.ask.formula {
                Formula::Hypot => self.lengths_of(shape, told)?,
                _ => shape.multiples(&self.ask),
            };
            ensure!(
                pairs == case.pairs,
                "{shown} is said to stand for {} pairs, and stands for {pairs}",
                case.pairs
            )?;
            all += pairs;
        }
        Ok(all)
    }

    /// How many lengths of a shape are such cases.
    fn lengths_of(&self, shape: &Shape, told: &Told) -> Checked<u64> {
        let mut pairs = 0;
        for (x, y) in shape.pairs(&self.ask, 1) {
            let truth = self.ask.judge(x, y)?;
            if matches!(truth, Truth::Case { .. }) {
                let shown = shown(&self.ask, x, y);
                ensure!(told.is(&truth), "{shown} is {truth:?}, and not {told}")?;
                // And exchanged.
                pairs += 2;
            }
        }
        Ok(pairs)
    }

    /// Makes sure that a shape that may be that of a case is listed if it is.
    pub(crate) fn is_listed(&self, shape: &Shape) -> Checked<()> {
        if self.cases.contains_key(shape) {
            return Ok(());
        }
        // An angle is the same for all pairs; lengths are not cases where they are below all normal numbers.
        for (x, y) in shape.pairs(&self.ask, 1) {
            let truth = self.ask.judge(x, y)?;
            if matches!(truth, Truth::Case { .. }) {
                return refuse!("a case was left out: {}", shown(&self.ask, x, y));
            }
            if self.ask.formula != Formula::Hypot {
                break;
            }
        }
        Ok(())
    }

    /// Compares the counts that are told with others.
    pub(crate) fn compare(&self, own: &Counts) -> Checked<()> {
        let told = &self.counts;
        for (name, told, own) in [
            ("pairs in reach", told.pairs, own.pairs),
            ("exact values at midpoints", told.exact[1], own.exact[1]),
            ("exact values at numbers", told.exact[0], own.exact[0]),
            ("values next to something simple", told.next, own.next),
        ] {
            ensure!(told == own, "{told} {name} are stated; there are {own}")?;
        }
        Ok(())
    }
}

fn shown(ask: &Ask, x: i64, y: i64) -> String {
    format!("x = {}, y = {}", ask.shown(x), ask.shown(y))
}

/// Reads a case.
fn case(ask: &Ask, value: &Value<'_>) -> Checked<Case> {
    value.only(&["x", "y", "pairs", "kind", "identical_bits", "distance"])?;
    let number = |name: &str, has_negative: bool| {
        let is_meant = |own: &i64| *own > 0 || (has_negative && *own < 0);
        match input(value, name, ask)?.filter(is_meant) {
            Some(ordinal) => Ok(ordinal),
            None => refuse!("a case has {name} that is none of the inputs"),
        }
    };
    let [of_x, of_y] = ask.formula.has_negative();
    let (x, y) = (number("x", of_x)?, number("y", of_y)?);
    Ok(Case { x, y, pairs: value.int_at("pairs")?, told: Told::read(value)? })
}

/// Reads what was asked.
fn ask(value: &Value<'_>) -> Checked<Ask> {
    let text = value.at("function")?.text()?;
    let known = [Formula::Hypot, Formula::Atan2, Formula::Atan2Pi];
    let Some(formula) = known.into_iter().find(|own| own.text() == text) else {
        return cannot!("the function `{text:.40}` of vectors is unknown");
    };
    match value.at("rounding")?.text()? {
        "all" => {}
        other => {
            return cannot!("vectors for the rounding `{other:.40}` are not known: only `all`");
        }
    }
    let format = format(value.at("format")?)?;
    let bits: i32 = value.int_at("bits")?;
    let precision = format.precision as i32;
    if !PRECISIONS.contains(&precision) || format.emax <= precision || bits > MOST_BITS {
        return cannot!(
            "vectors of {}, {bits} bits: this program reads those of formats of {} to {} bits, with larger exponents than that, and up \
             to {MOST_BITS} bits",
            format.name,
            PRECISIONS.start(),
            PRECISIONS.end()
        );
    }
    ensure!(bits >= precision + 2, "{bits} bits are too few for vectors of {precision} bits")?;
    let Some(end) = format.end().to_i64() else { return cannot!("the format is too large") };
    let all = 1 - end..end;
    Ok(Ask::new(formula, Breakpoints::new(format, bits), [all.clone(), all]))
}
