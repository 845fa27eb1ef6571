//! Whether there are about as many cases as chance gives: what leaves out many is refused before anything is searched again.
//!
//! Distances are as if random where g bends enough, and cases are a Poisson process. By how much g bends is computed here, at some
//! inputs of each piece; of what the certificate says, only which inputs it speaks of is used. Pieces that are too short to bend
//! enough are taken together with their neighbours, so that it does not matter how finely inputs are cut into spans.
//!
//! Where f has an equation, the same distances come again in other periods, binades, or with the other sign: k times at most. The
//! number of cases is then a sum of independent Poisson variables with weights w from 0 to k, and (1 - e^(-tw))/w ≥ (1 - e^(-tk))/k
//! gives the bound of its lower tail that k times one variable of the k-th part of the mean has.

use crate::asymptote::Pair;
use crate::cases::{Finding, Found, Verdict, within};
use crate::centred::expand;
use crate::equations::{Change, effect};
use crate::function::{Expr, Rule, find};
use crate::grid::floor_log2;
use crate::interval::Interval;
use crate::request::{Request, Rounding};
use crate::searched::Searches;
use crate::stop::{Checked, Progress};
use crate::tiling::{Run, Tiling, Work};
use rug::{Float, Rational};
use std::collections::BTreeSet;

/// The probability that an honest certificate is refused for too few cases, if values are random.
const UNLIKELY: f64 = 1e-9;
/// Values of functions are random for such a share at least, where g bends by so much in all.
const SHARE: f64 = 0.875;
const BENT: f64 = 4096.0;
/// Neighbours are taken together if the one bends at most so many times as fast as the other.
const ALIKE: f64 = 16.0;
/// The curvature of a piece is taken at so many inputs.
const POINTS: u64 = 9;
/// Into so many pieces at most are cut runs that are examined one by one, whose results may be spaced in several ways; none of
/// them is shorter than this unless its run is.
const PARTS: u64 = 32;
const SHORTEST: u64 = 1 << 8;
/// Where g bends by more from input to input, distances may repeat themselves.
const STEEPEST: f64 = 0.0625;
/// Steps of equations that are looked for.
const STEPS: std::ops::RangeInclusive<i32> = 1..=8;

/// What is compared with chance.
pub(crate) struct Chance<'a> {
    pub(crate) request: &'a Request,
    pub(crate) tiling: &'a Tiling,
    pub(crate) searches: &'a Searches,
    pub(crate) found: &'a Found,
}

/// Inputs with results in one binade.
#[derive(Clone, Debug)]
struct Piece {
    run: Run,
    spacing: i32,
}

/// Inputs of a segment that are as random.
#[derive(Debug)]
struct Stretch {
    pieces: Vec<Piece>,
    /// About the least |g''/2|.
    least: f64,
}

/// Cases that were found, and those that chance gives, among inputs whose distances are as if random.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counted {
    pub(crate) cases: f64,
    pub(crate) expected: f64,
}

impl Stretch {
    fn inputs(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.run.count() as f64).sum()
    }

    fn bend(&self) -> f64 {
        self.least * self.inputs().powi(2)
    }

    /// With the next one, if it is of this segment and bends alike; else the next one alone.
    fn and(mut self, next: Stretch) -> Stretch {
        let (slow, fast) = (self.least.min(next.least), self.least.max(next.least));
        let is_alike = fast <= ALIKE * slow;
        if self.pieces[0].run.segment != next.pieces[0].run.segment || !is_alike {
            return next;
        }
        self.pieces.extend(next.pieces);
        Stretch { pieces: self.pieces, least: slow }
    }
}

