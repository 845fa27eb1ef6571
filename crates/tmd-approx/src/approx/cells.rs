//! How the leaves lie on the range, and how an argument finds its own.

use super::exact;
use rug::{Integer, Rational};
use tmd_kernel::ir::Width;

/// How leaves lie.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// One leaf.
    One,
    /// Leaves of one length: that of x is x·scale, rounded to the nearest integer (ties to the even one), counted
    /// from `first`.
    Grid {
        /// Leaves a unit of x.
        scale: f64,
        /// The integer of the leaf in front.
        first: i64,
    },
    /// Leaves of so many cells of a grid each.
    Hash {
        /// Cells a unit of x, as on a [`Cells::Grid`].
        scale: f64,
        /// The integer of the cell in front.
        first: i64,
        /// How many cells each leaf has.
        cells: Vec<u32>,
    },
    /// Leaves of any lengths.
    Tree {
        /// The first argument of each leaf but the one in front.
        starts: Vec<f64>,
    },
}

/// The place of a leaf, and how its polynomial's variable is computed from x.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Real numbers, ends included, that all of the leaf's arguments are among.
    pub from: Rational,
    /// See `from`.
    pub to: Rational,
    /// t = x·scale + offset, rounded once.
    pub scale: f64,
    /// See `scale`.
    pub offset: f64,
}

impl Place {
    /// t without rounding.
    pub(super) fn t(&self, x: &Rational) -> Rational {
        let product = x * exact(self.scale);
        product + exact(self.offset)
    }

    /// A leaf from `from` to `to` whose t goes from -1/2 to 1/2, nearly.
    fn between(from: f64, to: f64, width: Width) -> Place {
        let [low, high] = [from, to].map(exact);
        Place::over(low, high, width)
    }

    /// A leaf between any two numbers.
    fn over(low: Rational, high: Rational, width: Width) -> Place {
        let length = Rational::from(&high - &low);
        // The largest power of 2 that the type has with its inverse.
        let largest = match width {
            Width::W64 => 1022.0,
            Width::W32 => 126.0,
        };
        // A power of 2: scaling is exact, and offsets are short.
        let scale = match length.is_zero() {
            true => 1.0,
            false => Rational::from(length.recip_ref()).to_f64().log2().floor().min(largest).exp2(),
        };
        let middle = (low.clone() + &high) / 2u32 * exact(scale);
        let offset = width.rounded(-middle.to_f64());
        Place { from: low, to: high, scale, offset }
    }
}

/// x·scale rounded to the nearest integer, ties to the even one: exactly.
pub(super) fn cell(x: &Rational, scale: f64) -> Integer {
    let product = x * exact(scale);
    let twice = Rational::from(&product * 2u32);
    let floor = Rational::from(product.floor_ref()).numer().clone();
    let above = floor.clone() + 1u32;
    let middle = Integer::from(&floor + &above);
    match twice.cmp(&Rational::from(middle)) {
        std::cmp::Ordering::Less => floor,
        std::cmp::Ordering::Greater => above,
        std::cmp::Ordering::Equal if floor.is_even() => floor,
        std::cmp::Ordering::Equal => above,
    }
}

/// Most cells of a [`Cells::Hash`].
pub(super) const MOST_CELLS: usize = 1 << 20;

/// Trials to find a scale.
const TRIALS: u32 = 64;

impl Cells {
    /// A grid of at most so many leaves from a to b, as many of them used as can be. None if the
    /// range lies too far from 0 for its length.
    pub(super) fn grid(a: f64, b: f64, leaves: usize, width: Width) -> Option<(Cells, usize)> {
        let [low, high] = [a, b].map(exact);
        // Integers this large leave no room for a fraction in t, nor for the sum that rounds them.
        let most = Integer::from(1) << (width.precision() - 3);
        (0..=TRIALS).find_map(|trial| {
            // From `leaves` cells down to a little less than one fewer: about 0 they are odd in number, and ends
            // that are ties may be rounded out of the range.
            let wanted = leaves as f64 - 1.02 * f64::from(trial) / f64::from(TRIALS);
            let scale = width.rounded(wanted / (b - a));
            let (first, last) = (cell(&low, scale), cell(&high, scale));
            let fits = scale.is_finite()
                && scale > 0.0
                && *first.as_abs() < most
                && *last.as_abs() < most
                && Integer::from(&last - &first) < leaves;
            let count = Integer::from(&last - &first).to_usize()? + 1;
            let first = first.to_i64()?;
            fits.then_some((Cells::Grid { scale, first }, count))
        })
    }

