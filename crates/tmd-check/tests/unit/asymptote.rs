//! Functions and those that they approach: the bounds, what follows from them in small formats, and what is refused.

use super::read;
use crate::asymptote::{Asymptote, Falls, PAIRS, Pair};
use crate::cases::{Finding, Found, Verdict};
use crate::centred::expand;
use crate::grid::Format;
use crate::interval::Interval;
use crate::json;
use crate::number::{power_of_two, shown};
use crate::request::Request;
use crate::stop::{Checked, Stop};
use crate::truth::Truth;
use rug::{Float, Rational};

/// m, for all functions of the table.
fn shift_of_values(pair: &Pair) -> i32 {
    if ["sinh", "cosh"].contains(&pair.f) { -1 } else { 0 }
}

fn value(name: &str, x: &Rational, prec: u32) -> Interval {
    expand(&read(name), &Interval::point(x, prec), 0).expect("a value")[0].clone()
}

/// D, enclosed.
fn difference(pair: &Pair, x: &Rational, prec: u32) -> Interval {
    let (of, n) = match pair.difference {
        Falls::Value(n) => (value(pair.g, x, prec), n),
        Falls::Input(n) => (Interval::point(x, prec), n),
    };
    of.powi(-n).expect("not 0")
}

/// f is what the table says of it, and not much closer to g where D is exact.
#[test]
fn functions_are_as_close_as_the_table_says() {
    let prec = 1000;
    let small = [16.0, 16.5, 31.4375, 64.0, 100.25].map(|x| Rational::from_f64(x).expect("finite"));
    let large = [20, 50, 90].map(|e| power_of_two(e) * Rational::from((9, 8)));
    let mut compared = 0;
    for pair in &PAIRS {
        let is_exponential = matches!(pair.difference, Falls::Value(_));
        for x in small.iter().chain(large.iter().filter(|_| !is_exponential)) {
            let near = value(pair.g, &Rational::from(x << pair.shift), prec);
            let ratio = value(pair.f, x, prec).div(&near.shift(shift_of_values(pair)));
            let off = ratio.expect("not 0").sub(&Interval::int(1, prec));
            let most = difference(pair, x, prec);
            // Where it is exact, both are enclosures of one number.
            let slack = Float::with_val(prec, &most.hi) >> 300u32;
            assert!(off.mag() <= Float::with_val(prec, &most.hi + &slack), "{} at {x}", pair.f);
            let least = Float::with_val(prec, &most.lo - &slack);
            assert!(!is_exponential || off.mig() >= least, "{} at {x}", pair.f);
            compared += 1;
        }
    }
    assert_eq!(compared, 5 * 5 + 5 * 8);
}

#[test]
fn inputs_are_close_from_a_number_on() {
    let pair = |name: &str| Pair::of(&read(name)).expect("in the table");
    let number = |text: &str| text.parse::<Rational>().expect("a number");
    // Of sinh from 50·ln 2 on, of expm1 from 100·ln 2 on, of exp10m1 from 100·log10 2 on.
    for (name, n, below, from) in [
        ("sinh", 100, "3465735/100000", "3465736/100000"),
        ("cosh", 100, "3465735/100000", "3465736/100000"),
        ("expm1", 100, "6931471/100000", "6931472/100000"),
        ("exp2m1", 100, "9999999/100000", "100"),
        ("exp10m1", 100, "3010299/100000", "3010300/100000"),
        ("logp1", 40, "1099511627775", "1099511627776"),
        ("log2p1", 40, "1099511627775", "1099511627776"),
        ("log10p1", 40, "1099511627775", "1099511627776"),
        ("acosh", 41, "1482910", "1482911"),
        ("asinh", 41, "1482910", "1482911"),
        // D is small enough before, but the table begins at 16.
        ("sinh", 10, "1599/100", "16"),
        ("asinh", 6, "1599/100", "16"),
    ] {
        assert!(!pair(name).is_close(&number(below), n), "{name}: {below}");
        assert!(pair(name).is_close(&number(from), n), "{name}: {from}");
        assert!(!pair(name).is_close(&-number(from), n), "{name}: -{from}");
    }
    for other in ["exp", "log", "tanh", "sinh(2 * x)", "x", "sinh(x) + 0", "log(1 + x)"] {
        assert_eq!(Pair::of(&read(other)), None, "{other}");
    }
}

