//! Certificates of vectors: honest ones, made here by trying everything, forged ones, and hostile ones.

mod made;

use made::{exponent, positive, power_of_two, written};
use rug::float::Constant;
use rug::{Float, Rational};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::sync::OnceLock;

/// Enough bits: what is nearer to a breakpoint than half of them show is one.
const PREC: u32 = 320;
/// More than values of binary64 are off, in units of the spacing of breakpoints.
const OFF: f64 = 1e-9;

/// A certificate as its parts, so that each can be forged.
#[derive(Clone, Debug)]
struct Certificate {
    function: &'static str,
    precision: i64,
    emax: i64,
    bits: i64,
    pairs: u64,
    /// At midpoints, at numbers; next to something simple.
    counts: [u64; 3],
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    x: String,
    y: String,
    pairs: u64,
    kind: &'static str,
    bits: i64,
    distance: String,
}

/// The value of a pair, in MPFR.
fn value(function: &str, a: &Float, b: &Float) -> Float {
    match function {
        "atan2(y, x)" => Float::with_val(PREC, b.atan2_ref(a)),
        "atan2pi(y, x)" => {
            Float::with_val(PREC, b.atan2_ref(a)) / Float::with_val(PREC, Constant::Pi)
        }
        _ => Float::with_val(PREC, a.hypot_ref(b)),
    }
}

/// The certificate of a search, by trying all pairs.
fn honest(function: &'static str, precision: i64, emax: i64, bits: i64) -> Certificate {
    let emin = 1 - emax;
    let (is_angle, is_in_half_turns) = (function != "hypot(x, y)", function == "atan2pi(y, x)");
    let numbers = positive(precision, 1 - emax, 1 - emax..=emax);
    let (mut pairs, mut counts) = (0, [0; 3]);
    let mut cases: BTreeMap<(bool, [Rational; 2]), Case> = BTreeMap::new();
    let signs: &[f64] = if is_angle { &[1.0, -1.0] } else { &[1.0] };
    for (x, y, sign) in numbers
        .iter()
        .flat_map(|x| numbers.iter().flat_map(move |y| signs.iter().map(move |sign| (x, y, sign))))
    {
        let [a, b] = [sign * x.to_f64(), y.to_f64()];
        let about = match is_angle {
            true if is_in_half_turns => b.atan2(a) / PI,
            true => b.atan2(a),
            false => (a * a + b * b).sqrt(),
        };
        let top = (about.to_bits() >> 52) as i64 - 1023;
        if top < emin - precision - 1 || top > emax {
            continue;
        }
        pairs += 1;
        let spacing = top.max(emin) - precision;
        let g = about / 2f64.powi(spacing as i32);
        let (off, most) = ((g - g.round()).abs(), 2f64.powi(-bits as i32));
        if off > most + OFF {
            continue;
        }
        // In binary64, products with powers of two are exact.
        let (room, size) = (2f64.powi(precision as i32 + 4), a.abs());
        let is_next_to_axis = b >= size * room || (a < 0.0 && size >= b * room);
        if is_in_half_turns && is_next_to_axis && off < most - OFF {
            // Of two numbers as different as these, no angle is exact.
            counts[2] += 1;
            continue;
        }
        let x = if a < 0.0 { -x.clone() } else { x.clone() };
        let [a, b] = [&x, y].map(|own| Float::with_val(PREC, own));
        let g = value(function, &a, &b) << -spacing as i32;
        let near = g.clone().round().to_integer().expect("a number");
        let is_above = top == emax && near.significant_bits() as i64 > precision + 1;
        if near == 0 || is_above {
            continue;
        }
        let distance = (g - &near).abs();
        let (less, more) = if x < *y { (&x, y) } else { (y, &x) };
        let is_next = match is_angle {
            true if is_in_half_turns => is_next_to_axis,
            true => {
                let quotient = Rational::from(y / &x);
                let is_breakpoint = || {
                    let place = exponent(&quotient).max(emin) - precision;
                    (quotient.clone() / power_of_two(place)).is_integer()
                };
                x > 0 && quotient < power_of_two(-precision) && is_breakpoint()
            }
            false => *more >= Rational::from(less << (precision as i32 / 2 + 3)),
        };
        if distance < 1e-48 {
            counts[usize::from(near.is_even())] += 1;
        } else if distance < power_of_two(-bits) && is_next {
            counts[2] += 1;
        } else if distance < power_of_two(-bits) {
            let shape = match is_angle {
                true => [y / x.clone().abs(), Rational::new()],
                false => [less, more].map(|own| own / power_of_two(exponent(more))),
            };
            let first = || Case {
                x: written(&x),
                y: written(y),
                pairs: 0,
                kind: if near.is_odd() { "nearest" } else { "directed" },
                bits: -i64::from(distance.get_exp().expect("a number")),
                distance: format!("{:e}", distance.to_f64()),
            };
            cases.entry((x < 0, shape)).or_insert_with(first).pairs += 1;
        }
    }
    let mut cases: Vec<Case> = cases.into_values().collect();
    let distance = |own: &Case| own.distance.parse::<f64>().expect("a number");
    cases.sort_by(|a, b| {
        distance(a).total_cmp(&distance(b)).then_with(|| (&a.x, &a.y).cmp(&(&b.x, &b.y)))
    });
    Certificate { function, precision, emax, bits, pairs, counts, cases }
}

