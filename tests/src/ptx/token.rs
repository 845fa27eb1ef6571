//! PTX text as a list of words and signs, each with its line.

use super::Complaint;

/// A word (name, number, directive, instruction) or a single sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// Splits a text, leaving out blanks and comments.
pub(super) fn tokens(source: &str) -> Result<Vec<Token<'_>>, Complaint> {
    let mut list = vec![];
    for (index, line) in source.lines().enumerate() {
        let line_number = index + 1;
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = token_length(rest).ok_or_else(|| {
                Complaint::new(line_number, format!("the character {first:?} is not known"))
            })?;
            let (text, after) = rest.split_at(length);
            list.push(Token { text, line: line_number });
            rest = after.trim_start();
        }
    }
    Ok(list)
}

/// Bytes of the token at the start of a text that is not empty.
fn token_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first == '"' {
        return text[1..].find('"').map(|end| end + 2);
    }
    if ",;:{}[]()=+|!@".contains(first) {
        return Some(1);
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.$%<>".contains(c);
    let sign = usize::from(first == '-');
    let length = text[sign..].find(|c| !is_word(c)).unwrap_or(text.len() - sign);
    (length > 0).then_some(sign + length)
}
