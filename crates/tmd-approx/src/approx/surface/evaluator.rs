//! An evaluator of two variables: cells with their polynomials and what is known of their errors.

use super::axis::Axis;
use super::kernel::{Built, Patches};
use super::request::Request;
use super::staircase::Staircase;
use super::{Source, kernel};
use crate::approx::Strategy;
use crate::approx::cells::Place;
use crate::approx::evaluator::lookup;
use tmd_kernel::backends::function_name;
use tmd_kernel::ir::Kernel;

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its polynomial's coefficients in the order of [`Staircase::powers`]: numbers of the type.
    pub coefficients: Vec<f64>,
    /// An upper bound of |f - P|, P without rounding; of samples, the largest error at one.
    pub approximation: f64,
    /// An upper bound of the error that rounding adds.
    pub rounding: f64,
    /// An upper bound of the error of any value, in the tolerance's measure.
    pub error: f64,
}

impl Cell {
    /// A cell of which nothing is known yet.
    pub(super) fn unproved(coefficients: Vec<f64>) -> Cell {
        Cell { coefficients, approximation: 0.0, rounding: 0.0, error: 0.0 }
    }
}

/// What polynomials make of samples that they were not fitted to; a sample has two arguments.
pub type HeldOut = crate::approx::HeldOut<(f64, f64)>;

/// Polynomials on a grid of rectangles that meet a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluator {
    /// The request.
    pub request: Request,
    /// The function or the samples that are approximated.
    pub source: Source,
    /// How the cells lie along x and along y.
    pub axes: [Axis; 2],
    /// The products that the polynomials are made of.
    pub staircase: Staircase,
    /// The cells: those of the smallest y in front, each row by ascending x.
    pub cells: Vec<Cell>,
    /// How a cell is found; never [`Strategy::Auto`].
    pub strategy: Strategy,
    /// Predicted cycles of a vector with AVX-512.
    pub cycles: f64,
    /// How samples speak for it, if it was made of samples.
    pub held_out: Option<HeldOut>,
}

impl Evaluator {
    /// An upper bound of the error of any value, in the tolerance's measure: proved, or seen at all samples.
    pub fn error(&self) -> f64 {
        self.cells.iter().map(|cell| cell.error).fold(0.0, f64::max)
    }

    /// The places along x and y of a cell.
    pub fn places(&self, index: usize) -> [&Place; 2] {
        let columns = self.axes[0].places.len();
        [&self.axes[0].places[index % columns], &self.axes[1].places[index / columns]]
    }

    /// The index of the cell of arguments in the ranges: the one that the emitted function finds.
    pub fn index_of(&self, x: f64, y: f64) -> usize {
        let [across, up] = &self.axes;
        up.index_of(y) * across.places.len() + across.index_of(x)
    }

    /// A name for its functions: of the function and the type.
    pub fn name(&self) -> String {
        let function = match &self.source {
            Source::Function(spec) => spec.slug(),
            Source::Samples(_) => "samples".to_owned(),
        };
        // Shorter than those of one variable: declarations of two stay on one line.
        let beginning = function_name::beginning(function, 40);
        format!("{beginning}_{}", self.request.width.number_type())
    }

    /// The command that makes it.
    pub fn command(&self) -> String {
        self.request.command(&self.source)
    }

    /// The function, with what a proof must know of it.
    pub(super) fn built(&self, lanes: usize) -> Built {
        let patches = Patches {
            width: self.request.width,
            axes: &self.axes,
            outside: self.request.outside,
            staircase: &self.staircase,
            coefficients: self.cells.iter().map(|cell| cell.coefficients.as_slice()).collect(),
            lookup: lookup(self.strategy),
        };
        kernel::build(&patches, lanes)
    }

    /// The function for so many lanes.
    pub fn kernel(&self, lanes: usize) -> Kernel {
        self.built(lanes).kernel
    }

    /// Bytes of the tables that it looks things up in.
    pub fn table_bytes(&self) -> u64 {
        let kernel = self.kernel(1);
        let entries: usize =
            kernel.tables.iter().map(|table| table.rows() * table.columns.len()).sum();
        entries as u64 * u64::from(self.request.width.bits() / 8)
    }
}
