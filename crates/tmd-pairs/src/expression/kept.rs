//! The cases that a search keeps: as many as can be listed, those with the most identical bits.

use crate::plane::PlaneCase;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Cases, from all threads.
pub(super) struct Kept {
    most: u64,
    /// Cases with fewer identical bits are counted only.
    bits: AtomicU32,
    inner: Mutex<Inner>,
}

struct Inner {
    /// How many cases have so many identical bits, of all that there are.
    counts: Vec<u64>,
    cases: Vec<PlaneCase>,
}

impl Kept {
    /// Those of at least so many identical bits, if they are not more than `most`.
    pub(super) fn new(bits: u32, most: u64) -> Kept {
        let inner = Inner { counts: vec![], cases: vec![] };
        Kept { most, bits: AtomicU32::new(bits), inner: Mutex::new(inner) }
    }

    /// A case with so many identical bits, which is written out if it is kept.
    pub(super) fn add(&self, bits: u32, case: impl FnOnce() -> PlaneCase) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let place = bits as usize;
        if inner.counts.len() <= place {
            inner.counts.resize(place + 1, 0);
        }
        inner.counts[place] += 1;
        if bits < self.bits() {
            return;
        }
        inner.cases.push(case());
        // Twice as many, so that what is left out is gone over seldom.
        if inner.cases.len() as u64 > 2 * self.most {
            self.leave_out(&mut inner);
        }
    }

    /// How many identical bits cases have at least that are kept.
    pub(super) fn bits(&self) -> u32 {
        self.bits.load(Ordering::Relaxed)
    }

    /// Takes in the cases of a part of the search: all that there are in it with so many identical bits.
    pub(super) fn join(&self, bits: u32, cases: Vec<PlaneCase>) {
        self.bits.fetch_max(bits, Ordering::Relaxed);
        for case in cases {
            self.add(case.identical_bits, || case);
        }
    }

    /// Raises the least number of bits until no more cases have it than can be listed. It only rises with what is added: so what is left out
    /// once would be in the end, too, in whatever order cases come.
    fn leave_out(&self, inner: &mut Inner) {
        let mut least = self.bits();
        let Inner { counts, cases } = inner;
        let from = |bits: u32| counts.iter().skip(bits as usize).sum::<u64>();
        while from(least) > self.most {
            least += 1;
        }
        cases.retain(|case| case.identical_bits >= least);
        self.bits.store(least, Ordering::Relaxed);
    }

    /// How many identical bits all cases have that are kept, and these.
    pub(super) fn into_cases(self) -> (u32, Vec<PlaneCase>) {
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        let kept = Kept::new(self.bits.into_inner(), self.most);
        kept.leave_out(&mut inner);
        (kept.bits.into_inner(), inner.cases)
    }
}
