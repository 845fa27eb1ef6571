//! Findings of the inverse function, found without the search's judge: f rises or falls all the way, so that f⁻¹(y) is less
//! than ε from a breakpoint x just if y lies between the values of f that far from x on either side.

use super::claim::Claim;
use super::lie;
use super::oracle::Oracle;
use super::ordinals::Ordinals;
use super::tiling::Tiling;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;
use tmd_base::diag::Diag;
use tmd_cases::distance::Distance;
use tmd_cases::findings::Finding;
use tmd_cases::verdict::{CaseKind, Verdict};
use tmd_request::request::Rounding;

/// The most bits that are spent, besides those that large inputs have before the point.
const MOST_PRECISION: u32 = 1 << 12;
/// A distance is known to this share of itself, as a power of two.
const SLACK: u32 = 40;
/// Distances of cases are above 2 to minus this power: no search looks more closely, and a fraction of so many bits would
/// take all memory.
const DEEPEST: i32 = 1 << 16;

/// The truth about a breakpoint of the inverse function's results.
#[derive(Clone, Debug, PartialEq)]
pub enum InverseTruth {
    /// No input of the inverse has its value less than ε from it.
    Ordinary,
    /// This one has, and not at it.
    Hard(Rational),
    /// This one has its value there.
    Exact(Rational),
    /// A breakpoint that no precision decides.
    Unclear(Rational),
}

/// The inverse function with all that decides on its cases.
pub struct InverseOracle<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    oracle: Oracle<'a>,
    /// The breakpoints of the inverse's results.
    breakpoints: Ordinals,
    /// The inputs of the inverse.
    numbers: Ordinals,
}

impl<'a> InverseOracle<'a> {
    /// Judges findings of the inverse function of a claim.
    pub fn new(claim: &'a Claim<'a>, tiling: &'a Tiling<'a>) -> InverseOracle<'a> {
        let breakpoints = Ordinals::new(&claim.input);
        let numbers = Ordinals::new(&claim.output);
        InverseOracle { claim, tiling, oracle: Oracle::new(claim), breakpoints, numbers }
    }

    /// The truth about a breakpoint.
    pub fn truth(&self, x: &Rational) -> InverseTruth {
        let Some(y) = self.kind(x).filter(|kind| self.oracle.wants(*kind)).and(self.number_near(x))
        else {
            return InverseTruth::Ordinary;
        };
        let epsilon = self.claim.epsilon();
        let ends = [-epsilon.clone(), epsilon].map(|offset| self.side(&self.at(x, &offset), &y));
        match ends {
            // At ε exactly.
            [Some(Ordering::Equal), _] | [_, Some(Ordering::Equal)] => InverseTruth::Ordinary,
            [Some(low), Some(high)] if low == high => InverseTruth::Ordinary,
            [Some(_), Some(_)] => match self.side(x, &y) {
                Some(Ordering::Equal) => InverseTruth::Exact(y),
                Some(_) => InverseTruth::Hard(y),
                None if self.claim.spec.is_no_float_at(x) => InverseTruth::Hard(y),
                None => InverseTruth::Unclear(y),
            },
            _ => InverseTruth::Unclear(y),
        }
    }

    /// The kind of a breakpoint: a number of the inverse's results, or a midpoint of two.
    fn kind(&self, x: &Rational) -> Option<CaseKind> {
        let ordinal = self.breakpoints.of(x)?;
        let has_midpoints = self.claim.request.rounding != Rounding::Directed;
        Some(match has_midpoints && ordinal.is_odd() {
            true => CaseKind::Nearest,
            false => CaseKind::Directed,
        })
    }

    /// The number that is offset from a breakpoint by so many times its distance from the next one.
    fn at(&self, x: &Rational, offset: &Rational) -> Rational {
        let ordinal = self.breakpoints.of(x).unwrap_or_default();
        let next = match *offset < 0 {
            true => ordinal - 1u32,
            false => ordinal + 1u32,
        };
        let spacing = (self.breakpoints.value(&next) - x).abs();
        spacing * offset + x
    }

    /// The number of the output format that is next to f(x): the only one that f⁻¹ can take near x.
    fn number_near(&self, x: &Rational) -> Option<Rational> {
        let value = match self.oracle.exact(x) {
            Some(exact) => exact,
            None => {
                let prec = 2 * (self.claim.output.precision + x.numer().significant_bits()) + 64;
                self.oracle.value(x, prec).ok()?.0.to_rational()?
            }
        };
        let size = value.clone().abs();
        let truncated = Float::with_val_round(64, &size, rug::float::Round::Zero).0;
        let output = &self.claim.output;
        let exponent = truncated.get_exp().map_or(output.emin, |e| (e - 1).max(output.emin));
        let unit = exponent + 1 - output.precision as i32;
        let near = Integer::from((value >> unit).round().numer());
        let y = Rational::from(near) << unit;
        self.numbers.of(&y).is_some().then_some(y)
    }

    /// Whether f(t) is above y, below, or y, if it can be told.
    fn side(&self, t: &Rational, y: &Rational) -> Option<Ordering> {
        if let Some(exact) = self.oracle.exact(t) {
            return Some(exact.cmp(y));
        }
        let bits = |n: &Integer| n.significant_bits();
        let before_point = bits(t.numer()).saturating_sub(bits(t.denom()));
        let mut prec = 256.max(bits(t.numer()) + 64);
        while prec <= 2 * MOST_PRECISION + before_point {
            if let Ok((low, high)) = self.oracle.value(t, prec) {
                if low > *y {
                    return Some(Ordering::Greater);
                }
                if high < *y {
                    return Some(Ordering::Less);
                }
            }
            prec *= 2;
        }
        None
    }

    /// Checks a finding of the inverse at its breakpoint x.
    pub(crate) fn finding(&self, finding: &Finding, x: &Rational) -> Result<(), Diag> {
        let name = format!("{} of the inverse", finding.x);
        let said = super::words::words(&finding.verdict);
        let refuse = |is: &str| Err(lie(format!("{name} is said to be {said}; it is {is}")));
        let y = self.tiling.number(&finding.x)?;
        if self.kind(x) != Some(finding.verdict.kind()) {
            return refuse("of the other kind");
        }
        let truth = self.truth(x);
        let own = match &truth {
            InverseTruth::Ordinary => return refuse("no case"),
            InverseTruth::Hard(own) | InverseTruth::Exact(own) | InverseTruth::Unclear(own) => own,
        };
        if *own != y {
            return refuse("not the number whose inverse is near there");
        }
        match (&finding.verdict, &truth) {
            (Verdict::Exact(_), InverseTruth::Exact(_))
            | (Verdict::Unknown(_), InverseTruth::Unclear(_)) => Ok(()),
            (Verdict::Hard { distance, identical_bits, .. }, InverseTruth::Hard(_)) => {
                self.distance(&name, finding, x, &y, (*distance, *identical_bits))
            }
            (_, InverseTruth::Exact(_)) => refuse("exact"),
            (_, InverseTruth::Unclear(_)) => refuse("too close to tell"),
            (_, InverseTruth::Hard(_) | InverseTruth::Ordinary) => refuse("a case"),
        }
    }

    /// Compares the distance of a case.
    fn distance(
        &self,
        name: &str,
        finding: &Finding,
        x: &Rational,
        y: &Rational,
        (distance, bits): (Distance, u32),
    ) -> Result<(), Diag> {
        let epsilon = self.claim.epsilon();
        let told = distance.to_float();
        let exponent = told.get_exp().unwrap_or(0);
        let exact = told.to_rational().filter(|_| exponent > -DEEPEST);
        let Some(exact) = exact.filter(|d| *d > 0 && *d < epsilon) else {
            return Err(lie(format!("{name} is said to be at distance {distance}: no case's")));
        };
        let half_units = i32::from(self.claim.request.rounding == Rounding::Directed);
        // Rounded to a power of two, it may have been a little less.
        let is_less = self.is_below_power(x, y, &exact);
        let exponents = if is_less { exponent - 1..=exponent } else { exponent..=exponent };
        let of = |exponent: i32| u32::try_from(-(exponent + half_units)).unwrap_or(0);
        if !exponents.into_iter().any(|exponent| bits == of(exponent)) {
            return Err(lie(format!(
                "{name}: {bits} identical bits are not those of its distance"
            )));
        }
        // A little less than the distance does not reach y, a little more does.
        let slack = Rational::from(&exact >> SLACK);
        let (less, more) = (Rational::from(&exact - &slack), exact + slack);
        let at = |offset: &Rational| self.side(&self.at(x, offset), y);
        let zero = Rational::new();
        let near = [at(&-less.clone()), at(&zero), at(&less)];
        let far = [at(&-more.clone()), at(&more)];
        let same_side = near.iter().all(|side| *side == near[1]) && near[1].is_some();
        let reached = far.iter().any(|side| side.is_some() && *side != near[1]);
        match same_side && reached {
            true => Ok(()),
            false => Err(lie(format!(
                "{name} is said to be at distance {distance} from {}; it is not",
                finding.near.as_deref().unwrap_or_default()
            ))),
        }
    }
}

