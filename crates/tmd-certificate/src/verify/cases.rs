//! Checks that every listed input is what the certificate says: judged by [`Oracle`], from its text.

use super::claim::Claim;
use super::inverse::InverseOracle;
use super::lie;
use super::oracle::{Oracle, Truth};
use super::roots::Counted;
use super::tiling::{Kind, Tiling};
use super::words::words;
use crate::certificate::{FoundRun, InverseEntry, NotListed};
use rayon::prelude::*;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;
use tmd_base::diag::Diag;
use tmd_base::named::named;
use tmd_base::text::{grouped, plural};
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::confirm::MOST_TOLD;
use tmd_cases::distance::Distance;
use tmd_cases::findings::{Finding, Sorted};
use tmd_cases::verdict::{CaseKind, Verdict};
use tmd_request::request::Rounding;

/// Distances below this power of two are stated as bounds where no precision that is spent shows them; by the second engine, below
/// the other.
const DEEP: i32 = -MOST_TOLD.cast_signed();
const DEEP_OF_SECOND: i32 = -900;
/// Bounds of distances are known to this share of themselves.
const SLACK: f64 = 1e-9;

/// The lists that findings are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Cases,
    Exact,
    Unknown,
    Inverse,
}

named!(
    List,
    "a list of findings",
    Cases = "cases",
    Exact = "exact cases",
    Unknown = "undecided inputs",
    Inverse = "findings of the inverse"
);

/// Checks the lists of findings.
pub(crate) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    by_formula: &Counted<'_>,
) -> Result<String, Diag> {
    let found = claim.found;
    let oracle = Oracle::new(claim);
    let inverse = InverseOracle::new(claim, tiling);
    let checker = Checker { claim, tiling, by_formula, oracle, inverse };
    let lists = [
        (List::Cases, &found.cases),
        (List::Exact, &found.exact),
        (List::Unknown, &found.unknown),
        (List::Inverse, &found.inverse),
    ];
    for (what, list) in lists {
        checker.order(what, list)?;
        parallel(list, |finding| checker.finding(what, finding))?;
    }
    checker.apart()?;
    for (number, run) in found.runs.iter().enumerate() {
        checker.run(number, run)?;
    }
    checker.totals()?;
    let exact = match by_formula.is_any() {
        true => format!("{} exact by a formula", grouped(claim.cert.exact_cases as u128)),
        false => format!("{} exact", found.exact.len()),
    };
    Ok(format!(
        "{} judged from their text by MPFR; {exact}, {} undecided, {} of the inverse, {}",
        grouped(found.cases.len() as u128),
        found.unknown.len(),
        found.inverse.len(),
        plural(found.runs.len(), "run")
    ))
}

/// Calls `check` for all items on all cores; the first refusal in their order.
pub fn parallel<T: Sync>(
    items: &[T],
    check: impl Fn(&T) -> Result<(), Diag> + Sync,
) -> Result<(), Diag> {
    items.par_iter().find_map_first(|item| check(item).err()).map_or(Ok(()), Err)
}

/// Whether a distance is within a bound of it.
fn is_within(high: &Float, bound: Distance) -> bool {
    *high <= bound.to_float() * (1.0 + SLACK)
}

struct Checker<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    by_formula: &'a Counted<'a>,
    oracle: Oracle<'a>,
    inverse: InverseOracle<'a>,
}

