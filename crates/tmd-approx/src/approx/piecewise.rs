//! A piecewise polynomial as a function of one number: leaf, look-up, polynomial.

use crate::approx::{Basis, Cells, Outside};
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Kernel, Lookup, Scalar, Table, Value, Width};

/// The evaluator that a function is made from, with its choices.
pub(super) struct Piecewise<'a> {
    /// The type.
    pub width: Width,
    /// How leaves lie.
    pub cells: &'a Cells,
    /// The ends of the range.
    pub range: (f64, f64),
    /// Outside of it.
    pub outside: Outside,
    /// The basis.
    pub basis: Basis,
    /// t = x·scale + offset, leaf by leaf.
    pub maps: Vec<(f64, f64)>,
    /// The coefficients, leaf by leaf, lowest first.
    pub coefficients: Vec<&'a [f64]>,
    /// How rows are found with vectors.
    pub lookup: Lookup,
}

/// The function, with what a proof must know of it.
pub(crate) struct Built {
    /// The function.
    pub kernel: Kernel,
    /// The result for arguments inside the range.
    pub inside: Value,
    /// The value that is minus the integer of x's leaf on a grid.
    pub cell: Option<Value>,
    /// The results of the look-up of a leaf, in the order of its table's columns.
    pub row: Vec<Value>,
}

/// The name of the leaves' table.
pub(super) const LEAVES: &str = "LEAVES";
/// The name of the table of cells.
const CELLS: &str = "CELLS";
/// The name of the search tree's.
const PIVOTS: &str = "PIVOTS";

/// The variable and the coefficients of x's leaf.
struct Found {
    t: Value,
    coefficients: Vec<Value>,
    row: Vec<Value>,
    cell: Option<Value>,
}

