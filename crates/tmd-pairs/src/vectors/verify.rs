//! The check of a certificate of vectors.

use super::angles;
use super::certificate::{VectorCase, VectorCertificate};
use super::judge::Judge;
use super::request::Request;
use super::search::{counts, search};
use crate::plane::Function;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::hexfloat;

/// Breakpoints that are drawn, where the search is not repeated.
const DRAWN: u64 = 1 << 14;

/// Checks a certificate: each case by enclosures, and the counts anew. The search of lengths, which takes seconds, is repeated; of angles, all
/// quotients near breakpoints that are drawn are taken, or, if `full`, all are searched again.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &VectorCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    let own = counts(&request)?;
    if own != certificate.counts() {
        return Err(lie(format!("{:?} are {own:?}", certificate.counts())));
    }
    report.add("pairs", format!("{} in reach, counted anew", grouped(own.pairs.into())));
    cases(&request, &certificate.cases)?;
    let listed = grouped(certificate.cases.len() as u128);
    report.add("cases", format!("{listed} judged by enclosures"));
    if full || request.function == Function::Hypot {
        if search(&request)? != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    } else {
        report.add("search", sample(&request, &certificate.cases, seed)?);
    }
    Ok(report)
}

/// Whether each case is one, by a pair that stands for it as the search would give it, and stands once.
fn cases(request: &Request, cases: &[VectorCase]) -> Result<(), Diag> {
    let judge = Judge::new(request)?;
    let check = |case: &VectorCase| {
        let [x, y] = [&case.x, &case.y].map(|text| hexfloat::parse("a case", text));
        let (x, y) = (x?, y?);
        let own = match request.function {
            // How many pairs there are of a length is seen when it is found again.
            Function::Hypot => judge.case(&x, &y, case.pairs),
            _ if x == 0 || y <= 0 => None,
            _ => angles::case_of(request, &judge, &x, &y),
        };
        match own.as_ref() == Some(case) {
            true => Ok(()),
            false => Err(lie(format!("{case:?} is {own:?}"))),
        }
    };
    let all: Vec<Result<(), Diag>> = cases.par_iter().map(check).collect();
    all.into_iter().collect::<Result<(), Diag>>()?;
    if !cases.is_sorted_by(|a, b| a.order(b).is_lt()) {
        return Err(lie("the cases do not ascend by distance"));
    }
    Ok(())
}

/// Looks for cases that are not listed.
fn sample(request: &Request, cases: &[VectorCase], seed: u64) -> Result<String, Diag> {
    let listed: BTreeMap<(&str, &str), &VectorCase> =
        cases.iter().map(|case| ((&*case.x, &*case.y), case)).collect();
    let is_listed = |case: &VectorCase| listed.get(&(&*case.x, &*case.y)) == Some(&case);
    match angles::missing(request, DRAWN, seed, is_listed)? {
        Some(case) => Err(lie(format!("{case:?} is not listed"))),
        None => Ok(format!(
            "all quotients near {} breakpoints drawn: none is missing (--full: near all)",
            grouped(DRAWN.into())
        )),
    }
}
