//! Polynomials on a grid of rectangles as a function of two numbers: cell, look-up, polynomial.

use super::axis::Axis;
use super::staircase::Staircase;
use crate::approx::cells::Cells;
use crate::approx::piecewise::{padded, sum};
use crate::approx::request::Outside;
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Kernel, Lookup, Scalar, Table, Value, Width};

/// What a function is made from, with its choices.
pub(super) struct Patches<'a> {
    pub(super) width: Width,
    pub(super) axes: &'a [Axis; 2],
    pub(super) outside: Outside,
    pub(super) staircase: &'a Staircase,
    /// The coefficients, cell by cell.
    pub(super) coefficients: Vec<&'a [f64]>,
    /// How rows are found with vectors.
    pub(super) lookup: Lookup,
}

/// The function, with what a proof must know of it.
pub(super) struct Built {
    /// The function.
    pub(super) kernel: Kernel,
    /// The result for arguments inside the ranges.
    pub(super) inside: Value,
    /// The values that are minus the integers of a cell along x and y, where there are several.
    pub(super) minus: [Option<Value>; 2],
    /// The coefficients of a cell, where they are looked up.
    pub(super) row: Vec<Value>,
}

/// One variable: where its argument lies.
struct Found {
    /// The polynomial's variable, -1/2 ≤ t ≤ 1/2.
    t: Value,
    /// Minus the cell's integer, and the sum whose low bits are those of the integer.
    cell: Option<[Value; 2]>,
}

/// Builds the function for so many lanes.
pub(super) fn build(of: &Patches, lanes: usize) -> Built {
    let mut b = Builder::function("evaluate", lanes, of.width);
    let arguments = [b.argument(0), b.argument(1)];
    let inner = match of.outside {
        Outside::Clamp => {
            b.comment("outside, the value at the nearest place; what is no number stays none");
            [0, 1].map(|index| {
                let [low, high] = of.ends(&mut b, index);
                let above = b.max(low, arguments[index]);
                b.min(high, above)
            })
        }
        Outside::Nan | Outside::Extend => arguments,
    };
    let [across, up] = [0, 1].map(|index| of.found(&mut b, index, inner[index]));
    let minus = [&across, &up].map(|found| found.cell.map(|[minus, _]| minus));
    let row = of.row(&mut b, &across, &up);
    let coefficients = match row.is_empty() {
        true => of.coefficients[0].iter().map(|c| b.float(*c)).collect(),
        false => row.clone(),
    };
    let value = of.polynomial(&mut b, [across.t, up.t], &coefficients);
    let inside = b.named("value", value);
    let result = match of.outside {
        Outside::Nan => {
            b.comment("outside, not a number");
            let none = b.float(f64::NAN);
            let none = b.named("none", none);
            [0, 1].into_iter().fold(inside, |value, index| {
                let [low, high] = of.ends(&mut b, index);
                let from = b.ge(arguments[index], low);
                let to = b.ge(high, arguments[index]);
                let is_inside = b.and(from, to);
                b.select(is_inside, value, none)
            })
        }
        Outside::Clamp | Outside::Extend => inside,
    };
    b.result(result);
    Built { kernel: b.finish(), inside, minus, row }
}

