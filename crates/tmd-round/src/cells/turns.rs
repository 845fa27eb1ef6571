//! Arguments of periodic functions as so many quarters of a turn and a rest q, which polynomials are of.
//!
//! 2^E quarters are K, less whole turns, and K is three numbers: one of 29 bits, one of 24, and what is left to 53 bits. A
//! significand times the first two is exact, and so are their sums less the next integer (M. H. Payne and R. N. Hanek, 1983, for
//! the bits; W. J. Cody and W. Waite, 1980, for the parts).

use super::regions::Span;
use super::rows::Rows;
use super::{Cells, Region};
use crate::aim::Aim;
use crate::kernel::table;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Scalar, Table, Value, Width};
use tmd_walk::Encoding;
use tmd_walk::Line;
use tmd_walk::Wave;
use tmd_walk::{Asked, Value as TrueValue};

/// Fraction bits of the first part of a number of quarters, and of the first two.
const PART_BITS: [i32; 2] = [27, 51];
/// 1.5·2^52: the last bits of a number and this are those of the next integer.
const ROUNDER: f64 = 6755399441055744.0;
/// q is less than this or 0.
pub(super) const MOST: f64 = 0.5 + 1.0 / (1 << 20) as f64;
/// q is at least this where G has a pole at 0, or 0.
const LEAST: f64 = 1.0 / (1_u64 << 40) as f64;
/// What is less is 0.
const ZERO: f64 = f64::from_bits((1023 - 200) << 52);

/// How a periodic function's arguments are reduced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turns {
    /// What the function is made of.
    wave: Wave,
    /// Quarters in the number 1, but for multiples of four that the significand is multiplied by, for each exponent field: a sum.
    rows: Vec<[f64; 3]>,
    /// Whether G is odd, for even and for odd k.
    is_odd: [bool; 2],
    /// What stands for f where q is 0, for k modulo 4, if that is not found by polynomials.
    at_zero: Option<[f64; 4]>,
    /// Arguments less than the first number are multiplied by the second, and that is all.
    beside: Option<(f64, f64)>,
}

/// Where values keep beside a line through 0, if they do: arguments less in size than the first number, and what they are multiplied
/// by to be rounded as values are.
pub(crate) fn beside(spec: &FunctionSpec) -> Option<(f64, f64)> {
    let (line, k) = Line::at_zero(spec, false).filter(|(line, _)| line.is_slope())?;
    Some((2f64.powi(-k), line.moved()))
}

/// A reduced argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced {
    /// k modulo 4.
    pub(super) quarter: usize,
    /// The rest.
    pub(super) q: f64,
}

impl Turns {
    /// How arguments of a function are reduced, if it is periodic.
    ///
    /// # Errors
    /// If values are not known at multiples of a quarter.
    pub(crate) fn of(spec: &FunctionSpec, encoding: &Encoding) -> Result<Option<Turns>, Diag> {
        let Some(wave) = Wave::of(spec) else { return Ok(None) };
        let row = |field: u32| {
            // ∞ has a value of its own.
            if field == encoding.infinity() >> encoding.fraction_bits() {
                return [0.0; 3];
            }
            let exponent = narrow::to_i32(field.max(1)) - 1 + encoding.least();
            let mut rest = wave.quarters(exponent);
            let mut parts = [0.0; 3];
            for (part, bits) in parts.iter_mut().zip(PART_BITS) {
                let own = (rest.clone() << bits).floor() >> bits;
                rest -= &own;
                *part = own.to_f64();
            }
            parts[2] = rest.to_f64();
            parts.map(|part| part * 2f64.powi(-exponent))
        };
        let fields = 0..=encoding.infinity() >> encoding.fraction_bits();
        let zeros = wave.at_zero(spec, encoding)?;
        Ok(Some(Turns {
            rows: fields.map(row).collect(),
            is_odd: wave.is_odd(),
            at_zero: zeros.map(|own| own.map(|value| Aim::of(value, encoding).near())),
            beside: beside(spec),
            wave,
        }))
    }

    /// Numbers of the table.
    pub(super) fn numbers(&self) -> usize {
        3 * self.rows.len()
    }

    /// An argument that is not negative, reduced; none where polynomials do not count.
    pub(super) fn reduced(&self, encoding: &Encoding, size: u32) -> Option<Reduced> {
        if size >= encoding.infinity() {
            // No polynomial will do.
            return Some(Reduced { quarter: 0, q: 0.0 });
        }
        let x = f64::from(f32::from_bits(size));
        let [first, second, third] = self.rows[narrow::to_usize(size >> encoding.fraction_bits())];
        if self.beside.is_some_and(|(end, _)| x < end && x > 0.0) {
            return None;
        }
        let about = x * first;
        let whole = x.mul_add(second, about) + ROUNDER;
        let rest = about - (whole - ROUNDER);
        let q = x.mul_add(third, x.mul_add(second, rest));
        let quarter = narrow::to_usize(whole.to_bits() & 3);
        (self.at_zero.is_none() || q.abs() >= ZERO).then_some(Reduced { quarter, q })
    }

