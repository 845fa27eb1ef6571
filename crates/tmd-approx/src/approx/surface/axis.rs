//! How the cells lie along one of the two variables: one cell, or cells of one length, as leaves of an evaluator of one variable.

use crate::approx::cells::{Cells, Place};
use tmd_kernel::ir::Width;

/// The cells along one variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The first and the last argument.
    pub range: (f64, f64),
    /// How they lie: [`Cells::One`] or [`Cells::Grid`].
    pub cells: Cells,
    /// The place of each, ascending.
    pub places: Vec<Place>,
}

impl Axis {
    /// At most so many cells. None if the range lies too far from 0 for its length.
    pub(super) fn new(range: (f64, f64), count: usize, width: Width) -> Option<Axis> {
        let (cells, count) = match count {
            1 => (Cells::One, 1),
            count => Cells::grid(range.0, range.1, count, width)?,
        };
        Some(Axis::of(range, cells, count, width))
    }

    /// So many cells that lie as they are said to.
    pub(super) fn of(range: (f64, f64), cells: Cells, count: usize, width: Width) -> Axis {
        let places = cells.places(range.0, range.1, count, width);
        Axis { range, cells, places }
    }

    /// The integers of the first cell and the last: 0 where there is one only.
    pub(super) fn integers(&self) -> (i64, i64) {
        match self.cells {
            Cells::Grid { first, .. } => (first, first + self.places.len() as i64 - 1),
            _ => (0, 0),
        }
    }

    /// The index of the cell of an argument in the range: what the emitted function finds by its bits.
    pub fn index_of(&self, x: f64) -> usize {
        let last = self.places.len() - 1;
        match &self.cells {
            Cells::Grid { scale, first } => {
                let cell = crate::approx::cells::cell(&crate::approx::exact(x), *scale) - *first;
                cell.to_usize().unwrap_or(0).min(last)
            }
            _ => 0,
        }
    }
}

/// Whether the row of a cell can be found by one number, ix + columns·iy, which the type has room for with half of its
/// significand to spare: see `kernel`.
pub(super) fn have_rows([x, y]: &[Axis; 2], width: Width) -> bool {
    let most = 1i128 << (width.precision() - 3);
    let (from, to) = y.integers();
    let columns = x.places.len() as i128;
    [from, to].iter().all(|integer| (i128::from(*integer) * columns).abs() < most)
}
