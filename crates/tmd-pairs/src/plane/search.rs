//! The search: every pair by its value in binary64, and a decision on those that this cannot tell from a case.

use super::certificate::{PlaneCase, PlaneCertificate};
use super::function::{Function, HYPOT_NEXT, NEXT};
use super::judge::Judge;
use super::quick::{ERROR, Quick};
use super::request::{Request, hex};
use crate::certificate::ExactCounts;
use crate::grid::{Grid, exponent_of, power_of_two};
use crate::near::Near;
use rayon::prelude::*;
use rug::Rational;
use std::f64::consts::{LN_2, PI};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;

/// Distances by closed forms are known to this share of them.
const SHARE: f64 = 1.0 / (1 << 16) as f64;

/// Searches all pairs, with all threads of the pool that it is called in.
///
/// # Errors
/// If there are too many pairs to look at each.
pub fn search(request: &Request) -> Result<PlaneCertificate, Diag> {
    if request.is_by_rows() {
        return Err(Diag::new(DiagKind::Unsupported, "there are too many pairs to look at each")
            .help("search them by rows, with kernels"));
    }
    let (xs, ys) = (request.xs(), request.ys());
    let rows = Rows::new(request, &xs)?;
    let mut part = ys.into_par_iter().map(|y| rows.row(y)).reduce(Part::default, Part::join);
    part.cases.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let cases = part.cases.into_iter().map(|(_, case)| case).collect();
    Ok(PlaneCertificate::new(request, part.pairs, part.exact, part.next, cases))
}

/// What a part of a search has found; the cases with their x and y.
#[derive(Default)]
pub(super) struct Part {
    pairs: u64,
    exact: ExactCounts,
    next: u64,
    pub(super) cases: Vec<([f64; 2], PlaneCase)>,
}

impl Part {
    fn join(mut self, mut other: Part) -> Part {
        self.pairs += other.pairs;
        self.exact.join(other.exact);
        self.next += other.next;
        self.cases.append(&mut other.cases);
        self
    }
}

/// The rows of a search: a y with all x.
pub(super) struct Rows<'a> {
    function: Function,
    xs: &'a [f64],
    quick: Quick,
    judge: Judge,
    breakpoints: Grid,
    precision: i32,
    epsilon: f64,
    /// Below and from these on, values are out of reach.
    reach: [f64; 2],
}

