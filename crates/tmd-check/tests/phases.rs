//! Certificates of phases: honest ones, made here by trying everything, forged ones, and hostile ones.

mod made;

use made::{exponent, positive, power_of_two, written};
use rug::float::Constant;
use rug::{Float, Rational};
use std::sync::OnceLock;

/// Enough bits of values: no value of a small format is nearer to a breakpoint than half of them show.
const PREC: u32 = 320;

/// The functions, and their periods in multiples of π.
const FUNCTIONS: [(&str, (u32, u32)); 11] = [
    ("sin", (2, 1)),
    ("cos", (2, 1)),
    ("tan", (1, 1)),
    ("exp(sin(x))", (2, 1)),
    ("1 / cos(x)", (2, 1)),
    ("1 - cos(x)", (2, 1)),
    ("powi(sin(x), 2)", (1, 1)),
    ("sin(3 * x)", (2, 3)),
    ("log(2 + cos(x))", (2, 1)),
    ("sqrt(sin(x))", (2, 1)),
    ("exp(tan(x))", (1, 1)),
];

fn half_turns(function: &str) -> Rational {
    let known = FUNCTIONS.iter().find(|(name, _)| *name == function);
    Rational::from(known.expect("a function").1)
}

/// A certificate as its parts, so that each can be forged.
#[derive(Clone, Debug)]
struct Certificate {
    function: &'static str,
    precision: i64,
    emax: i64,
    range: String,
    phases: String,
    bits: i64,
    inputs: u64,
    cases: Vec<Case>,
}

#[derive(Clone, Debug, PartialEq)]
struct Case {
    x: String,
    kind: &'static str,
    bits: i64,
    distance: String,
}

/// What is asked: a function, a format, a range from one power of two to another, phases, bits.
#[derive(Clone, Copy, Debug)]
struct Ask {
    function: &'static str,
    /// Precision and largest exponent.
    format: [i64; 2],
    /// The exponents of the ends.
    range: [i64; 2],
    is_negative: bool,
    phases: [(u32, u32); 2],
    bits: i64,
}

impl Ask {
    /// The arguments, ascending: the first end is one, if it is a number, and the second is not.
    fn arguments(&self) -> Vec<Rational> {
        let [precision, emax] = self.format;
        let [from, to] = self.range;
        let mut all = positive(precision, 1 - emax, from..=to - 1);
        if self.is_negative {
            all.remove(0);
            all.extend((to <= emax).then(|| power_of_two(to)));
            all = all.into_iter().rev().map(|x| -x).collect();
        }
        all
    }

    fn value(&self, x: &Float, prec: u32) -> Float {
        let [sin, cos, tan] = [
            Float::with_val(prec, x.sin_ref()),
            Float::with_val(prec, x.cos_ref()),
            Float::with_val(prec, x.tan_ref()),
        ];
        match self.function {
            "sin" => sin,
            "cos" => cos,
            "tan" => tan,
            "exp(sin(x))" => sin.exp(),
            "1 / cos(x)" => cos.recip(),
            "1 - cos(x)" => Float::with_val(prec, 1u32 - cos),
            "powi(sin(x), 2)" => sin.square(),
            "sin(3 * x)" => Float::with_val(prec, x * 3u32).sin(),
            "log(2 + cos(x))" => Float::with_val(prec, cos + 2u32).ln(),
            "sqrt(sin(x))" => sin.sqrt(),
            "exp(tan(x))" => tan.exp(),
            other => panic!("{other}"),
        }
    }

    /// Whether the phase of an argument is in the range.
    fn is_meant(&self, x: &Float) -> bool {
        let prec = PREC + x.get_exp().expect("a number").unsigned_abs();
        let period = Float::with_val(prec, Constant::Pi) * half_turns(self.function);
        let turns = Float::with_val(prec, x) / period;
        let phase = Float::with_val(prec, &turns - turns.clone().floor());
        let [from, to] = self.phases.map(Rational::from);
        from <= phase && to > phase
    }

