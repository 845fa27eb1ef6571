//! The second search of lengths: for each significand of y and each difference of a breakpoint and x, there is at most one x.
//!
//! Let p be the precision, x in [1, 2) and y in [2^-k, 2^(1-k)), X and Y their significands of p bits, v the length, m a breakpoint in
//! units of 2^-p, and d = m - 2X. With s = 2k - 2, |v² - m²| < 2^(p + 4 - bits) in units of 2^-2p for a case, so that
//! |Y² - d²·2^s - X·d·2^(s + 2)| < 2^(p + 4 - bits + s). That is an integer, and it is 0 only where v = m. So X is told by Y and d.
//!
//! - d = 0 is for lengths next to x, which are counted. So are those with k > ⌊p/2⌋ + 3.
//! - Where 2k ≤ bits - p - 2, or k = 0, no length is so near: v² - m² is a multiple of the square of the last place of y, and for k = 0 and v < 2 of a quarter of it.
//! - Multiplied by a power of two, a pair stays as hard if its length stays normal; lengths below all normal numbers are not hard (docs/mathematics.md).

use super::claim::Claim;
use super::shape::Shape;
use crate::pairs::threads::spread;
use crate::stop::Checked;

/// log2 of the most work: some minutes.
const LG_WORK: i32 = 34;

impl Claim {
    /// Searches all lengths; how many were judged or are listed.
    pub(crate) fn search_lengths(&self) -> Checked<u64> {
        let (p, bits) = (self.ask.precision, self.ask.bits);
        let first = ((bits - p) / 2).max(1);
        if 2 * (p - first) > LG_WORK {
            return cannot!(
                "{bits} bits: to search all lengths again would take hours; search with more --bits"
            );
        }
        let half = 1u64 << (p - 1);
        let parts = spread(half, "numbers searched again", |index, tried: &mut u64| {
            for gap in first..=p / 2 + 3 {
                self.lengths_with(half + index, gap, tried)?;
            }
            Ok(())
        })?;
        Ok(parts.into_iter().sum())
    }

    /// Searches those with a significand of y and a gap between the exponents.
    fn lengths_with(&self, y: u64, gap: i32, tried: &mut u64) -> Checked<()> {
        let (p, s) = (self.ask.precision, 2 * gap - 2);
        let tolerance = match p + 4 - self.ask.bits + s {
            lg if lg < 0 => 0,
            lg => 1i64 << lg,
        };
        let square = y * y;
        // Y²/2^s is d·(4X + d) but for the tolerance, and 4X + d is from 4X to 5X: y is not larger than x.
        let (least, most) = (square >> (s + 3 + p), (square >> (s + 1 + p)) + 1);
        for d in least.max(1)..=most {
            let rest = square as i64 - ((d * d) << s) as i64;
            let step = (d << (s + 2)) as i64;
            let x = (rest + step / 2).div_euclid(step);
            let off = (rest - x * step).abs();
            if x >> (p - 1) != 1 || off == 0 || off > tolerance {
                continue;
            }
            *tried += 1;
            let of_x = (x, 1 - p);
            let of_y = (y as i64, 1 - p - gap);
            self.is_listed(&Shape::new(self.ask.formula, false, of_x, of_y))?;
        }
        Ok(())
    }
}
