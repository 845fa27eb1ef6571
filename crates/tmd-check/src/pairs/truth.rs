//! The truth about a pair of a number and an integer: without rounding where that decides, otherwise by enclosures of doubling
//! precision.

use super::ask::Ask;
use super::breakpoints::Truth;
use crate::stop::Checked;

impl Ask {
    /// Judges a pair; n is one that is searched.
    pub(crate) fn judge(&self, ordinal: i64, n: i32) -> Checked<Truth> {
        let base = self.base(ordinal);
        let short = self.short(&base, n).and_then(|(m, e)| self.breakpoint(m, e));
        if let Some(midpoint) = short {
            return Ok(Truth::Exact { midpoint });
        }
        if self.near_one(ordinal) >= i64::from(n.unsigned_abs()) {
            return Ok(Truth::NextToOne);
        }
        let from = base.odd.significant_bits() + 40;
        let truth = self.locate(from, |prec| self.enclosure(&base, n, prec))?;
        match truth {
            Truth::Beyond => Ok(truth),
            _ if self.is_near_power(ordinal, n) => Ok(Truth::NextToPower),
            truth => Ok(truth),
        }
    }
}
