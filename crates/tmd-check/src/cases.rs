//! The findings: each listed input is judged from its text, and none is listed twice.

use crate::interval::Interval;
use crate::json::Value;
use crate::number::{distance, power_of_two, shown};
use crate::request::{Request, Rounding};
use crate::stop::{Checked, Progress};
use crate::tiling::{Run, Tiling, Work, number};
use crate::truth::Truth;
use rug::{Float, Integer, Rational};
use std::ops::Range;

/// Distances below this power of two are stated as bounds where no precision that is spent shows them; by the second engine, below
/// the other.
const DEEP: i32 = -4000;
const DEEP_OF_SECOND: i32 = -900;

/// As many exact cases of a root are listed.
const MOST_EXACT: u128 = 1 << 17;

/// What an input is said to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// A case.
    Hard { distance: Float, bits: u32 },
    /// At a breakpoint.
    Exact,
    /// One or the other, or neither.
    Unknown,
}

/// An input with what it is said to be.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Segment and index.
    pub(crate) at: (usize, u64),
    pub(crate) verdict: Verdict,
    pub(crate) kind: String,
    /// The input; of the inverse function, whose input it then is, `at` tells the breakpoint.
    pub(crate) x: Rational,
}

/// What all inputs of a run are said to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Alike {
    /// Cases between these distances.
    Hard { least: Float, most: Float },
    /// At breakpoints.
    Exact,
    /// At most so far from them.
    Unknown { most: Float },
}

/// Inputs that are alike, every one or every second.
#[derive(Clone, Debug)]
pub(crate) struct CaseRun {
    pub(crate) segment: usize,
    pub(crate) inputs: Range<u64>,
    pub(crate) stride: u64,
    pub(crate) alike: Alike,
    pub(crate) kind: String,
}

impl CaseRun {
    /// How many inputs.
    pub(crate) fn count(&self) -> u64 {
        (self.inputs.end - self.inputs.start).div_ceil(self.stride)
    }

    /// The last of them.
    pub(crate) fn last(&self) -> u64 {
        self.inputs.start + (self.count() - 1) * self.stride
    }
}

/// Everything that was found.
pub(crate) struct Found {
    /// Findings of f of all kinds, ascending.
    pub(crate) own: Vec<Finding>,
    /// Findings of the inverse function, ascending by breakpoints.
    pub(crate) inverse: Vec<Finding>,
    pub(crate) runs: Vec<CaseRun>,
}

/// Reads a distance: a number, or a text.
pub(crate) fn float(value: &Value<'_>) -> Checked<Float> {
    let text = match value {
        Value::Number(text) => text,
        other => other.text()?,
    };
    distance(text).map_or_else(|| refuse!("`{text:.40}` is not a distance"), Ok)
}

impl Request {
    fn finding(&self, value: &Value<'_>) -> Checked<Finding> {
        value.only(&["segment", "index", "x", "verdict", "near"])?;
        let at: (usize, u64) = (value.int_at("segment")?, value.int_at("index")?);
        let x = number(value.at("x")?.text()?)?;
        let [(name, body)] = value.at("verdict")?.members()? else { return refuse!("no verdict") };
        let (verdict, kind) = match name.as_ref() {
            "hard" => {
                let (distance, bits) =
                    (float(body.at("distance")?)?, body.int_at("identical_bits")?);
                (Verdict::Hard { distance, bits }, body.at("kind")?)
            }
            "exact" => (Verdict::Exact, body),
            "unknown" => (Verdict::Unknown, body),
            other => return refuse!("a finding has the verdict `{other:.20}`"),
        };
        let near = value.find("near").map_or(Ok(x.clone()), |near| number(near.text()?))?;
        let segment = self.segments.get(at.0).filter(|segment| at.1 < segment.count);
        ensure!(
            segment.is_some_and(|segment| segment.x(at.1) == near),
            "a finding is not input {} of segment {}",
            at.1,
            at.0
        )?;
        Ok(Finding { at, verdict, kind: kind.text()?.to_owned(), x })
    }

