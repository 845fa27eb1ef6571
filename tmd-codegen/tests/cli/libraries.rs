//! Libraries of others, checked with lists of cases, and the lists themselves.

use crate::command::{Scratch, good, refused, run, small, stderr, stdout};
use crate::said::said;
use serde_json::Value;
use std::fs;
use std::process::Command;

#[test]
fn libraries_are_checked() {
    let scratch = Scratch::new("libm");
    let [cases, json] = ["cases.wc", "found.json"].map(|n| scratch.path(n));
    fs::write(&cases, "# cases\n0x1p0\n0x1.8p1 # another\n").expect("a file");
    let root = run(&["check-libm", "sqrt", "--cases", &cases]);
    if said(&root.stderr).contains("cannot use the library") {
        return println!("skipped: {}", stderr(&root));
    }
    assert!(
        root.status.success() && stdout(&root).contains("0 of 2 in nearest"),
        "{}",
        stdout(&root)
    );
    let found = run(&["check-libm", "cbrt", "--count", "2000", "--json", &json]);
    assert_eq!(found.status.code(), Some(1), "{}", stdout(&found));
    assert!(stdout(&found).contains("nearest") && stdout(&found).contains("ulps"));
    assert!(fs::read_to_string(&json).expect("a report").contains("\"correct\""));
    fs::write(&cases, "0x1p0\n0x1.ffffffffffffff8p0\n").expect("a file");
    refused(&["check-libm", "exp", "--cases", &cases], &["case 2 of", "f64"]);
    refused(&["check-libm", "expp"], &["`expp`", "expm1"]);
    refused(&["check-libm", "exp(x) + 1"], &["no name in C", "--symbol"]);
    refused(&["check-libm", "exp", "log", "--symbol", "mine"], &["the name of one function"]);
    refused(&["check-libm", "exp", "--symbol", "mine"], &["no function `mine`"]);
    refused(&["check-libm", "exp", "--rounds", "upp"], &["--rounds upp", "did you mean `up`?"]);
    refused(&["check-libm", "exp", "--param", "n=3"], &["`n`"]);
    refused(&["check-libm", "exp", "--lib", "no/such.so"], &["no/such.so"]);
}

