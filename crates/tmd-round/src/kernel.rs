//! The function as a kernel: look up, polynomial, rounding, all on encodings.
//!
//! An argument's encoding without its sign is an exponent field and a fraction. The exponent field finds a row of the table
//! of binades; that and the fraction find a polynomial, whose variable is the fraction as an integer, or a number that is
//! looked up. What comes out, y, lies between the same breakpoints as the function's value, and is rounded by adding a power
//! of two C whose last place is the result's: the lowest bits of the sum |y| + C are the significand, rounded to nearest
//! even, and what was rounded off tells where the other modes differ.

use crate::finish::{Finish, Marked, Results, fraction_bits, signed};
use crate::layout::{Binade, Layout};
use tmd_base::narrow;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Kernel, Lookup, Scalar, Table, Value};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;
use tmd_walk::Value as TrueValue;

/// The function that is made.
pub(crate) struct Rounded<'a> {
    pub(crate) encoding: &'a Encoding,
    pub(crate) layout: &'a Layout,
    pub(crate) values: &'a [TrueValue],
}

impl Rounded<'_> {
    /// The kernel of a rounding mode for so many lanes.
    pub(crate) fn kernel(&self, mode: RoundingMode, lanes: usize) -> Kernel {
        let Layout { pieces, values, exceptions, .. } = self.layout;
        let computed = pieces.iter().flat_map(|piece| &piece.coefficients).chain(values);
        let own = |at: &u32| (*at, self.values[narrow::to_usize(*at)]);
        let finish = Finish {
            encoding: self.encoding,
            width: self.layout.width,
            marks: Marked::among(self.encoding, computed),
            results: Results::ANY,
            exceptions: exceptions.iter().map(own).collect(),
        };
        finish.kernel(mode, lanes, |b, encoded, size| self.computed(b, encoded, size))
    }

    /// A number that is rounded to what the value is rounded to.
    fn computed(&self, b: &mut Builder, encoded: Value, size: Value) -> Value {
        let Layout { width, degree, parity, .. } = *self.layout;
        let bits = self.encoding.fraction_bits();
        b.comment("the binade and the place in it");
        let index = if parity.is_some() { size } else { encoded };
        let row = b.shr(index, bits);
        let binades = b.table(self.binades());
        let found = b.lookup(binades, row);
        let mask = b.word(u64::from(self.encoding.fraction_mask()));
        let fraction = b.bits_and(encoded, mask);
        let fraction = b.named("fraction", fraction);
        let (first, scale) = (b.named("first", found[0]), b.named("scale", found[1]));
        let scaled = b.mul(fraction, scale);
        let part = b.shr(scaled, bits);
        let part = b.add(first, part);
        let mut y = match self.layout.pieces.is_empty() {
            true => b.float(0.0),
            false => {
                b.comment("the polynomial");
                let pieces = b.table(self.pieces());
                let row = b.lookup(pieces, part);
                // The fraction as a number, and less the centre: exact.
                let magic = (1_u64 << fraction_bits(width)) as f64;
                let high = width.bits_of(magic);
                let high = b.word(high);
                let number = b.bits_or(fraction, high);
                let number = b.from_bits(number);
                let t = b.sub(number, row[0]);
                let t = b.named("t", t);
                row[1..=degree].iter().rev().fold(row[degree + 1], |y, c| b.fma(y, t, *c))
            }
        };
        if !self.layout.values.is_empty() {
            b.comment("the number that is looked up, where there is no polynomial");
            let values = b.table(self.values());
            let place = b.add(first, fraction);
            let own = b.lookup(values, place)[0];
            let one = b.word(1);
            let is_looked_up = b.lt(scale, one);
            y = b.select(is_looked_up, own, y);
        }
        if parity == Some(Parity::Odd) {
            y = signed(b, self.encoding, width, (encoded, y));
        }
        b.named("y", y)
    }

    /// The table of binades: the first piece or value, and 2^cuts; 0 for values.
    fn binades(&self) -> Table {
        let (first, scale) = self
            .layout
            .binades
            .iter()
            .map(|binade| match *binade {
                Binade::Pieces { first, cuts } => (first as u64, 1_u64 << cuts),
                Binade::Values { first } => (first as u64, 0),
            })
            .unzip();
        let doc = [
            "The first polynomial of a binade, and how many it has.",
            "0 stands for none: the first of the numbers that are looked up.",
        ];
        table(
            "BINADES",
            &doc[..1 + usize::from(!self.layout.values.is_empty())],
            Scalar::Word,
            vec![first, scale],
        )
    }

    fn pieces(&self) -> Table {
        let Layout { width, degree, pieces, .. } = self.layout;
        let magic = (1_u64 << fraction_bits(*width)) as f64;
        let mut columns = vec![
            pieces.iter().map(|piece| width.bits_of(magic + f64::from(piece.centre))).collect(),
        ];
        columns.extend((0..=*degree).map(|k| {
            pieces.iter().map(|piece| width.bits_of(piece.coefficients[k])).collect::<Vec<u64>>()
        }));
        let doc = [format!(
            "The centres of pieces, {magic} added, and the coefficients of their polynomials, lowest first."
        )];
        table("PIECES", &doc.each_ref().map(String::as_str), Scalar::Number, columns)
    }

    fn values(&self) -> Table {
        let Layout { width, values, .. } = self.layout;
        let column = values.iter().map(|value| width.bits_of(*value)).collect();
        table("VALUES", &["Numbers for single arguments."], Scalar::Number, vec![column])
    }
}

/// Rows of a table that is filled up to a power of two.
fn filled_up(rows: usize) -> usize {
    rows.next_power_of_two().max(2)
}

/// Bytes of a table of so many rows and columns of binary64 numbers, filled up.
pub(crate) fn table_bytes(rows: usize, columns: usize) -> u64 {
    (filled_up(rows) * columns * 8) as u64
}

/// A table, filled up with zeros to a power of two.
pub(crate) fn table(name: &str, doc: &[&str], scalar: Scalar, mut columns: Vec<Vec<u64>>) -> Table {
    for column in &mut columns {
        column.resize(filled_up(column.len()), 0);
    }
    let doc = doc.iter().map(|line| (*line).to_owned()).collect();
    Table { name: name.to_owned(), doc, scalar, columns, lookup: Lookup::Gather }
}
