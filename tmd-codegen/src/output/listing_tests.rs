use super::listing;
use crate::cases::*;
use crate::load::{self, INTERPRETER, LoadOptions};
use crate::request::Request;
use crate::results::Results;
use crate::spec::FunctionSpec;
use crate::spec::format::FormatName;
use crate::verdict::CaseKind;
use crate::{plan, search};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A search of exp with the cases of a small format, as a list.
fn found() -> List {
    let mut request = Request::in_range("exp(x)", "-4,4");
    request.precision = FormatName::parse("--precision", "binary16").expect("a format");
    request.bits = Some(4);
    request.target = INTERPRETER.to_owned();
    let plan = plan::make(&request).expect("plan");
    let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
    let loaded = load::load(plan, &options, "test").expect("kernels");
    let report = search::run(&loaded.plan, &loaded.kernels, &tmd_runtime::Options::default(), &());
    let command = request.command("search");
    let results = Results { plan: &loaded.plan, report: &report, command: &command, units: &[] };
    assert!(results.is_complete());
    listing::list(results).expect("a list")
}

const KINDS: [FileKind; 6] = [
    FileKind::Wc,
    FileKind::Binary,
    FileKind::JsonLines,
    FileKind::Csv,
    FileKind::CHeader,
    FileKind::RustTable,
];

fn write(list: &List, kind: FileKind, folder: &Path) -> std::path::PathBuf {
    let path = folder.join(format!("list.{}", kind.name()));
    fs::write(&path, kind.write(list, "list").expect("bytes")).expect("written");
    if let Some(beside) = kind.beside(&path) {
        let about = List { about: list.about.clone(), ..List::default() };
        fs::write(beside, FileKind::Wc.write(&about, "").expect("text")).expect("written");
    }
    path
}

#[test]
fn every_kind_becomes_every_other() {
    let list = found();
    assert!(list.cases.len() > 100 && list.cases.iter().all(|case| case.hardness.is_some()));
    let folder = tempfile::tempdir().expect("a folder");
    let bare = |list: &List| list.cases.iter().map(Case::hex).collect::<Vec<_>>();
    for from in KINDS {
        let once = read(&write(&list, from, folder.path())).expect("read");
        assert_eq!(once.about, list.about, "{from}");
        assert_eq!(bare(&once), bare(&list), "{from}");
        let keeps = matches!(from, FileKind::JsonLines | FileKind::Csv);
        assert_eq!(once == list, keeps, "{from}");
        for to in KINDS {
            let twice = read(&write(&once, to, folder.path())).expect("read");
            assert_eq!((&twice.about, bare(&twice)), (&list.about, bare(&list)));
        }
    }
}

#[test]
fn hardness_that_was_lost_is_found_again() {
    let list = found();
    let mut bare = list.clone();
    bare.cases.iter_mut().for_each(|case| case.hardness = None);
    bare.measure(&FunctionSpec::parse("exp").expect("exp"));
    for (measured, case) in bare.cases.iter().zip(&list.cases) {
        let (measured, wanted) = (measured.hardness.expect("hard"), case.hardness.expect("hard"));
        assert_eq!((measured.identical_bits, measured.kind), (wanted.identical_bits, wanted.kind));
        let [measured, wanted] = [measured, wanted].map(|hardness| hardness.distance.to_f64());
        assert!((measured / wanted - 1.0).abs() < 1e-12, "{}", case.hex());
    }
}

#[test]
fn values_that_are_no_cases_have_no_hardness() {
    let mut list = List::parse(
        FileKind::Wc,
        "list",
        "0x1p+0\n-0x1p+0\n0x1.8p+0\n0x1p+1000\n0x0p+0\n".as_bytes(),
    )
    .expect("a list");
    list.measure(&FunctionSpec::parse("log").expect("log"));
    // log 1 is exact; -1 and 0 have no logarithm.
    let known: Vec<bool> = list.cases.iter().map(|case| case.hardness.is_some()).collect();
    assert_eq!(known, [false, false, true, true, false]);
    // 17 identical bits are not near: hardness is measured however small it is.
    assert!(list.cases[2].hardness.expect("measured").identical_bits < 17);
    // The hardest published case of exp (shared by all who have searched it).
    let mut list =
        List::parse(FileKind::Wc, "list", "0x1.83d4bcdebb3f4p+2\n".as_bytes()).expect("a list");
    list.measure(&FunctionSpec::parse("exp").expect("exp"));
    let hardness = list.cases[0].hardness.expect("measured");
    assert_eq!((hardness.identical_bits, hardness.kind), (57, CaseKind::Directed));
}

