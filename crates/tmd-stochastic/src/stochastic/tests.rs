//! The examples of CADNA's manual, and properties of every run.

use super::report::Report;
use super::run::{Outcome, run, run_within};
use super::{Detect, Options, Stochastic, instrument, parse};
use std::time::Instant;
use tmd_kernel::ir::{Kernel, Width};
use tmd_kernel::pass;

fn outcome(
    text: &str,
    width: Width,
    inputs: &[f64],
    detect: Detect,
    seed: u64,
) -> (Kernel, Outcome) {
    let kernel = parse("test", text, width).unwrap_or_else(|diag| panic!("{diag:?}"));
    let kernel = pass::standard_kernel(kernel).unwrap_or_else(|diag| panic!("{diag}"));
    let twin = instrument(&kernel, &Options { detect, ..Options::default() });
    let twin = pass::standard_kernel(twin.expect("a twin")).unwrap_or_else(|diag| panic!("{diag}"));
    let inputs: Vec<Vec<[f64; 3]>> = inputs.iter().map(|x| vec![[width.rounded(*x); 3]]).collect();
    let outcome = run(&twin, &inputs, &[], seed, 0..1).expect("a run");
    (twin, outcome)
}

fn report(text: &str, inputs: &[f64]) -> Report {
    let (twin, outcome) = outcome(text, Width::W64, inputs, Detect::ALL, 1);
    Report::new(&twin, &outcome)
}

fn count(report: &Report, what: &str) -> u64 {
    report.anomalies.iter().filter(|a| a.what == what).map(|a| a.count).sum()
}

// The examples of CADNA's manual (3.1.12); what it prints for them is in the comments.

#[test]
fn rumps_polynomial_has_no_digit() {
    // "@.0", one loss of accuracy by cancellation.
    let text = "fn rump(x: f64, y: f64) -> f64 {
        333.75*y*y*y*y*y*y + x*x*(11.0*x*x*y*y - y*y*y*y*y*y - 121.0*y*y*y*y - 2.0)
            + 5.5*y*y*y*y*y*y*y*y + x/(2.0*y)
    }";
    let found = report(text, &[77617.0, 33096.0]);
    assert_eq!(found.elements[0][0].value, "@.0", "{found}");
    assert_eq!(count(&found, "cancellation"), 1, "{found}");
    assert_eq!(found.anomalies.iter().map(|a| a.count).sum::<u64>(), 1, "{found}");
}

#[test]
fn a_second_degree_equation_has_a_double_root() {
    // In binary32 the discriminant is "@.0", by one cancellation, and the root 0.3499999E+001.
    let text = "fn roots(a: f32, b: f32, c: f32) -> (f32, f32) {
        let p = b / a;
        let q = c / a;
        let d = p * p - 4.0 * q;
        (d, if d <= 0.0 { -p * 0.5 } else { (-p - d.sqrt()) * 0.5 })
    }";
    let zeros = (1..=20).filter(|seed| {
        let (twin, outcome) = outcome(text, Width::W32, &[0.3, -2.1, 3.675], Detect::ALL, *seed);
        let found = Report::new(&twin, &outcome);
        let [d, root] = &found.elements[0][..] else { panic!("two results") };
        let starts = ["3.4999", "3.5000"];
        assert!(starts.iter().any(|start| root.value.starts_with(start)), "{found}");
        assert!((6..=7).contains(&root.digits), "{found}");
        assert_eq!(count(&found, "cancellation"), u64::from(d.value == "@.0"), "{found}");
        d.value == "@.0"
    });
    // All samples may be rounded to the same discriminant by chance.
    assert!(zeros.count() >= 12);
}

#[test]
fn mullers_recurrence_goes_to_the_wrong_limit() {
    // U(n+1) = 111 - 1130/U(n) + 3000/(U(n)·U(n-1)): the digits are lost one by one, then 100.0 is found, with
    // unstable divisions and multiplications.
    let text = "fn muller(u0: f64, u1: f64) -> (f64, f64) {
        let mut a = u0;
        let mut b = u1;
        let mut middle = 0.0;
        for k in 0..29 {
            let c = 111.0 - 1130.0 / b + 3000.0 / (a * b);
            a = b;
            b = c;
            middle = if (k as f64) < 7.5 { b } else { middle };
        }
        (middle, b)
    }";
    let found = report(text, &[5.5, 61.0 / 11.0]);
    let [middle, last] = &found.elements[0][..] else { panic!("two results") };
    // "U(10) = 0.58376E+001", "U(30) = 0.100000000000000E+003", 6 unstable divisions, 2 unstable multiplications.
    assert!(middle.value.starts_with("5.83") && (4..=6).contains(&middle.digits), "{found}");
    assert!(last.value.starts_with("1.0000000000000") && last.digits >= 14, "{found}");
    assert!((3..=10).contains(&count(&found, "unstable division")), "{found}");
    assert!((1..=3).contains(&count(&found, "unstable multiplication")), "{found}");
}

