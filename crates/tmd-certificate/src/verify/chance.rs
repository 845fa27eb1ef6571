//! Whether there are about as many cases as chance gives: a certificate that leaves out many is refused before anything is searched
//! again.
//!
//! Where g bends enough, its fractions are as if random, and the number of cases is that of a Poisson variable, of which too small a
//! value is improbable. Too many are no lie: each case that is listed has been judged, and families of cases that chance does not
//! make are honest. What is random is judged by the inputs, however they are cut into runs and spans: spans are cut where g may bend
//! enough on a part of them, and short pieces are taken together with their neighbours. The curvature must change, too: where f is
//! a parabola, as x² and nearly cos x for small x are, values on a coarse grid lie on one themselves.
//!
//! Where the same fractions come again, as those of log2 do in all binades whose results are spaced alike, and k times at most, the
//! number of cases is Σ w·X over independent Poisson variables X with 0 ≤ w ≤ k. As (1 - e^(-tw))/w falls with w, Chernoff's bound
//! of its lower tail is at most that of k·X with one X of the mean μ/k.

mod copies;
mod stretches;

use super::claim::Claim;
use super::counts::{Searched, slice};
use super::lie;
use super::oracle::Oracle;
use super::tiling::Tiling;
use crate::certificate::RunEntry;
use copies::{Copies, Value};
use rug::{Float, Rational};
use stretches::{BENT, Stretch, Stretches, inputs};
use tmd_base::diag::Diag;
use tmd_cases::findings::Finding;
use tmd_cases::verdict::Verdict;
use tmd_design::design::Check;
use tmd_functions::interval::Interval;
use tmd_functions::language::{Asymptote, Expr, ExprKind, FunctionSpec};
use tmd_request::request::Rounding;

/// The probability that an honest certificate is refused for its counts, if values are random.
const UNLIKELY: f64 = 1e-9;
/// Values are not quite random: they may give this much less than chance. On stretches that bend so much, what is lost around
/// simple slopes is less.
const FEWER_CASES: f64 = 0.875;
/// The same share for survivors: intervals of steep progressions are not like random numbers.
const FEWER_SURVIVORS: f64 = 0.25;

/// Checks that the numbers of cases and survivors are not improbably small, in all, on each segment and on each stretch. Nothing is random
/// about an algebraic function.
pub(super) fn check(claim: &Claim<'_>, tiling: &Tiling<'_>) -> Result<String, Diag> {
    if !is_transcendental(&claim.spec.expr) {
        return Ok("nothing is random about an algebraic function".into());
    }
    let chance = Chance { claim, tiling, oracle: Oracle::new(claim) };
    let searched =
        chance.random(&tiling.searched(claim), &|x, prec| chance.oracle.value(x, prec).ok());
    let listed = match Asymptote::of(&claim.spec).filter(|_| claim.cert.asymptote.is_some()) {
        None => chance.random(&[], &|_, _| None),
        Some(asymptote) => {
            let g = FunctionSpec::parse(asymptote.function)?;
            chance.random(claim.cert.taken_runs(), &|x, prec| {
                let x = Interval::from_rational(&Rational::from(x << asymptote.shift), prec);
                g.eval(&x).ok().map(|value| (value.lo().clone(), value.hi().clone()))
            })
        }
    };
    // One test of each stretch, of each segment and of all, one of survivors, one of the inverse: together they refuse as seldom as
    // one.
    let tests = 2 * (searched.stretches.len() + listed.stretches.len()) + 4;
    let unlikely = UNLIKELY / tests as f64;
    for random in [&searched, &listed] {
        chance.cases(random, unlikely)?;
    }
    chance.survivors(&searched, unlikely)?;
    chance.inverse(&searched, unlikely)?;
    let all = || searched.stretches.iter().chain(&listed.stretches).flat_map(|one| &one.pieces);
    let counted: usize = all().map(|piece| chance.cases_of(piece)).sum();
    let expected = all().map(inputs).sum::<f64>() * chance.density();
    Ok(match expected >= 1.0 {
        true => format!("{counted} cases where chance gives {expected:.0}"),
        false => "too few random inputs for chance to tell".into(),
    })
}

struct Chance<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    oracle: Oracle<'a>,
}

/// Stretches, with what makes their fractions come again.
struct Random<'a> {
    stretches: Vec<Stretch<'a>>,
    copies: Copies,
}