impl Certificate {
    fn text(&self) -> String {
        let Certificate { function, precision, emax, bits, pairs, counts, .. } = self;
        let case = |own: &Case| {
            let Case { x, y, pairs, kind, bits, distance } = own;
            format!(
                r#"{{"x":"{x}","y":"{y}","pairs":{pairs},"kind":"{kind}","identical_bits":{bits},"distance":{distance}}}"#
            )
        };
        let cases: Vec<String> = self.cases.iter().map(case).collect();
        format!(
            r#"{{"kind":"vectors","schema":1,"engine":2,"function":"{function}",
            "format":{{"name":"small","precision":{precision},"emin":{},"emax":{emax}}},"rounding":"all","bits":{bits},
            "pairs":{pairs},"exact":{{"nearest":{},"directed":{}}},"next":{},"cases":[{}]}}"#,
            1 - emax,
            counts[0],
            counts[1],
            counts[2],
            cases.join(",\n")
        )
    }
}

/// Certificates of all functions.
fn all_honest() -> &'static [Certificate] {
    static ALL: OnceLock<Vec<Certificate>> = OnceLock::new();
    ALL.get_or_init(|| {
        let of = |function| {
            [(7, 9, 9), (7, 8, 11), (8, 9, 12)]
                .map(|(p, emax, bits)| honest(function, p, emax, bits))
        };
        let mut all: Vec<_> =
            ["hypot(x, y)", "atan2(y, x)", "atan2pi(y, x)"].into_iter().flat_map(of).collect();
        // With exponents so far down that breakpoints stand for their halves.
        all.push(honest("atan2pi(y, x)", 7, 19, 9));
        all
    })
}

fn check(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    made::check(&format!("vectors-{name}"), text, more)
}

#[test]
fn honest_certificates_are_accepted() {
    let (mut cases, mut exact, mut next) = (0, 0, 0);
    assert_eq!(all_honest().len(), 10);
    for certificate in all_honest() {
        let (code, told) = check("honest", &certificate.text(), &[]);
        assert_eq!(code, Some(0), "{}: {told}", certificate.function);
        assert!(told.contains("proved: "), "{told}");
        cases += certificate.cases.len();
        exact += certificate.counts[0] + certificate.counts[1];
        next += certificate.counts[2];
    }
    println!("{cases} cases, {exact} exact, {next} next to something simple");
    assert!(cases > 300 && exact > 300 && next > 300, "{cases}, {exact}, {next}");
}

/// Near few breakpoints, the verdict says that it is no proof.
#[test]
fn a_sample_is_called_one() {
    for function in ["atan2(y, x)", "atan2pi(y, x)"] {
        let angles = all_honest().iter().find(|own| own.function == function).expect("angles");
        let (code, told) = check("sampled", &angles.text(), &["--sample", "9", "--seed", "3"]);
        assert!(code == Some(0) && told.contains("sampled, not proved: near 9 of"), "{told}");
    }
}

