//! Certificates of pairs: honest ones, made here by trying everything, forged ones, and hostile ones.

mod made;

use made::{exponent, positive, power_of_two, written};
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use std::sync::OnceLock;

/// Enough bits for all powers here to be exact.
const PREC: u32 = 2048;

/// A certificate as its parts, most of them texts, so that each can be forged.
#[derive(Clone, Debug)]
struct Certificate {
    function: &'static str,
    name: String,
    precision: i64,
    emin: i64,
    emax: i64,
    n: [i64; 2],
    bits: i64,
    pairs: i64,
    /// At midpoints, at numbers; next to 1, next to a power.
    counts: [i64; 4],
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    x: String,
    n: i64,
    kind: &'static str,
    bits: i64,
    distance: String,
}

fn power(x: &Rational, n: i64) -> Rational {
    let power = Rational::from(x.pow(n.unsigned_abs() as u32));
    if n < 0 { power.recip() } else { power }
}

/// All inputs, ascending: what is a multiple of the spacing of its binade.
fn inputs(function: &str, precision: i64, emax: i64) -> Vec<Rational> {
    let positive = positive(precision, 1 - emax, 1 - emax..=emax);
    if function == "compound" {
        let above = positive.iter().filter(|x| **x < 1).map(|x| -x.clone());
        let mut all: Vec<Rational> = above.collect();
        all.extend(positive);
        all.sort();
        return all;
    }
    positive
}

/// The certificate of a search, by trying all pairs.
fn honest(
    function: &'static str,
    [precision, emax]: [i64; 2],
    n: [i64; 2],
    bits: i64,
) -> Certificate {
    let emin = 1 - emax;
    let (mut pairs, mut counts, mut cases) = (0, [0; 4], vec![]);
    let is_breakpoint = |v: &Rational| {
        let spacing = power_of_two(exponent(v).max(emin) - precision);
        exponent(v) <= emax && (v / spacing).is_integer()
    };
    for x in inputs(function, precision, emax) {
        for n in n[0]..=n[1] {
            if n == 0 || (n == 1 && function != "compound") {
                continue;
            }
            let base = if function == "compound" { Rational::from(&x + 1) } else { x.clone() };
            let mut value = Float::with_val(PREC, &base);
            match function {
                "rootn" => value.root_mut(n.unsigned_abs() as u32),
                _ => value = value.pow(n.unsigned_abs() as u32),
            }
            if n < 0 {
                value.recip_mut();
            }
            let top = i64::from(value.get_exp().expect("a number")) - 1;
            if top < emin - precision - 1 || top > emax {
                continue;
            }
            pairs += 1;
            let spacing = top.max(emin) - precision;
            let g = value << -spacing as i32;
            let near = g.clone().round().to_integer().expect("a number");
            let breakpoint = Rational::from(&near) * power_of_two(spacing);
            let distance = (g - &near).abs();
            let is_exact = near > 0
                && distance < 1e-9
                && is_breakpoint(&breakpoint)
                && match function {
                    "rootn" => power(&breakpoint, n) == base,
                    _ => power(&base, n) == breakpoint,
                };
            let size = Rational::from(n.abs());
            let is_compound = function == "compound";
            if is_exact {
                counts[usize::from(near.is_even())] += 1;
            } else if is_compound && x.clone().abs() * &size <= power_of_two(-precision - 4) {
                counts[2] += 1;
            } else if is_compound
                && x >= size * power_of_two(precision + 4)
                && is_breakpoint(&power(&x, n))
            {
                counts[3] += 1;
            } else if near > 0
                && is_breakpoint(&breakpoint)
                && distance > 0
                && distance < power_of_two(-bits)
            {
                cases.push(Case {
                    x: written(&x),
                    n,
                    kind: if near.is_odd() { "nearest" } else { "directed" },
                    bits: -i64::from(distance.get_exp().expect("a number")),
                    distance: format!("{:e}", distance.to_f64()),
                });
            }
        }
    }
    let name = format!("{precision} bits");
    Certificate { function, name, precision, emin, emax, n, bits, pairs, counts, cases }
}

