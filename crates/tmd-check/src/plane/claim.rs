//! What a certificate of two numbers claims, read from its text.

use super::ask::{Ask, Formula};
use super::met::Met;
use crate::json::Value;
use crate::pairs::breakpoints::{Breakpoints, format};
use crate::pairs::told::{Told, input};
use crate::request::ordinals;
use crate::stop::{Checked, Progress};
use std::ops::Range;

/// The fewest bits that are read: with fewer, the closed forms next to 1 and to axes would not hold.
const LEAST_PRECISION: i32 = 3;
/// The most numbers of a sign where all pairs are searched: those of more would take hours.
const MOST_NUMBERS: i64 = 1 << 16;
/// The most bits.
const MOST_BITS: i32 = 150;

/// A case, as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    x: i64,
    y: i64,
    told: Told,
}

/// What is claimed.
pub(crate) struct Claim {
    pub(crate) ask: Ask,
    /// The ranges, as they are written.
    pub(crate) texts: [String; 2],
    counts: Met,
    /// Ascending by x, then by y.
    pub(crate) cases: Vec<Case>,
}

impl Claim {
    /// Reads a certificate.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Claim> {
        value.only(&[
            "kind", "schema", "engine", "function", "format", "range_x", "range_y", "rounding",
            "bits", "pairs", "exact", "next", "cases",
        ])?;
        let texts = [value.at("range_x")?.text()?, value.at("range_y")?.text()?];
        let ask = ask(value, texts)?;
        let exact = value.at("exact")?;
        exact.only(&["nearest", "directed"])?;
        let counts = Met {
            pairs: value.int_at("pairs")?,
            exact: [exact.int_at("directed")?, exact.int_at("nearest")?],
            next: value.int_at("next")?,
            ..Met::default()
        };
        let cases = value.at("cases")?.list()?.iter().map(|case| ask.case(case));
        let cases = cases.collect::<Checked<Vec<_>>>()?;
        let claim = Claim { ask, texts: texts.map(str::to_owned), counts, cases };
        match claim.cases.windows(2).find(|pair| pair[0].place() >= pair[1].place()) {
            None => Ok(claim),
            Some(pair) => {
                let shown = claim.ask.pair(pair[1].place());
                refuse!("the case of {shown} is out of order, or listed twice")
            }
        }
    }

    /// Judges every case.
    pub(crate) fn judge(&self) -> Checked<()> {
        let mut progress = Progress::new();
        for (done, case) in self.cases.iter().enumerate() {
            progress.tell("cases judged", done as u128, self.cases.len() as u128);
            let truth = self.ask.judge(case.x, case.y)?;
            let (shown, told) = (self.ask.pair(case.place()), &case.told);
            ensure!(told.is(&truth), "{shown} is said to be a case, {told}; it is {truth:?}")?;
        }
        Ok(())
    }

    /// The cases' pairs, in their order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (i64, i64)> {
        self.cases.iter().map(Case::place)
    }

    /// Compares all that is told with what was met.
    pub(crate) fn compare(&self, met: &Met) -> Checked<()> {
        let listed: Vec<(i64, i64)> = self.places().collect();
        let is_listed = |place: &&(i64, i64)| listed.binary_search(place).is_err();
        if let Some(place) = met.cases.iter().find(is_listed) {
            return refuse!("a case was left out: {}", self.ask.pair(*place));
        }
        // What is listed must be among what was met, or that is not to be relied on.
        if met.cases != listed {
            return cannot!("the second search met {} cases: please report it", met.cases.len());
        }
        self.compare_counts(met)
    }

    /// Compares what is told of numbers of pairs.
    pub(crate) fn compare_counts(&self, met: &Met) -> Checked<()> {
        let told = &self.counts;
        for (name, told, own) in [
            ("pairs in reach", told.pairs, met.pairs),
            ("exact values at midpoints", told.exact[1], met.exact[1]),
            ("exact values at numbers", told.exact[0], met.exact[0]),
            ("values next to something simple", told.next, met.next),
        ] {
            ensure!(told == own, "{told} {name} are stated; there are {own}")?;
        }
        Ok(())
    }
}

impl Case {
    fn place(&self) -> (i64, i64) {
        (self.x, self.y)
    }
}

impl Ask {
    pub(crate) fn pair(&self, (x, y): (i64, i64)) -> String {
        format!("x = {}, y = {}", self.shown(x), self.shown(y))
    }

    /// Reads a case.
    fn case(&self, value: &Value<'_>) -> Checked<Case> {
        value.only(&["x", "y", "kind", "identical_bits", "distance"])?;
        let number = |name: &str, range: &Range<i64>| {
            let ordinal = input(value, name, self)?.filter(|own| Ask::is_in(range, *own));
            ordinal.map_or_else(|| refuse!("a case has {name} that is none of the inputs"), Ok)
        };
        Ok(Case { x: number("x", &self.x)?, y: number("y", &self.y)?, told: Told::read(value)? })
    }
}

/// Reads what was asked.
fn ask(value: &Value<'_>, texts: [&str; 2]) -> Checked<Ask> {
    let text = value.at("function")?.text()?;
    let Some(formula) = Formula::ALL.into_iter().find(|own| own.text() == text) else {
        return cannot!("the function `{text:.40}` of two numbers is unknown");
    };
    match value.at("rounding")?.text()? {
        "all" => {}
        other => return cannot!("pairs for the rounding `{other:.40}` are not known: only `all`"),
    }
    let format = format(value.at("format")?)?;
    let bits: i32 = value.int_at("bits")?;
    let (precision, numbers) = (format.precision as i32, format.end().to_i64());
    let breakpoints = Breakpoints::new(format, bits);
    let few = breakpoints.is_large() || numbers.is_some_and(|n| n <= MOST_NUMBERS);
    if precision < LEAST_PRECISION || !few || bits > MOST_BITS {
        return cannot!(
            "pairs of {}, {bits} bits: this program reads those of formats of at least {LEAST_PRECISION} bits, up to {MOST_BITS} bits, and \
             where all pairs are searched, with at most {MOST_NUMBERS} positive numbers",
            breakpoints.format.name
        );
    }
    ensure!(bits >= precision + 2, "{bits} bits are too few for pairs of {precision} bits")?;
    let range = |text: &str| -> Checked<Range<i64>> {
        let range = ordinals(text, &breakpoints.format)?;
        match (range.start.to_i64(), range.end.to_i64()) {
            (Some(start), Some(end)) => Ok(start..end),
            _ => cannot!("the range `{text:.80}` is too long"),
        }
    };
    let ranges = [range(texts[0])?, range(texts[1])?];
    Ok(Ask::new(formula, breakpoints, ranges))
}
