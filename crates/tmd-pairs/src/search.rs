//! The search: all bases in groups, and a decision on every pair that the walk cannot tell from a case.

use crate::certificate::{Certificate, ExactCounts, PairCase};
use crate::counts;
use crate::family::{Family, Request};
use crate::finished::{Finished, Place};
use crate::grid::{Grid, power_of_two};
use crate::judge::{Judge, Outcome};
use crate::walk::{Hit, LANES, Spread, Walk};
use rayon::prelude::*;
use rug::ops::Pow;
use rug::{Float, Rational};
use serde::{Deserialize, Serialize};
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_runtime::Progress;

/// Bases that are walked as one piece of work.
const PIECE: u64 = (LANES as u64) << 8;
/// Bits of a power that tells to which number it is near.
const PRECISION: u32 = 160;

/// Pieces that are walked, and kept, as one part: a 64th of the numbers of binary32.
const PART_PIECES: u64 = 1 << 13;
/// Predicted nanoseconds of a base and an n on one core, if all powers are in reach.
const NANOSECONDS: f64 = 0.2;

/// Searches all pairs, with all threads of the pool that it is called in. Finished parts are kept in the folder, if there is one, and taken
/// from there. `progress` is told of [bases].
///
/// # Errors
/// If the folder cannot be used.
pub fn search(
    request: &Request,
    dir: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Certificate, Diag> {
    let pairs = counts::pairs(request);
    let next = counts::next(request);
    let directions = Direction::of(request);
    let parts: Vec<_> = directions.iter().flat_map(Direction::parts).collect();
    let finished = Finished::new(dir, request.command(), parts.len())?;
    let mut all = Part::default();
    for (number, (direction, pieces)) in parts.into_iter().enumerate() {
        let place = Place { number, rows: direction.told(&pieces) };
        let bases = |_: &Part| direction.bases_of(&pieces);
        let walk = || Ok(direction.walked(pieces.clone(), progress));
        all = all.join(finished.part(place, progress, bases, walk)?);
    }
    all.cases.sort_by(|(x, a), (y, b)| x.total_cmp(y).then(a.n.cmp(&b.n)));
    let cases = all.cases.into_iter().map(|(_, case)| case).collect();
    Ok(Certificate::new(request, pairs, all.exact, next, cases))
}

/// Of how many bases a search walks the powers.
pub fn bases(request: &Request) -> u64 {
    Direction::of(request).iter().map(|own| own.bases.last()).sum()
}

/// How many seconds a search takes on one core at most, about.
pub fn predicted_seconds(request: &Request) -> f64 {
    let steps = |own: &Direction<'_>| {
        let [least, most] = own.sizes;
        narrow::about(own.bases.last()) * f64::from(most - least + 1)
    };
    Direction::of(request).iter().map(steps).sum::<f64>() * NANOSECONDS * 1e-9
}

/// What a part of a search has found; the cases with their x.
#[derive(Default, Serialize, Deserialize)]
struct Part {
    exact: ExactCounts,
    cases: Vec<(f64, PairCase)>,
}

impl Part {
    fn join(mut self, mut other: Part) -> Part {
        self.exact.join(other.exact);
        self.cases.append(&mut other.cases);
        self
    }

    fn add(&mut self, x: f64, outcome: Outcome) {
        match outcome {
            Outcome::Ordinary => {}
            Outcome::Exact(kind) => self.exact.add(kind),
            Outcome::Hard(case) => self.cases.push((x, case)),
        }
    }
}

/// What the bases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// The numbers x of the format.
    Number,
    /// 1 + x.
    Above,
    /// 1 - x.
    Below,
    /// The breakpoints, whose powers are near to an x.
    Breakpoint,
}

/// The powers of bases of one kind, with the n of one sign.
struct Direction<'a> {
    request: &'a Request,
    judge: Judge<'a>,
    walk: Walk,
    base: Base,
    bases: Grid,
    is_reciprocal: bool,
    /// The first and the last size of n.
    sizes: [u32; 2],
}

impl<'a> Direction<'a> {
    /// All that a request takes.
    fn of(request: &'a Request) -> Vec<Direction<'a>> {
        let mut all = vec![];
        for is_reciprocal in [false, true] {
            let own = request.exponents().filter(|n| (*n < 0) == is_reciprocal);
            let sizes: Vec<u32> = own.map(i32::unsigned_abs).collect();
            let (Some(&least), Some(&most)) = (sizes.iter().min(), sizes.iter().max()) else {
                continue;
            };
            let mut add = |base, least, most| {
                if least <= most {
                    all.push(Direction::new(request, base, is_reciprocal, [least, most]));
                }
            };
            match request.family {
                Family::Pown => add(Base::Number, least, most),
                Family::Compound => {
                    add(Base::Above, least, most);
                    add(Base::Below, least, most);
                }
                Family::Rootn => {
                    add(Base::Breakpoint, least.max(2), most);
                    // x^(1/-1) is x^-1, and may be subnormal.
                    add(Base::Number, least, most.min(1));
                }
            }
        }
        all
    }

    fn new(
        request: &'a Request,
        base: Base,
        is_reciprocal: bool,
        sizes: [u32; 2],
    ) -> Direction<'a> {
        let Request { format, bits, .. } = request;
        let [numbers, breakpoints] = [Grid::of(format), Grid::breakpoints(format)];
        let (bases, grid, spread) = match base {
            // A root is less than 2^-bits of the spacing from y, which is at most 2^-p·y: so x is less than about n·2^-(bits + p)·y^n from
            // y^n. Of all numbers of the format, roots with |n| ≥ 2 are normal numbers.
            Base::Breakpoint => {
                (breakpoints, numbers, Spread::OfPower { bits: bits + format.precision })
            }
            _ => (numbers, breakpoints, Spread::OfLastPlace { bits: *bits }),
        };
        let walk = Walk::new(grid, spread, sizes[1]);
        Direction { request, judge: Judge::new(request), walk, base, bases, is_reciprocal, sizes }
    }

