//! What the program said on standard error, whatever the width at which it broke its lines.

/// The words of a report in one line: without the ends of lines, whose places depend on the lengths of the paths
/// in it, and without the bars of its frame.
pub(crate) fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !["│", "·"].contains(word)).collect();
    words.join(" ")
}
