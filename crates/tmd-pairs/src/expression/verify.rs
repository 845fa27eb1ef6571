//! The check of a certificate of an expression.

use super::certificate::ExpressionCertificate;
use super::judge::{Judge, Outcome};
use super::request::Request;
use super::search::search;
use crate::plane::drawn::{self, Judged};
use crate::plane::{PlaneCase, hex};
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_base::engine::SOUND;
use tmd_base::text::grouped;
use tmd_certificate::verify::{Report, lie};
use tmd_functions::language::hexfloat;

/// Ranges of no more pairs are searched again in any case.
const FEW: u64 = 1 << 18;

/// Checks a certificate: each case by algebra and enclosures, and pairs that are drawn, too; if `full`, the search is repeated.
///
/// # Errors
/// If a claim is false, or the certificate is of a version that may miss cases.
pub fn verify(certificate: &ExpressionCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    if !SOUND.contains(&certificate.engine) {
        return Err(lie(format!("engine {} may miss cases", certificate.engine)));
    }
    let mut report = Report::of_evaluator(seed);
    report.add("request", request.command());
    let is_repeated = full || request.pairs() <= FEW;
    let told = if is_repeated { "" } else { ", as stated: counted again with --full" };
    report.add("pairs", format!("{} in reach{told}", grouped(certificate.pairs.into())));
    report.add("undecided", format!("{}{told}", grouped(certificate.undecided.into())));
    let judge = Judge::new(&request);
    example(&request, certificate, &judge)?;
    let judged = |x: &Rational, y: &Rational| judged(&judge, x, y);
    let is_searched = |x: &Rational, y: &Rational| request.is_searched(x, y);
    let listed = drawn::cases(&certificate.cases, is_searched, judged)?;
    report.add("cases", format!("{} judged by enclosures", grouped(listed as u128)));
    // A small range is searched again before more pairs are drawn than it has.
    if is_repeated {
        if search(&request, None, &())? != *certificate {
            return Err(lie("another search of all pairs gives another certificate"));
        }
        report.add("search", "repeated: the same".to_owned());
    }
    let (xs, ys) = (request.xs(), request.ys());
    report.add("sample", drawn::sample(&certificate.cases, [&xs, &ys], seed, judged)?);
    Ok(report)
}

/// What a pair is, by algebra and enclosures alone. A pair that is not decided so may have been decided by the enclosures of the search, which
/// know when an end is none: that it is no case is all that can be said of it here.
fn judged(judge: &Judge, x: &Rational, y: &Rational) -> Judged {
    match judge.outcome(x, y) {
        Outcome::Hard { kind, identical_bits, distance } => {
            let [x, y] = [x, y].map(|own| hex(own.to_f64()));
            Judged::Case(PlaneCase { x, y, kind, identical_bits, distance })
        }
        other => Judged::Other(format!("{other:?}")),
    }
}

/// Checks that the example of an undecided pair is one.
fn example(
    request: &Request,
    certificate: &ExpressionCertificate,
    judge: &Judge,
) -> Result<(), Diag> {
    let Some([x, y]) = &certificate.first_undecided else {
        return match certificate.undecided {
            0 => Ok(()),
            _ => Err(lie("no undecided pair is shown")),
        };
    };
    let [exact_x, exact_y] =
        [hexfloat::parse("an undecided pair", x)?, hexfloat::parse("an undecided pair", y)?];
    let is_one = request.is_searched(&exact_x, &exact_y)
        && judge.outcome(&exact_x, &exact_y) == Outcome::Undecided;
    match certificate.undecided > 0 && is_one {
        true => Ok(()),
        false => Err(lie(format!("x = {x}, y = {y} is no undecided pair"))),
    }
}
