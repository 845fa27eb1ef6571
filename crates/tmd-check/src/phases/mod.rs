//! Certificates of phases: sin, cos and tan, and what is made of them, at arguments of any size whose phases are in a range.

pub(crate) mod ask;
pub(crate) mod claim;
pub(crate) mod curve;
pub(crate) mod rows;
pub(crate) mod search;
pub(crate) mod sum;
pub(crate) mod turns;
pub(crate) mod wave;

use crate::json::Value;
use crate::sample::Random;
use crate::stop::Checked;
use crate::version;
use claim::Claim;
use search::{DRAWN, Met, Search};

/// The versions of certificates that are read.
const SCHEMAS: [u32; 1] = [1];
/// What is not proved here, one line each.
const TRUST: &str = "\
trusted, because it is not checked here:
- MPFR and GMP, the compilers, the processor, and this program";
/// For sin, cos and tan.
const THEOREM: &str = "\
- the theorem of Lindemann and Weierstrass: sines, cosines and tangents of rational numbers other than 0 are transcendental";

/// Whether a document is a certificate of phases.
pub(crate) fn is_one(value: &Value<'_>) -> bool {
    value.find("kind").is_some_and(|kind| matches!(kind.text(), Ok("phases")))
}

/// Checks a certificate: the count and the cases are proved. Without a sample, all arguments are searched again if that takes no more than a few
/// minutes. The verdict in words, if it is accepted.
pub(crate) fn check(value: &Value<'_>, sample: u64, seed: u64) -> Checked<String> {
    version::read(value, "phases", &SCHEMAS)?;
    let claim = Claim::read(value)?;
    let inputs = claim.count()?;
    claim.judge()?;
    let search = Search::new(&claim);
    let windows = search.windows();
    let complete = match sample {
        0 if search.is_short() => proved(&search.all()?),
        _ => match if sample == 0 { DRAWN } else { sample } {
            count if count >= windows => proved(&search.all()?),
            count => sampled(count, windows, &search.drawn(count, &mut Random(seed))?, seed),
        },
    };
    let ask = &claim.ask;
    let [range, phases] = &ask.texts;
    let period = match ask.wave.is_made() {
        true => format!(", of the period {}·π, proved anew", ask.wave.half_turns),
        false => String::new(),
    };
    let mut lines = vec![
        format!("function      {}{period}", ask.wave.name),
        format!(
            "range         x in {range} of {}, phases from {phases} of a period: {inputs} arguments, counted anew",
            ask.format.name
        ),
        format!("ε             2^-{} of the spacing of breakpoints", ask.bits),
        format!("cases         {}: each evaluated again", claim.cases()),
        format!("completeness  {complete}"),
        TRUST.to_owned(),
    ];
    // Values of other functions are told from breakpoints, each one.
    if !ask.wave.is_made() {
        lines.push(THEOREM.to_owned());
    }
    Ok(lines.join("\n"))
}

/// What a search of all arguments says.
fn proved(met: &Met) -> String {
    format!(
        "proved: all {} arguments were searched again in another way, and {} of them judged that polynomials\n              do not \
         decide: no case is left out",
        met.arguments, met.judged
    )
}

/// What a sample says.
fn sampled(count: u64, windows: u64, met: &Met, seed: u64) -> String {
    let Met { arguments, cases, .. } = met;
    format!(
        "sampled, not proved: {count} of {windows} windows of phases were drawn (seed {seed}), and all\n              their {arguments} \
         arguments searched again: {cases} cases, none left out. If a fraction φ of the windows\n              missed a case, the \
         probability of drawing none of them is at most (1-φ)^{count}: below 1 % for φ from {:.2e} on",
        1.0 - 0.01f64.powf(1.0 / count as f64)
    )
}
