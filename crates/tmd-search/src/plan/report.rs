//! A plan for readers: as JSON, as a table, as the text above an emitted kernel, as a hash.

mod bars;
mod json;
mod kernel;
mod summary;
mod table;
mod text;

use super::{Plan, SearchSpan, Span, Work};
use json::Extent;
use tmd_base::engine::ENGINE;
use tmd_base::hash::written_hex;

impl Plan {
    /// The spans that kernels search.
    pub fn searches(&self) -> impl Iterator<Item = (&Span, &SearchSpan)> {
        self.spans.iter().filter_map(|span| match &span.work {
            Work::Search(search) => Some((span, search.as_ref())),
            _ => None,
        })
    }

    /// A file-name-safe name of function and range.
    pub fn slug(&self) -> String {
        let interval = self.request.range.interval();
        let ends = interval.trim_start_matches('[').trim_end_matches(')');
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let range: String = ends.chars().map(plain).take(24).collect();
        format!("{}_{range}", self.spec.slug())
    }

    /// SHA-256 of everything that results depend on: function, formats, inputs, what is reported of them, spans, bounds,
    /// kernels, and the version of this program's engine ([`ENGINE`]); but neither predictions of the cost model nor the
    /// wording of the request (`1,2` and `1.0,2.0` make the same plan). Units, campaigns and certificates are known by
    /// it.
    pub fn hash(&self) -> String {
        self.hash_by(ENGINE)
    }

    /// The hash of the same plan by another version of the engine.
    pub fn hash_by(&self, engine: u32) -> String {
        // A hash takes whatever is written.
        written_hex(|out| json::write_proof(self, engine, out)).unwrap_or_default()
    }

    /// The plan as JSON: everything that is in it, the same text for the same plan on any machine.
    pub fn to_json(&self) -> serde_json::Value {
        json::plan(self, Extent::Full)
    }

    /// The plan in about ten lines, at most 110 columns wide.
    pub fn summary(&self) -> String {
        summary::summary(self)
    }

    /// The plan as a table that a person can follow, at most 110 columns wide.
    pub fn table(&self) -> String {
        table::table(self)
    }

    /// The lines of the plan about a stage of a kernel: its numbers with their origins, then the terms of its
    /// error budget on the first span that the kernel searches, a line each.
    pub fn describe_stage(&self, kernel: usize, stage: usize) -> Vec<String> {
        kernel::describe_stage(self, kernel, stage)
    }

    /// The head of kernel `index`: what it searches and why nothing is missed, a line each, for the head of its
    /// source.
    pub(crate) fn describe_kernel(&self, index: usize) -> Vec<String> {
        kernel::describe(self, index)
    }
}
