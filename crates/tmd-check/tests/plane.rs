//! Certificates of pairs of two numbers: honest ones, made here by trying everything, forged ones, and hostile ones.

mod made;

use made::{exponent, positive, power_of_two, written};
use rug::float::Constant;
use rug::ops::Pow;
use rug::{Float, Rational};
use std::sync::OnceLock;

/// Enough bits: what is nearer to a breakpoint than half of them show is one.
const PREC: u32 = 320;

/// A certificate as its parts, so that each can be forged.
#[derive(Clone, Debug)]
struct Certificate {
    function: &'static str,
    name: String,
    precision: i64,
    emin: i64,
    emax: i64,
    ranges: [String; 2],
    bits: i64,
    pairs: i64,
    /// At midpoints, at numbers; next to something simple.
    counts: [i64; 3],
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    x: String,
    y: String,
    kind: &'static str,
    bits: i64,
    distance: String,
}

/// What is tried.
struct Trial {
    function: &'static str,
    precision: i64,
    emin: i64,
    emax: i64,
}

impl Trial {
    fn value(&self, x: &Rational, y: &Rational) -> Float {
        let [a, b] = [x, y].map(|own| Float::with_val(PREC, own));
        match self.function {
            "pow(x, y)" => a.pow(&b),
            "compound(x, y)" => (a + 1u32).pow(&b),
            "atan2(y, x)" => b.atan2(&a),
            "atan2pi(y, x)" => b.atan2(&a) / Float::with_val(PREC, Constant::Pi),
            _ => a.hypot(&b),
        }
    }

    fn is_breakpoint(&self, value: &Rational) -> bool {
        let spacing = power_of_two(exponent(value).max(self.emin) - self.precision);
        exponent(value) <= self.emax && (value / spacing).is_integer()
    }

    /// Whether a value is next to something simple, as the documentation has it.
    fn is_next(&self, x: &Rational, y: &Rational) -> bool {
        let room = self.precision as i32 + 4;
        let size = x.clone().abs();
        let is_next_to_one = |base: Rational| {
            let log = Float::with_val(PREC, base).log2() * Float::with_val(PREC, y);
            log.abs() <= power_of_two(-i64::from(room))
        };
        match self.function {
            "pow(x, y)" => is_next_to_one(x.clone()),
            "compound(x, y)" => {
                let power = || {
                    let power = Float::with_val(PREC, x).pow(Float::with_val(PREC, y));
                    power.is_finite()
                        && !power.is_zero()
                        && self.is_breakpoint(&power.to_rational().expect("finite"))
                };
                is_next_to_one(Rational::from(x + 1)) || (*x >= y.clone().abs() << room && power())
            }
            "atan2(y, x)" => {
                *x > 0
                    && *x >= y.clone() << (room / 2 + 1)
                    && (Rational::from(y / x).denom().is_power_of_two())
                    && self.is_breakpoint(&Rational::from(y / x))
            }
            "atan2pi(y, x)" => *y >= size.clone() << room || (*x < 0 && size >= y.clone() << room),
            _ => {
                let (less, more) = if x < y { (x, y) } else { (y, x) };
                *more >= Rational::from(less << (self.precision as i32 / 2 + 3))
            }
        }
    }
}

