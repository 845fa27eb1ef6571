//! Lists of the atlas beside those of related functions: what one search has found, another must have found.

mod called;
mod copied;
#[path = "../../tests/src/full.rs"]
#[expect(unreachable_pub, reason = "tests of the other package reach it")]
mod full;

use called::program;
use copied::{atlas, copy_of, folder};
use full::is_full;
use std::collections::BTreeMap;
use std::fs;
use tmd_codegen::atlas::{Atlas, CrossCheck, Entry, Subject};
use tmd_codegen::case_run::RunKind;
use tmd_codegen::output::runs::Run;
use tmd_codegen::output::summary::Bin;
use tmd_codegen::verdict::CaseKind;

/// Of lists of binary64, every so many-th case is taken; all with `TMD_FULL=1`.
const STEP: usize = 20;

#[test]
fn lists_confirm_each_other() {
    let atlas = atlas();
    let mut of_formats: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut count = |of: &str, checks: Vec<CrossCheck>| {
        for check in checks {
            assert!(check.missing.is_empty(), "{of} lacks cases that {} has: {check:?}", check.by);
            let accounted = check.due() + check.not_searched + check.undecided + check.not_due;
            assert_eq!(accounted, check.inputs, "{check:?}");
            let counts = of_formats.entry(of.to_owned()).or_default();
            for (sum, count) in
                counts.iter_mut().zip([1, check.inputs, check.listed, check.in_runs])
            {
                *sum += count;
            }
        }
    };
    for (entry, _) in atlas.entries().expect("entries") {
        let subject = Subject::new(&entry.function, &entry.format).expect("a subject");
        let step = if entry.format == "binary64" && !is_full() { STEP } else { 1 };
        count(&entry.format, atlas.cross_checks(&subject, step).expect("checks"));
    }
    for (subject, entry, _) in atlas.pairs().expect("entries") {
        let of = format!("pairs of {}", entry.format);
        count(&of, atlas.pairs_cross_checks(&subject, 1).expect("checks"));
    }
    for (format, [lists, inputs, listed, in_runs]) in &of_formats {
        println!(
            "{format}: {lists} comparisons, {inputs} inputs from cases of related functions: {listed} in the lists, {in_runs} in runs"
        );
    }
    assert_eq!(of_formats.len(), 9);
    for (of, [lists, _, listed, _]) in of_formats {
        let least = if of.starts_with("pairs") { 4 } else { 36 };
        assert!(lists >= least && listed > 200, "{of}: {lists}, {listed}");
    }
}

/// Takes a case out of a list, so that its description still is that of the list.
fn without(atlas: &Atlas, subject: &Subject, x: f64) {
    let (mut entry, _) = atlas.entry(subject).expect("an entry");
    let case =
        atlas.cases(subject, &entry).expect("cases").cases.into_iter().find(|case| case.x == x);
    let bits = case.and_then(|case| case.hardness).expect("a case").identical_bits;
    let bytes = fs::read(atlas.path(subject, "bin")).expect("cases");
    let fewer: Vec<u8> =
        bytes.chunks(8).filter(|number| **number != x.to_le_bytes()).flatten().copied().collect();
    assert_eq!(fewer.len() + 8, bytes.len());
    let bin: Option<&mut Bin> = entry.histogram.iter_mut().find(|bin| bin.identical_bits == bits);
    bin.expect("its bin").cases -= 1;
    let entry =
        Entry { cases: entry.cases - 1, sha256: tmd_base::hash::sha256_hex(&fewer), ..entry };
    fs::write(atlas.path(subject, "bin"), fewer).expect("write");
    describe(atlas, subject, &entry);
}

/// Gives a list another description.
fn describe(atlas: &Atlas, subject: &Subject, entry: &Entry) {
    let text = serde_json::to_string(entry).expect("JSON");
    fs::write(atlas.path(subject, "json"), text).expect("write");
}

/// The comparison of a list with the only other one that is related to it.
fn only_check(atlas: &Atlas, subject: &Subject) -> CrossCheck {
    let checks = atlas.cross_checks(subject, 1).expect("checks");
    let [check] = <[CrossCheck; 1]>::try_from(checks).expect("one comparison");
    check
}

