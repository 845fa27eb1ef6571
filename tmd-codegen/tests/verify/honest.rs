//! What is true is accepted.

use super::*;
use tmd_codegen::case_run::RunKind;
use tmd_codegen::distance::Distance;
use tmd_codegen::verdict::Verdict;

#[test]
fn campaigns_are_accepted() {
    let certificate = campaign();
    assert!(certificate.units.len() >= 3, "{} units", certificate.units.len());
    assert!(certificate.cases >= 100, "{} cases", certificate.cases);
    for options in [sampled(), Options { seed: Some(77), ..sampled() }, Options::default(), full()]
    {
        let report = check(certificate, &options).to_string();
        assert!(report.contains("units tile them"), "{report}");
    }
}

#[test]
fn stopped_campaigns_are_accepted() {
    // Half of all units, and not the first ones.
    let first = Work { share: 1, shares: 3, most: campaign().units.len() / 2, ..Work::default() };
    let certificate = certified("stopped", first, true);
    assert!(!certificate.complete && !certificate.gaps.is_empty());
    assert!(certificate.units[0].number > 0 && certificate.cases > 0);
    for options in [sampled(), full()] {
        check(&certificate, &options);
    }
}

#[test]
fn whole_formats_are_accepted() {
    let certificate = whole_format();
    assert!(!certificate.drifts.is_empty() && !certificate.decided.is_empty());
    check(certificate, &sampled());
    let report = check(certificate, &full()).to_string();
    assert!(report.contains("judged one by one"), "{report}");
}

#[test]
fn runs_are_accepted() {
    assert!(!runs().found.as_ref().unwrap().runs.is_empty());
    check(runs(), &sampled());
}

#[test]
fn all_kinds_of_searches_are_accepted() {
    // More ways than fit into 64 bits: planners reckon with a bound of C(512, 10).
    let acospi = "0x1.ffffffff62162p-1,0x1.ffffffffd8858p-1";
    let requests: [&[&str]; 13] = [
        // The second search must not leave out what the first did not.
        &["cosh", "--range=-2,2", "--precision", "16", "--bits", "8", "--equations", "off"],
        // Neighbours are so far apart that only enclosures between them confirm the bounds.
        &[
            "sin(x) / x",
            "--range",
            "2^-8,2",
            "--precision",
            "16",
            "--input-precision",
            "6",
            "--rounding",
            "nearest",
            "--bits",
            "4",
        ],
        &["acospi", "--range", acospi, "--precision", "53", "--bits", "30"],
        // Nothing comes to the second stage of its kernels.
        &["sin", "--range", "0x1p0,0x1.000001p0", "--precision", "53", "--bits", "36"],
        &["exp", "--range", "all", "--precision", "bfloat16"],
        &["exp(x) * sin(x)", "--range", "-2,-1", "--precision", "11", "--bits", "5"],
        &["sqrt", "--binade", "1,2", "--precision", "11", "--bits", "8"],
        &["log", "--range", "0.5,2", "--precision", "12", "--bits", "6", "--rounding", "directed"],
        &["exp", "--binade", "1,2", "--precision", "14", "--bits", "6", "--with-inverse"],
        &["sin", "--range", "0x1p0,0x1.00000000001p0", "--precision", "53", "--bits", "8"],
        &["exp2", "--range", "-3,4", "--precision", "9", "--bits", "5"],
        // Next to 1 by less than a search spends bits on telling its side.
        &["erf", "--range", "-54,-52", "--precision", "bfloat16"],
        // A bound of the slope between two neighbours that holds just so, next to a zero.
        &["lgamma", "--range=-0x1.0285p2,-0x1.0284p2", "--precision", "24", "--bits", "24"],
    ];
    for words in requests {
        let certificate = searched(words);
        for options in [sampled(), full()] {
            check(&certificate, &options);
        }
    }
}

/// exp(-2^-k) is 2^-k and half its square below 1: more bits tell its distance from a power of two than a search spends.
#[test]
fn distances_next_to_powers_of_two_are_accepted() {
    for k in [300, 480, 500, 600, 648, 1000] {
        let range = format!("-0x1.0000000000004p-{k},-0x1.ffffffffffffcp-{}", k + 1);
        let certificate = searched(&["exp", &format!("--range={range}"), "--bits", "44"]);
        let place = |c: &Certificate| {
            let cases = &c.found.as_ref().expect("cases").cases;
            cases.iter().position(|case| case.x == format!("-0x1p-{k}")).expect("the power")
        };
        let index = place(&certificate);
        for options in [sampled(), full()] {
            check(&certificate, &options);
        }
        for by in [-1, 1, 2] {
            let message = refusal(&certificate, &full(), |c| {
                let verdict = &mut c.found.as_mut().expect("cases").cases[index].verdict;
                let Verdict::Hard { identical_bits, .. } = verdict else { panic!("a case") };
                // What a search may state of it: its own bits, and those of the power.
                let own = k - 54;
                *identical_bits = if by < 0 { own - 2 } else { own.saturating_add_signed(by) };
            });
            says(&message, &["identical bits"]);
        }
    }
}

