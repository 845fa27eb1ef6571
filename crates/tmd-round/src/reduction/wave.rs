//! sin and cos, of x and of π·x, by k sixteenths of a turn and a rest r of them:
//! sin(a + t) = sin(a)·cos(t) + cos(a)·sin(t), where a is one of sixteen angles, whose sines and cosines lie in registers, and two
//! polynomials of r² give cos(t) and sin(t)/r.
//!
//! **The argument.** 2^E is K sixteenths, less whole turns, 0 ≤ K < 16. Exponents are taken by sixteen: of all numbers x of such
//! a group, x = n·u with an integer n below 2^39, u = 2^E, but that groups below 2 share the constants of the one from 2 to 2^17, u = 2^-22.
//! K = P + L, where P has 49 fraction bits, 53 bits at most, and L < 2^-49 is rounded to 53 bits.
//!
//! - k is the integer nearest to n·P, which is less than 2^43 and found by adding 1.5·2^52. Multiples of 16 are left out with n times
//!   the whole turns in K.
//! - n·P - k is exact, done as one operation. It is at most 1/2 and a multiple of 2^-49, or of 2^-53 for numbers below 2 of
//!   which k is not 0: these are at least 0.19, multiples of 2^-26 = u/16. If k is 0, it is n·P, which is exact, since P has 29 bits for
//!   such numbers.
//! - r = (n·P - k) + n·L is rounded once. n·L is less than 2^-10, and off by less than 2^39·2^-103 = 2^-64 besides. r of sin and cos
//!   is at least about 2^-30 in size where k is not 0; few are so small that this error matters, and all results are
//!   compared. Where k is 0, r is K·x with a relative error of 2^-53.
//! - If x is 0, so is r, with the same sign.

use super::base::PREC;
use super::exponential::MAGIC;
use super::fit;
use crate::cells::beside;
use crate::kernel::table;
use rug::Float;
use rug::float::Constant;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;
use tmd_walk::Wave as Periodic;

/// Angles, and groups of exponents: as many as lie in two registers.
const ROWS: u32 = 16;
/// log2 of the exponents of a group.
const GROUP: u32 = 4;
/// Fraction bits of the first part of a number of sixteenths.
const PART_BITS: u32 = 49;
/// Groups of numbers below 2 share constants with the next one: its numbers are multiples of 2^ this.
const LEAST_UNIT: i32 = -22;
/// r² is not larger than this.
const MOST: f64 = 0.25 + 1.0 / 512.0;
/// Values may be so much of them off.
const ERROR: f64 = 1.0 / (1_u64 << 54) as f64;
/// Values are less than 1 in size where they are not ±1: this is between the same breakpoints as all next to it.
const BELOW_ONE: f64 = 1.0 - 1.0 / (1 << 27) as f64;
/// What is less is 0.
const ZERO: f64 = f64::from_bits((1023 - 200) << 52);

/// The constants of a sine or a cosine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wave {
    /// How arguments are reduced, and what follows from the function.
    pub(crate) turns: Sixteenths,
    /// The function at the sixteen angles, rounded or next to that.
    pub(crate) values: Vec<f64>,
    /// Its derivative there, likewise.
    pub(crate) slopes: Vec<f64>,
    /// sin(t)/r and (cos(t) - 1)/r² in r², lowest coefficients first.
    pub(crate) coefficients: [Vec<f64>; 2],
}

/// How arguments become sixteenths of a turn, and what else follows from the function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sixteenths {
    /// The function's parity.
    parity: Parity,
    /// Whether r is exact, and may be 0.
    is_exact: bool,
    /// Sixteenths in the number 1, but for whole turns, for each group of exponents: a sum.
    rows: Vec<[f64; 2]>,
    /// Arguments less in size than the first number are multiplied by the second in directed modes.
    beside: Option<(f64, f64)>,
}