#[test]
fn samples_are_the_hardest_of_each_binade() {
    let list = found();
    let mut sample = list.clone();
    sample.sample(100).expect("a sample");
    assert_eq!(sample.cases.len(), 100);
    let coverage = sample.about("coverage").expect("said");
    assert!(coverage.starts_with("a sample, the 100 hardest of ") && coverage.contains("complete"));
    // Each group has its hardest before any has a second one that is left out.
    let key = |case: &Case| {
        let exponent = case.hex().split_once('p').map(|(_, e)| e.to_owned());
        (case.x < 0, exponent, case.hardness.map(|hardness| hardness.kind))
    };
    let mut groups = BTreeMap::<_, Vec<&Case>>::new();
    for case in &list.cases {
        groups.entry(key(case)).or_default().push(case);
    }
    let distance = |case: &Case| case.hardness.expect("hard").distance;
    for group in groups.values() {
        let of_group = group.iter().filter(|case| sample.cases.contains(case)).count();
        for case in group {
            let rank = group.iter().filter(|other| distance(other) <= distance(case)).count();
            assert_eq!(sample.cases.contains(case), rank <= of_group, "{}", case.hex());
        }
    }
    assert!(groups.len() < 100, "{}", groups.len());
    let in_sample: BTreeSet<_> = sample.cases.iter().map(key).collect();
    assert!(groups.keys().eq(&in_sample), "{in_sample:?}");
    // The order stays.
    assert!(sample.cases.is_sorted_by(|a, b| a.x < b.x));
    // Nothing can be chosen where nothing is known.
    let mut bare =
        List::parse(FileKind::Wc, "list", "0x1p+0\n0x1p+1\n".as_bytes()).expect("a list");
    assert!(bare.sample(1).expect_err("unknown").help.expect("help").contains("--function"));
}

#[test]
fn what_every_list_says() {
    let bare = List::parse(
        FileKind::Wc,
        "list",
        "# by hand\n0x1p+0 # one\n\n+nan\n-inf\nsNaN\n".as_bytes(),
    )
    .expect("a list");
    assert_eq!(bare.cases.len(), 1);
    for kind in KINDS {
        let bytes = match kind.beside(Path::new("list.bin")) {
            None => kind.write(&bare, "list").expect("bytes"),
            Some(path) => {
                assert_eq!(path, Path::new("list.bin.txt"));
                continue;
            }
        };
        let text = String::from_utf8(bytes).expect("text");
        for part in [
            "by hand",
            "left out: 3 lines",
            "threshold: not stated by the source",
            "coverage: not stated by the source",
        ] {
            assert!(text.contains(part), "{kind}: no {part:?} in\n{text}");
        }
    }
    let list = found();
    let text = String::from_utf8(FileKind::Wc.write(&list, "").expect("a list")).expect("text");
    for part in ["# function: exp(x)\n", "# threshold: |f(x)", "# coverage: complete, "] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let parse = |kind: FileKind, text: &[u8]| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("list.{}", kind.name()));
        fs::write(&path, text).expect("written");
        read(&path).expect_err("refused").render(false)
    };
    for (kind, text, part) in [
        (FileKind::Wc, "0x1p+0\n0x1.gp+0\n", "line 2"),
        (FileKind::Wc, "0x1p+0,0x1p+1\n", "line 1"),
        (FileKind::Wc, "0.1\n", "line 1"),
        (FileKind::JsonLines, "{\"about\":[]}\n{\"x\":\"0x1p+0\"}\n{\"y\":1}\n", "line 3"),
        (FileKind::Csv, "x\n0x1p+0\n1.5\n", "does not begin with 0x"),
        (FileKind::Csv, "x,distance\n0x1p+0,near\n", "line 2"),
        (FileKind::CHeader, "int main;", "no array"),
        (FileKind::RustTable, "pub const A: [f64; 1] = [\n    1.0,\n];\n", "line 2"),
        (FileKind::Document, "{}", "`about` is missing"),
        (FileKind::Binary, "1234567", "not a multiple of 8"),
    ] {
        let message = parse(kind, text.as_bytes());
        assert!(message.contains(part), "{kind}: no {part:?} in\n{message}");
    }
    for (name, part) in [("list", "does not tell"), ("list.txt", "choose one of wc, bin")] {
        let message = FileKind::of(Path::new(name)).expect_err("refused").render(false);
        assert!(message.contains(part), "{message}");
    }
    let huge = List::parse(FileKind::Wc, "list", "0x1.0000000000000000001p+0\n".as_bytes())
        .expect("a list");
    assert!(
        FileKind::Binary.write(&huge, "").is_err() && FileKind::RustTable.write(&huge, "").is_err()
    );
    let text = format!("0x1.{}1p+0\n", "0".repeat(70_000));
    assert!(
        List::parse(FileKind::Wc, "list", text.as_bytes())
            .expect_err("refused")
            .message
            .contains("in no format")
    );
    for (text, part) in [
        ("x,distance\n0x1p+0,1e-3\n", "row 1"),
        (
            "x,identical_bits,distance,kind\n0x1p0,5,nan,nearest\n",
            "the distance is not a number of 0 or more",
        ),
    ] {
        let message =
            List::parse(FileKind::Csv, "list", text.as_bytes()).expect_err("refused").message;
        assert!(message.contains(part), "{message}");
    }
    // A list that says of which format its inputs are must be right.
    let mut list =
        List::parse(FileKind::Wc, "list", "0x1.0000000000001p+0\n".as_bytes()).expect("a list");
    for (format, is_refused) in [("binary32", true), ("binary64", false)] {
        list.say("input format", format);
        for kind in [FileKind::CHeader, FileKind::RustTable] {
            assert_eq!(kind.write(&list, "a").is_err(), is_refused, "{kind} {format}");
        }
    }
}

