//! The function as a kernel of numbers: row, polynomial, rounding, and the arguments that need something else.

use super::arithmetic::{
    Emitted, beginning, finished, finished_grown, finished_times, shifted, step,
};
use super::place::{Grid, Placed, argument};
use super::result::rounded;
use super::row::Shape;
use super::scheme::{Scheme, WIDTH};
use super::taken::Taken;
use super::{Corrections, DoubleWord, INFINITY, NAN, QUIET};
use crate::finish::{excepted, nan_below_zero, nan_handed_on};
use crate::kernel::table;
use tmd_kernel::ir::{Builder, Kernel, Lookup, Scalar, Table, Value};
use tmd_runtime::RoundingMode;

impl DoubleWord {
    /// The kernel of a mode for so many lanes, where some arguments have other results than those that are computed.
    pub fn kernel(&self, corrections: &Corrections, mode: RoundingMode, lanes: usize) -> Kernel {
        let mut builder = Builder::function("evaluate", lanes, WIDTH);
        let b = &mut builder;
        let (x, [bits, size]) = argument(b);
        let DoubleWord { scheme, parity, cuts, .. } = *self;
        let grid = Grid { scheme, parity, cuts, with_subnormal: true };
        let placed = grid.placed(b, [bits, size], x);
        b.comment("the polynomial, as a sum of two words");
        let sum = self.sum(b, &placed);
        let sum = self.snapped(b, sum);
        b.comment("rounded");
        let result = rounded(b, sum, placed.sign, placed.taken, mode);
        let result = self.without_value(b, [bits, size], result);
        let result = excepted(b, bits, result, corrections.of(mode));
        let result = nan_handed_on(b, (bits, size), result, [INFINITY, QUIET]);
        let result = b.from_bits(result);
        b.result(result);
        builder.finish()
    }

    fn sum(&self, b: &mut Builder, placed: &Placed) -> [Value; 2] {
        let Placed { row, t, rest_of_t, factor, taken, .. } = *placed;
        let rows = b.table(self.table());
        let numbers = b.lookup(rows, row);
        let constant = [numbers[0], numbers[1], numbers[2]];
        let (leading, rest) = numbers[3..].split_at(2 * self.shape().leading);
        let (leading, _) = leading.as_chunks::<2>();
        let mut a = Emitted { b, t };
        let s = beginning(&mut a, rest);
        let s = leading.iter().rev().fold(s, |s, words| step(&mut a, s, *words));
        let constant = match taken {
            Taken::Added(k) => shifted(&mut a, k, constant),
            _ => constant,
        };
        match (factor, rest_of_t) {
            (Some(factor), _) => finished_times(&mut a, factor, s, constant),
            (None, Some(rest)) => finished_grown(&mut a, rest, s, constant),
            (None, None) => finished(&mut a, s, constant),
        }
    }

    /// The second word of a sum that is so near to its first word that it is taken for it.
    fn snapped(&self, b: &mut Builder, [high, low]: [Value; 2]) -> [Value; 2] {
        if !self.snaps {
            return [high, low];
        }
        b.comment("what is next to a number is that number");
        let near = b.float(2f64.powi(-self.snap_bits()));
        let size = b.abs(high);
        let near = b.mul(size, near);
        let off = b.abs(low);
        let is_near = b.lt(off, near);
        let zero = b.float(0.0);
        [high, b.select(is_near, zero, low)]
    }

    /// A NaN where there is no value, or no part of the range.
    fn without_value(&self, b: &mut Builder, [bits, size]: [Value; 2], result: Value) -> Value {
        match self.scheme {
            Scheme::Range { first, last, is_negative } => {
                b.comment("a NaN outside the range");
                let sign = if is_negative { WIDTH.sign() } else { 0 };
                let first_bits = b.word(first.to_bits() | sign);
                let place = b.sub(bits, first_bits);
                let count = b.word(last.to_bits() - first.to_bits() + 1);
                let is_in = b.lt(place, count);
                let nan = b.word(NAN);
                b.select(is_in, result, nan)
            }
            Scheme::Translation => result,
            Scheme::Exponential { .. } if self.scheme.is_whole() => result,
            Scheme::Exponential { first, last } => {
                b.comment("a NaN outside the range");
                let x = b.from_bits(bits);
                let [first, last] = [first, last].map(|end| b.float(end));
                let is_not_below = b.ge(x, first);
                let is_not_above = b.ge(last, x);
                let is_in = b.and(is_not_below, is_not_above);
                let nan = b.word(NAN);
                b.select(is_in, result, nan)
            }
            Scheme::Turns(_) => {
                b.comment("a NaN at infinity");
                let [infinity, nan] = [INFINITY, NAN].map(|word| b.word(word));
                let is_finite = b.lt(size, infinity);
                b.select(is_finite, result, nan)
            }
            Scheme::Scaling(_) | Scheme::Shift(_) if self.parity.is_some() => result,
            Scheme::Scaling(_) | Scheme::Shift(_) => {
                b.comment("a NaN below 0");
                nan_below_zero(b, bits, result, [WIDTH.sign(), NAN])
            }
        }
    }

    fn table(&self) -> Table {
        let numbers: Vec<Vec<f64>> = self.rows.iter().map(super::Row::numbers).collect();
        let column = |at: usize| numbers.iter().map(|row| row[at].to_bits()).collect();
        let columns = (0..Shape::COLUMNS).map(column).collect();
        let doc = [format!(
            "Coefficients, lowest first: the first is the sum of three numbers, the next {} are sums of two.",
            self.shape().leading
        )];
        let doc = doc.each_ref().map(String::as_str);
        Table { lookup: Lookup::Row, ..table("ROWS", &doc, Scalar::Number, columns) }
    }
}
