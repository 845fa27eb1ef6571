//! A second search of windows drawn at random: polynomials of its own, walked by tables of differences.

use crate::cases::{Found, within};
use crate::inverse::Inverse;
use crate::number::power_of_two;
use crate::request::Request;
use crate::searched::{Searched, Searches};
use crate::stop::{Checked, Progress};
use crate::tiling::{Run, Tiling, Work};
use rug::float::Round;
use rug::{Float, Integer};
use std::collections::BTreeSet;
use std::ops::Range;

/// Inputs of a window.
const WINDOW: u64 = 1 << 20;
/// More windows would fill the memory.
const MOST_DRAWN: u64 = 1 << 24;
/// Inputs of a polynomial, at first.
const LONGEST: u64 = 1 << 14;
/// Its degree, at most.
const DEGREE: usize = 7;

/// Random numbers (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below n.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        let limit = u64::MAX - u64::MAX % n.max(1);
        loop {
            let value = self.next();
            if value < limit {
                return value % n.max(1);
            }
        }
    }

    /// So many windows of all, each as likely as the others and none twice.
    pub(crate) fn windows(&mut self, count: u64, all: u64) -> Checked<BTreeSet<u64>> {
        if count > MOST_DRAWN {
            return cannot!("{count} windows are too many: draw {MOST_DRAWN} at the most");
        }
        // Floyd's way to draw without replacement.
        let mut chosen = BTreeSet::new();
        for last in all - count..all {
            let one = self.below(last + 1);
            chosen.insert(if chosen.contains(&one) { last } else { one });
        }
        Ok(chosen)
    }
}

/// What was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) windows: u64,
    pub(crate) of: u64,
    pub(crate) inputs: u64,
    /// Listed findings in them, which the walk found, too.
    pub(crate) findings: u64,
}

/// Searches windows of what kernels searched, each as likely as the others and none twice. A window has as many inputs wherever spans
/// and runs end, so that it does not matter into how many they were cut.
pub(crate) fn sample(
    request: &Request,
    (tiling, searches, found): (&Tiling, &Searches, &Found),
    windows: u64,
    random: &mut Random,
) -> Checked<Drawn> {
    let portions = tiling.portions(&tiling.covered);
    let of = |(run, work): &(Run, Work)| match work {
        Work::Search(index) => Some((run.clone(), &searches.spans[*index])),
        _ => None,
    };
    let runs: Vec<_> = portions.iter().filter_map(of).collect();
    // Where each run ends, if one begins where the one before ends.
    let ends = runs.iter().scan(0u128, |sum, (run, _)| {
        *sum += u128::from(run.count());
        Some(*sum)
    });
    let ends: Vec<u128> = ends.collect();
    let inputs = ends.last().copied().unwrap_or(0);
    let Ok(all) = u64::try_from(inputs.div_ceil(WINDOW.into())) else {
        return cannot!("{inputs} inputs have too many windows to draw from");
    };
    let mut drawn = Drawn { windows: windows.min(all), of: all, ..Drawn::default() };
    let chosen = random.windows(drawn.windows, all)?;
    let mut progress = Progress::new();
    for (done, window) in chosen.into_iter().enumerate() {
        progress.tell("windows searched again", done as u128, drawn.windows.into());
        let from = u128::from(window) * u128::from(WINDOW);
        let to = inputs.min(from + u128::from(WINDOW));
        let first = ends.partition_point(|end| *end <= from);
        for ((run, span), end) in runs[first..].iter().zip(&ends[first..]) {
            let start = end - u128::from(run.count());
            if start >= to {
                break;
            }
            // Both are offsets in the run.
            let at = |place: u128| run.inputs.start + (place - start) as u64;
            let inputs = at(from.max(start))..at(to.min(*end));
            drawn.inputs += inputs.end - inputs.start;
            drawn.findings += Walk { request, span, found }.window(inputs)?;
        }
    }
    Ok(drawn)
}

/// The search of a window.
struct Walk<'a> {
    request: &'a Request,
    span: &'a Searched,
    found: &'a Found,
}

/// A polynomial's differences modulo 1 in units of 2^-128, and by how much it may be off, in the same units.
struct Table {
    differences: Vec<u128>,
    off: u128,
}