/// Compiles a library of C; `None`, which is said, without a compiler.
fn c_library(scratch: &Scratch, name: &str, source: &str, flags: &[&str]) -> Option<String> {
    let (text, library) = (scratch.path(&format!("{name}.c")), scratch.path(&format!("{name}.so")));
    fs::write(&text, source).expect("a source");
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-fno-builtin", "-o", &library, &text]).args(flags);
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", stderr(&output));
            Some(library)
        }
        Err(error) => {
            println!("skipped: no C compiler ({error})");
            None
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_answers_for_itself() {
    let scratch = Scratch::new("own-functions");
    // It lacks exp, but the loader would find one in what it is linked with.
    let source = "double sin(double x) { return x; }\n";
    let flags = ["-Wl,--no-as-needed", "-lm"];
    let Some(mine) = c_library(&scratch, "mine", source, &flags) else { return };
    refused(
        &["check-libm", "exp", "--lib", &mine],
        &["mine.so", "no function `exp` of its own", "libm"],
    );
    // Its own sine is called, and is wrong nearly everywhere.
    let own = run(&["check-libm", "sin", "--lib", &mine, "--count", "100"]);
    assert_eq!(own.status.code(), Some(1), "{}", stderr(&own));
    let (json, checks) = (scratch.path("sin.json"), ["--count", "100", "--json"]);
    run(&[&["check-libm", "sin", "--lib", &mine][..], &checks, &[&json]].concat());
    let found: Value =
        serde_json::from_str(&fs::read_to_string(&json).expect("a report")).expect("JSON");
    let wrong = found[0]["wrong"][0][1].as_u64().expect("a count");
    assert!(wrong > 30, "{found}");
    // What it calls itself is its own matter.
    let source = "double exp(double);\ndouble log(double x) { return exp(x); }\n";
    let Some(calls) = c_library(&scratch, "calls", source, &flags) else { return };
    let own = run(&["check-libm", "log", "--lib", &calls, "--count", "100"]);
    assert_eq!(own.status.code(), Some(1), "{}", stderr(&own));
    refused(&["check-libm", "tan", "--lib", &calls], &["no function `tan` of its own"]);
    refused(&["check-libm", "exp", "--lib", &calls], &["no function `exp` of its own"]);

    // The loader's own words: what is missing, or what is wrong with the file.
    let text = scratch.path("text.so");
    fs::write(&text, "no library\n").expect("a file");
    refused(&["check-libm", "exp", "--lib", &text], &["text.so", "file too short"]);
    fs::write(&text, "no library\n".repeat(1000)).expect("a file");
    refused(&["check-libm", "exp", "--lib", &text], &["text.so", "invalid ELF header"]);
    let Some(_) = c_library(&scratch, "gone", "double g(double x) { return x; }\n", &[]) else {
        return;
    };
    let (folder, source) = (scratch.path(""), "double exp(double x) { return x; }\n");
    let flags = ["-L", &folder, "-Wl,--no-as-needed", "-l:gone.so"];
    let Some(needs) = c_library(&scratch, "needs", source, &flags) else { return };
    fs::remove_file(scratch.path("gone.so")).expect("removed");
    refused(&["check-libm", "exp", "--lib", &needs], &["needs.so", "gone.so", "cannot open"]);
}

/// Files that are not what they should be are described in the program's words, not in those of a library.
#[test]
fn libraries_do_not_speak_in_errors() {
    let scratch = Scratch::new("misread");
    let file = |name: &str, text: &str| {
        let path = scratch.path(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let cases: [(&[&str], &[&str]); 5] = [
        (
            &["convert", &file("a.json", "[1,2")],
            &["a.json, line 1, column 2: a list is expected", "search --json"],
        ),
        (
            &["convert", &file("b.jsonl", "{\"x\":")],
            &["b.jsonl, line 1, column 5", "cut short", "each line is a case"],
        ),
        (&["convert", &file("c.csv", "x\n0x1p+0,2\n")], &["c.csv, line 2: it has 2 fields"]),
        (
            &["verify", &file("d.json", "[1,2")],
            &["d.json is not a certificate: line 1", "--certificate"],
        ),
        (
            &["search", "exp", "--binade", "1,2", "--profile", &file("p.toml", "device = 3\n")],
            &["is not a profile", "a text is expected, not the number `3`"],
        ),
    ];
    for (arguments, parts) in cases {
        refused(arguments, parts);
        let report = stderr(&run(arguments));
        for foreign in ["invalid type", "EOF", "CSV", "at line", "expected value"] {
            assert!(!report.contains(foreign), "{arguments:?}: {foreign} in\n{report}");
        }
    }
}

/// Without anything to check, nothing is right.
#[test]
fn lists_that_check_nothing_are_refused() {
    let scratch = Scratch::new("libm-lists");
    let list = |name: &str, bytes: &[u8]| {
        let path = scratch.path(name);
        fs::write(&path, bytes).expect("a list");
        path
    };
    let check =
        |function: &'static str, list: &str| run(&["check-libm", function, "--cases", list]);
    if said(&run(&["check-libm", "sqrt", "--count", "1"]).stderr).contains("cannot use the library")
    {
        return println!("skipped: there is no library here");
    }
    let nan = f64::NAN.to_le_bytes();
    let numbers = [1.0f64, 2.0].map(f64::to_le_bytes).concat();
    refused(
        &["check-libm", "exp", "--cases", &list("empty.wc", b"# nothing\n")],
        &["empty.wc has no cases", "nothing would be checked"],
    );
    refused(
        &["check-libm", "exp", "--cases", &list("empty.bin", b"")],
        &["empty.bin has no cases"],
    );
    let nans = list("nans.bin", &[nan, f64::INFINITY.to_le_bytes()].concat());
    let output = check("exp", &nans);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output.stderr).contains("only 2 entries that are NaN or infinite"),
        "{}",
        stderr(&output)
    );

    // NaNs and infinities are counted in a note.
    let some = list("some.bin", &[&nan[..], &numbers].concat());
    let output = check("sqrt", &some);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        said(&output.stderr).contains(
            "some.bin: entries left out because they are NaN or infinite: 1; cases left: 2"
        ),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("0 of 2 in nearest"), "{}", stdout(&output));
    let output = run(&["convert", &some]);
    assert!(
        said(&output.stderr).contains(
            "some.bin: entries left out because they are NaN or infinite: 1; cases left: 2"
        ),
        "{}",
        stderr(&output)
    );

    // Arguments without a value are not tried; if no other is left, nothing was found right.
    let output = check("log", &list("negative.wc", b"-0x1p0\n-0x1.8p3\n"));
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(said(&output.stderr).contains("log has no value at any"), "{}", stderr(&output));

    // A list says of what it is.
    let heading = |function: &str, format: &str| {
        let text = format!("# function: {function}\n# input format: {format}\n0x1p0\n");
        list("heading.wc", text.as_bytes())
    };
    for (function, format, asked, width, parts) in [
        ("log(x)", "binary64 (53 bits)", "exp", "f64", &["cases of log(x)", "exp(x)"][..]),
        (
            "exp(x)",
            "binary32 (24 bits)",
            "exp",
            "f64",
            &["binary32 as its input format", "f64 has"],
        ),
        (
            "exp(x)",
            "binary64 (53 bits)",
            "exp",
            "f32",
            &["binary64 as its input format", "f32 has"],
        ),
        ("exp(2 * x)", "binary64", "exp", "f64", &["cases of exp(2 * x)"]),
        ("gamma(x)", "53", "exp", "f64", &["cases of gamma(x)", "exp(x) is to be checked"]),
    ] {
        let path = heading(function, format);
        let arguments = ["check-libm", asked, "--type", width, "--cases", &path];
        refused(&arguments, &[&["heading.wc"], parts].concat());
    }
    refused(&["check-libm", "exp", "log", "--cases", &heading("exp", "f64")], &["log(x) is to be"]);
    for (function, format, asked, width) in [
        ("sqrt(x)", "binary64 (53 bits)", "sqrt", "f64"),
        ("sqrt", "f32", "sqrt", "f32"),
        ("gamma(x)", "binary64", "tgamma", "f64"),
        ("log1p(x)", "not stated by the source", "log1p", "f64"),
    ] {
        let path = heading(function, format);
        let output = run(&["check-libm", asked, "--type", width, "--cases", &path]);
        assert!(stdout(&output).contains(" of 1 in nearest"), "{function}: {}", stderr(&output));
    }
}

