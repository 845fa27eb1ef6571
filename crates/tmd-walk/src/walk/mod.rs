//! The values of a function at all numbers of binary32, as far as rounding needs them: a walk over the format.
//!
//! The format is cut into segments of consecutive numbers. On each, an enclosure tells between which breakpoints the values
//! lie: one for all of them, a line that they keep beside, or a polynomial with a proved bound of its error. Where
//! the bound reaches over a breakpoint, the value is enclosed by itself, as finely as it takes.

mod cell;
mod cut;
mod hankel;
mod line;
mod log_gamma;
mod near;
mod phase;
mod segment;
mod vanishing;

pub use cell::Cell;
pub use hankel::Hankel;
pub use line::Line;
pub use log_gamma::LogGamma;
pub use phase::{Phased, Phases};
pub use segment::Segment;

use crate::encoding::Encoding;
use crate::truth::{Asked, Value};
use rayon::prelude::*;
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;

/// Numbers that are looked at together.
pub const BLOCK: u32 = 1 << 14;

/// The values of a function at all numbers of a format.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Whether negative arguments follow from positive ones: there are segments of positive ones only, then.
    pub parity: Option<Parity>,
    /// The finite numbers of the format, but for zeros.
    pub segments: Vec<Segment>,
    /// The values that were enclosed one by one, at arguments of the segments and at ±0 and ±∞, and those at the ends of segments
    /// where all are rounded alike.
    pub single: BTreeMap<u32, Value>,
}

impl Walk {
    /// Walks over a format.
    ///
    /// # Errors
    /// If a value cannot be told from a breakpoint.
    pub fn of(spec: &FunctionSpec, encoding: &Encoding) -> Result<Walk, Diag> {
        let parity = spec.equations().parity;
        let segments = cut::segments(spec, encoding, parity)?;
        let asked = Asked { spec, encoding };
        let mut open: Vec<u32> = segments.par_iter().flat_map_iter(Segment::open).collect();
        open.extend(encoding.special());
        let values: Vec<Value> =
            open.par_iter().map(|at| asked.value(*at)).collect::<Result<_, Diag>>()?;
        // A zero's sign is what operations give, which need not know of parity.
        let zeros = open.iter().zip(&values).filter(|(at, value)| {
            parity.is_some()
                && **at < encoding.infinity()
                && matches!(value, Value::Exact { breakpoint: 0, .. })
        });
        let opposites: Vec<u32> = zeros.map(|(at, _)| at | encoding.sign()).collect();
        let own = opposites.iter().map(|at| Ok((*at, asked.value(*at)?)));
        let opposites: Vec<(u32, Value)> = own.collect::<Result<_, Diag>>()?;
        // Where all of a segment are rounded alike, those at its ends may be next to a breakpoint.
        let ends = segments.iter().filter_map(|segment| Some((segment, segment.one()?)));
        let ends = ends.flat_map(|(segment, value)| {
            let last = segment.first + segment.count - 1;
            [segment.first, last].map(|at| (at, value))
        });
        let single = open.into_iter().zip(values).chain(ends).chain(opposites).collect();
        Ok(Walk { parity, segments, single })
    }

    /// The values that were enclosed one by one, at negative arguments, too.
    pub fn dangerous(&self, encoding: &Encoding) -> BTreeMap<u32, Value> {
        let both = |at: &u32| [*at, at | encoding.sign()];
        let signs = |at: &u32| if self.parity.is_some() { both(at).to_vec() } else { vec![*at] };
        let all = self.single.keys().flat_map(signs);
        all.filter_map(|at| Some((at, self.value(encoding, at)?))).collect()
    }

    /// The value at an argument that is not a NaN.
    pub fn value(&self, encoding: &Encoding, argument: u32) -> Option<Value> {
        if let Some(value) = self.single.get(&argument) {
            return Some(*value);
        }
        let negative = argument & encoding.sign() != 0;
        if let (true, Some(parity)) = (negative, self.parity) {
            let value = self.value(encoding, encoding.size(argument))?;
            return Some(match parity {
                Parity::Even => value,
                Parity::Odd => value.opposite(),
            });
        }
        let after = self.segments.partition_point(|segment| segment.first <= argument);
        let segment = self.segments.get(after.checked_sub(1)?)?;
        let place = argument - segment.first;
        (place < segment.count).then_some(())?;
        segment.one().or_else(|| {
            let mut cell = [Cell::OPEN];
            segment.cells(place, &mut cell);
            cell[0].value(encoding)
        })
    }
}

#[cfg(test)]
mod tests;
