//! Whether cells that somebody else describes can be built: all rows and polynomials are where they are looked for.

use super::{Cells, MOST_EXCEPTIONS, PART_BITS, Region, turns};
use tmd_base::narrow;
use tmd_walk::{Encoding, exponent};

/// Degrees at most.
const MOST_DEGREE: usize = 16;
/// Regions at most.
const MOST_REGIONS: usize = 64;
/// Exponents of scales, and of the distances of first rows.
const EXPONENTS: std::ops::RangeInclusive<i32> = -1000..=1000;

impl Cells {
    /// Whether they are.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn sound(&self, encoding: &Encoding) -> Result<(), String> {
        let Cells { degree, regions, rows, pieces, exceptions, .. } = self;
        if !(1..=MOST_DEGREE).contains(degree)
            || pieces.iter().any(|p| p.coefficients.len() != degree + 1)
        {
            return Err("the polynomials are not of one degree from 1 on".into());
        }
        if regions.is_empty() || regions.len() > MOST_REGIONS {
            return Err(format!("there are {} regions", regions.len()));
        }
        if !regions.is_sorted_by(|a, b| a.start < b.start) {
            return Err("the regions do not ascend".into());
        }
        let has_pieces = |first: usize, cuts: u32| {
            cuts <= PART_BITS && first.checked_add(1 << cuts).is_some_and(|end| end <= pieces.len())
        };
        let is_row =
            |row: &super::Row| EXPONENTS.contains(&row.scale) && has_pieces(row.first, row.cuts);
        if let Some(at) = rows.iter().position(|row| !is_row(row)) {
            return Err(format!("row {at} has polynomials that are not there"));
        }
        match &self.turns {
            Some(_) if self.parity.is_none() || regions.len() != 2 => {
                return Err("quarters of a turn are not of two regions".into());
            }
            _ => {}
        }
        let ends = regions[1..].iter().map(|region| region.start).chain([f64::INFINITY]);
        let has_rows = |(region, end): (&Region, f64)| match &self.turns {
            Some(_) => region.anchor == 0.0 && self.has_rows_to(region, exponent(turns::MOST)),
            None => self.has_rows(region, end),
        };
        if let Some(at) = regions.iter().zip(ends).position(|own| !has_rows(own)) {
            return Err(format!("region {at} has rows that are not there"));
        }
        if exceptions.len() > MOST_EXCEPTIONS {
            return Err(format!(
                "{} results stand in the code: they would be a table",
                exceptions.len()
            ));
        }
        if exceptions.iter().any(|own| encoding.size(*own) > encoding.infinity()) {
            return Err("a result in the code is of a NaN".into());
        }
        Ok(())
    }

    /// Whether all numbers of a region that ends before a number have rows; ∞ counts for the number that its encoding would be.
    fn has_rows(&self, region: &Region, end: f64) -> bool {
        let above = 2f64.powi(128);
        // As numbers of binary32, rounded away from the region where they are none.
        let [first, last] = [region.start, end].map(|x| x.clamp(-above, above));
        let most = (first - region.anchor).abs().max((last - region.anchor).abs());
        // Numbers are below the end, but for the last region's.
        let is_left_out =
            end.is_finite() && (last - region.anchor).abs() > (first - region.anchor).abs();
        let top = exponent(most);
        let top = if is_left_out && most == 2f64.powi(top) { top - 1 } else { top };
        region.anchor.is_finite() && self.has_rows_to(region, top)
    }

    /// Whether a region has rows up to the binade of distances with an exponent.
    fn has_rows_to(&self, region: &Region, top: i32) -> bool {
        let rows = || narrow::to_usize((top - region.lowest).max(0));
        EXPONENTS.contains(&region.lowest)
            && region.row.checked_add(rows()).is_some_and(|last| last < self.rows.len())
    }
}