    /// The places of the leaves from a to b.
    pub(super) fn places(&self, a: f64, b: f64, count: usize, width: Width) -> Vec<Place> {
        // An argument that is small by itself needs no map.
        let near_zero = -1.0 <= a && b <= 1.0 && b - a >= 0.5 && a <= 0.0 && b >= 0.0;
        match self {
            Cells::One => {
                let [from, to] = [a, b].map(exact);
                match near_zero {
                    true => vec![Place { from, to, scale: 1.0, offset: 0.0 }],
                    false => vec![Place::over(from, to, width)],
                }
            }
            Cells::Grid { scale, first } => {
                let [low, high] = [a, b].map(exact);
                let whole = exact(*scale);
                let place = |leaf: usize| {
                    let at = first + leaf as i64;
                    let end = |twice: i64| Rational::from((twice, 2)) / whole.clone();
                    let from = end(2 * at - 1).max(low.clone());
                    let to = end(2 * at + 1).min(high.clone());
                    Place { from, to, scale: *scale, offset: -(at as f64) }
                };
                (0..count).map(place).collect()
            }
            Cells::Hash { scale, first, cells } => {
                let all = cells.iter().map(|cells| *cells as usize).sum();
                let grid = Cells::Grid { scale: *scale, first: *first };
                let grid = grid.places(a, b, all, width);
                let mut at = 0;
                let leaf = |cells: &u32| {
                    let own = &grid[at..at + *cells as usize];
                    at += own.len();
                    let (from, to) = (own[0].from.clone(), own[own.len() - 1].to.clone());
                    Place::over(from, to, width)
                };
                cells.iter().map(leaf).collect()
            }
            Cells::Tree { starts } => {
                let ends = starts.iter().copied().chain([b]);
                let starts = [a].into_iter().chain(starts.iter().copied());
                starts.zip(ends).map(|(from, to)| Place::between(from, to, width)).collect()
            }
        }
    }

    /// Whether these are so many leaves that hold all numbers from a to b, each in its place.
    pub(super) fn is_sound(&self, (a, b): (f64, f64), count: usize, width: Width) -> bool {
        match self {
            Cells::One => count == 1,
            Cells::Grid { scale, first } => {
                let [low, high] = [a, b].map(exact);
                let most = Integer::from(1) << (width.precision() - 3);
                let (start, end) = (cell(&low, *scale), cell(&high, *scale));
                let last = i128::from(*first) + count as i128 - 1;
                let is_small = *start.as_abs() < most && *end.as_abs() < most;
                scale.is_finite() && *scale > 0.0 && is_small && start == *first && end == last
            }
            Cells::Hash { scale, first, cells } => {
                let all = cells.iter().try_fold(0usize, |sum, n| sum.checked_add(*n as usize));
                let grid = Cells::Grid { scale: *scale, first: *first };
                let most = MOST_CELLS;
                let is_small = all.is_some_and(|all| all <= most);
                let is_full = cells.iter().all(|cells| *cells > 0);
                let all = all.unwrap_or(0);
                cells.len() == count && is_full && is_small && grid.is_sound((a, b), all, width)
            }
            Cells::Tree { starts } => {
                let inside = starts.iter().all(|start| a < *start && *start <= b);
                starts.len() + 1 == count && inside && starts.is_sorted_by(|a, b| a < b)
            }
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Cells::One => "one leaf",
            Cells::Grid { .. } => "leaves of one length",
            Cells::Hash { .. } | Cells::Tree { .. } => "leaves of several lengths",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_round_to_even() {
        let half = |n: i32| Rational::from((n, 2));
        for (n, wanted) in [(1, 0), (3, 2), (5, 2), (-1, 0), (-3, -2), (-5, -2), (4, 2), (-4, -2)] {
            assert_eq!(cell(&half(n), 1.0), wanted, "{n}/2");
        }
        assert_eq!(cell(&Rational::from((7, 3)), 2.0), 5);
    }

    #[test]
    fn grids_hold_both_ends_and_waste_little() {
        for width in [Width::W32, Width::W64] {
            for (a, b) in [(0.0, 20.0), (-1.0, 1.0), (1000.0, 1001.0), (-3.0, -2.5), (0.1, 0.7)] {
                for leaves in [2, 4, 16, 32, 100] {
                    let [a, b] = [a, b].map(|end| width.rounded(end));
                    let (cells, count) = Cells::grid(a, b, leaves, width).expect("a grid");
                    assert!(count <= leaves && count + 1 >= leaves, "{a} {b} {leaves}: {count}");
                    let places = cells.places(a, b, count, width);
                    let ends = [a, b].map(|end| Rational::from_f64(end).expect("finite"));
                    assert_eq!([&places[0].from, &places[count - 1].to], [&ends[0], &ends[1]]);
                    for pair in places.windows(2) {
                        assert_eq!(pair[0].to, pair[1].from);
                    }
                    for place in &places {
                        for x in [&place.from, &place.to] {
                            let t = place.t(x);
                            assert!(Rational::from(t.abs_ref()) <= Rational::from((1, 2)));
                        }
                    }
                }
            }
        }
        assert!(Cells::grid(1e6, 1e6 + 1.0, 64, Width::W32).is_none());
    }

    #[test]
    fn trees_have_leaves_of_any_length() {
        let cells = Cells::Tree { starts: vec![2f64.powi(-60), 0.25, 0.5] };
        let places = cells.places(0.0, 1.0, 4, Width::W64);
        for place in &places {
            for x in [&place.from, &place.to] {
                assert!(Rational::from(place.t(x).abs_ref()) <= Rational::from((1, 2)));
            }
        }
    }
}