impl<'a> Rows<'a> {
    pub(super) fn new(request: &Request, xs: &'a [f64]) -> Result<Rows<'a>, Diag> {
        let breakpoints = Grid::breakpoints(&request.format);
        let (emin, above) = breakpoints.ends();
        Ok(Rows {
            function: request.function,
            xs,
            quick: Quick::new(request.function, xs),
            judge: Judge::new(request)?,
            breakpoints,
            precision: narrow::to_i32(request.format.precision),
            epsilon: power_of_two(-narrow::to_i32(request.bits)),
            reach: [power_of_two(breakpoints.last_place(emin) - 1), power_of_two(above)],
        })
    }

    pub(super) fn row(&self, y: f64) -> Part {
        let mut part = Part::default();
        let [low, high] = self.reach;
        // In units of the breakpoint spacing, values have at most p + 1 bits.
        let off = power_of_two(self.precision + 1) * ERROR;
        let near = self.epsilon * (1.0 + ERROR) + off;
        for (index, &x) in self.xs.iter().enumerate() {
            let value = self.quick.value(index, x, y);
            if value < low * (1.0 - ERROR) || value > high * (1.0 + ERROR) {
                continue;
            }
            if value <= low * (1.0 + ERROR) || value >= high * (1.0 - ERROR) {
                self.decide(x, y, &mut part);
                continue;
            }
            let place = self.breakpoints.last_place(exponent_of(value));
            let g = value * power_of_two(-place);
            let whole = g.round();
            if (g - whole).abs() > near {
                part.pairs += 1;
                continue;
            }
            match self.distance_next(index, x, y, value, whole * power_of_two(place)) {
                Some(distance) if distance < self.epsilon * (1.0 - SHARE) => {
                    part.pairs += 1;
                    part.next += 1;
                }
                Some(distance) if distance > self.epsilon * (1.0 + SHARE) => part.pairs += 1,
                _ => self.decide(x, y, &mut part),
            }
        }
        part
    }

    /// The distance of a value that is next to a simple breakpoint, in units of the spacing, by a closed form; `None` if it is not certain
    /// that it is one.
    fn distance_next(
        &self,
        index: usize,
        x: f64,
        y: f64,
        value: f64,
        breakpoint: f64,
    ) -> Option<f64> {
        let (p, most) = (self.precision, power_of_two(-self.precision - NEXT));
        match self.function {
            Function::Pow | Function::Compound => {
                // 2^t - 1 = τ + τ²/2 + … with τ = t·ln 2.
                let t = self.quick.exponent(index, y);
                let tau = t * LN_2;
                let unit = if t > 0.0 { -p } else { -p - 1 };
                let is_next = t != 0.0 && t.abs() < most * (1.0 - ERROR);
                is_next.then(|| tau.abs() * (1.0 + tau / 2.0) * power_of_two(-unit))
            }
            Function::Atan2 => {
                // q - arctan q = q³/3 - q⁵/5 + … where q = y/x is the breakpoint: a product of so few bits is exact.
                let is_steep = x > 0.0 && x >= y * power_of_two((p + NEXT) / 2 + 1);
                let is_next = is_steep && breakpoint * x == y;
                is_next.then(|| {
                    let q = breakpoint;
                    // The value is below the breakpoint.
                    let below = f64::from_bits(q.to_bits() - 1);
                    let unit = self.breakpoints.last_place(exponent_of(below));
                    q * q * q * (1.0 / 3.0 - q * q / 5.0) * power_of_two(-unit)
                })
            }
            Function::Atan2Pi => {
                // An angle of arctan w from an axis, in half turns.
                let size = x.abs();
                let [steep, flat] = [size / y, y / size];
                let (w, unit) = match x > 0.0 {
                    true => (steep, -p - 2),
                    false if steep < flat => (steep, -p - 1),
                    false => (flat, -p - 1),
                };
                let is_next = w < most * (1.0 - ERROR) && (x < 0.0 || steep < flat);
                is_next.then(|| w / PI * (1.0 - w * w / 3.0) * power_of_two(-unit))
            }
            Function::Hypot => {
                // √(a² + b²) - a = b²/(a + √(a² + b²)).
                let (less, more) = if x < y { (x, y) } else { (y, x) };
                let unit = self.breakpoints.last_place(exponent_of(more));
                let is_next = more >= less * power_of_two(p / 2 + HYPOT_NEXT);
                is_next.then(|| less * less / (more + value) * power_of_two(-unit))
            }
        }
    }

    fn decide(&self, x: f64, y: f64, part: &mut Part) {
        let exact = |own: f64| Rational::from_f64(own).unwrap_or_default();
        let outcome = Outcome::of(&self.judge, &exact(x), &exact(y));
        if outcome != Outcome::OutOfReach {
            part.pairs += 1;
        }
        match outcome {
            Outcome::OutOfReach | Outcome::Ordinary => {}
            Outcome::Exact(kind) => part.exact.add(kind),
            Outcome::Next => part.next += 1,
            Outcome::Hard(case) => part.cases.push(([x, y], case)),
        }
    }
}

/// What a pair is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Its value is too small or too large.
    OutOfReach,
    /// It is not near to a breakpoint.
    Ordinary,
    /// It is one.
    Exact(tmd_cases::verdict::CaseKind),
    /// It is nearer to a simple breakpoint than the threshold.
    Next,
    /// It is hard to round.
    Hard(PlaneCase),
}

impl Outcome {
    /// By exact arithmetic and enclosures alone.
    pub(crate) fn of(judge: &Judge, x: &Rational, y: &Rational) -> Outcome {
        match judge.near(x, y) {
            Near::OutOfReach => Outcome::OutOfReach,
            Near::Ordinary => Outcome::Ordinary,
            Near::Exact(kind) => Outcome::Exact(kind),
            Near::Hard { .. } if judge.is_next(x, y) => Outcome::Next,
            Near::Hard { kind, identical_bits, distance } => {
                let [x, y] = [x, y].map(|own| hex(own.to_f64()));
                Outcome::Hard(PlaneCase { x, y, kind, identical_bits, distance })
            }
        }
    }
}
