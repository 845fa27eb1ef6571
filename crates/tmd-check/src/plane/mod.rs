//! Certificates of pairs of two numbers: x^y, (1 + x)^y, angles and lengths of vectors over all pairs of a small format.

pub(crate) mod angles;
pub(crate) mod ask;
pub(crate) mod claim;
pub(crate) mod lengths;
pub(crate) mod met;
pub(crate) mod powers;
pub(crate) mod truth;

use crate::json::Value;
use crate::stop::Checked;
use ask::Formula;
use claim::Claim;
use met::Met;

/// The versions of certificates that are read.
const SCHEMAS: [u32; 1] = [1];
/// The versions of the program's engine of which no missed case is known.
const ENGINES: [u32; 1] = [2];

/// What is not proved here, one line each.
const TRUST: &str = "\
trusted, because it is not checked here:
- MPFR and GMP, the compilers, the processor, and this program
- theorems of Lindemann, Weierstrass and Niven: which angles are transcendental, or irrational in half turns";

/// Whether a document is a certificate of two numbers.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("plane")))
}

/// Checks a certificate by a second search of all pairs; the verdict in words, if it is accepted.
pub(crate) fn check(value: &Value<'_>) -> Checked<String> {
    let (schema, engine): (u32, u32) = (value.int_at("schema")?, value.int_at("engine")?);
    if !SCHEMAS.contains(&schema) || !ENGINES.contains(&engine) {
        return cannot!(
            "pairs of schema {schema}, engine {engine}; this program reads {SCHEMAS:?}, {ENGINES:?}: search again"
        );
    }
    let claim = Claim::read(value)?;
    claim.judge()?;
    let ask = &claim.ask;
    let met = match ask.formula {
        Formula::Pow | Formula::Compound => ask.powers()?,
        Formula::Atan2 | Formula::Atan2Pi => ask.angles()?,
        Formula::Hypot => ask.lengths()?,
    };
    claim.compare(&met)?;
    let Met { pairs, exact: [numbers, midpoints], next, judged, .. } = met;
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
        format!(
            "completeness  proved: all pairs were searched again in another way, and {judged} of them judged\n              that this \
             does not decide: no case is left out"
        ),
        TRUST.to_owned(),
    ];
    Ok(lines.join("\n"))
}
