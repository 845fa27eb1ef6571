//! Cells as statements of a kernel.

use super::turns::Argument;
use super::{Cells, PART_BITS, Region, SNAPPED, SPLITTER};
use crate::finish::{bias, fraction_bits, sign, signed};
use crate::kernel::table;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value, Width};
use tmd_walk::Encoding;

/// The arithmetic.
const WIDTH: Width = Width::W64;

/// The number whose exponent and fraction lead to a polynomial.
struct Located {
    u: Value,
    /// Its exponent field and this are its row,
    row: Value,
    /// if it is not less than this, which stands for it then.
    lowest: Value,
}

/// See [`Located`].
fn rows_of(b: &mut Builder, region: &Region) -> [Value; 2] {
    let lowest = u64::from((region.lowest + bias(WIDTH)).unsigned_abs());
    [b.word((region.row as u64).wrapping_sub(lowest)), b.word(lowest)]
}

/// The number that an encoding without its sign stands for; of subnormal ones, too, no operand is one.
fn magnitude(b: &mut Builder, encoding: &Encoding, size: Value) -> Value {
    b.comment(
        "the argument as a binary64 number: of subnormal ones, 2^-126 is added and taken off again",
    );
    let fraction = fraction_bits(WIDTH);
    let shifted = b.shl(size, fraction - encoding.fraction_bits());
    let normal = b.word(1 << encoding.fraction_bits());
    let is_subnormal = b.lt(size, normal);
    let more = (bias(WIDTH) - 127).unsigned_abs();
    let [low, high] = [more + 1, more].map(|more| b.word(u64::from(more) << fraction));
    let bias = b.select(is_subnormal, low, high);
    let raised = b.add(shifted, bias);
    let raised = b.from_bits(raised);
    let [least, zero] = [2f64.powi(-126), 0.0].map(|number| b.float(number));
    let less = b.select(is_subnormal, least, zero);
    b.sub(raised, less)
}

/// A number's bits.
fn bits(number: f64) -> u64 {
    WIDTH.bits_of(number)
}

impl Cells {
    /// A number that is rounded to what the value is rounded to, from an encoding, and the encoding without its sign.
    pub(crate) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, size): (Value, Value),
    ) -> Value {
        let x = self.number(b, encoding, (encoded, size));
        let reduced =
            self.turns.as_ref().map(|turns| (turns, turns.reduce(b, encoding, (size, x))));
        let Located { u, row, lowest } = match &reduced {
            Some((_, argument)) => self.of_quarters(b, argument),
            None => self.distance(b, x),
        };
        let u_bits = b.bits(u);
        let exponent = b.shr(u_bits, fraction_bits(WIDTH));
        let is_less = b.lt(exponent, lowest);
        let exponent = b.select(is_less, lowest, exponent);
        let row = b.add(exponent, row);
        let rows = b.table(self.row_table());
        let found = b.lookup(rows, row);
        let (first, count, scale) = (found[0], found[1], b.from_bits(found[2]));
        let part = b.shr(u_bits, fraction_bits(WIDTH) - PART_BITS);
        let mask = b.word((1 << PART_BITS) - 1);
        let part = b.bits_and(part, mask);
        let part = b.mul(part, count);
        let part = b.shr(part, PART_BITS);
        let piece = b.add(first, part);
        b.comment("the polynomial");
        let pieces = b.table(self.piece_table());
        let own = b.lookup(pieces, piece);
        let t = b.fma(u, scale, own[0]);
        let t = b.named("t", t);
        let highest = own[self.degree + 1];
        let mut y = own[1..=self.degree].iter().rev().fold(highest, |y, c| b.fma(y, t, *c));
        if self.snaps {
            b.comment("exact values have few bits");
            let splitter = b.float(SPLITTER);
            let split = b.mul(y, splitter);
            let rest = b.sub(split, y);
            let short = b.sub(split, rest);
            let off = b.sub(y, short);
            let off = b.abs(off);
            let size = b.abs(y);
            let near = b.float(SNAPPED);
            let near = b.mul(size, near);
            let is_near = b.lt(off, near);
            y = b.select(is_near, short, y);
        }
        if let Some(poles) = self.poles {
            y = poles.quotient(b, x, y);
        }
        if let Some((turns, argument)) = reduced {
            y = turns.finished(b, argument, y);
        }
        if self.parity == Some(Parity::Odd) {
            y = signed(b, encoding, WIDTH, (encoded, y));
        }
        b.named("y", y)
    }

    /// The distance from an anchor, and where its rows are.
    fn distance(&self, b: &mut Builder, x: Value) -> Located {
        b.comment("the distance from an anchor, and its row");
        let first = &self.regions[0];
        let mut anchor = b.float(first.anchor);
        let [mut row, mut lowest] = rows_of(b, first);
        for region in &self.regions[1..] {
            let start = b.float(region.start);
            let is_in = b.ge(x, start);
            let own_anchor = b.float(region.anchor);
            let own = rows_of(b, region);
            anchor = b.select(is_in, own_anchor, anchor);
            row = b.select(is_in, own[0], row);
            lowest = b.select(is_in, own[1], lowest);
        }
        let is_plain = self.regions.iter().all(|region| region.anchor == 0.0);
        let u = if is_plain { x } else { b.sub(x, anchor) };
        let u = if is_plain && self.parity.is_some() { u } else { b.abs(u) };
        Located { u: b.named("u", u), row, lowest }
    }

    /// The rest of a periodic function's argument, and where its rows are: by its quarters, even or odd.
    fn of_quarters(&self, b: &mut Builder, argument: &Argument) -> Located {
        b.comment("the row of the rest, by whether quarters are even or odd");
        let is_odd = b.bit(argument.whole, 0);
        let [even, odd] = [0, 1].map(|k| rows_of(b, &self.regions[k]));
        let [row, lowest] = [0, 1].map(|k| b.select(is_odd, odd[k], even[k]));
        Located { u: argument.u, row, lowest }
    }

    /// The number that an encoding stands for, without its sign if there is a parity.
    fn number(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, size): (Value, Value),
    ) -> Value {
        let mut x = magnitude(b, encoding, size);
        if self.parity.is_none() {
            let sign = sign(b, encoding, WIDTH, encoded);
            let own = b.bits(x);
            let own = b.bits_or(own, sign);
            x = b.from_bits(own);
        }
        b.named("at", x)
    }

    fn row_table(&self) -> Table {
        let column = |of: &dyn Fn(&super::Row) -> u64| self.rows.iter().map(of).collect();
        let columns = vec![
            column(&|row| row.first as u64),
            column(&|row| 1 << row.cuts),
            column(&|row| bits(2f64.powi(row.scale))),
        ];
        let doc = [
            "The first polynomial of a binade of distances, how many it has, and the bits of the scale of t.",
        ];
        table("ROWS", &doc, Scalar::Word, columns)
    }

    fn piece_table(&self) -> Table {
        let mut columns: Vec<Vec<u64>> =
            vec![self.pieces.iter().map(|piece| bits(-piece.centre)).collect()];
        columns.extend((0..=self.degree).map(|k| {
            self.pieces.iter().map(|piece| bits(piece.coefficients[k])).collect::<Vec<u64>>()
        }));
        let doc = [
            "The centres of pieces, negated, and the coefficients of their polynomials, lowest first.",
        ];
        Table { lookup: Lookup::Row, ..table("PIECES", &doc, Scalar::Number, columns) }
    }
}
