//! All pairs of small formats, by MPFR and algebra alone.

use super::counts::Counts;
use super::judge::{Judge, Outcome};
use super::search::searched;
use super::*;
use crate::finished::tests::continues;
use crate::plane::{PlaneCase, hex};
use rayon::prelude::*;
use rug::ops::Pow;
use rug::{Float, Rational};
use tmd_functions::language::{Format, FormatName, SurfaceSpec};

const FUNCTIONS: [&str; 26] = [
    "x + y",
    "x * y",
    "x / y",
    "(x + y) / 3",
    "sqrt(x * y)",
    "exp(x) * y",
    "exp(x * y)",
    "exp2(x + y) - 1",
    "exp10(x) / y",
    "log(x + y)",
    "log2(x * y)",
    "log10(x - y)",
    "logp1(x * y)",
    "log(exp(x) + exp(y))",
    "sin(x + y)",
    "cos(x * y) + x",
    "atan(x / y)",
    "tanh(x + y) * pi",
    "rsqrt(x * x + y * y)",
    "hypot(x, y + 1) - 1",
    "2 * pow(x, y)",
    "1 + pow(y, x / 2)",
    "compound(x, y) - 3 * y",
    "pow(x, 3) + pow(0 * x, y)",
    "atan2(y, x) + 1",
    "erf(x * y) + rootn(x - y, 3) + sinh(powi(x, -2) * y)",
];

fn format(precision: u32, emax: i32) -> Format {
    Format { name: format!("{precision} bits"), precision, emin: 1 - emax, emax }
}

fn request(text: &str, format: Format, ranges: [&str; 2], bits: u32) -> Request {
    let function = SurfaceSpec::parse_given(text, None).expect("a function");
    Request::new(function, format, ranges, Some(bits)).expect("a request")
}

/// What the judge says of all pairs.
fn counted(request: &Request) -> (Counts, Vec<PlaneCase>) {
    let judge = Judge::new(request);
    let exact = |own: f64| Rational::from_f64(own).expect("finite");
    let ys = request.ys();
    let of_x = |x: &f64| {
        let of_y = |y: &f64| ([*x, *y], judge.outcome(&exact(*x), &exact(*y)));
        ys.iter().map(of_y).collect::<Vec<_>>()
    };
    let outcomes: Vec<_> = request.xs().par_iter().map(of_x).collect();
    let (mut counts, mut cases) = (Counts::default(), vec![]);
    let mut undecided = vec![];
    for ([x, y], outcome) in outcomes.into_iter().flatten() {
        counts.pairs += u64::from(outcome != Outcome::OutOfReach);
        match outcome {
            Outcome::OutOfReach | Outcome::Ordinary => {}
            Outcome::Exact(kind) => counts.exact.add(kind),
            Outcome::Next => counts.next += 1,
            Outcome::Undecided => undecided.push([x, y]),
            Outcome::Hard { kind, identical_bits, distance } => {
                let [x, y] = [x, y].map(hex);
                cases.push(PlaneCase { x, y, kind, identical_bits, distance });
            }
        }
    }
    counts.undecided = undecided.len() as u64;
    undecided.sort_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])));
    counts.first_undecided = undecided.first().copied();
    (counts, cases)
}

/// Each function in one of two formats.
#[test]
fn small_formats_are_found_one_for_one() {
    let (mut all, mut exact, mut undecided) = (0, 0, 0);
    let formats = [(4, 5, 6), (5, 5, 8)];
    for (text, (precision, emax, bits)) in FUNCTIONS.into_iter().zip(formats.into_iter().cycle()) {
        let request = request(text, format(precision, emax), ["all", "all"], bits);
        let found = search(&request, None, &()).expect("a search");
        let (counts, cases) = counted(&request);
        let own = ExpressionCertificate::new(&request, bits, &counts, vec![]);
        let said = ExpressionCertificate { cases: vec![], ..found.clone() };
        assert_eq!(said, own, "{text}, {precision} bits");
        assert_eq!(found.cases, cases, "{text}, {precision} bits");
        if precision == 4 {
            verify(&found, true, 1).unwrap_or_else(|lie| panic!("{text}: {lie:?}"));
        }
        all += cases.len();
        exact += found.exact.all();
        undecided += found.undecided;
    }
    println!("{all} cases, {exact} exact, {undecided} undecided");
    assert!(all > 2_500 && exact > 5_000, "{all} cases, {exact} exact");
    assert!(undecided < 20_000, "{undecided} undecided");
}

