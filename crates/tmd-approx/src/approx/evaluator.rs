//! An evaluator: leaves with their polynomials and what is known of their errors.

use super::cells::{self, Cells, Place};
use super::exact;
use super::request::{Request, Strategy};
use super::source::Source;
use crate::approx::piecewise::{Built, Piecewise};
use tmd_kernel::backends::function_name;
use tmd_kernel::ir::{Kernel, Lookup};

/// A leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The place on the range.
    pub place: Place,
    /// Its polynomial's coefficients, lowest first: numbers of the type.
    pub coefficients: Vec<f64>,
    /// An upper bound of |f - P|, P without rounding; 0 before anything is proved.
    pub approximation: f64,
    /// An upper bound of the error that rounding adds.
    pub rounding: f64,
    /// An upper bound of the error of any value, in the tolerance's measure.
    pub error: f64,
}

/// What polynomials make of samples that they were not fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut<At = f64> {
    /// The largest error at a sample that was held out, in the tolerance's measure; 0 if there are too few samples to hold one
    /// out.
    pub error: f64,
    /// The sample's argument, or its arguments.
    pub at: At,
    /// Samples in the range, or the ranges.
    pub samples: usize,
    /// Coefficients of all leaves or cells.
    pub coefficients: usize,
}

impl<At> HeldOut<At> {
    /// Whether the coefficients are as many as the samples: any values would be met.
    pub fn is_repetition(&self) -> bool {
        self.coefficients >= self.samples
    }
}

/// A piecewise polynomial that meets a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluator {
    /// The request.
    pub request: Request,
    /// The function or the samples that are approximated.
    pub source: Source,
    /// The first and the last argument.
    pub range: (f64, f64),
    /// How leaves lie.
    pub cells: Cells,
    /// The leaves, ascending.
    pub leaves: Vec<Leaf>,
    /// How a leaf is found; never [`Strategy::Auto`].
    pub strategy: Strategy,
    /// Predicted cycles of a vector with AVX-512.
    pub cycles: f64,
    /// How samples speak for it, if it was made of samples.
    pub held_out: Option<HeldOut>,
}

impl Evaluator {
    /// Degree of the leaves' polynomials.
    pub fn degree(&self) -> usize {
        self.leaves.first().map_or(0, |leaf| leaf.coefficients.len() - 1)
    }

    /// The evaluator with all choices fixed in its request, so that its command makes it again without measuring.
    pub fn pinned(mut self) -> Evaluator {
        let (degree, count) = (self.degree(), self.leaves.len());
        let request = &mut self.request;
        request.strategy = self.strategy;
        request.degree = Some(degree);
        match self.cells {
            Cells::One => _ = request.leaves.get_or_insert(1),
            // The planner's grids are of a power of 2, of which a range about 0 leaves one out.
            Cells::Grid { .. } => {
                request.leaves.get_or_insert(count.next_power_of_two().max(2));
            }
            Cells::Hash { .. } | Cells::Tree { .. } => {}
        }
        self
    }

    /// An upper bound of the error of any value, in the tolerance's measure: proved, or seen at all samples.
    pub fn error(&self) -> f64 {
        self.leaves.iter().map(|leaf| leaf.error).fold(0.0, f64::max)
    }

    /// The leaf of an argument in the range: what the emitted function finds by its bits.
    pub fn leaf_of(&self, x: f64) -> &Leaf {
        let last = self.leaves.len() - 1;
        let index = match &self.cells {
            Cells::One => 0,
            Cells::Grid { scale, first } => {
                (cells::cell(&exact(x), *scale) - *first).to_usize().unwrap_or(0)
            }
            Cells::Hash { scale, first, cells } => {
                let cell = (cells::cell(&exact(x), *scale) - *first).to_usize().unwrap_or(0);
                let mut end = 0;
                cells
                    .iter()
                    .take_while(|own| {
                        end += **own as usize;
                        end <= cell
                    })
                    .count()
            }
            Cells::Tree { starts } => starts.partition_point(|start| *start <= x),
        };
        &self.leaves[index.min(last)]
    }

    /// A name for its functions: of the function and the type.
    pub fn name(&self) -> String {
        let function = match &self.source {
            Source::Function(spec) => spec.slug(),
            Source::Samples(_) => "samples".to_owned(),
        };
        let beginning = function_name::beginning(function, 56);
        format!("{beginning}_{}", self.request.width.number_type())
    }

    /// The command that makes it.
    pub fn command(&self) -> String {
        self.request.command(&self.source)
    }

    /// The function, with what a proof must know of it.
    pub(crate) fn built(&self, lanes: usize) -> Built {
        let maps = self.leaves.iter().map(|leaf| (leaf.place.scale, leaf.place.offset)).collect();
        let coefficients = self.leaves.iter().map(|leaf| leaf.coefficients.as_slice()).collect();
        let piecewise = Piecewise {
            width: self.request.width,
            cells: &self.cells,
            range: self.range,
            outside: self.request.outside,
            basis: self.request.basis,
            maps,
            coefficients,
            lookup: lookup(self.strategy),
        };
        piecewise.build(lanes)
    }

    /// The function for so many lanes.
    pub fn kernel(&self, lanes: usize) -> Kernel {
        self.built(lanes).kernel
    }

    /// Bytes of the tables that it looks things up in.
    pub(crate) fn table_bytes(&self) -> u64 {
        let kernel = self.kernel(1);
        let entries: usize =
            kernel.tables.iter().map(|table| table.rows() * table.columns.len()).sum();
        entries as u64 * u64::from(self.request.width.bits() / 8)
    }
}

/// How vectors find a row.
pub(super) fn lookup(strategy: Strategy) -> Lookup {
    match strategy {
        Strategy::Permute | Strategy::Permute2 | Strategy::None => Lookup::Permute,
        Strategy::Row => Lookup::Row,
        Strategy::Auto | Strategy::Gather | Strategy::Bst | Strategy::Hash => Lookup::Gather,
    }
}
