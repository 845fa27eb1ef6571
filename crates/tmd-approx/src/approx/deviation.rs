//! A proved bound on the distance of a leaf's polynomial from the function, for all real numbers of the leaf.
//!
//! The leaf is cut into parts, shorter towards its ends as the extrema of the difference are. On a part, f is its
//! Taylor polynomial about a point with a rigorous remainder ([`FunctionSpec::series`]), the difference from the
//! leaf's polynomial is a polynomial with enclosed coefficients, and that is moved to the middle of the part,
//! where the sum of its terms' sizes bounds it.

use super::cells::Place;
use super::exact;
use rug::{Float, Rational};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;

/// A part of a leaf with what was proved of it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its real numbers.
    pub(super) from: Rational,
    /// See `from`.
    pub(super) to: Rational,
    /// An upper bound of |f - P|.
    pub(super) deviation: Float,
    /// A lower bound of |f|.
    pub(super) least: Float,
}

/// Taylor terms beyond the leaf's degree.
const MORE_TERMS: usize = 8;
/// Halvings of a part whose remainder is too large.
const DEEPEST: u32 = 40;
/// Taylor models of a leaf at most: where more are wanted, f is not smooth enough for its leaf.
const MOST_MODELS: u32 = 2048;

/// The proof of one leaf.
pub(super) struct Leaf<'a> {
    pub(super) spec: &'a FunctionSpec,
    pub(super) place: &'a Place,
    /// The polynomial as powers of t, exactly.
    pub(super) powers: &'a [Rational],
    /// Remainders up to this are as good as none.
    pub(super) fine: &'a Rational,
    /// Bits of all numbers.
    pub(super) prec: u32,
}

/// The bounds that are proved so far, and how many models they took.
struct Parts {
    found: Vec<Part>,
    models: u32,
}

/// f about a point.
struct Model {
    centre: Rational,
    /// The coefficients of f - P, in powers of x - centre.
    difference: Vec<Interval>,
    /// The coefficients of P alone.
    polynomial: Vec<Interval>,
    /// The remainder of f.
    remainder: Float,
}