/// Values by MPFR's own functions, without any of ours.
#[test]
fn cases_are_those_of_mpfr() {
    const PREC: u32 = 300;
    let of = |text: &str, x: &Float, y: &Float| -> Float {
        let new = |value: &Float| Float::with_val(PREC, value);
        match text {
            "exp(x) * y" => new(x).exp() * y,
            "log(x + y)" => (new(x) + y).ln(),
            "sin(x + y)" => (new(x) + y).sin(),
            "sqrt(x * y)" => (new(x) * y).sqrt(),
            "pow(x, y) + 1" => new(x).pow(y) + 1,
            "2 - pow(y, x)" => 2 - new(y).pow(x),
            "compound(x, y) * 3" => Float::with_val(PREC, new(x) + 1).pow(y) * 3,
            "atan2(y, x) + 1" if x.is_zero() && y.is_zero() => new(y) / 0,
            "atan2(y, x) + 1" => new(y).atan2(x) + 1,
            _ => (new(x) / y).atan(),
        }
    };
    let (precision, emax, bits) = (5, 7, 9);
    let mut all = 0;
    for text in [
        "exp(x) * y",
        "log(x + y)",
        "sin(x + y)",
        "sqrt(x * y)",
        "atan(x / y)",
        "pow(x, y) + 1",
        "2 - pow(y, x)",
        "compound(x, y) * 3",
        "atan2(y, x) + 1",
    ] {
        let request = request(text, format(precision, emax), ["all", "all"], bits);
        let found = search(&request, None, &()).expect("a search");
        let mut wanted = vec![];
        let mut count = 0;
        for x in request.xs() {
            for y in request.ys() {
                if text == "atan(x / y)" && y == 0.0 {
                    continue;
                }
                let value = of(text, &Float::with_val(53, x), &Float::with_val(53, y)).abs();
                if !value.is_finite() || value.is_zero() {
                    continue;
                }
                let exponent = value.get_exp().expect("a number") - 1;
                let least = 1 - emax - precision.cast_signed();
                if exponent < least - 1 || exponent > emax {
                    continue;
                }
                count += 1;
                let unit = exponent.max(1 - emax) - precision.cast_signed();
                let g = value.clone() >> unit;
                let near = g.clone().round();
                let distance = Float::with_val(PREC, &g - &near).abs();
                let is_breakpoint = !near.is_zero()
                    && (near.clone() << unit) < Float::with_val(PREC, 1) << (emax + 1);
                let is_hard = distance < Float::with_val(PREC, 1) >> bits;
                // Exact, or next to a breakpoint.
                let is_counted = distance < Float::with_val(PREC, 1) >> 44;
                if is_breakpoint && is_hard && !is_counted {
                    wanted.push((hex(x), hex(y)));
                }
            }
        }
        let listed: Vec<_> =
            found.cases.iter().map(|case| (case.x.clone(), case.y.clone())).collect();
        assert_eq!(found.pairs, count, "{text}");
        assert_eq!(found.undecided, 0, "{text}");
        assert_eq!(listed, wanted, "{text}");
        all += listed.len();
    }
    println!("{all} cases");
    assert!(all > 1000, "{all} cases");
}

