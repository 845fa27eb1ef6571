//! What the certificates' checker is made of, against other means.

mod asymptote;
mod limits;
mod pairs;
mod phases;
mod roots;
mod vectors;

use crate::arcs::Arcs;
use crate::centred::expand;
use crate::chance::at_most;
use crate::equations::{Change, Effect, effect, is_said};
use crate::function::{Expr, FUNCTIONS, Params, parse};
use crate::grid::Format;
use crate::interval::Interval;
use crate::json;
use crate::model::Model;
use crate::number::{decimal, distance, hexadecimal, literal, power, power_of_two, shown};
use crate::request::Request;
use crate::sample::{Random, hits};
use crate::truth::Truth;
use rug::{Float, Integer, Rational};

fn read(text: &str) -> Expr {
    parse(text, &Params::new()).unwrap_or_else(|stop| panic!("{text}: {stop:?}"))
}

fn value(expr: &Expr, x: &Rational) -> Float {
    expand(expr, &Interval::point(x, 400), 0).expect("a value")[0].lo.clone()
}

/// Arguments inside the domain, and the length of intervals on which all is defined.
fn arguments(name: &str) -> Vec<Rational> {
    let inside = |list: &[(i32, i32)]| list.iter().map(|pair| Rational::from(*pair)).collect();
    match name {
        "asin" | "acos" | "asinpi" | "acospi" | "atanh" => inside(&[(1, 3), (-5, 8), (9, 10)]),
        "acosh" => inside(&[(5, 4), (7, 1), (40, 1)]),
        "gamma" | "lgamma" => inside(&[(5, 4), (1, 3), (-5, 2), (13, 1)]),
        "exp" | "sin" | "cos" | "erf" | "j0" | "j1" | "tanh" | "cbrt" => {
            inside(&[(5, 4), (-7, 3), (1, 9), (11, 1)])
        }
        _ => inside(&[(5, 4), (1, 9), (11, 3)]),
    }
}

