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

/// Makes sure that a kernel is refused with some words, at some part of it.
fn refused(text: &str, part: &str, span: &str) {
    let diag = parse("test", text, Width::W64).expect_err(text);
    assert!(diag.message.contains(part), "{text}: {}", diag.message);
    if !span.is_empty() {
        let place = diag.source.as_ref().expect("a place");
        assert_eq!(&text[place.span.clone()], span, "{text}");
    }
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
        ("fn f(x: f64) -> f64 { loop {} x }", "a loop has a bound", "loop {}"),
        ("fn f(x: f64) -> f64 { x = 1.0; x }", "let mut", "x"),
        ("fn f(a: &[f64]) -> f64 { a[0] }", "i: usize", "fn f(a: &[f64]) -> f64"),
        ("fn f(a: &[f64], i: usize) -> f64 { a[3] }", "around the element", "3"),
        ("fn f(x: f64) -> f64 { let s = [1.0; 3]; s[3] * x }", "index 3 of an array of 3", "3"),
        ("fn f(x: f64) -> f64 { for _ in 0..9 { break; x; } x }", "never done", "break"),
        ("fn f(x: f64) -> f64 { break; }", "no loop", "break"),
        ("fn f(n: usize) -> f64 { 1.0 }", "an argument for each array", "fn f(n: usize) -> f64"),
        (
            "fn f(x: f64) -> f64 { for k in 0..99999999 { let y = [x; 3][k % 3]; } x }",
            "statements",
            "",
        ),
        (
            "fn f(x: f64) -> f64 { let mut a = [x; 2]; for k in 0..99999999 { a[k] = x; } x }",
            "index 2",
            "k",
        ),
        ("fn f(x: f64) -> f64 { for k in 0..999999 { let y = x.powi(k); } x }", "operations", ""),
        ("fn f(x: f64) -> f64 {", "cannot parse", ""),
        ("x + ", "", ""),
        ("1.0", "no argument", ""),
    ] {
        refused(text, part, span);
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

/// The functions, constants and loops of a whole file, as the compiler of Rust has them.
mod programs {
    #![expect(
        clippy::needless_range_loop,
        clippy::manual_swap,
        reason = "the language's own forms"
    )]

    /// A file, for the compiler and for us.
    macro_rules! program {
        ($name:ident, $($item:item)+) => {
            mod $name {
                $($item)+
                pub(super) const TEXT: &str = stringify!($($item)+);
            }
        };
    }

    program! {
        called,
        const N: usize = 3;
        const HALF: f64 = 0.5;
        fn swap(a: &mut [f64; 3], k: usize, j: usize) {
            let t = a[k];
            a[k] = a[j];
            a[j] = t;
        }
        fn norm(a: &[f64; 3]) -> f64 {
            let mut s = 0.0;
            for k in 0..N {
                s += a[k] * a[k];
            }
            s
        }
        fn both(x: f64, y: f64) -> (f64, f64) {
            let mut t = x;
            for _ in 0..10 {
                if t > 3.0 {
                    break;
                }
                t += 1.0;
            }
            if x < y { (t, y * HALF) } else { (y, t) }
        }
        pub(super) fn kernel(x: f64, y: f64) -> (f64, f64) {
            let mut a = [x, y, x * y];
            let before = a[0];
            swap(&mut a, 0, 2);
            let (s, t) = both(norm(&a), before);
            let (mut c, mut d) = (s, t);
            for _ in 0..3 {
                (c, d) = (d, c + d);
            }
            let old = c;
            c += 1.0;
            (c - a[2], old * d - a[0])
        }
    }

    program! {
        loops,
        pub(super) fn kernel(x: f64, y: f64) -> (f64, f64) {
            let mut s = 0.0;
            for k in 1..=100 {
                s += x / (k as f64);
                if s > y {
                    break;
                }
            }
            let mut t = x.abs();
            let mut rounds = 0.0;
            while t > 0.1 && rounds < 50.0 {
                t *= 0.75;
                rounds += 1.0;
                if y < 0.0 && t < 0.5 {
                    break;
                }
            }
            let mut a = [0.0; 9];
            for k in (0..9).rev() {
                a[k] = s + k as f64;
            }
            for k in (2..9).step_by(3) {
                s -= a[k] * a[(k * 7 + 1) % 9] / a[k / 2];
            }
            (s, t + rounds * std::f64::consts::PI)
        }
    }

    #[test]
    fn programs_mean_what_rust_means() {
        for (x, y) in [(0.25, 3.0), (5.5, -1.0), (-2.0, -2.0), (40.0, 0.3)] {
            for (text, (a, b)) in
                [(called::TEXT, called::kernel(x, y)), (loops::TEXT, loops::kernel(x, y))]
            {
                let text = text.replace("pub(super) ", "");
                assert_eq!(super::results(&text, &[&[x], &[y]], &[], 0), [a, b], "{text}");
            }
        }
    }
}