impl Sixteenths {
    /// Those of a function that is a sine or a cosine.
    pub(super) fn of(spec: &FunctionSpec, encoding: &Encoding) -> Option<Sixteenths> {
        let wave = Periodic::of(spec)?;
        let parity = spec.equations().parity?;
        let is_odd = wave.is_odd();
        if is_odd[0] == is_odd[1] {
            return None;
        }
        let row = |group: u32| {
            let unit = (narrow::to_i32(group << GROUP) - 1 + encoding.least()).max(LEAST_UNIT);
            let sixteenths = wave.quarters(unit) << 2_i32;
            let first = (sixteenths.clone() << PART_BITS).floor() >> PART_BITS;
            let second = Float::with_val(sixteenths.prec(), &sixteenths - &first);
            [first, second].map(|part| part.to_f64() * 2f64.powi(-unit))
        };
        Some(Sixteenths {
            parity,
            is_exact: wave.is_exact(),
            rows: (0..ROWS).map(row).collect(),
            beside: beside(spec),
        })
    }

    /// A word with k in its lowest bits, and r.
    fn reduce(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, x): (Value, Value),
    ) -> (Value, Value) {
        b.comment("sixteenths of a turn, and the rest r: only the last operation is rounded");
        let row = b.shr(encoded, encoding.fraction_bits() + GROUP);
        let rows = b.table(self.table());
        let parts = b.lookup(rows, row);
        let magic = b.float(MAGIC);
        let raised = b.fma(x, parts[0], magic);
        let k = b.sub(raised, magic);
        let minus_k = b.neg(k);
        let mut r = b.fma(x, parts[0], minus_k);
        if !self.is_exact {
            r = b.fma(x, parts[1], r);
        }
        (b.bits(raised), b.named("r", r))
    }

    fn table(&self) -> Table {
        let column = |k: usize| self.rows.iter().map(|row| row[k].to_bits()).collect();
        let doc = [
            "Sixteenths of a turn in the number 1, but for whole turns that the argument is multiplied",
            "by, for sixteen exponents each: a sum.",
        ];
        let count = if self.is_exact { 1 } else { 2 };
        let columns = (0..count).map(column).collect();
        Table { lookup: Lookup::Permute, ..table("SIXTEENTHS", &doc, Scalar::Number, columns) }
    }
}

impl Wave {
    /// The constants for a function that is a sine or a cosine.
    pub(super) fn of(spec: &FunctionSpec, encoding: &Encoding) -> Option<Wave> {
        let turns = Sixteenths::of(spec, encoding)?;
        let first = match turns.parity {
            Parity::Odd => 0,
            Parity::Even => ROWS / 4,
        };
        let sines = |first: u32| (first..first + ROWS).map(sine_of).collect::<Vec<f64>>();
        let mut values = sines(first);
        if turns.parity == Parity::Odd {
            // So that the sum has the sign of r where it is 0.
            values[0] = -0.0;
        }
        let slopes = sines(first + ROWS / 4);
        Some(Wave { turns, values, slopes, coefficients: [sine()?, cosine()?] })
    }

