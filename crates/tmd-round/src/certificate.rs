//! A rounded function's certificate: everything that its proof is about, for `tmd-codegen verify`.

use crate::cells::entry::CellsEntry;
use crate::code::Code;
use crate::double_word::entry::DoubleWordEntry;
use crate::layout::{Binade, Layout};
use crate::made::{Body, RoundedFunction};
use crate::piece::Piece;
use crate::reduction::entry::ReductionEntry;
use crate::request::{ALL, Method};
use crate::text::{hex, number, parity, parity_name, unknown};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tmd_base::diag::Diag;
use tmd_base::json;
use tmd_certificate::emitted::{self, SourceEntry};
use tmd_kernel::backends::Sources;
use tmd_kernel::ir::Width;

/// Version of the certificate's shape.
pub const SCHEMA: u32 = 1;
/// The kind of the certificate.
pub const KIND: &str = "rounded function";

/// The certificate. Numbers are hexadecimal floats, encodings of arguments are integers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`KIND`].
    pub kind: String,
    /// The function, as it was asked for.
    pub function: String,
    /// Values of names in it.
    pub param: Option<String>,
    /// The format of arguments and results.
    pub format: String,
    /// The arguments, where they are not all of the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// The rounding modes.
    pub modes: Vec<String>,
    /// Bytes of tables at most.
    pub table_budget: u64,
    /// What it is computed by, if the format has 16 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<LayoutEntry>,
    /// The same for binary32.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<CellsEntry>,
    /// The same where arguments of binary32 are reduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<ReductionEntry>,
    /// The same for binary64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_word: Option<DoubleWordEntry>,
    /// Bytes of its tables.
    pub table_bytes: u64,
    /// Operations on a number, in the first of the modes.
    pub operations: u64,
    /// The target that it was emitted for.
    pub target: String,
    /// The name that it was emitted with.
    pub name: String,
    /// Whether it was emitted to do without Rust's standard library.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_std: bool,
    /// The files.
    pub sources: Vec<SourceEntry>,
}

/// See [`Layout`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutEntry {
    /// `f32` or `f64`.
    pub number: String,
    /// The degree of the polynomials.
    pub degree: usize,
    /// `even` or `odd`, if one sign stands for both.
    pub parity: Option<String>,
    /// The binades.
    pub binades: Vec<BinadeEntry>,
    /// The polynomials.
    pub pieces: Vec<PieceEntry>,
    /// The numbers that are looked up.
    pub values: Vec<String>,
    /// Arguments whose results stand in the code.
    pub exceptions: Vec<u32>,
}

/// See [`Binade`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BinadeEntry {
    /// 2^cuts polynomials from one on.
    Pieces {
        /// The index of the first.
        first: usize,
        /// log2 of how many there are.
        cuts: u32,
    },
    /// A number for each argument.
    Values {
        /// The index of the first.
        first: usize,
    },
}

/// See [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceEntry {
    /// The fraction that the variable is 0 at.
    pub centre: u32,
    /// The coefficients, lowest first.
    pub coefficients: Vec<String>,
}

impl LayoutEntry {
    fn of(layout: &Layout) -> LayoutEntry {
        let binade = |binade: &Binade| match *binade {
            Binade::Pieces { first, cuts } => BinadeEntry::Pieces { first, cuts },
            Binade::Values { first } => BinadeEntry::Values { first },
        };
        let piece = |piece: &Piece| PieceEntry {
            centre: piece.centre,
            coefficients: piece.coefficients.iter().map(|c| hex(*c)).collect(),
        };
        LayoutEntry {
            number: layout.width.number_type().to_owned(),
            degree: layout.degree,
            parity: layout.parity.map(parity_name),
            binades: layout.binades.iter().map(binade).collect(),
            pieces: layout.pieces.iter().map(piece).collect(),
            values: layout.values.iter().map(|value| hex(*value)).collect(),
            exceptions: layout.exceptions.clone(),
        }
    }

    /// The layout that is described.
    ///
    /// # Errors
    /// If there is a number or a name in it that is none.
    pub(crate) fn layout(&self) -> Result<Layout, Diag> {
        let width = Width::of_number_type(&self.number)
            .ok_or_else(|| unknown("type of numbers called", &self.number))?;
        let numbers = |texts: &[String]| -> Result<Vec<f64>, Diag> {
            texts.iter().map(|text| number(text, width)).collect()
        };
        let parity = parity(self.parity.as_deref())?;
        let binade = |binade: &BinadeEntry| match *binade {
            BinadeEntry::Pieces { first, cuts } => Binade::Pieces { first, cuts },
            BinadeEntry::Values { first } => Binade::Values { first },
        };
        let piece = |piece: &PieceEntry| {
            Ok(Piece { centre: piece.centre, coefficients: numbers(&piece.coefficients)? })
        };
        Ok(Layout {
            width,
            degree: self.degree,
            parity,
            binades: self.binades.iter().map(binade).collect(),
            pieces: self.pieces.iter().map(piece).collect::<Result<_, Diag>>()?,
            values: numbers(&self.values)?,
            exceptions: self.exceptions.clone(),
        })
    }
}

impl Certificate {
    /// The certificate of a function that was emitted for a target with a name.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn new(
        made: &RoundedFunction,
        target: &str,
        name: &str,
        sources: &Sources,
    ) -> Result<Certificate, Diag> {
        let request = &made.request;
        let (mut layout, mut cells, mut reduction, mut double_word) = (None, None, None, None);
        match &made.body {
            Body::Tried(tried) => layout = Some(LayoutEntry::of(&tried.layout)),
            Body::Walked(walked) => {
                let near = walked.near_breakpoints();
                match &walked.code {
                    Code::Cells(own) => cells = Some(CellsEntry::of(own, near)),
                    Code::Reduction(own) => reduction = Some(ReductionEntry::of(own, near)),
                }
            }
            Body::Searched(own) => double_word = Some(own.entry()),
        }
        Ok(Certificate {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            function: request.function.clone(),
            param: request.param.clone(),
            format: made.format.name.clone(),
            range: (request.range != ALL).then(|| request.range.clone()),
            modes: request.modes.iter().map(|mode| mode.name().to_owned()).collect(),
            table_budget: request.table_budget,
            layout,
            cells,
            reduction,
            double_word,
            table_bytes: made.table_bytes()?,
            operations: made.operations()?,
            target: target.to_owned(),
            name: name.to_owned(),
            no_std: request.no_std,
            sources: emitted::entries(sources),
        })
    }

    /// How results are computed.
    pub fn method(&self) -> Method {
        self.double_word.as_ref().map_or(Method::Straight, DoubleWordEntry::method)
    }

    /// How many results stand in the code.
    pub fn in_code(&self) -> usize {
        let Certificate { layout, cells, reduction, double_word, modes, .. } = self;
        let layout = layout.as_ref().map(|layout| layout.exceptions.len());
        let cells = cells.as_ref().map(|cells| cells.exceptions.len());
        let reduction = reduction.as_ref().map(|reduction| reduction.in_code(modes));
        let double_word = double_word.as_ref().map(DoubleWordEntry::in_code);
        layout.or(cells).or(reduction).or(double_word).unwrap_or(0)
    }

    /// The file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn text(&self) -> Result<String, Diag> {
        json::text(self)
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
        emitted::check(&self.sources, folder, asked_for, "")
    }

    /// Reads a certificate that is called `name` in messages.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn parse(name: &str, text: &[u8]) -> Result<Certificate, Diag> {
        emitted::read(name, text, ("a rounded function's", "round"), SCHEMA)
    }
}
