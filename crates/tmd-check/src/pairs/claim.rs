//! What a certificate of pairs claims, read from its text.

use super::ask::{Ask, Formula};
use super::count::Counts;
use super::truth::Truth;
use crate::cases::float;
use crate::grid::Format;
use crate::json::Value;
use crate::number::{hexadecimal, shown};
use crate::stop::{Checked, Progress};
use rug::Float;

/// The longest precision, the largest exponent, the largest |n| and the most bits that are read.
const MOST_PRECISION: u32 = 24;
const MOST_EXPONENT: i32 = 127;
const MOST_N: i32 = 1024;
const MOST_BITS: i32 = 1024;
/// Names longer than this are no format's.
const MOST_LETTERS: usize = 80;

/// A case, as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) ordinal: i64,
    pub(crate) n: i32,
    kind: String,
    bits: i64,
    distance: Float,
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
            let fits = match &truth {
                Truth::Case { low, high, midpoint } => case.is(low, high, *midpoint),
                _ => false,
            };
            let Case { ordinal, n, kind, bits, distance } = case;
            ensure!(
                fits,
                "x = {}, n = {n} is said to be a case, {kind}, with {bits} identical bits at the distance {distance:.20}; it is \
                 {truth:?}",
                self.ask.shown(*ordinal)
            )?;
        }
        Ok(())
    }
}

impl Case {
    /// Whether all that is told fits the truth.
    fn is(&self, low: &Float, high: &Float, midpoint: bool) -> bool {
        let off = Float::with_val(64, low - &self.distance).abs();
        let bits = [low, high].map(|end| end.get_exp().map(|e| -i64::from(e)));
        let kind = if midpoint { "nearest" } else { "directed" };
        // Of a distance d in [2^(e-1), 2^e) there are -e identical bits.
        off <= low.clone() >> 50u32 && bits == [Some(self.bits); 2] && self.kind == kind
    }
}

impl Ask {
    /// An input as it is written in a certificate.
    pub(crate) fn shown(&self, ordinal: i64) -> String {
        shown(&self.format.value(&ordinal.into()))
    }

    /// Reads a case.
    fn case(&self, value: &Value<'_>) -> Checked<Case> {
        value.only(&["x", "n", "kind", "identical_bits", "distance"])?;
        let (text, n) = (value.at("x")?.text()?, value.int_at("n")?);
        let x = hexadecimal(text).filter(|x| shown(x) == text);
        let Some(x) = x else {
            return refuse!("`{text:.40}` is not how a certificate writes a number: 0x1.8p+0");
        };
        let ordinal = self.format.ordinal(&x).and_then(|ordinal| ordinal.to_i64());
        let Some(ordinal) = ordinal.filter(|o| self.domain().contains(o) && !self.is_hole(*o))
        else {
            return refuse!("x = {text:.40} is none of the inputs");
        };
        ensure!(self.searches(n), "a case has n = {n}, which is not searched")?;
        let kind = value.at("kind")?.text()?.to_owned();
        ensure!(kind == "nearest" || kind == "directed", "a case is of the kind `{kind:.20}`")?;
        let distance = value.at("distance")?;
        if let Value::Text(text) = distance {
            let is_plain = hexadecimal(text).is_some_and(|d| d > 0 && shown(&d) == *text);
            ensure!(is_plain, "`{text:.40}` is not a distance as a certificate writes it")?;
        }
        let distance = float(distance)?;
        Ok(Case { ordinal, n, kind, bits: value.int_at("identical_bits")?, distance })
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
    let (precision, emin, emax) = (format.precision as i32, format.emin, format.emax);
    let ask = Ask { formula, format, precision, emin, emax, from, to, bits };
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

/// Reads a format.
fn format(value: &Value<'_>) -> Checked<Format> {
    value.only(&["name", "precision", "emin", "emax"])?;
    let format = Format {
        name: value.at("name")?.text()?.to_owned(),
        precision: value.int_at("precision")?,
        emin: value.int_at("emin")?,
        emax: value.int_at("emax")?,
    };
    let Format { name, precision, emin, emax } = &format;
    let reads = (2..=MOST_PRECISION).contains(precision)
        && (*precision as i32..=MOST_EXPONENT).contains(emax)
        && *emin == 1 - emax;
    if !reads || name.len() > MOST_LETTERS {
        return cannot!(
            "{precision} bits with exponents from {emin} to {emax}: this program reads pairs of formats of 2 to \
             {MOST_PRECISION} bits, with exponents from 1 - emax to emax, where emax is at least as many and at most {MOST_EXPONENT}"
        );
    }
    match Format::named(name) {
        Some(known) if (known.precision, known.emax) != (*precision, *emax) => {
            refuse!("{name} has not {precision} bits and exponents up to {emax}")
        }
        _ => Ok(format),
    }
}