/// The certificate of a search, by trying all pairs; ranges are the ends, the second of which is left out.
fn honest(
    function: &'static str,
    [precision, emax]: [i64; 2],
    ranges: [Option<[f64; 2]>; 2],
    bits: i64,
) -> Certificate {
    let emin = 1 - emax;
    let trial = Trial { function, precision, emin, emax };
    let (mut pairs, mut counts, mut cases) = (0, [0; 3], vec![]);
    let positive = positive(precision, 1 - emax, 1 - emax..=emax);
    let numbers = |has_negative: bool, range: Option<[f64; 2]>| -> Vec<Rational> {
        let negative = positive.iter().rev().filter(|_| has_negative).map(|x| -x.clone());
        let all = negative.chain(positive.iter().cloned());
        all.filter(|x| range.is_none_or(|[from, to]| *x >= from && *x < to)).collect()
    };
    let angles = function.starts_with("atan2");
    let xs = numbers(angles || function.starts_with("compound"), ranges[0]);
    let ys = numbers(!angles && !function.starts_with("hypot"), ranges[1]);
    for x in xs.iter().filter(|x| angles || **x > -1) {
        for y in &ys {
            let value = trial.value(x, y);
            let Some(top) = value.get_exp().map(|e| i64::from(e) - 1) else { continue };
            if top < emin - precision - 1 || top > emax {
                continue;
            }
            pairs += 1;
            let spacing = top.max(emin) - precision;
            let g = value << -spacing as i32;
            let near = g.clone().round().to_integer().expect("a number");
            if near == 0 || !trial.is_breakpoint(&(Rational::from(&near) * power_of_two(spacing))) {
                continue;
            }
            let distance = (g - &near).abs();
            if distance < 1e-48 {
                counts[usize::from(near.is_even())] += 1;
            } else if distance < power_of_two(-bits) && trial.is_next(x, y) {
                counts[2] += 1;
            } else if distance < power_of_two(-bits) {
                cases.push(Case {
                    x: written(x),
                    y: written(y),
                    kind: if near.is_odd() { "nearest" } else { "directed" },
                    bits: -i64::from(distance.get_exp().expect("a number")),
                    distance: format!("{:e}", distance.to_f64()),
                });
            }
        }
    }
    let text = |range: Option<[f64; 2]>| {
        range.map_or_else(|| "all".to_owned(), |[from, to]| format!("{from},{to}"))
    };
    Certificate {
        function,
        name: format!("{precision} bits"),
        precision,
        emin,
        emax,
        ranges: ranges.map(text),
        bits,
        pairs,
        counts,
        cases,
    }
}

impl Certificate {
    fn text(&self) -> String {
        let Certificate { function, name, precision, emin, emax, ranges, bits, pairs, .. } = self;
        let case = |own: &Case| {
            let Case { x, y, kind, bits, distance } = own;
            format!(
                r#"{{"x":"{x}","y":"{y}","kind":"{kind}","identical_bits":{bits},"distance":{distance}}}"#
            )
        };
        let cases: Vec<String> = self.cases.iter().map(case).collect();
        format!(
            r#"{{"kind":"plane","schema":1,"engine":2,"function":"{function}",
            "format":{{"name":"{name}","precision":{precision},"emin":{emin},"emax":{emax}}},"range_x":"{}","range_y":"{}",
            "rounding":"all","bits":{bits},"pairs":{pairs},"exact":{{"nearest":{},"directed":{}}},"next":{},"cases":[{}]}}"#,
            ranges[0],
            ranges[1],
            self.counts[0],
            self.counts[1],
            self.counts[2],
            cases.join(",\n")
        )
    }
}

const FUNCTIONS: [&str; 5] =
    ["pow(x, y)", "compound(x, y)", "atan2(y, x)", "atan2pi(y, x)", "hypot(x, y)"];

/// Certificates of all functions.
fn all_honest() -> Vec<Certificate> {
    static ALL: OnceLock<Vec<Certificate>> = OnceLock::new();
    let all = || FUNCTIONS.map(|function| honest(function, [4, 6], [None, None], 6)).to_vec();
    ALL.get_or_init(all).clone()
}

fn check(name: &str, text: &str) -> (Option<i32>, String) {
    made::check(&format!("plane-{name}"), text, &[])
}

#[test]
fn honest_certificates_are_accepted() {
    let (mut cases, mut exact, mut next) = (0, 0, 0);
    for certificate in all_honest() {
        let (code, told) = check("honest", &certificate.text());
        assert_eq!(code, Some(0), "{}: {told}", certificate.function);
        assert!(told.contains("proved: "), "{told}");
        cases += certificate.cases.len();
        exact += certificate.counts[0] + certificate.counts[1];
        next += certificate.counts[2];
    }
    assert!(cases > 300 && exact > 300 && next > 300, "{cases}, {exact}, {next}");
}

