//! Certificates of vectors: lengths and angles over all pairs of a format that is too large for each pair to be looked at.

pub(crate) mod angles;
pub(crate) mod blocks;
pub(crate) mod claim;
pub(crate) mod count;
pub(crate) mod fractions;
pub(crate) mod lengths;
pub(crate) mod shape;
pub(crate) mod swept;

use crate::json::Value;
use crate::plane::{TRUST, ask::Formula};
use crate::sample::Random;
use crate::stop::Checked;
use crate::version;
use claim::Claim;
use count::Counts;

/// The versions of certificates that are read.
const SCHEMAS: [u32; 1] = [1];
/// Whether a document is a certificate of vectors.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("vectors")))
}

/// Checks a certificate: counts and cases are proved; lengths are all searched again, and so are angles, unless a sample of breakpoints is asked for.
/// The verdict in words, if it is accepted.
pub(crate) fn check(value: &Value<'_>, sample: u64, seed: u64) -> Checked<String> {
    version::read(value, "vectors", &SCHEMAS)?;
    let claim = Claim::read(value)?;
    let ask = &claim.ask;
    let hard = claim.judge()?;
    let (counts, complete) = match ask.formula {
        Formula::Hypot => {
            let counts = ask.count_lengths()?;
            claim.compare(&counts)?;
            let tried = claim.search_lengths()?;
            let complete = format!(
                "proved: all lengths that may be near to a breakpoint were searched again, and {tried} of\n              them judged: no \
                 case is left out"
            );
            (counts, complete)
        }
        _ => {
            let counts = ask.count_angles()?;
            claim.compare(&counts)?;
            (counts, claim.search_angles(sample, &mut Random(seed), seed)?)
        }
    };
    let Counts { pairs, exact: [numbers, midpoints], next } = counts;
    let lines = [
        format!("function      {}", ask.formula.text()),
        format!(
            "range         all x and y of {}: {pairs} pairs in reach, counted anew",
            ask.format.name
        ),
        format!("ε             2^-{} of the spacing of breakpoints", ask.bits),
        format!("exact         {numbers} at numbers and {midpoints} at midpoints, counted anew"),
        format!("next          {next} as near as cases next to something simple, counted anew"),
        format!(
            "cases         {}: each evaluated again; they stand for {hard} pairs, counted anew",
            claim.cases.len()
        ),
        format!("completeness  {complete}"),
        TRUST.to_owned(),
    ];
    Ok(lines.join("\n"))
}