#[test]
fn parts_of_larger_formats_are_found_one_for_one() {
    let mut all = 0;
    for text in FUNCTIONS {
        for (name, x, y) in [
            ("binary16", "0.9,1.1", "0.5,0.53"),
            ("binary16", "3000,3100", "-2^-20,2^-20"),
            ("bfloat16", "2^100,0x1.4p100", "-0.25,-0x1.8p-3"),
        ] {
            let format = FormatName::parse("--precision", name).and_then(|own| own.format());
            let format = format.expect("a format");
            let bits = format.precision + 2;
            let request = request(text, format, [x, y], bits);
            let found = search(&request, None, &()).expect("a search");
            let (counts, cases) = counted(&request);
            let own = ExpressionCertificate::new(&request, bits, &counts, cases);
            assert_eq!(found, own, "{text} in {name}, {x} and {y}");
            all += found.cases.len();
        }
    }
    println!("{all} cases");
    assert!(all > 1000, "{all} cases");
}

#[test]
fn what_no_precision_tells_is_counted_and_shown() {
    let binary16 = FormatName::parse("--precision", "binary16").and_then(|own| own.format());
    let ranges = ["60000,60100", "1,0x1.02p0"];
    let request = request("log(exp(x) + exp2(y))", binary16.expect("a format"), ranges, 13);
    let found = search(&request, None, &()).expect("a search");
    // Two numbers x and eight y: the value is next to x, by e^(y - x).
    assert_eq!((found.pairs, found.undecided, found.next), (32, 32, 0), "{found:?}");
    let first = ["0x1.d4cp+15", "0x1p+0"].map(str::to_owned);
    assert_eq!(found.first_undecided, Some(first));
    verify(&found, true, 1).expect("accepted");
}

#[test]
fn where_there_are_too_many_cases_the_threshold_is_raised() {
    let request = request("exp(x) * y", format(6, 7), ["all", "all"], 8);
    let all = search(&request, None, &()).expect("a search");
    let few = searched(&request, 1000, None, &()).expect("a search");
    let harder: Vec<PlaneCase> =
        all.cases.iter().filter(|case| case.identical_bits >= few.bits).cloned().collect();
    let one_less = all.cases.iter().filter(|case| case.identical_bits + 1 >= few.bits).count();
    println!("{} cases, {} of {} bits", all.cases.len(), harder.len(), few.bits);
    assert!(few.bits > 8 && one_less > 1000 && harder.len() <= 1000 && harder.len() > 10);
    assert_eq!(few, ExpressionCertificate { bits: few.bits, cases: harder, ..all });
    verify(&few, false, 1).expect("accepted");
}

fn beyond(case: &mut PlaneCase) {
    case.x = "0x1.8p20".to_owned();
}

#[test]
fn certificates_that_lie_are_refused() {
    // So many pairs that they are drawn.
    let request = request("exp(x) * y", format(6, 7), ["all", "all"], 9);
    let good = search(&request, None, &()).expect("a search");
    verify(&good, true, 3).expect("accepted");
    let refused = |change: fn(&mut ExpressionCertificate), why: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        let error = verify(&bad, false, 3).expect_err(why);
        assert!(error.message.contains(why), "{}", error.message);
    };
    refused(|bad| bad.cases.swap(0, 1), "do not ascend");
    refused(|bad| bad.cases[0].identical_bits += 1, "is PlaneCase");
    refused(|bad| bad.cases.last_mut().into_iter().for_each(beyond), "no pair that is searched");
    refused(|bad| drop(bad.cases.drain(..)), "listed is None");
    refused(|bad| bad.undecided = 1, "no undecided pair is shown");
    let shown = |bad: &mut ExpressionCertificate| {
        bad.undecided = 1;
        bad.first_undecided = Some(["0x1p+0", "0x1p+0"].map(str::to_owned));
    };
    refused(shown, "is no undecided pair");
    refused(|bad| bad.engine = 0, "engine 0");
    let mut bad = good.clone();
    bad.cases.remove(5);
    assert!(verify(&bad, true, 3).is_err());
}

