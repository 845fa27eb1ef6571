//! Cells as a certificate has them.

use super::{Cells, Piece, Poles, Region, Row, Turns};
use crate::text::{hex, number, parity, parity_name};
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_kernel::ir::Width;
use tmd_walk::Asked;

/// See [`Cells`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellsEntry {
    /// The degree of the polynomials.
    pub degree: usize,
    /// `even` or `odd`, if one sign stands for both.
    pub parity: Option<String>,
    /// The regions.
    pub regions: Vec<RegionEntry>,
    /// The rows.
    pub rows: Vec<RowEntry>,
    /// The polynomials.
    pub pieces: Vec<PieceEntry>,
    /// Whether numbers next to one of few bits become that.
    pub snaps: bool,
    /// Arguments whose results stand in the code.
    pub exceptions: Vec<u32>,
    /// The arguments whose values are next to breakpoints, but not equal to them: of these every one was enclosed by itself.
    pub dangerous: Vec<u32>,
    /// How many values are breakpoints.
    pub exact: u64,
}

/// Numbers whose distance is taken from one anchor, on one side of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionEntry {
    /// It begins here; none for the first.
    pub start: Option<String>,
    /// Where distances are 0.
    pub anchor: String,
    /// Its first row.
    pub row: usize,
    /// The exponent of that.
    pub lowest: i32,
}

/// A binade of distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowEntry {
    /// log2 of the scale.
    pub scale: i32,
    /// The first polynomial.
    pub first: usize,
    /// log2 of how many there are.
    pub cuts: u32,
}

/// A polynomial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceEntry {
    /// Where the variable is 0.
    pub centre: String,
    /// The coefficients, lowest first.
    pub coefficients: Vec<String>,
}

impl CellsEntry {
    /// The entry of cells, with the dangerous arguments and the number of exact values.
    pub(crate) fn of(cells: &Cells, (dangerous, exact): (Vec<u32>, u64)) -> CellsEntry {
        let region = |(at, region): (usize, &Region)| RegionEntry {
            start: (at > 0).then(|| hex(region.start)),
            anchor: hex(region.anchor),
            row: region.row,
            lowest: region.lowest,
        };
        let row = |row: &Row| RowEntry { scale: row.scale, first: row.first, cuts: row.cuts };
        let piece = |piece: &Piece| PieceEntry {
            centre: hex(piece.centre),
            coefficients: piece.coefficients.iter().map(|c| hex(*c)).collect(),
        };
        CellsEntry {
            degree: cells.degree,
            parity: cells.parity.map(parity_name),
            regions: cells.regions.iter().enumerate().map(region).collect(),
            rows: cells.rows.iter().map(row).collect(),
            pieces: cells.pieces.iter().map(piece).collect(),
            snaps: cells.snaps,
            exceptions: cells.exceptions.clone(),
            dangerous,
            exact,
        }
    }

    /// The cells of a function that are described. How arguments are reduced follows from the function.
    ///
    /// # Errors
    /// If there is a number or a name in it that is none.
    pub(crate) fn cells(&self, asked: &Asked<'_>) -> Result<Cells, Diag> {
        let of = |text: &String| number(text, Width::W64);
        let first = if self.parity.is_some() { 0.0 } else { f64::NEG_INFINITY };
        let region = |region: &RegionEntry| {
            Ok(Region {
                start: region.start.as_ref().map_or(Ok(first), of)?,
                anchor: of(&region.anchor)?,
                row: region.row,
                lowest: region.lowest,
            })
        };
        let row = |row: &RowEntry| Row { scale: row.scale, first: row.first, cuts: row.cuts };
        let piece = |piece: &PieceEntry| {
            let coefficients = piece.coefficients.iter().map(of).collect::<Result<_, Diag>>()?;
            Ok(Piece { centre: of(&piece.centre)?, coefficients })
        };
        Ok(Cells {
            degree: self.degree,
            parity: parity(self.parity.as_deref())?,
            turns: Turns::of(asked.spec, asked.encoding)?,
            poles: Poles::of(asked.spec),
            regions: self.regions.iter().map(region).collect::<Result<_, Diag>>()?,
            rows: self.rows.iter().map(row).collect(),
            pieces: self.pieces.iter().map(piece).collect::<Result<_, Diag>>()?,
            snaps: self.snaps,
            exceptions: self.exceptions.clone(),
        })
    }
}
