//! All breakpoints that hard angles can be near to and are not counted otherwise (`binades.rs`), in blocks.
//!
//! Let h be the breakpoint spacing at and above a breakpoint z, in radians; below a power of two it is half of that. A hard angle is less than d = ε·h from z. With the angle φ
//! of z from an axis and w = tan φ, the tangent that is the quotient is at most d·(1 + tan²(φ + d)) from w. In a block of n
//! breakpoints with φ ≥ 4n·h everywhere, d/φ ≤ 2^-10, so that tan(φ + d) ≤ 1.01·w, and the distance is at most d·(1/w + 1.03·w) of w. To that comes what
//! `tangent.rs` leaves, and the rounding of w to 64 bits. Of a block that stands for its halves, the interval begins at φ - d instead of tan(φ - d), which is less than w³/3
//! above it: the derivative of tan φ - φ is w², and that of w³/3 is w² + w⁴. If all that is little enough, the quotients are convergents (`filter.rs`). Other blocks go
//! breakpoint by breakpoint: all fractions of the interval are taken (`farey.rs`).
//!
//! A quotient of two numbers of the format is, times a power of two, r = 2^i·Y/X ≥ 1 with X and Y of p bits, i ≥ 0 because Y/X < 2: its denominator in lowest
//! terms is below 2^p.

use super::super::request::Request;
use super::binades::{self, Block};
use super::farey;
use super::filter;
use super::quotient::Quotient;
use super::sector::Sector;
use super::tangent::Tangents;
use super::unit::Unit;
use crate::grid::power_of_two;
use rayon::prelude::*;
use rug::Float;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;

/// Most breakpoints of a block.
const MOST: u64 = 1 << 10;
/// A block of several is at most 2^-14 wide: then the series leaves little.
const LG_WIDTH: i32 = -14;
/// Bits of angles: of blocks, ...
const PRECISION: u32 = 192;
/// ... and of single breakpoints: in radians d ≥ 2^-(2p + 150) ≥ 2^-198, and in half turns d ≥ 2^-(p + 151)·φ ≥ 2^-175·φ.
const MORE_PRECISION: u32 = 448;
/// An interval is made wider by this share of d, which is far more than the rounding of its ends.
const SHARE: i32 = 20;

/// The sweep of a request.
pub(crate) struct Sweep<'a> {
    request: &'a Request,
    unit: Unit,
}

