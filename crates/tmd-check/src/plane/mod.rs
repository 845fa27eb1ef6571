//! Certificates of pairs of two numbers: x^y, (1 + x)^y, angles and lengths of vectors over all pairs of a small format.

pub(crate) mod angles;
pub(crate) mod ask;
pub(crate) mod claim;
pub(crate) mod lengths;
pub(crate) mod met;
pub(crate) mod plain;
pub(crate) mod powers;
pub(crate) mod rows;
pub(crate) mod short;
pub(crate) mod truth;

use crate::json::Value;
use crate::stop::Checked;
use crate::version;
use ask::{Ask, Formula};
use claim::Claim;
use met::Met;
use rows::Rows;

/// The versions of certificates that are read.
const SCHEMAS: [u32; 1] = [1];

/// What is not proved here, one line each.
pub(crate) const TRUST: &str = "\
trusted, because it is not checked here:
- MPFR and GMP, the compilers, the processor, and this program
- theorems of Lindemann, Weierstrass and Niven: which angles are transcendental, or irrational in half turns";

/// Whether a document is a certificate of two numbers.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("plane")))
}

/// Checks a certificate by a second search of all pairs, or of windows that are drawn where there are too many; the verdict in words, if it
/// is accepted.
pub(crate) fn check(value: &Value<'_>, sample: u64, seed: u64) -> Checked<String> {
    version::read(value, "pairs", &SCHEMAS)?;
    let claim = Claim::read(value)?;
    claim.judge()?;
    let ask = &claim.ask;
    let (met, complete) = match ask.is_large() {
        true => {
            let rows = Rows::new(&claim)?;
            let counts = rows.counts()?;
            claim.compare_counts(&counts)?;
            let complete = rows.search(&counts, sample, seed)?;
            (counts, complete)
        }
        false => {
            let met = searched(ask)?;
            claim.compare(&met)?;
            let complete = met.proved();
            (met, complete)
        }
    };
    let Met { pairs, exact: [numbers, midpoints], next, .. } = met;
    let [x, y] = &claim.texts;
    let lines = [
        format!("function      {}", ask.formula.text()),
        format!(
            "range         x in {x} and y in {y} of {}: {pairs} pairs in reach, counted anew",
            ask.format.name
        ),
        format!("ε             2^-{} of the spacing of breakpoints", ask.bits),
        format!("exact         {numbers} at numbers and {midpoints} at midpoints, counted anew"),
        format!("next          {next} as near as cases next to something simple, counted anew"),
        format!("cases         {}: each evaluated again", claim.cases.len()),
        format!("completeness  {complete}"),
        TRUST.to_owned(),
    ];
    Ok(lines.join("\n"))
}

/// Searches all pairs.
fn searched(ask: &Ask) -> Checked<Met> {
    match ask.formula {
        Formula::Pow | Formula::Compound => ask.powers(),
        Formula::Atan2 | Formula::Atan2Pi => ask.angles(),
        Formula::Hypot => ask.lengths(),
    }
}