impl Leaf<'_> {
    /// Bounds for all parts of the leaf, ascending.
    ///
    /// # Errors
    /// If f is not smooth enough there for any bound.
    pub(super) fn parts(&self) -> Result<Vec<Part>, Diag> {
        let cuts = self.cuts();
        let mut parts = Parts { found: vec![], models: 0 };
        self.group(&cuts, 0..cuts.len() - 1, &mut parts)?;
        Ok(parts.found)
    }

    /// The places at which the leaf is cut: as cos θ for θ in equal steps, ends exactly.
    fn cuts(&self) -> Vec<Rational> {
        let Place { from, to, .. } = self.place;
        let count = 4 * (self.powers.len() + 1);
        let half = Rational::from(to - from) / 2u32;
        let middle = Rational::from(from + to) / 2u32;
        let mut cuts: Vec<Rational> = (0..=count)
            .map(|k| {
                let angle = std::f64::consts::PI * k as f64 / count as f64;
                let share = exact(-angle.cos());
                &half * share + &middle
            })
            .collect();
        cuts[0] = from.clone();
        cuts[count] = to.clone();
        cuts
    }

    /// Parts that share a model if its remainder is small, else half of them each.
    fn group(&self, cuts: &[Rational], range: Range<usize>, parts: &mut Parts) -> Result<(), Diag> {
        parts.models += 1;
        match self.model(&cuts[range.start], &cuts[range.end]) {
            Ok(model) if model.remainder <= *self.fine => {
                for k in range {
                    parts.found.push(self.part(&model, &cuts[k], &cuts[k + 1]));
                }
                Ok(())
            }
            _ if range.len() > 1 => {
                let middle = range.start + range.len() / 2;
                self.group(cuts, range.start..middle, parts)?;
                self.group(cuts, middle..range.end, parts)
            }
            _ => self.halves(&cuts[range.start], &cuts[range.end], 0, parts),
        }
    }

    fn halves(
        &self,
        from: &Rational,
        to: &Rational,
        depth: u32,
        parts: &mut Parts,
    ) -> Result<(), Diag> {
        parts.models += 1;
        let model = self.model(from, to);
        match model {
            Ok(model) if model.remainder <= *self.fine => {
                parts.found.push(self.part(&model, from, to))
            }
            _ if depth < DEEPEST && parts.models < MOST_MODELS && from < to => {
                let middle = Rational::from(from + to) / 2u32;
                self.halves(from, &middle, depth + 1, parts)?;
                self.halves(&middle, to, depth + 1, parts)?;
            }
            // Where derivatives grow without bound, the values themselves may be bounded.
            model => match self.crude(from, to) {
                Some(part) => parts.found.push(part),
                None => return Err(model.err().unwrap_or_else(|| self.rough(from))),
            },
        }
        Ok(())
    }

    /// Bounds a part by the values of f and P alone, without derivatives.
    fn crude(&self, from: &Rational, to: &Rational) -> Option<Part> {
        let x = self.hull(from, to);
        let f = self.spec.eval(&x).ok().filter(Interval::is_bounded)?;
        let t = self.hull(&self.place.t(from), &self.place.t(to));
        let powers = self.powers.iter().rev();
        let p = powers.fold(Interval::zero(self.prec), |sum, c| {
            sum.mul(&t).add(&Interval::from_rational(c, self.prec))
        });
        let (deviation, least) = (f.sub(&p).mag(), f.mig());
        Some(Part { from: from.clone(), to: to.clone(), deviation, least })
    }

    fn rough(&self, at: &Rational) -> Diag {
        Diag::new(
            DiagKind::Unsupported,
            format!(
                "no bound is found for {} near x = {:.6e}: it is not smooth enough there",
                self.spec.canonical(),
                at.to_f64()
            ),
        )
        .help("give a range without that place, or a larger tolerance")
    }

    fn hull(&self, from: &Rational, to: &Rational) -> Interval {
        Interval::from_rational(from, self.prec).hull(&Interval::from_rational(to, self.prec))
    }

    /// The Taylor polynomial of f about the middle.
    fn model(&self, from: &Rational, to: &Rational) -> Result<Model, Diag> {
        let order = self.powers.len() + MORE_TERMS;
        let centre = Rational::from(from + to) / 2u32;
        // Short enough to be exact at this precision.
        let short = Float::with_val(self.prec / 2, &centre);
        let centre = Rational::try_from(&short).unwrap_or(centre);
        let diagnose = |error| self.spec.diagnose(&error);
        let point = Interval::from_rational(&centre, self.prec);
        let f = self.spec.series(&point, order).map_err(diagnose)?;
        // Taylor's theorem speaks of all numbers between x and the point that the polynomial is about.
        let all = self.hull(from, to).hull(&point);
        let over = self.spec.series(&all, order + 1).map_err(diagnose)?;
        let reach = self.reach(&centre, from, to);
        let power = (0..=order).fold(Interval::one(self.prec), |power, _| power.mul(&reach));
        let remainder = over[order + 1].mul(&power).mag();
        let polynomial = self.about(&centre);
        let difference = f
            .iter()
            .enumerate()
            .map(|(k, c)| polynomial.get(k).map_or_else(|| c.clone(), |p| c.sub(p)))
            .collect();
        Ok(Model { centre, difference, polynomial, remainder })
    }

    /// How far the ends are from a point.
    fn reach(&self, centre: &Rational, from: &Rational, to: &Rational) -> Interval {
        let far = |end: &Rational| {
            Interval::from_rational(&Rational::from(end - centre).abs(), self.prec)
        };
        let (a, b) = (far(from), far(to));
        if a.hi() > b.hi() { a } else { b }
    }

    /// The polynomial in powers of x - centre: t = t(centre) + scale·(x - centre).
    fn about(&self, centre: &Rational) -> Vec<Interval> {
        let start = Interval::from_rational(&self.place.t(centre), self.prec);
        let scale = exact(self.place.scale);
        let scale = Interval::from_rational(&scale, self.prec);
        let powers: Vec<Interval> =
            self.powers.iter().map(|c| Interval::from_rational(c, self.prec)).collect();
        let moved = moved(powers, &start);
        let mut factor = Interval::one(self.prec);
        moved
            .into_iter()
            .map(|c| {
                let scaled = c.mul(&factor);
                factor = factor.mul(&scale);
                scaled
            })
            .collect()
    }

    fn part(&self, model: &Model, from: &Rational, to: &Rational) -> Part {
        let middle = Rational::from(from + to) / 2u32;
        let shift = Interval::from_rational(&Rational::from(&middle - &model.centre), self.prec);
        let reach = self.reach(&middle, from, to);
        let difference = moved(model.difference.clone(), &shift);
        let remainder = point(&model.remainder);
        let deviation = size(&difference, &reach).add(&remainder);
        let p = moved(model.polynomial.clone(), &shift);
        let rest = size(&p[1..], &reach).mul(&reach);
        let least = point(&p[0].mig()).sub(&rest).sub(&deviation);
        Part {
            from: from.clone(),
            to: to.clone(),
            deviation: deviation.hi().clone(),
            least: least.lo().clone().max(&Float::new(self.prec)),
        }
    }
}

/// The interval of one finite number.
pub(super) fn point(number: &Float) -> Interval {
    let exact = Rational::try_from(number).unwrap_or_default();
    Interval::from_rational(&exact, number.prec())
}

/// The same polynomial in powers of a variable that is smaller by `by`.
pub(super) fn moved(mut coefficients: Vec<Interval>, by: &Interval) -> Vec<Interval> {
    for i in 0..coefficients.len() {
        for j in (i..coefficients.len() - 1).rev() {
            let term = coefficients[j + 1].mul(by);
            coefficients[j] = coefficients[j].add(&term);
        }
    }
    coefficients
}

/// Σ |c_k|·reach^k.
fn size(coefficients: &[Interval], reach: &Interval) -> Interval {
    let zero = Interval::zero(reach.prec());
    coefficients.iter().rev().fold(zero, |sum, c| sum.mul(reach).add(&c.abs()))
}
