//! Whether there are about as many cases as chance gives: what leaves out many is refused before anything is searched again.
//!
//! Distances are as if random where g bends enough, and not as a parabola does (x² on a coarse grid has values on one). Then cases
//! are a Poisson process. By how much g bends is computed here, at some inputs of each piece; of what the certificate says, only which
//! inputs it speaks of is used. Pieces are cut where a part of them may bend enough, and those that are too short are taken together
//! with their neighbours, so that it does not matter how finely inputs are cut into spans.
//!
//! Where the same distances come again in other periods, binades, or with the other sign, k times at most, the number of cases is a
//! sum of independent Poisson variables with weights w from 0 to k, and (1 - e^(-tw))/w ≥ (1 - e^(-tk))/k gives the bound of its
//! lower tail that k times one variable of the k-th part of the mean has.

mod copies;
mod stretches;

use crate::asymptote::Pair;
use crate::cases::{Finding, Found, Verdict, within};
use crate::centred::expand;
use crate::function::{Expr, Rule, find};
use crate::interval::Interval;
use crate::request::{Request, Rounding};
use crate::searched::Searches;
use crate::stop::Checked;
use crate::tiling::{Run, Tiling, Work};
use copies::{Copies, Values};
use rug::Float;
use stretches::{BENT, Piece, Stretch, Stretches};

/// The probability that an honest certificate is refused for too few cases, if values are random.
const UNLIKELY: f64 = 1e-9;
/// Values of functions are random for such a share at least, where g bends enough.
const SHARE: f64 = 0.875;

/// What is compared with chance.
pub(crate) struct Chance<'a> {
    pub(crate) request: &'a Request,
    pub(crate) tiling: &'a Tiling,
    pub(crate) searches: &'a Searches,
    pub(crate) found: &'a Found,
}

/// Stretches, with what makes distances come again on them.
#[derive(Debug)]
struct Random {
    stretches: Vec<Stretch>,
    copies: Copies,
}

/// Cases that were found, and those that chance gives, among inputs whose distances are as if random.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counted {
    pub(crate) cases: f64,
    pub(crate) expected: f64,
}

