//! sin and cos, of x and of π·x, by so many quarters of a turn and a rest q: ±q·(c₀ + c₁·q² + …) or ±(1 + c₁·q² + …), whether
//! quarters are even or odd. The coefficients of both lie in registers.

use super::base::PREC;
use super::fit;
use crate::cells::{Turns, magnitude};
use crate::encoding::Encoding;
use crate::finish::signed;
use crate::kernel::table;
use rug::Float;
use rug::float::Constant;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Lookup, Scalar, Table, Value, Width};
use tmd_runtime::RoundingMode;

/// q² is hardly larger than this.
const MOST: f64 = 0.25 + 1.0 / (1 << 18) as f64;
/// Values may be so much of them off.
const ERROR: f64 = 1.0 / (1_u64 << 54) as f64;
/// Values of even functions are less than 1 where they are not 1: this is between the same breakpoints as all next to it.
const BELOW_ONE: f64 = 1.0 - 1.0 / (1 << 27) as f64;

/// The constants of a sine or a cosine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wave {
    /// How arguments are reduced.
    pub(crate) turns: Turns,
    /// The function's own parity.
    pub(crate) parity: Parity,
    /// The coefficients in q², for even and for odd quarters, as many of both.
    pub(crate) coefficients: [Vec<f64>; 2],
}

impl Wave {
    /// The constants for a function that is reduced so.
    pub(super) fn of(turns: Turns, parity: Parity) -> Option<Wave> {
        let is_odd = turns.is_odd();
        if is_odd[0] == is_odd[1] {
            return None;
        }
        let [even, odd] = is_odd.map(|is_odd| if is_odd { sine() } else { cosine() });
        let mut coefficients = [even?, odd?];
        let count = coefficients.iter().map(Vec::len).max()?;
        coefficients.iter_mut().for_each(|own| own.resize(count, 0.0));
        Some(Wave { turns, parity, coefficients })
    }

    /// The number for an argument.
    pub(super) fn computed(
        &self,
        b: &mut Builder,
        encoding: &Encoding,
        (encoded, size): (Value, Value),
        mode: RoundingMode,
    ) -> Value {
        let x = magnitude(b, encoding, size);
        let argument = self.turns.reduce(b, encoding, (size, x));
        b.comment("the polynomial of q²");
        let coefficients = b.table(self.table());
        let c = b.lookup(coefficients, argument.whole);
        let square = b.mul(argument.u, argument.u);
        let square = b.named("square", square);
        let last = c.len() - 1;
        let rest = c[1..last].iter().rev().fold(c[last], |p, c| b.fma(p, square, *c));
        let one = b.float(1.0);
        let is_odd = b.bit(argument.whole, 0);
        let factor = match self.turns.is_odd() {
            [true, _] => b.select(is_odd, one, argument.u),
            _ => b.select(is_odd, argument.u, one),
        };
        let first = b.mul(factor, c[0]);
        let scaled = b.mul(factor, square);
        let mut y = b.fma(scaled, rest, first);
        if mode != RoundingMode::Nearest {
            let most = b.float(BELOW_ONE);
            y = b.min(y, most);
        }
        let beside = mode != RoundingMode::Nearest;
        let y = self.turns.finished(b, argument, y, beside);
        let y = match self.parity {
            Parity::Odd => signed(b, encoding, Width::W64, (encoded, y)),
            Parity::Even => y,
        };
        b.named("y", y)
    }

    fn table(&self) -> Table {
        let [even, odd] = &self.coefficients;
        // As many rows as a vector has lanes, so that none is permuted from beyond its end.
        let column = |(even, odd): (&f64, &f64)| [even.to_bits(), odd.to_bits()].repeat(4);
        let columns = even.iter().zip(odd).map(column).collect();
        let doc = [
            "Coefficients in q², lowest first: for even and for odd quarters, four times, to be permuted.",
        ];
        Table { lookup: Lookup::Permute, ..table("PARTS", &doc, Scalar::Number, columns) }
    }

    /// Coefficients that can be moved.
    pub(super) fn entries(&self) -> usize {
        4
    }

    /// The same with one of the first two coefficients of a part so many numbers further; 1 stays.
    pub(super) fn moved(&self, entry: usize, steps: i64) -> Wave {
        let mut moved = self.clone();
        let own = &mut moved.coefficients[entry / 2][entry % 2];
        if *own != 1.0 {
            *own = super::moved(*own, steps);
        }
        moved
    }

    /// What it is, in words.
    pub(super) fn told(&self) -> String {
        format!(
            "quarters of a turn, and two polynomials of degree {} in the square of the rest",
            self.coefficients[0].len() - 1
        )
    }

    /// Whether it can be built.
    pub(super) fn sound(&self) -> bool {
        let [even, odd] = &self.coefficients;
        even.len() == odd.len()
            && even.len() > 2
            && even.iter().chain(odd).all(|c| c.is_normal() || *c == 0.0)
    }
}

/// π/2·q, for q².
fn angle(square: &Float) -> Float {
    let half_pi = Float::with_val(PREC, Constant::Pi) / 2;
    half_pi * square.clone().sqrt()
}

/// The coefficients of sin(π/2·q)/q in q².
fn sine() -> Option<Vec<f64>> {
    let first = angle(&Float::with_val(PREC, 1));
    let rest = |square: &Float| {
        let q = square.clone().sqrt();
        (angle(square).sin() / q - &first) / square
    };
    let off = |square: f64, error: f64| (square * error).abs();
    with_first(first.to_f64(), fit::shortest((0.0, MOST), rest, off, ERROR)?)
}

/// The coefficients of cos(π/2·q) in q².
fn cosine() -> Option<Vec<f64>> {
    let rest = |square: &Float| (angle(square).cos() - 1) / square;
    let off = |square: f64, error: f64| (square * 1.3 * error).abs();
    with_first(1.0, fit::shortest((0.0, MOST), rest, off, ERROR)?)
}

fn with_first(first: f64, rest: Vec<f64>) -> Option<Vec<f64>> {
    Some(std::iter::once(first).chain(rest).collect())
}
