//! Text that somebody else wrote, shown so that it can be read but does nothing: no escape sequence reaches a terminal,
//! and no sign that reorders or hides what stands around it.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character acts instead of being seen. All controls but ends of lines and tabulators, and the format
/// characters of Unicode: directions of text, joiners, marks without width, tags.
fn acts(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// A text with everything that acts in it spelled as in Rust: `\u{202e}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    spelled(text, |out, c| write!(out, "{}", c.escape_unicode()))
}

/// Spells such characters in a text of JSON, where only strings hold them: it still means the same.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    spelled(json, |out, c| {
        c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
    })
}

fn spelled(text: &str, spell: impl Fn(&mut String, char) -> std::fmt::Result) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match acts(c) {
            // A String takes everything.
            true => spell(&mut out, c).unwrap_or_default(),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_spelled_and_what_is_read_stays() {
        assert_eq!(
            visible("f(x) = 2^-3 · √π ε''\n\tμ, naïve, 例"),
            "f(x) = 2^-3 · √π ε''\n\tμ, naïve, 例"
        );
        let hostile = "a\u{1b}[2Jb\u{202e}c\rd\u{7}\u{9b}31m\u{e0041}";
        let shown = visible(hostile);
        assert_eq!(shown, "a\\u{1b}[2Jb\\u{202e}c\\u{d}d\\u{7}\\u{9b}31m\\u{e0041}");
        assert_eq!(visible(&shown), shown);
        for code in (0..0x20)
            .chain(0x7f..0xa0)
            .chain(0x200b..0x2010)
            .chain(0x202a..0x202f)
            .chain(0x2066..0x206a)
        {
            let c = char::from_u32(code).expect("a character");
            assert_eq!(
                visible(&c.to_string()) == c.to_string(),
                ['\n', '\t'].contains(&c),
                "{code:x}"
            );
        }
    }

    #[test]
    fn json_means_the_same() {
        let value =
            serde_json::json!({ "a\u{202e}": ["\u{1b}[2J\u{7f}", "\u{e0041}\u{9b}", "π\n"] });
        let raw = serde_json::to_string_pretty(&value).expect("JSON");
        let shown = visible_json(&raw);
        assert_ne!(shown, raw);
        assert_eq!(visible(&shown), shown);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).expect("JSON"), value);
    }
}