#[test]
fn lists_of_cases_are_converted() {
    let scratch = Scratch::new("convert");
    let path = |name: &str| scratch.path(name);
    let (json, csv, bin, page) = (path("a.json"), path("a.csv"), path("a.bin"), path("a.html"));
    good(&small(&["--target", "interpreter", "--json", &json, "--cases", &csv, "--html", &page]));
    assert!(fs::read_to_string(&page).unwrap().contains("Hardest cases"));
    let wc = good(&["convert", &json]);
    assert_eq!(good(&["convert", &csv]), wc);
    good(&["convert", &csv, "-o", &bin]);
    let beside = fs::read_to_string(format!("{bin}.txt")).unwrap();
    assert!(beside.contains("# coverage: complete, ") && wc.starts_with(&beside), "{beside}");
    assert_eq!(good(&["convert", &bin]), wc);
    let sample = good(&["convert", &csv, "--sample", "3"]);
    assert_eq!(sample.lines().filter(|line| !line.starts_with('#')).count(), 3);
    // Only what the list does not say can be said by options.
    refused(&["convert", &csv, "--function", "log"], &["--function contradicts", "exp(x)"]);
    let harness = path("harness.c");
    for more in [&[][..], &["-o", &path("a.h")], &["--with-results", "-o", &path("b.csv")]] {
        let arguments = [&["convert", &csv, "--harness", &harness], more].concat();
        refused(&arguments, &["--harness: it needs a .h file", "--with-results -o FILE.h"]);
    }
    fs::write(path("nothing.wc"), "").expect("a file");
    refused(&["convert", &path("nothing.wc"), "-o", &path("c.h")], &["nothing.wc holds nothing"]);
    fs::write(path("none.csv"), "# function: exp(x)\nx\n").expect("a file");
    let output = run(&["convert", &path("none.csv"), "-o", &path("d.h")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output.stderr).contains("none.csv has no cases"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "0 cases written\n");
    refused(&["convert", &csv, "--precision", "113"], &["--precision contradicts"]);
    refused(&["convert", &csv, "-o", &csv], &["-o would overwrite", "the list of cases"]);
    refused(&["convert", &csv, "-o", &path("a.txt")], &["-o", "choose one of"]);
    refused(&["convert", &path("none.wc")], &["cannot read", "none.wc"]);
    let bare = path("bare");
    fs::write(&bare, "0x1.83d4bcdebb3f4p+2\n").unwrap();
    refused(&["convert", &bare, "--sample", "1", "--rounding", "up"], &["--rounding"]);
    fs::write(&bare, "0x1.83d4bcdebb3f4p+2\n0x1p+0\n").unwrap();
    refused(&["convert", &bare, "--sample", "1"], &["--function"]);
    let measured = good(&["convert", &bare, "--function", "exp", "--sample", "1"]);
    assert!(measured.ends_with("0x1.83d4bcdebb3f4p+2\n"), "{measured}");
    assert!(measured.contains("# function: exp(x)\n"), "{measured}");
    // What cannot be written is known before the search begins.
    let header = path("a.h");
    let range = "1,0x1.00000000000001p0";
    let quad = ["search", "exp", "--range", range, "--precision", "binary128", "--cases", &header];
    refused(&quad, &["no type of C holds binary128"]);
}

#[test]
fn lists_of_something_else_are_refused() {
    const ATLAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas");
    fn diff<'a>(list: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let own = ["atlas", "--atlas", ATLAS, "diff", list, "--function", "exp"];
        [&own[..], &["--format", "bfloat16"], more].concat()
    }
    let scratch = Scratch::new("others");
    let [list, out] = ["list.wc", "out.csv"].map(|n| scratch.path(n));
    let pairs = format!("{ATLAS}/pairs/bfloat16/pow.bin");
    refused(&["convert", &pairs, "-o", &out], &["holds pairs of numbers, cases of pow(x, y)"]);
    fs::write(&list, "0x1p-3,0x1p-4\n").unwrap();
    refused(&diff(&list, &[]), &["line 1: more than one number"]);
    fs::write(&list, "").unwrap();
    refused(&diff(&list, &[]), &["holds nothing"]);
    fs::write(&list, "0x1p-3\n").unwrap();
    refused(&diff(&list, &["--range", "2,1"]), &["there is no number in it"]);
    assert_eq!(run(&diff(&list, &["--range", "all"])).status.code(), Some(0));
    // A file that is no list at all is not shown as a whole.
    fs::write(&list, vec![0; 1 << 20]).unwrap();
    refused(&diff(&list, &[]), &["a word of 1048576 bytes"]);
    assert!(stderr(&run(&["convert", &list, "-o", &out])).len() < 2000);
}
