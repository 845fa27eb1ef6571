//! The rows as a job of the run time: blocks with their seeds, and decisions on what kernels find.

use super::along_x::AlongX;
use super::along_y;
use super::cut;
use super::field::{Along, Field};
use super::part::Found;
use super::piece::Piece;
use crate::plane::{Judge, Outcome};
use std::ops::Range;
use tmd_runtime::{Block, Error, Job};

/// Rows of a field that are searched one after the other.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Index of the field.
    pub(super) field: usize,
    pub(super) rows: Range<u64>,
}

/// Units of fields.
pub(super) struct RowsJob<'a> {
    pub(super) fields: &'a [Field],
    pub(super) units: Vec<Unit>,
    pub(super) judge: &'a Judge,
}

/// Bits of an index in a row, in the tag of a block.
const INDEX_BITS: u32 = 32;

impl RowsJob<'_> {
    fn visit(
        &self,
        unit: &Unit,
        row: u64,
        pieces: Vec<Piece>,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let field = &self.fields[unit.field];
        let kernel = (&field.plan.kernels[0], unit.field);
        let tag = |first| row << INDEX_BITS | first;
        pieces.iter().try_for_each(|Piece { inputs, model }| {
            model.visit_blocks(field.model(), kernel, inputs, tag, visit)
        })
    }
}

impl Job for RowsJob<'_> {
    type Found = Found;

    fn units(&self) -> usize {
        self.units.len()
    }

    fn unit_inputs(&self, unit: usize) -> u64 {
        let Unit { field, rows } = &self.units[unit];
        pairs(&self.fields[*field], rows)
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unit = &self.units[unit];
        let field = &self.fields[unit.field];
        let mut along_x = match field.along {
            Along::X => Some(AlongX::new(field, unit.rows.start)),
            Along::Y => None,
        };
        for row in unit.rows.clone() {
            let pieces = match &mut along_x {
                Some(rows) => rows.next(),
                None => along_y::pieces(field, row),
            };
            self.visit(unit, row, pieces, visit)?;
        }
        Ok(())
    }

    fn confirm(
        &self,
        unit: usize,
        block: &Block,
        candidates: &[u64],
        found: &mut Vec<Found>,
    ) -> Result<(), Error> {
        let field = &self.fields[self.units[unit].field];
        let (row, first) = (block.tag >> INDEX_BITS, block.tag & ((1 << INDEX_BITS) - 1));
        for candidate in candidates.iter().filter(|&&candidate| candidate < block.inputs) {
            let pair = field.pair(row, first + candidate);
            let outcome = Outcome::of(self.judge, &pair[0], &pair[1]);
            found.extend(Found::of(pair, outcome));
        }
        Ok(())
    }
}

/// How many pairs of some rows of a field are in reach.
pub(super) fn pairs(field: &Field, rows: &Range<u64>) -> u64 {
    let [_, inputs] = field.shape();
    if field.is_in_reach() {
        return (rows.end - rows.start) * inputs;
    }
    let own = |row: u64| {
        let runs = match field.along {
            Along::X => cut::along_x(&field.powers, &field.powers.y.x(row)),
            Along::Y => {
                let log = field.powers.log2(row, 256);
                log.map_or(vec![], |log| cut::along_y(&log, &field.powers.y))
            }
        };
        field.in_reach(runs).map(|run| run.inputs.end - run.inputs.start).sum::<u64>()
    };
    rows.clone().map(own).sum()
}