#[test]
fn what_a_list_lacks_is_told() {
    let scratch = tempfile::tempdir().expect("a folder");
    let atlas = copy_of(&[("exp", "binary16"), ("log", "binary16")], scratch.path());
    let place = scratch.path().to_string_lossy().into_owned();
    let run = |more: &[&str]| {
        let output = program(&[&["atlas", "--atlas", &place, "cross-check"], more].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, said, _) = run(&[]);
    assert!(code == Some(0) && said.contains("none is missing"), "{said}");

    // A case of log that exp makes, and one of exp that log makes.
    let log = Subject::new("log", "binary16").expect("a subject");
    let check = only_check(&atlas, &log);
    assert!(check.listed > 30, "{check:?}");
    let (entry, _) = atlas.entry(&log).expect("an entry");
    let cases = atlas.listed(&log, &entry).expect("cases").cases;
    let lacking = cases.iter().map(|case| case.x.to_f64()).find(|x| {
        let copy = tempfile::tempdir().expect("a folder");
        let atlas = copy_of(&[("exp", "binary16"), ("log", "binary16")], copy.path());
        without(&atlas, &log, *x);
        only_check(&atlas, &log).missing.len() == 1
    });
    let lacking = lacking.expect("one of them is told by exp");
    without(&atlas, &log, lacking);
    let (code, said, _) = run(&["ln", "half"]);
    assert_eq!(code, Some(1), "{said}");
    let x = cases.iter().find(|case| case.x == lacking).expect("it").hex();
    assert!(said.contains(&format!("log in binary16 lacks {x}, by a case of exp")), "{said}");
    assert!(said.contains("in the lists, 1 is missing"), "{said}");
    // The list of exp is whole.
    let (code, said, _) = run(&["exp"]);
    assert!(code == Some(0) && said.contains("none is missing"), "{said}");

    let json = scratch.path().join("checks.json").to_string_lossy().into_owned();
    assert_eq!(run(&["log", "binary16", "--json", &json]).0, Some(1));
    let told: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&json).expect("JSON")).expect("JSON");
    assert_eq!(told.pointer("/0/missing/0").and_then(serde_json::Value::as_str), Some(&*x));
    let (code, said, _) = run(&["log", "binary16", "--json", "-"]);
    let on_standard_output: serde_json::Value = serde_json::from_str(&said).expect("JSON alone");
    assert_eq!((code, on_standard_output), (Some(1), told));

    for (arguments, part) in [
        (&["cbrt"][..], "related"),
        (&["pown"], "pown(x, n) and a related function"),
        (&["exp", "binary17"], "binary17"),
        (&["exq"], "exq"),
        (&["exp", "binary32"], "exp and a related function in binary32"),
    ] {
        let (code, _, said) = run(arguments);
        assert!(code == Some(2) && said.contains(part), "{arguments:?}: {said}");
    }
}

/// A case of log that exp names is taken out, and a run from and to some numbers is put in.
#[test]
fn a_run_of_every_second_number_has_none_between_them() {
    let scratch = tempfile::tempdir().expect("a folder");
    let atlas = copy_of(&[("exp", "binary16"), ("log", "binary16")], scratch.path());
    let log = Subject::new("log", "binary16").expect("a subject");
    let text = "0x1.61cp-13";
    without(&atlas, &log, 5660.0 * 2f64.powi(-25));
    let check_with = |first: &str, last: &str, inputs: u64, every: u64| {
        let (first, last) = (first.to_owned(), last.to_owned());
        let (kind, what) = (CaseKind::Directed, RunKind::Exact);
        let (entry, _) = atlas.entry(&log).expect("an entry");
        let runs = vec![Run { first, last, inputs, every, kind, what }];
        describe(&atlas, &log, &Entry { runs, ..entry });
        let check = only_check(&atlas, &log);
        (check.in_runs, check.missing)
    };
    let (before, after, beyond) = ("0x1.618p-13", "0x1.62p-13", "0x1.624p-13");
    assert_eq!(check_with(before, after, 3, 1), (1, vec![]));
    assert_eq!(check_with(text, beyond, 2, 2), (1, vec![]));
    assert_eq!(check_with(before, after, 2, 2), (0, vec![text.to_owned()]));
}

/// That exp2m1(-8192) = -1 + 2^-8192 is no breakpoint, 8,192 bits do not tell.
#[test]
fn what_is_undecided_is_told_apart() {
    let scratch = tempfile::tempdir().expect("a folder");
    let atlas = copy_of(&[("exp2", "binary32"), ("exp2m1", "binary32")], scratch.path());
    let exp2m1 = Subject::new("exp2m1", "binary32").expect("a subject");
    let whole = only_check(&atlas, &exp2m1);
    without(&atlas, &exp2m1, -8192.0);
    let expected = CrossCheck { listed: whole.listed - 1, undecided: whole.undecided + 1, ..whole };
    assert_eq!(only_check(&atlas, &exp2m1), expected);
}

#[test]
fn a_check_that_confirms_nothing_says_so() {
    let scratch = tempfile::tempdir().expect("a folder");
    copy_of(&[("acos", "bfloat16"), ("cos", "bfloat16")], scratch.path());
    let place = scratch.path().to_string_lossy().into_owned();
    let output = program(&["atlas", "--atlas", &place, "cross-check", "acos"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("nothing to confirm: of "), "{said}");
}

/// Half of the roots are left: powers name what the rest should have.
#[test]
fn what_a_list_of_pairs_lacks_is_told() {
    let scratch = tempfile::tempdir().expect("a folder");
    let from = folder().join("pairs/binary16");
    let to = scratch.path().join("pairs/binary16");
    fs::create_dir_all(&to).expect("a folder");
    for name in ["pown", "rootn"] {
        for ending in ["json", "bin", "made.json"] {
            let file = format!("{name}.{ending}");
            fs::copy(from.join(&file), to.join(&file)).expect("a copy");
        }
    }
    let place = scratch.path().to_string_lossy().into_owned();
    let run = || {
        let output =
            program(&["atlas", "--atlas", &place, "cross-check", "rootn(x, n)", "binary16"]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, said) = run();
    assert!(code == Some(0) && said.contains("none is missing"), "{said}");

    let mut bytes = fs::read(to.join("rootn.bin")).expect("cases");
    let half = bytes.len() / 32;
    bytes.truncate(half * 16);
    fs::write(to.join("rootn.bin"), &bytes).expect("write");
    let text = fs::read_to_string(to.join("rootn.json")).expect("a description");
    let mut entry: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    entry["cases"] = half.into();
    entry["sha256"] = tmd_base::hash::sha256_hex(&bytes).into();
    fs::write(to.join("rootn.json"), entry.to_string()).expect("write");
    let (code, said) = run();
    assert_eq!(code, Some(1), "{said}");
    let lacking = said.lines().filter(|line| line.contains(") in binary16 lacks x = ")).count();
    assert!(lacking > 100 && said.contains(&format!("{lacking} are missing")), "{said}");
}
