//! The check of a certificate of an expression.

use super::certificate::ExpressionCertificate;
use super::judge::{Judge, Outcome};
use super::request::Request;
use super::search::search;
use crate::plane::{PlaneCase, hex};
use rayon::prelude::*;
use rug::Rational;
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::random::Random;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::hexfloat;

/// Pairs that are drawn.
const DRAWN: usize = 1 << 16;

/// Checks a certificate: each case by algebra and enclosures, and pairs that are drawn, too; if `full`, the search is repeated.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &ExpressionCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    if (certificate.undecided > 0) != certificate.first_undecided.is_some() {
        return Err(lie("the first undecided pair does not fit their number"));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    report.add("pairs", format!("{} in reach", grouped(certificate.pairs.into())));
    report.add("undecided", grouped(certificate.undecided.into()));
    let listed = cases(&request, certificate)?;
    report.add("cases", format!("{} judged by enclosures", grouped(listed as u128)));
    if full {
        if search(&request, &()) != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    }
    report.add("sample", sample(&request, certificate, seed)?);
    Ok(report)
}

/// The case of a pair, if it is hard to round.
fn case_of(judge: &Judge, x: &Rational, y: &Rational) -> Result<PlaneCase, Outcome> {
    match judge.outcome(x, y) {
        Outcome::Hard { kind, identical_bits, distance } => {
            let [x, y] = [x, y].map(|own| hex(own.to_f64()));
            Ok(PlaneCase { x, y, kind, identical_bits, distance })
        }
        other => Err(other),
    }
}

fn cases(request: &Request, certificate: &ExpressionCertificate) -> Result<usize, Diag> {
    let judge = Judge::new(request);
    let read = |text: &String| hexfloat::parse("a case", text);
    let mut places = vec![];
    for case in &certificate.cases {
        places.push((read(&case.x)?, read(&case.y)?));
    }
    if !places.is_sorted_by(|a, b| a < b) {
        return Err(lie("the cases do not ascend by x and y"));
    }
    let check = |((x, y), case): (&(Rational, Rational), &PlaneCase)| {
        if !request.is_searched(x, y) {
            return Err(lie(format!("{case:?} is no pair that is searched")));
        }
        match case_of(&judge, x, y) {
            Ok(own) if own == *case => Ok(()),
            other => Err(lie(format!("{case:?} is {other:?}"))),
        }
    };
    let all: Vec<Result<(), Diag>> = places.par_iter().zip(&certificate.cases).map(check).collect();
    all.into_iter().collect::<Result<(), Diag>>()?;
    Ok(places.len())
}

/// Decides on pairs that are drawn, without enclosures in binary64.
fn sample(
    request: &Request,
    certificate: &ExpressionCertificate,
    seed: u64,
) -> Result<String, Diag> {
    let judge = Judge::new(request);
    let (xs, ys) = (request.xs(), request.ys());
    let listed: BTreeMap<(&str, &str), _> =
        certificate.cases.iter().map(|case| ((&*case.x, &*case.y), case)).collect();
    let mut random = Random::new(seed);
    let mut draw = |all: &[f64]| {
        let place = usize::try_from(random.below(all.len() as u64)).unwrap_or_default();
        all[place]
    };
    let drawn: Vec<[f64; 2]> = (0..DRAWN).map(|_| [draw(&xs), draw(&ys)]).collect();
    let check = |[x, y]: &[f64; 2]| {
        let exact = |own: f64| Rational::from_f64(own).unwrap_or_default();
        let found = case_of(&judge, &exact(*x), &exact(*y));
        let [x, y] = [hex(*x), hex(*y)];
        let own = listed.get(&(&*x, &*y));
        let is_told = match &found {
            Ok(case) => own == Some(&case),
            // That there are none of them, or none of these.
            Err(Outcome::Undecided) => own.is_none() && certificate.undecided > 0,
            Err(Outcome::Next) => own.is_none() && certificate.next > 0,
            Err(_) => own.is_none(),
        };
        match is_told {
            true => Ok(()),
            false => Err(lie(format!("{x}, {y} is {found:?}; listed is {own:?}"))),
        }
    };
    let all: Vec<Result<(), Diag>> = drawn.par_iter().map(check).collect();
    all.into_iter().collect::<Result<(), Diag>>()?;
    Ok(format!("{} pairs drawn and decided: none is missing (--full: all)", grouped(DRAWN as u128)))
}
