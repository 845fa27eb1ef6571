//! The polynomials of cells, by their Chebyshev coefficients: those of the polynomial through f at products of Chebyshev's points,
//! which fall off as the errors of the best polynomials do (L. N. Trefethen, *Approximation Theory and Approximation
//! Practice*, 2013, chapters 3, 4, 8). What is made of them is proved afterwards.

use super::staircase::Staircase;
use crate::approx::cells::Place;
use crate::approx::exact;
use rug::float::Constant;
use rug::{Float, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::interval::Interval;
use tmd_functions::language::SurfaceSpec;
use tmd_kernel::ir::Width;

/// Bits of the numbers that polynomials of a type are made with.
pub(super) fn bits(width: Width) -> u32 {
    3 * width.precision() + 64
}

/// The Chebyshev coefficients of a function on a cell: that of T_k(s)·T_l(r), s and r going from -1 to 1 over the cell, at `[l][k]`.
#[derive(Clone, Debug)]
pub(super) struct Spectrum(pub(super) Vec<Vec<Float>>);

/// f at a point, enclosed at the precision of the arguments.
///
/// # Errors
/// If it has no value there.
pub(super) fn enclosure(spec: &SurfaceSpec, x: &Float, y: &Float) -> Result<Interval, Diag> {
    let place = || format!("x = {:.9e}, y = {:.9e}", x.to_f64(), y.to_f64());
    let point = |number: &Float| Interval::new(number.clone(), number.clone());
    let value = point(x).and_then(|x| spec.eval(&x, &point(y)?));
    match value {
        Ok(value) if value.is_bounded() => Ok(value),
        Ok(_) => Err(Diag::new(
            DiagKind::Domain,
            format!("{} is not bounded at {}", spec.canonical(), place()),
        )
        .help("give ranges on which the function is finite")),
        Err(error) => {
            let diag = spec.diagnose(&error);
            let message = format!("{}, at {}", diag.message, place());
            Err(Diag { message, ..diag }
                .help("give --range-x and --range-y on which the function is defined"))
        }
    }
}

/// f at a point, nearly.
///
/// # Errors
/// If it has no value there.
pub(super) fn value(spec: &SurfaceSpec, x: &Float, y: &Float) -> Result<Float, Diag> {
    enclosure(spec, x, y).map(|value| value.mid())
}

/// Chebyshev's points of one variable.
struct Points {
    /// cos(πm/2N) for m from 0 to 4N - 1.
    cosines: Vec<Float>,
    count: usize,
}

impl Points {
    fn new(count: usize, prec: u32) -> Points {
        let step = Float::with_val(prec, Constant::Pi) / (2 * count as u32);
        let cosines =
            (0..4 * count).map(|m| Float::with_val(prec, &step * m as u32).cos()).collect();
        Points { cosines, count }
    }

    /// The points of a place, from its end to its start.
    fn of(&self, place: &Place) -> Vec<Float> {
        let prec = self.cosines[0].prec();
        let middle = Float::with_val(prec, Rational::from(&place.from + &place.to) / 2u32);
        let half = Float::with_val(prec, Rational::from(&place.to - &place.from) / 2u32);
        let at = |k: usize| Float::with_val(prec, &half * &self.cosines[2 * k + 1]) + &middle;
        (0..self.count).map(at).collect()
    }

    /// The coefficients of the polynomial through values at the points: a discrete cosine transform.
    fn coefficients(&self, values: &[&Float]) -> Vec<Float> {
        let prec = self.cosines[0].prec();
        let count = self.count;
        (0..count)
            .map(|k| {
                let mut sum = Float::new(prec);
                for (j, value) in values.iter().enumerate() {
                    sum += &self.cosines[k * (2 * j + 1) % (4 * count)] * *value;
                }
                let weight = if k == 0 { 1u32 } else { 2 };
                sum * weight / count as u32
            })
            .collect()
    }
}

impl Spectrum {
    /// Of a function, by its values at so many points along x and y.
    ///
    /// # Errors
    /// If it has no value at one.
    pub(super) fn of(
        spec: &SurfaceSpec,
        [across, up]: [&Place; 2],
        (columns, rows): (usize, usize),
        width: Width,
    ) -> Result<Spectrum, Diag> {
        let prec = bits(width);
        let (in_x, in_y) = (Points::new(columns, prec), Points::new(rows, prec));
        let x = in_x.of(across);
        let mut by_rows: Vec<Vec<Float>> = vec![];
        for y in in_y.of(up) {
            let values: Vec<Float> =
                x.iter().map(|x| value(spec, x, &y)).collect::<Result<_, _>>()?;
            by_rows.push(in_x.coefficients(&values.iter().collect::<Vec<_>>()));
        }
        let mut spectrum = vec![vec![]; rows];
        for k in 0..columns {
            let column: Vec<&Float> = by_rows.iter().map(|row| &row[k]).collect();
            for (row, coefficient) in spectrum.iter_mut().zip(in_y.coefficients(&column)) {
                row.push(coefficient);
            }
        }
        Ok(Spectrum(spectrum))
    }

    /// The sizes of the coefficients, each beside what is allowed.
    pub(super) fn weights(&self, allowed: f64) -> Vec<Vec<f64>> {
        let of_row = |row: &Vec<Float>| row.iter().map(|c| c.to_f64().abs() / allowed).collect();
        self.0.iter().map(of_row).collect()
    }

    /// A lower bound, about, of |f| on the cell: what is beyond the constant term can take no more away.
    pub(super) fn least(&self) -> f64 {
        let sum: f64 = self.0.iter().flatten().map(|c| c.to_f64().abs()).sum();
        let constant = self.0[0][0].to_f64().abs();
        (2.0 * constant - sum).max(0.0)
    }

    /// The coefficients of the products of some powers of the cell's own variables, rounded to the type.
    pub(super) fn polynomial(
        &self,
        staircase: &Staircase,
        [across, up]: [&Place; 2],
        width: Width,
    ) -> Vec<f64> {
        let prec = bits(width);
        let degrees = staircase.degrees();
        let zero = || Float::new(prec);
        let of = |j: usize, i: usize| {
            self.0.get(j).and_then(|row| row.get(i)).cloned().unwrap_or_else(zero)
        };
        let map_x = map(across, prec);
        let mut rows: Vec<Vec<Float>> = degrees
            .iter()
            .enumerate()
            .map(|(j, degree)| powers((0..=*degree).map(|i| of(j, i)).collect(), &map_x))
            .collect();
        let map_y = map(up, prec);
        for i in 0..=degrees[0] {
            // Degrees do not rise: what has a power of x are the first rows.
            let height = degrees.iter().take_while(|degree| **degree >= i).count();
            let column = rows[..height].iter().map(|row| row[i].clone()).collect();
            for (row, coefficient) in rows.iter_mut().zip(powers(column, &map_y)) {
                row[i] = coefficient;
            }
        }
        rows.iter().flatten().map(|c| width.rounded(c.to_f64())).collect()
    }
}

/// s = α·t + β on a place, s going from -1 to 1 over it.
fn map(place: &Place, prec: u32) -> (Float, Float) {
    let length = Rational::from(&place.to - &place.from);
    let length = if length.is_zero() { Rational::from(1) } else { length };
    let scale = exact(place.scale);
    let alpha = Rational::from(2) / (scale.clone() * &length);
    let twice_at_0 = exact(place.offset) * -2 / scale;
    let beta = (twice_at_0 - Rational::from(&place.from + &place.to)) / length;
    (Float::with_val(prec, alpha), Float::with_val(prec, beta))
}

/// Σ a_k·T_k(s) in powers of t, s = α·t + β: by Clenshaw's recurrence for polynomials.
fn powers(a: Vec<Float>, (alpha, beta): &(Float, Float)) -> Vec<Float> {
    let prec = alpha.prec();
    let count = a.len();
    let zero = || vec![Float::new(prec); count];
    // 2·s·p: the highest power of p is below count - 1, as each step makes one more.
    let twice_s = |p: &[Float]| {
        let mut product = zero();
        for (i, c) in p.iter().enumerate() {
            product[i] += Float::with_val(prec, c * beta) * 2u32;
            if i + 1 < count {
                product[i + 1] += Float::with_val(prec, c * alpha) * 2u32;
            }
        }
        product
    };
    let (mut next, mut after) = (zero(), zero());
    for (k, a) in a.into_iter().enumerate().rev() {
        let mut own = twice_s(&next);
        if k == 0 {
            own.iter_mut().for_each(|c| *c /= 2u32);
        }
        for (c, after) in own.iter_mut().zip(&after) {
            *c -= after;
        }
        own[0] += a;
        after = next;
        next = own;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approx::surface::Axis;

    #[test]
    fn polynomials_are_found_again() {
        let spec =
            SurfaceSpec::parse_given("3 - x * y + 0.5 * powi(x, 3) * y - powi(y, 2) * 0.25", None)
                .expect("a function");
        for (x, y, count) in [((-1.0, 1.0), (0.0, 3.0), 1), ((5.0, 7.5), (-2.0, 0.5), 4)] {
            let width = Width::W64;
            let across = Axis::new(x, count, width).expect("an axis");
            let up = Axis::new(y, count, width).expect("an axis");
            let places = [&across.places[0], &up.places[0]];
            let spectrum = Spectrum::of(&spec, places, (6, 5), width).expect("values");
            let set = Staircase::new(vec![3, 3, 0]).expect("a set");
            let c = spectrum.polynomial(&set, places, width);
            // At a number of the cell.
            let (x, y) = (places[0].from.to_f64() + 0.1, places[1].from.to_f64() + 0.2);
            let t = |place: &Place, x: f64| place.t(&exact(x)).to_f64();
            let (tx, ty) = (t(places[0], x), t(places[1], y));
            let value: f64 = set
                .powers()
                .zip(&c)
                .map(|((i, j), c)| c * tx.powi(i as i32) * ty.powi(j as i32))
                .sum();
            let wanted = 3.0 - x * y + 0.5 * x.powi(3) * y - y * y * 0.25;
            assert!((value - wanted).abs() < 1e-12 * wanted.abs().max(1.0), "{value} {wanted}");
        }
    }
}