impl Walk<'_> {
    /// Compares the findings of a window with those listed; how many there are.
    fn window(&self, inputs: Range<u64>) -> Checked<u64> {
        let segment = self.span.run.segment;
        let widening = self.span.widening as i32;
        let epsilon = power_of_two(widening - self.request.bits as i32 + 128);
        let epsilon = epsilon.ceil().numer().to_u128().unwrap_or(u128::MAX);
        let mut candidates = BTreeSet::new();
        let (mut start, mut length) = (inputs.start, LONGEST);
        while start < inputs.end {
            let block = start..inputs.end.min(start + length);
            let table = self.table(&block).filter(|table| table.off <= epsilon / 8);
            match table {
                Some(table) => {
                    let threshold = epsilon.saturating_add(table.off);
                    candidates.extend(hits(table.differences, threshold, &block));
                }
                None if length > 16 => {
                    length /= 2;
                    continue;
                }
                None => candidates.extend(block.clone()),
            }
            start = block.end;
        }
        let mut count = 0;
        for index in &candidates {
            let x = self.request.segments[segment].x(*index);
            let is_listed = !within(&self.found.own, segment, &(*index..*index + 1)).is_empty();
            let is_left_out = !is_listed && self.request.is_left_out(&x)?;
            ensure!(
                !is_left_out,
                "a case was left out: input {index} of segment {segment}, in a window of the sample"
            )?;
            count += u64::from(is_listed);
            if self.request.inverse {
                Inverse { request: self.request }.compare(
                    (segment, *index),
                    &x,
                    &self.found.inverse,
                )?;
            }
        }
        // What the lists have must be among what the walk has found, or the walk is not to be relied on.
        let listed = within(&self.found.own, segment, &inputs);
        match listed.iter().find(|finding| !candidates.contains(&finding.at.1)) {
            None => Ok(count),
            Some(finding) => {
                cannot!("the second search missed input {}: please report it", finding.at.1)
            }
        }
    }

    /// The table of a block: Taylor's polynomial about its middle, the remainder bounded over all of it.
    fn table(&self, block: &Range<u64>) -> Option<Table> {
        let (segment, spacing) = (self.span.run.segment, self.span.spacing);
        let prec = self.request.segments[segment].bits() + 110;
        let middle = block.start + (block.end - block.start) / 2;
        let series = |inputs: &Range<u64>| {
            self.request.coefficients(segment, inputs, DEGREE, spacing, prec).ok()
        };
        let (wide, point) = (series(block)?, series(&(middle..middle + 1))?);
        let far = Float::with_val(64, (middle - block.start).max(block.end - middle));
        let reach = |size: &Float, j: usize| {
            let mut product = Float::with_val_round(64, size, Round::Up).0;
            (0..j).for_each(|_| product = Float::with_val_round(64, &product * &far, Round::Up).0);
            product
        };
        // The least degree whose remainder is as small as the rounding of a coefficient may be, or the largest.
        let small = Float::with_val(64, 1) >> (self.request.bits + 8);
        let degree =
            (1..DEGREE).find(|d| reach(&wide[d + 1].mag(), d + 1) <= small).unwrap_or(DEGREE - 1);
        let mut off = reach(&wide[degree + 1].mag(), degree + 1);
        let unit = Float::with_val(64, 1) >> 128u32;
        let mut polynomial = vec![];
        for (j, c) in point.iter().enumerate().take(degree + 1) {
            let width = Float::with_val_round(64, &c.hi - &c.lo, Round::Up).0;
            off += reach(&Float::with_val_round(64, width + &unit, Round::Up).0, j);
            polynomial.push((c.lo.clone() << 128u32).floor().to_integer()?);
        }
        // Roundings of these few sums to 64 bits are covered by the last unit and the doubled last bit.
        let off = (off * 1.001f64) << 128u32;
        let off = off.ceil().to_integer()?.to_u128()?.checked_add(1)?;
        let value = |i: usize| {
            let t = Integer::from(block.start) - middle + i as u64;
            polynomial.iter().rev().fold(Integer::new(), |sum, a| sum * &t + a)
        };
        let mut differences: Vec<Integer> = (0..=degree).map(value).collect();
        for k in 1..=degree {
            for i in (k..=degree).rev() {
                differences[i] = Integer::from(&differences[i] - &differences[i - 1]);
            }
        }
        let differences = differences.iter().map(Integer::to_u128_wrapping).collect();
        Some(Table { differences, off })
    }
}

/// The inputs of a block at which a polynomial is within a threshold of an integer.
pub(crate) fn hits(mut differences: Vec<u128>, threshold: u128, block: &Range<u64>) -> Vec<u64> {
    let mut hits = vec![];
    let width = threshold.saturating_mul(2);
    for index in block.clone() {
        if differences[0].wrapping_add(threshold) <= width {
            hits.push(index);
        }
        for k in 1..differences.len() {
            differences[k - 1] = differences[k - 1].wrapping_add(differences[k]);
        }
    }
    hits
}