impl<'a> Sweep<'a> {
    pub(crate) fn new(request: &'a Request) -> Sweep<'a> {
        Sweep { request, unit: Unit::of(request) }
    }

    /// Quotients that may be hard, and all that are.
    pub(super) fn all(&self) -> Result<Vec<Quotient>, Diag> {
        let blocks = self.blocks();
        let found: Vec<Vec<Quotient>> =
            blocks.into_par_iter().map(|block| self.block(block)).collect::<Result<_, Diag>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![];
        for binade in binades::all(self.request) {
            let most = match u32::try_from(LG_WIDTH - self.unit.lg() - binade.place) {
                Ok(lg) => MOST.min(1 << lg.min(63)),
                Err(_) => 1,
            };
            let firsts = (binade.first..binade.first + binade.count).step_by(most as usize);
            let rest = |first: u64| most.min(binade.first + binade.count - first);
            blocks.extend(firsts.map(|first| Block { first, count: rest(first), ..binade }));
        }
        blocks
    }

    /// Quotients with angles near breakpoints of a block.
    pub(super) fn block(&self, block: Block) -> Result<Vec<Quotient>, Diag> {
        match self.fast(block) {
            Some(found) => Ok(found),
            None => self.slow(block),
        }
    }

    /// The same by continued fractions, where the quotients are known to be convergents.
    pub(super) fn fast(&self, block: Block) -> Option<Vec<Quotient>> {
        let Block { first, count, place, halvings } = block;
        let (p, unit) = (self.request.precision(), self.unit);
        let z = |multiple: u64| Float::with_val(64, multiple) << place;
        let sector = Sector::of(&z(first), unit);
        let ends = [first, first + count - 1].map(|own| sector.off_axis(&z(own), unit, PRECISION));
        let h = unit.radians() * power_of_two(place);
        if ends.iter().any(|own| own.to_f64() < 4.0 * h * count as f64) {
            return None;
        }
        let [a, b] = ends.each_ref().map(|own| own.to_f64().tan());
        let (least, most) = (a.min(b), a.max(b));
        let d = h * power_of_two(-narrow::to_i32(self.request.bits));
        let width = h * (count - 1) as f64;
        let bent = if halvings > 0 { most.powi(3) / 3.0 } else { 0.0 };
        let rest = Tangents::rest(most) * width.powi(5) + bent;
        let share = d * (1.0 / least + 1.03 * most) + rest / least;
        // In units of 2^-63 of numbers below 2; with a reserve for binary64, and two units for roundings.
        let radius = (share * power_of_two(64) * 1.01).ceil() + 2.0;
        let limit = filter::radius_limit(p);
        if radius >= narrow::exact(limit) {
            return None;
        }
        let radius = narrow::whole(radius);
        let step = Float::with_val(64, if sector.is_rising() { 1 } else { -1 }) << place;
        let step = unit.in_radians(&step, PRECISION);
        let mut found = vec![];
        for number in Tangents::new(&ends[0], &step, most)?.take(narrow::to_usize(count)) {
            filter::near(number.significand, radius, p, |fraction| {
                found.extend(self.quotients(sector, fraction, number.exponent, halvings));
            });
        }
        Some(found)
    }

    /// The same by all fractions of intervals.
    pub(super) fn slow(&self, block: Block) -> Result<Vec<Quotient>, Diag> {
        let mut found = vec![];
        for multiple in block.first..block.first + block.count {
            let z = Float::with_val(64, multiple) << block.place;
            let sector = Sector::of(&z, self.unit);
            let angle = sector.off_axis(&z, self.unit, MORE_PRECISION);
            let d = Float::with_val(64, 1) << (block.place - narrow::to_i32(self.request.bits));
            let d = self.unit.in_radians(&d, MORE_PRECISION);
            let d = Float::with_val(MORE_PRECISION, &d + Float::with_val(64, &d >> SHARE));
            let ends = [Float::with_val(MORE_PRECISION, &angle - &d), angle + &d];
            // Beyond all angles.
            if sector == Sector::Left && ends[1] <= 0 {
                continue;
            }
            if ends[0] <= d {
                let message = format!(
                    "{}: π or a half of it is too near to a breakpoint for --bits {}",
                    self.request.format.name, self.request.bits
                );
                return Err(Diag::new(DiagKind::Unsupported, message).help("give more --bits"));
            }
            let [low, high] = ends;
            let low = if block.halvings > 0 { low } else { low.tan() };
            let high = high.tan();
            let exponent = low.get_exp().unwrap_or_default() - 1;
            let [low, high] = [low, high].map(|own| (own >> exponent).to_rational());
            let (Some(low), Some(high)) = (low, high) else { continue };
            let most = (1u64 << self.request.precision()) - 1;
            for fraction in farey::between(&low, &high, most) {
                found.extend(self.quotients(sector, fraction, exponent, block.halvings));
            }
        }
        Ok(found)
    }

    /// The quotients of a fraction times 2^exponent, and times the halves of that.
    fn quotients(
        &self,
        sector: Sector,
        [a, b]: [u64; 2],
        exponent: i32,
        halvings: u32,
    ) -> impl Iterator<Item = Quotient> {
        (0..=narrow::to_i32(halvings)).filter_map(move |k| match sector.is_steep() {
            false => Quotient::new(self.request, sector.is_left(), [a, b], exponent - k),
            true => Quotient::new(self.request, sector.is_left(), [b, a], k - exponent),
        })
    }
}
