//! The check of a certificate of two numbers.

use super::certificate::PlaneCertificate;
use super::drawn::{self, Judged};
use super::judge::Judge;
use super::request::Request;
use super::search::{Outcome, Rows, search};
use rayon::prelude::*;
use rug::Rational;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::SOUND;
use tmd_base::random::Random;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::Segment;

/// Windows that are drawn where rows are searched by kernels, the numbers x in each, and how many numbers y are drawn for it.
const WINDOWS: usize = 16;
const WINDOW: u64 = 1 << 14;
const ROWS: usize = 64;

/// Checks a certificate: each case by enclosures, and pairs that are drawn, too; if `full`, the search is repeated, and only then all is counted
/// anew. Where rows are searched by kernels, windows of rows are drawn, and every pair in them is looked at.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &PlaneCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    possible(&request, certificate)?;
    let counted = if full { "" } else { ", as stated" };
    let PlaneCertificate { pairs, exact, next, .. } = certificate;
    let [pairs, exact, next] = [*pairs, exact.all(), *next].map(|count| grouped(count.into()));
    report.add("pairs", format!("{pairs} in reach, {exact} exact, {next} next to one{counted}"));
    let judge = Judge::new(&request)?;
    let is_searched = |x: &Rational, y: &Rational| request.is_searched(x, y);
    let listed = drawn::cases(&certificate.cases, is_searched, |x, y| judged(&judge, x, y))?;
    report.add("cases", format!("{} judged by enclosures", grouped(listed as u128)));
    if full && request.is_by_rows() {
        let message = "--full: there are too many pairs to look at each";
        return Err(Diag::new(DiagKind::Unsupported, message).help(
            "leave it out: windows of pairs are drawn, and every pair in them is looked at",
        ));
    }
    if full {
        if search(&request)? != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    }
    let sample = if request.is_by_rows() { windows } else { sample };
    report.add("sample", sample(&request, certificate, seed)?);
    Ok(report)
}

/// Checks that there are so many pairs, and so many of a kind among them.
fn possible(request: &Request, certificate: &PlaneCertificate) -> Result<(), Diag> {
    let PlaneCertificate { pairs, exact, next, cases, .. } = certificate;
    let [x, y] = request.counts().map(u128::from);
    if u128::from(*pairs) > x * y {
        return Err(lie(format!("{pairs} pairs are said to be in reach, of {x} times {y}")));
    }
    let told = [exact.nearest, exact.directed, *next, cases.len() as u64].map(u128::from);
    match told.iter().sum::<u128>() <= u128::from(*pairs) {
        true => Ok(()),
        false => Err(lie("more pairs are exact, next to something or cases than are in reach")),
    }
}

/// Looks at all pairs of windows that are drawn, consecutive numbers x with one y, by values in binary64.
fn windows(request: &Request, certificate: &PlaneCertificate, seed: u64) -> Result<String, Diag> {
    let listed: BTreeMap<(&str, &str), _> =
        certificate.cases.iter().map(|case| ((&*case.x, &*case.y), case)).collect();
    let [of_x, of_y] = request.binades();
    let mut random = Random::new(seed);
    let mut draw = |all: &[Segment]| {
        let mut place = random.below(all.iter().map(|own| own.count).sum());
        let own = all.iter().find(|own| {
            let is_here = place < own.count;
            place -= if is_here { 0 } else { own.count };
            is_here
        });
        own.map(|own| (own.clone(), place))
    };
    let mut drawn = vec![];
    for _ in 0..WINDOWS {
        let ys: Vec<f64> =
            (0..ROWS).filter_map(|_| draw(&of_y)).map(|(y, j)| y.x(j).to_f64()).collect();
        drawn.extend(draw(&of_x).map(|x| (x, ys)));
    }
    let check = |((x, first), ys): &((Segment, u64), Vec<f64>)| {
        let end = x.count.min(first + WINDOW);
        let xs: Vec<f64> = (*first..end).map(|index| x.x(index).to_f64()).collect();
        let rows = Rows::new(request, &xs)?;
        for (_, case) in ys.iter().flat_map(|y| rows.row(*y).cases) {
            let own = listed.get(&(&*case.x, &*case.y));
            if own != Some(&&case) {
                return Err(lie(format!("{case:?} is a case; listed is {own:?}")));
            }
        }
        Ok((end - first) * ys.len() as u64)
    };
    let all: Vec<Result<u64, Diag>> = drawn.par_iter().map(check).collect();
    let pairs: u64 = all.into_iter().sum::<Result<u64, Diag>>()?;
    Ok(format!(
        "{} pairs in {} rows drawn and looked at: none is missing",
        grouped(pairs.into()),
        WINDOWS * ROWS
    ))
}

/// Decides on pairs that are drawn, without values in binary64.
fn sample(request: &Request, certificate: &PlaneCertificate, seed: u64) -> Result<String, Diag> {
    let judge = Judge::new(request)?;
    let (xs, ys) = (request.xs(), request.ys());
    drawn::sample(&certificate.cases, [&xs, &ys], seed, |x, y| judged(&judge, x, y))
}

/// The case of a pair, if it is hard to round.
fn judged(judge: &Judge, x: &Rational, y: &Rational) -> Judged {
    match Outcome::of(judge, x, y) {
        Outcome::Hard(case) => Judged::Case(case),
        other => Judged::Other(format!("{other:?}")),
    }
}
