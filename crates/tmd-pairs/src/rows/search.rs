//! The search: fields in units of rows, units in parts that are kept, one after the other.

use super::field::Field;
use super::fields::{Fields, fields};
use super::job::{RowsJob, Unit, pairs};
use super::one::NextToOne;
use super::part::Part;
use super::powers::Powers;
use crate::finished::{Finished, Place};
use crate::plane::{Judge, PlaneCertificate, Request};
use std::path::Path;
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_runtime::{Kernel, Options as RunOptions, Progress};
use tmd_search::load::{self, LoadOptions};

/// Predicted seconds of a part on one core.
const PART_SECONDS: f64 = 120.0;
/// Predicted seconds of a unit, which one thread works on.
const UNIT_SECONDS: f64 = 0.5;

/// A search that is planned.
pub struct Planned<'a> {
    request: &'a Request,
    pub(super) fields: Vec<Field>,
    decided: Vec<Powers>,
    next: Vec<NextToOne>,
    ones: u64,
    judge: Judge,
}

/// How a search is run.
pub struct Options<'a> {
    /// What kernels run on.
    pub load: &'a LoadOptions,
    /// Threads, and how to stop.
    pub run: &'a RunOptions,
    /// Where finished parts are kept.
    pub dir: Option<&'a Path>,
}

impl<'a> Planned<'a> {
    /// Plans the search of pairs in larger formats.
    ///
    /// # Errors
    /// If there is no proof for some pairs.
    pub fn new(request: &'a Request) -> Result<Planned<'a>, Diag> {
        let Fields { fields, decided, next, ones } = fields(request)?;
        Ok(Planned { request, fields, decided, next, ones, judge: Judge::new(request)? })
    }

    /// Predicted seconds on one core.
    pub fn seconds(&self) -> f64 {
        // From 0 on: the sum of no numbers is -0.
        self.fields.iter().map(Field::seconds).fold(0.0, |sum, own| sum + own)
    }

    /// How many pairs there are, those out of reach included.
    pub fn pairs(&self) -> u128 {
        let own = |field: &Field| field.shape().into_iter().map(u128::from).product::<u128>();
        let next = self.next.iter().map(|own| u128::from(own.pairs())).sum::<u128>();
        let decided = self.decided.iter().map(|own| u128::from(own.pairs())).sum::<u128>();
        u128::from(self.ones) + next + decided + self.fields.iter().map(own).sum::<u128>()
    }

    /// The kernels that there are to compile.
    pub fn kernels(&self) -> usize {
        self.fields.len()
    }

    /// Loads the kernels and searches all pairs; progress is told in pairs.
    ///
    /// # Errors
    /// If kernels cannot be loaded or fail, the search is stopped, or the folder cannot be used.
    pub fn search(
        &self,
        options: &Options<'_>,
        progress: &dyn Progress,
    ) -> Result<PlaneCertificate, Diag> {
        let parts = self.parts();
        let finished = Finished::new(options.dir, self.request.command(), parts.len())?;
        let mut all = Part { pairs: self.ones, ..Part::default() };
        // 1 is a number of the format.
        all.exact.directed = self.ones;
        all.join(self.next_to_one(progress));
        all.join(self.decided());
        let mut kernels: Option<Vec<Arc<dyn Kernel>>> = None;
        for (number, units) in parts.into_iter().enumerate() {
            let place = Place { number, rows: self.rows(&units) };
            let part = finished.part(
                place,
                progress,
                |part: &Part| part.pairs,
                || {
                    let kernels = match &mut kernels {
                        Some(kernels) => kernels,
                        none => none.insert(self.load(options.load)?),
                    };
                    self.part(units, kernels, options.run, progress)
                },
            )?;
            all.join(part);
        }
        all.cases.sort_by(|(a, _), (b, _)| a.cmp(b));
        let cases = all.cases.into_iter().map(|(_, case)| case).collect();
        Ok(PlaneCertificate::new(self.request, all.pairs, all.exact, all.next, cases))
    }

    /// Counts the pairs that are next to 1.
    fn next_to_one(&self, progress: &dyn Progress) -> Part {
        let mut part = Part::default();
        for own in &self.next {
            part.pairs += own.pairs();
            part.next += own.nearer(self.request.format.precision, self.request.bits);
            progress.advance(own.pairs());
        }
        part
    }

    /// Decides on the pairs that no kernel searches.
    fn decided(&self) -> Part {
        let mut part = Part::default();
        for Powers { x, y, .. } in &self.decided {
            for (i, j) in (0..x.count).flat_map(|i| (0..y.count).map(move |j| (i, j))) {
                part.decide(&self.judge, [x.x(i), y.x(j)]);
            }
        }
        part
    }

    fn load(&self, options: &LoadOptions) -> Result<Vec<Arc<dyn Kernel>>, Diag> {
        let command = self.request.command();
        let mut kernels = vec![];
        for field in &self.fields {
            let loaded = load::load(field.plan.clone(), options, &command)?;
            // Without a compiler, precompiled kernels stand in, which read other seeds.
            if loaded.plan.kernels != field.plan.kernels {
                let message = "there is no compiler, and no precompiled kernel is one for rows";
                return Err(Diag::new(DiagKind::NoCompiler, message)
                    .help("install a Rust compiler, or give --target interpreter"));
            }
            kernels.extend(loaded.kernels);
        }
        Ok(kernels)
    }

    /// The rows of a part's units, in words.
    fn rows(&self, units: &[Unit]) -> String {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return String::new() };
        let Field { along, powers: Powers { x, y, .. }, .. } = &self.fields[first.field];
        let [of_x, of_y] = [x, y].map(|own| format!("{} numbers from {}", own.count, own.hex(0)));
        let (from, to) = (first.rows.start, last.rows.end);
        format!("rows {from} to {to} along {along:?}: x {of_x}, y {of_y}")
    }

