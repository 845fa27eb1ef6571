//! The rows of one side of an anchor: polynomials for all binades of the distance from it.

use super::fit::{PREC, Side};
use super::poles::Poles;
use super::regions::Span;
use super::{Cells, Piece, Row};
use rayon::prelude::*;
use rug::{Float, Rational};
use tmd_base::narrow;
use tmd_functions::language::equations::Step;
use tmd_walk::Asked;
use tmd_walk::Line;
use tmd_walk::exponent;

/// log2 of the parts of a binade at most.
const MOST_CUTS: u32 = 11;
/// The exponent of numbers of binary32 is below this, that of ∞ is this.
const HIGHEST: i32 = 128;

/// The rows of one side of an anchor.
pub(super) struct Rows<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) degree: usize,
    pub(super) spans: Vec<&'a Span>,
    pub(super) poles: Option<Poles>,
}

impl Rows<'_> {
    fn side(&self) -> Side<'_> {
        let Span { anchor, below, .. } = *self.spans[0];
        Side { asked: self.asked, anchor, below, poles: self.poles }
    }

    /// The distances that some numbers have.
    fn distances(&self, span: &Span) -> (f64, f64) {
        let [a, b] = [span.start, span.end].map(|x| (x - span.anchor).abs());
        (a.min(b), a.max(b).min(2f64.powi(HIGHEST)))
    }

    /// The parts of a range of distances that numbers have.
    fn clipped(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let own = self.spans.iter().filter_map(|span| {
            let (least, most) = self.distances(span);
            let (a, b) = (from.max(least), to.min(most));
            // What is below an anchor begins with the number that is farthest away.
            (a < b || (a == b && b == most && span.below)).then_some((a, b))
        });
        let own: Vec<(f64, f64)> = own.collect();
        let least = own.iter().map(|own| own.0).reduce(f64::min)?;
        let most = own.iter().map(|own| own.1).reduce(f64::max)?;
        Some((least, most))
    }

    /// Adds the rows; the exponent of the first.
    ///
    /// # Errors
    /// A place where no polynomials do.
    pub(super) fn add(&self, cells: &mut Cells) -> Result<i32, f64> {
        let side = self.side();
        let farthest = self.spans.iter().map(|span| self.distances(span).1).fold(0.0, f64::max);
        let highest = exponent(farthest);
        // The end of what is above an anchor is left out.
        let is_left_out = !side.below && highest < HIGHEST && farthest == 2f64.powi(highest);
        let highest = if is_left_out { highest - 1 } else { highest };
        let (core, lowest) = self.core();
        let binades: Vec<i32> = (lowest + 1..=highest).collect();
        let found = self.binades(&binades);
        let add = |cells: &mut Cells, scale: i32, pieces: Vec<Piece>| {
            let cuts = pieces.len().ilog2();
            let known = match &pieces[..] {
                [one] => cells.pieces.iter().position(|piece| piece == one),
                _ => None,
            };
            let first = known.unwrap_or_else(|| {
                cells.pieces.extend(pieces);
                cells.pieces.len() - (1 << cuts)
            });
            cells.rows.push(Row { scale, first, cuts });
        };
        // The same for all of a side is one row.
        let is_core = |own: &Result<Vec<Piece>, f64>| {
            own.as_ref().is_ok_and(|pieces| *pieces == std::slice::from_ref(&core))
        };
        let all_alike = found.iter().all(is_core);
        add(cells, -(lowest + 1), vec![core]);
        if all_alike && side.anchor == 0.0 {
            return Ok(HIGHEST);
        }
        for (binade, pieces) in binades.into_iter().zip(found) {
            add(cells, -binade, pieces?);
        }
        Ok(lowest)
    }

    /// The polynomials of some binades. Where f(2^a·x) = 2^b·f(x), those of a binades are scaled to all others'.
    fn binades(&self, binades: &[i32]) -> Vec<Result<Vec<Piece>, f64>> {
        let scaling = self.asked.spec.equations().scaling.filter(|_| {
            let is_whole = |span: &&Span| span.start.abs().max(span.end.abs()).is_infinite();
            self.side().anchor == 0.0 && self.spans.len() == 1 && self.spans.iter().all(is_whole)
        });
        let Some(Step { x, f }) = scaling else {
            return binades.par_iter().map(|binade| self.binade(*binade)).collect();
        };
        let own: Vec<Result<Vec<Piece>, f64>> =
            (0..x).into_par_iter().map(|k| self.binade(k)).collect();
        let scaled = |binade: &i32| {
            if *binade == HIGHEST {
                return self.binade(HIGHEST);
            }
            let (times, rest) = (binade.div_euclid(x), binade.rem_euclid(x));
            let factor = 2f64.powi(f * times);
            let pieces = own[narrow::to_usize(rest)].clone()?;
            Ok(pieces.into_iter().map(|piece| piece.scaled(factor)).collect())
        };
        binades.iter().map(scaled).collect()
    }

    /// The polynomial for the least distances, and the exponent that all of them are less than twice of.
    fn core(&self) -> (Piece, i32) {
        let side = self.side();
        let degree = self.degree;
        if side.anchor == 0.0
            && let Some((line, k)) = Line::at_zero(self.asked.spec, side.below)
        {
            // What is nearer to 0 than ℓ is moved there, what is farther away from it.
            let factor = line.moved();
            let factor = if line.is_slope() && side.below { -factor } else { factor };
            let lowest = -k - 1;
            let mut piece = Piece::constant(factor, degree);
            if line.is_slope() {
                // t = u·2^-(lowest + 1)
                piece.coefficients.swap(0, 1);
                piece.coefficients[1] *= 2f64.powi(lowest + 1);
            }
            return (piece, lowest);
        }
        let top = match side.anchor == 0.0 {
            true => 2,
            false => exponent(side.anchor) - 1,
        };
        if let Some(own) = side.at(&Float::new(PREC)) {
            // From the largest distances on.
            let smooth = (top - 24..=top).rev().find_map(|end| {
                let (from, to) = self.clipped(0.0, 2f64.powi(end))?;
                let near = side.at(&Float::with_val(PREC, to));
                let is_zero = near.is_some_and(|y| own.clone().abs() < y.abs() >> 20);
                let through = is_zero.then(|| own.to_f64());
                let piece = side.piece((from, to), -end, degree, through)?;
                Some((piece, end - 1))
            });
            if let Some(found) = smooth {
                return found;
            }
        }
        // Only the anchor itself.
        let lowest = match side.anchor == 0.0 {
            true => self.asked.encoding.least() - 1,
            false => exponent(side.anchor) - 26,
        };
        (Piece::constant(side.alone(side.anchor), degree), lowest)
    }

    /// The polynomials of a binade of distances.
    fn binade(&self, binade: i32) -> Result<Vec<Piece>, f64> {
        let side = self.side();
        let (from, length) = (2f64.powi(binade), 2f64.powi(binade));
        if binade == HIGHEST {
            // ∞ itself.
            let at = if side.below { f64::NEG_INFINITY } else { f64::INFINITY };
            return Ok(vec![Piece::constant(side.alone(at), self.degree)]);
        }
        let mut cuts = 0;
        loop {
            let part = |k: u32| {
                let step = length / f64::from(1 << cuts);
                let (a, b) = (from + step * f64::from(k), from + step * f64::from(k + 1));
                match self.clipped(a, b) {
                    None => Ok(Piece::constant(0.0, self.degree)),
                    Some(own) => side.piece(own, -binade, self.degree, None).ok_or(own),
                }
            };
            match (0..1 << cuts).map(part).collect() {
                Ok(pieces) => return Ok(pieces),
                Err(own) if cuts == MOST_CUTS => {
                    let middle = f64::midpoint(own.0, own.1);
                    return Err(self
                        .culprit(binade)
                        .unwrap_or_else(|| side.number(&Float::with_val(PREC, middle)).to_f64()));
                }
                Err(_) => cuts += 1,
            }
        }
    }

    /// The place in a binade that keeps polynomials from doing.
    fn culprit(&self, binade: i32) -> Option<f64> {
        let [from, to] = [binade, binade + 1].map(|k| Rational::from(1) << k);
        self.dug(from, to, binade)
    }

    /// The same between two distances: where, and only where, polynomials fail on parts as short as you like.
    fn dug(&self, from: Rational, to: Rational, binade: i32) -> Option<f64> {
        let side = self.side();
        let own = self.clipped(from.to_f64(), to.to_f64())?;
        if side.piece(own, -binade, self.degree, None).is_some() {
            return None;
        }
        if let Some(zero) = side.zero(&from, &to) {
            return Some(zero);
        }
        if Rational::from(&to - &from) > Rational::from(1) << (binade - 24) {
            let middle: Rational = Rational::from(&from + &to) / 2;
            let first = self.dug(from, middle.clone(), binade);
            return first.or_else(|| self.dug(middle, to, binade));
        }
        // The one with fewer bits.
        let numbers = [from, to].map(|u| side.number(&Float::with_val(PREC, &u)).to_f64());
        let zeros = |x: f64| x.to_bits().trailing_zeros();
        let is_first = zeros(numbers[0]) > zeros(numbers[1]);
        Some(if is_first { numbers[0] } else { numbers[1] })
    }
}
