//! Sums beside MPFR: nowhere is an error above its bound; and the special values.

use super::{Function, nearest, unrounded, waves};
use crate::arithmetic::Plain;
use crate::width::Width;
use rug::ops::{AssignRound, Pow};
use rug::{Float, Rational};
use tmd_base::random::Random;

/// Bits that MPFR computes with.
const BITS: u32 = 400;

/// The bound of the relative error, as its binary logarithm: the table in the documentation.
fn bound(function: Function, width: Width) -> i32 {
    let [long, short] = match function {
        Function::Exp | Function::Tanh | Function::Ln | Function::Atan => [-68, -38],
        Function::Sin | Function::Cos | Function::Tan => [-64, -29],
        Function::Powf => [-62, -33],
    };
    if width == Width::W64 { long } else { short }
}

fn truth(function: Function, x: f64, y: f64) -> Float {
    let x = Float::with_val(BITS, x);
    match function {
        Function::Exp => x.exp(),
        Function::Ln => x.ln(),
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Tan => x.tan(),
        Function::Atan => x.atan(),
        Function::Tanh => x.tanh(),
        Function::Powf => x.pow(Float::with_val(BITS, y)),
    }
}

/// The words of a sum.
fn words(function: Function, width: Width, x: f64, y: f64) -> [f64; 3] {
    match width {
        Width::W64 => {
            let sum = unrounded(&Plain::<f64>::new(), function, x, y);
            [sum.high, sum.scale.unwrap_or(1.0), sum.low]
        }
        Width::W32 => {
            let sum = unrounded(&Plain::<f32>::new(), function, x as f32, y as f32);
            [sum.high, sum.scale.unwrap_or(1.0), sum.low].map(f64::from)
        }
    }
}

/// An argument: of any size, of usual sizes, and near where the function is 0 or 1.
fn argument(function: Function, width: Width, random: &mut Random) -> f64 {
    let exponents = if width == Width::W64 { 2000 } else { 260 };
    let size = 2f64.powf(random.unit() * f64::from(exponents) - f64::from(exponents) / 2.0);
    let x = match random.below(4) {
        0 => size,
        1 => random.unit() * 100.0,
        2 => 1.0 + (random.unit() - 0.5) * 2f64.powi(-(random.below(20) as i32)),
        // Next to a multiple of π/2.
        _ => width.rounded(random.below(5000) as f64 * std::f64::consts::FRAC_PI_2),
    };
    let x = match function {
        Function::Exp => x.min(if width == Width::W64 { 700.0 } else { 85.0 }),
        Function::Sin | Function::Cos | Function::Tan => x.min(waves::limit(width.precision())),
        _ => x,
    };
    let is_positive = matches!(function, Function::Ln | Function::Powf);
    width.rounded(if !is_positive && random.below(2) == 0 { -x } else { x })
}

#[test]
fn errors_keep_their_bounds() {
    for width in [Width::W64, Width::W32] {
        for function in Function::ALL {
            let mut random = Random::new(5);
            let mut worst = (f64::NEG_INFINITY, 0.0, 0.0);
            let mut count = 0;
            while count < 20_000 {
                let x = argument(function, width, &mut random);
                let y = width.rounded((random.unit() - 0.5) * 2f64.powi(random.below(12) as i32));
                let wanted = truth(function, x, y);
                let size = wanted.clone().abs();
                let least = if width == Width::W64 { -1021 } else { -125 };
                let most = if width == Width::W64 { 1023 } else { 127 };
                let exponent = size.get_exp().unwrap_or(i32::MIN);
                if !(least + 60..most).contains(&exponent) {
                    // Zeros, subnormal results and those beyond the range are another test's.
                    if x == 0.0 || function == Function::Powf || exponent < least + 60 {
                        count += 1;
                    }
                    continue;
                }
                count += 1;
                let words = words(function, width, x, y).map(Rational::from_f64);
                let [Some(high), Some(scale), Some(low)] = words else {
                    panic!("{function:?}({x:e}, {y:e}) {width:?} is no number")
                };
                let sum: Rational = high * scale + low;
                let error = Float::with_val(BITS, sum - wanted.to_rational().expect("finite"));
                if error == 0 {
                    continue;
                }
                let relative = (error.abs() / size).log2().to_f64();
                if relative > worst.0 {
                    worst = (relative, x, y);
                }
            }
            println!("{function:?} {width:?}: 2^{:.1} at {:e}, {:e}", worst.0, worst.1, worst.2);
            let bound = f64::from(bound(function, width));
            assert!(worst.0 <= bound, "{function:?} {width:?}: {worst:?}");
        }
    }
}

/// Left out of the bounds: results below the normal numbers are the nearest or a neighbour.
#[test]
fn subnormal_results_are_near() {
    let mut random = Random::new(8);
    for _ in 0..5000 {
        let x = -708.4 - 40.0 * random.unit();
        let mut wanted = Float::new(53);
        wanted.assign_round(&truth(Function::Exp, x, x), rug::float::Round::Nearest);
        let found = nearest(Function::Exp, Width::W64, &[x]);
        assert!((found - wanted.to_f64()).abs() <= 5e-324, "{x}: {found:e}, {wanted}");
    }
}

