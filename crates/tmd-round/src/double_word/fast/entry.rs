//! The fast path as certificates have it.

use super::{FastPath, FastRow};
use crate::double_word::DoubleWord;
use crate::text::{hex, number};
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_certificate::verify::lie;
use tmd_kernel::ir::Width;

/// See [`FastPath`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FastEntry {
    /// log2 of the rows of a binade, or of an interval of length 1.
    pub cuts: u32,
    /// In 15 of 16 rows, the error is less than 2^ this of the value.
    pub error_exponent: i32,
    /// How many of a million arguments are expected to take the second path.
    pub undecided_millionths: u64,
    /// The coefficients.
    pub rows: Vec<FastRowEntry>,
}

/// See [`FastRow`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FastRowEntry {
    /// The constant, a sum of two numbers.
    pub constant: [String; 2],
    /// The coefficients of t and its powers.
    pub coefficients: Vec<String>,
    /// What the error is bounded by.
    pub error: String,
}

impl FastEntry {
    /// The entry for the fast path of some code.
    pub(crate) fn of(path: &FastPath, code: &DoubleWord) -> FastEntry {
        let row = |row: &FastRow| FastRowEntry {
            constant: row.constant.map(hex),
            coefficients: row.coefficients.map(hex).into(),
            error: hex(row.error),
        };
        FastEntry {
            cuts: path.cuts,
            error_exponent: path.error_exponent(),
            undecided_millionths: path.millionths(code),
            rows: path.rows.iter().map(row).collect(),
        }
    }

    /// The path that is described, of some code; its errors are not proved.
    ///
    /// # Errors
    /// If there is a number in it that is none, or what it says of the whole is not true.
    pub(crate) fn path(&self, code: &DoubleWord) -> Result<FastPath, Diag> {
        let one = |text: &String| number(text, Width::W64);
        let row = |row: &FastRowEntry| {
            let [high, low] = &row.constant;
            let coefficients: Vec<f64> =
                row.coefficients.iter().map(one).collect::<Result<_, Diag>>()?;
            let coefficients = coefficients.try_into();
            Ok(FastRow {
                constant: [one(high)?, one(low)?],
                coefficients: coefficients
                    .map_err(|_| lie("a row of the fast path is of another length"))?,
                error: one(&row.error)?,
            })
        };
        let rows: Vec<FastRow> = self.rows.iter().map(row).collect::<Result<_, Diag>>()?;
        let path = FastPath { cuts: self.cuts, rows };
        path.sound(code.scheme).map_err(lie)?;
        if (path.error_exponent(), path.millionths(code))
            != (self.error_exponent, self.undecided_millionths)
        {
            return Err(lie(format!(
                "of the fast path it is true that it has {}",
                path.told(code)
            )));
        }
        Ok(path)
    }
}