impl Case {
    fn text(&self) -> String {
        let Case { x, n, kind, bits, distance } = self;
        format!(
            r#"{{"x":"{x}","n":{n},"kind":"{kind}","identical_bits":{bits},"distance":{distance}}}"#
        )
    }
}

impl Certificate {
    fn text(&self) -> String {
        let Certificate { function, name, precision, emin, emax, n, bits, pairs, counts, cases } =
            self;
        let cases: Vec<String> = cases.iter().map(Case::text).collect();
        format!(
            r#"{{"kind":"pairs","schema":1,"engine":2,"function":"{function}",
            "format":{{"name":"{name}","precision":{precision},"emin":{emin},"emax":{emax}}},"n":[{},{}],"rounding":"all",
            "bits":{bits},"pairs":{pairs},"exact":{{"nearest":{},"directed":{}}},"next":{{"one":{},"power":{}}},
            "cases":[{}]}}"#,
            n[0],
            n[1],
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            cases.join(",\n")
        )
    }
}

/// Certificates of all functions in which everything occurs that can.
fn all_honest() -> [Certificate; 3] {
    static ALL: OnceLock<[Certificate; 3]> = OnceLock::new();
    let all = || {
        [
            honest("pown", [5, 9], [-50, 60], 6),
            honest("rootn", [5, 9], [-30, 25], 7),
            honest("compound", [4, 14], [-24, 30], 6),
        ]
    };
    ALL.get_or_init(all).clone()
}

fn check(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    made::check(&format!("pairs-{name}"), text, more)
}

#[test]
fn honest_certificates_are_accepted() {
    for certificate in all_honest() {
        let Certificate { function, counts, cases, .. } = &certificate;
        let wanted: &[i64] = match *function {
            "pown" => &counts[..2],
            "rootn" => &counts[1..2],
            _ => counts,
        };
        assert!(wanted.iter().all(|count| *count > 0) && cases.len() > 20, "{certificate:?}");
        let (code, told) = check("honest", &certificate.text(), &[]);
        assert_eq!(code, Some(0), "{function}: {told}");
        assert!(told.contains("proved: ") && !told.contains("not proved"), "{told}");
        let sample = ["--sample", "50", "--seed", "3"];
        let (code, told) = check("honest", &certificate.text(), &sample);
        assert!(code == Some(0) && told.contains("sampled, not proved"), "{told}");
        assert_eq!(check("honest", &certificate.text(), &sample), (code, told));
    }
}

/// One n alone, the least format, a range without an n: all are counted as they are by trying everything.
#[test]
fn small_requests_are_accepted() {
    for (function, format, n) in [
        ("compound", [2, 2], [-9, 9]),
        ("compound", [5, 12], [1, 1]),
        ("compound", [3, 3], [1, 4]),
        ("pown", [2, 2], [-9, 9]),
        ("pown", [3, 3], [2, 2]),
        ("rootn", [2, 2], [-2, 2]),
        ("rootn", [4, 6], [-1, -1]),
        ("pown", [4, 6], [0, 1]),
    ] {
        let certificate = honest(function, format, n, 4);
        let (code, told) = check("small", &certificate.text(), &[]);
        assert_eq!(code, Some(0), "{function} {format:?} {n:?}: {told}");
        let (code, told) = check("small", &certificate.text(), &["--sample", "9"]);
        assert_eq!(code, Some(0), "{function} {format:?} {n:?}: {told}");
    }
}

/// No case can be left out, and a sample that holds its number tells.
#[test]
fn cases_that_are_left_out_are_found() {
    for certificate in all_honest() {
        for index in (0..certificate.cases.len()).step_by(certificate.cases.len() / 5) {
            let mut forged = certificate.clone();
            let case = forged.cases.remove(index);
            for more in [&[][..], &["--sample", "20000", "--seed", "1"]] {
                let (code, told) = check("left-out", &forged.text(), more);
                assert!(code == Some(1) && told.contains("left out"), "{case:?}: {told}");
            }
        }
    }
}