/// Other formats, and parts of them.
#[test]
fn small_requests_are_accepted() {
    for function in FUNCTIONS {
        for (format, ranges, bits) in [
            ([3, 15], [None, None], 5),
            ([5, 5], [None, None], 7),
            ([6, 6], [Some([1.0, 3.0]), None], 8),
            ([7, 7], [Some([2.0, 3.0]), Some([-4.0, 4.0])], 9),
            ([4, 5], [Some([-3.0, 1.0]), None], 6),
        ] {
            if function != "atan2(y, x)"
                && function != "atan2pi(y, x)"
                && ranges[0] == Some([-3.0, 1.0])
            {
                continue;
            }
            let certificate = honest(function, format, ranges, bits);
            let (code, told) = check("small", &certificate.text());
            assert_eq!(code, Some(0), "{function} {format:?} {ranges:?}: {told}");
        }
    }
}

/// Powers in a larger format, in ranges that are small enough for trying everything: with numbers 1, squares and powers of two.
fn honest_rows() -> &'static [Certificate] {
    static ALL: OnceLock<Vec<Certificate>> = OnceLock::new();
    let [pow, compound] = ["pow(x, y)", "compound(x, y)"];
    let (p40, p28, p27) = (2f64.powi(40), 2f64.powi(28), 2f64.powi(27));
    let ranges = [
        // (1/4)^(-5/2); numbers themselves; (9/4)^(3/2); (17/8)^3, a midpoint.
        (pow, 20, [[0.25, 0.28125], [-2.5, -2.25]]),
        (pow, 20, [[2.125, 2.375], [1.0, 1.0625]]),
        (pow, 20, [[2.1875, 2.3125], [1.46875, 1.53125]]),
        (pow, 20, [[2.125, 2.25], [2.96875, 3.03125]]),
        // (1/4)^(-5/2); numbers themselves; (81/16)^(3/4); square roots; (3/32)^3.
        (compound, 20, [[-0.75, -0.734375], [-2.5, -2.25]]),
        (compound, 20, [[0.125, 0.140625], [0.96875, 1.0625]]),
        (compound, 20, [[4.0, 4.25], [0.71875, 0.78125]]),
        (compound, 20, [[0.0625, 0.125], [0.5, 0.5078125]]),
        (compound, 20, [[-0.9375, -0.875], [2.96875, 3.03125]]),
        // 1 + x is odd; (1 + x)^(1/2) and (1 + x)^(1/4) where 1 + x has many bits.
        (compound, 20, [[2048.0, 2304.0], [0.96875, 1.0625]]),
        (compound, 20, [[4096.0, 5120.0], [0.5, 0.515625]]),
        (compound, 20, [[2398.0, 2404.0], [0.25, 0.28125]]),
        // Next to powers of x: to roots, to x itself from 2^27 on, to squares, and to those of powers of two.
        (compound, 60, [[p40, 1.25 * p40], [0.5, 0.5078125]]),
        (compound, 60, [[0.9375 * p27, 1.0625 * p27], [0.984375, 1.015625]]),
        (compound, 60, [[p28, 1.0625 * p28], [1.984375, 2.015625]]),
        (compound, 60, [[p40, 1.0625 * p40], [-0.515625, -0.4921875]]),
    ];
    let one = |(function, emax, own): (_, _, [[f64; 2]; 2])| {
        honest(function, [12, emax], own.map(Some), 14)
    };
    ALL.get_or_init(|| ranges.map(one).to_vec())
}

#[test]
fn rows_of_larger_formats_are_searched_again() {
    for function in ["pow(x, y)", "compound(x, y)"] {
        let (mut cases, mut counts) = (0, [0; 3]);
        for certificate in honest_rows().iter().filter(|own| own.function == function) {
            let (code, told) = check("rows", &certificate.text());
            assert_eq!(code, Some(0), "{function}, {:?}: {told}", certificate.ranges);
            assert!(told.contains("proved: "), "{told}");
            println!(
                "{:?}: {:?}, {} cases",
                certificate.ranges,
                certificate.counts,
                certificate.cases.len()
            );
            cases += certificate.cases.len();
            counts = [0, 1, 2].map(|i| counts[i] + certificate.counts[i]);
        }
        println!("{function}: {cases} cases, {counts:?}");
        assert!(cases > 15 && counts[0] > 0 && counts[1] > 257, "{cases} cases, {counts:?}");
        assert_eq!(counts[2] > 0, function == "compound(x, y)", "{counts:?}");
    }
}

