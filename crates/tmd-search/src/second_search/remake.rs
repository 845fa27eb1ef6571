//! Checks that the plan is the request's: makes it anew, and compares it word by word.

use crate::plan::Plan;
use crate::report::Report;
use crate::results::Results;
use crate::{certify, plan};
use serde::Serialize;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::{FollowEntry, NotListed};
use tmd_certificate::verify::claim::Claim;
use tmd_certificate::verify::lie;

/// The plan of the request: this program's own, or that with precompiled kernels.
pub(super) fn check(claim: &Claim<'_>) -> Result<Plan, Diag> {
    let cert = claim.cert;
    let profile = cert.profile.clone().unwrap_or_default();
    let own = plan::make_by(&claim.request, profile)?;
    if own.hash_by(cert.engine) == cert.plan_hash {
        return compare(claim, own);
    }
    match widened(&own)? {
        Some(wider) if wider.hash_by(cert.engine) == cert.plan_hash => compare(claim, wider),
        _ if cert.engine == 2 && own.spec.is_composite() => Err(planned_otherwise(&own)),
        // What differs is told if it stands in the certificate; else it is the hash.
        _ => compare(claim, own).and_then(|plan| Err(other_hash(claim, &plan))),
    }
}

/// The plan with precompiled kernels, if they serve it.
#[cfg(feature = "precompiled")]
fn widened(own: &Plan) -> Result<Option<Plan>, Diag> {
    crate::precompiled::widen(own)
}

/// There are none in this program: a certificate of a search by them is refused for its hash.
#[cfg(not(feature = "precompiled"))]
fn widened(_own: &Plan) -> Result<Option<Plan>, Diag> {
    Ok(None)
}

/// The second engine had wider enclosures of compositions, and so other plans, which are not made here any more.
fn planned_otherwise(plan: &Plan) -> Diag {
    let function = plan.spec.canonical();
    let message = format!("engine 2 planned compositions such as {function} otherwise");
    Diag::new(DiagKind::Unsupported, message)
        .help("tmd-check checks such certificates; or search again")
}

fn other_hash(claim: &Claim<'_>, plan: &Plan) -> Diag {
    lie(format!(
        "the plan's hash is said to be {:.16}…; the plan of the request has {:.16}…",
        claim.cert.plan_hash,
        plan.hash_by(claim.cert.engine)
    ))
}

/// Compares all that the certificate says of the plan.
fn compare(claim: &Claim<'_>, plan: Plan) -> Result<Plan, Diag> {
    let cert = claim.cert;
    let report = Report { threads: 1, ..Report::default() };
    let wanted = certify::without_findings(Results {
        plan: &plan,
        report: &report,
        command: "",
        units: &[],
    })?;
    list("kernel", &cert.kernels, &wanted.kernels)?;
    list("searched span", &cert.spans, &wanted.spans)?;
    list("drift", &cert.drifts, &wanted.drifts)?;
    list("decided run", &cert.decided, &wanted.decided)?;
    list("run of inputs that are examined directly", &cert.direct, &wanted.direct)?;
    // What was found of them is no part of the plan.
    let planned =
        |entry: &FollowEntry| FollowEntry { not_listed: NotListed::default(), ..entry.clone() };
    let said: Vec<FollowEntry> = cert.follows.iter().map(planned).collect();
    list("run of inputs that follow", &said, &wanted.follows)?;
    drop(wanted);
    Ok(plan)
}

/// Compares a list with that of the plan made anew.
fn list<T: Serialize + PartialEq>(what: &str, said: &[T], wanted: &[T]) -> Result<(), Diag> {
    if said.len() != wanted.len() {
        let (said, wanted) = (said.len(), wanted.len());
        return Err(other(format!("has {wanted}, not {said}, of the kind `{what}`")));
    }
    match said.iter().zip(wanted).position(|(a, b)| a != b) {
        None => Ok(()),
        Some(place) => {
            let text = |value: &T| {
                serde_json::to_value(value).map_err(|error| {
                    Diag::new(DiagKind::Internal, format!("{what} {place} cannot be told: {error}"))
                })
            };
            let (said, wanted) = (text(&said[place])?, text(&wanted[place])?);
            Err(other(format!("has another {what} {place}: {}", difference("", &said, &wanted))))
        }
    }
}

fn other(how: String) -> Diag {
    let diag = lie(format!("the plan that this program makes of the request {how}"));
    diag.help("the certificate was changed, or another version of this program wrote it: verify it with that one")
}

/// The first place where two values differ, with both.
fn difference(place: &str, said: &serde_json::Value, wanted: &serde_json::Value) -> String {
    use serde_json::Value::{Array, Object};
    match (said, wanted) {
        (Object(a), Object(b)) => {
            let differing = b.iter().find(|(key, value)| a.get(*key) != Some(value));
            if let Some((key, value)) = differing
                && let Some(said) = a.get(key)
            {
                return difference(&format!("{place}.{key}"), said, value);
            }
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            if let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) {
                return difference(&format!("{place}[{at}]"), &a[at], &b[at]);
            }
        }
        _ => {}
    }
    let place = place.trim_start_matches('.');
    format!("{place} is {wanted:.200}, not {said:.200}")
}