impl Piecewise<'_> {
    /// Builds the function for so many lanes.
    pub(super) fn build(&self, lanes: usize) -> Built {
        let mut b = Builder::function("evaluate", lanes, self.width);
        let argument = b.argument(0);
        let x = match self.outside {
            Outside::Clamp => {
                b.comment("outside, the value at the nearest end; what is no number stays none");
                let (low, high) = self.ends(&mut b);
                let above = b.max(low, argument);
                b.min(high, above)
            }
            Outside::Nan | Outside::Extend => argument,
        };
        let Found { t, coefficients, row, cell } = match self.cells {
            Cells::One => self.one(&mut b, x),
            Cells::Grid { scale, first } => self.grid(&mut b, x, *scale, *first),
            Cells::Hash { scale, first, cells } => self.hash(&mut b, x, *scale, *first, cells),
            Cells::Tree { starts } => self.tree(&mut b, x, starts),
        };
        let t = b.named("t", t);
        let value = self.polynomial(&mut b, t, &coefficients);
        let inside = b.named("value", value);
        let result = match self.outside {
            Outside::Nan => {
                b.comment("outside, not a number");
                let (low, high) = self.ends(&mut b);
                let none = b.float(f64::NAN);
                let none = b.named("none", none);
                let (from, to) = (b.ge(argument, low), b.ge(high, argument));
                let is_inside = b.and(from, to);
                b.select(is_inside, value, none)
            }
            Outside::Clamp | Outside::Extend => value,
        };
        b.result(result);
        Built { kernel: b.finish(), inside, cell, row }
    }

    /// The ends of the range.
    fn ends(&self, b: &mut Builder) -> (Value, Value) {
        let (low, high) = (b.float(self.range.0), b.float(self.range.1));
        (b.named("from", low), b.named("to", high))
    }

    /// One leaf: all is constant.
    fn one(&self, b: &mut Builder, x: Value) -> Found {
        let t = match self.maps[0] {
            (1.0, 0.0) => x,
            (scale, offset) => {
                let (scale, offset) = (b.float(scale), b.float(offset));
                let (scale, offset) = (b.named("scale", scale), b.named("offset", offset));
                b.fma(x, scale, offset)
            }
        };
        let coefficients = self.coefficients[0].iter().map(|c| b.float(*c)).collect();
        Found { t, coefficients, row: vec![], cell: None }
    }

    /// The sum x·scale + M is rounded to an integer, for M is so large that its last bit is 1; the low bits of its
    /// significand are those of the integer.
    fn grid(&self, b: &mut Builder, x: Value, scale: f64, first: i64) -> Found {
        b.comment("the leaf: x·scale, rounded to an integer by the last bit of a large sum");
        let last = first + narrow::to_i64(self.coefficients.len()) - 1;
        let [scale, large, sum] = self.sum(b, x, scale, (first, last));
        let minus = b.sub(large, sum);
        let cell = b.named("minus_cell", minus);
        let t = b.fma(x, scale, cell);
        let bits = b.bits(sum);
        let row = b.named("leaf", bits);
        let leaves: Vec<&[f64]> = self.coefficients.clone();
        let table = self.table(&leaves, first);
        let table = b.table(table);
        let row = self.named_row(b, table, row, 0);
        let coefficients = row[..self.coefficients[0].len()].to_vec();
        Found { t, coefficients, row, cell: Some(cell) }
    }

    /// The scale, the large number, and their sum with x, which is between those of two cells if x may be outside.
    fn sum(&self, b: &mut Builder, x: Value, scale: f64, ends: (i64, i64)) -> [Value; 3] {
        sum(b, x, (self.width, self.outside), scale, ends)
    }

    /// A table of the leaves of all cells of a grid.
    fn hash(&self, b: &mut Builder, x: Value, scale: f64, first: i64, cells: &[u32]) -> Found {
        let leaves: Vec<u64> = (0..)
            .zip(cells)
            .flat_map(|(leaf, cells)| std::iter::repeat_n(leaf, *cells as usize))
            .collect();
        let rows = leaves.len().next_power_of_two();
        let entry = |row: usize| {
            let cell = (narrow::to_i64(row) - first).rem_euclid(narrow::to_i64(rows));
            leaves[narrow::to_usize(cell).min(leaves.len() - 1)]
        };
        let table = Table {
            name: CELLS.to_owned(),
            doc: vec![format!("{} cells ({rows} rows): the leaf of each.", leaves.len())],
            scalar: Scalar::Word,
            columns: vec![(0..rows).map(entry).collect()],
            lookup: Lookup::Gather,
        };
        let table = b.table(table);
        b.comment("the cell: x·scale, rounded to an integer by the last bit of a large sum");
        let last = first + narrow::to_i64(leaves.len()) - 1;
        let [_, _, sum] = self.sum(b, x, scale, (first, last));
        let bits = b.bits(sum);
        let cell = b.named("cell", bits);
        let leaf = b.lookup(table, cell)[0];
        let leaf = b.named("leaf", leaf);
        self.by_leaf(b, x, leaf)
    }

    /// A binary search among the leaves' first arguments, in the order of a heap.
    fn tree(&self, b: &mut Builder, x: Value, starts: &[f64]) -> Found {
        let rows = (starts.len() + 1).next_power_of_two();
        let pivots = Table {
            name: PIVOTS.to_owned(),
            doc: vec![
                "The search tree: node n has its children at 2n and 2n + 1, and an argument goes to".into(),
                "the second if it is not below the entry.".into(),
            ],
            scalar: Scalar::Number,
            columns: vec![heap(starts, rows, self.range.1).iter().map(|p| self.width.bits_of(*p)).collect()],
            lookup: if self.lookup == Lookup::Permute { Lookup::Permute } else { Lookup::Gather },
        };
        let pivots = b.table(self.padded(pivots));
        b.comment(format!("the leaf: {} steps down a binary search tree", rows.ilog2()));
        let one = b.word(1);
        let mut node = b.varying(one);
        for _ in 0..rows.ilog2() {
            let pivot = b.lookup(pivots, node)[0];
            let left = b.add(node, node);
            let right = b.add(left, one);
            let is_right = b.ge(x, pivot);
            node = b.select(is_right, right, left);
        }
        let node = b.named("leaf", node);
        self.by_leaf(b, x, node)
    }

    /// Looks a leaf up by its number, with its own scale and offset.
    fn by_leaf(&self, b: &mut Builder, x: Value, leaf: Value) -> Found {
        let leaves: Vec<Vec<f64>> = self
            .maps
            .iter()
            .zip(&self.coefficients)
            .map(|((scale, offset), c)| [&[*scale, *offset], *c].concat())
            .collect();
        let leaves: Vec<&[f64]> = leaves.iter().map(Vec::as_slice).collect();
        let table = self.table(&leaves, 0);
        let table = b.table(table);
        let row = self.named_row(b, table, leaf, 2);
        let t = b.fma(x, row[0], row[1]);
        let coefficients = row[2..][..self.coefficients[0].len()].to_vec();
        Found { t, coefficients, row, cell: None }
    }

    /// The table of leaves, leaf i in all rows that are `first` + i modulo a power of 2.
    fn table(&self, leaves: &[&[f64]], first: i64) -> Table {
        let rows = leaves.len().next_power_of_two();
        let columns = leaves[0].len();
        let entry = |row: usize, column: usize| {
            // Rows of no leaf are the last one's again: a search tree leads there from beyond the range.
            let leaf = (narrow::to_i64(row) - first).rem_euclid(narrow::to_i64(rows));
            self.width.bits_of(leaves[narrow::to_usize(leaf).min(leaves.len() - 1)][column])
        };
        let of_column = |column: usize| (0..rows).map(|row| entry(row, column)).collect();
        let what = match columns - self.coefficients[0].len() {
            0 => "coefficients, lowest first",
            _ => "scale and offset of t, then coefficients, lowest first",
        };
        let mut columns: Vec<Vec<u64>> = (0..columns).map(of_column).collect();
        if self.lookup == Lookup::Row {
            // Whole vectors.
            let vector = (512 / self.width.bits()) as usize;
            columns.resize(columns.len().next_multiple_of(vector), vec![0; rows]);
        }
        self.padded(Table {
            name: LEAVES.to_owned(),
            doc: vec![format!(
                "{} leaves ({rows} rows): {what}, {}.",
                leaves.len(),
                if self.lookup == Lookup::Row { "row by row" } else { "column by column" }
            )],
            scalar: Scalar::Number,
            columns,
            lookup: self.lookup,
        })
    }

    /// Looks a leaf up and names what comes out: `others` values, coefficients, and what fills a vector.
    fn named_row(&self, b: &mut Builder, table: usize, row: Value, others: usize) -> Vec<Value> {
        let values = b.lookup(table, row);
        let coefficients = (0..self.coefficients[0].len()).map(|k| format!("c{k}"));
        let names = ["scale", "offset"].iter().take(others).map(|name| (*name).to_owned());
        for (name, value) in names.chain(coefficients).zip(&values) {
            b.named(&name, *value);
        }
        values
    }

    /// A table that is permuted fills a vector at least.
    fn padded(&self, table: Table) -> Table {
        padded(table, self.width)
    }

    /// Σ c_k·φ_k at t.
    fn polynomial(&self, b: &mut Builder, t: Value, coefficients: &[Value]) -> Value {
        let [rest @ .., highest] = coefficients else { return b.float(0.0) };
        if self.basis == Basis::Monomial {
            b.comment("Horner's rule");
            return rest.iter().rev().fold(*highest, |sum, c| b.fma(sum, t, *c));
        }
        b.comment("Clenshaw's recurrence");
        let twice = b.add(t, t);
        let four = (self.basis == Basis::Chebyshev).then(|| b.add(twice, twice));
        let (mut next, mut after): (Value, Option<Value>) = (*highest, None);
        for (k, c) in rest.iter().enumerate().rev() {
            let (a, _) = self.basis.recurrence(k, self.width);
            let (_, beta) = self.basis.recurrence(k + 1, self.width);
            let rest = match after {
                None => *c,
                Some(after) if beta == 1.0 => b.sub(*c, after),
                Some(after) => {
                    let minus = b.float(-beta);
                    b.fma(minus, after, *c)
                }
            };
            let factor = match (a, four) {
                (1.0, _) => twice,
                (_, Some(four)) => four,
                (a, None) => {
                    let a = b.float(a);
                    b.mul(a, twice)
                }
            };
            after = Some(next);
            next = b.fma(factor, next, rest);
        }
        next
    }
}