impl Chance<'_> {
    /// Refuses too few cases, of f and of its inverse. Nothing is random about algebraic functions.
    pub(crate) fn check(&self) -> Checked<Counted> {
        if !is_transcendental(&self.request.expr) {
            return Ok(Counted::default());
        }
        let covered = &self.tiling.covered;
        let searched = self.stretches(self.tiling.portions(&self.tiling.walked(covered)));
        let listed = self.stretches(self.tiling.portions(&self.tiling.from_list));
        let g = Pair::of(&self.request.expr).and_then(|pair| find(pair.g));
        let g = g.map(|function| Expr::Call(function, Box::new(Expr::X)));
        let unlikely = UNLIKELY / (searched.len() as f64 + listed.len() as f64 + 3.0);
        let own = self.cases(&searched, &self.request.expr, unlikely)?;
        let from_list = match &g {
            Some(g) => self.cases(&listed, g, unlikely)?,
            None => Counted::default(),
        };
        self.inverse(&searched, unlikely)?;
        let Counted { cases, expected } = from_list;
        Ok(Counted { cases: own.cases + cases, expected: own.expected + expected })
    }

    /// What is random: pieces that bend enough, and shorter ones together.
    fn stretches(&self, portions: Vec<(Run, Work)>) -> Vec<Stretch> {
        let (mut stretches, mut open): (Vec<Stretch>, Option<Stretch>) = (vec![], None);
        let mut progress = Progress::new();
        let all = portions.len() as u128;
        for (done, (run, work)) in portions.into_iter().enumerate() {
            progress.tell("spans compared with chance", done as u128, all);
            for own in self.pieces(run, work) {
                if own.bend() >= BENT {
                    stretches.push(own);
                    continue;
                }
                let together = match open.take() {
                    Some(before) => before.and(own),
                    None => own,
                };
                match together.bend() >= BENT {
                    true => stretches.push(together),
                    false => open = Some(together),
                }
            }
        }
        stretches
    }

    /// What kernels searched of a span, or its parts with results in one binade if each input was examined.
    fn pieces(&self, run: Run, work: Work) -> Vec<Stretch> {
        let mut pieces = vec![];
        match work {
            Work::Search(index) => {
                pieces.push(Piece { run, spacing: self.searches.spans[index].spacing });
            }
            Work::Direct(_) => {
                let length = run.count().div_ceil(PARTS).max(SHORTEST);
                let mut start = run.inputs.start;
                while start < run.inputs.end {
                    let inputs = start..run.inputs.end.min(start.saturating_add(length));
                    start = inputs.end;
                    let part = Run { segment: run.segment, inputs };
                    let spacing = self.spacing(&part);
                    pieces.extend(spacing.map(|spacing| Piece { run: part, spacing }));
                }
            }
            _ => {}
        }
        let stretch = |piece: Piece| {
            let least = self.least(&piece)?;
            Some(Stretch { pieces: vec![piece], least })
        };
        pieces.into_iter().filter_map(stretch).collect()
    }

    /// How far breakpoints are apart at both ends of a run, if that is the same.
    fn spacing(&self, run: &Run) -> Option<i32> {
        let segment = &self.request.segments[run.segment];
        let at = |index: u64| {
            let x = Interval::point(&segment.x(index), segment.bits() + 64);
            let value = expand(&self.request.expr, &x, 0).ok()?[0].mig().to_rational()?;
            (!value.is_zero()).then(|| self.request.spacing(floor_log2(&value)))
        };
        let [first, last] = [run.inputs.start, run.inputs.end - 1].map(at);
        first.filter(|_| first == last)
    }

    /// About the least |g''/2| on a piece, where it is known and sensible.
    fn least(&self, piece: &Piece) -> Option<f64> {
        let Piece { run: Run { segment, inputs }, spacing } = piece;
        let prec = self.request.segments[*segment].bits() + 64;
        let length = inputs.end - inputs.start;
        let steps = POINTS.min(length) - 1;
        let at = |step: u64| {
            let far = u128::from(length - 1) * u128::from(step) / u128::from(steps.max(1));
            let index = inputs.start + u64::try_from(far).ok()?;
            let series =
                self.request.coefficients(*segment, &(index..index + 1), 2, *spacing, prec);
            Some(series.ok()?[2].mig().to_f64())
        };
        let bends: Option<Vec<f64>> = (0..=steps).map(at).collect();
        let bends = bends.filter(|all| all.iter().all(|bend| *bend <= STEEPEST))?;
        bends.into_iter().reduce(f64::min)
    }

    /// The share of inputs that are cases.
    fn density(&self) -> f64 {
        let Request { bits, rounding, inverse, .. } = self.request;
        let halves = i32::from(*rounding == Rounding::Nearest)
            + i32::from(*inverse && *rounding != Rounding::Directed);
        2f64.powi(1 - *bits as i32 - halves)
    }

    /// Compares the cases on each stretch and on all of them; `f` has the equations by which distances come again.
    fn cases(&self, stretches: &[Stretch], f: &Expr, unlikely: f64) -> Checked<Counted> {
        let tell = |what: &str, pieces: &[&Piece]| {
            let mean: f64 = pieces.iter().map(|piece| piece.run.count() as f64).sum();
            let expected = mean * self.density();
            let cases = hard(&self.found.own, pieces);
            plausible(what, [cases, expected], self.copies(f, pieces), unlikely)?;
            Ok(Counted { cases, expected })
        };
        for stretch in stretches {
            let pieces: Vec<_> = stretch.pieces.iter().collect();
            tell(&format!("{:?}, cases", pieces[0].run), &pieces)?;
        }
        tell("cases", &all(stretches))
    }

    /// Compares the cases of the inverse function: one input for each number between the values of f at the ends of a piece. It bends by
    /// g''/g' from one to the next.
    fn inverse(&self, searched: &[Stretch], unlikely: f64) -> Checked<()> {
        if !self.request.inverse {
            return Ok(());
        }
        let (mut bent, mut expected) = (vec![], 0.0);
        for stretch in searched {
            let numbers = stretch.pieces.iter().map(|piece| self.numbers(piece));
            let numbers: f64 = numbers.map(|between| between.unwrap_or(0.0)).sum();
            let slope = 2.0 * numbers / stretch.inputs();
            if stretch.bend() >= BENT * slope.max(1.0) {
                bent.extend(&stretch.pieces);
                expected += numbers;
            }
        }
        let halves = i32::from(self.request.rounding == Rounding::Nearest);
        expected *= 2f64.powi(1 - self.request.bits as i32 - halves);
        let counts = [hard(&self.found.inverse, &bent), expected];
        let copies = self.copies(&self.request.expr, &bent);
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

    /// How often one distance may come among these inputs.
    fn copies(&self, f: &Expr, pieces: &[&Piece]) -> f64 {
        let x = |segment: usize, index: u64| self.request.segments[segment].x(index);
        let ends = |piece: &&Piece| {
            let Run { segment, inputs } = &piece.run;
            [x(*segment, inputs.start), x(*segment, inputs.end - 1)]
        };
        let all: Vec<Rational> = pieces.iter().flat_map(ends).collect();
        let (Some(least), Some(most)) = (all.iter().min(), all.iter().max()) else { return 1.0 };
        let has = |change: Change| effect(f, change).is_some();
        let both = *least < 0 && *most > 0;
        let signs = 1 + u32::from(both && has(Change::Scale { exponent: 0, negates: true }));
        let segments: BTreeSet<usize> = pieces.iter().map(|piece| piece.run.segment).collect();
        let scales = |exponent: i32| has(Change::Scale { exponent, negates: false });
        let binades = if STEPS.into_iter().any(scales) { segments.len() } else { 1 };
        let step = STEPS.into_iter().find(|step| has(Change::Add(*step)));
        let periods =
            step.map_or(1.0, |step| (Rational::from(most - least) / step).to_f64().ceil().max(1.0));
        f64::from(signs) * binades as f64 * periods
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
