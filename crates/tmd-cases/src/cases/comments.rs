//! Lines in the comments of a file.

/// The line in a comment, without its sign and one space.
pub(super) fn line(text: &str, sign: &str) -> Option<String> {
    let text = text.trim_end().strip_prefix(sign)?;
    Some(text.strip_prefix(' ').unwrap_or(text).to_owned())
}
