//! Lines in the comments of a file.

/// Lines as comments: each behind a sign.
pub(super) fn written(about: &[String], sign: &str) -> String {
    about.iter().map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n").collect()
}

/// The line in a comment, without its sign and one space.
pub(super) fn line(text: &str, sign: &str) -> Option<String> {
    let text = text.trim_end().strip_prefix(sign)?;
    Some(text.strip_prefix(' ').unwrap_or(text).to_owned())
}
