//! Sorted runs of findings, read as one.

use super::kept::Kept;
use super::spill::{Run, Spill};
use super::{Finding, record};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use tmd_base::diag::Diag;

/// Bytes of the buffers of all runs together, and of one.
const BUFFERS: usize = 1 << 24;
const BUFFER: Range<usize> = 1 << 12..1 << 18;

/// Findings that ascend, of several runs and of what is in memory; of equal places the run that was written first comes
/// first.
pub(super) struct Merge<'a> {
    runs: Vec<Reader<'a>>,
    memory: &'a [Finding],
    /// The next of each run, by place and number; memory has the last number.
    next: BinaryHeap<Reverse<((usize, u64), usize)>>,
    heads: Vec<Option<Finding>>,
    end: (usize, u64),
}

impl<'a> Merge<'a> {
    /// Reads what is from one place on and before another.
    pub(super) fn new(
        kept: &'a Kept,
        start: (usize, u64),
        end: (usize, u64),
    ) -> Result<Merge<'a>, Diag> {
        let from = kept.memory.partition_point(|finding| finding.place() < start);
        let mut merge = Merge {
            runs: vec![],
            memory: &kept.memory[from..],
            next: BinaryHeap::new(),
            heads: vec![],
            end,
        };
        if let Some(spill) = &kept.spill {
            let buffer = (BUFFERS / kept.runs.len().max(1)).clamp(BUFFER.start, BUFFER.end);
            for run in &kept.runs {
                let mut reader = Reader::new(spill, run, run.before(start), buffer);
                let mut head = reader.next()?;
                while head.as_ref().is_some_and(|finding| finding.place() < start) {
                    head = reader.next()?;
                }
                merge.put(merge.runs.len(), head.as_ref());
                merge.runs.push(reader);
                merge.heads.push(head);
            }
        }
        merge.put(merge.runs.len(), merge.memory.first());
        Ok(merge)
    }

    fn put(&mut self, number: usize, finding: Option<&Finding>) {
        if let Some(finding) = finding.filter(|finding| finding.place() < self.end) {
            self.next.push(Reverse((finding.place(), number)));
        }
    }

    fn following(&mut self) -> Result<Option<Cow<'a, Finding>>, Diag> {
        let Some(Reverse((_, number))) = self.next.pop() else { return Ok(None) };
        let Some(reader) = self.runs.get_mut(number) else {
            let memory = self.memory;
            let Some((first, rest)) = memory.split_first() else { return Ok(None) };
            self.memory = rest;
            self.put(number, rest.first());
            return Ok(Some(Cow::Borrowed(first)));
        };
        let next = reader.next()?;
        self.put(number, next.as_ref());
        Ok(std::mem::replace(&mut self.heads[number], next).map(Cow::Owned))
    }
}

impl<'a> Iterator for Merge<'a> {
    type Item = Result<Cow<'a, Finding>, Diag>;

    /// After an error there is no more.
    fn next(&mut self) -> Option<Self::Item> {
        let found = self.following();
        if found.is_err() {
            self.next.clear();
        }
        found.transpose()
    }
}

/// One run, from some byte on.
struct Reader<'a> {
    spill: &'a Spill,
    /// Bytes of the file that are not read yet.
    left: Range<u64>,
    bytes: Vec<u8>,
    /// The first byte that was not given out.
    at: usize,
    buffer: usize,
}

impl<'a> Reader<'a> {
    fn new(spill: &'a Spill, run: &Run, start: u64, buffer: usize) -> Reader<'a> {
        Reader { spill, left: start..run.end, bytes: vec![], at: 0, buffer }
    }

    fn next(&mut self) -> Result<Option<Finding>, Diag> {
        loop {
            let rest = &self.bytes[self.at..];
            if let Some(length) = record::length(rest)
                && let Some(whole) = rest.get(..length)
            {
                self.at += length;
                return record::decode(whole).map(Some).ok_or_else(|| self.spill.damaged());
            }
            if self.left.is_empty() {
                return if rest.is_empty() { Ok(None) } else { Err(self.spill.damaged()) };
            }
            self.bytes.drain(..self.at);
            self.at = 0;
            let old = self.bytes.len();
            let more = usize::try_from(self.left.end - self.left.start).unwrap_or(usize::MAX);
            self.bytes.resize(old + more.min(self.buffer), 0);
            self.spill.read(self.left.start, &mut self.bytes[old..])?;
            self.left.start += (self.bytes.len() - old) as u64;
        }
    }
}
