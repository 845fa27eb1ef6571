//! JSON as every output writes it.

use crate::diag::{Diag, DiagKind};
use crate::visible::visible_json;
use serde::Serialize;

/// Anything as text, with a line's end. Characters that act on a terminal are spelled.
///
/// # Errors
/// If it cannot be expressed in JSON.
pub fn text<T: Serialize>(value: &T) -> Result<String, Diag> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("the results cannot be written as JSON: {error}"))
    })?;
    text.push('\n');
    Ok(visible_json(&text).into_owned())
}
