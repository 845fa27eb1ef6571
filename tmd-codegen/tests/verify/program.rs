//! The command: exit codes, JSON, and what it shows of texts that others wrote.

use super::said::said;
use super::*;

pub(crate) fn program(arguments: &[&str]) -> process::Output {
    process::Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs")
}

#[test]
fn the_command_accepts_and_refuses() {
    let (true_path, false_path) = (scratch("true.json"), scratch("false.json"));
    let write = |path: &Path, certificate: &Certificate| {
        fs::write(path, json::text(certificate).expect("text")).expect("written");
    };
    write(&true_path, whole_format());
    let mut forged = whole_format().clone();
    forged.complete = false;
    forged.covered_inputs -= 1;
    write(&false_path, &forged);

    let accepted =
        program(&["verify", true_path.to_str().unwrap(), "--seconds", "1", "--seed", "9"]);
    assert_eq!(accepted.status.code(), Some(0));
    let table = String::from_utf8(accepted.stdout).expect("text");
    says(&table, &["request", "all covered, once", "judged from their text by MPFR"]);

    for (path, part, code) in [
        (false_path.to_str().unwrap(), "inputs are said to be covered", 1),
        ("/no/such/certificate", "/no/such/certificate", 2),
    ] {
        let refused = program(&["verify", path]);
        assert_eq!(refused.status.code(), Some(code));
        assert!(refused.stdout.is_empty());
        says(&said(&refused.stderr), &[part]);
    }
}

fn write(name: &str, certificate: &Certificate) -> String {
    let path = scratch(name);
    fs::write(&path, json::text(certificate).expect("text")).expect("written");
    path.display().to_string()
}

fn json_of(bytes: &[u8]) -> serde_json::Value {
    serde_json::from_slice(bytes).expect("JSON")
}

#[test]
fn programs_are_told_what_was_checked() {
    let whole = write("whole.json", campaign());
    let told = program(&["verify", &whole, "--json", "-"]);
    assert_eq!(told.status.code(), Some(0), "{}", said(&told.stderr));
    let told = json_of(&told.stdout);
    let is = |told: &serde_json::Value, coverage: &str, search: &str| {
        assert_eq!(told["accepted"], true, "{told}");
        assert_eq!(
            (&told["coverage"], &told["search"]),
            (&coverage.into(), &search.into()),
            "{told}"
        );
        assert!(told["seed"].is_u64() && told["checks"].as_array().unwrap().len() > 9, "{told}");
    };
    is(&told, "complete", "full");
    assert_eq!((told["share"].as_f64(), told["missing"].as_u64()), (Some(1.0), Some(1)));

    let moment =
        program(&["verify", &whole, "--json", "-", "--seconds", "1e-9", "--confidence", "0.5"]);
    let told = json_of(&moment.stdout);
    is(&told, "complete", "sampled");
    assert!(told["share"].as_f64().unwrap() < 1.0 && told["confidence"] == 0.5, "{told}");
    is(&json_of(&program(&["verify", &whole, "--json", "-", "--full"]).stdout), "complete", "full");

    let first = Work { share: 1, shares: 3, most: campaign().units.len() / 2, ..Work::default() };
    let part = write("part.json", &certified("part", first, true));
    let table = program(&["verify", &part]);
    assert_eq!(table.status.code(), Some(0), "{}", said(&table.stderr));
    says(&said(&table.stdout), &["coverage incomplete"]);
    is(&json_of(&program(&["verify", &part, "--json", "-"]).stdout), "incomplete", "full");
    let own = "exp --binade 1,2 --precision 20 --bits 10 --target interpreter";
    let expected = program(&["verify", &part, "--expect", own]);
    assert_eq!(expected.status.code(), Some(1));
    says(&said(&expected.stderr), &["a complete search is expected"]);
}

#[test]
fn programs_are_told_of_refusals() {
    let whole = write("expected.json", campaign());
    let out = scratch("refused-out.json");
    fs::write(&out, "{\"accepted\": true}").expect("an earlier one");
    let out = out.display().to_string();
    let other = program(&["verify", &whole, "--expect", "exp --binade 2,4", "--json", &out]);
    assert_eq!(other.status.code(), Some(1));
    let told = json_of(&fs::read(&out).expect("read"));
    assert_eq!((&told["accepted"], &told["error"]["kind"]), (&false.into(), &"refuted".into()));
    for wrong in [
        ["--expect", "exp --binade"],
        ["--confidence", "1.5"],
        ["--seconds", "-1"],
        ["--seed", "many"],
        ["--sources", "."],
    ] {
        let refused = program(&[&["verify", &whole][..], &wrong].concat());
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}: {}", said(&refused.stdout));
    }
}

/// A certificate as serde writes it, and as this program does.
fn texts(certificate: &impl serde::Serialize) -> [String; 2] {
    let text = serde_json::to_string(certificate).expect("text");
    [text, json::text(certificate).expect("text")]
}

/// Everything that a certificate can make the program say, with what would act on a terminal.
#[test]
fn nothing_that_a_certificate_says_acts_on_a_terminal() {
    let acting = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{2066}\r\u{9b}31m\u{200b}";
    let spelled = r"\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{2066}\u{d}\u{9b}31m\u{200b}";
    let forgeries: [fn(&mut serde_json::Value, &str); 8] = [
        |c, text| c["command"] = text.into(),
        |c, text| c["function"] = text.into(),
        |c, text| c["range"] = text.into(),
        |c, text| c["covered"][0]["first"] = text.into(),
        |c, text| c["rounding"] = text.into(),
        |c, text| c["found"]["cases"][0]["x"] = text.into(),
        |c, text| c["spans"][0]["bounds"][0]["name"] = text.into(),
        |c, text| c["request"][text] = "yes".into(),
    ];
    let acts = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).expect("text");
        text.chars()
            .any(|c| c != '\n' && (c.is_control() || "\u{202e}\u{2066}\u{200b}".contains(c)))
    };
    for (number, forge) in forgeries.into_iter().enumerate() {
        let mut forged = serde_json::to_value(campaign()).expect("JSON");
        forge(&mut forged, acting);
        // What can be read has a digest that is right.
        let [raw, shown] = match serde_json::from_value::<Certificate>(forged.clone()) {
            Ok(mut forged) => {
                forged.digest = Some(forged.digest_of_rest());
                texts(&forged)
            }
            Err(_) => texts(&forged),
        };
        // As a forger writes it, not as this program does.
        let path = scratch(&format!("acting-{number}.json"));
        fs::write(&path, raw).expect("written");
        let path = path.display().to_string();
        let refused = program(&["verify", &path]);
        assert!(!acts(&refused.stderr) && !acts(&refused.stdout), "{number}");
        assert_ne!(refused.status.code(), Some(0), "{number}");
        // As this program would write it, each is refused by its name.
        let path = scratch(&format!("acting-written-{number}.json"));
        fs::write(&path, shown).expect("written");
        let path = path.display().to_string();
        let refused = program(&["verify", &path]);
        let message = said(&refused.stderr);
        assert!(!acts(&refused.stderr), "{number}: {message}");
        says(&message.replace(' ', ""), &[&spelled[..20]]);
        let for_programs = program(&["verify", &path, "--message-format", "json", "--json", "-"]);
        assert!(!acts(&for_programs.stderr) && !acts(&for_programs.stdout), "{number}");
        let told = json_of(&for_programs.stderr);
        assert!(told["message"].as_str().unwrap().contains("\u{1b}[2J"), "{number}: {told}");
    }
}
