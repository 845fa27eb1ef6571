//! All pairs of small formats, by brute force from the definition.

use crate::finished::tests::continues;
use crate::judge::Next;
use crate::*;
use rug::ops::Pow;
use rug::{Integer, Rational};
use tmd_functions::language::{Format, FormatName, floor_log2, hexfloat};

/// The positive numbers of a format, from its definition.
fn numbers(format: &Format) -> Vec<Rational> {
    let mut all = vec![];
    for units in 1u32..1 << (format.precision - 1) {
        all.push(Rational::from(units) << format.least_ulp());
    }
    for exponent in format.emin..=format.emax {
        for units in 1u32 << (format.precision - 1)..1 << format.precision {
            let place = exponent - (format.precision as i32 - 1);
            all.push(Rational::from(units) << place);
        }
    }
    all
}

/// base^n.
fn power(base: &Rational, n: i32) -> Rational {
    let size = n.unsigned_abs();
    let value = Rational::from((
        Integer::from(base.numer().pow(size)),
        Integer::from(base.denom().pow(size)),
    ));
    if n < 0 { value.recip() } else { value }
}

/// A certificate's findings as the definition has them. Roots are compared by their powers: with x^(1/n) in a fine enclosure by bisection
/// between dyadic numbers.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    pairs: u64,
    exact: ExactCounts,
    next: NextCounts,
    cases: Vec<(String, i32, u32, bool)>,
}

/// ⌊2^shift · x^(1/n)⌋ of positive x, and whether it is that exactly.
fn scaled_root(x: &Rational, n: i32, shift: u32) -> (Integer, bool) {
    let x = if n < 0 { Rational::from(x.recip_ref()) } else { x.clone() };
    let scaled = x << (shift as i32 * n.abs());
    let (floor, rest) = (scaled.clone().floor().numer().clone(), scaled);
    let root = Integer::from(floor.root_ref(n.unsigned_abs()));
    let is_exact = Integer::from((&root).pow(n.unsigned_abs())) == rest;
    (root, is_exact)
}

fn brute_force(request: &Request) -> Counted {
    let Request { family, format, bits, .. } = request;
    let mut counted = Counted::default();
    let next = Next::new(request);
    let least = format.emin - format.precision as i32;
    let mut all = numbers(format);
    if *family == Family::Compound {
        let negative: Vec<Rational> =
            all.iter().rev().filter(|x| **x < 1).map(|x| Rational::from(-x)).collect();
        all = negative.into_iter().chain(all).collect();
    }
    for x in &all {
        for n in request.exponents() {
            let base = if *family == Family::Pown { x.to_f64() } else { 1.0 + x.to_f64() };
            let is_far = (base.log2() * f64::from(n)).abs() > 200.0;
            if is_far && *family != Family::Rootn {
                continue;
            }
            // The value, or a number below it so close that nothing lies between, and whether there is more.
            const FINE: u32 = 64;
            let (value, is_exact) = match family {
                Family::Pown => (power(x, n), true),
                Family::Compound => (power(&Rational::from(x + 1), n), true),
                Family::Rootn => {
                    let (root, is_exact) = scaled_root(x, n, FINE);
                    (Rational::from(root) >> FINE, is_exact)
                }
            };
            let exponent = floor_log2(&value) as i32;
            if !(least - 1..=format.emax).contains(&exponent) {
                continue;
            }
            counted.pairs += 1;
            let g = value >> (exponent.max(format.emin) - format.precision as i32);
            let near = Rational::from(g.round_ref()).numer().clone();
            let distance = Rational::from(&g - &near).abs();
            let is_midpoint = near.is_odd();
            if distance == 0 && is_exact {
                match is_midpoint {
                    true => counted.exact.nearest += 1,
                    false => counted.exact.directed += 1,
                }
                continue;
            }
            if *family == Family::Compound {
                if Rational::from(x.abs_ref()) <= next.most_of_one(n) {
                    counted.next.one += 1;
                    continue;
                }
                if *x >= next.least_of_power(n) {
                    let w = power(x, n);
                    let exponent = floor_log2(&w) as i32;
                    let units = w >> (exponent.max(format.emin) - format.precision as i32);
                    if units.is_integer() {
                        counted.next.power += 1;
                        continue;
                    }
                }
            }
            let top =
                Rational::from(&near) << (exponent.max(format.emin) - format.precision as i32);
            let is_top = top == Rational::from(1) << (format.emax + 1);
            if near != 0 && !is_top && distance < Rational::from(1) >> *bits {
                let identical = (-1 - floor_log2(&distance)) as u32;
                let text = hexfloat::print_rational(x).expect("dyadic");
                counted.cases.push((text, n, identical, is_midpoint));
            }
        }
    }
    counted
}

