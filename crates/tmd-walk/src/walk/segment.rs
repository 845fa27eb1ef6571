//! A segment of consecutive numbers of one sign, and between which breakpoints the values at them lie.

use super::BLOCK;
use super::cell::Cell;
use super::line::Line;
use super::near::Polynomial;
use super::phase::Phased;
use super::vanishing;
use crate::truth::Value;
use tmd_base::narrow;

/// Consecutive numbers of one sign and one binade.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The encoding of the first, which is the least in size.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// What is known of the values.
    pub kind: Kind,
}

/// What is known of the values at the numbers of a segment.
#[derive(Clone, Debug)]
pub enum Kind {
    /// All are rounded alike.
    One(Value),
    /// They keep beside a line of breakpoints, on one side.
    Beside(Line),
    /// They are near a polynomial.
    Near(Polynomial),
    /// They follow from phases.
    Phased(Phased),
    /// They are next to 0, and there is none at integers: Γ, see [`vanishing`].
    Vanishing,
    /// Each has to be enclosed by itself.
    Each,
}

impl Segment {
    /// The places of the cells from a place on; there are none where all are rounded alike, and where each is enclosed by itself.
    pub fn cells(&self, from: u32, cells: &mut [Cell]) {
        match &self.kind {
            Kind::One(_) | Kind::Each => cells.fill(Cell::OPEN),
            Kind::Beside(line) => line.cells(self.first, from, cells),
            Kind::Near(polynomial) => polynomial.cells(from, cells),
            Kind::Phased(phased) => phased.cells(self.first + from, cells),
            Kind::Vanishing => vanishing::cells(self.first + from, cells),
        }
    }

    /// The value that all are rounded as, if there is one.
    pub fn one(&self) -> Option<Value> {
        match self.kind {
            Kind::One(value) => Some(value),
            _ => None,
        }
    }

    /// The numbers whose values have to be enclosed by themselves.
    pub fn open(&self) -> Vec<u32> {
        match &self.kind {
            Kind::One(_) | Kind::Beside(_) | Kind::Vanishing => vec![],
            Kind::Each => (self.first..self.first + self.count).collect(),
            Kind::Near(_) | Kind::Phased(_) => {
                let mut open = vec![];
                let mut cells = vec![Cell::OPEN; narrow::to_usize(self.count.min(BLOCK))];
                let mut from = 0;
                while from < self.count {
                    let block = &mut cells[..narrow::to_usize((self.count - from).min(BLOCK))];
                    self.cells(from, block);
                    let own = (self.first + from..).zip(&*block);
                    open.extend(own.filter(|(_, cell)| cell.is_open()).map(|(at, _)| at));
                    from += BLOCK;
                }
                open
            }
        }
    }
}
