//! The fast path as a kernel of numbers: its results where a test tells them, and [`UNDECIDED`] elsewhere.
//!
//! The value lies within `error` of the sum of two words, high + low (`row` bounds it, the roundings of the test included).
//!
//! To nearest: the value lies between high + (low - error) and high + (low + error), as these low words are computed. Rounding is
//! monotone: where both sums are rounded to the same number, so is the value.
//!
//! In directed modes: high + low = y + rest exactly, with y the sum rounded to nearest. Where |rest| is larger than `error`, the
//! value is on the same side of y as the sum; it is nearer to y than the next number there, since |rest| is at most half the
//! distance, and `error` is less than that (else it would not be less than |rest|): y and that number are what it is rounded to. A
//! value that is a number does not pass.

use super::domain::Domain;
use super::evaluate::{bounds, normalised, shifted, value};
use super::row::{COLUMNS, DEGREE, FastRow};
use super::{FastPath, UNDECIDED};
use crate::double_word::DoubleWord;
use crate::double_word::arithmetic::Emitted;
use crate::double_word::place::{Grid, argument};
use crate::double_word::result::{corrected, signed};
use crate::double_word::scheme::WIDTH;
use crate::double_word::taken::{RAISED, Taken};
use crate::finish::fraction_bits;
use crate::kernel::table;
use tmd_kernel::ir::{Builder, Kernel, Lookup, Scalar, Table, Value};
use tmd_runtime::RoundingMode;

impl FastPath {
    /// The kernel of a mode for so many lanes, beside the one that it is the fast path of.
    pub fn kernel(&self, of: &DoubleWord, mode: RoundingMode, lanes: usize) -> Kernel {
        let mut builder = Builder::function("evaluate", lanes, WIDTH);
        let b = &mut builder;
        let (x, [bits, size]) = argument(b);
        let DoubleWord { scheme, parity, .. } = *of;
        let grid = Grid { scheme, parity, cuts: self.cuts, with_subnormal: false };
        let placed = grid.placed(b, [bits, size], x);
        b.comment("the polynomial, as a sum of two words, and the bound of its error");
        let rows = b.table(self.table());
        let numbers = b.lookup(rows, placed.row);
        let error = b.named("error", numbers[2 + DEGREE]);
        let mut a = Emitted { b, t: placed.t };
        let mut constant = [numbers[0], numbers[1]];
        if let Taken::Added(k) = placed.taken {
            constant = shifted(&mut a, k, constant);
        }
        let words = value(&mut a, constant, &numbers[2..2 + DEGREE]);
        let (result, is_told) = rounded(&mut a, words, error, mode, placed.sign);
        let result = multiplied(b, result, placed.taken);
        b.comment("what is not told");
        let domain = Domain::of(scheme, parity).expect("a scheme that `sound` lets pass");
        let is_in = domain.has(b, bits, size);
        let is_told = b.and(is_told, is_in);
        let undecided = b.word(UNDECIDED);
        let result = b.select(is_told, result, undecided);
        let result = b.from_bits(result);
        b.result(result);
        builder.finish()
    }

    pub(super) fn table(&self) -> Table {
        let numbers: Vec<[f64; COLUMNS]> = self.rows.iter().map(FastRow::numbers).collect();
        let column = |at: usize| numbers.iter().map(|row| row[at].to_bits()).collect();
        let columns = (0..COLUMNS).map(column).collect();
        let doc = "Coefficients of the fast path, lowest first: the first is the sum of two numbers. The last number bounds the error.";
        Table { lookup: Lookup::Row, ..table("FAST_ROWS", &[doc], Scalar::Number, columns) }
    }
}

/// The encoding of a value that is the sum of two words, rounded, and whether that is told. The value has the sign of an argument,
/// if there is one, multiplied in.
fn rounded(
    a: &mut Emitted<'_>,
    words: [Value; 2],
    error: Value,
    mode: RoundingMode,
    sign: Option<Value>,
) -> (Value, Value) {
    if mode == RoundingMode::Nearest {
        a.b.comment("rounded, if both bounds are rounded alike");
        let [high, low] = words;
        let [below, above] = bounds(a, low, error).map(|low| a.b.add(high, low));
        let is_told = a.b.ge(below, above);
        let [result] = signed(a.b, [below], sign);
        return (a.b.bits(result), is_told);
    }
    a.b.comment("rounded, if the side of the nearest number is known");
    let [nearest, rest] = normalised(a, words);
    let off = a.b.abs(rest);
    let is_told = a.b.lt(error, off);
    (corrected(a.b, [nearest, rest], sign, mode), is_told)
}

/// The encoding of a result with what an equation took away; a normal number.
fn multiplied(b: &mut Builder, result: Value, taken: Taken) -> Value {
    let exponent = match taken {
        Taken::Nothing | Taken::Added(_) => return result,
        Taken::Exponent(exponent) => exponent,
        Taken::Raised(exponent) | Taken::Lowered(exponent) => {
            let zero = b.word(RAISED);
            b.sub(exponent, zero)
        }
    };
    let exponent = b.shl(exponent, fraction_bits(WIDTH));
    b.add(result, exponent)
}