impl Checker<'_> {
    /// Ascending, each once, covered, and searched at all.
    fn order(&self, what: List, list: &[Finding]) -> Result<(), Diag> {
        for pair in list.windows(2) {
            match (pair[0].segment, pair[0].index).cmp(&(pair[1].segment, pair[1].index)) {
                Ordering::Less => {}
                Ordering::Equal => {
                    return Err(lie(format!("{what}: {} is listed twice", pair[0].x)));
                }
                Ordering::Greater => {
                    return Err(lie(format!(
                        "{what}: {} comes after {}, out of order",
                        pair[1].x, pair[0].x
                    )));
                }
            }
        }
        let is_covered =
            |segment: usize, index: u64| self.is_covered(segment, index..index.saturating_add(1));
        match list.iter().find(|f| !is_covered(f.segment, f.index)) {
            None => Ok(()),
            Some(f) => {
                Err(lie(format!("{what}: {} is not among the inputs that were covered", f.x)))
            }
        }
    }

    fn is_covered(&self, segment: usize, inputs: std::ops::Range<u64>) -> bool {
        let covered = &self.claim.cert.covered;
        let key = |run: &crate::certificate::RunEntry| (run.segment, run.to_index);
        let at = covered.partition_point(|run| key(run) <= (segment, inputs.start));
        covered.get(at).is_some_and(|run| {
            run.segment == segment && run.from_index <= inputs.start && inputs.end <= run.to_index
        })
    }

    /// Checks that no input is listed as two things.
    fn apart(&self) -> Result<(), Diag> {
        let found = self.claim.found;
        let lists = [&found.cases, &found.exact, &found.unknown];
        let mut all: Vec<&Finding> = lists.into_iter().flatten().collect();
        all.sort_by_key(|f| (f.segment, f.index));
        match all
            .windows(2)
            .find(|pair| (pair[0].segment, pair[0].index) == (pair[1].segment, pair[1].index))
        {
            None => self.runs_apart(),
            Some(pair) => Err(lie(format!("{} is listed as two things", pair[0].x))),
        }
    }

    /// Checks that no input is in two runs of cases.
    fn runs_apart(&self) -> Result<(), Diag> {
        let mut runs: Vec<&CaseRun> = self.claim.found.runs.iter().map(|own| &own.run).collect();
        runs.sort_by_key(|run| (run.segment, run.inputs.start));
        // Where the runs so far end, of inputs with even indices and with odd ones.
        let mut reach = [(0, 0); 2];
        for run in runs {
            let first = run.inputs.start % 2;
            let is_of = |parity: u64| !run.stride.is_multiple_of(2) || parity == first;
            for parity in (0..2).filter(|parity| is_of(*parity)) {
                let end = &mut reach[usize::from(parity == 1)];
                if *end > (run.segment, run.inputs.start) {
                    let x = self.tiling.x_text(run.segment, run.inputs.start);
                    return Err(lie(format!("{x} is in two runs of cases")));
                }
                *end = (run.segment, run.inputs.end);
            }
        }
        Ok(())
    }

    /// The breakpoint of the inverse, or the input, that a finding speaks of.
    fn input(&self, what: List, finding: &Finding) -> Result<Rational, Diag> {
        let text = finding.near.as_ref().unwrap_or(&finding.x);
        let x = self.tiling.number(text)?;
        if self.tiling.x(finding.segment, finding.index).as_ref() != Some(&x) {
            return Err(lie(format!(
                "{what}: {text} is not input {} of segment {}, which is {}",
                finding.index,
                finding.segment,
                self.tiling.x_text(finding.segment, finding.index)
            )));
        }
        Ok(x)
    }

    fn finding(&self, what: List, finding: &Finding) -> Result<(), Diag> {
        let x = self.input(what, finding)?;
        let is_inverse = what == List::Inverse;
        if finding.near.is_some() != is_inverse {
            return Err(lie(format!("{what}: {} is of another list", finding.x)));
        }
        if is_inverse {
            return self.inverse.finding(finding, &x);
        }
        let own = match finding.verdict {
            Verdict::Hard { .. } => List::Cases,
            Verdict::Exact(_) => List::Exact,
            Verdict::Unknown(_) => List::Unknown,
        };
        if what != own {
            return Err(lie(format!(
                "{what}: {} is said to be {}",
                finding.x,
                words(&finding.verdict)
            )));
        }
        if self.claim.request.with_inverse
            && self.claim.request.rounding != Rounding::Directed
            && !self.is_number(&x)
        {
            return Err(lie(format!("{what}: {} is a midpoint, no input", finding.x)));
        }
        self.judged(&finding.x, &finding.verdict, &self.oracle.truth(&x), &x)
    }

    /// Whether an input of the search is a number of the format, not a midpoint.
    fn is_number(&self, x: &Rational) -> bool {
        let format = tmd_functions::language::Format {
            precision: self.claim.input.precision - 1,
            ..self.claim.input.clone()
        };
        super::ordinals::Ordinals::new(&format).of(x).is_some()
    }

    fn judged(&self, name: &str, said: &Verdict, truth: &Truth, x: &Rational) -> Result<(), Diag> {
        let refuse =
            |is: String| Err(lie(format!("{name} is said to be {}, but it is {is}", words(said))));
        let kind = |said: CaseKind, near: &Integer| {
            let kind = self.oracle.kind(near);
            if said != kind {
                return refuse(format!("near to a breakpoint of the kind `{}`", kind.name()));
            }
            match self.oracle.wants(kind) {
                true => Ok(()),
                false => refuse("near to a breakpoint that does not count".into()),
            }
        };
        match (said, truth) {
            // The search spends fewer bits: it may not have told which breakpoint is the nearest.
            (Verdict::Unknown(said), Truth::Untold | Truth::Unclear { .. })
                if *said == self.oracle.kind_of_any() =>
            {
                Ok(())
            }
            (Verdict::Unknown(said), Truth::Hard { low, near, .. })
                if low.get_exp() < Some(self.deep()) =>
            {
                kind(*said, near)
            }
            (Verdict::Exact(said), Truth::Exact { near })
            | (Verdict::Unknown(said), Truth::Unclear { near, .. }) => kind(*said, near),
            (
                Verdict::Hard { distance, identical_bits, kind: said },
                Truth::Hard { low, high, near, .. },
            ) => {
                kind(*said, near)?;
                self.distance(name, *distance, *identical_bits, low, high)
            }
            // No precision shows the distance; but f(x) is known to be no breakpoint.
            (
                Verdict::Hard { distance, identical_bits, kind: said },
                Truth::Unclear { high, near },
            ) if self.claim.spec.is_no_float_at(x) && is_within(high, *distance) => {
                kind(*said, near)?;
                self.bits_of_bound(name, *distance, *identical_bits, high)
            }
            (_, truth) => refuse(match truth {
                Truth::Ordinary => {
                    format!("at least 2^-{} from every breakpoint: no case", self.claim.bits)
                }
                Truth::Hard { low, .. } => format!("a case at distance {}", Distance::of(low)),
                Truth::Exact { .. } => "exactly at a breakpoint".into(),
                Truth::Unclear { .. } => "too close to a breakpoint to tell".into(),
                Truth::Untold => "one of which no precision tells the nearest breakpoint".into(),
                Truth::Overflow => "an input whose result overflows".into(),
                Truth::Undefined => "an input at which f has no value".into(),
            }),
        }
    }

    fn distance(
        &self,
        name: &str,
        distance: Distance,
        identical_bits: u32,
        low: &Float,
        high: &Float,
    ) -> Result<(), Diag> {
        let exponent = low.get_exp().unwrap_or(0);
        let is_near = Float::with_val(64, low - distance.to_float()).abs()
            <= Float::with_val(64, low >> 45u32);
        // Where the search could only bound it, the bound is no less.
        let is_bound = exponent < self.deep() && *high <= distance.to_float();
        if !is_near && !is_bound {
            return Err(lie(format!(
                "{name} is said to be a case at distance {distance}; its distance is {}",
                Distance::of(low)
            )));
        }
        if !is_near {
            return self.bits_of_bound(name, distance, identical_bits, high);
        }
        let bits = self.identical_bits(exponent);
        // A distance that cannot be told from a power of two is taken for one.
        let at_power = high.get_exp().map(|exponent| self.identical_bits(exponent));
        if identical_bits == bits || Some(identical_bits) == at_power {
            return Ok(());
        }
        // More bits may tell it from the power above than the search spends: what it then states is a bound.
        if identical_bits < bits && *high <= distance.to_float() {
            return self.bits_of_bound(name, distance, identical_bits, high);
        }
        Err(lie(format!("{name} is said to have {identical_bits} identical bits; it has {bits}")))
    }

    /// Below distances of this exponent the search may state a bound, or nothing.
    fn deep(&self) -> i32 {
        if self.claim.cert.engine == 2 { DEEP_OF_SECOND } else { DEEP }
    }

    /// Checks a distance that is only bounded: the stated bound has the stated identical bits, and no more than there
    /// are.
    fn bits_of_bound(
        &self,
        name: &str,
        distance: Distance,
        identical_bits: u32,
        high: &Float,
    ) -> Result<(), Diag> {
        let half_units = i64::from(self.claim.request.rounding == Rounding::Directed);
        let exponent = -i64::from(identical_bits) - half_units;
        let power = |e: i64| Float::with_val(53, 1) << i32::try_from(e).unwrap_or(i32::MIN);
        if !(power(exponent - 1)..=power(exponent)).contains(&distance.to_float()) {
            return Err(lie(format!(
                "{name} is said to have {identical_bits} identical bits, which are not those of its distance {distance}"
            )));
        }
        let real = high.get_exp().map_or(u32::MAX, |exponent| self.identical_bits(exponent));
        match identical_bits <= real {
            true => Ok(()),
            false => Err(lie(format!(
                "{name} is said to have {identical_bits} identical bits; it has {real}"
            ))),
        }
    }

    /// Identical bits after the rounding bit, for a distance in [2^(exponent-1), 2^exponent).
    fn identical_bits(&self, exponent: i32) -> u32 {
        let half_units = i32::from(self.claim.request.rounding == Rounding::Directed);
        u32::try_from(-(exponent + half_units)).unwrap_or(0)
    }

    /// A run of inputs that are alike: its ends and some between them are judged, and its neighbours must be none.
    fn run(&self, number: usize, entry: &FoundRun) -> Result<(), Diag> {
        let FoundRun { first, last, run } = entry;
        let CaseRun { segment, inputs, stride, what, kind } = run;
        let refuse = |why: &str| Err(lie(format!("run {number}, from {first} to {last}: {why}")));
        if inputs.start >= inputs.end || !(1..=2).contains(stride) {
            return refuse("it is not a run");
        }
        let count = run.count();
        let end = inputs.start + (count - 1) * stride;
        for (text, index) in [(first, inputs.start), (last, end)] {
            if Some(self.tiling.number(text)?) != self.tiling.x(*segment, index) {
                return refuse("its ends are not those of its indices");
            }
        }
        let sane = match *what {
            RunKind::Hard { least, most } => {
                least <= most && self.claim.epsilon() >= most.to_float()
            }
            RunKind::Unknown { .. } | RunKind::Exact => true,
        };
        if !sane {
            return refuse("its distances are none below ε");
        }
        if !self.is_covered(*segment, inputs.start..inputs.end) {
            return refuse("it is not among the inputs that were covered");
        }
        let place = self.tiling.span_of(*segment, inputs.start);
        let inside = place.is_some_and(|place| {
            matches!(place.kind, Kind::Drift(_) | Kind::Follows(_))
                && inputs.end <= place.run.to_index
        });
        if !inside {
            return refuse("it is not in a span that is solved in closed form");
        }
        let steps = [0, 1, count / 3, count / 2, count.saturating_sub(2), count - 1];
        // A drift that passes a breakpoint is nearest to it between the ends.
        let mut side = None;
        for step in steps {
            let index = inputs.start + step.min(count - 1) * stride;
            let Some(x) = self.tiling.x(*segment, index) else {
                return refuse("it leaves its segment");
            };
            let truth = self.oracle.truth(&x);
            if !self.fits(*what, *kind, &truth) {
                return refuse(&format!(
                    "{} is not as the run says",
                    self.tiling.x_text(*segment, index)
                ));
            }
            if let (RunKind::Hard { least, .. }, Truth::Hard { is_above, .. }) = (*what, truth)
                && !least.is_zero()
                && *side.get_or_insert(is_above) != is_above
            {
                return refuse(&format!(
                    "f passes a breakpoint before {}",
                    self.tiling.x_text(*segment, index)
                ));
            }
        }
        Ok(())
    }

    fn fits(&self, what: RunKind, kind: CaseKind, truth: &Truth) -> bool {
        let of_kind = |near: &Integer| self.oracle.kind(near) == kind && self.oracle.wants(kind);
        match (what, truth) {
            (RunKind::Hard { least, most }, Truth::Hard { low, high, near, .. }) => {
                let least = least.to_float();
                of_kind(near) && *low >= least * (1.0 - SLACK) && is_within(high, most)
            }
            (RunKind::Hard { least, most }, Truth::Unclear { high, near }) => {
                of_kind(near) && least.is_zero() && is_within(high, most)
            }
            (RunKind::Exact, Truth::Exact { near }) => of_kind(near),
            (
                RunKind::Unknown { most },
                Truth::Hard { high, near, .. } | Truth::Unclear { high, near },
            ) => of_kind(near) && is_within(high, most),
            (RunKind::Unknown { .. }, Truth::Exact { near }) => of_kind(near),
            _ => false,
        }
    }

    /// A search is complete if everything was covered and nothing is undecided; and only then.
    fn complete(&self) -> Result<(), Diag> {
        let (cert, found) = (self.claim.cert, self.claim.found);
        let in_runs = found.runs.iter().any(|run| matches!(run.run.what, RunKind::Unknown { .. }));
        let inverse = !Sorted::of(&found.inverse).unknown.is_empty();
        let undecided = in_runs || inverse || cert.unknown > 0;
        match cert.complete == (cert.gaps.is_empty() && !undecided) {
            true => Ok(()),
            false if cert.complete => {
                Err(lie("the search is said to be complete, but some inputs are undecided"))
            }
            false => Err(lie("the search is said not to be complete, but nothing is missing")),
        }
    }

    /// The numbers that sum up the lists.
    fn totals(&self) -> Result<(), Diag> {
        let (cert, found) = (self.claim.cert, self.claim.found);
        let hard = |run: &&FoundRun| matches!(run.run.what, RunKind::Hard { .. });
        let in_runs: u128 =
            found.runs.iter().filter(hard).map(|run| u128::from(run.run.count())).sum();
        let inverse = InverseEntry::of(&Sorted::of(&found.inverse));
        let said = cert.inverse.clone().unwrap_or_default();
        let counted =
            cert.follows.iter().fold(NotListed::default(), |sum, entry| sum.plus(entry.not_listed));
        let all = |list: &[Finding], counted: u128| counted.saturating_add(list.len() as u128);
        let by_formula = self.by_formula.searched(&cert.covered).to_u128().unwrap_or(u128::MAX);
        let exact = counted.exact_cases.saturating_add(by_formula);
        let pairs = [
            ("cases", cert.cases as u128, all(&found.cases, counted.cases)),
            ("cases in runs", cert.cases_in_runs, in_runs),
            ("exact cases", cert.exact_cases as u128, all(&found.exact, exact)),
            ("undecided inputs", cert.unknown as u128, all(&found.unknown, counted.unknown)),
            ("cases of the inverse", said.cases as u128, inverse.cases as u128),
            ("exact cases of the inverse", said.exact_cases as u128, inverse.exact_cases as u128),
            ("undecided inputs of the inverse", said.unknown as u128, inverse.unknown as u128),
        ];
        match pairs.into_iter().find(|(_, said, listed)| said != listed) {
            None => self.complete(),
            Some((what, said, listed)) => {
                Err(lie(format!("{said} {what} are stated, but {listed} are listed")))
            }
        }
    }
}