/// A pair that is no case, with what a case of the kind would say.
fn no_case(certificate: &Certificate) -> Case {
    let last = certificate.cases.last().expect("a case").clone();
    let is_free = |n: &i64| !certificate.cases.iter().any(|case| case.x == last.x && case.n == *n);
    let n = (2..certificate.n[1]).find(is_free).expect("a free n");
    Case { n, ..last }
}

#[test]
fn forgeries_are_refused() {
    let mut wrong = vec![];
    let mut count = 0;
    for honest in all_honest() {
        let mut forge = |name: &str, reason: &str, change: &dyn Fn(&mut Certificate)| {
            let mut forged = honest.clone();
            change(&mut forged);
            assert_ne!(forged.text(), honest.text(), "{name}");
            let (code, told) = check("forged", &forged.text(), &[]);
            count += 1;
            if code != Some(1) || !told.contains("refused") || !told.contains(reason) {
                wrong.push(format!("{name} of {}: {code:?}: {told}", honest.function));
            }
        };
        forge("a case more", "said to be a case", &|c| {
            let case = no_case(c);
            let place = |other: &Case| other.x == case.x && other.n > case.n;
            let at = c.cases.iter().position(place).unwrap_or(c.cases.len());
            c.cases.insert(at, case);
        });
        forge("other bits", "said to be", &|c| c.cases[3].bits += 1);
        forge("fewer bits", "said to be", &|c| c.cases[4].bits -= 1);
        forge("bits far off", "said to be", &|c| c.cases[4].bits = i64::MIN);
        forge("another distance", "said to be", &|c| {
            let distance: f64 = c.cases[2].distance.parse().expect("a number");
            c.cases[2].distance = format!("{:e}", distance * (1.0 + 2f64.powi(-49)));
        });
        forge("no distance", "said to be", &|c| c.cases[2].distance = "0".into());
        forge("a distance that is none", "not a distance", &|c| {
            c.cases[2].distance = "\"0x1p99999999999\"".into();
        });
        for distance in ["\"0x3p-9\"", "\"0.001\"", "\"-0x1p-9\"", "\"\""] {
            forge("another spelling of a distance", "is not a distance", &|c| {
                c.cases[2].distance = distance.into();
            });
        }
        forge("another kind", "said to be", &|c| {
            let kind = &mut c.cases[0].kind;
            *kind = if *kind == "nearest" { "directed" } else { "nearest" };
        });
        forge("an unknown kind", "kind", &|c| c.cases[0].kind = "exact");
        forge("a pair more", "pairs in reach", &|c| c.pairs += 1);
        for (i, reason) in
            ["midpoints", "numbers", "next to 1", "next to a power"].iter().enumerate()
        {
            forge("a count", reason, &|c| c.counts[i] += 1);
        }
        forge("another order", "out of order", &|c| c.cases.swap(1, 2));
        forge("a case twice", "out of order", &|c| c.cases.insert(1, c.cases[0].clone()));
        forge("an n outside", "not searched", &|c| c.cases[0].n = c.n[1] + 1);
        forge("n = 0", "not searched", &|c| c.cases[0].n = 0);
        forge("n outside of 32 bits' half", "not searched", &|c| c.cases[0].n = -(1 << 31));
        for x in ["0x1.0000001p+0", "0x1p+99999", "0x1p-99999", "-0x1p+0", "0x1p+15", "-0x1p+1"] {
            forge("an x that is none", "none of the inputs", &|c| c.cases[0].x = x.into());
        }
        forge("zero", "none of the inputs", &|c| c.cases[0].x = "0x0p+0".into());
        for x in
            ["1.5", "0x1.8p0", "0x1.80p+0", "0x3p-1", "0x1p+999999999999", "nan", "", "+0x1p+0"]
        {
            forge("another spelling", "not how", &|c| c.cases[0].x = x.into());
        }
        forge("more bits", "", &|c| c.bits += 1);
        forge("few bits", "too few", &|c| c.bits = 3);
        forge("no bits", "too few", &|c| c.bits = 0);
        forge("less than no bits", "too few", &|c| c.bits = -(1 << 31));
        forge("a range of no n", "there is no n", &|c| c.n.reverse());
        forge("more n", "pairs in reach", &|c| c.n[1] += 1);
        forge("another function", "", &|c| {
            c.function = if c.function == "pown" { "compound" } else { "pown" };
        });
        forge("a name that is another's", "has not", &|c| c.name = "binary16".into());
        forge("larger exponents", "", &|c| (c.emin, c.emax) = (c.emin - 1, c.emax + 1));
        forge("a longer precision", "", &|c| c.precision += 1);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "{count}");
    // A distance may also be written as inputs are.
    let mut hexadecimal = honest("pown", [3, 5], [-5, 5], 4);
    for case in &mut hexadecimal.cases {
        let distance: f64 = case.distance.parse().expect("a number");
        let distance = Rational::from_f64(distance).expect("a number");
        if distance.numer().significant_bits() < 28 {
            case.distance = format!("\"{}\"", written(&distance));
        }
    }
    assert!(hexadecimal.text().contains("\"distance\":\"0x1"), "{hexadecimal:?}");
    assert_eq!(check("hexadecimal", &hexadecimal.text(), &[]).0, Some(0));
    let roots = honest("rootn", [5, 9], [-33, 25], 7);
    assert!(check("roots", &roots.text(), &[]).1.contains("at least 8"));
}

