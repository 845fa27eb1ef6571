//! The polynomial that is nearest to a function at some points: Remez's exchange (E. Ya. Remez 1934; in the discrete
//! form of E. W. Cheney, *Introduction to Approximation Theory*, 1966, chapter 3).
//!
//! The fit proves nothing, and need not: what comes out is rounded, and bounded by other means.

use super::request::Basis;
use rug::Float;
use tmd_kernel::ir::Width;

/// A point to fit: a value at t, and what an error there counts.
#[derive(Clone, Debug)]
pub struct Point {
    /// The place.
    pub t: Float,
    /// The value.
    pub y: Float,
    /// 1 for an absolute error, 1/|y| for a relative one.
    pub weight: Float,
}

/// Exchanges at most.
const ROUNDS: usize = 12;

/// The coefficients of degree `degree` whose largest weighted error at the points, which ascend, is nearly the
/// least.
pub fn fit(points: &[Point], basis: Basis, degree: usize, width: Width) -> Vec<Float> {
    let prec = points.first().map_or(53, |point| point.t.prec());
    // As many unknowns as points say something about.
    let wanted = degree.min(points.len().saturating_sub(1));
    let rows: Vec<Vec<Float>> =
        points.iter().map(|point| basis.values(&point.t, wanted, width)).collect();
    let mut coefficients = if points.len() > wanted + 1 {
        exchange(points, &rows, wanted)
    } else {
        interpolate(points, &rows)
    };
    coefficients.resize(degree + 1, Float::new(prec));
    coefficients
}

fn interpolate(points: &[Point], rows: &[Vec<Float>]) -> Vec<Float> {
    let system = rows.iter().zip(points).map(|(row, point)| {
        let mut equation = row.clone();
        equation.push(point.y.clone());
        equation
    });
    solve(system.collect())
}

fn exchange(points: &[Point], rows: &[Vec<Float>], degree: usize) -> Vec<Float> {
    let count = degree + 2;
    let last = points.len() - 1;
    // Points that lie as the extrema of a Chebyshev polynomial do.
    let mut reference: Vec<usize> = (0..count)
        .map(|k| {
            let angle = std::f64::consts::PI * k as f64 / (count - 1) as f64;
            ((1.0 - angle.cos()) / 2.0 * last as f64).round() as usize
        })
        .collect();
    apart(&mut reference, last);
    let mut best: Option<(Float, Vec<Float>)> = None;
    for _ in 0..ROUNDS {
        let system = reference.iter().enumerate().map(|(k, &at)| {
            let mut equation = rows[at].clone();
            let error = Float::with_val(points[at].t.prec(), 1) / &points[at].weight;
            equation.push(if k % 2 == 0 { error } else { -error });
            equation.push(points[at].y.clone());
            equation
        });
        let mut unknowns = solve(system.collect());
        let Some(level) = unknowns.pop() else { break };
        let residuals: Vec<Float> =
            rows.iter().zip(points).map(|(row, point)| residual(row, &unknowns, point)).collect();
        let largest = residuals.iter().map(|r| Float::with_val(r.prec(), r.abs_ref()));
        let largest = largest.fold(Float::new(level.prec()), |a, b| a.max(&b));
        let is_level = largest.to_f64() <= level.to_f64().abs() * 1.001;
        if best.as_ref().is_none_or(|(least, _)| largest < *least) {
            best = Some((largest, unknowns));
        }
        if is_level {
            break;
        }
        let extrema = alternating(&residuals, count);
        if extrema.len() < count || extrema == reference {
            break;
        }
        reference = extrema;
    }
    best.map(|(_, coefficients)| coefficients).unwrap_or_default()
}

/// Makes ascending indices distinct.
fn apart(indices: &mut [usize], last: usize) {
    for k in 1..indices.len() {
        indices[k] = indices[k].max(indices[k - 1] + 1);
    }
    let mut most = last;
    for index in indices.iter_mut().rev() {
        *index = (*index).min(most);
        most = most.saturating_sub(1).min(index.saturating_sub(1));
    }
}

fn residual(row: &[Float], coefficients: &[Float], point: &Point) -> Float {
    let mut rest = point.y.clone();
    for (value, c) in row.iter().zip(coefficients) {
        rest -= Float::with_val(rest.prec(), value * c);
    }
    rest * &point.weight
}