#[test]
fn arrays_hold_the_numbers_in_the_type_of_their_format() {
    let mut list =
        List::parse(FileKind::Wc, "list", "0x1.8p+0\n-0x1p-3\n".as_bytes()).expect("a list");
    for (format, c, rust) in [
        (
            "binary16 (11 bits)",
            "static const float cases_1_cases[] = {\n    0x1.8p+0f,",
            Some("[f32; 2]"),
        ),
        (
            "binary32 (24 bits)",
            "0x1.8p+0f,\n    -0x1p-3f,",
            Some("f32::from_bits(0x3fc00000), // 0x1.8p+0"),
        ),
        (
            "binary64 (53 bits)",
            "static const double cases_1_cases[] = {\n    0x1.8p+0,",
            Some("CASES_1_CASES: [f64; 2]"),
        ),
        ("x87 (64 bits)", "static const long double cases_1_cases[] = {\n    0x1.8p+0L,", None),
        (
            "12 bits with the exponents of binary32 (12 bits)",
            "static const float",
            Some("[f32; 2]"),
        ),
    ] {
        list.say("input format", format);
        let name = array_name(Path::new("folder/1.h"));
        let text = |kind: FileKind| {
            String::from_utf8(kind.write(&list, &name).expect("text")).expect("text")
        };
        let header = text(FileKind::CHeader);
        assert!(header.contains(c) && header.contains("#define CASES_1_CASES_COUNT 2"), "{header}");
        if let Some(rust) = rust {
            assert!(text(FileKind::RustTable).contains(rust), "{}", text(FileKind::RustTable));
        }
    }
    list.say("input format", "binary128 (113 bits)");
    assert!(FileKind::CHeader.write(&list, "a").is_err());
}

#[test]
fn what_is_said_stays_what_is_said() {
    let mut list =
        List::parse(FileKind::Wc, "list", "# x[0] = [1,2)\n# /* */\n0x1p+0\n".as_bytes())
            .expect("a list");
    list.about.push("two\n0x1p+7 lines".to_owned());
    let folder = tempfile::tempdir().expect("a folder");
    for kind in KINDS {
        let again = read(&write(&list, kind, folder.path())).expect("read");
        assert_eq!(again.cases, list.cases, "{kind}");
    }
    // A mark before the text, a format without its bits, hexadecimal digits that look like suffixes.
    let text = "\u{feff}# input format: binary32\n0x1p+0\n";
    let list = List::parse(FileKind::Wc, "list", text.as_bytes()).expect("a list");
    assert_eq!((list.about("input format"), list.input_format().precision), (Some("binary32"), 24));
    let header = "/*\n */\nstatic const double a[] = {\n    0x1f,\n    0x1fp+0L,\n};\n";
    let list = List::parse(FileKind::CHeader, "list", header.as_bytes()).expect("a list");
    assert_eq!(list.cases.iter().map(Case::hex).collect::<Vec<_>>(), ["0x1.fp+4", "0x1.fp+4"]);
    assert_eq!(array_name(Path::new("exp.h")), "exp_cases");
}

#[test]
fn tiny_distances_are_measured_not_bounded() {
    for (format, x, bits) in [
        // exp(x) is 1 + x and a little; half an ulp is 2^-53 or 2^-64 above 1, half of that below.
        ("binary64", "0x1p-1022", 968),
        ("x87", "0x1p-16000", 15935),
        ("x87", "-0x1p-16000", 15935),
    ] {
        let mut list =
            List::parse(FileKind::Wc, "list", format!("{x}\n").as_bytes()).expect("a list");
        list.say("output format", format);
        list.measure(&FunctionSpec::parse("exp").expect("exp"));
        let hardness = list.cases[0].hardness.expect("measured");
        assert_eq!((hardness.identical_bits, hardness.kind), (bits, CaseKind::Directed), "{x}");
    }
}