    fn case_run(&self, value: &Value<'_>) -> Checked<CaseRun> {
        let run = value.at("run")?;
        let (inputs, what) = (run.at("inputs")?, run.at("what")?);
        let alike = match what.at("what")?.text()? {
            "hard" => {
                Alike::Hard { least: float(what.at("least")?)?, most: float(what.at("most")?)? }
            }
            "exact" => Alike::Exact,
            "unknown" => Alike::Unknown { most: float(what.at("most")?)? },
            other => return refuse!("a run is said to be `{other:.20}`"),
        };
        let run = CaseRun {
            segment: run.int_at("segment")?,
            inputs: inputs.int_at("start")?..inputs.int_at("end")?,
            stride: run.int_at("stride")?,
            alike,
            kind: run.at("kind")?.text()?.to_owned(),
        };
        let segment = self.segments.get(run.segment).filter(|segment| {
            run.inputs.start < run.inputs.end
                && run.inputs.end <= segment.count
                && (1..=2).contains(&run.stride)
        });
        let ends = |index: u64, name: &str| -> Checked<bool> {
            let told = number(value.at(name)?.text()?)?;
            Ok(segment.is_some_and(|segment| segment.x(index) == told))
        };
        let fits =
            segment.is_some() && ends(run.inputs.start, "first")? && ends(run.last(), "last")?;
        ensure!(fits, "a run of cases is none of inputs: {:?}", run.inputs)?;
        Ok(run)
    }

    /// Reads all findings and judges each.
    pub(crate) fn found(&self, certificate: &Value<'_>, tiling: &Tiling) -> Checked<Found> {
        let Some(found) = certificate.find("found") else {
            return refuse!("there is no list of findings: give the file that --certificate wrote");
        };
        found.only(&["cases", "exact", "unknown", "inverse", "runs"])?;
        let list = |name: &str| -> Checked<Vec<Finding>> {
            let list = found.at(name)?.list()?;
            let fits = |value: &Value<'_>| value.find("near").is_some() == (name == "inverse");
            ensure!(list.iter().all(fits), "a finding is not one of the list `{name}`")?;
            list.iter().map(|value| self.finding(value)).collect()
        };
        let (cases, exact, unknown) = (list("cases")?, list("exact")?, list("unknown")?);
        let inverse = list("inverse")?;
        let runs = found.at("runs")?.list()?.iter().map(|run| self.case_run(run));
        let runs = runs.collect::<Checked<Vec<_>>>()?;
        self.totals(certificate, [&cases, &exact, &unknown, &inverse], &runs, tiling)?;
        for (name, list) in [("cases", &cases), ("exact", &exact), ("unknown", &unknown)] {
            let is_own = |finding: &Finding| match finding.verdict {
                Verdict::Hard { .. } => name == "cases",
                Verdict::Exact => name == "exact",
                Verdict::Unknown => name == "unknown",
            };
            ensure!(list.iter().all(is_own), "a finding is not one of the list `{name}`")?;
            ascending(name, list)?;
        }
        ascending("inverse", &inverse)?;
        let mut own = [cases, exact, unknown].concat();
        own.sort_by_key(|finding| finding.at);
        ascending("findings", &own)?;
        let mut progress = Progress::new();
        for (done, finding) in own.iter().enumerate() {
            progress.tell("findings judged", done as u128, own.len() as u128);
            self.judge(finding, tiling)?;
        }
        Ok(Found { own, inverse, runs })
    }

    /// How many exact cases of some runs are counted by a formula, besides those that follow from others.
    pub(crate) fn by_formula(&self, tiling: &Tiling, runs: &[Run]) -> u128 {
        let Some(roots) = self.roots else { return 0 };
        let portions = tiling.portions(runs);
        let searched = portions.iter().filter(|(_, work)| !matches!(work, Work::Follows(_)));
        let count: Integer =
            searched.map(|(run, _)| roots.of(&self.segments[run.segment], &run.inputs)).sum();
        count.to_u128().unwrap_or(u128::MAX)
    }