/// Places of `count` large residuals of alternating signs.
fn alternating(residuals: &[Float], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = vec![];
    for (at, residual) in residuals.iter().enumerate() {
        match places.last() {
            Some(&last) if residuals[last].is_sign_negative() == residual.is_sign_negative() => {
                if residual.cmp_abs(&residuals[last]) == Some(std::cmp::Ordering::Greater) {
                    places.pop();
                    places.push(at);
                }
            }
            _ => places.push(at),
        }
    }
    // Too many: those that matter least go, at an end alone, inside with a neighbour.
    while places.len() > count {
        let size = |at: usize| residuals[at].to_f64().abs();
        if places.len() == count + 1 {
            let (first, last) = (places[0], places[places.len() - 1]);
            if size(first) < size(last) {
                places.remove(0);
            } else {
                places.pop();
            }
        } else {
            let pair = |k: &usize| size(places[*k]).max(size(places[*k + 1]));
            let least = (0..places.len() - 1).min_by(|a, b| pair(a).total_cmp(&pair(b)));
            let Some(least) = least else { break };
            places.drain(least..least + 2);
        }
    }
    places
}

/// Solves a system of linear equations, each with its right side at its end, by elimination. What is not determined
/// is 0.
fn solve(mut equations: Vec<Vec<Float>>) -> Vec<Float> {
    let n = equations.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| {
            equations[a][column].cmp_abs(&equations[b][column]).unwrap_or(std::cmp::Ordering::Equal)
        });
        if let Some(pivot) = pivot {
            equations.swap(column, pivot);
        }
        if equations[column][column].is_zero() {
            continue;
        }
        let (above, below) = equations.split_at_mut(column + 1);
        let pivot = &above[column];
        for equation in below {
            let factor = Float::with_val(pivot[column].prec(), &equation[column] / &pivot[column]);
            for k in column..pivot.len() {
                let product = Float::with_val(factor.prec(), &factor * &pivot[k]);
                equation[k] -= product;
            }
        }
    }
    let prec = equations.first().and_then(|row| row.first()).map_or(53, Float::prec);
    let mut unknowns = vec![Float::new(prec); n];
    for row in (0..n).rev() {
        let mut rest = equations[row][n].clone();
        for column in row + 1..n {
            rest -= Float::with_val(prec, &equations[row][column] * &unknowns[column]);
        }
        if !equations[row][row].is_zero() {
            unknowns[row] = rest / &equations[row][row];
        }
    }
    unknowns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(count: usize, f: impl Fn(&Float) -> Float) -> Vec<Point> {
        (0..count)
            .map(|k| {
                let angle = Float::with_val(200, rug::float::Constant::Pi) * k as u32;
                let t = -(angle / (count as u32 - 1)).cos() / 2u32;
                Point { y: f(&t), weight: Float::with_val(200, 1), t }
            })
            .collect()
    }

    fn worst(points: &[Point], basis: Basis, coefficients: &[Float]) -> f64 {
        let errors = points.iter().map(|point| {
            let row = basis.values(&point.t, coefficients.len() - 1, Width::W64);
            residual(&row, coefficients, point).to_f64().abs()
        });
        errors.fold(0.0, f64::max)
    }

    #[test]
    fn the_best_polynomials_of_powers_are_known() {
        // x^(n+1) - T_(n+1) / 2^n on [-1, 1] with x = 2t: the error is 2^-n, in t 2^-(2n+1).
        for degree in 1..12 {
            let points = points(40 * degree, |t| {
                (0..=degree).fold(Float::with_val(200, 1), |power, _| power * t)
            });
            for basis in [Basis::Monomial, Basis::Chebyshev, Basis::Legendre] {
                let error = worst(&points, basis, &fit(&points, basis, degree, Width::W64));
                let least = 2f64.powi(-2 * degree as i32 - 1);
                assert!((error / least - 1.0).abs() < 0.01, "{basis} {degree} {}", error / least);
            }
        }
    }

    #[test]
    fn polynomials_and_few_points_are_met() {
        let cubic = points(9, |t| Float::with_val(200, t * t) * t + 1u32);
        assert!(
            worst(&cubic, Basis::Legendre, &fit(&cubic, Basis::Legendre, 5, Width::W64)) < 1e-40
        );
        let few = &cubic[..3];
        let coefficients = fit(few, Basis::Monomial, 7, Width::W64);
        assert_eq!(coefficients.len(), 8);
        assert!(worst(few, Basis::Monomial, &coefficients) < 1e-40);
    }

    #[test]
    fn relative_errors_are_levelled() {
        let mut points = points(200, |t| Float::with_val(200, t * 3u32).exp());
        for point in &mut points {
            point.weight = Float::with_val(200, 1) / &point.y;
        }
        let coefficients = fit(&points, Basis::Monomial, 3, Width::W64);
        let residuals: Vec<f64> = points
            .iter()
            .map(|point| {
                residual(&Basis::Monomial.values(&point.t, 3, Width::W64), &coefficients, point)
                    .to_f64()
            })
            .collect();
        let ends = [residuals[0].abs(), residuals[199].abs()];
        assert!((ends[0] / ends[1] - 1.0).abs() < 0.02, "{ends:?}");
    }
}
