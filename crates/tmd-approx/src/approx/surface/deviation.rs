//! A proved bound on the distance of a cell's polynomial from the function, for all real (x, y) of the cell.
//!
//! About the middle c of a box, with half the lengths r and s, Taylor's theorem gives f(x, y) = Σ_(i+j≤n) f_ij(c)·(x - c_x)^i·(y - c_y)^j + R with
//! R = Σ_(i+j=n+1) f_ij(ξ)·(x - c_x)^i·(y - c_y)^j for a ξ between c and (x, y), f_ij being ∂^(i+j)f/∂x^i∂y^j/(i!·j!): the theorem of one variable for
//! f(c + λ·((x, y) - c)), 0 ≤ λ ≤ 1. So |R| ≤ Σ |f_ij(box)|·r^i·s^j. The sum less the cell's polynomial, moved to c exactly, is a
//! polynomial of u = (x - c_x)/r and v = (y - c_y)/s, -1 ≤ u, v ≤ 1; written as Σ a_kl·T_k(u)·T_l(v) it is at most Σ |a_kl|. Boxes
//! whose remainder is too large are halved.

use super::staircase::Staircase;
use crate::approx::cells::Place;
use crate::approx::deviation::{moved, point};
use crate::approx::exact;
use rug::{Float, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::SurfaceSpec;

/// A part of a cell with what was proved of it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its real numbers, along x and y.
    pub(super) sides: [(Rational, Rational); 2],
    /// An upper bound of |f - P|.
    pub(super) deviation: Float,
    /// A lower bound of |f|.
    pub(super) least: Float,
}

/// The proof of one cell.
pub(super) struct Patch<'a> {
    pub(super) spec: &'a SurfaceSpec,
    pub(super) places: [&'a Place; 2],
    pub(super) staircase: &'a Staircase,
    pub(super) coefficients: &'a [f64],
    /// Remainders up to this are as good as none.
    pub(super) fine: &'a Rational,
    /// Whether |f| must not vary much on a part, because errors are measured by it.
    pub(super) is_relative: bool,
    /// Bits of the numbers that cancel.
    pub(super) prec: u32,
}

/// Taylor terms beyond the larger degree.
const MORE_TERMS: usize = 6;
/// Bits of what bounds remainders, where nothing cancels.
const ROUGH: u32 = 64;
/// Taylor models of a cell at most: where more are wanted, f is not smooth enough for its cell.
const MOST_MODELS: u32 = 1024;
/// Halvings of a side at most.
const DEEPEST: u32 = 24;
/// How much |f| may vary on a part where errors are measured by it.
const MOST_RATIO: f64 = 1.5;

/// A box that is to be proved.
struct Task {
    sides: [(Rational, Rational); 2],
    depth: u32,
}

/// What a box gives.
enum Outcome {
    Proved(Part),
    /// The side that is to be halved, with what is proved without.
    Halve(usize, Option<Part>),
}

