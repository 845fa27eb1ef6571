//! Polynomials on parts of binades, for binary32: binades not of x alone, but of its distance u from some *anchors*, which are 0,
//! ends of the domain, poles and zeros. Next to these a function is smooth in u or in the fraction of u, if it is anywhere.
//!
//! All is computed in binary64: t = u·scale - centre, both exact but for rounding errors of u where an anchor is no number of
//! binary32, and a polynomial of t by Horner's rule.

pub mod entry;
mod fit;
mod kernel;
mod make;
mod poles;
mod regions;
mod rows;
mod sound;
mod turns;

use crate::aim::Marks;
use tmd_base::narrow;
use tmd_functions::language::equations::Parity;
use tmd_walk::{Encoding, exponent};

pub(crate) use make::make;
pub(crate) use poles::Poles;
pub(crate) use turns::{Turns, beside};

/// Results that stand in the code, at most.
pub(crate) const MOST_EXCEPTIONS: usize = 64;
/// Bits of a fraction of u that a part is found by.
pub(crate) const PART_BITS: u32 = 16;

/// Significant bits of numbers that computed ones become if they are as near as [`SNAPPED`].
pub(crate) const SNAPPED_BITS: u32 = 12;
/// Splits a number into its leading bits and the rest (G. W. Veltkamp; T. J. Dekker 1971).
pub(crate) const SPLITTER: f64 = (1_u64 << (53 - SNAPPED_BITS)) as f64 + 1.0;
/// How near they are, as a part of them: computed numbers are not as far off as this, and values that are nearer, and are not such
/// numbers, are among those that are looked at one by one.
pub(crate) const SNAPPED: f64 = 3.0 / (1_u64 << 52) as f64;

/// Marks are larger than this, and other numbers are not.
const MARKED: f64 = f64::from_bits((1023 + 200) << 52);

/// What a function is computed by.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The degree of the polynomials.
    pub degree: usize,
    /// Whether one sign stands for both.
    pub parity: Option<Parity>,
    /// How arguments are reduced, if the function is periodic.
    pub(crate) turns: Option<Turns>,
    /// What polynomials are divided by, if they are.
    pub(crate) poles: Option<Poles>,
    /// The regions, in the order of their starts: of the argument; or, if it is reduced, of how many quarters it has, modulo 2.
    pub regions: Vec<Region>,
    /// Binades of distances.
    pub rows: Vec<Row>,
    /// The polynomials.
    pub pieces: Vec<Piece>,
    /// Whether a number next to one of 12 bits becomes that: values are such numbers at many arguments.
    pub snaps: bool,
    /// Arguments whose results stand in the code.
    pub exceptions: Vec<u32>,
}

/// Numbers whose distance is taken from one anchor, on one side of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// It begins here, and ends where the next begins; the first begins with the least number.
    pub start: f64,
    /// Where u is 0.
    pub anchor: f64,
    /// Its first row, of all u below 2^(`lowest` + 1).
    pub row: usize,
    /// See `row`: a binade has a row each from there on.
    pub lowest: i32,
}

/// A binade of distances, or, of a region's first, all below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// u is multiplied by 2^ this.
    pub scale: i32,
    /// The first polynomial.
    pub first: usize,
    /// log2 of how many there are, on parts of one length.
    pub cuts: u32,
}

/// A polynomial of t.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Where t is 0.
    pub centre: f64,
    /// The coefficients, lowest first.
    pub coefficients: Vec<f64>,
}

/// Where the value at an argument is found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The polynomial.
    pub(crate) piece: usize,
    /// Its variable.
    pub(crate) t: f64,
    /// What it is divided by.
    pub(crate) divisor: f64,
    /// Whether its opposite is the value.
    pub(crate) is_flipped: bool,
}

impl Cells {
    /// No cells yet.
    fn empty(degree: usize, parity: Option<Parity>) -> Cells {
        Cells {
            degree,
            parity,
            turns: None,
            poles: None,
            regions: vec![],
            rows: vec![],
            pieces: vec![],
            snaps: false,
            exceptions: vec![],
        }
    }

