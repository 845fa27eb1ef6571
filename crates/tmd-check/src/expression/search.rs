//! The second search.

use super::claim::{Claim, Counts};
use super::judge::Judged;
use crate::pairs::threads::spread;
use crate::sample::Random;
use crate::stop::Checked;

/// More pairs are drawn only.
const MOST_PAIRS: u64 = 1 << 20;
/// Rows that are drawn if no number is asked for.
const ROWS: u64 = 8192;
/// The x of a row that are drawn.
const WINDOW: u64 = 128;

impl Claim {
    /// Searches all pairs again, or so many rows that are drawn; what is proved by it.
    pub(super) fn search(&self, sample: u64, random: &mut Random) -> Checked<String> {
        let [xs, ys] = self.ranges.each_ref().map(|own| (own.end - own.start).max(0) as u64);
        let all = xs.saturating_mul(ys);
        if all <= MOST_PAIRS && sample == 0 {
            let counts = self.rows(ys, |row| (row, 0..xs))?;
            self.compare(&counts)?;
            return Ok(match (counts.missed, counts.undecided) {
                (0, 0) => {
                    format!("proved: all {all} pairs were judged again, and each kind counted")
                }
                (0, own) => {
                    format!("all {all} pairs were judged again; this program cannot decide {own}")
                }
                (missed, own) => format!(
                    "not proved: all {all} pairs were judged again; of those that the certificate does not decide {missed} are cases, and this program cannot decide {own}"
                ),
            });
        }
        let rows = if sample == 0 { ROWS } else { sample };
        let drawn: Vec<[u64; 2]> = (0..rows)
            .map(|_| [random.below(ys), random.below(xs.saturating_sub(WINDOW) + 1)])
            .collect();
        let counts = self.rows(rows, |index| {
            let [y, x] = drawn[index as usize];
            (y, x..xs.min(x + WINDOW))
        })?;
        let looked_at = rows * WINDOW.min(xs);
        let missing = match counts.missed {
            0 => "none is missing".to_owned(),
            missed => format!("of those that the certificate does not decide {missed} are cases"),
        };
        Ok(format!(
            "sampled: {looked_at} of {all} pairs in {rows} rows drawn and judged again, {} in reach: {missing}; the counts are not checked",
            counts.pairs
        ))
    }

    /// Judges rows: a y by its place, and the places of its x.
    fn rows(
        &self,
        count: u64,
        row: impl Fn(u64) -> (u64, std::ops::Range<u64>) + Sync,
    ) -> Checked<Counts> {
        let [of_x, of_y] = self.ranges.each_ref().map(|own| own.start);
        let judge = |index: u64, counts: &mut Counts| {
            let (y, xs) = row(index);
            let y = of_y + y as i64;
            let expr = self.with(y)?;
            for x in xs {
                let place = (of_x + x as i64, y);
                let judged = self.judged(&expr, place.0);
                counts.add(&judged);
                let told = self.told(place);
                let shown = || self.pair(place);
                // Of ordinary pairs there are too many to ask twice.
                let is_plain = matches!(judged, Judged::Beyond | Judged::Ordinary)
                    && self.counts.undecided == 0;
                let is_open = !is_plain && self.is_left_open(&expr, place.0);
                counts.open += u64::from(is_open);
                match (&judged, told) {
                    // What this program tells may be undecided in the one that wrote the certificate.
                    (Judged::Case(_), None) if is_open => counts.missed += 1,
                    (Judged::Case(_), None) => {
                        counts.left_out = Some(counts.left_out.map_or(place, |own| own.min(place)));
                    }
                    (Judged::Case(_), Some(case)) if !case.is(&judged) => {
                        return refuse!("the case of {} is another: {judged:?}", shown());
                    }
                    // Every listed case was judged before.
                    _ => {}
                }
            }
            Ok(())
        };
        let met = spread(count, "rows judged", judge)?;
        let met = met.into_iter().fold(Counts::default(), Counts::join);
        if let Some(place) = met.left_out {
            return refuse!("a case was left out: {}", self.pair(place));
        }
        let (missed, left) = (met.missed, self.counts.undecided);
        ensure!(
            missed <= left,
            "{left} pairs are said to be undecided; of more, {missed} are cases that are not listed"
        )?;
        Ok(met)
    }

    /// Compares numbers of pairs: what one program does not decide may be of any kind in the other, and is in reach in the one.
    fn compare(&self, own: &Counts) -> Checked<()> {
        let told = &self.counts;
        ensure!(told.undecided <= told.pairs, "more pairs are undecided than are in reach")?;
        ensure!(
            told.undecided <= own.open,
            "{} pairs are said to be undecided; a search decides all but {} at the most",
            told.undecided,
            own.open
        )?;
        let fits = told.pairs <= own.pairs.saturating_add(told.undecided)
            && own.pairs <= told.pairs.saturating_add(own.undecided);
        ensure!(fits, "{} pairs in reach are stated; there are {}", told.pairs, own.pairs)?;
        for (name, is, there_are) in [
            ("exact values at numbers", told.exact[0], own.exact[0]),
            ("exact values at midpoints", told.exact[1], own.exact[1]),
            ("values next to a breakpoint", told.next, own.next),
        ] {
            let is_possible = is <= there_are.saturating_add(own.undecided)
                && there_are <= is.saturating_add(told.undecided);
            ensure!(is_possible, "{is} {name} are stated; there are {there_are}")?;
        }
        Ok(())
    }
}

impl Counts {
    fn add(&mut self, judged: &Judged) {
        self.pairs += u64::from(*judged != Judged::Beyond);
        match judged {
            Judged::Beyond | Judged::Ordinary | Judged::Case(_) => {}
            Judged::Exact { midpoint } => self.exact[usize::from(*midpoint)] += 1,
            Judged::Next => self.next += 1,
            Judged::Unknown => self.undecided += 1,
        }
    }

    fn join(mut self, other: Counts) -> Counts {
        self.pairs += other.pairs;
        self.exact = [0, 1].map(|kind| self.exact[kind] + other.exact[kind]);
        self.next += other.next;
        self.undecided += other.undecided;
        self.open += other.open;
        self.missed += other.missed;
        self.left_out = [self.left_out, other.left_out].into_iter().flatten().min();
        self
    }
}