impl<'a> Chance<'a> {
    /// What is random of some runs, with what makes fractions of a function come again there.
    fn random(&self, runs: &[RunEntry], value: Value<'_>) -> Random<'a> {
        let stretches = Stretches { claim: self.claim, tiling: self.tiling }.of(runs);
        let pieces: Vec<_> = stretches.iter().flat_map(|stretch| &stretch.pieces).collect();
        let copies = Copies::seen(self.claim, self.tiling, value, &pieces);
        Random { stretches, copies }
    }

    /// The share of inputs that are cases.
    fn density(&self) -> f64 {
        let request = &self.claim.request;
        let midpoints = request.with_inverse && request.rounding != Rounding::Directed;
        let halves = i32::from(request.rounding == Rounding::Nearest) + i32::from(midpoints);
        2f64.powi(1 - self.claim.bits.cast_signed() - halves)
    }

    fn cases_of(&self, piece: &Searched<'_>) -> usize {
        slice(&self.claim.found.cases, piece.span.run.segment, &piece.inputs).len()
    }

    /// Compares the numbers of cases with what chance gives.
    fn cases(&self, random: &Random<'_>, unlikely: f64) -> Result<(), Diag> {
        let tell = |place: &str, pieces: &[&Searched<'_>]| {
            let counted: usize = pieces.iter().map(|piece| self.cases_of(piece)).sum();
            let expected = pieces.iter().map(|piece| inputs(piece)).sum::<f64>() * self.density();
            let copies = random.copies.among(self.claim, self.tiling, pieces);
            plausible(place, [counted as f64, expected], FEWER_CASES, copies, unlikely)
        };
        let by_stretch = random.stretches.iter().map(|stretch| stretch.pieces.iter().collect());
        let by_segment = random.stretches.chunk_by(|a, b| a.segment() == b.segment());
        let by_segment = by_segment.map(|all| all.iter().flat_map(|one| &one.pieces).collect());
        for pieces in by_stretch.chain(by_segment) {
            let pieces: Vec<_> = pieces;
            let [first, last] = self.ends(&pieces);
            tell(&format!("cases from {first} to {last}"), &pieces)?;
        }
        tell("cases", &random.pieces())
    }

    /// Compares the number of parts that survive stage 0 with what chance gives.
    fn survivors(&self, searched: &Random<'_>, unlikely: f64) -> Result<(), Diag> {
        let Some(&survivors) = self.claim.cert.survivors.first() else { return Ok(()) };
        let pieces = searched.pieces();
        let least = pieces.iter().map(|piece| expected_survivors(piece)).sum();
        let copies = searched.copies.among(self.claim, self.tiling, &pieces);
        let counts = [survivors as f64, least];
        plausible("survivors of stage 0", counts, FEWER_SURVIVORS, copies, unlikely)
    }

    /// Compares the number of the inverse function's cases with what chance gives: so often as there is a number between the values
    /// of f at the ends, its inverse is random if it bends enough itself, by g''/g' for each of them.
    fn inverse(&self, searched: &Random<'_>, unlikely: f64) -> Result<(), Diag> {
        let request = &self.claim.request;
        if !request.with_inverse {
            return Ok(());
        }
        let is_bent = |stretch: &&Stretch<'_>| {
            let slopes = stretch.pieces.iter().map(|piece| piece.span.model.derivatives[1]);
            stretch.least.bend(stretch.inputs()) >= BENT * slopes.fold(1.0, f64::max)
        };
        let bent: Vec<_> = searched.stretches.iter().filter(is_bent).collect();
        let pieces: Vec<_> = bent.iter().flat_map(|stretch| &stretch.pieces).collect();
        let halves = i32::from(request.rounding == Rounding::Nearest);
        let density = 2f64.powi(1 - self.claim.bits.cast_signed() - halves);
        let mut expected = 0.0;
        for piece in &pieces {
            expected += self.numbers(piece) * density;
        }
        let is_hard = |finding: &&Finding| matches!(finding.verdict, Verdict::Hard { .. });
        let cases = |piece: &&Searched<'_>| {
            let own = slice(&self.claim.found.inverse, piece.span.run.segment, &piece.inputs);
            own.iter().filter(is_hard).count()
        };
        let counted: usize = pieces.iter().map(cases).sum();
        let copies = searched.copies.among(self.claim, self.tiling, &pieces);
        let counts = [counted as f64, expected];
        plausible("cases of the inverse", counts, FEWER_CASES, copies, unlikely)
    }

    /// About how many numbers of the output format the values of f on a piece lie between, as far as that is known; f rises or falls
    /// all the way.
    fn numbers(&self, piece: &Searched<'_>) -> f64 {
        let at = |index: u64| {
            let x = self.tiling.x(piece.span.run.segment, index)?;
            self.oracle.value(&x, x.numer().significant_bits() + 128).ok()
        };
        let has_midpoints = self.claim.request.rounding != Rounding::Directed;
        let spacing = piece.span.spacing + i32::from(has_midpoints);
        match [piece.inputs.start, piece.inputs.end - 1].map(at) {
            [Some((first, _)), Some((last, _))] => {
                let between = Float::with_val(64, last - first).abs() >> spacing;
                between.to_f64()
            }
            _ => 0.0,
        }
    }

    fn ends(&self, pieces: &[&Searched<'_>]) -> [String; 2] {
        let text = |piece: &Searched<'_>, index| self.tiling.x_text(piece.span.run.segment, index);
        match pieces {
            [first, ..] => {
                let last = pieces[pieces.len() - 1];
                [text(first, first.inputs.start), text(last, last.inputs.end - 1)]
            }
            [] => [String::new(), String::new()],
        }
    }
}

