//! Functions that macros make: their values against MPFR, and their certificates.

// What is emitted must not disturb those who are strict.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![allow(clippy::cast_possible_truncation, reason = "numbers of binary32 are meant")]

use rug::Float;
use rug::float::Round;
use std::fs;
use tmd_codegen::approx;
use tmd_codegen::round;
use tmd_codegen::verify::Options;

/// Its doc comment stays.
#[tmd_macros::approx(range = "0.5,1", tolerance = 1e-12)]
fn ratio(x: f64) -> f64 {
    exp(x) / (1.0 + x)
}

mod inner {
    #[tmd_macros::approx(
        range = "0,1", tolerance = ulp:2, lookup = none, outside = nan, param = a = 9/4
    )]
    pub(crate) fn root(x: f32) -> f32 {
        sqrt(x * x + a)
    }
}

tmd_macros::round! {
    name: silu,
    function: x / (1 + exp(-x)),
    precision: bfloat16,
}

// Without the standard library, which does not show.
tmd_macros::round! {
    name: silu_core,
    function: x / (1 + exp(-x)),
    precision: bfloat16,
    no_std: true,
}

tmd_macros::round! { name: root3, function: rootn(x, n), param: "n=3", precision: binary16, rounding: up }

/// A function whose parts another macro was given: each of them is one operand, whatever stands in it.
macro_rules! line {
    ($name:ident, $x:ident, $slope:expr) => {
        #[tmd_macros::approx(range = "0,1", tolerance = 1e-9)]
        fn $name($x: f64) -> f64 {
            $slope * $x
        }
    };
}

macro_rules! square {
    ($name:ident, $root:literal, $range:literal) => {
        #[tmd_macros::approx(range = $range, tolerance = 1e-9)]
        fn $name(x: f64) -> f64 {
            $root.powi(2) + x
        }
    };
}

macro_rules! inverse {
    ($name:ident, $of:expr) => {
        tmd_macros::round! {
            name: $name, function: 1 / $of, precision: binary16, rounding: nearest
        }
    };
}

macro_rules! described {
    ($name:ident, $x:ident, $of:expr) => {
        #[tmd_macros::function]
        fn $name($x: f64) -> f64 {
            2.0 * $of
        }
    };
}

macro_rules! doubled {
    ($of:expr) => {
        tmd_macros::expression!($of * 2)
    };
}

line!(three_times, x, 1.0 + 2.0);
square!(four_more, -2.0, "0,1");
inverse!(inverse, x + 1);
described!(twice, x, x + 1.0);

#[test]
fn what_macros_pass_on_stays_one_operand() {
    for x in [0.0, 0.25, 0.5, 1.0] {
        assert!((three_times(x) - 3.0 * x).abs() <= 1e-9, "{x}: {}", three_times(x));
        assert!((four_more(x) - (4.0 + x)).abs() <= 1e-9, "{x}: {}", four_more(x));
        assert_eq!(twice(x).to_bits(), (2.0 * (x + 1.0)).to_bits());
    }
    // 1 / (1 + 1) in binary16.
    assert_eq!(inverse::inverse_nearest(0x3c00), 0x3800);
    assert_eq!(doubled!(x + 1), "(x + 1) * 2");
}

/// Precise enough for all values here.
const PRECISION: u32 = 200;

/// The largest distance of some values, in units that depend on the exact ones.
fn largest(
    arguments: impl Iterator<Item = f64>,
    computed: impl Fn(f64) -> f64,
    exact: impl Fn(Float) -> Float,
    unit: impl Fn(f64) -> f64,
) -> f64 {
    let error = |x: f64| {
        let exact = exact(Float::with_val(PRECISION, x));
        let unit = unit(exact.to_f64());
        (computed(x) - exact).abs().to_f64() / unit
    };
    arguments.map(error).fold(0.0, f64::max)
}

/// The steps from one number to another.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=5000).map(move |k| from + (to - from) * f64::from(k) / 5000.0)
}

/// A certificate, proved again, with the file that it speaks of.
fn evaluator(name: &str, certificate: &str, source: &str) -> approx::Certificate {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(format!("{name}.rs")), source).expect("written");
    let certificate =
        approx::Certificate::parse(name, certificate.as_bytes()).expect("a certificate");
    approx::verify(&certificate, false, 1).expect("verified");
    certificate.check_sources(folder.path(), true).expect("the file of the certificate");
    certificate
}

#[test]
fn evaluators_keep_what_their_certificates_say() {
    let certificate = evaluator("ratio", ratio::CERTIFICATE, ratio::SOURCE);
    assert_eq!(certificate.tolerance, "abs:1e-12");
    let exact = |x: Float| x.clone().exp() / (x + 1);
    let error = largest(steps(0.5, 1.0), ratio, exact, |_| 1.0);
    println!("ratio: {error:.3e}, proved {:.3e}", certificate.error);
    assert!(error <= certificate.error && certificate.error <= 1e-12, "{error:e}");
    assert!(error >= certificate.error / 5.0, "{error:e}: something else was proved");
    let (x, mut y) = ([0.5, 0.75, 1.0, 7.0], [0.0; 4]);
    ratio::ratio_slice(&x, &mut y);
    assert_eq!(y.map(f64::to_bits), x.map(|x| ratio(x).to_bits()));
    assert_eq!(y[2].to_bits(), y[3].to_bits(), "the value at the nearest end");
}