#[test]
fn special_values_are_those_of_the_standard() {
    let [inf, nan] = [f64::INFINITY, f64::NAN];
    for width in [Width::W64, Width::W32] {
        let of = |function: Function, x: f64| nearest(function, width, &[x]);
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        let half_pi = width.rounded(std::f64::consts::FRAC_PI_2);
        for (function, x, value) in [
            (Function::Exp, 0.0, 1.0),
            (Function::Exp, -0.0, 1.0),
            (Function::Exp, inf, inf),
            (Function::Exp, -inf, 0.0),
            (Function::Exp, 1e10, inf),
            (Function::Exp, -1e10, 0.0),
            (Function::Ln, 1.0, 0.0),
            (Function::Ln, 0.0, -inf),
            (Function::Ln, -0.0, -inf),
            (Function::Ln, -1.0, nan),
            (Function::Ln, -inf, nan),
            (Function::Ln, inf, inf),
            (Function::Sin, 0.0, 0.0),
            (Function::Sin, -0.0, -0.0),
            (Function::Sin, inf, nan),
            (Function::Sin, 2e9, nan),
            (Function::Cos, 0.0, 1.0),
            (Function::Cos, -0.0, 1.0),
            (Function::Cos, -inf, nan),
            (Function::Tan, -0.0, -0.0),
            (Function::Tan, inf, nan),
            (Function::Atan, -0.0, -0.0),
            (Function::Atan, inf, half_pi),
            (Function::Atan, -inf, -half_pi),
            (Function::Tanh, -0.0, -0.0),
            (Function::Tanh, inf, 1.0),
            (Function::Tanh, -inf, -1.0),
            (Function::Tanh, 30.0, 1.0),
        ] {
            let found = of(function, x);
            assert!(same(found, value), "{function:?}({x}) {width:?}: {found}, not {value}");
        }
        for function in Function::ALL {
            assert!(of(function, nan).is_nan(), "{function:?}");
        }
    }
}

/// All pairs of special and of plain arguments beside the system's function, whose special values are the standard's.
#[test]
fn powers_are_those_of_the_standard() {
    let [inf, nan] = [f64::INFINITY, f64::NAN];
    let arguments = [
        0.0,
        0.25,
        0.5,
        1.0,
        1.5,
        2.0,
        3.0,
        5.0,
        1e30,
        1e300,
        1e-300,
        5e-324,
        f64::MAX,
        inf,
        4503599627370497.0,
        9007199254740992.0,
        1e-30,
        7.0,
    ];
    let signed = arguments.iter().flat_map(|x| [*x, -*x]).chain([nan]);
    let all: Vec<f64> = signed.collect();
    for x in &all {
        for y in &all {
            let wanted = x.powf(*y);
            let found = nearest(Function::Powf, Width::W64, &[*x, *y]);
            let is_near = (found - wanted).abs() <= wanted.abs() * 2f64.powi(-51) + 1e-323;
            let same = found.to_bits() == wanted.to_bits() || found.is_nan() && wanted.is_nan();
            assert!(
                same || wanted.is_finite() && wanted != 0.0 && is_near,
                "{x:e}^{y:e}: {found:e}, {wanted:e}"
            );
        }
    }
    let short = nearest(Function::Powf, Width::W32, &[-2.0, 3.0]);
    assert_eq!(short, -8.0);
}

/// What `wave` needs of binary32: no number up to the limit, but 0, is nearer to a multiple of π/2 than 2^-28. All are tried.
#[test]
fn no_short_number_is_near_a_multiple_of_a_quarter() {
    let limit = (waves::limit(24) as f32).to_bits();
    // Below 0.7 the nearest multiple is 0.
    let quarter = std::f64::consts::FRAC_PI_2;
    let distance = (0.7f32.to_bits()..=limit).map(|bits| {
        let x = f64::from(f32::from_bits(bits));
        let k = (x / quarter).round();
        // π/2's next word counts: k·6e-17. The rest is exact enough: 2^-53·2^13.
        ((-k).mul_add(quarter, x) - k * 6.123e-17).abs()
    });
    let least = distance.fold(f64::INFINITY, f64::min);
    println!("2^{:.2}", least.log2());
    assert!(least > 2f64.powi(-28) && least < 2f64.powi(-20));
}

/// What `wave` needs of binary64: for a number m·2^e of 53 bits, |m·2^e - k·π/2| < 2^-61 would make k/m a convergent of the
/// continued fraction of 2^e·2/π, for then |2^(e+1)/π - k/m| < 2^-61/m < 1/(2m²) where m < 2^53. So only convergents with
/// m < 2^53, and their multiples, are tried.
#[test]
fn no_long_number_is_near_a_multiple_of_a_quarter() {
    use rug::Integer;
    let mut least = f64::INFINITY;
    let quarter = Float::with_val(BITS, rug::float::Constant::Pi) / 2u32;
    // Numbers up to 2^30, from 0.7 on, with 53 bits: exponents of the last place from -53 to -23.
    for e in -53i32..=-23 {
        let unit = Float::with_val(BITS, 2f64.powi(e));
        let ratio = Float::with_val(BITS, &unit / &quarter).to_rational().expect("a number");
        // Convergents k/m of the ratio.
        let (mut k, mut m) =
            ([Integer::new(), Integer::from(1)], [Integer::from(1), Integer::new()]);
        let mut rest = ratio;
        while m[1] < Integer::from(1) << 53 {
            let whole = rest.clone().floor().into_numer_denom().0;
            let next_k = Integer::from(&whole * &k[1]) + &k[0];
            let next_m = Integer::from(&whole * &m[1]) + &m[0];
            (k, m) = ([k[1].clone(), next_k], [m[1].clone(), next_m]);
            if k[1] > 0 && m[1] < Integer::from(1) << 53 {
                let x = Float::with_val(BITS, &m[1]) * &unit;
                let distance = (x - Float::with_val(BITS, &k[1]) * &quarter).abs().to_f64();
                least = least.min(distance);
            }
            rest = (rest - whole).recip();
        }
    }
    println!("2^{:.2}", least.log2());
    assert!(least > 2f64.powi(-61) && least < 2f64.powi(-50));
}
