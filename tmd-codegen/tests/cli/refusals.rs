//! What is refused, and with which words.

use crate::command::{Scratch, good, program, refused, run, small, stderr, stdout};
use crate::said::said;
use std::fs;
use std::path::Path;

#[test]
fn bad_functions() {
    refused(&["search", "epx", "--binade", "1,2"], &["`epx`", "did you mean `exp`?"]);
    refused(&["plan", "exp(x", "--binade", "1,2"], &["exp(x", "never closed"]);
    refused(&["gen", "exp(y)", "--binade", "1,2"], &["`y`"]);
    refused(&["search", "", "--binade", "1,2"], &[]);
    refused(&["search", "exp(x) * * 2", "--binade", "1,2"], &["exp(x) * * 2"]);
}

#[test]
fn parameters_that_do_not_occur() {
    let round = ["round", "rootn", "--precision", "binary16", "--param", "n=3,k=2"];
    refused(&round, &["`k` does not occur", "k=2", "leave it out"]);
}

#[test]
fn bad_ranges() {
    let range = |range: &'static str, parts: &[&str]| {
        for subcommand in ["search", "plan", "gen"] {
            refused(&[subcommand, "exp", "--range", range], parts);
        }
    };
    range("2,2", &["from 2 to 2 is empty"]);
    range("2,1", &["from 2 to 1 is empty"]);
    range("1", &["--range takes two ends"]);
    range("1,2,3", &["--range takes two ends", "1,2,3"]);
    range("1,y", &["`y`"]);
    range("", &["--range takes two ends"]);
    range("1,2^99999", &["2^99999"]);
    range("1e-400,1e-399", &["no number", "1e-400"]);
    range("1,1e400", &["1e400", "all"]);
    refused(&["search", "exp", "--binade", "1,3"], &["`3` is not a power of two"]);
    refused(&["search", "exp", "--binade", "1,4"], &["from 1 to 4 is not one binade"]);
}

#[test]
fn the_range_is_given_once() {
    refused(&["search", "exp"], &["--binade", "--range", "required"]);
    refused(
        &["search", "exp", "--binade", "1,2", "--range", "1,2"],
        &["--binade", "--range", "cannot be used with"],
    );
}

#[test]
fn functions_undefined_on_the_range() {
    refused(&["search", "log", "--range", "-2,-1"], &["log(x)", "x = -2", "negative"]);
    refused(&["search", "sqrt(x - 3)", "--range", "1,2"], &["sqrt(x - 3)"]);
}