#[test]
fn windows_of_rows_are_drawn() {
    for certificate in honest_rows() {
        let text = certificate.text();
        let (code, told) = made::check("plane-drawn", &text, &["--sample", "3", "--seed", "7"]);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains("sampled, not proved: 3 of "), "{told}");
        // The windows of listed cases were searched again, too.
        assert!(told.contains(&format!(" {} are cases", certificate.cases.len())), "{told}");
    }
}

#[test]
fn forged_rows_are_refused() {
    for honest in [&honest_rows()[0], &honest_rows()[5]] {
        let forge = |reason: &str, change: &dyn Fn(&mut Certificate)| {
            let mut forged = honest.clone();
            change(&mut forged);
            let (code, told) = check("forged-rows", &forged.text());
            assert!(code == Some(1) && told.contains(reason), "{reason}: {code:?}: {told}");
        };
        forge("left out", &|c| drop(c.cases.remove(1)));
        forge("out of order", &|c| c.cases.swap(0, 1));
        forge("said to be", &|c| c.cases[0].bits += 1);
        forge("pairs in reach", &|c| c.pairs -= 1);
        forge("midpoints", &|c| c.counts[0] += 1);
        forge("numbers", &|c| c.counts[1] += 1);
        forge("next to something", &|c| c.counts[2] += 1);
    }
    // Ranges with 1, with 0, with subnormal values, and beyond all numbers; and other functions.
    let unread: [&dyn Fn(&mut Certificate); 7] = [
        &|c| c.ranges[0] = "0.5,2".into(),
        &|c| c.ranges[1] = "-1,1".into(),
        &|c| c.ranges[1] = "-16,-15".into(),
        &|c| c.ranges[1] = "16,17".into(),
        &|c| c.function = "hypot(x, y)",
        &|c| (c.function, c.ranges[0]) = ("compound(x, y)", "-0.5,0.5".into()),
        &|c| (c.function, c.ranges[0]) = ("compound(x, y)", "-1,-0.9999".into()),
    ];
    for (index, change) in unread.iter().enumerate() {
        let mut other = honest_rows()[0].clone();
        (other.cases, other.ranges[0]) = (vec![], "3,4".into());
        change(&mut other);
        let (code, told) = check("unread-rows", &other.text());
        assert!(code == Some(2) && told.contains("this program reads"), "{index}: {told}");
    }
}

