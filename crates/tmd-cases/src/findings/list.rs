//! Findings in the order of the inputs, in memory or not.

use super::kept::Kept;
use super::merge::Merge;
use super::{Class, Finding, Sorted};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use tmd_base::diag::Diag;

/// A segment, and indices there.
type Inputs = (usize, Range<u64>);

/// Findings in the order of the inputs.
#[derive(Clone, Debug, Default)]
pub struct FindingList {
    kept: Kept,
    /// How many there are of each class.
    counts: [usize; 3],
    /// The inputs whose findings count: segments, and indices there, ascending; all, where there are none.
    within: Option<Arc<[Inputs]>>,
}

/// A finding that is read: owned, if it comes from a file.
pub type Read<'a> = Result<Cow<'a, Finding>, Diag>;

impl FindingList {
    pub(super) fn new(mut kept: Kept, counts: [usize; 3]) -> FindingList {
        kept.memory.sort_by_key(Finding::place);
        FindingList { kept, counts, within: None }
    }

    pub(super) fn into_parts(self) -> (Kept, [usize; 3]) {
        (self.kept, self.counts)
    }

    /// Whether findings in the file are left out.
    pub(super) fn is_part(&self) -> bool {
        self.within.is_some()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are in memory.
    pub fn in_memory(&self) -> usize {
        self.kept.memory.len()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Read<'_>> {
        self.between((0, 0), (usize::MAX, u64::MAX))
    }

    /// Those of inputs of a segment.
    pub fn of_inputs(&self, segment: usize, inputs: &Range<u64>) -> impl Iterator<Item = Read<'_>> {
        self.between((segment, inputs.start), (segment, inputs.end))
    }

    fn between(&self, start: (usize, u64), end: (usize, u64)) -> Iter<'_> {
        let within = self.within.as_deref();
        match Merge::new(&self.kept, start, end) {
            Ok(merge) => Iter { merge: Some(merge), failure: None, within },
            Err(diag) => Iter { merge: None, failure: Some(diag), within },
        }
    }

    /// Drops what is not of some inputs: segments, and indices there, in any order.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn retain_within(
        &mut self,
        inputs: impl IntoIterator<Item = (usize, Range<u64>)>,
    ) -> Result<(), Diag> {
        let mut inputs: Vec<_> = inputs.into_iter().collect();
        inputs.sort_by_key(|(segment, inputs)| (*segment, inputs.start));
        self.kept.memory.retain(|finding| is_within(&inputs, finding));
        self.within = Some(inputs.into());
        let mut counts = [0; 3];
        for finding in self.iter() {
            counts[Class::of(&finding?.verdict) as usize] += 1;
        }
        self.counts = counts;
        if self.kept.runs.is_empty() {
            self.within = None;
        }
        Ok(())
    }

    /// All of them by what they are.
    pub fn sorted(&self) -> Sorted<'_> {
        let len = |class: Class| self.counts[class as usize];
        Sorted::by_class(|class| Part { of: Of::List(self), class: Some(class), len: len(class) })
    }

    /// All of them, whatever they are.
    pub fn all(&self) -> Part<'_> {
        Part { of: Of::List(self), class: None, len: self.len() }
    }

    /// All of them in memory, however many.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn to_vec(&self) -> Result<Vec<Finding>, Diag> {
        self.all().to_vec()
    }
}

impl From<Vec<Finding>> for FindingList {
    fn from(memory: Vec<Finding>) -> FindingList {
        let mut counts = [0; 3];
        for finding in &memory {
            counts[Class::of(&finding.verdict) as usize] += 1;
        }
        FindingList::new(Kept { memory, ..Kept::default() }, counts)
    }
}

impl Serialize for FindingList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sequence(serializer, self.iter().map(|finding| finding.map(Some)))
    }
}

fn sequence<S: Serializer, T: Serialize>(
    serializer: S,
    rows: impl Iterator<Item = Result<Option<T>, Diag>>,
) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(None)?;
    for row in rows {
        if let Some(row) = row.map_err(serde::ser::Error::custom)? {
            sequence.serialize_element(&row)?;
        }
    }
    sequence.end()
}

fn is_within(inputs: &[Inputs], finding: &Finding) -> bool {
    let next =
        inputs.partition_point(|(segment, inputs)| (*segment, inputs.end) <= finding.place());
    inputs.get(next).is_some_and(|(segment, inputs)| {
        *segment == finding.segment && inputs.contains(&finding.index)
    })
}

struct Iter<'a> {
    merge: Option<Merge<'a>>,
    failure: Option<Diag>,
    within: Option<&'a [Inputs]>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Read<'a>;

    fn next(&mut self) -> Option<Read<'a>> {
        if let Some(diag) = self.failure.take() {
            return Some(Err(diag));
        }
        let within = self.within;
        let counts = |read: &Read<'a>| match (read, within) {
            (Ok(finding), Some(inputs)) => is_within(inputs, finding),
            _ => true,
        };
        self.merge.as_mut()?.find(counts)
    }
}

/// The findings of one class, or of all, in the order of the inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part<'a> {
    of: Of<'a>,
    /// None for all of them.
    class: Option<Class>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    Slice(&'a [Finding]),
    List(&'a FindingList),
}

impl Default for Of<'_> {
    fn default() -> Self {
        Of::Slice(&[])
    }
}

impl<'a> Part<'a> {
    pub(super) fn of_slice(findings: &'a [Finding], class: Class) -> Part<'a> {
        let len = findings.iter().filter(|finding| Class::of(&finding.verdict) == class).count();
        Part { of: Of::Slice(findings), class: Some(class), len }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Read<'a>> + use<'a> {
        let Part { of, class, len } = *self;
        let (slice, list) = match of {
            Of::Slice(slice) => (slice, None),
            Of::List(list) => (&[][..], Some(list)),
        };
        let all = slice.iter().map(|finding| Ok(Cow::Borrowed(finding)));
        // Nothing is read for nothing.
        let list = list.filter(|_| len > 0).into_iter().flat_map(FindingList::iter);
        all.chain(list).filter(move |read| match read {
            Ok(finding) => class.is_none_or(|class| Class::of(&finding.verdict) == class),
            Err(_) => true,
        })
    }

    /// All of them in memory, however many.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn to_vec(&self) -> Result<Vec<Finding>, Diag> {
        self.iter().map(|finding| finding.map(Cow::into_owned)).collect()
    }

    /// What a list has in the place of each; what has none is left out.
    pub fn rows<T>(self, row: impl Fn(&Finding) -> Option<T> + 'a) -> Rows<'a, T> {
        Rows { part: self, row: Rc::new(row) }
    }
}

type Row<'a, T> = dyn Fn(&Finding) -> Option<T> + 'a;

/// A list that is made from findings while it is written.
pub struct Rows<'a, T> {
    part: Part<'a>,
    row: Rc<Row<'a, T>>,
}

impl<T> Rows<'_, T> {
    /// All of them in memory, however many.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn to_vec(&self) -> Result<Vec<T>, Diag> {
        self.each().filter_map(Result::transpose).collect()
    }

    fn each(&self) -> impl Iterator<Item = Result<Option<T>, Diag>> {
        self.part.iter().map(|finding| finding.map(|finding| (self.row)(&finding)))
    }
}

impl<T> Clone for Rows<'_, T> {
    fn clone(&self) -> Self {
        Rows { part: self.part, row: self.row.clone() }
    }
}

impl<T> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("part", &self.part).finish_non_exhaustive()
    }
}

impl<T: Serialize> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sequence(serializer, self.each())
    }
}
