//! The check of a certificate of pairs.

use crate::certificate::{Certificate, PairCase};
use crate::counts;
use crate::family::{Family, Request};
use crate::grid::Grid;
use crate::judge::{Judge, Outcome};
use crate::search::search;
use rayon::prelude::*;
use rug::Rational;
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::random::Random;
use tmd_base::text::grouped;
use tmd_cases::confirm::Judge as OtherJudge;
use tmd_cases::verdict::Verdict;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::{FunctionSpec, Segment, floor_log2, hexfloat};
use tmd_request::request::Rounding;

/// Numbers x that are drawn, each with all n, where the search is not repeated.
const DRAWN: u64 = 1024;

/// Checks a certificate: how many pairs are in reach or next to a simple breakpoint is counted anew, each case is judged as in searches of one
/// variable, and of all pairs a sample is, or, if `full`, all are: only then exact ones are counted, too.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &Certificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    let (pairs, next) = (counts::pairs(&request), counts::next(&request));
    if certificate.pairs != pairs || certificate.next != next {
        return Err(lie(format!(
            "{} pairs in reach are said to be {}, and {next:?} {:?}",
            pairs, certificate.pairs, certificate.next
        )));
    }
    report.add("pairs", format!("{} in reach, counted anew", grouped(pairs.into())));
    let (exact, counted) = (certificate.exact.all(), if full { "" } else { ", as stated" });
    if exact > pairs - certificate.next.one - certificate.next.power {
        return Err(lie(format!("{exact} of {pairs} pairs are said to be exact")));
    }
    report.add("exact", format!("{}{counted}", grouped(exact.into())));
    let cases = cases(&request, &certificate.cases)?;
    report.add("cases", format!("{} judged by enclosures", grouped(cases.len() as u128)));
    if full {
        if search(&request, None, &())? != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    } else {
        report.add("search", sample(&request, &cases, seed)?);
    }
    Ok(report)
}

/// The cases by x and n, each judged by the means of a search of one variable.
fn cases<'a>(
    request: &Request,
    all: &'a [PairCase],
) -> Result<BTreeMap<(Rational, i32), &'a PairCase>, Diag> {
    let read = |case: &'a PairCase| Ok(((hexfloat::parse("a case", &case.x)?, case.n), case));
    let read: Vec<((Rational, i32), &PairCase)> =
        all.iter().map(read).collect::<Result<_, Diag>>()?;
    if !read.is_sorted_by(|(a, _), (b, _)| a < b) {
        return Err(lie("the cases do not ascend by x and n"));
    }
    let judged = read.par_iter().map(|((x, n), case)| judged(request, x, *n, case));
    judged.collect::<Vec<_>>().into_iter().collect::<Result<(), Diag>>()?;
    Ok(read.into_iter().collect())
}

fn judged(request: &Request, x: &Rational, n: i32, case: &PairCase) -> Result<(), Diag> {
    let wrong = |why: String| lie(format!("x = {}, n = {n}: {why}", case.x));
    if !request.n.contains(&n) && !(request.n[0]..=request.n[1]).contains(&n)
        || !request.family.has(n)
    {
        return Err(wrong("n is not in the range".to_owned()));
    }
    let inputs = request.inputs();
    let size = Rational::from(x.abs_ref());
    let index = inputs.floor(&size);
    let is_number = index > 0 && inputs.exact(index) == size;
    let has_sign = *x > 0 || (request.family == Family::Compound && *x > -1);
    if !is_number || !has_sign {
        return Err(wrong("no number that is searched".to_owned()));
    }
    let spec = FunctionSpec::parse(&request.family.at(n))?;
    let ulp = -narrow_bits(x);
    let segment = Segment { first: Rational::from(x >> ulp).numer().clone(), ulp, count: 1 };
    let epsilon = Rational::from(1) >> request.bits;
    let spacing = spacing(request, &spec, x).map_err(wrong)?;
    let emax = request.format.emax;
    let judge = OtherJudge {
        spec: &spec,
        segment: &segment,
        spacing,
        rounding: Rounding::All,
        epsilon: &epsilon,
        emax,
    };
    let verdict = judge.judge(0).map_err(|error| spec.diagnose(&error))?;
    let says = Verdict::Hard {
        distance: case.distance,
        identical_bits: case.identical_bits,
        kind: case.kind,
    };
    match verdict {
        Some(Verdict::Hard { distance, identical_bits, kind })
            if identical_bits == case.identical_bits
                && kind == case.kind
                && distance.is_about(case.distance, 2f64.powi(-50)) =>
        {
            match Judge::new(request).judge(x, n) {
                Outcome::Hard(_) => Ok(()),
                other => Err(wrong(format!("{says:?}, which closed forms tell: {other:?}"))),
            }
        }
        other => Err(wrong(format!("it is said to be {says:?}; it is {other:?}"))),
    }
}

/// Bits after the point of a number.
fn narrow_bits(x: &Rational) -> i32 {
    (x.denom().significant_bits() - 1).cast_signed()
}

/// log2 of the spacing of breakpoints at f(x).
fn spacing(request: &Request, spec: &FunctionSpec, x: &Rational) -> Result<i32, String> {
    let breakpoints = Grid::breakpoints(&request.format);
    let place = |exponent: i64| i32::try_from(exponent).ok().map(|own| breakpoints.last_place(own));
    let enclosed = |prec: u32| {
        let value = spec.eval(&tmd_functions::interval::Interval::from_rational(x, prec)).ok()?;
        let ends = [value.lo().to_rational()?, value.hi().to_rational()?];
        let [low, high] = ends.map(|end| (end > 0).then(|| floor_log2(&end)));
        (low == high).then_some(low).flatten().and_then(place)
    };
    match spec.exact_value(x) {
        Some(value) if value > 0 => place(floor_log2(&value)),
        _ => [256, 1024].into_iter().find_map(enclosed),
    }
    .ok_or_else(|| "its value has no exponent that can be told".to_owned())
}

/// Looks at all n of numbers that are drawn.
fn sample(
    request: &Request,
    cases: &BTreeMap<(Rational, i32), &PairCase>,
    seed: u64,
) -> Result<String, Diag> {
    let inputs = request.inputs();
    let mut random = Random::new(seed);
    let mut drawn = || {
        let size = inputs.exact(1 + random.below(inputs.last()));
        let is_negative =
            request.family == Family::Compound && size < 1 && random.next().is_multiple_of(2);
        if is_negative { -size } else { size }
    };
    let numbers: Vec<Rational> = (0..DRAWN).map(|_| drawn()).collect();
    let judge = Judge::new(request);
    let check = |x: &Rational| {
        for n in request.exponents() {
            let outcome = judge.judge(x, n);
            let listed = cases.get(&(x.clone(), n));
            let is_listed = matches!(&outcome, Outcome::Hard(case) if listed == Some(&case));
            if matches!(outcome, Outcome::Hard(_)) != listed.is_some()
                || listed.is_some() != is_listed
            {
                let x = hexfloat::print_rational(x).unwrap_or_default();
                return Err(lie(format!("x = {x}, n = {n} is {outcome:?}; listed is {listed:?}")));
            }
        }
        Ok(())
    };
    let checked: Vec<Result<(), Diag>> = numbers.par_iter().map(check).collect();
    checked.into_iter().collect::<Result<(), Diag>>()?;
    let pairs = u128::from(DRAWN) * request.exponents().count() as u128;
    Ok(format!("{} pairs drawn and decided: none is missing (--full: all)", grouped(pairs)))
}
