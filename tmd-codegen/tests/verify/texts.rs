//! What is no certificate, and what was spoiled: refused, and never a panic.

use super::*;
use tmd_codegen::certificate::SCHEMA;
use tmd_codegen::diag::DiagKind;

fn unreadable(bytes: &[u8], parts: &[&str]) {
    independent::refuses(bytes);
    unreadable_here(bytes, parts);
}

fn unreadable_here(bytes: &[u8], parts: &[&str]) {
    let diag = verify::parse("c.json", bytes).expect_err("refused");
    assert_eq!(diag.kind, DiagKind::Syntax);
    says(&diag.message, parts);
}

#[test]
fn what_is_no_certificate() {
    unreadable(b"", &["c.json is not a certificate"]);
    unreadable(&[0xff, 0xfe], &["c.json is not text"]);
    unreadable(b"[[[[", &["c.json is not a certificate"]);
    unreadable(br#"{"schema": 1}"#, &[&format!("schema 1, not {SCHEMA}")]);
    let empty = format!("{{\"schema\": {SCHEMA}}}");
    unreadable(empty.as_bytes(), &["c.json is not a certificate", "is missing"]);
    unreadable(&b"[".repeat(1 << 20), &["c.json is not a certificate"]);
    let text = json::text(campaign()).expect("text");
    let more = text.replacen('{', "{\"blessed\": true,", 1);
    unreadable(more.as_bytes(), &["holds what no certificate has"]);
    unreadable(&text.as_bytes()[..text.len() / 2], &["c.json is not a certificate"]);
}

/// Spaces do not count. What else editors change is refused, and the message says that it is not what the file claims.
#[test]
fn formatted_anew() {
    let text = json::text(campaign()).expect("text");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let compact: String = text.lines().map(str::trim).collect();
    assert_eq!(verify::parse("c.json", compact.as_bytes()).as_ref(), Ok(campaign()));
    let sorted = serde_json::to_string_pretty(&value).expect("text");
    assert_ne!(sorted, text.trim_end(), "its names are in another order");
    let diag = verify::parse("c.json", sorted.as_bytes()).expect_err("refused");
    says(&diag.message, &["says what a certificate says", "is written differently", "line"]);
    assert!(diag.help.is_some_and(|help| help.contains("as it was written")));
}

/// Whatever number is changed to whatever other: a refusal, never a panic.
#[test]
fn numbers_of_all_sizes() {
    let inverse = ["exp", "--binade", "1,2", "--precision", "12", "--bits", "6", "--with-inverse"];
    for honest in [&searched(&inverse), campaign(), whole_format(), runs()] {
        numbers_changed(honest);
    }
}

fn numbers_changed(honest: &Certificate) {
    let strange =
        ["0", "1", "65", "18446744073709551615", "-1.5", "1e308", "5e-324", "4294967295", "0.0"];
    let text = serde_json::to_string(honest).expect("text");
    let numbers: Vec<(usize, usize)> = numbers(&text);
    for number in 0..120 {
        // A prime, so that all parts of the text are reached, whatever its length.
        let (start, end) = numbers[number * 7919 % numbers.len()];
        let other = strange[number % strange.len()];
        let forged = [&text[..start], other, &text[end..]].concat();
        let Ok(mut certificate) = verify::parse("c.json", forged.as_bytes()) else { continue };
        if certificate == *honest {
            continue;
        }
        certificate.digest = Some(certificate.digest_of_rest());
        let place = &text[start.saturating_sub(60)..end];
        match place.contains("\"kernel\":") {
            // The kernel of a neighbour may do for a span, too.
            true => Unseen::Plan.accepted(super::text(&certificate).as_bytes()),
            false => drop(independent::refuses(super::text(&certificate).as_bytes())),
        }
        let refused = second_search::verify(&certificate, &sampled());
        assert!(refused.is_err(), "{other} was accepted instead of the end of {place}");
    }
}

/// Where the numbers of a JSON text are, those in strings left out.
pub(crate) fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut places = vec![];
    let (mut inside, mut start) = (false, None);
    for (at, c) in text.char_indices() {
        let is_part = c.is_ascii_digit() || ['-', '.', 'e', '+'].contains(&c);
        match (start, inside) {
            (None, false) if c.is_ascii_digit() || c == '-' => start = Some(at),
            (Some(begin), _) if !is_part => {
                places.push((begin, at));
                start = None;
            }
            _ => {}
        }
        if c == '"' {
            inside = !inside;
        }
    }
    places
}

#[test]
fn names_that_are_told_twice_and_numbers_that_are_none() {
    let text = json::text(campaign()).expect("text");
    let cases = format!("\"cases\": {}", campaign().cases);
    for (old, new) in [
        (cases.as_str(), format!("{cases},\n  {cases}")),
        (&cases, "\"cases\": -1".into()),
        (&cases, "\"cases\": 1e400".into()),
        (&cases, "\"cases\": 36893488147419103232".into()),
        (&cases, "\"cases\": \"all\"".into()),
        (&cases, "\"cases\": null".into()),
        (&cases, format!("\"cases\": {}", "[".repeat(100_000))),
        (&cases, format!("\"belief\": {{}}, {cases}")),
        ("\"complete\": true", "\"complete\": 1".into()),
        ("\"segment\": 0", "\"segment\": 0, \"stretch\": 1".into()),
    ] {
        let changed = text.replacen(old, &new, 1);
        assert_ne!(changed, text, "{old}");
        independent::refuses(changed.as_bytes());
        let diag = verify::parse("c.json", changed.as_bytes()).expect_err("refused");
        assert_eq!(diag.kind, DiagKind::Syntax, "{new:.40}");
    }
}

/// Characters that act on a terminal are spelled in what the program writes; a certificate that has them is none.
#[test]
fn characters_that_act() {
    let forged = forged(campaign(), |c| c.devices = vec!["\u{202e}portable".into()]);
    let raw = serde_json::to_string(&forged).expect("text");
    Unseen::Device.accepted(raw.as_bytes());
    unreadable_here(raw.as_bytes(), &["says what a certificate says", "line"]);
    let written = json::text(&forged).expect("text");
    assert!(!written.contains('\u{202e}'));
    assert_eq!(verify::parse("c.json", written.as_bytes()).expect("read"), forged);
}