/// Next to a constant or a line f may be nearer to breakpoints than the first precision shows: of cos of the least numbers, and
/// of sums with a constant, all bits are spent that are needed. What takes more than any search spends is told as 0.
#[test]
fn distances_of_runs_far_below_every_format_are_told() {
    let requests: [(&[&str], bool); 5] = [
        (&["cospi", "--range", "0x1p-1074,0x1p-1022", "--bits", "46"], true),
        (&["cosh", "--range", "-0x1p-999,-0x1p-1000", "--bits", "46"], true),
        (&["x + exp(-700)", "--range", "1,1.5", "--bits", "46"], true),
        (&["cos(x * x)", "--range", "0x1p-1000,0x1p-999", "--bits", "46"], false),
        (&["x + exp(-3000)", "--range", "1,1.5", "--bits", "46"], false),
    ];
    for (words, is_told) in requests {
        let certificate = searched(words);
        let RunKind::Hard { least, .. } = first_run(&mut certificate.clone()).what else {
            panic!("{words:?}: no cases")
        };
        assert_eq!(!least.is_zero(), is_told, "{words:?}");
        for options in [sampled(), full()] {
            check(&certificate, &options);
        }
        if is_told {
            // A bound that is true and far from the truth: nobody may read from it that no precision suffices.
            let loose = forged(&certificate, |c| {
                if let RunKind::Hard { least, .. } = &mut first_run(c).what {
                    *least = Distance::ZERO;
                }
            });
            independent::refuses(text(&loose).as_bytes());
        }
    }
}

/// 2^x is so small that no precision which a search spends tells 2^x - 1 from -1: that it is no number of the format does, which
/// engine 3 did not know. What it left undecided is no false claim; this engine has none.
#[test]
fn what_an_engine_before_this_one_left_undecided_is_accepted() {
    let words = ["exp2m1", "--range=-0x1p15,-0x1.0000000000001p14", "--bits", "50"];
    let certificate = searched(&words);
    assert!(certificate.complete && certificate.drifts.len() == 1);
    check(&certificate, &sampled());
    let hash = plan::make(&request(&words)).expect("plan").hash_by(3);
    let undecided = |c: &mut Certificate| {
        let run = first_run(c);
        let RunKind::Hard { most, .. } = run.what else { panic!("cases") };
        run.what = RunKind::Unknown { most };
        c.cases_in_runs -= u128::from(first_run(c).count());
        c.complete = false;
    };
    let of_third = forged(&certificate, |c| {
        undecided(c);
        (c.engine, c.plan_hash) = (3, hash);
    });
    check(&of_third, &full());
    let of_this = forged(&certificate, undecided);
    let message = outcome(&of_this, &full()).expect_err("another search").message;
    says(&message, &["is not listed as it is found"]);
}

fn first_run(certificate: &mut Certificate) -> &mut tmd_codegen::case_run::CaseRun {
    &mut certificate.found.as_mut().expect("findings").runs[0].run
}

/// Beside such runs inputs are judged one by one: cospi(2^-1074) = 1 - 2^-2145.7. Values next to a limit that no precision
/// tells from it have a bound.
#[test]
fn distances_of_cases_far_below_every_format_are_told() {
    let requests: [(&[&str], u32); 4] = [
        (&["cospi", "--range", "0x1p-1074,0x1p-1022", "--bits", "8"], 2091),
        (&["cosh", "--range", "0x1p-1074,0x1p-1070", "--bits", "46"], 2095),
        (&["erf", "--range", "30,0x1.e001p4", "--precision", "24", "--bits", "20"], 1279),
        (&["exp2m1", "--range", "-0x1p30,-0x1p28", "--precision", "24", "--bits", "20"], 4900),
    ];
    for (words, least_bits) in requests {
        let certificate = searched(words);
        let most = certificate.found.as_ref().expect("findings").cases.iter().map(|case| {
            let Verdict::Hard { identical_bits, .. } = case.verdict else { panic!("a case") };
            identical_bits
        });
        let most = most.max().expect("a case");
        assert!((least_bits..least_bits + 100).contains(&most), "{words:?}: {most}");
        for options in [sampled(), full()] {
            check(&certificate, &options);
        }
    }
}

#[test]
fn what_was_written_is_read_again() {
    let text = json::text(campaign()).expect("text");
    let read = verify::parse("c.json", text.as_bytes()).expect("read");
    assert_eq!(read, *campaign());
}
