//! Findings as they come, sorted in runs.

use super::kept::Kept;
use super::list::FindingList;
use super::spill::Spill;
use super::{Class, Finding, Room};
use std::sync::Arc;
use tmd_base::diag::Diag;

/// Takes findings in any order.
#[derive(Debug)]
pub struct Sorter {
    room: Room,
    kept: Kept,
    counts: [usize; 3],
}

impl Sorter {
    /// With none yet.
    pub fn new(room: &Room) -> Sorter {
        Sorter { room: room.clone(), kept: Kept::default(), counts: [0; 3] }
    }

    /// With those of a list, whose file goes on to be used.
    ///
    /// # Errors
    /// If a part of the list was dropped, and the rest cannot be read or written anew.
    pub fn of(list: FindingList, room: &Room) -> Result<Sorter, Diag> {
        let mut sorter = Sorter::new(room);
        if list.is_part() {
            for finding in list.iter() {
                sorter.push(finding?.into_owned())?;
            }
        } else {
            (sorter.kept, sorter.counts) = list.into_parts();
        }
        Ok(sorter)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes one; returns whether memory had no room for more and was emptied.
    ///
    /// # Errors
    /// If there is no room, in memory and on the disk; all that were taken are kept.
    pub fn push(&mut self, finding: Finding) -> Result<bool, Diag> {
        let is_full = self.kept.memory.len() >= self.room.most.max(1);
        if is_full {
            self.empty()?;
        }
        self.counts[Class::of(&finding.verdict) as usize] += 1;
        self.kept.memory.push(finding);
        Ok(is_full)
    }

    /// Moves what is in memory to the file.
    fn empty(&mut self) -> Result<(), Diag> {
        let spill = match &self.kept.spill {
            Some(spill) => spill.clone(),
            None => Arc::new(Spill::new(&self.room)?),
        };
        self.kept.memory.sort_by_key(Finding::place);
        self.kept.runs.push(spill.append(&self.kept.memory)?);
        self.kept.spill = Some(spill);
        self.kept.memory.clear();
        Ok(())
    }

    /// All of them.
    pub fn finish(self) -> FindingList {
        FindingList::new(self.kept, self.counts)
    }
}