/// What one part of a pair's value hides from another: the enclosures in binary64 and the judge do not know the same, and each certificate is
/// accepted.
#[test]
fn what_only_one_of_both_ways_tells_is_no_lie() {
    let binary16 = FormatName::parse("--precision", "binary16").and_then(|own| own.format());
    let binary16 = binary16.expect("a format");
    for (text, x, y, is_undecided) in [
        // No value where x = y, whatever is made of it.
        ("100.3 + sinpi(1 / (exp(x) - exp(y))) / 1e6", "1,1.004", "1,1.004", true),
        ("erf(1 / (exp(x) - exp(y))) + x", "1,1.004", "1,1.004", true),
        ("atan2(1 / (exp(x) - exp(y)), 1) * 0 + x", "1,1.004", "1,1.004", true),
        ("x + exp(-exp(y))", "1,1.1", "10,10.1", true),
        ("powi(exp(x + y), 0) * x", "1,1.004", "1,1.004", false),
        ("(exp(exp(x)) - exp(exp(y))) * log(0 - x * x)", "1000,1004", "1000,1004", false),
        ("x * (1 + 1 / 36028797018963968) + 0 * y", "1,1.1", "1,1.1", false),
    ] {
        let request = request(text, binary16.clone(), [x, y], 13);
        let found = search(&request, None, &()).expect("a search");
        assert_eq!(found.undecided > 0, is_undecided, "{text}: {found:?}");
        verify(&found, true, 1).unwrap_or_else(|lie| panic!("{text}: {lie:?}"));
    }
    // Nothing is listed where all pairs have the most identical bits that a case may have.
    let request =
        request("x * (1 + 1 / 36028797018963968) + 0 * y", binary16, ["1,1.1", "1,1.1"], 13);
    let found = searched(&request, 1000, None, &()).expect("a search");
    assert_eq!((found.bits, found.cases.len()), (44, 0));
    verify(&found, false, 1).expect("accepted");
}

#[test]
fn bad_requests_say_what_to_do() {
    let asked = |text: &str, format: &str, bits: Option<u32>| {
        let function = SurfaceSpec::parse_given(text, None).expect("a function");
        let format = FormatName::parse("--precision", format).and_then(|own| own.format());
        Request::new(function, format.expect("a format"), ["all", "1,2"], bits)
    };
    for (text, format, bits, said) in [
        ("exp(x)", "binary16", None, "without y"),
        ("exp(y)", "binary16", None, "without x"),
        ("exp(x + y)", "binary32", None, "not a format"),
        ("exp(x + y)", "binary16", Some(12), "out of range"),
        ("exp(x + y)", "binary16", Some(45), "out of range"),
    ] {
        let error = asked(text, format, bits).expect_err(said);
        assert!(error.message.contains(said) && error.help.is_some(), "{}", error.message);
    }
    assert_eq!(asked("exp(x + y)", "binary16", None).expect("a request").bits, 14);
}

#[test]
fn searches_continue() {
    let asked = |bits| {
        let binary16 = FormatName::parse("--precision", "binary16").and_then(|own| own.format());
        request("exp(x) * y", binary16.expect("a format"), ["1,1.25", "1,2"], bits)
    };
    let found = continues(
        4,
        1 << 18,
        |dir, progress| search(&asked(13), dir, progress),
        |dir, progress| search(&asked(14), dir, progress),
    );
    assert!(found.cases.len() > 30, "{} cases", found.cases.len());
    // Each part has more cases than can be listed of all.
    let few = continues(
        4,
        1 << 18,
        |dir, progress| searched(&asked(13), 4, dir, progress),
        |dir, progress| searched(&asked(14), 4, dir, progress),
    );
    println!("{} cases, {} of {} bits", found.cases.len(), few.cases.len(), few.bits);
    assert!(few.bits > 13 && (1..=4).contains(&few.cases.len()));
}
