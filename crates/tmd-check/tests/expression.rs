//! Certificates of expressions of two numbers: honest ones of the search, and forged ones that leave cases undecided.

#[path = "made/program.rs"]
mod program;

use program::check;

/// A certificate of 5 bits: of e^x·y there is one case among 16 pairs, of tan(atan(x))·y none of 256, but 60 pairs are not decided.
fn certificate(function: &str, range_y: &str, pairs: u64, undecided: u64, more: &str) -> String {
    format!(
        r#"{{"kind": "expression", "schema": 2, "engine": 3, "function": "{function}",
        "format": {{"precision": 5, "emin": -14, "emax": 15, "name": "5 bits with the exponents of binary16"}},
        "range_x": "1,2", "range_y": "{range_y}", "rounding": "all", "bits": 7, "pairs": {pairs},
        "exact": {{"nearest": 0, "directed": 0}}, "next": 0, "undecided": {undecided}, {more}}}"#
    )
}

const CASE: &str = r#""cases": [{"x": "0x1.dp+0", "y": "0x1p+0", "kind": "nearest", "identical_bits": 7,
    "distance": 0.005941295055887647}]"#;
const NO_CASE: &str = r#""cases": []"#;

fn shown(x: &str, y: &str, cases: &str) -> String {
    format!(r#""first_undecided": ["{x}", "{y}"], {cases}"#)
}

#[test]
fn cases_are_not_said_to_be_undecided() {
    let exp = |undecided, more: &str| certificate("exp(x) * y", "1,1.0625", 16, undecided, more);
    let (code, told) = check("expression-exp", &exp(0, CASE), &[]);
    assert!(code == Some(0) && told.contains("proved: all 16 pairs"), "{told}");
    for (name, text, reason) in [
        ("a case left out", exp(0, NO_CASE), "left out"),
        ("a case shown as undecided", exp(1, &shown("0x1.dp+0", "0x1p+0", NO_CASE)), "shown as"),
        ("another pair shown so", exp(1, &shown("0x1p+0", "0x1p+0", CASE)), "shown as"),
    ] {
        for more in [&[][..], &["--sample", "9"]] {
            let (code, told) = check("expression-forged", &text, more);
            assert!(code == Some(1) && told.contains(reason), "{name}: {told}");
        }
    }
}

#[test]
fn what_no_precision_tells_may_be_undecided() {
    let tan = |undecided| {
        let more = shown("0x1p+0", "0x1p+0", NO_CASE);
        certificate("tan(atan(x)) * y", "1,2", 256, undecided, &more)
    };
    let (code, told) = check("expression-tan", &tan(60), &[]);
    assert!(code == Some(0) && !told.contains("proved: all"), "{told}");
    let (code, told) = check("expression-tan", &tan(61), &[]);
    assert!(code == Some(1) && told.contains("decides all but 60"), "{told}");
}

/// Terms that cancel more bits than the search spends, and fewer than this program does: pairs out of reach that it does not decide.
#[test]
fn what_the_search_does_not_tell_is_in_reach() {
    let function = "(exp(x) + exp2(100 * y) - exp(x)) / exp2(100 * y) * exp(y)";
    let text = |pairs| {
        let more = shown("0x1p+0", "-0x1p+5", NO_CASE);
        certificate(function, "-32,-4", pairs, 24, &more).replace("\"1,2\"", "\"1,1.1\"")
    };
    let (code, told) = check("expression-terms", &text(78), &[]);
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = check("expression-terms", &text(83), &[]);
    assert!(code == Some(1) && told.contains("pairs in reach"), "{told}");
}