#[test]
fn types_and_options_are_taken_over() {
    let certificate = evaluator("root", inner::root::CERTIFICATE, inner::root::SOURCE);
    assert_eq!((certificate.number.as_str(), certificate.leaves.len()), ("f32", 1));
    let arguments = steps(0.0, 1.0).map(|x| f64::from(x as f32));
    let exact = |x: Float| (x.square() + 2.25_f64).sqrt();
    // Numbers of 24 bits.
    let ulp = |y: f64| (y.log2().floor() - 23.0).exp2();
    let error = largest(arguments, |x| f64::from(inner::root(x as f32)), exact, ulp);
    println!("root: {error:.3}, proved {:.3}", certificate.error);
    assert!(error <= certificate.error && certificate.error <= 2.0, "{error}");
    assert!(error > 0.4, "{error}: it is rounded, at least");
    assert!(inner::root(4.5).is_nan(), "outside");
}

/// A format of 16 bits.
struct Format {
    significand_bits: u32,
    least_exponent: i32,
    decode: fn(u16) -> f64,
}

const BFLOAT16: Format = Format {
    significand_bits: 8,
    least_exponent: -126,
    decode: |word| f64::from(f32::from_bits(u32::from(word) << 16)),
};

const BINARY16: Format = Format {
    significand_bits: 11,
    least_exponent: -14,
    decode: |word| {
        let sign = if word >> 15 == 0 { 1.0 } else { -1.0 };
        let fraction = f64::from(word & 0x3ff);
        sign * match i32::from(word >> 10 & 0x1f) {
            0 => fraction * 2f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            exponent => (1024.0 + fraction) * 2f64.powi(exponent - 25),
        }
    },
};

impl Format {
    /// A value, rounded once.
    fn rounded(&self, value: &Float, mode: Round) -> f64 {
        if value.is_zero() || !value.is_finite() {
            return value.to_f64();
        }
        // MPFR's exponent is that of a significand in [1/2, 1).
        let exponent = value.get_exp().expect("a number") - 1;
        let ulp = exponent.max(self.least_exponent) + 1 - self.significand_bits.cast_signed();
        let mut scaled = value.clone() >> ulp;
        match mode {
            Round::Nearest => scaled.round_even_mut(),
            Round::Up => scaled.ceil_mut(),
            Round::Down => scaled.floor_mut(),
            _ => scaled.trunc_mut(),
        }
        (scaled << ulp).to_f64()
    }

    /// Compares a function's results at all arguments with values that MPFR rounds: how many that are.
    fn check(&self, function: fn(u16) -> u16, exact: fn(Float) -> Float, mode: Round) -> usize {
        let mut count = 0;
        for word in 0..=u16::MAX {
            let x = (self.decode)(word);
            let result = (self.decode)(function(word));
            let value = exact(Float::with_val(PRECISION, x));
            if !x.is_finite() || value.is_nan() {
                assert_eq!(result.is_nan(), value.is_nan(), "{x:e}");
                continue;
            }
            let wanted = self.rounded(&value, mode);
            assert!(result.to_bits() == wanted.to_bits(), "{x:e}: {result:e}, not {wanted:e}");
            count += 1;
        }
        count
    }
}

#[test]
fn rounded_functions_are_right_everywhere() {
    type InMode = (fn(u16) -> u16, Round);
    let exact = |x: Float| -> Float {
        let mut y: Float = x.clone() / ((-x.clone()).exp() + 1);
        // The value is less than x > 0, and less than 0 for x < 0, by less than MPFR has bits or exponents for.
        if !x.is_zero() && (y == x || y.is_zero()) {
            y.next_down();
        }
        y
    };
    let modes: [InMode; 4] = [
        (silu::silu_nearest, Round::Nearest),
        (silu::silu_up, Round::Up),
        (silu::silu_down, Round::Down),
        (silu::silu_zero, Round::Zero),
    ];
    for (function, mode) in modes {
        let count = BFLOAT16.check(function, exact, mode);
        assert!(count > 65_000, "{count}");
    }
    let all: Vec<u16> = (0..=u16::MAX).collect();
    let (mut y, mut of_core) = (all.clone(), all.clone());
    silu::silu_nearest_slice(&all, &mut y);
    silu_core::silu_core_nearest_slice(&all, &mut of_core);
    assert!(y == of_core && !silu_core::SOURCE.contains("detected!"));
    let count = BINARY16.check(root3::root3_up, Float::cbrt, Round::Up);
    assert!(count > 63_000, "{count}");
    let (x, mut y) = ([0x3c00; 3], [0; 3]);
    root3::root3_up_slice(&x, &mut y);
    assert_eq!(y, x, "the root of 1");
}

#[test]
fn rounded_functions_have_certificates() {
    for (name, certificate, source) in [
        ("silu", silu::CERTIFICATE, silu::SOURCE),
        ("silu_core", silu_core::CERTIFICATE, silu_core::SOURCE),
        ("root3", root3::CERTIFICATE, root3::SOURCE),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(format!("{name}.rs")), source).expect("written");
        let certificate = round::Certificate::parse(name, certificate.as_bytes());
        let certificate = certificate.expect("a certificate");
        round::verify(&certificate, &Options::default()).expect("verified");
        certificate.check_sources(folder.path(), true).expect("the file of the certificate");
        // The other form is another file.
        let other = round::Certificate { no_std: !certificate.no_std, ..certificate };
        assert!(round::verify(&other, &Options::default()).is_err(), "{name}");
    }
}
