//! Filling of the templates' frames.

use tera::{Context, Tera};
use tmd_base::diag::{Diag, DiagKind};
pub use tmd_templates::*;

/// Fills a frame; an unknown or missing variable is an error, nothing is escaped.
pub(crate) fn render(frame: &str, context: &Context) -> Result<String, Diag> {
    Tera::one_off(frame, context, false).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("a frame does not render: {error:?}"))
    })
}