    /// The numbers that sum up the lists, and whether the search is complete.
    fn totals(
        &self,
        certificate: &Value<'_>,
        [cases, exact, unknown, inverse]: [&Vec<Finding>; 4],
        runs: &[CaseRun],
        tiling: &Tiling,
    ) -> Checked<()> {
        let hard = runs.iter().filter(|run| matches!(run.alike, Alike::Hard { .. }));
        let in_runs: u128 = hard.map(|run| u128::from(run.count())).sum();
        let is_exact = |run: &CaseRun| run.alike == Alike::Exact;
        ensure!(
            self.roots.is_none() || (exact.is_empty() && !runs.iter().any(is_exact)),
            "exact cases are said to be counted, but some are listed"
        )?;
        let by_formula = self.by_formula(tiling, &tiling.covered);
        ensure!(
            self.roots.is_none() || by_formula > MOST_EXACT,
            "{by_formula} exact cases are only counted; unless they are more than {MOST_EXACT}, they are listed"
        )?;
        let all_exact = by_formula.saturating_add(exact.len() as u128);
        let mut pairs = vec![
            ("cases", certificate.int_at("cases")?, cases.len() as u128),
            ("exact_cases", certificate.int_at("exact_cases")?, all_exact),
            ("unknown", certificate.int_at("unknown")?, unknown.len() as u128),
        ];
        // What follows from others may be counted and not listed.
        for entry in certificate.find("follows").map_or(Ok(&[][..]), Value::list)? {
            for (name, _, listed) in &mut pairs {
                *listed = listed.saturating_add(entry.at("not_listed")?.int_at(name)?);
            }
        }
        let all_unknown = pairs[2].2;
        pairs.push(("cases_in_runs", certificate.int_at("cases_in_runs")?, in_runs));
        let counts = counted(inverse);
        for (name, count) in ["cases", "exact_cases", "unknown"].into_iter().zip(counts) {
            let said = certificate.find("inverse").map_or(Ok(0), |entry| entry.int_at(name))?;
            pairs.push((name, said, count));
        }
        for (name, said, listed) in pairs {
            ensure!(said == listed, "{said} `{name}` are stated, {listed} are listed")?;
        }
        let undecided = all_unknown > 0
            || counts[2] > 0
            || runs.iter().any(|run| matches!(run.alike, Alike::Unknown { .. }));
        let complete = certificate.at("complete")?.flag()?;
        ensure!(
            complete == (tiling.is_whole && !undecided),
            "it is not so that `complete` is {complete}"
        )
    }

    fn judge(&self, finding: &Finding, tiling: &Tiling) -> Checked<()> {
        let Finding { at, verdict, kind, x } = finding;
        let place = || format!("input {} of segment {}", at.1, at.0);
        ensure!(tiling.is_covered(at.0, &(at.1..at.1 + 1)), "{} was not covered", place())?;
        ensure!(self.is_number(x), "{} is a midpoint, no input", place())?;
        let truth = self.truth(x);
        // Where the search did not tell which breakpoint is the nearest, it states one that counts.
        let any = if self.rounding == Rounding::Nearest { "nearest" } else { "directed" };
        if matches!(verdict, Verdict::Unknown) && kind == any && self.is_untold(x) {
            return Ok(());
        }
        let deep = if self.engine == 2 { DEEP_OF_SECOND } else { DEEP };
        let (near, fits) = match (verdict, &truth) {
            (Verdict::Exact, Truth::Exact { near }) => (near, true),
            (Verdict::Unknown, Truth::Unclear { near, .. } | Truth::Close { near, .. }) => {
                (near, true)
            }
            // The search spends fewer bits than this program.
            (Verdict::Unknown, Truth::Hard { low, near, .. }) if low.get_exp() < Some(deep) => {
                (near, true)
            }
            (Verdict::Hard { distance, bits }, Truth::Hard { low, high, near }) => {
                let off = Float::with_val(64, low - distance).abs();
                let e = [low, high].map(|end| self.identical_bits(end.get_exp().unwrap_or(0)));
                let is_near = off <= (low.clone() >> 45u32);
                let is_deep = low.get_exp().is_some_and(|e| e < deep);
                // A bound is enough, too: of a distance just below a power of two the search states the power.
                let is_told = is_near || (is_deep && self.is_deep_bound(x, distance, deep));
                let is_bound = is_told && self.is_bound(distance, *bits, high);
                (near, is_near && e.contains(bits) || is_bound)
            }
            (Verdict::Hard { distance, bits }, Truth::Close { high, near }) => {
                let is_bound = self.is_bound(distance, *bits, high);
                (near, is_bound && self.is_deep_bound(x, distance, deep))
            }
            _ => return refuse!("{} is said to be {verdict:?}; it is {truth:?}", place()),
        };
        ensure!(
            fits && kind == self.kind(near) && self.counts(near),
            "{} is said to be {verdict:?}, {kind}; it is {truth:?}",
            place()
        )
    }

