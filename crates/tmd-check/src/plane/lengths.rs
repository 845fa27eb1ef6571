//! The second search of lengths: a sum of two squares is an exact integer, and its root in binary64 rounded once.

use super::ask::Ask;
use super::met::Met;
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::pairs::breakpoints::{Breakpoints, Truth};
use crate::pairs::count::first;
use crate::pairs::threads::spread;
use crate::stop::Checked;
use rug::Rational;
use std::ops::Range;

/// Bits of the largest y in reach.
const BITS: u32 = 128;
/// More than a root may be off, in units of the spacing of breakpoints: it has at most 12 bits there, and is rounded to 53.
const OFF: f64 = 1.0 / (1u64 << 36) as f64;

impl Ask {
    /// Searches all pairs: for each number, those in which the other is not larger.
    pub(crate) fn lengths(&self) -> Checked<Met> {
        let [xs, ys] = [&self.x, &self.y].map(Ask::length);
        let parts = spread(xs + ys, "numbers searched again", |index, met: &mut Met| {
            if index < xs {
                let x = self.x.start + index as i64;
                self.reach(x, met)?;
                self.lengths_of(x, self.y.start..self.y.end.min(x + 1), &|b| (x, b), met)
            } else {
                let y = self.y.start + (index - xs) as i64;
                self.lengths_of(y, self.x.start..self.x.end.min(y), &|b| (b, y), met)
            }
        })?;
        Ok(Met::all(parts))
    }

    /// Counts the pairs of an x in reach.
    fn reach(&self, x: i64, met: &mut Met) -> Checked<()> {
        let x_squared = self.value(x).square();
        let most = Interval::point(&(power_of_two(2 * self.emax + 2) - x_squared), BITS);
        let Ok(most) = most.root(2) else {
            return cannot!("a length has no enclosure: please report it");
        };
        let above = self.around(&most);
        let cut = |own: i64| own.clamp(self.y.start, self.y.end.max(self.y.start));
        met.pairs += (cut(above.start) - self.y.start) as u64;
        for y in cut(above.start)..cut(above.end) {
            met.pairs += u64::from(self.judge(x, y)? != Truth::Beyond);
        }
        Ok(())
    }

    fn value(&self, ordinal: i64) -> Rational {
        self.format.value(&ordinal.into())
    }

    /// Searches the pairs of a number a with numbers b that are at most as large.
    fn lengths_of(
        &self,
        a: i64,
        others: Range<i64>,
        pair: &dyn Fn(i64) -> (i64, i64),
        met: &mut Met,
    ) -> Checked<()> {
        let Breakpoints { precision, emin, bits, .. } = self.breakpoints;
        let others = others.start..others.end.max(others.start);
        let cut = |own: i64| own.clamp(others.start, others.end);
        let value = self.value(a);
        // Next to a, at most an eighth of the spacing away: b is at most 2^-(⌊p/2⌋+3) of it.
        let most = Rational::from(&value >> (precision / 2 + 3));
        let end = cut(first(others.clone(), |b| self.value(b) > most));
        // √(a² + b²) - a < ε·u, u the spacing from a on, if b² < ε·u·(ε·u + 2·a).
        let (m, e) = self.parts(a);
        let near = power_of_two(e - 1 - bits);
        let most = (&near + 2u32 * value) * &near;
        met.next +=
            (first(others.start..end, |b| self.value(b).square() >= most) - others.start) as u64;
        for b in end..others.end {
            let (n, place) = self.parts(b);
            // Exact: a is less than 2^(⌊p/2⌋+4) times b, so that these are integers of less than 2^22.
            let (m, n) = ((m << (e - place)) as f64, n as f64);
            let root = (m * m + n * n).sqrt();
            let top = (root.to_bits() >> 52) as i32 - 1023 + place;
            let down = top.max(emin) - precision - place;
            let g = root * f64::from_bits(((1023 - down) as u64) << 52);
            if (g - g.round()).abs() <= 2f64.powi(-bits) + OFF {
                let (x, y) = pair(b);
                met.judge(self, x, y)?;
            }
        }
        Ok(())
    }
}