    /// The certificate of a search, by trying all arguments.
    fn honest(self) -> Certificate {
        let Ask { function, format: [precision, emax], range, is_negative, phases, bits } = self;
        let emin = 1 - emax;
        let (mut inputs, mut cases) = (0, vec![]);
        for x in self.arguments() {
            let argument = Float::with_val(64, &x);
            if !self.is_meant(&argument) {
                continue;
            }
            inputs += 1;
            let value = self.value(&argument, PREC).abs();
            if value.is_nan() {
                continue;
            }
            let top = i64::from(value.get_exp().expect("a number")) - 1;
            let spacing = top.max(emin) - precision;
            let g = value << -spacing as i32;
            let near = g.clone().round().to_integer().expect("a number");
            let is_above = top == emax && near.significant_bits() as i64 > precision + 1;
            let distance = (g - &near).abs();
            if top > emax || near == 0 || is_above || distance >= power_of_two(-bits) {
                continue;
            }
            cases.push(Case {
                x: written(&x),
                kind: if near.is_odd() { "nearest" } else { "directed" },
                bits: -i64::from(distance.get_exp().expect("a number")),
                distance: format!("{:e}", distance.to_f64()),
            });
        }
        let sign = if is_negative { "-" } else { "" };
        let mut range = range.map(|e| format!("{sign}2^{e}"));
        if is_negative {
            range.reverse();
        }
        let phases = phases.map(|(a, b)| format!("{a}/{b}"));
        let [range, phases] = [range, phases].map(|ends| ends.join(","));
        Certificate { function, precision, emax, range, phases, bits, inputs, cases }
    }
}

impl Certificate {
    fn text(&self) -> String {
        let half_turns = match self.function.contains('(') {
            true => format!(r#""half_turns":"{}","#, half_turns(self.function)),
            false => String::new(),
        };
        let Certificate { function, precision, emax, range, phases, bits, inputs, .. } = self;
        let case = |own: &Case| {
            let Case { x, kind, bits, distance } = own;
            format!(
                r#"{{"x":"{x}","kind":"{kind}","identical_bits":{bits},"distance":{distance}}}"#
            )
        };
        let cases: Vec<String> = self.cases.iter().map(case).collect();
        format!(
            r#"{{"kind":"phases","schema":1,"engine":2,"function":"{function}",{half_turns}
            "format":{{"name":"small","precision":{precision},"emin":{},"emax":{emax}}},"range":"{range}",
            "phases":"{phases}","rounding":"all","bits":{bits},"inputs":{inputs},"cases":[{}]}}"#,
            1 - emax,
            cases.join(",\n")
        )
    }
}

/// Certificates of all functions, of arguments of many sizes.
fn all_honest() -> &'static [Certificate] {
    static ALL: OnceLock<Vec<Certificate>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = vec![];
        for (function, _) in FUNCTIONS {
            let formats: [([i64; 2], [i64; 2]); 5] = [
                ([8, 8], [6, 9]),
                ([9, 127], [6, 10]),
                ([11, 1023], [1020, 1024]),
                ([12, 15], [12, 14]),
                ([12, 1023], [300, 303]),
            ];
            // Of functions that are made of others, two formats.
            let own = if function.contains('(') { [0, 3].as_slice() } else { &[0, 1, 2, 3, 4] };
            for (round, (format, range)) in own.iter().map(|round| (*round, formats[*round])) {
                let phases = [[(0, 1), (1, 1)], [(1, 10), (7, 20)], [(24, 100), (51, 100)]];
                for (which, phases) in phases.into_iter().enumerate() {
                    let is_negative = (round + which) % 3 == 0;
                    let bits = 3 + which as i64;
                    all.push(Ask { function, format, range, is_negative, phases, bits }.honest());
                }
            }
        }
        all
    })
}

fn check(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    made::check(&format!("phases-{name}"), text, more)
}

#[test]
fn honest_certificates_are_accepted() {
    let (mut inputs, mut cases) = (0, 0);
    for certificate in all_honest() {
        let (code, told) = check("honest", &certificate.text(), &[]);
        let asked = format!("{}, {}", certificate.function, certificate.range);
        assert_eq!(code, Some(0), "{asked}: {told}");
        assert!(told.contains("proved: ") && !told.contains("not proved"), "{told}");
        inputs += certificate.inputs;
        cases += certificate.cases.len();
    }
    println!("{inputs} arguments, {cases} cases");
    assert!(inputs > 50_000 && cases > 5000, "{inputs}, {cases}");
}

