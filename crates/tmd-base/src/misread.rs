//! Why a file of JSON, TOML or CSV was not read, in this project's words: those of the libraries that read them are meant
//! for programmers.

use serde_json::error::Category;

/// Longest piece of the file that is quoted, in characters.
const MOST_QUOTED: usize = 60;

/// Where and why JSON is refused, "line 3, column 7: a list is expected, not the text "a"". The text that was read begins
/// after so many lines of its file.
pub fn json(error: &serde_json::Error, lines_before: usize) -> String {
    let said = error.to_string();
    // The library appends the place, where it knows one.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = said.strip_suffix(&place).unwrap_or(&said);
    let why = match error.classify() {
        Category::Eof => {
            "it ends in the middle of a value: the file is empty, or cut short".to_owned()
        }
        Category::Syntax => syntax(message),
        Category::Data | Category::Io => data(message),
    };
    match error.line() {
        0 => why,
        line => format!("line {}, column {}: {why}", lines_before + line, error.column()),
    }
}

/// Why a value that could be read is not what belongs there.
pub fn data(message: &str) -> String {
    let of = |start: &str| message.strip_prefix(start);
    if let Some((found, wanted)) = of("invalid type: ")
        .or(of("invalid value: "))
        .and_then(|rest| rest.split_once(", expected "))
    {
        return format!("{} is expected, not {}", expected(wanted), found_there(found));
    }
    if let Some(name) = of("missing field ") {
        return format!("{name} is missing");
    }
    if let Some(name) = of("duplicate field ") {
        return format!("{name} is there twice");
    }
    let unknown = of("unknown field ").or(of("unknown variant ")).unwrap_or_default();
    if let Some((name, known)) = unknown.split_once(", expected ") {
        let known = known.strip_prefix("one of ").unwrap_or(known);
        return format!("there is no {name} here, only {known}");
    }
    if let Some((name, _)) = unknown.split_once(", there are no ") {
        return format!("there is no {name} here");
    }
    message.to_owned()
}

/// Why a text is no JSON.
fn syntax(message: &str) -> String {
    match message {
        "expected value" => "a value is expected".to_owned(),
        "trailing characters" => "something follows after its end".to_owned(),
        "trailing comma" => "there is a comma after the last value".to_owned(),
        "key must be a string" => "a name in quotation marks is expected".to_owned(),
        "invalid number" => "this is no number of JSON".to_owned(),
        "number out of range" => "the number is too large".to_owned(),
        "recursion limit exceeded" => "it is nested too deeply".to_owned(),
        _ => match message.strip_prefix("expected `") {
            Some(signs) => format!("`{signs} is expected"),
            None => "this is no JSON".to_owned(),
        },
    }
}

/// What belongs there.
fn expected(wanted: &str) -> String {
    let bits = wanted.strip_prefix(['u', 'i']).and_then(|bits| bits.parse::<u32>().ok());
    match (wanted, bits) {
        ("usize", _) => "a whole number that is not negative".to_owned(),
        (unsigned, Some(bits)) if unsigned.starts_with('u') => {
            format!("a whole number from 0 to 2^{bits} - 1")
        }
        ("isize", _) | (_, Some(_)) => "a whole number".to_owned(),
        ("f32" | "f64", _) => "a number".to_owned(),
        ("a sequence", _) => "a list".to_owned(),
        ("a map", _) => "an object".to_owned(),
        ("a string" | "string", _) => "a text".to_owned(),
        (kind, _) if kind.starts_with("struct ") => "an object".to_owned(),
        _ => wanted.to_owned(),
    }
}

/// What is there.
fn found_there(found: &str) -> String {
    let quoted = |text: &str| match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let kinds = [
        ("string ", "the text "),
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
    ];
    for (kind, ours) in kinds {
        if let Some(value) = found.strip_prefix(kind) {
            return format!("{ours}{}", quoted(value));
        }
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "null" => "null".to_owned(),
        _ => quoted(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)] // only the errors count
    struct Basket {
        owner: String,
        apples: u32,
        #[serde(default)]
        names: Vec<String>,
    }

    #[test]
    fn json_is_refused_in_our_words() {
        for (text, why) in [
            (
                "",
                "line 6, column 0: it ends in the middle of a value: the file is empty, or cut short",
            ),
            (
                "{\"owner\":",
                "line 6, column 9: it ends in the middle of a value: the file is empty, or cut short",
            ),
            ("{,}", "line 6, column 2: a name in quotation marks is expected"),
            ("[1 2]", "line 6, column 2: a text is expected, not the number `1`"),
            ("hello", "line 6, column 1: a value is expected"),
            ("3", "line 6, column 1: an object is expected, not the number `3`"),
            ("{\"owner\":\n3}", "line 7, column 1: a text is expected, not the number `3`"),
            ("{\"owner\":\"a\"}", "line 6, column 13: `apples` is missing"),
            (
                "{\"owner\":\"a\",\"apples\":-1}",
                "line 6, column 24: a whole number from 0 to 2^32 - 1 is expected, not the number `-1`",
            ),
            (
                "{\"pears\":1}",
                "line 6, column 8: there is no `pears` here, only `owner`, `apples`, `names`",
            ),
            ("{\"owner\":\"a\",\"owner\":\"b\"}", "line 6, column 20: `owner` is there twice"),
            (
                "{\"owner\":\"a\",\"apples\":1,\"names\":\"b\"}",
                "line 6, column 35: a list is expected, not the text \"b\"",
            ),
            (
                "{\"owner\":\"a\",\"apples\":1,\"names\":[\"b\"",
                "line 6, column 36: it ends in the middle of a value: the file is empty, or cut short",
            ),
            ("{\"owner\":\"a\" \"apples\"", "line 6, column 14: `,` or `}` is expected"),
        ] {
            let error = serde_json::from_str::<Basket>(text).expect_err("it is refused");
            let said = json(&error, 5);
            assert!(said.starts_with(why), "{text}: {said}; the library says: {error}");
        }
    }

    #[test]
    fn messages_of_our_own_stay() {
        let own = "there is no fruit called `potato`, only `apple`";
        assert_eq!(data(own), own);
        let long = data(&format!("invalid type: string {:?}, expected a map", "a".repeat(1000)));
        assert!(long.len() < 120 && long.contains("an object is expected"), "{long}");
    }
}
