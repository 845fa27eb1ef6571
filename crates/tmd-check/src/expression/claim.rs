//! What a certificate of an expression claims, read from its text.

use crate::function::{self, Expr, Params};
use crate::json::Value;
use crate::number::hexadecimal;
use crate::pairs::breakpoints::{Breakpoints, format};
use crate::pairs::told::{Told, input};
use crate::request::ordinals;
use crate::stop::Checked;
use rug::Rational;
use std::ops::Range;

/// The most positive numbers of a format: the program that writes these looks at all pairs.
const MOST_NUMBERS: i64 = 1 << 16;
/// From so many bits on, values are not cases, but next to a breakpoint.
pub(super) const FAR: i32 = 44;

/// How many pairs there are of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// In reach.
    pub(crate) pairs: u64,
    /// At numbers, and at midpoints.
    pub(crate) exact: [u64; 2],
    /// Nearer than what can be a case.
    pub(crate) next: u64,
    /// Not decided.
    pub(crate) undecided: u64,
    /// What a search may leave undecided.
    pub(crate) open: u64,
    /// Cases among these that are not listed.
    pub(crate) missed: u64,
    /// The first case that is not listed and that no search leaves undecided.
    pub(crate) left_out: Option<(i64, i64)>,
}

/// A case, as it is told.
pub(crate) struct Case {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) told: Told,
}

/// What is claimed.
pub(crate) struct Claim {
    pub(crate) function: String,
    pub(crate) breakpoints: Breakpoints,
    /// The ordinals of x, and of y.
    pub(crate) ranges: [Range<i64>; 2],
    /// The ranges, as they are written.
    pub(crate) texts: [String; 2],
    pub(crate) counts: Counts,
    /// The pair that is shown as not decided.
    pub(super) undecided: Option<(i64, i64)>,
    /// Ascending by x, then by y.
    pub(crate) cases: Vec<Case>,
}

impl Claim {
    /// Reads a certificate.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Claim> {
        value.only(&[
            "kind",
            "schema",
            "engine",
            "function",
            "format",
            "range_x",
            "range_y",
            "rounding",
            "bits",
            "pairs",
            "exact",
            "next",
            "undecided",
            "first_undecided",
            "cases",
        ])?;
        match value.at("rounding")?.text()? {
            "all" => {}
            other => return cannot!("the rounding `{other:.40}` is not known here: only `all`"),
        }
        let format = format(value.at("format")?)?;
        let bits: i32 = value.int_at("bits")?;
        let is_small = format.end().to_i64().is_some_and(|n| n <= MOST_NUMBERS);
        ensure!(
            is_small && (format.precision as i32 + 2..=FAR).contains(&bits),
            "{bits} bits in {}: not what all pairs are searched for",
            format.name
        )?;
        let texts = [value.at("range_x")?.text()?, value.at("range_y")?.text()?];
        let range = |text: &str| -> Checked<Range<i64>> {
            let range = ordinals(text, &format)?;
            match (range.start.to_i64(), range.end.to_i64()) {
                (Some(start), Some(end)) => Ok(start..end),
                _ => cannot!("the range `{text:.80}` is too long"),
            }
        };
        let ranges = [range(texts[0])?, range(texts[1])?];
        let exact = value.at("exact")?;
        exact.only(&["nearest", "directed"])?;
        let counts = Counts {
            pairs: value.int_at("pairs")?,
            exact: [exact.int_at("directed")?, exact.int_at("nearest")?],
            next: value.int_at("next")?,
            undecided: value.int_at("undecided")?,
            ..Counts::default()
        };
        let function = value.at("function")?.text()?.to_owned();
        let breakpoints = Breakpoints::new(format, bits);
        let texts = texts.map(str::to_owned);
        let undecided = None;
        let mut claim =
            Claim { function, breakpoints, ranges, texts, counts, undecided, cases: vec![] };
        claim.undecided = claim.example(value.find("first_undecided"))?;
        for case in value.at("cases")?.list()? {
            let case = claim.case(case)?;
            let is_next = claim.cases.last().is_none_or(|last| last.place() < case.place());
            let shown = claim.pair(case.place());
            ensure!(is_next, "the case of {shown} is out of order, or listed twice")?;
            claim.cases.push(case);
        }
        Ok(claim)
    }

    /// Reads the pair that is shown if some are not decided.
    fn example(&self, pair: Option<&Value<'_>>) -> Checked<Option<(i64, i64)>> {
        let Some(pair) = pair else {
            ensure!(self.counts.undecided == 0, "no pair is shown that is not decided")?;
            return Ok(None);
        };
        let [x, y] = pair.list()? else {
            return refuse!("what is shown as not decided is no pair");
        };
        let ordinal = |text: &Value<'_>, range: &Range<i64>| -> Checked<Option<i64>> {
            let number = hexadecimal(text.text()?);
            let ordinal = number.and_then(|number| self.breakpoints.format.ordinal(&number));
            Ok(ordinal.and_then(|own| own.to_i64()).filter(|own| range.contains(own)))
        };
        match (ordinal(x, &self.ranges[0])?, ordinal(y, &self.ranges[1])?) {
            (Some(x), Some(y)) if self.counts.undecided > 0 => Ok(Some((x, y))),
            _ => refuse!(
                "the pair that is shown as not decided is none of the inputs, or all are decided"
            ),
        }
    }

    /// The function of x with a number in the place of y.
    pub(super) fn with(&self, y: i64) -> Checked<Expr> {
        let params = Params::from([("y".to_owned(), self.value(y))]);
        function::parse(&self.function, &params)
    }

    /// A number of the format.
    pub(super) fn value(&self, ordinal: i64) -> Rational {
        self.breakpoints.format.value(&ordinal.into())
    }

    pub(super) fn pair(&self, (x, y): (i64, i64)) -> String {
        format!("x = {}, y = {}", self.breakpoints.shown(x), self.breakpoints.shown(y))
    }

    /// The case of a pair, if one is told.
    pub(super) fn told(&self, place: (i64, i64)) -> Option<&Case> {
        let found = self.cases.binary_search_by_key(&place, Case::place);
        found.ok().map(|index| &self.cases[index])
    }

    fn case(&self, value: &Value<'_>) -> Checked<Case> {
        value.only(&["x", "y", "kind", "identical_bits", "distance"])?;
        let number = |name: &str, range: &Range<i64>| {
            let ordinal = input(value, name, &self.breakpoints)?.filter(|own| range.contains(own));
            ordinal.map_or_else(|| refuse!("a case has {name} that is none of the inputs"), Ok)
        };
        let [x, y] = &self.ranges;
        Ok(Case { x: number("x", x)?, y: number("y", y)?, told: Told::read(value)? })
    }
}

impl Case {
    pub(super) fn place(&self) -> (i64, i64) {
        (self.x, self.y)
    }
}
