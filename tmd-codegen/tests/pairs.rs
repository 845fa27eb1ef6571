//! Searches of all pairs of a number and an integer: they find what searches of one variable find, certificates are checked, and what
//! is wrong is said.

mod called;

use called::program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tmd_codegen::spec::hexfloat;

fn json(arguments: &[&str]) -> Value {
    let output = program(&[arguments, &["--json", "-"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What is the same of a case in both kinds of search: x, its kind and its identical bits.
type Case = (String, String, u64);

fn case(value: &Value) -> Case {
    let text = |name: &str| value[name].as_str().expect("a text").to_owned();
    (text("x"), text("kind"), value["identical_bits"].as_u64().expect("a number"))
}

#[test]
fn the_cases_are_those_of_searches_of_one_variable() {
    let functions: [(&str, &str, [i32; 6]); 3] = [
        ("pown(x, n)", "powi(x, {n})", [-7, -1, 2, 3, 11, 40]),
        ("rootn(x, n)", "rootn(x, {n})", [-7, -1, 2, 3, 11, 40]),
        ("compound(x, n)", "compound(x, {n})", [-5, -1, 2, 3, 11, 40]),
    ];
    let mut compared = 0;
    for (family, one, integers) in functions {
        for n in integers {
            let range = format!("{n},{n}");
            // Nothing but x next to 0 or very large has so many bits without being a case by chance.
            let ask = ["--precision", "binary16", "--bits", "10"];
            let pairs = json(&[&["search", family, "--range-n", &range], &ask[..]].concat());
            assert_eq!(pairs["complete"], true);
            let own = pairs["cases"].as_array().expect("cases");
            assert!(own.iter().all(|case| case["n"] == n), "{own:?}");
            let own: BTreeSet<Case> = own.iter().map(case).collect();
            let function = one.replace("{n}", &n.to_string());
            let found = json(&[&["search", &function, "--range", "all"], &ask[..]].concat());
            let is_meant = |case: &Case| {
                let x = hexfloat::parse("a case", &case.0).expect("a number").to_f64();
                let size = f64::from(n.abs());
                let value = match family {
                    "pown(x, n)" => x.powi(n),
                    "rootn(x, n)" => x.powf(1.0 / f64::from(n)),
                    _ => (1.0 + x).powi(n),
                };
                // Below half of the least breakpoint, 2^-26, all values are next to 0; -x follows from x.
                let is_in_reach = value >= 2f64.powi(-26);
                // What is next to 1 or to a power of x is counted in closed form.
                let is_simple = || n == 1 || x.to_bits().trailing_zeros() >= 52;
                let next = || {
                    x.abs() * size <= 2f64.powi(-15) || (x >= size * 2f64.powi(15) && is_simple())
                };
                let is_own = if family == "compound(x, n)" { x > -1.0 && !next() } else { x > 0.0 };
                is_in_reach && is_own
            };
            let all = found["cases"].as_array().expect("cases").iter().map(case);
            let all: BTreeSet<Case> = all.filter(is_meant).collect();
            let differ: Vec<&Case> = own.symmetric_difference(&all).take(9).collect();
            assert!(differ.is_empty(), "{family}, n = {n}: {differ:?}, and perhaps more");
            compared += own.len();
        }
    }
    println!("{compared} cases compared");
    assert!(compared > 300, "{compared} cases");
}

#[test]
fn certificates_are_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let good = path("good.json");
    let ask = ["search", "rootn(x, n)", "--range-n", "-20,20", "--precision", "bfloat16"];
    let made = program(&[&ask[..], &["--certificate", &good]].concat());
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    for more in [&[][..], &["--full"]] {
        let output = program(&[&["verify", &good], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let text = fs::read_to_string(&good).expect("a certificate");
    let certificate: Value = serde_json::from_str(&text).expect("JSON");
    let cases = certificate["cases"].as_array().expect("cases").len();
    assert!(cases > 100, "{cases} cases");
    // Parts are kept, and taken from there.
    for _ in 0..2 {
        let again = ["--campaign", &path("kept"), "--certificate", &path("again.json")];
        let output = program(&[&ask[..], &again].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(fs::read_to_string(path("again.json")).expect("a certificate"), text);
    }
    let forged = |change: &dyn Fn(&mut Value), said: &str| {
        let mut other = certificate.clone();
        change(&mut other);
        let name = path("forged.json");
        fs::write(&name, serde_json::to_string(&other).expect("JSON")).expect("write");
        let output = program(&["verify", "--full", &name]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}: {output:?}");
        let flat =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "not \"{said}\": {error}");
    };
    forged(
        &|other| drop(other["cases"].as_array_mut().expect("cases").remove(7)),
        "another search",
    );
    forged(&|other| other["pairs"] = 5.into(), "pairs in reach");
    forged(&|other| other["exact"]["directed"] = 5.into(), "another search");
    forged(&|other| other["cases"][3]["identical_bits"] = 99.into(), "it is said to be");
    forged(&|other| other["cases"][3]["n"] = 21.into(), "not in the range");
    forged(&|other| other["cases"].as_array_mut().expect("cases").swap(3, 4), "do not ascend");
    forged(&|other| other["engine"] = 1.into(), "may miss cases");
}

#[test]
fn what_is_wrong_is_said() {
    let refused: [(&[&str], &str); 12] = [
        (&["pown(x, n)", "--range-n", "1,x"], "not a whole number"),
        (&["pown(x, n)", "--range-n", "5"], "not a whole number"),
        (&["pown(x, n)", "--range-n", "9,2"], "ascending"),
        (&["pown(x, n)", "--range-n", "-1025,2"], "from -1024 to 1024"),
        (&["pown(x, n)", "--range-n", "0,1"], "exact for all of these n"),
        (&["pown(x, n)", "--range-n", "2,3", "--precision", "binary64"], "binary32"),
        (&["powm(x, n)", "--range-n", "2,3"], "did you mean pown(x, n)?"),
        (&["exp", "--range-n", "2,3"], "pown(x, n), rootn(x, n), compound(x, n)"),
        (&["pown(x, n)", "--range-n", "2,3", "--bits", "1"], "give 4 to 150"),
        (&["pown(x, n)", "--range-n", "2,3", "--bits", "many"], "not a whole number"),
        (&["rootn(x, n)", "--range-n", "2,1000", "--bits", "11"], "give 12 to 150"),
        (
            &["pown(x, n)", "--range-n", "2,3", "--range", "1,2"],
            "--range is for functions of one variable",
        ),
    ];
    for (arguments, said) in refused {
        let precision: &[&str] = match arguments.contains(&"--precision") {
            true => &[],
            false => &["--precision", "binary16"],
        };
        let output = program(&[&["search"], arguments, precision].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        let flat =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
}

#[test]
fn pairs_of_two_numbers_are_found_and_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    // With one y, powers are those of a function of one variable.
    let ask = ["--precision", "binary16", "--bits", "13"];
    for (y, hex, function, range) in [
        ("7,7.005", "0x1.cp+2", "powi(x, 7)", "0x1.4p-4,4.5"),
        ("2.5,2.502", "0x1.4p+1", "x * x * sqrt(x)", "2^-10,64"),
    ] {
        let ranges = ["--range-x", range, "--range-y", y];
        let plane = json(&[&["search", "pow(x, y)"], &ranges[..], &ask].concat());
        let own = plane["cases"].as_array().expect("cases").iter().filter(|own| own["y"] == hex);
        let own: BTreeSet<Case> = own.map(case).collect();
        let one = json(&[&["search", function, "--range", range], &ask[..]].concat());
        let all: BTreeSet<Case> =
            one["cases"].as_array().expect("cases").iter().map(case).collect();
        assert_eq!(own, all, "y = {hex}");
        assert!(own.len() > 1, "y = {hex}: {own:?}");
    }

    let good = path("good.json");
    let ask = ["search", "atan2(y, x)", "--range-x", "-2,2", "--range-y", "1,1.2"];
    let made = program(&[&ask[..], &["--precision", "bfloat16", "--certificate", &good]].concat());
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    for more in [&[][..], &["--full"]] {
        let output = program(&[&["verify", &good], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let text = fs::read_to_string(&good).expect("a certificate");
    let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
    let gone = certificate["cases"].as_array_mut().expect("cases").pop();
    assert!(gone.is_some());
    let forged = path("forged.json");
    fs::write(&forged, certificate.to_string()).expect("write");
    let output = program(&["verify", "--full", &forged]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");

    let refused: [(&[&str], &str); 8] = [
        (&["pow(x, y)", "--range-x", "all", "--precision", "binary32"], "subnormal"),
        (&["compound", "--range-x", "all", "--precision", "binary32"], "subnormal"),
        (
            &["compound", "--range-x", "1,2", "--precision", "binary64"],
            "give a format of at most 24 bits",
        ),
        (&["pow(x, y)", "--range-x", "1", "--precision", "binary16"], "not two numbers"),
        (&["pow(x, y)", "--range-x", "-3,-2", "--precision", "binary16"], "no number of binary16"),
        (&["pom(x, y)", "--range-y", "1,2", "--precision", "binary16"], "did you mean `pow`?"),
        (
            &["hypot(x, y)", "--range-y", "1,2", "--bits", "3", "--precision", "binary16"],
            "give 13 to 150",
        ),
        (
            &["pow(x, y)", "--range-y", "1,2", "--range-n", "1,2", "--precision", "binary16"],
            "leave out",
        ),
    ];
    for (arguments, said) in refused {
        let output = program(&[&["search"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        let flat =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
}

#[test]
fn vectors_of_larger_formats_are_found_and_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let all = ["--range-x", "all", "--range-y", "all", "--precision", "tf32"];
    for function in ["hypot(x, y)", "atan2(y, x)", "atan2pi(y, x)"] {
        let good = path("good.json");
        let ask = [&["search", function, "--bits", "15"], &all[..]].concat();
        let found = json(&[&ask[..], &["--certificate", &good]].concat());
        let cases = found["cases"].as_array().expect("cases");
        assert!(cases.len() > 10, "{function}: {found}");
        let stand_for = cases.iter().filter_map(|case| case["pairs"].as_u64());
        assert_eq!(found["hard_pairs"].as_u64(), Some(stand_for.sum()), "{function}");
        for more in [&[][..], &["--full"]] {
            let output = program(&[&["verify", &good], more].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
        }
        let (code, said) = tmd_check::run(vec![good.clone()]);
        assert!(code == 0 && said.contains("proved: "), "{function}: {said}");
        let text = fs::read_to_string(&good).expect("a certificate");
        let certificate: Value = serde_json::from_str(&text).expect("JSON");
        let forged = |change: &dyn Fn(&mut Value)| {
            let mut other = certificate.clone();
            change(&mut other);
            let name = path("forged.json");
            fs::write(&name, other.to_string()).expect("write");
            let (code, said) = tmd_check::run(vec![name.clone()]);
            assert_eq!(code, 1, "{function}: {said}");
            let output = program(&["verify", "--full", &name]);
            assert_eq!(output.status.code(), Some(1), "{function}: {output:?}");
        };
        forged(&|other| drop(other["cases"].as_array_mut().expect("cases").pop()));
        forged(&|other| other["cases"][2]["pairs"] = 5.into());
        forged(&|other| other["cases"][3]["identical_bits"] = 99.into());
        forged(&|other| other["cases"].as_array_mut().expect("cases").swap(3, 4));
        forged(&|other| other["cases"][1]["x"] = other["cases"][2]["x"].clone());
        forged(&|other| other["pairs"] = 5.into());
        forged(&|other| other["next"] = 5.into());
        forged(&|other| other["exact"]["directed"] = 5.into());
    }
    let refused: [(&[&str], &str); 3] = [
        (
            &["hypot(x, y)", "--range-x", "1,2", "--precision", "binary32"],
            "give all for both ranges",
        ),
        (
            &["atan2(y, x)", "--range-x", "all", "--bits", "9", "--precision", "binary32"],
            "give 36 to 150",
        ),
        (&["hypot(x, y)", "--range-x", "all", "--precision", "binary64"], "at most 24 bits"),
    ];
    for (arguments, said) in refused {
        let output = program(&[&["search"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        let flat =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
}

#[test]
fn rows_of_larger_formats_are_found_and_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    // With one y, powers are those of a function of one variable.
    let ask = ["--precision", "binary32", "--bits", "26"];
    let mut compared = 0;
    let seven = ("7,0x1.c00008p+2", "0x1.cp+2");
    let root = ("-2.5,-0x1.3ffff8p+1", "-0x1.4p+1");
    for (name, (y, hex), function, x) in [
        ("pow(x, y)", seven, "powi(x, 7)", "2,2^9"),
        ("pow(x, y)", root, "1 / (x * x * sqrt(x))", "2^10,2^18"),
        ("compound(x, y)", seven, "compound(x, 7)", "2^-8,2^4"),
        ("compound(x, y)", seven, "compound(x, 7)", "-0x1.ep-1,-2^-6"),
        ("compound(x, y)", root, "1 / ((1 + x) * (1 + x) * sqrt(1 + x))", "-0x1.fcp-1,-0.5"),
    ] {
        let rows = json(&[&["search", name, "--range-x", x, "--range-y", y], &ask[..]].concat());
        assert_eq!(rows["complete"], true);
        let own = rows["cases"].as_array().expect("cases").iter().filter(|own| own["y"] == hex);
        let own: BTreeSet<Case> = own.map(case).collect();
        let one = json(&[&["search", function, "--range", x], &ask[..]].concat());
        let all: BTreeSet<Case> =
            one["cases"].as_array().expect("cases").iter().map(case).collect();
        assert_eq!(own, all, "{name}, y = {hex}");
        println!("{name}, y = {hex}: {} cases compared", own.len());
        compared += own.len();
    }
    assert!(compared > 0);

    let (good, kept) = (path("good.json"), path("kept"));
    let ranges = ["--range-x", "2,0x1.004p1", "--range-y", "2^-8,0x1.04p-8", "--campaign", &kept];
    let command = [&["search", "pow", "--certificate", &good][..], &ranges, &ask[..2]].concat();
    let search = |bits: &'static str| program(&[&command[..], &["--bits", bits]].concat());
    assert_eq!(search("26").status.code(), Some(0));
    let first = fs::read(&good).expect("a certificate");
    let certificate: Value = serde_json::from_slice(&first).expect("JSON");
    assert_eq!(certificate["pairs"], 1u64 << 30);
    let count = certificate["cases"].as_array().expect("cases").len();
    // Chance gives 32.
    assert!((12..64).contains(&count), "{count} cases");
    // The finished part is taken from the folder, where that of another search is refused.
    fs::remove_file(&good).expect("removed");
    assert_eq!(search("26").status.code(), Some(0));
    assert_eq!(fs::read(&good).expect("a certificate"), first);
    let other = search("27");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("no part of this search"));

    let said = |arguments: &[&str]| {
        let output = program(arguments);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.code(), text.replace("│ ", ""))
    };
    let (code, text) = said(&["verify", &good]);
    assert!(code == Some(0) && text.contains("pairs in 1024 rows drawn and looked at"), "{text}");
    let (code, text) = said(&["verify", "--full", &good]);
    assert!(code == Some(2) && text.contains("too many pairs to look at each"), "{text}");
    let mut forged = certificate.clone();
    forged["cases"][3]["identical_bits"] = 99.into();
    fs::write(path("forged.json"), forged.to_string()).expect("written");
    let (code, text) = said(&["verify", &path("forged.json")]);
    assert!(code == Some(1) && text.contains("identical_bits: 99"), "{code:?}: {text}");

    for (name, arguments, words) in [
        ("pow", &["0.25,0.5", "60,100"][..], "subnormal"),
        ("pow", &["-2,-1", "1,2"], "no number of binary32 is searched there"),
        ("pow", &["2,4", "1,2", "--phases", "0,1"], "--phases is for functions of one variable"),
        ("pow", &["2,4", "1,2", "--html", "x.html"], "--html is for functions of one variable"),
        ("compound", &["-0.75,-0.5", "60,100"], "subnormal"),
        ("compound", &["-2,-1", "1,2"], "compound is searched for x > -1"),
    ] {
        let ranges = ["search", name, "--range-x", arguments[0], "--range-y", arguments[1]];
        let (code, text) = said(&[&ranges[..], &arguments[2..], &["--precision", "24"]].concat());
        assert!(code == Some(2) && text.contains(words), "{code:?}: {text}");
    }
}

#[test]
fn rows_of_compound_are_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let (good, other) = (path("good.json"), path("other.json"));
    let read = |name: &str| fs::read(name).expect("a certificate");
    for (x, y, bits, pairs, next, sample) in [
        ("-0.5,-0x1.f8p-2", "2^-8,0x1.04p-8", "28", 1u64 << 35, 0, "64"),
        // The square roots of 32 of these x are numbers, and those of 1 + x next to them.
        ("2^64,0x1.08p64", "0.5,0x1.0004p-1", "26", 1 << 27, 32, "0"),
    ] {
        let ask = ["search", "compound(x, y)", "--range-x", x, "--range-y", y];
        let ask = [&ask[..], &["--precision", "binary32", "--bits", bits]].concat();
        let kept = ["--campaign", &path(bits)];
        let made = program(&[&ask[..], &kept, &["--certificate", &good]].concat());
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        let certificate: Value = serde_json::from_slice(&read(&good)).expect("JSON");
        assert_eq!((&certificate["pairs"], &certificate["next"]), (&pairs.into(), &next.into()));
        let cases = certificate["cases"].as_array().expect("cases").len();
        println!("{x}, {y}: {cases} cases, next: {next}");
        assert!(cases > 2, "{cases} cases");
        // The finished parts are taken from the folder, and make the same certificate and the same JSON.
        let again = program(&[&ask[..], &kept, &["--certificate", &other]].concat());
        assert!(again.status.success() && read(&other) == read(&good), "{again:?}");
        let told = json(&[&ask[..], &kept].concat());
        assert_eq!((&told["next"], &told["cases"]), (&next.into(), &certificate["cases"]));

        let checked = |name: &str| {
            let all = tmd_check::run(["--sample", sample, name].map(str::to_owned).to_vec());
            (program(&["verify", name]).status.code(), all)
        };
        let (code, (own, said)) = checked(&good);
        assert!(code == Some(0) && own == 0, "{code:?}, {own}: {said}");
        let forged = |seen: bool, change: &dyn Fn(&mut Value)| {
            let mut forged = certificate.clone();
            change(&mut forged);
            fs::write(&other, forged.to_string()).expect("written");
            let (code, (own, said)) = checked(&other);
            assert!(own == 1, "{own}: {said}");
            assert!(!seen || code == Some(1), "{code:?}: {forged}");
        };
        forged(true, &|own| own["cases"][1]["identical_bits"] = 99.into());
        forged(true, &|own| own["cases"].as_array_mut().expect("cases").swap(0, 1));
        forged(true, &|own| own["cases"][1]["x"] = own["cases"][0]["x"].clone());
        // What only the second checker counts.
        forged(false, &|own| own["next"] = 5.into());
        forged(false, &|own| own["pairs"] = 5.into());
        forged(false, &|own| own["exact"]["directed"] = 5.into());
        if sample == "0" {
            forged(false, &|own| drop(own["cases"].as_array_mut().expect("cases").remove(1)));
        }
    }
}

#[test]
fn finished_ranges_of_the_atlas_are_accepted() {
    let (mut cases, mut of_functions) = (0, vec![]);
    let mut files = vec![];
    for (folder, function) in
        [("pow-binary32", "pow(x, y)"), ("compound-binary32", "compound(x, y)")]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas/ranges").join(folder);
        let own = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        let is_certificate = |path: &std::path::PathBuf| {
            let path = path.to_string_lossy();
            path.ends_with(".json") && !path.ends_with(".made.json")
        };
        let own = own.filter(is_certificate);
        let before = files.len();
        files.extend(own.map(|path| (path, function)));
        of_functions.push(files.len() - before);
    }
    for (path, function) in &files {
        let output = program(&["verify", &path.to_string_lossy()]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{path:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let checked = [path.to_string_lossy().into_owned(), "--sample".into(), "64".into()];
        let (code, said) = tmd_check::run(checked.to_vec());
        assert!(code == 0 && said.contains("sampled, not proved: 64 of"), "{path:?}: {said}");
        let text = fs::read(path).expect("a certificate");
        let certificate: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(certificate["function"], *function, "{path:?}");
        // A pair of binades, in which chance gives eight cases; of [-1, -0.5), -1 has no power.
        let without = if certificate["range_x"] == "-1,-0.5" { 1 << 23 } else { 0 };
        assert_eq!(certificate["pairs"], (1u64 << 46) - without, "{path:?}");
        cases += certificate["cases"].as_array().expect("cases").len();
    }
    println!("{of_functions:?} files, {cases} cases");
    let by_chance = 8 * files.len();
    assert!(
        of_functions[0] >= 10 && of_functions[1] >= 4 && cases.abs_diff(by_chance) < by_chance / 2,
        "{cases} cases"
    );
}
