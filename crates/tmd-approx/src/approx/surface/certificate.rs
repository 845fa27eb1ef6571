//! The certificate of an evaluator of two variables: everything that its proof is about, for `tmd-codegen verify`.

use super::Axis;
use super::evaluator::{Cell, Evaluator};
use super::request::Request;
use crate::approx::cells::Cells;
use crate::approx::certificate::{Certificate as OfOne, hex};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tmd_base::diag::Diag;
use tmd_certificate::emitted::{self, SourceEntry};
use tmd_kernel::backends::Sources;

/// Version of the certificate's shape.
pub const SCHEMA: u32 = 1;
/// The kind of the certificate.
pub const KIND: &str = "evaluator of two variables";

/// The certificate. Numbers of the type are hexadecimal floats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`KIND`].
    pub kind: String,
    /// The function, as an expression in x and y.
    pub function: String,
    /// `f32` or `f64`.
    pub number: String,
    /// The tolerance as it was asked for.
    pub tolerance: String,
    /// The treatment of arguments outside the ranges: `clamp`, `nan` or `extend`.
    pub outside: String,
    /// How a cell is found.
    pub lookup: String,
    /// How the cells lie along x.
    pub x: AxisEntry,
    /// How they lie along y.
    pub y: AxisEntry,
    /// The degrees in x of a polynomial beside each power of y, from y^0 on.
    pub degrees: Vec<usize>,
    /// An upper bound of the error of any value, in the tolerance's measure.
    pub error: f64,
    /// The cells: those of the smallest y in front, each row by ascending x.
    pub cells: Vec<CellEntry>,
    /// The files that it speaks of.
    pub sources: Vec<SourceEntry>,
}

/// How cells lie along a variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisEntry {
    /// First and last argument.
    pub range: (String, String),
    /// How many there are.
    pub count: usize,
    /// Where there are several: cells a unit of the variable, and the integer of the first.
    pub grid: Option<(String, i64)>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellEntry {
    /// The coefficients, by powers of y and then of x.
    pub coefficients: Vec<String>,
    /// An upper bound of |f - P|.
    pub approximation: f64,
    /// An upper bound of the error that rounding adds.
    pub rounding: f64,
    /// An upper bound of the error, in the tolerance's measure.
    pub error: f64,
}

impl AxisEntry {
    fn of(axis: &Axis) -> AxisEntry {
        let grid = match &axis.cells {
            Cells::Grid { scale, first } => Some((hex(*scale), *first)),
            _ => None,
        };
        let range = (hex(axis.range.0), hex(axis.range.1));
        AxisEntry { range, count: axis.places.len(), grid }
    }
}

impl CellEntry {
    fn of(cell: &Cell) -> CellEntry {
        CellEntry {
            coefficients: cell.coefficients.iter().map(|c| hex(*c)).collect(),
            approximation: cell.approximation,
            rounding: cell.rounding,
            error: cell.error,
        }
    }
}

impl Certificate {
    /// The certificate of an evaluator, and of the files that it was emitted to.
    ///
    /// # Errors
    /// If the function is known by samples only: then nothing is proved.
    pub fn new(evaluator: &Evaluator, sources: &Sources) -> Result<Certificate, Diag> {
        if !evaluator.source.is_known() {
            return Err(OfOne::refused());
        }
        let Request { width, tolerance, outside, .. } = &evaluator.request;
        Ok(Certificate {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            function: evaluator.source.describe(),
            number: width.number_type().to_owned(),
            tolerance: tolerance.to_string(),
            outside: outside.to_string(),
            lookup: evaluator.strategy.to_string(),
            x: AxisEntry::of(&evaluator.axes[0]),
            y: AxisEntry::of(&evaluator.axes[1]),
            degrees: evaluator.staircase.degrees().to_vec(),
            error: evaluator.error(),
            cells: evaluator.cells.iter().map(CellEntry::of).collect(),
            sources: emitted::entries(sources),
        })
    }

    /// The file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn text(&self) -> Result<String, Diag> {
        tmd_base::json::text(self)
    }

    /// Whether a text is meant to be such a certificate.
    pub fn is_meant(text: &[u8]) -> bool {
        emitted::is_of_kind(text, KIND)
    }

    /// Compares its files with those in a folder: [`emitted::check`].
    ///
    /// # Errors
    /// As there.
    pub fn check_sources(&self, folder: &Path, asked_for: bool) -> Result<String, Diag> {
        let remark = " (what is in them is not proved)";
        emitted::check(&self.sources, folder, asked_for, remark)
    }

    /// Reads a certificate that is called `name` in messages.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn parse(name: &str, text: &[u8]) -> Result<Certificate, Diag> {
        emitted::read(name, text, ("an evaluator's", "approx"), SCHEMA)
    }
}