impl Patch<'_> {
    /// Bounds for parts that make up the cell.
    ///
    /// # Errors
    /// If f is not smooth enough there for any bound.
    pub(super) fn parts(&self) -> Result<Vec<Part>, Diag> {
        let whole = self.places.map(|place| (place.from.clone(), place.to.clone()));
        let mut tasks = vec![Task { sides: whole, depth: 0 }];
        let mut parts = vec![];
        let mut models = 0;
        while let Some(Task { sides, depth }) = tasks.pop() {
            models += 1;
            let may_halve = models + (tasks.len() as u32) < MOST_MODELS && depth < DEEPEST;
            let side = match self.outcome(&sides) {
                Ok(Outcome::Proved(part)) => {
                    parts.push(part);
                    continue;
                }
                Ok(Outcome::Halve(_, Some(part))) if !may_halve => {
                    parts.push(part);
                    continue;
                }
                Ok(Outcome::Halve(side, _)) if may_halve => side,
                Err(_) if may_halve => self.longer(&sides),
                Err(error) => return Err(self.diagnose(&error, &sides)),
                Ok(_) => return Err(self.rough(&sides)),
            };
            let (from, to) = sides[side].clone();
            let middle = Rational::from(&from + &to) / 2u32;
            for half in [(from, middle.clone()), (middle, to)] {
                let mut own = sides.clone();
                own[side] = half;
                tasks.push(Task { sides: own, depth: depth + 1 });
            }
        }
        Ok(parts)
    }

    /// The side that is the longer one in units of the cell's.
    fn longer(&self, sides: &[(Rational, Rational); 2]) -> usize {
        let share = |index: usize| {
            let (from, to) = &sides[index];
            Rational::from(to - from) * exact(self.places[index].scale)
        };
        usize::from(share(1) > share(0))
    }

    fn outcome(&self, sides: &[(Rational, Rational); 2]) -> Result<Outcome, EvalError> {
        let (degree_x, degree_y) = self.staircase.degree();
        let order = degree_x.max(degree_y) + MORE_TERMS;
        let centre = [0, 1].map(|index| self.middle(&sides[index]));
        let reach = [0, 1].map(|index| reach(&centre[index], &sides[index], self.prec));
        // Taylor's theorem speaks of all points between (x, y) and the one that the polynomial is about, which is inside.
        let hull = |index: usize, prec: u32| {
            let (from, to) = &sides[index];
            Interval::from_rational(from, prec).hull(&Interval::from_rational(to, prec))
        };
        let over = self.spec.series(&hull(0, ROUGH), &hull(1, ROUGH), order + 1)?;
        let powers = [0, 1].map(|index| powers_of(&reach[index].at_prec(ROUGH), order + 1));
        let mut remainder = Interval::zero(ROUGH);
        let mut by_side = [0.0; 2];
        for i in 0..=order + 1 {
            let j = order + 1 - i;
            let term = over.coefficient(i, j).abs().mul(&powers[0][i]).mul(&powers[1][j]);
            let size = term.hi().to_f64();
            by_side[0] += size * i as f64;
            by_side[1] += size * j as f64;
            remainder = remainder.add(&term);
        }
        if *remainder.hi() > *self.fine {
            return Ok(Outcome::Halve(usize::from(by_side[1] > by_side[0]), None));
        }
        let [x, y] = [0, 1].map(|index| Interval::from_rational(&centre[index], self.prec));
        let about = self.spec.series(&x, &y, order)?;
        let polynomial = self.about(&centre, &reach);
        let sizes = [0, 1].map(|index| powers_of(&reach[index], order));
        let (rows, columns) = (order.max(degree_y) + 1, order.max(degree_x) + 1);
        let difference: Vec<Vec<Interval>> = (0..rows)
            .map(|j| {
                let of = |i: usize| {
                    let p = polynomial.get(j).and_then(|row| row.get(i));
                    let f = (i + j <= order)
                        .then(|| about.coefficient(i, j).mul(&sizes[0][i]).mul(&sizes[1][j]));
                    match (f, p) {
                        (Some(f), Some(p)) => f.sub(p),
                        (Some(f), None) => f,
                        (None, Some(p)) => p.neg(),
                        (None, None) => Interval::zero(self.prec),
                    }
                };
                (0..columns).map(of).collect()
            })
            .collect();
        let chebyshev = chebyshev(difference);
        let terms = chebyshev.iter().flatten();
        let sum = terms.fold(Interval::zero(self.prec), |sum, a| sum.add(&a.abs()));
        let deviation = sum.add(&remainder.at_prec(self.prec));
        let (least, most) = self.values(over.value(), polynomial, &deviation);
        let part =
            Part { sides: sides.clone(), deviation: deviation.hi().clone(), least: least.clone() };
        let varies = self.is_relative && most > Float::with_val(53, &least * MOST_RATIO);
        Ok(match varies {
            true => Outcome::Halve(self.longer(sides), Some(part)),
            false => Outcome::Proved(part),
        })
    }

    /// A short number in the middle of a side.
    fn middle(&self, (from, to): &(Rational, Rational)) -> Rational {
        let middle = Rational::from(from + to) / 2u32;
        let short = Float::with_val(self.prec / 2, &middle);
        let short = Rational::try_from(&short).unwrap_or_else(|_| middle.clone());
        if *from <= short && short <= *to { short } else { middle }
    }

    /// The polynomial's coefficients in u and v, at `[j][i]`: t = t(c) + scale·r·u along each side.
    fn about(&self, centre: &[Rational; 2], reach: &[Interval; 2]) -> Vec<Vec<Interval>> {
        let start = [0, 1]
            .map(|index| Interval::from_rational(&self.places[index].t(&centre[index]), self.prec));
        let factor = [0, 1].map(|index| {
            let scale = Interval::from_rational(&exact(self.places[index].scale), self.prec);
            reach[index].mul(&scale)
        });
        let (degree_x, degree_y) = self.staircase.degree();
        let mut rows = vec![vec![Interval::zero(self.prec); degree_x + 1]; degree_y + 1];
        for ((i, j), c) in self.staircase.powers().zip(self.coefficients) {
            rows[j][i] = Interval::from_rational(&exact(*c), self.prec);
        }
        let along = |coefficients: Vec<Interval>, index: usize| -> Vec<Interval> {
            let count = coefficients.len();
            let moved = moved(coefficients, &start[index]);
            moved.iter().zip(powers_of(&factor[index], count)).map(|(c, f)| c.mul(&f)).collect()
        };
        let rows: Vec<Vec<Interval>> = rows.into_iter().map(|row| along(row, 0)).collect();
        transposed(transposed(rows).into_iter().map(|column| along(column, 1)).collect())
    }

    /// Bounds of |f|: by its enclosure, and by the polynomial's Chebyshev coefficients, whose constant the others take little from.
    fn values(
        &self,
        enclosure: &Interval,
        polynomial: Vec<Vec<Interval>>,
        deviation: &Interval,
    ) -> (Float, Float) {
        let terms = chebyshev(polynomial);
        let constant = terms[0][0].abs();
        let others = terms.iter().flatten().skip(1);
        let others = others.fold(Interval::zero(self.prec), |sum, a| sum.add(&a.abs()));
        let others = others.add(deviation);
        let least = point(&constant.mig()).sub(&others).lo().clone();
        let most = constant.add(&others).hi().clone();
        let least = least.max(&Float::new(self.prec)).max(&enclosure.mig());
        (least, most.min(&enclosure.mag()))
    }

    fn place(&self, sides: &[(Rational, Rational); 2]) -> String {
        let [x, y] = [0, 1].map(|index| self.middle(&sides[index]).to_f64());
        format!("x = {x:.6e}, y = {y:.6e}")
    }

    fn diagnose(&self, error: &EvalError, sides: &[(Rational, Rational); 2]) -> Diag {
        let diag = self.spec.diagnose(error);
        let message = format!("{}, near {}", diag.message, self.place(sides));
        Diag { message, ..diag }.help("give --range-x and --range-y without that place")
    }

    fn rough(&self, sides: &[(Rational, Rational); 2]) -> Diag {
        let message = format!(
            "no bound is found for {} near {}: it is not smooth enough there",
            self.spec.canonical(),
            self.place(sides)
        );
        Diag::new(DiagKind::Unsupported, message)
            .help("give --range-x and --range-y without that place, or a larger tolerance")
    }
}

