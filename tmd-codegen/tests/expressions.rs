//! Searches of expressions of two numbers: they find what searches of one variable find, both checkers accept their certificates, and what
//! is wrong is said.

mod called;

use called::program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

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
fn rows_are_searches_of_one_variable() {
    let ask = ["--precision", "binary16", "--bits", "13"];
    let mut compared = 0;
    for (both, one, range, rows, y) in [
        ("exp(x) * y", "exp(x) * 1.5", "-8,8", "1.5,1.502", "0x1.8p+0"),
        ("log(x + y)", "log(x + 3)", "0x1p-6,64", "3,3.002", "0x1.8p+1"),
        ("sin(x) / y", "sin(x) / 7", "-8,8", "7,7.005", "0x1.cp+2"),
        ("y - sqrt(x * y)", "1.25 - sqrt(x * 1.25)", "0.5,900", "1.25,1.252", "0x1.4p+0"),
        ("erf(x + y)", "erf(x + 0.5)", "-0.25,1", "0.5,0.501", "0x1p-1"),
    ] {
        let found =
            json(&[&["search", both, "--range-x", range, "--range-y", rows], &ask[..]].concat());
        assert_eq!((&found["complete"], &found["undecided"]), (&true.into(), &0.into()), "{both}");
        let own = found["cases"].as_array().expect("cases").iter().filter(|own| own["y"] == y);
        let own: BTreeSet<Case> = own.map(case).collect();
        // All that a search of one variable tells, of the same numbers.
        let alone =
            json(&[&["search", one, "--range", range, "--equations", "off"], &ask[..]].concat());
        let all: BTreeSet<Case> =
            alone["cases"].as_array().expect("cases").iter().map(case).collect();
        assert_eq!(own, all, "{both}");
        compared += own.len();
    }
    println!("{compared} cases compared");
    assert!(compared >= 10, "{compared}");
}

/// What is false, and how a certificate is made to say it.
type Lie = (&'static str, fn(&mut Value));

#[test]
fn both_checkers_accept_certificates_and_refuse_what_is_false() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let good = path("good.json");
    let mut proved = 0;
    for (function, range_x, range_y, precision) in [
        ("exp(x) * y", "0.5,0.75", "1,2", "binary16"),
        ("x + y", "-4,-3.5", "2^-20,2^-18", "bfloat16"),
        ("sqrt(x / y)", "0.5,4", "1,2", "bfloat16"),
        ("tanh(x * y) - x", "0.5,4", "-1,-0.125", "5"),
        ("log(exp(x) + exp(y))", "90,100", "0.5,1", "6"),
        ("atan(y / x) * cbrt(x - y)", "-2,-0.5", "1,8", "7"),
    ] {
        let ask = ["search", function, "--range-x", range_x, "--range-y", range_y];
        let more = ["--precision", precision, "--certificate", &good];
        let output = program(&[&ask[..], &more].concat());
        assert_eq!(output.status.code(), Some(0), "{function}: {output:?}");
        let output = program(&["verify", "--full", &good]);
        assert_eq!(output.status.code(), Some(0), "{function}: {output:?}");
        let (code, said) = tmd_check::run(vec![good.clone()]);
        assert_eq!(code, 0, "{function}: {said}");
        proved += usize::from(said.contains("proved: all"));
        let (code, said) =
            tmd_check::run(["--sample", "30", "--seed", "4", &good].map(str::to_owned).to_vec());
        assert!(code == 0 && said.contains("none is missing"), "{function}: {said}");
    }
    assert!(proved >= 5, "{proved}");

    let text = {
        let ask = ["search", "exp(x) * y", "--range-x", "0.5,0.75", "--range-y", "1,2"];
        let more = ["--precision", "binary16", "--certificate", &good];
        assert_eq!(program(&[&ask[..], &more].concat()).status.code(), Some(0));
        fs::read_to_string(&good).expect("a certificate")
    };
    let forged = path("forged.json");
    let lies: [Lie; 7] = [
        ("a case is gone", |own| drop(own["cases"].as_array_mut().map(Vec::pop))),
        ("all cases are gone", |own| own["cases"] = Value::Array(vec![])),
        ("a case is harder", |own| own["cases"][1]["identical_bits"] = 30.into()),
        ("a case is another", |own| own["cases"][1]["x"] = "0x1.004p-1".into()),
        ("a count is off", |own| own["next"] = 7.into()),
        ("pairs are off", |own| own["pairs"] = 7.into()),
        ("another function", |own| own["function"] = "exp(x) / y".into()),
    ];
    for (lie, change) in lies {
        let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut certificate);
        fs::write(&forged, certificate.to_string()).expect("write");
        let output = program(&["verify", "--full", &forged]);
        assert_eq!(output.status.code(), Some(1), "{lie}: {output:?}");
        let (code, said) = tmd_check::run(vec![forged.clone()]);
        assert_eq!(code, 1, "{lie}: {said}");
    }
    // A false number of undecided pairs hides nothing.
    let undecided: [Lie; 3] = [
        ("what is shown is none", |own| own["first_undecided"] = serde_json::json!(["foo", "bar"])),
        ("kinds are exchanged", |own| own["next"] = 20.into()),
        ("more than there are", |own| own["undecided"] = u64::MAX.into()),
    ];
    for (lie, change) in undecided {
        let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
        certificate["undecided"] = 1.into();
        certificate["first_undecided"] = serde_json::json!(["0x1p-1", "0x1p+0"]);
        change(&mut certificate);
        fs::write(&forged, certificate.to_string()).expect("write");
        let output = program(&["verify", &forged]);
        assert!(!output.status.success(), "{lie}: {output:?}");
        let (code, said) = tmd_check::run(vec![forged.clone()]);
        assert!(code != 0 && !said.contains("accepted"), "{lie}: {said}");
    }
    // What tmd-check has no enclosures of, it cannot tell.
    let ask = ["search", "1 + pow(x, y)", "--range-x", "0.5,0.75", "--range-y", "1,2"];
    let more = ["--precision", "bfloat16", "--certificate", &good];
    assert_eq!(program(&[&ask[..], &more].concat()).status.code(), Some(0));
    let (code, said) = tmd_check::run(vec![good.clone()]);
    assert!(code == 2 && said.contains("cannot be read"), "{said}");
}