/// What is none, or is beyond this program, is told apart from what is wrong.
#[test]
fn hostile_certificates_are_not_read() {
    let [honest, ..] = all_honest();
    let hostile: [&dyn Fn(&mut Certificate); 12] = [
        &|c| c.precision = 0,
        &|c| c.precision = 25,
        &|c| c.precision = 4_294_967_295,
        &|c| c.precision = i64::MAX,
        &|c| c.precision = c.emax + 1,
        &|c| (c.emin, c.emax) = (-127, 128),
        &|c| (c.emin, c.emax) = (-(1 << 31), (1 << 31) - 1),
        &|c| c.emin += 1,
        &|c| c.n[1] = 1025,
        &|c| c.n[0] = -(1 << 31),
        &|c| c.bits = 1 << 31,
        &|c| c.name = "x".repeat(1000),
    ];
    for (index, change) in hostile.iter().enumerate() {
        let mut forged = honest.clone();
        change(&mut forged);
        let (code, told) = check("hostile", &forged.text(), &[]);
        assert_eq!(code, Some(2), "{index}: {told}");
    }
    let text = honest.text();
    for (old, new) in [
        ("\"bits\":6", "\"bits\":6.0"),
        ("\"bits\":6", "\"bits\":\"6\""),
        ("\"bits\":6", "\"bits\":1025"),
        ("\"bits\":6", "\"bits\":null"),
        ("\"schema\":1", "\"schema\":2"),
        ("\"engine\":2", "\"engine\":1"),
        ("\"rounding\":\"all\"", "\"rounding\":\"nearest\""),
        ("\"pown\"", "\"powr\""),
        ("\"exact\":{", "\"exact\":{\"most\":0,"),
        ("\"next\":{\"one\":", "\"next\":{\"two\":"),
        ("\"n\":[-50,60]", "\"n\":[-50]"),
        ("\"n\":[-50,60]", "\"n\":{}"),
        ("\"n\":[-50,60]", "\"n\":[-50,1e1]"),
        ("\"cases\":[{", "\"cases\":[{\"note\":1,"),
        ("\"cases\":[", "\"cases\":[7,"),
        ("\"pairs\":", "\"pairs\":-"),
        ("\"schema\":1", "\"schema\":1,\"complete\":true"),
    ] {
        let forged = text.replacen(old, new, 1);
        assert_ne!(forged, text, "{old}");
        let (code, told) = check("hostile", &forged, &[]);
        assert_eq!(code, Some(2), "{old} as {new}: {told}");
    }
    let (code, told) = check("hostile", &text, &["--sample", "18446744073709551615"]);
    assert_eq!(code, Some(2), "{told}");
    let sum = |a: i64| Integer::from(a) + Integer::from(u64::MAX);
    let forged =
        text.replacen(&format!("\"pairs\":{}", honest.pairs), &format!("\"pairs\":{}", sum(1)), 1);
    assert_eq!(check("hostile", &forged, &[]).0, Some(2));
}