    /// Whether f is -G(|q|).
    pub(super) fn is_flipped(&self, Reduced { quarter, q }: Reduced) -> bool {
        self.wave.is_negative[quarter] != (self.is_odd[quarter % 2] && q < 0.0)
    }

    /// The function's value from that of polynomials: y = f(x) for x ≥ 0.
    pub(super) fn finished(&self, b: &mut Builder, argument: Argument, y: Value) -> Value {
        let Argument { x, whole, u, q_bits } = argument;
        b.comment("its sign: of the quarter, and of q where the function of q is odd");
        let sign_bit = WIDTH.bits() - 1;
        let sign = b.word(1 << sign_bit);
        let zero = b.word(0);
        let (is_odd, is_upper) = (b.bit(whole, 0), b.bit(whole, 1));
        let [even_sign, odd_sign] = self.is_odd.map(|is_odd| if is_odd { sign } else { zero });
        let taken = match even_sign == odd_sign {
            true => even_sign,
            false => b.select(is_odd, odd_sign, even_sign),
        };
        let mut flips = b.bits_and(q_bits, taken);
        let [_, odd, upper, _] = self.wave.is_negative;
        for (is_flipped, shift) in [(odd, sign_bit), (upper, sign_bit - 1)] {
            if is_flipped {
                let own = b.shl(whole, shift);
                let own = b.bits_and(own, sign);
                flips = b.bits_xor(flips, own);
            }
        }
        let bits = b.bits(y);
        let bits = b.bits_xor(bits, flips);
        let mut y = b.from_bits(bits);
        if let Some(own) = self.at_zero {
            b.comment("multiples of a quarter");
            let [first, second, third, fourth] = own.map(|own| b.float(own));
            let lower = b.select(is_odd, second, first);
            let upper = b.select(is_odd, fourth, third);
            let own = b.select(is_upper, upper, lower);
            let zero = b.float(ZERO);
            let is_zero = b.lt(u, zero);
            y = b.select(is_zero, own, y);
        }
        if let Some((end, factor)) = self.beside {
            b.comment("next to 0, beside a line");
            let (end, factor) = (b.float(end), b.float(factor));
            let own = b.mul(x, factor);
            let is_beside = b.lt(x, end);
            y = b.select(is_beside, own, y);
        }
        y
    }

    /// |q|, and what else there is to know of an argument.
    pub(super) fn reduce(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (size, x): (Value, Value),
    ) -> Argument {
        b.comment("quarters of a turn, and the rest q: only the last sum is rounded");
        let row = b.shr(size, encoding.fraction_bits());
        let rows = b.table(self.row_table());
        let parts = b.lookup(rows, row);
        let about = b.mul(x, parts[0]);
        let rounder = b.float(ROUNDER);
        let raised = b.fma(x, parts[1], about);
        let raised = b.add(raised, rounder);
        let whole = b.bits(raised);
        let whole = b.named("whole", whole);
        let lowered = b.sub(raised, rounder);
        let rest = b.sub(about, lowered);
        let rest = b.fma(x, parts[1], rest);
        let q = b.fma(x, parts[2], rest);
        let q = b.named("q", q);
        let u = b.abs(q);
        let u = b.named("u", u);
        Argument { x, whole, u, q_bits: b.bits(q) }
    }

    fn row_table(&self) -> Table {
        let column = |k: usize| self.rows.iter().map(|row| WIDTH.bits_of(row[k])).collect();
        let doc = [
            "Quarters of a turn in the number 1, but for multiples of four that the significand is",
            "multiplied by, for each exponent: three numbers.",
        ];
        table("QUARTERS", &doc, Scalar::Number, (0..3).map(column).collect())
    }
}

/// The arithmetic.
const WIDTH: Width = Width::W64;

/// An argument as values of a kernel.
#[derive(Clone, Copy)]
pub(super) struct Argument {
    /// The number.
    x: Value,
    /// A word whose last bits are those of the quarters.
    pub(super) whole: Value,
    /// |q|.
    pub(super) u: Value,
    q_bits: Value,
}

/// The cells of a periodic function: a region for even quarters, and one for odd ones.
///
/// # Errors
/// If no polynomials will do, with a place where they do not.
pub(super) fn of_degree(
    asked: &Asked<'_>,
    parity: Option<Parity>,
    turns: &Turns,
    degree: usize,
) -> Result<Cells, f64> {
    let mut cells = Cells { turns: Some(turns.clone()), ..Cells::empty(degree, parity) };
    for (start, spec) in [0.0, 1.0].into_iter().zip(&turns.wave.parts) {
        let asked = Asked { spec, encoding: asked.encoding };
        let has_pole = matches!(asked.value(0), Ok(TrueValue::Infinite { .. }));
        let from = if has_pole { LEAST } else { 0.0 };
        let span = Span { start: from, end: MOST, anchor: 0.0, below: false };
        let row = cells.rows.len();
        let rows = Rows { asked: &asked, degree, spans: vec![&span], poles: None };
        let lowest = rows.add(&mut cells)?;
        cells.regions.push(Region { start, anchor: 0.0, row, lowest });
    }
    Ok(cells)
}
