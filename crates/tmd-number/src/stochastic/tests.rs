//! The type by published examples, its comparisons, and its reports.

use super::Stochastic;
use crate::instability::{Instability, forget, report};
use crate::random::seed;

type Long = Stochastic<f64>;
type Short = Stochastic<f32>;

fn counted(what: Instability) -> u64 {
    report().iter().filter(|event| event.what == what).map(|event| event.count).sum()
}

#[test]
fn rumps_polynomial_has_no_digit() {
    let (x, y) = (Long::new(77617.0), Long::new(33096.0));
    forget();
    let y2 = y * y;
    let y4 = y2 * y2;
    let value = 333.75 * y4 * y2
        + x * x * (11.0 * x * x * y2 - y4 * y2 - 121.0 * y4 - 2.0)
        + 5.5 * y4 * y4
        + x / (2.0 * y);
    assert_eq!(value.to_string(), "@.0");
    assert_eq!(counted(Instability::Cancellation), 1, "{:?}", report());
}

#[test]
fn instabilities_are_told_by_line() {
    forget();
    let noise = Long::from_samples([1e-17, -1e-17, 2e-17]);
    assert!(noise.is_noise() && noise.digits() == 0 && noise.to_string() == "@.0");
    let line = line!() + 1;
    let _ = noise * noise;
    let _ = 1.0 / noise;
    let _ = noise.sqrt();
    let _ = noise < 1e-18;
    let _ = noise.sin();
    let told: Vec<(u32, Instability)> = report().iter().map(|e| (e.line - line, e.what)).collect();
    let wanted = [
        (0, Instability::Multiplication),
        (1, Instability::Division),
        (2, Instability::Function),
        (3, Instability::Branch),
        (4, Instability::Function),
    ];
    assert_eq!(told, wanted);
    assert!(report().iter().all(|event| event.file.ends_with("tests.rs") && event.count == 1));
    forget();
    assert!(report().is_empty());
}

/// `<`, `<=`, `==`, `>=` and `>`.
fn compared<A: PartialOrd<B>, B>(a: &A, b: &B) -> [bool; 5] {
    [a < b, a <= b, a == b, a >= b, a > b]
}

#[test]
fn comparisons_are_cadnas() {
    const LESS: [bool; 5] = [true, true, false, false, false];
    const EQUAL: [bool; 5] = [false, true, true, true, false];
    const MORE: [bool; 5] = [false, false, false, true, true];
    let x = Long::from_samples([1.0, 1.0 + 1e-15, 1.0 - 1e-15]);
    assert_eq!(compared(&x, &1.0), EQUAL);
    assert_eq!(compared(&1.0, &x), EQUAL);
    assert_eq!(compared(&x, &1.1), LESS);
    assert_eq!(compared(&x, &0.9), MORE);
    assert_eq!(compared(&0.9, &x), LESS);
    assert_eq!(compared(&1.1, &x), MORE);
    assert_eq!(compared(&Long::new(-0.0), &0.0), EQUAL);
    let [infinity, nan] = [f64::INFINITY, f64::NAN].map(Long::new);
    assert_eq!(compared(&infinity, &infinity), EQUAL);
    assert_eq!(compared(&x, &infinity), LESS);
    assert_eq!(compared(&x, &-infinity), MORE);
    assert_eq!(compared(&nan, &nan), [false; 5]);
    assert_eq!(compared(&nan, &x), [false; 5]);
    // The difference of these is beyond all numbers.
    let [most, least] = [f64::MAX, -f64::MAX].map(Long::new);
    assert_eq!(compared(&least, &most), LESS);
    assert_eq!(compared(&most, &least), MORE);
}

#[test]
fn a_seed_reproduces_a_computation() {
    let run = |number: u64| {
        seed(number);
        let mut s = Long::new(0.0);
        for k in 1..1000 {
            s += (1.0 / Long::new(f64::from(k))).exp().ln();
        }
        s.samples()
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
    let [x, y, z] = run(5);
    assert!(x != y || y != z);
}

#[test]
fn samples_err_in_both_directions() {
    let (mut up, mut down) = (0, 0);
    for _ in 0..1000 {
        for sample in (Short::new(1.0) / 3.0).samples() {
            match f64::from(sample) > 1.0 / 3.0 {
                true => up += 1,
                false => down += 1,
            }
        }
    }
    assert!((1350..1650).contains(&up) && up + down == 3000, "{up} up, {down} down");
}

#[test]
fn functions_are_rounded_up_or_down() {
    for (value, truth) in [
        (Long::new(1.0).exp(), std::f64::consts::E),
        (Long::new(2.0).ln(), std::f64::consts::LN_2),
        (Long::new(1.0).atan() * 4.0, std::f64::consts::PI),
        (Long::new(2.0).powf(0.5), std::f64::consts::SQRT_2),
        (Long::new(2.0).powi(-2), 0.25),
        (Long::new(std::f64::consts::FRAC_PI_4).tan(), 1.0),
        (Long::new(0.5).sin() / Long::new(0.5).cos() / Long::new(0.5).tan(), 1.0),
        (Long::new(0.5).tanh(), 0.462_117_157_260_009_8),
        (Long::new(2.0).mul_add(3.0, 0.5).max(1.0).min(9.0).abs(), 6.5),
    ] {
        assert!((value.value() - truth).abs() <= 4e-16 * truth, "{value}, {truth}");
        assert!(value.digits() >= 14, "{value}");
    }
    let exact: Short = [1.0, 2.0, 4.5].map(Short::new).into_iter().sum();
    assert_eq!(exact.samples(), [7.5; 3]);
    let product: Long = [3.0, 7.0].map(Long::new).into_iter().product();
    assert_eq!(product.samples(), [21.0; 3]);
    let near = Long::uncertain(1.0, 1e-6);
    assert!((5..=7).contains(&near.digits()) || near.digits() == 8, "{near}");
}
