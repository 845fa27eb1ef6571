//! Checks that the inputs that no kernel searched need no kernel: drifts move as slowly as is said, by derivatives
//! enclosed anew; decided inputs overflow or have no value, at inputs chosen here.

use super::claim::Claim;
use super::lie;
use super::oracle::{Oracle, Truth};
use super::tiling::Tiling;
use crate::certificate::{BoundEntry, DecidedEntry, DriftEntry, RunEntry};
use rug::{Float, Integer, Rational};
use tmd_base::diag::Diag;
use tmd_base::random::Random;
use tmd_base::text::plural;
use tmd_design::bound::BoundName;
use tmd_design::decided::{Decision, Motion, NEXT_TO_ZERO};
use tmd_functions::interval::Interval;
use tmd_functions::language::{BesidePoles, Segment, beside_poles};

/// Highest precision of the enclosures of a derivative.
const MOST_PRECISION: u32 = 1 << 13;
/// Inputs of a span that are looked at, besides the first and the last.
const SAMPLES: u64 = 6;

/// Checks every span that is solved in closed form, or decided.
pub(super) fn check(claim: &Claim<'_>, tiling: &Tiling<'_>, seed: u64) -> Result<String, Diag> {
    let cert = claim.cert;
    let grid = |run: &RunEntry| {
        tiling.grid(run.segment).ok_or_else(|| lie(format!("{} is in no segment", run.first)))
    };
    let oracle = Oracle::new(claim);
    let mut random = Random::new(seed);
    for (index, drift) in cert.drifts.iter().enumerate() {
        check_drift(claim, index, drift, &grid(&drift.run)?)?;
    }
    for decided in &cert.decided {
        for index in sample(&decided.run, &mut random) {
            check_decided(claim, &oracle, decided, &grid(&decided.run)?, index)?;
        }
    }
    for (index, span) in cert.spans.iter().enumerate() {
        for at in sample(&span.run, &mut random) {
            let x = grid(&span.run)?.x(at);
            spacing(&oracle, &format!("span {index}"), &x, span.spacing)?;
        }
    }
    for (index, drift) in cert.drifts.iter().enumerate() {
        for at in sample(&drift.run, &mut random) {
            let x = grid(&drift.run)?.x(at);
            spacing(&oracle, &format!("drift {index}"), &x, drift.spacing)?;
        }
    }
    Ok(format!(
        "{} enclosed anew; {} and all spacings at {} inputs of each",
        plural(cert.drifts.len(), "drift"),
        plural(cert.decided.len(), "decided run"),
        SAMPLES + 2
    ))
}

/// Both ends of a run and some inputs between them.
fn sample(run: &RunEntry, random: &mut Random) -> Vec<u64> {
    let count = run.to_index - run.from_index;
    let between = (0..SAMPLES).map(|_| run.from_index + random.below(count));
    [run.from_index, run.to_index - 1].into_iter().chain(between).collect()
}

fn check_drift(
    claim: &Claim<'_>,
    index: usize,
    entry: &DriftEntry,
    segment: &Segment,
) -> Result<(), Diag> {
    let DriftEntry { run, spacing, step, motion, reach } = entry;
    let BoundEntry { name, value, .. } = reach;
    let refuse = |why: String| Err(lie(format!("drift {index}, from {}: {why}", run.first)));
    if *name != BoundName::DriftReach {
        return refuse(format!("it has the bound `{name}` in place of its reach"));
    }
    // A longer number would take long to read.
    let text_fits = step.len() <= 1 << 12;
    let read = if text_fits { step.parse() } else { "".parse() };
    let step: Integer = match read {
        Ok(step) if text_fits => step,
        _ => return refuse(format!("`{step:.80}` is not a step")),
    };
    let Some(shift) = segment.ulp.checked_sub(*spacing) else {
        return refuse("its spacing is none".into());
    };
    let inputs = run.to_index - run.from_index;
    let mut prec = segment.bits() + 80;
    let mut steepest = Float::new(53);
    while prec <= MOST_PRECISION {
        let x = segment.interval(run.from_index..run.to_index, prec);
        let Ok(series) = claim.spec.series_over(&x, 1) else {
            return refuse("the derivative has no enclosure on it".into());
        };
        let drift = series[1].shifted(shift).sub(&Interval::from_integer(&step, prec));
        let far = Float::with_val_round(53, drift.mag() * inputs, rug::float::Round::Up).0;
        let moves = match motion {
            Motion::None => drift.is_zero(),
            Motion::Rises => *drift.lo() > 0,
            Motion::Falls => *drift.hi() < 0,
            Motion::Little => far <= Float::with_val(64, claim.epsilon() / 16u32) * 1.001,
        };
        if far <= *value && moves {
            return Ok(());
        }
        steepest = far;
        prec *= 2;
    }
    refuse(format!(
        "it is said to be {motion} and to reach {value:e}; its enclosure reaches {:e}",
        steepest.to_f64()
    ))
}

fn check_decided(
    claim: &Claim<'_>,
    oracle: &Oracle<'_>,
    entry: &DecidedEntry,
    segment: &Segment,
    index: u64,
) -> Result<(), Diag> {
    let x = segment.x(index);
    let fits = match entry.decision {
        Decision::Overflow => matches!(oracle.truth(&x), Truth::Overflow),
        Decision::Undefined => matches!(oracle.truth(&x), Truth::Undefined),
        Decision::Vanishes => vanishes(claim, segment, index),
    };
    match fits {
        true => Ok(()),
        false => Err(lie(format!(
            "it is said that f {} from {} to {}, but not so at {}",
            entry.decision.name(),
            entry.run.first,
            entry.run.last,
            segment.hex(index)
        ))),
    }
}

/// Whether f is next to 0 or has no value at all of a segment, and at an input by MPFR.
fn vanishes(claim: &Claim<'_>, segment: &Segment, index: u64) -> bool {
    let Claim { spec, output, .. } = claim;
    let most = output.least_ulp() - 1 - NEXT_TO_ZERO;
    let at_all = match beside_poles(spec, segment) {
        Some(BesidePoles::Below(lg)) => lg <= most,
        Some(BesidePoles::Poles) => true,
        None => false,
    };
    let x = Interval::from_rational(&segment.x(index), segment.bits() + 64);
    let at_input = match spec.eval_over(&x) {
        Ok(value) => value.mag() <= Float::with_val(2, 1) << most,
        Err(error) => error.everywhere,
    };
    at_all && at_input
}

/// Checks the spacing of the breakpoints around f(x).
fn spacing(oracle: &Oracle<'_>, place: &str, x: &Rational, said: i32) -> Result<(), Diag> {
    let prec = x.numer().significant_bits() + 128;
    let ends = match oracle.exact(x) {
        Some(value) => Ok((Float::with_val(prec, &value), Float::with_val(prec, &value))),
        None => oracle.value(x, prec),
    };
    let Ok((low, high)) = ends else { return Ok(()) };
    let exponents = oracle.exponents(&low, &high);
    // At the end of a binade f may be the power of two that begins the next.
    let fits = (exponents.0 - 1..=exponents.1).any(|e| oracle.spacing(e) == said);
    let inside = exponents.0 == exponents.1 && !oracle.is_power(&high, &low);
    if fits && (!inside || oracle.spacing(exponents.0) == said) {
        return Ok(());
    }
    Err(lie(format!(
        "{place}: breakpoints are said to be 2^{said} apart; they are 2^{} apart near {:e}",
        oracle.spacing(exponents.0),
        x.to_f64()
    )))
}
