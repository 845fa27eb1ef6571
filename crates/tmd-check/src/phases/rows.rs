//! All arguments with phases of an interval, in rows: the points of a lattice of two dimensions in a rectangle.
//!
//! Argument i with the phase t is a point (i, t), and all of these are points of a lattice with the basis (1, step) and (0, one turn) that is moved to the
//! phase of the first argument. A reduced basis A, B for the shape of the rectangle cuts it into few rows v·B + u·A, u = …, 0, 1, …

use super::turns::Turns;
use rug::Integer;
use std::mem::swap;
use std::ops::Range;

/// A vector: a difference of indices, and one of phases.
type Vector = [Integer; 2];

/// A basis of the lattice, short in the measure of a rectangle.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    /// The shorter vector, along which rows go.
    along: Vector,
    /// The other one; together they turn left.
    across: Vector,
}

/// Some arguments: indices and phases grow evenly.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The index of the first.
    pub(crate) index: i64,
    /// Its phase.
    pub(crate) phase: Integer,
    /// How many there are.
    pub(crate) length: u64,
}

impl Basis {
    /// A reduced basis for rectangles of all arguments and a length of phases: Gauss's algorithm, with a unit of either that makes the rectangle a square.
    pub(crate) fn new(turns: &Turns, length: &Integer) -> Basis {
        let dot = |a: &Vector, b: &Vector| {
            let indices = Integer::from(&a[0] * &b[0]) * length * length;
            indices + Integer::from(&a[1] * &b[1]) * turns.count * turns.count
        };
        let mut along = [Integer::from(1), turns.step.clone()];
        let mut across = [Integer::new(), Integer::from(1) << turns.bits];
        loop {
            if dot(&across, &across) < dot(&along, &along) {
                swap(&mut along, &mut across);
            }
            let (times, _) = dot(&along, &across).div_rem_round(dot(&along, &along));
            if times == 0 {
                break;
            }
            for (own, other) in across.iter_mut().zip(&along) {
                *own -= Integer::from(&times * other);
            }
        }
        if turn(&along, &across) < 0 {
            across = across.map(|own| -own);
        }
        Basis { along, across }
    }

    /// What indices grow by along a row.
    pub(crate) fn index(&self) -> i64 {
        // A row of several arguments has indices below 2^63.
        self.along[0].to_i64().unwrap_or_default()
    }

    /// What phases grow by along a row.
    pub(crate) fn phase(&self) -> &Integer {
        &self.along[1]
    }

    /// The rows of all arguments with phases of an interval, each argument in one.
    pub(crate) fn rows(
        &self,
        turns: &Turns,
        phases: &Range<Integer>,
    ) -> impl Iterator<Item = Row> + use<> {
        let Basis { along, across } = self.clone();
        let first = turns.first.clone();
        let indices = [Integer::new(), Integer::from(turns.count) - 1u32];
        // From the phase of the first argument.
        let places =
            [Integer::from(&phases.start - &first), Integer::from(&phases.end - &first) - 1u32];
        // v is (the vector `along`) × (the point), divided by the turn of the basis, and least and greatest in corners.
        let corners =
            indices.iter().flat_map(|i| places.iter().map(move |t| [i.clone(), t.clone()]));
        let mut crosses: Vec<Integer> = corners.map(|corner| turn(&along, &corner)).collect();
        crosses.sort();
        let unit = turn(&along, &across);
        let mut v = crosses[0].clone().div_rem_ceil(unit.clone()).0;
        let last = crosses[3].clone().div_rem_floor(unit).0;
        std::iter::from_fn(move || {
            while v <= last {
                let start = across.each_ref().map(|own| Integer::from(own * &v));
                v += 1u32;
                let along_indices = Times::new(&start[0], &along[0], &indices);
                let along_phases = Times::new(&start[1], &along[1], &places);
                if let Some([low, high]) = along_indices.and(along_phases) {
                    let [index, place] =
                        [0, 1].map(|i| Integer::from(&along[i] * &low) + &start[i]);
                    let length = Integer::from(&high - &low) + 1u32;
                    // Indices are below 2^63, and rows are no longer than there are indices.
                    return Some(Row {
                        index: index.to_i64().unwrap_or(i64::MAX),
                        phase: place + &first,
                        length: length.to_u64().unwrap_or(u64::MAX),
                    });
                }
            }
            None
        })
    }
}

/// Which u have start + u·step from a number to another.
enum Times {
    None,
    /// From the first to the second.
    Between([Integer; 2]),
    All,
}

impl Times {
    fn new(start: &Integer, step: &Integer, [low, high]: &[Integer; 2]) -> Times {
        if *step == 0 {
            return if (low..=high).contains(&start) { Times::All } else { Times::None };
        }
        let (mut from, mut to) = (Integer::from(low - start), Integer::from(high - start));
        if *step < 0 {
            swap(&mut from, &mut to);
        }
        let first = from.div_rem_ceil(step.clone()).0;
        let last = to.div_rem_floor(step.clone()).0;
        if first <= last { Times::Between([first, last]) } else { Times::None }
    }

    /// What is among both; a vector is not 0, so that not both are all.
    fn and(self, other: Times) -> Option<[Integer; 2]> {
        match (self, other) {
            (Times::Between([a, b]), Times::Between([c, d])) => {
                let both = [a.max(c), b.min(d)];
                (both[0] <= both[1]).then_some(both)
            }
            (Times::Between(own), Times::All) | (Times::All, Times::Between(own)) => Some(own),
            (Times::None, _) | (_, Times::None) | (Times::All, Times::All) => None,
        }
    }
}

/// a × b.
fn turn(a: &Vector, b: &Vector) -> Integer {
    Integer::from(&a[0] * &b[1]) - Integer::from(&a[1] * &b[0])
}