/// What a certificate says of its request and its inputs, with one span for each binade.
struct Skeleton {
    function: &'static str,
    range: &'static str,
    precision: &'static str,
    rounding: &'static str,
    bits: u32,
    inverse: bool,
    /// The list that spans are in.
    spans: &'static str,
    /// Whether the last binade is in a gap.
    gap: bool,
}

const SKELETON: Skeleton = Skeleton {
    function: "sinh",
    range: "16,89.5",
    precision: "12",
    rounding: "all",
    bits: 4,
    inverse: false,
    spans: "spans",
    gap: false,
};

/// A run as certificates write it.
fn run(request: &Request, segment: usize, from: u64, to: u64) -> String {
    let [first, last] = [from, to - 1].map(|index| shown(&request.segments[segment].x(index)));
    format!(
        r#"{{"first": "{first}", "last": "{last}", "segment": {segment}, "from_index": {from}, "to_index": {to}}}"#
    )
}

impl Skeleton {
    fn head(&self) -> String {
        let Skeleton { function, range, precision, rounding, bits, inverse, .. } = self;
        let format = Format::named(precision).expect("a format");
        let input = if *inverse { format.with_midpoints() } else { format.clone() };
        let written = |format: &Format| {
            let Format { name, precision, emin, emax } = format;
            format!(
                r#"{{"name": "{name}", "precision": {precision}, "emin": {emin}, "emax": {emax}}}"#
            )
        };
        let (option, flag) = match inverse {
            true => (r#", "with-inverse": "yes""#, " --with-inverse"),
            false => ("", ""),
        };
        let inverse = if *inverse { "{}" } else { "null" };
        format!(
            r#""engine": 3, "request": {{"function": "{function}", "range": "{range}", "precision": "{precision}",
            "rounding": "{rounding}", "bits": "{bits}"{option}}},
            "command": "tmd-codegen search '{function}' --range {range} --precision {precision} --rounding {rounding} --bits {bits}{flag}",
            "function": "{function}", "range": "{range}", "input_format": {}, "output_format": {},
            "rounding": "{rounding}", "epsilon_bits": {bits}, "inverse": {inverse}"#,
            written(&input),
            written(&format)
        )
    }

    fn request(&self) -> Request {
        let text = format!("{{{}}}", self.head());
        Request::read(&json::parse(&text).expect("JSON")).expect("a request")
    }

    fn text(&self, asymptote: &str) -> String {
        let request = self.request();
        let counts: Vec<u64> = request.segments.iter().map(|segment| segment.count).collect();
        let runs: Vec<String> = (0..counts.len()).map(|n| run(&request, n, 0, counts[n])).collect();
        let cut = runs.len() - usize::from(self.gap);
        let mut lists = String::new();
        for name in ["spans", "drifts", "decided", "direct"] {
            let own = if name == self.spans { runs.join(", ") } else { String::new() };
            lists += &format!(r#""{name}": [{own}], "#);
        }
        format!(
            r#"{{{}, {lists} "inputs": {}, "covered_inputs": {}, "covered": [{}], "gaps": [{}], "units": [],
            "asymptote": {asymptote}}}"#,
            self.head(),
            counts.iter().sum::<u64>(),
            counts[..cut].iter().sum::<u64>(),
            runs[..cut].join(", "),
            runs[cut..].join(", ")
        )
    }

    /// What the check says of an asymptote where the findings are the true ones.
    fn check(&self, asymptote: &str) -> Checked<Option<Asymptote>> {
        self.check_without(asymptote, None)
    }

    fn check_without(
        &self,
        asymptote: &str,
        left_out: Option<(usize, u64)>,
    ) -> Checked<Option<Asymptote>> {
        let request = self.request();
        let text = self.text(asymptote);
        let certificate = json::parse(&text).expect("JSON");
        let tiling = request.tiling(&certificate)?;
        let mut own = findings(&request);
        own.retain(|finding| Some(finding.at) != left_out);
        let found = Found { own, inverse: vec![], runs: vec![] };
        Asymptote::check(&request, &tiling, &found, &certificate)
    }
}

