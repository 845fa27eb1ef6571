//! The check of a certificate of an expression.

use super::certificate::ExpressionCertificate;
use super::judge::{Judge, Outcome};
use super::search::search;
use crate::drawn::{self, Judged};
use crate::plane::{PlaneCase, hex};
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};

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
    let judge = Judge::new(&request);
    let judged = |x: &Rational, y: &Rational| judged(&judge, certificate, x, y);
    let is_searched = |x: &Rational, y: &Rational| request.is_searched(x, y);
    let listed = drawn::cases(&certificate.cases, is_searched, judged)?;
    report.add("cases", format!("{} judged by enclosures", grouped(listed as u128)));
    if full {
        if search(&request, &()) != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    }
    let (xs, ys) = (request.xs(), request.ys());
    report.add("sample", drawn::sample(&certificate.cases, [&xs, &ys], seed, judged)?);
    Ok(report)
}

/// What a pair is, by algebra and enclosures alone.
fn judged(
    judge: &Judge,
    certificate: &ExpressionCertificate,
    x: &Rational,
    y: &Rational,
) -> Judged {
    let outcome = judge.outcome(x, y);
    let [x, y] = [x, y].map(|own| hex(own.to_f64()));
    let denied = match outcome {
        Outcome::Undecided => certificate.undecided == 0,
        Outcome::Next => certificate.next == 0,
        _ => false,
    };
    match outcome {
        _ if denied => Judged::Lie(lie(format!("{x}, {y} is {outcome:?}; none is said to be"))),
        Outcome::Hard { kind, identical_bits, distance } => {
            Judged::Case(PlaneCase { x, y, kind, identical_bits, distance })
        }
        other => Judged::Other(format!("{other:?}")),
    }
}