    /// Whether a distance that no precision shows may be told by this bound: it is not above 2^deep, or only so far as a search loses bits
    /// in f(x).
    ///
    /// A search tells a bound of what its last enclosure leaves open, of more than |deep| bits (engine 3: 5,000; engine 2: 1,024 or
    /// more): at most the distance, itself below 2^deep, and the enclosure's width. Where terms of f cancel, that may be above 2^deep; then
    /// an enclosure of |deep| bits is here, too, and wider.
    fn is_deep_bound(&self, x: &Rational, told: &Float, deep: i32) -> bool {
        *told <= Float::with_val(53, power_of_two(deep + 1))
            || self.seen(x, deep.unsigned_abs()).is_none_or(|seen| *told <= seen)
    }

    /// Whether a distance is an upper bound of another, and has the identical bits that are told.
    fn is_bound(&self, told: &Float, bits: u32, high: &Float) -> bool {
        let exponent = told.get_exp().unwrap_or(0);
        let is_power = *told == Float::with_val(53, 1) << (exponent - 1);
        let own = self.identical_bits(exponent) == bits
            || (is_power && self.identical_bits(exponent - 1) == bits);
        own && *high <= *told && *told <= self.epsilon_float()
    }

    /// Whether an input is a number of the format, where inputs include midpoints for the inverse function.
    pub(crate) fn is_number(&self, x: &Rational) -> bool {
        !self.inverse
            || self.rounding == Rounding::Directed
            || self.input.ordinal(x).is_some_and(|ordinal| ordinal.is_even())
    }

    /// Whether an input that is not listed belongs into a list.
    pub(crate) fn is_left_out(&self, x: &Rational) -> Checked<bool> {
        Ok(match self.truth(x) {
            Truth::Ordinary | Truth::Overflow | Truth::Undefined => false,
            Truth::Blind => return cannot!("f has no enclosure at {}, at any precision", shown(x)),
            Truth::Exact { .. } if self.roots.is_some() => false,
            Truth::Hard { near, .. }
            | Truth::Exact { near }
            | Truth::Close { near, .. }
            | Truth::Unclear { near, .. } => self.counts(&near) && self.is_number(x),
        })
    }

    /// g less m·i at an input, from an enclosure of f.
    pub(crate) fn drift_at(
        &self,
        at: (usize, u64),
        step: &Integer,
        spacing: i32,
        prec: u32,
    ) -> Option<Interval> {
        let g = self.coefficients(at.0, &(at.1..at.1 + 1), 0, spacing, prec).ok()?;
        let moved = Rational::from(Integer::from(step * at.1));
        Some(g[0].sub(&Interval::point(&moved, prec.max(128 + step.significant_bits()))))
    }
}

/// Cases, exact cases and undecided ones of a list.
pub(crate) fn counted(list: &[Finding]) -> [u128; 3] {
    let mut counts = [0; 3];
    for finding in list {
        counts[match finding.verdict {
            Verdict::Hard { .. } => 0,
            Verdict::Exact => 1,
            Verdict::Unknown => 2,
        }] += 1;
    }
    counts
}

fn ascending(name: &str, list: &[Finding]) -> Checked<()> {
    match list.windows(2).find(|pair| pair[0].at >= pair[1].at) {
        None => Ok(()),
        Some(pair) => refuse!(
            "{name}: input {} of segment {} is out of order, or listed twice",
            pair[1].at.1,
            pair[1].at.0
        ),
    }
}

/// The findings at some inputs of a segment.
pub(crate) fn within<'a>(
    list: &'a [Finding],
    segment: usize,
    inputs: &Range<u64>,
) -> &'a [Finding] {
    let from = list.partition_point(|finding| finding.at < (segment, inputs.start));
    let to = list.partition_point(|finding| finding.at < (segment, inputs.end));
    &list[from..to.max(from)]
}

/// ε/16 and a little, the most that a drift may move to count as nearly constant.
pub(crate) fn little(request: &Request) -> Rational {
    request.epsilon() * Rational::from((1001, 16000)) + power_of_two(-1000)
}
