//! An evaluator's certificate: everything that its proof is about, for `tmd-codegen verify`.

use super::cells::Cells;
use super::evaluator::Evaluator;
use super::exact;
use super::request::Request;
use rug::Rational;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::emitted::{self, SourceEntry};
use tmd_functions::language::hexfloat;
use tmd_kernel::backends::Sources;
use tmd_kernel::ir::Width;

/// Version of the certificate's shape.
pub const SCHEMA: u32 = 2;
/// The kind of the certificate.
pub const KIND: &str = "evaluator";

/// The certificate. Numbers of the type are hexadecimal floats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`KIND`].
    pub kind: String,
    /// The function, as an expression.
    pub function: String,
    /// `f32` or `f64`.
    pub number: String,
    /// `monomial`, `chebyshev` or `legendre`.
    pub basis: String,
    /// The tolerance as it was asked for.
    pub tolerance: String,
    /// First and last argument.
    pub range: (String, String),
    /// The treatment of arguments outside the range: `clamp`, `nan` or `extend`.
    pub outside: String,
    /// How a leaf is found.
    pub lookup: String,
    /// How the leaves lie.
    pub cells: CellsEntry,
    /// An upper bound of the error of any value, in the tolerance's measure.
    pub error: f64,
    /// The leaves, ascending.
    pub leaves: Vec<LeafEntry>,
    /// The files that it speaks of.
    pub sources: Vec<SourceEntry>,
}

/// How leaves lie, see [`Cells`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CellsEntry {
    /// One leaf.
    One,
    /// Leaves of one length.
    Grid {
        /// Leaves a unit of x.
        scale: String,
        /// The integer of the leaf in front.
        first: i64,
    },
    /// Leaves of so many cells of a grid.
    Hash {
        /// Cells a unit of x.
        scale: String,
        /// The integer of the cell in front.
        first: i64,
        /// Cells of each leaf.
        cells: Vec<u32>,
    },
    /// Leaves of any lengths: the first argument of each but the one in front.
    Tree(Vec<String>),
}

/// A leaf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeafEntry {
    /// t = x·scale + offset.
    pub scale: String,
    /// See `scale`.
    pub offset: String,
    /// The coefficients, lowest first.
    pub coefficients: Vec<String>,
    /// An upper bound of |f - P|.
    pub approximation: f64,
    /// An upper bound of the error that rounding adds.
    pub rounding: f64,
    /// An upper bound of the error, in the tolerance's measure.
    pub error: f64,
}

/// A number as a hexadecimal float.
pub fn hex(number: f64) -> String {
    hexfloat::print_rational(&exact(number)).unwrap_or_default()
}

/// The number of the type that a hexadecimal float is.
///
/// # Errors
/// If it is none.
pub fn number(text: &str, width: Width) -> Result<f64, Diag> {
    let value = hexfloat::parse("certificate", text)?;
    let number = value.to_f64();
    let is_one = Rational::from_f64(number).is_some_and(|back| back == value)
        && width.rounded(number) == number;
    match is_one {
        true => Ok(number),
        false => Err(Diag::new(
            DiagKind::Syntax,
            format!("{text} is not a number of type {}", width.number_type()),
        )),
    }
}

impl Certificate {
    /// Why a function that is known by samples only has no certificate.
    pub fn refused() -> Diag {
        let message = "an evaluator of samples has no certificate: nothing is known between them";
        Diag::new(DiagKind::Unsupported, message)
            .help("leave --certificate out, or give the function")
    }

    /// The certificate of an evaluator, and of the files that it was emitted to.
    ///
    /// # Errors
    /// If the function is known by samples only: then nothing is proved.
    pub fn new(evaluator: &Evaluator, sources: &Sources) -> Result<Certificate, Diag> {
        if !evaluator.source.is_known() {
            return Err(Certificate::refused());
        }
        let Request { width, basis, tolerance, outside, .. } = &evaluator.request;
        let cells = match &evaluator.cells {
            Cells::One => CellsEntry::One,
            Cells::Grid { scale, first } => CellsEntry::Grid { scale: hex(*scale), first: *first },
            Cells::Hash { scale, first, cells } => {
                CellsEntry::Hash { scale: hex(*scale), first: *first, cells: cells.clone() }
            }
            Cells::Tree { starts } => {
                CellsEntry::Tree(starts.iter().map(|start| hex(*start)).collect())
            }
        };
        let leaf = |leaf: &super::Leaf| LeafEntry {
            scale: hex(leaf.place.scale),
            offset: hex(leaf.place.offset),
            coefficients: leaf.coefficients.iter().map(|c| hex(*c)).collect(),
            approximation: leaf.approximation,
            rounding: leaf.rounding,
            error: leaf.error,
        };
        Ok(Certificate {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            function: evaluator.source.describe(),
            number: width.number_type().to_owned(),
            basis: basis.to_string(),
            tolerance: tolerance.to_string(),
            range: (hex(evaluator.range.0), hex(evaluator.range.1)),
            outside: outside.to_string(),
            lookup: evaluator.strategy.to_string(),
            cells,
            error: evaluator.error(),
            leaves: evaluator.leaves.iter().map(leaf).collect(),
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