impl Chance<'_> {
    /// Refuses too few cases, of f and of its inverse. Nothing is random about algebraic functions.
    pub(crate) fn check(&self) -> Checked<Counted> {
        if !is_transcendental(&self.request.expr) {
            return Ok(Counted::default());
        }
        let Tiling { covered, from_list, .. } = self.tiling;
        let portions = self.tiling.portions(&self.tiling.walked(covered));
        let searched = self.random(portions, &self.request.expr, 0);
        let pair = Pair::of(&self.request.expr).filter(|_| !from_list.is_empty());
        let g = pair.and_then(|pair| Some((find(pair.g)?, pair.shift)));
        let listed = g.map(|(function, shift)| {
            let g = Expr::Call(function, Box::new(Expr::X));
            self.random(self.tiling.portions(from_list), &g, shift)
        });
        let stretches = |random: &Random| random.stretches.len();
        let tests = 2 * (stretches(&searched) + listed.as_ref().map_or(0, stretches)) + 3;
        let unlikely = UNLIKELY / tests as f64;
        let own = self.cases(&searched, unlikely)?;
        let from_list =
            listed.map_or(Ok(Counted::default()), |listed| self.cases(&listed, unlikely))?;
        self.inverse(&searched, unlikely)?;
        let Counted { cases, expected } = from_list;
        Ok(Counted { cases: own.cases + cases, expected: own.expected + expected })
    }

    /// What is random of some portions, with what makes distances come again there: those of f, or of the function whose list cases
    /// are from.
    fn random(&self, portions: Vec<(Run, Work)>, expr: &Expr, shift: i32) -> Random {
        let stretches = Stretches { request: self.request, searches: self.searches }.of(portions);
        let copies = Values { request: self.request, expr, shift }.copies(&all(&stretches));
        Random { stretches, copies }
    }

    /// The share of inputs that are cases.
    fn density(&self) -> f64 {
        let Request { bits, rounding, inverse, .. } = self.request;
        let halves = i32::from(*rounding == Rounding::Nearest)
            + i32::from(*inverse && *rounding != Rounding::Directed);
        2f64.powi(1 - *bits as i32 - halves)
    }

    /// Compares the cases on each stretch, on those of each segment and on all.
    fn cases(&self, random: &Random, unlikely: f64) -> Checked<Counted> {
        let Random { stretches, copies } = random;
        let tell = |what: &str, pieces: &[&Piece]| {
            let mean: f64 = pieces.iter().map(|piece| piece.run.count() as f64).sum();
            let expected = mean * self.density();
            let cases = hard(&self.found.own, pieces);
            plausible(what, [cases, expected], copies.among(self.request, pieces), unlikely)?;
            Ok(Counted { cases, expected })
        };
        let segment = |stretch: &Stretch| stretch.pieces[0].run.segment;
        let by_segment = stretches.chunk_by(|a, b| segment(a) == segment(b));
        for group in stretches.chunks(1).chain(by_segment) {
            let pieces = all(group);
            tell(&format!("{:?} and what follows, cases", pieces[0].run), &pieces)?;
        }
        tell("cases", &all(stretches))
    }

    /// Compares the cases of the inverse function: one input for each number between the values of f at the ends of a piece. It bends by
    /// g''/g' from one to the next.
    fn inverse(&self, searched: &Random, unlikely: f64) -> Checked<()> {
        if !self.request.inverse {
            return Ok(());
        }
        let (mut bent, mut expected) = (vec![], 0.0);
        for stretch in &searched.stretches {
            let numbers = stretch.pieces.iter().map(|piece| self.numbers(piece));
            let numbers: f64 = numbers.map(|between| between.unwrap_or(0.0)).sum();
            let slope = 2.0 * numbers / stretch.inputs();
            if stretch.least.bend(stretch.inputs()) >= BENT * slope.max(1.0) {
                bent.extend(&stretch.pieces);
                expected += numbers;
            }
        }
        let halves = i32::from(self.request.rounding == Rounding::Nearest);
        expected *= 2f64.powi(1 - self.request.bits as i32 - halves);
        let counts = [hard(&self.found.inverse, &bent), expected];
        let copies = searched.copies.among(self.request, &bent);
        plausible("cases of the inverse", counts, copies, unlikely)
    }

    /// How many numbers of the output format the values at the ends of a piece have between them.
    fn numbers(&self, piece: &Piece) -> Option<f64> {
        let segment = &self.request.segments[piece.run.segment];
        let at = |index: u64| {
            let x = Interval::point(&segment.x(index), segment.bits() + 128);
            expand(&self.request.expr, &x, 0).ok()?[0].lo.to_rational()
        };
        let between = at(piece.run.inputs.end - 1)? - at(piece.run.inputs.start)?;
        let has_midpoints = self.request.rounding != Rounding::Directed;
        let numbers = between.abs() >> (piece.spacing + i32::from(has_midpoints));
        Some(Float::with_val(64, numbers).to_f64())
    }
}

fn all(stretches: &[Stretch]) -> Vec<&Piece> {
    stretches.iter().flat_map(|stretch| &stretch.pieces).collect()
}

/// How many of these findings are hard cases at inputs of pieces.
fn hard(list: &[Finding], pieces: &[&Piece]) -> f64 {
    let is_case = |finding: &&Finding| matches!(finding.verdict, Verdict::Hard { .. });
    let count = |piece: &&Piece| {
        within(list, piece.run.segment, &piece.run.inputs).iter().filter(is_case).count()
    };
    pieces.iter().map(count).sum::<usize>() as f64
}

fn plausible(what: &str, [counted, expected]: [f64; 2], copies: f64, unlikely: f64) -> Checked<()> {
    let probability = at_most(counted / copies, SHARE * expected / copies);
    ensure!(
        probability >= unlikely,
        "{what}: {counted} where chance gives {expected:.0}: too few ({probability:.0e})"
    )
}

/// Whether some part is neither a root nor rational.
fn is_transcendental(expr: &Expr) -> bool {
    let own = matches!(expr, Expr::Call(function, a) if !matches!(function.rule, Rule::Root(_)) && a.has_x());
    own || expr.parts().into_iter().any(is_transcendental)
}

/// A bound of the probability that a Poisson variable is at most so much (Chernoff): exp(c - μ)·(μ/c)^c.
pub(crate) fn at_most(count: f64, mean: f64) -> f64 {
    match count {
        _ if count >= mean => 1.0,
        0.0 => (-mean).exp(),
        _ => (count - mean + count * (mean / count).ln()).exp(),
    }
}
