//! The polynomial with the least sum of squared errors at samples: by Householder's reflections (A. S. Householder 1958; G. H. Golub 1965),
//! in products of Chebyshev polynomials, which stay far from dependent where points are spread over the cell.

use super::samples::Sample;
use super::spectrum::Spectrum;
use super::staircase::Staircase;
use crate::approx::cells::Place;
use rug::Float;

/// A column of which less than this share is left after the others says nothing of its own.
const DEPENDENT: f64 = 1e-9;

/// The Chebyshev coefficients, with bits for what is made of them; none if the samples do not determine them.
pub(super) fn fit<'a>(
    samples: impl Iterator<Item = &'a Sample>,
    places: [&Place; 2],
    staircase: &Staircase,
    weight: impl Fn(f64) -> f64,
    prec: u32,
) -> Option<Spectrum> {
    let powers: Vec<(usize, usize)> = staircase.powers().collect();
    let mut rows: Vec<Vec<f64>> = samples
        .map(|sample| {
            let weight = weight(sample.value);
            let mut row: Vec<f64> =
                row(sample, places, staircase, &powers).iter().map(|b| b * weight).collect();
            row.push(sample.value * weight);
            row
        })
        .collect();
    let solution = solved(&mut rows, powers.len())?;
    let (x, y) = staircase.degree();
    let mut spectrum = vec![vec![Float::new(prec); x + 1]; y + 1];
    for ((i, j), c) in powers.into_iter().zip(solution) {
        spectrum[j][i] = Float::with_val(prec, c);
    }
    Some(Spectrum(spectrum))
}

/// The value of such a polynomial at a sample's point.
pub(super) fn value(
    spectrum: &Spectrum,
    sample: &Sample,
    places: [&Place; 2],
    staircase: &Staircase,
) -> f64 {
    let powers: Vec<(usize, usize)> = staircase.powers().collect();
    let row = row(sample, places, staircase, &powers);
    powers.iter().zip(row).map(|((i, j), b)| spectrum.0[*j][*i].to_f64() * b).sum()
}

/// T_i(s)·T_j(r) at a point.
fn row(
    sample: &Sample,
    places: [&Place; 2],
    staircase: &Staircase,
    powers: &[(usize, usize)],
) -> Vec<f64> {
    let (x, y) = staircase.degree();
    let own = |place: &Place, at: f64, degree: usize| {
        let (from, to) = (place.from.to_f64(), place.to.to_f64());
        let s = ((at - from) - (to - at)) / (to - from);
        let mut values = vec![1.0, s];
        for k in 2..=degree {
            values.push(2.0 * s * values[k - 1] - values[k - 2]);
        }
        values
    };
    let (s, r) = (own(places[0], sample.x, x), own(places[1], sample.y, y));
    powers.iter().map(|(i, j)| s[*i] * r[*j]).collect()
}

/// Solves an overdetermined system, whose last column is what is wanted.
fn solved(rows: &mut [Vec<f64>], unknowns: usize) -> Option<Vec<f64>> {
    if rows.len() < unknowns {
        return None;
    }
    let norm = |rows: &[Vec<f64>], column: usize| {
        rows.iter().map(|row| row[column] * row[column]).sum::<f64>().sqrt()
    };
    for k in 0..unknowns {
        let whole = norm(rows, k);
        let left = norm(&rows[k..], k);
        if left <= DEPENDENT * whole || left == 0.0 {
            return None;
        }
        let alpha = if rows[k][k] > 0.0 { -left } else { left };
        let mut reflection: Vec<f64> = rows[k..].iter().map(|row| row[k]).collect();
        reflection[0] -= alpha;
        let square: f64 = reflection.iter().map(|v| v * v).sum();
        for column in k..=unknowns {
            let own = rows[k..].iter().zip(&reflection);
            let factor = 2.0 * own.map(|(row, v)| row[column] * v).sum::<f64>() / square;
            for (row, v) in rows[k..].iter_mut().zip(&reflection) {
                row[column] -= factor * v;
            }
        }
    }
    let mut solution = vec![0.0; unknowns];
    for k in (0..unknowns).rev() {
        let known: f64 = (k + 1..unknowns).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (rows[k][unknowns] - known) / rows[k][k];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approx::surface::Axis;
    use tmd_kernel::ir::Width;

    #[test]
    fn polynomials_are_found_and_dependence_is_noticed() {
        let [x, y] = [(0.0, 2.0), (-1.0, 3.0)]
            .map(|range| Axis::new(range, 1, Width::W64).expect("an axis"));
        let places = [&x.places[0], &y.places[0]];
        let set = Staircase::new(vec![3, 1]).expect("a set");
        let sample = |x: f64, y: f64| Sample { x, y, value: 1.0 + x * x * x - 2.0 * x * y };
        let samples: Vec<Sample> = (0..40)
            .map(|k| sample(f64::from(k % 7) / 3.0, f64::from(k % 11) * 0.4 - 1.0))
            .collect();
        let fitted = fit(samples.iter(), places, &set, |_| 1.0, 100).expect("a polynomial");
        let elsewhere = sample(0.77, 2.2);
        assert!((value(&fitted, &elsewhere, places, &set) - elsewhere.value).abs() < 1e-12);
        // All on one line.
        let line: Vec<Sample> = (0..40).map(|k| sample(f64::from(k) / 20.0, 1.0)).collect();
        assert!(fit(line.iter(), places, &set, |_| 1.0, 100).is_none());
        assert!(fit(samples[..5].iter(), places, &set, |_| 1.0, 100).is_none());
    }
}