/// Rows that are drawn reach the last x.
#[test]
fn samples_reach_the_last_number() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("last.json").to_string_lossy().into_owned();
    let ask = |range: &str, range_y: &str, more: &[&str]| {
        let ask = ["search", "exp(x) * y", "--range-x", range, "--range-y", range_y];
        json(&[&ask[..], &["--precision", "bfloat16", "--bits", "10"], more].concat())
    };
    let found = ask("0.5,4", "1,1.25", &[]);
    let last = found["cases"].as_array().and_then(|all| all.last()).expect("a case");
    let number = |name: &str| {
        let text = last[name].as_str().expect("a number");
        tmd_codegen::spec::hexfloat::parse(name, text).expect("a number").to_f64()
    };
    // Up to that x, and that y alone.
    let range = format!("0.5,{}", number("x") + 2f64.powi(-7));
    let range_y = format!("{},{}", number("y"), number("y") + 2f64.powi(-7));
    let found = ask(&range, &range_y, &["--certificate", &path]);
    let last = last["x"].as_str().expect("a number");
    let cases = found["cases"].as_array().expect("cases");
    assert_eq!(cases.last().map(|own| &own["x"]), Some(&Value::from(last)));
    let text = fs::read_to_string(&path).expect("a certificate");
    let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
    drop(certificate["cases"].as_array_mut().map(Vec::pop));
    fs::write(&path, certificate.to_string()).expect("write");
    let (code, said) =
        tmd_check::run(["--sample", "4000", "--seed", "5", &path].map(str::to_owned).to_vec());
    assert!(code == 1 && said.contains("left out"), "{said}");
}

#[test]
fn what_is_not_decided_and_what_is_too_much_is_said() {
    let ranges = ["--range-x", "60000,60100", "--range-y", "1,1.01", "--precision", "binary16"];
    let output = program(&[&["search", "log(exp(x) + exp2(y))"], &ranges[..]].concat());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("44, such as x = 0x1.d4cp+15, y = 0x1p+0"), "{said}");
    assert!(said.contains("this is not known of all pairs"), "{said}");

    let refused: [(&[&str], &str); 6] = [
        (&["exp(x) * z", "--range-x", "all"], "the variables are called"),
        (&["exp(x) * 2", "--range-x", "all"], "without y"),
        (&["exp(x) * y", "--range-x", "all", "--precision", "binary32"], "at most 11 bits"),
        (&["exp(x) * y", "--range-x", "1", "--precision", "binary16"], "not two numbers"),
        (
            &["exp(x) * y", "--range-y", "1,2", "--bits", "50", "--precision", "binary16"],
            "give 13 to 44",
        ),
        (
            &["exp(x) * y", "--range-y", "1,2", "--target", "c", "--precision", "binary16"],
            "--target",
        ),
    ];
    for (arguments, said) in refused {
        let output = program(&[&["search"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        let flat = error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>();
        assert!(flat.join(" ").contains(said), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    }
}

#[test]
fn finished_parts_are_kept() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let kept = path("kept");
    let made = |bits: &str, name: &str| {
        let ask = ["search", "exp(x) * y", "--range-x", "1,1.25", "--range-y", "1,2"];
        let own = ["--precision", "binary16", "--bits", bits, "--campaign", &kept];
        program(&[&ask[..], &own, &["--certificate", &path(name)]].concat())
    };
    let read = |name: &str| fs::read(path(name)).expect("a certificate");
    assert!(made("13", "first").status.success());
    let parts = fs::read_dir(&kept).expect("parts").count();
    assert_eq!(parts, 4);
    // As if it had been interrupted.
    fs::remove_file(scratch.path().join("kept/part-2-of-4.json")).expect("a part");
    assert!(made("13", "second").status.success());
    assert_eq!(read("first"), read("second"));
    let other = made("14", "third");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("no part of this search"));
    // What is done in minutes is not kept.
    let ask = ["search", "pow", "--range-x", "1,1.25", "--range-y", "1,2"];
    let other = program(&[&ask[..], &["--precision", "binary16", "--campaign", &kept]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("takes minutes at most"));
}