impl Patches<'_> {
    fn ends(&self, b: &mut Builder, index: usize) -> [Value; 2] {
        let (low, high) = self.axes[index].range;
        let (low, high) = (b.float(low), b.float(high));
        [b.named("from", low), b.named("to", high)]
    }

    /// As leaves of one variable are found: x·scale + M is rounded to an integer, for M is so large that its last bit is 1.
    fn found(&self, b: &mut Builder, index: usize, x: Value) -> Found {
        let axis = &self.axes[index];
        let name = ["tx", "ty"][index];
        match axis.cells {
            Cells::Grid { scale, .. } => {
                let what = ["x", "y"][index];
                b.comment(format!(
                    "the cell along {what}: {what}·scale, rounded to an integer by the last bit of a large sum"
                ));
                let [scale, large, sum] =
                    sum(b, x, (self.width, self.outside), scale, axis.integers());
                let minus = b.sub(large, sum);
                let minus = b.named("minus_cell", minus);
                let t = b.fma(x, scale, minus);
                Found { t: b.named(name, t), cell: Some([minus, sum]) }
            }
            _ => {
                let place = &axis.places[0];
                let t = match (place.scale, place.offset) {
                    (1.0, 0.0) => x,
                    (scale, offset) => {
                        let (scale, offset) = (b.float(scale), b.float(offset));
                        let (scale, offset) = (b.named("scale", scale), b.named("offset", offset));
                        let t = b.fma(x, scale, offset);
                        b.named(name, t)
                    }
                };
                Found { t, cell: None }
            }
        }
    }

    /// The coefficients of a cell, looked up; nothing where there is one cell. The sums are M + ix and M + iy, so that
    /// M + ix + columns·iy is one fused multiply-add more, exactly: its low bits say which cell it is.
    fn row(&self, b: &mut Builder, across: &Found, up: &Found) -> Vec<Value> {
        let columns = self.axes[0].places.len();
        let sum = match (across.cell, up.cell) {
            (None, None) => return vec![],
            (Some([_, sum]), None) | (None, Some([_, sum])) => sum,
            (Some([_, sum]), Some([minus, _])) => {
                b.comment("the number of the cell: all rows of cells before its own, and those before it in its row");
                let columns = b.float(-(columns as f64));
                let columns = b.named("minus_columns", columns);
                b.fma(minus, columns, sum)
            }
        };
        let bits = b.bits(sum);
        let cell = b.named("cell", bits);
        let [(from_x, _), (from_y, _)] = [&self.axes[0], &self.axes[1]].map(Axis::integers);
        let table = self.table(from_x + narrow::to_i64(columns) * from_y);
        let table = b.table(table);
        let values = b.lookup(table, cell);
        let row = values[..self.staircase.terms()].to_vec();
        for ((i, j), value) in self.staircase.powers().zip(&row) {
            b.named(&format!("c{i}_{j}"), *value);
        }
        row
    }

    /// The table of cells, cell k in all rows that are `first` + k modulo a power of 2.
    fn table(&self, first: i64) -> Table {
        let count = self.coefficients.len();
        let rows = count.next_power_of_two();
        let terms = self.staircase.terms();
        let entry = |row: usize, term: usize| {
            let cell = (narrow::to_i64(row) - first).rem_euclid(narrow::to_i64(rows));
            let cell = narrow::to_usize(cell).min(count - 1);
            self.width.bits_of(self.coefficients[cell][term])
        };
        let mut columns: Vec<Vec<u64>> =
            (0..terms).map(|term| (0..rows).map(|row| entry(row, term)).collect()).collect();
        let by_rows = self.lookup == Lookup::Row;
        if by_rows {
            // Whole vectors.
            let vector = (512 / self.width.bits()) as usize;
            columns.resize(columns.len().next_multiple_of(vector), vec![0; rows]);
        }
        let table = Table {
            name: "CELLS".to_owned(),
            doc: vec![format!(
                "{count} cells ({rows} rows): coefficients by powers of y, then of x, {}.",
                if by_rows { "row by row" } else { "column by column" }
            )],
            scalar: Scalar::Number,
            columns,
            lookup: self.lookup,
        };
        padded(table, self.width)
    }

    /// Σ c_ij·tx^i·ty^j.
    fn polynomial(&self, b: &mut Builder, [tx, ty]: [Value; 2], coefficients: &[Value]) -> Value {
        b.comment("Horner's rule in x beside each power of y, and in y of what that gives");
        let mut rest = coefficients;
        let rows: Vec<&[Value]> = self
            .staircase
            .degrees()
            .iter()
            .map(|degree| {
                let (row, others) = rest.split_at(degree + 1);
                rest = others;
                row
            })
            .collect();
        let mut sum: Option<Value> = None;
        for row in rows.into_iter().rev() {
            let [lower @ .., highest] = row else { continue };
            let own = lower.iter().rev().fold(*highest, |sum, c| b.fma(sum, tx, *c));
            sum = Some(sum.map_or(own, |sum| b.fma(sum, ty, own)));
        }
        sum.unwrap_or(tx)
    }
}