#[test]
fn what_cannot_be_searched_is_named() {
    let all = ["sin", "--range", "65535,2^30", "--precision", "25", "--bits", "8"];
    let words = ["not planned are", "changes its exponent", "too often", "--partial"];
    for command in ["plan", "gen"] {
        refused(&[&[command], &all[..]].concat(), &words);
    }
    // sin itself, and what is periodic as it is, would be searched by phases.
    let composed = ["search", "x * sin(x)", "--range", "65535,2^30"];
    refused(&[&composed[..], &["--precision", "25", "--bits", "8"]].concat(), &words);
    let plan = good(&[&["plan"], &all[..], &["--partial"]].concat());
    let words = ["NOT SEARCHED", "in 2 ranges", "turns, or has poles, too often"];
    assert!(words.iter().all(|word| plan.contains(word)), "{plan}");
    // A part that is nothing is no part.
    refused(&["plan", "sin", "--range", "2^60,2^61", "--partial"], &["no enclosure of sin(x)"]);

    let output = run(&[&["search"], &all[..], &["--partial"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let news = stderr(&output);
    assert!(news.contains("not complete: without 234,881,024 inputs in 2 ranges"), "{news}");
    let text = stdout(&output);
    let words = ["512 of 234,881,536", "LEFT OUT", "NOT SEARCHED", "too often"];
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
}

#[test]
fn functions_of_integers() {
    let root = good(&["plan", "rootn", "--param", "n=5", "--binade", "1,2"]);
    assert!(root.contains("rootn(x, 5)"), "{root}");
    refused(&["plan", "rootn", "--binade", "1,2"], &["`rootn` needs two arguments", "--param n=3"]);
    refused(&["plan", "pown", "--param", "n=1/2", "--binade", "1,2"], &["1/2", "not an integer"]);
    refused(&["plan", "exp", "--param", "exp=1", "--binade", "1,2"], &["`exp` has a meaning"]);
}

#[test]
fn bad_precisions() {
    for precision in ["0", "1", "114", "4000000000"] {
        refused(
            &["search", "exp", "--binade", "1,2", "--precision", precision],
            &[&format!("a precision of {precision} bits")],
        );
        refused(
            &["search", "exp", "--binade", "1,2", "--input-precision", precision],
            &[&format!("a precision of {precision} bits")],
        );
    }
    for precision in ["-1", "99999999999", "many", "5.5", ""] {
        refused(
            &["search", "exp", "--binade", "1,2", "--precision", precision],
            &["--precision", precision],
        );
    }
}

#[test]
fn bad_options() {
    refused(&small(&["--bits", "0"]), &["--bits 0"]);
    refused(&small(&["--bits", "401"]), &["--bits 401"]);
    refused(&small(&["--bits", "-3"]), &["--bits", "-3"]);
    refused(&small(&["--interval", "100"]), &["--interval 100", "power of two"]);
    refused(&small(&["--interval", "16"]), &["--interval 16"]);
    refused(&small(&["--interval", "2^40"]), &["--interval 1099511627776"]);
    refused(&small(&["--interval", "-5"]), &["--interval -5"]);
    refused(&small(&["--interval", "pi"]), &["--interval pi"]);
    refused(&small(&["--logms", "3", "--division", "native"]), &["--logms 3", "--division native"]);
    refused(&small(&["--logms", "65"]), &["--logms 65"]);
    refused(&small(&["--logms", "-1"]), &["--logms", "-1"]);
    refused(&small(&["--target", "abacus"]), &["`abacus`", "rust-simd"]);
    refused(&["gen", "exp", "--binade", "1,2", "--target", "abacus"], &["`abacus`", "rust-simd"]);
    refused(&["plan", "exp", "--binade", "1,2", "--target", "abacus"], &["`abacus`"]);
    refused(&small(&["--simd", "sse9"]), &["sse9", "avx512, avx2, portable"]);
    refused(&small(&["--test", "exam"]), &["exam", "regular-cut"]);
    refused(&small(&["--division", "long"]), &["long", "reciprocal"]);
    refused(&small(&["--rounding", "up"]), &["up", "nearest, directed, all"]);
    refused(&small(&["--threads", "-1"]), &["--threads", "-1"]);
    refused(&small(&["--frobnicate"]), &["--frobnicate"]);
    refused(&["gen", "exp", "--binade", "1,2", "--emit", "smoke"], &["smoke", "manifest"]);
    refused(&["list", "colours"], &["colours"]);
}

#[test]
fn a_level_that_the_machine_lacks() {
    for level in tmd_runtime::Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let name = level.as_str();
        refused(&small(&["--simd", name]), &[&format!("--simd {name}"), "portable"]);
    }
}

#[test]
fn unwritable_outputs_are_refused_before_the_search() {
    let scratch = Scratch::new("unwritable");
    let missing = scratch.path("no/such/folder/file.wc");
    let folder = scratch.path("folder.wc");
    fs::create_dir(&folder).unwrap();
    // The search would take hours.
    let long = ["search", "exp", "--range", "1,64", "--target", "interpreter"];
    for option in ["--json", "--cases", "--certificate", "--html"] {
        for path in [&missing, &folder] {
            let arguments: Vec<&str> = long.iter().copied().chain([option, path]).collect();
            refused(&arguments, &[option, "cannot write", path]);
        }
    }
    for (path, part) in
        [("cases", "does not tell"), ("a.txt", "choose one of"), ("a.json", ".jsonl")]
    {
        let arguments: Vec<&str> = long.iter().copied().chain(["--cases", path]).collect();
        refused(&arguments, &["--cases", path, part]);
    }
    let file = scratch.path("file.wc");
    fs::write(&file, "kept").unwrap();
    refused(&small(&["--json", &file, "--cases", &file]), &["--json and --cases", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    let below = format!("{file}/below");
    refused(&["gen", "exp", "--binade", "1,2", "-o", &below], &["-o", "cannot create", &below]);
    refused(&["plan", "exp", "--binade", "1,2", "--json", &missing], &["--json", &missing]);
}

/// Nobody has so many cores, and work needs a thread.
#[test]
fn numbers_of_threads_are_sensible() {
    for threads in ["0", "100000", "-1", "many"] {
        refused(
            &small(&["--threads", threads]),
            &["--threads", "from 1 to 4096", "one thread per core"],
        );
    }
    assert_eq!(run(&small(&["--threads", "3"])).status.code(), Some(0));
}

/// Who asks for a function where it has no value learns what to ask for.
#[test]
fn domain_errors_have_a_way_out() {
    for (function, range, part) in [
        ("log", "-1,1", "the argument is positive"),
        ("sqrt(x)", "-1,1", "the argument is not negative"),
        ("1/x", "-1,1", "the divisor is not 0"),
        ("asin", "1,3", "between -1 and 1"),
    ] {
        let range = format!("--range={range}");
        refused(&["approx", function, &range, "--tolerance", "abs:1e-3"], &["give a range", part]);
    }
}

/// Whatever two outputs are called, one file does not hold both.
#[test]
fn no_output_replaces_another() {
    let scratch = Scratch::new("twice");
    let path = |name: &str| scratch.path(name);
    fs::write(path("old.json"), "old").expect("a file");
    fs::hard_link(path("old.json"), path("hard.wc")).expect("a link");
    let spelled = format!("{}/../twice/old.json", scratch.path(""));
    for other in [path("hard.wc"), spelled.replace("old.json", "x.wc")] {
        let json = if other.ends_with("hard.wc") { path("old.json") } else { path("x.wc") };
        refused(
            &small(&["--json", &json, "--cases", &other]),
            &["--json and --cases", "both write"],
        );
    }
    refused(&small(&["--cases", &path("a.bin"), "--html", &path("a.bin.txt")]), &["both write"]);
    refused(&small(&["--cases", &path("a.wc"), "--cases", &path("./a.wc")]), &["both write"]);
    assert_eq!(fs::read_to_string(path("old.json")).expect("kept"), "old");
    assert_eq!(fs::read_dir(path("")).expect("a folder").count(), 2, "nothing is left behind");
    // Emitted files, and where standard output goes.
    let folder = path("out");
    fs::create_dir(&folder).expect("a folder");
    let certificate = format!("{folder}/sine.rs");
    let approx =
        ["approx", "sin(x)", "--range", "0,1", "--tolerance", "abs:1e-3", "--name", "sine"];
    refused(
        &[&approx[..], &["-o", &folder, "--certificate", &certificate]].concat(),
        &["-o and --certificate both write"],
    );
    let out = fs::File::create(path("shown")).expect("a file");
    let output =
        program().args(small(&["--json", &path("shown")])).stdout(out).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(said(&output.stderr).contains("standard output both write"), "{}", stderr(&output));

    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("real.json", path("link.json")).expect("a link");
        refused(
            &small(&["--json", &path("link.json"), "--cases", &path("real.json")]),
            &["real.json"],
        );
        assert!(fs::symlink_metadata(path("link.json")).expect("kept").is_symlink());
        assert!(!Path::new(&path("real.json")).exists());
        run(&small(&["--json", &path("link.json")]));
        assert!(fs::read_to_string(path("real.json")).expect("written").contains("\"cases\""));
        assert!(fs::symlink_metadata(path("link.json")).expect("kept").is_symlink());
    }
}

/// Whatever is written, no input exhausts the stack or the memory of the program.
#[test]
fn inputs_beyond_all_measure_are_refused() {
    let deep = "(".repeat(3000) + "x" + &")".repeat(3000);
    refused(&["stochastic", &deep], &["nested deeper"]);
    refused(&["plan", "rootn(x, -2147483648)", "--binade", "1,2"], &["beyond ±1000000"]);
    let samples = ["--range", "0,1", "--tolerance", "abs:1e-3"];
    refused(
        &[&["approx", "--samples-of", "yes"], &samples[..]].concat(),
        &["`yes` printed more than"],
    );
    refused(
        &["approx", "j0", "--range", "0,20", "--tolerance", "rel:1e-12"],
        &["j0(x) is 0 between x = 2.4048255576957724 and 2.404825557695773"],
    );
    for (elements, part) in [
        ("0,5", "element 1 of `y` is read; it has elements 0 to 0"),
        ("0,18446744073709551615", "is not a range of elements"),
    ] {
        let run = ["stochastic", "x * y", "--run", "x=1,y=2", "--elements", elements];
        refused(&run, &[part, "help"]);
    }
    let endless = "fn f(x: f64) -> f64 { let mut s = x; for _ in 0..1000000000 { s = s + x; } s }";
    refused(
        &["stochastic", endless, "--run", "x=1", "--most-steps", "100000"],
        &["more than 100000 steps", "--most-steps"],
    );
}
