//! Chooses leaves, degree and look-up, and makes the evaluator that meets the tolerance at the least cost.

use super::cells::{Cells, MOST_CELLS, Place};
use super::cost::Shape;
use super::evaluator::{Evaluator, Leaf};
use super::exact;
use super::fit::{self, Point};
use super::metric::Metric;
use super::prove;
use super::request::{Request, Strategy};
use super::source::{self, Samples, Source};
use super::spectrum::{self, MOST_DEGREE};
use super::tolerance::lg_ulp;
use super::zero::{self, Zero};
use rayon::prelude::*;
use rug::float::Round;
use rug::{Float, Rational};
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::{Constant, FunctionSpec};
use tmd_functions::rounded;
use tmd_kernel::ir::Width;

/// Leaves of a grid that are tried, where nobody says how many.
const GRIDS: [usize; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
/// The degree of a leaf is raised so often if the proof asks for it.
const RAISES: usize = 2;
/// Most plans that are made in full.
const PLANS: usize = 12;

/// A plan that seems to meet the tolerance.
#[derive(Clone, Debug)]
struct Candidate {
    cells: Cells,
    count: usize,
    shape: Shape,
}

/// Makes the evaluator that is predicted to be the fastest.
///
/// # Errors
/// Bad input, with its place; if the tolerance cannot be met, with the place where it is not.
pub fn make(request: &Request, source: Source) -> Result<Evaluator, Diag> {
    make_several(request, source, 1).map(|mut made| made.remove(0))
}

/// Makes so many evaluators, at least one, those in front that are predicted to be the fastest.
///
/// # Errors
/// As [`make`].
pub fn make_several(
    request: &Request,
    source: Source,
    most: usize,
) -> Result<Vec<Evaluator>, Diag> {
    let range = range(request)?;
    let source = match source {
        Source::Samples(samples) => Source::Samples(samples.rounded(request.width)?),
        known => known,
    };
    if let Source::Samples(samples) = &source {
        known_over(samples, range)?;
    }
    if request.leaves.is_some() && matches!(request.strategy, Strategy::Bst | Strategy::Hash) {
        let strategy = request.strategy;
        return Err(Diag::new(
            DiagKind::Option,
            format!(
                "--leaves has no meaning for --lookup {strategy}, whose leaves are halves of halves"
            ),
        )
        .help("leave --leaves out; --degree says how long they may be"));
    }
    let metric = Metric::new(&request.tolerance, request.width, &source, range)?;
    let planner = Planner { request, source: &source, range, metric: &metric };
    planner.possible()?;
    let mut met: Vec<Evaluator> = vec![];
    let mut best: Option<Evaluator> = None;
    // First what seems cheapest, then everything: shorter leaves have smaller rounding errors, too.
    for thorough in [most > 1, true] {
        let mut candidates = planner.candidates(thorough)?;
        candidates.sort_by(|a, b| a.shape.cycles().total_cmp(&b.shape.cycles()));
        for candidate in candidates.iter().take(PLANS.max(2 * most)) {
            let made = planner.tried(candidate)?;
            if made.error() <= metric.most {
                met.push(made);
            } else if best.as_ref().is_none_or(|best| made.error() < best.error()) {
                best = Some(made);
            }
            if met.len() >= most {
                break;
            }
        }
        if !met.is_empty() {
            met.iter_mut().for_each(|made| made.held_out = made.hold_out(&metric));
            return Ok(met);
        }
    }
    Err(best.map_or_else(|| planner.nothing(), |evaluator| planner.refusal(&evaluator)))
}

/// Refuses a range that has no sample, or begins or ends too far from one.
fn known_over(samples: &Samples, range: (f64, f64)) -> Result<(), Diag> {
    let Samples { name, points, .. } = samples;
    if samples.between(range.0, range.1).is_empty() {
        let message = format!("{name} has no sample from {} to {}", range.0, range.1);
        return Err(Diag::new(DiagKind::Range, message).help("give the range of the samples"));
    }
    let Some((from, to)) = samples.unknown_part(range.0, range.1) else { return Ok(()) };
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    let message =
        format!("{name} has samples from {first} to {last}: nothing is known from {from} to {to}");
    let help = format!("give --range {},{}", range.0.max(first), range.1.min(last));
    Err(Diag::new(DiagKind::Range, message).help(help))
}

/// The leaf with the largest error.
fn worst(evaluator: &Evaluator) -> Option<&Leaf> {
    evaluator.leaves.iter().max_by(|a, b| a.error.total_cmp(&b.error))
}

/// The first and the last number of the range.
pub(super) fn range(request: &Request) -> Result<(f64, f64), Diag> {
    range_of("--range", &request.range, request.width)
}

/// The first and the last number of a type in a range that an option gives.
pub(super) fn range_of(option: &'static str, text: &str, width: Width) -> Result<(f64, f64), Diag> {
    let refuse = |message: String, span: std::ops::Range<usize>, label: &str| {
        Diag::new(DiagKind::Range, message).at(option, text, span, label)
    };
    let Some((from, to)) = text.split_once(',') else {
        return Err(refuse(format!("{option} {text} has one end"), 0..text.len(), "no comma")
            .help(format!("write both ends: {option} 0,20")));
    };
    let precision = width.precision();
    let end = |part: &str, at: usize, round: Round| -> Result<f64, Diag> {
        let constant =
            Constant::parse(option, part).map_err(|diag| diag.within(option, text, at))?;
        let value = constant
            .enclose(4 * precision)
            .map_err(|error| constant.diagnose(&error).within(option, text, at))?;
        let toward = if round == Round::Up { value.hi() } else { value.lo() };
        // Inside the range; subnormal numbers have fewer bits, which the conversion below knows.
        let number = Float::with_val_round(precision, toward, round).0.to_f64();
        match number.abs() <= width.largest() {
            true => Ok(match width {
                Width::W64 => toward.to_f64_round(round),
                Width::W32 => f64::from(toward.to_f32_round(round)),
            }),
            false => {
                let span = at..at + part.len();
                Err(refuse(format!("{part} is not a number of the type"), span, "too large"))
            }
        }
    };
    let a = end(from, 0, Round::Up)?;
    let b = end(to, from.len() + 1, Round::Down)?;
    match a < b {
        true => Ok((a, b)),
        false => {
            Err(refuse(format!("{option} {text} holds no two numbers"), 0..text.len(), "empty")
                .help("give two ends, the smaller one first"))
        }
    }
}

struct Planner<'a> {
    request: &'a Request,
    source: &'a Source,
    range: (f64, f64),
    metric: &'a Metric,
}