/// All findings, by evaluating all inputs; their verdicts do not matter here.
fn findings(request: &Request) -> Vec<Finding> {
    let mut all = vec![];
    for (number, segment) in request.segments.iter().enumerate() {
        for index in 0..segment.count {
            let x = segment.x(index);
            if request.is_left_out(&x).expect("a value") {
                let (at, verdict) = ((number, index), Verdict::Exact);
                all.push(Finding { at, verdict, kind: String::new(), x });
            }
        }
    }
    all
}

const HASH: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

fn entry(function: &str, bits: u32, runs: &[String]) -> String {
    format!(
        r#"{{"function": "{function}", "bits": {bits}, "range": ["0x1p+0", "0x1.ffep+127"], "cases": 5000, "list": "{HASH}", "runs": [{}]}}"#,
        runs.join(", ")
    )
}

/// Each case of f, where the check allows it, is one of g for a bit less, or g is exact there; it is so for every input of a small
/// format, in all modes, also where f and g are in different binades.
#[test]
fn cases_are_on_the_list_of_the_other_function() {
    let (mut cases, mut crossed, mut exact, mut off) = (0, 0, 0, 0);
    for pair in &PAIRS {
        let range = match pair.difference {
            Falls::Value(_) => "2,89.5",
            Falls::Input(1) => "2^14,2^22",
            Falls::Input(_) => "2^6,2^14",
        };
        for rounding in ["nearest", "directed", "all"] {
            let own = Skeleton { function: pair.f, range, rounding, ..SKELETON };
            let request = own.request();
            let needed = own.bits + request.breakpoint_bits() as u32 + 2;
            let other = Skeleton { function: pair.g, range: "all", bits: own.bits - 1, ..own };
            let other = other.request();
            let beyond = power_of_two(request.output.emax + 1);
            for finding in findings(&request) {
                let x = Rational::from(&finding.x << pair.shift);
                let near = value(pair.g, &x, 200);
                let is_listed = other.is_left_out(&x).expect("a value");
                if !pair.is_close(&finding.x, needed) || near.hi >= beyond {
                    off += u32::from(!is_listed);
                    continue;
                }
                let place = || format!("{} at {}, {rounding}", pair.f, finding.x);
                assert!(is_listed, "{}", place());
                let exponent = |value: &Interval| value.lo.get_exp();
                let own = value(pair.f, &finding.x, 200).shift(-shift_of_values(pair));
                cases += 1;
                crossed += u32::from(exponent(&own) != exponent(&near));
                exact += u32::from(matches!(other.truth(&x), Truth::Exact { .. }));
            }
        }
    }
    println!(
        "{cases} cases, {crossed} across a power of two, {exact} where g is exact; {off} others are not on the list"
    );
    // What is not allowed is not true everywhere.
    assert!(cases > 5000 && crossed > 50 && exact > 50 && off > 500);
}

