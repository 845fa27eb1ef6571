//! The first of two paths: short polynomials with a proved bound of their error, and a test that tells from it whether the result is
//! known. Arguments that do not pass it, few of a hundred, take the second path: the double-word code that they are the fast path
//! of.
//!
//! `evaluate` has the operations, `row` the polynomials and the proof of their errors, `domain` the arguments that are tried, `kernel`
//! the test; `plan` chooses a table, `check` tries it where results are known.

mod check;
mod domain;
pub mod entry;
mod evaluate;
mod kernel;
mod plan;
mod row;
#[cfg(test)]
mod tests;

pub use plan::Planned;
pub use row::FastRow;
pub use tmd_kernel::backends::UNDECIDED;

use super::DoubleWord;
use super::scheme::Scheme;
use crate::kernel::table_bytes;
use domain::{Domain, added, all_added};
use rayon::prelude::*;
use row::COLUMNS;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;

/// log2 of the rows of a binade, at least and at most.
const CUTS: std::ops::RangeInclusive<u32> = 4..=13;

/// The first path of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FastPath {
    /// log2 of the rows of a binade, or of an interval of length 1.
    pub cuts: u32,
    /// The rows.
    pub rows: Vec<FastRow>,
}

impl FastPath {
    /// The rows of so many cuts, with bounds of their errors.
    fn of(spec: &FunctionSpec, scheme: Scheme, cuts: u32) -> FastPath {
        let added = added(scheme);
        let row = |row| FastRow::of(spec, &scheme.place(row, cuts), &added);
        FastPath { cuts, rows: scheme.rows(cuts).into_par_iter().map(row).collect() }
    }

    /// Proves that no error is larger than its row says, for all arguments that may pass the test.
    ///
    /// # Errors
    /// If one is; the message names the row.
    pub(crate) fn prove(&self, spec: &FunctionSpec, of: &DoubleWord) -> Result<(), Diag> {
        let added = added(of.scheme);
        let places: Vec<u64> = of.scheme.rows(self.cuts).collect();
        places.into_par_iter().zip(&self.rows).try_for_each(|(at, row)| {
            let place = of.scheme.place(at, self.cuts);
            match row.is_sound(spec, &place, &added) {
                Ok(true) => Ok(()),
                _ => {
                    let message = format!(
                        "{} between {:e} and {:e}: the fast path's error is larger than {:e}",
                        spec.canonical(),
                        place.ends[0],
                        place.ends[1],
                        row.error
                    );
                    Err(Diag::new(DiagKind::Range, message))
                }
            }
        })
    }

    /// Whether there is a fast path for arguments that are so reduced.
    pub(crate) fn serves(scheme: Scheme) -> bool {
        Domain::of(scheme, None).is_some()
    }

    /// Whether it can be built.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn sound(&self, scheme: Scheme) -> Result<(), String> {
        if !FastPath::serves(scheme) {
            return Err("there is no fast path for this reduction of arguments".into());
        }
        let is_served = CUTS.contains(&self.cuts) && {
            let rows = scheme.rows(self.cuts);
            rows.end - rows.start == self.rows.len() as u64
        };
        if !is_served {
            return Err(format!(
                "{} rows of the fast path do not serve the arguments",
                self.rows.len()
            ));
        }
        let mut numbers = self.rows.iter().flat_map(FastRow::numbers);
        let is_number = |number: f64| number == 0.0 || number.is_normal();
        if !numbers.all(is_number) || self.rows.iter().any(|row| row.error <= 0.0) {
            return Err(
                "a coefficient of the fast path is no normal number, or an error is not above 0"
                    .into(),
            );
        }
        Ok(())
    }

    /// Bytes of its table.
    pub(crate) fn bytes(&self) -> u64 {
        table_bytes(self.rows.len(), COLUMNS)
    }

    /// The share of arguments that are expected not to pass the test, if all numbers are as likely.
    pub fn share(&self, of: &DoubleWord) -> f64 {
        let added = all_added(of.scheme);
        let of_row = |row: &FastRow| {
            added.iter().map(|by| row.share(row.constant[0] + by)).sum::<f64>() / added.len() as f64
        };
        self.rows.iter().map(of_row).sum::<f64>() / self.rows.len() as f64
    }

    /// The same in millionths, rounded up.
    pub(crate) fn millionths(&self, of: &DoubleWord) -> u64 {
        tmd_base::narrow::whole((self.share(of) * 1e6).ceil())
    }

    /// In 15 of 16 rows, the error is less than 2^ this of the constant.
    pub fn error_exponent(&self) -> i32 {
        let part = |row: &FastRow| match row.is_nothing() {
            true => f64::INFINITY,
            false => row.error / row.constant[0].abs(),
        };
        let mut parts: Vec<f64> = self.rows.iter().map(part).collect();
        parts.sort_by(f64::total_cmp);
        tmd_walk::exponent(parts[(parts.len() * 15).div_ceil(16) - 1]) + 1
    }

    /// What it is, in words.
    pub(crate) fn told(&self, of: &DoubleWord) -> String {
        format!(
            "{} polynomials of degree {}, which differ from the value by less than 2^{} of it in 15 of 16 rows; {:.2} % of \
             arguments are expected to take the second path",
            self.rows.len(),
            row::DEGREE,
            self.error_exponent(),
            self.share(of) * 100.0
        )
    }
}
