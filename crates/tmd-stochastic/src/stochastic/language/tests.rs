//! The language means what Rust means.

use super::*;
use tmd_kernel::ir::{Element, element, verify};

/// The results of a kernel on arrays, for element `at`.
fn results(text: &str, arrays: &[&[f64]], parameters: &[u64], at: usize) -> Vec<f64> {
    let kernel = parse("test", text, Width::W64).unwrap_or_else(|diag| panic!("{diag:?}"));
    verify(&kernel).expect("well formed");
    let arrays: Vec<Vec<u64>> =
        arrays.iter().map(|array| array.iter().map(|x| x.to_bits()).collect()).collect();
    let from = Element { arrays: &arrays, parameters, at, steps: None };
    let bits = element(&kernel, from, &mut [], &mut []).expect("values");
    bits.into_iter().map(f64::from_bits).collect()
}

/// The language is Rust's: what the compiler makes of a text is what it means.
macro_rules! as_rust_has_it {
    ($function:item, $name:ident, $($x:expr),+) => {{
        $function
        let text = stringify!($function);
        let wanted = $name($($x),+);
        let found = results(text, &[$(&[$x]),+], &[], 0);
        assert_eq!(found, [wanted.0, wanted.1], "{text}");
    }};
}

#[test]
#[expect(
    clippy::needless_range_loop,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "the language's own forms"
)]
fn kernels_mean_what_rust_means() {
    for (x, y) in [(0.25, 3.0), (5.5, -1.0), (-2.0, -2.0), (1e10, 0.3)] {
        as_rust_has_it!(
            fn branches(x: f64, y: f64) -> (f64, f64) {
                let mut a = x;
                if x < y && !(y < 0.0) {
                    a += 1.0;
                } else if x > y || x >= 100.0 {
                    a -= y;
                    if a > 6.0 {
                        a *= 0.5;
                    }
                } else {
                    a = -a;
                }
                let b = if a <= 0.0 { a.abs().sqrt() } else { a.min(y).max(-1.5) };
                (a, b.mul_add(x, y))
            },
            branches,
            x,
            y
        );
        as_rust_has_it!(
            fn loops(x: f64, y: f64) -> (f64, f64) {
                let mut s = [0.0; 5];
                let n = 5;
                for k in 0..n {
                    s[k] = x / (k as f64 + 1.0);
                    if s[k] > y {
                        break;
                    }
                }
                let mut t = 1.0;
                let mut rounds = 0.0;
                for _ in 0..1000 {
                    t = t * 0.5 + 0.25 * y;
                    rounds += 1.0;
                    if t * t < 0.5 {
                        if x < 1.0 {
                            break;
                        }
                        for _ in 0..3 {
                            rounds += 0.125;
                        }
                    }
                    if rounds > 20.0 {
                        break;
                    }
                }
                (s[0] + s[1] + s[2] + s[3] + s[4] + t, rounds)
            },
            loops,
            x,
            y
        );
    }
}

#[test]
fn slices_are_read_around_the_element() {
    let text = "fn f(a: &[f64], n: usize, i: usize) -> f64 { a[i + 2 * n] - a[i - 1] * a[i] }";
    let a = [1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0];
    assert_eq!(results(text, &[&a], &[2], 1), [13.0 - 2.0]);
    assert_eq!(results("x * y", &[&[3.0], &[4.0]], &[], 0), [12.0]);
}

#[test]
fn what_is_not_in_the_language_is_refused_with_its_place() {
    for (text, part, span) in [
        ("fn f(x: f64) -> f64 { x.erf() }", "`erf` is not known", "x.erf()"),
        ("fn f(x: f64, y: f64) -> f64 { x.sin(y) }", "`sin` is not known", "x.sin(y)"),
        ("fn f(x: f64) -> f64 { x.powi(x) }", "must be a constant", "x"),
        ("fn f(x: f64) -> f64 { x.powi(99999999) }", "a power is at most", "99999999"),
        ("fn f(x: f64) -> f64 { x + 1 }", "written with a point", "1"),
        ("fn f(x: f64) -> f64 { y }", "`y` is not known", "y"),
        ("fn f(x: f32) -> f32 { x }", "an argument is f64", "f32"),
        ("fn f(x: f64) -> f64 { while x < 1.0 {} x }", "a loop has a bound", "while x < 1.0 {}"),
        ("fn f(x: f64) -> f64 { x = 1.0; x }", "let mut", "x"),
        ("fn f(a: &[f64]) -> f64 { a[0] }", "i: usize", "fn f(a: &[f64]) -> f64"),
        ("fn f(a: &[f64], i: usize) -> f64 { a[3] }", "around the element", "3"),
        ("fn f(x: f64) -> f64 { let s = [1.0; 3]; s[3] * x }", "index 3 of an array of 3", "3"),
        ("fn f(x: f64) -> f64 { for _ in 0..9 { break; x; } x }", "never done", "break"),
        ("fn f(x: f64) -> f64 { break; }", "no loop", "break"),
        ("fn f(n: usize) -> f64 { 1.0 }", "an argument for each array", "fn f(n: usize) -> f64"),
        ("fn f(x: f64) -> f64 { for k in 0..99999999 { let y = k as f64; } x }", "statements", ""),
        ("fn f(x: f64) -> f64 {", "cannot parse", ""),
        ("x + ", "", ""),
        ("1.0", "no argument", ""),
    ] {
        let diag = parse("test", text, Width::W64).expect_err(text);
        assert!(diag.message.contains(part), "{text}: {}", diag.message);
        if !span.is_empty() {
            let place = diag.source.as_ref().expect("a place");
            assert_eq!(&text[place.span.clone()], span, "{text}");
        }
    }
}

/// A NaN on either side is ignored, as Rust does.
#[test]
fn minima_and_maxima_ignore_nans() {
    let nan = f64::NAN;
    for (x, y) in [(1.0, nan), (nan, 1.0), (2.0, 1.0), (1.0, 2.0), (-1.0, f64::INFINITY)] {
        as_rust_has_it!(
            fn ends(x: f64, y: f64) -> (f64, f64) {
                (x.min(y), x.max(y))
            },
            ends,
            x,
            y
        );
    }
    let text = "fn f(x: f64, y: f64) -> (f64, f64) { (x.min(y), x.max(y)) }";
    assert!(results(text, &[&[nan], &[nan]], &[], 0).iter().all(|x| x.is_nan()));
}

/// An `if` at the end of a function, or of a branch, is its value.
#[test]
fn a_condition_may_be_the_end() {
    for (x, y) in [(0.25, 3.0), (5.5, -1.0), (-2.0, -2.0)] {
        as_rust_has_it!(
            fn tails(x: f64, y: f64) -> (f64, f64) {
                let mut a = x;
                if x < y {
                    a += 1.0;
                    let b = a * y;
                    (a, b)
                } else if x > 5.0 {
                    a -= y;
                    (y, if a > 6.0 { a } else { x })
                } else {
                    (x, a)
                }
            },
            tails,
            x,
            y
        );
    }
    let text = "fn f(x: f64) -> f64 { if x < 1.0 { x * 2.0 } else { x } }";
    assert_eq!(results(text, &[&[0.5]], &[], 0), [1.0]);
    assert_eq!(results(text, &[&[3.0]], &[], 0), [3.0]);
}