/// Whole binades, and parts of them.
#[test]
fn what_rests_on_a_list_is_accepted() {
    let request = SKELETON.request();
    let runs = [run(&request, 0, 0, 2048), run(&request, 1, 7, 1000), run(&request, 1, 1000, 2048)];
    let told = SKELETON.check(&entry("exp(x)", 3, &runs)).expect("accepted").expect("told");
    assert_eq!((told.inputs, told.runs, told.bits, told.cases), (4089, 3, 3, 5000));
    assert!(told.words().contains("4089 inputs in 3 runs"), "{}", told.words());
    assert!(told.words().contains("exp(x) for 2^-3, 5000 inputs with SHA-256 0123456789abcdef…"));
    assert!(told.trust().contains("exp(x)") && told.trust().contains("0123456789abcdef…"));
    assert_eq!(SKELETON.check("null"), Ok(None));
    for (function, g, range) in [
        ("cosh", "exp(x)", "16,64"),
        ("expm1", "exp(x)", "16,64"),
        ("exp2m1", "exp2(x)", "19,64"),
        ("exp10m1", "exp10(x)", "16,32"),
        ("logp1", "log(x)", "2^19,2^21"),
        ("log2p1", "log2(x)", "2^19,2^21"),
        ("log10p1", "log10(x)", "2^19,2^21"),
        ("acosh", "log(x)", "2^10,2^12"),
        ("asinh", "log(x)", "2^125,2^127"),
    ] {
        let own = Skeleton { function, range, ..SKELETON };
        let request = own.request();
        let all = |(n, segment): (usize, &crate::grid::Segment)| run(&request, n, 0, segment.count);
        let runs: Vec<String> = request.segments.iter().enumerate().map(all).collect();
        let told = own.check(&entry(g, 3, &runs));
        assert!(told.is_ok_and(|told| told.is_some()), "{function}");
    }
}