/// Of 2^46 pairs, a sample sees few; that thousands of cases are missing, chance tells.
#[test]
fn rows_with_far_too_few_cases_are_refused() {
    let text = |bits: u32| {
        format!(
            r#"{{"kind": "plane", "schema": 1, "engine": 3, "function": "pow(x, y)",
            "format": {{"precision": 24, "emin": -126, "emax": 127, "name": "binary32"}},
            "range_x": "2^64,2^65", "range_y": "2^-16,2^-15", "rounding": "all", "bits": {bits},
            "pairs": 70368744177664, "exact": {{"nearest": 0, "directed": 0}}, "next": 0, "cases": []}}"#
        )
    };
    let (code, told) = made::check("too-few", &text(34), &["--sample", "1"]);
    assert!(code == Some(1) && told.contains("0 cases where chance gives 8192"), "{told}");
    let (code, told) = made::check("none", &text(60), &["--sample", "1"]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn cases_that_are_left_out_are_found() {
    for certificate in all_honest() {
        for index in (0..certificate.cases.len()).step_by(certificate.cases.len().div_ceil(5)) {
            let mut forged = certificate.clone();
            let case = forged.cases.remove(index);
            let (code, told) = check("left-out", &forged.text());
            assert!(code == Some(1) && told.contains("left out"), "{case:?}: {told}");
        }
    }
}

#[test]
fn forgeries_are_refused() {
    let mut wrong = vec![];
    for honest in all_honest() {
        let mut forge = |name: &str, reason: &str, change: &dyn Fn(&mut Certificate)| {
            let mut forged = honest.clone();
            change(&mut forged);
            assert_ne!(forged.text(), honest.text(), "{name}");
            let (code, told) = check("forged", &forged.text());
            if code != Some(1) || !told.contains("refused") || !told.contains(reason) {
                wrong.push(format!("{name} of {}: {code:?}: {told}", honest.function));
            }
        };
        // 1 is no case with any of these, nor next to one.
        forge("a case more", "said to be a case", &|c| {
            let mut case = c.cases[0].clone();
            let cases = c.cases.iter().filter(|own| own.x == case.x);
            case.y = written(&Rational::from(1));
            assert!(cases.into_iter().all(|own| own.y != case.y));
            c.cases = vec![case];
        });
        forge("other bits", "said to be", &|c| c.cases[3].bits += 1);
        forge("another distance", "said to be", &|c| {
            let distance: f64 = c.cases[2].distance.parse().expect("a number");
            c.cases[2].distance = format!("{:e}", distance * (1.0 + 2f64.powi(-49)));
        });
        forge("another kind", "said to be", &|c| {
            let kind = &mut c.cases[0].kind;
            *kind = if *kind == "nearest" { "directed" } else { "nearest" };
        });
        forge("an unknown kind", "kind", &|c| c.cases[0].kind = "exact");
        forge("a pair more", "pairs in reach", &|c| c.pairs += 1);
        for (i, reason) in ["midpoints", "numbers", "next to something"].iter().enumerate() {
            forge("a count", reason, &|c| c.counts[i] += 1);
        }
        forge("another order", "out of order", &|c| c.cases.swap(1, 2));
        forge("a case twice", "out of order", &|c| c.cases.insert(1, c.cases[0].clone()));
        for number in ["0x1.0000001p+0", "0x1p+99999", "0x1p+15", "0x0p+0"] {
            forge("an x that is none", "none of the inputs", &|c| c.cases[0].x = number.into());
            forge("a y that is none", "none of the inputs", &|c| c.cases[0].y = number.into());
        }
        for number in ["1.5", "0x1.8p0", "0x3p-1", "", "+0x1p+0"] {
            forge("another spelling", "not how", &|c| c.cases[0].y = number.into());
        }
        forge("more bits", "", &|c| c.bits += 1);
        forge("few bits", "too few", &|c| c.bits = 5);
        forge("a part", "", &|c| c.ranges[0] = "0.5,2".into());
        forge("no range", "no input", &|c| c.ranges[1] = "2,2".into());
        forge("a name that is another's", "has not", &|c| c.name = "binary16".into());
        forge("larger exponents", "", &|c| (c.emin, c.emax) = (c.emin - 1, c.emax + 1));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is none, or is beyond this program, is told apart from what is wrong.
#[test]
fn hostile_certificates_are_not_read() {
    let honest = &all_honest()[0];
    let hostile: [&dyn Fn(&mut Certificate); 8] = [
        &|c| c.precision = 0,
        &|c| c.precision = 2,
        &|c| c.precision = 12,
        &|c| (c.emin, c.emax) = (-127, 128),
        &|c| c.emin += 1,
        &|c| c.bits = 151,
        &|c| c.function = "powr(x, y)",
        &|c| c.ranges[0] = "all of them".into(),
    ];
    for (index, change) in hostile.iter().enumerate() {
        let mut forged = honest.clone();
        change(&mut forged);
        let (code, told) = check("hostile", &forged.text());
        assert_eq!(code, Some(2), "{index}: {told}");
    }
    for (old, new) in [
        ("\"schema\":1", "\"schema\":2"),
        ("\"engine\":2", "\"engine\":1"),
        ("\"rounding\":\"all\"", "\"rounding\":\"nearest\""),
        ("\"next\":", "\"next\":-"),
        ("\"cases\":[{", "\"cases\":[{\"note\":1,"),
        ("\"cases\":[", "\"cases\":[7,"),
        ("\"schema\":1", "\"schema\":1,\"complete\":true"),
    ] {
        let forged = honest.text().replacen(old, new, 1);
        assert_ne!(forged, honest.text(), "{old}");
        let (code, told) = check("hostile", &forged);
        assert_eq!(code, Some(2), "{old} as {new}: {told}");
    }
}
