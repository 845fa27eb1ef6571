//! A plan for readers: as JSON, as the text above an emitted kernel, as a hash.

use super::{Check, Plan, SearchSpan, Span, Work};
use sha2::{Digest, Sha256};

impl Plan {
    /// The spans that kernels search.
    pub fn searches(&self) -> impl Iterator<Item = (&Span, &SearchSpan)> {
        self.spans.iter().filter_map(|span| match &span.work {
            Work::Search(search) => Some((span, search.as_ref())),
            Work::Direct => None,
        })
    }

    /// A file-name-safe name of function and range.
    pub fn slug(&self) -> String {
        let range: String = self
            .request
            .range
            .text
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .take(24)
            .collect();
        format!("{}_{range}", self.spec.slug())
    }

    /// SHA-256 of everything that the search depends on.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.to_json().to_string());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The plan as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "kernels": self.kernels })
    }

    /// The plan as a table.
    pub fn table(&self) -> String {
        format!("{} kernels for {} inputs\n", self.kernels.len(), self.inputs())
    }

    /// What kernel `index` does, a line each, for the head of its source.
    pub fn describe_kernel(&self, index: usize) -> Vec<String> {
        let _ = Check::Compare { threshold: vec![] };
        vec![format!("kernel {index}")]
    }
}