impl InverseOracle<'_> {
    /// Whether a distance is a power of two, and f⁻¹(y) perhaps nearer to x than that.
    fn is_below_power(&self, x: &Rational, y: &Rational, distance: &Rational) -> bool {
        let is_power = distance.numer().is_power_of_two() && distance.denom().is_power_of_two();
        let sides = [-distance.clone(), distance.clone()].map(|t| self.side(&self.at(x, &t), y));
        let is_between = match sides {
            [Some(low), Some(high)] => low != high && low.is_ne() && high.is_ne(),
            _ => true,
        };
        is_power && is_between
    }
}

impl InverseTruth {
    /// Refuses what is listed of a breakpoint, if it is not what it is.
    pub fn compare(&self, x: &str, listed: Option<&Finding>) -> Result<(), Diag> {
        let is_so = match (self, listed.map(|finding| &finding.verdict)) {
            (InverseTruth::Ordinary, None)
            | (InverseTruth::Hard(_), Some(Verdict::Hard { .. }))
            | (InverseTruth::Exact(_), Some(Verdict::Exact(_)))
            | (InverseTruth::Unclear(_), Some(Verdict::Unknown(_))) => true,
            (InverseTruth::Ordinary, Some(_))
            | (
                InverseTruth::Hard(_) | InverseTruth::Exact(_) | InverseTruth::Unclear(_),
                None | Some(_),
            ) => false,
        };
        match (is_so, listed) {
            (true, _) => Ok(()),
            (false, Some(_)) => {
                Err(lie(format!("the finding of the inverse at {x} is not what is listed")))
            }
            (false, None) => Err(lie(format!(
                "the inverse function has a finding at {x} that is not listed: a case was left out"
            ))),
        }
    }
}
