//! Exact cases of roots that are counted and not listed: what is true is accepted by both checkers, forgeries are refused by both.

use super::*;
use tmd_codegen::load::RUST_SIMD;
use tmd_codegen::verdict::{CaseKind, Verdict};

/// The kernels of so many inputs must be fast.
fn fast(plan: plan::Plan) -> load::Loaded {
    let options = LoadOptions { target: RUST_SIMD.into(), ..LoadOptions::default() };
    load::load(plan, &options, "test").expect("kernels")
}

/// The request for the square root, on a range of numbers of so many bits.
fn of_roots(range: &str, precision: &str) -> Request {
    let words = ["sqrt", "--range", range, "--precision", precision, "--bits", "30"];
    command_line::parse(words).and_then(|args| args.request()).expect("request")
}

fn certified_roots(range: &str, precision: &str) -> Certificate {
    let request = of_roots(range, precision);
    let loaded = fast(plan::make(&request).expect("plan"));
    let report = search::run(&loaded.plan, &loaded.kernels, &tmd_runtime::Options::default(), &());
    assert!(report.error.is_none(), "{range}");
    let (plan, command) = (&loaded.plan, request.command("search"));
    written(Results { plan, report: &report, command: &command, units: &[] })
}

/// Squares and those that follow from them by f(4·x) = 2·f(x).
fn counted() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| certified_roots("1,4.25", "37"))
}

/// How many squares of multiples of 2^-20 from 1 to before 4 have at most so many bits.
fn squares(precision: u32) -> usize {
    let bits = |n: u64| n.ilog2() + 1 - n.trailing_zeros();
    (1u64 << 20..1 << 21).filter(|m| bits(m * m) <= precision).count()
}

#[test]
fn exact_cases_of_roots_are_counted_where_they_are_many() {
    let honest = counted();
    assert!(honest.exact_by_formula && honest.found.as_ref().unwrap().exact.is_empty());
    let follow: u128 = honest.follows.iter().map(|entry| entry.not_listed.exact_cases).sum();
    assert_eq!(honest.exact_cases as u128 - follow, squares(37) as u128);
    assert!(follow > 1000 && honest.cases > 10, "{follow} and {} cases", honest.cases);
    check(honest, &sampled());

    // As many as 2^17 are still listed.
    let listed = certified_roots("1,4", "36");
    let found = listed.found.as_ref().unwrap();
    let all = squares(36);
    assert_eq!((all, found.exact.len(), listed.exact_cases), (1 << 17, all, all));
    assert!(!listed.exact_by_formula);
    check(&listed, &sampled());
    let message = refusal(&listed, &sampled(), |c| {
        c.exact_by_formula = true;
        c.found.as_mut().unwrap().exact.clear();
    });
    says(&message, &["unless they are more than 131072, they are listed"]);
    println!("{} counted, and {} listed exact cases", honest.exact_cases, listed.exact_cases);
}

#[test]
fn false_counts_of_exact_cases_are_refused() {
    type Change = fn(&mut Certificate);
    let forgeries: [(&str, Change, &str); 9] = [
        ("one more", |c| c.exact_cases += 1, "exact cases are stated, but"),
        ("one less", |c| c.exact_cases -= 1, "exact cases are stated, but"),
        ("said to be listed", |c| c.exact_by_formula = false, "exact cases are stated, but"),
        (
            "one that follows less",
            |c| {
                c.exact_cases -= 1;
                c.follows[0].not_listed.exact_cases -= 1;
            },
            "exact cases follow, not",
        ),
        (
            "one of those that follow taken for one that was searched",
            |c| c.follows[0].not_listed.exact_cases -= 1,
            "exact cases are stated, but",
        ),
        (
            "one listed",
            |c| {
                let found = c.found.as_mut().unwrap();
                let one = Finding {
                    segment: 0,
                    index: 0,
                    x: "0x1p+0".into(),
                    verdict: Verdict::Exact(CaseKind::Directed),
                    near: None,
                };
                found.exact.push(one);
                c.exact_cases += 1;
            },
            "but some are listed",
        ),
        ("fewer candidates", |c| c.candidates = 1000, "candidates"),
        (
            "fewer parts that survive the first stage",
            |c| {
                let parts = c.kernels[0].stages[1].parts;
                c.survivors[0] = 4000;
                c.tested[1] = 4000 * parts;
            },
            "with findings",
        ),
        (
            "midpoints",
            |c| {
                c.request.insert("rounding".into(), "nearest".into());
                c.rounding = "round to nearest".into();
            },
            "is said to be",
        ),
    ];
    for (name, change, part) in forgeries {
        let message = refusal(counted(), &sampled(), change);
        assert!(message.contains(part), "{name}: no {part:?} in: {message}");
    }
    println!("{} forgeries refused", forgeries.len());
}

#[test]
fn only_roots_are_counted() {
    let message = refusal(whole_format(), &sampled(), |c| c.exact_by_formula = true);
    says(&message, &["there is none for this function and these formats"]);
}

#[test]
fn exact_cases_of_units_are_counted() {
    let request = of_roots("1,4", "38");
    let honest = in_units("roots", (&request, 1e-3), fast, &Work::default(), false);
    let units = honest.units.len();
    assert!(honest.exact_by_formula && units > 1, "{units} units");
    assert_eq!(honest.exact_cases, squares(38));
    check(&honest, &sampled());
    let message = refusal(&honest, &sampled(), |c| {
        c.units[0].exact_cases -= 1;
        c.units[1].exact_cases += 1;
    });
    says(&message, &["unit 0 is said to have"]);
    println!("{} exact cases counted in {units} units", honest.exact_cases);
}