fn compare(family: Family, format: Format, n: [i32; 2], bits: u32) -> usize {
    let request = Request { family, format, n, bits };
    request.check().expect("a request");
    let certificate = search(&request, None, &()).expect("a search");
    let wanted = brute_force(&request);
    let is_midpoint = |case: &PairCase| case.kind == tmd_cases::verdict::CaseKind::Nearest;
    let cases = certificate.cases.iter();
    let found = Counted {
        pairs: certificate.pairs,
        exact: certificate.exact,
        next: certificate.next,
        cases: cases
            .map(|case| (case.x.clone(), case.n, case.identical_bits, is_midpoint(case)))
            .collect(),
    };
    assert_eq!(found.pairs, wanted.pairs, "{request:?}");
    assert_eq!(found.exact, wanted.exact, "{request:?}");
    assert_eq!(found.next, wanted.next, "{request:?}");
    for case in &wanted.cases {
        assert!(found.cases.contains(case), "{case:?} is missing in {request:?}");
    }
    assert_eq!(found.cases, wanted.cases, "{request:?}");
    verify(&certificate, false, 1).expect("a sound certificate");
    found.cases.len()
}

fn format(precision: u32, emax: i32) -> Format {
    Format { precision, emin: 1 - emax, emax, name: format!("{precision} bits") }
}

#[test]
fn small_formats_are_found_one_for_one() {
    for family in Family::ALL {
        let mut cases = 0;
        for (precision, emax) in [(3, 7), (4, 7), (5, 7), (7, 15), (8, 31)] {
            for (n, bits) in [([-9, 9], 6), ([-40, 33], 8), ([2, 2], 4), ([-1, -1], 4)] {
                cases += compare(family, format(precision, emax), n, bits);
            }
        }
        println!("{family}: {cases} cases");
        assert!(cases > 100);
    }
}

#[test]
fn large_exponents_are_found_one_for_one() {
    for family in Family::ALL {
        let (format, width, bits) = match family {
            Family::Rootn => (format(6, 31), 6, 12),
            Family::Pown => (format(9, 63), 60, 4),
            Family::Compound => (format(6, 31), 60, 8),
        };
        let ends = [[-1024, width - 1024], [1024 - width, 1024]];
        let cases: usize = ends.into_iter().map(|n| compare(family, format.clone(), n, bits)).sum();
        println!("{family}: {cases} cases");
        assert!(cases > 4, "{family}");
    }
}

#[test]
fn bad_requests_say_what_to_do() {
    let name = |text: &str| FormatName::parse("--precision", text).expect("a format");
    for (format, n, bits, part) in [
        ("binary64", [2, 3], None, "binary32"),
        ("binary32", [3, 2], None, "ascending"),
        ("binary32", [2, 1025], None, "1024"),
        ("binary32", [0, 1], None, "larger"),
        ("binary32", [2, 3], Some(3), "give 4 to 150"),
        ("binary32", [2, 3], Some(151), "give 4 to 150"),
    ] {
        let diag = threshold::request(Family::Pown, name(format), n, bits).expect_err("refused");
        assert!(diag.help.as_deref().is_some_and(|help| help.contains(part)), "{diag}");
    }
    assert!(threshold::request(Family::Rootn, name("binary16"), [-1000, 3], Some(11)).is_err());
    let request =
        threshold::request(Family::Pown, name("binary16"), [2, 3], None).expect("a request");
    assert_eq!(
        request.command(),
        format!(
            "tmd-codegen search \"pown(x, n)\" --range-n 2,3 --precision binary16 --bits {}",
            request.bits
        )
    );
    assert_eq!(Family::parse("powi(x, n)"), Ok(Family::Pown));
    let diag = Family::parse("powm(x, n)").expect_err("none");
    assert_eq!(diag.help.as_deref(), Some("did you mean pown(x, n)?"));
}

#[test]
fn certificates_of_formats_that_are_not_those_of_their_names_are_none() {
    let format = FormatName::parse("--precision", "bfloat16").expect("a name");
    let request = Request::new(Family::Pown, format, [3, 4], 14).expect("a request");
    let text =
        serde_json::to_string(&search(&request, None, &()).expect("a search")).expect("text");
    Certificate::parse("honest", text.as_bytes()).expect("a certificate");
    for (from, to) in [
        ("\"name\":\"bfloat16\"", "\"name\":\"tf32\""),
        ("\"precision\":8", "\"precision\":7"),
        ("\"precision\":8", "\"precision\":0"),
        ("\"emin\":-126", "\"emin\":-125"),
        ("\"emax\":127", "\"emax\":-2147483648"),
    ] {
        let forged = text.replacen(from, to, 1);
        assert_ne!(forged, text, "{from}");
        let error = Certificate::parse("forged", forged.as_bytes()).expect_err(to);
        assert!(error.message.contains("not the one of its name"), "{to}: {}", error.message);
    }
}

#[test]
fn searches_continue() {
    let request =
        |bits| Request { family: Family::Compound, format: format(8, 31), n: [-9, 9], bits };
    // Bases 1 + x and 1 - x, with n of either sign.
    let all = continues(
        4,
        bases(&request(11)),
        |dir, progress| search(&request(11), dir, progress),
        |dir, progress| search(&request(12), dir, progress),
    );
    println!("{} cases", all.cases.len());
    assert!(all.cases.len() > 10, "{} cases", all.cases.len());
}
