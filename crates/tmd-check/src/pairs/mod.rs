//! Certificates of pairs of a number and an integer: x^n, x^(1/n) and (1 + x)^n over all numbers of a small format.

pub(crate) mod ask;
pub(crate) mod breakpoints;
pub(crate) mod claim;
pub(crate) mod column;
pub(crate) mod count;
pub(crate) mod search;
pub(crate) mod threads;
pub(crate) mod told;
pub(crate) mod truth;

use crate::json::Value;
use crate::sample::Random;
use crate::stop::Checked;
use crate::version;
use ask::Formula;
use claim::Claim;
use search::{DRAWN, Met, Search};

/// The versions of certificates that are read.
const SCHEMAS: [u32; 1] = [1];

/// What is not proved here, one line each.
const TRUST: &str = "\
trusted, because it is not checked here:
- MPFR and GMP, the compilers, the processor, and this program";

/// Whether a document is a certificate of pairs.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("pairs")))
}

/// Checks a certificate; the verdict in words, if it is accepted. Without a sample, all pairs are searched again if that takes
/// no more than a few minutes.
pub(crate) fn check(value: &Value<'_>, sample: u64, seed: u64) -> Checked<String> {
    version::read(value, "pairs", &SCHEMAS)?;
    let claim = Claim::read(value)?;
    let ask = &claim.ask;
    let reaches = ask.reaches();
    let counts = ask.counts(&reaches);
    claim.compare(&counts)?;
    claim.judge()?;
    let search = Search { claim: &claim, reaches: &reaches };
    let complete = match sample {
        0 if search.is_short() => proved(&claim, &search.all()?),
        _ => {
            let count = if sample == 0 { DRAWN } else { sample };
            sampled(&claim, count, &search.drawn(count, &mut Random(seed))?, seed)
        }
    };
    let function = match ask.formula {
        Formula::Pown => "pown, x^n",
        Formula::Rootn => "rootn, x^(1/n)",
        Formula::Compound => "compound, (1 + x)^n",
    };
    let [numbers, midpoints] = counts.exact;
    let lines = [
        format!("function      {function}"),
        format!(
            "range         all numbers of {}, n from {} to {}: {} pairs in reach, counted anew",
            ask.format.name, ask.from, ask.to, counts.pairs
        ),
        format!("ε             2^-{} of the spacing of breakpoints", ask.bits),
        format!("exact         {numbers} at numbers and {midpoints} at midpoints, counted anew"),
        format!(
            "next          {} next to 1 and {} next to a power, counted anew",
            counts.next_to_one, counts.next_to_power
        ),
        format!("cases         {}: each evaluated again", claim.cases.len()),
        complete,
        TRUST.to_owned(),
    ];
    Ok(lines.join("\n"))
}

/// What a search of all pairs says.
fn proved(claim: &Claim, met: &Met) -> String {
    let Met { numbers, judged, .. } = met;
    let pairs = claim.rest();
    format!(
        "completeness  proved: the {pairs} pairs of {numbers} numbers that are not next to 1 were searched again, and {judged} of them\n              \
         judged that 64 bits do not decide: no case is left out"
    )
}

/// What a sample says.
fn sampled(claim: &Claim, count: u64, met: &Met, seed: u64) -> String {
    let Met { numbers, pairs, cases, .. } = met;
    let all = claim.rest();
    let chance = match cases {
        0 => "no case is among\n              them, so that this says little: draw more".to_owned(),
        _ => format!(
            "if the list lacked\n              a fraction φ of the cases, the probability of finding none of them would be about \
             (1-φ)^{cases}:\n              below 1 % for φ from {:.2e} on",
            1.0 - 0.01f64.powf(1.0 / *cases as f64)
        ),
    };
    format!(
        "completeness  sampled, not proved: {count} pairs were drawn (seed {seed}), and all pairs of their {numbers} numbers\n              \
         searched again, {pairs} of {all} that are not next to 1: {cases} cases, none left out; {chance}"
    )
}