/// How far the ends of a side are from a number.
fn reach(centre: &Rational, (from, to): &(Rational, Rational), prec: u32) -> Interval {
    let below = Rational::from(centre - from);
    let above = Rational::from(to - centre);
    Interval::from_rational(&below.max(above), prec)
}

/// The powers of a number that is not negative, from 0 to `order`.
fn powers_of(number: &Interval, order: usize) -> Vec<Interval> {
    let mut powers = vec![Interval::one(number.prec())];
    for k in 0..order {
        let next = powers[k].mul(number);
        powers.push(next);
    }
    powers
}

fn transposed(rows: Vec<Vec<Interval>>) -> Vec<Vec<Interval>> {
    let columns = rows[0].len();
    (0..columns).map(|i| rows.iter().map(|row| row[i].clone()).collect()).collect()
}

/// The same polynomial in products of Chebyshev polynomials.
fn chebyshev(rows: Vec<Vec<Interval>>) -> Vec<Vec<Interval>> {
    let rows: Vec<Vec<Interval>> = rows.into_iter().map(of_powers).collect();
    transposed(transposed(rows).into_iter().map(of_powers).collect())
}

/// Σ c_i·u^i as Σ a_k·T_k(u), by Horner's rule: u·T_0 = T_1, u·T_k = (T_(k+1) + T_(k-1))/2.
fn of_powers(powers: Vec<Interval>) -> Vec<Interval> {
    let zero = Interval::zero(powers[0].prec());
    let mut sum: Vec<Interval> = vec![];
    for c in powers.into_iter().rev() {
        let mut next = vec![zero.clone(); sum.len() + 1];
        for (k, a) in sum.iter().enumerate() {
            if k == 0 {
                next[1] = next[1].add(a);
                continue;
            }
            let half = a.shifted(-1);
            next[k + 1] = next[k + 1].add(&half);
            next[k - 1] = next[k - 1].add(&half);
        }
        next[0] = next[0].add(&c);
        sum = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chebyshev_coefficients_are_those_of_powers() {
        let exact = |n: i64| Interval::from_rational(&Rational::from(n), 100);
        // 8·u^4 = T_4 + 4·T_2 + 3.
        let a = of_powers([0, 0, 0, 0, 8].map(exact).to_vec());
        assert_eq!(a, [3, 0, 4, 0, 1].map(exact));
        let both = chebyshev(vec![vec![exact(0); 2], vec![exact(0), exact(5)]]);
        assert_eq!(both[1][1], exact(5));
        assert!(both[0].iter().all(Interval::is_zero));
    }
}
