//! The cost of a value with AVX-512: cycles of a vector, by the ports that its operations need. Two ports take
//! arithmetic; permutations go to one of them only. The figures were measured on Sapphire and Emerald Rapids
//! (docs/measurements.md); they choose, and prove nothing.

use super::request::{Basis, Outside, Strategy};
use tmd_kernel::ir::Width;

/// The properties of an evaluator that its cost depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: Width,
    pub(super) basis: Basis,
    pub(super) outside: Outside,
    pub(super) strategy: Strategy,
    pub(super) leaves: usize,
    pub(super) degree: usize,
}

/// Cycles of a gather instruction, by lanes: a load each, and more.
const GATHER_64: f64 = 6.0;
const GATHER_32: f64 = 11.0;
/// Cycles to load and transpose eight columns of a vector's rows.
const ROWS: f64 = 26.0;

impl Shape {
    /// Lanes of a vector.
    fn lanes(&self) -> usize {
        (512 / self.width.bits()) as usize
    }

    /// Entries of a row.
    fn columns(&self) -> usize {
        let map = if matches!(self.strategy, Strategy::Bst | Strategy::Hash) { 2 } else { 0 };
        self.degree + 1 + map
    }

    fn rows(&self) -> usize {
        self.leaves.next_power_of_two()
    }

    /// Bytes of its tables.
    pub(super) fn table_bytes(&self) -> u64 {
        let columns = match self.strategy {
            Strategy::Row => self.columns().next_multiple_of(self.lanes()),
            Strategy::Bst => self.columns() + 1,
            _ => self.columns(),
        };
        (self.rows() * columns) as u64 * u64::from(self.width.bits() / 8)
    }

    /// Whether the look-up can be made at all.
    pub(super) fn is_possible(&self) -> bool {
        match self.strategy {
            Strategy::None => self.leaves == 1,
            Strategy::Permute => self.rows() <= 2 * self.lanes(),
            Strategy::Permute2 => self.rows() <= 4 * self.lanes(),
            _ => true,
        }
    }

    /// Predicted cycles of a vector.
    pub(super) fn cycles(&self) -> f64 {
        let columns = self.columns() as f64;
        let gather = match self.width {
            Width::W64 => GATHER_64,
            Width::W32 => GATHER_32,
        };
        let in_registers = if self.rows() <= 2 * self.lanes() { 1.0 } else { 2.0 };
        // (permutations, other arithmetic, cycles of loads)
        let (permutes, finding, loads) = match self.strategy {
            Strategy::None => (0.0, 1.0, 0.0),
            Strategy::Permute | Strategy::Permute2 => {
                (in_registers * columns, 3.0 + (in_registers - 1.0) * columns, 0.0)
            }
            Strategy::Row if self.width == Width::W64 => (0.0, 4.0, ROWS * (columns / 8.0).ceil()),
            Strategy::Row | Strategy::Gather | Strategy::Auto => (0.0, 4.0, gather * columns),
            Strategy::Hash => (0.0, 3.0, gather * (columns + 1.0)),
            Strategy::Bst => {
                let levels = f64::from(self.rows().ilog2());
                (0.0, 1.0 + 4.0 * levels, gather * (columns + levels))
            }
        };
        let polynomial = self.degree as f64
            * match self.basis {
                Basis::Monomial => 1.0,
                Basis::Chebyshev => 2.0,
                Basis::Legendre => 3.0,
            };
        let outside = match self.outside {
            Outside::Clamp => 2.0,
            Outside::Nan => 4.0,
            Outside::Extend => 2.0,
        };
        let arithmetic = finding + polynomial + outside;
        permutes.max((permutes + arithmetic) / 2.0) + loads
    }
}