/// The scale, the large number, and their sum with x, which is between those of the first and the last cell if x may be outside.
pub(super) fn sum(
    b: &mut Builder,
    x: Value,
    (width, outside): (Width, Outside),
    scale: f64,
    (first, last): (i64, i64),
) -> [Value; 3] {
    let magic = 1.5 * f64::from(width.precision() - 1).exp2();
    let (scale, large) = (b.float(scale), b.float(magic));
    let (scale, large) = (b.named("scale", scale), b.named("large", large));
    let mut sum = b.fma(x, scale, large);
    if outside == Outside::Extend {
        let [low, high] = [first, last].map(|cell| b.float(magic + narrow::exact(cell)));
        let above = b.max(low, sum);
        sum = b.min(high, above);
    }
    [scale, large, b.named("sum", sum)]
}

/// A table that is permuted fills a vector at least.
pub(super) fn padded(table: Table, width: Width) -> Table {
    let vector = (512 / width.bits()) as usize;
    if table.lookup != Lookup::Permute || table.rows() >= vector {
        return table;
    }
    let again = vector / table.rows();
    let columns = table.columns.iter().map(|column| column.repeat(again)).collect();
    Table { columns, ..table }
}

/// Ascending numbers as a heap of 2^k - 1 nodes from 1 on; to the right of node 0, and of what is left over, is `last`
/// and what is beyond.
fn heap(starts: &[f64], rows: usize, last: f64) -> Vec<f64> {
    let mut nodes = vec![last; rows];
    let levels = rows.ilog2();
    for (node, entry) in nodes.iter_mut().enumerate().skip(1) {
        let level = node.ilog2();
        // Node j of its level splits at (2j + 1)/2^(level + 1) of all.
        let at = (2 * (node - (1 << level)) + 1) << (levels - level - 1);
        *entry = starts.get(at - 1).copied().unwrap_or(last);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_find_every_leaf() {
        for count in 1..40 {
            let starts: Vec<f64> = (1..count).map(f64::from).collect();
            let rows = (count as usize).next_power_of_two();
            let heap = heap(&starts, rows, f64::from(count));
            for x in 0..count {
                let mut node = 1;
                for _ in 0..rows.ilog2() {
                    node = 2 * node + usize::from(f64::from(x) + 0.5 >= heap[node]);
                }
                assert_eq!(node - rows, x as usize, "{count}");
            }
        }
    }
}
