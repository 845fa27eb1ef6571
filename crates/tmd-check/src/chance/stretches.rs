//! Stretches of inputs on which distances are as if random.

use crate::centred::expand;
use crate::grid::floor_log2;
use crate::interval::Interval;
use crate::request::Request;
use crate::searched::Searches;
use crate::stop::Progress;
use crate::tiling::{Run, Work};

/// Where g bends by less in all, distances are not taken for random.
pub(super) const BENT: f64 = 4096.0;
/// As much as the curvature must change: n³·|g'''/6|.
const TWISTED: f64 = 64.0;
/// Derivatives of a piece are taken at so many inputs.
const POINTS: u64 = 3;
/// Into so many parts is cut what may bend enough on one of them.
const PARTS: u64 = 16;
/// Runs that are examined one by one are halved where their results are spaced in several ways, down to so many inputs, and into so
/// many pieces of all runs.
const SHORTEST: u64 = 1 << 8;
const MOST_PIECES: usize = 1 << 14;
/// Neighbours are taken together if the one bends at most so many times as fast as the other.
const ALIKE: f64 = 16.0;
/// Where g bends by more from input to input, distances may repeat themselves.
const STEEPEST: f64 = 0.0625;

/// Inputs with results in one binade.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) run: Run,
    pub(super) spacing: i32,
}

/// Inputs of a segment that are as random.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) pieces: Vec<Piece>,
    pub(super) least: Shape,
}

/// About |g''/2| and |g'''/6|.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    bends: f64,
    twists: f64,
}

impl Shape {
    fn least(self, other: Shape) -> Shape {
        Shape { bends: self.bends.min(other.bends), twists: self.twists.min(other.twists) }
    }

    fn most(self, other: Shape) -> Shape {
        Shape { bends: self.bends.max(other.bends), twists: self.twists.max(other.twists) }
    }

    pub(super) fn bend(self, inputs: f64) -> f64 {
        self.bends * inputs.powi(2)
    }

    fn is_random(self, inputs: f64) -> bool {
        self.bend(inputs) >= BENT && self.twists * inputs.powi(3) >= TWISTED
    }
}

impl Stretch {
    pub(super) fn inputs(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.run.count() as f64).sum()
    }

    fn is_random(&self) -> bool {
        self.least.is_random(self.inputs())
    }

    /// With the next one, if it is of this segment and bends alike; else the next one alone.
    fn and(mut self, next: Stretch) -> Stretch {
        let least = self.least.least(next.least);
        let is_alike = self.least.most(next.least).bends <= ALIKE * least.bends;
        if self.pieces[0].run.segment != next.pieces[0].run.segment || !is_alike {
            return next;
        }
        self.pieces.extend(next.pieces);
        Stretch { pieces: self.pieces, least }
    }
}

/// Finds stretches.
pub(super) struct Stretches<'a> {
    pub(super) request: &'a Request,
    pub(super) searches: &'a Searches,
}

impl Stretches<'_> {
    /// What is random: pieces that bend enough, and shorter ones together.
    pub(super) fn of(&self, portions: Vec<(Run, Work)>) -> Vec<Stretch> {
        let (mut stretches, mut open): (Vec<Stretch>, Option<Stretch>) = (vec![], None);
        let pieces = self.pieces(portions);
        let mut progress = Progress::new();
        let all = pieces.len() as u128;
        for (done, piece) in pieces.into_iter().enumerate() {
            progress.tell("pieces compared with chance", done as u128, all);
            for own in self.cut(piece) {
                if own.is_random() {
                    stretches.push(own);
                    continue;
                }
                let together = match open.take() {
                    Some(before) => before.and(own),
                    None => own,
                };
                match together.is_random() {
                    true => stretches.push(together),
                    false => open = Some(together),
                }
            }
        }
        stretches
    }

    /// What kernels searched, span by span, and the parts with results in one binade of what was examined input by input.
    fn pieces(&self, portions: Vec<(Run, Work)>) -> Vec<Piece> {
        let (mut pieces, mut halvings) = (vec![], 0);
        for (run, work) in portions {
            match work {
                Work::Search(index) => {
                    pieces.push(Piece { run, spacing: self.searches.spans[index].spacing });
                }
                Work::Direct(_) => {
                    let mut open = vec![run];
                    while let Some(run) = open.pop() {
                        halvings += 1;
                        match self.spacing(&run) {
                            Some(spacing) => pieces.push(Piece { run, spacing }),
                            None if run.count() > SHORTEST && halvings < MOST_PIECES => {
                                let Run { segment, inputs } = run;
                                let middle = inputs.start + (inputs.end - inputs.start) / 2;
                                let half = |inputs| Run { segment, inputs };
                                open.extend([half(middle..inputs.end), half(inputs.start..middle)]);
                            }
                            None => {}
                        }
                    }
                }
                _ => {}
            }
        }
        pieces
    }

    /// A piece, or its parts where g bends enough only on some.
    fn cut(&self, piece: Piece) -> Vec<Stretch> {
        let Some([least, most]) = self.shape(&piece) else { return vec![] };
        let (count, length) = (piece.run.count() as f64, piece.run.count().div_ceil(PARTS));
        if least.is_random(count) || !most.is_random(count) || length < PARTS {
            return vec![Stretch { pieces: vec![piece], least }];
        }
        let Piece { run: Run { segment, inputs }, spacing } = piece;
        let starts = (0..PARTS).map(|part| inputs.start + part * length);
        let parts = starts.filter(|start| *start < inputs.end).filter_map(|start| {
            let run = Run { segment, inputs: start..inputs.end.min(start + length) };
            let part = Piece { run, spacing };
            let [least, _] = self.shape(&part)?;
            Some(Stretch { pieces: vec![part], least })
        });
        parts.collect()
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

    /// About the least and the most that g bends on a piece, where that is known and sensible.
    fn shape(&self, piece: &Piece) -> Option<[Shape; 2]> {
        let Piece { run: Run { segment, inputs }, spacing } = piece;
        let prec = self.request.segments[*segment].bits() + 64;
        let last = inputs.end - 1 - inputs.start;
        let steps = (POINTS - 1).min(last);
        let at = |step: u64| {
            let index = inputs.start + last / steps.max(1) * step;
            let series =
                self.request.coefficients(*segment, &(index..index + 1), 3, *spacing, prec);
            let series = series.ok()?;
            let [bends, twists] = [2, 3].map(|j| series[j].mig().to_f64());
            Some(Shape { bends, twists }).filter(|shape| shape.bends <= STEEPEST)
        };
        let shapes: Vec<Shape> = (0..=steps).map(at).collect::<Option<_>>()?;
        let least = shapes.iter().copied().reduce(Shape::least)?;
        Some([least, shapes.into_iter().reduce(Shape::most)?])
    }
}