    /// The units of each part.
    fn parts(&self) -> Vec<Vec<Unit>> {
        let mut parts = vec![];
        for (field, of) in self.fields.iter().enumerate() {
            let [rows, _] = of.shape();
            let row_seconds = of.seconds() / narrow::about(rows);
            let together = |seconds: f64| {
                narrow::whole((seconds / row_seconds).floor().clamp(1.0, narrow::about(rows)))
            };
            let unit_rows = together(UNIT_SECONDS).min(of.rows_together());
            let part_rows = together(PART_SECONDS).max(unit_rows);
            for start in (0..rows).step_by(narrow::to_usize(part_rows)) {
                let end = rows.min(start + part_rows);
                let units = (start..end).step_by(narrow::to_usize(unit_rows));
                let unit = |first: u64| Unit { field, rows: first..end.min(first + unit_rows) };
                parts.push(units.map(unit).collect());
            }
        }
        parts
    }

    fn part(
        &self,
        units: Vec<Unit>,
        kernels: &[Arc<dyn Kernel>],
        options: &RunOptions,
        progress: &dyn Progress,
    ) -> Result<Part, Diag> {
        let pairs = units.iter().map(|unit| pairs(&self.fields[unit.field], &unit.rows)).sum();
        let mut part = Part { pairs, ..Part::default() };
        let job = RowsJob { fields: &self.fields, units, judge: &self.judge };
        let outcome = tmd_runtime::run(&job, kernels, options, progress);
        if let Some(error) = outcome.error {
            return Err(error.into());
        }
        if outcome.stopped {
            return Err(Diag::new(DiagKind::Environment, "the search was stopped").help(
                "with --campaign DIR, finished parts are kept, and the same command continues",
            ));
        }
        let found = outcome.results.into_iter().flat_map(|result| result.found);
        found.for_each(|found| part.take(found));
        part.cases.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(part)
    }
}
