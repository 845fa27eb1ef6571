//! Which products of powers a polynomial of two variables has: beside each power of y, powers of x up to some degree, which falls
//! as the power of y rises. Coefficients of smooth functions fall off in all directions, so that such a set takes about half as
//! many for the same error as all products of both degrees do.

use tmd_base::diag::Diag;
use tmd_certificate::verify::lie;

/// Highest degree in one variable.
pub(super) const MOST_DEGREE: usize = 24;
/// Most coefficients of a cell.
pub(super) const MOST_TERMS: usize = (MOST_DEGREE + 1) * (MOST_DEGREE + 1);

/// A set of products x^i·y^j that has with each one all that divide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase {
    /// The degree in x beside each power of y, from y^0 on: they do not rise. Beside y^0 and y^1 there is something, and x is there,
    /// so that a result is a number only where both arguments are.
    degrees: Vec<usize>,
}

impl Staircase {
    /// The set with these degrees.
    ///
    /// # Errors
    /// If they make none.
    pub fn new(degrees: Vec<usize>) -> Result<Staircase, Diag> {
        let falls = degrees.windows(2).all(|pair| pair[0] >= pair[1]);
        let fits = (2..=MOST_DEGREE + 1).contains(&degrees.len());
        let first = degrees.first().is_some_and(|first| (1..=MOST_DEGREE).contains(first));
        match falls && fits && first {
            true => Ok(Staircase { degrees }),
            false => Err(lie(format!(
                "{degrees:?} are not the degrees of a polynomial of two variables"
            ))),
        }
    }

    /// All products up to a degree in x and one in y, at least 1 each.
    pub(super) fn rectangle(x: usize, y: usize) -> Staircase {
        let [x, y] = [x, y].map(|degree| degree.clamp(1, MOST_DEGREE));
        Staircase { degrees: vec![x; y + 1] }
    }

    /// The degrees in x beside each power of y.
    pub fn degrees(&self) -> &[usize] {
        &self.degrees
    }

    /// The largest degree in x and in y.
    pub fn degree(&self) -> (usize, usize) {
        (self.degrees[0], self.degrees.len() - 1)
    }

    /// How many products there are.
    pub fn terms(&self) -> usize {
        self.degrees.iter().map(|degree| degree + 1).sum()
    }

    /// All (i, j), by powers of y and then of x: the order of coefficients.
    pub fn powers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.degrees.iter().enumerate().flat_map(|(j, degree)| (0..=*degree).map(move |i| (i, j)))
    }

    /// Leaves out what weighs least, product by product, as long as all that is left out weighs no more than `share`:
    /// `weights` has those of (i, j) at `[j][i]`. None if even all that may be kept leaves out more.
    pub(super) fn within(weights: &[Vec<f64>], share: f64) -> Option<Staircase> {
        let rows = weights.len();
        let columns = weights[0].len();
        let most = MOST_DEGREE.min(columns - 1);
        let mut degrees = vec![most; rows.min(MOST_DEGREE + 1)];
        let kept = |degrees: &[usize], i: usize, j: usize| degrees.get(j).is_some_and(|d| i <= *d);
        let mut left_out: f64 = (0..rows)
            .flat_map(|j| (0..columns).map(move |i| (i, j)))
            .filter(|(i, j)| !kept(&degrees, *i, *j))
            .map(|(i, j)| weights[j][i])
            .sum();
        loop {
            // The corners: what no other product of the set is divided by. A row of one product goes as a whole, from the end.
            let corners = (0..degrees.len()).filter(|j| {
                let next = degrees.get(j + 1).copied();
                match (degrees[*j], next) {
                    (0, None) => degrees.len() > 2,
                    (0, Some(_)) => false,
                    (1, _) if *j == 0 => false,
                    (degree, next) => next.is_none_or(|next| next < degree),
                }
            });
            let weight = |j: &usize| weights[*j][degrees[*j]];
            let lightest = corners.min_by(|a, b| weight(a).total_cmp(&weight(b)));
            let Some(j) = lightest.filter(|j| left_out + weight(j) <= share) else { break };
            left_out += weight(&j);
            match degrees[j] {
                0 => _ = degrees.pop(),
                _ => degrees[j] -= 1,
            }
        }
        (left_out <= share).then_some(Staircase { degrees })
    }
}

/// Whether what is at the far ends of some weights is no more than a share of what may be left out: otherwise there may be as much
/// beyond them, which falls off as it does here, or faster.
pub(super) fn falls_off(weights: &[Vec<f64>], share: f64) -> bool {
    let (rows, columns) = (weights.len(), weights[0].len());
    let all = (0..rows).flat_map(|j| (0..columns).map(move |i| (i, j)));
    let far = all.filter(|(i, j)| i + 2 >= columns || j + 2 >= rows);
    far.map(|(i, j)| weights[j][i]).sum::<f64>() <= share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_weighs_little_is_left_out() {
        // As of a function whose coefficients fall off alike in all directions.
        let weights: Vec<Vec<f64>> =
            (0..16).map(|j| (0..16).map(|i| 10f64.powi(-(i + j))).collect()).collect();
        let set = Staircase::within(&weights, 1e-6).expect("a set");
        let (x, y) = set.degree();
        assert!((5..=8).contains(&x) && (5..=8).contains(&y), "{set:?}");
        assert!(set.terms() < (x + 1) * (y + 1) * 3 / 4, "{set:?}");
        let kept: Vec<(usize, usize)> = set.powers().collect();
        let left_out: f64 = (0..16)
            .flat_map(|j| (0..16).map(move |i| (i, j)))
            .filter(|at| !kept.contains(at))
            .map(|(i, j)| weights[j][i])
            .sum();
        assert!(left_out <= 1e-6);
        assert_eq!(Staircase::new(set.degrees().to_vec()).expect("a set"), set);
        // Nothing beside 1, x and y; and more than there is.
        let least = Staircase::within(&weights, 10.0).expect("a set");
        assert_eq!(least.degrees(), [1, 0]);
        assert!(falls_off(&weights, 1e-13) && !falls_off(&weights, 1e-15));
        let all = Staircase::within(&weights, 0.0).expect("all");
        assert_eq!(all.terms(), 256);
    }

    #[test]
    fn other_degrees_are_refused() {
        for degrees in [vec![], vec![3], vec![2, 3], vec![0, 0], vec![25, 1], vec![1; 26]] {
            assert!(Staircase::new(degrees.clone()).is_err(), "{degrees:?}");
        }
    }
}
