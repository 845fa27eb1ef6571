//! Certificates of expressions of two numbers over all pairs of a small format.
//!
//! With y as a number, an expression is a function of x, which is read and enclosed like any other. So each pair is judged by algebra and by
//! enclosures, without a fast evaluation of any kind: all pairs, if they are few, else rows of pairs that are drawn.

mod claim;
mod judge;
mod search;

use crate::json::Value;
use crate::sample::Random;
use crate::stop::Checked;
use crate::version;
use claim::Claim;

/// The versions of certificates that are read: the first left out powers of negative numbers.
const SCHEMAS: [u32; 1] = [2];

/// What is not proved here, one line each.
const TRUST: &str = "\
trusted, because it is not checked here:
- MPFR and GMP, the compilers, the processor, and this program
- theorems about transcendental values, where a value is said to be no breakpoint at any precision";

/// Whether a document is a certificate of an expression.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("expression")))
}

/// Checks a certificate by a second search of all pairs, or of rows that are drawn where there are too many; the verdict in words, if it
/// is accepted.
pub(crate) fn check(value: &Value<'_>, sample: u64, seed: u64) -> Checked<String> {
    version::read(value, "expressions", &SCHEMAS)?;
    let claim = Claim::read(value)?;
    claim.judge_shown()?;
    claim.judge()?;
    let complete = claim.search(sample, &mut Random(seed))?;
    let [x, y] = &claim.texts;
    let lines = [
        format!("function      {}", claim.function),
        format!("range         x in {x} and y in {y} of {}", claim.breakpoints.format.name),
        format!("ε             2^-{} of the spacing of breakpoints", claim.breakpoints.bits),
        format!("cases         {}: each evaluated again", claim.cases.len()),
        format!("not decided   {} pairs, as the certificate says", claim.counts.undecided),
        format!("completeness  {complete}"),
        TRUST.to_owned(),
    ];
    Ok(lines.join("\n"))
}