impl Planner<'_> {
    /// Refuses at once what no evaluator can meet: the last rounding alone may be half a unit in the last place.
    fn possible(&self) -> Result<(), Diag> {
        const POINTS: usize = 16;
        let Source::Function(spec) = self.source else { return Ok(()) };
        let width = self.request.width;
        let (a, b) = self.range;
        if self.metric.is_lost_at_zeros()
            && let Some(zero) = zero::find(spec, width, self.range)
        {
            return Err(self.refuse_zero(spec, zero));
        }
        for k in 0..=POINTS {
            let share = k as f64 / POINTS as f64;
            let x = (a * (1.0 - share) + b * share).clamp(a, b);
            let value = source::value(spec, &Float::with_val(64, x))?.abs();
            let half = Float::with_val(64, 1) << (lg_ulp(width, value.to_f64()) - 1);
            let error = self.metric.measured(&half, &value);
            if error > self.metric.most && !value.is_zero() {
                let Request { tolerance, .. } = self.request;
                return Err(Diag::new(
                    DiagKind::Unsupported,
                    format!(
                        "{tolerance} cannot be met at x = {x:.9e}: the rounding of the result alone may be {error:.3e}{}",
                        tolerance.measure.words()
                    ),
                )
                .help(self.larger()));
            }
        }
        Ok(())
    }

    /// Refuses a relative error around a zero of f.
    fn refuse_zero(&self, spec: &FunctionSpec, Zero { from, to }: Zero) -> Diag {
        let Request { tolerance, range, .. } = self.request;
        let place = match from == to {
            true => format!("at x = {from:?}"),
            false => format!("between x = {from:?} and {to:?}"),
        };
        Diag::new(
            DiagKind::Unsupported,
            format!("{tolerance} cannot be met: {} is 0 {place}", spec.canonical()),
        )
        .at("--range", range.clone(), 0..range.len(), format!("a zero {place}"))
        .help("give an absolute tolerance (abs:1e-12), or a range without this zero")
    }

    fn shape(&self, strategy: Strategy, leaves: usize, degree: usize) -> Shape {
        let Request { width, basis, outside, .. } = *self.request;
        // A polynomial of degree 0 would map NaN to a number.
        Shape { width, basis, outside, strategy, leaves, degree: degree.max(1) }
    }

    /// The evaluator of a plan, its degree raised if that is what it takes.
    fn tried(&self, candidate: &Candidate) -> Result<Evaluator, Diag> {
        let mut shape = candidate.shape;
        let most = match self.request.degree {
            Some(degree) => degree,
            None => MOST_DEGREE.min(shape.degree + RAISES),
        };
        loop {
            let evaluator = self.evaluator(&candidate.cells, candidate.count, shape)?;
            // A higher degree does not help against rounding.
            let by_rounding =
                worst(&evaluator).is_some_and(|leaf| leaf.rounding > leaf.approximation);
            if evaluator.error() <= self.metric.most || by_rounding || shape.degree >= most {
                return Ok(evaluator);
            }
            shape.degree += 1;
        }
    }

    /// Plans that seem to meet the tolerance within the budget: the cheapest, or all.
    fn candidates(&self, thorough: bool) -> Result<Vec<Candidate>, Diag> {
        let mut candidates = vec![];
        let strategy = self.request.strategy;
        if !matches!(strategy, Strategy::Bst | Strategy::Hash) {
            candidates = self.grids(thorough)?;
        }
        match strategy {
            Strategy::Bst => candidates.extend(self.trees()?),
            Strategy::Hash => candidates.extend(self.hashes()?),
            _ if self.request.leaves.is_some() => {}
            Strategy::Auto if candidates.is_empty() => candidates = self.trees()?,
            // What a tree cannot do is no reason not to try the rest.
            Strategy::Auto if thorough => candidates.extend(self.trees().unwrap_or_default()),
            _ => {}
        }
        Ok(candidates)
    }

    fn grids(&self, thorough: bool) -> Result<Vec<Candidate>, Diag> {
        let request = self.request;
        let wanted: Vec<usize> = match (request.leaves, request.strategy) {
            (Some(leaves), _) => vec![leaves],
            (None, Strategy::None) => vec![1],
            _ => GRIDS.to_vec(),
        };
        let mut candidates = vec![];
        let mut shortest = f64::INFINITY;
        for leaves in wanted {
            // More leaves than these cost more than what is found already.
            let least = self.shape(self.strategies(leaves)[0], leaves, 1);
            let is_dear = least.cycles() > shortest && !thorough;
            let fits = least.table_bytes() <= request.table_budget;
            if is_dear || !fits || !least.is_possible() {
                continue;
            }
            let Some((cells, count)) = self.cells(leaves) else { continue };
            let Some(degree) = self.degree(&cells, count)? else { continue };
            for strategy in self.strategies(leaves) {
                let shape = self.shape(strategy, count, degree);
                if shape.is_possible() && shape.table_bytes() <= request.table_budget {
                    shortest = shortest.min(shape.cycles());
                    candidates.push(Candidate { cells: cells.clone(), count, shape });
                }
            }
        }
        Ok(candidates)
    }

    fn cells(&self, leaves: usize) -> Option<(Cells, usize)> {
        let (a, b) = self.range;
        match leaves {
            0 | 1 => Some((Cells::One, 1)),
            _ => Cells::grid(a, b, leaves, self.request.width),
        }
    }

    /// How leaves of one length may be found, the cheapest in front.
    fn strategies(&self, leaves: usize) -> Vec<Strategy> {
        match self.request.strategy {
            Strategy::Auto if leaves <= 1 => vec![Strategy::None],
            Strategy::Auto => {
                let all = [Strategy::Permute, Strategy::Permute2, Strategy::Row, Strategy::Gather];
                let is_possible = |s: &Strategy| self.shape(*s, leaves, 1).is_possible();
                let possible = all.into_iter().filter(is_possible);
                // Two registers a column where two are enough.
                let is_short = is_possible(&Strategy::Permute);
                possible.filter(|s| !(is_short && *s == Strategy::Permute2)).collect()
            }
            chosen => vec![chosen],
        }
    }

    /// The degree that all leaves seem to want.
    fn degree(&self, cells: &Cells, count: usize) -> Result<Option<usize>, Diag> {
        if let Some(degree) = self.request.degree {
            return Ok(Some(degree));
        }
        let (a, b) = self.range;
        let places = cells.places(a, b, count, self.request.width);
        let degrees: Vec<Option<usize>> =
            places.par_iter().map(|place| self.of_place(place)).collect::<Result<_, _>>()?;
        Ok(degrees.into_iter().try_fold(0, |most, degree| Some(most.max(degree?))))
    }

    fn of_place(&self, place: &Place) -> Result<Option<usize>, Diag> {
        let [from, to] = [&place.from, &place.to].map(Rational::to_f64);
        self.of_interval(from, to)
    }

    fn of_interval(&self, from: f64, to: f64) -> Result<Option<usize>, Diag> {
        match self.source {
            Source::Function(spec) => {
                spectrum::degree(spec, self.metric, from, to, self.request.width)
            }
            Source::Samples(_) => {
                // The degree that does it, as nothing else tells.
                let place = Cells::One.places(from, to, 1, self.request.width).remove(0);
                for degree in 0..=MOST_DEGREE {
                    let one = self.evaluator_of(
                        &Cells::One,
                        vec![place.clone()],
                        self.shape(Strategy::None, 1, degree),
                    )?;
                    if one.error() <= self.metric.most {
                        return Ok(Some(degree));
                    }
                }
                Ok(None)
            }
        }
    }

    /// Trees whose leaves are halves of halves, for several degrees.
    fn trees(&self) -> Result<Vec<Candidate>, Diag> {
        let mut known = BTreeMap::new();
        let mut candidates = vec![];
        let degrees = match self.request.degree {
            Some(degree) => vec![degree],
            None => vec![3, 5, 7, 9, 11, 13, 15],
        };
        let mut failure = None;
        for degree in degrees {
            let mut starts = vec![];
            let (a, b) = self.range;
            match self.split(a, b, degree, &mut known, &mut starts) {
                Err(diag) => failure = Some(diag),
                Ok(()) => {
                    let shape = self.shape(Strategy::Bst, starts.len() + 1, degree);
                    if shape.table_bytes() <= self.request.table_budget {
                        let count = starts.len() + 1;
                        candidates.push(Candidate { cells: Cells::Tree { starts }, count, shape });
                    }
                }
            }
        }
        match (candidates.is_empty(), failure) {
            (true, Some(diag)) => Err(diag),
            _ => Ok(candidates),
        }
    }

    /// Halves an interval until the degree is enough; appends the first numbers of all leaves but the first.
    fn split(
        &self,
        from: f64,
        to: f64,
        degree: usize,
        known: &mut BTreeMap<(u64, u64), Option<usize>>,
        starts: &mut Vec<f64>,
    ) -> Result<(), Diag> {
        let key = (from.to_bits(), to.to_bits());
        let wanted = match known.get(&key) {
            Some(wanted) => *wanted,
            None => {
                let wanted = self.of_interval(from, to)?;
                known.insert(key, wanted);
                wanted
            }
        };
        if wanted.is_some_and(|wanted| wanted <= degree) {
            return Ok(());
        }
        let width = self.request.width;
        let middle = width.rounded(from / 2.0 + to / 2.0);
        let bytes = self.shape(Strategy::Bst, starts.len() + 2, degree).table_bytes();
        if !(from < middle && middle < to) || bytes > self.request.table_budget {
            return Err(self.too_steep(from, to, bytes > self.request.table_budget));
        }
        self.split(from, middle, degree, known, starts)?;
        starts.push(middle);
        self.split(middle, to, degree, known, starts)
    }

    /// Tables of cells, leaves of as many of them as their degree allows.
    fn hashes(&self) -> Result<Vec<Candidate>, Diag> {
        let degrees = match self.request.degree {
            Some(degree) => vec![degree],
            None => vec![3, 5, 7, 9, 11, 13, 15],
        };
        let mut candidates = vec![];
        for degree in degrees {
            candidates.extend(self.hash(degree)?);
        }
        Ok(candidates)
    }

    /// The fewest cells, a power of 2, the shortest leaf of which is one.
    fn hash(&self, degree: usize) -> Result<Option<Candidate>, Diag> {
        let (a, b) = self.range;
        let width = self.request.width;
        let bytes = u64::from(width.bits() / 8);
        for lg in 1..=MOST_CELLS.ilog2() {
            let (all, mut cells) = (1usize << lg, vec![]);
            if all as u64 * bytes > self.request.table_budget {
                return Ok(None);
            }
            let Some((Cells::Grid { scale, first }, count)) = Cells::grid(a, b, all, width) else {
                return Ok(None);
            };
            let grid = Cells::Grid { scale, first }.places(a, b, count, width);
            if !self.join(&grid, degree, &mut cells)? {
                continue;
            }
            let count = cells.len();
            let shape = self.shape(Strategy::Hash, count, degree);
            let fits = shape.table_bytes() + all as u64 * bytes <= self.request.table_budget;
            let cells = Cells::Hash { scale, first, cells };
            return Ok(fits.then_some(Candidate { cells, count, shape }));
        }
        Ok(None)
    }

    /// Halves a run of cells until the degree is enough; false if one is not short enough.
    fn join(&self, cells: &[Place], degree: usize, leaves: &mut Vec<u32>) -> Result<bool, Diag> {
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return Ok(true) };
        let [from, to] = [&first.from, &last.to].map(Rational::to_f64);
        if self.of_interval(from, to)?.is_some_and(|wanted| wanted <= degree) {
            leaves.push(cells.len() as u32);
            return Ok(true);
        }
        let (left, right) = cells.split_at(cells.len() / 2);
        Ok(!left.is_empty()
            && self.join(left, degree, leaves)?
            && self.join(right, degree, leaves)?)
    }

    /// Fits all leaves and bounds their errors.
    fn evaluator(&self, cells: &Cells, count: usize, shape: Shape) -> Result<Evaluator, Diag> {
        let (a, b) = self.range;
        let places = cells.places(a, b, count, self.request.width);
        self.evaluator_of(cells, places, shape)
    }

    fn evaluator_of(
        &self,
        cells: &Cells,
        places: Vec<Place>,
        shape: Shape,
    ) -> Result<Evaluator, Diag> {
        let leaf = |place: Place| {
            let coefficients = self.coefficients(&place, shape.degree)?;
            Ok(Leaf { place, coefficients, approximation: 0.0, rounding: 0.0, error: 0.0 })
        };
        let leaves: Vec<Leaf> = places.into_par_iter().map(leaf).collect::<Result<_, Diag>>()?;
        let mut evaluator = Evaluator {
            request: self.request.clone(),
            source: self.source.clone(),
            range: self.range,
            cells: cells.clone(),
            leaves,
            strategy: if *cells == Cells::One { Strategy::None } else { shape.strategy },
            cycles: shape.cycles(),
            held_out: None,
        };
        let built = evaluator.built(1);
        let errors: Vec<prove::Errors> = (0..evaluator.leaves.len())
            .into_par_iter()
            .map(|index| prove::leaf(&evaluator, &built, index, self.metric))
            .collect::<Result<_, _>>()?;
        for (leaf, errors) in evaluator.leaves.iter_mut().zip(errors) {
            leaf.approximation = errors.approximation;
            leaf.rounding = errors.rounding;
            leaf.error = errors.total;
        }
        Ok(evaluator)
    }

    /// The coefficients of a leaf, rounded to the type.
    fn coefficients(&self, place: &Place, degree: usize) -> Result<Vec<f64>, Diag> {
        let Request { width, basis, .. } = *self.request;
        let points = self.points(place, degree)?;
        let coefficients = fit::fit(&points, basis, degree, width);
        let precision = width.precision();
        let rounded = coefficients.iter().map(|c| {
            // To the precision at once, not by way of another; then to what the type's exponents allow.
            let short = Float::with_val(precision, c).to_f64();
            width.rounded(short)
        });
        Ok(rounded.collect())
    }

    /// The points that a leaf is fitted to.
    fn points(&self, place: &Place, degree: usize) -> Result<Vec<Point>, Diag> {
        let prec = 3 * self.request.width.precision() + 64;
        let point = |x: &Rational, y: Float| self.metric.point(place, x, y);
        match self.source {
            Source::Samples(samples) => {
                let [from, to] = [&place.from, &place.to].map(Rational::to_f64);
                let own = samples.between(from, to).iter();
                Ok(own.map(|(x, y)| point(&exact(*x), Float::with_val(prec, *y))).collect())
            }
            Source::Function(spec) => {
                let count = 6 * (degree + 2);
                let half = Rational::from(&place.to - &place.from) / 2u32;
                let middle = Rational::from(&place.to + &place.from) / 2u32;
                (0..=count)
                    .map(|k| {
                        let angle = std::f64::consts::PI * k as f64 / count as f64;
                        let share = exact(-angle.cos());
                        // A number of the precision, so that f is taken where the fit thinks it is.
                        let x = Float::with_val(prec, &half * share + &middle);
                        let y = source::value(spec, &x)?;
                        Ok(point(&Rational::try_from(&x).unwrap_or_default(), y))
                    })
                    .collect()
            }
        }
    }

    fn refusal(&self, evaluator: &Evaluator) -> Diag {
        let Some(leaf) = worst(evaluator) else { return self.nothing() };
        let [from, to] = [&leaf.place.from, &leaf.place.to].map(Rational::to_f64);
        let measure = self.request.tolerance.measure.words();
        let what = if leaf.rounding > leaf.approximation { "rounding" } else { "the polynomial" };
        Diag::new(
            DiagKind::Unsupported,
            format!(
                "{} is not met from x = {from:.9e} to {to:.9e}: the error there may be {}{measure}, most of it by {what}",
                self.request.tolerance,
                rounded::up(leaf.error, 3)
            ),
        )
        .help(match what {
            "rounding" => self.larger(),
            _ => "give a larger tolerance, more --leaves, a higher --degree or a larger --table-budget",
        })
    }

    /// The advice against rounding errors.
    fn larger(&self) -> &'static str {
        match self.request.width {
            Width::W64 => "give a larger tolerance",
            Width::W32 => "give a larger tolerance, or --type f64",
        }
    }

    fn too_steep(&self, from: f64, to: f64, by_budget: bool) -> Diag {
        let tolerance = &self.request.tolerance;
        let why = match by_budget {
            true => format!("{} bytes of tables are not enough", self.request.table_budget),
            false => "no leaf is short enough".to_owned(),
        };
        Diag::new(
            DiagKind::Unsupported,
            format!("{tolerance} cannot be met from x = {from:.9e} to {to:.9e}: {why}"),
        )
        .help("the function may jump there, or be 0 where the tolerance is relative; give another range, a larger tolerance or a larger --table-budget")
    }

    fn nothing(&self) -> Diag {
        let Request { tolerance, table_budget, strategy, .. } = self.request;
        Diag::new(
            DiagKind::Unsupported,
            format!("no evaluator with --lookup {strategy} and {table_budget} bytes of tables meets {tolerance}"),
        )
        .help("give a larger tolerance or --table-budget, or leave --lookup, --leaves and --degree to the planner")
    }
}