    /// Where the value at an encoding is found, unless it is not by a polynomial.
    pub(crate) fn place(&self, encoding: &Encoding, encoded: u32) -> Option<Place> {
        let is_opposite = self.parity == Some(Parity::Odd) && encoded & encoding.sign() != 0;
        let (mut divisor, mut is_flipped) = (1.0, is_opposite);
        let (region, u) = match &self.turns {
            Some(turns) => {
                let reduced = turns.reduced(encoding, encoding.size(encoded))?;
                is_flipped ^= turns.is_flipped(reduced);
                (self.regions[reduced.quarter % 2], reduced.q.abs())
            }
            None => {
                let x = self.number_of(encoded);
                if let Some(poles) = self.poles {
                    (divisor, is_flipped) = poles.divisor(x);
                }
                let after = self.regions[1..].partition_point(|region| region.start <= x);
                (self.regions[after], (x - self.regions[after].anchor).abs())
            }
        };
        let Region { row, lowest, .. } = region;
        let exponent = exponent(u).max(lowest);
        let row = self.rows[row + narrow::to_usize(exponent - lowest)];
        let part =
            ((u.to_bits() >> (52 - PART_BITS)) & ((1 << PART_BITS) - 1)) << row.cuts >> PART_BITS;
        let piece = row.first + narrow::to_usize(part);
        let t = u.mul_add(2f64.powi(row.scale), -self.pieces[piece].centre);
        Some(Place { piece, t, divisor, is_flipped })
    }

    /// The number that an encoding stands for, without its sign if there is a parity; of ∞, the one that it would be.
    fn number_of(&self, encoded: u32) -> f64 {
        let end = 2f64.powi(128);
        let x = f64::from(f32::from_bits(encoded)).clamp(-end, end);
        if self.parity.is_some() { x.abs() } else { x }
    }

    /// The number that a polynomial gives at a place, before its sign: what is beyond all numbers stands for none.
    pub(crate) fn finished(&self, place: Place, piece: &Piece, encoding: &Encoding) -> f64 {
        let y = self.snapped(piece.at(place.t)) / place.divisor;
        if y.is_infinite() { Marks::of(encoding).nan } else { y }
    }

    /// The number, or the one of few bits next to it.
    fn snapped(&self, y: f64) -> f64 {
        if !self.snaps {
            return y;
        }
        let split = y * SPLITTER;
        let short = split - (split - y);
        if (y - short).abs() < y.abs() * SNAPPED { short } else { y }
    }

    /// What it is, in words.
    pub(crate) fn told(&self) -> String {
        let number = self.pieces.len();
        if self.turns.is_some() {
            return format!(
                "{number} polynomials of degree {}, of what is left of an argument less quarters of a turn",
                self.degree
            );
        }
        if self.poles.is_some() {
            return format!(
                "{number} polynomials of degree {}, divided by distances from poles",
                self.degree
            );
        }
        let mut anchors: Vec<f64> = self.regions.iter().map(|region| region.anchor).collect();
        anchors.sort_by(f64::total_cmp);
        anchors.dedup();
        let anchors: Vec<String> = anchors.iter().map(f64::to_string).collect();
        format!(
            "{number} polynomials of degree {}, on parts of binades of the distance from {}",
            self.degree,
            anchors.join(", ")
        )
    }

    /// Bytes of its tables, before they are filled up to powers of two.
    pub fn bytes(&self) -> usize {
        let turns = self.turns.as_ref().map_or(0, Turns::numbers);
        8 * (self.pieces.len() * (self.degree + 2) + 3 * self.rows.len() + turns)
    }
}

impl Piece {
    /// Its value, by Horner's rule.
    pub(crate) fn at(&self, t: f64) -> f64 {
        let mut descending = self.coefficients.iter().rev();
        let first = descending.next().copied().unwrap_or_default();
        descending.fold(first, |y, c| y.mul_add(t, *c))
    }

    /// The same with its first coefficient that is not 0, the constant or the slope next to a zero, so many numbers further from 0.
    pub(crate) fn moved(&self, steps: i64) -> Piece {
        let mut moved = self.clone();
        if let Some(c) = moved.coefficients.iter_mut().find(|c| **c != 0.0) {
            *c = f64::from_bits(c.to_bits().wrapping_add_signed(steps));
        }
        moved
    }

    /// The same times a power of two. Marks are made from values, and stay.
    fn scaled(&self, factor: f64) -> Piece {
        let is_marked = self.coefficients[0].abs() >= MARKED;
        let factor = if is_marked { 1.0 } else { factor };
        let coefficients = self.coefficients.iter().map(|c| c * factor).collect();
        Piece { coefficients, ..*self }
    }

    /// A polynomial that is a constant.
    fn constant(number: f64, degree: usize) -> Piece {
        let mut coefficients = vec![0.0; degree + 1];
        coefficients[0] = number;
        Piece { centre: 0.0, coefficients }
    }
}