#[test]
fn hilberts_determinant_loses_its_digits() {
    // "0.30E-064", no instability. (The right one is 3.0190953344493E-65.)
    let text = "fn hilbert(one: f64) -> f64 {
        let n = 11;
        let mut a = [[0.0; 11]; 11];
        for i in 0..n {
            for j in 0..n {
                a[i][j] = one / ((i + j + 1) as f64);
            }
        }
        let mut det = 1.0;
        for i in 0..n {
            det = det * a[i][i];
            for k in i + 1..n {
                let aux = a[k][i] / a[i][i];
                for j in i + 1..n {
                    a[k][j] = a[k][j] - a[i][j] * aux;
                }
            }
        }
        det
    }";
    let found = report(text, &[1.0]);
    let det = &found.elements[0][0];
    assert!(det.value.starts_with("3.0"), "{found}");
    assert!((1..=3).contains(&det.digits), "{found}");
    assert!(det.value.ends_with("e-65"), "{found}");
}

#[test]
fn a_seed_reproduces_a_run() {
    let text = "fn f(x: f64) -> f64 { let mut s = 0.0; for _ in 0..100 { s += x * s + x; if s > 1.0e9 { break; } } s }";
    let (_, first) = outcome(text, Width::W64, &[0.1], Detect::ALL, 1);
    let (_, again) = outcome(text, Width::W64, &[0.1], Detect::SELF, 1);
    assert_eq!(first.results, again.results, "detection draws no bits");
    let [x, y, z] = first.results[0][0];
    assert!(x != y || y != z, "rounded at random");
    assert!(((x - y) / x).abs() < 1e-11);
}

/// A function whose loop takes 10^12 rounds.
const ENDLESS: &str =
    "fn f(x: f64) -> f64 { let mut s = x; for _ in 0..1000000000000 { s = s * 0.5 + x; } s }";

#[test]
fn runs_have_an_end() {
    let kernel = parse("test", ENDLESS, Width::W64).expect("a kernel");
    let made = Stochastic::new(kernel, Options::default()).expect("a twin");
    let inputs = vec![vec![[1.0; 3]; 2]];
    let diag = run_within(&made.twin, &inputs, &[], 1, 0..2, 10_000).expect_err("too long");
    assert!(diag.message.contains("10000 steps") && diag.message.contains("element 0"), "{diag}");
    assert!(diag.help.is_some_and(|help| help.contains("--most-steps")));
    // The limit is one of all elements together.
    let kernel = parse("test", "x * 2.5", Width::W64).expect("a kernel");
    let made = Stochastic::new(kernel, Options::default()).expect("a twin");
    let inputs = vec![vec![[1.0; 3]; 100]];
    let run = |most| run_within(&made.twin, &inputs, &[], 1, 0..100, most);
    let steps = 100 * made.twin.body.len() as u64;
    assert!(run(steps).is_ok());
    assert!(run(steps / 2).expect_err("too long").message.contains("element 5"));
}

#[test]
fn long_sums_take_time_in_proportion() {
    let time = |terms: usize| {
        let text: Vec<String> = (0..terms).map(|k| format!("x * {k}.5")).collect();
        let kernel = parse("test", &text.join(" + "), Width::W64).expect("a kernel");
        let start = Instant::now();
        let made = Stochastic::new(kernel, Options::default()).expect("a twin");
        for target in tmd_kernel::backends::names() {
            made.emit(target, "sum", &[]).expect("emitted");
        }
        start.elapsed().as_secs_f64()
    };
    // The least of some: the machine may be busy with other things.
    let least = |terms| (0..5).map(|_| time(terms)).fold(f64::INFINITY, f64::min);
    let [short, long] = [100, 800].map(least);
    println!("100 terms take {short:.2} s, 800 take {long:.2} s");
    // Eight times the work; it was more than sixty times the time.
    assert!(long < 24.0 * short, "{short} s, {long} s");
}

#[test]
fn exact_values_near_the_ends_of_a_type_have_all_digits() {
    for (width, values, all) in [
        (Width::W32, [2e38, f64::from(f32::MAX), 1e-45, 3e-39], 7),
        (Width::W64, [1e308, f64::MAX, 5e-324, 1e-308], 15),
    ] {
        for x in values {
            let ty = width.number_type();
            let text = format!("fn f(x: {ty}) -> {ty} {{ x * 1.0 }}");
            let (twin, outcome) = outcome(&text, width, &[width.rounded(x)], Detect::ALL, 1);
            let found = Report::new(&twin, &outcome);
            assert_eq!(found.elements[0][0].digits, all, "{x:e}: {found}");
        }
    }
}