/// Each lie is refused, for the reason that it gives.
#[test]
fn what_does_not_rest_on_a_list_is_refused() {
    let request = SKELETON.request();
    // In [64, 89.5) exp overflows from 88.72… on, sinh from 89.41… on.
    let (low, high) = (run(&request, 0, 0, 2048), run(&request, 1, 0, 2048));
    let fits = run(&request, 2, 0, 792);
    let honest = entry("exp(x)", 3, &[low.clone(), high.clone(), fits.clone()]);
    assert!(SKELETON.check(&honest).is_ok());
    let with = |runs: &[&str]| {
        entry("exp(x)", 3, &runs.iter().map(|run| (*run).to_owned()).collect::<Vec<_>>())
    };
    let base = || Skeleton { ..SKELETON };
    let beyond = run(&request, 2, 0, 793);
    let below = Skeleton { range: "8,64", ..SKELETON };
    let steep = Skeleton { bits: 40, ..SKELETON };
    let others = |function| Skeleton { function, ..SKELETON };
    let doubled = Skeleton { function: "acosh", range: "2^126,2^128", ..SKELETON };
    let doubled_run = run(&doubled.request(), 1, 0, 1);
    let with_inverse = Skeleton { inverse: true, range: "16,24", ..SKELETON };
    let inverse_run = run(&with_inverse.request(), 0, 0, 9);
    let inner = |more: &str| high.replacen('{', &format!("{{{more}, "), 1);
    let lies: Vec<(&str, Skeleton, String, &str)> = vec![
        ("another g", base(), honest.replace("exp(x)", "exp2(x)"), "on the list of exp(x)"),
        (
            "g as it is not written",
            base(),
            honest.replace("exp(x)", "exp"),
            "on the list of exp(x)",
        ),
        ("as many bits", base(), honest.replace("\"bits\": 3", "\"bits\": 4"), "not enough"),
        ("too few bits", base(), honest.replace("\"bits\": 3", "\"bits\": 1"), "not enough"),
        ("a short hash", base(), honest.replace(HASH, &HASH[1..]), "SHA-256"),
        ("a hash of other digits", base(), honest.replace("abcdef", "ABCDEF"), "SHA-256"),
        ("no runs", base(), with(&[]), "no inputs"),
        (
            "a list that ends before",
            base(),
            honest.replace("0x1.ffep+127", "0x1p+6"),
            "does not reach so far",
        ),
        (
            "a list that begins after",
            base(),
            honest.replace("[\"0x1p+0\"", "[\"0x1.8p+4\""),
            "does not reach so far",
        ),
        ("no range", base(), honest.replace("\"0x1p+0\", ", ""), "two ends"),
        ("a shorter list", base(), honest.replace("5000", "50"), "from a list of 50"),
        ("runs that overlap", base(), with(&[&low, &run(&request, 0, 2047, 2048)]), "overlap"),
        ("runs that descend", base(), with(&[&high, &low]), "ascend"),
        ("a run twice", base(), with(&[&low, &low]), "overlap"),
        ("a run of other inputs", base(), with(&[&low.replace("2048", "2047")]), "not input"),
        ("a run before 16", below, with(&[&low.replace("p+4", "p+3").replace("p+5", "p+4")]), "16"),
        ("a run where D is too large", steep, with(&[&low]), "not within 2^-55"),
        ("a run where g overflows", base(), with(&[&low, &beyond]), "overflows"),
        (
            "a run where 2·x is no number",
            doubled,
            entry("log(x)", 3, &[doubled_run]),
            "does not reach so far",
        ),
        ("inputs of no kernel", Skeleton { spans: "direct", ..SKELETON }, with(&[&low]), "kernels"),
        (
            "inputs in a gap",
            Skeleton { gap: true, ..SKELETON },
            with(&[&low, &fits]),
            "are covered",
        ),
        ("a function that has none", others("tanh"), with(&[&low]), "not known"),
        ("a function of 2·x", others("sinh(2*x)"), with(&[&low]), "not known"),
        ("an inverse", with_inverse, entry("exp(x)", 3, &[inverse_run]), "with its inverse"),
        ("a name more", base(), honest.replace("\"bits\"", "\"shift\": 0, \"bits\""), "`shift`"),
        ("a name more in a run", base(), with(&[&inner("\"kernel\": 0")]), "`kernel`"),
        ("no function", base(), honest.replace("\"function\": \"exp(x)\",", ""), "`function`"),
        ("no hash", base(), honest.replace(&format!("\"list\": \"{HASH}\","), ""), "`list`"),
        ("no number of bits", base(), honest.replace("\"bits\": 3", "\"bits\": \"3\""), "belongs"),
        ("fewer than no cases", base(), honest.replace("5000", "-1"), "belongs"),
        (
            "runs that are none",
            base(),
            honest.replace("[{", "{\"run\": [{").replace("}]", "}]}"),
            "a list belongs",
        ),
        ("no object", base(), "[]".to_owned(), "`runs`"),
        ("a text", base(), "\"exp(x)\"".to_owned(), "`runs`"),
    ];
    let mut wrong = vec![];
    for (name, skeleton, asymptote, reason) in &lies {
        match skeleton.check(asymptote) {
            Err(Stop::Refused(why) | Stop::Cannot(why)) if why.contains(reason) => {}
            other => wrong.push(format!("{name}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where g is exact the list may not have what is a case of f: these inputs are examined again.
#[test]
fn exact_values_of_the_other_function_are_examined() {
    for (function, g, range, at) in [
        ("exp2m1", "exp2(x)", "36.9,37.1", "37"),
        ("log2p1", "log2(x)", "134200000,134300000", "134217728"),
        ("log10p1", "log10(x)", "99990000,100010000", "100000000"),
    ] {
        let precision = "19";
        let own = Skeleton { function, range, precision, ..SKELETON };
        let request = own.request();
        let all = |(n, segment): (usize, &crate::grid::Segment)| run(&request, n, 0, segment.count);
        let runs: Vec<String> = request.segments.iter().enumerate().map(all).collect();
        let told = entry(g, 3, &runs);
        let x: Rational = at.parse().expect("a number");
        let listed = findings(&request);
        let is_it = |finding: &&Finding| finding.x == x;
        let finding = listed.iter().find(is_it).unwrap_or_else(|| panic!("{function}: {at}"));
        assert!(own.check(&told).is_ok(), "{function}");
        let refused = own.check_without(&told, Some(finding.at));
        let is_why = |why: &str| why.contains(&format!("{g} is exact there"));
        assert!(
            matches!(&refused, Err(Stop::Refused(why)) if is_why(why)),
            "{function}: {refused:?}"
        );
    }
}