    /// The number for an argument.
    pub(super) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        encoded: Value,
        mode: RoundingMode,
    ) -> Value {
        let x = b.widened(encoded);
        let x = b.named("at", x);
        let (k, r) = self.turns.reduce(b, encoding, (encoded, x));
        b.comment("the function and its derivative at k sixteenths, and the polynomials");
        let angles = b.table(self.table());
        let found = b.lookup(angles, k);
        let square = b.mul(r, r);
        let square = b.named("square", square);
        let [sine, cosine] = &self.coefficients;
        let sine = super::horner(b, sine, square);
        let cosine = super::horner(b, cosine, square);
        let one = b.float(1.0);
        let cosine = b.fma(cosine, square, one);
        let slope = b.mul(found[1], r);
        let risen = b.mul(slope, sine);
        let y = b.fma(found[0], cosine, risen);
        let y = self.at_zero(b, (x, r, y), found[0], mode);
        let y = self.beside(b, x, y, mode);
        b.named("y", y)
    }

    /// What stands for y where r is 0 and exact, and where it is not to be ±1.
    fn at_zero(
        &self,
        b: &mut Builder,
        (x, r, mut y): (Value, Value, Value),
        value: Value,
        mode: RoundingMode,
    ) -> Value {
        let is_directed = mode != RoundingMode::Nearest;
        if is_directed {
            let [least, most] = [-BELOW_ONE, BELOW_ONE].map(|most| b.float(most));
            y = b.min(y, most);
            y = b.max(y, least);
        }
        if !self.turns.is_exact {
            return y;
        }
        let zero = b.float(ZERO);
        if is_directed {
            b.comment("multiples of a sixteenth");
            let size = b.abs(r);
            let is_there = b.lt(size, zero);
            y = b.select(is_there, value, y);
        }
        if self.turns.parity == Parity::Odd {
            b.comment("0 has the argument's sign");
            let size = b.abs(y);
            let is_zero = b.lt(size, zero);
            let nothing = b.float(0.0);
            let signed = b.mul(x, nothing);
            y = b.select(is_zero, signed, y);
        }
        y
    }

    /// Next to 0, y beside a line in directed modes.
    fn beside(&self, b: &mut Builder, x: Value, y: Value, mode: RoundingMode) -> Value {
        let Some((end, factor)) = self.turns.beside.filter(|_| mode != RoundingMode::Nearest)
        else {
            return y;
        };
        b.comment("next to 0, beside a line");
        let (end, factor) = (b.float(end), b.float(factor));
        let own = b.mul(x, factor);
        let size = b.abs(x);
        let is_beside = b.lt(size, end);
        b.select(is_beside, own, y)
    }

    fn table(&self) -> Table {
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect();
        let doc = ["The function at sixteenths of a turn, and its derivative."];
        let columns = vec![bits(&self.values), bits(&self.slopes)];
        Table { lookup: Lookup::Permute, ..table("ANGLES", &doc, Scalar::Number, columns) }
    }

    /// Numbers that can be moved.
    pub(super) fn entries(&self) -> usize {
        self.values.len() + self.slopes.len()
    }

    /// The same with one of the numbers at the angles so many numbers further; 0 and ±1 stay.
    pub(super) fn moved(&self, entry: usize, steps: i64) -> Wave {
        let mut moved = self.clone();
        let own = match entry.checked_sub(self.values.len()) {
            None => &mut moved.values[entry],
            Some(entry) => &mut moved.slopes[entry],
        };
        if own.abs() != 1.0 {
            *own = super::moved(*own, steps);
        }
        moved
    }

    /// What it is, in words.
    pub(super) fn told(&self) -> String {
        let [sine, cosine] = &self.coefficients;
        format!(
            "sixteenths of a turn, and polynomials of degree {} and {} in the square of the rest",
            sine.len() - 1,
            cosine.len()
        )
    }

    /// Whether it can be built.
    pub(super) fn sound(&self) -> bool {
        let is_number = |number: &f64| *number == 0.0 || number.is_normal();
        let rows = narrow::to_usize(ROWS);
        let [sine, cosine] = &self.coefficients;
        [&self.values, &self.slopes].into_iter().all(|own| own.len() == rows)
            && [&self.values, &self.slopes, sine, cosine].into_iter().flatten().all(is_number)
            && (1..=fit::MOST).contains(&cosine.len())
    }
}

/// The sine of k sixteenths of a turn.
fn sine_of(k: u32) -> f64 {
    match k % ROWS {
        0 | 8 => 0.0,
        4 => 1.0,
        12 => -1.0,
        k => angle(&Float::with_val(PREC, k)).sin().to_f64(),
    }
}

/// So many sixteenths of a turn.
fn angle(sixteenths: &Float) -> Float {
    (Float::with_val(PREC, Constant::Pi) >> 3_i32) * sixteenths
}

/// The coefficients of sin(t)/r in r².
fn sine() -> Option<Vec<f64>> {
    let of = |square: &Float| {
        let r = square.clone().sqrt();
        angle(&r).sin() / r
    };
    let first = angle(&Float::with_val(PREC, 1));
    let rest = |square: &Float| (of(square) - &first) / square;
    // The derivative of sin(t)/t in t² is about -1/6.
    let sixth = first.to_f64().powi(2) / 6.0;
    let off = |square: f64, error: f64| (square * error * sixth).abs();
    let rest = fit::shortest((0.0, MOST), rest, off, ERROR)?;
    Some(std::iter::once(first.to_f64()).chain(rest).collect())
}

/// The coefficients of (cos(t) - 1)/r² in r².
fn cosine() -> Option<Vec<f64>> {
    let of = |square: &Float| (angle(&square.clone().sqrt()).cos() - 1) / square;
    let half = angle(&Float::with_val(PREC, 1)).square().to_f64() / 2.0;
    fit::shortest((0.0, MOST), of, |square, error| (square * half * error).abs(), ERROR)
}