    /// Its pieces, in parts.
    fn parts(&self) -> impl Iterator<Item = (&Direction<'a>, Range<u64>)> {
        let pieces = self.bases.last().div_ceil(PIECE);
        let part = move |start: u64| (self, start..pieces.min(start + PART_PIECES));
        (0..pieces).step_by(narrow::to_usize(PART_PIECES)).map(part)
    }

    /// The indices of a piece's bases.
    fn indices(&self, piece: u64) -> RangeInclusive<u64> {
        let first = 1 + piece * PIECE;
        first..=self.bases.last().min(first + PIECE - 1)
    }

    /// How many bases some pieces have.
    fn bases_of(&self, pieces: &Range<u64>) -> u64 {
        self.bases.last().min(pieces.end * PIECE) - pieces.start * PIECE
    }

    /// Some pieces, in words.
    fn told(&self, pieces: &Range<u64>) -> String {
        let Direction { base, is_reciprocal, sizes: [least, most], .. } = self;
        let sign = if *is_reciprocal { "-" } else { "" };
        let before = pieces.start * PIECE;
        let [first, last] = [before + 1, before + self.bases_of(pieces)];
        format!("n from {sign}{least} to {sign}{most}, bases {base:?} {first} to {last}")
    }

    fn walked(&self, pieces: Range<u64>, progress: &dyn Progress) -> Part {
        let walked = |piece: u64| {
            let mut part = Part::default();
            let mut hits = vec![];
            let (first, last) = self.indices(piece).into_inner();
            for first in (first..=last).step_by(LANES) {
                self.group(first, last, &mut hits, &mut part);
            }
            progress.advance(last - first + 1);
            part
        };
        pieces.into_par_iter().map(walked).reduce(Part::default, Part::join)
    }

    /// The group of bases from an index on; `last` is the last index of the piece.
    fn group(&self, first: u64, last: u64, hits: &mut Vec<Hit>, part: &mut Part) {
        let numbers: [f64; LANES] =
            std::array::from_fn(|lane| self.bases.number(last.min(first + lane as u64)));
        let [least, most] = [numbers[0], numbers[LANES - 1]];
        let Some(from) = self.first_size(least, most) else { return };
        let bases = numbers.map(|number| self.base_of(number));
        hits.clear();
        self.walk.group(&bases, from, hits);
        for hit in &*hits {
            let index = first + hit.lane as u64;
            if index <= last {
                self.decide(index, hit.n, part);
            }
        }
    }

    /// The least size of n that needs a look at any base of these numbers; none if closed forms tell all.
    fn first_size(&self, least: f64, most: f64) -> Option<u32> {
        let [from, to] = self.sizes;
        let closed = narrow::to_i32(self.request.format.precision) + 4;
        match self.base {
            Base::Number | Base::Breakpoint => Some(from),
            // All are next to 1.
            _ if most * f64::from(to) <= power_of_two(-closed) => None,
            Base::Below if least >= 1.0 => None,
            // (1 + x)^1 is next to x.
            Base::Above if least >= power_of_two(closed) && !self.is_reciprocal => {
                Some(from.max(2)).filter(|from| *from <= to)
            }
            Base::Above | Base::Below => Some(from),
        }
    }

    /// The base of a number or breakpoint, rounded; 0 for what has none.
    fn base_of(&self, number: f64) -> f64 {
        let base = match self.base {
            Base::Number | Base::Breakpoint => number,
            Base::Above => 1.0 + number,
            Base::Below => (1.0 - number).max(0.0),
        };
        if self.is_reciprocal { 1.0 / base } else { base }
    }

    /// Decides on a pair.
    fn decide(&self, index: u64, size: u32, part: &mut Part) {
        let n = narrow::to_i32(size) * if self.is_reciprocal { -1 } else { 1 };
        let number = self.bases.exact(index);
        let x = match self.base {
            Base::Number | Base::Above => Some(number),
            Base::Below => Some(-number).filter(|x| *x > -1),
            Base::Breakpoint => self.near_power(&number, n),
        };
        if let Some(x) = x {
            part.add(x.to_f64(), self.judge.judge(&x, n));
        }
    }

    /// The number x of the format to which y^n is so near that y may be the breakpoint next to its root.
    fn near_power(&self, y: &Rational, n: i32) -> Option<Rational> {
        let Request { format, bits, .. } = self.request;
        let numbers = Grid::of(format);
        let base = Float::with_val(PRECISION, y);
        let power = Float::with_val(PRECISION, (&base).pow(n));
        let unit = numbers.last_place(power.get_exp()? - 1);
        let x = Float::with_val(PRECISION, &power >> unit).round() << unit;
        let tolerance =
            Float::with_val(PRECISION, &power * n.unsigned_abs()) >> (bits + format.precision);
        let off = Float::with_val(PRECISION, &x - &power).abs();
        let is_near = off <= tolerance * (1.0 + power_of_two(-20));
        x.to_rational().filter(|x| is_near && *x > 0 && *x <= numbers.exact(numbers.last()))
    }
}
