//! The check of a certificate of phases.

use crate::certificate::PhaseCertificate;
use crate::judge::{Judge, Judged};
use crate::request::Request;
use crate::search::{Binade, search};
use crate::visit::inputs_within;
use rayon::prelude::*;
use rug::{Integer, Rational};
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::narrow;
use tmd_base::random::Random;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::{Segment, hexfloat};

/// Ranges of phases that are drawn.
const DRAWN: u32 = 64;
/// About so many arguments have phases of one of them.
const IN_RANGE: f64 = 1024.0;

/// Checks a certificate: how many arguments there are, each case by enclosures, and the arguments of short ranges of phases that are drawn, which
/// are visited one by one; if `full`, the search is repeated.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &PhaseCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    let mut inputs = 0;
    for segment in &request.segments {
        inputs += Binade::new(&request, segment).count()?;
    }
    if inputs != certificate.inputs {
        return Err(lie(format!(
            "{inputs} arguments have these phases, not {}",
            certificate.inputs
        )));
    }
    report.add("arguments", format!("{}, counted", grouped(inputs.into())));
    let listed = cases(&request, certificate)?;
    report.add("cases", format!("{} judged by enclosures", grouped(listed as u128)));
    if !certificate.undecided.is_empty() {
        let undecided = grouped(certificate.undecided.len() as u128);
        report.add("undecided", format!("{undecided} arguments, here as well"));
    }
    if full {
        if search(&request, &())? != *certificate {
            return Err(lie("another search gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    }
    report.add("sample", sample(&request, certificate, seed)?);
    Ok(report)
}

/// What a certificate says of arguments, by these.
fn listed(certificate: &PhaseCertificate) -> Vec<(&str, Judged)> {
    let cases = certificate.cases.iter().map(|case| (&*case.x, Judged::Case(case.clone())));
    let undecided = certificate.undecided.iter().map(|x| (&**x, Judged::Undecided));
    cases.chain(undecided).collect()
}

fn cases(request: &Request, certificate: &PhaseCertificate) -> Result<usize, Diag> {
    let judge = Judge::new(request);
    let listed = listed(certificate);
    let mut places = vec![];
    for (x, _) in &listed {
        let number = hexfloat::parse("a case", x)?;
        let Some((segment, index)) = place(request, &number) else {
            return Err(lie(format!("{x} is not in the range")));
        };
        places.push((number, segment, index));
    }
    let (decided, undecided) = places.split_at(certificate.cases.len());
    if ![decided, undecided].iter().all(|own| own.is_sorted_by(|(a, ..), (b, ..)| a < b)) {
        return Err(lie("the cases do not ascend"));
    }
    type Place<'a> = (Rational, &'a Segment, u64);
    let check = |((_, segment, index), (x, judged)): (&Place<'_>, &(&str, Judged))| {
        if !Binade::new(request, segment).is_meant(*index) {
            return Err(lie(format!("{x} has another phase")));
        }
        match judge.judged(segment, *index)? {
            own if own == *judged => Ok(()),
            own => Err(lie(format!("{judged:?} is {own:?}"))),
        }
    };
    let all: Vec<Result<(), Diag>> = places.par_iter().zip(&listed).map(check).collect();
    all.into_iter().collect::<Result<(), Diag>>()?;
    Ok(certificate.cases.len())
}

fn place<'a>(request: &'a Request, x: &Rational) -> Option<(&'a Segment, u64)> {
    request.segments.iter().find_map(|segment| Some((segment, segment.index_of(x)?)))
}

/// Visits all arguments whose phases are in short ranges that are drawn.
fn sample(request: &Request, certificate: &PhaseCertificate, seed: u64) -> Result<String, Diag> {
    let judge = Judge::new(request);
    let listed: BTreeMap<&str, Judged> = listed(certificate).into_iter().collect();
    let mut random = Random::new(seed);
    let mut visited = 0;
    for segment in &request.segments {
        let binade = Binade::new(request, segment);
        let share = (IN_RANGE / narrow::about(binade.inputs.count)).min(1.0);
        let [from, to] = binade.ends().clone();
        let length = Integer::from(&to - &from);
        let most = part(&crate::inputs::whole(), share);
        for _ in 0..DRAWN {
            let start = &from + part(&length, random.unit());
            let end = Integer::from(&start + &most).min(to.clone());
            let own = inputs_within(&binade.inputs, &(0..binade.inputs.count), &(start..end));
            let own: Vec<u64> = own.into_iter().filter(|index| binade.is_meant(*index)).collect();
            visited += own.len();
            let check = |index: &u64| {
                let own = judge.judged(segment, *index)?;
                let x = segment.hex(*index);
                match own == *listed.get(&*x).unwrap_or(&Judged::Ordinary) {
                    true => Ok(()),
                    false => Err(lie(format!("{x} is {own:?}; listed is {:?}", listed.get(&*x)))),
                }
            };
            let all: Vec<Result<(), Diag>> = own.par_iter().map(check).collect();
            all.into_iter().collect::<Result<(), Diag>>()?;
        }
    }
    Ok(format!(
        "{} arguments of ranges of phases that were drawn: none is missing (--full: all)",
        grouped(visited as u128)
    ))
}

/// A share of a number.
fn part(number: &Integer, share: f64) -> Integer {
    Integer::from(number * narrow::whole((share * 2f64.powi(52)).floor())) >> 52u32
}