#[test]
fn cases_that_are_left_out_are_found() {
    for certificate in all_honest().iter().filter(|own| !own.cases.is_empty()) {
        for index in (0..certificate.cases.len()).step_by(certificate.cases.len().div_ceil(7)) {
            let mut forged = certificate.clone();
            let case = forged.cases.remove(index);
            let (code, told) = check("left-out", &forged.text(), &[]);
            assert!(code == Some(1) && told.contains("left out"), "{case:?}: {told}");
        }
    }
}

#[test]
fn forgeries_are_refused() {
    let mut wrong = vec![];
    for honest in all_honest().iter().filter(|own| own.cases.len() > 3) {
        let mut forge = |name: &str, reason: &str, change: &dyn Fn(&mut Certificate)| {
            let mut forged = honest.clone();
            change(&mut forged);
            assert_ne!(forged.text(), honest.text(), "{name}");
            let (code, told) = check("forged", &forged.text(), &[]);
            if code != Some(1) || !told.contains("refused") || !told.contains(reason) {
                wrong.push(format!("{name} of {}: {code:?}: {told}", honest.function));
            }
        };
        forge("other bits", "said to be", &|c| c.cases[3].bits += 1);
        forge("another distance", "said to be", &|c| {
            let distance: f64 = c.cases[2].distance.parse().expect("a number");
            c.cases[2].distance = format!("{:e}", distance * (1.0 + 2f64.powi(-49)));
        });
        forge("another kind", "said to be", &|c| {
            let kind = &mut c.cases[0].kind;
            *kind = if *kind == "nearest" { "directed" } else { "nearest" };
        });
        forge("a case more", "said to be a case", &|c| {
            c.cases[1].y = c.cases[1].x.trim_start_matches('-').to_owned()
        });
        forge("more pairs of a case", "stands for", &|c| c.cases[1].pairs += 1);
        forge("fewer pairs of a case", "stands for", &|c| c.cases[2].pairs -= 1);
        forge("a pair more", "pairs in reach", &|c| c.pairs += 1);
        for (i, reason) in ["midpoints", "numbers", "next to something"].iter().enumerate() {
            forge("a count", reason, &|c| c.counts[i] += 1);
        }
        forge("another order", "out of order", &|c| c.cases.swap(1, 3));
        forge("a case twice", "listed twice", &|c| c.cases.insert(1, c.cases[0].clone()));
        for number in ["0x1.0000001p+0", "0x1p+99999", "0x1p+25", "0x0p+0"] {
            forge("an x that is none", "none of the inputs", &|c| c.cases[0].x = number.into());
            forge("a y that is none", "none of the inputs", &|c| c.cases[0].y = number.into());
        }
        forge("another spelling", "not how", &|c| c.cases[0].y = "1.5".into());
        forge("more bits", "", &|c| c.bits += 1);
        forge("few bits", "too few", &|c| c.bits = c.precision + 1);
        forge("larger exponents", "", &|c| c.emax += 1);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is none, or is beyond this program, is told apart from what is wrong.
#[test]
fn hostile_certificates_are_not_read() {
    let honest = &all_honest()[0];
    let hostile: [&dyn Fn(&mut Certificate); 6] = [
        &|c| c.precision = 6,
        &|c| c.precision = 25,
        &|c| c.emax = 128,
        &|c| c.emax = 7,
        &|c| c.bits = 151,
        &|c| c.function = "pow(x, y)",
    ];
    for (index, change) in hostile.iter().enumerate() {
        let mut forged = honest.clone();
        change(&mut forged);
        let (code, told) = check("hostile", &forged.text(), &[]);
        assert_eq!(code, Some(2), "{index}: {told}");
    }
    for (old, new) in [
        ("\"schema\":1", "\"schema\":2"),
        ("\"engine\":2", "\"engine\":1"),
        ("\"rounding\":\"all\"", "\"rounding\":\"nearest\""),
        ("\"next\":", "\"next\":-"),
        ("\"cases\":[{", "\"cases\":[{\"note\":1,"),
        ("\"schema\":1", "\"schema\":1,\"complete\":true"),
    ] {
        let forged = honest.text().replacen(old, new, 1);
        assert_ne!(forged, honest.text(), "{old}");
        let (code, told) = check("hostile", &forged, &[]);
        assert_eq!(code, Some(2), "{old} as {new}: {told}");
    }
}