impl<'a> Random<'a> {
    fn pieces(&self) -> Vec<&Searched<'a>> {
        self.stretches.iter().flat_map(|stretch| &stretch.pieces).collect()
    }
}

/// The number of parts that survive a perfect test of stage 0 if values are random.
fn expected_survivors(searched: &Searched<'_>) -> f64 {
    let count = inputs(searched);
    let Some(stage) = searched.kernel.stages.first() else { return 0.0 };
    let epsilon = match &stage.check {
        Check::Exists { test, threshold } => {
            *threshold as f64 * 2f64.powi(-1 - test.word.bits() as i32)
        }
        Check::Arcs(arcs) => arcs.epsilon(),
        Check::Compare { threshold } => {
            threshold.last().map_or(0.0, |top| *top as f64 * 2f64.powi(-65))
        }
    };
    let length = stage.part_inputs as f64;
    count / length * (1.0 - (-2.0 * length * epsilon).exp())
}

/// Refuses a count that is so small as chance, which gives `share` of what is expected or more in at most so many copies, makes it
/// with a probability below `unlikely`.
fn plausible(
    what: &str,
    [counted, expected]: [f64; 2],
    share: f64,
    copies: f64,
    unlikely: f64,
) -> Result<(), Diag> {
    let probability = at_most(counted / copies, share * expected / copies);
    match probability < unlikely {
        false => Ok(()),
        true => Err(lie(format!(
            "{counted} {what} are stated where chance gives {expected:.0}: it gives so few with probability {probability:.0e}"
        ))),
    }
}

/// An upper bound on the probability that a Poisson variable is at most `count`: its terms from there downwards fall
/// faster than those of a geometric series, p(c)·μ/(μ - c) in all. Between whole numbers p(c) is as large, or larger.
fn at_most(count: f64, mean: f64) -> f64 {
    if count >= mean {
        return 1.0;
    }
    let log_factorial = Float::with_val(96, count + 1.0).ln_gamma();
    let log = Float::with_val(96, mean).ln() * count - mean - log_factorial;
    let log = log.to_f64() - (-count / mean).ln_1p();
    log.exp().min(1.0)
}

/// Whether some part of the function is neither a root nor a power.
fn is_transcendental(expr: &Expr) -> bool {
    let algebraic = ["sqrt", "rsqrt", "cbrt"];
    let own = matches!(&expr.kind, ExprKind::Apply(function, a)
        if !algebraic.contains(&function.name) && a.find_x().is_some());
    own || expr.children().any(is_transcendental)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlikely_counts_are_refused_and_likely_ones_are_not() {
        let test =
            |counted, expected| plausible("cases", [counted, expected], FEWER_CASES, 1.0, UNLIKELY);
        for (counted, expected) in [
            (256.0, 243.0),
            (200.0, 256.0),
            (150.0, 256.0),
            (0.0, 5.0),
            (3.0, 0.1),
            (0.0, 0.0),
            // Families of cases that chance does not make.
            (623.0, 0.0),
            (2000.0, 243.0),
        ] {
            assert_eq!(test(counted, expected), Ok(()), "{counted} of {expected}");
        }
        for (counted, expected) in [(0.0, 243.0), (80.0, 256.0), (120.0, 256.0), (0.0, 24.0)] {
            assert!(test(counted, expected).is_err(), "{counted} of {expected}");
        }
        // Of ten copies, that is no more than 24 in one.
        assert_eq!(plausible("cases", [0.0, 200.0], FEWER_CASES, 10.0, UNLIKELY), Ok(()));
        assert!(plausible("cases", [0.0, 300.0], FEWER_CASES, 10.0, UNLIKELY).is_err());
    }

    /// The bound of the tail beside the tail itself, term by term.
    #[test]
    fn the_bound_of_the_tail_is_one_and_is_close() {
        for mean in [0.5f64, 3.0, 50.0, 243.0, 600.0] {
            for count in 0..600 {
                let mut term = (-mean).exp();
                let mut tail = term;
                for i in 1..=count {
                    term *= mean / f64::from(i);
                    tail += term;
                }
                let bound = at_most(f64::from(count), mean);
                assert!(bound >= tail * (1.0 - 1e-9) && bound <= 1.0, "{count} of {mean}");
                if f64::from(count) < mean / 2.0 {
                    assert!(bound <= 2.0 * tail, "{count} of {mean}: {bound}, {tail}");
                }
            }
        }
        assert_eq!(at_most(0.0, 0.0), 1.0);
        assert!(at_most(1e15, 2e15) < 1e-300);
    }
}