/// Taylor's polynomial of all functions meets MPFR's value a little aside, to the order of the first term left out.
#[test]
fn coefficients_are_those_of_the_values() {
    let mut count = 0;
    for function in FUNCTIONS {
        let expr = read(function.names[0]);
        for x in arguments(function.names[0]) {
            let series = expand(&expr, &Interval::point(&x, 400), 8);
            let series =
                series.unwrap_or_else(|gap| panic!("{} at {x}: {gap:?}", function.names[0]));
            let step = power_of_two(-20);
            let term = |(j, c): (usize, &Interval)| Float::with_val(400, &c.lo * &power(&step, j));
            let sum =
                series.iter().enumerate().map(term).fold(Float::new(400), |sum, term| sum + term);
            let off = (sum - value(&expr, &Rational::from(&x + &step))).abs();
            let next = Float::with_val(64, series[8].mag() + 1u32) >> 150u32;
            assert!(off < next, "{} at {x}: off by {off:.5}", function.names[0]);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// Coefficients over an interval hold those at numbers in it, and are not much wider than they need be.
#[test]
fn enclosures_hold_every_number() {
    for function in FUNCTIONS {
        let expr = read(function.names[0]);
        for x in arguments(function.names[0]) {
            let end = &x + Rational::from((1, 1000));
            let wide = expand(&expr, &Interval::between(&x, &end, 200), 6).expect("coefficients");
            for i in 0..=8 {
                let at = &x + Rational::from((i, 8000));
                let point = expand(&expr, &Interval::point(&at, 200), 6).expect("coefficients");
                for (j, (wide, point)) in wide.iter().zip(&point).enumerate() {
                    let holds = wide.lo <= point.hi && point.lo <= wide.hi;
                    assert!(holds, "{} at {at}, coefficient {j}", function.names[0]);
                    let width = Float::with_val(64, &wide.hi - &wide.lo);
                    let limit = Float::with_val(64, point.mag() + 1u32) * 2u32;
                    assert!(
                        width < limit,
                        "{} at {at}, coefficient {j}: {width:.3}",
                        function.names[0]
                    );
                }
            }
        }
    }
    let all = |text: &str, from: i32, to: i32| {
        let x = Interval::between(&Rational::from(from), &Rational::from(to), 100);
        expand(&read(text), &x, 0).map(|value| (value[0].lo.to_f64(), value[0].hi.to_f64()))
    };
    assert_eq!(all("sin", 1, 2).map(|ends| ends.1), Ok(1.0));
    assert_eq!(all("cos", 2, 7).map(|ends| ends.0), Ok(-1.0));
    assert_eq!(all("cosh", -1, 2).map(|ends| ends.0), Ok(1.0));
    assert!(
        all("tan", 1, 2).is_err() && all("1/x", -1, 1).is_err() && all("gamma", -1, 1).is_err()
    );
    assert!(all("log", -2, -1).is_err_and(|gap| gap == crate::interval::Gap::Everywhere));
    assert!(all("sqrt", -1, 1).is_err_and(|gap| gap == crate::interval::Gap::Somewhere));
}

#[test]
fn texts_are_read() {
    for (text, same) in [
        ("exp", "exp(x)"),
        ("ln(1+x)", "log(1 + x)"),
        ("x.exp().sin()", "sin(exp(x))"),
        ("-x.powi(2)", "-powi(x, 2)"),
        ("compound(x, -2)", "powi(1 + x, -2)"),
        ("1/4*x", "0.25 * x"),
        ("2.5.exp() * x", "exp(25e-1)*x"),
    ] {
        assert_eq!(read(text), read(same), "{text}");
    }
    assert_ne!(read("x - (1 - x)"), read("x - 1 - x"));
    let deep = "(".repeat(100_000);
    for bad in ["", "foo(x)", "exp(x", "x x", "2**x", "powi(x, y)", "rootn(x, 0)", "1..x", &deep] {
        assert!(parse(bad, &Params::new()).is_err(), "{bad:.20}");
    }
    let third = Rational::from((1, 3));
    let params = [("a".to_owned(), third.clone())].into_iter().collect();
    assert_eq!(parse("a", &params), Ok(Expr::Const(third)));
}

#[test]
fn numbers_are_read_exactly() {
    assert_eq!(decimal("1_0.25e-1"), Some(Rational::from((41, 40))));
    assert_eq!(hexadecimal("-0x1.8p+1"), Some(Rational::from(-3)));
    assert_eq!(literal("-2^-3"), Some(Rational::from((-1, 8))));
    assert_eq!(distance("0x1.8p-5000"), Some(Float::with_val(53, 3) >> 5001u32));
    for bad in ["0x1p+999999999999", "0x1p9999999", "0x", "0x1.gp0", "nan", "1e999999999", "-"] {
        assert!(hexadecimal(bad).is_none() && decimal(bad).is_none(), "{bad}");
    }
    assert!(
        distance("-1").is_none()
            && distance("inf").is_none()
            && distance("0x1p-9999999999").is_none()
    );
    for (n, d) in [(3, 2), (-5, 1024), (1, 1), (0x1234567, 8)] {
        let number = Rational::from((n, d));
        assert_eq!(hexadecimal(&shown(&number)), Some(number));
    }
}

#[test]
fn the_numbers_of_a_small_format_are_counted() {
    let format = Format { name: "small".into(), precision: 3, emin: -2, emax: 1 };
    let range = 1 - format.end()..format.end();
    let mut values = vec![];
    for segment in format.segments(&range).expect("segments") {
        for index in 0..segment.count {
            let x = segment.x(index);
            let ordinal = Integer::from(&segment.ordinal + index);
            assert_eq!((format.value(&ordinal), format.ordinal(&x)), (x.clone(), Some(ordinal)));
            values.push(x);
        }
    }
    // 0, 3 subnormal numbers and 4 binades of 4 on either side.
    assert_eq!(values.len(), 2 * (3 + 16) + 1);
    assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
    for (value, above) in
        [((1, 17), (1, 16)), ((-1, 17), (0, 1)), ((9, 8), (5, 4)), ((-9, 8), (-1, 1))]
    {
        assert_eq!(
            format.value(&format.first_from(&value.into())),
            Rational::from(above),
            "{value:?}"
        );
    }
}

/// The walk of differences finds what evaluating each input finds.
#[test]
fn the_walk_finds_what_is_there() {
    let mut random = Random(7);
    let mut found = 0;
    for _ in 0..50 {
        let polynomial: Vec<i128> =
            [random.next(), random.next(), random.next()].map(|n| i128::from(n) << 57).to_vec();
        let at = |t: u64| {
            let terms = polynomial.iter().rev();
            terms.fold(0i128, |sum, a| sum.wrapping_mul(i128::from(t)).wrapping_add(*a))
        };
        let threshold = 1u128 << 118;
        let (a, b, c) = (at(0), at(1), at(2));
        let differences = [a, b.wrapping_sub(a), c.wrapping_sub(b).wrapping_sub(b.wrapping_sub(a))]
            .map(|d| d as u128);
        let own = hits(differences.to_vec(), threshold, &(0..5000));
        let all: Vec<u64> = (0..5000).filter(|t| at(*t).unsigned_abs() <= threshold).collect();
        assert_eq!(own, all);
        found += all.len();
    }
    assert!((300..700).contains(&found), "{found}");
}

#[test]
fn few_cases_are_as_unlikely_as_they_are() {
    for mean in [0.5f64, 10.0, 243.0] {
        let (mut term, mut tail) = ((-mean).exp(), 0.0);
        for count in 0..200 {
            tail += term;
            term *= mean / f64::from(count + 1);
            assert!(at_most(f64::from(count), mean) >= tail * (1.0 - 1e-9), "{count} of {mean}");
        }
    }
    assert!(at_most(100.0, 243.0) < 1e-12 && at_most(0.0, 0.0) == 1.0);
}

const ARCS: &str = include_str!("../data/arcs.json");

fn request(text: &str) -> Request {
    Request::read(&json::parse(text).expect("JSON")).expect("a request")
}

#[test]
fn inputs_are_judged() {
    let request = request(ARCS);
    // The certificate is of sin with 20 bits and ε = 2^-13: of its inputs about one in 4096 is a case.
    let (mut hard, mut ordinary) = (0, 0);
    for index in 0..1 << 14 {
        match request.truth(&request.segments[0].x(index)) {
            Truth::Hard { low, high, .. } => hard += u32::from(low <= high),
            Truth::Ordinary => ordinary += 1,
            other => panic!("{index}: {other:?}"),
        }
    }
    assert!((1..20).contains(&hard) && ordinary + hard == 1 << 14, "{hard}");
}

/// Each obligation holds for the numbers of a plan, and fails when the number that meets it is weakened.
#[test]
fn weakened_constants_are_refused() {
    let certificate = json::parse(ARCS).expect("JSON");
    let span = &certificate.at("spans").unwrap().list().unwrap()[0];
    let model = Model::read("the span", span.at("model").unwrap()).expect("a model");
    let kernel = &certificate.at("kernels").unwrap().list().unwrap()[0];
    let stage = &kernel.at("stages").unwrap().list().unwrap()[0];
    let check = stage.at("check").unwrap().at("arcs").unwrap();
    let quantity =
        |value: &json::Value<'_>| (value.int_at("degree").unwrap(), value.int_at("words").unwrap());
    let mut quantities = vec![quantity(stage.at("value").unwrap())];
    quantities.extend(stage.at("differences").unwrap().list().unwrap().iter().map(quantity));
    let total = Rational::from((1, 8000));
    let unmet = |arcs: &Arcs| -> Vec<&str> {
        let all = arcs.obligations(&model, &quantities, &total).expect("curvature");
        all.into_iter().filter(|(_, needed, had)| needed > had).map(|(name, ..)| name).collect()
    };
    let honest = Arcs::read(check).expect("arcs");
    assert!(honest.fits(&quantities));
    assert_eq!(unmet(&honest), [""; 0]);
    assert_eq!(honest.loops("here", &model, &quantities), Ok(()));
    for (name, to, obligation) in [
        ("spread", (2i64, 1i64), "spread"),
        ("reach_factor", (1, 1), "reach-factor"),
        ("root_estimate", (1, 1), "root-estimate"),
        ("slope_estimate", (1, 1), "slope-estimate"),
        ("class_share", (1, 1 << 60), "class-share"),
        ("rough", (1, 2), "rough"),
        ("third_order", (5, 2), "third-order"),
        ("above", (1, 1), "above"),
        ("inverse_steps", (1, 1), "inverse"),
        ("root_steps", (3, 1), "root"),
        ("reach", (1, 1), "reach"),
        ("fine_reach", (1, 1), "fine-reach"),
        ("bias", (7, 1), "bias"),
        ("bend", (9, 1), "bend"),
        ("least_curvature", (-9, 1), "curvature"),
        ("order_bits", (40, 1), "start"),
        ("threshold", (1 << 50, 1), "threshold"),
        ("curvature_shift", (40, 1), "scaled-curvature"),
        ("cubic_shift", (80, 1), "scaled-cubic"),
    ] {
        let mut weak = honest.clone();
        weak.set(name, Rational::from(to));
        assert!(unmet(&weak).contains(&obligation), "{name}: {:?}", unmet(&weak));
    }
    // Numbers that the certificate does not name.
    let with = |name: &str, number: &str| {
        let named = format!("\"{name}\": {number}, \"inverse_steps\"");
        let text = ARCS.replace("\"inverse_steps\"", &named);
        let certificate = json::parse(&text).expect("JSON");
        let kernel = &certificate.at("kernels").unwrap().list().unwrap()[0];
        let stage = &kernel.at("stages").unwrap().list().unwrap()[0];
        let arcs = Arcs::read(stage.at("check").unwrap().at("arcs").unwrap()).expect("arcs");
        arcs.obligations(&model, &quantities, &total)
    };
    // Orders follow from a constant: it was 4.
    let ordered = |cubed: &str| with("order_cubed", cubed).expect("curvature");
    assert_eq!(ordered("4.0"), honest.obligations(&model, &quantities, &total).expect("curvature"));
    let fails = |cubed: &str, obligation: &str| {
        ordered(cubed).iter().any(|(name, needed, had)| *name == obligation && needed > had)
    };
    assert!(fails("0.0", "bend") && fails("1e-6", "bend"));
    // The vertex' series had two terms: with a third what is needed of the reach is less.
    let needed = |terms: &str| {
        let all = with("vertex_terms", terms)?;
        all.into_iter().find(|(name, ..)| *name == "reach").map(|(_, needed, _)| needed)
    };
    let two = needed("2").expect("two terms");
    assert_eq!(
        honest.obligations(&model, &quantities, &total).expect("curvature"),
        with("vertex_terms", "2").expect("curvature")
    );
    let three = needed("3").expect("three terms");
    assert!(needed("4").expect("four terms") < three && three < two);
    assert!(["1", "5", "2.5", "-3"].iter().all(|terms| needed(terms).is_none()));
    // The estimate of roots counts where parabolas are hardly bent.
    let mut straight = honest.clone();
    straight.set("bend", Rational::from(12));
    assert!(!unmet(&straight).contains(&"rough"));
    straight.set("rough_estimate", Rational::new());
    assert!(unmet(&straight).contains(&"rough"));
    for name in ["rounds", "crossings", "members"] {
        let mut weak = honest.clone();
        weak.set(name, Rational::from(4));
        assert!(weak.loops("here", &model, &quantities).is_err(), "{name}");
    }
}

/// What is derived of f holds for enclosures of its values, and what is not so is not derived.
#[test]
fn equations_hold_for_values() {
    let changes = || {
        let scales = (-12..=12)
            .flat_map(|exponent| [false, true].map(|negates| Change::Scale { exponent, negates }));
        scales.chain((1..=6).map(Change::Add))
    };
    let more = [
        "exp2(x) * 3",
        "rootn(x, 3)",
        "rootn(x, -4)",
        "sqrt(exp2(x))",
        "1 / sinpi(x)",
        "2 - log2(cbrt(x))",
        "log2(3 * x) - log2(5 * rsqrt(x))",
        "x * x + cos(x)",
        "cbrt(x) * sqrt(x)",
        "exp(sinpi(x))",
        "exp2(x) + 1",
        "exp2(2 * x)",
        "sin(x + 1)",
        "log2(x) * 3",
        "-x",
        "powi(x, -3) / x",
    ];
    let (mut derived, mut compared) = (0, 0);
    for text in FUNCTIONS.iter().map(|function| function.names[0]).chain(more) {
        let expr = read(text);
        for (change, n) in changes().zip(1..) {
            let Some(effect) = effect(&expr, change) else { continue };
            derived += 1;
            for x in
                [Rational::from((n + 7, 64)), Rational::from((-n, 128)), Rational::from((7, 3))]
            {
                let other = match change {
                    Change::Scale { exponent, negates } => {
                        let scaled = x.clone() << exponent;
                        if negates { -scaled } else { scaled }
                    }
                    Change::Add(n) => Rational::from(&x + n),
                };
                let at = |x: &Rational| expand(&expr, &Interval::point(x, 300), 0).ok();
                let (Some(here), Some(there)) = (at(&x), at(&other)) else { continue };
                let follows = match effect {
                    Effect::Factor { exponent, negates: true } => here[0].shift(exponent).neg(),
                    Effect::Factor { exponent, .. } => here[0].shift(exponent),
                    Effect::Term(c) => here[0].add(&Interval::int(c, 300)),
                };
                let meet = follows.lo <= there[0].hi && there[0].lo <= follows.hi;
                assert!(meet, "{text}, {change:?}: {effect:?} at {x}");
                compared += 1;
            }
        }
    }
    println!("{derived} changes, compared {compared} times");
    assert!(derived > 300 && compared > 400);
    let scale = |exponent, negates| Change::Scale { exponent, negates };
    let none = [
        ("log", scale(1, false)),
        ("exp", Change::Add(1)),
        ("exp2(x) + 1", Change::Add(1)),
        ("sqrt", scale(1, false)),
        ("rsqrt", scale(2, true)),
        ("cbrt", scale(4, false)),
        ("acos", scale(0, true)),
        ("log2(x) * 3", scale(1, false)),
        ("exp2(2 * x)", Change::Add(1)),
        ("exp2m1", Change::Add(1)),
        ("x * x + sin(x)", scale(0, true)),
    ];
    for (text, change) in none {
        assert_eq!(effect(&read(text), change), None, "{text}: {change:?}");
    }
    for (text, change, said) in [
        ("cbrt", scale(-6, true), "f(8·x) = 2·f(x) and f(-x) = -f(x)"),
        ("rsqrt", scale(4, false), "f(4·x) = 2^-1·f(x)"),
        ("log2", scale(-5, false), "f(2·x) = f(x) + 1"),
        ("sinpi", Change::Add(1), "f(x + 1) = -f(x)"),
    ] {
        let expr = read(text);
        assert!(is_said(&expr, change, said), "{text}");
        assert!(!is_said(&expr, change, &said.replace("f(x)", "2·f(x)")), "{text}");
    }
}

/// Numbers are those of JSON, names stand once, and no object has very many.
#[test]
fn json_is_read_as_it_is_defined() {
    for text in ["0", "-0", "10", "0.5", "1e5", "1E+05", "-1.25e-300"] {
        assert!(json::parse(text).is_ok(), "{text}");
    }
    for text in ["01", "024", "-01", "06.5e-7", "1.", ".5", "+1", "1e", "1e+", "1.e5", "--1", "1-1"]
    {
        assert!(json::parse(text).is_err(), "{text}");
    }
    let object = |count: u32| {
        let names: Vec<String> = (0..count).map(|i| format!("\"n{i}\": 0")).collect();
        format!("{{{}}}", names.join(", "))
    };
    assert!(json::parse(&object(64)).is_ok());
    let said = |text: &str| format!("{:?}", json::parse(text).expect_err("no certificate"));
    assert!(said(&object(65)).contains("more than 64 names"), "{}", said(&object(65)));
    assert!(said("{\"a\": 0, \"a\": 1}").contains("twice"));
}