#[test]
fn loops_go_to_ends_that_are_given() {
    let text = "fn dot(a: &[f64], b: &[f64], n: usize, i: usize) -> (f64, f64) {
        let mut s = 0.0;
        let mut t = 0.0;
        for k in 0..n {
            s += a[i + k] * b[i + k] * (k as f64);
            for j in k + 1..n - 1 { t += a[i + j]; }
            if s > 100.0 { break; }
        }
        (s, t)
    }";
    let a = [1.0, 2.0, 3.0, 5.0, 8.0];
    let b = [0.5, 4.0, 0.25, 9.0, 1.0];
    for n in 0..=5 {
        let (mut s, mut t) = (0.0, 0.0);
        for k in 0..n {
            s += a[k] * b[k] * k as f64;
            t += a[..n - 1].iter().skip(k + 1).fold(0.0, |t, x| t + x);
            if s > 100.0 {
                break;
            }
        }
        assert_eq!(results(text, &[&a, &b], &[n as u64], 0), [s, t], "{n}");
    }
}

#[test]
fn what_is_called_is_refused_with_its_place() {
    for (text, part, span) in [
        ("fn f(x: f64) -> f64 { g(x) }", "no function `g`", "g"),
        ("fn g(x: f64) -> f64 { x } fn f(x: f64) -> f64 { g(x, x) }", "1 arguments", "g(x, x)"),
        ("fn g(x: f64) -> f64 { x } fn f(x: f64) -> f64 { x }", "no other calls", "g"),
        ("fn f(x: f64) -> f64 { f(x) }", "recursion", "f"),
        (
            "fn g(a: &[f64; 2]) -> f64 { a[0] } fn f(x: f64) -> f64 { g(x) }",
            "asks for &[f64; _]",
            "x",
        ),
        ("fn g(x: f64) -> f64 { y } fn f(y: f64) -> f64 { g(y) }", "`y` is not known", "y"),
        ("struct S; fn f(x: f64) -> f64 { x }", "functions and constants", "struct S;"),
        ("fn f(x: f64) -> f64 { let (a, b) = x; a }", "as many names", "(a, b)"),
        (
            "fn f(x: f64, n: usize) -> f64 { for k in (0..n).rev() { let y = x; } x }",
            "known beforehand",
            "",
        ),
        (
            "fn f(x: f64, n: usize) -> f64 { let a = [x; 3]; let mut s = x; for k in 0..n { s += a[k]; } s }",
            "known beforehand",
            "k",
        ),
        (
            "fn f(x: f64) -> f64 { std::f64::consts::PHI * x }",
            "write its digits",
            "std::f64::consts::PHI",
        ),
        ("fn f(x: f64) -> f64 { let mut a = [x; 2]; a = [x; 3]; a[0] }", "another length", "a"),
    ] {
        refused(text, part, span);
    }
}

/// A `while` that does not end in time has no result.
#[test]
fn an_endless_loop_gives_no_number() {
    let text = "fn f(x: f64) -> f64 { let mut t = x; while t > 0.5 { t *= x; } t }";
    let [ended, endless] = [0.75, 1.0].map(|x| results(text, &[&[x]], &[], 0)[0]);
    assert!(ended < 0.5 && ended > 0.3 && endless.is_nan());
}