/// Of few windows, the verdict says that it is no proof.
#[test]
fn a_sample_is_called_one() {
    // Each binade has a window of its own.
    let certificate = all_honest().iter().find(|own| own.range == "2^6,2^10").expect("binades");
    let (code, told) = check("sampled", &certificate.text(), &["--sample", "2", "--seed", "3"]);
    assert!(code == Some(0) && told.contains("sampled, not proved: 2 of 4 windows"), "{told}");
    let (code, told) = check("sampled", &certificate.text(), &["--sample", "4"]);
    assert!(code == Some(0) && told.contains("  proved: "), "{told}");
}

#[test]
fn cases_that_are_left_out_are_found() {
    for certificate in all_honest().iter().filter(|own| !own.cases.is_empty()) {
        for index in (0..certificate.cases.len()).step_by(certificate.cases.len().div_ceil(3)) {
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
    for honest in all_honest().iter().filter(|own| own.cases.len() > 4) {
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
        forge("another function", "", &|c| {
            c.function = if c.function == "sin" { "cos" } else { "sin" };
        });
        forge("an argument more", "are stated", &|c| c.inputs += 1);
        forge("an argument less", "are stated", &|c| c.inputs -= 1);
        forge("more phases", "are stated", &|c| c.phases = "0.11,0.33".into());
        forge("phases backwards", "do not ascend", &|c| c.phases = "0.5,0.5".into());
        forge("phases above 1", "do not ascend", &|c| c.phases = "0,1.5".into());
        forge("another order", "out of order", &|c| c.cases.swap(1, 3));
        forge("a case twice", "listed twice", &|c| c.cases.insert(1, c.cases[0].clone()));
        for number in ["0x1.0000001p+0", "0x1p+99999", "0x1p+5", "0x0p+0"] {
            forge("an x that is none", "none of the inputs", &|c| c.cases[0].x = number.into());
        }
        forge("another spelling", "not how", &|c| c.cases[0].x = "256".into());
        forge("a shorter range", "none of the inputs", &|c| {
            let (from, to) = c.range.split_once(',').expect("a range");
            // Without the first, where the first case is, or without all but that.
            c.range = match c.range.starts_with('-') {
                true => format!("{},{to}", c.cases[1].x),
                false => format!("{from},{}", c.cases[1].x),
            };
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of each two certificates that differ in their phases, cases of one are not those of the other.
#[test]
fn cases_with_other_phases_are_refused() {
    let mut tried = 0;
    for three in all_honest().chunks(3) {
        let [all, part, _] = three else { panic!("not three") };
        if all.range != part.range || part.cases.is_empty() {
            continue;
        }
        let is_in = |case: &&Case| part.cases.iter().any(|own| own.x == case.x);
        let mut forged = part.clone();
        let of_all = all.cases.iter().filter(|case| case.bits >= part.bits);
        let Some(other) = of_all.clone().find(|case| !is_in(case)) else { continue };
        let place = of_all.take_while(|case| *case != other).filter(is_in).count();
        forged.cases.insert(place, other.clone());
        let (code, told) = check("other-phase", &forged.text(), &[]);
        assert!(code == Some(1) && told.contains("has another phase"), "{other:?}: {told}");
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

/// An argument between two cases is refused as one.
#[test]
fn what_is_no_case_is_refused() {
    for certificate in all_honest().iter().filter(|own| own.phases == "0/1,1/1") {
        let mut forged = certificate.clone();
        let next = |x: &Rational| x + power_of_two(exponent(x) - certificate.precision + 1);
        let numbers: Vec<Rational> = forged.cases.iter().map(|case| number(&case.x)).collect();
        let place = numbers.windows(2).position(|pair| next(&pair[0]) < pair[1]).expect("a gap");
        let x = written(&next(&numbers[place]));
        let case = Case { x: x.clone(), ..forged.cases[place].clone() };
        forged.cases.insert(place + 1, case);
        let (code, told) = check("no-case", &forged.text(), &[]);
        assert!(code == Some(1) && told.contains("said to be a case"), "{x}: {told}");
    }
}

/// A number as it is written in certificates.
fn number(text: &str) -> Rational {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (digits, e) = text.trim_start_matches("0x1").split_once('p').expect("a number");
    let digits = digits.trim_start_matches('.');
    let fraction = i64::from_str_radix(&format!("1{digits}"), 16).expect("digits");
    let e: i64 = e.parse().expect("an exponent");
    Rational::from(sign * fraction) * power_of_two(e - 4 * digits.len() as i64)
}

/// What is none, or is beyond this program, is told apart from what is wrong.
#[test]
fn hostile_certificates_are_not_read() {
    let honest = &all_honest()[0];
    let hostile: [&dyn Fn(&mut Certificate); 12] = [
        &|c| c.precision = 1,
        &|c| c.precision = 54,
        &|c| c.emax = 1024,
        &|c| c.emax = 7,
        &|c| c.bits = 161,
        &|c| c.bits = 1,
        &|c| c.function = "exp",
        &|c| c.range = "2^5,2^8".into(),
        &|c| c.range = "all".into(),
        &|c| c.range = "2^8".into(),
        &|c| c.phases = "0.5".into(),
        &|c| c.phases = "0,1/pi".into(),
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
        ("\"inputs\":", "\"inputs\":-"),
        ("\"cases\":[{", "\"cases\":[{\"note\":1,"),
        ("\"schema\":1", "\"schema\":1,\"complete\":true"),
        ("\"schema\":1", "\"schema\":1,\"half_turns\":\"2\""),
        ("\"cases\":", "\"undecided\":[\"0x1p+7\"],\"cases\":"),
    ] {
        let forged = honest.text().replacen(old, new, 1);
        assert_ne!(forged, honest.text(), "{old}");
        let (code, told) = check("hostile", &forged, &[]);
        assert_eq!(code, Some(2), "{old} as {new}: {told}");
    }
}

/// Ordinals on either side of 0 are farther apart than a number of 64 bits can be.
#[test]
fn a_case_on_the_other_side_of_zero_is_none() {
    let text = r#"{"kind": "phases", "schema": 1, "engine": 3, "function": "sin",
        "format": {"name": "binary64", "precision": 53, "emin": -1022, "emax": 1023}, "range": "2^1000,2^1001",
        "phases": "0.1,0.1000001", "rounding": "all", "bits": 30, "inputs": 1,
        "cases": [{"x": "-0x1.57b4cf0b406f4p+1000", "kind": "nearest", "identical_bits": 31, "distance": 4e-10}]}"#;
    let (code, told) = check("negative", text, &[]);
    assert!(code == Some(1) && told.contains("none of the inputs"), "{told}");
}

/// The period of a function that is made of others is proved, and must be stated.
#[test]
fn periods_that_are_none_are_refused() {
    let honest = all_honest().iter().find(|own| own.function == "exp(sin(x))").expect("one");
    let stated = r#""half_turns":"2","#;
    for (other, code) in [
        (r#""half_turns":"1","#, 1),
        (r#""half_turns":"2/3","#, 1),
        // That is one, of which all phases are asked for.
        (r#""half_turns":"4","#, 0),
        (r#""half_turns":"-2","#, 2),
        (r#""half_turns":"0","#, 2),
        (r#""half_turns":2,"#, 2),
        ("", 2),
    ] {
        let forged = honest.text().replacen(stated, other, 1);
        assert_ne!(forged, honest.text());
        let (own, told) = check("period", &forged, &[]);
        assert_eq!(own, Some(code), "{other}: {told}");
    }
    for other in ["exp(x)", "exp(sin(x * x))", "exp(sin(x + 1))", "exp(sinpi(x))", "exp(1)"] {
        let forged = honest.text().replacen("exp(sin(x))", other, 1);
        let (own, told) = check("function", &forged, &[]);
        assert_eq!(own, Some(2), "{other}: {told}");
    }
}
